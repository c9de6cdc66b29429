"""Keep the games of an evening in the history, while the evening goes on."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from msgspec.structs import replace

from lanuno.errors import UserError
from lanuno.net.chronicle import Chronicle

if TYPE_CHECKING:
    from collections.abc import Callable

    from lanuno.net.client import Said
    from lanuno.net.hosting import OpenTable
    from lanuno.store.played import Played, Round


class Keeping:
    """
    The games at the table with the id *table*, called *name*; mutable, as they end.

    *opened* is that table if this program hosts it; *say* tells what could not be kept.
    """

    def __init__(
        self, table: str, name: str, opened: OpenTable | None, say: Callable[[str], None]
    ) -> None:
        self._chronicle = Chronicle(table, name, lambda: datetime.now(UTC))
        self._opened = opened
        self._say = say
        self.last: Played | None = None
        """The game that was over last."""
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The finished rounds, as far as they were heard of."""
        return self._chronicle.rounds

    def hear(self, said: Said) -> None:
        """Begin to keep the game that is over with what is *said*, if one is."""
        played = self._chronicle.hear(said)
        if played is None:
            return
        self.last = played
        record = self._opened.finished_record(played.scores) if self._opened else None
        task = asyncio.create_task(self._add(replace(played, record=record)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def finish(self) -> None:
        """Wait for the games that are being written."""
        while self._tasks:
            await asyncio.gather(*self._tasks)

    async def _add(self, played: Played) -> None:
        # SQLite takes a while to import, and waits for other programs.
        from lanuno.store.history import History  # noqa: PLC0415

        try:
            await asyncio.to_thread(History().add, played)
        except UserError as error:
            self._say(str(error))
