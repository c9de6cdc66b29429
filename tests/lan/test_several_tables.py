"""Several tables in one program, as the rest of the network sees them."""

import json
import os

from .conftest import ROOT
from .pilot import LOBBY, lanuno

TABLES = 8


def listed(lan, machine):
    """The names of the tables that `lanuno tables` finds there, with their ports."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    words = lanuno("tables", "--json", "--seconds", "2")
    told = lan.run(machine, words, capture_output=True, timeout=60, env=environment).stdout
    found = [each for each in json.loads(told) if each["answers"]]
    return {each["name"]: each["addresses"] for each in found}


def test_each_of_several_tables_is_found_joined_and_closed(lan, terminal):
    host = terminal(
        1,
        lanuno("host", "--headless", "--table", "Kup", "--tables", str(TABLES), "--bots", "1"),
        lines=60,
    )
    for number in range(1, TABLES + 1):
        host.wait_for(f"Kup {number}: At the table: Ada (bot).")

    found = listed(lan, 4)
    names = [f"Kup {number}" for number in range(1, TABLES + 1)]
    assert sorted(found) == names
    assert len({address for (address,) in found.values()}) == TABLES

    ana = terminal(2, lanuno("join", "Kup 3", "--name", "Ana"))
    boris = terminal(3, lanuno("join", *found["Kup 3"], "--name", "Boris"))
    ana.wait_for(LOBBY)
    boris.wait_for("Ana")
    boris.send("/")
    boris.wait_for("Say:")
    boris.type("Zdravo, Ana!")
    boris.send("Enter")
    ana.wait_for("Boris: Zdravo, Ana!")
    host.wait_for("Kup 3: Boris: Zdravo, Ana!")
    ana.send("e")
    ana.wait_for("Show the others")
    ana.send("2")
    boris.wait_for("Ana: Well played!")

    host.send("C-c")
    assert host.wait_for_end() == 0
    boris.wait_for("The host has closed the table.")
    assert listed(lan, 4) == {}
