"""Calling Uno, and catching those who forgot."""

import pytest

from lanuno.uno import (
    Accept,
    CallUno,
    Catch,
    Challenge,
    Draw,
    Game,
    NextRound,
    Pass,
    Reason,
    RoundOver,
    Rules,
)
from lanuno.uno.events import CardsDrawn, PlayerCaught, UnoCalled, UnoMissed, Why

from .lab import OFFICIAL, VICTIM, fingerprint, play, refusal, words

PILE = "Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8"


def table(hand="R1 R2", *, rules=VICTIM, pile=PILE, others="R3 G3 G4 | B7 B8"):
    return Game.position(f"{hand} | {others}", top="R5", pile=pile, rules=rules)


def test_a_call_before_the_play_counts():
    """P4, R20, B60."""
    game = table()
    assert game.apply(0, CallUno()) == (UnoCalled(0),)

    game.apply(0, play("R1"))

    assert (game.called, game.owing) == ({0}, frozenset())
    assert refusal(game, 1, Catch(0)) is Reason.NOTHING_TO_CATCH


def test_a_call_in_the_same_breath_as_the_play_counts():
    """R20, B64, B68: nobody is quick enough to catch it."""
    game = table()

    happened = game.apply(0, play("R1", uno=True))

    assert happened[1] == UnoCalled(0)
    assert (game.called, game.owing) == ({0}, frozenset())


def test_a_wild_its_color_and_the_call_are_one_action():
    """R9, R20, B64."""
    game = table("W R2")

    game.apply(0, play("W", "G", uno=True))

    assert refusal(game, 1, Catch(0)) is Reason.NOTHING_TO_CATCH


def test_a_call_after_the_play_counts_until_the_next_player_acts():
    """R20."""
    game = table()
    game.apply(0, play("R1"))
    assert game.owing == {0}
    assert CallUno() in game.legal(0)

    game.apply(0, CallUno())

    assert (game.called, game.owing) == ({0}, frozenset())
    assert refusal(game, 0, CallUno()) is Reason.NOTHING_TO_CALL


def test_a_call_after_the_window_closed_does_not_count():
    """R20, R21."""
    game = table()
    game.apply(0, play("R1"))
    game.apply(1, Draw())

    assert refusal(game, 0, CallUno()) is Reason.NOTHING_TO_CALL


@pytest.mark.parametrize("hand", ["R1", "R1 R2 R3", "R1 R2 R3 R4"])
def test_a_call_with_another_number_of_cards_moves_nothing(hand):
    """R20, R23, B61."""
    game = table(hand, others="G3 G4 | B7 B8")
    before = fingerprint(game)

    assert refusal(game, 0, CallUno()) is Reason.NOTHING_TO_CALL
    assert fingerprint(game) == before


def test_a_call_out_of_turn_moves_nothing():
    """R20, R23, B61."""
    game = table()
    before = fingerprint(game)

    assert refusal(game, 2, CallUno()) is Reason.NOTHING_TO_CALL
    assert fingerprint(game) == before


def test_a_call_in_a_play_that_leaves_more_than_one_card_is_void():
    """R20, R23."""
    game = table("R1 R2 R3", others="G3 G4 | B7 B8")

    happened = game.apply(0, play("R1", uno=True))

    assert UnoCalled(0) not in happened
    assert game.called == frozenset()


def test_a_call_with_the_last_card_is_no_call():
    """R20, B73."""
    game = table("R1")

    happened = game.apply(0, play("R1", uno=True))

    assert UnoCalled(0) not in happened
    assert refusal(game, 0, CallUno()) is Reason.ROUND_OVER


def test_a_second_call_in_the_same_turn_is_not_told_again():
    """R20."""
    game = table()
    game.apply(0, CallUno())
    assert refusal(game, 0, CallUno()) is Reason.NOTHING_TO_CALL

    happened = game.apply(0, play("R1", uno=True))

    assert UnoCalled(0) not in happened
    assert game.called == {0}


@pytest.mark.parametrize("pile", ["Y1 Y2", ""])
def test_a_call_is_void_when_the_turn_ends_without_a_play(pile):
    """R20, B62: also when there was nothing to draw."""
    game = table("B1 B2", pile=pile, others="G3 G4 | B7 B8")
    game.apply(0, CallUno())

    game.apply(0, Draw())

    assert game.turn == 1
    assert game.called == frozenset()


