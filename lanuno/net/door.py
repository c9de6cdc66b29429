"""The door of a table: who comes in has proven that they may, before the table hears of them."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING

from lanuno.net import limits, trust
from lanuno.net.codec import decode_request, frame
from lanuno.net.guesses import Guesses
from lanuno.net.messages import (
    Ask,
    Closed,
    Confirm,
    Confirmed,
    End,
    Hello,
    Prove,
    Proven,
    Refused,
    Resume,
    Why,
)
from lanuno.net.pace import Pace
from lanuno.net.trust import CodeProof, Identity, is_owner

if TYPE_CHECKING:
    from collections.abc import Callable

    from lanuno.net.connection import Connection
    from lanuno.net.messages import Notice, Request
    from lanuno.net.table import Table


class Door:
    """
    What *table* is entered by: its *identity*, and its *code* when it is private.

    Mutable, as it counts wrong codes; *on_guess* is told how many they are by now.
    """

    def __init__(
        self,
        table: Table,
        identity: Identity,
        code: str | None = None,
        on_guess: Callable[[int], None] = lambda _: None,
    ) -> None:
        self.identity = identity
        self._table = table
        self._code = code or trust.OPEN_CODE
        self._on_guess = on_guess
        self._guesses = Guesses()
        self._one_at_a_time = asyncio.Lock()
        """The exchange about a code takes some milliseconds of the processor's time."""

    async def admit(self, connection: Connection) -> str | None:
        """
        The public key that the other side has proven to own; None when it hangs up or is sent away.

        DecodeError or ConnectionLost when it does not behave; the caller sets it a time limit.
        """
        challenge = secrets.token_hex(32)
        say(connection, Hello(self._table.id, challenge, self._table.private))
        loop = asyncio.get_running_loop()
        pace = Pace(loop.time(), limits.REQUESTS_AT_ONCE, limits.REQUESTS_PER_SECOND)
        while True:
            await asyncio.sleep(pace.seconds_to_wait(loop.time()))
            match request := await _hear(connection):
                case Ask():
                    say(connection, self._table.info())
                case Resume():
                    is_known = self._table.chairs.of_key(request.seat) is not None
                    if is_known and self._is_owner(request, challenge):
                        say(connection, Confirmed(None))
                        return request.seat
                    say(connection, Refused(Why.UNKNOWN_SEAT))
                case Prove():
                    return await self._admit_with_code(connection, request, challenge)
                case _:
                    say(connection, Refused(Why.NOT_SEATED))

    async def _admit_with_code(
        self, connection: Connection, request: Prove, challenge: str
    ) -> str | None:
        address, loop = connection.peer_address, asyncio.get_running_loop()
        is_guess = self._table.private
        wait = self._guesses.charge(address, loop.time()) if is_guess else 0.0
        if wait is None:
            say(connection, Closed(End.TOO_MANY_CODES))
            return None
        await asyncio.sleep(wait)
        async with self._one_at_a_time:
            proof = await asyncio.to_thread(self._prove, request.proof)
        try:
            seat = await self._confirm(connection, proof, challenge) if proof else None
            if seat and is_guess:
                self._guesses.refund(address)
            is_guess = is_guess and not seat
        finally:
            # Who hangs up in the middle was guessing as well.
            if is_guess:
                self._on_guess(self._guesses.wrong)
        if proof and seat:
            say(connection, Confirmed(proof.mac(seat)))
        else:
            say(connection, Closed(End.WRONG_CODE))
        return seat

    async def _confirm(
        self, connection: Connection, proof: CodeProof, challenge: str
    ) -> str | None:
        """The key of the seat, once the other side has confirmed that it knows the code."""
        say(connection, Proven(proof.message))
        confirm = await _hear(connection)
        if (
            isinstance(confirm, Confirm)
            and proof.is_proven_by(confirm.mac, confirm.seat)
            and self._is_owner(confirm, challenge)
        ):
            return confirm.seat
        return None

    def _prove(self, theirs: str) -> CodeProof | None:
        proof = CodeProof(self._code, self.identity.fingerprint, self._table.id, host=True)
        return proof if proof.take(theirs) else None

    def _is_owner(self, request: Resume | Confirm, challenge: str) -> bool:
        return is_owner(
            request.seat,
            request.signature,
            self.identity.fingerprint,
            self._table.id,
            challenge,
        )


def say(connection: Connection, notice: Notice) -> None:
    connection.send(frame(notice))


async def _hear(connection: Connection) -> Request:
    return decode_request(await connection.receive(limits.STRANGER_BYTES_MAX))
