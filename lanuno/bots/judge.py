"""
What an experienced player likes: how good a play is, as a sum of what speaks for and against it.

The weights were found by playing against the plain bot, a hundred thousand rounds a step, under
the official rules with two, three and four players; where a house rule is on they are a
starting point, from which `thinking` looks ahead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.bots.reading import ATTACKS, after, are_partners, giver_of, hits_partner, is_bluff
from lanuno.uno.cards import Card, Color, Face

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lanuno.bots.memory import Memory
    from lanuno.uno.actions import Play
    from lanuno.uno.view import View


class Judge:
    """How good the plays of *view* are, with what *memory* holds of the others."""

    def __init__(self, view: View, memory: Memory) -> None:
        self._view = view
        self._memory = memory
        mine = view.turn if view.seat is None else view.seat
        self._me = mine
        self._next = after(view, mine)

    def best(self, plays: Sequence[Play]) -> Play:
        return max(plays, key=self.worth)

    def worth(self, play: Play) -> float:
        """How good *play* is; only the difference to another has a meaning."""
        left = list(self._view.hand)
        left.remove(play.card)
        if not left:
            return _OUT
        color = play.card.color or play.color
        return (
            self._price(play.card, left)
            + _shape(left, play.card, color)
            + self._pain(play.card)
            - self._threat(self.after(play.card.face), color)
            + self._gain(play, left)
        )

    def _price(self, card: Card, left: list[Card]) -> float:
        """What speaks against laying *card* now: it may be needed later."""
        price = _PRICE.get(card.face, _NUMBER * card.points / 9)
        if is_bluff(self._view, card):
            price += _BLUFF
        if len(left) < _FEW:
            price += _LATE.get(card.face, 0)
        return price

    def after(self, face: Face) -> int:
        """Whose turn comes after *face*."""
        view = self._view
        if face is Face.REVERSE and self._active > 2:  # noqa: PLR2004 - R12
            return after(view, self._me, -view.direction)
        if face is Face.REVERSE or face in ATTACKS:
            return after(view, self._next)
        return self._next

    @property
    def _active(self) -> int:
        return len(self._view.counts) - len(self._view.gone)

    def _threat(self, seat: int, color: Color | None) -> float:
        """What it costs that *seat* plays next, on *color*."""
        if are_partners(self._view, self._me, seat):
            return _OURS
        count = self._view.counts[seat]
        lacks = self.lacks(seat, color) if color else 0
        threat = _THREAT[min(count, len(_THREAT) - 1)] * (1 - _LACKS * lacks)
        wanted = color is not None and self._memory.trace(seat).wanted is color
        return threat + _WANTED * wanted

    def lacks(self, seat: int, color: Color) -> float:
        """How surely *seat* still lacks *color*, from 0 for no sign of it to 1."""
        count = self._view.counts[seat]
        newer = self._memory.trace(seat).lacked.get(color, count)
        return _MISSES**newer if newer < count else 0

    def _pain(self, card: Card) -> float:
        """What the cards are worth that the next player has to draw."""
        if hits_partner(self._view):
            return -_BETRAYAL * (card.face in ATTACKS)
        count = self._view.counts[self._next]
        return _PAIN.get(card.face, 0) * _THREAT[min(count, len(_THREAT) - 1)]

    def _gain(self, play: Play, left: list[Card]) -> float:
        """What it is worth that hands are swapped or passed on (R35)."""
        giver = giver_of(self._view, play, self._memory.rules)
        if giver is None:
            return 0
        return _CARD * (len(left) - self._view.counts[giver])


def keeps(view: View, play: Play) -> bool:
    """Whether the card that was drawn is better kept than laid by *play*: only a bluff is."""
    return is_bluff(view, play.card)


def best(view: View, plays: Sequence[Play], memory: Memory) -> Play:
    return Judge(view, memory).best(plays)


def _shape(left: list[Card], laid: Card, color: Color | None) -> float:
    """How well the cards that are *left* can be played on, once *laid* lies in *color*."""
    held = sum(card.color is color for card in left)
    colors = {card.color for card in left if card.color}
    alike = sum(card.face is laid.face for card in left if card.color)
    shape = _SHARE * held / len(left) - _COLORS * len(colors) + _ALIKE * alike
    return shape if held else shape - _STRANDED


_OUT = 1000.0
"""To go out is best."""

_PRICE = {
    Face.WILD: -8.7,
    Face.WILD_DRAW_FOUR: -9.9,
    Face.SKIP: -0.5,
    Face.REVERSE: -1.0,
    Face.DRAW_TWO: -0.5,
}
_NUMBER = -0.5
"""A nine, beside a zero."""
_BLUFF = -8.8
_FEW = 3
_LATE = {Face.WILD: 0.5, Face.WILD_DRAW_FOUR: 0.7}
"""What a wild is cheaper by, when fewer than that are left."""

_SHARE = 5.0
"""That all cards that are left have the color."""
_STRANDED = 2.4
"""That none of them has."""
_COLORS = 2.4
"""Each color among them."""
_ALIKE = 0.0
"""Each that would follow the card by its face."""

_THREAT = 0.0, 3.9, 2.7, 2.6, 1.8
"""That somebody plays next who has so many cards, or more."""
_MISSES = 0.75
_LACKS = 2.1
"""Of a threat, what goes with the color that the hand has shown to lack."""
_WANTED = 0.7
"""What is added for the color that the player chose."""
_OURS = -2.6
"""The threat of oneself, and of a partner."""
_PAIN = {Face.DRAW_TWO: 0.7, Face.WILD_DRAW_FOUR: -0.4}
"""Of a threat, what the cards are worth that its player draws."""

_BETRAYAL = 5.0
"""To attack a partner."""

_CARD = 3.0
"""Each card fewer by a swap of hands."""
