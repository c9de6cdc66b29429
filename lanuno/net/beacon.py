"""Find tables by a broadcast where multicast does not pass: who asks, and who answers."""

from __future__ import annotations

import asyncio
import secrets
import struct
from collections import Counter
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from lanuno.net import limits
from lanuno.net.address import DEFAULT_PORT
from lanuno.net.advert import Advert, checked, is_near
from lanuno.net.interfaces import is_loopback, shared_line
from lanuno.net.messages import PROTOCOL
from lanuno.net.text import TableName

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Iterable

    from lanuno.net.interfaces import Interface

BEACON_PORT = DEFAULT_PORT
"""The UDP port of every host: the number of the TCP port, so that a firewall needs one rule."""
NONCE_BYTES = 8


@asynccontextmanager
async def answering(table: str, name: str, port: int) -> AsyncGenerator[None]:
    """
    While the block runs, whoever asks by a broadcast is told of the table with the id *table*.

    When another program has the port, nothing is answered, and nothing is raised (B101).
    """
    beacon = _Beacon(table, TableName.of(name), port)
    loop = asyncio.get_running_loop()
    transport = None
    with suppress(OSError):
        line = shared_line(BEACON_PORT)
        transport, _ = await loop.create_datagram_endpoint(lambda: beacon, sock=line)
    try:
        yield
    finally:
        if transport:
            transport.close()


@asynccontextmanager
async def asking(
    networks: Iterable[Interface], hear: Callable[[Advert], object]
) -> AsyncGenerator[None]:
    """Ask on all *networks*, once, and *hear* who answers while the block runs."""
    networks = tuple(networks)
    loopback = all(is_loopback(each.address) for each in networks)
    nonce = secrets.token_bytes(NONCE_BYTES)
    transports: list[asyncio.DatagramTransport] = []
    loop = asyncio.get_running_loop()
    try:
        for each in networks:
            listener = _Listener(nonce, hear, loopback=loopback)
            # An address that is gone already is asked from no more.
            with suppress(OSError):
                transport, _ = await loop.create_datagram_endpoint(
                    lambda listener=listener: listener,
                    local_addr=(each.address, 0),
                    allow_broadcast=True,
                )
                transports.append(transport)
                for everybody in _everybody(each):
                    transport.sendto(question(nonce), (everybody, BEACON_PORT))
        yield
    finally:
        for transport in transports:
            transport.close()


def question(nonce: bytes) -> bytes:
    """The datagram that asks for tables: as long as any answer, so that nobody gains by it."""
    return _HEAD.pack(_MAGIC, _QUESTION, _FORMAT, nonce).ljust(DATAGRAM_BYTES, b"\0")


def read_question(datagram: bytes) -> bytes | None:
    """The number to repeat in the answer; None when that is no question."""
    if len(datagram) != DATAGRAM_BYTES:
        return None
    *head, nonce = _HEAD.unpack_from(datagram)
    return nonce if head == [_MAGIC, _QUESTION, _FORMAT] else None


def answer(nonce: bytes, table: str, name: TableName, port: int) -> bytes:
    """The datagram that tells who asked with *nonce* of a table."""
    facts = _FACTS.pack(bytes.fromhex(table), port, PROTOCOL)
    return _HEAD.pack(_MAGIC, _ANSWER, _FORMAT, nonce) + facts + name.encode()


def read_answer(datagram: bytes, nonce: bytes, host: str, *, loopback: bool) -> Advert | None:
    """
    What *host* claims, cleaned; None when it answers another question, or makes no sense.

    Where the table is, the network says: nobody can send a guest to somebody else.
    """
    if not _HEAD.size + _FACTS.size <= len(datagram) <= DATAGRAM_BYTES:
        return None
    if datagram[: _HEAD.size] != _HEAD.pack(_MAGIC, _ANSWER, _FORMAT, nonce):
        return None
    table, port, protocol = _FACTS.unpack_from(datagram, _HEAD.size)
    name = datagram[_HEAD.size + _FACTS.size :].decode(errors="replace")
    return checked(table.hex(), name, (host,), port, protocol=protocol, loopback=loopback)


class _Beacon(asyncio.DatagramProtocol):
    """Mutable: answers for one table, and counts its answers."""

    def __init__(self, table: str, name: TableName, port: int) -> None:
        self._facts = table, name, port
        self._since = 0.0
        """When the second began whose answers are counted, by the loop's clock."""
        self._answered: Counter[str] = Counter()

    def connection_made(self, transport: asyncio.DatagramTransport) -> None:
        self._transport = transport

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        nonce = read_question(data)
        if nonce and is_near(addr[0], loopback=True) and self._may_answer(addr[0]):
            self._transport.sendto(answer(nonce, *self._facts), addr)

    def _may_answer(self, host: str) -> bool:
        now = asyncio.get_running_loop().time()
        if now >= self._since + 1:
            self._since = now
            self._answered.clear()
        if (
            self._answered.total() >= limits.ANSWERS_PER_SECOND_MAX
            or self._answered[host] >= limits.ANSWERS_PER_ADDRESS_MAX
        ):
            return False
        self._answered[host] += 1
        return True


class _Listener(asyncio.DatagramProtocol):
    """Mutable: hears the answers to one question, and counts them."""

    def __init__(self, nonce: bytes, hear: Callable[[Advert], object], *, loopback: bool) -> None:
        self._nonce = nonce
        self._hear = hear
        self._loopback = loopback
        self._heard = 0

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        self._heard += 1
        if self._heard <= limits.ANSWERS_HEARD_MAX:
            advert = read_answer(data, self._nonce, addr[0], loopback=self._loopback)
            if advert:
                self._hear(advert)


def _everybody(network: Interface) -> tuple[str, ...]:
    # The first follows the route to that network even if a tunnel takes all others; the second
    # reaches those who have been given another idea of how large the network is.
    if is_loopback(network.address):
        return (network.broadcast,)
    return (network.broadcast, "255.255.255.255")


_MAGIC = b"LANUNO"
_QUESTION, _ANSWER = b"?", b"!"
_FORMAT = 1
_HEAD = struct.Struct(f"!6s c B {NONCE_BYTES}s")
_FACTS = struct.Struct("!8s H H")
DATAGRAM_BYTES = _HEAD.size + _FACTS.size + TableName.bytes_max
"""Of a question; an answer may be shorter."""
