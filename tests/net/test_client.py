"""A guest's end: what keeps one out, and a seat that outlives its connection."""

from __future__ import annotations

import socket

import pytest

from lanuno.errors import (
    GameOn,
    NobodyThere,
    NoSpectators,
    NotATable,
    OtherVersion,
    TableBusy,
    TableFull,
    TooManyCodes,
    TurnedAway,
    WrongCode,
)
from lanuno.net import client, limits
from lanuno.net.address import Address
from lanuno.net.calling import ask, turned_away
from lanuno.net.client import join
from lanuno.net.codec import frame, preamble
from lanuno.net.manners import Manners
from lanuno.net.messages import PROTOCOL, Closed, End, Stage, Start, TableInfo, Update, Welcome
from lanuno.net.text import PlayerName, TableName
from lanuno.uno import Rules

from .evening import ID
from .lines import Guest, Line, address, saying, scripted, serving

ANA, IVO = PlayerName("Ana"), PlayerName("Ivo")
INFO = TableInfo(ID, TableName("Kitchen"), Stage.LOBBY, 0, 0, 10, Rules())
WELCOME = Welcome(ID, TableName("Kitchen"))
ANY = b"\x00\x00\x00\x03\xc1\xc1\xc1"
"""A frame with no message in it."""


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Attempts to come back follow one another quickly."""
    monkeypatch.setattr(client, "RETRY_SECONDS", (0.01, 0.02))


@pytest.fixture
def nowhere():
    """An address at which nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        yield address(free.getsockname()[1])


async def test_a_table_says_what_it_is():
    async with serving(bots=2) as table:
        assert await ask(address(table.port)) == table.table.info()
        assert len(table.table.chairs) == 2


async def test_nobody_is_there(nowhere):
    for attempt in (ask(nowhere), join([nowhere], ANA).__aenter__()):
        with pytest.raises(NobodyThere, match=f"^{nowhere}: No table answers there"):
            await attempt


async def test_a_name_that_no_machine_can_have_leads_to_nobody():
    with pytest.raises(NobodyThere):
        await ask(Address("a" * 70, 1))


@pytest.mark.parametrize(
    "greeting", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"SSH-2.0-x\r\n", b"220 mail\r\n", bytes(8)]
)
async def test_something_else_answers(greeting):
    async with saying(greeting=greeting) as there:
        with pytest.raises(NotATable, match=f"^{there}: Something answers there"):
            await ask(there)
        with pytest.raises(NotATable):
            await join([there], ANA).__aenter__()


@pytest.mark.parametrize("answer", [ANY, frame(WELCOME), b"\xff\xff\xff\xff", b"\x00\x00\x00\x00"])
async def test_a_table_that_answers_nonsense_is_none(answer):
    async with saying(answer) as there:
        with pytest.raises(NotATable):
            await ask(there)


async def test_a_table_that_gives_no_seat_is_none():
    async with scripted(frame(INFO), frame(INFO)) as there:
        with pytest.raises(NotATable):
            await join([there], ANA).__aenter__()


@pytest.mark.parametrize("what", [b"", preamble()[:5], preamble(), preamble() + b"\x00\x00"])
async def test_a_table_that_hangs_up_without_a_word_is_not_there(what):
    async with saying(greeting=what) as there:
        with pytest.raises(NobodyThere):
            await ask(there)


@pytest.mark.parametrize("what", [b"", preamble()[:5], preamble(), preamble() + b"\x00\x00"])
async def test_a_table_that_does_not_answer_in_time_is_not_there(monkeypatch, what):
    monkeypatch.setattr(limits, "ANSWER_SECONDS", 0.05)
    async with saying(greeting=what, stays=True) as there:
        with pytest.raises(NobodyThere):
            await ask(there)


@pytest.mark.parametrize("version", [0, PROTOCOL + 1, 65535])
async def test_a_table_of_another_version_is_named_with_both_versions(version):
    """B112."""
    async with saying(greeting=preamble(version)) as there:
        with pytest.raises(OtherVersion) as caught:
            await ask(there)

    assert (caught.value.theirs, caught.value.ours) == (version, PROTOCOL)
    assert f"speaks version {version}, this program speaks {PROTOCOL}" in str(caught.value)


@pytest.mark.parametrize("end", End)
async def test_what_a_table_says_instead_of_an_answer_is_told(end):
    async with saying(frame(Closed(end))) as there:
        with pytest.raises(type(turned_away(end))):
            await ask(there)


def test_a_full_table_a_game_and_a_crowd_have_sentences_of_their_own():
    special = {
        End.FULL: TableFull,
        End.IN_GAME: GameOn,
        End.NO_SPECTATORS: NoSpectators,
        End.BUSY: TableBusy,
        End.TOO_SLOW: TableBusy,
        End.WRONG_CODE: WrongCode,
        End.TOO_MANY_CODES: TooManyCodes,
    }

    assert {end: type(turned_away(end)) for end in End} == dict.fromkeys(End, TurnedAway) | special


async def test_a_full_table_turns_a_guest_away():
    async with (
        serving(bots=9) as table,
        join([address(table.port)], ANA),
    ):
        with pytest.raises(TableFull):
            await join([address(table.port)], IVO).__aenter__()


async def test_where_nobody_may_wait_a_game_turns_a_guest_away_but_not_a_watcher():
    async with (
        serving(bots=1) as table,
        join([address(table.port)], ANA) as ana,
        Guest(ana) as guest,
    ):
        table.table.manners = Manners(late=False)
        ana.send(Start())
        await guest.hear(Update)

        with pytest.raises(GameOn):
            await join([address(table.port)], IVO).__aenter__()
        async with join([address(table.port)], IVO, watch=True) as looking, Guest(looking) as other:
            assert (await other.hear(Update)).view == table.table.game.look(None)
            assert looking.welcome.name == "Kitchen"


async def test_a_busy_table_says_so(monkeypatch):
    monkeypatch.setattr(limits, "CONNECTIONS_MAX", 1)
    async with serving() as table, Line.to(table.port) as other:
        await other.come_in()
        with pytest.raises(TableBusy):
            await join([address(table.port)], ANA).__aenter__()


async def test_of_several_addresses_the_one_where_the_table_is_is_used(nowhere):
    """B102."""
    async with serving() as table, saying(greeting=b"HTTP/1.1 400") as other:
        here = [nowhere, other, address(table.port)]
        async with join(here, ANA, table=ID) as session:
            assert session.welcome.table == ID


async def test_another_table_at_the_same_address_is_not_the_one_that_was_meant():
    async with serving() as table:
        with pytest.raises(NobodyThere):
            await join([address(table.port)], ANA, table="f" * 16).__aenter__()
        assert len(table.table.chairs) == 0
