"""What `lanuno doctor` says: why tables are not found here, or cannot be joined."""

from __future__ import annotations

from ipaddress import IPv4Address
from itertools import chain
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from lanuno.errors import NobodyThere, NotATable, OtherVersion, PortRefused, TableBusy
from lanuno.language import N_, _, ngettext
from lanuno.net.address import DEFAULT_PORT
from lanuno.net.doctor import Facts, Reached, Visit
from lanuno.net.interfaces import Interface, choose, is_loopback
from lanuno.net.messages import PROTOCOL, Stage, TableInfo

if TYPE_CHECKING:
    from collections.abc import Iterator


class Finding(Struct, frozen=True):
    """One thing that was looked at."""

    check: str
    """What kind of thing, for programs: network, multicast, answers, broadcast, port, table."""
    about: str
    """Which one, where there may be several."""
    ok: bool
    means: str
    todo: str | None = None
    """What to do about it; None when there is nothing to do."""


def findings(facts: Facts) -> tuple[Finding, ...]:
    """Everything that is to be said about *facts*."""
    return tuple(
        chain(
            *(_interface(each, facts) for each in facts.interfaces),
            _no_network(facts),
            _multicast(facts) if facts.networks else (),
            _broadcast(facts),
            _port(facts.port),
            _table(facts.host, facts) if facts.host else (),
        )
    )


def line(finding: Finding) -> str:
    """*finding* as the command line prints it."""
    mark = _("ok") if finding.ok else _("PROBLEM")
    todo = f"\n{'':9}{finding.todo}" if finding.todo else ""
    return f"{mark:<9}{finding.means}{todo}"


def summary(found: tuple[Finding, ...]) -> str:
    """What all of it comes to."""
    if problems := sum(not each.ok for each in found):
        text = ngettext("{n} problem was found.", "{n} problems were found.", problems)
        return text.format(n=problems)
    return _("All is well, as far as this computer can tell.")


def _interface(interface: Interface, facts: Facts) -> Iterator[Finding]:
    name = interface.label or interface.name
    means, todo = _judge(interface, facts)
    yield Finding(
        "network",
        name,
        todo is None,
        _(means).format(name=name, address=interface.address),
        todo and _(todo).format(name=name),
    )


def _judge(interface: Interface, facts: Facts) -> tuple[str, str | None]:
    """What there is to say about an interface, and to do if something is wrong with it."""
    if is_loopback(interface.address):
        return N_("{name} ({address}) leads only to this computer itself."), None
    if interface in facts.networks:
        return _judge_used(interface, facts)
    if not choose((replace(interface, up=True),)):
        return N_(
            "{name} ({address}) is a tunnel without a network behind it; it is left out."
        ), None
    if _is_virtual(interface):
        return _LEFT_OUT, None
    return _OFF, None if facts.networks else _SWITCH_ON


def _judge_used(interface: Interface, facts: Facts) -> tuple[str, str | None]:
    if interface.name in facts.unplugged:
        is_only = all(each.name in facts.unplugged for each in facts.networks)
        return _UNPLUGGED, _PLUG_IN if is_only else None
    if _is_virtual(interface):
        return _ONLY_VIRTUAL, N_("Connect this computer to the same cable or Wi-Fi as the others.")
    if all(IPv4Address(each.address).is_link_local for each in facts.networks):
        return _SELF_GIVEN, N_("Start the router, or reconnect, until {name} gets an address.")
    if not any(IPv4Address(each.address).is_private for each in facts.networks):
        return _PUBLIC, N_("Join by the address in the lobby of the host: lanuno join ADDRESS.")
    return N_("{name} ({address}) is used."), None


def _is_virtual(interface: Interface) -> bool:
    return choose((replace(interface, up=True), _REAL)) == (_REAL.address,)


def _no_network(facts: Facts) -> Iterator[Finding]:
    if facts.networks:
        return
    for name in facts.bare:
        means = _("{name} has no IPv4 address.").format(name=name)
        yield Finding("network", name, ok=False, means=means, todo=_(_ASK_ROUTER))
    means = _("This computer is not connected to a network: it reaches no other.")
    yield Finding("network", "", ok=False, means=means, todo=_("Join a Wi-Fi or plug in a cable."))


def _multicast(facts: Facts) -> Iterator[Finding]:
    heard = facts.multicast
    if heard.is_port_taken or heard.is_refused:
        means, todo = _PORT_TAKEN if heard.is_port_taken else _REFUSED
        yield Finding("multicast", "", ok=False, means=_(means), todo=_(todo))
        if facts.beacons:
            yield _answers(facts)
        return
    for each in facts.networks:
        is_back = each.address in heard.returned
        yield _echo("multicast", _MULTICAST[is_back], each, is_back=is_back)
    yield _answers(facts)


