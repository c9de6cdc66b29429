"""
Measure: `bench.py engine` plays random rounds beside RLCard's Uno, in one process,
Measure: `bench.py engine` plays random rounds beside RLCard's Uno, in one process,
`bench.py net` lets ten people play over TLS beside a bare echo, `bench.py watchers` lets 200
look on beside a table without any, `bench.py tables` opens more and more tables in one process,
`bench.py tui` shows the screens in a terminal beside an empty app, and `bench.py bots` lets the
strengths of bots play against each other.

RLCard comes with the dependency group `bench` (`pip install --group bench`).
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import sys
import time
from functools import partial
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

sys.path.insert(0, str(Path(__file__).parents[1]))

from lanuno.uno import Draw, Game, NextRound, Play, Rules  # the checkout that this script stands in

PLAYERS = 4
SLICE_ROUNDS = 40
SECONDS_A_SLICE = 0.3
SLICES = 15
ACTIONS = 1000
ROUNDS, GAMES = 4000, 20

DOCUMENT, PARTY = Rules(), Rules.preset("party")
"""Nobody jumps in here: only who is on turn is asked."""

_BITS = random.Random(1).getrandbits  # noqa: S311 - a seeded policy


class Slice(NamedTuple):
    """What was played in a stretch of CPU time."""

    rounds: int
    moves: int
    seconds: float

    @property
    def rounds_per_second(self) -> float:
        return self.rounds / self.seconds

    @property
    def moves_per_second(self) -> float:
        return self.moves / self.seconds


def play_ours(number: int, rules: Rules = DOCUMENT) -> int:
    """One round by *rules* from a seed of its own; how many moves it took."""
    game = Game.new(PLAYERS, number.to_bytes(32, "big"), rules)
    while legal := game.legal(seat := game.turn):
        action = legal[_BITS(24) % len(legal)]
        if type(action) is not Play:
            # Plays come first: a play if there is any, else a draw, else whatever is to be decided.
            first = legal[0]
            if type(first) is Play:
                while type(action) is not Play:
                    action = legal[_BITS(24) % len(legal)]
            elif type(first) is Draw:
                action = first
            elif type(first) is NextRound:
                break
        game.apply(seat, action)
    return game.version


def rlcard_player() -> Callable[[int], int]:
    """What plays one of RLCard's rounds; a sentence and exit code 1 without RLCard."""
    try:
        # RLCard has no types, and is here for this benchmark alone.
        numpy: Any = import_module("numpy")
        game_type: Any = import_module("rlcard.games.uno").Game
    except ImportError:
        sys.exit("RLCard is not here. Install it with: pip install --group bench")

    def play_theirs(number: int) -> int:
        game = game_type(num_players=PLAYERS)
        game.np_random = numpy.random.RandomState(number)
        game.init_game()
        moves = 0
        while not game.is_over():
            # They give no draw while a card can be played.
            legal = game.get_legal_actions()
            game.step(legal[_BITS(24) % len(legal)])
            moves += 1
        return moves

    return play_theirs


def play_for(play: Callable[[int], int], seconds: float, first: int) -> Slice:
    """Whole rounds until *seconds* of CPU time have gone, numbered from *first* on."""
    rounds = moves = 0
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        moves += sum(play(first + rounds + i) for i in range(SLICE_ROUNDS))
        rounds += SLICE_ROUNDS
    return Slice(rounds, moves, spent)


def engine(slices: int, seconds: float) -> None:
    """Alternate slices of ours and theirs, and print the medians and the paired ratios."""
    sides = play_ours, rlcard_player(), partial(play_ours, rules=PARTY)
    for play in sides:
        play_for(play, seconds, 0)
    pairs = [
        tuple(play_for(play, seconds, i * 100_000) for play in sides) for i in range(1, slices + 1)
    ]
    print(f"Python {sys.version.split()[0]}, RLCard {version('rlcard')}, numpy {version('numpy')}")
    for side, name in enumerate(("lanuno", "RLCard", "lanuno, party rules")):
        rounds = statistics.median(pair[side].rounds_per_second for pair in pairs)
        moves = statistics.median(pair[side].moves_per_second for pair in pairs)
        print(f"{name}: {rounds:,.0f} rounds and {moves:,.0f} moves per CPU-second")
    for what in ("rounds", "moves"):
        ratios = sorted(
            getattr(ours, f"{what}_per_second") / getattr(theirs, f"{what}_per_second")
            for ours, theirs, _ in pairs
        )
        print(
            f"{what}, lanuno / RLCard, {slices} pairs:"
            f" median {statistics.median(ratios):.2f}, {ratios[0]:.2f} to {ratios[-1]:.2f}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["engine", "net", "watchers", "tables", "tui", "bots"])
    parser.add_argument("--slices", type=int, default=SLICES, help="pairs of slices")
    parser.add_argument("--seconds", type=float, default=SECONDS_A_SLICE, help="CPU time a slice")
    parser.add_argument("--actions", type=int, default=ACTIONS, help="actions of the net")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="rounds of each pair of bots")
    parser.add_argument("--games", type=int, default=GAMES, help="that hard bots imagine")
    parser.add_argument("--only", help="pairs of bots with this in their name")
    words = parser.parse_args()
    if words.what == "net":
        # RLCard's environment need not have what the network takes.
        asyncio.run(import_module("bench_net").measure(words.actions))
    elif words.what == "tables":
        asyncio.run(import_module("bench_tables").measure())
    elif words.what == "watchers":
        asyncio.run(import_module("bench_watchers").measure())
    elif words.what == "tui":
        # Pseudo-terminals are not on every system.
        import_module("bench_tui").measure()
    elif words.what == "bots":
        import_module("bench_bots").measure(words.rounds, words.games, words.only)
    else:
        engine(words.slices, words.seconds)


if __name__ == "__main__":
    main()
