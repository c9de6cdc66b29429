"""The program that hosts the table: it can be killed, and brings the table back."""

from __future__ import annotations

import asyncio
import random
import types
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from lanuno.bots import Strength
from lanuno.errors import TableBusyHere
from lanuno.net.hosting import Hosting, open_table, resume_table
from lanuno.net.keeper import Keeper
from lanuno.net.manners import Manners
from lanuno.net.server import Server
from lanuno.net.text import TableName
from lanuno.net.trust import SeatKey
from lanuno.uno import Rules

from .disk import Disk, Program
from .loop import HERE
from .thinker import AtOnce
from .witness import WitnessedTable

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from lanuno.net.hosting import OpenTable
    from lanuno.net.table import Table
    from lanuno.store.journal import Journal, Opened

    from .evening import Evening

PORT = 24108
FOLDER = Path("tables")


class Home:
    """
    Where the table is; mutable, as its program may die and be started again.

    The program is `lanuno.net.hosting` with all that it uses, on a disk in memory.
    """

    table: WitnessedTable
    _opened: OpenTable

    def __init__(self, evening: Evening) -> None:
        chance = evening.chance
        self.disk = Disk()
        self.task: asyncio.Task[None] | None = None
        """The program, while it runs."""
        self._evening = evening
        self._program = Program(self.disk, evening.witness)
        self._file = FOLDER / chance.randbytes(8).hex()
        self._seeds = count(chance.getrandbits(64))
        rules = Rules.preset("official") if chance.random() < 0.3 else Rules()
        rules = replace(
            rules,
            hand_size=chance.choice([2, 2, 3, 5]),
            rounds=chance.choice([1, 1, 2, 2]),
            turn_seconds=chance.choice([None, None, 5, 20]),
        )
        self._hosting = Hosting(
            table=TableName("Kitchen"),
            rules=rules,
            # At a private table nobody joins a game that is on.
            manners=Manners(late=evening.code == "", hints=chance.random() < 0.8),
            bots=chance.choice([0, 0, 0, 0, 1, 2]),
            strength=chance.choice([*Strength]),
            port=PORT,
            discovery=False,
            private=evening.code != "",
            grace=chance.choice([2.0, 5.0, 10.0]),
        )

    @property
    def is_open(self) -> bool:
        return self.task is not None

    def open(self) -> None:
        """Start the program; with the table that the disk tells of, if it has died before."""
        self.task = self._evening.loop.create_task(self._run())

    async def close(self) -> None:
        """End the evening, as a host does who closes the table."""
        # The program may have been started in this very instant, and has no table yet.
        await asyncio.sleep(0)
        problem = self._opened.journal_problem
        self._evening.witness.claim(not problem, "the disk is said to fail", str(problem))
        await self._stop()
        left = [str(file) for file in self.disk.files]
        self._evening.witness.claim(not left, "something is left of a table that was closed")

    async def die(self, chance: random.Random) -> None:
        """The program is gone from one moment to the next; what it wrote down is not."""
        self._evening.counts["journals torn"] += self._program.die(chance)
        self.table.stop()
        self._evening.witness.sees_death()
        await self._stop()
        self._program = Program(self.disk, self._evening.witness)

    def parts(self) -> dict[str, Any]:
        """What `lanuno.net.hosting` takes from the machine, by the name that it has there."""
        evening = self._evening
        return {
            "Identity": evening.identity,
            "SeatKey": Keys(evening.players[0].key),
            "Table": self._new_table,
            "Thinker": AtOnce,
            "new_code": lambda: evening.code,
            "random": types.SimpleNamespace(
                Random=lambda: random.Random(evening.chance.getrandbits(64))
            ),
            "secrets": types.SimpleNamespace(token_hex=lambda _: self._file.name),
            "_seed": lambda: next(self._seeds).to_bytes(32, "big"),
        }

    # What its keeper asks of `lanuno.store.journal`.

    def create(self, *args: Any) -> Journal:
        return self._program.create(*args)

    def open_journal(self, file: Path) -> Opened:
        return self._program.open_journal(file)

    async def _stop(self) -> None:
        task, self.task = self.task, None
        if task:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _run(self) -> None:
        HERE.set(self._evening.home)
        if self._file not in self.disk.files:
            async with open_table(self._hosting) as opened:
                await self._stay(opened)
        else:
            before = self.table
            async with resume_table(self._file) as opened:
                self._compare(before, opened)
                self._try_to_resume_it_twice()
                await self._stay(opened)

    async def _stay(self, opened: OpenTable) -> None:
        self._opened = opened
        await asyncio.Event().wait()

    def _compare(self, before: Table, opened: OpenTable) -> None:
        evening = self._evening
        is_whole = _all_of(before) == _all_of(opened.table)
        evening.witness.claim(is_whole, "something was lost with the program")
        same = (opened.code or "", opened.key.public) == (
            evening.code,
            evening.players[0].key.public,
        )
        evening.witness.claim(same, "the table is another one than before")
        evening.counts["tables resumed"] += 1

    def _try_to_resume_it_twice(self) -> None:
        mine, self._program = self._program, Program(self.disk, self._evening.witness)
        try:
            Keeper().go_on(self._file)
        except TableBusyHere:
            self._evening.counts["second resumes refused"] += 1
        else:
            self._evening.witness.claim(False, "one table is resumed twice")
        finally:
            self._program = mine

    def _new_table(self, **more: Any) -> WitnessedTable:
        self.table = WitnessedTable(self._evening.witness, **more)
        return self.table


class Keys:
    """`SeatKey`, as the host's program uses it; what it makes is its own player's key."""

    def __init__(self, key: SeatKey) -> None:
        self._key = key

    def new(self) -> SeatKey:
        return self._key

    def __call__(self, secret: bytes) -> SeatKey:
        return SeatKey(secret)


@asynccontextmanager
async def no_advertising(*_: object) -> AsyncGenerator[None]:
    """Everybody here has the address."""
    yield


def witnessed_server(evening: Evening) -> type[Server]:
    class WitnessedServer(Server):
        def __init__(self, *args: Any, **more: Any) -> None:
            super().__init__(*args, **more)
            evening.witness.server = self

    return WitnessedServer


def _all_of(table: Table) -> object:
    """All there is to know about a table and those who play, for comparing."""
    game = table.game
    return (
        (table.id, table.name, table.rules, table.private, table.grace),
        [(each.name, each.key, each.bot, each.gone, each.strength) for each in table.chairs],
        game and (game.history, game.hands, game.pile, game.discard, game.look(None)),
    )
