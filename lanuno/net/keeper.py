"""Keep a table on the disk while it is open, so that a host whose program died brings it back."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from platformdirs import user_state_path

from lanuno.errors import TableBusyHere, TableForgotten
from lanuno.net.ledger import Ledger, LedgerError, Opened, Story, opening, tell
from lanuno.store import journal
from lanuno.store.journal import Journal, JournalBroken, JournalBusy

if TYPE_CHECKING:
    from lanuno.net.table import Table

CANNOT_RESUME = "This table cannot be resumed if this program dies: its journal cannot be written."


class Kept(Struct, frozen=True):
    """A table that waits on this disk to be resumed."""

    file: Path
    story: Story


def kept_tables(folder: Path | None = None) -> tuple[Kept, ...]:
    """The tables of this user that no program has open, the newest last."""
    place = folder or _folder()
    found: list[Kept] = []
    with suppress(OSError):
        files = [each for each in place.iterdir() if not each.suffix]
        for file in sorted(files, key=lambda each: each.stat().st_mtime):
            with suppress(OSError, ValueError):
                opened = journal.open_journal(file)
                opened.journal.close()
                found.append(Kept(file, tell(opened.payloads)))
    return tuple(found)


class Keeper:
    """The journal of a table; mutable, as it is written. Trouble with the disk stops no game."""

    def __init__(self) -> None:
        self.problem: str | None = None
        """Why the table could not be resumed, in a person's words."""
        self._journal: Journal | None = None
        self._ledger = Ledger()
        self._is_dirty = False
        self._syncing: asyncio.Task[None] | None = None

    def begin(self, opened: Opened, folder: Path | None = None) -> None:
        """Start the journal of a table that has just been opened."""
        try:
            self._journal = journal.create(folder or _folder(), opened.id, [opening(opened)])
        except OSError:
            self.problem = CANNOT_RESUME

    def go_on(self, file: Path) -> Story:
        """
        The table that *file* tells of, whose journal is written on from here.

        TableForgotten when it tells of none, TableBusyHere when another program has it open.
        """
        try:
            opened = journal.open_journal(file)
        except JournalBusy:
            raise TableBusyHere from None
        except (OSError, ValueError):
            raise TableForgotten from None
        try:
            story = tell(opened.payloads)
        except LedgerError:
            opened.journal.close()
            raise TableForgotten from None
        self._journal = opened.journal
        return story

    def write_down(self, table: Table) -> None:
        """Write down what has changed; a process that is killed right after loses nothing."""
        if self._journal is None or self.problem:
            return
        record = self._ledger.news(table)
        if record is None:
            return
        try:
            self._journal.append(record)
        except JournalBroken:
            self.problem = CANNOT_RESUME
            return
        self._is_dirty = True
        if self._syncing is None:
            self._syncing = asyncio.get_running_loop().create_task(self._sync())

    async def end(self, *, forget: bool) -> None:
        """Close the journal; *forget* the table, unless it is to be resumed some day."""
        if self._syncing:
            await self._syncing
        if self._journal:
            with suppress(OSError):
                if forget:
                    self._journal.remove()
                else:
                    self._journal.close()

    async def _sync(self) -> None:
        """Bring to the disk what has been written, in a thread: it takes milliseconds, or more."""
        assert self._journal, "nothing is written without a journal"
        while self._is_dirty:
            self._is_dirty = False
            try:
                await asyncio.to_thread(self._journal.sync)
            except JournalBroken:
                self.problem = CANNOT_RESUME
        self._syncing = None


def _folder() -> Path:
    return user_state_path("lanuno", appauthor=False) / "tables"
