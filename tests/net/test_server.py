"""The table on a real port: guests of every kind, and a game that none of them can hurt."""

from __future__ import annotations

import asyncio
import random
import socket
import struct
from contextlib import AsyncExitStack

import msgpack
import pytest

from lanuno.bots import plain
from lanuno.errors import PortInUse, PortRefused
from lanuno.net import connection, server
from lanuno.net.address import Address
from lanuno.net.client import ask, join
from lanuno.net.codec import frame, preamble
from lanuno.net.messages import (
    PROTOCOL,
    Act,
    Ask,
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
)
from lanuno.net.text import PlayerName
from lanuno.uno import Draw, GameOver, NextRound, Rules

from .evening import truth
from .lines import Guest, Line, address, is_update, lay, serving, until


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


async def started(line: Line, other: Line) -> None:
    """A game of two, who have heard that it has begun."""
    await line.join("Ana")
    await other.join("Ivo")
    line.say(Start())
    for each in (line, other):
        await each.hear_until(lambda notice: isinstance(notice, Update))


async def test_a_table_can_be_asked_joined_watched_and_left():
    async with serving(bots=1) as table, Line.to(table.port) as ana, Line.to(table.port) as ivo:
        info = await ana.ask(Ask(), TableInfo)
        await ana.join("Ana")
        await ivo.ask(Watch(), Lobby)
        ana.say(Leave())

        assert (info.seated, ana.heard[1].token) == (1, f"{0:032x}")
        assert (await ana.hear_all())[-1] == Closed(End.LEFT)
        await ivo.hear_until(lambda notice: len(notice.chairs) == 1)


async def test_a_whole_game_with_bots_is_played_over_the_wire(monkeypatch):
    for name in ("TURN_SECONDS", "CATCH_SECONDS", "CALL_SECONDS"):
        monkeypatch.setattr(plain, name, (0, 0))
    monkeypatch.setattr(server, "REQUESTS_AT_ONCE", 10_000)

    async def play(guest: Guest, chance: random.Random) -> Update:
        while True:
            update = await guest.hear(Update)
            view = update.view
            if isinstance(view.phase, GameOver):
                return update
            action = NextRound() if NextRound() in view.legal else plain.choose(view, chance)
            if action:
                guest.session.send(Act(view.version, action))

    async with (
        serving(rules=Rules(target=100), bots=2) as table,
        join([address(table.port)], PlayerName("Ana")) as ana,
        join([address(table.port)], PlayerName("Ivo")) as ivo,
        Guest(ana) as first,
        Guest(ivo) as second,
    ):
        await first.hear(Lobby, lambda lobby: len(lobby.chairs) == 4)
        ana.send(Start())
        ends = await asyncio.gather(play(first, random.Random(1)), play(second, random.Random(2)))

        assert ends[0].view.phase == ends[1].view.phase == table.table.game.phase
        assert ends[0].events == ends[1].events
        assert max(ends[0].view.scores) >= 100


@pytest.mark.parametrize("nonsense", NO_REQUESTS.values(), ids=NO_REQUESTS.keys())
async def test_who_sends_no_request_is_told_so_and_the_others_play_on(nonsense):
    """B113."""
    async with serving() as table, Line.to(table.port) as ana, Line.to(table.port) as ivo:
        await started(ana, ivo)
        before = truth(table.table.game)

        ivo.say(nonsense)

        assert (await ivo.hear_all())[-1] == Closed(End.BAD_MESSAGE)
        lobby = await ana.hear_until(lambda notice: isinstance(notice, Lobby))
        assert [chair.here for chair in lobby.chairs] == [True, False]
        assert truth(table.table.game) == before
        assert table.table.stage is Stage.PLAYING

        async with Line.to(table.port) as again:
            await again.join("Ivo", token=ivo.heard[0].token)
            assert (await again.hear()).view == table.table.game.look(1)


@pytest.mark.parametrize("nonsense", NO_REQUESTS.values(), ids=NO_REQUESTS.keys())
async def test_a_stranger_who_sends_no_request_is_told_so(nonsense):
    async with serving() as table, Line.to(table.port) as stranger:
        stranger.say(nonsense)

        assert await stranger.hear_all() == [Closed(End.BAD_MESSAGE)]
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
        assert await stranger.hear_all() == [Closed(End.BAD_MESSAGE)]


