"""House rule: a card exactly like the top one is played out of turn (R34)."""

import pytest

from lanuno.uno import (
    Accept,
    CallUno,
    Catch,
    Draw,
    Drew,
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
    DirectionTurned,
    HandsSwapped,
    JumpedIn,
    PlayerSkipped,
    StackGrew,
    TurnBegan,
    UnoCalled,
    UnoMissed,
    Why,
)

from .lab import fingerprint, play, refusal, words

PILE = "Y1 Y2 Y3 Y4 Y5 Y6"


def table(hands, *, top="R5", pile=PILE, **others):
    """Seat 0 on turn."""
    rules = Rules(jump_in=True, **others)
    return Game.position(hands, top=top, pile=pile, rules=rules)


def test_play_goes_on_from_the_one_who_jumps_in():
    """R34."""
    game = table("R1 R2 | G3 G4 | R5 B8 B9 | Y7 Y8")
    assert game.legal(2) == (play("R5"),)

    events = game.apply(2, play("R5"))

    assert events == (JumpedIn(2), CardPlayed(2, card("R5")), TurnBegan(3))
    assert words(game.hands[2]) == "B8 B9"
    assert (game.turn, game.phase) == (3, Playing())


@pytest.mark.parametrize("code", ["R6", "B5", "W", "W+"])
def test_only_exactly_the_same_card_jumps_in(code):
    """R34."""
    game = table(f"R1 R2 | G3 G4 | {code} B8 B9")

    assert game.legal(2) == ()
    color = "R" if code[0] == "W" else None
    assert refusal(game, 2, play(code, color)) is Reason.NOT_YOUR_TURN


@pytest.mark.parametrize("wild", ["W", "W+"])
def test_a_wild_never_jumps_in_on_a_wild(wild):
    """R34."""
    game = table(f"{wild} R2 R3 | G3 G4 | B8 B9 | {wild} B6 B7", bluffing=False, top="Y9")
    game.apply(0, play(wild, "R"))

    assert game.legal(3) == ()


def test_who_is_on_turn_plays_the_same_card_as_any_other():
    """R34."""
    game = table("R5 R2 R3 | G3 G4")

    assert game.apply(0, play("R5")) == (CardPlayed(0, card("R5")), TurnBegan(1))


def test_who_has_just_played_may_jump_in_on_it():
    """R34, B45: but with no other card."""
    game = table("R7 R7 R8 | G3 G4 | B8 B9")
    game.apply(0, play("R7"))

    assert refusal(game, 0, play("R8")) is Reason.NOT_YOUR_TURN
    game.apply(0, play("R7"))

    assert game.turn == 1


def test_without_it_nobody_plays_out_of_turn():
    """R34."""
    game = Game.position("R1 R2 | G3 G4 | R5 B8 B9", top="R5", pile=PILE)

    assert game.legal(2) == ()
    assert refusal(game, 2, play("R5")) is Reason.NOT_YOUR_TURN


def test_a_card_that_is_not_held_does_not_jump_in():
    """R34."""
    game = table("R1 R2 | G3 G4 | B8 B9")
    before = fingerprint(game)

    assert refusal(game, 2, play("R5")) is Reason.NOT_YOUR_TURN
    assert fingerprint(game) == before


# While something is pending


def test_nobody_jumps_in_while_a_drawn_card_is_decided_about():
    """R34, R11."""
    game = table("B1 B2 | G3 G4 | R5 B8 B9", pile="R8 Y1", drawn_card="may")
    game.apply(0, Draw())
    assert game.phase == Drew()

    assert game.legal(2) == ()


def test_nobody_jumps_in_on_a_stack():
    """R34, R33."""
    game = table("R+ B2 B3 | G3 G4 | R+ B8 B9", stacking="two")
    game.apply(0, play("R+"))

    assert game.legal(2) == ()
    game.apply(1, Accept())
    assert game.phase == Playing()
    assert game.turn == 2


def test_a_draw_two_that_was_served_is_jumped_in_on_with_another():
    """R34, R13."""
    game = table("R+ B2 B3 | R+ G4 | B7 B8 | B9 B1")
    game.apply(0, play("R+"))
    assert game.turn == 2

    events = game.apply(1, play("R+"))

    assert events == (
        JumpedIn(1),
        CardPlayed(1, card("R+")),
        CardsDrawn(2, 2, 2, Why.DRAW_TWO),
        PlayerSkipped(2),
        TurnBegan(3),
    )


