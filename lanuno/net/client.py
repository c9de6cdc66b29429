"""A player's end of the line: ask a table what it is, join it, come back after a break."""

from __future__ import annotations

import asyncio
import importlib
import random
import ssl
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import chain, repeat
from typing import TYPE_CHECKING

from msgspec import Struct

from lanuno.errors import (
    CodeNeeded,
    GameOn,
    NobodyThere,
    NotATable,
    NotPrivate,
    OtherVersion,
    TableBusy,
    TableFull,
    TurnedAway,
    UserError,
    WrongCode,
)
from lanuno.net.codec import NOTICE_BYTES_MAX, DecodeError, decode_notice, frame
from lanuno.net.connection import Connection, ConnectionLost
from lanuno.net.guesses import WAIT_SECONDS
from lanuno.net.messages import (
    PROTOCOL,
    Alive,
    Ask,
    Closed,
    Confirm,
    Confirmed,
    End,
    Hello,
    Here,
    Join,
    Notice,
    Prove,
    Proven,
    Request,
    Resume,
    TableInfo,
    Watch,
    Welcome,
)
from lanuno.net.pulse import BEAT_SECONDS, CHECK_SECONDS, Health, Pulse
from lanuno.net.race import race

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Sequence

    from lanuno.net.address import Address
    from lanuno.net.seats import Seats
    from lanuno.net.text import PlayerName
    from lanuno.net.trust import SeatKey

ANSWER_SECONDS = 5.0
"""How long a table may take to answer before it counts as not there."""

RETRY_SECONDS = (0.25, 0.5, 1.0, 2.0)
"""Pauses between attempts to come back; the last one is repeated."""

GIVE_UP_SECONDS = 120.0
"""How long a lost table is looked for."""


_GONE = {End.LEFT, End.REMOVED, End.CLOSED}
"""How a table ends a connection whose seat is no more."""


_PASSING = {End.BUSY, End.TOO_SLOW}
"""How it ends one that may try again."""


class Lost(Struct, frozen=True):
    """The connection is gone; the session is trying to come back."""


class Weak(Struct, frozen=True):
    """Nothing has been heard of the table for a while; it may be about to be lost."""


class Well(Struct, frozen=True):
    """The table is heard again, and was not lost."""


class Restored(Struct, frozen=True):
    """The session is back, on its seat if that was kept; a `Lobby` and an `Update` follow."""


class GaveUp(Struct, frozen=True):
    """The table could not be found again, or makes no sense; the session has ended."""


Said = Notice | Weak | Well | Lost | Restored | GaveUp
"""What a session says."""


async def ask(address: Address) -> TableInfo:
    """
    What the table at *address* says it is.

    NobodyThere, NotATable, OtherVersion or TableBusy when it is none that can be joined.
    """
    async with _call(address) as (connection, _):
        answer = await _answer(connection, Ask())
    if isinstance(answer, Closed):
        raise turned_away(answer.end)
    if not isinstance(answer, TableInfo):
        raise NotATable(str(address))
    return answer


@asynccontextmanager
async def join(
    addresses: Sequence[Address],
    name: PlayerName,
    *,
    table: str | None = None,
    code: str = "",
    key: SeatKey | None = None,
    seats: Seats | None = None,
    watch: bool = False,
) -> AsyncGenerator[Session]:
    """
    A seat under *name* at the table that answers first at one of *addresses*, for the block.

    *table* is the id that it must have, *code* what a private table asks for. *key* is
    the seat's, if it is not to be a new one; *seats* is where keys are kept for the next
    time. With *watch* there is no seat, only a view. A UserError says what prevents it.
    Leaving the block hangs up; send `Leave` before that to give up the seat for good.
    """
    request = Watch() if watch else Join(name)
    kept = None if watch else seats
    session = Session(tuple(addresses), request, table=table, code=code, key=key, seats=kept)
    await session.open()
    try:
        yield session
    finally:
        await session.close()


