"""One TLS connection that carries frames; both ends of every conversation are one of these."""

from __future__ import annotations

import asyncio
import socket
import ssl
from contextlib import suppress
from hashlib import sha256
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
        self._cut: asyncio.TimerHandle | None = None
        """Set when the last words are on their way."""
        _tune(writer.get_extra_info("socket"))

    @classmethod
    async def open(cls, address: Address) -> Self:
        """A connection to *address*; OSError when nobody is there who speaks TLS."""
        return cls(
            *await asyncio.open_connection(
                # The name is in the clear, and so says nothing.
                address.host,
                address.port,
                ssl=guest_context(),
                server_hostname="lanuno",
            )
        )

    @property
    def fingerprint(self) -> bytes:
        """The SHA-256 of the other side's certificate; 32 bytes, none for a guest's."""
        certificate = self._writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
        return sha256(certificate).digest() if certificate else b""

    @property
    def peer_address(self) -> str:
        """The IP address of the other side."""
        return str(self._writer.get_extra_info("peername")[0])

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

        DecodeError when it is longer than *bytes_max*, TimeoutError when it stops in the
        middle, ConnectionLost at the end.
        """
        first = await self._read(1)
        async with asyncio.timeout(FRAME_SECONDS):
            prefix = first + await self._read(LENGTH_BYTES - 1)
            return await self._read(body_length(prefix, bytes_max))

    def send(self, frame: bytes) -> bool:
        """Put *frame* into the outbox; False when that was full, and the connection is cut."""
        if self._cut or self._writer.is_closing():
            return False
        self._writer.write(frame)
        if self._writer.transport.get_write_buffer_size() > OUTBOX_BYTES_MAX:
            self.abort()
            return False
        return True

    def hang_up(self) -> None:
        """Say nothing more; the peer has a moment to read what is in the outbox, and to go."""
        if self._cut is None:
            self._cut = asyncio.get_running_loop().call_later(CLOSE_SECONDS, self.abort)
            self._writer.close()

    async def close(self) -> None:
        """Hang up, and wait until it is done."""
        self.hang_up()
        with suppress(OSError):
            await self._writer.wait_closed()
        self.abort()

    def abort(self) -> None:
        """End it now, whatever is in the outbox."""
        if self._cut:
            self._cut.cancel()
        self._writer.transport.abort()

    async def _read(self, count: int) -> bytes:
        try:
            return await self._reader.readexactly(count)
        except (OSError, asyncio.IncompleteReadError) as error:
            self.abort()
            raise ConnectionLost("the other side went away") from error


def guest_context() -> ssl.SSLContext:
    """TLS 1.3 with whoever answers: who that is, no authority knows, and `trust` finds out."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _tune(raw: socket.socket) -> None:
    """Send small frames at once, keep little for a slow reader, and notice a dead peer."""
    # A system may not know an option, or refuse it because the peer has gone already.
    with suppress(OSError):
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER_BYTES)
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for option, value in _TCP_OPTIONS.items():
            if number := getattr(socket, option, None):
                raw.setsockopt(socket.IPPROTO_TCP, number, value)


_SEND_BUFFER_BYTES = 64 * 1024

# A peer whose machine or link has died says nothing any more, not even goodbye. The system
# asks it after 5 quiet seconds, and gives up after 3 questions, or 10 s of unread bytes.
_TCP_OPTIONS = {
    "TCP_NODELAY": 1,
    "TCP_KEEPIDLE": 5,  # seconds
    "TCP_KEEPALIVE": 5,  # what macOS calls the same
    "TCP_KEEPINTVL": 2,  # seconds
    "TCP_KEEPCNT": 3,
    "TCP_USER_TIMEOUT": 10_000,  # milliseconds; Linux only
}
