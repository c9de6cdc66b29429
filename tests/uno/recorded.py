"""Games to write down, and a deed to put into what was written."""

from __future__ import annotations

import random

from lanuno.uno import Game, GameOver, Rules

from . import careless

SHORT = Rules(target=120)


def some_game(
    *, players: int, number: int, rules: Rules = SHORT, deeds: int = 3000, leaving: float = 0.0
) -> Game:
    """The game of careless people that *number* stands for, to its end or for so many *deeds*."""
    game, chance = careless.begin(number, players, rules), random.Random(number)
    for _ in range(deeds):
        if isinstance(game.phase, GameOver):
            break
        careless.act(game, chance, leaving=leaving)
    return game


def add_deed(text: str, deed: str) -> str:
    """The record *text* with *deed* after all others."""
    return text.replace("\n\nSeed", f"\n{deed}\n\nSeed")
