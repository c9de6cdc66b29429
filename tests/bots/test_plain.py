"""What a plain bot does: one habit a test, each in a position that shows it."""

from __future__ import annotations

from random import Random

import pytest

from lanuno import bots, uno
from lanuno.bots.habits import CALL_SECONDS, CATCH_SECONDS, TURN_SECONDS

OFFICIAL = uno.Rules.preset("official")
MANY = range(400)
"""Chances to try where a habit must not depend on chance, or is a matter of it."""


def test_it_follows_the_color_before_the_number():
    game = uno.Game.position("R3 G5 Y8 | B7 B8 B9", top="R5")

    assert chosen(game) == {uno.Play(uno.card("R3"))}


def test_among_cards_of_the_color_it_gets_rid_of_the_dearest():
    game = uno.Game.position("R3 R9 Y8 | B7 B8 B9", top="R5")

    assert chosen(game) == {uno.Play(uno.card("R9"))}


def test_changing_the_color_it_goes_to_one_that_it_holds_more_of():
    game = uno.Game.position("Y5 G5 G1 G2 | B7 B8 B9", top="R5")

    assert chosen(game) == {uno.Play(uno.card("G5"))}


def test_it_keeps_wild_cards_while_another_card_fits():
    game = uno.Game.position("W W+ Y5 | B7 B8 B9", top="R5")

    assert chosen(game) == {uno.Play(uno.card("Y5"))}


def test_it_lays_a_wild_when_nothing_else_fits_and_the_draw_four_last():
    game = uno.Game.position("W W+ Y8 | B7 B8 B9", top="R5")

    assert {action.card for action in chosen(game)} == {uno.card("W")}


def test_it_draws_when_nothing_fits():
    game = uno.Game.position("G1 B2 Y8 | B7 B8 B9", top="R5")

    assert chosen(game) == {uno.Draw()}


@pytest.mark.parametrize("color", uno.Color)
def test_a_wild_gets_the_color_most_held(color):
    other = "Y8" if color is not uno.Color.YELLOW else "G8"
    game = uno.Game.position(
        f"W {other} {color}1 {color}2 | R7 B8 B9", top="B5", color=another_than(color, other)
    )

    assert chosen(game) == {uno.Play(uno.card("W"), color)}


@pytest.mark.parametrize("color", uno.Color)
def test_a_first_wild_gets_the_color_most_held(color):
    game = uno.Game.position(f"W W+ {color}1 {color}2 R3 | R7 B8 B9", top="W")

    assert chosen(game) == {uno.PickColor(color)}


@pytest.mark.parametrize("face", ["S", "R", "+"])
def test_an_attack_of_another_color_comes_before_a_number_of_this_one_only_in_need(face):
    hands = f"G{face} R9 Y6 Y7 | {{}} | B1 B2 B3"

    calm = uno.Game.position(hands.format("B6 B7 B8"), top=f"R{face}")
    need = uno.Game.position(hands.format("B7 B8"), top=f"R{face}")

    assert chosen(calm) == {uno.Play(uno.card("R9"))}
    assert chosen(need) == {uno.Play(uno.card(f"G{face}"))}


def test_an_honest_draw_four_hits_a_neighbor_who_is_close_to_going_out():
    position = "W+ Y5 Y6 | {}"

    calm = uno.Game.position(position.format("B6 B7 B8"), top="R5")
    need = uno.Game.position(position.format("B7 B8"), top="R5")

    assert chosen(calm) == {uno.Play(uno.card("Y5"))}
    assert chosen(need) == {uno.Play(uno.card("W+"), uno.Color.YELLOW)}


def test_it_does_not_bluff():
    """R14: beside a red card the draw four would be illegal."""
    game = uno.Game.position("W+ R5 Y6 | B7", top="R5")

    assert chosen(game) == {uno.Play(uno.card("R5"))}


def test_the_neighbor_is_looked_for_in_the_direction_of_play_past_those_who_left():
    hands = "G+ R9 Y6 | B3 B4 B5 | B0 B1 B2 | B7"
    game = uno.Game.position(hands, top="R+", direction=-1)
    before = chosen(game)

    game.leave(3)

    assert before == {uno.Play(uno.card("G+"))}
    assert chosen(game) == {uno.Play(uno.card("R9"))}


def test_it_mostly_calls_uno_with_the_play_that_leaves_one_card():
    game = uno.Game.position("R3 G5 | B7 B8 B9", top="R5")

    assert mostly(game, uno.Play(uno.card("R3"), uno=True), uno.Play(uno.card("R3")))


def test_it_calls_uno_with_a_drawn_card_too():
    game = uno.Game.position("Y3 | B7 B8 B9", top="R5", pile="R8 R9")
    game.apply(0, uno.Draw())

    assert mostly(game, uno.Play(uno.card("R8"), uno=True), uno.Play(uno.card("R8")))


def test_it_does_not_call_twice():
    game = uno.Game.position("R3 G5 | B7 B8 B9", top="R5")
    game.apply(0, uno.CallUno())

    assert chosen(game) == {uno.Play(uno.card("R3"))}


def test_it_may_remember_late_that_it_has_to_call():
    game = uno.Game.position("R3 G5 | B7 B8 B9", top="R5")
    game.apply(0, uno.Play(uno.card("R3")))

    assert chosen(game, 0) == {uno.CallUno(), None}


