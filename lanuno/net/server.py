"""The table on a TCP port: sockets and clocks around `Table`, and no decisions."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections import Counter, deque
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from lanuno.errors import PortInUse, PortRefused
from lanuno.net import limits
from lanuno.net.codec import DecodeError, decode_request, frame
from lanuno.net.connection import Connection
from lanuno.net.door import Door
from lanuno.net.inbox import ConnectionLost
from lanuno.net.messages import PROTOCOL, Alive, Closed, End
from lanuno.net.pace import Pace
from lanuno.net.pulse import Health, Pulse, next_beat
from lanuno.net.thinker import Thinker

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

    from lanuno.bots.thought import Question, Thought
    from lanuno.net.audience import Sent
    from lanuno.net.table import Table
    from lanuno.net.trust import Identity

    Tell = Callable[[Question, Thought | None], None]


@asynccontextmanager
async def serve(
    table: Table,
    identity: Identity,
    port: int = 0,
    *,
    code: str | None = None,
    on_change: Callable[[], None] = lambda: None,
    on_fault: Callable[[], None] = lambda: None,
    thinker: Callable[[Tell], Thinker] = Thinker,
    own_key: str = "",
    local: bool = False,
) -> AsyncGenerator[Server]:
    """
    *table* on a TCP port of this machine while the block runs; 0 takes a free port.

    PortInUse or PortRefused when the port cannot be had. Leaving the block closes the
    table and tells everybody. *code* is what it takes to enter a private table;
    *on_change* is called before anything new is told, *on_fault* once if the table breaks.
    *thinker* makes what thinks for the table, and tells it what came of it. *own_key* is that
    of who sits there in this very program, and need not say that it is still here. A *local*
    table is reached from this machine alone.
    """
    with _listen(port, local=local) as listener:
        server = Server(
            table, identity, code, on_change, on_fault, thinker=thinker, own_key=own_key
        )
        server.port = listener.getsockname()[1]
        accepting = asyncio.create_task(server.accept(listener))
        try:
            yield server
        finally:
            accepting.cancel()
            with suppress(asyncio.CancelledError):
                await accepting
            await server.close()


class Server:
    """The peers of one table; mutable, because they come and go."""

    def __init__(
        self,
        table: Table,
        identity: Identity,
        code: str | None,
        on_change: Callable[[], None],
        on_fault: Callable[[], None],
        *,
        thinker: Callable[[Tell], Thinker],
        own_key: str,
    ) -> None:
        self.table = table
        self.port = 0
        self.comes_back = False
        """The table goes on later: nobody is told that it closes, and all go on looking for it."""
        self._door = Door(table, identity, code, self._guessed)
        self._context = identity.context()
        self._on_change = on_change
        self._on_fault = on_fault
        self._thinker = thinker(self._thought)
        self._strangers: dict[asyncio.Task[None], str] = {}
        """The visits of those who have not come in yet, with their addresses."""
        self._connections: dict[int, Connection] = {}
        self._peers = 0
        self._own_key = own_key
        self._pulses: dict[int, Pulse] = {}
        self._keys: dict[int, str] = {}
        self._alarm: asyncio.TimerHandle | None = None
        self._lag: deque[tuple[int, bytes]] = deque()
        """What those who look on are still to be told: they cost the players nothing."""
        self._lagging: Counter[int] = Counter()
        self._telling: asyncio.Handle | None = None
        self._loop = asyncio.get_running_loop()
        self._beat: asyncio.TimerHandle | None = None
        """None while nobody is here but from this program: it would only be woken for nothing."""
        self._visits: set[asyncio.Task[None]] = set()
        self._farewell: End | None = None
        """What a new guest is told once the table is no more."""

    async def accept(self, listener: socket.socket) -> None:
        """Take every connection that comes, until cancelled."""
        while True:
            try:
                raw, address = await self._loop.sock_accept(listener)
            except OSError:
                # The system has no room for another one just now.
                await asyncio.sleep(limits.ACCEPT_PAUSE_SECONDS)
                continue
            host = str(address[0])
            strangers = list(self._strangers.values())
            too_many = strangers.count(host) >= limits.STRANGERS_PER_ADDRESS_MAX
            if too_many or len(strangers) >= limits.STRANGERS_MAX:
                raw.close()
                continue
            visit = self._loop.create_task(self._welcome(raw))
            self._strangers[visit] = host
            self._visits.add(visit)
            visit.add_done_callback(self._forget)

    async def close(self) -> None:
        """Tell everybody that the table closes, unless it comes back; wait until they are gone."""
        self._farewell = End.CLOSED
        if self.comes_back:
            for connection in self._connections.values():
                connection.abort()
        else:
            self._deliver([(peer, Closed(End.CLOSED)) for peer in self._connections])
        for stranger in self._strangers:
            stranger.cancel()
        if self._visits:
            await asyncio.wait(self._visits)
        if self._beat:
            self._beat.cancel()
        if self._alarm:
            self._alarm.cancel()
        await self._thinker.close()

    def _forget(self, visit: asyncio.Task[None]) -> None:
        self._visits.discard(visit)
        self._strangers.pop(visit, None)

    async def _welcome(self, raw: socket.socket) -> None:
        """Serve one connection from its first byte to its last."""
        # A canceled visit is no fault; it ends because the table closes.
        with raw, suppress(OSError, asyncio.CancelledError):
            connection = await Connection.accept(raw, self._context, limits.STRANGER_SECONDS)
            try:
                await self._visit(connection)
                await connection.close()
            finally:
                connection.abort()

    async def _visit(self, connection: Connection) -> None:
        connection.greet()
        try:
            async with asyncio.timeout(limits.STRANGER_SECONDS) as patience:
                # Each side has told its version; a guest that speaks another one says so and goes.
                if await connection.greeting() != PROTOCOL:
                    return
                if self._farewell:
                    connection.send(frame(Closed(self._farewell)))
                elif key := await self._door.admit(connection):
                    if self._has_room(key):
                        await self._seat(connection, key, patience)
                    else:
                        connection.send(frame(Closed(End.BUSY)))
        except DecodeError:
            connection.send(frame(Closed(End.BAD_MESSAGE)))
        except TimeoutError:
            connection.send(frame(Closed(End.TOO_SLOW)))
        except ConnectionLost:
            pass

    def _has_room(self, key: str) -> bool:
        """Whether who has proven to own *key* may come in: always, if it is the key of a seat."""
        if len(self._connections) < limits.CONNECTIONS_MAX:
            return True
        if self.table.chairs.of_key(key) is None:
            return False
        # Not with as many connections as they like, though: one that has not sat down has to go.
        before = [peer for peer, each in self._keys.items() if each == key]
        closed = Closed(End.REPLACED)
        self._deliver([(peer, closed) for peer in before if not self.table.knows(peer)])
        return True

    async def _seat(self, connection: Connection, key: str, patience: asyncio.Timeout) -> None:
        """Let the table hear what somebody says who has proven to own *key*."""
        visit = asyncio.current_task()
        assert visit, "a connection is served by a task"
        self._strangers.pop(visit, None)
        self._peers += 1
        peer = self._peers
        self._connections[peer] = connection
        if key != self._own_key:
            self._feel_for(peer)
        self._keys[peer] = key
        self.table.introduce(peer, key)
        try:
            await self._listen_to(peer, connection, patience)
        finally:
            self._connections.pop(peer, None)
            self._lagging.pop(peer, None)
            self._pulses.pop(peer, None)
            del self._keys[peer]
            self._deliver(self.table.lose(peer, self._loop.time()))

    async def _listen_to(
        self, peer: int, connection: Connection, patience: asyncio.Timeout
    ) -> None:
        pace = Pace(self._loop.time(), limits.REQUESTS_AT_ONCE, limits.REQUESTS_PER_SECOND)
        while True:
            wait = pace.seconds_to_wait(self._loop.time())
            # Whoever asks for much at once lets the others ask in between.
            if wait or connection.has_more:
                await asyncio.sleep(wait)
            request = decode_request(await connection.receive(limits.REQUEST_BYTES_MAX))
            if peer not in self._connections:
                return
            if pulse := self._pulses.get(peer):
                pulse.hear(self._loop.time())
            self._deliver(self.table.receive(peer, request, self._loop.time()))
            if patience.when() is not None and self.table.knows(peer):
                patience.reschedule(None)

    def _feel_for(self, peer: int) -> None:
        """Look from now on whether *peer* is still there."""
        now = self._loop.time()
        self._pulses[peer] = Pulse(now)
        if self._beat is None:
            self._beat = self._loop.call_at(next_beat(now), self._beats, next_beat(now))

    def _beats(self, due: float) -> None:
        """Say that we are there, and find out who is not."""
        self._beat = None
        if self._pulses:
            due = next_beat(self._loop.time(), due)
            self._beat = self._loop.call_at(due, self._beats, due)
        alive = Alive()
        self._deliver([(peer, alive) for peer in self._pulses if self.table.knows(peer)])
        for peer in list(self._pulses):
            self._feel(peer)

    def _feel(self, peer: int) -> None:
        connection, pulse = self._connections.get(peer), self._pulses.get(peer)
        if connection is None or pulse is None:
            return
        before, health = pulse.health, pulse.check(self._loop.time())
        if health is Health.GONE:
            connection.abort()
        elif health is not before:
            self._deliver(self.table.set_weak(peer, weak=health is Health.WEAK))
        if self._beat and pulse.due < self._beat.when():
            self._loop.call_at(pulse.due, self._feel, peer)

    def _guessed(self, wrong: int) -> None:
        self._deliver(self.table.guessed(wrong))

    def _thought(self, question: Question, thought: Thought | None) -> None:
        self._deliver(self.table.thought(question, thought))

    def _deliver(self, sent: Sent) -> None:
        """Hand every notice to its connection, and hang up after a last one."""
        if not self.table.fault:
            self._on_change()
        last, said = None, b""
        for peer, notice in sent:
            if peer not in self._connections:
                continue
            if notice is not last:
                # All who look on are told the same, and so it is encoded once.
                last, said = notice, frame(notice)
            is_last = isinstance(notice, Closed)
            if self.table.looks_on(peer) and not is_last:
                self._lag.append((peer, said))
                self._lagging[peer] += 1
                continue
            if self._lagging[peer]:
                self._tell_watchers(len(self._lag))
            self._say(peer, said, is_last=is_last)
        if self._lag and self._telling is None:
            self._telling = self._loop.call_later(limits.LAG_SECONDS, self._tell_next)
        if len(self._lag) > limits.LAG_MAX:
            self._tell_watchers(len(self._lag))
        if self.table.fault and not self._farewell:
            self._farewell = End.BROKEN
            self._on_fault()
        for question in self.table.questions():
            if question.answer:
                self._thought(question, question.answer)
            else:
                self._thinker.ask(question)
        self._set_alarm()

    def _say(self, peer: int, said: bytes, *, is_last: bool = False) -> None:
        connection = self._connections.get(peer)
        if connection and (not connection.send(said) or is_last):
            del self._connections[peer]
            connection.hang_up()

    def _tell_next(self) -> None:
        """Tell some who look on what they have not heard yet; whoever plays comes in between."""
        self._tell_watchers(limits.WATCHERS_AT_ONCE)
        self._telling = self._loop.call_soon(self._tell_next) if self._lag else None

    def _tell_watchers(self, notices: int) -> None:
        for _ in range(min(notices, len(self._lag))):
            peer, said = self._lag.popleft()
            if peer in self._lagging:
                self._lagging[peer] -= 1
            self._say(peer, said)

    def _set_alarm(self) -> None:
        due = self.table.due()
        if self._alarm:
            if self._alarm.when() == due:
                return
            self._alarm.cancel()
        self._alarm = None if due is None else self._loop.call_at(due, self._tick)

    def _tick(self) -> None:
        self._alarm = None
        self._deliver(self.table.tick(self._loop.time()))


def _listen(port: int, *, local: bool) -> socket.socket:
    """A listening socket for this machine, or for IPv4 and, where the system has it, IPv6."""
    try:
        if local:
            listener = socket.create_server(("127.0.0.1", port), backlog=64)
        elif socket.has_dualstack_ipv6():
            listener = socket.create_server(
                ("", port), family=socket.AF_INET6, dualstack_ipv6=True, backlog=64
            )
        else:
            listener = socket.create_server(("", port), backlog=64)
    except PermissionError:
        raise PortRefused(str(port)) from None
    except OSError as error:
        if error.errno in (errno.EADDRINUSE, errno.EACCES):
            raise PortInUse(str(port)) from None
        raise
    listener.setblocking(False)  # noqa: FBT003 - so the socket module has it
    return listener
