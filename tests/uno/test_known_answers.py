"""
What the same seed must give for ever, on every Python and every machine.

A change of the shuffle changes everything that was ever recorded: these answers, and no others,
have to be made anew with it.
"""

from hashlib import shake_256

import pytest

from lanuno.uno import DECK, CallUno, Draw, Game, NextRound, Rules, shuffled
from lanuno.uno.cards import cards, first_dealer

from .lab import play, words

SEED = bytes(range(32))

SHUFFLE_7 = """
"""


def test_the_seventh_shuffle_of_a_known_seed_is_known():
    assert shuffled(DECK, SEED, 7) == list(cards(SHUFFLE_7))
