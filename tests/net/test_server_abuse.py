"""Guests who say what no guest would, and a game that none of them can hurt."""

from __future__ import annotations

import asyncio
import random
import socket
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import msgpack
import pytest

from lanuno.net import connection, limits
from lanuno.net.calling import ask
from lanuno.net.codec import frame, preamble
from lanuno.net.messages import (
    PROTOCOL,
    Ask,
    Closed,
    Confirmed,
    End,
    Hello,
    Here,
    Join,
    Lobby,
    Ready,
    Resume,
    Stage,
    TableInfo,
    Update,
    Watch,
)
from lanuno.net.text import PlayerName

from .evening import truth
from .lines import IDENTITY, Line, address, serving, started, until

if TYPE_CHECKING:
    from lanuno.net.trust import SeatKey


def packed(value: object) -> bytes:
    body = msgpack.packb(value)
    return len(body).to_bytes(4, "big") + body


NO_REQUESTS = {
    "random bytes": random.Random(1).randbytes(500),
    "no value": b"\x00\x00\x00\x03\xc1\xc1\xc1",
    "no message": packed([1, 2, 3]),
    "a wrong type": packed({"do": "act", "version": "1", "action": {"do": "draw"}}),
    "a card that does not exist": packed(
        {"do": "act", "version": 1, "action": {"do": "play", "card": "X9"}}
    ),
    "a notice": frame(Closed(End.CLOSED)),
    "an empty frame": b"\x00\x00\x00\x00",
    "a huge length": b"\xff\xff\xff\xff" + b"x" * 100,
    "one byte too much": (16 * 1024 + 1).to_bytes(4, "big") + b"x" * 20_000,
    "deep nesting": b"\x00\x00\x3e\x80" + b"\x91" * 16_000,
    "a huge array": b"\x00\x00\x00\x05\xdd\xff\xff\xff\xff",
    "a preamble": preamble(),
    "another protocol": b"GET / HTTP/1.1\r\nHost: table\r\n\r\n",
}


@pytest.mark.parametrize("nonsense", NO_REQUESTS.values(), ids=NO_REQUESTS.keys())
async def test_who_sends_no_request_is_told_so_and_the_others_play_on(nonsense):
    """B113."""
    async with serving() as table, Line.to(table.port) as ana, Line.to(table.port) as ivo:
        key = await started(ana, ivo)
        before = truth(table.table.game)

        ivo.say(nonsense)

        assert (await ivo.hear_all())[-1] == Closed(End.BAD_MESSAGE)
        lobby = await ana.hear_until(lambda notice: isinstance(notice, Lobby))
        assert [chair.here for chair in lobby.chairs] == [True, False]
        assert truth(table.table.game) == before
        assert table.table.stage is Stage.PLAYING

        async with Line.to(table.port) as again:
            await again.join("Ivo", key)
            assert (await again.hear()).view == table.table.game.look(1)


@pytest.mark.parametrize("nonsense", NO_REQUESTS.values(), ids=NO_REQUESTS.keys())
async def test_a_stranger_who_sends_no_request_is_told_so(nonsense):
    async with serving() as table, Line.to(table.port) as stranger:
        stranger.say(nonsense)

        assert (await stranger.hear_all())[-1] == Closed(End.BAD_MESSAGE)
        assert len(table.table.chairs) == 0


@pytest.mark.parametrize(
    "greeting",
    [
        b"GET / HTTP/1.1\r\nHost: table\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500),
        b"SSH-2.0-OpenSSH_9.2\r\n",
        bytes(8),
        random.Random(2).randbytes(100_000),
    ],
    ids=lambda greeting: repr(greeting[:8]),
)
async def test_who_is_no_lanuno_program_is_told_so(greeting):
    async with serving() as table, Line.to(table.port, version=None) as stranger:
        stranger.say(greeting)

        assert await stranger.hear_all() == [Closed(End.BAD_MESSAGE)]


@pytest.mark.parametrize("version", [0, PROTOCOL + 1, 65535])
async def test_a_guest_of_another_version_hears_ours_and_nothing_else(version):
    """B112."""
    async with serving() as table, Line.to(table.port, version=version) as guest:
        guest.say(Join(PlayerName("Ana")))

        assert guest.version == PROTOCOL
        assert await guest.hear_all() == []
        assert len(table.table.chairs) == 0


async def test_a_stranger_may_say_less_than_a_guest():
    long = packed({"do": "ask", "more": "x" * 2000})
    async with serving() as table, Line.to(table.port) as ana, Line.to(table.port) as stranger:
        await ana.join("Ana")
        ana.say(long)
        stranger.say(long)

        assert isinstance(await ana.hear(), TableInfo)
        assert (await stranger.hear_all())[-1] == Closed(End.BAD_MESSAGE)


