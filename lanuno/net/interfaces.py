"""Which of this machine's IPv4 addresses other machines on the local network can use."""

from __future__ import annotations

import socket
from fnmatch import fnmatchcase
from ipaddress import IPv4Address, IPv4Interface
from typing import TYPE_CHECKING

import ifaddr
from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable


class Interface(Struct, frozen=True):
    """One IPv4 address of a network interface."""

    name: str
    address: str
    prefix: int
    """Bits of the address that name the network; 32 means that there is no network."""
    label: str = ""
    """What the system calls the interface to people; on Windows the only telling name."""
    up: bool = True
    """Multicast can be sent from here now."""

    @property
    def broadcast(self) -> str:
        """The address of everybody on the network."""
        network = IPv4Interface(f"{self.address}/{self.prefix}").network
        return str(network.broadcast_address)


def own_addresses() -> tuple[str, ...]:
    """The addresses to advertise and to search from, as of now; OSError if they cannot be read."""
    return choose(read())


def networks(addresses: Collection[str]) -> tuple[Interface, ...]:
    """The interfaces with these *addresses*, as of now; OSError if they cannot be read."""
    return tuple(each for each in read() if each.address in addresses)


def choose(interfaces: Iterable[Interface]) -> tuple[str, ...]:
    """
    The addresses worth using: real networks, else virtual ones, else this machine alone.

    Docker's bridges and the like have the same address on many machines, and a tunnel
    leads elsewhere; an address from there sends a guest to the wrong computer (B102).

    >>> choose([Interface("eth0", "10.0.0.2", 24), Interface("docker0", "172.17.0.1", 16)])
    ('10.0.0.2',)
    """
    usable = [each for each in interfaces if each.up and each.prefix < _PREFIX_ALONE]
    networks = [each for each in usable if not is_loopback(each.address)]
    real = [each for each in networks if not _is_virtual(each)]
    return tuple(dict.fromkeys(each.address for each in real or networks or usable))


def is_loopback(address: str) -> bool:
    return IPv4Address(address).is_loopback


def read() -> Iterable[Interface]:
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            if isinstance(ip.ip, str):
                up = _may_multicast(ip.ip)
                yield Interface(adapter.name, ip.ip, ip.network_prefix, adapter.nice_name, up)


def _may_multicast(address: str) -> bool:
    # Nothing is sent: the system only looks for a way to the group, and has none while
    # the interface is down. Its flags would say the same, but differently on each system.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(address))
            probe.connect(_MDNS)
        except OSError:
            return False
    return True


def _is_virtual(interface: Interface) -> bool:
    names = interface.name.lower(), interface.label.lower()
    return any(fnmatchcase(name, pattern) for name in names for pattern in _VIRTUAL)


def shared_line(port: int) -> socket.socket:
    """
    A UDP socket on a *port* that all programs of this machine share: each hears what all are told.

    OSError when a program keeps the port to itself.
    """
    line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        line.settimeout(0)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "SO_REUSEPORT"):
            line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        line.bind(("", port))
    except BaseException:
        line.close()
        raise
    return line


_MDNS = ("224.0.0.251", 5353)
_PREFIX_ALONE = 32
_VIRTUAL = (
    *("docker*", "br-*", "veth*", "virbr*", "lxcbr*", "lxdbr*", "podman*", "cni*"),
    *("vmnet*", "vboxnet*", "bridge1??", "*virtualbox*", "*vmware*", "*hyper-v*"),
    *("tun*", "tap*", "utun*", "ppp*", "wg*", "tailscale*", "zt*", "ipsec*"),
    *("*tap-windows*", "*wireguard*", "*openvpn*", "*zerotier*"),
)