@pytest.mark.parametrize("what", [b"", b"\x00", b"\x00\x00\x00\x08", frame(Ask())[:-1]])
async def test_a_guest_who_goes_in_the_middle_of_a_message_is_just_gone(what):
    async with serving() as table, Line.to(table.port) as ana, Line.to(table.port) as ivo:
        await started(ana, ivo)
        before = truth(table.table.game)

        ivo.say(what)
        ivo.writer.write_eof()

        assert await ivo.hear_all() == []
        await ana.hear_until(lambda notice: isinstance(notice, Lobby) and not notice.chairs[1].here)
        assert truth(table.table.game) == before


@pytest.mark.parametrize("what", [b"\x00", b"\x00\x00\x00\x08", frame(Ask())[:-1]])
async def test_a_message_that_stops_in_the_middle_is_not_waited_for(monkeypatch, what):
    monkeypatch.setattr(connection, "FRAME_SECONDS", 0.05)
    async with serving() as table, Line.to(table.port) as ana:
        await ana.join("Ana")

        ana.say(what)

        assert await ana.hear_all() == [Closed(End.TOO_SLOW)]


@pytest.mark.parametrize("what", [b"", preamble()[:5], preamble(), preamble() + frame(Ask())])
async def test_a_stranger_does_not_stay(monkeypatch, what):
    """Also not by asking; but who has a seat, or looks on, may be silent for ever."""
    monkeypatch.setattr(server, "STRANGER_SECONDS", 0.2)
    async with serving() as table, Line.to(table.port) as ana, Line.to(table.port) as watcher:
        await ana.join("Ana")
        await watcher.ask(Watch(), Lobby)
        async with Line.to(table.port, version=None) as stranger:
            stranger.say(what)

            assert (await stranger.hear_all())[-1] == Closed(End.TOO_SLOW)

        assert await ana.ask(Ask(), TableInfo)
        assert await watcher.ask(Ask(), TableInfo)


async def test_a_stranger_does_not_stay_by_saying_a_little_now_and_then(monkeypatch):
    monkeypatch.setattr(server, "STRANGER_SECONDS", 0.2)

    async def trickle(line: Line) -> None:
        while True:
            line.say(frame(Ask()), frame(Ready(ready=True)))
            await asyncio.sleep(0.01)

    async with serving() as table, Line.to(table.port) as stranger:
        trickling = asyncio.create_task(trickle(stranger))

        assert (await stranger.hear_all())[-1] == Closed(End.TOO_SLOW)
        trickling.cancel()


async def test_a_guest_in_a_hurry_holds_up_nobody_else(monkeypatch):
    monkeypatch.setattr(server, "REQUESTS_AT_ONCE", 5)
    monkeypatch.setattr(server, "REQUESTS_PER_SECOND", 1)
    async with serving() as table, Line.to(table.port) as ana, Line.to(table.port) as ivo:
        await ana.join("Ana")
        await ivo.join("Ivo")
        ivo.say(*[Ask()] * 1000)
        for _ in range(3):
            await ivo.hear_until(lambda notice: isinstance(notice, TableInfo))

        await ana.ask(Ask(), TableInfo)

        ivo.writer.write_eof()
        assert sum(isinstance(notice, TableInfo) for notice in ivo.heard) < 100
        assert table.table.chairs[1].here


async def test_a_guest_who_never_reads_is_cut_off_and_the_others_play_on(monkeypatch):
    """The table keeps a little for a slow reader, and waits for nobody."""
    monkeypatch.setattr(connection, "_SEND_BUFFER_BYTES", 4096)
    monkeypatch.setattr(connection, "OUTBOX_BYTES_MAX", 4096)
    monkeypatch.setattr(server, "REQUESTS_AT_ONCE", 1_000_000)
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    async with serving() as table, Line.to(table.port) as ana:
        deaf.setblocking(False)
        await asyncio.get_running_loop().sock_connect(deaf, ("127.0.0.1", table.port))
        await ana.join("Ana")
        deaf.send(preamble() + frame(Join(PlayerName("Ivo"))))
        await ana.hear_until(lambda notice: isinstance(notice, Lobby) and len(notice.chairs) == 2)

        answer = None
        for i in range(10_000):
            answer = await ana.ask(Ready(ready=i % 2 == 0), Lobby)
            if not answer.chairs[1].here:
                break

        assert not answer.chairs[1].here
        assert table.table.chairs[0].here
    deaf.close()


