"""One TCP connection that carries frames; both ends of every conversation are one of these."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from typing import TYPE_CHECKING, Self

from lanuno.net.codec import LENGTH_BYTES, PREAMBLE_BYTES, body_length, preamble, version_in

if TYPE_CHECKING:
    from lanuno.net.address import Address

OUTBOX_BYTES_MAX = 256 * 1024
"""What may wait for a peer that reads too slowly; more than that, and it is cut off."""

FRAME_SECONDS = 10.0
"""How long a frame that has begun may take to arrive."""

CLOSE_SECONDS = 1.0
"""How long a peer may take to read what was said last."""

_SEND_BUFFER_BYTES = 64 * 1024


class ConnectionLost(ConnectionError):
    """The other side went away. What was sent last may not have arrived."""


class Connection:
    """
    Frames over a pair of asyncio streams; mutable, as a connection is.

    The transport's buffer is the outbox, and asyncio its one writer: `send` never waits,
    so a slow reader costs nobody else anything.
    """

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        raw: socket.socket | None = writer.get_extra_info("socket")
        if raw is not None:
            raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER_BYTES)

    @classmethod
    async def open(cls, address: Address) -> Self:
        """A connection to *address*; OSError when nobody is there."""
        return cls(*await asyncio.open_connection(address.host, address.port))

    @property
    def peer_host(self) -> str:
        """The address of the other side, as the system writes it."""
        name: tuple[str, int] | None = self._writer.get_extra_info("peername")
        return name[0] if name else ""

    def greet(self) -> None:
        """Say that this is lanuno, and which version it speaks."""
        self._writer.write(preamble())

    async def greeting(self) -> int:
        """
        The version that the other side speaks.

        DecodeError when it is no lanuno program, ConnectionLost when it goes away.
        """
        return version_in(await self._read(PREAMBLE_BYTES))

    async def receive(self, bytes_max: int) -> bytes:
        """
        The next frame's body, however long it takes to come.

        DecodeError when it is longer than *bytes_max*, ConnectionLost at the end or when
        a frame stops in the middle.
        """
        first = await self._read(1)
        try:
            async with asyncio.timeout(FRAME_SECONDS):
                prefix = first + await self._read(LENGTH_BYTES - 1)
                return await self._read(body_length(prefix, bytes_max))
        except TimeoutError:
            raise ConnectionLost("a message stopped in the middle") from None

    def send(self, frame: bytes) -> bool:
        """Put *frame* into the outbox; False when that was full, and the connection is cut."""
        if self._writer.is_closing():
            return False
        self._writer.write(frame)
        if self._writer.transport.get_write_buffer_size() > OUTBOX_BYTES_MAX:
            self._writer.transport.abort()
            return False
        return True

    def hang_up(self) -> None:
        """Read no more, send what is in the outbox, and end; soon, if the peer does not read."""
        self._writer.close()
        loop = asyncio.get_running_loop()
        loop.call_later(CLOSE_SECONDS, self._writer.transport.abort)

    async def close(self) -> None:
        """Hang up, and wait until it is done."""
        self.hang_up()
        with suppress(OSError):
            await self._writer.wait_closed()

    async def _read(self, count: int) -> bytes:
        try:
            return await self._reader.readexactly(count)
        except (OSError, asyncio.IncompleteReadError) as error:
            raise ConnectionLost("the other side went away") from error
