"""R32: what the table does for a player whose time is up, in every phase of a game."""

from __future__ import annotations

from random import Random

import pytest

from lanuno import bots, uno

OFFICIAL = uno.Rules.preset("official")


def test_it_draws_although_a_card_fits():
    """R32: draw; R10 allows it."""
    game = uno.Game.position("R3 W G4 | B7 B8", top="R5")

    assert bots.idle(game.look(0)) == uno.Draw()


def test_where_drawing_is_forbidden_it_plays_a_card_that_fits():
    """R10, `must_play`."""
    game = uno.Game.position("W G4 R3 | B7 B8", top="R5", rules=uno.Rules(must_play=True))

    action = bots.idle(game.look(0))

    assert uno.Draw() not in game.legal(0)
    assert action in game.legal(0)
    assert isinstance(action, uno.Play)


def test_a_drawn_card_that_must_be_played_is_played():
    """R11."""
    game = uno.Game.position("Y3 Y4 | B7 B8", top="R5", pile="R8 R9")
    game.apply(0, uno.Draw())

    assert bots.idle(game.look(0)) == uno.Play(uno.card("R8"))


def test_a_drawn_wild_that_must_be_played_gets_the_color_most_held():
    """R11, R32."""
    game = uno.Game.position("G3 Y3 G4 | B7 B8", top="R5", pile="W R9")
    game.apply(0, uno.Draw())

    assert bots.idle(game.look(0)) == uno.Play(uno.card("W"), uno.Color.GREEN)


def test_a_drawn_card_that_may_be_kept_is_kept():
    """R32: else pass."""
    game = uno.Game.position("Y3 Y4 | B7 B8", top="R5", pile="R8 R9", rules=OFFICIAL)
    game.apply(0, uno.Draw())

    assert bots.idle(game.look(0)) == uno.Pass()


def test_it_does_not_bluff_with_a_drawn_draw_four():
    """R11, R14: it may be kept under the document's rules too."""
    game = uno.Game.position("R3 Y4 | B7 B8", top="R5", pile="W+ R9")
    game.apply(0, uno.Draw())

    assert bots.idle(game.look(0)) == uno.Pass()


def test_it_accepts_a_wild_draw_four():
    game = uno.Game.position("W+ R1 R2 | B7 B8 | Y1", top="R5")
    game.apply(0, uno.Play(uno.card("W+"), uno.Color.GREEN))

    assert bots.idle(game.look(1)) == uno.Accept()
    assert bots.idle(game.look(2)) is None


@pytest.mark.parametrize("color", uno.Color)
def test_it_picks_the_color_most_held_for_a_first_wild(color):
    """R6, R32."""
    game = uno.Game.position(f"W W+ R3 {color}1 {color}2 | R7", top="W")

    assert bots.idle(game.look(0)) == uno.PickColor(color)


def test_of_colors_held_equally_it_picks_the_first_in_the_decks_order():
    game = uno.Game.position("B1 G1 W | R7", top="W")

    assert bots.idle(game.look(0)) == uno.PickColor(uno.Color.GREEN)


def test_it_does_nothing_when_nothing_has_to_be_done():
    game = uno.Game.position("R3 G5 | B7 B8 | Y1 Y2", top="R5")
    waiting = bots.idle(game.look(1)), bots.idle(game.look(None))

    game.apply(0, uno.Play(uno.card("R3")))

    assert waiting == (None, None)
    assert uno.Catch(0) in game.legal(2)
    assert bots.idle(game.look(2)) is None


def test_it_does_nothing_after_a_round_or_a_game():
    over = uno.Game.position("R3 | B7 B8", top="R5", turn=0)
    over.apply(0, uno.Play(uno.card("R3")))
    stopped = uno.Game.position("R3 | B7 B8", top="R5", turn=0)
    stopped.stop()

    for game in (over, stopped):
        assert [bots.idle(game.look(seat)) for seat in range(2)] == [None, None]


SWITCHES = ["must_play=on", "drawn_card=may", "bluffing=off", "first_wild=redraw"]


@pytest.mark.parametrize("switch", SWITCHES)
@pytest.mark.parametrize("preset", ["document", "official"])
def test_in_any_game_it_does_something_legal_for_the_player_on_turn_and_nobody_else(preset, switch):
    rules = uno.Rules.preset(preset).with_switch(switch).with_switch("hand_size=3")
    phases = set()
    for number in range(60):
        game = uno.Game.new(2 + number % 9, number.to_bytes(32, "big"), rules)
        chance = Random(number)
        for _ in range(300):
            if isinstance(game.phase, uno.GameOver):
                break
            phases.add(type(game.phase))
            for seat in range(game.players):
                action = bots.idle(game.look(seat))
                due = seat == game.turn and not isinstance(game.phase, uno.RoundOver)
                assert (action in game.legal(seat)) if due else action is None, number
            action = bots.idle(game.look(game.turn))
            if action is None or chance.random() < 0.7:
                action = chance.choice(game.legal(game.turn))
            game.apply(game.turn, action)
    assert phases >= {uno.Playing, uno.RoundOver}
