"""Dialogs in which something is typed or chosen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from msgspec import Struct
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static

from lanuno.tui import keys
from lanuno.tui.screens.dialog import Answer, Dialog
from lanuno.tui.widgets.button import Button

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual import events
    from textual.binding import BindingType
    from textual.widget import Widget

Value = TypeVar("Value")


class Field(Struct, frozen=True):
    """A line of a form; *check* raises ValueError, saying what is wrong with a text."""

    label: str
    value: str
    check: Callable[[str], object] = str
    choices: tuple[str, ...] = ()
    """With these nothing is typed: pressing Enter goes from one to the next."""
    shown: Callable[[str], str] = str
    """What stands there for a choice."""


class Rows(VerticalScroll, inherit_bindings=False, can_focus=False):
    """Entries that are scrolled by going from one to the next: the arrows are not its own."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pageup", "page_up", show=False),
        Binding("pagedown", "page_down", show=False),
    ]


class Form(Dialog[tuple[str, ...]]):
    """Gives the texts of its fields, once every one of them passes its check."""

    BINDINGS: ClassVar[list[BindingType]] = keys.FIELDS
    AUTO_FOCUS = "Input"

    def __init__(self, title: str, hint: str, fields: Iterable[Field], done: str) -> None:
        super().__init__(title, (Answer("enter", done),))
        self._hint = hint
        self._fields = tuple(fields)
        self._entries = tuple(_entry(field) for field in self._fields)
        self._problem = Static(classes="problem")

    def contents(self) -> Iterable[Widget]:
        yield Static(Content(self._hint), classes="sentence")
        for field, entry in zip(self._fields, self._entries, strict=True):
            yield Horizontal(Static(Content(field.label), classes="label"), entry, classes="field")
        yield self._problem

    def on_key(self, event: events.Key) -> None:
        # Enter is for the field that has the focus, not for the button at once.
        event.prevent_default()

    def on_input_submitted(self) -> None:
        self.answered(None)

    def answered(self, result: tuple[str, ...] | None) -> None:  # noqa: ARG002 - the fields say it
        texts: list[str] = []
        for field, entry in zip(self._fields, self._entries, strict=True):
            text = entry.value.strip()
            try:
                field.check(text)
            except ValueError as problem:
                self._problem.update(Content(str(problem)))
                entry.focus()
                return
            texts.append(text)
        self.close(tuple(texts))


class Cycle(Button, Generic[Value]):
    """A button that goes from one choice to the next; *shown* says what stands on it."""

    class Changed(Message):
        """Another choice was taken."""

        def __init__(self, cycle: Cycle[Any]) -> None:
            super().__init__()
            self.cycle = cycle

        @property
        def control(self) -> Cycle[Any]:
            return self.cycle

    def __init__(
        self,
        value: Value,
        choices: tuple[Value, ...],
        shown: Callable[[Value], str] = str,
        id: str | None = None,  # noqa: A002 - as every widget calls it
    ) -> None:
        super().__init__(Content(shown(value)), compact=True, id=id)
        self.value = value
        self._choices = choices
        self._shown = shown

    def turn(self, by: int) -> None:
        """Take the choice *by* places further on, going around."""
        place = self._choices.index(self.value)
        self.put(self._choices[(place + by) % len(self._choices)])
        self.post_message(self.Changed(self))

    def put(self, value: Value) -> None:
        """Take *value*, without telling."""
        self.value = value
        self.label = Content(self._shown(value))
        self.refresh(layout=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.turn(1)


def _entry(field: Field) -> Input | Cycle[str]:
    if field.choices:
        return Cycle(field.value, field.choices, field.shown)
    return Input(field.value, compact=True, select_on_focus=True)
