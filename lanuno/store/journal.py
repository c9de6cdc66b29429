"""
A file of records that only grows, and that no crash can spoil.

It begins with ``LANUNOJ1``. After that come the records: the length of the payload
(4 bytes, big-endian), a CRC-32 (4 bytes, big-endian), the payload. The CRC covers the
record's index (4 bytes, big-endian) and the payload, so a record that stands twice, or in
another's place, is not taken for one.

Beside the file NAME stand NAME.lock, held while a journal is open; NAME.new, the next file
until it is complete; and NAME.bad, what NAME was when records were lost in its middle.
"""

from __future__ import annotations

import errno
import os
import struct
import threading
import zlib
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, NamedTuple

from lanuno.store.system import SYSTEM, System

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable
    from pathlib import Path

MAGIC = b"LANUNOJ1"

RECORD_BYTES_MAX = 256 * 1024
"""The largest payload."""

SKIPPED_MAX = 256
"""How many records may be lost in a row and the next one still be known for a record."""


class JournalBusy(OSError):
    """Somebody has this journal open already."""


class JournalBroken(OSError):
    """Nothing more can be written down. What had been is still there, and is left alone."""


class NotAJournal(ValueError):
    """That file has never been a journal. It has not been touched."""


def create(
    folder: Path, name: str, payloads: Iterable[bytes] = (), *, system: System = SYSTEM
) -> Journal:
    """
    A journal in the new file *name* that holds *payloads*, safe on the disk already.

    The folder is made when there is none. FileExistsError, JournalBusy or another OSError
    when that cannot be done; no record of it is left then.
    """
    system.make_folder(folder)
    file = folder / name
    with ExitStack() as undo:
        journal = Journal(file, _lock(file, system), system)
        undo.callback(journal.close)
        if system.exists(file):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(file))
        undo.callback(journal.remove)
        journal.restart(payloads)
        system.sync_folder(folder.parent)
        undo.pop_all()
    return journal


def open_journal(file: Path, *, system: System = SYSTEM) -> Opened:
    """
    The journal in *file* and what it holds, ready for more.

    FileNotFoundError when there is none, JournalBusy when somebody has it open, NotAJournal
    when it is something else, OSError when it cannot be read or mended.
    """
    if not system.exists(file):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(file))
    with ExitStack() as undo:
        journal = Journal(file, _lock(file, system), system)
        undo.callback(journal.close)
        payloads, bad = journal.recover()
        undo.pop_all()
    return Opened(journal, payloads, bad)


def peek(file: Path, *, system: System = SYSTEM) -> Peeked:
    """
    What the journal in *file* holds; nothing is mended or touched.

    NotAJournal when it is something else, OSError when it cannot be read.
    """
    payloads, _ = _read(system.read(file))
    try:
        system.close(_lock(file, system))
    except JournalBusy:
        return Peeked(payloads, is_open=True)
    return Peeked(payloads, is_open=False)


class Peeked(NamedTuple):
    """A journal from outside."""

    payloads: tuple[bytes, ...]
    is_open: bool
    """Whether a program has it open."""


class Opened(NamedTuple):
    """A journal that was there before."""

    journal: Journal
    payloads: tuple[bytes, ...]
    """Every record up to the first that is missing or damaged."""
    bad: Path | None
    """A copy of the damaged file, when records followed that were lost with the damaged one."""


