"""The home screen: what there is to join, and what to do when there is nothing."""

from __future__ import annotations

import os

import pytest
from msgspec.structs import replace

from lanuno.errors import WrongCode
from lanuno.narration import lobbies
from lanuno.net import keeper
from lanuno.net.address import Address
from lanuno.net.discovery import Found
from lanuno.net.hosting import Hosting
from lanuno.net.ledger import FORMAT, Opened, opening
from lanuno.net.messages import PROTOCOL, Stage, TableInfo
from lanuno.net.recent import Recent
from lanuno.net.text import TableName
from lanuno.player.visit import Visit, remember
from lanuno.player.wish import Wish
from lanuno.store import journal
from lanuno.store.settings import Settings
from lanuno.tui.messages import SettingChosen
from lanuno.tui.screens.small import TooSmall
from lanuno.uno.rules import Rules
from tests.net.samples import STRICT

from .stage import home

ADDRESSES = (Address("192.168.1.20", 24108),)


def found(n, name, *, stage=Stage.LOBBY, seated=3, answers=True, protocol=PROTOCOL, **info):
    table = TableInfo(f"{n:016x}", TableName(name), stage, seated, 1, 10, Rules(**info))
    known = table if protocol == PROTOCOL else None
    return Found(f"{n:016x}", TableName(name), ADDRESSES, known, answers, protocol)


KITCHEN = found(1, "Kitchen")
GARDEN = found(2, "Garden", target=200)
PLAYING = found(3, "Porch", stage=Stage.PLAYING)
CLOSED = replace(PLAYING, info=replace(PLAYING.info, manners=STRICT))
"""Nobody joins its game, and nobody looks on."""
SILENT = found(4, "Attic", answers=False)
OLD = found(5, "Cellar", protocol=PROTOCOL + 1)


@pytest.fixture
def visits(monkeypatch):
    """The visits that the player chose, which nobody makes."""
    chosen = []
    from .stage import Staged

    monkeypatch.setattr(
        Staged, "on_visit_chosen", lambda _, each: chosen.append(each.visit), raising=False
    )
    monkeypatch.setattr(Staged, "_sit_down", lambda *_, **__: None)
    return chosen


async def test_an_empty_list_says_what_to_do_next():
    async with home() as seat:
        for words in ("No table is open", "Press h to host", "Press p to practice", "press j"):
            assert words in seat.text()


async def test_the_list_says_that_it_is_still_looking():
    async with home() as seat:
        seat.app.home.show((), None, searching=True)
        await seat.settle()

        assert "Looking for tables" in seat.text()


async def test_every_address_is_tried_on_request_and_the_screen_says_so(monkeypatch):
    class Swept:
        asked = 0

        async def sweep(self):
            self.asked += 1

    async with home() as seat:
        monkeypatch.setattr(seat.app._lookout, "_tables", tables := Swept())
        await seat.press("a", "f7")
        assert tables.asked == 2

        for known in ((), (KITCHEN,)):
            seat.app.home.show(known, None, searching=False, sweeping=True)
            await seat.settle()

            assert "Trying every address" in seat.text()
            assert ("Kitchen" in seat.text()) == bool(known)

        seat.app.home.show((KITCHEN,), None, searching=False)
        await seat.settle()
        assert "Trying every address" not in seat.text()


async def test_what_to_do_fits_into_the_smallest_window():
    async with home(size=(60, 20)) as seat:
        assert "press j and type the one that the host reads" in seat.text()


def test_where_a_table_was_joined_is_kept_and_where_one_was_hosted_is_not():
    remember(Visit(addresses=(*ADDRESSES, Address("172.17.0.1", 24108))))
    remember(Visit(hosting=Hosting(table=TableName("Attic"))))

    assert Recent().load() == ADDRESSES


async def test_a_discovery_that_failed_says_why():
    async with home() as seat:
        seat.app.home.show((), "multicast is blocked here", searching=False)
        await seat.settle()

        assert "multicast is blocked here" in seat.text()
        assert "press j" in seat.text()


async def test_tables_are_listed_with_seats_stage_and_rules():
    async with home() as seat:
        seat.app.home.show((KITCHEN, GARDEN, PLAYING, SILENT, OLD), None, searching=False)
        await seat.settle()

        rows = {name: row for row in seat.text().splitlines() for name in row.split()[1:2]}
        assert "7 free seats · document rules · to 500 points" in rows["Kitchen"]
        assert "to 200 points" in rows["Garden"]
        assert "a game is on" in rows["Porch"]
        assert "does not answer" in rows["Attic"]
        assert f"version {PROTOCOL + 1}, here {PROTOCOL}: update lanuno" in rows["Cellar"]


