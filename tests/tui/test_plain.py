"""Fewer characters, where a terminal does not have them all."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from lanuno.language import choose_language
from lanuno.store.settings import Settings
from lanuno.tui import looks
from lanuno.tui.plain import as_ascii, on_console
from lanuno.tui.screens.table import TableScreen
from lanuno.uno.game import Game

from .stage import home

GLYPHS = "─═│║┌┐└┘╔╗╚╝▲■●▼►◄«»Ø←→↑↓…·▌▀█▁"
HANDS = "R5 RS Y2 Y9 GR G7 B3 BR W W+ | B8 G1 | Y1 G3 G6"


@pytest.mark.parametrize(
    "char", [*GLYPHS, *"абвгдђежзијклљмнњопрстћуфхцчџшЉЊЏšđčćžŠĐČĆŽ", *"漢é™😀"]
)
def test_every_character_becomes_ascii_of_the_same_width(char):
    assert as_ascii(char).isascii()
    assert len(as_ascii(char)) == cell_len(char)


def test_the_four_colors_keep_four_signs():
    assert len({as_ascii(sign) for sign in "▲■●▼"}) == 4
    assert len({on_console(sign) for sign in "▲■●▼"}) == 4


async def _table(settings, size=(80, 24)):
    async with home(size=size, settings=settings) as seat:
        await seat.sit(Game.position(HANDS, top="GS"))
        return seat.text(), seat.app.export_screenshot()


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
@pytest.mark.parametrize("language", ["en", "sr", "sr_Latn"])
async def test_the_whole_table_is_drawn_in_ascii(language, size):
    choose_language(language)
    try:
        text, drawn = await _table(Settings(ascii=True), size)
    finally:
        choose_language("en")

    assert "+----" in text
    shown = [char for char in drawn if char in GLYPHS]
    assert not shown


async def test_the_linux_console_is_spared_what_its_fonts_do_not_have(monkeypatch):
    monkeypatch.setenv("TERM", "linux")

    _text, drawn = await _table(Settings())

    assert "●" not in drawn
    assert "▲" in drawn


async def test_an_encoding_without_the_characters_is_taken_for_ascii(monkeypatch):
    monkeypatch.setattr(looks, "_can_print", lambda _: False)

    _text, drawn = await _table(Settings())

    assert not [char for char in drawn if char in GLYPHS]


async def test_ascii_can_be_switched_on_while_playing():
    async with home() as seat:
        await seat.sit(Game.position(HANDS, top="GS"))
        assert isinstance(seat.app.screen, TableScreen)
        await seat.press("o")
        entry = seat.app.screen.query_one("#ascii")
        entry.focus()
        await seat.press("right", "escape")

        assert seat.app.settings.ascii
        assert not [char for char in seat.app.export_screenshot() if char in GLYPHS]
