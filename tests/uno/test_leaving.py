"""Leaving the game for good."""

import pytest

from lanuno.uno import (
    Accept,
    CallUno,
    Catch,
    Challenge,
    Challengeable,
    Color,
    Draw,
    Game,
    GameOver,
    IllegalAction,
    NextRound,
    PickingColor,
    Playing,
    Reason,
    Rules,
    events,
)
from lanuno.uno.events import CardsDrawn, ChallengeJudged, End, GameEnded, PlayerLeft, TurnBegan

from .lab import fingerprint, play, playable, refusal, words

PILE = "Y1 Y2 Y3 Y4 Y5 Y6"
FOUR = "R1 R2 | G3 G4 | B7 B8 | R8 R9"


def four(**others):
    return Game.position(FOUR, top="R5", pile=PILE, **others)


def leaving_is_refused(game, seat):
    with pytest.raises(IllegalAction) as refused:
        game.leave(seat)
    return refused.value.reason


def test_the_cards_of_one_who_leaves_are_shuffled_into_the_draw_pile():
    """R31, B58."""
    game = Game.position("R1 R2 | G3 G4 | B1 B2 B3 B4 B5 B6", top="R5", pile=PILE)

    game.leave(2)

    assert sorted(map(str, game.pile)) == sorted(f"B1 B2 B3 B4 B5 B6 {PILE}".split())
    assert words(game.pile[:6]) != PILE
    assert game.hands[2] == ()
    game.check()


@pytest.mark.parametrize(("direction", "after"), [(1, 3), (-1, 1)])
def test_somebody_elses_leaving_does_not_touch_the_turn(direction, after):
    """R31, B39."""
    game = four(turn=2, direction=direction)

    happened = game.leave(0)

    assert happened == (PlayerLeft(0),)
    assert game.turn == 2
    game.apply(2, Draw())
    assert game.turn == after


@pytest.mark.parametrize(("direction", "after"), [(1, 1), (-1, 3)])
def test_the_turn_of_one_who_leaves_goes_on_in_the_direction_of_play(direction, after):
    """R31, B42, B94."""
    game = four(turn=0, direction=direction)

    happened = game.leave(0)

    assert happened == (PlayerLeft(0), TurnBegan(after))
    assert Draw() in game.legal(after)


def test_play_passes_over_those_who_left():
    """R31, B39."""
    game = four()
    game.leave(1)
    game.leave(2)

    game.apply(0, play("R1"))

    assert game.turn == 3


@pytest.mark.parametrize("code", ["RR", "RS"])
def test_when_two_are_left_of_more_a_reverse_is_a_skip(code):
    """R12, R31."""
    game = Game.position(f"{code} R1 R2 | G3 | B7", top="R5")
    game.leave(1)

    game.apply(0, play(code))

    assert game.turn == 0


def test_a_draw_that_waits_for_one_who_leaves_is_dropped():
    """R31: the next player takes an ordinary turn, in the color that was named."""
    game = Game.position("W+ R1 R2 | G3 G4 | B7 G8 | R8 R9", top="R5", pile=PILE)
    game.apply(0, play("W+", "G"))

    happened = game.leave(1)

    assert happened == (PlayerLeft(1), TurnBegan(2))
    assert words(game.hands[2]) == "B7 G8"
    assert (game.phase, game.color) == (Playing(), Color.GREEN)
    assert playable(game, 2) == "G8"


def test_a_choice_that_waits_for_one_who_leaves_is_made_by_the_table():
    """R31: it takes the color of which that hand held most."""
    game = Game.position("R1 B2 B3 W | G3 G4 | B7", top="W")
    assert game.phase == PickingColor()

    happened = game.leave(0)

    assert happened == (PlayerLeft(0), events.ColorPicked(0, Color.BLUE), TurnBegan(1))
    assert (game.phase, game.color) == (Playing(), Color.BLUE)


def test_a_drawn_card_goes_back_with_the_hand_of_one_who_leaves():
    """R31."""
    game = Game.position("B1 B2 | G3 G4 | B7", top="R5", pile=f"R9 {PILE}")
    game.apply(0, Draw())
    assert game.drawn is not None

    game.leave(0)

    assert (game.turn, game.phase, game.drawn) == (1, Playing(), None)
    assert "R9" in words(game.pile)
    game.check()


@pytest.mark.parametrize(("hand", "guilty"), [("R1 R2", True), ("B1 B2", False)])
def test_a_wild_draw_four_of_one_who_left_can_still_be_judged(hand, guilty):
    """R17, R31: there is nobody left to draw for a bluff."""
    game = Game.position(f"W+ {hand} | G3 G4 | B7 G8", top="R5", pile=f"{PILE} Y7 Y8")
    game.apply(0, play("W+", "G"))
    game.leave(0)
    assert game.phase == Challengeable(0, 1)

    happened = game.apply(1, Challenge())

    assert happened[0] == ChallengeJudged(1, 0, guilty=guilty)
    drawn = sum(each.count for each in happened if isinstance(each, CardsDrawn))
    assert drawn == (0 if guilty else 6)
    assert game.hands[0] == ()
    assert game.turn == (1 if guilty else 2)


