"""
Film a round against two bots, played by keys in the real app: docs/game.gif.

    python scripts/film.py [FILE]

It takes Pillow, `pip install --group film`, and the font DejaVu Sans Mono. The bots take
their time as always; how long a frame is seen goes by what it shows, and not by how fast
this machine is, so that the same seed gives the same film.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import time
from collections import Counter
from enum import Enum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple, cast

from rich.style import Style
from textual._animator import Animator
from textual._compositor import LayoutUpdate

try:
    from PIL import Image, ImageDraw, ImageFont
except ImportError:
    sys.exit("Pillow is missing, which draws the frames: python -m pip install --group film")

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from lanuno.bots import choose  # noqa: E402 - found by the line above
from lanuno.language import choose_language  # noqa: E402
from lanuno.net.hosting import Hosting  # noqa: E402
from lanuno.net.text import TableName  # noqa: E402
from lanuno.player.start import Practice  # noqa: E402
from lanuno.tui import showing  # noqa: E402
from lanuno.tui.app import LanunoApp  # noqa: E402
from lanuno.tui.screens.colors import ColorPicker  # noqa: E402
from lanuno.tui.screens.results import Result  # noqa: E402
from lanuno.tui.screens.table import TableScreen  # noqa: E402
from lanuno.uno.actions import (  # noqa: E402
    Accept,
    CallUno,
    Catch,
    Challenge,
    Draw,
    Pass,
    PickColor,
    Play,
)
from lanuno.uno.rules import DOCUMENT  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.pilot import Pilot
    from textual.screen import Screen

    from lanuno.uno.actions import Action
    from lanuno.uno.view import View

SEED = 1925
"""Of a round with cards of all colors, a choice, a draw two and an Uno; it is won."""
BOTS = 2
RULES = DOCUMENT.with_switch("hand_size=4")
SIZE = (80, 24)
FONT, FONT_SIZE = "DejaVuSansMono{}.ttf", 15
COLORS, COLORS_APART = 256, 12
KILOBYTES_MAX = 1000
PATIENCE_SECONDS = 60.0

STEP_SECONDS, STEP_TICKS = 0.05, 4
"""Between two shots of a card in the air: of its own time, and of Textual's ticks."""
PASSING = 0.25
THINKING = 0.5
"""Seconds of this machine's time: what is seen for less is no shot; longer between two keys."""


Ink = tuple[int, int, int]
Lines = tuple[tuple[tuple[str, Style], ...], ...]


class Show(Enum):
    """What a shot shows, with how many milliseconds it is seen."""

    FLYING = 60
    FLARING = 200
    SELECTING = 350
    STANDING = 650
    ENDING = 3500


class Shot(NamedTuple):
    lines: Lines
    shows: Show


class Steps(Animator):
    """Moves things by equal steps, so slowly that each of them is painted."""

    _ticks = 0

    def __call__(self) -> None:
        self._ticks = self._ticks + 1 if self._animations else 0
        super().__call__()

    def _get_time(self) -> float:
        return self._ticks // STEP_TICKS * STEP_SECONDS


class FilmedApp(LanunoApp):
    """Takes a shot of everything that it paints, from the first card on."""

    def __init__(self, seed: int) -> None:
        hosting = Hosting(
            table=TableName("Practice"),
            rules=RULES,
            bots=BOTS,
            port=0,
            discovery=False,
            chance=random.Random(seed),  # noqa: S311 - that nobody need guess
        )
        super().__init__(Practice("Ana", hosting))
        self.animation_level = "full"
        self._animator = Steps(self)
        self._animate = self._animator.bind(self)
        self.shots: list[Shot] = []
        self.is_selecting = False
        """Whether what changes is for a key that only selects."""
        self._since = 0.0
        """When the last shot was taken."""

    @property
    def table(self) -> TableScreen | None:
        """Where the game is on, once it is."""
        return next((each for each in self.screen_stack if isinstance(each, TableScreen)), None)

    def post_display_hook(self) -> None:
        if not self.table or not self.table.view:
            return
        now = time.monotonic()
        shot = Shot(self._lines(), self._shows(self.table))
        if not shot.lines or (self.shots and self.shots[-1].lines == shot.lines):
            return
        # What stands for a moment only is half of a change; how much of it is painted is luck.
        if self.shots and self.shots[-1].shows is Show.STANDING and now < self._since + PASSING:
            self.shots.pop()
        if not self.shots or self.shots[-1].lines != shot.lines:
            self.shots.append(shot)
        self._since = now

    def _lines(self) -> Lines:
        # As Textual draws its own screenshots.
        compositor = self.screen._compositor  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]
        behind = cast("list[Screen[object]]", self._background_screens)  # pyright: ignore[reportUnknownMemberType]
        update = compositor.render_update(full=True, screen_stack=behind, simplify=True)  # pyright: ignore[reportUnknownMemberType]
        assert isinstance(update, LayoutUpdate)
        return tuple(
            tuple((part.text, part.style or Style.null()) for strip in line for part in strip)
            for line in update.strips
        )

    def _shows(self, table: TableScreen) -> Show:
        if table.flight.display and table.flight.region:
            return Show.FLYING
        if self.is_selecting:
            return Show.SELECTING
        return Show.FLARING if table.query(".-flare") else Show.STANDING


