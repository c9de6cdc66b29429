"""
The house rules, each a function that takes a rulebook and gives an amended one.

It wraps the parts of the book that it changes and keeps the rest, so house rules combine;
`rulebook` puts the book for some `Rules` together.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from lanuno.uno.actions import Action, Draw, Play
from lanuno.uno.book import Rulebook, offer_challenge, pending, plain_book
from lanuno.uno.cards import Card, Color, Face, fields
from lanuno.uno.events import HandsPassed, HandsSwapped, StackGrew
from lanuno.uno.legal import is_bluff
from lanuno.uno.view import Challengeable, Stacked

if TYPE_CHECKING:
    from lanuno.uno.rules import Rules
    from lanuno.uno.state import Events, State

    Actions = tuple[Action, ...]


@lru_cache(maxsize=64)
def rulebook(rules: Rules) -> Rulebook:
    """The book for *rules*, amended by every house rule that is on."""
    book = plain_book(rules)
    for amend in _AMENDMENTS:
        book = amend(book, rules)
    return book


def without_bluffs(book: Rulebook, rules: Rules) -> Rulebook:
    """An illegal wild draw four is refused (R15)."""
    if rules.bluffing:
        return book

    def bar(state: State, seat: int, some: Actions) -> Actions:
        hand = state.hands[seat]
        return tuple(
            each
            for each in some
            if not (isinstance(each, Play) and is_bluff(state, hand, each.card))
        )

    return replace(book, options=(*book.options, bar))


def must_play(book: Rulebook, rules: Rules) -> Rulebook:
    """Who can play may not draw (R10)."""
    if not rules.must_play:
        return book

    def bar(_state: State, _seat: int, some: Actions) -> Actions:
        # Holding only wilds never forbids drawing.
        can_play = any(isinstance(each, Play) and each.card.color for each in some)
        return tuple(each for each in some if not isinstance(each, Draw)) if can_play else some

    return replace(book, options=(*book.options, bar))


def stacking(book: Rulebook, rules: Rules) -> Rulebook:
    """A draw card is answered with another, or everything is taken (R33)."""
    if rules.stacking == "none":
        return book
    on_two = _TWOS | (_FOURS if rules.stacking == "any" else 0)
    on_four = 0 if rules.stacking == "two" else _FOURS
    lands = {**book.lands, Face.DRAW_TWO: _stack_two}
    if on_four:
        lands[Face.WILD_DRAW_FOUR] = _stack_four if rules.bluffing else _stack_fair_four

    def answers(state: State) -> int:
        if state.discard[-1].face is Face.DRAW_TWO:
            return on_two
        return on_four | (_TWO_OF[state.color] if rules.stacking == "any" else 0)

    return replace(book, lands=lands, answers=answers)


def jump_in(book: Rulebook, rules: Rules) -> Rulebook:
    """A card exactly like the top one may be played out of turn (R34)."""
    return replace(book, jumps=True) if rules.jump_in else book


def seven_zero(book: Rulebook, rules: Rules) -> Rulebook:
    """A seven swaps hands with a player who is named, a zero passes all hands on (R35)."""
    if not rules.seven_zero:
        return book

    def name_others(state: State, seat: int, some: Actions) -> Actions:
        # A last card goes nowhere.
        if len(state.hands[seat]) == 1:
            return some
        others = [each for each in range(len(state.hands)) if each not in {seat, *state.gone}]
        return tuple(
            way
            for each in some
            for way in (
                [Play(each.card, swap=other) for other in others]
                if isinstance(each, Play) and each.card.face is Face.SEVEN
                else [each]
            )
        )

    lands = {**book.lands, Face.SEVEN: _swap_hands, Face.ZERO: _pass_hands}
    return replace(book, options=(*book.options, name_others), lands=lands)


def draw_until_playable(book: Rulebook, rules: Rules) -> Rulebook:
    """Drawing goes on until a card can be played, or nothing is left (R36)."""
    return replace(book, draws_on=True) if rules.draw_until_playable else book


def teams(book: Rulebook, rules: Rules) -> Rulebook:
    """Partners sit opposite, and win and score together (R38)."""
    return replace(book, partners=_opposite) if rules.teams else book


def _opposite(seats: int) -> tuple[int, ...]:
    return tuple((seat + seats // 2) % seats for seat in range(seats))


def _stack_two(state: State, seat: int, _: Play | None) -> Events:
    return _stack(state, seat, 2, wild=_has_wild(state))


def _stack_four(state: State, seat: int, _: Play | None) -> Events:
    if _has_wild(state):
        return _stack(state, seat, 4, wild=True)
    return offer_challenge(state, seat, pending(state) + 4)


def _stack_fair_four(state: State, seat: int, _: Play | None) -> Events:
    return _stack(state, seat, 4, wild=True)


def _stack(state: State, seat: int, count: int, *, wild: bool) -> Events:
    count += pending(state)
    state.turn = state.after[seat]
    state.phase = Stacked(count, wild)
    return (StackGrew(state.turn, count),)


def _has_wild(state: State) -> bool:
    """Whether a wild draw four is among what is pending."""
    phase = state.phase
    return isinstance(phase, Challengeable) or (isinstance(phase, Stacked) and phase.wild)


def _swap_hands(state: State, seat: int, play: Play | None) -> Events:
    assert play is not None, "a seven that nobody played"
    assert play.swap is not None, "a seven that names nobody"
    hands, other, before = state.hands, play.swap, list(map(len, state.hands))
    hands[seat], hands[other] = hands[other], hands[seat]
    _look_at_counts(state, before)
    return (HandsSwapped(seat, other), state.begin_turn(state.after[seat]))


def _pass_hands(state: State, seat: int, _: Play | None) -> Events:
    hands, before = state.hands.copy(), list(map(len, state.hands))
    for giver, hand in enumerate(hands):
        if giver not in state.gone:
            state.hands[state.after[giver]] = hand
    _look_at_counts(state, before)
    return (HandsPassed(state.direction), state.begin_turn(state.after[seat]))


def _look_at_counts(state: State, before: list[int]) -> None:
    """Who has come down to one card owes a call; a call for another number is void (R20, R21)."""
    for seat, (hand, count) in enumerate(zip(state.hands, before, strict=True)):
        if len(hand) != 1:
            state.called.discard(seat)
            state.owing.discard(seat)
        elif count != 1:
            state.owing.add(seat)


_TWOS = fields(card for card in Card if card.face is Face.DRAW_TWO)
_FOURS = Card.W_PLUS.field
_TWO_OF = {
    color: fields(card for card in Card if card.face is Face.DRAW_TWO and card.color is color)
    for color in (None, *Color)
}

_AMENDMENTS = without_bluffs, must_play, stacking, jump_in, seven_zero, draw_until_playable, teams
