"""
What one seed must give for ever, on every Python and every machine.

A change of the shuffle changes every game that was ever recorded; only then do these answers,
and the recorded games, have to be made anew.
"""

from hashlib import shake_256

import pytest

from lanuno.uno import DECK, Card, Color, Game, shuffled
from lanuno.uno.cards import cards, first_dealer
from lanuno.uno.notation import parse

from .lab import words

SEED = bytes(range(32))

SHUFFLE_7 = """
    R6 B+ B6 W W+ R+ R6 RS Y8 G4 G3 Y6 B6 R8 R1 G5 B1 B9 G8 Y+ Y+ Y9 G1 Y8 G2 G6 B7 B8 Y5 G7 YR
    G3 BR B0 W+ W G5 B2 Y2 Y4 B5 R2 R3 Y7 R+ G0 G4 B5 Y5 GS RR B2 B4 Y3 B9 GR Y1 YS B+ W+ G+ R7
    Y1 RR G9 B8 R4 Y9 B3 B3 BR Y0 R7 B1 R4 Y2 BS RS R0 G6 R9 G2 G+ G1 GS B7 B4 R3 YR G9 G8 W Y7
    BS R1 R8 Y4 GR G7 Y6 W R2 YS R5 Y3 R9 R5 W+
"""
DEALERS = [0, 0, 0, 2, 4, 2, 4, 1, 0]
"""Of 2 to 10 players."""

HANDS = ["Y4 RS YR R7 Y1 Y6 G0", "G+ Y3 G3 W+ B5 B+ R5", "R8 BR W+ W G+ G8 G2"]
PILE = "RR G6 G7 Y5 RS Y7 R4 R0"
OPENING = "2:G2 1:G3 0:G0 2:G8 1:G+ 2:G+ 0:G6 2:W=B 1:B5 0:draw 2:BR 0:RR 2:R8! 1:R5"
LATER_HANDS = ["Y4 RS YR R7 Y1 Y6 RS", "Y3 W+ B+ G7 Y5", "W+"]
LATER_PILE = "Y7 R4 R0 R9 R2"
PILE_WITHOUT_THE_LAST = "GR G1 B3 R+ B6 B3 R3 W+"


def test_a_known_shuffle():
    assert words(shuffled(DECK, SEED, 7)) == " ".join(SHUFFLE_7.split())


def test_known_dealers():
    assert [first_dealer(SEED, players) for players in range(2, 11)] == DEALERS


def test_a_known_deal():
    game = Game.new(3, SEED)

    assert [words(hand) for hand in game.hands] == HANDS
    assert words(game.pile[:8]) == PILE
    assert (game.dealer, game.turn, game.direction) == (0, 2, -1)
    assert words(game.discard) == "GR"


def test_a_known_opening():
    game = Game.new(3, SEED)

    for seat, action in map(parse, OPENING.split()):
        game.apply(seat, action)

    assert [words(hand) for hand in game.hands] == LATER_HANDS
    assert words(game.pile[:5]) == LATER_PILE
    assert words(game.discard) == "GR G2 G3 G0 G8 G+ G+ G6 W B5 BR RR R8 R5"
    assert (game.turn, game.direction, game.color) == (0, -1, Color.RED)
    assert game.called == {2}


def test_a_known_second_shuffle():
    game = Game.new(3, SEED)
    for seat, action in map(parse, OPENING.split()):
        game.apply(seat, action)

    game.leave(2)

    assert words(game.pile[:8]) == PILE_WITHOUT_THE_LAST


def by_the_description(some, seed, number):
    """A shuffle written from nothing but the docstring of `shuffled`."""
    left = sorted(some, key=list(Card).index)
    stream = iter(shake_256(b"lanuno shuffle" + seed + number.to_bytes(4, "big")).digest(2**12))
    for place in reversed(range(1, len(left))):
        choices = place + 1
        largest = max(multiple for multiple in range(257) if multiple % choices == 0)
        byte = next(byte for byte in stream if byte < largest)
        chosen = byte % choices
        left[place], left[chosen] = left[chosen], left[place]
    return left


@pytest.mark.parametrize("number", [1, 2, 255, 256, 2**32 - 1])
@pytest.mark.parametrize("some", [DECK, DECK[::-1][:60], cards("W"), (), cards("W W W W")], ids=len)
def test_the_description_of_the_shuffle_is_all_that_one_needs_to_write_it_again(some, number):
    for seed in [SEED, bytes(32), *(bytes([byte]) * 32 for byte in range(1, 256, 51))]:
        assert shuffled(some, seed, number) == by_the_description(some, seed, number)
