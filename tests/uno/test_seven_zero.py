"""House rule: a seven swaps hands with somebody, a zero passes all hands on (R35)."""

import pytest

from lanuno.uno import (
    CallUno,
    Catch,
    Draw,
    Game,
    Playing,
    Reason,
    RoundOver,
    Rules,
)
from lanuno.uno.events import (
    CardPlayed,
    HandsPassed,
    HandsSwapped,
    PlayerCaught,
    RoundEnded,
    TurnBegan,
    UnoCalled,
    UnoMissed,
)
from lanuno.uno.notation import parse, word

from .lab import fingerprint, play, playable, refusal, words

PILE = "Y1 Y2 Y3 Y4 Y5 Y6"


def table(hands, *, top="R1", direction=1, **others):
    """Seat 0 on turn."""
    rules = Rules(seven_zero=True, **others)
    return Game.position(hands, top=top, pile=PILE, direction=direction, rules=rules)


def held(game):
    return [words(hand) for hand in game.hands]


def test_a_seven_swaps_hands_with_the_player_who_is_named():
    """R35, R9, B29."""
    game = table("R7 B1 | G3 G4 | B7 B8 | Y7 Y8 Y9 R2 R3")

    events = game.apply(0, play("R7", swap=3))

    assert events == (CardPlayed(0, play("R7").card), HandsSwapped(0, 3), TurnBegan(1))
    assert held(game) == ["Y7 Y8 Y9 R2 R3", "G3 G4", "B7 B8", "B1"]
    assert (game.turn, game.phase) == (1, Playing())


def test_everybody_else_at_the_table_can_be_named():
    """R35."""
    game = table("R7 B1 B2 | G3 G4 | B7 B8 | Y7 Y8")

    assert game.legal(0) == (*(play("R7", swap=seat) for seat in (1, 2, 3)), play("B1"), Draw())


def test_nobody_who_has_left_can_be_named():
    """R35, R31."""
    game = table("R7 B1 B2 | G3 G4 | B7 B8 | Y7 Y8")
    game.leave(2)

    assert play("R7", swap=2) not in game.legal(0)
    assert refusal(game, 0, play("R7", swap=2)) is Reason.MUST_CHOOSE_PLAYER


@pytest.mark.parametrize("swap", [None, 0, 4, -1])
def test_a_seven_without_another_player_is_refused(swap):
    """R35, R9."""
    game = table("R7 B1 B2 | G3 G4 | B7 B8 | Y7 Y8")
    before = fingerprint(game)

    assert refusal(game, 0, play("R7", swap=swap)) is Reason.MUST_CHOOSE_PLAYER
    assert fingerprint(game) == before


@pytest.mark.parametrize("code", ["R5", "R0", "RS"])
def test_nobody_is_named_for_another_card(code):
    """R35."""
    game = table(f"{code} B2 B3 | G3 G4 | B7 B8")

    assert refusal(game, 0, play(code, swap=1)) is Reason.PLAYER_NOT_ASKED


def test_nobody_is_named_where_sevens_swap_nothing():
    """R35."""
    game = Game.position("R7 B2 B3 | G3 G4", top="R1", pile=PILE)

    assert refusal(game, 0, play("R7", swap=1)) is Reason.PLAYER_NOT_ASKED


def test_a_seven_that_does_not_fit_is_the_usual_mistake():
    """R30, R35."""
    game = table("B7 B2 B3 | G3 G4", illegal_play="refuse")

    assert refusal(game, 0, play("B7")) is Reason.NO_MATCH

    strict = table("B7 B2 B3 | G3 G4", illegal_play="penalty")
    strict.apply(0, play("B7"))
    assert (len(strict.hands[0]), strict.turn) == (7, 1)


@pytest.mark.parametrize(
    ("direction", "expected"),
    [
        (1, ["Y7 Y8 Y9", "B1 B2", "G3 G4 G5 G6", "B8"]),
        (-1, ["G3 G4 G5 G6", "B8", "Y7 Y8 Y9", "B1 B2"]),
    ],
)
def test_a_zero_passes_all_hands_on_in_the_direction_of_play(direction, expected):
    """R35, B29."""
    game = table("R0 B1 B2 | G3 G4 G5 G6 | B8 | Y7 Y8 Y9", direction=direction)

    events = game.apply(0, play("R0"))

    following = 1 if direction > 0 else 3
    assert events[1:] == (HandsPassed(direction), TurnBegan(following))
    assert held(game) == expected


def test_hands_pass_by_those_who_have_left():
    """R35, R31."""
    game = table("R0 B1 B2 | G3 G4 G5 | B8 B9 | Y7 Y8 Y9")
    game.leave(1)

    game.apply(0, play("R0"))

    assert held(game) == ["Y7 Y8 Y9", "", "B1 B2", "B8 B9"]


def test_between_two_a_zero_swaps_hands():
    """R35, R12."""
    game = table("R0 B1 B2 | G3 G4 G5")

    game.apply(0, play("R0"))

    assert held(game) == ["G3 G4 G5", "B1 B2"]
    assert game.turn == 1


@pytest.mark.parametrize("code", ["R7", "R0"])
def test_a_last_card_moves_no_hand(code):
    """R35, B31."""
    game = table(f"{code} | G3 G4 | B7 B8")
    assert playable(game, 0) == code

    events = game.apply(0, play(code))

    assert isinstance(events[-1], RoundEnded)
    assert isinstance(game.phase, RoundOver)
    assert (game.phase.result.winner, game.phase.result.hands[0]) == (0, ())
    assert not any(isinstance(each, (HandsSwapped, HandsPassed)) for each in events)


