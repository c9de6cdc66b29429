"""A journal through cuts, flipped bits, failing disks and kills: a valid start, nothing lost."""

from __future__ import annotations

import os
import random
import stat
import subprocess
import sys
import threading
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest

from lanuno.store.journal import (
    MAGIC,
    RECORD_BYTES_MAX,
    SKIPPED_MAX,
    JournalBroken,
    JournalBusy,
    NotAJournal,
    _record,
    create,
    open_journal,
)

from .shaky import QUICK, TROUBLES, Killed, Quick, Shaky

ROOT = Path(__file__).parents[2]
PAYLOADS = (b"open", b"a", bytes(9), b"a", b"\xff" * 20, MAGIC, b"last")
RECORDS = [_record(index, payload) for index, payload in enumerate(PAYLOADS)]
ENDS = [len(MAGIC) + sum(map(len, RECORDS[:n])) for n in range(len(RECORDS) + 1)]
WHOLE = MAGIC + b"".join(RECORDS)


def reopened(file, *more, system=QUICK):
    """What *file* holds and the name of the bad file, after which *more* is appended."""
    journal, payloads, bad = open_journal(file, system=system)
    for payload in more:
        journal.append(payload)
    journal.close()
    return payloads, bad


def beside(file):
    return {each.name for each in file.parent.iterdir()} - {file.name, f"{file.name}.lock"}


@pytest.fixture
def file(tmp_path):
    return tmp_path / "table"


# What it is for


def test_what_was_appended_is_there_again(file) -> None:
    journal = create(file.parent, file.name, PAYLOADS[:2])
    for payload in PAYLOADS[2:]:
        journal.append(payload)
    journal.sync()
    journal.close()

    assert file.read_bytes() == WHOLE
    assert reopened(file, b"more") == (PAYLOADS, None)
    assert reopened(file) == ((*PAYLOADS, b"more"), None)


def test_after_a_restart_there_is_nothing_older(file) -> None:
    journal = create(file.parent, file.name, PAYLOADS)

    journal.restart([b"scores"])
    journal.append(b"deal")
    journal.close()

    assert reopened(file) == ((b"scores", b"deal"), None)
    assert not beside(file)


def test_what_is_new_is_on_the_disk_before_it_takes_the_old_ones_place(file) -> None:
    system = Shaky(0, lambda _since, _name, args, do: do(*args))
    journal = create(file.parent, file.name, system=system)
    system.calls.clear()

    journal.restart(PAYLOADS)

    done = [name for name in system.calls if name not in {"open", "close"}]
    assert done == ["write", "sync", "replace", "sync_folder"]
    journal.close()


def test_appending_writes_once_and_waits_for_nothing(file) -> None:
    system = Shaky(0, lambda _since, _name, args, do: do(*args))
    journal = create(file.parent, file.name, system=system)
    system.calls.clear()

    journal.append(b"a" * 1000)

    assert system.calls == ["write"]
    journal.close()


def test_what_a_killed_host_left_is_on_the_disk_once_it_is_open(file) -> None:
    file.write_bytes(WHOLE)
    new = file.with_name("table.new")
    new.write_bytes(WHOLE[:-1])
    system = Shaky(0, lambda _since, _name, args, do: do(*args))

    assert reopened(file, system=system) == (PAYLOADS, None)

    assert {"sync", "sync_folder"} < {*system.calls}
    assert not new.exists()


def test_a_journal_that_is_removed_leaves_nothing(file) -> None:
    file.write_bytes(WHOLE.replace(RECORDS[2], b"?" * len(RECORDS[2])))
    journal, _, bad = open_journal(file, system=QUICK)
    assert bad

    journal.remove()

    assert not list(file.parent.iterdir())
    with pytest.raises(FileNotFoundError):
        open_journal(file)


def test_nobody_else_on_the_machine_can_read_it(tmp_path) -> None:
    mask = os.umask(0)
    try:
        file = tmp_path / "tables" / "1" / "table"
        create(file.parent, file.name, PAYLOADS).close()
        file.write_bytes(WHOLE.replace(RECORDS[2], b"?" * len(RECORDS[2])))
        reopened(file)
    finally:
        os.umask(mask)

    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in file.parent.iterdir()}
    assert modes == {"table": 0o600, "table.lock": 0o600, "table.bad": 0o600}
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


@pytest.mark.parametrize("size", [0, RECORD_BYTES_MAX + 1])
def test_a_payload_of_no_size_for_a_record_is_refused_and_nothing_happens(file, size) -> None:
    journal = create(file.parent, file.name, PAYLOADS, system=QUICK)

    for refused in (lambda: journal.append(bytes(size)), lambda: journal.restart([bytes(size)])):
        with pytest.raises(ValueError, match=f"a record of {size} bytes"):
            refused()

    journal.append(bytes(RECORD_BYTES_MAX))
    journal.close()
    assert reopened(file) == ((*PAYLOADS, bytes(RECORD_BYTES_MAX)), None)


