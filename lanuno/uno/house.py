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
from lanuno.uno.book import Rulebook, plain_book
from lanuno.uno.legal import is_bluff

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lanuno.uno.rules import Rules
    from lanuno.uno.state import State

    Actions = tuple[Action, ...]
    Amendment = Callable[[Rulebook], Rulebook]


@lru_cache(maxsize=64)
def rulebook(rules: Rules) -> Rulebook:
    """The book for *rules*, amended by every house rule that is on."""
    book = plain_book(rules)
    for amend in _amendments(rules):
        book = amend(book)
    return book


def _amendments(rules: Rules) -> Iterator[Amendment]:
    if not rules.bluffing:
        yield without_bluffs
    if rules.must_play:
        yield must_play


def without_bluffs(book: Rulebook) -> Rulebook:
    """An illegal wild draw four is refused (R15)."""

    def bar(state: State, seat: int, some: Actions) -> Actions:
        hand = state.hands[seat]
        return tuple(
            each
            for each in some
            if not (isinstance(each, Play) and is_bluff(state, hand, each.card))
        )

    return replace(book, options=(*book.options, bar))


def must_play(book: Rulebook) -> Rulebook:
    """Who can play may not draw (R10)."""

    def bar(_state: State, _seat: int, some: Actions) -> Actions:
        # Holding only wilds never forbids drawing.
        can_play = any(isinstance(each, Play) and each.card.color for each in some)
        return tuple(each for each in some if not isinstance(each, Draw)) if can_play else some

    return replace(book, options=(*book.options, bar))
