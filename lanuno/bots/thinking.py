"""
How a strong player thinks ahead: in many games that may be behind the view, what comes of each.

It begins with the plays that it likes without thinking, and is talked out of the favorite
only by what is more than luck of the few games that it had time for.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from msgspec.structs import replace

from lanuno.bots.imagine import imagine
from lanuno.bots.judge import Judge
from lanuno.bots.playout import play_out
from lanuno.bots.reading import are_partners
from lanuno.uno.actions import Accept, Action, Challenge, Draw, Pass, PickColor, Play

if TYPE_CHECKING:
    from collections.abc import Callable

    from lanuno.bots.memory import Memory
    from lanuno.uno.game import Game
    from lanuno.uno.view import View

CANDIDATES = 4
"""Actions that are thought through, the best by first judgment."""

GAP = 0.01
"""By how much a play may be expected to be better than the favorite, in rounds won."""


def think(
    view: View, memory: Memory, favorite: Action, chance: Random, goes_on: Callable[[int], bool]
) -> Action:
    """
    What to do on one's turn in *view*; *favorite* when thinking finds nothing better.

    *goes_on* is asked before each imagined game, with how many there were.
    """
    candidates = _candidates(view, memory, favorite)
    if len(candidates) == 1:
        return favorite
    sums = [Sum() for _ in candidates]
    games = 0
    while goes_on(games):
        games += 1
        game, luck = imagine(view, memory, chance), chance.getrandbits(32)
        results = [_try(game, view, action, luck) for action in candidates]
        for each, result in zip(sums, results, strict=True):
            each.add(result - results[0])
    gains = [0.0, *(each.value(GAP) for each in sums[1:])]
    return candidates[gains.index(max(gains))]


class Sum:
    """How much better something went than the favorite, over games; mutable, as it adds up."""

    def __init__(self) -> None:
        self.count = 0
        self.total = self.squares = 0.0

    def add(self, gain: float) -> None:
        self.count += 1
        self.total += gain
        self.squares += gain * gain

    def value(self, gap: float) -> float:
        """
        What is to be believed of it, when before it was expected to be worse.

        By about half of *gap*, give or take *gap*: Bayes, with normal distributions.
        """
        if not self.count:
            return -gap / 2
        mean = self.total / self.count
        # Nothing is certain after a few games that all went alike.
        spread = (self.squares + 1) / (self.count + 1) - mean * mean
        noise = spread / self.count
        return (mean * gap * gap - noise * gap / 2) / (gap * gap + noise)


def _candidates(view: View, memory: Memory, favorite: Action) -> list[Action]:
    """What is worth a thought, the *favorite* first."""
    if isinstance(favorite, Challenge):
        # What a wild draw four says about the hand behind it is the business of `doubt`.
        return [favorite]
    judge = Judge(view, memory)
    plays = [each for each in view.legal if isinstance(each, Play)]
    others: list[Action] = [*sorted(plays, key=judge.worth, reverse=True)]
    others += [each for each in view.legal if isinstance(each, (Pass, PickColor))]
    if not plays or isinstance(favorite, Accept) or _is_wild(favorite):
        others += [each for each in view.legal if isinstance(each, (Draw, Accept))]
    return [favorite, *(each for each in others if each != favorite)][:CANDIDATES]


def _is_wild(action: Action) -> bool:
    return isinstance(action, Play) and action.card.color is None


def _try(game: Game, view: View, action: Action, luck: int) -> float:
    """Whether the viewer wins the round of *game* that goes on with *action*: 1, or 0."""
    seat = view.turn
    tried = game.copy()
    tried.apply(seat, replace(action, uno=True) if isinstance(action, Play) else action)
    winner = play_out(tried, Random(luck))
    return float(winner is not None and are_partners(view, seat, winner))
