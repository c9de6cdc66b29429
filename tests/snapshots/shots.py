"""Takes pictures of the screen: its text, and how it is sent to a terminal."""

from __future__ import annotations

from contextlib import asynccontextmanager
from itertools import groupby, product
from string import ascii_letters, ascii_lowercase

from rich.color import ColorSystem
from rich.style import Style
from textual.events import Resize
from textual.geometry import Size
from textual.strip import Strip

from lanuno.language import choose_language
from lanuno.store.settings import Settings
from tests.tui.stage import home

from .cases import USUAL
from .screens import SCREENS

SYSTEMS = {
    "truecolor": ColorSystem.TRUECOLOR,
    "256": ColorSystem.EIGHT_BIT,
    "standard": ColorSystem.STANDARD,
}
NAMES = (*ascii_letters, *map("".join, product(ascii_lowercase, repeat=2)))
"""What styles are called, in the order in which they are met."""


@asynccontextmanager
async def shown(screen, *, size=USUAL, language="en", settings=None):
    """The screen of that name."""
    choose_language(language)
    settings = settings or Settings(language=language, name="Ana")
    async with home(size=size, settings=settings) as seat:
        await SCREENS[screen](seat)
        await seat.settle()
        yield seat


async def resize(seat, size):
    """Change the window as a terminal does; the pilot's own way takes longer."""
    size = Size(*size)
    seat.app._driver._size = size
    seat.app.post_message(Resize(size, size))
    await seat.settle()
    # The app waits for a moment, in case that the window goes on growing.
    seat.app._check_resize()
    for _ in range(2):
        await seat.settle()
        for screen in seat.app._background_screens:
            screen._on_timer_update()


def rows(seat):
    """What is sent to the terminal, row by row."""
    update = seat.app.screen._compositor.render_update(
        full=True, screen_stack=seat.app._background_screens
    )
    return [Strip.join(row) for row in update.strips]


def text(strips):
    """What is to be read, with nothing at the end of a row."""
    return "".join(f"{strip.text.rstrip()}\n" for strip in strips)


def styles(strips, system):
    """
    For each row how many cells have which style, then what the styles are.

    They are those that are left when a terminal has no more colors than *system*.
    """
    names = {}
    lines = []
    for y, strip in enumerate(strips):
        runs = []
        for style, segments in groupby(strip, lambda each: look(each.style, system)):
            name = names.setdefault(style, NAMES[len(names)])
            runs.append(f"{sum(each.cell_length for each in segments)}{name}")
        lines.append(f"{y:>3}  {' '.join(runs)}\n")
    legend = (f"{name:>3}  {style}\n" for style, name in names.items())
    return "".join((*lines, "\n", *legend))


def look(style, system):
    """The colors and attributes of *style*, in words."""
    style = style or Style()
    front, ground = (called(color, system) for color in (style.color, style.bgcolor))
    if style.reverse:
        front, ground = ground, front
    words = [f"{front} on {ground}"]
    words += [each for each in ("bold", "dim", "italic", "underline") if getattr(style, each)]
    return " ".join(words)


def called(color, system):
    """What *color* is on a terminal: its parts, its number, or the terminal's own."""
    if color is None or color.is_default:
        return "default"
    color = color.downgrade(SYSTEMS[system])
    return str(color.number) if color.triplet is None else color.triplet.hex
