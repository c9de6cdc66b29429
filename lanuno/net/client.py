"""A player's end of the line: join a table, come back after a break."""

from __future__ import annotations

import asyncio
import random
from collections import deque
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from itertools import chain, repeat
from typing import TYPE_CHECKING

from msgspec import Struct

from lanuno.errors import NobodyThere, NotATable, TableBusy, UserError
from lanuno.net import limits
from lanuno.net.calling import Caller, answer_to, ask, call, turned_away
from lanuno.net.codec import DecodeError, decode_notice, frame
from lanuno.net.inbox import ConnectionLost, Interrupted
from lanuno.net.messages import (
    Alive,
    Closed,
    Confirmed,
    End,
    Here,
    Join,
    Lobby,
    Notice,
    Request,
    Watch,
    Welcome,
)
from lanuno.net.pulse import Health, Pulse, next_beat
from lanuno.net.race import race

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Sequence

    from lanuno.net.address import Address
    from lanuno.net.connection import Connection
    from lanuno.net.seats import Seats
    from lanuno.net.text import PlayerName
    from lanuno.net.trust import SeatKey

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
    own: bool = False,
) -> AsyncGenerator[Session]:
    """
    A seat under *name* at the table that answers first at one of *addresses*, for the block.

    *table* is the id that it must have, *code* what a private table asks for. *key* is
    the seat's, if it is not to be a new one; *seats* is where keys are kept for the next
    time. With *watch* there is no seat, only a view, until a `Join` is sent. With *own* the
    table is in this very program, *key* the host's, and neither side says every second that
    it is still there. A UserError says what prevents it. Leaving the block hangs up; send
    `Leave` before that to give up the seat for good.
    """
    request = Watch() if watch else Join(name)
    session = Session(tuple(addresses), request, table=table, code=code, key=key, seats=seats)
    session.is_own = own
    session.name = name
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
    name: PlayerName
    """What I am called there, or would be with a seat."""
    is_own = False
    """Whether the table is in this very program."""

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
        """As what I am there, and will come back."""
        self._table = table
        self._seats = seats
        # Who looks on takes no seat of another program of this user.
        self._caller = Caller(code, key, None if isinstance(request, Watch) else seats)
        self._line = AsyncExitStack()
        self._connection: Connection | None = None
        self._aside: deque[Weak | Well] = deque()
        """What we have to say ourselves; it is said before what has come."""
        self._feeling: asyncio.Task[None] | None = None
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
        if self._seats:
            self._seats.close()

    def learn(self, addresses: Iterable[Address]) -> None:
        """The table may be found at *addresses* as well, before those that are known."""
        known = dict.fromkeys((*addresses, *self._addresses))
        self._addresses = tuple(known)[: limits.ADDRESSES_MAX]

    def send(self, request: Request) -> None:
        """Ask the table for something; while the connection is lost, nothing is sent."""
        if self._connection:
            self._connection.send(frame(request))

    async def __aiter__(self) -> AsyncIterator[Said]:
        while True:
            said = await self._next()
            if isinstance(said, Lost):
                if self._is_closed:
                    return
                yield said
                said = await self._come_back()
            yield said
            if isinstance(said, (Closed, GaveUp)):
                self._forget_seat(said)
                if self._feeling:
                    self._feeling.cancel()
                return

    async def _next(self) -> Said:
        """What is said next; `Lost` when the connection is, or was hung up."""
        notice: Notice = Alive()
        try:
            while isinstance(notice, Alive):
                if self._aside:
                    return self._aside.popleft()
                if self._connection is None:
                    return Lost()
                with suppress(Interrupted):
                    notice = decode_notice(await self._connection.receive(limits.NOTICE_BYTES_MAX))
        except DecodeError:
            return GaveUp()
        except (ConnectionLost, TimeoutError):
            return Lost()
        if isinstance(notice, Lobby):
            self._become(notice)
        return notice

    def _become(self, lobby: Lobby) -> None:
        """The table knows as what I am there, whatever I have asked to be."""
        has_place = lobby.you is not None or lobby.newcomer is not None
        if has_place and isinstance(self._request, Watch) and self._seats and self._table:
            self._caller.keep(self._seats, self._table)
        self._request = Join(self.name) if has_place else Watch()

    async def _feel(self, connection: Connection) -> None:
        """Say every second that we are here, and notice when nothing is heard any more."""
        loop, is_weak = asyncio.get_running_loop(), False
        now = loop.time()
        pulse, beat = Pulse(now), next_beat(now)
        while True:
            await asyncio.sleep(min(beat, pulse.due) - now)
            now = loop.time()
            if now >= beat:
                beat = next_beat(now, beat)
                connection.send(frame(Here()))
            pulse.hear(connection.heard_at)
            health = pulse.check(now)
            if health is Health.GONE:
                connection.abort()
            elif is_weak != (health is Health.WEAK):
                is_weak = not is_weak
                self._aside.append(Weak() if is_weak else Well())
                connection.interrupt()

    def _forget_seat(self, end: Closed | GaveUp) -> None:
        if self._seats and self._table and isinstance(end, Closed) and end.end in _GONE:
            self._seats.forget(self._table)

    async def _hang_up(self) -> None:
        self._connection = None
        self._aside.clear()
        if self._feeling:
            self._feeling.cancel()
            await asyncio.wait([self._feeling])
        await self._line.aclose()

    async def _take_seat(self) -> Welcome | Closed:
        address = await race(self._addresses, self._find)
        line = AsyncExitStack()
        connection, hello = await line.enter_async_context(call(address))
        async with line:
            answer = await self._caller.introduce(connection, hello)
            if isinstance(answer, Confirmed):
                answer = await answer_to(connection, self._request)
            if not isinstance(answer, (Welcome, Closed)):
                raise NotATable(str(address))
            if isinstance(answer, Welcome) and not self._is_closed:
                self._line, self._connection = line.pop_all(), connection
                if not self.is_own:
                    self._feeling = asyncio.create_task(self._feel(connection))
                self.welcome = answer
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