async def test_the_reason_for_hanging_up_arrives_behind_a_flood(monkeypatch):
    """A connection closed over unread bytes is reset, and the last words may be lost."""
    monkeypatch.setattr(connection, "CLOSE_SECONDS", 20)
    async with serving() as table, Line.to(table.port) as ana:
        await ana.join("Ana")
        ana.say(b"\xff" * 4_000_000)
        ana.writer.write_eof()

        assert await ana.hear_all() == [Closed(End.BAD_MESSAGE)]


async def test_a_guest_who_does_not_go_after_the_last_word_is_cut_off(monkeypatch):
    monkeypatch.setattr(connection, "CLOSE_SECONDS", 0.05)
    async with serving() as table, Line.to(table.port) as ana:
        ana.say(b"\xff" * 8)

        assert await ana.hear_all() == [Closed(End.BAD_MESSAGE)]
        await until(lambda: not table._visits)


async def test_a_guest_too_many_is_told_that_the_table_is_busy(monkeypatch):
    monkeypatch.setattr(server, "CONNECTIONS_MAX", 2)
    async with serving() as table, Line.to(table.port) as ana, Line.to(table.port) as ivo:
        async with Line.to(table.port) as third:
            third.say(Ask())
            assert await third.hear_all() == [Closed(End.BUSY)]

        ivo.writer.transport.abort()
        await until(lambda: len(table._connections) == 1)
        assert await ana.ask(Ask(), TableInfo)
        assert (await ask(address(table.port))).seated == 0


async def test_a_seat_taken_again_closes_the_connection_that_had_it():
    """B88."""
    async with serving() as table, Line.to(table.port) as old, Line.to(table.port) as new:
        await old.join("Ana")

        await new.join("Ana", token=old.heard[0].token)

        assert (await old.hear_all())[-1:] == [Closed(End.REPLACED)]
        assert (await new.ask(Ready(ready=True), Lobby)).chairs[0].here
        assert len(table.table.chairs) == 1


async def test_what_a_guest_said_before_being_removed_is_not_done_afterwards():
    async with serving() as table, Line.to(table.port) as ana, Line.to(table.port) as ivo:
        await ana.join("Ana")
        await ivo.join("Ivo")

        ana.say(Remove(1))
        await ana.hear_until(lambda notice: isinstance(notice, Lobby) and len(notice.chairs) == 1)
        ivo.say(*[Join(PlayerName("Ivo"))] * 3)

        assert (await ivo.hear_all())[-1] == Closed(End.REMOVED)
        assert len(table.table.chairs) == 1


async def test_what_is_said_in_one_breath_with_leaving_is_not_done():
    async with serving() as table, Line.to(table.port) as ana:
        await ana.join("Ana")

        ana.say(Leave(), Join(PlayerName("Ana")), Watch())

        assert (await ana.hear_all())[-1] == Closed(End.LEFT)
        ana.writer.close()
        await until(lambda: not table._visits)
        assert len(table.table.chairs) == 0
        assert table.table._peers() == []


@pytest.mark.parametrize("abruptly", [False, True])
async def test_guests_who_come_and_go_at_once_leave_nothing_behind(abruptly):
    async with serving() as table, Line.to(table.port) as ana:
        await ana.join("Ana")
        for greeting in (b"", preamble(), preamble() + frame(Join(PlayerName("Ivo")))) * 5:
            hasty = socket.create_connection(("127.0.0.1", table.port))
            if abruptly:
                hasty.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            hasty.send(greeting)
            hasty.close()

        await until(lambda: len(table._connections) == 1 and len(table._visits) == 1)
        assert await ana.ask(Ask(), TableInfo)
        assert table.table.chairs[0].here


async def test_when_the_host_closes_the_table_everybody_is_told():
    async def hear_the_last(line: Line) -> None:
        assert (await line.hear_all())[-1] == Closed(End.CLOSED)
        line.writer.close()

    async with AsyncExitStack() as stack:
        async with serving() as table:
            port = table.port
            lines = [await stack.enter_async_context(Line.to(port)) for _ in range(4)]
            ana, ivo, watcher, _ = lines
            await started(ana, ivo)
            await watcher.ask(Watch(), Update)
            hearing = [asyncio.create_task(hear_the_last(line)) for line in lines]
        await asyncio.gather(*hearing)
    with pytest.raises(ConnectionError):
        await asyncio.open_connection("127.0.0.1", port)


