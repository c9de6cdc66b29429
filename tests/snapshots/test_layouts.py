"""Every screen, in every size and language, is as it is stored, and nothing on it is cut."""

from __future__ import annotations

import pytest

from lanuno.language import choose_language
from lanuno.tui.screens.small import TooSmall
from lanuno.uno.cards import Card
from lanuno.uno.game import Game
from tests.tui.stage import home, sitting

from . import fitting
from .cases import (
    CARDS,
    CROWDED_SIZES,
    LANGUAGES,
    LAYOUTS,
    PLAYERS,
    SIZES,
    TOO_SMALL,
    USUAL,
    Layout,
)
from .screens import SCREENS
from .shots import resize, rows, shown, text

SEEN = {}
"""By screen and language, so that each is brought up once for all that is asked of it."""


async def seen(screen, language):
    """The texts by size, and what is cut in the usual one."""
    if (screen, language) not in SEEN:
        async with shown(screen, language=language) as seat:
            texts = {USUAL: text(rows(seat))}
            cut = fitting.cuts(seat)
            for size in SIZES:
                if size != USUAL:
                    await resize(seat, size)
                    texts[size] = text(rows(seat))
        SEEN[screen, language] = texts, cut
    return SEEN[screen, language]


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
async def test_a_screen_is_as_it_is_stored(layout, matches):
    texts, _cut = await seen(layout.screen, layout.language)

    matches(layout, texts[layout.size])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("screen", SCREENS)
async def test_nothing_is_cut_in_a_window_of_the_usual_size(screen, language):
    _texts, cut = await seen(screen, language)

    assert not cut


@pytest.mark.parametrize("size", CROWDED_SIZES, ids=lambda size: "{}x{}".format(*size))
async def test_a_table_of_any_size_is_as_it_is_stored(size, matches):
    async with sitting(Game.new(2, bytes(32)), size=size) as seat:
        for players in PLAYERS:
            game = Game.new(players, bytes([players]) * 32)
            await seat.sit(game)
            matches(Layout(f"players_{players}", size, "en"), text(rows(seat)))


@pytest.mark.parametrize("size", CROWDED_SIZES, ids=lambda size: "{}x{}".format(*size))
async def test_a_hand_of_any_size_is_as_it_is_stored(size, matches):
    async with home(size=size) as seat:
        for count in CARDS:
            hand = " ".join(str(card) for card in [*Card][:count])
            await seat.sit(Game.position(f"{hand} | B8 G1 | Y6", top="R3"))
            matches(Layout(f"hand_{count}", size, "en"), text(rows(seat)))


@pytest.mark.parametrize("layout", TOO_SMALL, ids=str)
async def test_a_window_that_is_too_small_is_as_it_is_stored(layout, matches):
    choose_language(layout.language)
    async with home(size=layout.size) as seat:
        await seat.until(lambda: isinstance(seat.app.screen, TooSmall))

        assert not fitting.cuts(seat)
        matches(layout, text(rows(seat)))
