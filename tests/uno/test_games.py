"""Thousands of whole games, played at random by careless people."""

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace

from lanuno.uno import Event, Rules
from lanuno.uno.events import (
    End,
    HandsPassed,
    HandsSwapped,
    JumpedIn,
    PlayerJoined,
    PlayRefused,
    StackGrew,
)
from lanuno.uno.rules import PRESETS

from . import careless
from .careless import begin, deeds

GAMES = 5000
OF_HOUSES = {StackGrew, JumpedIn, HandsSwapped, HandsPassed}


@pytest.mark.parametrize("preset", PRESETS)
def test_five_thousand_games_come_to_their_end(preset):
    """R2, R25, R28, R31: 2 to 10 players, every tenth game to 500 points, the others one round."""
    told, ended = set(), set()
    for seed in range(GAMES):
        rules = replace(Rules.preset(preset), rounds=None if seed % 10 == 0 else 1)
        game = begin(seed, 2 + seed % 9, rules)
        try:
            told |= play(game, random.Random(seed), careful=seed % 10 < 2)
        except Exception as error:
            raise AssertionError(f"seed {seed}, {game.players} players, {preset}") from error
        ended.add(game.phase.why)

    # Who joins late is in test_joining.
    never = {PlayerJoined} if preset == "party" else {PlayerJoined, *OF_HOUSES}
    never = never | {PlayRefused} if preset == "official" else never
    assert told == set(get_args(Event)) - never
    assert ended == {End.TARGET, End.ROUNDS, End.WALKOVER}


def play(game, chance, *, careful):
    """The types of all that happened until the end."""
    told = set(map(type, game.events))
    for _ in deeds(game, chance):
        told.update(map(type, game.events))
        if careful:
            game.check()
    phase = game.phase
    here = [seat for seat in range(game.players) if seat not in game.gone]
    best = max(game.scores[seat] for seat in here)
    assert all(game.scores[seat] == best for seat in phase.winners)
    assert phase.ranking[: len(phase.winners)] == phase.winners
    assert sorted(phase.ranking) == list(range(game.players))
    assert set(phase.ranking[len(here) :]) == game.gone
    assert phase.why is not End.TARGET or best >= game.rules.target
    assert phase.why is not End.ROUNDS or game.round == game.rules.rounds
    assert phase.why is not End.WALKOVER or len(here) == 1
    return told


def test_a_game_is_the_same_in_every_process():
    """Whatever order that process gives to sets and hashes."""
    root = Path(careless.__file__).parents[2]

    transcripts = {
        subprocess.run(
            [sys.executable, careless.__file__],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(root)},
            capture_output=True,
            check=True,
            timeout=300,
        ).stdout
        for seed in ("0", "1", "4000000000")
    }

    assert len(transcripts) == 1
    assert len(transcripts.pop().split()) == 2