class Journal:
    """
    A journal that is open for writing; mutable, as a file is.

    `sync` may run in another thread than the rest, `append` beside it; `restart`, `close`
    and `remove` wait until it is done. At the first trouble with the disk, whichever of
    `append`, `sync` and `restart` met it raises JournalBroken; after that they do nothing.
    """

    def __init__(self, file: Path, lock: int, system: System) -> None:
        """Not to be called: `create` and `open_journal` give journals."""
        self.file = file
        self.is_broken = False
        self._system = system
        self._lock: int | None = lock
        self._handle: int | None = None
        self._count = 0
        self._syncing = threading.Lock()

    def append(self, payload: bytes) -> None:
        """Write *payload* down: it outlives this process at once, a power cut after `sync`."""
        if self.is_broken:
            return
        assert self._handle is not None, "closed"
        record = _record(self._count, payload)
        with self._breaking():
            _write(self._handle, record, self._system)
        self._count += 1

    def sync(self) -> None:
        """Come back when all that was appended before is on the disk: milliseconds, or seconds."""
        with self._syncing:
            if self._handle is not None and not self.is_broken:
                with self._breaking():
                    self._system.sync(self._handle)

    def restart(self, payloads: Iterable[bytes]) -> None:
        """
        Let the journal hold *payloads* and nothing else, on the disk.

        Whatever interrupts that, the file holds either all it held before or all of these.
        """
        assert self._lock is not None, "closed"
        records = [_record(index, payload) for index, payload in enumerate(payloads)]
        new = _beside(self.file, ".new")
        with self._syncing:
            if self.is_broken:
                return
            with self._breaking():
                self._shut()  # Windows replaces no file that is open.
                _fill(new, MAGIC + b"".join(records), self._system)
                self._system.replace(new, self.file)
                self._system.sync_folder(self.file.parent)
                self._handle = self._system.open(self.file)
            self._count = len(records)

    def close(self) -> None:
        """Let others open the journal; one that is closed stays closed."""
        with self._syncing:
            self._shut()
            self._unlock()

    def remove(self) -> None:
        """Close the journal and delete it, with all that stands beside it."""
        assert self._lock is not None, "closed"
        with self._syncing:
            self._shut()
            try:
                for each in (self.file, *(_beside(self.file, end) for end in (".new", ".bad"))):
                    self._system.remove(each)
            finally:
                self._unlock()
        # Who gets hold of the lock just now finds no journal.
        self._system.remove(_beside(self.file, ".lock"))

    def recover(self) -> tuple[tuple[bytes, ...], Path | None]:
        """What `open_journal` gives beside the journal; nobody else calls this."""
        contents = self._system.read(self.file)
        payloads, end = _read(contents)
        bad = None
        if _is_record_after(contents, end, len(payloads)):
            bad = _beside(self.file, ".bad")
            _fill(bad, contents, self._system)
        self._system.remove(_beside(self.file, ".new"))
        self._handle = self._system.open(self.file)
        if end < len(contents):
            self._system.truncate(self._handle, end)
        if not end:
            _write(self._handle, MAGIC, self._system)
        # What a killed process wrote is in the file, and may not be on the disk.
        self._system.sync(self._handle)
        self._system.sync_folder(self.file.parent)
        self._count = len(payloads)
        return payloads, bad

    @contextmanager
    def _breaking(self) -> Generator[None]:
        # A disk that failed once may say afterwards that all is well, and be wrong: what it
        # could not write it may have forgotten. So there is no second try.
        try:
            yield
        except OSError as error:
            self.is_broken = True
            raise JournalBroken(error.errno, error.strerror, str(self.file)) from error

    def _shut(self) -> None:
        handle, self._handle = self._handle, None
        if handle is not None:
            with suppress(OSError):  # Nothing that was promised depends on it.
                self._system.close(handle)

    def _unlock(self) -> None:
        lock, self._lock = self._lock, None
        if lock is not None:
            with suppress(OSError):
                self._system.close(lock)


def _lock(file: Path, system: System) -> int:
    handle = system.open(_beside(file, ".lock"))
    with ExitStack() as undo:
        undo.callback(system.close, handle)
        if not system.lock(handle):
            raise JournalBusy(errno.EAGAIN, os.strerror(errno.EAGAIN), str(file))
        undo.pop_all()
    return handle


def _fill(file: Path, contents: bytes, system: System) -> None:
    """Let *file* hold *contents* and nothing else, on the disk."""
    handle = system.open(file, empty=True)
    try:
        _write(handle, contents, system)
        system.sync(handle)
    finally:
        system.close(handle)


def _write(handle: int, contents: bytes, system: System) -> None:
    written = system.write(handle, contents)
    if written < len(contents):
        # The system stops in the middle only when there is no more room.
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _record(index: int, payload: bytes) -> bytes:
    if not 0 < len(payload) <= RECORD_BYTES_MAX:
        raise ValueError(f"a record of {len(payload)} bytes")
    return _HEAD.pack(len(payload), _crc(index, payload)) + payload


def _read(contents: bytes) -> tuple[tuple[bytes, ...], int]:
    """The payloads up to the first fault, and where that is; NotAJournal when all is one."""
    if not contents.startswith(MAGIC):
        if MAGIC.startswith(contents):
            return (), 0
        raise NotAJournal(f"not a journal: {contents[: len(MAGIC)]!r}")
    payloads: list[bytes] = []
    end = len(MAGIC)
    while payload := _payload(contents, end, range(len(payloads), len(payloads) + 1)):
        payloads.append(payload)
        end += _HEAD.size + len(payload)
    return tuple(payloads), end


def _is_record_after(contents: bytes, fault: int, index: int) -> bool:
    """Whether a record stands anywhere behind the *fault* where the one of *index* should be."""
    indexes = range(index, index + SKIPPED_MAX)
    return any(_payload(contents, start, indexes) for start in range(fault + 1, len(contents)))


def _payload(contents: bytes, start: int, indexes: range) -> bytes | None:
    """The payload of the record that begins at *start*; None when none of *indexes* does."""
    body = start + _HEAD.size
    if body > len(contents):
        return None
    length, crc = _HEAD.unpack_from(contents, start)
    if not 0 < length <= min(RECORD_BYTES_MAX, len(contents) - body):
        return None
    payload = contents[body : body + length]
    return payload if any(_crc(index, payload) == crc for index in indexes) else None


def _crc(index: int, payload: bytes) -> int:
    return zlib.crc32(payload, zlib.crc32(index.to_bytes(4, "big")))


def _beside(file: Path, ending: str) -> Path:
    return file.with_name(file.name + ending)


_HEAD = struct.Struct(">II")
