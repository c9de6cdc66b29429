"""What a strong player does, and why."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from lanuno.bots import plain
from lanuno.bots.motives import explained
from lanuno.bots.play import decide
from lanuno.bots.strength import Strength
from lanuno.bots.thinking import think
from lanuno.uno.actions import CallUno, Catch, Play

if TYPE_CHECKING:
    from collections.abc import Callable

    from lanuno.bots.thought import Question, Thought
    from lanuno.uno.actions import Action


def consider(question: Question, goes_on: Callable[[int], bool]) -> Thought:
    """
    The best that one can do; ValueError when there is nothing to do at all.

    *goes_on* is asked before each imagined game, with how many there were.
    """
    view, memory, chance = question.view, question.memory, Random(question.luck)
    action = _at_once(question, chance)
    if action is None:
        favorite = decide(view, chance, Strength.HARD, memory)
        action = think(view, memory, favorite, chance, goes_on)
    return explained(view, memory, action)


def _at_once(question: Question, chance: Random) -> Action | None:
    """What a player should not wait with, whoever is on turn; a bot does that by itself."""
    view = question.view
    if question.is_hint:
        for each in view.legal:
            if isinstance(each, Catch) or (isinstance(each, CallUno) and len(view.hand) == 1):
                return each
        if view.seat != view.turn:
            jumps = [each for each in view.legal if isinstance(each, Play)]
            if not jumps:
                raise ValueError("nothing to do")
            return plain.best(view, jumps, chance, question.memory.rules)
    return None
