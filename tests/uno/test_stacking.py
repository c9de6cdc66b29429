"""House rule: a draw card is answered with another instead of being served (R33)."""

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
    Playing,
    Reason,
    RoundOver,
    Rules,
    Stacked,
    card,
)
from lanuno.uno.events import (
    CardPlayed,
    CardsDrawn,
    ChallengeJudged,
    ChallengeOpened,
    DrawFourAccepted,
    PlayerSkipped,
    StackGrew,
    TurnBegan,
    Why,
)

from .lab import fingerprint, play, playable, refusal, words

PILE = "Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 G8"


def table(hands, stacking="any", **others):
    """Seat 0 on turn, a red card on top."""
    rules = Rules(stacking=stacking, **others)
    return Game.position(hands, top="R1", pile=PILE, rules=rules)


def test_a_draw_two_waits_for_an_answer():
    """R33, X2."""
    game = table("R+ R5 R9 | G+ B5 R7 | B7 B8", "two")

    events = game.apply(0, play("R+"))

    assert events == (CardPlayed(0, card("R+")), StackGrew(1, 2))
    assert (game.turn, game.phase) == (1, Stacked(2))
    assert game.legal(1) == (play("G+"), Accept())
    assert game.legal(0) == game.legal(2) == ()


def test_each_answer_adds_and_who_takes_it_takes_everything_and_loses_the_turn():
    """R33, X2."""
    game = table("R+ R5 R9 | G+ B5 R7 | B+ B8 BS | B1 B2 B3", "two")
    game.apply(0, play("R+"))
    game.apply(1, play("G+"))
    game.apply(2, play("B+"))
    assert game.phase == Stacked(6)

    events = game.apply(3, Accept())

    assert events == (CardsDrawn(3, 6, 6, Why.STACK), PlayerSkipped(3), TurnBegan(0))
    assert words(game.hands[3]) == "B1 B2 B3 Y1 Y2 Y3 Y4 Y5 Y6"
    assert (game.turn, game.phase, game.color) == (0, Playing(), Color.BLUE)


def test_it_goes_on_in_the_direction_in_force():
    """R33."""
    rules = Rules(stacking="two")
    game = Game.position(
        "R+ R5 | G5 G6 | B7 B8 | Y+ Y5 Y6", top="R1", pile=PILE, direction=-1, rules=rules
    )

    game.apply(0, play("R+"))

    assert (game.turn, game.phase) == (3, Stacked(2))


def test_between_two_players_it_goes_back_and_forth():
    """R33, R12: and who does not take it plays on."""
    game = table("R+ R5 B+ | G+ B5 R7", "two")
    game.apply(0, play("R+"))
    game.apply(1, play("G+"))
    game.apply(0, play("B+"))

    events = game.apply(1, Accept())

    assert CardsDrawn(1, 6, 6, Why.STACK) in events
    assert game.turn == 0


@pytest.mark.parametrize(
    ("stacking", "top", "color", "expected"),
    [
        ("two", "R+", None, "R+ G+"),
        ("same", "R+", None, "R+ G+"),
        ("any", "R+", None, "R+ G+ W+"),
        ("two", "W+", "G", ""),
        ("same", "W+", "G", "W+"),
        ("any", "W+", "G", "G+ W+"),
        ("any", "W+", "B", "W+"),
    ],
)
def test_what_may_be_added_to_what(stacking, top, color, expected):
    """R33."""
    game = table(f"{top} B5 B9 | R+ G+ W W+ RS YS G2 B3 | B7 B8", stacking)

    game.apply(0, play(top, color))

    assert playable(game, 1) == expected


def test_a_wild_is_no_way_out():
    """R33, B32."""
    game = table("R+ R5 R9 | W R+ B3 | B7 B8", "two")
    game.apply(0, play("R+"))
    before = fingerprint(game)

    assert set(game.legal(1)) == {play("R+"), Accept()}
    assert refusal(game, 1, play("W", "G")) is Reason.DECISION_PENDING
    assert refusal(game, 1, Draw()) is Reason.DECISION_PENDING
    assert refusal(game, 1, Challenge()) is Reason.NOTHING_TO_DECIDE
    assert refusal(game, 2, Accept()) is Reason.NOT_YOUR_TURN
    assert refusal(game, 2, play("B7")) is Reason.NOT_YOUR_TURN
    assert fingerprint(game) == before


def test_a_card_that_is_no_answer_is_refused_and_costs_nothing():
    """R33, R30."""
    game = table("R+ R5 R9 | R7 G+ B3 | B7 B8", "two", illegal_play="penalty")
    game.apply(0, play("R+"))

    assert refusal(game, 1, play("B3")) is Reason.DECISION_PENDING
    assert refusal(game, 1, play("B+")) is Reason.NOT_IN_HAND
    assert refusal(game, 1, play("G+", "R")) is Reason.COLOR_NOT_ASKED


