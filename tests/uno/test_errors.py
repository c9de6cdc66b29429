"""Errors in the turn, which cost cards, and requests that are refused, which cost nothing."""

import pytest

from lanuno.uno import (
    Accept,
    CallUno,
    Catch,
    Challenge,
    Color,
    Draw,
    Game,
    IllegalAction,
    NextRound,
    Pass,
    PickColor,
    Play,
    Reason,
    Rules,
    card,
)
from lanuno.uno.events import CardsDrawn, PlayRefused, TurnBegan, TurnPassed, Why

from .lab import OFFICIAL, fingerprint, play, playable, refusal, words

PILE = "Y1 Y2 Y3 Y4 Y5 Y6"
PENALTY = Rules(drawn_card="may")


@pytest.mark.parametrize("code", ["B9", "G+", "YS", "GR"])
def test_a_card_that_does_not_match_comes_back_and_costs_four_cards_and_the_turn(code):
    """X1, R30."""
    game = Game.position(f"R9 {code} R2 | G3 | B7", top="R1", pile=PILE)

    happened = game.apply(0, play(code))

    assert happened == (
        PlayRefused(0),
        CardsDrawn(0, 4, 4, Why.MISPLAY),
        TurnPassed(0),
        TurnBegan(1),
    )
    assert words(game.hands[0]) == f"R9 {code} R2 Y1 Y2 Y3 Y4"
    assert words(game.discard) == "R1"


@pytest.mark.parametrize("code", ["B9", "G+", "YS", "GR"])
@pytest.mark.parametrize("rules", [OFFICIAL, Rules(illegal_play="refuse")])
def test_a_card_that_does_not_match_is_just_refused_where_that_is_agreed(code, rules):
    """R30, B114: `illegal_play`."""
    game = Game.position(f"R9 {code} R2 | G3 | B7", top="R1", pile=PILE, rules=rules)
    before = fingerprint(game)

    assert refusal(game, 0, play(code)) is Reason.NO_MATCH
    assert fingerprint(game) == before


def test_a_last_card_that_does_not_match_wins_nothing():
    """X1, R30."""
    game = Game.position("B9 | G3 | B7", top="R1", pile=PILE)

    game.apply(0, play("B9", uno=True))

    assert words(game.hands[0]) == "B9 Y1 Y2 Y3 Y4"
    assert (game.turn, game.called) == (1, frozenset())


def test_no_legal_list_offers_a_misplay():
    """R30."""
    game = Game.position("B9 R9 | G3 | B7", top="R1")

    assert playable(game, 0) == "R9"


def test_a_penalty_that_finds_no_cards_still_ends_the_turn():
    """R25, R30."""
    game = Game.position("B9 G9 | G3 | B7", top="R1", pile="")

    happened = game.apply(0, play("B9"))

    assert happened[1:] == (CardsDrawn(0, 0, 4, Why.MISPLAY), TurnPassed(0), TurnBegan(1))


def drawn():
    game = Game.position("R5 B9 | R3 | B7", top="R1", pile=f"R4 {PILE}", rules=PENALTY)
    game.apply(0, Draw())
    return game


def decided():
    game = Game.position("W+ B9 Y9 | R3 | B7", top="R1", pile=PILE, rules=PENALTY)
    game.apply(0, play("W+", "G"))
    return game


def picking():
    return Game.position("R5 B9 | R3 | B7", top="W", pile=PILE)


def turn():
    return Game.position("R5 B9 W | R3 | B7", top="R1", pile=PILE)


def over():
    game = Game.position("R5 | R3 | B7", top="R1", pile=PILE)
    game.apply(0, play("R5"))
    return game


