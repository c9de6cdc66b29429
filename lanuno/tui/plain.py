"""Draw with fewer characters, where a terminal does not have them all."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.segment import Segment
from textual.filter import LineFilter

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.color import Color

_SIMPLE = {
    **dict.fromkeys("─═━▁▔", "-"),
    **dict.fromkeys("│║┃▎▌▐▏▕", "|"),
    **dict.fromkeys("┌┐└┘╔╗╚╝├┤┬┴┼╭╮╰╯", "+"),
    **dict(zip("▲■●▼►◄«»Ø←→↑↓…·—„“”", '^#ov><<>0<>^v..-"""', strict=True)),
    **dict.fromkeys("▀▄█▂▃▅▆▇", " "),
    # The Cyrillic letters of Serbian, each by the Latin one that it is nearest to.
    **dict(zip("абвгдђежзијклљмнњопрстћуфхцчџш", "abvgddezzijkllmnnoprstcufhccds", strict=True)),
    "đ": "d",
}
_CONSOLE = {"●": "o", "Ø": "0", "…": "."}
"""What the fonts of the Linux console do not have."""


class FewerCharacters(LineFilter):
    """Draws each character that is missing as another of the same width."""

    def __init__(self, replacement: Callable[[str], str]) -> None:
        super().__init__()
        self._replacement = replacement

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002 - Textual passes it
        replaced = self._replacement
        return [
            segment
            if segment.text.isascii() or segment.control
            else Segment("".join(map(replaced, segment.text)), segment.style)
            for segment in segments
        ]


@cache
def as_ascii(char: str) -> str:
    """
    What stands for *char* where there is ASCII alone, as wide as it is.

    >>> "".join(map(as_ascii, "Đorđe: ▲7 „žuto“ Жика 漢"))
    'Dorde: ^7 "zuto" Zika ??'
    """
    if char.isascii():
        return char
    simple = _SIMPLE.get(char) or _SIMPLE.get(char.lower(), "").upper()
    base = unicodedata.normalize("NFKD", char)[0]
    return simple or (base if base.isascii() else "?" * cell_len(char))


def on_console(char: str) -> str:
    """What stands for *char* on the Linux console."""
    return _CONSOLE.get(char, char)
