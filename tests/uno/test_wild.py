"""Wilds and the color in force."""

import pytest

from lanuno.uno import Card, Color, Game, Play, Playing, Reason, card
from lanuno.uno.events import CardPlayed, TurnBegan

from .lab import OFFICIAL, VICTIM, fingerprint, play, playable, refusal, words


@pytest.mark.parametrize("color", Color)
def test_a_wild_brings_the_color_that_its_player_names_in_one_action(color):
    """P3, R9, B11."""
    game = Game.position("W R1 Y1 G1 | G3 | B7", top="R5", rules=VICTIM)

    happened = game.apply(0, Play(card("W"), color))

    assert happened == (CardPlayed(0, Card.W, color), TurnBegan(1))
    assert (game.color, game.phase) == (color, Playing())


@pytest.mark.parametrize("color", ["wild", None, "purple", "R", "", 0, Color, card("R5"), b"R"])
@pytest.mark.parametrize("code", ["W", "W+"])
@pytest.mark.parametrize("rules", [VICTIM, OFFICIAL])
def test_nothing_but_one_of_the_four_colors_can_be_named(code, color, rules):
    """R9, R30, B07: no penalty, and still the same player's turn."""
    game = Game.position(f"{code} R1 Y1 | G3 | B7", top="R5", rules=rules)
    before = fingerprint(game)

    assert refusal(game, 0, Play(card(code), color)) is Reason.MUST_CHOOSE_COLOR
    assert fingerprint(game) == before


@pytest.mark.parametrize("code", ["W", "W+"])
@pytest.mark.parametrize("color", ["purple", "R", 0, b"R"])
def test_nor_can_it_with_a_last_card(code, color):
    """R26, B07."""
    game = Game.position(f"{code} | G3 | B7", top="R5", rules=VICTIM)

    assert refusal(game, 0, Play(card(code), color)) is Reason.MUST_CHOOSE_COLOR


@pytest.mark.parametrize("color", [Color.RED, Color.GREEN, "purple"])
def test_a_card_that_has_a_color_takes_no_other(color):
    """R9, R30."""
    game = Game.position("R1 Y1 | G3 | B7", top="R5")
    before = fingerprint(game)

    assert refusal(game, 0, Play(card("R1"), color)) is Reason.COLOR_NOT_ASKED
    assert refusal(game, 0, Play(card("Y1"), color)) is Reason.COLOR_NOT_ASKED
    assert fingerprint(game) == before


def test_one_wild_of_two_leaves_the_hand():
    """R1, B08."""
    game = Game.position("W W R1 | G3 | B7", top="R5", rules=VICTIM)

    game.apply(0, play("W", "G"))

    assert words(game.hands[0]) == "W R1"
    assert card("W").color is None


def test_the_named_color_is_played_on_a_wild():
    """R8, B09."""
    game = Game.position("R1 | G4 Y4 B4 | B7", top="W", color=Color.GREEN, turn=1, rules=VICTIM)
    assert playable(game, 1) == "G4"

    game.apply(1, play("G4"))

    assert (game.color, game.discard[-1]) == (Color.GREEN, card("G4"))


@pytest.mark.parametrize("code", ["W", "W+"])
def test_a_wild_lies_on_a_wild_and_may_name_the_color_already_in_force(code):
    """R8."""
    game = Game.position(f"{code} R1 | G4 | B7", top="W", color=Color.GREEN)

    game.apply(0, play(code, "G"))

    assert game.color is Color.GREEN


def test_choosing_a_color_draws_no_cards():
    """P3, B20."""
    game = Game.position("W R1 R2 Y3 G4 B6 | G3 | B7", top="R5", rules=VICTIM)

    game.apply(0, play("W", "R"))

    assert words(game.hands[0]) == "R1 R2 Y3 G4 B6"


def test_a_color_chosen_for_a_wild_does_not_outlive_the_next_card():
    """R1."""
    game = Game.position("W R1 R2 | G3 B1 | Y3 B7 W+", top="R5")
    game.apply(0, play("W", "G"))
    game.apply(1, play("G3"))
    game.apply(2, play("Y3"))

    assert game.color is Color.YELLOW
    assert playable(game, 0) == ""
