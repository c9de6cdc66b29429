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

from msgspec.structs import replace
from platformdirs import user_state_path

from lanuno.net import client, table
from lanuno.net.client import GaveUp, Restored, join
from lanuno.net.codec import frame
from lanuno.net.hosting import Hosting, open_table
from lanuno.net.keeper import Keeper
from lanuno.net.messages import Alive, Closed, End, Stage, TableInfo, Update, Welcome
from lanuno.net.table import Table
from lanuno.net.text import PlayerName, TableName
from lanuno.store.journal import Journal
from lanuno.uno import Rules
from lanuno.uno.cards import DECK

from .net.evening import ID
from .net.lines import Guest, scripted
from .simulation import evening
from .simulation.evening import Evening, Outcome, play, spend
from .simulation.faults import KINDS, Fault
from .simulation.loop import Stuck
from .simulation.shrink import shrink
from .simulation.strangers import MANNERS

SEED = 20_000
GAMES = 300

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
    *("journals torn", "second resumes refused", "sessions ended: closed"),
    *("faults in stage lobby", "faults in stage playing", "turned away, and looked on"),
    # And what they are there to bring about:
    *("Lost", "Restored", "Weak", "Closed replaced", "Closed in_game", "Refused stale", "Advice"),
    *("Refused already_seated", "Refused not_leader", "actions refused", "codes mistyped"),
    *("connections that nobody answered", "pieces held up", "steps of sleeping loops put off"),
    *("cut off, as they did not read", "strangers thrown out", "stand-ins"),
    *("sessions ended: bad_message", "strangers told Refused"),
    *("waited for a round", "newcomers dealt in", "looked on, and wanted to play"),
    *(f"stranger {manner}" for manner in MANNERS),
]
"""Faults that were planned are not enough: each has to have had its effect."""


def test_the_same_seed_gives_the_same_evening():
    for seed in range(SEED, SEED + 8):
        first, second = play(seed), play(seed)

        assert first.log == second.log
        assert first.counts == second.counts


def test_it_does_so_in_every_process():
    """Whatever strings hash to, wherever things are in memory, whatever was played before."""
    script = (
        "import sys; from tests.simulation.evening import play;"
        "print(sorted((seed, play(seed).fingerprint) for seed in map(int, sys.argv[1:])))"
    )

    # Side by side: they have to run the same code, and somebody may be at work on it.
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", script, *seeds],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        for hash_seed, seeds in [("1", ["3", "4", "5", "6"]), ("2", ["6", "5", "4", "3"])]
    ]
    one, other = [process.communicate()[0] for process in processes]

    assert [process.returncode for process in processes] == [0, 0]
    assert one == other
    assert "(6, " in one


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


def test_a_table_that_shows_a_card_to_another_is_found_out():
    def update(view, events, seconds_left):
        return Update(replace(view, hand=(*view.hand, DECK[0])), events, seconds_left)

    with patch.object(table, "Update", update):
        outcome = play(SEED, ())

    assert outcome.failure == "Wrong: a view shows another seat's secrets"


def test_a_failure_is_shrunk_to_the_faults_that_it_takes():
    """The end of a connection that has been replaced takes the seat from its owner."""

    def lose(self, peer, now):
        key = self._audience.keys.get(peer)
        self._audience.lose(peer)
        if occupant := key and self.chairs.of_key(key):
            occupant.lose(now)
        return self._audience.take()

    with patch.object(Table, "lose", lose), patch.object(evening, "BACK_SECONDS", 30.0):
        failures = (play(seed, ["doubles", "delays"]) for seed in range(SEED, SEED + 50))
        failed = next(each for each in failures if each.error and 3 < len(each.faults) < 8)
        smallest = shrink(failed, ["doubles", "delays"])

    assert smallest.failure == failed.failure
    assert {each.kind for each in smallest.faults} == {"doubles"}


def test_a_host_that_forgets_what_was_done_is_found_out():
    """Nothing that was acknowledged may be missing after a resume."""
    plain = Journal.append

    def append(journal, payload):
        if b"did" not in payload:
            plain(journal, payload)

    with patch.object(Journal, "append", append):
        failures = (play(seed, ["crashes"]) for seed in range(SEED, SEED + 20))
        failed = next(each for each in failures if each.error)

    assert failed.failure == "Wrong: something was lost with the program"


def test_of_all_faults_those_are_left_that_a_failure_takes(monkeypatch):
    fails = failing(lambda left: "it breaks" if {2, 9} <= left else None)
    monkeypatch.setattr("tests.simulation.shrink.play", fails)

    smallest = shrink(fails(SEED, KINDS), KINDS)

    assert {each.number for each in smallest.faults} == {2, 9}


def test_a_failure_that_takes_no_fault_keeps_none(monkeypatch):
    fails = failing(lambda _: "it breaks")
    monkeypatch.setattr("tests.simulation.shrink.play", fails)

    assert shrink(fails(SEED, KINDS), KINDS).faults == []


def test_another_failure_is_not_taken_for_the_first_one(monkeypatch):
    fails = failing(lambda left: "it breaks" if {2, 9} <= left else "it hangs")
    monkeypatch.setattr("tests.simulation.shrink.play", fails)

    smallest = shrink(fails(SEED, KINDS), KINDS)

    assert smallest.failure == "Stuck: it breaks"
    assert {each.number for each in smallest.faults} == {2, 9}


def test_shrinking_ends_in_time_with_the_least_that_was_found(monkeypatch):
    fails = failing(lambda left: "it breaks" if {2, 9} <= left else None)
    monkeypatch.setattr("tests.simulation.shrink.play", fails)

    smallest = shrink(fails(SEED, KINDS), KINDS, runs_max=7)

    assert smallest.failure == "Stuck: it breaks"
    assert 2 < len(smallest.faults) < 12


def failing(why):
    """In place of `play`: twelve faults, and how it fails with the numbers of those left."""

    def played(seed, _, skip=frozenset()):
        faults = [Fault(i, float(i), "drops", 0) for i in range(12) if i not in skip]
        reason = why({each.number for each in faults})
        error = Stuck(f"{reason}: {len(faults)} faults") if reason else None
        return Outcome(seed, faults, skip, error, "", Counter(), 1.0, 0.0, [])

    return played


def test_processes_that_share_the_evenings_find_the_same():
    script = [sys.executable, str(ROOT / "scripts" / "simulate.py"), "--games", "10"]

    alone, shared = (
        subprocess.run(
            [*script, "--jobs", jobs], capture_output=True, text=True, check=True
        ).stdout.splitlines()
        for jobs in ("1", "2")
    )

    assert alone[1:] == shared[1:]


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
