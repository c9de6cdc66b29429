"""A player's hand, kept so that what it holds is known without a look at every card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from lanuno.uno.cards import Card, tally

if TYPE_CHECKING:
    from collections.abc import Iterable


class Hand(list[Card]):
    """
    Cards in the order in which they came, and `tally`, which counts them by kind.

    Whoever adds a card adds its unit to the tally, and takes it away with the card.

    >>> hand = Hand([Card.R5, Card.W, Card.R5])
    >>> hand.tally == 2 * Card.R5.unit + Card.W.unit
    True
    """

    __slots__ = ("tally",)

    def __init__(self, some: Iterable[Card] = ()) -> None:
        self += some
        self.tally = tally(self)

    def copy(self) -> Self:
        return type(self)(self)