def test_appending_goes_on_while_another_thread_waits_for_the_disk(file) -> None:
    begun, goes_on = threading.Event(), threading.Event()

    class Slow(Quick):
        def sync(self, handle):
            if threading.current_thread() is not threading.main_thread():
                begun.set()
                assert goes_on.wait(timeout=60)
            super().sync(handle)

    journal = create(file.parent, file.name, system=Slow())
    syncing = threading.Thread(target=journal.sync)
    syncing.start()
    assert begun.wait(timeout=60)

    journal.append(b"meanwhile")

    assert syncing.is_alive()
    goes_on.set()
    journal.close()
    syncing.join()
    assert not journal.is_broken
    assert reopened(file) == ((b"meanwhile",), None)


# Who may open it


def test_only_one_has_a_journal_open(file) -> None:
    journal = create(file.parent, file.name, system=QUICK)
    for _ in range(2):
        with pytest.raises(JournalBusy):
            open_journal(file)
        with pytest.raises(JournalBusy):
            create(file.parent, file.name)
        journal.restart(PAYLOADS)  # The file is another one now, and held like the first.

    journal.close()

    assert reopened(file) == (PAYLOADS, None)


def test_a_name_that_is_taken_stays_as_it_was(file) -> None:
    create(file.parent, file.name, PAYLOADS, system=QUICK).close()

    with pytest.raises(FileExistsError):
        create(file.parent, file.name)

    assert reopened(file) == (PAYLOADS, None)


