"""The table on a TCP port: sockets and clocks around `Table`, and no decisions."""

from __future__ import annotations

import asyncio
import errno
import socket
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from lanuno.errors import PortInUse, PortRefused
from lanuno.net.codec import (
    REQUEST_BYTES_MAX,
    STRANGER_BYTES_MAX,
    DecodeError,
    decode_request,
    frame,
)
from lanuno.net.connection import Connection, ConnectionLost
from lanuno.net.messages import PROTOCOL, Closed, End

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

    from lanuno.net.table import Sent, Table

CONNECTIONS_MAX = 64
"""Connections at a time, players and lookers-on included."""

STRANGER_SECONDS = 5.0
"""How long a new connection may take to say who it is."""

REQUESTS_PER_SECOND = 20
REQUESTS_AT_ONCE = 40
"""How many requests a peer may send in one go before it is slowed down."""


@asynccontextmanager
async def serve(
    table: Table, port: int = 0, on_fault: Callable[[], None] = lambda: None
) -> AsyncGenerator[Server]:
    """
    *table* on a TCP port of this machine while the block runs; 0 takes a free port.

    PortInUse or PortRefused when the port cannot be had. Leaving the block closes the
    table and tells everybody. *on_fault* is called once if the table breaks.
    """
    server = Server(table, on_fault)
    listener = await asyncio.start_server(server.welcome, sock=_listen(port))
    server.port = listener.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        listener.close()
        await server.close()


class Server:
    """The peers of one table; mutable, because they come and go."""

    def __init__(self, table: Table, on_fault: Callable[[], None]) -> None:
        self.table = table
        self.port = 0
        self._on_fault = on_fault
        self._connections: dict[int, Connection] = {}
        self._peers = 0
        self._alarm: asyncio.TimerHandle | None = None
        self._loop = asyncio.get_running_loop()
        self._visits: set[asyncio.Task[None]] = set()
        self._farewell: End | None = None
        """What a new guest is told once the table is no more."""

    async def welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection from its first byte to its last."""
        visit = asyncio.current_task()
        assert visit, "a connection is served by a task"
        self._visits.add(visit)
        connection = Connection(reader, writer)
        try:
            await self._visit(connection)
            await connection.close()
        except asyncio.CancelledError:
            # The loop ends. Up to Python 3.11 asyncio logs a connection that ends canceled.
            pass
        finally:
            connection.abort()
            self._visits.discard(visit)

    async def close(self) -> None:
        """Tell everybody that the table closes, and wait until they are gone."""
        self._farewell = End.CLOSED
        self._deliver([(peer, Closed(End.CLOSED)) for peer in self._connections])
        if self._visits:
            await asyncio.wait(self._visits)
        if self._alarm:
            self._alarm.cancel()

    async def _visit(self, connection: Connection) -> None:
        connection.greet()
        is_full = len(self._connections) >= CONNECTIONS_MAX
        if end := self._farewell or (End.BUSY if is_full else None):
            connection.send(frame(Closed(end)))
            return
        self._peers += 1
        peer = self._peers
        self._connections[peer] = connection
        try:
            await self._listen_to(peer, connection)
        except DecodeError:
            connection.send(frame(Closed(End.BAD_MESSAGE)))
        except TimeoutError:
            connection.send(frame(Closed(End.TOO_SLOW)))
        except ConnectionLost:
            pass
        finally:
            self._connections.pop(peer, None)
            self._deliver(self.table.lose(peer, self._loop.time()))

    async def _listen_to(self, peer: int, connection: Connection) -> None:
        async with asyncio.timeout(STRANGER_SECONDS) as patience:
            # Each side has told its version; a guest that speaks another one says so and goes.
            if await connection.greeting() != PROTOCOL:
                return
            pace = _Pace(self._loop.time())
            limit = STRANGER_BYTES_MAX
            while True:
                await asyncio.sleep(pace.seconds_to_wait(self._loop.time()))
                request = decode_request(await connection.receive(limit))
                if peer not in self._connections:
                    return
                self._deliver(self.table.receive(peer, request, self._loop.time()))
                if self.table.knows(peer):
                    patience.reschedule(None)
                    limit = REQUEST_BYTES_MAX

    def _deliver(self, sent: Sent) -> None:
        """Hand every notice to its connection, and hang up after a last one."""
        for peer, notice in sent:
            connection = self._connections.get(peer)
            if connection is None:
                continue
            in_time = connection.send(frame(notice))
            if not in_time or isinstance(notice, Closed):
                del self._connections[peer]
                connection.hang_up()
        if self.table.fault and not self._farewell:
            self._farewell = End.BROKEN
            self._on_fault()
        self._set_alarm()

    def _set_alarm(self) -> None:
        if self._alarm:
            self._alarm.cancel()
        due = self.table.due()
        self._alarm = None if due is None else self._loop.call_at(due, self._tick)

    def _tick(self) -> None:
        self._deliver(self.table.tick(self._loop.time()))


class _Pace:
    """A token bucket for the requests of one peer."""

    def __init__(self, now: float) -> None:
        self._tokens = float(REQUESTS_AT_ONCE)
        self._since = now

    def seconds_to_wait(self, now: float) -> float:
        earned = (now - self._since) * REQUESTS_PER_SECOND
        self._tokens = min(self._tokens + earned, REQUESTS_AT_ONCE) - 1
        self._since = now
        return max(0.0, -self._tokens / REQUESTS_PER_SECOND)


def _listen(port: int) -> socket.socket:
    """A listening socket for IPv4 and, where the system has it, IPv6."""
    try:
        if socket.has_dualstack_ipv6():
            return socket.create_server(
                ("", port), family=socket.AF_INET6, dualstack_ipv6=True, backlog=64
            )
        return socket.create_server(("", port), backlog=64)
    except PermissionError:
        raise PortRefused(str(port)) from None
    except OSError as error:
        if error.errno in (errno.EADDRINUSE, errno.EACCES):
            raise PortInUse(str(port)) from None
        raise