class Player:
    """Plays the hand below, by the keys that a person would press."""

    def __init__(self, app: FilmedApp, pilot: Pilot[object], seed: int) -> None:
        self._app = app
        self._pilot = pilot
        self._fancy = random.Random(seed)  # noqa: S311 - it keeps no secret

    async def sit_down(self) -> None:
        """Wait until the cards are dealt, and are seen."""
        await self._until(lambda: bool(self._app.shots) and self._table.hand.card is not None)

    async def play(self) -> None:
        """To the end of the round."""
        await self.sit_down()
        while not showing.is_over(view := self._view):
            action = choose(view, self._fancy)
            if action is None:
                await self._until(lambda before=view: self._view.version != before.version)
                continue
            await self._until(lambda: not self._table.flight.display)
            await self._pilot.pause(THINKING)
            await self._act(action)
            await self._until(lambda before=view: self._view.version != before.version)
        await self._until(lambda: isinstance(self._app.screen, Result))
        await self._pilot.pause(1)

    async def _act(self, action: Action) -> None:
        match action:
            case Play(card=card, color=color, uno=uno):
                if uno:
                    version = self._view.version
                    await self._pilot.press("u")
                    await self._until(lambda: self._view.version != version)
                    await self._pilot.pause(THINKING)
                while by := self._table.hand.held.cards.index(card) - self._table.hand.selected:
                    await self._select("right" if by > 0 else "left")
                await self._pilot.press("enter")
                if card.color is None and color:
                    await self._until(lambda: isinstance(self._app.screen, ColorPicker))
                    await self._pilot.pause(THINKING)
                    await self._pilot.press(color.value.lower())
            case PickColor(color=color):
                await self._pilot.press(color.value.lower())
            case _:
                await self._pilot.press(KEYS[type(action)])

    async def _select(self, key: str) -> None:
        self._app.is_selecting = True
        await self._pilot.press(key)
        await self._pilot.pause(THINKING)
        self._app.is_selecting = False

    async def _until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not holds():
                await self._pilot.pause(0.01)

    @property
    def _table(self) -> TableScreen:
        assert self._app.table
        return self._app.table

    @property
    def _view(self) -> View:
        assert self._table.view
        return self._table.view


KEYS: dict[type[Action], str] = {
    Draw: "d",
    Pass: "p",
    CallUno: "u",
    Catch: "c",
    Challenge: "x",
    Accept: "a",
}


async def film(seed: int) -> list[Shot]:
    """A round, from the deal to the result."""
    app = FilmedApp(seed)
    async with app.run_test(size=SIZE) as pilot:
        await Player(app, cast("Pilot[object]", pilot), seed).play()
        app.exit()
    return [*app.shots[:-1], Shot(app.shots[-1].lines, Show.ENDING)]


