"""Whole evenings in virtual time, on a network where everything goes wrong (issue 3, part 6)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections import Counter
from itertools import count
from pathlib import Path
from unittest.mock import patch

import pytest
from platformdirs import user_state_path

from lanuno.net import client
from lanuno.net.client import GaveUp, Restored, join
from lanuno.net.codec import frame
from lanuno.net.hosting import Hosting, open_table
from lanuno.net.keeper import Keeper
from lanuno.net.messages import Alive, Closed, End, Stage, TableInfo, Update, Welcome
from lanuno.net.table import Table
from lanuno.net.text import PlayerName, TableName
from lanuno.uno import Rules

from .net.evening import ID
from .net.lines import Guest, scripted
from .simulation import evening
from .simulation.evening import Evening, play, spend
from .simulation.faults import KINDS
from .simulation.shrink import shrink
from .simulation.strangers import MANNERS

SEED = 20_000
GAMES = 200

INFO = TableInfo(ID, TableName("Kitchen"), Stage.LOBBY, 0, 0, 10, Rules())
WELCOME = Welcome(ID, TableName("Kitchen"))

ROOT = Path(__file__).parent.parent


def test_every_evening_comes_to_its_end_whatever_goes_wrong():
    counts: Counter[str] = Counter()
    for seed in count(SEED):
        if counts["games"] >= GAMES:
            break
        outcome = play(seed)
        assert outcome.error is None, (
            f"scripts/simulate.py --seed {seed} --games 1 shows how: {outcome.error!r}"
        )
        counts += outcome.counts

    never = [what for what in HAVE_TO_OCCUR if not counts[what]]
    assert not never, f"did not occur in {GAMES} games: {never}"


HAVE_TO_OCCUR = [
    *("drops", "delays", "partitions", "silent deaths", "programs killed", "sleeping loops"),
    *("slow readers", "spectators that never read", "hostile seats", "hostile strangers"),
    *("second programs", "players who left", "crashes of the host", "tables resumed"),
    # And what they are there to bring about:
    *("Lost", "Restored", "Weak", "Closed replaced", "Closed in_game", "Refused stale"),
    *("Refused already_seated", "Refused not_leader", "actions refused", "codes mistyped"),
    *("connections that nobody answered", "pieces held up", "steps of sleeping loops put off"),
    *("cut off, as they did not read", "strangers thrown out", "stand-ins"),
    *("sessions ended: bad_message", "strangers told Refused"),
    *(f"stranger {manner}" for manner in MANNERS),
]
"""Faults that were planned are not enough: each has to have had its effect."""


def test_the_same_seed_gives_the_same_evening():
    for seed in range(SEED, SEED + 8):
        first, second = play(seed), play(seed)

        assert first.log == second.log
        assert first.counts == second.counts


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_it_does_so_in_another_process_too(hash_seed):
    ask = "from tests.simulation.evening import play; print(*(play(i).fingerprint for i in (3, 4)))"

    done = subprocess.run(
        [sys.executable, "-c", ask],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.split() == [play(3).fingerprint, play(4).fingerprint]


def test_a_fault_can_be_left_out_without_moving_the_others():
    evenings = (play(seed) for seed in range(SEED, SEED + 50))
    whole = next(each for each in evenings if len(each.faults) > 3)

    rest = play(whole.seed, skip=frozenset({whole.faults[1].number}))

    assert rest.faults[:3] == [whole.faults[0], *whole.faults[2:4]]


def test_a_guest_on_a_slow_link_gets_in():
    """The table says every second that it is there, and not in place of an answer."""
    slow = Evening(SEED, [])
    for guest in slow.players[1:]:
        guest.machine.delay = 0.6

    assert spend(slow).error is None


async def test_the_table_s_beat_is_no_answer_to_one_who_comes_in():
    said = frame(Alive()) + frame(WELCOME)
    async with scripted(frame(INFO), said) as where, join([where], PlayerName("Ana")) as session:
        assert session.welcome == WELCOME


async def test_a_session_is_not_over_because_coming_back_took_too_long(monkeypatch):
    """As when the host's program stood still meanwhile."""
    monkeypatch.setattr(client, "RETRY_SECONDS", (0.01, 0.02))
    answers = [INFO, WELCOME, Closed(End.TOO_SLOW), INFO, WELCOME]
    async with (
        scripted(*map(frame, answers), hangs_up=True) as where,
        join([where], PlayerName("Ana")) as session,
        Guest(session) as guest,
    ):
        assert await guest.hear((Restored, GaveUp, Closed)) == Restored()


async def test_a_table_whose_host_dies_at_once_keeps_its_rules_and_bots(tmp_path):
    rules = Rules(rounds=3)
    hosting = Hosting(table=TableName("Kitchen"), rules=rules, bots=2, port=0, discovery=False)
    async with open_table(hosting) as opened:
        file = tmp_path / opened.id
        shutil.copy(user_state_path("lanuno", appauthor=False) / "tables" / opened.id, file)

    story = Keeper().go_on(file)

    assert story.rules == rules
    assert len(story.chairs) == 2


def test_a_table_that_shows_a_hand_to_another_is_found_out():
    def tell_update(table, peer, events, _now):
        seat = table._audience.seat_of(peer) or 0
        view = table.game.look((seat + 1) % table.game.players)
        table._tell(peer, Update(view, events, None))

    with patch.object(Table, "_tell_update", tell_update):
        outcome = play(SEED, ())

    assert outcome.failure == "Wrong: a view shows another seat's secrets"


def test_a_failure_is_shrunk_to_the_faults_that_it_takes():
    """The end of a connection that has been replaced takes the seat from its owner."""

    def lose(table, peer, now):
        key = table._audience.keys.get(peer)
        table._audience.lose(peer)
        if occupant := key and table.chairs.of_key(key):
            occupant.lose(now)
        return table._audience.take()

    with patch.object(Table, "lose", lose), patch.object(evening, "BACK_SECONDS", 30.0):
        failures = (play(seed, ["doubles", "delays"]) for seed in range(SEED, SEED + 50))
        failed = next(each for each in failures if each.error and 3 < len(each.faults) < 8)
        smallest = shrink(failed, ["doubles", "delays"])

    assert smallest.failure == failed.failure
    assert {each.kind for each in smallest.faults} == {"doubles"}


def test_the_script_takes_every_kind_of_fault_and_no_other():
    script = [sys.executable, str(ROOT / "scripts" / "simulate.py"), "--games", "1"]

    done = subprocess.run(
        [*script, "--seed", "2", "--faults", ",".join(KINDS)],
        capture_output=True,
        text=True,
        check=False,
    )
    wrong = subprocess.run(
        [*script, "--faults", "gremlins"], capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert "1 evenings" in done.stdout
    assert wrong.returncode == 2
    assert "gremlins" in wrong.stderr