def test_a_wild_answer_needs_its_color():
    """R33, R9."""
    game = table("R+ R5 R9 | W+ G1 B3 | B7 B8", "any")
    game.apply(0, play("R+"))

    assert refusal(game, 1, play("W+")) is Reason.MUST_CHOOSE_COLOR


def test_nobody_has_to_answer_where_whoever_can_play_must():
    """R33, R10, B34."""
    game = table("R+ R5 R9 | R7 R+ G3 | G+ B7 B8 | B1 B2", "two", must_play=True)
    game.apply(0, play("R+"))
    game.apply(1, play("R+"))

    assert game.phase == Stacked(4)
    assert Accept() in game.legal(2)
    game.apply(2, Accept())
    assert len(game.hands[2]) == 7


def test_without_it_a_draw_two_is_served_at_once():
    """R13, R33, B17."""
    game = table("R+ R5 R9 | G+ B5 R7 | B7 B8", "none")

    events = game.apply(0, play("R+"))

    assert CardsDrawn(1, 2, 2, Why.DRAW_TWO) in events
    assert game.turn == 2


def test_a_draw_two_as_the_first_card_is_served_at_once():
    """R4, R33."""
    for seed in range(500):
        game = Game.new(4, seed.to_bytes(32, "big"), Rules(stacking="any"))
        if game.discard[-1].face.value == "+":
            assert any(getattr(each, "why", None) is Why.DRAW_TWO for each in game.events)
            assert game.phase == Playing()
            return
    raise AssertionError("no such deal")


# Wild draw fours and the challenge


def test_the_first_wild_draw_four_can_be_answered_taken_or_challenged():
    """R33, R16."""
    game = table("W+ R5 R9 | W+ G+ R7 | B7 B8", "any")

    events = game.apply(0, play("W+", "G"))

    assert events[1:] == (ChallengeOpened(0, 1, 4),)
    assert {Accept(), Challenge(), play("G+"), play("W+", "B")} <= set(game.legal(1))
    assert game.legal(2) == (Challenge(),)


def test_an_answer_is_a_decision_and_a_challenge_comes_too_late_then():
    """R33, R16."""
    game = table("W+ R5 R9 | G+ R7 R8 | B7 B8", "any")
    game.apply(0, play("W+", "G"))

    events = game.apply(1, play("G+"))

    assert events[1:] == (StackGrew(2, 6),)
    assert game.phase == Stacked(6, wild=True)
    assert refusal(game, 2, Challenge()) is Reason.NOTHING_TO_DECIDE


def test_later_wild_draw_fours_cannot_be_challenged():
    """R33."""
    game = table("W+ R5 R9 | W+ G1 R7 | W+ B8 B9 | B1 B2", "same")
    game.apply(0, play("W+", "G"))
    game.apply(1, play("W+", "B"))
    assert game.phase == Stacked(8, wild=True)

    game.apply(2, play("W+", "R"))

    assert (game.turn, game.phase) == (3, Stacked(12, wild=True))
    assert game.legal(3) == (Accept(),)


def test_the_first_wild_draw_four_on_draw_twos_can_be_challenged_for_all_of_it():
    """R33."""
    game = table("R+ R5 R9 | W+ G1 B7 | B8 B9", "any")
    game.apply(0, play("R+"))

    events = game.apply(1, play("W+", "B"))

    assert events[1:] == (ChallengeOpened(1, 2, 6),)
    assert game.phase == Challengeable(1, 2, 6)
    assert set(game.legal(2)) == {Accept(), Challenge()}


def test_who_accepts_takes_all_that_is_at_stake():
    """R33."""
    game = table("R+ R5 R9 | W+ G1 B7 | B8 B9", "any")
    game.apply(0, play("R+"))
    game.apply(1, play("W+", "B"))

    events = game.apply(2, Accept())

    assert events == (
        DrawFourAccepted(2),
        CardsDrawn(2, 6, 6, Why.DRAW_FOUR),
        PlayerSkipped(2),
        TurnBegan(0),
    )


def test_a_bluff_found_out_cancels_the_stack():
    """R33, R17."""
    game = table("R+ R5 R9 | W+ R7 B7 | B8 B9 G4", "any")
    game.apply(0, play("R+"))
    game.apply(1, play("W+", "B"))

    events = game.apply(2, Challenge())

    assert events == (
        ChallengeJudged(2, 1, guilty=True),
        CardsDrawn(1, 4, 4, Why.BLUFF),
        TurnBegan(2),
    )
    assert (len(game.hands[2]), game.phase) == (3, Playing())


