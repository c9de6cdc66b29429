"""A game as it may be behind what one player sees, for those who think ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.uno.book import has_color_in_force
from lanuno.uno.game import Game
from lanuno.uno.hand import Hand
from lanuno.uno.house import rulebook
from lanuno.uno.state import DREW, PICKING_COLOR, PLAYING, State
from lanuno.uno.view import Challengeable, Drew, PickingColor, Playing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lanuno.uno.cards import Card, Color
    from lanuno.uno.rules import Rules
    from lanuno.uno.view import Phase, View


def imagined(
    view: View,
    rules: Rules,
    hands: Sequence[Sequence[Card]],
    pile: Sequence[Card],
    discard: Sequence[Card],
    *,
    prior: Color | None,
    seed: bytes,
) -> Game:
    """
    The game of *view* with these *hands*, by seat; nothing is checked.

    *pile* and *discard* end with the card that is drawn first and with the top card; *prior*
    is the color that was in force before that, None if it is not known. *seed* decides what
    is shuffled from here on.
    """
    state = State(len(hands), seed, rules, rulebook(rules))
    if view.direction < 0:
        state.turn_around()
    for seat in view.gone:
        state.leave(seat)
    state.round, state.dealer, state.turn = view.round, view.dealer, view.turn
    state.scores, state.wins = list(view.scores), list(view.wins)
    state.hands = [Hand(hand) for hand in hands]
    state.pile, state.discard = list(pile), list(discard)
    state.color, state.phase = view.color, _phase(view.phase)
    state.called, state.owing = set(view.called), set(view.owing)
    state.last_drawn = view.drawn
    if isinstance(view.phase, Challengeable):
        _accuse(state, view.phase.offender, prior)
    return Game(state)


def _phase(phase: Phase) -> Phase:
    """The engine knows the phases that say nothing by their identity."""
    match phase:
        case Playing():
            return PLAYING
        case Drew():
            return DREW
        case PickingColor():
            return PICKING_COLOR
        case _:
            return phase


def _accuse(state: State, offender: int, prior: Color | None) -> None:
    """The offender has not moved since, so the hand is the one that may have bluffed (R14)."""
    hand, now = state.hands[offender], state.color
    state.judged = tuple(hand)
    state.color = prior
    state.guilty = has_color_in_force(state, hand)
    state.color = now
