"""What `lanuno doctor` on host 2 finds out about a network, and about a table on host 1."""

import json
import os

import pytest

from lanuno.net.address import DEFAULT_PORT
from lanuno.net.beacon import BEACON_PORT
from lanuno.net.messages import PROTOCOL

from .conftest import ROOT, SECONDS
from .pilot import lanuno

BRIEFLY = "5"
"""Seconds: long enough for what this machine says to itself."""


@pytest.fixture
def table(terminal):
    """A table on host 1."""
    window = terminal(1, lanuno("host", "--headless", "--table", "Kuhinja"))
    window.wait_for("The table Kuhinja is open.")


@pytest.fixture
def doctor(lan):
    """Run `lanuno doctor` on host 2: its exit code, and its findings by what they are about."""

    def examine(*words, seconds=BRIEFLY):
        done = run(lan, "doctor", "--json", "--seconds", str(seconds), *words)
        assert done.stderr == ""
        found = json.loads(done.stdout)
        for each in found:
            assert set(each) == {"check", "about", "ok", "means", "todo"}
        assert done.returncode == (0 if all(each["ok"] for each in found) else 1)
        return done.returncode, found

    return examine


def run(lan, *words):
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return lan.run(2, lanuno(*words), capture_output=True, timeout=90, env=environment)


def problems(found):
    return {(each["check"], each["about"]) for each in found if not each["ok"]}


def advice(found, check):
    return " ".join(each["todo"] or "" for each in found if each["check"] == check)


def told(found, check):
    return " ".join(each["means"] for each in found if each["check"] == check)


@pytest.mark.usefixtures("table")
def test_on_a_network_that_lets_everything_through_all_is_well(lan, doctor):
    code, found = doctor(lan.address(1), seconds=SECONDS)

    assert problems(found) == set()
    assert code == 0
    assert f"eth0 ({lan.address(2)}) is used." in told(found, "network")
    assert lan.address(1) in told(found, "answers")
    assert f"version {PROTOCOL}" in told(found, "table")


@pytest.mark.usefixtures("table")
def test_a_person_reads_sentences_and_programs_an_exit_code(lan):
    well = run(lan, "doctor", "--seconds", str(SECONDS))
    ill = run(lan, "doctor", "--seconds", "0.1", "10.77.0.3")

    assert (well.returncode, well.stderr) == (0, "")
    assert well.stdout.splitlines()[-1].startswith("All is well")
    assert (ill.returncode, ill.stderr) == (1, "")
    assert "\nPROBLEM  The computer 10.77.0.3 is there, but has no table" in ill.stdout


@pytest.mark.usefixtures("table")
def test_a_tunnel_with_the_default_route_and_docker_are_left_out_and_all_is_well(lan, doctor):
    """B102"""
    lan.add_interface(2, "docker0", "172.17.0.1/16")
    lan.add_interface(2, "tun0", "10.8.0.6/24")
    lan.run(2, ["ip", "route", "replace", "default", "dev", "tun0"], check=True)

    code, found = doctor(lan.address(1), seconds=SECONDS)

    assert code == 0
    for left_out in ("docker0 (172.17.0.1) belongs", "tun0 (10.8.0.6) belongs"):
        assert left_out in told(found, "network")


def test_a_table_that_nothing_tells_of_is_told_from_a_table_that_is_not_there(
    lan, doctor, start, terminal
):
    # So its host answers to no broadcast either.
    start(1, "keep_port.py", str(BEACON_PORT)).wait_for(lambda _: True)
    window = terminal(1, lanuno("host", "--headless", "--table", "Kuhinja"))
    window.wait_for("The table Kuhinja is open.")
    lan.multicast(on=False)

    _, alone = doctor()
    _, asked = doctor(lan.address(1))

    assert problems(alone) == set()
    assert "no table is open, or the network keeps" in told(alone, "answers")
    assert problems(asked) == {("answers", lan.address(1))}
    assert "announcements do not arrive" in told(asked, "answers")
    assert "holds multicast and broadcasts back" in advice(asked, "answers")


@pytest.mark.usefixtures("table")
def test_where_multicast_is_held_back_tables_are_found_by_broadcast_and_all_is_well(lan, doctor):
    """B101: what `lanuno tables` lists, the doctor must not miss."""
    lan.multicast(on=False)

    _, alone = doctor()
    code, asked = doctor(lan.address(1))

    for found in (alone, asked):
        assert problems(found) == set()
        assert f"A computer with a table answered: {lan.address(1)}." in told(found, "answers")
        assert "by broadcast, because this network holds multicast back" in told(found, "answers")
    assert code == 0


