"""The table on a real port: guests of every kind, and a game that none of them can hurt."""

from __future__ import annotations

import asyncio
import random
import socket
import struct
from contextlib import AsyncExitStack

import pytest

from lanuno.bots import choose, habits
from lanuno.errors import PortInUse, PortRefused
from lanuno.net import limits
from lanuno.net.address import Address
from lanuno.net.calling import ask
from lanuno.net.client import join
from lanuno.net.codec import frame, preamble
from lanuno.net.messages import (
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
    Start,
    TableInfo,
    Update,
    Watch,
    Welcome,
)
from lanuno.net.text import PlayerName
from lanuno.uno import Draw, GameOver, NextRound, Rules

from .lines import Guest, Line, address, is_update, lay, serving, started, until


async def test_a_table_can_be_asked_joined_watched_and_left():
    async with serving(bots=1) as table, Line.to(table.port) as ana, Line.to(table.port) as ivo:
        info = await ana.ask(Ask(), TableInfo)
        await ana.join("Ana")
        await ivo.come_in()
        await ivo.ask(Watch(), Lobby)
        ana.say(Leave())

        assert info.seated == 1
        assert (await ana.hear_all())[-1] == Closed(End.LEFT)
        await ivo.hear_until(lambda notice: len(notice.chairs) == 1)


async def test_a_whole_game_with_bots_is_played_over_the_wire(monkeypatch):
    for name in ("TURN_SECONDS", "CATCH_SECONDS", "CALL_SECONDS"):
        monkeypatch.setattr(habits, name, (0, 0))
    monkeypatch.setattr(limits, "REQUESTS_AT_ONCE", 10_000)

    async def play(guest: Guest, chance: random.Random) -> Update:
        while True:
            update = await guest.hear(Update)
            view = update.view
            if isinstance(view.phase, GameOver):
                return update
            action = NextRound() if NextRound() in view.legal else choose(view, chance)
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


async def test_a_seat_taken_again_closes_the_connection_that_had_it():
    """B88."""
    async with serving() as table, Line.to(table.port) as old, Line.to(table.port) as new:
        key = await old.join("Ana")

        await new.join("Ana", key)

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
        assert table.table._audience.peers == []


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
            lines = [await stack.enter_async_context(Line.to(port)) for _ in range(3)]
            ana, ivo, watcher = lines
            await started(ana, ivo)
            await watcher.come_in()
            await watcher.ask(Watch(), Update)
            hearing = [asyncio.create_task(hear_the_last(line)) for line in lines]
        await asyncio.gather(*hearing)
    with pytest.raises(ConnectionError):
        await asyncio.open_connection("127.0.0.1", port)


async def test_a_stranger_holds_up_no_table_that_closes():
    async with AsyncExitStack() as stack, serving() as table:
        await stack.enter_async_context(Line.to(table.port))
        stack.enter_context(socket.create_connection(("127.0.0.1", table.port)))
        await until(lambda: len(table._strangers) == 2)


async def test_the_table_closes_although_a_guest_does_not_read(monkeypatch):
    monkeypatch.setattr(limits, "CLOSE_SECONDS", 0.05)
    async with AsyncExitStack() as stack, serving() as table:
        deaf = await stack.enter_async_context(Line.to(table.port, limit=1))
        await deaf.join("Ivo")
        deaf.writer.transport.pause_reading()


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
            assert await late.hear_all() == [Closed(End.BROKEN)]
        assert calls == ["fault"]


async def test_time_passes_at_the_table_without_anybody_asking(monkeypatch):
    monkeypatch.setattr(habits, "TURN_SECONDS", (0.01, 0.02))
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
        await ivo.come_in()

        assert isinstance(await ivo.ask(Start(), Refused), Refused)
        assert isinstance(await ivo.ask(Join(PlayerName("Ivo")), Welcome), Welcome)
        assert not any(isinstance(notice, Refused) for notice in ana.heard)


async def test_those_who_look_on_hear_everything_in_order_after_those_who_play():
    async with (
        serving(bots=1) as table,
        join([address(table.port)], PlayerName("Ana")) as ana,
        join([address(table.port)], PlayerName("Ivo"), watch=True) as looking,
        Guest(ana) as player,
        Guest(looking) as watcher,
    ):
        ana.send(Start())
        await player.hear(Update)
        versions = [(await watcher.hear(Update)).view.version]
        looking.send(Join(PlayerName("Ivo")))
        assert (await watcher.hear(Lobby, lambda lobby: lobby.newcomer == 0)).spectators == 0

        assert versions == sorted(versions)
        assert not table._lag
