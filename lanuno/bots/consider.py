"""What a strong player does on its turn, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.bots.play import decide
from lanuno.bots.strength import Strength
from lanuno.bots.thinking import think
from lanuno.bots.thought import Thought

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from lanuno.bots.memory import Memory
    from lanuno.uno.view import View


def consider(view: View, memory: Memory, chance: Random, goes_on: Callable[[int], bool]) -> Thought:
    """
    The best that the player on turn can do.

    *goes_on* is asked before each imagined game, with how many there were.
    """
    favorite = decide(view, chance, Strength.HARD, memory)
    return Thought(think(view, memory, favorite, chance, goes_on))
