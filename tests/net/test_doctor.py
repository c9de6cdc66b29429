"""What the doctor says about facts; tests/lan finds out whether it gets them right."""

import pytest
from msgspec.structs import replace

from lanuno.errors import NobodyThere, NotATable, OtherVersion, PortRefused, TableBusy, TurnedAway
from lanuno.narration.checkup import findings, line, summary
from lanuno.net.address import DEFAULT_PORT, Address
from lanuno.net.doctor import Facts, Reached, Visit
from lanuno.net.echo import Multicast
from lanuno.net.interfaces import Interface
from lanuno.net.messages import PROTOCOL, Stage, TableInfo
from lanuno.net.text import TableName
from lanuno.uno.rules import Rules

LO = Interface("lo", "127.0.0.1", 8)
WIRE = Interface("eth0", "10.77.0.2", 24)
WIFI = Interface("wlan0", "192.168.1.7", 24)
DOCKER = Interface("docker0", "172.17.0.1", 16)
TUNNEL = Interface("tun0", "10.8.0.6", 32)
SELF_GIVEN = Interface("eth0", "169.254.7.8", 16)
PUBLIC = Interface("eth0", "8.8.4.4", 24)
HYPER_V = Interface("{846EE342}", "172.20.0.1", 20, label="Hyper-V Virtual Ethernet Adapter")

THERE = Address("10.77.0.1", DEFAULT_PORT)
HERE = Address("127.0.0.1", DEFAULT_PORT)
TABLE = TableInfo("0" * 16, TableName("Kuhinja"), Stage.LOBBY, 1, 0, 10, Rules())
VISIT = Visit(THERE, Reached.CONNECTED, TABLE, THERE.host)
HEARD = Multicast(returned=(WIRE.address,), others=(THERE.host,), tables=(THERE.host,))
WELL = Facts(
    interfaces=(LO, WIRE), multicast=HEARD, broadcast=(WIRE.address,), port=None, host=VISIT
)


def said(facts, check, about=None):
    """The only finding of that check, about that thing."""
    (finding,) = [
        each for each in findings(facts) if each.check == check and about in (None, each.about)
    ]
    return finding


def problems(facts):
    return [each.check for each in findings(facts) if not each.ok]


def connected(*interfaces):
    """A network on which *interfaces* are there, and everything comes back."""
    addresses = tuple(each.address for each in interfaces)
    return replace(
        WELL,
        interfaces=interfaces,
        multicast=replace(HEARD, returned=addresses),
        broadcast=addresses,
    )


def test_when_all_is_well_there_is_nothing_to_do():
    found = findings(WELL)

    assert all(each.ok and each.todo is None for each in found)
    assert "All is well" in summary(found)
    assert f"version {PROTOCOL}" in said(WELL, "table").means


def test_every_problem_comes_with_something_to_do():
    worst = (
        Facts(interfaces=(), bare=("eth0",), port=PortRefused(), host=Visit(THERE, Reached.NO_WAY)),
        Facts(interfaces=(LO, WIRE, WIFI), unplugged=("eth0", "wlan0")),
        Facts(interfaces=(DOCKER,), multicast=Multicast(is_port_taken=True)),
        Facts(interfaces=(SELF_GIVEN,), multicast=Multicast(is_refused=True)),
    )

    for facts in worst:
        found = findings(facts)
        assert not all(each.ok for each in found)
        assert f"{len(problems(facts))} problem" in summary(found)
        for each in found:
            assert each.ok == (each.todo is None)
            assert each.means.endswith(".")
            assert each.ok or line(each).splitlines()[1].strip() == each.todo


def test_no_field_is_left_open_in_a_sentence():
    visits = [Visit(THERE, reached) for reached in Reached if reached is not Reached.CONNECTED]
    errors = (
        *(NobodyThere(), NotATable(), TableBusy(), TurnedAway()),
        OtherVersion(PROTOCOL + 1, PROTOCOL),
    )
    visits += [Visit(THERE, Reached.CONNECTED, error, THERE.host) for error in errors]

    for visit in visits:
        for each in findings(replace(WELL, host=visit, port=visit)):
            assert not {"{", "}"} & set(f"{each.means}{each.todo}")
        assert problems(replace(WELL, host=visit)) == ["table"]