async def test_a_guest_who_comes_while_the_table_closes_is_told_so():
    async with serving() as table:
        late = socket.create_connection(("127.0.0.1", table.port))
        await until(lambda: table._visits)
        table._farewell = End.CLOSED
        later = socket.create_connection(("127.0.0.1", table.port))
        await until(lambda: len(table._visits) == 2)
    for each in (late, later):
        heard = b""
        while more := each.recv(1000):
            heard += more
        each.close()
        assert heard == preamble() + frame(Closed(End.CLOSED))


async def test_the_table_closes_although_a_guest_does_not_read(monkeypatch):
    monkeypatch.setattr(connection, "CLOSE_SECONDS", 0.05)
    deaf = socket.socket()
    async with serving() as table:
        deaf.setblocking(False)
        await asyncio.get_running_loop().sock_connect(deaf, ("127.0.0.1", table.port))
        deaf.send(preamble() + frame(Join(PlayerName("Ivo"))))
        await until(lambda: len(table.table.chairs) == 1)
    deaf.close()


async def test_a_table_that_breaks_tells_everybody_and_calls_for_its_host_once():
    calls = []
    async with (
        serving(on_fault=lambda: calls.append("fault")) as table,
        Line.to(table.port) as ana,
        Line.to(table.port) as ivo,
    ):
        await started(ana, ivo)
        lay(table, "R5 G1 | R7 G2", top="R1")._state.pile.pop()
        await ana.hear_until(is_update(0))

        ana.say(Act(0, Draw()))

        for line in (ana, ivo):
            assert (await line.hear_all())[-1] == Closed(End.BROKEN)
        async with Line.to(table.port) as late:
            late.say(Ask())
            assert await late.hear_all() == [Closed(End.BROKEN)]
        assert calls == ["fault"]


async def test_time_passes_at_the_table_without_anybody_asking(monkeypatch):
    monkeypatch.setattr(plain, "TURN_SECONDS", (0.01, 0.02))
    async with serving(bots=1) as table, Line.to(table.port) as ana:
        await ana.join("Ana")
        await ana.ask(Start(), Update)
        lay(table, "R5 G1 G2 | G3 G4 B5", top="R1", turn=0)

        await ana.hear_until(is_update(0))
        assert (await ana.hear_until(is_update(1))).view.turn == 1


async def test_two_tables_on_one_machine_need_two_ports():
    async with serving() as one:
        with pytest.raises(PortInUse, match=str(one.port)):
            async with serving(port=one.port):
                pass
        async with serving() as other:
            assert one.port != other.port


async def test_a_port_that_another_program_uses_is_in_use():
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]

        with pytest.raises(PortInUse, match="Choose another one with --port"):
            async with serving(port=port):
                pass


@pytest.mark.parametrize(
    ("fault", "told"), [(PermissionError(13, "no"), PortRefused), (OSError(99, "no"), OSError)]
)
async def test_what_the_system_refuses_is_told(monkeypatch, fault, told):
    def refuse(*_, **__):
        raise fault

    monkeypatch.setattr(socket, "create_server", refuse)

    with pytest.raises(told):
        async with serving(port=80):
            pass


@pytest.mark.parametrize("has_ipv6", [True, False])
async def test_a_table_is_there_with_and_without_ipv6(monkeypatch, has_ipv6):
    monkeypatch.setattr(socket, "has_dualstack_ipv6", lambda: has_ipv6 and _has_ipv6)
    async with serving() as table:
        assert await ask(address(table.port))
        if has_ipv6 and _has_ipv6:
            assert await ask(Address("::1", table.port))


def _try_ipv6() -> bool:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


_has_ipv6 = _try_ipv6()


async def test_a_dead_machine_is_noticed():
    """B89: whoever says nothing any more is asked by the system, and given up."""
    async with serving() as table, Line.to(table.port) as ana:
        await ana.join("Ana")
        (line,) = table._connections.values()

        raw = line._writer.get_extra_info("socket")
        assert raw.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        assert raw.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


async def test_refusals_go_to_the_one_who_asked_and_end_nothing():
    async with serving() as table, Line.to(table.port) as ana, Line.to(table.port) as ivo:
        await ana.join("Ana")

        assert isinstance(await ivo.ask(Start(), Refused), Refused)
        assert isinstance(await ivo.ask(Join(PlayerName("Ivo")), Welcome), Welcome)
        assert not any(isinstance(notice, Refused) for notice in ana.heard)