@pytest.mark.parametrize("seat", [1, 2])
def test_it_mostly_catches_who_did_not_call_and_sometimes_looks_away(seat):
    game = uno.Game.position("R3 G5 | R7 B8 B9 | Y1 Y2", top="R5")
    game.apply(0, uno.Play(uno.card("R3")))

    choices = [bots.choose(game.look(seat), Random(number)) for number in MANY]

    otherwise = uno.Play(uno.card("R7")) if seat == game.turn else None
    assert set(choices) == {uno.Catch(0), otherwise}
    assert choices.count(uno.Catch(0)) > len(MANY) / 2


def test_it_doubts_a_wild_draw_four_of_many_cards_that_stops_it_from_going_out():
    """R16, R17: who lays one on somebody with two cards has a reason to bluff."""
    few, calm, many = (
        uno.Game.position(f"W+ R1 {more} | {victim}", top="R5")
        for more, victim in (
            ("Y2", "B7 B8"),
            ("Y2 Y3 Y4 Y6 Y7", "B7 B8 B9 G1"),
            ("Y2 Y3 Y4 Y6 Y7", "B7 B8"),
        )
    )
    for game in (few, calm, many):
        game.apply(0, uno.Play(uno.card("W+"), uno.Color.GREEN))

    assert chosen(few, 1) == chosen(calm, 1) == {uno.Accept()}
    assert chosen(many, 1) == {uno.Challenge()}


def test_it_leaves_the_challenge_to_the_victim():
    """R16: everybody may challenge."""
    game = uno.Game.position("W+ R1 R2 | B7 B8 | Y1 Y2", top="R5")
    game.apply(0, uno.Play(uno.card("W+"), uno.Color.GREEN))

    assert uno.Challenge() in game.legal(2)
    assert chosen(game, 2) == {None}


@pytest.mark.parametrize("rules", [uno.Rules(), OFFICIAL], ids=["document", "official"])
def test_it_plays_a_drawn_card_that_fits(rules):
    """R11."""
    game = uno.Game.position("Y3 Y4 | B7 B8 B9", top="R5", pile="R8 R9", rules=rules)
    game.apply(0, uno.Draw())

    assert chosen(game) == {uno.Play(uno.card("R8"))}


def test_it_keeps_a_drawn_wild_until_there_is_need_for_it():
    """R11, as the official rules have it."""
    calm, need = (
        uno.Game.position(f"Y3 Y4 | {hand}", top="R5", pile="W R9", rules=OFFICIAL)
        for hand in ("B6 B7 B8", "B8")
    )
    for game in (calm, need):
        game.apply(0, uno.Draw())

    assert chosen(calm) == {uno.Pass()}
    assert chosen(need) == {uno.Play(uno.card("W"), uno.Color.YELLOW)}


def test_it_keeps_a_drawn_draw_four_that_would_be_a_bluff():
    """R11, R14: the only case in which the document lets it choose."""
    game = uno.Game.position("R3 Y4 | B8", top="R5", pile="W+ R9")
    game.apply(0, uno.Draw())

    assert chosen(game) == {uno.Pass()}


def test_it_has_nothing_to_do_when_it_is_anothers_turn_or_the_round_is_over():
    game = uno.Game.position("R3 | B7 B8 | Y1 Y2", top="R5")

    others_turn = chosen(game, 1)
    game.apply(0, uno.Play(uno.card("R3")))

    assert others_turn == {None}
    assert isinstance(game.phase, uno.RoundOver)
    assert chosen(game, 0) == chosen(game, 1) == {None}


def test_it_has_nothing_to_do_when_the_game_is_over():
    game = uno.Game.position("R3 | B7 B8 | Y1 Y2", top="R5")
    game.stop()

    assert chosen(game, 0) == chosen(game, 1) == {None}


def test_equal_plays_are_a_matter_of_chance_and_the_same_chance_plays_the_same():
    game = uno.Game.position("Y5 G5 | B7 B8 B9", top="R5")
    view = game.look(0)

    first, second = ([bots.choose(view, Random(number)) for number in MANY] for _ in range(2))

    assert {play.card for play in first} == {uno.card("Y5"), uno.card("G5")}
    assert first == second


def test_it_takes_a_persons_time_for_a_turn_and_longer_to_catch_somebody():
    turn = uno.Game.position("R3 G5 | B7 B8 B9 | Y1 Y2", top="R5")
    catch = turn.copy()
    catch.apply(0, uno.Play(uno.card("R3")))

    assert within(TURN_SECONDS, turn, 0)
    assert within(CATCH_SECONDS, catch, 1)
    assert within(CATCH_SECONDS, catch, 2)
    assert within(CALL_SECONDS, catch, 0)


def chosen(game, seat=None):
    """Everything that the bot at *seat*, or on turn, may do there, whatever the chance."""
    view = game.look(game.turn if seat is None else seat)
    return {bots.choose(view, Random(number)) for number in MANY}


def mostly(game, usual, otherwise):
    """Whether the bot on turn does what is *usual*, seldom *otherwise*, and nothing else."""
    choices = [bots.choose(game.look(game.turn), Random(number)) for number in MANY]
    return set(choices) == {usual, otherwise} and choices.count(usual) > 0.8 * len(MANY)


def within(seconds, game, seat):
    view = game.look(seat)
    return all(seconds[0] <= bots.delay(view, Random(number)) <= seconds[1] for number in MANY)


def another_than(color, other):
    """A color in force that neither the wild's color nor *other* card has."""
    taken = {color, uno.card(other).color, uno.Color.BLUE}
    return next(each for each in uno.Color if each not in taken)