def test_the_call_of_one_whose_single_card_stays_single_stands():
    """R20, R25."""
    game = Game.position("W Y9 | B7 B8", top="R5", pile="", rules=VICTIM)
    game.apply(0, play("W", "G", uno=True))
    game.apply(1, Draw())

    game.apply(0, Draw())

    assert words(game.hands[0]) == "Y9"
    assert game.called == {0}


def test_a_call_is_void_when_a_drawn_card_is_kept():
    """R20, B62."""
    game = table("R1 R2", pile="R9", rules=OFFICIAL)
    game.apply(0, CallUno())

    game.apply(0, Draw())
    game.apply(0, Pass())

    assert game.called == frozenset()


def test_who_called_in_vain_must_call_again():
    """R20, B62."""
    game = table("R1 R2", others="R3 R4 G3 | R7 R8 R9")
    game.apply(0, CallUno())
    game.apply(0, Draw())
    for seat, code in [(1, "R3"), (2, "R7"), (0, "R1"), (1, "R4"), (2, "R8"), (0, "R2")]:
        game.apply(seat, play(code))

    assert words(game.hands[0]) == "Y1"
    assert Catch(0) in game.legal(1)


def test_cards_that_come_to_a_hand_of_one_end_the_call():
    """R20."""
    game = Game.position("R1 R2 | R+ B9 | R8 R9", top="R5", direction=-1, turn=0, pile=PILE)
    game.apply(0, play("R1", uno=True))
    game.apply(2, play("R8", uno=True))
    assert game.called == {0, 2}

    game.apply(1, play("R+"))

    assert words(game.hands[0]) == "R2 Y1 Y2"
    assert game.called == {2}


def test_a_call_with_two_cards_waits_while_a_wild_draw_four_is_decided():
    """R16, R20: the victim's turn has not begun."""
    game = Game.position("W+ R2 R3 | G3 G4 | B7 B8", top="R5", pile=PILE, rules=VICTIM)
    game.apply(0, play("W+", "G"))
    assert refusal(game, 1, CallUno()) is Reason.NOTHING_TO_CALL

    game.apply(1, Challenge())

    assert CallUno() in game.legal(1)


@pytest.mark.parametrize("by", [1, 2])
def test_any_other_player_may_catch_one_who_forgot(by):
    """P4, R21, R22."""
    game = table()
    game.apply(0, play("R1"))
    assert Catch(0) in game.legal(by)

    happened = game.apply(by, Catch(0))

    assert happened == (PlayerCaught(0, by=by), CardsDrawn(0, 2, 2, Why.CAUGHT))
    assert words(game.hands[0]) == "R2 Y1 Y2"
    assert (game.turn, game.owing) == (1, frozenset())


@pytest.mark.parametrize("cards", [1, 4, 10])
def test_the_penalty_for_forgetting_can_be_agreed(cards):
    """R22: `uno_penalty`."""
    pile = f"{PILE} Y9 G1 G2"
    game = table(rules=Rules(uno_penalty=cards), pile=pile)
    game.apply(0, play("R1"))

    game.apply(2, Catch(0))

    assert len(game.hands[0]) == 1 + cards


def test_one_miss_is_caught_once():
    """R22, R23, B66."""
    game = table()
    game.apply(0, play("R1"))
    game.apply(1, Catch(0))
    before = fingerprint(game)

    assert refusal(game, 2, Catch(0)) is Reason.NOTHING_TO_CATCH
    assert fingerprint(game) == before
    assert len(game.hands[0]) == 3


@pytest.mark.parametrize("pile", [PILE, "Y1", ""])
def test_one_who_was_caught_cannot_call_after_the_fact(pile):
    """R22, B67: also when there was nothing left to draw."""
    game = Game.position("R1 R2 | R3 G3 | B7 B8", top="R5", pile=pile, rules=VICTIM)
    game.apply(0, play("R1"))
    game.apply(1, Catch(0))

    assert refusal(game, 0, CallUno()) is Reason.NOTHING_TO_CALL
    assert game.called == game.owing == frozenset()


@pytest.mark.parametrize(("seat", "target"), [(1, 0), (2, 0), (0, 0), (0, 1), (1, 9), (1, -1)])
def test_a_catch_that_finds_nothing_moves_no_cards(seat, target):
    """R23, B68, B69."""
    game = table()
    game.apply(0, play("R1", uno=True))
    before = fingerprint(game)

    assert refusal(game, seat, Catch(target)) is Reason.NOTHING_TO_CATCH
    assert fingerprint(game) == before


