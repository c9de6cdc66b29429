"""What the network lets through from here: the facts for somebody who misses a table."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from enum import Enum, auto
from pathlib import Path
from typing import TYPE_CHECKING

import ifaddr
from msgspec import Struct

from lanuno.errors import PortRefused, UserError
from lanuno.net import beacon, limits
from lanuno.net.address import DEFAULT_PORT, Address
from lanuno.net.calling import ask
from lanuno.net.echo import Multicast, ask_everybody, broadcast
from lanuno.net.interfaces import (
    Interface,
    choose,
    is_loopback,
    read,
)
from lanuno.net.messages import TableInfo

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lanuno.net.advert import Advert


class Reached(Enum):
    """How far a call to an address got."""

    NAME_UNKNOWN = auto()
    NO_WAY = auto()
    SILENCE = auto()
    REFUSED = auto()
    CONNECTED = auto()


class Visit(Struct, frozen=True):
    """A call to an address, and what came of it."""

    address: Address
    reached: Reached
    answer: TableInfo | UserError | None = None
    """None when there was no connection over which to answer."""
    peer: str = ""
    """The numeric address of who was connected; empty when nobody was."""


class Facts(Struct, frozen=True, kw_only=True):
    """Everything that was found out."""

    interfaces: tuple[Interface, ...]
    bare: tuple[str, ...] = ()
    """The names of interfaces that have no IPv4 address."""
    unplugged: tuple[str, ...] = ()
    """The names of interfaces that are on, but without a cable or a Wi-Fi; known on Linux only."""
    multicast: Multicast = Multicast()
    broadcast: tuple[str, ...] = ()
    """The addresses of this machine from where a broadcast came back to it."""
    beacons: tuple[str, ...] = ()
    """The other machines with a table that answered to a broadcast."""
    port: Visit | PortRefused | None = None
    """Who has the usual port of this machine; None: it is free."""
    host: Visit | None = None
    """The table that was asked for; None when none was."""

    @property
    def networks(self) -> tuple[Interface, ...]:
        """The interfaces in use that lead to other machines."""
        return _networks(self.interfaces)


async def examine(address: Address | None, *, seconds: float) -> Facts:
    """The facts, *address* among them if it is given; others have *seconds* to answer."""
    try:
        interfaces = tuple(read())
    except OSError:
        interfaces = ()
    networks = _networks(interfaces)
    own = tuple(each.address for each in interfaces)
    host = await visit(address) if address else None
    port = await _usual_port()
    awaited = host.peer if host and host.peer not in own and "." in host.peer else None
    multicast, returned, beacons = await asyncio.gather(
        ask_everybody(networks, own, awaited=awaited, seconds=seconds),
        broadcast(networks, seconds=seconds),
        _beacons(networks, own, awaited=awaited, seconds=seconds),
    )
    return Facts(
        interfaces=interfaces,
        bare=_bare(interfaces),
        unplugged=tuple(dict.fromkeys(each.name for each in interfaces if _is_unplugged(each))),
        multicast=multicast,
        broadcast=returned,
        beacons=beacons,
        port=port,
        host=host,
    )


async def visit(address: Address) -> Visit:
    """How far one gets with a call to *address*."""
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(limits.ANSWER_SECONDS):
            await loop.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    # A host name that no resolver could know is a UnicodeError.
    except (OSError, UnicodeError):
        return Visit(address, Reached.NAME_UNKNOWN)
    try:
        async with asyncio.timeout(limits.ANSWER_SECONDS):
            _, writer = await asyncio.open_connection(address.host, address.port)
    except TimeoutError:
        return Visit(address, Reached.SILENCE)
    except ConnectionRefusedError:
        return Visit(address, Reached.REFUSED)
    except OSError:
        return Visit(address, Reached.NO_WAY)
    peer = str(writer.get_extra_info("peername", ("",))[0])
    writer.transport.abort()
    try:
        answer = await ask(address)
    except UserError as error:
        return Visit(address, Reached.CONNECTED, error, peer)
    return Visit(address, Reached.CONNECTED, answer, peer)


async def _beacons(
    networks: Sequence[Interface], own: Sequence[str], *, awaited: str | None, seconds: float
) -> tuple[str, ...]:
    """
    Who else has a table and answers to a broadcast.

    It ends after *seconds*, or when *awaited* (or anybody, if None) has answered.
    """
    heard = set[str]()
    is_enough = asyncio.Event()

    def hear(advert: Advert) -> None:
        heard.update({address.host for address in advert.addresses}.difference(own))
        if awaited in heard or (heard and awaited is None):
            is_enough.set()

    async def repeat() -> None:
        while True:
            # Packets get lost.
            async with beacon.asking(networks, hear):
                with suppress(TimeoutError):
                    await asyncio.wait_for(is_enough.wait(), _REPEAT_SECONDS)
                    return

    with suppress(TimeoutError):
        await asyncio.wait_for(repeat(), seconds if networks else 0)
    return tuple(sorted(heard))


async def _usual_port() -> Visit | PortRefused | None:
    try:
        socket.create_server(("", DEFAULT_PORT)).close()
    except PermissionError:
        return PortRefused(str(DEFAULT_PORT))
    except OSError:
        return await visit(Address("127.0.0.1", DEFAULT_PORT))
    return None


def _networks(interfaces: Sequence[Interface]) -> tuple[Interface, ...]:
    chosen = choose(interfaces)
    return tuple(
        each
        for each in interfaces
        if each.up and each.address in chosen and not is_loopback(each.address)
    )


def _bare(interfaces: Sequence[Interface]) -> tuple[str, ...]:
    named = {each.name for each in interfaces}
    try:
        adapters = ifaddr.get_adapters(include_unconfigured=True)
    except OSError:
        return ()
    return tuple(sorted({adapter.name for adapter in adapters} - named))


def _is_unplugged(interface: Interface) -> bool:
    try:
        return Path("/sys/class/net", interface.name, "carrier").read_text("ascii").strip() == "0"
    except (OSError, ValueError):
        return False


_REPEAT_SECONDS = 1.0
