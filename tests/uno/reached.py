"""Points that random games have reached, for the property tests."""

from __future__ import annotations

import random

from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from lanuno.uno import Game, GameOver, Rules

from .careless import act, begin
from .lab import COMBINATIONS, HOUSES, seats


class Setup(Struct, frozen=True):
    """What a game, and the point that it has reached, is made from; the same every time."""

    seed: int
    players: int
    rules: Rules
    attempts: int


RULES = st.builds(
    replace,
    st.sampled_from([*COMBINATIONS, *3 * HOUSES]),
    hand_size=st.integers(1, 9),
    uno_penalty=st.integers(1, 10),
    target=st.integers(1, 500),
    rounds=st.none() | st.integers(1, 3),
)


def _seated(setup: Setup) -> Setup:
    return replace(setup, players=seats(setup.rules, setup.players))


SETUPS = st.builds(
    Setup,
    seed=st.integers(0, 2**32),
    players=st.integers(2, 10),
    rules=RULES,
    attempts=st.integers(0, 200),
).map(_seated)


def reach(setup: Setup) -> Game:
    """The game at the point that *setup* stands for."""
    game, chance = begin(setup.seed, setup.players, setup.rules), random.Random(setup.seed)
    for _ in range(setup.attempts):
        if isinstance(game.phase, GameOver):
            break
        act(game, chance, leaving=0.005)
    return game
