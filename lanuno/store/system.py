"""What a journal asks of the operating system, in one place so that a test can let it fail."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class System:
    """The operating system; each of these raises OSError when it cannot be done."""

    def make_folder(self, folder: Path) -> None:
        """Make *folder* where there is none, for this user alone."""
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def exists(self, file: Path) -> bool:
        return file.exists()

    def open(self, file: Path, *, empty: bool = False) -> int:
        """A handle that writes at the end of *file*; one that is made is for this user alone."""
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | (os.O_TRUNC if empty else 0)
        return os.open(file, flags | getattr(os, "O_BINARY", 0), 0o600)

    def lock(self, handle: int) -> bool:
        """Whether the file is this handle's alone from now on, until it is closed."""
        try:
            _lock(handle)
        except (BlockingIOError, PermissionError):  # the second is what Windows says
            return False
        return True

    def read(self, file: Path) -> bytes:
        return file.read_bytes()

    def write(self, handle: int, contents: bytes) -> int:
        """How many bytes of *contents* have been written, in one go."""
        return os.write(handle, contents)

    def truncate(self, handle: int, length: int) -> None:
        os.ftruncate(handle, length)

    def sync(self, handle: int) -> None:
        """Come back when the file is on the disk."""
        _sync(handle)

    def sync_folder(self, folder: Path) -> None:
        """Come back when the names in *folder* are on the disk; on Windows nobody can ask that."""
        if sys.platform != "win32":
            handle = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)

    def replace(self, source: Path, target: Path) -> None:
        """Give *source* the name *target*, all at once."""
        source.replace(target)

    def remove(self, file: Path) -> None:
        """See that there is no *file*."""
        file.unlink(missing_ok=True)

    def close(self, handle: int) -> None:
        os.close(handle)


SYSTEM = System()

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

    def _sync(handle: int) -> None:
        os.fsync(handle)
else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _sync(handle: int) -> None:
        if sys.platform == "darwin":
            fcntl.fcntl(handle, fcntl.F_FULLFSYNC)  # its fsync stops at the drive's cache
        else:
            os.fdatasync(handle)
