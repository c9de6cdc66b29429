"""
Cards: their notation, the full deck, and the one shuffle.

A card is written as its color letter and its face: ``R5`` red five, ``YS`` yellow
skip, ``GR`` green reverse, ``B+`` blue draw two, ``W`` wild, ``W+`` wild draw four.
"""

from __future__ import annotations

from enum import Enum
from itertools import count
from operator import attrgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SEED_BYTES = 32


class Color(Enum):
    """The four colors, in the order of the deck."""

    RED = "R"
    YELLOW = "Y"
    GREEN = "G"
    BLUE = "B"

    # Members are compared by identity, so identity hashes them: five times faster than the name.
    __hash__ = object.__hash__

    def __str__(self) -> str:
        return self.value


class Face(Enum):
    """What stands on a card beside its color; the values are the notation."""

    ZERO = "0"
    ONE = "1"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    SKIP = "S"
    REVERSE = "R"
    DRAW_TWO = "+"
    WILD = "W"
    WILD_DRAW_FOUR = "W+"

    __hash__ = object.__hash__

    def __str__(self) -> str:
        return self.value

    @property
    def points(self) -> int:
        """What the face counts against its holder at the end of a round (C1, R27)."""
        match self:
            case Face.SKIP | Face.REVERSE | Face.DRAW_TWO:
                return 20
            case Face.WILD | Face.WILD_DRAW_FOUR:
                return 50
            case _:
                return int(self.value)


class Card(Enum):
    """
    One of the 54 kinds of card; copies of a kind are the same object (R1).

    >>> Card("R5").color is Color.RED, Card("W+").color, Card.GS.face.points
    (True, None, 20)
    """

    def __init__(self, code: str) -> None:
        wild = code[0] == "W"
        self.color: Color | None = None if wild else Color(code[0])
        """None for wilds: the color chosen for one belongs to the pile, never to the card."""
        self.face = Face(code if wild else code[1:])
        self.points = self.face.points
        """0 to 9, 20 or 50 (R27)."""
        self.copies = 4 if wild else 1 if self.face is Face.ZERO else 2
        """How often the card is in the deck (R1)."""
        self.index = len(type(self).__members__)
        """Its place in the order of the deck, 0 to 53: what cards are sorted by."""
        before = [*type(self)][-1:]
        self.unit = before[0].unit << before[0].copies.bit_length() if before else 1
        """One of these cards in a tally."""
        self.field = self.unit * ((1 << self.copies.bit_length()) - 1)
        """The bits of a tally that count these cards: as many as the copies need."""

    R0, R1, R2, R3, R4 = "R0", "R1", "R2", "R3", "R4"
    R5, R6, R7, R8, R9 = "R5", "R6", "R7", "R8", "R9"
    RS, RR, R_PLUS = "RS", "RR", "R+"
    Y0, Y1, Y2, Y3, Y4 = "Y0", "Y1", "Y2", "Y3", "Y4"
    Y5, Y6, Y7, Y8, Y9 = "Y5", "Y6", "Y7", "Y8", "Y9"
    YS, YR, Y_PLUS = "YS", "YR", "Y+"
    G0, G1, G2, G3, G4 = "G0", "G1", "G2", "G3", "G4"
    G5, G6, G7, G8, G9 = "G5", "G6", "G7", "G8", "G9"
    GS, GR, G_PLUS = "GS", "GR", "G+"
    B0, B1, B2, B3, B4 = "B0", "B1", "B2", "B3", "B4"
    B5, B6, B7, B8, B9 = "B5", "B6", "B7", "B8", "B9"
    BS, BR, B_PLUS = "BS", "BR", "B+"
    W = "W"
    W_PLUS = "W+"

    __hash__ = object.__hash__

    def __str__(self) -> str:
        return self.value


DECK: tuple[Card, ...] = tuple(card for card in Card for _ in range(card.copies))
"""The 108 cards of D0, D1 and R1, in order."""


def card(code: str) -> Card:
    """
    The card written as *code*; ValueError if there is none.

    >>> str(card("W+"))
    'W+'
    """
    try:
        return Card(code)
    except ValueError:
        raise ValueError(f"not a card: {code!r}") from None


def cards(text: str) -> tuple[Card, ...]:
    """
    The cards written in *text*, separated by spaces; ValueError if one is none.

    >>> [each.face.name for each in cards("R5 BS W")]
    ['FIVE', 'SKIP', 'WILD']
    """
    return tuple(card(code) for code in text.split())


