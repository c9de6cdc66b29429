#!/usr/bin/env python3
"""
A local network on one Linux machine: every host is a network namespace on one switch.

It needs root and iproute2. Two networks may be up at once: name them with --name.
"""

from __future__ import annotations

import argparse
import itertools
import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self


class NoLanError(Exception):
    """No such network can be made here, and the message says why."""


class Lan:
    """
    Hosts 1, 2, ... with the addresses 10.77.0.1, 10.77.0.2, ... on their eth0.

    As a context manager it is up inside the block, and `down` ends what still runs there.
    """

    _numbers = itertools.count(1)

    def __init__(self, hosts: int = 0, *, name: str | None = None) -> None:
        self.name = name or f"lanuno-{os.getpid()}-{next(self._numbers)}"
        self._hosts = hosts
        self._switch = f"{self.name}-switch"

    def __enter__(self) -> Self:
        self.up(self._hosts)
        return self

    def __exit__(self, *_: object) -> None:
        self.down()

    def up(self, hosts: int) -> None:
        """Make the switch and its hosts; NoLanError when that cannot be done here."""
        if reason := _missing():
            raise NoLanError(reason)
        if self._switch in _namespaces():
            raise NoLanError(f"the network {self.name} is already up; take it down first")
        try:
            self._make(range(1, hosts + 1))
        except BaseException:
            self.down()
            raise

    def _make(self, hosts: range) -> None:
        spaces = [self._switch, *map(self.namespace, hosts)]
        _ip("-batch", "-", lines=[f"netns add {each}" for each in spaces])
        # Without snooping and spanning tree it is the plain switch of a home router.
        bridge = "type bridge stp_state 0 forward_delay 0 mcast_snooping 0"
        lines = [f"link add br0 {bridge}", "link set br0 up"]
        for i in hosts:
            lines += [
                f"link add p{i} type veth peer name eth0 netns {self.namespace(i)}",
                f"link set p{i} master br0 up",
            ]
        _ip("-n", self._switch, "-batch", "-", lines=lines)
        for i in hosts:
            lines = ["link set lo up", "link set eth0 up", *_address(f"{self.address(i)}/24")]
            _ip("-n", self.namespace(i), "-batch", "-", lines=lines)

    def down(self) -> None:
        """End the processes of this network's hosts, and remove everything."""
        for space in _namespaces():
            if space == self._switch or space.startswith(f"{self.name}-host"):
                for pid in _ip("netns", "pids", space).stdout.split():
                    with suppress(ProcessLookupError):
                        os.kill(int(pid), signal.SIGKILL)
                _ip("netns", "del", space)

    def namespace(self, host: int) -> str:
        return f"{self.name}-host{host}"

    def address(self, host: int) -> str:
        """The IPv4 address that *host* begins with."""
        return f"10.77.0.{host}"

    def inside(self, host: int, command: Sequence[str]) -> list[str]:
        """The command line that runs *command* on *host*."""
        return ["ip", "netns", "exec", self.namespace(host), *command]

    def popen(self, host: int, command: Sequence[str], **options: Any) -> subprocess.Popen[str]:  # noqa: ANN401
        """Start *command* on *host*; the options are Popen's."""
        return subprocess.Popen(self.inside(host, command), text=True, **options)

    def run(
        self,
        host: int,
        command: Sequence[str],
        **options: Any,  # noqa: ANN401
    ) -> subprocess.CompletedProcess[str]:
        """Run *command* on *host* to its end; the options are run's."""
        return subprocess.run(self.inside(host, command), text=True, **options)  # noqa: PLW1510

    def cut(self, host: int) -> None:
        """Pull the cable: the host sees that its link is gone."""
        _ip("-n", self._switch, "link", "set", f"p{host}", "down")

    def mute(self, host: int) -> None:
        """Let nothing through while the link stays, like a laptop that was shut."""
        _ip("-n", self._switch, "link", "set", f"p{host}", "nomaster")

    def heal(self, host: int) -> None:
        """Undo `cut` and `mute`."""
        _ip("-n", self._switch, "link", "set", f"p{host}", "master", "br0", "up")

    def multicast(self, *, on: bool) -> None:
        """Whether the switch passes multicast on; guest Wi-Fi often does not."""
        for line in _ip("-n", self._switch, "-br", "link", "show", "master", "br0").stdout.split(
            "\n"
        ):
            if line:
                port = line.split("@")[0]
                flood = "on" if on else "off"
                _run("bridge", "-n", self._switch, "link", "set", "dev", port, "mcast_flood", flood)

    def add_interface(self, host: int, name: str, cidr: str) -> None:
        """One more interface that leads nowhere, such as docker0."""
        lines = [
            f"link add {name} type bridge",
            f"addr add {cidr} dev {name}",
            f"link set {name} up",
        ]
        _ip("-n", self.namespace(host), "-batch", "-", lines=lines)

    def set_address(self, host: int, cidr: str) -> None:
        """Another IPv4 address, as after a move to another network."""
        _ip("-n", self.namespace(host), "-4", "addr", "flush", "dev", "eth0")
        _ip("-n", self.namespace(host), "-batch", "-", lines=_address(cidr))

    def status(self) -> str:
        """A line for each host with its addresses; empty when the network is not up."""
        text = ""
        for space in sorted(_namespaces()):
            if space.startswith(f"{self.name}-host"):
                lines = _ip("-n", space, "-br", "-4", "addr").stdout.splitlines()
                words = [f"{line.split('@')[0].split()[0]} {line.split()[2]}" for line in lines]
                text += f"{space.removeprefix(f'{self.name}-')}: {', '.join(words)}\n"
        return text


