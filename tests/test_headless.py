"""Several tables in one program: each has its name, its port and its lines, and its own end."""

from __future__ import annotations

import asyncio
import signal
import socket
import subprocess
import sys
from contextlib import asynccontextmanager, closing, suppress

import pytest

from lanuno import headless
from lanuno.errors import TableBroke
from lanuno.net.address import Address
from lanuno.net.calling import ask
from lanuno.net.client import join
from lanuno.net.hosting import Hosting, numbered, open_table
from lanuno.net.messages import Act, Closed, End, Lobby, Start, Update
from lanuno.net.talk import Expression, React, Reacted, Say
from lanuno.net.text import ChatText, PlayerName, TableName
from lanuno.uno import Draw

from .net.lines import Guest, lay
from .program import Program, free_ports

SECONDS_MAX = 60
KITCHEN = Hosting(table=TableName("Kitchen"), bots=1, port=0, discovery=False)


def table(*words):
    return Program("host", "--headless", "--no-discovery", *words)


def test_tables_of_one_program_have_numbers_and_ports_of_their_own():
    asked = Hosting(table=TableName("Kitchen"), port=4000, private=True)

    found = numbered(asked, 3)

    assert [str(each.table) for each in found] == ["Kitchen 1", "Kitchen 2", "Kitchen 3"]
    assert [each.port for each in found] == [4000, 4001, 4002]
    assert all(each.private for each in found)
    assert numbered(asked, 1) == (asked,)


def test_a_name_that_is_too_long_still_has_its_number():
    asked = Hosting(table=TableName("x" * 24))

    assert [str(each.table) for each in numbered(asked, 10)][9] == "x" * 21 + " 10"
    assert {each.port for each in numbered(asked, 10)} == {None}


async def visit(port):
    """Sit down there, talk, and leave."""
    here = [Address("127.0.0.1", port)]
    async with join(here, PlayerName("Boris")) as boris, Guest(boris) as guest:
        await guest.hear(Lobby)
        boris.send(Say(ChatText("Hello!")))
        boris.send(React(Expression.OUCH))
        await guest.hear(Reacted)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_several_tables_print_under_their_names_and_end_together(number):
    first = free_ports(3)
    words = ("--table", "Kup", "--tables", "3", "--port", str(first), "--bots", "1")
    with table(*words) as program:
        program.until(*(f"Kup {n}: At the table: Ada (bot)." for n in (1, 2, 3)))
        asyncio.run(visit(first + 1))
        program.until("Kup 2: Boris: Ouch!")
        program.process.send_signal(number)

        assert program.end() == 0
        for n in (1, 2, 3):
            assert f"Kup {n}: The table Kup {n} is open. Ctrl-C closes it." in program.told
            assert f"Kup {n}: The table is closed." in program.told
        assert "Kup 2: Boris: Hello!" in program.told
        assert not [line for line in program.told if "Boris" in line and "Kup 2" not in line]
        assert not [line for line in program.told if "Traceback" in line]


def test_a_port_that_is_taken_is_told_and_closes_the_others():
    first = free_ports(3)
    with (
        closing(socket.create_server(("", first + 1))),
        table("--tables", "3", "--port", str(first)) as program,
    ):
        assert program.end() == 1

    assert f"{first + 1}: Another program uses that port." in "".join(program.told)
    assert not [line for line in program.told if "Traceback" in line]
    socket.create_server(("127.0.0.1", first)).close()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--tables", "3"), "Several tables have no screen: add --headless."),
        (("--headless", "--tables", "0"), "0 is not in the range"),
        (("--headless", "--tables", "21"), "21 is not in the range"),
        (("--headless", "--tables", "3", "--port", "65534"), "not so many ports"),
    ],
)
def test_what_cannot_be_is_told_in_words(words, said):
    ended = subprocess.run(
        [sys.executable, "-m", "lanuno", "host", *words],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )

    assert ended.returncode == 2
    assert said in ended.stderr


async def test_a_table_that_breaks_leaves_the_others_alone(capsys):
    opened, told = [], []

    @asynccontextmanager
    async def opening(hosting):
        async with open_table(hosting) as table:
            opened.append(table)
            yield table

    async def until(*wanted):
        while not all(any(each in line for line in told) for each in wanted):
            assert not keeping.done()
            await asyncio.sleep(0.01)
            told.extend(capsys.readouterr().out.splitlines())

    keeping = asyncio.create_task(headless._keep_all(tuple(map(opening, numbered(KITCHEN, 2)))))
    async with asyncio.timeout(SECONDS_MAX):
        await until("Kitchen 1: At the table", "Kitchen 2: At the table")
        bad, good = opened
        ana = PlayerName("Ana")
        async with (
            join([bad.local], ana, key=bad.key, own=True) as session,
            Guest(session) as guest,
        ):
            await guest.hear(Lobby)
            session.send(Start())
            await guest.hear(Update)
            # With Ana on turn it is surely her deed that finds the fault, whatever the deal.
            game = lay(bad.server, "B1 B2 | R5 R6 R7", top="R1", turn=1)
            game._state.pile.pop()
            session.send(Act(game.version, Draw()))
            assert (await guest.hear_all())[-1] == Closed(End.BROKEN)
        await until("The table found a fault in itself")

        assert any(line.startswith("Kitchen 1: ") and "fault" in line for line in told)
        assert (await ask(good.local)).name == "Kitchen 2"
        keeping.cancel()
        with suppress(asyncio.CancelledError, TableBroke):
            await keeping
