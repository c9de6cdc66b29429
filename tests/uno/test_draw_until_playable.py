"""House rule: drawing goes on until a card can be played (R36)."""

import pytest

from lanuno.uno import (
    CallUno,
    Draw,
    Drew,
    Game,
    Pass,
    Play,
    Playing,
    Reason,
    RoundOver,
    Rules,
    card,
)
from lanuno.uno.events import CardsDrawn, PileReshuffled, RoundEnded, TurnBegan, TurnPassed, Why

from .lab import play, refusal, words

UNTIL = Rules(draw_until_playable=True)


def table(pile, hands="B5 B9 | G3 G4 | Y7 Y8", discard="", **others):
    """Seat 0 on turn, and nothing that it holds goes on the red card on top."""
    rules = Rules(draw_until_playable=True, **others)
    return Game.position(hands, top="R1", pile=pile, discard=discard, rules=rules)


def test_cards_are_drawn_until_one_fits_and_that_one_must_be_played():
    """R36, R11, X3."""
    game = table("B2 G2 Y3 R4 R5")

    events = game.apply(0, Draw())

    assert events == (CardsDrawn(0, 4, 4, Why.TURN),)
    assert words(game.hands[0]) == "B5 B9 B2 G2 Y3 R4"
    assert (game.turn, game.phase, game.drawn) == (0, Drew(), card("R4"))
    assert game.legal(0) == (play("R4"),)


def test_or_kept_where_that_is_agreed():
    """R36, R11: `drawn_card`."""
    game = table("B2 G2 R4 R5", drawn_card="may")
    game.apply(0, Draw())
    assert game.legal(0) == (play("R4"), Pass())

    game.apply(0, Pass())

    assert (game.turn, len(game.hands[0])) == (1, 5)


def test_a_card_that_fits_at_once_ends_the_drawing():
    """R36."""
    game = table("R4 R5")

    assert game.apply(0, Draw()) == (CardsDrawn(0, 1, 1, Why.TURN),)


def test_nothing_else_may_be_played_and_nothing_more_drawn():
    """R36, R11, B14."""
    game = table("B2 R4 R5", hands="B5 R9 | G3 G4")
    game.apply(0, Draw())

    assert refusal(game, 0, play("R9")) is Reason.MUST_PLAY_DRAWN
    assert refusal(game, 0, Draw()) is Reason.ALREADY_DREW


def test_without_it_one_card_is_all():
    """R11, R36, B15."""
    game = Game.position("B5 B9 | G3 G4", top="R1", pile="B2 R4")

    events = game.apply(0, Draw())

    assert events == (CardsDrawn(0, 1, 1, Why.TURN), TurnPassed(0), TurnBegan(1))


def test_a_wild_draw_four_ends_the_drawing_and_may_be_kept_when_it_is_a_bluff():
    """R36, R11, R14."""
    game = table("B2 W+ R4", hands="B5 R9 | G3 G4")
    game.apply(0, Draw())

    assert game.drawn is card("W+")
    assert Pass() in game.legal(0)


def test_a_wild_draw_four_that_would_be_a_bluff_is_drawn_past_where_that_is_barred():
    """R36, R15."""
    game = table("B2 W+ R4", hands="B5 R9 | G3 G4", bluffing=False)

    game.apply(0, Draw())

    assert (game.drawn, len(game.hands[0])) == (card("R4"), 5)


def test_the_discard_pile_is_shuffled_when_the_draw_pile_is_through():
    """R36, R24."""
    game = table("B2", discard="R8")

    events = game.apply(0, Draw())

    assert events == (PileReshuffled(1), CardsDrawn(0, 2, 2, Why.TURN))
    assert game.drawn is card("R8")
    game.check()


def test_when_nothing_is_left_the_turn_passes():
    """R36, R25."""
    game = table("B2 G2")

    events = game.apply(0, Draw())

    assert events == (CardsDrawn(0, 2, 3, Why.TURN), TurnPassed(0), TurnBegan(1))
    assert (game.turn, game.phase) == (1, Playing())


def test_a_lap_in_which_nobody_can_draw_ends_the_round():
    """R36, R25, B55."""
    game = table("B2")

    for seat in (0, 1, 2):
        game.apply(seat, Draw())
    assert game.phase == Playing()
    events = game.apply(0, Draw())

    assert isinstance(events[-1], RoundEnded)
    assert isinstance(game.phase, RoundOver)
    assert game.phase.result.winner is None


def test_a_call_does_not_outlive_it():
    """R36, R20, B62."""
    game = table("B2 R4")
    game.apply(0, CallUno())

    game.apply(0, Draw())

    assert game.called == set()


def test_whoever_can_play_must_where_that_is_agreed_and_may_draw_else():
    """R36, R10."""
    able = table("B2 R4", hands="B5 R9 | G3 G4", must_play=True)
    unable = table("B2 R4", must_play=True)

    assert refusal(able, 0, Draw()) is Reason.MUST_PLAY
    assert Draw() in unable.legal(0)


def test_a_draw_two_that_was_drawn_begins_a_stack():
    """R36, R33."""
    game = table("B2 R+", stacking="two")
    game.apply(0, Draw())

    game.apply(0, play("R+"))

    assert game.phase.count == 2


@pytest.mark.parametrize("players", [2, 4, 10])
def test_whoever_always_draws_always_ends_with_a_card_that_fits_while_there_are_cards(players):
    """R36."""
    game = Game.new(players, bytes(32), UNTIL)
    for _ in range(60):
        if Draw() not in game.legal(game.turn):
            break
        seat = game.turn
        game.apply(seat, Draw())
        assert game.phase == Drew() or game.pile == ()
        plays = [each for each in game.legal(seat) if isinstance(each, Play)]
        if plays:
            game.apply(seat, plays[0])
        game.check()
