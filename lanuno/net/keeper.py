"""Keep a table on the disk while it is open, so that a host whose program died brings it back."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from platformdirs import user_state_path

from lanuno.errors import CannotKeep, JournalDamaged, TableBusyHere, TableForgotten
from lanuno.net.ledger import Ledger, LedgerError, Opened, Story, opening, tell, whole
from lanuno.store import journal
from lanuno.store.journal import Journal, JournalBroken, JournalBusy

if TYPE_CHECKING:
    from lanuno.net.table import Table

JOURNAL_BYTES = 1024 * 1024
"""How long a journal may grow before it is written anew, without what has been overtaken."""


class Kept(Struct, frozen=True):
    """A table that waits on this disk to be resumed."""

    file: Path
    story: Story


def kept_tables(folder: Path | None = None, *, open_too: bool = False) -> tuple[Kept, ...]:
    """The tables of this user that no program has open, or *open_too*; the newest last."""
    place = folder or _folder()
    found: list[Kept] = []
    with suppress(OSError):
        files = [each for each in place.iterdir() if not each.suffix]
        for file in sorted(files, key=lambda each: each.stat().st_mtime):
            with suppress(OSError, ValueError):
                payloads, is_open = journal.peek(file)
                if open_too or not is_open:
                    found.append(Kept(file, tell(payloads)))
    return tuple(found)


class Keeper:
    """The journal of a table; mutable, as it is written. Trouble with the disk stops no game."""

    def __init__(self) -> None:
        self.problem: CannotKeep | None = None
        """Why the table could not be resumed."""
        self.damage: JournalDamaged | None = None
        """What has been lost of the table that was resumed."""
        self._journal: Journal | None = None
        self._opened: Opened | None = None
        self._ledger = Ledger()
        self._bytes, self._bytes_max = 0, JOURNAL_BYTES
        self._is_dirty = False
        self._syncing: asyncio.Task[None] | None = None

    def begin(self, opened: Opened, folder: Path | None = None) -> None:
        """Start the journal of a table that has just been opened."""
        self._opened = opened
        try:
            self._journal = journal.create(folder or _folder(), opened.id, [opening(opened)])
        except OSError:
            self.problem = CannotKeep()

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
        if opened.bad:
            self.damage = JournalDamaged(opened.bad)
        self._journal, self._opened = opened.journal, story.opened
        self._bytes = sum(map(len, opened.payloads))
        return story

    def follow(self, table: Table) -> None:
        """What `go_on` told of is *table* now: only what changes from here on is written."""
        self._ledger.go_on(table)

    def write_down(self, table: Table) -> None:
        """Write down what has changed; a process that is killed right after loses nothing."""
        if self._journal is None or self.problem:
            return
        record = self._ledger.news(table)
        if record is None:
            return
        self._bytes += len(record)
        try:
            if self._bytes > self._bytes_max:
                self._write_anew(self._journal, table)
                return
            self._journal.append(record)
        except JournalBroken:
            self._give_up()
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

    def _write_anew(self, kept: Journal, table: Table) -> None:
        assert self._opened, "a journal is about a table"
        payloads = tuple(whole(self._opened, table))
        kept.restart(payloads)
        self._bytes = sum(map(len, payloads))
        self._bytes_max = max(JOURNAL_BYTES, 2 * self._bytes)

    def _give_up(self) -> None:
        """The disk takes no more; what it has would bring back an older game, and so it goes."""
        self.problem = CannotKeep()
        if self._journal:
            with suppress(OSError):
                self._journal.remove()
            self._journal = None

    async def _sync(self) -> None:
        """Bring to the disk what has been written, in a thread: it takes milliseconds, or more."""
        while self._is_dirty and self._journal:
            self._is_dirty = False
            try:
                await asyncio.to_thread(self._journal.sync)
            except JournalBroken:
                self._give_up()
        self._syncing = None


def _folder() -> Path:
    return user_state_path("lanuno", appauthor=False) / "tables"
