"""Make a table known on the local network."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from lanuno.net.advert import write
from lanuno.net.beacon import answering
from lanuno.net.interfaces import own_addresses
from lanuno.net.mdns import ANNOUNCE_SECONDS, FOLLOW_SECONDS, TROUBLES, Mdns, in_background

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable

    from zeroconf import ServiceInfo
    from zeroconf.asyncio import AsyncZeroconf


@asynccontextmanager
async def advertise(
    id: str,  # noqa: A002 - nobody calls it anything else
    name: str,
    port: int,
    *,
    interfaces: Callable[[], tuple[str, ...]] = own_addresses,
) -> AsyncGenerator[Advertising]:
    """
    While the block runs, others on this network find the table by its *name*.

    When they cannot, nothing is raised (B101): see `Advertising.problem`.
    """
    advertising = Advertising(id, name, port, interfaces)
    async with in_background(advertising.announce()), answering(id, name, port):
        await advertising.tried.wait()
        yield advertising


class Advertising:
    """Mutable: a table being advertised, as well as the network allows."""

    def __init__(
        self, table: str, name: str, port: int, interfaces: Callable[[], tuple[str, ...]]
    ) -> None:
        self.tried = asyncio.Event()
        """The first announcement is out, or the problem is known."""
        self._table = table
        self._name = name
        self._port = port
        self._mdns = Mdns(interfaces)

    @property
    def problem(self) -> str | None:
        """Why others may not find the table now, in a person's words; None when they can."""
        return self._mdns.problem

    async def announce(self) -> None:
        """Announce until cancelled, then say goodbye; `advertise` does this."""
        try:
            while True:
                for turn in range(ANNOUNCE_SECONDS // FOLLOW_SECONDS):
                    await self._keep_up(anyway=turn == 0)
                    self.tried.set()
                    await asyncio.sleep(FOLLOW_SECONDS)
        finally:
            self.tried.set()
            await self._mdns.close()

    async def _keep_up(self, *, anyway: bool) -> None:
        try:
            moved = await self._mdns.follow()
            running = self._mdns.running
            if running is None or not (moved or anyway):
                return
            info = write(self._table, self._name, self._port, self._mdns.addresses)
            sent = await _register(running, info)
            self.tried.set()
            await sent
        except TROUBLES as trouble:
            await self._mdns.fail(trouble)


async def _register(running: AsyncZeroconf, info: ServiceInfo) -> Awaitable[None]:
    # zeroconf does not say what its awaitables give: nothing.
    if running.zeroconf.registry.async_get_info_name(info.key):
        return await running.async_update_service(info)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    # Probing for the name would take a second, and the id in it is ours alone.
    return await running.async_register_service(  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
        info, cooperating_responders=True
    )
