"""Try the usual port of every address of a network, for somebody who asked for that."""

from __future__ import annotations

import asyncio
from ipaddress import IPv4Interface
from math import ceil
from typing import TYPE_CHECKING

from lanuno.net import limits
from lanuno.net.address import DEFAULT_PORT, Address
from lanuno.net.interfaces import is_loopback

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from lanuno.net.interfaces import Interface

PREFIX_MIN = 24
"""The bits that name a network of 254 addresses; of a larger one, only so much is tried."""


async def sweep(
    networks: Sequence[Interface],
    visit: Callable[[Address], Awaitable[None]],
    *,
    port: int = DEFAULT_PORT,
) -> None:
    """*visit* every address of *networks* where somebody listens on *port*."""
    hosts = _hosts(networks[: limits.NETWORKS_MAX])
    waiting = iter(hosts)
    seconds = limits.SWEEP_SECONDS / max(1, ceil(len(hosts) / limits.CALLS_MAX))

    async def call_some() -> None:
        for host in waiting:
            if await _is_open(host, port, seconds):
                await visit(Address(host, port))

    async with asyncio.TaskGroup() as group:
        for _ in range(min(limits.CALLS_MAX, len(hosts))):
            group.create_task(call_some())


async def _is_open(host: str, port: int, seconds: float) -> bool:
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(seconds):
            transport, _ = await loop.create_connection(asyncio.Protocol, host, port)
    except OSError:
        return False
    transport.abort()
    return True


def _hosts(networks: Sequence[Interface]) -> list[str]:
    found: list[str] = []
    for each in networks:
        # Every address of loopback is this machine.
        prefix = 32 if is_loopback(each.address) else max(each.prefix, PREFIX_MIN)
        found += map(str, IPv4Interface(f"{each.address}/{prefix}").network.hosts())
    return list(dict.fromkeys(found))
