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
    decode_request,
    frame,
    preamble,
    version_in,
)
from lanuno.net.connection import Connection, guest_context
from lanuno.net.messages import (
    PROTOCOL,
    Alive,
    Confirm,
    Confirmed,
    Hello,
    Join,
    Prove,
    Proven,
    Resume,
    Start,
    Update,
)
from lanuno.net.server import Server, serve
from lanuno.net.text import PlayerName
from lanuno.net.trust import OPEN_CODE, CodeProof, Identity, SeatKey

from .evening import ID, Evening

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from lanuno.net.client import Session
    from lanuno.net.messages import Notice, Request
    from lanuno.uno import Game, Rules

IDENTITY = Identity.new()
"""The certificate of every table here: making one takes longer than looking at it."""

CHALLENGE = 2 * "0123456789abcdef0123456789abcdef"

SECONDS = 20
"""How long anything may take on a machine that is busy with something else."""


class Line:
    """A guest made by hand, who can also say what no guest would."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.heard: list[Notice] = []
        self.hello: Hello | None = None

    @classmethod
    @asynccontextmanager
    async def to(cls, port: int, *, version: int | None = PROTOCOL, **options) -> AsyncIterator:
        """A connection that has greeted as *version*, and has heard the other side's greeting."""
        secure = {"ssl": guest_context(), "server_hostname": "lanuno"}
        where = {} if "sock" in options else {"host": "127.0.0.1", "port": port}
        line = cls(*await asyncio.open_connection(**where, **secure, **options))
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
        """What is said next; that the table is still there goes without saying."""
        notice: Notice = Alive()
        while isinstance(notice, Alive):
            length = int.from_bytes(await self.read(LENGTH_BYTES), "big")
            notice = decode_notice(await self.read(length))
        self.heard.append(notice)
        if isinstance(notice, Hello):
            self.hello = notice
        return notice

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

    async def come_in(self, key: SeatKey | None = None) -> SeatKey:
        """Prove to know the code of an open table, and to own *key*, or a new one."""
        key, fingerprint = key or SeatKey.new(), Connection(self.reader, self.writer).fingerprint
        hello = self.hello or await self.hear_until(lambda notice: isinstance(notice, Hello))
        proof = CodeProof(OPEN_CODE, fingerprint, hello.table, host=False)
        proof.take((await self.ask(Prove(proof.message), Proven)).proof)
        signature = key.sign(fingerprint, hello.table, hello.challenge)
        await self.ask(Confirm(proof.mac(key.public), key.public, signature), Confirmed)
        return key

    async def join(self, name: str, key: SeatKey | None = None) -> SeatKey:
        """Sit down, on the chair of *key* or on a new one, and hear how it looks there."""
        key = await self.come_in(key)
        self.say(Join(PlayerName(name)))
        await self.hear()
        await self.hear()
        return key


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
    async with serve(table, IDENTITY, **more) as server:
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

    server = await asyncio.start_server(visit, "127.0.0.1", 0, ssl=IDENTITY.context())
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


async def started(line: Line, other: Line) -> SeatKey:
    """A game of two, who have heard that it has begun; the key of the other."""
    await line.join("Ana")
    key = await other.join("Ivo")
    line.say(Start())
    for each in (line, other):
        await each.hear_until(lambda notice: isinstance(notice, Update))
    return key


def saying(*what: bytes, greeting: bytes | None = None, stays: bool = False):
    """Something that answers every connection in the same way; with *greeting* it is no table."""

    async def answer(reader, writer):
        if greeting is None:
            await hear_request(reader, writer)
        else:
            writer.write(greeting)
            await reader.readexactly(PREAMBLE_BYTES)
        for each in what:
            writer.write(each)
        if stays:
            await reader.read()
        writer.close()
        await reader.read()

    return answering(answer)


def scripted(*answers, hangs_up: bool = False):
    """Something that gives one of *answers* to each connection in turn, and to later ones none."""
    turns = iter(answers)

    async def answer(reader, writer):
        said = next(turns, b"")
        if said.startswith(b"HTTP"):
            writer.write(said)
        else:
            await hear_request(reader, writer)
            writer.write(said)
        if hangs_up or not said:
            writer.close()
        await reader.read()

    return answering(answer)


async def hear_request(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Request:
    """Be an open table up to the first request that is not about who may come in."""
    writer.write(preamble() + frame(Hello(ID, CHALLENGE, private=False)))
    await reader.readexactly(PREAMBLE_BYTES)
    proof = CodeProof(OPEN_CODE, IDENTITY.fingerprint, ID, host=True)
    while True:
        length = int.from_bytes(await reader.readexactly(LENGTH_BYTES), "big")
        match request := decode_request(await reader.readexactly(length)):
            case Prove():
                proof.take(request.proof)
                writer.write(frame(Proven(proof.message)))
            case Confirm():
                writer.write(frame(Confirmed(proof.mac(request.seat))))
            case Resume():
                writer.write(frame(Confirmed(None)))
            case _:
                return request


def cut(table, seat: int) -> None:
    """Break the connection of *seat* without a word to either side."""
    table._connections[table.table.chairs[seat].peer].abort()
