"""Every hint in words: what to do, and why."""

from __future__ import annotations

import pytest

from lanuno.bots.thought import Motive
from lanuno.language import choose_language
from lanuno.narration.advice import hint
from lanuno.net.messages import Advice
from lanuno.uno import Color, Game, PickColor, Play, card
from lanuno.uno.actions import Accept, CallUno, Catch, Challenge, Draw, Pass

NAMES = ("Ana", "Boris", "Ceca")
VIEW = Game.position("R1 R2 | B7 B8 | Y1 Y2", top="R5").look(0)

MOVES = [
    (Play(card("R2")), "red 2"),
    (Play(card("W"), Color.GREEN), "wild, and the color green"),
    (Play(card("R7"), swap=2), "red 7, and the hand of Ceca"),
    (Draw(), "draw a card"),
    (Pass(), "keep the card"),
    (PickColor(Color.BLUE), "the color blue"),
    (Challenge(), "challenge Boris"),
    (Accept(), "take the cards"),
    (CallUno(), "call Uno"),
    (Catch(2), "catch Ceca"),
]


@pytest.mark.parametrize(("action", "told"), MOVES)
def test_it_says_what_to_do(action, told):
    assert hint(Advice(0, action, Motive.FREE, 1), VIEW, NAMES).startswith(f"Hint: {told}. ")


@pytest.mark.parametrize("language", ["en", "sr", "sr_Latn"])
@pytest.mark.parametrize("motive", Motive)
def test_it_says_why_in_one_sentence_that_fits_into_the_prompt(motive, language):
    choose_language(language)
    try:
        told = hint(Advice(0, Draw(), motive, 1, 42), VIEW, NAMES)
    finally:
        choose_language("en")

    assert told.endswith(".")
    assert "{" not in told
    assert len(told) < 72