def test_a_draw_two_that_jumps_in_begins_a_stack():
    """R34, R33."""
    game = table("B1 B2 | G3 G4 | R+ B8 B9 | Y7 Y8", top="R+", stacking="two")

    events = game.apply(2, play("R+"))

    assert events[-1] == StackGrew(3, 2)
    assert (game.turn, game.phase) == (3, Stacked(2))


# What the card does


def test_a_skip_that_jumps_in_skips_the_player_after_the_jumper():
    """R34."""
    game = table("R1 R2 | G3 G4 | RS B8 B9 | Y7 Y8", top="RS")

    events = game.apply(2, play("RS"))

    assert events[-2:] == (PlayerSkipped(3), TurnBegan(0))


def test_a_reverse_that_jumps_in_turns_play_from_there():
    """R34."""
    game = table("R1 R2 | G3 G4 | RR B8 B9 | Y7 Y8", top="RR")

    events = game.apply(2, play("RR"))

    assert DirectionTurned(-1) in events
    assert game.turn == 1


def test_a_seven_that_jumps_in_needs_its_player():
    """R34, R35, B30."""
    game = table("R1 R2 | G3 G4 | R7 B8 B9", top="R7", seven_zero=True)
    before = fingerprint(game)

    assert game.legal(2) == (play("R7", swap=0), play("R7", swap=1))
    assert refusal(game, 2, play("R7")) is Reason.MUST_CHOOSE_PLAYER
    assert refusal(game, 2, play("R7", swap=2)) is Reason.MUST_CHOOSE_PLAYER
    assert fingerprint(game) == before
    assert HandsSwapped(2, 0) in game.apply(2, play("R7", swap=0))


def test_a_last_seven_jumps_in_and_wins():
    """R34, R35, B30."""
    game = table("R1 R2 | G3 G4 | R7", top="R7", seven_zero=True)

    events = game.apply(2, play("R7"))

    assert isinstance(game.phase, RoundOver)
    assert game.phase.result.winner == 2
    assert not any(isinstance(each, HandsSwapped) for each in events)


def test_a_color_is_named_for_nothing_that_jumps_in():
    """R34."""
    game = table("R1 R2 | G3 G4 | R5 B8 B9")

    assert refusal(game, 2, play("R5", "R")) is Reason.COLOR_NOT_ASKED


# Uno


def test_uno_is_called_with_the_card_that_jumps_in():
    """R34, R20: the jump makes it the jumper's turn."""
    game = table("R1 R2 | G3 G4 | R5 B8")
    assert CallUno() not in game.legal(2)

    events = game.apply(2, play("R5", uno=True))

    assert events[2] == UnoCalled(2)
    assert (game.called, game.owing) == ({2}, set())


def test_who_jumps_in_without_a_call_can_be_caught():
    """R34, R21."""
    game = table("R1 R2 | G3 G4 | R5 B8 | Y7 Y8")
    game.apply(2, play("R5"))

    assert Catch(2) in game.legal(0)
    assert CallUno() in game.legal(2)


def test_jumping_in_closes_the_window_of_another():
    """R34, R21."""
    game = table("R6 R2 | G3 G4 | R6 B8 B9")
    game.apply(0, play("R6"))
    assert game.owing == {0}

    events = game.apply(2, play("R6"))

    assert events[:2] == (UnoMissed(0), JumpedIn(2))
    assert game.owing == set()


def test_a_call_for_a_turn_that_was_jumped_over_is_void():
    """R34, R20."""
    game = table("R1 R2 | G3 G4 | R5 B8 B9")
    game.apply(0, CallUno())

    game.apply(2, play("R5"))

    assert game.called == set()


def test_a_call_with_one_card_stands_when_others_jump_in():
    """R34, R20."""
    game = table("R6 R2 | G3 G4 | R6 B8 B9")
    game.apply(0, play("R6", uno=True))

    game.apply(2, play("R6"))

    assert game.called == {0}


def test_one_who_has_left_jumps_in_nowhere():
    """R34, R31."""
    game = table("R1 R2 | G3 G4 | R5 B8 B9")
    game.leave(2)

    assert game.legal(2) == ()


def test_whose_card_jumps_in_is_known_to_its_owner_alone():
    """R34, B110."""
    game = table("R1 R2 | G3 G4 | R5 B8 B9")

    assert game.look(2).legal == (play("R5"),)
    assert [game.look(seat).legal for seat in (None, 1)] == [(), ()]
