"""Colors and characters as they are sent to terminals of every kind, as they are stored."""

from __future__ import annotations

import pytest
from rich.color import Color as Paint

from lanuno.store.settings import Settings
from lanuno.tui.theme import THEMES
from lanuno.tui.widgets.cards import hue
from lanuno.uno.cards import Color

from .cases import COLORED, MODES, color_name
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


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
async def test_colors_are_as_they_are_stored(mode, terminal, matches):
    terminal(mode)
    settings = Settings(name="Ana", theme=mode.theme, ascii=mode.ascii)
    unreadable = {}
    async with shown(COLORED[0], settings=settings) as seat:
        for screen in COLORED:
            if screen != COLORED[0]:
                await SCREENS[screen](seat)
                await seat.settle()
            strips = rows(seat)
            unreadable[screen] = hidden(strips, mode.system)
            matches(color_name(screen, mode), f"{text(strips)}\n{styles(strips, mode.system)}")

    assert not any(unreadable.values())


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
