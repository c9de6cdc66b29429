"""Say something at the table, or choose from a few short things; the hand stays in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from lanuno.language import _
from lanuno.narration import talk
from lanuno.net import limits
from lanuno.tui import keys
from lanuno.tui.screens.dialog import Dialog
from lanuno.tui.widgets.button import Button

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.widget import Widget


class SayLine(ModalScreen[str], inherit_bindings=False):
    """One row at the bottom in which one types; gives the text, begun with *draft*."""

    BINDINGS: ClassVar[list[BindingType]] = keys.TYPING
    AUTO_FOCUS = "Input"

    def __init__(self, draft: str = "") -> None:
        super().__init__()
        self._entry = Input(draft, compact=True, select_on_focus=False)

    @property
    def draft(self) -> str:
        """What has been typed so far."""
        return self._entry.value

    def compose(self) -> ComposeResult:
        yield Horizontal(Static(Content(f" {_(talk.SAY)}")), self._entry)

    def on_key(self, event: events.Key) -> None:
        # The field has the focus a moment after the first key; what is typed so far goes there.
        if event.is_printable and event.character:
            event.stop()
            self._entry.insert_text_at_cursor(event.character)
        elif event.key == "enter":
            event.stop()
            self.on_input_submitted()

    def on_input_changed(self) -> None:
        # The field itself would take nothing of a text that is pasted and too long.
        self._entry.value = self.draft[: limits.CHAT[0]]

    def on_input_submitted(self) -> None:
        self.dismiss(self.draft.strip())

    def action_cancel(self) -> None:
        self.dismiss(None)


class Menu(Dialog[int]):
    """Short answers in two columns, each with its number; gives the place of the chosen one."""

    BINDINGS: ClassVar[list[BindingType]] = keys.FIELDS

    def __init__(self, title: str, choices: Iterable[str]) -> None:
        super().__init__(title)
        self._choices = tuple(choices)

    def contents(self) -> Iterable[Widget]:
        buttons = [
            Button(
                Content.assemble((str(number), "bold underline"), " ", choice),
                id=f"choice-{number}",
                classes="choice",
                compact=True,
            )
            for number, choice in enumerate(self._choices, 1)
        ]
        half = (len(buttons) + 1) // 2
        yield Horizontal(Vertical(*buttons[:half]), Vertical(*buttons[half:]), classes="choices")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.close(int(str(event.button.id).removeprefix("choice-")) - 1)

    def on_key(self, event: events.Key) -> None:
        if event.key.isdecimal() and 1 <= int(event.key) <= len(self._choices):
            event.stop()
            self.close(int(event.key) - 1)
