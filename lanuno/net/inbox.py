"""What a connection has received, cut into frames for whoever asks."""

from __future__ import annotations

import asyncio
from typing import Protocol

from lanuno.net import limits
from lanuno.net.codec import LENGTH_BYTES, body_length


class ConnectionLost(ConnectionError):
    """The other side went away. What was sent last may not have arrived."""


class Interrupted(Exception):
    """Somebody else has something to say to the one who waits; nothing has been taken."""


class Source(Protocol):
    """Where it comes from."""

    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...
    def abort(self) -> None: ...


class Inbox:
    """
    What has come and nobody has asked for yet; mutable.

    It has a limit: what is more waits with the system, and then with the other side.
    """

    def __init__(self) -> None:
        self.waiting = bytearray()
        self.has_ended = False
        """Nothing comes any more."""
        self.closed = asyncio.Event()
        """Set when nothing goes any more, either."""
        self._source: Source
        self._loop = asyncio.get_running_loop()
        self.heard_at = self._loop.time()
        self._news: asyncio.Future[None] | None = None
        """What somebody waits for."""
        self._is_paused = self._is_deaf = False

    def take(self, count: int) -> bytes:
        taken = bytes(self.waiting[:count])
        del self.waiting[:count]
        return taken

    def take_frame(self, bytes_max: int) -> bytes | None:
        """The body of the next frame, if all of it is here; DecodeError above *bytes_max*."""
        waiting = self.waiting
        if len(waiting) < LENGTH_BYTES:
            return None
        end = LENGTH_BYTES + body_length(waiting[:LENGTH_BYTES], bytes_max)
        if len(waiting) < end:
            return None
        body = bytes(waiting[LENGTH_BYTES:end])
        del waiting[:end]
        return body

    async def more(self) -> None:
        """Come back when something has come; ConnectionLost when nothing does any more."""
        if self.has_ended:
            self._source.abort()
            raise ConnectionLost("the other side went away")
        if self._is_paused:
            self._is_paused = False
            self._source.resume_reading()
        self._news = self._loop.create_future()
        await self._news

    def throw_away(self) -> None:
        """Forget what is here and what comes: a stream closed over unread bytes is reset."""
        self._is_deaf = True
        self.waiting.clear()
        if self._is_paused:
            self._is_paused = False
            self._source.resume_reading()

    def interrupt(self) -> None:
        if self._news and not self._news.done():
            self._news.set_exception(Interrupted)

    def connection_made(self, source: Source) -> None:
        self._source = source

    def data_received(self, data: bytes) -> None:
        if self._is_deaf:
            return
        self.heard_at = self._loop.time()
        self.waiting += data
        if len(self.waiting) > limits.INBOX_BYTES_MAX and not self._is_paused:
            self._is_paused = True
            self._source.pause_reading()
        self._wake()

    def eof_received(self) -> None:
        self.has_ended = True
        self._wake()

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self.closed.set()
        self.eof_received()

    def _wake(self) -> None:
        if self._news and not self._news.done():
            self._news.set_result(None)
