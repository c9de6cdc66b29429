"""
The one way in for text from another machine: what a terminal may be shown, and no more.

Control and escape characters, bidirectional overrides, invisible letters and towers of
accents are taken out; letters of every script stay.
"""

from __future__ import annotations

import unicodedata
from itertools import chain
from typing import ClassVar, Self

from rich.cells import cell_len

from lanuno.net import limits


class CleanText(str):
    """Text that `clean` has been over; each kind has its limits in characters, bytes and cells."""

    __slots__ = ()
    chars_max: ClassVar[int]
    bytes_max: ClassVar[int]
    cells_max: ClassVar[int]

    @classmethod
    def of(cls, text: str) -> Self:
        """*text* made fit to show; "?" when nothing of it can be shown."""
        return cls(clean(text, cls.chars_max, cls.bytes_max, cls.cells_max) or "?")

    def marked(self, mark: str) -> Self:
        """The text with the ASCII *mark* after it, shortened so that all of *mark* fits."""
        room = self.chars_max - len(mark), self.bytes_max - len(mark), self.cells_max - len(mark)
        return type(self)(clean(self, *room) + mark)


class PlayerName(CleanText):
    __slots__ = ()
    chars_max, bytes_max, cells_max = limits.PLAYER_NAME


class TableName(CleanText):
    __slots__ = ()
    chars_max, bytes_max, cells_max = limits.TABLE_NAME


class ChatText(CleanText):
    __slots__ = ()
    chars_max, bytes_max, cells_max = limits.CHAT


def clean(text: str, chars_max: int, bytes_max: int, cells_max: int) -> str:
    r"""
    *text* on one line, within the limits, with nothing in it that a terminal would obey.

    Cleaning twice changes nothing. A long input costs no more than a short one.

    >>> clean("A\x1b[31mna\u202e  Ć", 16, 48, 16)
    'A [31mna Ć'
    """
    before, shown = None, text[: 8 * chars_max]
    # Cutting and dropping can make new pairs that compose, or leave an accent without its letter.
    while shown != before:
        before, shown = shown, _cut(_composed(shown), chars_max, bytes_max, cells_max)
    return shown


def skeleton(name: str) -> str:
    r"""
    What *name* looks like, for telling two names apart; never to be shown.

    >>> skeleton("\N{CYRILLIC CAPITAL LETTER A}na") == skeleton("ANA")
    True
    """
    folded = unicodedata.normalize("NFKC", name).casefold()
    return folded.translate(_LOOKS_LIKE)


def _composed(text: str) -> str:
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", text):
        category = unicodedata.category(char)
        if category in _SPACES:
            kept.append(" ")
        elif category in _DROPPED or ord(char) in _INVISIBLE:
            continue
        elif category in _MARKS:
            marks += 1
            if marks <= limits.MARKS_MAX and kept and kept[-1] != " ":
                kept.append(char)
            continue
        else:
            kept.append(char)
        marks = 0
    return " ".join(unicodedata.normalize("NFC", "".join(kept)).split())


def _cut(text: str, chars_max: int, bytes_max: int, cells_max: int) -> str:
    text = text[:chars_max].encode()[:bytes_max].decode(errors="ignore")
    while cell_len(text) > cells_max:
        text = text[:-1]
    return text.rstrip()


_SPACES = {"Cc", "Zl", "Zp", "Zs"}
_DROPPED = {"Cf", "Cs", "Co", "Cn"}
_MARKS = {"Mn", "Me", "Mc"}

# Unicode's Default_Ignorable_Code_Point, as not all of them are format characters, and four that
# are drawn with nothing in them: the blank of Braille, a filler, a note without a head, a joiner.
_INVISIBLE = frozenset(
    chain(
        (0x00AD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFEFF, 0xFFA0),
        range(0x180B, 0x1810),
        range(0x200B, 0x2010),
        range(0x202A, 0x202F),
        range(0x2060, 0x2070),
        range(0xFE00, 0xFE10),
        range(0xFFF0, 0xFFF9),
        range(0x1BCA0, 0x1BCA4),
        range(0x1D173, 0x1D17B),
        range(0xE0000, 0xE1000),
        (0x2800, 0x16FE4, 0x1D159, 0x1107F),
    )
)

_LOOKS_LIKE = str.maketrans(
    "асеіјорѕхувнкмтԁԛԝӏɡαβεικνορτυχγѵ0",  # noqa: RUF001 - look-alikes are the point
    "aceijopsxybhkmtdqwlgabeiknoptuxyvo",
) | {ord("1"): "l", ord("|"): "l", ord("i"): "l"}
