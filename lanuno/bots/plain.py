"""
What a sensible player likes: sound rules of thumb, one after the other.

It follows the color before the number, keeps its wild cards until nothing else fits, and
lays action cards on a neighbor who is about to go out. It never bluffs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.bots.reading import ATTACKS, after, giver_of, hits_partner, is_bluff, is_close
from lanuno.uno.cards import Face

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from lanuno.uno.actions import Play
    from lanuno.uno.rules import Rules
    from lanuno.uno.view import View


def best(view: View, plays: Sequence[Play], chance: Random, rules: Rules) -> Play:
    """The best of *plays*; of equal ones, any."""
    return max(plays, key=lambda play: (*_worth(view, play, rules), chance.random()))


def keeps(view: View) -> bool:
    """Whether the card that was drawn is better kept: a wild, until there is need for it."""
    card = view.drawn
    is_needed = card is not None and not is_bluff(view, card) and _is_neighbor_close(view)
    return card is not None and card.color is None and not is_needed


def _worth(view: View, play: Play, rules: Rules) -> tuple[float, ...]:
    """How good *play* is: the first figure counts, the next decides between equals."""
    card = play.card
    is_honest = not is_bluff(view, card)
    attacks = card.face in ATTACKS
    hits = attacks and _is_neighbor_close(view) and is_honest
    spares = not (attacks and hits_partner(view))
    held = sum(other.color is (card.color or play.color) for other in view.hand)
    return (
        is_honest,
        spares,
        hits,
        _fewer_cards(view, play, rules),
        -_DEAR.get(card.face, 0),
        card.color is view.color,
        held,
        card.points,
    )


def _is_neighbor_close(view: View) -> bool:
    """Whether the player whose turn would come next is about to go out."""
    return is_close(view, after(view, view.turn))


def _fewer_cards(view: View, play: Play, rules: Rules) -> int:
    """By how many cards the hand shrinks that *play* swaps or passes on; 0 where none moves."""
    giver = giver_of(view, play, rules)
    return 0 if giver is None else len(view.hand) - 1 - view.counts[giver]


_DEAR = {Face.WILD: 1, Face.WILD_DRAW_FOUR: 2}
"""What is kept for need, the dearest last."""
