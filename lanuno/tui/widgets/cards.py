"""
Cards as they are drawn: runs of text and style, for any size from 5x5 cells up.

Styles name variables of the theme (`lanuno.tui.theme`), never colors.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from rich.segment import Segment
from textual.content import Content
from textual.strip import Strip
from textual.style import Style

from lanuno.tui.widgets.pixels import PIXELS
from lanuno.uno.cards import Card, Color, Face

Run = tuple[str, str]
"""A text and its style, which names variables of the theme."""
Picture = tuple[tuple[Run, ...], ...]
"""Rows of runs, all rows equally wide."""

SYMBOLS = {Color.RED: "▲", Color.YELLOW: "■", Color.GREEN: "●", Color.BLUE: "▼"}
"""One symbol a color: for eyes and terminals that cannot tell the colors apart."""


def width_of(height: int) -> int:
    """How wide a card of *height* rows is, in cells: odd, and near the shape of a real card."""
    return int(1.29 * height) | 1


def hue(color: Color | None) -> str:
    """The name that *color* has in the theme's variables; None is a wild's."""
    return "wild" if color is None else color.name.lower()


def face_text(face: Face) -> str:
    """*face* in at most two cells."""
    return _FACES.get(face, face.value)


@lru_cache(maxsize=1024)
def picture(
    card: Card,
    height: int,
    *,
    plain: bool = False,
    selected: bool = False,
    above: str = "",
    below: str = "",
) -> Picture:
    """
    *card*, *height* rows high and `width_of(height)` cells wide.

    A card that is big enough, and not *plain*, has its face in the middle as well.
    *above* and *below* are written into the rim.
    """
    width = width_of(height)
    name = hue(card.color)
    ink, field = f"$card-{name}-ink", f"$card-{name}"
    # The empty cells have the style of the rim: so that they make one run with it.
    canvas = _Canvas(width, height, f"$card-{name}-rim on {field}")
    if height >= _OVAL_FROM and not plain:
        _oval(canvas, card)
        outline = "$card-wild" if card.color is None else None
        _art(canvas, card, ink if card.color is None else f"$card-{name}-deep", outline)
    _corners(canvas, card, f"bold {ink} on {field}")
    rim = (
        "bold $card-selected-ink on $card-selected" if selected else f"$card-{name}-rim on {field}"
    )
    _rim(canvas, rim, selected=selected)
    canvas.write(1, 0, above, rim if selected else f"bold {ink} on {field}")
    canvas.write(1, height - 1, below, rim)
    return canvas.picture()


@lru_cache(maxsize=64)
def back(height: int, caption: str) -> Picture:
    """The back of a card with *caption* on it."""
    width = width_of(height)
    canvas = _Canvas(width, height, "$card-back-ink on $card-back")
    for y in range(1, height - 1):
        for x in range(1, width - 1):
            canvas.write(x, y, "/\\"[(x + y) % 2], "$card-back-rim on $card-back")
    _rim(canvas, "$card-back-ink on $card-back", selected=False)
    text = f" {caption} "
    canvas.write((width - len(text)) // 2, height // 2, text, "bold $card-back-ink on $card-back")
    return canvas.picture()


@lru_cache
def logo() -> Picture:
    """The name of the game in cards, each a letter."""
    tiles = [_tile(letter, tuple(Color)[i % len(Color)]) for i, letter in enumerate("LANUNO")]
    return tuple(
        tuple(run for row in rows for run in (*row, (" ", "")))[:-1]
        for rows in zip(*tiles, strict=True)
    )


def content(drawn: Picture) -> Content:
    """*drawn* for a widget that renders content."""
    return Content("\n").join(Content.assemble(*row) for row in drawn)


def strips(drawn: Picture) -> tuple[Strip, ...]:
    """*drawn* for a widget that renders lines, in the colors of the theme as it is now."""
    return tuple(
        Strip([Segment(text, Style.parse(style).rich_style) for text, style in row])
        for row in drawn
    )


_FACES = {
    Face.SKIP: "Ø",
    Face.REVERSE: "«»",
    Face.DRAW_TWO: "+2",
    Face.WILD: "W",
    Face.WILD_DRAW_FOUR: "+4",
}
_OVAL_FROM = 8
_ROOMY = 12
_TILE = 5


class _Canvas:
    """Cells that are written over, and read as runs in the end."""

    def __init__(self, width: int, height: int, style: str) -> None:
        self.width, self.height = width, height
        self.cells = [[(" ", style)] * width for _ in range(height)]

    def write(self, x: int, y: int, text: str, style: str) -> None:
        for place, char in enumerate(text[: self.width - x], x):
            self.cells[y][place] = (char, style)

    def picture(self) -> Picture:
        return tuple(
            tuple(
                ("".join(char for char, _ in run), style)
                for style, run in groupby(row, key=lambda cell: cell[1])
            )
            for row in self.cells
        )


def _rim(canvas: _Canvas, style: str, *, selected: bool) -> None:
    left_top, line, right_top, side, left_bottom, right_bottom = "╔═╗║╚╝" if selected else "┌─┐│└┘"
    inside = line * (canvas.width - 2)
    canvas.write(0, 0, left_top + inside + right_top, style)
    canvas.write(0, canvas.height - 1, left_bottom + inside + right_bottom, style)
    for y in range(1, canvas.height - 1):
        canvas.write(0, y, side, style)
        canvas.write(canvas.width - 1, y, side, style)


def _corners(canvas: _Canvas, card: Card, style: str) -> None:
    face = face_text(card.face)
    right, bottom = canvas.width - 1, canvas.height - 2
    canvas.write(1, 1, face, style)
    canvas.write(right - len(face), bottom, face, style)
    if card.color:
        letter, symbol = card.color.value, SYMBOLS[card.color]
        canvas.write(1, 2, letter + symbol, style)
        canvas.write(right - 2, bottom - 1, symbol + letter, style)
        return
    places = ((1, 2), (2, 2), (right - 2, bottom - 1), (right - 1, bottom - 1))
    for (x, y), color in zip(places, Color, strict=True):
        canvas.write(x, y, SYMBOLS[color], f"bold $card-{hue(color)}-glow on $card-wild")


def _tile(letter: str, color: Color) -> Picture:
    ink, field = f"bold $card-{hue(color)}-ink", f"$card-{hue(color)}"
    canvas = _Canvas(width_of(_TILE), _TILE, f"{ink} on {field}")
    _rim(canvas, f"$card-{hue(color)}-rim on {field}", selected=False)
    canvas.write(1, 1, SYMBOLS[color], f"{ink} on {field}")
    canvas.write(canvas.width // 2, _TILE // 2, letter, f"{ink} on {field}")
    canvas.write(canvas.width - 2, _TILE - 2, SYMBOLS[color], f"{ink} on {field}")
    return canvas.picture()


def _pixel(canvas: _Canvas, x: int, y: int, color: str) -> None:
    """Paint one pixel, half a cell high, keeping the other half."""
    char, style = canvas.cells[y // 2][x]
    front, _, ground = style.removeprefix("bold ").partition(" on ")
    upper, lower = (front, ground) if char == "▀" else (ground, ground)
    upper, lower = (color, lower) if y % 2 == 0 else (upper, color)
    cell = (" ", f"{front} on {upper}") if upper == lower else ("▀", f"{upper} on {lower}")
    canvas.cells[y // 2][x] = cell


def _oval(canvas: _Canvas, card: Card) -> None:
    """An oval leaning to the right; in four colors for a wild."""
    center_x, center_y = (canvas.width - 1) / 2, canvas.height - 0.5
    wide, high = 0.38 * canvas.width, 0.80 * canvas.height
    for y in range(3, 2 * canvas.height - 3):
        for x in range(1, canvas.width - 1):
            right, down = x - center_x, y - center_y
            leaning = right + 0.35 * down
            if (leaning / wide) ** 2 + (down / high) ** 2 < 1:
                quarter = tuple(Color)[2 * (down > 0) + (leaning > 0)]
                color = f"$card-{hue(quarter)}" if card.color is None else "$card-oval"
                _pixel(canvas, x, y, color)


def _art(canvas: _Canvas, card: Card, ink: str, outline: str | None) -> None:
    """The face in pixels, in the middle; twice as big where there is room."""
    rows = PIXELS[card.face]
    roomy = canvas.height >= _ROOMY and 2 * len(rows[0]) <= canvas.width // 2
    scale = 2 if roomy else 1
    left = (canvas.width - len(rows[0]) * scale) // 2
    top = canvas.height - len(rows) * scale // 2
    dots = {
        (left + x, top + y)
        for y in range(len(rows) * scale)
        for x in range(len(rows[0]) * scale)
        if rows[y // scale][x // scale] == "#"
    }
    if outline:
        for x, y in {(x + i, y + j) for x, y in dots for i in (-1, 0, 1) for j in (-1, 0, 1)}:
            _pixel(canvas, x, y, outline)
    for x, y in dots:
        _pixel(canvas, x, y, ink)
