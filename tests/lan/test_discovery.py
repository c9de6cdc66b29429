"""Tables found by another machine of the network."""

import json
import os
import subprocess
from uuid import uuid4

import pytest

from lanuno.net.address import DEFAULT_PORT
from lanuno.net.beacon import BEACON_PORT

from . import avahi
from .conftest import ROOT
from .pilot import LOBBY, lanuno

GONE_SECONDS = 10
"""How long a table that died may stay listed: a few visits in vain, on a busy machine."""


@pytest.fixture
def table_id():
    return uuid4().hex[:16]


@pytest.fixture(params=["multicast", "broadcast"])
def way(request, lan, start):
    """The only way in which a table is found on the network, until the test changes that."""
    if request.param == "multicast":
        for machine in (1, 2):
            keep_silent(start, machine)
    else:
        lan.multicast(on=False)
    return request.param


def keep_silent(start, machine):
    """No host on that machine hears the questions of others."""
    start(machine, "keep_port.py", str(BEACON_PORT)).wait_for(lambda line: line == {})


def block_broadcast(lan, *machines):
    """
    Let the switch pass no broadcast on.

    As an access point that does that answers for its guests when somebody asks who has an
    address, *machines* know each other's hardware.
    """
    for port in range(1, 5):
        command = ["bridge", "-n", lan._switch, "link", "set", "dev", f"p{port}"]
        subprocess.run([*command, "bcast_flood", "off"], check=True)
    for machine in machines:
        hardware = lan.run(
            machine, ["cat", "/sys/class/net/eth0/address"], capture_output=True, check=True
        ).stdout.strip()
        known = ["neigh", "replace", lan.address(machine), "lladdr", hardware, "dev", "eth0"]
        for other in set(machines) - {machine}:
            lan.run(other, ["ip", *known], check=True)


def run(lan, machine, *words, state):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_STATE_HOME": str(state)}
    return lan.run(
        machine, lanuno(*words), capture_output=True, timeout=60, env=environment, check=True
    )


def listed(table_id, **wanted):
    """Whether a line of list_tables.py lists that table so."""

    def is_listed(line):
        tables = [table for table in line["found"] if table["id"] == table_id]
        return any(wanted.items() <= table.items() for table in tables)

    return is_listed


def gone(table_id):
    return lambda line: not listed(table_id)(line)


@pytest.mark.usefixtures("way")
def test_a_table_is_found_from_another_machine_until_it_closes(start, lan, table_id):
    finder = start(2, "list_tables.py")
    host = start(1, "host_table.py", table_id, "Ana's")
    port = host.wait_for(lambda line: line["problem"] is None)["port"]

    finder.wait_for(
        listed(table_id, name="Ana's", answers=True, addresses=[f"{lan.address(1)}:{port}"])
    )
    assert host.stop() == 0

    finder.wait_for(gone(table_id))


@pytest.mark.usefixtures("way")
def test_two_tables_on_one_machine_are_both_found(start):
    """B100"""
    ids = [uuid4().hex[:16] for _ in range(2)]
    for table_id in ids:
        start(1, "host_table.py", table_id, "Ana's")

    finder = start(2, "list_tables.py")

    finder.wait_for(lambda line: all(listed(table_id, answers=True)(line) for table_id in ids))


@pytest.mark.usefixtures("way")
def test_two_tables_of_one_name_on_two_machines_are_both_found_where_they_are(start, lan):
    """B100"""
    ids = [uuid4().hex[:16] for _ in range(2)]
    hosts = [
        start(machine, "host_table.py", table_id, "Ana's")
        for machine, table_id in enumerate(ids, start=1)
    ]
    ports = [host.wait_for(lambda line: line["problem"] is None)["port"] for host in hosts]

    finder = start(3, "list_tables.py")

    for machine, (table_id, port) in enumerate(zip(ids, ports, strict=True), start=1):
        address = f"{lan.address(machine)}:{port}"
        finder.wait_for(listed(table_id, name="Ana's", answers=True, addresses=[address]))
    # Both are there to the end, whichever was found first.
    finder.wait_for(lambda line: all(listed(table_id, answers=True)(line) for table_id in ids))