def test_an_empty_network_is_no_trouble_of_this_computer(lan):
    done = run(lan, "doctor", "--seconds", "1")

    assert (done.returncode, done.stderr) == (0, "")
    assert "ok       Nobody else on this network answered" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("All is well")


def test_a_broadcast_that_does_not_come_back_is_told(lan, doctor):
    route = ["broadcast", "10.77.0.255", "dev", "eth0", "table", "local"]
    lan.run(2, ["ip", "route", "del", *route], check=True)

    _, found = doctor(seconds=1)

    assert ("broadcast", "eth0") in problems(found)
    assert "does not come back" in told(found, "broadcast")


def test_an_interface_without_an_address_is_named(lan, doctor):
    lan.run(2, ["ip", "addr", "flush", "dev", "eth0"], check=True)

    _, found = doctor(lan.address(1))

    assert {("network", "eth0"), ("network", "")} <= problems(found)
    assert "eth0 has no IPv4 address." in told(found, "network")
    assert "not connected to a network" in told(found, "network")


@pytest.mark.parametrize("down", [["eth0"], ["eth0", "lo"]])
def test_an_interface_that_is_switched_off_is_named(lan, doctor, down):
    for name in down:
        lan.run(2, ["ip", "link", "set", name, "down"], check=True)

    _, found = doctor()

    assert {("network", "eth0"), ("network", "")} <= problems(found)
    assert f"eth0 ({lan.address(2)}) is switched off" in told(found, "network")


@pytest.mark.usefixtures("table")
def test_a_cable_that_is_pulled_is_told(lan, doctor):
    lan.cut(2)

    _, found = doctor(lan.address(1))

    assert ("network", "eth0") in problems(found)
    assert "no cable" in told(found, "network")
    assert ("table", f"{lan.address(1)}:{DEFAULT_PORT}") in problems(found)


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("10.77.0.99", "There is no way to 10.77.0.99"),
        ("10.77.0.3", "The computer 10.77.0.3 is there, but has no table"),
        ("10.77.0.1:4000", "has no table at 10.77.0.1:4000"),
        ("no-such-machine.invalid", "Nobody on this network knows"),
    ],
)
def test_an_address_at_which_no_table_is_answers_nothing_and_that_is_told(doctor, address, words):
    _, found = doctor(address, seconds=SECONDS)

    assert {check for check, _ in problems(found)} == {"table"}
    assert words in told(found, "table")


@pytest.mark.usefixtures("table")
def test_a_machine_that_was_shut_while_it_was_known_is_told(lan, doctor):
    doctor(lan.address(1), seconds=SECONDS)
    lan.mute(1)

    _, found = doctor(lan.address(1), seconds="0.1")

    assert ("table", f"{lan.address(1)}:{DEFAULT_PORT}") in problems(found)


def test_a_table_of_another_version_is_told_with_both_versions(lan, start, doctor):
    start(1, "other_version.py", str(DEFAULT_PORT)).wait_for(lambda _: True)

    _, found = doctor(lan.address(1), seconds=SECONDS)

    assert problems(found) == {("table", f"{lan.address(1)}:{DEFAULT_PORT}")}
    assert f"version {PROTOCOL + 1}, and this program speaks {PROTOCOL}" in told(found, "table")


def test_the_usual_port_is_told_to_be_used_by_a_table_or_by_another_version(
    terminal, start, doctor
):
    other = start(2, "other_version.py", str(DEFAULT_PORT))
    other.wait_for(lambda _: True)
    _, before = doctor(seconds="0.1")
    other.kill()

    window = terminal(2, lanuno("host", "--headless", "--table", "Kuhinja"))
    window.wait_for("The table Kuhinja is open.")
    _, after = doctor(seconds="0.1")

    assert ("port", str(DEFAULT_PORT)) in problems(before)
    assert ("port", str(DEFAULT_PORT)) not in problems(after)
    assert 'The table "Kuhinja" of this computer' in told(after, "port")


def test_a_program_that_keeps_the_port_of_mdns_to_itself_is_told(start, doctor):
    """B101"""
    start(2, "keep_port.py").wait_for(lambda _: True)

    _, found = doctor()

    assert ("multicast", "") in problems(found)
    assert "UDP port 5353" in told(found, "multicast")


def test_what_is_no_address_is_a_wrong_command(lan):
    done = run(lan, "doctor", "1.2.3.4:x")

    assert done.returncode == 2
    assert "'x' is not a port" in done.stderr
