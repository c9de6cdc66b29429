"""The app at real tables, over real connections on this machine."""

from __future__ import annotations

import asyncio
import socket

import pytest

from lanuno.errors import NobodyThere, PortInUse
from lanuno.net.address import Address
from lanuno.net.client import Lost, join
from lanuno.net.hosting import Hosting, open_table
from lanuno.net.messages import Lobby, Start, Update
from lanuno.net.text import PlayerName, TableName
from lanuno.player.start import Host, JoinAddress, JoinTable
from lanuno.tui.screens.home import HomeScreen
from lanuno.tui.screens.lobby import LobbyScreen
from lanuno.tui.screens.results import Result
from lanuno.tui.screens.small import TooSmall
from lanuno.tui.screens.table import TableScreen
from lanuno.uno.view import GameOver, RoundOver

from .stage import SECONDS_MAX, Staged, home

KITCHEN = TableName("Kitchen")


def hosting(**options):
    return Hosting(table=KITCHEN, discovery=False, **options)


@pytest.fixture(autouse=True)
def the_same_deal(monkeypatch):
    """Every game begins alike, with a number: a wild would ask for its color at once."""
    monkeypatch.setattr("lanuno.net.hosting._seed", lambda: bytes(32))


@pytest.fixture
def nobody():
    """An address on this machine where nobody answers."""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        yield Address("127.0.0.1", unused.getsockname()[1])


async def heard(session, kind):
    """The next notice of a *kind* at the other end."""
    async for notice in session:
        if isinstance(notice, kind):
            return notice
    raise AssertionError(kind)


async def test_practice_begins_at_once_and_every_move_arrives():
    async with home() as seat:
        await seat.press("p")
        await seat.until(lambda: isinstance(seat.app.screen, TableScreen) and seat.table.view)
        assert len(seat.table.view.counts) == 4

        moved = 0
        while moved < 2 and not isinstance(seat.table.view.phase, (RoundOver, GameOver)):
            await seat.until(lambda: seat.table.prompt.has_class("-mine"))
            version = seat.table.view.version
            await seat.press("escape", "a", "enter", "enter", "d")
            await seat.until(lambda: seat.table.view.version > version)  # noqa: B023
            moved += 1

        await seat.press("escape", "q", "e")
        await seat.until(lambda: seat.app.screen is seat.app.home)


async def test_a_host_waits_in_the_lobby_starts_and_plays_with_a_guest():
    async with home(start=Host("Ana", hosting())) as seat:
        await seat.until(lambda: isinstance(seat.app.screen, LobbyScreen))
        await seat.until(lambda: seat.app.screen.addresses)
        address = Address("127.0.0.1", seat.app.screen.addresses[0].port)
        async with join((address,), PlayerName("Boris")) as guest:
            await seat.until(lambda: "Boris" in seat.text())
            await seat.press("s")
            update = await heard(guest, Update)
            await seat.until(lambda: isinstance(seat.app.screen, TableScreen))

            assert update.view.seat == 1
            await seat.until(lambda: "Boris" in seat.text())


async def test_the_leader_sets_up_the_table_and_everybody_sees_it():
    async with home(start=Host("Ana", hosting())) as seat:
        await seat.until(lambda: isinstance(seat.app.screen, LobbyScreen))

        await seat.press("b")
        await seat.until(lambda: "2 of 10 seats" in seat.text())
        await seat.press("p", "right", "escape")
        await seat.until(lambda: "official rules" in seat.text())
        await seat.press("down", "x")
        await seat.until(lambda: "1 of 10 seats" in seat.text())
        await seat.press("s")
        await seat.until(lambda: "A game takes two" in seat.text())


async def test_a_guest_joins_by_address_and_is_told_when_the_host_closes_the_table():
    """B96."""
    async with home() as seat:
        async with open_table(hosting()) as opened:
            await seat.press("j", *str(opened.local), "enter")
            await seat.until(lambda: isinstance(seat.app.screen, LobbyScreen))
            await seat.until(lambda: "Kitchen" in seat.text())

        await seat.until(lambda: seat.app.screen is seat.app.home)
        assert "The host has closed the table." in seat.text()


async def test_a_guest_leaves_the_lobby_without_a_question():
    async with (
        open_table(hosting()) as opened,
        home(start=JoinAddress("Ana", opened.local)) as seat,
    ):
        await seat.until(lambda: isinstance(seat.app.screen, LobbyScreen))

        await seat.press("q")

        await seat.until(lambda: seat.app.screen is seat.app.home)


async def test_a_guest_who_leaves_a_game_for_good_goes_home():
    async with (
        open_table(hosting()) as opened,
        join((opened.local,), PlayerName("Host"), key=opened.key, own=True) as host,
        home(start=JoinAddress("Ana", opened.local)) as seat,
    ):
        await seat.until(lambda: isinstance(seat.app.screen, LobbyScreen))
        host.send(Start())
        await seat.until(lambda: isinstance(seat.app.screen, TableScreen))

        await seat.press("escape", "q", "l")

        await seat.until(lambda: seat.app.screen is seat.app.home)


async def ended(start):
    """What the app returns when *start* cannot be done."""
    app = Staged(start)
    async with app.run_test(), asyncio.timeout(SECONDS_MAX):
        while not app._exit:  # noqa: ASYNC110 - the app has no event for it
            await asyncio.sleep(0.01)
    return app.return_value


