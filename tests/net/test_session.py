"""A seat that outlives its connection, and how it ends."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from lanuno.errors import TableBusy
from lanuno.net import calling, client, limits
from lanuno.net.client import GaveUp, Lost, Restored, join
from lanuno.net.codec import frame
from lanuno.net.manners import Manners
from lanuno.net.messages import (
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
    Watch,
    Welcome,
    Why,
)
from lanuno.net.seats import Seats
from lanuno.net.text import PlayerName, TableName
from lanuno.uno import Accept, Challenge, Color, Play, Rules, card

from .evening import ID, truth
from .lines import (
    Guest,
    Line,
    address,
    answering,
    cut,
    hear_request,
    is_update,
    lay,
    scripted,
    serving,
    until,
)

ANA, IVO = PlayerName("Ana"), PlayerName("Ivo")
INFO = TableInfo(ID, TableName("Kitchen"), Stage.LOBBY, 0, 0, 10, Rules())
WELCOME = Welcome(ID, TableName("Kitchen"))
ANY = b"\x00\x00\x00\x03\xc1\xc1\xc1"
"""A frame with no message in it."""


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Attempts to come back follow one another quickly."""
    monkeypatch.setattr(client, "RETRY_SECONDS", (0.01, 0.02))


async def test_leaving_the_block_keeps_the_seat_and_leaving_the_table_does_not():
    async with serving() as table:
        async with join([address(table.port)], ANA):
            assert table.table.chairs[0].here
        await until(lambda: not table.table.chairs[0].here)

        async with join([address(table.port)], IVO) as session, Guest(session) as guest:
            session.send(Leave())
            assert (await guest.hear_all())[-1] == Closed(End.LEFT)
        assert [each.name for each in table.table.chairs] == ["Ana"]


async def test_one_who_looked_on_and_has_a_seat_now_comes_back_to_it(tmp_path):
    seats = Seats(tmp_path)
    async with serving() as table:
        looking = join([address(table.port)], ANA, seats=seats, watch=True)
        async with looking as session, Guest(session) as guest:
            session.send(Join(ANA))
            await guest.hear(Lobby, lambda lobby: lobby.you == 0)

            cut(table, 0)
            await guest.hear(Restored)

            assert (await guest.hear(Lobby)).you == 0
        again = join([address(table.port)], ANA, seats=Seats(tmp_path))
        async with again as session, Guest(session) as guest:
            assert (await guest.hear(Lobby)).you == 0
            assert len(table.table.chairs) == 1


async def test_one_who_wanted_to_look_on_in_vain_comes_back_as_a_player():
    async with serving() as table:
        looking = join([address(table.port)], ANA, watch=True)
        async with looking as session, Guest(session) as guest:
            session.send(Join(ANA))
            session.send(Watch())
            assert (await guest.hear(Refused)).why is Why.ALREADY_SEATED

            # As after a crash of the host, which forgets who sat in the lobby.
            (chair,) = table.table.chairs
            table.table.chairs.free(chair)
            table._connections[chair.peer].abort()

            await guest.hear(Restored)
            assert (await guest.hear(Lobby)).you == 0


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
            table._connections[next(iter(table.table._audience.watchers))].abort()

            await guest.hear(Restored)
            await guest.hear(Lobby)
            assert len(table.table._audience.watchers) == 1


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
        monkeypatch.setattr(calling, "turned_away", lambda end: told.append(end) or TableBusy())
        asking = asyncio.create_task(guest.hear(Restored))
        await until(lambda: End.BUSY in told)

        table._farewell = None

        await asking


@pytest.mark.parametrize("late", [False, True])
async def test_one_who_was_removed_meanwhile_hears_it_on_coming_back_or_waits(late):
    async with (
        serving(bots=1) as table,
        Line.to(table.port) as leader,
        join([address(table.port)], ANA) as session,
        Guest(session) as guest,
    ):
        await guest.hear(Lobby)
        await leader.join("Ivo")
        table.table.chairs[2].host = True
        table.table.manners = Manners(late=late)
        leader.say(Start())
        await guest.hear(Update)
        table._farewell = End.BUSY
        cut(table, 1)
        await leader.hear_until(lambda said: isinstance(said, Lobby) and not said.chairs[1].here)

        leader.say(Remove(1))
        await leader.hear_until(lambda said: isinstance(said, Lobby) and said.chairs[1].gone)
        table._farewell = None

        if late:
            await guest.hear(Lobby, lambda lobby: lobby.newcomer == 0)
        else:
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
            await other.join("Ana", session._caller._key)

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
    monkeypatch.setattr(limits, "FRAME_SECONDS", 0.05)
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
        await until(lambda: session._connection._reader._news)

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
        await hear_request(reader, writer)
        writer.write(await anext(turns))
        writer.close()
        await reader.read()

    turns = answers()
    async with answering(answer) as there, join([there], ANA) as session:
        said = await Guest(session).hear_all()

        assert (said[0], session._connection) == (Lost(), None)
    await turns.aclose()


async def test_a_seat_is_given_up_when_the_table_has_freed_it_in_the_lobby():
    """The session then comes in anew, and sits on another chair."""
    async with (
        serving() as table,
        join([address(table.port)], ANA) as session,
        Guest(session) as guest,
    ):
        await guest.hear(Lobby)
        table.table.chairs[0].key = "f" * 64

        cut(table, 0)
        await guest.hear(Restored)

        assert (await guest.hear(Lobby)).you == 1


async def test_a_table_that_has_moved_is_found_where_it_is_now():
    async with (
        serving() as table,
        join([address(table.port)], ANA) as session,
        Guest(session) as guest,
    ):
        await guest.hear(Lobby)
        session._addresses = (address(1),)
        cut(table, 0)
        await guest.hear(Lost)

        session.learn([address(table.port)])

        await guest.hear(Restored)
