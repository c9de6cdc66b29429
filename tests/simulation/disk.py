"""A disk in memory, which outlives the programs that write on it."""

from __future__ import annotations

import struct
from itertools import count
from typing import TYPE_CHECKING

from lanuno.store import journal
from lanuno.store.system import System

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable
    from pathlib import Path

    from .witness import Witness


class Disk:
    """The files of one machine, by name; mutable."""

    def __init__(self) -> None:
        self.files: dict[Path, File] = {}


class File:
    """What stands in a file, and which program has it for itself; mutable."""

    def __init__(self) -> None:
        self.contents = bytearray()
        self.locked_by: Program | None = None


class Program(System):
    """
    What a program can do with a *disk*; once it is dead, nothing any more.

    The journals of `lanuno.net.keeper` are opened through it, which asks the *witness*.
    """

    def __init__(self, disk: Disk, witness: Witness) -> None:
        self._disk = disk
        self._witness = witness
        self._handles: dict[int, File] = {}
        self._numbers = count(1)
        self._is_dead = False

    def create(self, folder: Path, name: str, payloads: Iterable[bytes]) -> journal.Journal:
        return journal.create(folder, name, payloads, system=self)

    def open_journal(self, file: Path) -> journal.Opened:
        return journal.open_journal(file, system=self)

    def die(self, chance: random.Random) -> bool:
        """
        From one moment to the next; what it had locked is free.

        Whether it was in the middle of writing something down that nobody was told.
        """
        self._is_dead = True
        for file in self._disk.files.values():
            if file.locked_by is self:
                file.locked_by = None
        whole = [file for name, file in self._disk.files.items() if not name.suffix]
        is_torn = bool(whole) and chance.random() < 0.4
        if is_torn:
            record = struct.pack(">I", 60) + chance.randbytes(64)
            whole[0].contents += record[: chance.randint(1, 67)]
        return is_torn

    # What a journal asks of its system.

    def make_folder(self, folder: Path) -> None:
        pass

    def exists(self, file: Path) -> bool:
        return file in self._disk.files

    def open(self, file: Path, *, empty: bool = False) -> int:
        handle = next(self._numbers)
        if self._is_dead:
            return handle
        found = self._handles[handle] = self._disk.files.setdefault(file, File())
        if empty:
            found.contents.clear()
        return handle

    def lock(self, handle: int) -> bool:
        file = self._handles[handle]
        if file.locked_by is None:
            file.locked_by = self
            return True
        return False

    def read(self, file: Path) -> bytes:
        return bytes(self._disk.files[file].contents)

    def write(self, handle: int, contents: bytes) -> int:
        if not self._is_dead:
            files = self._disk.files.values()
            mine = any(file.locked_by is self for file in files)
            others = any(file.locked_by not in (None, self) for file in files)
            self._witness.claim(mine and not others, "two programs write about one table")
            self._handles[handle].contents += contents
        return len(contents)

    def truncate(self, handle: int, length: int) -> None:
        del self._handles[handle].contents[length:]

    def sync(self, handle: int) -> None:
        pass

    def sync_folder(self, folder: Path) -> None:
        pass

    def replace(self, source: Path, target: Path) -> None:
        self._disk.files[target] = self._disk.files.pop(source)

    def remove(self, file: Path) -> None:
        if not self._is_dead:
            self._disk.files.pop(file, None)

    def close(self, handle: int) -> None:
        file = self._handles.pop(handle, None)
        if file and file.locked_by is self:
            file.locked_by = None