class Session:
    """
    A seat at a table, kept through broken connections; mutable, as a conversation is.

    Iterate over it for what the table says: every `Notice`, and `Weak`, `Well`, `Lost`,
    `Restored` or `GaveUp` in between. It ends after `Closed` or `GaveUp`.
    """

    welcome: Welcome

    def __init__(
        self,
        addresses: tuple[Address, ...],
        request: Join | Watch,
        *,
        table: str | None,
        code: str,
        key: SeatKey | None,
        seats: Seats | None,
    ) -> None:
        self._addresses = addresses
        self._request = request
        self._table = table
        self._code = code
        self._key = key
        self._seats = seats
        self._fingerprint: bytes | None = None
        """The certificate of the table, once it has proven that it knows the code."""
        self._line = AsyncExitStack()
        self._connection: Connection | None = None
        self._said: asyncio.Queue[Said] = asyncio.Queue()
        self._hearing: asyncio.Task[None] | None = None
        self._is_closed = False

    async def open(self) -> None:
        """Find the table and take the seat; a UserError says what prevents it."""
        answer = await self._take_seat()
        if isinstance(answer, Closed):
            raise turned_away(answer.end)

    async def close(self) -> None:
        """Hang up for good; whoever iterates gets to the end."""
        self._is_closed = True
        await self._hang_up()
        self._said.put_nowait(Lost())

    def send(self, request: Request) -> None:
        """Ask the table for something; while the connection is lost, nothing is sent."""
        if self._connection:
            self._connection.send(frame(request))

    async def __aiter__(self) -> AsyncIterator[Said]:
        while True:
            said: Said = await self._said.get()
            if isinstance(said, Lost):
                if self._is_closed:
                    return
                yield said
                said = await self._come_back()
            yield said
            if isinstance(said, (Closed, GaveUp)):
                self._forget_seat(said)
                return

    async def _hear(self, connection: Connection) -> None:
        """Take down what *connection* says, until it is lost."""
        loop = asyncio.get_running_loop()
        pulse = Pulse(loop.time())
        feeling = loop.create_task(self._feel(connection, pulse))
        try:
            while True:
                notice = decode_notice(await connection.receive(NOTICE_BYTES_MAX))
                pulse.hear(loop.time())
                if not isinstance(notice, Alive):
                    self._said.put_nowait(notice)
        except DecodeError:
            self._said.put_nowait(GaveUp())
        except (ConnectionLost, TimeoutError):
            self._said.put_nowait(Lost())
        finally:
            feeling.cancel()

    async def _feel(self, connection: Connection, pulse: Pulse) -> None:
        """Say every second that we are here, and notice when nothing is heard any more."""
        loop, is_weak, beats = asyncio.get_running_loop(), False, 0
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            beats += 1
            if beats * CHECK_SECONDS % BEAT_SECONDS == 0:
                connection.send(frame(Here()))
            health = pulse.check(loop.time())
            if health is Health.GONE:
                connection.abort()
            elif is_weak != (health is Health.WEAK):
                is_weak = not is_weak
                self._said.put_nowait(Weak() if is_weak else Well())

    def _forget_seat(self, end: Closed | GaveUp) -> None:
        if self._seats and self._table and isinstance(end, Closed) and end.end in _GONE:
            self._seats.forget(self._table)

    async def _hang_up(self) -> None:
        self._connection = None
        if self._hearing:
            self._hearing.cancel()
            await asyncio.wait([self._hearing])
        await self._line.aclose()

    async def _take_seat(self) -> Welcome | Closed:
        address = await race(self._addresses, self._find)
        line = AsyncExitStack()
        connection, hello = await line.enter_async_context(_call(address))
        async with line:
            answer = await self._introduce(connection, hello)
            if isinstance(answer, Confirmed):
                answer = await _answer(connection, self._request)
            if not isinstance(answer, (Welcome, Closed)):
                raise NotATable(str(address))
            if isinstance(answer, Welcome) and not self._is_closed:
                self._line, self._connection = line.pop_all(), connection
                self._hearing = asyncio.create_task(self._hear(connection))
                self.welcome = answer
        return answer

    async def _introduce(self, connection: Connection, hello: Hello) -> Notice:
        """Prove whose seat it is, or that we know the code; what the table answers to that."""
        # What it takes is loaded by those who join, when they join.
        await asyncio.to_thread(importlib.import_module, "lanuno.net.trust")
        from lanuno.net import trust  # noqa: PLC0415

        fingerprint, table = connection.fingerprint, hello.table
        if self._fingerprint not in (None, fingerprint):
            raise NobodyThere("another table")
        kept = self._seats.load(table, fingerprint) if self._seats else None
        key = self._key = self._key or (trust.SeatKey(kept) if kept else trust.SeatKey.new())
        signature = key.sign(fingerprint, table, hello.challenge)
        if kept or self._fingerprint:
            answer = await _answer(connection, Resume(key.public, signature))
            if isinstance(answer, (Confirmed, Closed)):
                self._fingerprint = fingerprint
                return answer
        if hello.private and not self._code:
            raise CodeNeeded
        if self._code and not hello.private:
            raise NotPrivate
        code = self._code if hello.private else trust.OPEN_CODE
        proof = await asyncio.to_thread(trust.CodeProof, code, fingerprint, table, host=False)
        # Who has guessed before has to wait for this one.
        patience = ANSWER_SECONDS + WAIT_SECONDS[-1]
        answer = await _answer(connection, Prove(proof.message), patience)
        if not isinstance(answer, Proven):
            return answer
        if not await asyncio.to_thread(proof.take, answer.proof):
            raise WrongCode
        mac = proof.mac(key.public)
        answer = await _answer(connection, Confirm(mac, key.public, signature))
        if isinstance(answer, Confirmed):
            if answer.mac is None or not proof.is_proven_by(answer.mac, key.public):
                raise WrongCode
            self._fingerprint = fingerprint
            if self._seats:
                self._seats.save(table, fingerprint, key.secret)
        return answer

    async def _find(self, address: Address) -> Address:
        """*address*, when the table that is looked for is there."""
        info = await ask(address)
        if self._table not in (None, info.id):
            raise NobodyThere(str(address))
        self._table = info.id
        return address

    async def _come_back(self) -> Restored | GaveUp | Closed:
        """Try to take the seat again, a little less often each time."""
        loop = asyncio.get_running_loop()
        give_up_at = loop.time() + GIVE_UP_SECONDS
        await self._hang_up()
        for pause in chain(RETRY_SECONDS, repeat(RETRY_SECONDS[-1])):
            # Guests that were cut off together do not all come back in the same instant.
            await asyncio.sleep(pause * random.uniform(0.8, 1.2))  # noqa: S311
            if self._is_closed:
                break
            try:
                answer = await self._take_seat()
            except (NobodyThere, TableBusy):
                if loop.time() > give_up_at:
                    break
            except UserError:
                break
            else:
                if not isinstance(answer, Closed):
                    return Restored()
                if answer.end not in _PASSING:
                    return answer
                if loop.time() > give_up_at:
                    break
        return GaveUp()