def test_nobody_catches_themselves():
    """R22."""
    game = table()
    game.apply(0, play("R1"))

    assert refusal(game, 0, Catch(0)) is Reason.NOTHING_TO_CATCH


def test_catching_early_wins_no_race():
    """R23, B68: what was tried before the play has no effect after it."""
    game = table()
    for _ in range(50):
        assert refusal(game, 2, Catch(0)) is Reason.NOTHING_TO_CATCH

    game.apply(0, play("R1", uno=True))

    assert refusal(game, 2, Catch(0)) is Reason.NOTHING_TO_CATCH


@pytest.mark.parametrize("action", [Draw(), play("R3"), play("G3")])
def test_the_next_action_of_another_player_closes_the_window(action):
    """P4, R21: a misplay is an action like any other."""
    game = table()
    game.apply(0, play("R1"))

    happened = game.apply(1, action)

    assert happened[0] == UnoMissed(0)
    assert game.owing == frozenset()
    assert refusal(game, 2, Catch(0)) is Reason.NOTHING_TO_CATCH


@pytest.mark.parametrize(("seat", "action"), [(1, Accept()), (1, Challenge()), (2, Challenge())])
def test_a_decision_about_a_wild_draw_four_closes_the_window(seat, action):
    """R21."""
    game = table("W+ R2", rules=Rules())
    game.apply(0, play("W+", "G"))
    assert Catch(0) in game.legal(1)

    happened = game.apply(seat, action)

    assert happened[0] == UnoMissed(0)
    assert game.owing == frozenset()


def test_a_forced_draw_does_not_close_the_window():
    """R21."""
    game = table("R+ R2")

    game.apply(0, play("R+"))

    assert (game.turn, game.owing) == (2, {0})
    assert Catch(0) in game.legal(1)
    assert Catch(0) in game.legal(2)


def test_calls_and_catches_do_not_close_the_window_of_somebody_else():
    """R21: they are no action in the turn."""
    game = Game.position("R1 R2 | RR R9 | B7 B8", top="R5", pile=PILE)
    game.apply(0, play("R1"))
    assert game.owing == {0}

    game.apply(1, CallUno())

    assert game.owing == {0}
    assert Catch(0) in game.legal(2)


def test_ones_own_next_action_does_not_close_ones_window():
    """R12, R21: between two players the turn may come back at once."""
    game = Game.position("RS R2 R3 | G3 G4", top="R5", pile=PILE)
    game.apply(0, play("RS"))
    game.apply(0, play("R2"))
    assert game.owing == {0}
    game = Game.position("RS R2 | G3 G4", top="R5", pile=PILE)
    game.apply(0, play("RS"))

    game.apply(0, Draw())

    assert game.turn == 1
    assert game.owing == {0}
    assert Catch(0) in game.legal(1)


def test_a_call_for_the_next_card_does_not_make_good_the_last_miss():
    """R12, R20, R21."""
    game = Game.position("RS R2 | G3 G4", top="R5", pile=f"R9 {PILE}")
    game.apply(0, play("RS"))
    game.apply(0, Draw())
    assert words(game.hands[0]) == "R2 R9"

    game.apply(0, CallUno())

    assert game.owing == {0}
    assert Catch(0) in game.legal(1)
    game.apply(0, play("R9"))
    assert (game.called, game.owing) == ({0}, frozenset())


def test_the_end_of_the_round_closes_the_window():
    """R21."""
    game = Game.position("RS R2 | G3 G4", top="R5", pile=PILE)
    game.apply(0, play("RS"))
    assert game.owing == {0}

    game.apply(0, play("R2"))

    assert isinstance(game.phase, RoundOver)
    assert game.owing == frozenset()
    assert game.legal(1) == (NextRound(),)
    assert refusal(game, 1, Catch(0)) is Reason.ROUND_OVER


def test_a_catch_leaves_the_turn_and_the_pending_decision_as_they_were():
    """R22."""
    game = table("W+ R2", rules=Rules())
    game.apply(0, play("W+", "G"))
    phase, turn = game.phase, game.turn

    game.apply(2, Catch(0))

    assert (game.phase, game.turn) == (phase, turn)
    assert set(game.legal(1)) == {Accept(), Challenge()}


def test_everybody_sees_who_called_and_who_may_be_caught():
    """R21."""
    game = table("R1 R2", others="R3 R4 | B7 B8")
    game.apply(0, play("R1", uno=True))
    game.apply(1, play("R3"))

    for seat in (None, 0, 1, 2):
        view = game.look(seat)
        assert (view.called, view.owing) == ((0,), (1,))