async def test_enter_sits_down_at_the_table_that_is_selected(visits):
    async with home() as seat:
        seat.app.home.show((GARDEN, KITCHEN), None, searching=False)
        await seat.settle()
        await seat.press("down", "enter")

        assert visits == [Visit(addresses=ADDRESSES, table=KITCHEN.id)]


async def test_a_click_sits_down_too(visits):
    async with home() as seat:
        seat.app.home.show((GARDEN, KITCHEN), None, searching=False)
        await seat.settle()
        await seat.click("TableList", offset=(3, 1))

        assert visits == [Visit(addresses=ADDRESSES, table=KITCHEN.id)]


async def test_a_table_that_cannot_be_joined_is_not_offered(visits):
    async with home() as seat:
        for table in (SILENT, OLD):
            seat.app.home.show((table,), None, searching=False)
            await seat.settle()
            await seat.press("enter")

            assert visits == []


async def test_the_selection_stays_on_its_table_when_others_come_and_go(visits):
    async with home() as seat:
        seat.app.home.show((KITCHEN,), None, searching=False)
        seat.app.home.show((GARDEN, KITCHEN), None, searching=False)
        await seat.settle()
        await seat.press("enter")

        assert visits == [Visit(addresses=ADDRESSES, table=KITCHEN.id)]


async def test_a_table_is_hosted_with_name_bots_rules_and_points(visits):
    async with home() as seat:
        await seat.press("f2", *"Attic", "down", "3", "down", "enter")
        await seat.press("right", "escape", *"200", "enter")

        (visit,) = visits
        assert visit.hosting.table == "Attic"
        assert visit.hosting.bots == 3
        assert visit.hosting.rules == replace(Rules.preset("official"), target=200)
        assert not visit.practice


async def test_a_choice_stands_in_a_form_whole_when_it_is_longer_than_the_last():
    async with home() as seat:
        await seat.press("h", *["down"] * 4, "enter")

        assert "those with a code" in seat.text()


async def test_a_form_says_what_is_wrong_with_it_and_goes_there(visits):
    async with home() as seat:
        await seat.press("h", "down", *"12", "enter")
        assert "Write a number of bots from 0 to 9." in seat.text()

        await seat.press("backspace", "enter")

        assert visits[0].hosting.bots == 1


async def test_practice_begins_with_one_key(visits):
    async with home() as seat:
        await seat.press("p", "f3")

        visit, again = visits
        assert visit == again
        assert visit.practice
        assert visit.hosting.bots == 3
        assert visit.hosting.local


SETTLED = Settings(rules="official", target=200, bots=4)
AS_SETTLED = replace(Rules.preset("official"), target=200)


async def test_the_form_for_a_table_begins_with_what_is_settled(visits):
    async with home(settings=SETTLED) as seat:
        await seat.press("h", "enter")

        hosting = visits[0].hosting
        assert (hosting.rules, hosting.bots) == (AS_SETTLED, 4)


async def test_practice_goes_by_what_is_settled(visits):
    async with home(settings=SETTLED) as seat:
        await seat.press("p")

        hosting = visits[0].hosting
        assert (hosting.rules, hosting.bots) == (AS_SETTLED, 4)


async def test_a_setting_that_was_changed_counts_for_the_next_table(visits):
    async with home() as seat:
        for setting, value in (("rules", "official"), ("target", 200), ("bots", 4)):
            seat.app.post_message(SettingChosen(setting, value))
        await seat.press("p", "h", "enter")

        rules = [(visit.hosting.rules, visit.hosting.bots) for visit in visits]
        assert rules == [(AS_SETTLED, 4)] * 2


async def test_the_course_at_home_goes_by_the_rules_that_are_settled():
    async with home(settings=SETTLED, size=(80, 60)) as seat:
        await seat.press("?")

        assert "and p keeps it." in seat.text()
        assert "The first to reach 200 points wins the game." in seat.text()


async def test_a_table_is_joined_by_its_address(visits):
    async with home() as seat:
        await seat.press("f4", *"nonsense here", "enter")
        assert "Write an address like" in seat.text()

        await seat.press("ctrl+u", *"10.0.0.7:4000", "enter")

        assert visits == [Visit(addresses=(Address("10.0.0.7", 4000),))]


