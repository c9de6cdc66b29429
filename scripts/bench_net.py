"""
Measure: how long until nine others see what a tenth has done, beside a bare echo over TLS;
and how many such tables one process holds.

Everything runs in one process and one loop on loopback: tables and echo, and all ten clients
of each. The echo sends ten frames of the same sizes, and decides nothing; its clients decode
nothing. Both are measured in slices that take turns.
"""

from __future__ import annotations

import asyncio
import os
import random
import resource
import statistics
import sys
import time
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from lanuno.net import limits

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

    from lanuno.uno.actions import Action
    from lanuno.uno.view import View

sys.path.insert(0, str(Path(__file__).parents[1]))

from lanuno.bots import choose
from lanuno.net.address import Address
from lanuno.net.chairs import Chairs, Occupant
from lanuno.net.client import Session, join
from lanuno.net.codec import LENGTH_BYTES, frame
from lanuno.net.connection import guest_context
from lanuno.net.keeper import Keeper
from lanuno.net.ledger import FORMAT, Opened
from lanuno.net.messages import Act, Leave, Start, Update
from lanuno.net.seats import Seats
from lanuno.net.server import serve
from lanuno.net.table import Table
from lanuno.net.text import PlayerName, TableName
from lanuno.net.trust import Identity, SeatKey
from lanuno.uno.actions import NextRound
from lanuno.uno.rules import Rules

PLAYERS = 10
SLICE_ACTIONS = 100
JOINS = 50
TLS_RECORD_BYTES = 22
"""What TLS 1.3 adds to each record: header, type and tag."""

CROWD_SECONDS = 55.0
"""How long to look for the number of tables that is too much."""
WATCH_SECONDS = 4.0
"""How long each number of tables is watched."""
THINK_SECONDS = 0.7, 1.3
"""How long people think."""
LATE_SECONDS = 0.1
"""What a player would call slow."""


class Finish:
    """The moment when the last of ten has arrived; mutable."""

    def __init__(self) -> None:
        self._missing = 0
        self._reached: asyncio.Future[None] | None = None

    def arrive(self) -> None:
        self._missing -= 1
        if not self._missing and self._reached:
            self._reached.set_result(None)

    async def after(self, do: Callable[[], object]) -> float:
        """Seconds from what is done first until all ten have arrived."""
        loop = asyncio.get_running_loop()
        self._missing, self._reached = PLAYERS, loop.create_future()
        begin = loop.time()
        do()
        await self._reached
        return loop.time() - begin


class Player:
    """One of ten; mutable, as the game goes on."""

    def __init__(self, session: Session, finish: Finish) -> None:
        self.session = session
        self.update: Update | None = None
        self._finish = finish

    async def listen(self) -> None:
        async for said in self.session:
            if isinstance(said, Update):
                self.update = said
                self._finish.arrive()

    @property
    def view(self) -> View:
        assert self.update, "a game is on"
        return self.update.view

    @property
    def bytes(self) -> int:
        """What the last update took on the wire."""
        assert self.update, "a game is on"
        return len(frame(self.update)) + TLS_RECORD_BYTES

    def act(self, action: Action) -> None:
        self.session.send(Act(self.view.version, action))


class Pocket(Seats):
    """A key that its owner has had before: who comes back need not prove the code again."""

    def __init__(self, secret: bytes) -> None:
        super().__init__()
        self._secret = secret

    def load(self, table: str, fingerprint: bytes) -> bytes:
        del table, fingerprint
        return self._secret

    def forget(self, table: str) -> None:
        pass


