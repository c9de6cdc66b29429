"""The lobby: who sits where, what the rules change, and what the leader may do."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from lanuno.bots.strength import Strength
from lanuno.net.address import Address
from lanuno.net.messages import (
    AddBot,
    Chair,
    Lobby,
    Move,
    Ready,
    Refused,
    Remove,
    SetRules,
    Stage,
    Start,
    Why,
)
from lanuno.net.text import PlayerName
from lanuno.player.usual import usual_rules
from lanuno.store.settings import Settings, load
from lanuno.tui.evening import Evening
from lanuno.tui.screens.lobby import LobbyScreen
from lanuno.uno.game import Game
from lanuno.uno.rules import Rules

from .stage import Desk, home

CHAIRS = (
    Chair(PlayerName("Ana")),
    Chair(PlayerName("Boris"), ready=True),
    Chair(PlayerName("Rita"), bot=True),
)


class Opened:
    """What the lobby shows of a table that this program has opened."""

    addresses = (Address("192.168.1.20", 24108), Address("10.0.0.7", 24108))
    discovery_problem = None
    journal_problem = None
    shown_code = None


async def in_lobby(seat, *, you=0, leader=0, chairs=CHAIRS, opened=None, rules=None):
    seat.desk = desk = Desk(Game.position("R5 | B3", top="R1"), 0)
    desk.evening = Evening(desk, opened, seat.app.show, seat.app.settings, practice=False)
    seat.app.evening = desk.evening
    desk.evening.hear(Lobby(Stage.LOBBY, rules or Rules(), chairs, you, leader))
    await seat.settle()
    assert isinstance(seat.app.screen, LobbyScreen)


async def test_the_lobby_shows_who_sits_where_and_the_rules_in_force():
    async with home() as seat:
        await in_lobby(seat, rules=Rules.preset("official"))

        text = seat.text()
        for words in ("Kitchen", "1  Ana", "2  Boris", "3  Rita", "you, leader", "ready", "bot"):
            assert words in text
        assert "3 of 10 seats taken" in text
        assert "These are the official rules." in text
        assert "played or kept." in text


async def test_the_leader_runs_the_lobby_with_single_keys():
    async with home() as seat:
        for keys, request in [
            ("s f2", Start()),
            ("r f3", Ready(ready=True)),
            ("b f4", AddBot()),
        ]:
            await in_lobby(seat)
            await seat.press(*keys.split())

            assert seat.desk.asked == [request, request]


async def test_a_bot_that_is_added_is_as_strong_as_settled():
    async with home(settings=Settings(strength="hard")) as seat:
        await in_lobby(seat)
        await seat.press("b")

        assert seat.desk.asked == [AddBot(Strength.HARD)]
        seat.app.evening.settings = Settings(strength="easy")
        await seat.press("b")

        assert seat.desk.asked[1:] == [AddBot(Strength.EASY)]


async def test_the_leader_frees_the_chair_that_is_selected():
    async with home() as seat:
        await in_lobby(seat)
        await seat.press("x")
        assert not seat.desk.asked
        assert "Choose another seat" in seat.text()

        await seat.press("down", "down", "x", "f5", "delete")

        assert seat.desk.asked == [Remove(2)] * 3


async def test_a_chair_is_selected_with_a_click():
    async with home() as seat:
        await in_lobby(seat)
        await seat.click("#chairs", offset=(5, 1))
        await seat.press("x", "r")

        assert seat.desk.asked == [Remove(1)]


@pytest.mark.parametrize("key", ["p", "f6"])
async def test_the_leader_chooses_other_rules_that_keep_the_length_of_the_game(key):
    async with home() as seat:
        await in_lobby(seat, rules=Rules(target=200, rounds=3))
        await seat.press(key, "right", "escape")

        official = replace(Rules.preset("official"), target=200, rounds=3)
        assert seat.desk.asked == [SetRules(official)]


async def test_the_leader_changes_a_single_rule_and_everybody_reads_which():
    async with home() as seat:
        await in_lobby(seat, rules=Rules.preset("party"))
        await seat.press("p", "down", "right", "escape")

        teams = replace(Rules.preset("party"), teams=True)
        assert seat.desk.asked == [SetRules(teams)]
        seat.desk.evening.hear(Lobby(Stage.LOBBY, teams, CHAIRS, 1, 0))
        await seat.settle()
        told = " ".join(seat.text().split())
        assert "These are the party rules with" in told
        assert "* Partners sit opposite" in told


async def test_rules_that_were_not_changed_are_not_sent():
    async with home() as seat:
        await in_lobby(seat)
        await seat.press("p", "down", "right", "left", "escape")

        assert seat.desk.asked == []


async def test_the_rules_of_the_leader_are_those_of_the_next_table():
    async with home() as seat:
        await in_lobby(seat)
        await seat.press("p", "down", "right", "escape")

        assert seat.app.home.rules == Rules(teams=True)
        assert usual_rules(load({}).settings) == Rules(teams=True)


async def test_teams_of_a_wrong_number_are_told_before_the_start():
    async with home() as seat:
        await in_lobby(seat, rules=Rules(teams=True))

        assert "Teams of two need four, six or eight players" in seat.text()


async def test_in_teams_everybody_reads_who_plays_with_whom():
    """R38"""
    async with home() as seat:
        four = (*CHAIRS, Chair(PlayerName("Ceca")))
        await in_lobby(seat, rules=Rules(teams=True), chairs=four)

        rows = seat.text().splitlines()
        assert "with Rita" in next(row for row in rows if "1  Ana" in row)
        assert "with Boris" in next(row for row in rows if "4  Ceca" in row)


async def test_the_length_of_the_game_is_typed():
    async with home() as seat:
        await in_lobby(seat)
        await seat.press("t", *"20x", "enter")
        assert "Write a number of points from 1 to 1000000." in seat.text()
        assert not seat.desk.asked

        await seat.press("backspace", "0", "enter")

        assert seat.desk.asked == [SetRules(Rules(target=200))]


async def test_a_guest_is_offered_only_what_a_guest_may_do():
    async with home() as seat:
        await in_lobby(seat, you=1)
        footer = seat.text().splitlines()[-1]
        assert "Ready" in footer
        assert not any(word in footer for word in ("Start", "bot", "Remove", "Rules", "Points"))

        await seat.press("s", "b", "x", "p", "t")
        assert not seat.desk.asked
        await seat.press("r")
        assert seat.desk.asked == [Ready(ready=False)]


async def test_the_host_reads_where_others_can_join():
    async with home() as seat:
        await in_lobby(seat, opened=Opened())

        assert "lanuno join 192.168.1.20:24108" in seat.text()
        assert "lanuno join 10.0.0.7:24108" in seat.text()


async def test_the_host_reads_why_others_may_not_find_the_table():
    """B101."""
    opened = Opened()
    opened.discovery_problem = "multicast is blocked here"
    async with home() as seat:
        await in_lobby(seat, opened=opened)

        assert "multicast is blocked" in " ".join(seat.text().split())
        assert "lanuno join 192.168.1.20:24108" in seat.text()


async def test_help_in_the_lobby_shows_the_rules_at_this_table():
    async with home() as seat:
        await in_lobby(seat, rules=Rules(target=123))
        await seat.press("?")
        seen = seat.text()
        for _ in range(4):
            await seat.press("pagedown")
            seen += seat.text()

        assert "The first to reach 123 points" in seen
        assert "Add a bot" in seen


async def test_a_refusal_is_told_in_a_line():
    async with home() as seat:
        await in_lobby(seat)
        seat.desk.evening.hear(Refused(Why.TOO_FEW))
        await seat.settle()

        assert "A game takes two" in seat.text()


async def test_the_selection_stays_when_somebody_comes():
    async with home() as seat:
        await in_lobby(seat)
        await seat.press("down")
        seat.desk.evening.hear(
            Lobby(Stage.LOBBY, Rules(), (*CHAIRS, Chair(PlayerName("Ceca"))), 0, 0)
        )
        await seat.settle()
        await seat.press("x", "r")

        assert seat.desk.asked == [Remove(1)]


async def test_a_player_is_not_removed_by_a_slip_of_the_finger():
    async with home() as seat:
        await in_lobby(seat)
        await seat.press("down", "x")

        assert "Remove Boris?" in seat.text()
        await seat.press("enter")
        assert seat.desk.asked == []


async def test_a_host_who_leaves_is_told_how_many_others_it_sends_away():
    """B97."""
    async with home() as seat:
        await in_lobby(seat, opened=Opened())
        await seat.press("q")

        assert "the table closes for Boris as well" in seat.text()
        await seat.press("enter")
        assert isinstance(seat.app.screen, LobbyScreen)


async def test_ten_chairs_are_to_be_seen_in_every_window():
    chairs = tuple(Chair(PlayerName(f"Player {i}")) for i in range(10))
    async with home() as seat:
        await in_lobby(seat, chairs=chairs, opened=Opened())
        for size in [(60, 20), (80, 24), (100, 30), (120, 40)]:
            await seat.pilot.resize_terminal(*size)
            await seat.settle()

            assert all(f"Player {i}" in seat.text() for i in range(10)), size


async def test_the_leader_sees_every_key_in_two_rows_and_can_click_each():
    async with home(size=(80, 24)) as seat:
        await in_lobby(seat)
        rows = seat.text().splitlines()[-2:]

        assert "p Rules  t Points  m Allowed" in rows[0]
        assert "u Seat up  d Seat down  / Say  e React  ? Help  q Leave" in rows[1]
        await seat.click(offset=(rows[1].index("d Seat"), 23))
        assert seat.desk.asked == [Move(0, 1)]


async def test_others_have_one_row_of_keys():
    async with home(size=(80, 24)) as seat:
        await in_lobby(seat, you=1)
        prompt, keys = seat.text().splitlines()[-2:]

        assert "LOBBY" in prompt
        assert "r Ready  / Say  e React  ? Help  q Leave" in keys
