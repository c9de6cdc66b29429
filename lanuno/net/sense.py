"""What a notice has to be, beyond its form, for anybody to show it: seats that there are."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, get_args

from lanuno.net.messages import SEATS_MAX, Lobby, Notice, Update
from lanuno.uno.actions import Action
from lanuno.uno.cards import DECK
from lanuno.uno.events import Event, GameEnded, RoundEnded, RoundResult
from lanuno.uno.view import GameOver, Phase, RoundOver, View

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def check(notice: Notice) -> None:
    """ValueError when *notice* speaks of seats that it does not have, or of too many cards."""
    if isinstance(notice, Update):
        _check_update(notice)
    elif isinstance(notice, Lobby):
        players = len(notice.chairs)
        if players > SEATS_MAX:
            raise ValueError(f"{players} chairs")
        _check_seats([seat for seat in (notice.you, notice.leader) if seat is not None], players)


def _check_update(update: Update) -> None:
    view = update.view
    players = len(view.counts)
    if not 0 < players <= SEATS_MAX or not len(view.scores) == len(view.wins) == players:
        raise ValueError("not a number for every seat")
    if view.direction not in (1, -1):
        raise ValueError(f"direction {view.direction}")
    if min(view.counts) < 0 or max(*view.counts, len(view.hand)) > len(DECK):
        raise ValueError("more cards than there are")
    _check_seats(list(_seats_of(view)), players)
    for part in chain(update.events, view.legal):
        _check_seats([getattr(part, name) for name in _SEATS_IN[type(part)]], players)
    for event in update.events:
        if isinstance(event, RoundEnded):
            _check_result(event.result, players)
        elif isinstance(event, GameEnded):
            _check_winners(event.winners, players)
    _check_phase(view.phase, players)


def _check_phase(phase: Phase, players: int) -> None:
    _check_seats([getattr(phase, name) for name in _SEATS_IN[type(phase)]], players)
    if isinstance(phase, (RoundOver, GameOver)) and phase.result:
        _check_result(phase.result, players)
    if isinstance(phase, GameOver):
        _check_winners(phase.winners, players)
        if sorted(phase.ranking) != list(range(players)):
            raise ValueError("a ranking of others")


def _check_winners(winners: Sequence[int], players: int) -> None:
    if not winners:
        raise ValueError("nobody has won")
    _check_seats(winners, players)


def _check_result(result: RoundResult, players: int) -> None:
    if not len(result.hands) == len(result.values) == len(result.scores) == players:
        raise ValueError("not a result for every seat")
    if sum(map(len, result.hands)) > len(DECK):
        raise ValueError("more cards than there are")
    if result.winner is not None:
        _check_seats((result.winner,), players)


def _seats_of(view: View) -> Iterator[int]:
    yield view.turn
    yield view.dealer
    yield from view.called
    yield from view.owing
    yield from view.gone
    if view.seat is not None:
        yield view.seat
    if view.shown:
        yield view.shown.seat


def _check_seats(seats: Sequence[int], players: int) -> None:
    if seats and not 0 <= min(seats) <= max(seats) < players:
        raise ValueError(f"a seat beyond {players}")


_NAMES = {"seat", "dealer", "offender", "victim", "challenger", "by"}
_SEATS_IN = {
    kind: tuple(name for name in kind.__struct_fields__ if name in _NAMES)
    for union in (Event, Phase, Action)
    for kind in get_args(union)
}
"""The fields of everything that may happen, be waited for or be done, in which a seat stands."""
