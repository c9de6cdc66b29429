"""
Measure: how long until nine others see what a tenth has done, beside a bare echo over TLS.

Everything runs in one process and one loop on loopback: table and echo, and all ten clients
of each, in turns. The echo sends nine frames of the same sizes, and decides nothing.
"""

from __future__ import annotations

import asyncio
import os
import random
import statistics
import sys
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

sys.path.insert(0, str(Path(__file__).parents[1]))

from lanuno.bots import choose
from lanuno.net import pace  # the checkout that this script stands in
from lanuno.net.address import Address
from lanuno.net.chairs import Chairs
from lanuno.net.client import Session, join
from lanuno.net.codec import LENGTH_BYTES, frame
from lanuno.net.connection import guest_context
from lanuno.net.messages import Act, Lobby, Start, Update
from lanuno.net.server import serve
from lanuno.net.table import Table
from lanuno.net.text import PlayerName, TableName
from lanuno.net.trust import Identity, SeatKey
from lanuno.uno.actions import NextRound
from lanuno.uno.rules import Rules

PLAYERS = 10
TLS_RECORD_BYTES = 22
"""What TLS 1.3 adds to each record: header, type and tag."""


class Player:
    """One of ten; mutable, as the game goes on."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.chairs = 0
        self.update: Update | None = None
        self.bytes = 0
        self._news = asyncio.Event()

    async def listen(self) -> None:
        async for said in self.session:
            if isinstance(said, Lobby):
                self.chairs = len(said.chairs)
            elif isinstance(said, Update):
                self.update = said
                self.bytes = len(frame(said)) + TLS_RECORD_BYTES
            self._news.set()

    async def seen(self, version: int) -> None:
        """Come back when a view after so many actions has come."""
        while self.update is None or self.update.view.version < version:
            self._news.clear()
            await self._news.wait()

    async def counted(self, chairs: int) -> None:
        while self.chairs < chairs:
            self._news.clear()
            await self._news.wait()


@asynccontextmanager
async def playing() -> AsyncGenerator[list[Player]]:
    """Ten people in a game that hardly ends."""
    table = Table(
        id="0" * 16,
        name=TableName("Bench"),
        rules=Rules(target=1_000_000),
        chairs=Chairs(),
        host_key="",
        seed=lambda: bytes(32),
        chance=random.Random(1),  # noqa: S311 - a seeded bench
    )
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(serve(table, Identity.new()))
        here = [Address("127.0.0.1", server.port)]
        players: list[Player] = []
        for number in range(PLAYERS):
            name = PlayerName(f"Player {number}")
            session = await stack.enter_async_context(join(here, name, key=SeatKey.new()))
            players.append(Player(session))
        listening = [asyncio.create_task(player.listen()) for player in players]
        await players[0].counted(PLAYERS)
        players[0].session.send(Start())
        await asyncio.gather(*(player.seen(0) for player in players))
        yield players
        for task in listening:
            task.cancel()


async def act_once(players: list[Player], chance: random.Random) -> float:
    """Seconds from an action until all others have the view after it."""
    loop = asyncio.get_running_loop()
    for player in players:
        assert player.update, "a game is on"
        view = player.update.view
        action = NextRound() if NextRound() in view.legal else choose(view, chance)
        if action and (view.turn == view.seat or NextRound() in view.legal):
            begin = loop.time()
            player.session.send(Act(view.version, action))
            if isinstance(action, NextRound):
                continue
            await asyncio.gather(*(each.seen(view.version + 1) for each in players))
            return loop.time() - begin
    version = players[0].update.view.version if players[0].update else 0
    await asyncio.gather(*(each.seen(version + 1) for each in players))
    return await act_once(players, chance)


class Echo:
    """Ten clients of a server that sends what one says, in another size, to the nine others."""

    def __init__(self) -> None:
        self.writers: list[asyncio.StreamWriter] = []
        self.readers: list[asyncio.StreamReader] = []
        self.answer = b""
        self._served: list[asyncio.StreamWriter] = []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._served.append(writer)
        try:
            while True:
                length = int.from_bytes(await reader.readexactly(LENGTH_BYTES), "big")
                await reader.readexactly(length)
                for each in self._served:
                    each.write(self.answer)
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            writer.transport.abort()

    async def once(self, said: bytes, answer: bytes) -> float:
        """Seconds from *said* until all have heard *answer*."""
        loop = asyncio.get_running_loop()
        self.answer = answer
        begin = loop.time()
        self.writers[0].write(said)
        await asyncio.gather(*(_read_frame(reader) for reader in self.readers))
        return loop.time() - begin


async def _read_frame(reader: asyncio.StreamReader) -> None:
    length = int.from_bytes(await reader.readexactly(LENGTH_BYTES), "big")
    await reader.readexactly(length)


@asynccontextmanager
async def echoing() -> AsyncGenerator[Echo]:
    echo = Echo()
    context = Identity.new().context()
    server = await asyncio.start_server(echo.serve, "127.0.0.1", 0, ssl=context)
    async with server:
        port = server.sockets[0].getsockname()[1]
        for _ in range(PLAYERS):
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", port, ssl=guest_context(), server_hostname="lanuno"
            )
            echo.readers.append(reader)
            echo.writers.append(writer)
        yield echo
        for writer in echo.writers:
            writer.transport.abort()


def _resident_bytes() -> int:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


async def measure(actions: int) -> None:
    pace.REQUESTS_AT_ONCE = 1_000_000
    chance = random.Random(1)  # noqa: S311 - a seeded bench
    async with echoing() as echo:
        before = _resident_bytes()
        async with playing() as players:
            memory = (_resident_bytes() - before) / PLAYERS / 2
            ours: list[float] = []
            theirs: list[float] = []
            wire: list[int] = []
            said = frame(Act(0, NextRound()))
            for _ in range(actions):
                ours.append(await act_once(players, chance))
                wire.append(sum(player.bytes for player in players) - players[0].bytes)
                size = statistics.mean(player.bytes for player in players) - TLS_RECORD_BYTES
                body = bytes(int(size) - LENGTH_BYTES)
                answer = len(body).to_bytes(LENGTH_BYTES, "big") + body
                theirs.append(await echo.once(said, answer))
    for name, times in (("lanuno", ours), ("bare echo", theirs)):
        cuts = statistics.quantiles(times, n=100)
        print(f"{name}: median {cuts[49] * 1000:.2f} ms, p99 {cuts[98] * 1000:.2f} ms")
    ratio = statistics.median(ours) / statistics.median(theirs)
    print(f"median, lanuno / bare echo over TLS: {ratio:.2f}")
    print(f"bytes for one action seen by nine: median {statistics.median(wire):,.0f}")
    print(f"resident memory for each end of a connection: {memory / 1024:.0f} KiB")