@pytest.mark.parametrize(
    ("interface", "words"),
    [
        (LO, "only to this computer"),
        (DOCKER, "Docker"),
        (TUNNEL, "tunnel"),
        (HYPER_V, "virtual machines"),
        (replace(DOCKER, up=False), "Docker"),
        (replace(WIFI, up=False), "switched off"),
    ],
)
def test_an_interface_that_is_left_out_is_no_problem_while_another_is_used(interface, words):
    """B102"""
    facts = replace(connected(WIRE), interfaces=(interface, WIRE))

    finding = said(facts, "network", interface.label or interface.name)

    assert finding.ok
    assert interface.address in finding.means
    assert words in finding.means
    assert said(facts, "network", "eth0").means.endswith("is used.")


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        (connected(DOCKER), "nothing else"),
        (connected(SELF_GIVEN), "given itself the address 169.254.7.8"),
        (replace(connected(WIRE), unplugged=("eth0",)), "no connection"),
        (connected(PUBLIC), "open internet"),
    ],
)
def test_a_network_that_leads_to_nobody_is_a_problem_although_it_is_used(facts, words):
    assert problems(facts) == ["network"]
    assert words in said(facts, "network").means


@pytest.mark.parametrize("other", [SELF_GIVEN, PUBLIC, WIRE])
def test_a_network_that_leads_to_nobody_is_no_problem_beside_one_that_does(other):
    facts = connected(other, WIFI)

    assert problems(facts) == []
    assert problems(replace(facts, unplugged=("eth0",))) == []


def test_without_a_network_that_is_what_is_said_and_nothing_is_said_of_what_could_not_be_tried():
    """B101"""
    facts = Facts(
        interfaces=(LO, replace(WIRE, up=False)),
        bare=("wlan0",),
        host=Visit(THERE, Reached.NO_WAY),
    )

    assert {each.check for each in findings(facts)} == {"network", "port", "table"}
    assert "not connected to a network" in said(facts, "network", "").means
    assert "no IPv4 address" in said(facts, "network", "wlan0").means
    assert said(facts, "network", "eth0").todo == "Switch eth0 on."
    assert said(facts, "table").todo == "First connect this computer to a network."


def test_what_does_not_come_back_is_told_for_the_interface_that_it_left_from():
    facts = replace(connected(WIRE, WIFI), broadcast=(WIFI.address,))
    facts = replace(facts, multicast=replace(HEARD, returned=(WIRE.address,)))

    assert problems(facts) == ["multicast", "broadcast"]
    assert not said(facts, "multicast", "wlan0").ok
    assert not said(facts, "broadcast", "eth0").ok
    assert "firewall" in said(facts, "multicast", "wlan0").todo


@pytest.mark.parametrize(
    ("multicast", "words"),
    [
        (Multicast(is_port_taken=True), "UDP port 5353"),
        (Multicast(is_refused=True), "does not allow"),
    ],
)
def test_a_question_that_could_not_be_asked_is_one_problem(multicast, words):
    facts = replace(WELL, multicast=multicast, host=None)

    assert problems(facts) == ["multicast"]
    assert words in said(facts, "multicast").means


@pytest.mark.parametrize(
    ("others", "tables", "ok", "words"),
    [
        (("10.77.0.1", "10.77.0.9"), ("10.77.0.1", "10.77.0.9"), True, "2 computers with tables"),
        (("10.77.0.9",), (), True, "none of them has a table"),
        ((), (), True, "Nobody else"),
    ],
)
def test_who_answers_shows_whether_multicast_gets_through(others, tables, ok, words):
    multicast = replace(HEARD, others=others, tables=tables)

    finding = said(replace(WELL, multicast=multicast, host=None), "answers")

    assert finding.ok == ok
    assert words in finding.means


def test_an_empty_network_is_no_trouble_of_this_computer_and_yet_there_is_advice():
    nobody = replace(WELL, multicast=replace(HEARD, others=(), tables=()), host=None)

    found = findings(nobody)

    assert all(each.ok for each in found)
    assert "All is well" in summary(found)
    assert "lanuno join ADDRESS" in line(said(nobody, "answers")).splitlines()[1]


@pytest.mark.parametrize(
    ("multicast", "broadcast"), [((), (WIRE.address,)), ((WIRE.address,), ()), ((), ())]
)
def test_nobody_heard_behind_a_block_of_this_computer_stays_a_problem(multicast, broadcast):
    facts = replace(WELL, multicast=Multicast(returned=multicast), broadcast=broadcast, host=None)

    assert "answers" in problems(facts)
    assert ("multicast" in problems(facts)) == (not multicast)
    assert ("broadcast" in problems(facts)) == (not broadcast)


