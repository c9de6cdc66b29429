"""Where the cards of a hand lie: as far apart as fits, and scrolled when nothing fits."""

from __future__ import annotations

from msgspec import Struct

STEP_MIN = 3
"""What must be seen of a card that another lies on: its rim and two cells."""
END = 3
"""Cells kept at each end for telling how many cards lie beyond it."""


class Spread(Struct, frozen=True):
    """Cards *first* and following, by the cells of their left edges."""

    card_width: int
    first: int = 0
    places: tuple[int, ...] = ()
    beyond: int = 0
    """How many cards lie beyond the right end; *first* is the number beyond the left."""

    def shows(self, *cards: int) -> bool:
        """Whether every one of *cards* is drawn."""
        return all(self.first <= i < self.first + len(self.places) for i in cards)

    def seen(self, i: int) -> tuple[int, int]:
        """From which cell up to which card *i* is seen."""
        shown = i - self.first
        left = self.places[shown]
        right = left + self.card_width
        following = self.places[shown + 1 : shown + 2]
        return left, min(right, *following) if following else right

    def card_at(self, x: int) -> int | None:
        """The card that is seen in cell *x*."""
        for i in range(self.first, self.first + len(self.places)):
            left, right = self.seen(i)
            if left <= x < right:
                return i
        return None


def spread(count: int, selected: int, *, width: int, card_width: int, first: int = 0) -> Spread:
    """
    *count* cards in *width* cells, with the *selected* one whole.

    A hand that is too wide shows a part that holds the selected card and moves no
    further than it must from *first*.

    >>> spread(3, 0, width=30, card_width=7).places
    (3, 11, 19)
    >>> spread(3, 0, width=17, card_width=7).places
    (0, 7, 10)
    """
    for step in range(card_width + 1, STEP_MIN - 1, -1):
        if _extent(count, step, card_width) <= width:
            left = (width - _extent(count, step, card_width)) // 2
            return Spread(card_width, 0, _places(range(count), selected, left, step, card_width))
    fitting = 1
    while _extent(fitting + 1, STEP_MIN, card_width) <= width - 2 * END:
        fitting += 1
    first = max(selected - fitting + 1, min(first, selected))
    first = max(0, min(first, count - fitting))
    shown = range(first, first + fitting)
    left = (width - _extent(fitting, STEP_MIN, card_width)) // 2
    places = _places(shown, selected, left, STEP_MIN, card_width)
    return Spread(card_width, first, places, count - first - fitting)


def _extent(count: int, step: int, card_width: int) -> int:
    if count == 0:
        return 0
    # The selected card is whole, so the one after it is moved aside.
    aside = max(0, card_width - step) if count > 1 else 0
    return (count - 1) * step + card_width + aside


def _places(shown: range, selected: int, left: int, step: int, card_width: int) -> tuple[int, ...]:
    aside = max(0, card_width - step)
    return tuple(left + (i - shown.start) * step + (aside if i > selected else 0) for i in shown)
