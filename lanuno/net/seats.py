"""The keys of seats, kept on this machine so that a program started anew takes its seat again."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from platformdirs import user_state_path

from lanuno.net.limits import SEATS_MAX
from lanuno.store.system import SYSTEM

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

KEEP_SECONDS = 7 * 24 * 3600.0
"""How long a key is kept; no table lasts longer."""

_FINGERPRINT_BYTES = _SECRET_BYTES = 32


class Seats:
    """
    The keys of one program: a file for each seat, readable by its user alone.

    While a program has a seat, its key is locked, so that a second program of the same user
    sits down beside it and not on it. Mutable, as seats are taken and left. *folder* is this
    user's folder for such things if nothing else is said. A disk on which nothing can be
    kept is no error: the seat is then lost with the program.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or user_state_path("lanuno", appauthor=False) / "seats"
        self._held: dict[str, tuple[Path, int]] = {}
        """By table: the file that is ours, and the handle that locks it."""

    def load(self, table: str, fingerprint: bytes) -> bytes | None:
        """The secret key of my seat at *table*, if it has that certificate; 32 bytes."""
        with suppress(OSError):
            for file in self._files(table):
                if file.exists() and (handle := self._lock(table, file)) is not None:
                    os.lseek(handle, 0, os.SEEK_SET)
                    kept = os.read(handle, _FILE_BYTES + 1)
                    if kept[:_FINGERPRINT_BYTES] == fingerprint and len(kept) == _FILE_BYTES:
                        return kept[_FINGERPRINT_BYTES:]
                    self._let_go(table)
        return None

    def save(self, table: str, fingerprint: bytes, secret: bytes) -> None:
        with suppress(OSError):
            SYSTEM.make_folder(self._folder)
            self._forget_old()
            for file in self._files(table):
                if (handle := self._lock(table, file)) is not None:
                    os.ftruncate(handle, 0)
                    os.lseek(handle, 0, os.SEEK_SET)
                    os.write(handle, fingerprint + secret)
                    return

    def forget(self, table: str) -> None:
        """The seat at *table* is no more."""
        if table in self._held:
            file, _ = self._held[table]
            # Windows removes no file that is open.
            self._let_go(table)
            with suppress(OSError):
                file.unlink()

    def has(self, table: str) -> bool:
        """Whether a key of a seat at *table* is kept, and no other program sits there."""
        with suppress(OSError):
            for file in self._files(table):
                if file.exists() and self._lock(table, file) is not None:
                    self._let_go(table)
                    return True
        return False

    def close(self) -> None:
        """Whoever comes after this program may have its seats."""
        for table in list(self._held):
            self._let_go(table)

    def _files(self, table: str) -> Iterator[Path]:
        for number in range(SEATS_MAX):
            yield self._folder / (f"{table}.{number}" if number else table)

    def _lock(self, table: str, file: Path) -> int | None:
        """The handle of *file*, which is ours alone from now on; None when it is another's."""
        if table in self._held:
            held, handle = self._held[table]
            return handle if held == file else None
        handle = os.open(file, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
        if not SYSTEM.lock(handle):
            os.close(handle)
            return None
        self._held[table] = file, handle
        return handle

    def _let_go(self, table: str) -> None:
        _, handle = self._held.pop(table)
        with suppress(OSError):
            os.close(handle)

    def _forget_old(self) -> None:
        for file in self._folder.iterdir():
            with suppress(OSError):
                if file.stat().st_mtime < time.time() - KEEP_SECONDS:
                    file.unlink()


_FILE_BYTES = _FINGERPRINT_BYTES + _SECRET_BYTES