def tally(some: Iterable[Card]) -> int:
    """
    *some* as one number that counts the copies of each kind in a field of its own.

    So a card joins a tally when its unit is added, and leaves it when that is taken away;
    the field of a card, by ``&``, leaves nothing but the cards of its kind.

    >>> tally(cards("R1 G5 R1")) == 2 * Card.R1.unit + Card.G5.unit
    True
    >>> tally(cards("R1 G5 R1")) & Card.R1.field == tally(cards("R1 R1"))
    True
    """
    return sum([card.unit for card in some])


def fields(some: Iterable[Card]) -> int:
    """What leaves of a tally, by ``&``, the cards of the same kinds as *some*."""
    return sum({card.field for card in some})


def last_kind(tally: int) -> tuple[Card, int]:
    """
    The kind of card in *tally* that comes last in the deck, and the tally without that kind.

    >>> last_kind(tally(cards("B2 B2 R0"))) == (Card.B2, tally(cards("R0")))
    True
    """
    kind = _KIND_AT[tally.bit_length()]
    return kind, tally % kind.unit


def in_order(some: Iterable[Card]) -> list[Card]:
    """*some* as a new list, in the order of the deck."""
    return sorted(some, key=_INDEX)


def shuffled(some: Iterable[Card], seed: bytes, number: int) -> list[Card]:
    """
    *some* in a random order that depends on nothing but what they are, *seed* and *number*.

    The cards are put in the order of the deck, so that the order in which they come
    cannot steer the result (R24). Then, for each place i from the last down to 1, j is
    drawn from 0..i and the cards at i and j change places (Fisher and Yates). The
    numbers come from the bytes of SHAKE-256 over ``b"lanuno shuffle"``, the 32 bytes of
    *seed* and *number* as 4 bytes, big-endian: a byte is skipped when it is not below
    the largest multiple of i + 1 that is at most 256, and j is the rest of its division
    by i + 1. So every order is equally likely.

    At most 256 cards; ValueError for more, or for a seed that is not 32 bytes long.

    >>> [str(each) for each in shuffled(cards("R1 R2 R3 R4"), bytes(32), 1)]
    ['R3', 'R4', 'R1', 'R2']
    """
    return mixed(in_order(some), seed, number)


def mixed(some: list[Card], seed: bytes, number: int) -> list[Card]:
    """`shuffled` for cards that are in the order of the deck already; the list itself changes."""
    if len(some) > _BYTE:
        raise ValueError(f"too many cards to shuffle: {len(some)}")
    i = len(some) - 1
    if i < 1:
        return some
    places = _PLACES[i]
    for block in _random_blocks(seed, number):
        for byte in block:
            j = places[byte]
            if j >= 0:
                some[i], some[j] = some[j], some[i]
                i -= 1
                if not i:
                    return some
                places = _PLACES[i]
    raise AssertionError("the stream has no end")


def first_dealer(seed: bytes, players: int) -> int:
    """The seat that deals first (R2): a number below *players* drawn like a place in a shuffle."""
    places = _PLACES[players - 1]
    blocks = _random_blocks(seed, 0, _FEW)
    return next(places[byte] for block in blocks for byte in block if places[byte] >= 0)


_BYTE, _FEW = 256, 16
_KIND_AT = {
    length: card
    for card in Card
    for length in range(card.unit.bit_length(), card.field.bit_length() + 1)
}
"""By the length in bits of a tally, its last kind."""
_INDEX = attrgetter("index")
_PLACES = [[*range(n)] * (_BYTE // n) + [-1] * (_BYTE % n) for n in range(1, _BYTE + 1)]
"""For each place i and each byte, the place that changes with it; -1 for a byte to skip."""


def _random_blocks(seed: bytes, number: int, size: int = _BYTE) -> Iterator[bytes]:
    """The endless stream that *seed* and *number* stand for, *size* bytes at a time."""
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed is {SEED_BYTES} bytes long, not {len(seed)}")
    # A screen that shows cards shuffles none, and this takes long to load.
    from hashlib import shake_256  # noqa: PLC0415

    shake = shake_256(b"lanuno shuffle" + seed + number.to_bytes(4, "big"))
    return (shake.digest(end)[end - size :] for end in count(size, size))
