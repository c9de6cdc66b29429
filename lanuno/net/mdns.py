"""One zeroconf on the right interfaces, whatever the network does meanwhile."""

from __future__ import annotations

import asyncio
import errno
import logging
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

import zeroconf
from zeroconf.asyncio import AsyncZeroconf

from lanuno.language import N_, _
from lanuno.net.interfaces import is_loopback

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Coroutine

FOLLOW_SECONDS = 2
"""Between two looks at the interfaces: a cable or a Wi-Fi may come and go at any time."""
ANNOUNCE_SECONDS = 10
"""Between two announcements or searches: left to itself, zeroconf falls silent after 14 s."""

TROUBLES = (OSError, RuntimeError, zeroconf.Error)
"""What zeroconf raises when the network or the system does not let it work."""


class Mdns:
    """Mutable: zeroconf while there is a network for it, and why there is none."""

    def __init__(self, interfaces: Callable[[], tuple[str, ...]]) -> None:
        self.running: AsyncZeroconf | None = None
        self.addresses: tuple[str, ...] = ()
        """Those of this machine that are in use."""
        self.problem: str | None = None
        """Why others may find nothing, in a person's words."""
        self._interfaces = interfaces

    @property
    def is_local(self) -> bool:
        """No other machine can be reached."""
        return all(map(is_loopback, self.addresses))

    async def follow(self) -> bool:
        """
        Go where the interfaces are now; whether that changed anything.

        Raises one of `TROUBLES`, to be handed to `fail`.
        """
        before, self.addresses = self.addresses, self._interfaces()
        if not self.addresses:
            await self.close()
        elif self.running is None:
            self.running = AsyncZeroconf(interfaces=list(self.addresses))
            # Whoever is cancelled in here takes with it what zeroconf waits for when it closes.
            await asyncio.shield(asyncio.create_task(_start(self.running)))
            if not self.running.zeroconf.started:
                raise zeroconf.NotRunningException
        else:
            await self.running.async_update_interfaces(list(self.addresses))
        self.problem = _(NO_NETWORK) if self.is_local else None
        return before != self.addresses

    async def fail(self, trouble: Exception) -> None:
        """Close, and remember why; the next `follow` starts afresh."""
        self.problem = _in_words(trouble)
        await self.close()

    async def close(self) -> None:
        """Say goodbye for what is registered, and close the sockets."""
        running, self.running, self.addresses = self.running, None, ()
        if running is not None:
            with suppress(*TROUBLES):
                async with asyncio.timeout(_CLOSE_SECONDS):
                    await running.async_close()


async def _start(running: AsyncZeroconf) -> None:
    with suppress(zeroconf.NotRunningException):
        await running.zeroconf.async_wait_for_start()


@asynccontextmanager
async def in_background(work: Coroutine[None, None, None]) -> AsyncGenerator[None]:
    """Beside the block *work* goes on, and ends with it; its failure is logged and no more."""
    task = asyncio.create_task(work)
    task.add_done_callback(log_failure)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])


def log_failure(task: asyncio.Task[None]) -> None:
    """For a task that nobody awaits: say that it failed, if it did."""
    if not task.cancelled() and (error := task.exception()):
        _log.error("discovery stopped", exc_info=error)


def _in_words(trouble: Exception) -> str:
    match trouble:
        case OSError(errno=errno.EADDRINUSE):
            return _("another program on this computer keeps UDP port 5353 to itself")
        case OSError(errno=errno.EACCES | errno.EPERM):
            return _("this computer does not allow lanuno to use the local network")
        case OSError(strerror=str(reason)):
            return _("the network cannot be used ({reason})").format(reason=reason)
        case _:
            return _("the network cannot be used")


NO_NETWORK = N_("this computer is not connected to a network")
_CLOSE_SECONDS = 2
_log = logging.getLogger(__name__)
