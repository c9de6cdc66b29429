"""What a notice has to be, beyond its form, for anybody to show it: seats that there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from lanuno.net.limits import SEATS_MAX
from lanuno.net.messages import Advice, Lobby, Notice, Update
from lanuno.uno.actions import Catch, Play
from lanuno.uno.cards import DECK
from lanuno.uno.events import Event, GameEnded, RoundEnded, RoundResult
from lanuno.uno.view import GameOver, Phase, RoundOver, View

if TYPE_CHECKING:
    from collections.abc import Sequence


def check(notice: Notice) -> None:
    """ValueError when *notice* speaks of seats that it does not have, or of too many cards."""
    # By type and not by `isinstance`, which takes longer than all the rest; see the bench.
    if type(notice) is Update:
        view = notice.view
        _check_numbers(view)
        players, seats = len(view.counts), _seats_of(view)
        _look_at_phase(view.phase, players, seats)
        for event in notice.events:
            _look_at_event(event, players, seats)
        _check_seats(seats, players)
    elif type(notice) is Lobby:
        players, waiting = len(notice.chairs), len(notice.newcomers)
        if max(players, waiting) > SEATS_MAX:
            raise ValueError(f"{players} chairs, and {waiting} who wait")
        if notice.newcomer is not None:
            _check_seats([notice.newcomer], waiting)
        if notice.spectators < 0:
            raise ValueError(f"{notice.spectators} look on")
        _check_seats([seat for seat in (notice.you, notice.leader) if seat is not None], players)
    elif type(notice) is Advice:
        action = notice.action
        named = getattr(action, "seat", None), getattr(action, "swap", None)
        _check_seats([seat for seat in named if seat is not None], SEATS_MAX)


def _check_numbers(view: View) -> None:
    counts = view.counts
    if not len(counts) == len(view.scores) == len(view.wins):
        raise ValueError("not a number for every seat")
    if view.partners and len(view.partners) != len(counts):
        raise ValueError("not a partner for every seat")
    if view.direction not in (1, -1):
        raise ValueError(f"direction {view.direction}")


def _seats_of(view: View) -> list[int]:
    """Every seat that *view* names, but for its phase."""
    seats = [view.turn, view.dealer, *view.called, *view.owing, *view.gone, *view.partners]
    if view.seat is not None:
        seats.append(view.seat)
    if view.shown:
        seats.append(view.shown.seat)
    for action in view.legal:
        if type(action) is Play:
            if action.swap is not None:
                seats.append(action.swap)
        elif type(action) is Catch:
            seats.append(action.seat)
    return seats


def _look_at_phase(phase: Phase, players: int, seats: list[int]) -> None:
    for name in _SEATS_IN[type(phase)]:
        seats.append(getattr(phase, name))  # noqa: PERF401 - this is done for every notice
    if (type(phase) is RoundOver or type(phase) is GameOver) and phase.result:
        _look_at_result(phase.result, players, seats)
    if type(phase) is GameOver:
        _look_at_winners(phase.winners, seats)
        if sorted(phase.ranking) != list(range(players)):
            raise ValueError("a ranking of others")


def _look_at_event(event: Event, players: int, seats: list[int]) -> None:
    for name in _SEATS_IN[type(event)]:
        seats.append(getattr(event, name))  # noqa: PERF401 - so is this
    if type(event) is RoundEnded:
        _look_at_result(event.result, players, seats)
    elif type(event) is GameEnded:
        _look_at_winners(event.winners, seats)


def _look_at_result(result: RoundResult, players: int, seats: list[int]) -> None:
    if not len(result.hands) == len(result.values) == len(result.scores) == players:
        raise ValueError("not a result for every seat")
    if sum(map(len, result.hands)) > _CARDS:
        raise ValueError("more cards than there are")
    if result.winner is not None:
        seats.append(result.winner)


def _look_at_winners(winners: Sequence[int], seats: list[int]) -> None:
    if not winners:
        raise ValueError("nobody has won")
    seats += winners


def _check_seats(seats: Sequence[int], players: int) -> None:
    if seats and not 0 <= min(seats) <= max(seats) < players:
        raise ValueError(f"a seat beyond {players}")


_CARDS = len(DECK)
_NAMES = {"seat", "dealer", "offender", "victim", "challenger", "by", "other"}
_SEATS_IN = {
    kind: tuple(name for name in kind.__struct_fields__ if name in _NAMES)
    for union in (Event, Phase)
    for kind in get_args(union)
}
"""The fields of everything that may happen or be waited for in which a seat stands."""
