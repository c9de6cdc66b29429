"""Challenging a wild draw four: who may, what it costs, and who sees what."""

import pytest

from lanuno.uno import (
    Accept,
    Challenge,
    Challengeable,
    Color,
    Draw,
    Game,
    Playing,
    Reason,
    Rules,
    card,
)
from lanuno.uno.events import CardsDrawn, ChallengeJudged, PlayerSkipped, TurnBegan, Why
from lanuno.uno.view import Shown

from .lab import OFFICIAL, VICTIM, fingerprint, play, playable, refusal, words

PILE = "Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8"
ANYONE = Rules()


def challenged(hand, *, by=1, rules=VICTIM):
    """The game after *by* doubted a wild draw four laid on a red card beside *hand*, as green."""
    game = Game.position(f"W+ {hand} | G3 G4 | B7 B8 | B5", top="R1", pile=PILE, rules=rules)
    game.apply(0, play("W+", "G"))
    game.apply(by, Challenge())
    return game


@pytest.mark.parametrize("rules", [VICTIM, ANYONE, OFFICIAL])
def test_a_bluff_found_out_costs_four_and_the_victim_takes_an_ordinary_turn(rules):
    """X1, P3, R17, B76."""
    game = challenged("R5 Y9", rules=rules)

    assert game.events == (
        ChallengeJudged(1, 0, guilty=True),
        CardsDrawn(0, 4, 4, Why.BLUFF),
        TurnBegan(1),
    )
    assert words(game.hands[0]) == "R5 Y9 Y1 Y2 Y3 Y4"
    assert words(game.hands[1]) == "G3 G4"
    assert (game.turn, game.phase) == (1, Playing())
    assert playable(game, 1) == "G3 G4"


@pytest.mark.parametrize("rules", [VICTIM, ANYONE, OFFICIAL])
def test_a_victim_who_doubts_wrongly_draws_six_and_loses_the_turn(rules):
    """R17, B01, B13."""
    game = challenged("B1 Y9", rules=rules)

    assert game.events == (
        ChallengeJudged(1, 0, guilty=False),
        CardsDrawn(1, 2, 2, Why.WRONG_CHALLENGE),
        CardsDrawn(1, 4, 4, Why.DRAW_FOUR),
        PlayerSkipped(1),
        TurnBegan(2),
    )
    assert words(game.hands[1]) == "G3 G4 Y1 Y2 Y3 Y4 Y5 Y6"
    assert words(game.hands[0]) == "B1 Y9"


def test_another_player_who_doubts_rightly_saves_the_victim():
    """P3, R16, R17."""
    game = challenged("R5 Y9", by=3, rules=ANYONE)

    assert game.events == (
        ChallengeJudged(3, 0, guilty=True),
        CardsDrawn(0, 4, 4, Why.BLUFF),
        TurnBegan(1),
    )
    assert words(game.hands[1]) == "G3 G4"


def test_another_player_who_doubts_wrongly_draws_two_and_the_victim_the_four():
    """R16, R17."""
    game = challenged("B1 Y9", by=2, rules=ANYONE)

    assert game.events == (
        ChallengeJudged(2, 0, guilty=False),
        CardsDrawn(2, 2, 2, Why.WRONG_CHALLENGE),
        CardsDrawn(1, 4, 4, Why.DRAW_FOUR),
        PlayerSkipped(1),
        TurnBegan(2),
    )


@pytest.mark.parametrize("hand", ["R5 Y9", "B1 Y9"])
def test_the_card_stays_and_the_color_stands_whatever_was_found(hand):
    """R17, B77."""
    game = challenged(hand)

    assert (game.discard[-1], game.color) == (card("W+"), Color.GREEN)


def test_the_first_challenge_that_arrives_is_the_one_judged():
    """R16."""
    game = challenged("R5 Y9", by=3, rules=ANYONE)

    assert refusal(game, 2, Challenge()) is Reason.NOTHING_TO_DECIDE
    assert refusal(game, 1, Challenge()) is Reason.NOTHING_TO_DECIDE


