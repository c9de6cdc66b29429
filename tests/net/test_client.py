"""A guest's end: what keeps one out, and a seat that outlives its connection."""

from __future__ import annotations

import asyncio
import socket

import msgspec
import pytest

from lanuno.errors import (
    GameOn,
    NobodyThere,
    NotATable,
    OtherVersion,
    TableBusy,
    TableFull,
    TurnedAway,
)
from lanuno.net import client, connection, server
from lanuno.net.address import Address
from lanuno.net.client import GaveUp, Lost, Restored, ask, join, turned_away
from lanuno.net.codec import PREAMBLE_BYTES, frame, preamble
from lanuno.net.messages import (
    PROTOCOL,
    Act,
    Closed,
    End,
    Join,
    Leave,
    Lobby,
    Ready,
    Refused,
    Remove,
    Stage,
    Start,
    TableInfo,
    Update,
    Welcome,
    Why,
)
from lanuno.net.text import PlayerName, TableName
from lanuno.uno import Accept, Challenge, Color, Play, Rules, card

from .evening import ID, truth
from .lines import Guest, Line, address, answering, is_update, lay, serving, until

ANA, IVO = PlayerName("Ana"), PlayerName("Ivo")
INFO = TableInfo(ID, TableName("Kitchen"), Stage.LOBBY, 0, 0, 10, Rules())
WELCOME = Welcome(ID, TableName("Kitchen"), "a" * 32)
ANY = b"\x00\x00\x00\x03\xc1\xc1\xc1"
"""A frame with no message in it."""


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Attempts to come back follow one another quickly."""
    monkeypatch.setattr(client, "RETRY_SECONDS", (0.01, 0.02))


def saying(*what: bytes, greeting: bytes = preamble(), stays: bool = False):
    """Something that answers every connection in the same way."""

    async def answer(reader, writer):
        writer.write(greeting)
        await reader.readexactly(PREAMBLE_BYTES)
        for each in what:
            # One answer for each request.
            await reader.readexactly(int.from_bytes(await reader.readexactly(4), "big"))
            writer.write(each)
        if stays:
            await reader.read()
        writer.write_eof()
        await reader.read()

    return answering(answer)


def scripted(*answers, hangs_up: bool = False):
    """Something that gives one of *answers* to each connection in turn, and to later ones none."""
    turns = iter(answers)

    async def answer(reader, writer):
        said = next(turns, b"")
        writer.write(said if said.startswith(b"HTTP") else preamble())
        await reader.readexactly(PREAMBLE_BYTES)
        await reader.readexactly(int.from_bytes(await reader.readexactly(4), "big"))
        writer.write(said)
        if hangs_up or not said:
            writer.write_eof()
        await reader.read()

    return answering(answer)


@pytest.fixture
def nowhere():
    """An address at which nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        yield address(free.getsockname()[1])


def cut(table, seat: int) -> None:
    """Break the connection of *seat* without a word to either side."""
    table._connections[table.table.chairs[seat].peer].abort()


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
    monkeypatch.setattr(client, "ANSWER_SECONDS", 0.05)
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
    special = {End.FULL: TableFull, End.IN_GAME: GameOn, End.BUSY: TableBusy}

    assert {end: type(turned_away(end)) for end in End} == dict.fromkeys(End, TurnedAway) | special


async def test_a_full_table_turns_a_guest_away():
    async with (
        serving(bots=9) as table,
        join([address(table.port)], ANA),
    ):
        with pytest.raises(TableFull):
            await join([address(table.port)], IVO).__aenter__()


async def test_a_table_in_a_game_turns_a_guest_away_but_not_a_watcher():
    async with (
        serving(bots=1) as table,
        join([address(table.port)], ANA) as ana,
        Guest(ana) as guest,
    ):
        ana.send(Start())
        await guest.hear(Update)

        with pytest.raises(GameOn):
            await join([address(table.port)], IVO).__aenter__()
        async with join([address(table.port)], IVO, watch=True) as looking, Guest(looking) as other:
            assert (await other.hear(Update)).view == table.table.game.look(None)
            assert looking.welcome.token is None


async def test_a_busy_table_says_so(monkeypatch):
    monkeypatch.setattr(server, "CONNECTIONS_MAX", 1)
    async with serving() as table, Line.to(table.port):
        with pytest.raises(TableBusy):
            await ask(address(table.port))


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