def test_a_wrong_challenge_costs_two_and_the_victim_everything():
    """R33, R17."""
    game = table("R+ R5 R9 | W+ G1 B7 | B8 B9 G4 | YS YR", "any")
    game.apply(0, play("R+"))
    game.apply(1, play("W+", "B"))

    events = game.apply(3, Challenge())

    assert events == (
        ChallengeJudged(3, 1, guilty=False),
        CardsDrawn(3, 2, 2, Why.WRONG_CHALLENGE),
        CardsDrawn(2, 6, 6, Why.DRAW_FOUR),
        PlayerSkipped(2),
        TurnBegan(3),
    )


def test_where_bluffs_are_barred_they_are_no_answer_either_and_nothing_is_challenged():
    """R33, R15."""
    game = table("W+ G5 G9 | W+ B1 R7 | W+ B8 B9", "same", bluffing=False)

    game.apply(0, play("W+", "B"))

    assert game.phase == Stacked(4, wild=True)
    assert game.legal(1) == (Accept(),)
    assert refusal(game, 1, play("W+", "G")) is Reason.NO_BLUFF


def test_a_draw_two_beside_stacked_twos_leaves_a_wild_draw_four_as_it_was():
    """R33: `two`."""
    game = table("W+ G5 G9 | W+ B1 R7 | B8 B9", "two")

    game.apply(0, play("W+", "B"))

    assert game.legal(1) == (Accept(), Challenge())


# The last card, Uno, leaving


def test_a_last_card_cannot_be_answered_and_the_next_player_draws_the_total():
    """R33, R26, P5."""
    game = table("R+ R5 R9 | G+ | R+ B8 | B1", "two")
    game.apply(0, play("R+"))

    events = game.apply(1, play("G+"))

    assert CardsDrawn(2, 4, 4, Why.DRAW_TWO) in events
    assert isinstance(game.phase, RoundOver)
    assert game.phase.result.winner == 1


def test_a_last_wild_draw_four_hits_with_the_total():
    """R33, R26, R19."""
    game = table("R+ R5 R9 | W+ | W+ B8 | B1", "any")
    game.apply(0, play("R+"))

    events = game.apply(1, play("W+"))

    assert CardsDrawn(2, 6, 6, Why.DRAW_FOUR) in events
    assert isinstance(game.phase, RoundOver)


def test_uno_is_called_with_an_answer():
    """R33, R20."""
    game = table("R+ R5 R9 | G+ B3 | B7 B8", "two")
    game.apply(0, play("R+"))
    assert CallUno() in game.legal(1)

    game.apply(1, CallUno())
    game.apply(1, play("G+"))

    assert (game.called, game.owing) == ({1}, set())


def test_uno_is_not_called_by_one_who_can_only_take():
    """R33, R20."""
    game = table("R+ R5 R9 | G1 B3 | B7 B8", "two")
    game.apply(0, play("R+"))

    assert game.legal(1) == (Accept(),)
    assert refusal(game, 1, CallUno()) is Reason.NOTHING_TO_CALL


def test_a_call_does_not_outlive_the_taking():
    """R33, R20."""
    game = table("R+ R5 R9 | G+ B3 | B7 B8", "two")
    game.apply(0, play("R+"))
    game.apply(1, CallUno())

    game.apply(1, Accept())

    assert game.called == set()


def test_a_catch_leaves_the_stack_as_it_was():
    """R22, R33."""
    game = table("R+ R5 | G+ B3 R7 | B7 B8", "two")
    game.apply(0, play("R+"))

    game.apply(2, Catch(0))

    assert (game.turn, game.phase) == (1, Stacked(2))
    assert len(game.hands[0]) == 3


def test_what_was_stacked_against_one_who_leaves_is_dropped():
    """R31, R33."""
    game = table("R+ R5 R9 | G+ B3 R7 | B7 B8", "two")
    game.apply(0, play("R+"))

    game.leave(1)

    assert (game.turn, game.phase) == (2, Playing())
    assert len(game.hands[2]) == 2


def test_the_stack_stands_when_somebody_else_leaves():
    """R31, R33."""
    game = table("R+ R5 R9 | G+ B3 R7 | B7 B8", "two")
    game.apply(0, play("R+"))

    game.leave(0)

    assert (game.turn, game.phase) == (1, Stacked(2))


def test_what_is_not_there_cannot_be_taken():
    """R25, R33."""
    rules = Rules(stacking="two")
    game = Game.position("R+ R5 R9 | G+ B3 R7 | B7 B8", top="R1", pile="", rules=rules)
    game.apply(0, play("R+"))

    events = game.apply(1, Accept())

    assert CardsDrawn(1, 1, 2, Why.STACK) in events


def test_everybody_sees_what_is_pending():
    """R33, B125."""
    game = table("R+ R5 R9 | G+ B3 R7 | B7 B8", "two")
    game.apply(0, play("R+"))

    for seat in (None, 0, 1, 2):
        assert (game.look(seat).phase, game.look(seat).turn) == (Stacked(2), 1)