def _answers(facts: Facts) -> Finding:
    heard = facts.multicast
    host = facts.host
    if host and _is_hidden(host, facts):
        means = _("The table at {address} answers, but its announcements do not arrive here.")
        means = means.format(address=host.address)
        return Finding("answers", host.peer, ok=False, means=means, todo=_(_JOIN_BY_ADDRESS))
    if tables := _tables(facts):
        means = ngettext("A computer with a table", "{n} computers with tables", len(tables))
        means = _("{who} answered: {hosts}. {way}").format(
            who=means.format(n=len(tables)), hosts=", ".join(tables), way=_way(facts)
        )
        return Finding("answers", "", ok=True, means=means)
    if heard.others:
        means = _("Other devices on this network answered, but none of them has a table open.")
        return Finding("answers", "", ok=True, means=means)
    # Where nothing is wrong here, it is no trouble of this computer.
    return Finding("answers", "", _is_well(facts), _(_NOBODY), _(_ASK_SOMEBODY))


def _tables(facts: Facts) -> tuple[str, ...]:
    """The other machines with a table that were found, in whatever way."""
    return tuple(sorted({*facts.multicast.tables, *facts.beacons}))


def _way(facts: Facts) -> str:
    """In which way tables are found here."""
    heard = facts.multicast
    if heard.tables:
        return _("Tables are found by multicast.")
    # What this computer blocks itself, or lets through for others, is not the network's doing.
    if heard.others or not _comes_back(facts, heard.returned):
        return _("Tables are found by broadcast.")
    return _("Tables are found by broadcast, because this network holds multicast back.")


def _is_well(facts: Facts) -> bool:
    """Whether all that can be tried without anybody else works."""
    return _comes_back(facts, facts.multicast.returned) and _comes_back(facts, facts.broadcast)


def _comes_back(facts: Facts, returned: tuple[str, ...]) -> bool:
    return {each.address for each in facts.networks}.issubset(returned)


def _is_hidden(host: Visit, facts: Facts) -> bool:
    """Whether the table that was asked for is there, and yet cannot be found without asking."""
    is_table = isinstance(host.answer, (TableInfo, OtherVersion, TableBusy))
    own = {each.address for each in facts.interfaces}
    # Tables are looked for by IPv4 alone, and this machine's own are no answer.
    is_elsewhere = "." in host.peer and host.peer not in own
    return is_table and is_elsewhere and host.peer not in _tables(facts)


def _broadcast(facts: Facts) -> Iterator[Finding]:
    for each in facts.networks:
        is_back = each.address in facts.broadcast
        yield _echo("broadcast", _BROADCAST[is_back], each, is_back=is_back)


def _echo(check: str, means: str, interface: Interface, *, is_back: bool) -> Finding:
    name = interface.label or interface.name
    means = _(means).format(name=name, address=interface.address)
    return Finding(check, name, is_back, means, None if is_back else _(_ALLOW))


def _port(port: Visit | PortRefused | None) -> Iterator[Finding]:
    means, todo = _judge_port(port)
    answer = port.answer if isinstance(port, Visit) else None
    name = answer.name if isinstance(answer, TableInfo) else ""
    means = _(means).format(port=DEFAULT_PORT, name=name)
    yield Finding("port", str(DEFAULT_PORT), todo is None, means, todo and _(todo))


def _judge_port(port: Visit | PortRefused | None) -> tuple[str, str | None]:
    if port is None:
        return N_("The usual port {port} is free for a table on this computer."), None
    if isinstance(port, PortRefused):
        return N_("The system does not give lanuno the usual port {port}."), _OTHER_PORT
    if isinstance(port.answer, TableInfo):
        return N_('The table "{name}" of this computer has the usual port {port}.'), None
    if isinstance(port.answer, TableBusy):
        return N_("A table of this computer has the usual port {port}."), None
    if isinstance(port.answer, OtherVersion):
        return N_("A lanuno of another version has the usual port {port}."), N_(
            "Close it and update it, if guests of this version shall join."
        )
    return N_("Another program has the usual port {port}."), _OTHER_PORT


def _table(host: Visit, facts: Facts) -> Iterator[Finding]:
    means, todo = _judge_table(host)
    if todo == _SAME_NETWORK and not facts.networks:
        todo = N_("First connect this computer to a network.")
    answer = host.answer
    means = _(means).format(
        address=host.address,
        host=host.address.host,
        name=answer.name if isinstance(answer, TableInfo) else "",
        theirs=answer.theirs if isinstance(answer, OtherVersion) else PROTOCOL,
        ours=PROTOCOL,
    )
    yield Finding("table", str(host.address), todo is None, means, todo and _(todo))


