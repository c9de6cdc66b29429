"""The keys of seats, kept on this machine so that a program started anew takes its seat again."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from platformdirs import user_state_path

if TYPE_CHECKING:
    from pathlib import Path

KEEP_SECONDS = 7 * 24 * 3600.0
"""How long a key is kept; no table lasts longer."""

_FINGERPRINT_BYTES = _SECRET_BYTES = 32


class Seats:
    """
    A file for each table, readable by its user alone.

    *folder* is this user's folder for such things if nothing else is said. A disk on which
    nothing can be kept is no error: the seat is then lost with the program.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or user_state_path("lanuno", appauthor=False) / "seats"

    def load(self, table: str, fingerprint: bytes) -> bytes | None:
        """The secret key of my seat at *table*, if it has that certificate; 32 bytes."""
        with suppress(OSError):
            kept = (self._folder / table).read_bytes()
            if kept[:_FINGERPRINT_BYTES] == fingerprint and len(kept) == _FILE_BYTES:
                return kept[_FINGERPRINT_BYTES:]
        return None

    def save(self, table: str, fingerprint: bytes, secret: bytes) -> None:
        with suppress(OSError):
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._forget_old()
            flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
            with os.fdopen(os.open(self._folder / table, flags, 0o600), "wb") as file:
                file.write(fingerprint + secret)

    def forget(self, table: str) -> None:
        with suppress(OSError):
            (self._folder / table).unlink()

    def has(self, table: str) -> bool:
        """Whether a key of a seat at *table* is kept."""
        with suppress(OSError):
            return (self._folder / table).is_file()
        return False

    def _forget_old(self) -> None:
        for file in self._folder.iterdir():
            with suppress(OSError):
                if file.stat().st_mtime < time.time() - KEEP_SECONDS:
                    file.unlink()


_FILE_BYTES = _FINGERPRINT_BYTES + _SECRET_BYTES