class Play:
    """A game of ten people that hardly ends; mutable, as it goes on."""

    def __init__(self) -> None:
        self.finish = Finish()
        self.players: list[Player] = []
        self.port = 0
        self.chance = random.Random(1)  # noqa: S311 - a seeded bench

    @classmethod
    @asynccontextmanager
    async def on(cls, folder: Path | None = None) -> AsyncGenerator[Play]:
        """A game that is on during the block, with a journal in *folder*."""
        play, keys, keeper = cls(), [SeatKey.new() for _ in range(PLAYERS)], Keeper()
        chairs = Chairs()
        for number, key in enumerate(keys):
            chairs.take_back(Occupant(PlayerName(f"Player {number}"), key=key.public))
        table = Table(
            id="0" * 16,
            name=TableName("Bench"),
            rules=Rules(target=1_000_000),
            chairs=chairs,
            host_key="",
            seed=lambda: bytes(32),
            chance=play.chance,
        )
        if folder:
            opened = Opened(
                format=FORMAT,
                id=table.id,
                name="Bench",
                port=0,
                code=None,
                grace=table.grace,
                announced=False,
                pem=IDENTITY.pem,
                secret=bytes(32),
            )
            keeper.begin(opened, folder)
        async with AsyncExitStack() as stack:
            stack.push_async_callback(keeper.end, forget=True)
            server = await stack.enter_async_context(
                serve(table, IDENTITY, on_change=lambda: keeper.write_down(table))
            )
            play.port = server.port
            here = [Address("127.0.0.1", server.port)]
            for key in keys:
                seat = join(here, PlayerName("Somebody"), seats=Pocket(key.secret))
                session = await stack.enter_async_context(seat)
                play.players.append(Player(session, play.finish))
            listening = [asyncio.create_task(player.listen()) for player in play.players]
            await play.finish.after(lambda: play.players[0].session.send(Start()))
            yield play
            for task in listening:
                task.cancel()

    async def act(self) -> float:
        """Seconds from an action until all ten have the view after it."""
        if all(NextRound() in player.view.legal for player in self.players):
            await self.finish.after(lambda: [each.act(NextRound()) for each in self.players])
        actor = self.players[self.players[0].view.turn]
        action = choose(actor.view, self.chance)
        assert action, "whoever is on turn has something to do"
        return await self.finish.after(lambda: actor.act(action))

    async def go_on(self, times: list[float]) -> None:
        """Play at a human pace, and note how long each action took."""
        while True:
            await asyncio.sleep(self.chance.uniform(*THINK_SECONDS))
            times.append(await self.act())


