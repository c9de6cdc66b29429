"""The program that hosts the table: it can be killed, and brings the table back."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING

from msgspec.structs import replace

from lanuno.net.chairs import Chairs
from lanuno.net.keeper import Keeper
from lanuno.net.ledger import FORMAT, Opened, opening, tell
from lanuno.net.match import GRACE_SECONDS
from lanuno.net.server import serve
from lanuno.net.text import TableName
from lanuno.uno import Rules

from .loop import HERE
from .witness import WitnessedTable

if TYPE_CHECKING:
    from lanuno.uno import Game

    from .evening import Evening

PORT = 24108


class Home:
    """Where the table is; mutable, as its program may die and be started again."""

    def __init__(self, evening: Evening, host_key: str) -> None:
        chance = evening.chance
        seeds = count(chance.getrandbits(64))
        rules = Rules.preset("official") if chance.random() < 0.3 else Rules()
        self._evening = evening
        self._host_key = host_key
        self._seed = lambda: next(seeds).to_bytes(32, "big")
        self._program: asyncio.Task[None] | None = None
        self._journal = MemoryJournal()
        self._opened = Opened(
            format=FORMAT,
            id=chance.randbytes(8).hex(),
            name="Kitchen",
            port=PORT,
            code=evening.code or None,
            grace=GRACE_SECONDS,
            pem=b"",
            secret=b"",
        )
        self._journal.append(opening(self._opened))
        rules = replace(
            rules,
            hand_size=chance.choice([2, 4, 7]),
            rounds=chance.choice([1, 1, 2]),
            turn_seconds=chance.choice([None, None, 5, 20]),
        )
        self.table = self._new_table(rules, Chairs.with_bots(chance.choice([0, 0, 0, 0, 1, 2])))

    @property
    def is_open(self) -> bool:
        return self._program is not None

    def open(self) -> None:
        """Start the program; with the table that the journal tells of, if it has died before."""
        evening = self._evening
        if self._journal.is_orphaned:
            self._journal = self._journal.inherited()
            story = tell(self._journal.payloads)
            is_whole = _all_of(story.game, story.chairs) == _all_of(
                self.table.game, self.table.chairs
            )
            is_whole &= story.rules == self.table.rules
            evening.witness.claim(is_whole, "something was lost with the program")
            self.table = self._new_table(story.rules, story.chairs)
            self.table.take_up(story.game, evening.loop.time())
            evening.counts["tables resumed"] += 1
        self._program = evening.loop.create_task(self._serve())

    async def close(self) -> None:
        """End the evening, as a host does who closes the table."""
        await self._stop()

    async def die(self) -> None:
        """The program is gone from one moment to the next; what it wrote down is not."""
        self._journal.is_orphaned = True
        self.table.stop()
        self._evening.witness.sees_death()
        await self._stop()

    async def _stop(self) -> None:
        program, self._program = self._program, None
        if program:
            program.cancel()
            with suppress(asyncio.CancelledError):
                await program

    async def _serve(self) -> None:
        evening, keeper = self._evening, Keeper()
        HERE.set(evening.home)
        keeper._journal = self._journal
        keeper.write_down(self.table)
        async with serve(
            self.table,
            evening.identity,
            PORT,
            code=self._opened.code,
            on_change=lambda: keeper.write_down(self.table),
        ) as evening.witness.server:
            await asyncio.Event().wait()

    def _new_table(self, rules: Rules, chairs: Chairs) -> WitnessedTable:
        return WitnessedTable(
            self._evening.witness,
            id=self._opened.id,
            name=TableName(self._opened.name),
            rules=rules,
            chairs=chairs,
            host_key=self._host_key,
            private=self._opened.code is not None,
            seed=self._seed,
            chance=random.Random(self._evening.chance.getrandbits(64)),
        )


class MemoryJournal:
    """As much of a `lanuno.store.journal.Journal` as its keeper uses; disks have other tests."""

    def __init__(self, payloads: tuple[bytes, ...] = ()) -> None:
        self.payloads = list(payloads)
        self.is_orphaned = False
        """The program that wrote it is dead, and writes no more."""

    def append(self, payload: bytes) -> None:
        if not self.is_orphaned:
            self.payloads.append(payload)

    def sync(self) -> None:
        pass

    def inherited(self) -> MemoryJournal:
        return MemoryJournal(tuple(self.payloads))


def _all_of(game: Game | None, chairs: Chairs) -> object:
    """All there is to know about a game and those who play it, for comparing."""
    who = [(each.name, each.key, each.gone) for each in chairs]
    return who, game and (game.history, game.hands, game.pile, game.discard, game.look(None))
