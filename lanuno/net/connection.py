"""One TLS connection that carries frames; both ends of every conversation are one of these."""

from __future__ import annotations

import asyncio
import socket
import ssl
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING, Self

from lanuno.net import limits
from lanuno.net.codec import PREAMBLE_BYTES, preamble, version_in
from lanuno.net.inbox import Inbox
from lanuno.net.tls import Tls

if TYPE_CHECKING:
    from lanuno.net.address import Address


class Connection:
    """
    Frames over an encrypted stream; mutable, as a connection is.

    The transport's buffer is the outbox, and asyncio its one writer: `send` never waits,
    so a slow reader costs nobody else anything.
    """

    def __init__(self, reader: Inbox, writer: Tls) -> None:
        self._reader = reader
        self._writer = writer
        self._cut: asyncio.TimerHandle | None = None
        """Set when the last words are on their way."""
        _tune(writer.get_extra_info("socket"))

    @classmethod
    async def open(cls, address: Address) -> Self:
        """A connection to *address*; OSError when nobody is there who speaks TLS."""
        inbox = Inbox()
        tls = Tls(inbox, guest_context(), is_server=False)
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: tls, address.host, address.port)
        return await cls._secured(inbox, tls)

    @classmethod
    async def accept(cls, raw: socket.socket, context: ssl.SSLContext, seconds: float) -> Self:
        """The connection on *raw*; OSError if both sides have no keys after so many *seconds*."""
        inbox = Inbox()
        tls = Tls(inbox, context, is_server=True)
        async with asyncio.timeout(seconds):
            await asyncio.get_running_loop().connect_accepted_socket(lambda: tls, raw)
            return await cls._secured(inbox, tls)

    @classmethod
    async def _secured(cls, inbox: Inbox, tls: Tls) -> Self:
        try:
            await tls.secured
        except BaseException:
            tls.abort()
            raise
        return cls(inbox, tls)

    @property
    def fingerprint(self) -> bytes:
        """The SHA-256 of the other side's certificate; 32 bytes, none for a guest's."""
        certificate = self._writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
        return sha256(certificate).digest() if certificate else b""

    @property
    def peer_address(self) -> str:
        """The IP address of the other side."""
        return str(self._writer.get_extra_info("peername")[0])

    @property
    def heard_at(self) -> float:
        """When something came last, by the clock of the loop."""
        return self._reader.heard_at

    @property
    def has_more(self) -> bool:
        """Whether something has come already that `receive` has not given."""
        return bool(self._reader.waiting)

    def greet(self) -> None:
        """Say that this is lanuno, and which version it speaks."""
        self._writer.write(preamble())

    async def greeting(self) -> int:
        """
        The version that the other side speaks.

        DecodeError when it is no lanuno program, ConnectionLost when it goes away.
        """
        while len(self._reader.waiting) < PREAMBLE_BYTES:
            await self._reader.more()
        return version_in(self._reader.take(PREAMBLE_BYTES))

    async def receive(self, bytes_max: int) -> bytes:
        """
        The next frame's body, however long it takes to come.

        DecodeError when it is longer than *bytes_max*, TimeoutError when it stops in the
        middle, ConnectionLost at the end. Interrupted when `interrupt` is called meanwhile.
        """
        reader = self._reader
        if not reader.waiting:
            await reader.more()
        body = reader.take_frame(bytes_max)
        # Nearly all frames come whole, and then no clock has to be set.
        if body is None:
            async with asyncio.timeout(limits.FRAME_SECONDS):
                while (body := reader.take_frame(bytes_max)) is None:
                    await reader.more()
        return body

    def interrupt(self) -> None:
        """Call back whoever waits in `receive`."""
        self._reader.interrupt()

    def send(self, frame: bytes) -> bool:
        """Put *frame* into the outbox; False when that was full, and the connection is cut."""
        if self._cut or self._writer.is_closing():
            return False
        self._writer.write(frame)
        if self._writer.get_write_buffer_size() > limits.OUTBOX_BYTES_MAX:
            self.abort()
            return False
        return True

    def hang_up(self) -> None:
        """Say nothing more; the peer has a moment to read what is in the outbox, and to go."""
        if self._cut is None:
            self._cut = asyncio.get_running_loop().call_later(limits.CLOSE_SECONDS, self.abort)
            self._reader.throw_away()
            self._writer.close()

    async def close(self) -> None:
        """Hang up, and wait until it is done."""
        self.hang_up()
        await self._reader.closed.wait()
        self.abort()

    def abort(self) -> None:
        """End it now, whatever is in the outbox."""
        if self._cut:
            self._cut.cancel()
        self._writer.abort()


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