class Echo:
    """Ten clients of a server that sends what one says, in another size, to all ten."""

    def __init__(self) -> None:
        self.writers: list[asyncio.StreamWriter] = []
        self.finish = Finish()
        self._answer = b""
        self._served: list[asyncio.StreamWriter] = []

    @classmethod
    @asynccontextmanager
    async def on(cls) -> AsyncGenerator[Echo]:
        echo = cls()
        server = await asyncio.start_server(echo.serve, "127.0.0.1", 0, ssl=IDENTITY.context())
        async with server, asyncio.TaskGroup() as listening:
            port = server.sockets[0].getsockname()[1]
            for _ in range(PLAYERS):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", port, ssl=guest_context(), server_hostname="lanuno"
                )
                listening.create_task(echo.listen(reader))
                echo.writers.append(writer)
            yield echo
            for writer in echo.writers:
                writer.transport.abort()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._served.append(writer)
        with suppress(asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            while await _read_frame(reader):
                for each in self._served:
                    each.write(self._answer)
        writer.transport.abort()

    async def listen(self, reader: asyncio.StreamReader) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while await _read_frame(reader):
                self.finish.arrive()

    async def once(self, said: bytes, answer_bytes: int) -> float:
        """Seconds from *said* until all ten have heard an answer of so many bytes."""
        body = bytes(answer_bytes - LENGTH_BYTES)
        self._answer = len(body).to_bytes(LENGTH_BYTES, "big") + body
        return await self.finish.after(lambda: self.writers[0].write(said))


async def _read_frame(reader: asyncio.StreamReader) -> bytes:
    length = int.from_bytes(await reader.readexactly(LENGTH_BYTES), "big")
    return await reader.readexactly(length)


async def measure(actions: int) -> None:
    limits.REQUESTS_AT_ONCE = 1_000_000
    await _measure_an_action(actions)
    await _measure_joining()
    await _measure_a_crowd()


async def _measure_an_action(actions: int) -> None:
    ours: list[float] = []
    echoed: list[float] = []
    wire: list[int] = []
    said = frame(Act(0, NextRound()))
    async with Echo.on() as echo:
        before = _resident_bytes()
        async with Play.on() as play:
            memory = (_resident_bytes() - before) / PLAYERS / 2
            for _ in range(0, actions, SLICE_ACTIONS):
                for _ in range(SLICE_ACTIONS):
                    ours.append(await play.act())
                    wire.append(sum(player.bytes for player in play.players[1:]))
                size = statistics.mean(wire[-SLICE_ACTIONS:]) / (PLAYERS - 1) - TLS_RECORD_BYTES
                echoed += [await echo.once(said, int(size)) for _ in range(SLICE_ACTIONS)]
    print_times("lanuno", ours)
    print_times("bare echo", echoed)
    ratio = statistics.median(ours) / statistics.median(echoed)
    print(f"median, lanuno / bare echo over TLS: {ratio:.2f}")
    print(f"bytes for one action seen by nine: median {statistics.median(wire):,.0f}")
    print(f"resident memory for each end of an idle connection: {memory / 1024:.0f} KiB")
    with TemporaryDirectory() as folder:
        async with Play.on(Path(folder)) as play:
            print_times("lanuno with a journal", [await play.act() for _ in range(actions)])


async def _measure_joining() -> None:
    """From the call to the welcome, by somebody who was never there and has the code."""
    table = Table(
        id="0" * 16,
        name=TableName("Bench"),
        rules=Rules(),
        chairs=Chairs(),
        host_key="",
        private=True,
        seed=lambda: bytes(32),
        chance=random.Random(1),  # noqa: S311 - a seeded bench
    )
    times: list[float] = []
    async with serve(table, IDENTITY, code="K7QP2") as server:
        here = [Address("127.0.0.1", server.port)]
        for _ in range(JOINS):
            begin = time.perf_counter()
            async with join(here, PlayerName("Ana"), code="K7QP2") as session:
                times.append(time.perf_counter() - begin)
                session.send(Leave())
                async for _ in session:
                    pass
    print_times("joining a private table", times)


def print_times(name: str, times: list[float]) -> None:
    cuts = statistics.quantiles(times, n=100)
    print(f"{name}: median {cuts[49] * 1000:.2f} ms, p99 {cuts[98] * 1000:.2f} ms")


async def _measure_a_crowd() -> None:
    """Open more and more tables, until an action is late or the time is over."""
    _, files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    end = time.monotonic() + CROWD_SECONDS
    times: list[float] = []
    wanted, p99 = 20, 0.0
    async with AsyncExitStack() as stack:
        playing: list[asyncio.Task[None]] = []
        while p99 < LATE_SECONDS and time.monotonic() < end - WATCH_SECONDS:
            while len(playing) < wanted and time.monotonic() < end - WATCH_SECONDS:
                play = await stack.enter_async_context(Play.on())
                playing.append(asyncio.create_task(play.go_on(times)))
            times.clear()
            spent = time.process_time()
            await asyncio.sleep(WATCH_SECONDS)
            busy = (time.process_time() - spent) / WATCH_SECONDS
            p99 = statistics.quantiles(times, n=100)[98]
            print(
                f"{len(playing)} tables of ten, both ends in one process: p99"
                f" {p99 * 1000:.0f} ms, {len(times) / WATCH_SECONDS:.0f} actions a second,"
                f" {busy:.0%} of a processor"
            )
            wanted *= 2
        for task in playing:
            task.cancel()


def _resident_bytes() -> int:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


IDENTITY = Identity.new()
"""Making a certificate takes longer than looking at it."""
