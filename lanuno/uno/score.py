"""How a round is counted, and who has won the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.uno.events import End, GameEnded, RoundEnded, RoundResult
from lanuno.uno.view import GameOver, RoundOver

if TYPE_CHECKING:
    from lanuno.uno.state import State


def end_round(state: State, winner: int | None) -> None:
    """
    Count the hands, add the points, and end the game if that was enough (C1, C2, R27, R28).

    *winner* is None when the round was blocked (R25).
    """
    hands = tuple(tuple(hand) for hand in state.hands)
    values = tuple(sum(card.points for card in hand) for hand in hands)
    points = 0
    if winner is not None:
        points = sum(values)
        state.scores[winner] += points
        state.wins[winner] += 1
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
    state.emit(RoundEnded(result))
    if max(_totals(state)) >= state.rules.target:
        end_game(state, End.TARGET, result)
    elif state.rules.rounds is not None and state.round >= state.rules.rounds:
        end_game(state, End.ROUNDS, result)


def end_game(state: State, why: End, result: RoundResult | None = None) -> None:
    """Close the game with the standing that it has; no points for a round cut short (R28, R31)."""
    _put_down(state)
    ranking = sorted(range(len(state.hands)), key=lambda seat: _standing(state, seat))
    best = _standing(state, ranking[0])
    winners = tuple(seat for seat in ranking if _standing(state, seat) == best)
    state.phase = GameOver(winners, why, tuple(ranking), result)
    state.emit(GameEnded(winners, why))


def _put_down(state: State) -> None:
    """Nothing of a turn or a window outlives the round (R21)."""
    state.owing.clear()
    state.drawn = None


def _standing(state: State, seat: int) -> tuple[bool, int, int]:
    """Leavers last (R31), then by points, then by rounds won (R28); smaller is better."""
    return seat in state.gone, -state.scores[seat], -state.wins[seat]


def _totals(state: State) -> list[int]:
    return [score for seat, score in enumerate(state.scores) if seat not in state.gone]
