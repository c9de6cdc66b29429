"""Both ends of a conversation on loopback, for tests that want to say something unusual."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Self

from lanuno.net.address import Address
from lanuno.net.codec import (
    LENGTH_BYTES,
    PREAMBLE_BYTES,
    decode_notice,
    frame,
    preamble,
    version_in,
)
from lanuno.net.messages import PROTOCOL, Join, Start, Update
from lanuno.net.server import Server, serve
from lanuno.net.text import PlayerName

from .evening import Evening

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from lanuno.net.client import Session
    from lanuno.net.messages import Notice, Request
    from lanuno.uno import Game, Rules

SECONDS = 20
"""How long anything may take on a machine that is busy with something else."""


class Line:
    """A guest made by hand, who can also say what no guest would."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.heard: list[Notice] = []

    @classmethod
    @asynccontextmanager
    async def to(cls, port: int, *, version: int | None = PROTOCOL, **options) -> AsyncIterator:
        """A connection that has greeted as *version*, and has heard the other side's greeting."""
        line = cls(*await asyncio.open_connection("127.0.0.1", port, **options))
        try:
            if version is not None:
                line.say(preamble(version))
            line.version = version_in(await line.read(PREAMBLE_BYTES))
            yield line
        finally:
            line.writer.transport.abort()

    def say(self, *what: bytes | Request) -> None:
        for each in what:
            self.writer.write(each if isinstance(each, bytes) else frame(each))

    async def read(self, count: int) -> bytes:
        async with asyncio.timeout(SECONDS):
            return await self.reader.readexactly(count)

    async def hear(self) -> Notice:
        length = int.from_bytes(await self.read(LENGTH_BYTES), "big")
        self.heard.append(decode_notice(await self.read(length)))
        return self.heard[-1]

    async def hear_until(self, condition: Callable[[Notice], object]) -> Notice:
        while not condition(notice := await self.hear()):
            pass
        return notice

    async def hear_all(self) -> list[Notice]:
        """What is said from here on to the end of the connection."""
        before = len(self.heard)
        try:
            while True:
                await self.hear()
        except asyncio.IncompleteReadError as end:
            if end.partial:
                raise
        return self.heard[before:]

    async def ask(self, request: Request, kind: type) -> Notice:
        self.say(request)
        return await self.hear_until(lambda notice: isinstance(notice, kind))

    async def join(self, name: str, *, token: str | None = None) -> None:
        self.say(Join(PlayerName(name), token=token))
        await self.hear()
        await self.hear()


class Guest:
    """A session, and everything that it has said so far."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.heard = []
        self._said = aiter(session)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._said.aclose()

    async def hear(self, kind: type, condition: Callable[..., object] = lambda _: True):
        """What is said next that is of *kind* and fulfills *condition*."""
        async with asyncio.timeout(SECONDS):
            async for said in self._said:
                self.heard.append(said)
                if isinstance(said, kind) and condition(said):
                    return said
        raise EOFError(f"the session has ended: {self.heard[-3:]}")

    async def hear_all(self) -> list:
        """What is said from here on to the end of the session."""
        async with asyncio.timeout(SECONDS):
            return [said async for said in self._said]


async def until(condition: Callable[[], object]) -> None:
    """Come back as soon as *condition* holds."""
    async with asyncio.timeout(SECONDS):
        while not condition():  # noqa: ASYNC110 - no room has events for the sake of tests
            await asyncio.sleep(0.002)


@asynccontextmanager
async def serving(*, rules: Rules | None = None, bots: int = 0, **more) -> AsyncIterator[Server]:
    """A table on a port of its own, which leaves nothing behind."""
    asyncio.get_running_loop().set_debug(True)
    before = asyncio.all_tasks()
    table = Evening(bots=bots, **({} if rules is None else {"rules": rules})).table
    async with serve(table, **more) as server:
        yield server
    if server._visits:
        raise RuntimeError(f"guests are still there: {server._visits}")
    await until(lambda: asyncio.all_tasks() <= before)


@asynccontextmanager
async def answering(
    answer: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]],
) -> AsyncIterator[Address]:
    """The address of something that does *answer* for each connection, whatever it is."""
    visits: set[asyncio.Task[None]] = set()

    async def visit(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        visits.add(task)
        try:
            await answer(reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.transport.abort()
            visits.discard(task)

    server = await asyncio.start_server(visit, "127.0.0.1", 0)
    async with server:
        yield address(server.sockets[0].getsockname()[1])
        await until(lambda: not visits)


def address(port: int) -> Address:
    return Address("127.0.0.1", port)


def lay(server: Server, hands: str, **position) -> Game:
    """Put the game that is on into a position, as `Game.position` takes it."""
    evening = Evening.__new__(Evening)
    evening.table, evening.now, evening.sent = server.table, server._loop.time(), {}
    evening._deliver = server._deliver
    evening.lay(hands, **position)
    return server.table.game


def is_update(version: int) -> Callable[[Notice], bool]:
    """Whether a notice shows the game after *version* actions, or later."""
    return lambda notice: isinstance(notice, Update) and notice.view.version >= version


async def started(line: Line, other: Line) -> None:
    """A game of two, who have heard that it has begun."""
    await line.join("Ana")
    await other.join("Ivo")
    line.say(Start())
    for each in (line, other):
        await each.hear_until(lambda notice: isinstance(notice, Update))


def saying(*what: bytes, greeting: bytes = preamble(), stays: bool = False):
    """Something that answers every connection in the same way."""

    async def answer(reader, writer):
        writer.write(greeting)
        await reader.readexactly(PREAMBLE_BYTES)
        for each in what:
            # One answer for each request.
            await reader.readexactly(int.from_bytes(await reader.readexactly(4), "big"))
            writer.write(each)
        if stays:
            await reader.read()
        writer.write_eof()
        await reader.read()

    return answering(answer)


def scripted(*answers, hangs_up: bool = False):
    """Something that gives one of *answers* to each connection in turn, and to later ones none."""
    turns = iter(answers)

    async def answer(reader, writer):
        said = next(turns, b"")
        writer.write(said if said.startswith(b"HTTP") else preamble())
        await reader.readexactly(PREAMBLE_BYTES)
        await reader.readexactly(int.from_bytes(await reader.readexactly(4), "big"))
        writer.write(said)
        if hangs_up or not said:
            writer.write_eof()
        await reader.read()

    return answering(answer)


def cut(table, seat: int) -> None:
    """Break the connection of *seat* without a word to either side."""
    table._connections[table.table.chairs[seat].peer].abort()
