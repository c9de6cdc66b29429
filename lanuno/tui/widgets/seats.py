"""The other players, in the order of their seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from textual.containers import Container
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from lanuno.language import _
from lanuno.narration import labels

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.timer import Timer

ONE_ROW_MAX = 5
"""More players than that sit in two rows."""
WORDS_SECONDS = 6.0
"""How long a plate shows what its player says."""
_TWO_LINES = 2
_WIDE = 22
"""On a plate of so many cells there is room for a word beside the score."""


class Seated(Struct, frozen=True):
    """What a plate tells about a player."""

    seat: int
    name: str
    cards: int
    score: int
    turn: bool = False
    called: bool = False
    """Said Uno, and it stands."""
    owing: bool = False
    """Can be caught."""
    note: str = ""
    """A word about the chair: partner, bot, away, left."""
    absent: bool = False
    partner: bool = False
    """Plays together with me."""


class Plate(Widget):
    """One player; where there is room, with a fan of card backs."""

    ALLOW_SELECT = False

    class Clicked(Message):
        """The player of *seat* was clicked."""

        def __init__(self, seat: int) -> None:
            super().__init__()
            self.seat = seat

    seated: reactive[Seated] = reactive(Seated(0, "", 0, 0), init=False)
    words: reactive[str] = reactive("")
    """What the player has just said."""

    def __init__(self, seated: Seated) -> None:
        super().__init__()
        self.set_reactive(Plate.seated, seated)
        self._silence: Timer | None = None

    def speak(self, words: str) -> None:
        """Show *words* for a while."""
        self.words = words
        if self._silence:
            self._silence.stop()
        self._silence = self.set_timer(WORDS_SECONDS, self._be_silent)

    def _be_silent(self) -> None:
        self.words = ""

    def on_mount(self) -> None:
        self.watch_seated(self.seated)

    def watch_seated(self, seated: Seated) -> None:
        self.set_class(seated.turn, "-turn")
        self.set_class(seated.owing, "-owing")
        self.set_class(seated.absent, "-absent")

    def on_click(self) -> None:
        self.post_message(self.Clicked(self.seated.seat))

    def render(self) -> Content:
        width, height = self.content_size
        if height < _TWO_LINES:
            return self._in_one_line(self.seated, width)
        return Content("\n").join((self._who(self.seated, width), self._what(self.seated, width)))

    def _who(self, seated: Seated, width: int) -> Content:
        mark = _mark(seated)
        marker = "► " if seated.turn else "  "
        name = Content.styled(seated.name, "bold" if seated.turn or seated.owing else "")
        room = max(1, width - mark.cell_length)
        return (Content(marker) + name).truncate(room, ellipsis=True, pad=True) + mark

    def _what(self, seated: Seated, width: int) -> Content:
        if self.words:
            said = Content.assemble("  ", (f"{seated.cards:>2} ", "bold"), (self.words, "italic"))
            return said.truncate(width, ellipsis=True, pad=True)
        score = Content(str(seated.score) if width < _WIDE else labels.points(seated.score))
        fan = Content.assemble(
            "  ",
            (f"{seated.cards:>2} ", "bold"),
            ("▌" * seated.cards, "" if seated.turn or seated.owing else "$card-back-rim"),
        )
        room = max(1, width - score.cell_length - 1)
        return fan.truncate(room, pad=True) + " " + score

    def _in_one_line(self, seated: Seated, width: int) -> Content:
        mark = Content.assemble((f"{seated.cards:>3}", "bold"), "!" if seated.called else "")
        if seated.absent and not seated.cards:
            mark = Content.styled(f" {seated.note}", "$quiet")
        marker = "►" if seated.turn else "&" if seated.partner else " "
        name = Content(marker + seated.name)
        return name.truncate(max(1, width - mark.cell_length), ellipsis=True, pad=True) + mark


class Seats(Container):
    """A plate for everybody but me."""

    seated: reactive[tuple[Seated, ...]] = reactive((), init=False)

    def compose(self) -> ComposeResult:
        self.set_class(len(self.seated) > ONE_ROW_MAX, "-many")
        for each in self.seated:
            yield Plate(each)

    def plate(self, seat: int) -> Plate | None:
        """The plate of who sits on *seat*, if it is there."""
        return next((plate for plate in self.query(Plate) if plate.seated.seat == seat), None)

    def watch_seated(self, before: tuple[Seated, ...], now: tuple[Seated, ...]) -> None:
        if [each.seat for each in before] != [each.seat for each in now]:
            self.refresh(recompose=True)
            return
        by_seat = {each.seat: each for each in now}
        for plate in self.query(Plate):
            plate.seated = by_seat[plate.seated.seat]


def _mark(seated: Seated) -> Content:
    if seated.owing:
        return Content.styled(f" {_(labels.CATCH)} ", "bold $alarm-ink on $alarm")
    if seated.called:
        return Content.styled(f" {_(labels.UNO)} ", "bold $gold-ink on $gold")
    return Content.styled(f" {seated.note}" if seated.note else "", "" if seated.turn else "$quiet")
