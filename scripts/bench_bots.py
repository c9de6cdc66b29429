"""
Measure: how often the strengths of bots win rounds against each other, seats in rotation.

Official rules. Every deal is played once from every seat, so that luck evens out; chances are
drawn with intervals of 95 % (Wilson), as if all rounds were independent of each other. Hard
bots think for a fixed number of imagined games, so that what comes out is the same everywhere.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

sys.path.insert(0, str(Path(__file__).parents[1]))

from lanuno.bots import Memory, Strength, choose
from lanuno.bots.consider import consider
from lanuno.bots.thought import Question
from lanuno.uno.actions import Action, CallUno, Draw, Play
from lanuno.uno.cards import SEED_BYTES
from lanuno.uno.game import Game
from lanuno.uno.rules import Rules
from lanuno.uno.view import RoundOver, View

RULES = replace(Rules.preset("official"), target=1_000_000)
PROCESSES = 2
CHUNK = 25
"""Deals that a process is given at once."""

RANDOM = "random"
Kind = Strength | str
Player = Callable[[View, Memory, random.Random], Action | None]


class Comparison(NamedTuple):
    """One player of a kind among others of another."""

    hero: Kind
    others: Kind
    players: int


COMPARISONS = (
    Comparison(Strength.NORMAL, RANDOM, 4),
    Comparison(Strength.NORMAL, RANDOM, 2),
    Comparison(Strength.EASY, Strength.NORMAL, 4),
    Comparison(Strength.HARD, Strength.NORMAL, 4),
    Comparison(Strength.HARD, Strength.NORMAL, 2),
)


class Tally(NamedTuple):
    """What came of some deals."""

    rounds: int
    wins: int
    decisions: int
    seconds: float
    """That the hero took for them."""

    def plus(self, other: Tally) -> Tally:
        return Tally(
            self.rounds + other.rounds,
            self.wins + other.wins,
            self.decisions + other.decisions,
            self.seconds + other.seconds,
        )


def measure(rounds: int, games: int, only: str | None) -> None:
    """Print every comparison, over *rounds* each; hard bots imagine *games* for a decision."""
    with ProcessPoolExecutor(PROCESSES) as pool:
        for each in COMPARISONS:
            name = f"{each.hero} against {each.players - 1} {each.others}"
            if only and only not in name:
                continue
            deals = -(-rounds // each.players)
            play = partial(play_deals, each, games)
            total = Tally(0, 0, 0, 0.0)
            for tally in pool.map(play, range(0, deals, CHUNK)):
                total = total.plus(tally)
            low, high = wilson(total.wins, total.rounds)
            print(
                f"{name}: {total.wins / total.rounds:.1%} of {total.rounds} rounds"
                f" ({low:.1%} to {high:.1%}; parity {1 / each.players:.1%}),"
                f" {total.seconds / max(1, total.decisions) * 1000:.2f} ms a decision",
                flush=True,
            )


def wilson(wins: int, rounds: int) -> tuple[float, float]:
    """The interval in which the chance of winning lies with 95 %."""
    z = 1.96
    rate, part = wins / rounds, z * z / rounds
    middle = (rate + part / 2) / (1 + part)
    half = z * sqrt(rate * (1 - rate) / rounds + part / (4 * rounds)) / (1 + part)
    return middle - half, middle + half


def play_deals(comparison: Comparison, games: int, first: int) -> Tally:
    """`CHUNK` deals, each from every seat."""
    tally = Tally(0, 0, 0, 0.0)
    for deal in range(first, first + CHUNK):
        for seat in range(comparison.players):
            tally = tally.plus(play_round(comparison, games, deal, seat))
    return tally


def play_round(comparison: Comparison, games: int, deal: int, hero: int) -> Tally:
    game = Game.new(comparison.players, (deal + 1).to_bytes(SEED_BYTES, "big"), RULES)
    kinds = [comparison.hero if seat == hero else comparison.others for seat in range(game.players)]
    players = [player(kind, games) for kind in kinds]
    memories = [Memory(RULES) for _ in players]
    chance = random.Random(deal)  # noqa: S311 - bots have moods, and keep no secrets
    decisions, seconds = 0, 0.0
    events = game.events
    while not isinstance(game.phase, RoundOver):
        for seat, memory in enumerate(memories):
            memory.follow(game.look(seat), events)
        for seat in in_turn(game, chance):
            began = time.perf_counter()
            action = players[seat](game.look(seat), memories[seat], chance)
            if seat == hero and seat == game.turn:
                decisions += 1
                seconds += time.perf_counter() - began
            if action is not None:
                events = game.apply(seat, action)
                break
    return Tally(1, game.phase.result.winner == hero, decisions, seconds)


def in_turn(game: Game, chance: random.Random) -> list[int]:
    """Who is asked first: who owes a call, then all others in any order, then who is on turn."""
    asides = [seat for seat in range(game.players) if seat != game.turn and game.legal(seat)]
    chance.shuffle(asides)
    asides.sort(key=lambda seat: seat not in game.owing)
    return [*asides, game.turn]


def player(kind: Kind, games: int) -> Player:
    if not isinstance(kind, Strength):
        return play_anything
    strength = kind

    def play(view: View, memory: Memory, chance: random.Random) -> Action | None:
        thought = None
        if strength is Strength.HARD and games and view.seat == view.turn:
            question = Question(view, memory, chance.getrandbits(32), is_hint=False)
            thought = consider(question, lambda done: done < games).action
        return choose(view, chance, strength, memory, thought)

    return play


def play_anything(view: View, _: Memory, chance: random.Random) -> Action | None:
    """Any card that fits, else a draw; calls are never forgotten, and others never caught."""
    if view.seat != view.turn:
        return None
    plays = [action for action in view.legal if isinstance(action, Play)]
    if plays:
        return replace(chance.choice(plays), uno=CallUno() in view.legal)
    ways = [action for action in view.legal if not isinstance(action, (CallUno, Play))]
    return Draw() if Draw() in ways else chance.choice(ways)
