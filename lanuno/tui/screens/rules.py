"""Choose the rules of a table: a preset, then what shall be otherwise."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Input, Static

from lanuno.language import _
from lanuno.narration import labels, lobbies, switches
from lanuno.narration.faults import wrong_number
from lanuno.narration.words import rules_name
from lanuno.tui import keys
from lanuno.tui.screens.dialog import Answer, Dialog
from lanuno.tui.screens.forms import Cycle, Rows
from lanuno.uno.rules import LENGTH, PRESETS, NoSuchRules, Numbers, Rules, values, written

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual import events
    from textual.binding import BindingType
    from textual.widget import Widget

PRESET = "preset"
"""Where the preset is chosen; the other entries are called as their switches."""


class RulesForm(Dialog[Rules]):
    """Begins with *rules*, and gives what they have become; their points stay as they are."""

    BINDINGS: ClassVar[list[BindingType]] = keys.SETTINGS
    AUTO_FOCUS = "Cycle"

    def __init__(self, rules: Rules) -> None:
        super().__init__(_(lobbies.RULES_FORM), (Answer("escape", _(labels.DONE)),))
        self._rules = rules
        self._entries: dict[str, Cycle[Any] | Input] = {
            PRESET: Cycle(rules.nearest, tuple(PRESETS), self._preset_name, id=PRESET),
            **{name: _entry(name, rules) for name in _ORDER},
        }
        self._labels = {name: Static(classes="label") for name in self._entries}
        self._told = Static(classes="told")

    def contents(self) -> Iterable[Widget]:
        with Rows():
            for name, entry in self._entries.items():
                yield Horizontal(self._labels[name], entry, classes="field")
        yield self._told

    def on_mount(self) -> None:
        self._show()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        if event.widget.id in self._entries:
            self._tell(str(event.widget.id))

    def on_cycle_changed(self, event: Cycle.Changed) -> None:
        name = str(event.cycle.id)
        if name == PRESET:
            length = {each: getattr(self._rules, each) for each in LENGTH}
            self._rules = replace(Rules.preset(str(event.cycle.value)), **length)
        else:
            self._rules = replace(self._rules, **{name: event.cycle.value})
        self._show()
        self._tell(name)

    def on_input_changed(self, event: Input.Changed) -> None:
        name = str(event.input.id)
        with suppress(NoSuchRules):
            self._rules = _with(self._rules, name, event.value)
            self._show_labels()
        self._tell(name)

    def on_input_submitted(self) -> None:
        self.focus_next()

    def action_turn(self, by: int) -> None:
        entry = self.focused
        if isinstance(entry, Cycle):
            entry.turn(by)

    def action_cancel(self) -> None:
        self.answered(None)

    def answered(self, result: Rules | None) -> None:  # noqa: ARG002 - the entries say it
        for name, entry in self._entries.items():
            if isinstance(entry, Input):
                try:
                    _with(self._rules, name, entry.value)
                except NoSuchRules:
                    entry.focus()
                    return
        self.close(self._rules)

    def _show(self) -> None:
        """Let every entry say what the rules are now."""
        for name, entry in self._entries.items():
            if isinstance(entry, Cycle):
                entry.put(self._rules.nearest if name == PRESET else getattr(self._rules, name))
            elif name not in LENGTH:
                entry.value = _shown(getattr(self._rules, name))
        self._show_labels()

    def _show_labels(self) -> None:
        changed = self._rules.changes()
        for name, label in self._labels.items():
            called = lobbies.PRESET if name == PRESET else switches.LABELS[name]
            mark = lobbies.CHANGED if name in changed else " "
            label.update(Content(f"{mark} {_(called)}"))

    def _tell(self, name: str) -> None:
        """Say in a sentence what the entry called *name* means as it is, or what it can be."""
        entry = self._entries[name]
        told = switches.sentence(name, self._rules) if name != PRESET else _(lobbies.PRESET_HINT)
        if isinstance(entry, Input):
            try:
                _with(self._rules, name, entry.value)
            except NoSuchRules:
                told = wrong_number(name, entry.value)
        self._told.update(Content(told))

    def _preset_name(self, _name: str) -> str:
        # Shorter than the full name, and marked as the changed rules under it are.
        mark = f" {lobbies.CHANGED}" if self._rules.changes() else ""
        return rules_name(Rules.preset(self._rules.nearest)) + mark


_ORDER = sorted(
    (name for name in switches.LABELS if name != "target"),
    key=lambda name: name not in switches.HOUSE,
)
"""First what people have added; the points are asked for elsewhere."""


def _with(rules: Rules, name: str, typed: str) -> Rules:
    """*rules* with the number that was *typed*; no number at all in the player's words too."""
    is_none = typed.strip().casefold() in {"", switches.in_a_word(None).casefold()}
    return rules.with_switch(f"{name}={'none' if is_none else typed}")


def _shown(number: int | None) -> str:
    return written(number) if number is not None else switches.in_a_word(None)


def _entry(name: str, rules: Rules) -> Cycle[Any] | Input:
    value = getattr(rules, name)
    match values(name):
        case Numbers():
            return Input(_shown(value), compact=True, select_on_focus=True, id=name)
        case ("on", "off"):
            return Cycle(value, (True, False), switches.in_a_word, id=name)
        case words:
            return Cycle(value, words, switches.in_a_word, id=name)
