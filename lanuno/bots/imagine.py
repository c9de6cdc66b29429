"""Games as they may be behind a view: hidden cards that fit everything that was seen."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from lanuno.uno.cards import DECK, SEED_BYTES, Card
from lanuno.uno.imagined import imagined

if TYPE_CHECKING:
    from random import Random

    from lanuno.bots.memory import Memory, Trace
    from lanuno.uno.game import Game
    from lanuno.uno.view import View

TRIES = 12
"""Cards that are tried for a place in a hand before any is taken."""

DOUBT = 0.08
"""How often a card is dealt that a hand has shown not to hold; people overlook things."""


def imagine(view: View, memory: Memory, chance: Random) -> Game:
    """One game that *view* may be of; the better a card fits what was shown, the likelier it is."""
    discard = _discard(view, memory)
    rest = _rest(view, discard)
    chance.shuffle(rest)
    hands: list[list[Card]] = [[] for _ in view.counts]
    if view.seat is not None:
        hands[view.seat] = list(view.hand)
    others = [seat for seat in range(len(hands)) if seat != view.seat]
    chance.shuffle(others)
    known = {seat: _known(memory.trace(seat), view.counts[seat], rest) for seat in others}
    for seat in others:
        hands[seat] = _deal(known[seat], view.counts[seat], memory.trace(seat), rest, chance)
    missing = view.discard - len(discard)
    buried, pile = rest[:missing], rest[missing : missing + view.pile]
    return imagined(
        view,
        memory.rules,
        hands,
        pile,
        [*buried, *discard],
        prior=memory.prior,
        seed=chance.randbytes(SEED_BYTES),
    )


def _discard(view: View, memory: Memory) -> list[Card]:
    """What is known of the discard pile, the top card last."""
    seen = memory.discarded[-view.discard :]
    return seen if seen and seen[-1] is view.top else [view.top]


def _rest(view: View, discard: list[Card]) -> list[Card]:
    """Every card of which it is not known where it is."""
    rest = Counter(DECK)
    rest.subtract(view.hand)
    rest.subtract(discard)
    return list(rest.elements())


def _known(trace: Trace, count: int, rest: list[Card]) -> list[Card]:
    """The cards of *rest* that a hand of *count* is known to hold; they are taken from it."""
    known: list[Card] = []
    for card in trace.known[:count]:
        if card in rest:
            rest.remove(card)
            known.append(card)
    return known


def _deal(
    known: list[Card], count: int, trace: Trace, rest: list[Card], chance: Random
) -> list[Card]:
    """A hand of *count* cards that fits its *trace*; what is added is taken from *rest*."""
    hand = known
    for newer in range(count - len(known) - 1, -1, -1):
        at = len(rest) - 1
        for _ in range(TRIES):
            if trace.may_hold(rest[at], newer) or chance.random() < DOUBT:
                break
            at = int(chance.random() * len(rest))
        rest[at], rest[-1] = rest[-1], rest[at]
        hand.append(rest.pop())
    return hand