async def test_the_name_is_typed():
    async with home() as seat:
        assert "You are Ana." in seat.text()
        await seat.press("f5", *"Mia", "enter")

        assert "You are Mia." in seat.text()


async def test_the_buttons_do_the_same_as_the_keys():
    async with home() as seat:
        for label in ("Host a table", "Join by address"):
            row = next(y for y, line in enumerate(seat.text().splitlines()) if label in line)
            await seat.click(offset=(seat.text().splitlines()[row].index(label) + 2, row))

            assert f" {label} ═" in seat.text()
            await seat.press("escape")


@pytest.mark.parametrize("key", ["q", "f10", "ctrl+q", "ctrl+c"])
async def test_quitting_needs_no_question_at_home(key):
    async with home() as seat:
        await seat.press(key)

        assert seat.app._exit
        assert seat.app.return_value is None


async def test_help_shows_the_keys_of_the_home_screen():
    async with home() as seat:
        await seat.press("f1")
        assert "Be the first to get rid of your cards." in seat.text()
        await seat.press("pagedown")
        assert "Practice" in seat.text()

        await seat.press("escape")

        assert seat.app.screen is seat.app.home


def test_a_wish_for_any_table_waits_until_the_search_is_over():
    wish = Wish(None)

    assert wish.fitting((KITCHEN,), searching=True) == ()
    assert wish.fitting((KITCHEN, PLAYING, SILENT, OLD), searching=False) == (KITCHEN,)
    assert wish.fitting((KITCHEN, GARDEN), searching=False) == (KITCHEN, GARDEN)
    assert wish.fitting((PLAYING, CLOSED), searching=False) == (PLAYING,)
    assert wish.fitting((found(6, "Full", seated=10),), searching=False) == ()


def test_a_wish_for_a_table_by_name_is_granted_at_once():
    assert Wish("garden").fitting((KITCHEN, GARDEN), searching=True) == (GARDEN,)
    assert Wish("Attic").fitting((KITCHEN, SILENT), searching=False) == ()


def test_a_wish_to_look_on_is_granted_by_every_table_that_lets_people():
    wish = Wish(None, watch=True)

    assert wish.fitting((KITCHEN, PLAYING, CLOSED), searching=False) == (KITCHEN, PLAYING)


async def test_one_key_looks_on_at_the_table_that_is_selected(visits):
    async with home() as seat:
        seat.app.home.show((KITCHEN, PLAYING, SILENT), None, searching=False)
        await seat.settle()

        await seat.press("down", "w", "enter")

        assert [visit.watch for visit in visits] == [True, False]
        assert {visit.table for visit in visits} == {PLAYING.id}


async def test_a_wish_says_why_the_table_that_is_there_cannot_be_had_yet(visits):
    full = found(6, "Attic", seated=10)
    async with home() as seat:
        for name, there, words in [
            (
                "porch",
                CLOSED,
                "A game is on at the table Porch: you will sit down when it is over.",
            ),
            (
                "Attic",
                full,
                "The table Attic is full: you will sit down as soon as a seat is free.",
            ),
            (
                "Attic",
                SILENT,
                "Waiting for the table Attic: you will sit down as soon as it opens.",
            ),
            ("Attic", CLOSED, "Waiting for the table Attic"),
            (None, CLOSED, "Waiting for a table to open"),
        ]:
            seat.app.home.wish = Wish(name)
            seat.app.home.show((there,), None, searching=False)
            await seat.settle()
            assert words in seat.text()

        seat.app.home.wish = Wish("Porch")
        for table in (CLOSED, replace(KITCHEN, name=PLAYING.name)):
            assert visits == []
            seat.app.home.show((table,), None, searching=False)
            await seat.settle()

        assert [visit.table for visit in visits] == [KITCHEN.id]


async def test_the_keys_of_an_empty_list_are_those_that_mean_something():
    async with home() as seat:
        footer = seat.text().splitlines()[-1]
        assert "Enter" not in footer
        for words in ("h Host", "t History", "o Settings", "? Help", "q Quit"):
            assert words in footer

        seat.app.home.show((KITCHEN,), None, searching=False)
        await seat.settle()
        assert "Enter Join" in seat.text().splitlines()[-1]

        seat.app.home.show((), None, searching=False)
        await seat.settle()
        assert "Enter" not in seat.text().splitlines()[-1]