def _address(cidr: str) -> list[str]:
    # A host without a default route is no host of a home network.
    return [f"addr add {cidr} brd + dev eth0", "route add default dev eth0"]


def _missing() -> str | None:
    if not sys.platform.startswith("linux"):
        return "a network of namespaces needs Linux"
    if os.geteuid() != 0:
        return "a network of namespaces needs root: try again with sudo"
    if not (shutil.which("ip") and shutil.which("bridge")):
        return "a network of namespaces needs ip and bridge: install iproute2"
    return None


def _namespaces() -> list[str]:
    lines = _ip("netns", "list").stdout.splitlines()
    return [line.split()[0] for line in lines if line]


def _ip(
    *words: str, lines: Sequence[str] = (), check: bool = True
) -> subprocess.CompletedProcess[str]:
    return _run("ip", *words, text="\n".join(lines), check=check)


def _run(*words: str, text: str = "", check: bool = True) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(words, input=text, capture_output=True, text=True, check=False)
    if check and done.returncode:
        raise NoLanError(f"{' '.join(words)}: {done.stderr.strip()}")
    return done


def main() -> int:
    words = _parser().parse_args()
    if reason := _missing():
        print(reason, file=sys.stderr)
        return 1
    try:
        _obey(Lan(name=words.name), words)
    except NoLanError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--name", default="lanuno", help="which network, when there are several")
    verbs = parser.add_subparsers(dest="verb", required=True)
    up = verbs.add_parser("up", help="make a network of N hosts, 10.77.0.1 and on")
    up.add_argument("hosts", type=int, metavar="N")
    run = verbs.add_parser("exec", help="run a command on host I")
    run.add_argument("host", type=int, metavar="I")
    run.add_argument("command", nargs=argparse.REMAINDER)
    for verb, text in {
        "cut": "pull the cable of host I",
        "mute": "let nothing through to host I while its link stays",
        "heal": "undo cut and mute",
    }.items():
        verbs.add_parser(verb, help=text).add_argument("host", type=int, metavar="I")
    verbs.add_parser("nomcast", help="stop multicast, as guest Wi-Fi often does")
    verbs.add_parser("mcast", help="let multicast pass again")
    extra = verbs.add_parser("addif", help="give host I one more interface, which leads nowhere")
    extra.add_argument("host", type=int, metavar="I")
    extra.add_argument("interface")
    extra.add_argument("cidr")
    move = verbs.add_parser("addr", help="give host I another address")
    move.add_argument("host", type=int, metavar="I")
    move.add_argument("cidr")
    verbs.add_parser("status", help="show the hosts and their addresses")
    verbs.add_parser("down", help="end what runs on the hosts, and remove the network")
    return parser


def _obey(lan: Lan, words: argparse.Namespace) -> None:
    match words.verb:
        case "up":
            lan.up(words.hosts)
            print(lan.status(), end="")
        case "exec":
            sys.stdout.flush()
            command = lan.inside(words.host, words.command)
            os.execvp(command[0], command)
        case "cut" | "mute" | "heal":
            getattr(lan, words.verb)(words.host)
        case "nomcast" | "mcast":
            lan.multicast(on=words.verb == "mcast")
        case "addif":
            lan.add_interface(words.host, words.interface, words.cidr)
        case "addr":
            lan.set_address(words.host, words.cidr)
        case "status":
            print(lan.status() or "down\n", end="")
        case _:
            lan.down()


if __name__ == "__main__":
    raise SystemExit(main())
