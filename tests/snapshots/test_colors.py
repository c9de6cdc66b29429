"""Colors and characters as they are sent to terminals of every kind, as they are stored."""

from __future__ import annotations

import pytest
from rich.color import Color as Paint

from lanuno.store.settings import Settings
from lanuno.tui.theme import THEMES
from lanuno.tui.widgets.cards import hue
from lanuno.uno.cards import Color

from .cases import MODES, color_name
from .screens import SCREENS
from .shots import SYSTEMS, called, look, rows, shown, styles, text


@pytest.fixture
def terminal(monkeypatch):
    """Sets what a terminal says of itself."""

    def choose(mode):
        for name in ("NO_COLOR", "TERM"):
            monkeypatch.delenv(name, raising=False)
        for name, value in mode.environment:
            monkeypatch.setenv(name, value)

    return choose


STRIPS = {}
"""By screen and what it depends on, so that terminals with fewer colors take no second look."""


async def painted(screen, mode):
    key = screen, mode._replace(name="", system="")
    if key not in STRIPS:
        settings = Settings(name="Ana", theme=mode.theme, ascii=mode.ascii)
        async with shown(screen, settings=settings) as seat:
            STRIPS[key] = rows(seat)
    return STRIPS[key]


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
@pytest.mark.parametrize("screen", SCREENS)
async def test_colors_are_as_they_are_stored(screen, mode, terminal, matches):
    terminal(mode)
    strips = await painted(screen, mode)

    # Most say what the screens of that size say.
    words = text(strips) if mode.ascii or mode.environment else ""
    matches(color_name(screen, mode), f"{words}\n{styles(strips, mode.system)}")
    assert not hidden(strips, mode.system)


def hidden(strips, system):
    """Texts that have the color of what they stand on."""
    found = []
    for strip in strips:
        for segment in strip:
            front, _on, ground, *_ = look(segment.style, system).split()
            letters = any(char.isalnum() for char in segment.text)
            if letters and front == ground != "default":
                found.append((segment.text, front, ground))
    return found


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_the_four_colors_stay_four_and_carry_a_letter(theme, system):
    def paint(name):
        return called(Paint.parse(theme.variables[name]), system)

    fields = {paint(f"card-{hue(color)}") for color in Color}
    assert len(fields) == 4
    for color in (*Color, None):
        assert paint(f"card-{hue(color)}") != paint(f"card-{hue(color)}-ink")
