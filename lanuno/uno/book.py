"""
The rulebook: which cards match, and what a card does when it lands.

`plain_book` has the rules without house rules; `house` amends it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from lanuno.uno.cards import Card, Color, Face, fields
from lanuno.uno.events import ChallengeOpened, Why
from lanuno.uno.state import PICKING_COLOR, State
from lanuno.uno.view import Challengeable, Stacked

if TYPE_CHECKING:
    from lanuno.uno.actions import Action, Play
    from lanuno.uno.hand import Hand
    from lanuno.uno.rules import Rules
    from lanuno.uno.state import Events

Effect = Callable[[State, int, "Play | None"], "Events"]
"""
What a card does once a seat has laid it; it begins the next turn or asks for a decision.

The play is None for the first card of a round, which nobody played. A face without an
effect, a number or a wild, just begins the next player's turn.
"""

Option = Callable[[State, int, "tuple[Action, ...]"], "tuple[Action, ...]"]
"""What is left of all that a seat might do with its cards, and in which ways."""


class Rulebook(Struct, frozen=True):
    """What the rules say where cards are concerned."""

    follows: Mapping[Color | None, Mapping[Card, tuple[int, int, int, int]]]
    """
    What may follow (R8), by the color in force and the card on top, as masks for a tally.

    The lower cards of that color, its higher cards, and all others: taken apart they make
    few different tallies, so `legal` has met almost every one before. The last is for all
    of them together.
    """
    options: tuple[Option, ...]
    """What becomes of a list of plays before anybody sees it, one after the other (R10, R15)."""
    answers: Callable[[State], int] | None
    """What may be added to the draw cards that are pending, as a mask for a tally (R33)."""
    jumps: bool
    """Whether a card exactly like the top one may be played out of turn (R34)."""
    draws_on: bool
    """Whether drawing goes on until a card can be played (R36)."""
    partners: Callable[[int], tuple[int, ...]]
    """By the number of seats, for each its partner; empty when everybody plays alone (R38)."""
    first: Mapping[Face, Effect]
    """What the first card of a round does; the seat is the dealer's (R3 to R6)."""
    lands: Mapping[Face, Effect]
    """What a card does that is not its player's last (P3)."""
    closes: Mapping[Face, Effect]
    """What a last card still does before the round is scored (R26)."""


def plain_book(rules: Rules) -> Rulebook:
    """The book for *rules* where no house rule has amended it."""
    return Rulebook(
        follows=_FOLLOWS,
        options=(),
        answers=None,
        jumps=False,
        draws_on=False,
        partners=_alone,
        first={
            Face.SKIP: _skip,
            Face.REVERSE: _reverse if rules.first_reverse == "right" else _reverse_to_dealer,
            Face.DRAW_TWO: _attack(2, Why.DRAW_TWO),
            Face.WILD: _ask_color,
        },
        lands={
            Face.SKIP: _skip,
            Face.REVERSE: _reverse,
            Face.DRAW_TWO: _attack(2, Why.DRAW_TWO),
            Face.WILD_DRAW_FOUR: _draw_four if rules.bluffing else _attack(4, Why.DRAW_FOUR),
        },
        closes={
            Face.DRAW_TWO: _last_attack(2, Why.DRAW_TWO),
            Face.WILD_DRAW_FOUR: _last_attack(4, Why.DRAW_FOUR),
        },
    )


def has_color_in_force(state: State, hand: Hand) -> bool:
    """Whether a wild draw four laid beside *hand* would be illegal (R14)."""
    return hand.tally & _COLORED[state.color] > 0


def pending(state: State) -> int:
    """The cards that wait to be taken."""
    return state.phase.count if isinstance(state.phase, (Challengeable, Stacked)) else 0


def offer_challenge(state: State, seat: int, count: int) -> Events:
    """The next player accepts *count* cards, or doubts the wild draw four (R16)."""
    state.turn = state.after[seat]
    state.phase = Challengeable(seat, state.turn, count)
    return (ChallengeOpened(seat, state.turn, count),)


def _alone(_: int) -> tuple[int, ...]:
    return ()


def _skip(state: State, seat: int, _: Play | None = None) -> Events:
    return state.skip(state.after[seat])


def _reverse(state: State, seat: int, _: Play | None) -> Events:
    turned = state.turn_around()
    if state.active == 2:  # noqa: PLR2004 - between two players it is a skip (R12)
        return (turned, *_skip(state, seat))
    return (turned, state.begin_turn(state.after[seat]))


def _reverse_to_dealer(state: State, dealer: int, _: Play | None) -> Events:
    return (state.turn_around(), state.begin_turn(dealer))


def _ask_color(state: State, dealer: int, _: Play | None) -> Events:
    began = state.begin_turn(state.after[dealer])
    state.phase = PICKING_COLOR
    return (began,)


def _draw_four(state: State, seat: int, _: Play | None) -> Events:
    return offer_challenge(state, seat, 4)


def _attack(count: int, why: Why) -> Effect:
    def land(state: State, seat: int, _: Play | None) -> Events:
        victim = state.after[seat]
        return state.draw(victim, count, why) + state.skip(victim)

    return land


def _last_attack(count: int, why: Why) -> Effect:
    def close(state: State, seat: int, _: Play | None) -> Events:
        return state.draw(state.after[seat], count + pending(state), why)

    return close


_COLORED = {
    color: fields(card for card in Card if color and card.color is color)
    for color in (None, *Color)
}
"""The cards of a color, as a mask; none when no color is in force."""

_LOW = fields(card for card in Card if card.points < 7)  # noqa: PLR2004 - about half of a color


def _parts(color: Color | None, top: Card) -> tuple[int, int, int, int]:
    colored = _COLORED[color]
    same = fields(card for card in Card if card.color is None or card.face is top.face)
    return colored & _LOW, colored & ~_LOW, same & ~colored, colored | same


_FOLLOWS = {color: {top: _parts(color, top) for top in Card} for color in (None, *Color)}
