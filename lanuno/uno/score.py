"""How a round is counted, and who has won the game."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from lanuno.uno.events import End, GameEnded, RoundEnded, RoundResult
from lanuno.uno.view import GameOver, RoundOver

if TYPE_CHECKING:
    from lanuno.uno.state import Events, State


_POINTS = attrgetter("points")


def end_round(state: State, winner: int | None) -> Events:
    """
    Count the hands, add the points, and end the game if that was enough (C1, C2, R27, R28).

    *winner* is None when the round was blocked (R25).
    """
    hands = tuple(map(tuple, state.hands))
    values = tuple([sum(map(_POINTS, hand)) for hand in hands])
    points = 0
    if winner is not None:
        points = sum(values)
        if state.partners:
            points -= values[state.partners[winner]]
            _give(state, state.partners[winner], points)
        _give(state, winner, points)
    _put_down(state)
    result = RoundResult(
        round=state.round,
        winner=winner,
        last=state.discard[-1],
        hands=hands,
        values=values,
        points=points,
        scores=tuple(state.scores),
    )
    state.phase = RoundOver(result)
    ended = RoundEnded(result)
    if max(_totals(state)) >= state.rules.target:
        return (ended, end_game(state, End.TARGET, result))
    if state.rules.rounds is not None and state.round >= state.rules.rounds:
        return (ended, end_game(state, End.ROUNDS, result))
    return (ended,)


def _give(state: State, seat: int, points: int) -> None:
    """A round won; whoever left keeps what there was (R31)."""
    if seat not in state.gone:
        state.scores[seat] += points
        state.wins[seat] += 1


def end_game(state: State, why: End, result: RoundResult | None = None) -> GameEnded:
    """Close the game with the standing that it has; no points for a round cut short (R28, R31)."""
    _put_down(state)
    ranking = sorted(range(len(state.hands)), key=lambda seat: _standing(state, seat))
    best = _standing(state, ranking[0])
    winners = tuple(seat for seat in ranking if _standing(state, seat) == best)
    state.phase = GameOver(winners, why, tuple(ranking), result)
    return GameEnded(winners, why)


def _put_down(state: State) -> None:
    """Nothing of a turn or a window outlives the round (R21)."""
    state.owing.clear()


def _standing(state: State, seat: int) -> tuple[bool, int, int]:
    """Leavers last (R31), then by points, then by rounds won (R28); smaller is better."""
    return seat in state.gone, -state.scores[seat], -state.wins[seat]


def _totals(state: State) -> list[int]:
    return [score for seat, score in enumerate(state.scores) if seat not in state.gone]
