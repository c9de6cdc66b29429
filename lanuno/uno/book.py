"""
The rulebook: which cards match, and what a card does when it lands.

A house rule is a function that takes a book and gives an amended one, wrapping the
parts of it that it changes; so house rules combine. `rulebook` puts the book for some
`Rules` together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from lanuno.uno.actions import Play
from lanuno.uno.cards import Card, Color, Face
from lanuno.uno.events import ChallengeOpened, DirectionTurned, Why
from lanuno.uno.state import PICKING_COLOR, State
from lanuno.uno.view import Challengeable

if TYPE_CHECKING:
    from lanuno.uno.rules import Rules

Effect = Callable[[State, int], None]
"""What a card does once a seat has laid it; it begins the next turn or asks for a decision."""


class Rulebook(Struct, frozen=True):
    """What the rules say where cards are concerned."""

    follows: Callable[[State], Mapping[Card, tuple[Play, ...]]]
    """The cards that may follow the top card (R8), each with the ways to play it (R9)."""
    first: Mapping[Face, Effect]
    """What the first card of a round does; the seat is the dealer's (R3 to R6)."""
    lands: Mapping[Face, Effect]
    """What a card does that is not its player's last (P3)."""
    closes: Mapping[Face, Effect]
    """What a last card still does before the round is scored (R26); most faces nothing."""


@lru_cache(maxsize=64)
def rulebook(rules: Rules) -> Rulebook:
    """The book for *rules*. The house rules (R33 to R36, R38) have their place here."""
    return Rulebook(
        follows=_follows,
        first=_PLAIN
        | {
            Face.SKIP: _skip,
            Face.REVERSE: _reverse if rules.first_reverse == "right" else _reverse_to_dealer,
            Face.DRAW_TWO: _attack(2, Why.DRAW_TWO),
            Face.WILD: _ask_color,
        },
        lands=_PLAIN
        | {
            Face.SKIP: _skip,
            Face.REVERSE: _reverse,
            Face.DRAW_TWO: _attack(2, Why.DRAW_TWO),
            Face.WILD_DRAW_FOUR: _offer_challenge if rules.bluffing else _attack(4, Why.DRAW_FOUR),
        },
        closes={
            Face.DRAW_TWO: _last_attack(2, Why.DRAW_TWO),
            Face.WILD_DRAW_FOUR: _last_attack(4, Why.DRAW_FOUR),
        },
    )


def _follows(state: State) -> Mapping[Card, tuple[Play, ...]]:
    """By color in force, number or symbol; a wild always (R8)."""
    return _FOLLOWS[state.color, state.discard[-1].face]


def has_color_in_force(state: State, hand: Iterable[Card]) -> bool:
    """Whether a wild draw four laid beside *hand* would be illegal (R14)."""
    return any(card.color is state.color for card in hand if card.color)


def _next_turn(state: State, seat: int) -> None:
    state.begin_turn(state.seat_after(seat))


def _skip(state: State, seat: int) -> None:
    state.skip(state.seat_after(seat))


def _reverse(state: State, seat: int) -> None:
    state.direction = -state.direction
    state.emit(DirectionTurned(state.direction))
    after = state.seat_after(seat)
    if state.active == 2:  # noqa: PLR2004 - between two players it is a skip (R12)
        state.skip(after)
    else:
        state.begin_turn(after)


def _reverse_to_dealer(state: State, dealer: int) -> None:
    state.direction = -state.direction
    state.emit(DirectionTurned(state.direction))
    state.begin_turn(dealer)


def _ask_color(state: State, dealer: int) -> None:
    state.begin_turn(state.seat_after(dealer))
    state.phase = PICKING_COLOR


def _offer_challenge(state: State, seat: int) -> None:
    state.turn = state.seat_after(seat)
    state.drawn = None
    state.phase = Challengeable(seat, state.turn)
    state.emit(ChallengeOpened(seat, state.turn))


def _attack(count: int, why: Why) -> Effect:
    def land(state: State, seat: int) -> None:
        victim = state.seat_after(seat)
        state.draw(victim, count, why)
        state.skip(victim)

    return land


def _last_attack(count: int, why: Why) -> Effect:
    def close(state: State, seat: int) -> None:
        state.draw(state.seat_after(seat), count, why)

    return close


_PLAYS = {
    card: (Play(card),) if card.color else tuple(Play(card, color) for color in Color)
    for card in Card
}

_FOLLOWS = {
    (color, face): {
        card: plays
        for card, plays in _PLAYS.items()
        if card.color is None or card.color is color or card.face is face
    }
    for color in (None, *Color)
    for face in Face
}

_PLAIN: dict[Face, Effect] = dict.fromkeys(Face, _next_turn)
"""A number, and a wild once its color is chosen: the next player's turn."""