@pytest.mark.parametrize("what", [b"", b"\x00", b"\x00\x00\x00\x08", frame(Ask())[:-1]])
async def test_a_guest_who_goes_in_the_middle_of_a_message_is_just_gone(what):
    async with serving() as table, Line.to(table.port) as ana, Line.to(table.port) as ivo:
        await started(ana, ivo)
        before = truth(table.table.game)

        ivo.say(what)
        ivo.writer.close()

        await ana.hear_until(lambda notice: isinstance(notice, Lobby) and not notice.chairs[1].here)
        assert truth(table.table.game) == before


@pytest.mark.parametrize("what", [b"\x00", b"\x00\x00\x00\x08", frame(Ask())[:-1]])
async def test_a_message_that_stops_in_the_middle_is_not_waited_for(monkeypatch, what):
    monkeypatch.setattr(limits, "FRAME_SECONDS", 0.05)
    async with serving() as table, Line.to(table.port) as ana:
        await ana.join("Ana")

        ana.say(what)

        assert await ana.hear_all() == [Closed(End.TOO_SLOW)]


@pytest.mark.parametrize("what", [b"", preamble()[:5], preamble(), preamble() + frame(Ask())])
async def test_a_stranger_does_not_stay(monkeypatch, what):
    """Also not by asking; but who has a seat, or looks on, may be silent for ever."""
    async with serving() as table, Line.to(table.port) as ana, Line.to(table.port) as watcher:
        await ana.join("Ana")
        await watcher.come_in()
        await watcher.ask(Watch(), Lobby)
        monkeypatch.setattr(limits, "STRANGER_SECONDS", 0.5)
        async with Line.to(table.port, version=None) as stranger:
            stranger.say(what)

            assert (await stranger.hear_all())[-1] == Closed(End.TOO_SLOW)

        assert await ana.ask(Ask(), TableInfo)
        assert await watcher.ask(Ask(), TableInfo)


async def test_a_stranger_does_not_stay_by_saying_a_little_now_and_then(monkeypatch):
    monkeypatch.setattr(limits, "STRANGER_SECONDS", 0.5)

    async def trickle(line: Line) -> None:
        while True:
            line.say(frame(Ask()), frame(Ready(ready=True)))
            await asyncio.sleep(0.01)

    async with serving() as table, Line.to(table.port) as stranger:
        trickling = asyncio.create_task(trickle(stranger))

        assert (await stranger.hear_all())[-1] == Closed(End.TOO_SLOW)
        trickling.cancel()


async def test_a_guest_in_a_hurry_holds_up_nobody_else(monkeypatch):
    monkeypatch.setattr(limits, "REQUESTS_AT_ONCE", 5)
    monkeypatch.setattr(limits, "REQUESTS_PER_SECOND", 1)
    async with serving() as table, Line.to(table.port) as ana, Line.to(table.port) as ivo:
        await ana.join("Ana")
        await ivo.join("Ivo")
        ivo.say(*[Ask()] * 1000)
        for _ in range(3):
            await ivo.hear_until(lambda notice: isinstance(notice, TableInfo))

        await ana.ask(Ask(), TableInfo)

        assert sum(isinstance(notice, TableInfo) for notice in ivo.heard) < 100
        assert table.table.chairs[1].here


async def test_a_guest_who_never_reads_is_cut_off_and_the_others_play_on(monkeypatch):
    """The table keeps a little for a slow reader, and waits for nobody."""
    monkeypatch.setattr(connection, "_SEND_BUFFER_BYTES", 4096)
    monkeypatch.setattr(limits, "OUTBOX_BYTES_MAX", 4096)
    monkeypatch.setattr(limits, "REQUESTS_AT_ONCE", 1_000_000)
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    deaf.setblocking(False)
    async with AsyncExitStack() as stack, serving() as table, Line.to(table.port) as ana:
        await asyncio.get_running_loop().sock_connect(deaf, ("127.0.0.1", table.port))
        await ana.join("Ana")
        ivo = await stack.enter_async_context(Line.to(table.port, sock=deaf, limit=1))
        await ivo.join("Ivo")
        ivo.writer.transport.pause_reading()
        await ana.hear_until(lambda notice: isinstance(notice, Lobby) and len(notice.chairs) == 2)

        outbox = table._connections[table.table.chairs[1].peer]._writer
        waiting = []
        for i in range(10_000):
            # Who reads nothing and says nothing is given up for that alone.
            if i % 50 == 0:
                ivo.say(Here())
            answer = await ana.ask(Ready(ready=i % 2 == 0), Lobby)
            if not answer.chairs[1].here:
                break
            if not outbox.is_closing():
                waiting.append(outbox.get_write_buffer_size())

        assert 0 < max(waiting) <= 4096
        assert [each.here for each in table.table.chairs] == [True, False]