def _judge_table(host: Visit) -> tuple[str, str | None]:
    match host.answer:
        case TableInfo(stage=Stage.PLAYING):
            return _GAME_ON, N_("Join when the game is over.")
        case TableInfo(seated=seated, seats=seats) if seated >= seats:
            return _FULL, N_("Ask the host to free a chair, or host a table yourself.")
        case TableInfo():
            return _FINE, None
        case OtherVersion():
            return _OTHER_VERSION, N_("Update lanuno on both computers.")
        case TableBusy():
            return N_("The table at {address} has too many connections just now."), N_(
                "Try again in a few seconds."
            )
        case NotATable():
            return N_("What answers at {address} is not a lanuno table."), N_(
                "Check the address and the port in the lobby of the host."
            )
        case None:
            return _NOT_REACHED[host.reached]
        case NobodyThere():
            return N_("Something takes calls at {address}, but does not answer."), _REOPEN
        case _:
            return N_("The table at {address} turns everybody away."), _REOPEN


_REAL = Interface("eth0", "192.0.2.1", 24)
"""Never used: it shows by its mere presence what gives way to a real network."""

_LEFT_OUT = N_(
    "{name} ({address}) belongs to a VPN, Docker or virtual machines, where no guest can"
    " follow; it is left out."
)
_ONLY_VIRTUAL = N_(
    "{name} ({address}) belongs to a VPN, Docker or virtual machines; it is used only because"
    " there is nothing else."
)
_SELF_GIVEN = N_("{name} has given itself the address {address}: no router has given it one.")
_OFF = N_("{name} ({address}) is switched off, or the system sends nothing through it.")
_SWITCH_ON = N_("Switch {name} on.")
_UNPLUGGED = N_("{name} ({address}) has no connection: no cable, no Wi-Fi.")
_PUBLIC = N_(
    "{name} ({address}) has an address of the open internet, where tables are not looked for."
)
_PLUG_IN = N_("Plug in the cable of {name}, or join a Wi-Fi with it.")
_ASK_ROUTER = N_("If it is the one that should be used, reconnect it, and check the router.")
_PORT_TAKEN = (
    N_("Another program on this computer keeps UDP port 5353 to itself: no multicast is heard."),
    N_("Close that program, often a music or screen sharing one, or join by address."),
)
_REFUSED = (
    N_("This computer does not allow lanuno to use the local network."),
    N_("Allow it for the terminal, in the privacy or firewall settings of the system."),
)
_NOBODY = N_(
    "Nobody else on this network answered: either no table is open, or the network keeps"
    " its computers apart, as guest Wi-Fi often does."
)
_ASK_SOMEBODY = N_(
    "Have somebody open a table and look again; if it is still missing, join by the address"
    " in its lobby: lanuno join ADDRESS."
)
_JOIN_BY_ADDRESS = N_(
    "Join by that address, or use another Wi-Fi: this one holds multicast and broadcasts"
    " back, unless the host chose not to announce the table."
)
_MULTICAST = {
    True: N_("A multicast question from {name} ({address}) goes out and comes back."),
    False: N_("A multicast question from {name} ({address}) does not come back: it is blocked."),
}
_BROADCAST = {
    True: N_("A broadcast from {name} ({address}) goes out and comes back."),
    False: N_("A broadcast from {name} ({address}) does not come back: it is blocked."),
}
_ALLOW = N_("Allow lanuno, or Python, in the firewall of this computer.")
_OTHER_PORT = N_("Close what uses it, or tell guests the whole address, the port included.")
_SAME_NETWORK = N_(
    "Check the address, that the host's computer is on, and that both are on the same network."
)
_FINE = N_('The table "{name}" at {address} can be joined; it speaks version {theirs}, as we do.')
_REOPEN = N_("Ask the host to close the table and to open it again.")
_GAME_ON = N_('A game is on at the table "{name}" at {address}, which speaks version {theirs}.')
_FULL = N_('The table "{name}" at {address} is full; it speaks version {theirs}, as we do.')
_OTHER_VERSION = N_(
    "The table at {address} speaks version {theirs}, and this program speaks {ours}."
)
_NOT_REACHED = {
    Reached.NAME_UNKNOWN: (
        N_("Nobody on this network knows a computer called {host}."),
        N_("Check how it is written, or use the number that stands in the host's lobby."),
    ),
    Reached.NO_WAY: (N_("There is no way to {host} from here."), _SAME_NETWORK),
    Reached.SILENCE: (
        N_("Nothing answers at {address}: it is off, elsewhere, or behind a firewall."),
        _SAME_NETWORK,
    ),
    Reached.REFUSED: (
        N_("The computer {host} is there, but has no table at {address}."),
        N_("Check the port in the host's lobby, and that the table is still open."),
    ),
}