@pytest.mark.parametrize("host", [None, VISIT])
def test_tables_that_are_found_by_broadcast_alone_are_found(host):
    """B101: the doctor must not call missing what `lanuno tables` lists."""
    held_back = replace(HEARD, others=(), tables=())
    facts = replace(WELL, multicast=held_back, beacons=(THERE.host,), host=host)
    means = said(facts, "answers").means

    assert problems(facts) == []
    assert f"A computer with a table answered: {THERE.host}." in means
    assert "by broadcast, because this network holds multicast back." in means


def test_the_network_is_not_blamed_for_what_it_has_let_through_or_was_never_given():
    for multicast in (
        Multicast(returned=(WIRE.address,), others=("10.77.0.9",)),
        Multicast(),
        Multicast(is_port_taken=True),
    ):
        facts = replace(WELL, multicast=multicast, beacons=(THERE.host,), host=None)

        assert said(facts, "answers").ok
        assert said(facts, "answers").means.endswith("Tables are found by broadcast.")
        assert problems(facts) == ([] if multicast.returned else ["multicast"])


def test_a_table_that_is_found_in_both_ways_is_counted_once():
    facts = replace(WELL, beacons=(THERE.host, "10.77.0.9"))

    assert "2 computers with tables answered: 10.77.0.1, 10.77.0.9." in (
        said(facts, "answers").means
    )
    assert said(facts, "answers").means.endswith("Tables are found by multicast.")


@pytest.mark.parametrize("answer", [TABLE, TableBusy(), OtherVersion(PROTOCOL + 1, PROTOCOL)])
def test_a_table_that_answers_unheard_of_shows_that_multicast_is_held_back(answer):
    multicast = replace(HEARD, others=("10.77.0.9",), tables=("10.77.0.9",))
    facts = replace(WELL, multicast=multicast, host=replace(VISIT, answer=answer))

    assert "announcements do not arrive" in said(facts, "answers").means


@pytest.mark.parametrize("peer", ["127.0.0.1", "10.77.0.2", "fe80::1"])
def test_a_table_of_this_machine_or_over_ipv6_is_not_expected_to_be_heard(peer):
    multicast = replace(HEARD, tables=())
    facts = replace(WELL, multicast=multicast, host=replace(VISIT, peer=peer))

    assert problems(facts) == []


@pytest.mark.parametrize(
    ("port", "ok", "words"),
    [
        (None, True, "is free"),
        (Visit(HERE, Reached.CONNECTED, TABLE), True, 'table "Kuhinja" of this computer'),
        (Visit(HERE, Reached.CONNECTED, TableBusy()), True, "A table of this computer"),
        (Visit(HERE, Reached.CONNECTED, OtherVersion(9, PROTOCOL)), False, "another version"),
        (Visit(HERE, Reached.CONNECTED, NotATable()), False, "Another program"),
        (Visit(HERE, Reached.REFUSED), False, "Another program"),
        (PortRefused(), False, "does not give"),
    ],
)
def test_the_usual_port_is_free_or_has_somebody(port, ok, words):
    finding = said(replace(WELL, port=port), "port")

    assert finding.ok == ok
    assert words in finding.means


@pytest.mark.parametrize(
    ("visit", "words"),
    [
        (replace(VISIT, answer=replace(TABLE, seated=10)), "is full"),
        (replace(VISIT, answer=replace(TABLE, stage=Stage.PLAYING)), "A game is on"),
        (replace(VISIT, answer=OtherVersion(9, 8)), "speaks version 9, and this program speaks"),
        (replace(VISIT, answer=NotATable()), "not a lanuno table"),
        (replace(VISIT, answer=NobodyThere()), "does not answer"),
        (Visit(THERE, Reached.REFUSED), "has no table at 10.77.0.1"),
        (Visit(THERE, Reached.SILENCE), "Nothing answers"),
        (Visit(THERE, Reached.NO_WAY), "no way to 10.77.0.1"),
        (Visit(Address("kitchen", 1), Reached.NAME_UNKNOWN), "computer called kitchen"),
    ],
)
def test_a_table_that_cannot_be_joined_is_told_with_the_reason(visit, words):
    facts = replace(WELL, host=visit)

    assert problems(facts) == ["table"]
    assert words in said(facts, "table").means


def test_what_stands_in_a_name_is_never_taken_for_a_field():
    table = replace(TABLE, name=TableName("{address}"))
    facts = replace(WELL, host=replace(VISIT, answer=table), port=replace(VISIT, answer=table))

    assert '"{address}"' in said(facts, "table").means
    assert '"{address}"' in said(facts, "port").means