def test_nobody_is_named_for_a_last_seven():
    """R35, B31."""
    game = table("R7 | G3 G4 | B7 B8")

    assert refusal(game, 0, play("R7", swap=1)) is Reason.PLAYER_NOT_ASKED


def test_the_first_card_of_a_round_moves_no_hand():
    """R3, R35."""
    found = 0
    for seed in range(60):
        game = Game.new(3, seed.to_bytes(32, "big"), Rules(seven_zero=True))
        if game.discard[-1].face.value in "70":
            found += 1
            assert game.hands == Game.new(3, seed.to_bytes(32, "big")).hands
    assert found


def test_a_drawn_seven_asks_for_a_player_too():
    """R35, R11."""
    rules = Rules(seven_zero=True)
    game = Game.position("B5 B9 | G3 G4 | Y3", top="R1", pile="R7 Y2", rules=rules)
    game.apply(0, Draw())
    assert game.legal(0) == (play("R7", swap=1), play("R7", swap=2))

    game.apply(0, play("R7", swap=2))

    assert held(game) == ["Y3", "G3 G4", "B5 B9"]


# Uno


def test_who_comes_down_to_one_card_by_a_swap_owes_a_call_until_somebody_acts():
    """R35, R21, B72."""
    game = table("R7 B1 G2 | G3 G4 | B7 B8 | Y3")
    game.apply(0, play("R7", swap=3))

    assert held(game)[0] == "Y3"
    assert (game.owing, CallUno() in game.legal(0)) == ({0}, True)

    assert UnoMissed(0) in game.apply(1, Draw())


def test_and_can_be_caught_until_then():
    """R35, R22, B72."""
    game = table("R7 B1 G2 | G3 G4 | B7 B8 | Y3")
    game.apply(0, play("R7", swap=3))

    events = game.apply(2, Catch(0))

    assert events[0] == PlayerCaught(0, by=2)
    assert len(game.hands[0]) == 3


def test_and_may_call_after_the_fact():
    """R35, R20."""
    game = table("R7 B1 G2 | G3 G4 | B7 B8 | Y3")
    game.apply(0, play("R7", swap=3))

    assert game.apply(0, CallUno()) == (UnoCalled(0),)
    assert (game.called, game.owing) == ({0}, set())


def test_a_call_with_three_cards_is_void_even_when_a_swap_leaves_one():
    """R35, R20."""
    game = table("R7 B1 G2 | G3 G4 | B7 B8 | Y3")

    game.apply(0, play("R7", uno=True, swap=3))

    assert (game.called, game.owing) == (set(), {0})


def test_who_gets_a_single_card_by_anothers_swap_owes_the_call():
    """R35, R21."""
    game = table("R7 B1 | G3 G4 | B7 B8 | Y3 Y4 Y7")

    game.apply(0, play("R7", swap=3))

    assert held(game)[3] == "B1"
    assert game.owing == {3}
    assert CallUno() in game.legal(3)


def test_a_call_that_came_with_the_seven_is_void_when_the_swap_brings_more_cards():
    """R35, R20."""
    game = table("R7 B1 | G3 G4 | B7 B8 | Y3 Y4 Y7")

    events = game.apply(0, play("R7", uno=True, swap=3))

    assert UnoCalled(0) in events
    assert (game.called, game.owing) == (set(), {3})


def test_a_call_stands_when_one_card_is_swapped_for_one():
    """R35, R20: a hand does not become what it was."""
    game = table("R7 B1 | G3 G4 | B7 B8 | Y3")

    game.apply(0, play("R7", uno=True, swap=3))

    assert held(game)[0] == "Y3"
    assert (game.called, game.owing) == ({0}, set())


def test_a_call_is_void_when_the_hand_is_taken_away():
    """R35, R20."""
    game = table("R5 R6 | R7 G4 G5 | B7 B8")
    game.apply(0, play("R5", uno=True))
    assert game.called == {0}

    game.apply(1, play("R7", swap=0))

    assert held(game)[:2] == ["G4 G5", "R6"]
    assert (game.called, game.owing) == (set(), {1})


def test_a_zero_makes_everybody_owe_who_gets_a_single_card():
    """R35, R21."""
    game = table("R0 B1 | G3 G4 | B7 | Y3 Y4 Y7")

    game.apply(0, play("R0"))

    assert held(game) == ["Y3 Y4 Y7", "B1", "G3 G4", "B7"]
    assert game.owing == {1, 3}


# Beside others


def test_sevens_are_chosen_beside_the_rule_that_whoever_can_play_must():
    """R35, R10."""
    game = table("R7 B2 B3 | G3 G4 | B7 B8", must_play=True)

    assert game.legal(0) == (play("R7", swap=1), play("R7", swap=2))


def test_a_swap_is_written_down_with_its_seat():
    """R35."""
    assert word(0, play("R7", uno=True, swap=3)) == "0:R7>3!"
    assert parse("0:R7>3!") == (0, play("R7", uno=True, swap=3))
    with pytest.raises(ValueError, match="not a deed"):
        parse("0:R5>3")


def test_after_a_swap_each_sees_the_new_hand_and_nobody_elses():
    """R35, B110."""
    game = table("R7 B1 | G3 G4 | B7 B8 | Y3 Y4 Y7")
    game.apply(0, play("R7", swap=3))

    assert words(game.look(0).hand) == "Y3 Y4 Y7"
    assert words(game.look(3).hand) == "B1"
    assert game.look(None).counts == (3, 2, 2, 1)
