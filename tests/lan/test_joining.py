"""From one command line to another: how a table is listed, found and joined, or not."""

import json
import os
import shlex

import pytest

from lanuno.net.address import DEFAULT_PORT
from lanuno.net.messages import PROTOCOL

from . import avahi
from .conftest import ROOT
from .pilot import LOBBY, lanuno

HERE = f"10.77.0.1:{DEFAULT_PORT}"
"""Where the table on host 1 is."""
AS_IT_WAS = {"alternate_on": "0", "mouse_any_flag": "0", "keypad_flag": "0", "cursor_flag": "1"}
"""The modes of a terminal in which no program has left anything behind."""


@pytest.fixture
def table(terminal):
    """Open a table without a screen on a host; its terminal tells who sits down."""

    def open_table(machine, name, *options):
        window = terminal(machine, lanuno("host", "--headless", "--table", name, *options))
        window.wait_for(f"The table {name} is open.")
        return window

    return open_table


@pytest.fixture
def listed(lan):
    """What `lanuno tables` on host 4 has found after a second."""

    def listen():
        return json.loads(run(lan, 4, "tables", "--json", "--seconds", "1").stdout)

    return listen


def run(lan, machine, *words):
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return lan.run(machine, lanuno(*words), capture_output=True, timeout=60, env=environment)


def test_a_second_of_listening_lists_a_table_with_all_that_is_to_know(table, listed):
    table(1, "Kuhinja", "--bots", "2", "--target", "200")

    (found,) = listed()

    assert found.pop("id")
    assert found == {
        "name": "Kuhinja",
        "addresses": [HERE],
        "answers": True,
        "protocol": PROTOCOL,
        "stage": "lobby",
        "seated": 2,
        "bots": 2,
        "seats": 10,
        "private": False,
        "rules": "document",
        "switches": ["target=200"],
        "allows": {"late": True, "spectators": True, "hints": True, "chat": True},
    }


def test_avahi_lists_the_table_too(table, lan, need):
    need(*avahi.PROGRAMS)
    table(1, "Kuhinja")

    columns = avahi.browse(lan, 4)

    assert columns[3].startswith("Kuhinja")
    assert columns[7:9] == [lan.address(1), str(DEFAULT_PORT)]


def test_who_comes_too_early_waits_and_sits_down_when_a_table_opens(table, terminal):
    guest = terminal(2, lanuno("join", "--name", "Boris"))
    guest.wait_for("Waiting for a table to open")
    guest.wait_for("No table is open on this network yet.")

    host = table(1, "Kuhinja")

    guest.wait_for(LOBBY)
    host.wait_for("At the table: Boris.")


def test_of_two_tables_the_guest_chooses_one_from_the_list(table, terminal):
    first, second = table(1, "Kuhinja"), table(2, "Terasa")
    guest = terminal(3, lanuno("join", "--name", "Čeda"))
    guest.wait_for(lambda screen: "choose one" in screen and "Kuhinja" in screen)
    assert "Terasa" in guest.screen()

    guest.send("End", "Enter")

    guest.wait_for(LOBBY)
    second.wait_for("At the table: Čeda.")
    assert "Čeda" not in first.screen()


def test_a_table_is_joined_by_its_name(table, terminal):
    first, second = table(1, "Kuhinja"), table(2, "Terasa")

    guest = terminal(3, lanuno("join", "Terasa", "--name", "Čeda"))

    guest.wait_for(LOBBY)
    second.wait_for("At the table: Čeda.")
    assert "Čeda" not in first.screen()


def test_a_table_that_nobody_is_told_of_is_joined_by_its_address(table, terminal, listed):
    host = table(1, "Kuhinja", "--no-discovery", "--port", "4000")
    guest = terminal(2, lanuno("join", "10.77.0.1:4000", "--name", "Boris"))

    guest.wait_for(LOBBY)
    host.wait_for("At the table: Boris.")
    assert listed() == []


def test_who_cannot_sit_down_reads_why_on_a_terminal_that_is_as_it_was(table, terminal):
    table(1, "Kuhinja", "--bots", "9")
    last = terminal(2, lanuno("join", HERE, "--name", "Boris"))
    last.wait_for(LOBBY)

    for address, why in (
        (HERE, "The table is full."),
        ("10.77.0.2", f"10.77.0.2:{DEFAULT_PORT}: No table answers there."),
        ("10.77.0.99", f"10.77.0.99:{DEFAULT_PORT}: No table answers there."),
    ):
        command = shlex.join(lanuno("join", address))
        guest = terminal(3, ["sh", "-c", f"echo before; {command}; echo exit $?; read -r _"])

        assert f"before\nlanuno: {why}" in guest.wait_for("exit 1")
        assert guest.modes() == AS_IT_WAS