@pytest.mark.usefixtures("way")
def test_a_crashed_table_is_grayed_and_then_gone(start, table_id):
    host = start(1, "host_table.py", table_id, "Ana's")
    finder = start(2, "list_tables.py")
    finder.wait_for(listed(table_id, answers=True))

    host.kill()

    finder.wait_for(listed(table_id, answers=False), GONE_SECONDS)
    finder.wait_for(gone(table_id), GONE_SECONDS)


def test_a_table_is_grayed_and_then_gone_when_its_whole_machine_falls_silent(start, lan, table_id):
    start(1, "host_table.py", table_id, "Ana's")
    finder = start(2, "list_tables.py")
    finder.wait_for(listed(table_id, answers=True))

    lan.mute(1)

    finder.wait_for(listed(table_id, answers=False), GONE_SECONDS)
    finder.wait_for(gone(table_id), GONE_SECONDS)


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("late", [1, 2])
def test_a_table_is_found_once_a_link_is_up_that_was_down_when_everything_began(
    start, lan, table_id, late
):
    lan.run(late, ["ip", "link", "set", "eth0", "down"], check=True)
    programs = {1: start(1, "host_table.py", table_id, "Ana's"), 2: start(2, "list_tables.py")}
    programs[late].wait_for(lambda line: line["problem"] is not None)

    lan.run(late, ["ip", "link", "set", "eth0", "up"], check=True)

    programs[2].wait_for(listed(table_id, answers=True))


@pytest.mark.parametrize("late", [1, 2])
def test_a_table_is_found_once_a_cable_is_in_that_was_out_when_everything_began(
    start, lan, table_id, late
):
    lan.cut(late)
    host, finder = start(1, "host_table.py", table_id, "Ana's"), start(2, "list_tables.py")
    host.wait_for(lambda _: True)
    finder.wait_for(lambda line: not line["searching"])

    lan.heal(late)

    finder.wait_for(listed(table_id, answers=True))


def test_a_table_whose_link_is_gone_for_a_while_comes_back(start, lan, table_id):
    start(1, "host_table.py", table_id, "Ana's")
    finder = start(2, "list_tables.py")
    finder.wait_for(listed(table_id, answers=True))

    lan.mute(1)
    finder.wait_for(gone(table_id))
    lan.heal(1)

    finder.wait_for(listed(table_id, answers=True))


@pytest.mark.usefixtures("way")
def test_a_table_is_found_again_under_a_new_address(start, lan, table_id):
    start(1, "host_table.py", table_id, "Ana's")
    finder = start(2, "list_tables.py")
    finder.wait_for(listed(table_id, answers=True))

    lan.set_address(1, "10.77.0.50/24")

    def moved(line):
        addresses = [address for table in line["found"] for address in table["addresses"][:1]]
        return any(address.startswith("10.77.0.50:") for address in addresses)

    finder.wait_for(moved)


def test_an_address_that_is_the_same_on_every_machine_is_not_advertised(start, lan, table_id, way):
    """B102: Docker's bridge has 172.17.0.1 here and there, and leads to oneself."""
    lan.add_interface(1, "docker0", "172.17.0.1/16")
    lan.add_interface(2, "docker0", "172.17.0.1/16")
    lan.add_interface(1, "wlan0", "192.168.9.1/24")

    host = start(1, "host_table.py", table_id, "Ana's")
    port = host.wait_for(lambda line: line["problem"] is None)["port"]
    finder = start(2, "list_tables.py")

    addresses = [f"{lan.address(1)}:{port}"]
    if way == "multicast":
        # A broadcast is answered from the network on which it came.
        addresses.append(f"192.168.9.1:{port}")
    finder.wait_for(listed(table_id, addresses=addresses, answers=True))


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("route", ["default", "224.0.0.0/4"])
def test_a_tunnel_that_takes_all_routes_hides_no_table(start, lan, table_id, route):
    """B102: what is sent without naming an interface would all go into the tunnel."""
    for machine in (1, 2):
        lan.add_interface(machine, "tun0", f"10.8.0.{machine}/24")
        lan.run(machine, ["ip", "route", "replace", route, "dev", "tun0"], check=True)

    host = start(1, "host_table.py", table_id, "Ana's")
    port = host.wait_for(lambda line: line["problem"] is None)["port"]
    finder = start(2, "list_tables.py")

    finder.wait_for(listed(table_id, addresses=[f"{lan.address(1)}:{port}"], answers=True))