INTERRUPTED = "interrupted"
OFFER = "Your table Kitchen was interrupted: press b to bring it back."


@pytest.fixture
def died(monkeypatch, tmp_path):
    """Leave a table behind, as a program does that dies; gives the file."""
    monkeypatch.setattr(keeper, "_folder", lambda: tmp_path)

    def leave(table, *, age):
        opened = Opened(
            format=FORMAT,
            id=table.id,
            name=str(table.name),
            port=24108,
            code=None,
            grace=30.0,
            announced=False,
            pem=b"pem",
            secret=b"secret",
        )
        journal.create(tmp_path, table.id, [opening(opened)]).close()
        os.utime(tmp_path / table.id, (10**9 - age,) * 2)
        return tmp_path / table.id

    return leave


@pytest.mark.parametrize("key", ["b", "f8"])
async def test_the_newest_table_that_was_interrupted_is_brought_back_with_one_key(
    visits, died, key
):
    died(GARDEN, age=60)
    file = died(KITCHEN, age=0)

    async with home(size=(110, 24)) as seat:
        await seat.until(lambda: OFFER in seat.text())
        assert "b Bring back" in seat.text().splitlines()[-1]

        await seat.press(key, key)

        assert visits == [Visit(resuming=file)]
        assert OFFER not in seat.text()


async def test_an_interrupted_table_is_offered_again_as_long_as_it_waits(died):
    file = died(KITCHEN, age=0)

    async with home() as seat:
        await seat.until(lambda: OFFER in seat.text())
        seat.app.end_evening("The host has left.")
        await seat.until(lambda: seat.app.home.interrupted)
        assert "The host has left." in seat.text()
        assert OFFER not in seat.text()

        seat.app.end_evening()
        await seat.until(lambda: OFFER in seat.text())

        file.unlink()
        seat.app.end_evening()
        await seat.until(lambda: not any(each.group == INTERRUPTED for each in seat.app.workers))
        assert OFFER not in seat.text()


async def test_without_an_interrupted_table_there_is_no_key_to_bring_it_back(visits):
    async with home(size=(110, 24)) as seat:
        await seat.until(lambda: not any(each.group == INTERRUPTED for each in seat.app.workers))
        await seat.press("b", "f8")

        assert "Bring back" not in seat.text()
        assert visits == []


async def test_a_wish_is_granted_once(visits):
    async with home() as seat:
        seat.app.home.wish = Wish(None)
        for _ in range(3):
            seat.app.home.show((KITCHEN,), None, searching=False)
        await seat.settle()

        assert visits == [Visit(addresses=ADDRESSES, table=KITCHEN.id)]


async def test_with_several_tables_the_player_chooses(visits):
    async with home() as seat:
        seat.app.home.wish = Wish(None)
        seat.app.home.show((KITCHEN, GARDEN), None, searching=False)
        await seat.settle()

        assert visits == []
        assert "Several tables are open: choose one." in seat.text()


async def test_a_window_that_is_too_small_says_so_and_swallows_the_keys():
    async with home() as seat:
        for width, height in [(59, 24), (80, 19), (20, 5)]:
            await seat.pilot.resize_terminal(width, height)
            await seat.settle()
            assert isinstance(seat.app.screen, TooSmall)
            words = " ".join(seat.text().split())
            assert height < 10 or f"It has {width}x{height} cells and needs 60x20." in words
            await seat.press("h", "p", "q", "f10", "escape", "enter")

            await seat.pilot.resize_terminal(80, 24)
            await seat.settle()

            assert seat.app.screen is seat.app.home
            assert not seat.app._exit


async def test_one_can_still_quit_in_a_window_that_is_too_small():
    async with home(size=(40, 10)) as seat:
        await seat.press("ctrl+q")

        assert seat.app._exit


def test_the_host_of_a_private_table_reads_to_whom_the_code_may_be_told():
    first, *_ = lobbies.ways_in("Kitchen", (), None, "R2-0AR")

    assert first == "The code is R2-0AR: tell it only to those who may come in."


async def test_after_a_wrong_code_the_likely_cause_is_asked_about_first():
    async with home() as seat:
        seat.app.home.ask_code(Visit(addresses=ADDRESSES), str(WrongCode()))
        await seat.settle()

        words = " ".join(seat.text().replace("║", " ").split())
        assert "ask the host to read it out again. If it is right, do not join" in words
