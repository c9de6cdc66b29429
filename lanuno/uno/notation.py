"""
Everything that can be done in a game, as a word of its record.

A card is a play: ``R5``, ``W=G`` with the color chosen, ``R7>2`` with the seat whose hand
is taken, ``G5!`` with a call of Uno. The rest is ``draw``, ``pass``, ``pick=R``,
``accept``, ``challenge``, ``uno``, ``catch=1``, ``next``, ``join`` and ``leave``, each behind
its seat; ``stop`` is everybody's.
"""

from __future__ import annotations

from lanuno.uno.actions import (
    Accept,
    CallUno,
    Catch,
    Challenge,
    Deed,
    Draw,
    Join,
    Leave,
    NextRound,
    Pass,
    PickColor,
    Play,
    Stop,
)
from lanuno.uno.cards import Card, Color, Face

_SEATS = tuple("0123456789")


def word(seat: int, deed: Deed) -> str:
    """
    The word for *deed* of *seat*, which does not matter for a `Stop`.

    >>> word(2, Play(Card("W+"), Color.BLUE, uno=True))
    '2:W+=B!'
    """
    return "stop" if isinstance(deed, Stop) else f"{seat:d}:{_what(deed)}"


def parse(text: str) -> tuple[int, Deed]:
    """
    The seat and the deed that *text* is the word for; ValueError if it is none.

    >>> parse("0:catch=3")
    (0, Catch(seat=3))
    """
    if text == "stop":
        return -1, Stop()
    seat, _, what = text.partition(":")
    if seat not in _SEATS or what not in _DEEDS:
        raise ValueError(f"not a deed: {text!r}")
    return int(seat), _DEEDS[what]


def _what(deed: Deed) -> str:
    match deed:
        case Play(card, color, uno, swap):
            chosen = f"={color}" if color else "" if swap is None else f">{swap:d}"
            return f"{card}{chosen}{'!' if uno else ''}"
        case PickColor(color):
            return f"pick={color}"
        case Catch(seat):
            return f"catch={seat}"
        case _:
            return _PLAIN[deed]


_PLAIN: dict[Deed, str] = {
    Draw(): "draw",
    Pass(): "pass",
    Challenge(): "challenge",
    Accept(): "accept",
    CallUno(): "uno",
    NextRound(): "next",
    Join(): "join",
    Leave(): "leave",
}

_SEVENS = [card for card in Card if card.face is Face.SEVEN]
_CALLS = False, True

_DEEDS: dict[str, Deed] = {
    _what(deed): deed
    for deed in (
        *_PLAIN,
        *(PickColor(color) for color in Color),
        *(Catch(int(seat)) for seat in _SEATS),
        *(Play(card, color, uno) for card in Card for color in (None, *Color) for uno in _CALLS),
        *(Play(card, None, uno, seat) for card in _SEVENS for seat in range(10) for uno in _CALLS),
    )
}
