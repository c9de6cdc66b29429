"""
Send the terminal fewer bytes for the same picture.

Textual resets all styles after every piece of text, and then says them all again. Here only
what changes is said, and nothing of a blank but its background (ECMA-48, 8.3.117 SGR).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from textual.driver import Driver


class Look(NamedTuple):
    """The style of a text, as parameters of SGR."""

    ink: str = "39"
    ground: str = "49"
    effects: frozenset[str] = frozenset()


PLAIN = Look()
SEEN_ON_BLANKS = {"4", "7", "9", "21", "51", "52", "53"}
"""Underlines, reverse video, and other effects that a blank has too."""


def thrifty(driver: type[Driver]) -> type[Driver]:
    """A driver like *driver* that writes no more than it has to."""

    class ThriftyDriver(driver):
        def write(self, data: str) -> None:
            super().write(thin(data))

    return ThriftyDriver


def thin(data: str) -> str:
    """*data* with the same effect on a terminal whose style is plain before and after it."""
    if _UNUSUAL.search(data):
        return data
    now = wanted = PLAIN
    out: list[str] = []
    for found in _PIECES.finditer(data):
        style, move, text = found.groups()
        if text is not None:
            change, now = _change(now, wanted, text.isspace())
            out += (change, text)
        elif move is not None:
            out.append(move)
        else:
            wanted = _look(style)
    out.append(_change(now, PLAIN, False)[0])  # noqa: FBT003 - see there
    return "".join(out)


_UNUSUAL = re.compile(r"\x1b(?!\[[0-9;]*[mH])")
"""What does more than place and style texts."""
_PIECES = re.compile(r"\x1b\[([0-9;]*)m|(\x1b\[[0-9;]*H|[\r\n]+)|([^\x1b\r\n]+)")
_PARAMETERS = re.compile(
    r"(38;5;\d+|38;2;\d+;\d+;\d+|3[0-79]|9[0-7])(?![0-9])"
    r"|(48;5;\d+|48;2;\d+;\d+;\d+|4[0-79]|10[0-7])(?![0-9])"
    r"|(\d+)"
)


@lru_cache(4096)
def _look(style: str) -> Look:
    """What a text looks like after all styles were reset, and then *style* was set."""
    ink, ground, effects = PLAIN.ink, PLAIN.ground, set[str]()
    for found in _PARAMETERS.finditer(style):
        if found[1]:
            ink = found[1]
        elif found[2]:
            ground = found[2]
        elif found[3] == "0":
            ink, ground, effects = PLAIN.ink, PLAIN.ground, set[str]()
        else:
            effects.add(found[3])
    return Look(ink, ground, frozenset(effects))


@lru_cache(4096)
def _change(now: Look, wanted: Look, blank: bool) -> tuple[str, Look]:  # noqa: FBT001 - a key
    """What to say before a text that is to look as *wanted*, and how it will look then."""
    if blank and SEEN_ON_BLANKS.isdisjoint(now.effects | wanted.effects):
        # To forget everything is shorter than to forget the ground alone.
        forgets = wanted.ground == PLAIN.ground != now.ground
        wanted = PLAIN if forgets else wanted._replace(ink=now.ink, effects=now.effects)
    anew = _style(["0", *_new(PLAIN, wanted)])
    if now.effects - wanted.effects:
        return anew, wanted
    # Where much goes back to plain, beginning anew is shorter.
    return min(_style(_new(now, wanted)), anew, key=len), wanted


def _new(before: Look, wanted: Look) -> list[str]:
    """The parameters that make *wanted* of *before*, if no effect has to go."""
    return [
        *sorted(wanted.effects - before.effects),
        *([wanted.ink] if wanted.ink != before.ink else []),
        *([wanted.ground] if wanted.ground != before.ground else []),
    ]


def _style(parameters: list[str]) -> str:
    return f"\x1b[{';'.join(parameters)}m" if parameters else ""
