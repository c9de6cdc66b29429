"""The end of a round, and what it is worth."""

import pytest

from lanuno.uno import Card, Draw, Game, NextRound, Play, Reason, RoundOver, card
from lanuno.uno.cards import cards
from lanuno.uno.events import (
    CardPlayed,
    CardsDrawn,
    RoundEnded,
    RoundResult,
    Why,
)

from .lab import VICTIM, play, refusal, words


def test_the_round_ends_with_the_first_empty_hand():
    """P5, B86."""
    game = Game.position("R1 | R2 | B7", top="R5", rules=VICTIM)

    game.apply(0, play("R1"))

    assert isinstance(game.phase, RoundOver)
    assert refusal(game, 1, play("R2")) is Reason.ROUND_OVER
    assert [game.legal(seat) for seat in range(3)] == [(NextRound(),)] * 3


def test_the_winner_gets_what_all_others_hold():
    """C1, C2, R27."""
    game = Game.position("R1 | R0 Y9 GS | BR Y+ W W+", top="R5", scores=[10, 20, 30])

    game.apply(0, play("R1"))

    assert game.scores == (10 + 29 + 140, 20, 30)
    assert game.wins == (1, 0, 0)


@pytest.mark.parametrize("each", Card)
def test_every_card_counts_what_it_is_worth(each):
    """C1, R27."""
    game = Game.position(f"R1 | {each}", top="R5")

    game.apply(0, play("R1"))

    assert game.scores == (each.points, 0)


def test_a_win_of_nothing_is_a_win():
    """R27, B84."""
    game = Game.position("R1 | Y0 | B0", top="R5", rules=VICTIM)

    game.apply(0, play("R1"))

    assert (game.scores, game.wins) == ((0, 0, 0), (1, 0, 0))


def test_a_last_draw_two_is_drawn_before_the_count():
    """P5, R26, B83."""
    game = Game.position("R+ | R5 B9 | YS Y0", top="R1", pile="W G1", rules=VICTIM)

    happened = game.apply(0, play("R+"))

    assert happened[:2] == (CardPlayed(0, card("R+")), CardsDrawn(1, 2, 2, Why.DRAW_TWO))
    assert words(game.hands[1]) == "R5 B9 W G1"
    assert game.scores == (85, 0, 0)


def test_a_last_draw_two_reaches_the_next_player_in_the_direction_of_play():
    """P5, R26."""
    game = Game.position("R+ | R5 | YS", top="R1", direction=-1, pile="W G1")

    game.apply(0, play("R+"))

    assert words(game.hands[2]) == "YS W G1"


@pytest.mark.parametrize("code", ["RS", "RR", "W", "R9"])
def test_another_last_card_has_no_effect_but_to_end_the_round(code):
    """R26, B31: a seven is a number like others."""
    game = Game.position(f"{code} | R5 | YS", top="R1")
    assert game.legal(0) == (play(code), Draw())

    happened = game.apply(0, play(code))

    assert [type(each) for each in happened] == [CardPlayed, RoundEnded]
    assert game.direction == 1


@pytest.mark.parametrize("code", ["W", "W+"])
def test_a_color_named_with_a_last_wild_is_void(code):
    """R26."""
    game = Game.position(f"{code} | R5 | YS", top="R1", pile="Y1 Y2 Y3 Y4")

    happened = game.apply(0, play(code, "G"))

    assert happened[0] == CardPlayed(0, card(code))
    assert game.color is None


def test_the_end_of_a_round_lays_everything_open():
    """R29, B85."""
    game = Game.position("R1 | R0 Y9 GS | W", top="R5", scores=[1, 2, 3], rules=VICTIM)

    happened = game.apply(0, play("R1"))

    result = RoundResult(
        round=1,
        winner=0,
        last=card("R1"),
        hands=((), cards("R0 Y9 GS"), cards("W")),
        values=(0, 29, 50),
        points=79,
        scores=(80, 2, 3),
    )
    assert happened[-1] == RoundEnded(result)
    assert game.phase == RoundOver(result)
    assert [game.look(seat).phase for seat in (None, 0, 1, 2)] == [RoundOver(result)] * 4


def test_no_hand_is_laid_open_before_the_end():
    """R29."""
    game = Game.position("R1 R2 | R0 Y9 GS | W", top="R5")

    game.apply(0, play("R1"))

    assert [words(game.look(seat).hand) for seat in (None, 0, 1, 2)] == ["", "R2", "R0 Y9 GS", "W"]


def test_the_next_round_is_dealt_when_anybody_asks_for_it():
    """R2."""
    game = Game.position("R1 | R0 | W", top="R5", scores=[1, 2, 3])
    game.apply(0, Play(card("R1")))

    game.apply(2, NextRound())

    assert game.round == 2
    assert game.scores == (1 + 50, 2, 3)
    assert refusal(game, 0, NextRound()) is Reason.ROUND_NOT_OVER