async def test_leaving_the_block_keeps_the_seat_and_leaving_the_table_does_not():
    async with serving() as table:
        async with join([address(table.port)], ANA):
            assert table.table.chairs[0].here
        await until(lambda: not table.table.chairs[0].here)

        async with join([address(table.port)], IVO) as session, Guest(session) as guest:
            session.send(Leave())
            assert (await guest.hear_all())[-1] == Closed(End.LEFT)
        assert [each.name for each in table.table.chairs] == ["Ana"]


async def test_the_last_word_of_one_who_goes_at_once_still_arrives():
    async with serving() as table:
        async with join([address(table.port)], ANA) as session:
            session.send(Leave())
        await until(lambda: len(table.table.chairs) == 0)


async def test_a_lost_connection_comes_back_to_its_seat_and_its_decision():
    """B88, B90."""
    async with (
        serving() as table,
        join([address(table.port)], ANA) as ana,
        join([address(table.port)], IVO) as ivo,
        Guest(ana) as first,
        Guest(ivo) as second,
    ):
        await first.hear(Lobby, lambda lobby: len(lobby.chairs) == 2)
        ana.send(Start())
        await first.hear(Update)
        lay(table, "W+ R5 G1 | R7 G2", top="R1")
        await first.hear(Update)
        ana.send(Act(0, Play(card("W+"), Color.GREEN)))
        await second.hear(Update, is_update(1))
        before = truth(table.table.game)

        cut(table, 1)

        await second.hear(Lost)
        await second.hear(Restored)
        assert (await second.hear(Lobby)).you == 1
        update = await second.hear(Update)
        assert {Accept(), Challenge()} <= set(update.view.legal)
        assert truth(table.table.game) == before
        ivo.send(Act(update.view.version, Challenge()))
        assert (await first.hear(Update, is_update(2))).events


async def test_a_lost_watcher_looks_on_again():
    async with serving() as table:
        here = [address(table.port)]
        async with join(here, ANA, watch=True) as session, Guest(session) as guest:
            await guest.hear(Lobby)
            table._connections[table.table._watchers[0]].abort()

            await guest.hear(Restored)
            await guest.hear(Lobby)
            assert len(table.table._watchers) == 1


async def test_while_the_connection_is_lost_nothing_is_sent():
    async with (
        serving() as table,
        join([address(table.port)], ANA) as session,
        Guest(session) as guest,
    ):
        cut(table, 0)
        await guest.hear(Lost)

        session.send(Ready(ready=True))

        await guest.hear(Restored)
        assert not (await guest.hear(Lobby)).chairs[0].ready


async def test_a_table_that_does_not_come_back_is_given_up(monkeypatch):
    """B96."""
    monkeypatch.setattr(client, "GIVE_UP_SECONDS", 0.05)
    async with serving() as table:
        session = join([address(table.port)], ANA)
        guest = Guest(await session.__aenter__())
        await guest.hear(Lobby)
        cut(table, 0)
        table._farewell = End.BUSY

        assert [type(said) for said in await guest.hear_all()] == [Lost, GaveUp]
        await session.__aexit__(None, None, None)


async def test_a_table_that_is_busy_for_a_moment_is_asked_again(monkeypatch):
    async with (
        serving() as table,
        join([address(table.port)], ANA) as session,
        Guest(session) as guest,
    ):
        await guest.hear(Lobby)
        table._farewell = End.BUSY
        cut(table, 0)
        await guest.hear(Lost)
        told = []
        monkeypatch.setattr(client, "turned_away", lambda end: told.append(end) or TableBusy())
        asking = asyncio.create_task(guest.hear(Restored))
        await until(lambda: End.BUSY in told)

        table._farewell = None

        await asking


async def test_one_who_was_removed_meanwhile_hears_it_on_coming_back():
    async with (
        serving(bots=1) as table,
        Line.to(table.port) as leader,
        join([address(table.port)], ANA) as session,
        Guest(session) as guest,
    ):
        await guest.hear(Lobby)
        await leader.join("Ivo")
        table.table.chairs[2].host = True
        leader.say(Start())
        await guest.hear(Update)
        table._farewell = End.BUSY
        cut(table, 1)
        await leader.hear_until(lambda said: isinstance(said, Lobby) and not said.chairs[1].here)

        leader.say(Remove(1))
        await leader.hear_until(lambda said: isinstance(said, Lobby) and said.chairs[1].gone)
        table._farewell = None

        assert (await guest.hear_all())[-2:] == [Lost(), Closed(End.IN_GAME)]


async def test_when_the_host_closes_the_session_ends():
    """B96."""
    async with serving() as table:
        session = join([address(table.port)], ANA)
        guest = Guest(await session.__aenter__())
        await guest.hear(Lobby)
        hearing = asyncio.create_task(guest.hear_all())
        hearing.add_done_callback(lambda _: asyncio.ensure_future(guest.session.close()))

    assert await hearing == [Closed(End.CLOSED)]
    await session.__aexit__(None, None, None)