async def test_what_the_command_line_asked_for_in_vain_ends_the_app_with_its_error(nobody):
    assert isinstance(await ended(JoinAddress("Ana", nobody)), NobodyThere)


async def test_a_port_in_use_ends_the_app_with_its_error():
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))  # noqa: S104 - the port that hosting would use
        taken.listen()

        error = await ended(Host("Ana", hosting(port=taken.getsockname()[1])))

    assert isinstance(error, PortInUse)


async def test_what_the_player_asked_for_in_vain_is_told_at_home(nobody):
    async with home() as seat:
        await seat.press("j", *str(nobody), "enter")

        await seat.until(lambda: "No table answers there" in seat.text())
        assert isinstance(seat.app.home.notice, str)
        assert not seat.app._exit


async def test_whoever_waits_for_a_table_is_told_so():
    async with home(start=JoinTable("Ana", "Garden")) as seat:
        assert "Waiting for the table Garden" in seat.text()

    async with home(start=JoinTable("Ana")) as seat:
        assert "Waiting for a table to open" in seat.text()


async def test_what_happens_while_the_window_is_too_small_is_shown_when_it_has_grown():
    async with (
        open_table(hosting(bots=1)) as opened,
        home(start=JoinAddress("Ana", opened.local)) as seat,
    ):
        await seat.until(lambda: isinstance(seat.app.screen, LobbyScreen))
        await seat.pilot.resize_terminal(40, 10)
        await seat.settle()
        assert isinstance(seat.app.screen, TooSmall)
        async with join((opened.local,), PlayerName("Host"), key=opened.key, own=True) as host:
            await heard(host, Lobby)
            host.send(Start())
            await heard(host, Update)

            await seat.pilot.resize_terminal(80, 24)

            await seat.until(lambda: isinstance(seat.app.screen, TableScreen))
            await seat.until(lambda: "Round 1 begins" in seat.text())


async def test_quitting_at_a_table_quits_once_that_is_confirmed():
    async with home(start=Host("Ana", hosting())) as seat:
        await seat.until(lambda: isinstance(seat.app.screen, LobbyScreen))
        await seat.press("ctrl+c", "s")
        assert not seat.app._exit

        await seat.press("ctrl+c", "z")

        await seat.until(lambda: seat.app._exit)
        assert seat.app.return_value is None


async def test_a_guest_who_quits_in_a_game_says_goodbye_first():
    async with (
        open_table(hosting()) as opened,
        join((opened.local,), PlayerName("Host"), key=opened.key, own=True) as host,
        home(start=JoinAddress("Ana", opened.local)) as seat,
    ):
        await seat.until(lambda: isinstance(seat.app.screen, LobbyScreen))
        host.send(Start())
        await seat.until(lambda: isinstance(seat.app.screen, TableScreen))

        await seat.press("escape", "ctrl+q", "l")

        await seat.until(lambda: seat.app._exit)
        async with asyncio.timeout(SECONDS_MAX):
            async for notice in host:
                if isinstance(notice, Lobby) and any(chair.gone for chair in notice.chairs):
                    break


def end_game(seat) -> None:
    """Let the game at the table that *seat* hosts be over."""
    opened, now = seat.app.evening._opened, asyncio.get_running_loop().time()
    opened.table._follow(opened.table._match._stop(now), now)
    opened.server._deliver(opened.table._audience.take())


async def test_another_game_of_practice_begins_without_a_lobby():
    async with home() as seat:
        await seat.press("p")
        await seat.until(lambda: isinstance(seat.app.screen, TableScreen))
        end_game(seat)
        await seat.until(lambda: isinstance(seat.app.screen, Result))

        await seat.press("n")

        await seat.until(lambda: isinstance(seat.app.screen, TableScreen))
        await seat.until(lambda: seat.table.view)
        assert not isinstance(seat.table.view.phase, GameOver)


async def test_a_game_of_practice_that_is_over_is_left_without_a_question():
    async with home() as seat:
        await seat.press("p")
        await seat.until(lambda: isinstance(seat.app.screen, TableScreen))
        end_game(seat)
        await seat.until(lambda: isinstance(seat.app.screen, Result))

        await seat.press("q")

        await seat.until(lambda: isinstance(seat.app.screen, HomeScreen))


async def test_quitting_at_a_table_asks_once():
    async with home(start=Host("Ana", hosting())) as seat:
        await seat.until(lambda: isinstance(seat.app.screen, LobbyScreen))
        await seat.press("ctrl+q")
        assert "Close the table?" in seat.text()
        assert not seat.app._exit

        await seat.press("ctrl+q")

        assert seat.app._exit


async def test_whoever_leaves_while_the_table_is_lost_looks_for_it_no_more(monkeypatch):
    def looking(app):
        return [each for each in app.workers if each.group == "lost" and not each.is_finished]

    async with home() as seat:
        begun = asyncio.Event()

        async def look_for(_):
            begun.set()
            await asyncio.Event().wait()

        monkeypatch.setattr(seat.app._lookout, "look_for", look_for)
        seat.app._follow(None, Lost())
        await begun.wait()
        assert looking(seat.app)

        seat.app.end_evening()

        await seat.until(lambda: not looking(seat.app))
