"""How a round or the game ended: every hand, what it was worth, the totals."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from lanuno.narration import labels, plots
from lanuno.tui import keys
from lanuno.tui.screens.dialog import Answer, Dialog
from lanuno.tui.widgets.cards import face_text, hue
from lanuno.tui.widgets.speech import spoken
from lanuno.uno.cards import Card, in_order

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from textual.binding import BindingType
    from textual.widget import Widget

    from lanuno.uno.events import RoundResult


class Place(Struct, frozen=True):
    """One player in the result."""

    seat: int
    name: str
    rank: int | None
    """1 for the winner of the game; None while it goes on."""
    score: int
    wins: int
    note: str = ""
    won: bool = False
    """Gets the points of the round."""


class Result(Dialog[str]):
    """Stays until the table goes on, or *then* says that an answer ends it; people talk over it."""

    BINDINGS: ClassVar[list[BindingType]] = keys.RESULT

    def __init__(
        self,
        title: str,
        sentences: tuple[str, ...],
        result: RoundResult | None,
        answers: Iterable[Answer[str]],
        then: Callable[[str], bool],
        *,
        totals: tuple[tuple[int, ...], ...] = (),
    ) -> None:
        super().__init__(title, answers)
        self._then = then
        self._sentences = sentences
        self._totals = totals
        """After each round, by seat: drawn as a chart when there are several."""
        self._round = result
        self._places: tuple[Place, ...] = ()

    def contents(self) -> Iterable[Widget]:
        with VerticalScroll(can_focus=False, classes="long"):
            for sentence in self._sentences:
                yield Static(spoken(sentence), classes="sentence")
            yield Static(classes="places")
            yield Static(classes="chart")

    def show(self, places: tuple[Place, ...]) -> None:
        """Put the players into this order, with the notes that they have now."""
        self._places = places
        if self.is_mounted:
            self._fill()

    def answered(self, result: str | None) -> None:
        if result and self._then(result):
            self.close(result)

    def on_mount(self) -> None:
        self._fill()

    def on_resize(self) -> None:
        # Only then is it known how many cells a row has now.
        self.call_after_refresh(self._fill)

    def _fill(self) -> None:
        if not self.query(VerticalScroll):
            return  # it was closed before it was ever seen
        width = self.query_one(VerticalScroll).content_size.width or _WIDE
        ranked = any(place.rank for place in self._places)
        lines = [_heading(width, ranked=ranked, hands=self._round is not None)]
        for place in self._places:
            lines += self._lines(place, width)
        self.query_one(".places", Static).update(Content("\n").join(lines))
        drawn = self._chart(width)
        chart = self.query_one(".chart", Static)
        chart.display = bool(drawn)
        chart.update(Content(drawn))

    def _chart(self, width: int) -> str:
        """The course of the scores; nothing while there is only one round."""
        by_seat = {place.seat: place.name for place in self._places}
        names = [by_seat[seat] for seat in sorted(by_seat)]
        if len(self._totals) < _CHART_ROUNDS or any(
            len(totals) != len(names) for totals in self._totals
        ):
            return ""
        return plots.course(names, self._totals, width - 2, _CHART_HEIGHT)

    def _lines(self, place: Place, width: int) -> list[Content]:
        """A player's line, and more when the hand does not fit into one."""
        worth = ""
        packed = [Content("")]
        # A host may say anything: the result that is open, and then that more sit there.
        if self._round and place.seat < len(self._round.hands):
            hand = in_order(self._round.hands[place.seat])
            packed = _packed(hand, _hand_width(width))
            worth = f"+{self._round.points}" if place.won else str(self._round.values[place.seat])
        indent = _name_width(width)
        lines = [Content(" " * indent) + line for line in packed]
        rank = f"{place.rank}. " if place.rank else ""
        name = Content.styled(rank + place.name, "bold").truncate(
            indent - 1, ellipsis=True, pad=True
        )
        numbers = Content.assemble(
            f"{worth:>{_NUMBER}}", (f"{place.score:>{_NUMBER}}", "bold"), f"{place.wins:>{_NUMBER}}"
        )
        note = Content.styled(f"  {place.note}", "$gold")
        first = packed[0].truncate(_hand_width(width), pad=True)
        lines[0] = name + " " + first + numbers + note
        return lines


def hand_as_text(hand: Iterable[Card]) -> Content:
    """Cards as colored letters and faces, in a row."""
    return Content(" ").join(_chip(card) for card in hand)


_NUMBER = 7
_CHART_ROUNDS, _CHART_HEIGHT = 2, 9
_NOTE = 10
_WIDE = 70


def _name_width(width: int) -> int:
    return 18 if width >= _WIDE else 12


def _hand_width(width: int) -> int:
    return width - _name_width(width) - 3 * _NUMBER - _NOTE


def _heading(width: int, *, ranked: bool, hands: bool) -> Content:
    hand, worth, total, wins = labels.result_columns(ranked=ranked)
    if not hands:
        hand = worth = ""
    numbers = "".join(f"{each:>{_NUMBER}}" for each in (worth, total, wins))
    text = f"{'':{_name_width(width)}}{hand:{_hand_width(width)}}{numbers}"
    return Content.styled(text, "$quiet")


def _packed(hand: list[Card], width: int) -> list[Content]:
    lines = [Content("")]
    for card in hand:
        chip = _chip(card)
        if lines[-1].cell_length + chip.cell_length + 1 > width:
            lines.append(Content(""))
        lines[-1] = lines[-1] + chip + " "
    return lines


def _chip(card: Card) -> Content:
    letter = card.color.value if card.color else ""
    style = f"bold $card-{hue(card.color)}-ink on $card-{hue(card.color)}"
    return Content.styled(f"{letter}{face_text(card.face)}", style)