class Painter:
    """Draws lines of text as a terminal would."""

    def __init__(self, regular: ImageFont.FreeTypeFont, bold: ImageFont.FreeTypeFont) -> None:
        self._fonts = {False: regular, True: bold}
        ascent, descent = regular.getmetrics()
        self._width, self._height = round(regular.getlength("M")), ascent + descent
        self._cells: dict[tuple[str, Style], Image.Image] = {}

    def paint(self, lines: Lines) -> Image.Image:
        size = max(sum(len(text) for text, _ in line) for line in lines), len(lines)
        image = Image.new("RGB", (size[0] * self._width, size[1] * self._height))
        for row, line in enumerate(lines):
            cells = [(char, style) for text, style in line for char in text]
            for column, cell in enumerate(cells):
                if cell not in self._cells:
                    self._cells[cell] = self._cell(*cell)
                image.paste(self._cells[cell], (column * self._width, row * self._height))
        return image

    def _cell(self, char: str, style: Style) -> Image.Image:
        ink, paper = _inks(style)
        image = Image.new("RGB", (self._width, self._height), paper)
        draw = ImageDraw.Draw(image)
        if char in BLOCKS:
            left, top, right, bottom = BLOCKS[char]
            corners = (
                round(left * self._width),
                round(top * self._height),
                round(right * self._width) - 1,
                round(bottom * self._height) - 1,
            )
            draw.rectangle(corners, fill=ink)
        else:
            draw.text((0, 0), char, fill=ink, font=self._fonts[bool(style.bold)])
        if style.underline:
            draw.line((0, self._height - 2, self._width, self._height - 2), fill=ink)
        return image


BLOCKS = {
    "▀": (0.0, 0.0, 1.0, 0.5),
    "▄": (0.0, 0.5, 1.0, 1.0),
    "█": (0.0, 0.0, 1.0, 1.0),
    "▌": (0.0, 0.0, 0.5, 1.0),
    "▐": (0.5, 0.0, 1.0, 1.0),
}
"""The part of its cell that each fills: left, top, right, bottom. Terminals draw them too."""


def fonts() -> tuple[ImageFont.FreeTypeFont, ImageFont.FreeTypeFont]:
    """The regular and the bold; OSError when this machine does not have them."""
    regular, bold = (ImageFont.truetype(FONT.format(face), FONT_SIZE) for face in ("", "-Bold"))
    return regular, bold


def write(shots: list[Shot], painter: Painter, file: Path) -> None:
    """Write *shots* as an animation that begins anew after the last."""
    frames = [painter.paint(shot.lines) for shot in shots]
    palette = _palette(shots, frames)
    first, *others = (frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames)
    durations = [shot.shows.value for shot in shots]
    first.save(
        file,
        "GIF",
        save_all=True,
        append_images=others,
        duration=durations,
        loop=0,
        optimize=True,
        disposal=1,
    )


def _palette(shots: list[Shot], frames: list[Image.Image]) -> Image.Image:
    """The colors that the screens are drawn in, and the most frequent ones of letters' edges."""
    styles = {style for shot in shots for line in shot.lines for _, style in line}
    flat = sorted({ink for style in styles for ink in _inks(style)})
    counts: Counter[Ink] = Counter()
    for frame in frames:
        for count, color in frame.getcolors(frame.width * frame.height) or ():
            counts[cast("Ink", color)] += count
    # Pillow finds the nearest color only roughly, and shall find those of the screens.
    edges = [color for color, _ in counts.most_common() if all(_apart(color, ink) for ink in flat)]
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for color in [*flat, *edges][:COLORS] for part in color])
    return palette


def _apart(one: Ink, other: Ink) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) >= COLORS_APART


def _inks(style: Style) -> tuple[Ink, Ink]:
    """The colors of text and ground."""
    ink = style.color.get_truecolor() if style.color else (255, 255, 255)
    paper = style.bgcolor.get_truecolor(foreground=False) if style.bgcolor else (0, 0, 0)
    return (paper, ink) if style.reverse else (ink, paper)


def main() -> None:
    """Write the film, and say where it is, how long and how big."""
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "game.gif"
    try:
        painter = Painter(*fonts())
    except OSError:
        sys.exit("The font DejaVu Sans Mono is missing; on Debian: apt install fonts-dejavu-core")
    with TemporaryDirectory() as folder:
        # The table is kept while it is open, and nobody's folders shall hear of it.
        os.environ.update(XDG_STATE_HOME=folder, XDG_CONFIG_HOME=folder)
        choose_language("en")
        shots = asyncio.run(film(SEED))
    file.parent.mkdir(parents=True, exist_ok=True)
    write(shots, painter, file)
    kilobytes = file.stat().st_size / 1000
    if kilobytes > KILOBYTES_MAX:
        sys.exit(f"{file} has {kilobytes:.0f} kB, and may have {KILOBYTES_MAX}")
    seconds = sum(shot.shows.value for shot in shots) / 1000
    print(f"{file}: {len(shots)} frames, {seconds:.1f} s, {kilobytes:.0f} kB")


if __name__ == "__main__":
    main()
