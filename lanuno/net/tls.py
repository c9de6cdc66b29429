"""TLS 1.3 over a transport of the loop, without the quarter of a megabyte that asyncio's takes."""

from __future__ import annotations

import asyncio
import ssl
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from lanuno.net import limits

if TYPE_CHECKING:
    from lanuno.net.inbox import Inbox

_RECORD_BYTES = 16 * 1024
"""The most that one record of TLS holds."""


_SCRATCH = memoryview(bytearray(4 * _RECORD_BYTES))
"""Where every connection's bytes come in, to be copied at once."""


class Tls(asyncio.BufferedProtocol):
    """
    What is between the wire and an *inbox*; a transport for those who write. Mutable.

    `MemoryBIO` and `SSLObject` of the standard library do the work.
    """

    def __init__(self, inbox: Inbox, context: ssl.SSLContext, *, is_server: bool) -> None:
        self.secured: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done once both sides have agreed on keys; OSError if they do not."""
        self._inbox = inbox
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._context = context
        self._is_server = is_server
        self._tls: ssl.SSLObject
        self._transport: asyncio.Transport
        self._is_closing = self._has_ended = False

    # What a connection asks of a transport.

    def get_extra_info(self, name: str) -> Any:  # noqa: ANN401 - as asyncio has it
        return self._tls if name == "ssl_object" else self._transport.get_extra_info(name)

    def write(self, data: bytes) -> None:
        if not self.is_closing():
            self._tls.write(data)
            self._flush()

    def is_closing(self) -> bool:
        return self._is_closing or self._transport.is_closing()

    def get_write_buffer_size(self) -> int:
        return self._transport.get_write_buffer_size()

    def pause_reading(self) -> None:
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        if not self._transport.is_closing():
            self._transport.resume_reading()

    def close(self) -> None:
        """Say goodbye, and read on until the other side does: unread bytes would reset the line."""
        if not self.is_closing():
            self._is_closing = True
            with suppress(ssl.SSLError):
                self._tls.unwrap()
            self._flush()
            # The other side may have gone in this very moment.
            with suppress(OSError):
                self._transport.write_eof()

    def abort(self) -> None:
        self._transport.abort()

    # What the loop tells.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._inbox.connection_made(self)
        # The name is in the clear, and so says nothing.
        name = None if self._is_server else "lanuno"
        ends = self._incoming, self._outgoing
        self._tls = self._context.wrap_bio(*ends, self._is_server, name)
        self._go_on()

    def get_buffer(self, sizehint: int) -> memoryview:
        del sizehint
        return _SCRATCH

    def buffer_updated(self, nbytes: int) -> None:
        if not self._has_ended:
            self._incoming.write(_SCRATCH[:nbytes])
            self._go_on()

    def eof_received(self) -> None:
        self._has_ended = True
        self._inbox.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.secured.done():
            self._fail(exc or ConnectionResetError("gone before it began"))
        self._inbox.connection_lost(exc)

    def _go_on(self) -> None:
        try:
            if not self.secured.done():
                self._tls.do_handshake()
                self.secured.set_result(None)
            while self._incoming.pending:
                if said := self._tls.read(_RECORD_BYTES):
                    self._inbox.data_received(said)
                else:
                    self.eof_received()
                    break
        except ssl.SSLWantReadError:
            pass
        except ssl.SSLError as error:
            if self.secured.done():
                self._transport.abort()
            else:
                # The other side is told why, if it listens.
                self._fail(error)
                self._flush()
                self._transport.close()
        self._flush()

    def _fail(self, error: Exception) -> None:
        self.secured.set_exception(error)
        # Who has given up meanwhile does not have to be told.
        self.secured.exception()

    def _flush(self) -> None:
        if said := self._outgoing.read():
            self._transport.write(said)
            # A peer can make the protocol itself answer, and not read that.
            if self._transport.get_write_buffer_size() > limits.TLS_OUTBOX_BYTES_MAX:
                self._transport.abort()