@pytest.mark.parametrize(
    ("begun", "seat", "action", "reason"),
    [
        (turn, 3, Draw(), Reason.NO_SUCH_SEAT),
        (turn, -1, Draw(), Reason.NO_SUCH_SEAT),
        (turn, 99, play("R5"), Reason.NO_SUCH_SEAT),
        (turn, 1, play("R3"), Reason.NOT_YOUR_TURN),
        (turn, 1, play("G9"), Reason.NOT_YOUR_TURN),
        (turn, 1, Draw(), Reason.NOT_YOUR_TURN),
        (turn, 1, Pass(), Reason.NOT_YOUR_TURN),
        (turn, 0, play("R3"), Reason.NOT_IN_HAND),  # B109
        (turn, 0, play("W+", "G"), Reason.NOT_IN_HAND),  # B109
        (turn, 0, Play("R5"), Reason.NOT_IN_HAND),
        (turn, 0, Play(["R5"]), Reason.NOT_IN_HAND),
        (turn, 0, Play(None), Reason.NOT_IN_HAND),
        (turn, 0, play("W"), Reason.MUST_CHOOSE_COLOR),
        (turn, 0, play("R5", "G"), Reason.COLOR_NOT_ASKED),
        (turn, 0, play("B9", "R"), Reason.COLOR_NOT_ASKED),
        (turn, 0, Pass(), Reason.NOTHING_DRAWN),
        (turn, 0, PickColor(Color.RED), Reason.NOTHING_TO_DECIDE),
        (turn, 0, Accept(), Reason.NOTHING_TO_DECIDE),
        (turn, 0, Challenge(), Reason.NOTHING_TO_DECIDE),
        (turn, 0, CallUno(), Reason.NOTHING_TO_CALL),
        (turn, 1, Catch(0), Reason.NOTHING_TO_CATCH),
        (turn, 1, Catch("0"), Reason.NOTHING_TO_CATCH),
        (turn, 0, NextRound(), Reason.ROUND_NOT_OVER),
        (turn, 0, None, Reason.NOT_AN_ACTION),
        (turn, 0, "draw", Reason.NOT_AN_ACTION),
        (turn, 0, card("R5"), Reason.NOT_AN_ACTION),
        (turn, 0, Draw, Reason.NOT_AN_ACTION),
        (drawn, 0, play("R5"), Reason.MUST_PLAY_DRAWN),
        (drawn, 0, play("B9"), Reason.MUST_PLAY_DRAWN),
        (drawn, 0, Draw(), Reason.ALREADY_DREW),
        (drawn, 0, play("G9"), Reason.NOT_IN_HAND),
        (drawn, 1, play("R3"), Reason.NOT_YOUR_TURN),
        (drawn, 1, Draw(), Reason.NOT_YOUR_TURN),
        (decided, 1, Draw(), Reason.DECISION_PENDING),
        (decided, 1, play("R3"), Reason.DECISION_PENDING),
        (decided, 1, Pass(), Reason.DECISION_PENDING),
        (decided, 1, PickColor(Color.RED), Reason.NOTHING_TO_DECIDE),
        (decided, 0, Challenge(), Reason.NOT_YOUR_TURN),
        (decided, 2, Accept(), Reason.NOT_YOUR_TURN),
        (picking, 0, Draw(), Reason.DECISION_PENDING),
        (picking, 0, play("R5"), Reason.DECISION_PENDING),
        (picking, 0, PickColor("R"), Reason.MUST_CHOOSE_COLOR),
        (picking, 1, PickColor(Color.RED), Reason.NOT_YOUR_TURN),
        (over, 1, play("R3"), Reason.ROUND_OVER),
        (over, 1, Draw(), Reason.ROUND_OVER),
        (over, 1, Catch(0), Reason.ROUND_OVER),
    ],
    ids=str,
)
@pytest.mark.parametrize("times", [1, 3])
def test_a_request_that_makes_no_sense_has_its_own_reason_and_costs_nothing(
    begun, seat, action, reason, times
):
    """R30, B07, B109, B114: however often it is repeated."""
    game = begun()
    before = fingerprint(game)

    reasons = [refusal(game, seat, action) for _ in range(times)]

    assert reasons == [reason] * times
    assert fingerprint(game) == before


def test_what_an_action_was_refused_for_can_be_read():
    game = turn()

    with pytest.raises(ValueError, match=r"^not_your_turn$"):
        game.apply(1, Draw())


@pytest.mark.parametrize("seat", [-1, 3, 10, None, "0", ()])
def test_who_has_no_seat_may_do_nothing_also_right_after_somebody_has_acted(seat):
    """R30: what was legal for another player is not for whoever asks next."""
    game = Game.position("R5 R6 | G3 G4 | B7 B8", top="B9", pile="Y1 Y2 Y3")
    for _ in range(2):
        assert game.legal(seat) == ()
        with pytest.raises(IllegalAction) as caught:
            game.apply(seat, Draw())
        assert caught.value.reason is Reason.NO_SUCH_SEAT
        game.apply(game.turn, Draw())
    assert [game.copy().legal(seat) for _ in range(2)] == [(), ()]