def test_where_no_journal_is_none_is_made(tmp_path) -> None:
    for file in (tmp_path / "table", tmp_path / "nowhere" / "table"):
        with pytest.raises(FileNotFoundError):
            open_journal(file)

    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_written_is_an_error_of_the_system(tmp_path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(OSError, match="file"):
        create(tmp_path / "file" / "folder", "table")


# What damage does


def test_wherever_a_file_was_cut_off_it_is_what_came_before(file) -> None:
    for cut in range(len(WHOLE) + 1):
        file.write_bytes(WHOLE[:cut])
        kept = PAYLOADS[: sum(end <= cut for end in ENDS[1:])]

        assert reopened(file, b"next") == (kept, None)
        assert reopened(file) == ((*kept, b"next"), None)


def test_any_flipped_bit_ends_the_journal_there(file) -> None:
    """What followed is not lost without a word: the damaged file is kept."""
    for bit in range(ENDS[0] * 8, ENDS[-1] * 8):
        index = sum(end * 8 <= bit for end in ENDS[1:])
        flipped = bytearray(WHOLE)
        flipped[bit // 8] ^= 1 << bit % 8
        file.write_bytes(flipped)

        payloads, bad = reopened(file, b"next")

        assert payloads == PAYLOADS[:index]
        assert reopened(file) == ((*payloads, b"next"), None)
        is_last = index == len(RECORDS) - 1
        assert bad == (None if is_last else file.with_name("table.bad"))
        assert bad is None or bad.read_bytes() == flipped


def test_a_record_in_the_place_of_another_ends_the_journal(file) -> None:
    """Doubled, exchanged, or left from an older file."""
    for index, kept in enumerate(ENDS[:-1]):
        for other in {*RECORDS} - {RECORDS[index]}:
            file.write_bytes(WHOLE[:kept] + other)

            assert reopened(file)[0] == PAYLOADS[:index]


@pytest.mark.parametrize("lost", [1, 40, SKIPPED_MAX - 1])
def test_records_are_found_behind_any_gap(file, lost) -> None:
    records = [_record(index, b"%d" % index) for index in range(lost + 2)]
    gap = bytes(sum(map(len, records[1:-1])))
    file.write_bytes(MAGIC + records[0] + gap + records[-1])

    assert reopened(file) == ((b"0",), file.with_name("table.bad"))


@pytest.mark.parametrize("tail", [bytes(4096), random.Random(1).randbytes(1 << 16)])
def test_what_a_power_cut_leaves_at_the_end_is_no_damage(file, tail) -> None:
    file.write_bytes(WHOLE + tail)

    assert reopened(file) == (PAYLOADS, None)
    assert file.read_bytes() == WHOLE


@pytest.mark.parametrize("contents", [b"LANUNOJ2", b"L?", b"\0", b'[Lanuno "1"]\n' * 99])
def test_what_was_never_a_journal_is_not_touched(file, contents) -> None:
    file.write_bytes(contents)

    with pytest.raises(NotAJournal):
        open_journal(file)

    assert file.read_bytes() == contents


# What trouble does


class Told:
    """What a reader may find: `None` is no file."""

    def __init__(self, *found):
        self.may_find = [*found]

    def do(self, step, then):
        """Take *step*, after which a reader finds *then*; before that, the one or the other."""
        (before,) = self.may_find
        self.may_find = [before, then]
        done = step()
        self.may_find = [then]
        return done


def evening(file, system, told):
    """Two rounds; a tail is torn, and the host comes back. Gives how often trouble was told."""
    journal = told.do(lambda: create(file.parent, file.name, [b"a"], system=system), (b"a",))
    broken = 0
    for step, then in (
        (lambda: journal.append(b"b" * 30), (b"a", b"b" * 30)),
        (journal.sync, (b"a", b"b" * 30)),
        (lambda: journal.append(b"c"), (b"a", b"b" * 30, b"c")),
        (lambda: journal.restart([b"d", b"e" * 30]), (b"d", b"e" * 30)),
        (lambda: journal.append(b"f"), (b"d", b"e" * 30, b"f")),
        (journal.sync, (b"d", b"e" * 30, b"f")),
    ):
        if journal.is_broken:
            calls = len(system.calls)
            step()
            assert len(system.calls) == calls
            continue
        try:
            told.do(step, then)
        except JournalBroken:
            assert journal.is_broken
            broken += 1
    journal.close()
    if not broken:
        with file.open("ab") as torn:
            torn.write(RECORDS[3][:-1])
        come_back(file, system, told)
    return broken


def come_back(file, system, told):
    (before,) = told.may_find
    journal, payloads, _ = open_journal(file, system=system)
    assert payloads == before
    try:
        told.do(lambda: journal.append(b"g"), (*before, b"g"))
    finally:
        journal.close()


@pytest.mark.parametrize("trouble", TROUBLES)
def test_whatever_fails_what_was_acknowledged_is_there(tmp_path, trouble) -> None:
    for at in count():
        file = tmp_path / str(at) / "table"
        system, told = Shaky(at, TROUBLES[trouble]), Told(None)

        with suppress(OSError, Killed):
            assert evening(file, system, told) <= 1

        system.die()
        assert (reopened(file)[0] if file.exists() else None) in told.may_find
        if len(system.calls) <= at:
            break
    assert at > 30


@pytest.mark.parametrize("trouble", TROUBLES)
def test_whatever_fails_while_damage_is_mended_no_evidence_is_lost(tmp_path, trouble) -> None:
    damaged = WHOLE.replace(RECORDS[4], b"?" * len(RECORDS[4]))
    for at in count():
        file = tmp_path / str(at)
        file.write_bytes(damaged)
        system, told = Shaky(at, TROUBLES[trouble]), Told(PAYLOADS[:4])

        with suppress(OSError, Killed):
            come_back(file, system, told)

        system.die()
        assert reopened(file)[0] in told.may_find
        assert file.with_name(f"{at}.bad").read_bytes() == damaged
        if len(system.calls) <= at:
            break
    assert at > 10


@pytest.mark.parametrize("trouble", ["EIO", "ENOSPC", "EIO, though done", "short"])
def test_of_a_journal_that_could_not_be_made_no_record_is_left(tmp_path, trouble) -> None:
    for at in count():
        system = Shaky(at, TROUBLES[trouble])
        with suppress(OSError):
            create(tmp_path / "folder", "table", PAYLOADS, system=system).remove()

        system.die()
        if len(system.calls) <= at or system.calls[at] == "remove":
            break
        left = [*(tmp_path / "folder").glob("*")]
        assert all(each.name == "table.lock" and not each.stat().st_size for each in left)
    assert at > 10


CHILD = """
import sys
from pathlib import Path
from lanuno.store.journal import open_journal
journal, payloads, _ = open_journal(Path(sys.argv[1]))
now = int(payloads[-1])
while True:
    now += 1
    if now % 16:
        journal.append(b"%d" % now)
    else:
        journal.restart([b"%d" % now])
    print(now, flush=True)
"""


def test_a_writer_that_is_killed_loses_nothing_it_had_told(file) -> None:
    create(file.parent, file.name, [b"0"]).close()
    chance = random.Random(1)
    for _ in range(10):
        child = [sys.executable, "-c", CHILD, str(file)]
        with subprocess.Popen(child, cwd=ROOT, stdout=subprocess.PIPE) as writer:
            assert writer.stdout
            told = [writer.stdout.readline() for _ in range(chance.randint(1, 50))]
            with pytest.raises(JournalBusy):
                open_journal(file)
            writer.kill()
            told += writer.stdout.readlines()

        payloads, bad = reopened(file)

        found = [int(payload) for payload in payloads]
        assert found == list(range(found[0], found[-1] + 1))
        assert found[0] % 16 == 0
        assert found[-1] >= max(int(line) for line in told if line.endswith(b"\n"))
        assert bad is None
