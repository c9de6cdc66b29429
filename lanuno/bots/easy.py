"""What a beginner likes: the first card that fits, whatever it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.bots.standin import most_held
from lanuno.uno.actions import Accept, Action, Challenge, Play

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from lanuno.uno.view import View

DOUBTS = 0.15
"""How often a beginner challenges, whoever it is."""


def best(view: View, plays: Sequence[Play], chance: Random) -> Play:
    """The first card of the hand that fits, be it a bluff; a wild gets the color most held."""
    fits = {play.card for play in plays}
    card = next(card for card in view.hand if card in fits)
    ways = [play for play in plays if play.card is card]
    color = most_held(view.hand)
    return next((play for play in ways if play.color is color), None) or chance.choice(ways)


def answer(chance: Random) -> Action:
    """To a wild draw four."""
    return Challenge() if chance.random() < DOUBTS else Accept()
