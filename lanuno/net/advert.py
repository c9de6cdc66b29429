"""What a table says of itself: written by its host, read by everybody with distrust."""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv4Network
from typing import TYPE_CHECKING

from msgspec import Struct
from zeroconf import IPVersion, ServiceInfo

from lanuno.net import limits
from lanuno.net.address import Address
from lanuno.net.messages import PROTOCOL
from lanuno.net.text import TableName

if TYPE_CHECKING:
    from collections.abc import Iterable

SERVICE = "_lanuno._tcp.local."


class Advert(Struct, frozen=True):
    """A table as advertised: a claim, until the table itself has answered."""

    id: str
    name: TableName
    addresses: tuple[Address, ...]
    """At least one, in a fixed order."""
    protocol: int | None
    """The protocol version that it claims to speak; None when it claims none."""


def write(table: str, name: str, port: int, addresses: tuple[str, ...]) -> ServiceInfo:
    """The records that advertise the table with the id *table*."""
    # A dot would end the DNS label. The id keeps two tables of one name apart (B100).
    label = " ".join([*TableName.of(name).replace(".", " ").split(), table[:_TAIL]])
    return ServiceInfo(
        SERVICE,
        f"{label}.{SERVICE}",
        port=port,
        properties={"id": table, "pv": str(PROTOCOL)},
        server=f"lanuno-{table}.local.",
        parsed_addresses=list(addresses),
    )


def read(info: ServiceInfo, *, loopback: bool) -> Advert | None:
    """
    What somebody on the network claims, cleaned; None when no table of ours says such things.

    Addresses of this machine itself count only with *loopback*, which is for a machine
    without a network: from anybody else they would be a trick. Unknown keys are ignored.
    """
    if len(info.text) > limits.ADVERT_BYTES_MAX:
        return None
    table, version = _text(info, b"id"), _text(info, b"pv")
    return checked(
        table,
        info.name.removesuffix("." + SERVICE).removesuffix(table[:_TAIL]),
        map(str, sorted(map(IPv4Address, info.addresses_by_version(IPVersion.V4Only)))),
        info.port or 0,
        protocol=int(version) if _VERSION.fullmatch(version) else None,
        loopback=loopback,
    )


def checked(
    table: str,
    name: str,
    hosts: Iterable[str],
    port: int,
    *,
    protocol: int | None,
    loopback: bool,
) -> Advert | None:
    """The claim that a table is there, cleaned; None when no table of ours would make it."""
    near = [host for host in hosts if is_near(host, loopback=loopback)]
    if not (near and port >= _PORT_MIN and _ID.fullmatch(table)):
        return None
    return Advert(
        id=table,
        name=TableName.of(name),
        addresses=tuple(Address(host, port) for host in near[: limits.ADVERT_ADDRESSES_MAX]),
        protocol=protocol,
    )


def is_near(host: str, *, loopback: bool) -> bool:
    """Whether that IPv4 address can be one of this network; *loopback*: or of this machine."""
    address = IPv4Address(host)
    if address.is_loopback:
        return loopback
    return address.is_private and not (address.is_reserved or address in _THIS_NETWORK)


def _text(info: ServiceInfo, key: bytes) -> str:
    return (info.properties.get(key) or b"").decode("ascii", errors="replace")


_TAIL = 4
_ID = re.compile("[0-9a-f]{16}")
_VERSION = re.compile("[0-9]{1,5}")
_PORT_MIN = 1024
_THIS_NETWORK = IPv4Network("0.0.0.0/8")