def test_one_who_was_neither_challenger_nor_victim_leaves_the_decision_as_it_was():
    """R16, R31."""
    game = Game.position("W+ R1 R2 | G3 G4 | B7 G8 | R8", top="R5", pile=PILE)
    game.apply(0, play("W+", "G"))

    game.leave(2)

    assert game.phase == Challengeable(0, 1)
    assert refusal(game, 2, Challenge()) is Reason.NO_SUCH_SEAT
    game.apply(1, Accept())
    assert game.turn == 3


def test_one_who_left_can_do_nothing_and_owes_nothing():
    """R31."""
    game = four()
    game.apply(0, play("R1"))
    game.leave(0)
    before = fingerprint(game)

    assert game.legal(0) == ()
    assert game.look(0).legal == ()
    for action in (Draw(), CallUno(), Catch(1), NextRound(), play("R2")):
        assert refusal(game, 0, action) is Reason.NO_SUCH_SEAT
    assert refusal(game, 1, Catch(0)) is Reason.NOTHING_TO_CATCH
    assert leaving_is_refused(game, 0) is Reason.NO_SUCH_SEAT
    assert fingerprint(game) == before


def test_the_call_of_one_who_left_does_not_stand():
    """R20, R31."""
    game = four()
    game.apply(0, play("R1", uno=True))
    assert game.called == {0}

    game.leave(0)

    assert game.called == frozenset()


@pytest.mark.parametrize("seat", [-1, 4, 99])
def test_nobody_leaves_a_seat_that_is_not_there(seat):
    """R30, R31."""
    assert leaving_is_refused(four(), seat) is Reason.NO_SUCH_SEAT


def test_a_window_stays_open_when_somebody_else_leaves():
    """R21, R31."""
    game = four()
    game.apply(0, play("R1"))

    game.leave(1)

    assert game.turn == 2
    assert Catch(0) in game.legal(2)


def test_the_game_ends_when_one_is_left_with_no_points_for_the_walk_over():
    """R31, B47, B95."""
    game = Game.position("R1 R2 | W W+", top="R5", scores=[3, 40])

    happened = game.leave(1)

    assert happened == (PlayerLeft(1), GameEnded((0,), End.WALKOVER))
    assert game.phase == GameOver((0,), End.WALKOVER, (0, 1), None)
    assert game.scores == (3, 40)
    assert game.legal(0) == ()
    assert refusal(game, 0, Draw()) is Reason.GAME_OVER


def test_those_who_left_keep_their_points_and_rank_last():
    """R31."""
    game = four(scores=[5, 400, 30, 20])
    game.leave(1)

    game.stop()

    assert game.scores == (5, 400, 30, 20)
    assert game.phase.ranking == (2, 3, 0, 1)
    assert game.phase.winners == (2,)


def test_the_cards_of_those_who_left_score_for_nobody():
    """R31."""
    game = Game.position("R1 | W W+ | B7", top="R5")
    game.leave(1)

    game.apply(0, play("R1"))

    assert game.scores == (7, 0, 0)
    assert game.phase.result.hands[1] == ()


def test_the_points_of_one_who_left_do_not_end_the_game():
    """R28, R31."""
    game = Game.position("R1 | W W+ | B7", top="R5", scores=[0, 499, 0], rules=Rules(target=300))
    game.leave(1)

    game.apply(0, play("R1"))

    assert not isinstance(game.phase, GameOver)


@pytest.mark.parametrize("gone", [1, 2])
def test_the_next_round_is_dealt_without_those_who_left(gone):
    """R2, R31: also when the deal would have passed to them."""
    game = Game.position("R1 | G1 | B7 B8 | R8", top="R5", turn=0, dealer=0)
    game.leave(gone)
    game.apply(0, play("R1"))

    game.apply(3, NextRound())

    assert game.dealer == (2 if gone == 1 else 1)
    assert game.hands[gone] == ()
    assert game.turn != gone
    assert min(len(hand) for seat, hand in enumerate(game.hands) if seat != gone) == 7
    game.check()


@pytest.mark.parametrize("gone", [0, 1, 2])
def test_one_may_leave_between_two_rounds(gone):
    """R31: the winner too."""
    game = Game.position("R1 | G1 | B7 B8", top="R5")
    game.apply(0, play("R1"))
    result = game.phase

    happened = game.leave(gone)

    assert happened == (PlayerLeft(gone),)
    assert game.phase == result
    game.apply((gone + 1) % 3, NextRound())
    assert game.hands[gone] == ()
    assert game.turn != gone


def test_leaving_between_two_rounds_can_end_the_game():
    """R31."""
    game = Game.position("R1 | G1", top="R5")
    game.apply(0, play("R1"))

    game.leave(0)

    assert game.phase.winners == (1,)
    assert game.phase.why is End.WALKOVER
    assert game.scores == (1, 0)
