"""Where a table can be reached, and how a person writes that down."""

from __future__ import annotations

import re
from ipaddress import AddressValueError, IPv4Address, IPv6Address

from msgspec import Struct

from lanuno.language import _

DEFAULT_PORT = 24108
"""Tried first by a host: free at IANA, below every system's ephemeral ports, for 108 cards."""


class Address(Struct, frozen=True):
    """A host (a name, an IPv4 or an IPv6 address) and a TCP port."""

    host: str
    port: int

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


def parse(text: str, default_port: int = DEFAULT_PORT) -> Address:
    """
    The address that a person typed, with *default_port* when it names no port.

    ValueError says in a person's words what is wrong with it.

    >>> parse("192.168.1.5").port == DEFAULT_PORT
    True
    >>> str(parse(" [fe80::1%eth0]:4000 "))
    '[fe80::1%eth0]:4000'
    """
    text = text.strip()
    host, port = _split(text)
    if not (_is_ipv6(host) if ":" in host else _is_ipv4_or_name(host)):
        problem = _("{text} is not an address; write it like 192.168.1.5 or 192.168.1.5:{port}")
        raise ValueError(problem.format(text=repr(text), port=default_port))
    if port is None:
        return Address(host, default_port)
    if not (_DIGITS.fullmatch(port) and 0 < int(port) <= _PORT_MAX):
        problem = _("{port} is not a port; write a number from 1 to {most}")
        raise ValueError(problem.format(port=repr(port), most=_PORT_MAX))
    return Address(host, int(port))


def _split(text: str) -> tuple[str, str | None]:
    if bracketed := _BRACKETED.fullmatch(text):
        return bracketed["host"], bracketed["port"]
    if text.count(":") > 1:
        return text, None
    host, colon, port = text.partition(":")
    return host, port if colon else None


def _is_ipv6(host: str) -> bool:
    try:
        IPv6Address(host)
    except AddressValueError:
        return False
    return True


def _is_ipv4_or_name(host: str) -> bool:
    # The system's resolver would take 192.168.5 for 192.168.0.5: never what somebody meant.
    if _DIGITS_AND_DOTS.fullmatch(host):
        try:
            IPv4Address(host)
        except AddressValueError:
            return False
    return len(host) <= _NAME_MAX and _NAME.fullmatch(host) is not None


_PORT_MAX = 65535
_NAME_MAX = 253
_BRACKETED = re.compile(r"\[(?P<host>[^]]*:[^]]*)\](:(?P<port>.*))?")
_DIGITS = re.compile(r"[0-9]{1,5}")
_DIGITS_AND_DOTS = re.compile(r"[0-9.]+")
_NAME = re.compile(r"[\w-]+(\.[\w-]+)*\.?")