def test_a_network_that_passes_nothing_on_hides_the_table_and_nothing_breaks(start, lan, table_id):
    lan.multicast(on=False)
    keep_silent(start, 1)
    start(1, "host_table.py", table_id, "Ana's").wait_for(lambda line: line["problem"] is None)
    finder = start(2, "list_tables.py")
    finder.wait_for(lambda line: line == {"problem": None, "searching": False, "found": []})

    lan.multicast(on=True)

    finder.wait_for(listed(table_id, answers=True))


@pytest.fixture
def hidden(lan, terminal):
    """A table on host 1 that neither multicast nor broadcast finds."""
    lan.multicast(on=False)
    block_broadcast(lan, 1, 2)
    window = terminal(1, lanuno("host", "--headless", "--table", "Kuhinja"))
    window.wait_for("The table Kuhinja is open.")
    return window


@pytest.mark.usefixtures("hidden")
def test_a_table_that_nothing_finds_is_found_by_trying_every_address_on_request(
    lan, terminal, tmp_path
):
    seeker = terminal(2, lanuno())
    seeker.wait_for("No table is open on this network yet.")
    seeker.send("a")
    seeker.wait_for("Trying every address")
    seeker.wait_for("Kuhinja")

    told = run(lan, 2, "tables", "--json", "--sweep", "--seconds", "0.1", state=tmp_path)

    assert "Trying every address" in told.stderr
    (found,) = json.loads(told.stdout)
    assert found["name"] == "Kuhinja"
    assert found["addresses"] == [f"{lan.address(1)}:{DEFAULT_PORT}"]
    assert found["answers"]


def test_a_table_that_nothing_finds_is_joined_by_its_address_and_asked_again_later(
    lan, terminal, hidden
):
    guest = terminal(2, lanuno("join", lan.address(1), "--name", "Boris"))
    guest.wait_for(LOBBY)
    hidden.wait_for("At the table: Boris.")
    guest.close()

    told = run(lan, 2, "tables", "--json", "--seconds", "1", state=guest.home / "state")
    again = terminal(2, lanuno(), home=guest.home)

    assert [found["name"] for found in json.loads(told.stdout)] == ["Kuhinja"]
    again.wait_for("Kuhinja")


def test_without_a_network_there_is_a_problem_and_everything_works_once_there_is_one(
    start, lan, table_id
):
    """B101"""
    for command in ("ip link set eth0 down", "ip link set lo down"):
        lan.run(3, command.split(), check=True)

    host = start(3, "host_table.py", table_id, "Ana's")
    finder = start(3, "list_tables.py")
    for program in (host, finder):
        program.wait_for(lambda line: "not connected to a network" in (line["problem"] or ""))
    for command in ("ip link set eth0 up", "ip link set lo up"):
        lan.run(3, command.split(), check=True)

    finder.wait_for(listed(table_id, answers=True))
    assert host.stop() == finder.stop() == 0


def test_a_program_that_keeps_the_port_of_mdns_to_itself_is_a_problem_told(start, table_id):
    """B101"""
    keeper = start(3, "keep_port.py")
    keeper.wait_for(lambda _: True)

    host = start(3, "host_table.py", table_id, "Ana's")
    finder = start(3, "list_tables.py")
    for program in (host, finder):
        program.wait_for(lambda line: "UDP port 5353" in (line["problem"] or ""))
    keeper.stop()

    finder.wait_for(listed(table_id, answers=True))


def test_a_client_that_is_not_ours_lists_the_table_too(start, lan, need, table_id):
    need(*avahi.PROGRAMS)
    host = start(1, "host_table.py", table_id, "Ana's no. 1")
    port = host.wait_for(lambda line: line["problem"] is None)["port"]

    columns = avahi.browse(lan, 4)

    assert columns[3] == f"Ana\\039s\\032no\\0321\\032{table_id[:4]}"
    assert columns[6:9] == [f"lanuno-{table_id}.local", lan.address(1), str(port)]
    assert f'"id={table_id}"' in columns[9]