def test_any_other_player_may_doubt_until_the_victim_has_decided():
    """P3, R16: `challenge_by`."""
    game = Game.position("W+ R5 Y9 | G3 G4 | B7 B8 | B5", top="R1", pile=PILE, rules=ANYONE)
    game.apply(0, play("W+", "G"))

    assert game.legal(0) == ()
    assert set(game.legal(1)) == {Accept(), Challenge()}
    assert game.legal(2) == game.legal(3) == (Challenge(),)
    assert refusal(game, 0, Challenge()) is Reason.NOT_YOUR_TURN
    assert refusal(game, 3, Accept()) is Reason.NOT_YOUR_TURN

    game.apply(1, Accept())

    assert refusal(game, 3, Challenge()) is Reason.NOTHING_TO_DECIDE


@pytest.mark.parametrize("rules", [VICTIM, OFFICIAL])
def test_the_victim_alone_may_doubt_where_that_is_agreed(rules):
    """R16, B80: `challenge_by`."""
    game = Game.position("W+ R5 Y9 | G3 G4 | B7 B8 | B5", top="R1", pile=PILE, rules=rules)
    game.apply(0, play("W+", "G"))
    before = fingerprint(game)

    assert [game.legal(seat) for seat in (0, 2, 3)] == [(), (), ()]
    for seat in (0, 2, 3):
        assert refusal(game, seat, Challenge()) is Reason.NOT_YOUR_TURN
        assert refusal(game, seat, Accept()) is Reason.NOT_YOUR_TURN
    assert fingerprint(game) == before


@pytest.mark.parametrize("hand", ["R5 Y9", "B1 Y9"])
@pytest.mark.parametrize("by", [1, 2, 3])
def test_the_challenger_alone_sees_the_hand_that_was_left_when_the_card_was_laid(hand, by):
    """R18, B78."""
    game = challenged(hand, by=by, rules=ANYONE)

    shown = Shown(0, tuple(card(code) for code in hand.split()))
    seen = {seat: game.look(seat).shown for seat in (None, 0, 1, 2, 3)}
    assert seen == dict.fromkeys((None, 0, 1, 2, 3)) | {by: shown}


def test_the_hand_is_shown_once():
    """R18, B78."""
    game = challenged("R5 Y9")

    game.apply(1, Draw())

    assert game.look(1).shown is None


def test_nothing_is_shown_to_a_victim_who_accepts():
    """R18, B78."""
    game = Game.position("W+ R5 Y9 | G3 G4 | B7 B8 | B5", top="R1", pile=PILE, rules=VICTIM)
    game.apply(0, play("W+", "G"))

    game.apply(1, Accept())

    assert [game.look(seat).shown for seat in (None, 0, 1, 2, 3)] == [None] * 5


def test_the_hand_is_judged_as_it_was_when_the_card_left_it():
    """R14, R22: a penalty drawn in between makes no honest player guilty."""
    game = Game.position("W+ B1 | G3 G4 | B7 B8", top="R1", pile=f"R8 R9 {PILE}", rules=VICTIM)
    game.apply(0, play("W+", "G"))
    (catch,) = game.legal(2)
    game.apply(2, catch)
    assert words(game.hands[0]) == "B1 R8 R9"
    assert game.phase == Challengeable(0, 1)

    game.apply(1, Challenge())

    assert ChallengeJudged(1, 0, guilty=False) in game.events
    assert game.look(1).shown == Shown(0, (card("B1"),))


def test_a_view_says_everything_about_the_decision_that_is_waited_for():
    """R16, B90: a player who comes back may still doubt."""
    game = Game.position("W+ R5 Y9 | G3 G4 | B7 B8", top="R1", pile=PILE, rules=VICTIM)
    game.apply(0, play("W+", "G"))

    view = game.look(1)

    assert view.phase == Challengeable(0, 1)
    assert set(view.legal) == {Accept(), Challenge()}
    assert (view.turn, view.top, view.color) == (1, card("W+"), Color.GREEN)
