"""A finished game again, step by step, on the table where it was played."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from lanuno.language import _
from lanuno.narration import histories
from lanuno.narration.story import narrate
from lanuno.net.messages import Chair, Lobby, Stage
from lanuno.net.text import PlayerName
from lanuno.rerun import Rerun
from lanuno.tui import keys, showing
from lanuno.tui.screens.board import Board
from lanuno.uno.cards import Card

if TYPE_CHECKING:
    from textual.binding import BindingType

    from lanuno.rerun import Moment
    from lanuno.tui.app import LanunoApp

TOLD_BEFORE = 30
"""How many steps the story goes back."""


class ReplayScreen(Board):
    """
    The game of the record *text*, with the hand of *seat* first.

    ValueError if it is no record, or the game cannot have gone so.
    """

    BINDINGS: ClassVar[list[BindingType]] = keys.REPLAY

    def __init__(self, table: str, text: str, seat: int = 0) -> None:
        super().__init__(table)
        self._rerun = Rerun(text)
        self._seat: int | None = seat
        self._moments: tuple[Moment, ...] = self._rerun.moments(seat)
        self._at = 0

    def on_mount(self) -> None:
        self._take_seat(self._seat)
        self._show_moment()

    def on_screen_resume(self) -> None:
        # They may have been changed in the dialog that lay over it.
        self.settings = cast("LanunoApp", self.app).settings  # pyright: ignore[reportUnknownMemberType]

    def action_step(self, by: int) -> None:
        before, self._at = self._at, self._at + by
        self._show_moment(told=by > 0 and 0 <= before < len(self._moments) - 1)

    def action_go(self, to: int) -> None:
        self._at = to % len(self._moments)
        self._show_moment()

    def action_round(self, by: int) -> None:
        number = self._moments[self._at].view.round
        starts = self._starts()
        if by < 0 and self._at > starts[number]:
            self._at = starts[number]
        else:
            last = len(self._moments) - 1
            self._at = starts.get(number + by, 0 if by < 0 else last)
        self._show_moment()

    def action_look(self) -> None:
        """Show the hand of the next player; after the last, none."""
        following = 0 if self._seat is None else self._seat + 1
        self._take_seat(following if following < self._rerun.players else None)
        self._show_moment()

    def action_back(self) -> None:
        self.dismiss()

    def retranslate(self) -> None:
        """Say everything in the language that is spoken now."""
        self.center.refresh()
        self._show_moment()
        self.refresh_bindings()

    def _take_seat(self, seat: int | None) -> None:
        self._seat = seat
        self._moments = self._rerun.moments(seat)
        chairs = tuple(Chair(PlayerName.of(name)) for name in self._rerun.names)
        self.lobby = Lobby(Stage.PLAYING, self._rerun.rules, chairs, seat, None)

    def _starts(self) -> dict[int, int]:
        """By round: where it begins."""
        found: dict[int, int] = {}
        for place, moment in enumerate(self._moments):
            found.setdefault(moment.view.round, place)
        return found

    def _show_moment(self, *, told: bool = False) -> None:
        """Put the moment on the table; *told*: it comes right after the one that is there."""
        self._at = max(0, min(self._at, len(self._moments) - 1))
        moment = self._moments[self._at]
        if told:
            self.tell(moment.events)
        else:
            self._fresh = frozenset[Card]()
            self._tell_anew()
        self.view = moment.view
        before = self._moments[self._at - 1].view if self._at else None
        self.show(before, moment.view)
        self._show_players()
        name = None if self._seat is None else showing.names(self.lobby)[self._seat]
        told_step = histories.step(self._at + 1, len(self._moments), seat=name)
        self.prompt.show(_(histories.REPLAY_BADGE), told_step, (), mine=False)

    def _tell_anew(self) -> None:
        self.story.clear()
        names = showing.names(self.lobby)
        for moment in self._moments[max(0, self._at - TOLD_BEFORE) : self._at + 1]:
            partners = moment.view.partners
            sentences = (narrate(event, names, self._seat, partners) for event in moment.events)
            self.story.tell(sentence for sentence in sentences if sentence)
