"""Dialogs: what they share, and the one that asks a question."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from msgspec import Struct
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from lanuno.language import _
from lanuno.narration import labels
from lanuno.tui import keys
from lanuno.tui.widgets.button import Button
from lanuno.tui.widgets.speech import spoken

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.widget import Widget

    from lanuno.narration.departures import Parting

Result = TypeVar("Result")


class Answer(Struct, Generic[Result], frozen=True):
    """A button, and the keys that do the same, separated by commas; the button shows the first."""

    keys: str
    label: str
    result: Result | None = None
    """None: as if the dialog had been canceled."""


class Dialog(ModalScreen[Result], inherit_bindings=False):
    """
    A titled box that closes with a result, or with None when it is canceled.

    Uno, catch, challenge and accept go on working.
    """

    BINDINGS: ClassVar[list[BindingType]] = keys.DIALOG
    AUTO_FOCUS = "Button"
    ROW: ClassVar[type[Horizontal | Vertical]] = Horizontal
    """How the answers stand."""

    def __init__(self, title: str, answers: Iterable[Answer[Result]] = ()) -> None:
        super().__init__()
        self._title = title
        self._answers = tuple(answers)
        self._is_closed = False
        self._result: Result | None = None

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = Content(self._title)
            if not self._answers:
                box.border_subtitle = Content.assemble(("Esc", "bold"), f" {_(labels.KEY_BACK)}")
            yield from self.contents()
            if self._answers:
                with self.ROW(classes="answers"):
                    for place, answer in enumerate(self._answers):
                        yield Button(_label(answer), id=f"answer-{place}", compact=True)

    def contents(self) -> Iterable[Widget]:
        """What stands between title and buttons."""
        return ()

    @property
    def is_wanted(self) -> bool:
        """Whether nobody has closed it yet."""
        return not self._is_closed

    def close(self, result: Result | None = None) -> None:
        """Go away with *result*: now, or as soon as nothing lies on top any more."""
        if self._is_closed:
            return
        self._is_closed = True
        self._result = result
        if self.is_active:
            self.dismiss(result)

    def answered(self, result: Result | None) -> None:
        """The player chose *result*."""
        self.close(result)

    def on_screen_resume(self) -> None:
        if self._is_closed and self.is_active:
            self.dismiss(self._result)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        place = str(event.button.id).removeprefix("answer-")
        if place.isdecimal():
            self.answered(self._answers[int(place)].result)

    def on_key(self, event: events.Key) -> None:
        for answer in self._answers:
            if event.key in answer.keys.split(","):
                event.stop()
                self.answered(answer.result)

    def action_cancel(self) -> None:
        self.close()

    def action_answer(self, by: int) -> None:
        if by > 0:
            self.focus_next()
        else:
            self.focus_previous()

    def action_scroll(self, by: int) -> None:
        for scroll in self.query(VerticalScroll):
            scroll.scroll_relative(y=by, animate=False)


class Question(Dialog[Result]):
    """A sentence or two, and a few answers."""

    def __init__(
        self, title: str, sentences: Iterable[str], answers: Iterable[Answer[Result]]
    ) -> None:
        super().__init__(title, answers)
        self._sentences = tuple(sentences)

    def contents(self) -> Iterable[Widget]:
        for sentence in self._sentences:
            yield Static(spoken(sentence), classes="sentence")


class Choices(Question[Result]):
    """A question with many answers, one under the other."""

    BINDINGS: ClassVar[list[BindingType]] = keys.FIELDS
    ROW = Vertical


def ask_for_reason(parting: Parting) -> Choices[str]:
    """The question why somebody is removed, as *parting* has it; the answers are reasons."""
    answers = [
        Answer(key, label, None if result == "stay" else result)
        for key, label, result in parting.answers
    ]
    return Choices(parting.title, parting.sentences, answers)


def _label(answer: Answer[Result]) -> Content:
    key = answer.keys.split(",")[0].removesuffix("ape").capitalize()
    return Content.assemble((key, "bold underline"), " ", answer.label)
