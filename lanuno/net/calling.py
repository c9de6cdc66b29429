"""How a stranger talks to a table, until it may come in: call, ask, prove who one is."""

from __future__ import annotations

import asyncio
import importlib
import ssl
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from lanuno.errors import (
    CodeNeeded,
    GameOn,
    NobodyThere,
    NoSpectators,
    NotATable,
    NotPrivate,
    OtherVersion,
    TableBusy,
    TableFull,
    TooManyCodes,
    TurnedAway,
    UserError,
    WrongCode,
)
from lanuno.net import limits
from lanuno.net.codec import DecodeError, decode_notice, frame
from lanuno.net.connection import Connection
from lanuno.net.inbox import ConnectionLost
from lanuno.net.messages import (
    PROTOCOL,
    Alive,
    Ask,
    Closed,
    Confirm,
    Confirmed,
    End,
    Hello,
    Notice,
    Prove,
    Proven,
    Request,
    Resume,
    TableInfo,
)

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from lanuno.net.address import Address
    from lanuno.net.seats import Seats
    from lanuno.net.trust import SeatKey


def load_proofs() -> None:
    """Import what it takes to prove anything: a tenth of a second that nobody waits for twice."""
    importlib.import_module("lanuno.net.trust")


async def ask(address: Address) -> TableInfo:
    """
    What the table at *address* says it is.

    NobodyThere, NotATable, OtherVersion or TableBusy when it is none that can be joined.
    """
    async with call(address) as (connection, _):
        answer = await answer_to(connection, Ask())
    if isinstance(answer, Closed):
        raise turned_away(answer.end)
    if not isinstance(answer, TableInfo):
        raise NotATable(str(address))
    return answer


class Caller:
    """
    Who calls a table: the code that they know, and the key of their seat.

    Mutable: it remembers to which certificate it has proven itself, and is not fooled by
    another one. *code* is empty for an open table; *key* None for the kept one, or a new one.
    """

    def __init__(self, code: str, key: SeatKey | None, seats: Seats | None) -> None:
        self._code = code
        self._key = key
        self._seats = seats
        self._fingerprint: bytes | None = None
        """The certificate of the table, once it has proven that it knows the code."""

    def keep(self, seats: Seats, table: str) -> None:
        """From now on the seat at *table* is mine, and its key is kept in *seats*."""
        self._seats = seats
        if self._fingerprint and self._key:
            seats.save(table, self._fingerprint, self._key.secret)

    async def introduce(self, connection: Connection, hello: Hello) -> Notice:
        """
        Prove whose seat it is, or that we know the code; what the table answers to that.

        CodeNeeded, NotPrivate or WrongCode when that is the trouble; NobodyThere when the
        certificate is not the one of the last time.
        """
        await asyncio.to_thread(load_proofs)
        from lanuno.net import trust  # noqa: PLC0415

        fingerprint, table = connection.fingerprint, hello.table
        if self._fingerprint not in (None, fingerprint):
            raise NobodyThere("another table")
        kept = self._seats.load(table, fingerprint) if self._seats else None
        key = self._key = self._key or (trust.SeatKey(kept) if kept else trust.SeatKey.new())
        signature = key.sign(fingerprint, table, hello.challenge)
        if kept or self._fingerprint:
            answer = await answer_to(connection, Resume(key.public, signature))
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
        patience = limits.ANSWER_SECONDS + limits.WAIT_SECONDS[-1]
        answer = await answer_to(connection, Prove(proof.message), patience)
        if not isinstance(answer, Proven):
            return answer
        if not await asyncio.to_thread(proof.take, answer.proof):
            raise WrongCode
        mac = proof.mac(key.public)
        answer = await answer_to(connection, Confirm(mac, key.public, signature))
        if isinstance(answer, Confirmed):
            if answer.mac is None or not proof.is_proven_by(answer.mac, key.public):
                raise WrongCode
            self._fingerprint = fingerprint
            if self._seats:
                self._seats.save(table, fingerprint, key.secret)
        return answer


def turned_away(end: End) -> UserError:
    """The error that tells a person why a table hung up."""
    match end:
        case End.FULL:
            return TableFull()
        case End.IN_GAME:
            return GameOn()
        case End.NO_SPECTATORS:
            return NoSpectators()
        case End.BUSY | End.TOO_SLOW:
            return TableBusy()
        case End.WRONG_CODE:
            return WrongCode()
        case End.TOO_MANY_CODES:
            return TooManyCodes()
        case _:
            return TurnedAway()


@asynccontextmanager
async def call(address: Address) -> AsyncGenerator[tuple[Connection, Hello]]:
    """A connection to a table of our version, and its first words; hung up after the block."""
    try:
        async with asyncio.timeout(limits.ANSWER_SECONDS):
            connection = await Connection.open(address)
    except ssl.SSLError:
        raise NotATable(str(address)) from None
    # A host name that no resolver could know is a UnicodeError.
    except (OSError, UnicodeError):
        raise NobodyThere(str(address)) from None
    try:
        connection.greet()
        async with asyncio.timeout(limits.ANSWER_SECONDS):
            version = await connection.greeting()
            if version != PROTOCOL:
                raise OtherVersion(version, PROTOCOL)
            hello = decode_notice(await connection.receive(limits.STRANGER_NOTICE_BYTES_MAX))
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


async def answer_to(
    connection: Connection, request: Request, seconds: float | None = None
) -> Notice:
    """What the table answers to a stranger, within *seconds* or the time that it usually has."""
    connection.send(frame(request))
    async with asyncio.timeout(seconds or limits.ANSWER_SECONDS):
        answer: Notice = Alive()
        while isinstance(answer, Alive):
            answer = decode_notice(await connection.receive(limits.STRANGER_NOTICE_BYTES_MAX))
        return answer
