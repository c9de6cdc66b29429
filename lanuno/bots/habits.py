"""What makes bots human: how long they take, what they overlook, and how often."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from lanuno.bots.strength import Strength
from lanuno.uno.actions import CallUno

if TYPE_CHECKING:
    from random import Random

    from lanuno.uno.view import View


class Habits(Struct, frozen=True):
    """How often a bot does what nobody can be forced to; each from 0 to 1."""

    forgets: float
    """To call Uno with the card that leaves one."""
    recalls: float
    """That it has forgotten, when it looks again."""
    attention: float
    """Sees that somebody else has not called, or that it could jump in."""


HABITS = {
    Strength.EASY: Habits(forgets=0.4, recalls=0.3, attention=0.25),
    Strength.NORMAL: Habits(forgets=0.1, recalls=0.5, attention=0.7),
    Strength.HARD: Habits(forgets=0.02, recalls=0.9, attention=0.95),
}

TURN_SECONDS = 0.7, 1.6
CATCH_SECONDS = 1.2, 3.5
"""So slow that a person can be first: to catch, or to call after all."""

CALL_SECONDS = 0.5, 1.2


def delay(view: View, chance: Random) -> float:
    """Seconds that the bot in *view* takes before it does what it will then `choose`."""
    if forgot_to_call(view):
        return chance.uniform(*CALL_SECONDS)
    # People need a moment too, to see who forgot to call, before the next turn ends it (R21).
    return chance.uniform(*(CATCH_SECONDS if view.owing else TURN_SECONDS))


def forgot_to_call(view: View) -> bool:
    """One card, no call; or the bot sits in for somebody who forgot."""
    return len(view.hand) == 1 and CallUno() in view.legal