async def test_the_reason_for_hanging_up_arrives_behind_a_flood(monkeypatch):
    """A connection closed over unread bytes is reset, and the last words may be lost."""
    monkeypatch.setattr(limits, "CLOSE_SECONDS", 20)
    async with serving() as table, Line.to(table.port) as ana:
        await ana.join("Ana")
        ana.say(b"\xff" * 4_000_000)

        assert await ana.hear_all() == [Closed(End.BAD_MESSAGE)]


async def test_a_guest_who_does_not_go_after_the_last_word_is_cut_off(monkeypatch):
    monkeypatch.setattr(limits, "CLOSE_SECONDS", 0.05)
    async with serving() as table, Line.to(table.port) as ana:
        ana.say(b"\xff" * 8)

        assert (await ana.hear_all())[-1] == Closed(End.BAD_MESSAGE)
        await until(lambda: not table._visits)


async def test_a_guest_too_many_is_told_that_the_table_is_busy(monkeypatch):
    monkeypatch.setattr(limits, "CONNECTIONS_MAX", 2)
    async with serving() as table, Line.to(table.port) as ana, Line.to(table.port) as ivo:
        await ana.come_in()
        await ivo.come_in()
        async with Line.to(table.port) as third:
            await third.come_in()
            assert await third.hear_all() == [Closed(End.BUSY)]

        ivo.writer.transport.abort()
        await until(lambda: len(table._connections) == 1)
        assert await ana.ask(Ask(), TableInfo)
        assert (await ask(address(table.port))).seated == 0


async def test_who_has_a_seat_comes_back_to_it_however_many_others_have_come_in(monkeypatch):
    """A seat that can be kept from its owner is none."""
    async with AsyncExitStack() as stack, serving() as table, Line.to(table.port) as ana:
        ivo = await stack.enter_async_context(Line.to(table.port))
        key = await started(ana, ivo)
        ivo.writer.transport.abort()
        await until(lambda: not table.table.chairs[1].here)
        watcher = await stack.enter_async_context(Line.to(table.port))
        await watcher.come_in()
        await watcher.ask(Watch(), Lobby)
        monkeypatch.setattr(limits, "CONNECTIONS_MAX", 2)

        again = await stack.enter_async_context(Line.to(table.port))
        await resume(again, key)
        again.say(Join(PlayerName("Ivo")))
        await again.hear_until(lambda notice: isinstance(notice, Update))

        assert table.table.chairs[1].here
        for line in (ana, watcher):
            assert await line.ask(Ask(), TableInfo)


async def test_an_owner_does_not_hold_more_places_than_one_without_sitting_down(monkeypatch):
    async with AsyncExitStack() as stack, serving() as table, Line.to(table.port) as ana:
        key = await ana.join("Ana")
        monkeypatch.setattr(limits, "CONNECTIONS_MAX", 1)
        lines = [await stack.enter_async_context(Line.to(table.port)) for _ in range(6)]

        for line in lines:
            await resume(line, key)
            await until(lambda: len(table._connections) == 2)

        for line in lines[:-1]:
            assert await line.hear_all() == [Closed(End.REPLACED)]
        assert await ana.ask(Ask(), TableInfo)
        assert await lines[-1].ask(Ask(), TableInfo)


async def test_nobody_holds_a_place_for_long_without_sitting_down_or_looking_on(monkeypatch):
    """Not by saying something now and then either."""
    monkeypatch.setattr(limits, "STRANGER_SECONDS", 1.0)

    async def trickle(line: Line) -> None:
        while True:
            line.say(Here(), Ask(), Ready(ready=True))
            await asyncio.sleep(0.01)

    async with serving() as table, Line.to(table.port) as guest:
        await guest.come_in()
        trickling = asyncio.create_task(trickle(guest))

        assert (await guest.hear_all())[-1] == Closed(End.TOO_SLOW)
        await until(lambda: not table._connections)
        trickling.cancel()


async def resume(line: Line, key: SeatKey) -> None:
    hello = await line.hear_until(lambda notice: isinstance(notice, Hello))
    signature = key.sign(IDENTITY.fingerprint, hello.table, hello.challenge)
    await line.ask(Resume(key.public, signature), Confirmed)
