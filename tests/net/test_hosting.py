"""A table opened on this machine: its port, its announcement, and what is left when it breaks."""

from __future__ import annotations

import asyncio
import random
import socket
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from lanuno.errors import PortInUse, TableBroke, UserError
from lanuno.net import hosting, interfaces
from lanuno.net.address import DEFAULT_PORT, Address
from lanuno.net.calling import ask
from lanuno.net.client import join
from lanuno.net.hosting import Hosting, any_table_name, open_table
from lanuno.net.interfaces import Interface
from lanuno.net.messages import Closed, End, Lobby, Start, Update
from lanuno.net.text import PlayerName, TableName
from lanuno.uno import Rules, record

from .lines import Guest

KITCHEN = Hosting(table=TableName("Kitchen"), port=0, discovery=False)


@pytest.fixture(autouse=True)
def at_home(monkeypatch, tmp_path):
    """What is kept is kept in a folder of the test, and no network is there but this machine's."""
    monkeypatch.setattr(hosting, "user_state_path", lambda *_, **__: tmp_path / "state")
    lo = Interface(name="lo", address="127.0.0.1", prefix=8)
    monkeypatch.setattr(interfaces, "read", lambda: (lo,))
    return tmp_path


async def play_until_it_breaks() -> None:
    """A table at which a card is missing, until somebody does something."""
    asked = Hosting(
        table=TableName("Kitchen"),
        rules=Rules(turn_seconds=1),
        bots=1,
        port=0,
        discovery=False,
    )
    async with (
        open_table(asked) as opened,
        join([opened.local], PlayerName("Ana"), key=opened.key, own=True) as ana,
        Guest(ana) as guest,
    ):
        await guest.hear(Lobby)
        ana.send(Start())
        await guest.hear(Update)
        opened.table.game._state.pile.pop()
        assert (await guest.hear_all())[-1] == Closed(End.BROKEN)


async def test_the_one_who_opened_a_table_leads_it():
    rules = Rules.preset("official")
    asked = Hosting(table=TableName("Kitchen"), rules=rules, bots=2, port=0, discovery=False)
    async with open_table(asked) as opened:
        info = await ask(opened.local)
        assert (info.name, info.id, info.rules, info.bots) == ("Kitchen", opened.id, rules, 2)

        async with (
            join([opened.local], PlayerName("Ivo")),
            join([opened.local], PlayerName("Ana"), key=opened.key, own=True) as ana,
            Guest(ana) as guest,
        ):
            lobby = await guest.hear(Lobby)
            assert (lobby.leader, lobby.you) == (3, 3)


async def test_the_same_chance_deals_the_same_cards():
    hands = []
    for _ in range(2):
        asked = replace(KITCHEN, bots=2, chance=random.Random(5))
        async with (
            open_table(asked) as opened,
            join([opened.local], PlayerName("Ana"), key=opened.key, own=True) as ana,
            Guest(ana) as guest,
        ):
            ana.send(Start())
            hands.append((await guest.hear(Update)).view.hand)

    assert hands[0] == hands[1]


async def test_every_table_has_an_id_and_a_key_of_its_own():
    async with open_table(KITCHEN) as one, open_table(KITCHEN) as other:
        assert one.id != other.id
        assert one.key != other.key
        assert len(one.id) == 16


async def test_a_table_closes_with_the_block():
    async with open_table(KITCHEN) as opened:
        address = opened.local

    with pytest.raises(UserError):
        await ask(address)


async def test_a_port_that_was_asked_for_is_used_or_nothing():
    with socket.create_server(("", 0)) as other:
        port = other.getsockname()[1]

        with pytest.raises(PortInUse, match=str(port)):
            async with open_table(Hosting(table=TableName("Kitchen"), port=port, discovery=False)):
                pass


async def test_without_a_wish_the_usual_port_is_used_or_any(monkeypatch):
    with socket.create_server(("", 0)) as other:
        taken = other.getsockname()[1]
        monkeypatch.setattr(hosting, "DEFAULT_PORT", taken)
        async with open_table(Hosting(table=TableName("Kitchen"), discovery=False)) as opened:
            assert opened.port not in (taken, 0)
            assert await ask(opened.local)

    async with open_table(Hosting(table=TableName("Kitchen"), discovery=False)) as opened:
        assert opened.port == taken
    assert DEFAULT_PORT == 24108


async def test_others_learn_where_the_table_is():
    async with open_table(KITCHEN) as opened:
        assert opened.addresses == (Address("127.0.0.1", opened.port),)
        assert opened.discovery_problem == "it is not announced."


def listening_at(port):
    """The addresses on which somebody listens at *port*."""
    lines = (line.split()[1:4] for line in Path("/proc/net/tcp").read_text("ascii").splitlines())
    places = [local.split(":") for local, _, state in lines if state == "0A"]
    found = [bytes.fromhex(host)[::-1] for host, at in places if int(at, 16) == port]
    return set(map(socket.inet_ntoa, found))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells where others listen")
async def test_others_on_the_network_cannot_come_to_a_local_table(monkeypatch):
    local = replace(KITCHEN, local=True, discovery=True, port=None)
    with socket.create_server(("", 0)) as other:
        monkeypatch.setattr(hosting, "DEFAULT_PORT", other.getsockname()[1])
        async with open_table(local) as opened:
            assert opened.advertising is None
            assert await ask(opened.local)
            assert listening_at(opened.port) == {"127.0.0.1"}


async def test_a_machine_whose_network_cannot_be_read_has_no_addresses_and_a_table(monkeypatch):
    def unreadable():
        raise OSError("no network")

    monkeypatch.setattr(interfaces, "read", unreadable)
    asked = Hosting(table=TableName("Kitchen"), port=0)
    async with open_table(asked) as opened:
        assert opened.addresses == ()
        assert opened.discovery_problem
        assert await ask(opened.local)


async def test_a_table_is_announced_while_it_is_open():
    async with open_table(Hosting(table=TableName("Kitchen"), port=0)) as opened:
        assert opened.advertising is not None
        assert opened.advertising.tried.is_set()
        assert opened.discovery_problem == opened.advertising.problem
    assert len(asyncio.all_tasks()) == 1


async def test_a_table_that_breaks_leaves_the_record_of_its_game(at_home):
    with pytest.raises(TableBroke) as caught:
        await play_until_it_breaks()

    (file,) = (at_home / "state").glob("broken-*")
    assert caught.value.record == file
    assert str(caught.value).startswith(f"the record of its game is in {file}: The table found")
    assert isinstance(caught.value.__cause__, AssertionError)
    assert file.stat().st_mode & 0o777 == 0o600
    kept = record.read(file)
    assert kept.players == 2
    assert len(kept.deeds) == 1


async def test_a_record_that_cannot_be_written_is_lost(at_home):
    (at_home / "state").write_text("a file, where a folder should be")

    with pytest.raises(TableBroke, match=r"^its game is lost: The table found a fault"):
        await play_until_it_breaks()


async def test_what_else_goes_wrong_is_not_hidden_by_a_broken_table():
    async def fail():
        async with open_table(KITCHEN) as opened:
            opened.table.fault = AssertionError()
            raise KeyError

    with pytest.raises(KeyError):
        await fail()


async def test_a_table_that_breaks_outside_a_game_has_nothing_to_record():
    async with open_table(KITCHEN) as opened:
        opened.save_record()

    assert opened.record is None


def test_a_table_without_a_name_gets_one_that_fits():
    name = any_table_name()

    assert TableName.of(name) == name
