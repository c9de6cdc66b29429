"""Choosing the rules of a table: a preset, then single switches, each said in a sentence."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from textual.widgets import Input

from lanuno.narration import switches
from lanuno.player.usual import checked, remembered, usual_rules
from lanuno.store.settings import Loaded, Settings, load, settings_file
from lanuno.tui.screens.forms import Cycle
from lanuno.tui.screens.home import HomeScreen
from lanuno.tui.screens.hosting import HostForm
from lanuno.tui.screens.rules import RulesForm
from lanuno.uno.rules import SWITCHES, Rules

from .stage import home
from .test_home import KITCHEN, found

PARTY = Rules.preset("party")


@pytest.fixture
def hosted(monkeypatch):
    """The visits that the player chose, which nobody makes; the rules are remembered."""
    from .stage import Staged

    chosen = []
    monkeypatch.setattr(Staged, "_sit_down", lambda _, visit, **__: chosen.append(visit))
    return chosen


async def at_the_rules(seat, rules=None):
    given = []
    seat.app.push_screen(RulesForm(rules or Rules()), given.append)
    await seat.settle()
    return given


async def test_a_preset_is_chosen_and_single_rules_are_set_beside_it():
    async with home() as seat:
        given = await at_the_rules(seat)
        await seat.press("left")
        assert "party rules" in seat.text()
        await seat.press("down", "enter")
        assert "party rules *" in seat.text()
        assert "* Teams of two" in seat.text()
        await seat.press("escape")

        assert given == [replace(PARTY, teams=True)]


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_every_switch_is_reached_and_says_in_a_sentence_what_it_means(size):
    async with home(size=size) as seat:
        await at_the_rules(seat, PARTY)
        form = seat.app.screen
        for name in form._entries:
            assert form.focused.id == name
            assert form.region.contains_region(form.focused.region)
            if name in SWITCHES:
                assert str(form._told.content) == switches.sentence(name, PARTY)
            await seat.press("down")


async def test_all_values_of_all_switches_can_be_set_with_the_keyboard():
    async with home() as seat:
        for name in SWITCHES:
            if name == "target":
                continue
            given = await at_the_rules(seat)
            form = seat.app.screen
            entry = form.query_one(f"#{name}")
            entry.focus()
            if isinstance(entry, Input):
                await seat.press("ctrl+u", "7" if name != "hand_size" else "9")
            else:
                await seat.press("right")
            await seat.press("escape")

            assert getattr(given[0], name) != getattr(Rules(), name), name


async def test_the_mouse_turns_a_switch():
    async with home() as seat:
        given = await at_the_rules(seat)
        await seat.click("#jump_in")
        await seat.press("escape")

        assert given == [Rules(jump_in=True)]


async def test_a_number_that_cannot_be_is_said_and_the_form_stays():
    async with home() as seat:
        given = await at_the_rules(seat)
        seat.app.screen.query_one("#hand_size").focus()
        await seat.press("9", "9", "escape")
        assert "Cards to begin with: '99' is not possible." in seat.text()
        await seat.press("tab")
        await seat.press("escape")
        assert "Cards to begin with: '99' is not possible." in seat.text()
        assert given == []

        await seat.press("9", "escape")

        assert given == [Rules(hand_size=9)]


async def test_another_preset_takes_single_rules_back_and_keeps_how_long_it_lasts():
    async with home() as seat:
        given = await at_the_rules(seat, replace(PARTY, teams=True, rounds=3, target=200))
        await seat.press("right", "escape")

        assert given == [Rules(rounds=3, target=200)]


async def host(seat, *presses):
    await seat.press("h", "down", "down", "enter")
    assert isinstance(seat.app.screen, RulesForm)
    await seat.press(*presses, "escape")
    assert isinstance(seat.app.screen, HostForm)


async def test_rules_chosen_in_the_form_are_there_again_next_time(hosted):
    async with home() as seat:
        await host(seat, "left", "down", "right")
        await seat.press("enter")
        assert hosted[0].hosting.rules == replace(PARTY, teams=True)

    async with home(settings=load({}).settings) as seat:
        assert seat.app.home.rules == replace(PARTY, teams=True)
        await seat.press("h")
        assert "party rules with changes" in seat.text()


@pytest.mark.usefixtures("hosted")
async def test_nothing_is_remembered_of_a_form_that_was_canceled():
    async with home() as seat:
        await host(seat, "left")
        await seat.press("escape")

        assert isinstance(seat.app.screen, HomeScreen)
        assert seat.app.home.rules == Rules()
        assert not settings_file().exists()


async def test_rules_that_cannot_be_remembered_count_all_the_same_and_that_is_said(
    hosted, monkeypatch
):
    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("lanuno.tui.looks.save", full)
    async with home() as seat:
        await host(seat, "left")
        await seat.press("enter")
        await seat.until(lambda: seat.app._notifications)

        (said,) = seat.app._notifications
        assert said.message.startswith("It counts for now, but cannot be remembered: ")

        assert hosted[0].hosting.rules == PARTY
        assert seat.app.home.rules == PARTY


async def test_teams_that_so_many_bots_cannot_make_are_told_before_the_table_opens(hosted):
    async with home() as seat:
        await host(seat, "down", "right")
        await seat.press("up", "up", "9", "enter")
        assert "Teams of two need four, six or eight players." in seat.text()
        assert hosted == []

        await seat.press("ctrl+u", "7", "enter")

        assert hosted[0].hosting.bots == 7


async def test_practice_in_teams_takes_as_many_bots_as_teams_need(hosted):
    async with home(settings=Settings(switches="teams=on", bots=4)) as seat:
        await seat.press("p")

        assert hosted[0].hosting.bots == 5


async def test_the_list_of_tables_says_of_each_what_is_otherwise_there():
    own = found(6, "Garden", teams=True)
    async with home() as seat:
        seat.app.home.show((KITCHEN, own), None, searching=False)
        await seat.settle()
        assert "document rules with changes" in seat.text()
        assert "Partners sit opposite" not in seat.text()

        await seat.press("down")

        assert "* Partners sit opposite each other" in seat.text()


async def test_single_rules_can_be_typed_in_the_settings():
    async with home() as seat:
        await seat.press("o")
        entry = seat.app.screen.query_one("#switches")
        entry.focus()
        await seat.press(*"teams=maybe", "enter")
        assert "teams cannot be 'maybe'. It can be: on, off." in seat.text()
        assert seat.app.home.rules == Rules()

        entry.focus()
        await seat.press("ctrl+u", *"teams=on", "enter")
        assert seat.app.home.rules == Rules(teams=True)
        seat.app.screen.query_one("#rules", Cycle).focus()
        await seat.press("right")

        assert seat.app.home.rules == Rules.preset("official")


@pytest.mark.parametrize(
    "rules",
    [
        Rules(),
        PARTY,
        replace(PARTY, teams=True, target=200),
        Rules(stacking="two", rounds=3, turn_seconds=20),
        Rules.preset("official"),
    ],
)
def test_what_is_remembered_of_rules_gives_them_back(rules):
    assert usual_rules(Settings(**remembered(rules))) == rules


def test_switches_in_the_file_that_there_are_not_are_a_fault_and_count_for_nothing():
    loaded = checked(Loaded(Settings(rules="party", switches="teams=maybe")))

    assert usual_rules(loaded.settings) == PARTY
    assert [fault.setting for fault in loaded.faults] == ["switches"]