async def test_a_seat_taken_from_elsewhere_ends_the_session():
    async with (
        serving() as table,
        join([address(table.port)], ANA) as session,
        Guest(session) as guest,
    ):
        await guest.hear(Lobby)
        async with Line.to(table.port) as other:
            await other.join("Ana", token=session.welcome.token)

            assert (await guest.hear_all())[-1] == Closed(End.REPLACED)


@pytest.mark.parametrize("nonsense", [ANY, b"\xff\xff\xff\xff", frame(Join(ANA))])
async def test_a_table_that_makes_no_sense_any_more_is_given_up(nonsense):
    async with (
        scripted(frame(INFO), frame(WELCOME) + nonsense) as there,
        join([there], ANA) as session,
        Guest(session) as guest,
    ):
        assert await guest.hear_all() == [GaveUp()]


async def test_a_message_that_stops_in_the_middle_counts_as_a_lost_connection(monkeypatch):
    monkeypatch.setattr(connection, "FRAME_SECONDS", 0.05)
    refused = frame(Refused(Why.STALE))
    answers = [frame(INFO), frame(WELCOME) + refused[:-1], frame(INFO), frame(WELCOME) + refused]
    async with (
        scripted(*answers) as there,
        join([there], ANA) as session,
        Guest(session) as guest,
    ):
        await guest.hear(Lost)
        await guest.hear(Restored)
        assert await guest.hear(Refused)


async def test_another_program_in_the_place_of_a_lost_table_is_given_up():
    async with (
        scripted(frame(INFO), frame(WELCOME), b"HTTP/1.1 400", hangs_up=True) as there,
        join([there], ANA) as session,
        Guest(session) as guest,
    ):
        assert await guest.hear_all() == [Lost(), GaveUp()]


async def test_another_table_in_the_place_of_a_lost_one_is_not_joined(monkeypatch):
    monkeypatch.setattr(client, "GIVE_UP_SECONDS", 0)
    other = frame(msgspec.structs.replace(INFO, id="f" * 16))
    async with (
        scripted(frame(INFO), frame(WELCOME), other, hangs_up=True) as there,
        join([there], ANA) as session,
        Guest(session) as guest,
    ):
        assert await guest.hear_all() == [Lost(), GaveUp()]


async def test_closing_a_session_ends_whoever_listens_to_it():
    async with serving() as table, join([address(table.port)], ANA) as session:
        guest = Guest(session)
        await guest.hear(Lobby)
        hearing = asyncio.create_task(guest.hear_all())
        await until(lambda: session._connection._is_reading)

        await session.close()

        assert await hearing == []
        session.send(Leave())
        await until(lambda: not table._visits)
        assert [each.name for each in table.table.chairs] == [ANA]


async def test_closing_a_session_ends_its_attempts_to_come_back():
    async with serving() as table, join([address(table.port)], ANA) as session:
        guest = Guest(session)
        await guest.hear(Lobby)
        table._farewell = End.BUSY
        cut(table, 0)
        await guest.hear(Lost)
        hearing = asyncio.create_task(guest.hear_all())
        await until(lambda: session._connection is None)

        await session.close()

        assert (await hearing)[-1] == GaveUp()


async def test_a_session_that_closes_while_it_comes_back_takes_no_seat():
    async def answers():
        for said in (frame(INFO), frame(WELCOME), frame(INFO)):
            yield said
        await session.close()
        yield frame(WELCOME)

    async def answer(reader, writer):
        writer.write(preamble())
        await reader.readexactly(PREAMBLE_BYTES)
        await reader.readexactly(int.from_bytes(await reader.readexactly(4), "big"))
        writer.write(await anext(turns))
        writer.write_eof()
        await reader.read()

    turns = answers()
    async with answering(answer) as there, join([there], ANA) as session:
        said = await Guest(session).hear_all()

        assert (said[0], session._connection) == (Lost(), None)
    await turns.aclose()


async def test_a_seat_is_given_up_when_the_table_has_freed_it_in_the_lobby():
    """The session then sits on another chair, under a token of its own."""
    async with (
        serving() as table,
        join([address(table.port)], ANA) as session,
        Guest(session) as guest,
    ):
        await guest.hear(Lobby)
        old = session.welcome.token
        table.table.chairs[0].token = "f" * 32

        cut(table, 0)
        await guest.hear(Restored)

        assert session.welcome.token not in (old, "f" * 32)
        assert session._request.token == session.welcome.token
