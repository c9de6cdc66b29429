"""The settings: each can be changed where it stands, and counts at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec import ValidationError
from msgspec.structs import replace
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Input, Static

from lanuno.language import _
from lanuno.narration import labels, preferences
from lanuno.player.usual import usual_rules
from lanuno.store.settings import check, choices
from lanuno.tui import keys
from lanuno.tui.messages import SettingChosen
from lanuno.tui.screens.dialog import Answer, Dialog
from lanuno.tui.screens.forms import Cycle, Rows
from lanuno.uno.rules import NoSuchRules

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.binding import BindingType
    from textual.widget import Widget

    from lanuno.store.settings import Settings, Value


class SettingsScreen(Dialog[None]):
    """Begins with *settings*, at the one called *at*; *problems* is what is wrong with the file."""

    BINDINGS: ClassVar[list[BindingType]] = keys.SETTINGS
    AUTO_FOCUS = "Cycle"

    def __init__(
        self, settings: Settings, problems: tuple[str, ...] = (), at: str | None = None
    ) -> None:
        super().__init__(_(preferences.TITLE), (Answer("escape", _(labels.DONE)),))
        self._at = at
        self._settings = settings
        self._problem = Static(Content("\n".join(problems)), classes="problem")

    def contents(self) -> Iterable[Widget]:
        yield Static(Content(_(preferences.HINT)), classes="sentence")
        with Rows():
            for setting, label in preferences.SETTINGS.items():
                entry = _entry(setting, getattr(self._settings, setting))
                yield Horizontal(Static(Content(_(label)), classes="label"), entry, classes="field")
        yield self._problem

    def on_mount(self) -> None:
        if self._at:
            self.query_one(f"#{self._at}").focus()

    def say(self, problem: str) -> None:
        """Show *problem* under the settings."""
        self._problem.update(Content(problem))

    def on_cycle_changed(self, event: Cycle.Changed) -> None:
        self._problem.update("")
        self.post_message(SettingChosen(str(event.cycle.id), event.cycle.value))
        if event.cycle.id == "rules":
            # Single rules belong to the preset from which they differ.
            self.query_one("#switches", Input).value = ""
            self.post_message(SettingChosen("switches", ""))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self._take(event.input)
        self.focus_next()

    def answered(self, result: None) -> None:
        entry = self.focused
        if not isinstance(entry, Input) or self._take(entry):
            super().answered(result)

    def action_cancel(self) -> None:
        self.answered(None)

    def on_input_blurred(self, event: Input.Blurred) -> None:
        self._take(event.input)

    def action_turn(self, by: int) -> None:
        entry = self.focused
        if isinstance(entry, Cycle):
            entry.turn(by)

    def _take(self, entry: Input) -> bool:
        """Let what is typed in *entry* count; whether it can."""
        setting, text = str(entry.id), entry.value.strip()
        try:
            value = check(setting, text)
        except ValidationError:
            self.say(preferences.out_of_range(setting))
            return False
        if setting == "switches":
            try:
                usual_rules(replace(self._settings, switches=text))
            except NoSuchRules as error:
                # It knows all that a table says: nothing for the first frame.
                from lanuno.narration.faults import no_such_rules  # noqa: PLC0415

                self.say(no_such_rules(error.fault))
                return False
        if value != getattr(self._settings, setting):
            self.post_message(SettingChosen(setting, value))
        return True


def _entry(setting: str, value: Value) -> Widget:
    if choices(setting):
        return Cycle(value, choices(setting), preferences.choice, id=setting)
    placeholder = _(preferences.ACCOUNT) if setting == "name" else ""
    return Input(
        str(value), placeholder=placeholder, compact=True, select_on_focus=True, id=setting
    )
