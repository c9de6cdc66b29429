"""The list of everything that can be done now: nothing in it is Textual's own English."""

from __future__ import annotations

import re

import pytest
from textual.widgets import Input, OptionList

from lanuno.language import _, choose_language
from lanuno.narration import labels
from lanuno.tui.screens.palette import Palette
from lanuno.uno.actions import CallUno
from lanuno.uno.game import Game

from .stage import home

LANGUAGES = ("en", "sr", "sr_Latn")
KEY_NAMES = re.compile(r"\b(Enter|Space|Tab|Escape|Home|End|Delete|F\d+|Ctrl|Shift|[a-z]|[QC])\b")
PLACES = {"home": (), "form": ("h",), "settings": ("o",), "help": ("?",), "history": ("t",)}


def listed(seat):
    """Each line of the list as one sees it: a name, or the keys under it."""
    options = seat.app.screen.query_one(OptionList).options
    return [line for option in options for line in str(option.prompt).splitlines()]


async def open_palette(seat):
    await seat.press("ctrl+p")
    await seat.until(lambda: isinstance(seat.app.screen, Palette) and listed(seat))


def names_of(language):
    choose_language(language)
    return {_(text) for name, text in vars(labels).items() if name.startswith("KEY_")}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_palette_speaks_the_language_of_the_player_everywhere(language):
    names = names_of(language)
    async with home() as seat:
        for place, keys in PLACES.items():
            await seat.press(*keys)
            await open_palette(seat)

            lines = listed(seat)
            assert set(lines[::2]) <= names, place
            assert _(labels.KEY_COMMANDS) not in lines
            assert seat.app.screen.query_one(Input).placeholder == _(labels.SEARCH_COMMANDS)
            if language == "sr":
                shown = KEY_NAMES.sub("", "\n".join(lines))
                assert not re.search(r"[A-Za-z]{2,}", shown), place
            await seat.press("escape", *["escape"] * bool(keys))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_is_not_found_is_told_in_the_language_of_the_player(language):
    choose_language(language)
    async with home() as seat:
        await seat.sit(Game.position("R5 G7 | B3", top="R1"))
        await open_palette(seat)
        await seat.press(*"#####")
        await seat.until(lambda: listed(seat) == [_(labels.NO_SUCH_COMMAND)])

        await seat.press("enter")

        await seat.until(lambda: seat.app.screen is seat.table)
        assert not seat.desk.asked


async def test_a_command_is_found_by_its_name_in_serbian_and_done():
    choose_language("sr_Latn")
    async with home() as seat:
        await open_palette(seat)
        await seat.press(*"pode")
        await seat.until(lambda: listed(seat)[:1] == [_(labels.KEY_SETTINGS)])

        await seat.press("enter")

        await seat.until(lambda: type(seat.app.screen).__name__ == "SettingsScreen")


async def test_the_palette_opens_once():
    async with home() as seat:
        await open_palette(seat)
        await seat.press("ctrl+p")

        assert sum(isinstance(each, Palette) for each in seat.app.screen_stack) == 1


async def test_uno_is_called_while_the_list_lies_over_the_table():
    async with home() as seat:
        await seat.sit(Game.position("R5 G7 | G1 G2", top="R1"))
        await open_palette(seat)

        await seat.press("f4")

        assert seat.desk.acted == [CallUno()]
        assert isinstance(seat.app.screen, Palette)
