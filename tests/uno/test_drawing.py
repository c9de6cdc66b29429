"""Drawing a card instead of playing, and what may be done with it."""

import pytest

from lanuno.uno import Color, Draw, Drew, Game, Pass, Play, Reason, Rules, card
from lanuno.uno.events import CardsDrawn, TurnBegan, TurnPassed, Why

from .lab import OFFICIAL, VICTIM, play, playable, refusal, words

MAY = Rules(drawn_card="may", challenge_by="victim")


def drawing(hand, pile, *, top="R7", rules=VICTIM):
    """The game after the first of three players, who holds *hand*, drew the first of *pile*."""
    game = Game.position(f"{hand} | G3 G4 | B7", top=top, pile=pile, rules=rules)
    game.apply(0, Draw())
    return game


def test_a_drawn_card_that_does_not_fit_ends_the_turn_by_itself():
    """P2, R11, B14, B15."""
    game = drawing("R1 B9", "G2 R3 R4")

    assert game.events == (CardsDrawn(0, 1, 1, Why.TURN), TurnPassed(0), TurnBegan(1))
    assert words(game.hands[0]) == "R1 B9 G2"
    assert refusal(game, 0, Draw()) is Reason.NOT_YOUR_TURN
    assert refusal(game, 0, play("R1")) is Reason.NOT_YOUR_TURN


def test_a_drawn_card_that_fits_must_be_played_at_once():
    """P2, X3, R11, B16."""
    game = drawing("G1 B9", "R3 Y1")

    assert game.phase == Drew()
    assert game.drawn is card("R3")
    assert game.legal(0) == (play("R3"),)
    assert refusal(game, 0, Pass()) is Reason.MUST_PLAY_DRAWN

    game.apply(0, play("R3"))

    assert words(game.hands[0]) == "G1 B9"
    assert game.turn == 1


@pytest.mark.parametrize("rules", [MAY, OFFICIAL])
def test_a_drawn_card_that_fits_may_be_kept_where_that_is_agreed(rules):
    """P2, R11, B16: `drawn_card`."""
    game = drawing("G1 B9", "R3 Y1", rules=rules)
    assert set(game.legal(0)) == {play("R3"), Pass()}

    happened = game.apply(0, Pass())

    assert happened == (TurnPassed(0), TurnBegan(1))
    assert words(game.hands[0]) == "G1 B9 R3"


@pytest.mark.parametrize("rules", [VICTIM, MAY])
def test_only_the_drawn_card_may_be_played_and_no_second_one_drawn(rules):
    """R11, B14, B15."""
    game = drawing("R1 B9 R7", "R3 R4", rules=rules)

    assert playable(game, 0) == "R3"
    assert refusal(game, 0, play("R1")) is Reason.MUST_PLAY_DRAWN
    assert refusal(game, 0, play("B9")) is Reason.MUST_PLAY_DRAWN
    assert refusal(game, 0, Draw()) is Reason.ALREADY_DREW
    assert words(game.hands[0]) == "R1 B9 R7 R3"


def test_a_copy_of_the_drawn_card_is_as_good_as_the_card_itself():
    """R1, R11."""
    game = drawing("R3 B9", "R3 R4")

    game.apply(0, play("R3"))

    assert words(game.hands[0]) == "B9 R3"
    assert game.turn == 1


@pytest.mark.parametrize("hand", ["G1 B9", "R1 B9"])
def test_a_drawn_wild_must_be_played_too_with_the_color_that_the_player_names(hand):
    """X3, R9, R11."""
    game = drawing(hand, "W R4")

    assert game.legal(0) == tuple(Play(card("W"), color) for color in Color)
    assert refusal(game, 0, play("W")) is Reason.MUST_CHOOSE_COLOR


def test_a_drawn_wild_draw_four_must_be_played_when_it_is_legal():
    """R11, R14."""
    game = drawing("G1 B9", "W+ R4")

    assert game.legal(0) == tuple(Play(card("W+"), color) for color in Color)


def test_a_drawn_wild_draw_four_may_be_kept_or_bluffed_when_it_is_not_legal():
    """R11, R15."""
    game = drawing("R1 B9", "W+ R4")
    assert set(game.legal(0)) == {*(Play(card("W+"), color) for color in Color), Pass()}

    game.apply(0, Pass())

    assert words(game.hands[0]) == "R1 B9 W+"
    assert game.turn == 1


def test_a_drawn_wild_draw_four_that_would_be_a_bluff_passes_the_turn_where_bluffs_are_refused():
    """R11, R15: `bluffing`."""
    game = drawing("R1 B9", "W+ R4", rules=Rules(bluffing=False))

    assert game.turn == 1
    assert words(game.hands[0]) == "R1 B9 W+"


def test_a_card_is_kept_only_after_it_was_drawn():
    """R11."""
    game = Game.position("R1 B9 | G3", top="R7", rules=OFFICIAL)

    assert refusal(game, 0, Pass()) is Reason.NOTHING_DRAWN


def test_what_was_drawn_is_nobody_elses_business():
    """R11: who may act on it, and who is told which card it is."""
    game = drawing("G1 B9", "R3 Y1")

    assert game.look(0).drawn is card("R3")
    assert [game.look(seat).drawn for seat in (None, 1, 2)] == [None, None, None]
    assert game.legal(1) == game.legal(2) == ()


def test_a_drawn_last_card_but_one_can_be_called_with_its_play():
    """R11, R20."""
    game = Game.position("G1 | G3 G4 | B7", top="R7", pile="R3")
    game.apply(0, Draw())

    game.apply(0, play("R3", uno=True))

    assert (game.called, game.owing) == ({0}, set())
