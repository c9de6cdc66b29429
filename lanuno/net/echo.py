"""Say something to everybody on the network, and hear what comes back."""

from __future__ import annotations

import asyncio
import secrets
import socket
import struct
from contextlib import suppress
from ipaddress import IPv4Interface
from typing import TYPE_CHECKING

from msgspec import Struct

from lanuno.net.interfaces import shared_line

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lanuno.net.interfaces import Interface


class Multicast(Struct, frozen=True, kw_only=True):
    """What became of a question to everybody on the network."""

    returned: tuple[str, ...] = ()
    """The addresses of this machine from where the question came back to it."""
    others: tuple[str, ...] = ()
    """The other machines that answered."""
    tables: tuple[str, ...] = ()
    """Those of them that say they have a table."""
    is_port_taken: bool = False
    """Another program keeps the port of mDNS to itself, so that nothing could be asked."""
    is_refused: bool = False
    """The system does not let us ask."""


async def ask_everybody(
    networks: Sequence[Interface], own: Sequence[str], *, awaited: str | None, seconds: float
) -> Multicast:
    """
    Ask over mDNS for tables and for anything else, from each of *networks*.

    It ends after *seconds*, or when all has come back and *awaited* (or any table, if None)
    has answered. What comes from our *own* addresses is no answer.
    """
    addresses = [each.address for each in networks]
    question = _question()
    returned, others, tables = set[str](), set[str](), set[str]()

    def is_enough(received: bytes, host: str) -> bool:
        if received == question:
            returned.update({host}.intersection(addresses))
        elif host not in own and _is_answer(received) and len(others) < _OTHERS_MAX:
            others.add(host)
            if _LABELS in received:
                tables.add(host)
        return returned.issuperset(addresses) and (awaited in tables if awaited else bool(tables))

    def send(line: socket.socket) -> None:
        for address in addresses:
            with suppress(OSError):
                line.setsockopt(
                    socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(address)
                )
                line.sendto(question, _MDNS)

    try:
        with _mdns_socket(addresses) as line:
            await _listen(line, send, is_enough, seconds if addresses else 0)
    except PermissionError:
        return Multicast(is_refused=True)
    except OSError:
        return Multicast(is_port_taken=True)
    return Multicast(
        returned=tuple(sorted(returned)),
        others=tuple(sorted(others)),
        tables=tuple(sorted(tables)),
    )


async def broadcast(networks: Sequence[Interface], *, seconds: float) -> tuple[str, ...]:
    """From which addresses of *networks* a broadcast comes back to this machine."""
    secret = secrets.token_bytes(8)
    sent = {secret + each.address.encode(): each for each in networks}
    returned = set[str]()

    def is_enough(received: bytes, host: str) -> bool:  # noqa: ARG001 - it may come from another of our addresses
        if received in sent:
            returned.add(sent[received].address)
        return len(returned) == len({each.address for each in networks})

    def send(line: socket.socket) -> None:
        for text, each in sent.items():
            with suppress(OSError):
                line.sendto(text, (_everybody(each), line.getsockname()[1]))

    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        line.bind(("", 0))
        line.settimeout(0)
        await _listen(line, send, is_enough, seconds if networks else 0)
    return tuple(sorted(returned))


async def _listen(
    line: socket.socket,
    send: Callable[[socket.socket], None],
    is_enough: Callable[[bytes, str], bool],
    seconds: float,
) -> None:
    """Send again each second, as packets get lost, and hear what comes until it is enough."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while (now := loop.time()) < end:
        send(line)
        with suppress(TimeoutError):
            async with asyncio.timeout_at(min(now + _REPEAT_SECONDS, end)):
                while True:
                    received, sender = await loop.sock_recvfrom(line, _PACKET_BYTES_MAX)
                    if is_enough(received, sender[0]):
                        return


def _mdns_socket(addresses: Sequence[str]) -> socket.socket:
    """A socket on the port that all mDNS programs share; OSError when that is not possible."""
    line = shared_line(_MDNS[1])
    line.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, 1)
    line.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 255)
    for address in addresses:
        group = socket.inet_aton(_MDNS[0]) + socket.inet_aton(address)
        # It fails for the second address of an interface, which is in the group already.
        with suppress(OSError):
            line.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
    return line


def _question() -> bytes:
    """Which tables are there, and which services at all? A number tells ours from others'."""
    names = (*_LABELS_OF_TABLES, "local"), ("_services", "_dns-sd", "_udp", "local")
    header = struct.pack("!6H", secrets.randbelow(1 << 16), 0, len(names), 0, 0, 0)
    return header + b"".join(_labels(name) + b"\0" + _POINTERS for name in names)


def _is_answer(packet: bytes) -> bool:
    return len(packet) > _HEADER_BYTES and packet[2] & _ANSWER != 0


def _labels(name: Sequence[str]) -> bytes:
    return b"".join(bytes([len(label)]) + label.encode() for label in name)


def _everybody(interface: Interface) -> str:
    network = IPv4Interface(f"{interface.address}/{interface.prefix}").network
    return str(network.broadcast_address)


_MDNS = ("224.0.0.251", 5353)
_LABELS_OF_TABLES = ("_lanuno", "_tcp")
_LABELS = _labels(_LABELS_OF_TABLES)
_POINTERS = struct.pack("!2H", 12, 1)
"""The kind of question: for PTR records of the class IN."""
_HEADER_BYTES = 12
_ANSWER = 0x80
_PACKET_BYTES_MAX = 9000
_OTHERS_MAX = 200
_REPEAT_SECONDS = 1.0
