"""Everything that is stored: which screens, how big, in which languages and colors."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from .screens import SCREENS

STORED = Path(__file__).with_name("stored")
SIZES = ((60, 20), (80, 24), (100, 30), (120, 40))
USUAL = (80, 24)
LANGUAGES = ("en", "sr", "sr_Latn")


class Layout(NamedTuple):
    """A screen of one size in one language."""

    screen: str
    size: tuple[int, int]
    language: str

    def __str__(self):
        width, height = self.size
        return f"{self.screen}/{width}x{height}.{self.language}"


LAYOUTS = [
    Layout(screen, size, language) for screen in SCREENS for language in LANGUAGES for size in SIZES
]

PLAYERS = range(2, 11)
CARDS = (1, 7, 20, 40)
CROWDED_SIZES = ((60, 20), (80, 24), (120, 40))
CROWDS = [
    *(Layout(f"players_{n}", size, "en") for n in PLAYERS for size in CROWDED_SIZES),
    *(Layout(f"hand_{n}", size, "en") for n in CARDS for size in CROWDED_SIZES),
]

TOO_SMALL = [Layout("too_small", (50, 12), language) for language in LANGUAGES]


class Mode(NamedTuple):
    """How a terminal shows colors and characters, and what the settings make of it."""

    name: str
    theme: str = "dark"
    system: str = "truecolor"
    ascii: bool = False
    environment: tuple[tuple[str, str], ...] = ()


MODES = (
    Mode("dark"),
    Mode("light", "light"),
    Mode("contrast", "contrast"),
    Mode("transparent", "transparent"),
    *(
        Mode(f"{theme}-{system}", theme, system)
        for system in ("256", "standard")
        for theme in ("dark", "light", "contrast", "transparent")
    ),
    Mode("no_color", environment=(("NO_COLOR", "1"),)),
    Mode("ascii", ascii=True),
    Mode("linux", system="standard", environment=(("TERM", "linux"),)),
)
COLORS = [(screen, mode) for screen in SCREENS for mode in MODES]


def color_name(screen, mode):
    return f"{screen}/colors.{mode.name}"


def every_name():
    """What every stored file is called, without its ending."""
    layouts = {str(layout) for layout in (*LAYOUTS, *CROWDS, *TOO_SMALL)}
    return layouts | {color_name(screen, mode) for screen, mode in COLORS}