def turned_away(end: End) -> UserError:
    """The error that tells a person why a table hung up."""
    match end:
        case End.FULL:
            return TableFull()
        case End.IN_GAME:
            return GameOn()
        case End.BUSY | End.TOO_SLOW:
            return TableBusy()
        case End.WRONG_CODE:
            return WrongCode()
        case _:
            return TurnedAway()


@asynccontextmanager
async def _call(address: Address) -> AsyncGenerator[tuple[Connection, Hello]]:
    """A connection to a table of our version, and its first words; hung up after the block."""
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            connection = await Connection.open(address)
    except ssl.SSLError:
        raise NotATable(str(address)) from None
    # A host name that no resolver could know is a UnicodeError.
    except (OSError, UnicodeError):
        raise NobodyThere(str(address)) from None
    try:
        connection.greet()
        async with asyncio.timeout(ANSWER_SECONDS):
            version = await connection.greeting()
            if version != PROTOCOL:
                raise OtherVersion(version, PROTOCOL)
            hello = decode_notice(await connection.receive(NOTICE_BYTES_MAX))
        if isinstance(hello, Closed):
            raise turned_away(hello.end)
        if not isinstance(hello, Hello):
            raise NotATable(str(address))
        yield connection, hello
        await connection.close()
    except DecodeError:
        raise NotATable(str(address)) from None
    except (ConnectionLost, TimeoutError):
        raise NobodyThere(str(address)) from None
    finally:
        connection.abort()


async def _answer(connection: Connection, request: Request, seconds: float | None = None) -> Notice:
    """What the table answers to a stranger within *seconds*, or the time that it usually has."""
    connection.send(frame(request))
    async with asyncio.timeout(seconds or ANSWER_SECONDS):
        answer: Notice = Alive()
        while isinstance(answer, Alive):
            answer = decode_notice(await connection.receive(NOTICE_BYTES_MAX))
        return answer
