"""What a table says of itself over mDNS: written by its host, read by everybody with distrust."""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv4Network

from msgspec import Struct
from zeroconf import IPVersion, ServiceInfo

from lanuno.net.address import Address
from lanuno.net.messages import PROTOCOL
from lanuno.net.text import TableName

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
    if len(info.text) > _TEXT_BYTES_MAX or not info.port or info.port < _PORT_MIN:
        return None
    table = _text(info, b"id")
    if not _ID.fullmatch(table):
        return None
    hosts = sorted(map(IPv4Address, info.addresses_by_version(IPVersion.V4Only)))
    addresses = [
        Address(str(host), info.port) for host in hosts if _is_near(host, loopback=loopback)
    ]
    if not addresses:
        return None
    name = info.name.removesuffix("." + SERVICE).removesuffix(table[:_TAIL])
    version = _text(info, b"pv")
    return Advert(
        id=table,
        name=TableName.of(name),
        addresses=tuple(addresses[:_ADDRESSES_MAX]),
        protocol=int(version) if _VERSION.fullmatch(version) else None,
    )


def _text(info: ServiceInfo, key: bytes) -> str:
    return (info.properties.get(key) or b"").decode("ascii", errors="replace")


def _is_near(host: IPv4Address, *, loopback: bool) -> bool:
    if host.is_loopback:
        return loopback
    return host.is_private and not (host.is_reserved or host in _THIS_NETWORK)


_TAIL = 4
_ID = re.compile("[0-9a-f]{16}")
_VERSION = re.compile("[0-9]{1,5}")
_PORT_MIN = 1024
_TEXT_BYTES_MAX = 400
_ADDRESSES_MAX = 8
_THIS_NETWORK = IPv4Network("0.0.0.0/8")
