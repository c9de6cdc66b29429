"""What the table does by itself: bots and the clock."""

from __future__ import annotations

import random

from lanuno.net.match import ROUND_PAUSE_SECONDS
from lanuno.net.messages import Update
from lanuno.uno import CallUno, Catch, Color, Draw, Play, Rules, card, events

from .evening import Evening, play, position

QUICK = Rules(turn_seconds=10)
ON_TURN = "R5 G1 | R7 G2 | R9 G3"
"""Three players who may all play red; seat 0 is on turn where nothing else is said."""


def finished(hands: str = "R5 | R7 G2 | R9 G3", **more) -> Evening:
    """A game whose round seat 0 has just won."""
    evening = position(hands, **more)
    evening.act(0, play("R5"))
    return evening


def test_a_bot_plays_on_its_turn_but_takes_a_moment():
    evening = Evening()
    evening.start(1, bots=1)
    evening.lay("R5 G1 G4 | R7 G2 G3", top="R1", turn=1)

    evening.wait(0.5)
    assert evening.game.version == 0
    evening.wait(2)
    assert evening.game.history == [(1, Play(card("R7")))]


def test_a_whole_evening_with_bots_ends_without_anybody_waiting_for_ever():
    evening = Evening(rules=Rules(target=200))
    evening.start(2, bots=2)
    chance = random.Random(7)

    for _ in evening.while_playing():
        moved = [evening.move(peer, chance) for peer in (0, 1)]
        if not any(moved):
            assert evening.table.due() is not None
            evening.wait(1)

    assert max(evening.game.scores) >= 200
    assert evening.table.fault is None
    assert evening.view(0).phase == evening.view(1).phase == evening.game.phase


def test_a_person_can_call_before_a_bot_catches():
    """B68."""
    evening = Evening(seed=3)
    evening.start(1, bots=1)
    evening.lay("R5 G1 | R7 G2", top="R1")

    evening.act(0, play("R5"))
    evening.wait(0.4)
    evening.act(0, CallUno())
    evening.wait(60)

    assert evening.heard(0, events.PlayerCaught) == []


def test_without_a_clock_nobody_is_hurried():
    evening = position(ON_TURN)

    assert evening.last(0, Update).seconds is None
    assert evening.table.due() is None
    evening.wait(10_000)
    assert evening.game.version == 0


def test_when_the_clock_has_run_out_the_table_draws():
    """R32, B41."""
    evening = position(ON_TURN, rules=QUICK, pile="G4 G5")
    assert evening.last(2, Update).seconds == 10

    evening.wait(9.9)
    assert evening.game.turn == 0
    evening.wait(0.1)

    drawn = events.CardsDrawn(0, 1, 1, events.Why.TURN)
    expected = (drawn, events.TurnPassed(0), events.TurnBegan(1))
    assert evening.last(2, Update).events == expected
    assert evening.last(2, Update).seconds == 10


def test_a_drawn_card_that_fits_has_a_time_of_its_own():
    """R11, R32."""
    evening = position(ON_TURN, rules=QUICK, pile="R4 G5")
    evening.wait(4)

    evening.act(0, Draw())
    assert evening.last(1, Update).seconds == 10

    evening.wait(10)
    assert evening.game.discard[-1] is card("R4")
    assert evening.game.turn == 1


def test_the_clock_goes_on_while_others_call_and_catch():
    """R22: a catch leaves the phase as it was."""
    evening = position(ON_TURN, rules=QUICK)
    evening.act(0, play("R5"))
    evening.wait(4)

    evening.act(2, Catch(0))

    assert evening.last(1, Update).seconds == 6


def test_the_clock_accepts_a_wild_draw_four_for_the_victim():
    """R32, B79."""
    evening = position("W+ R5 G1 | R7 G2 | R9 G3", rules=QUICK)

    evening.act(0, play("W+", Color.GREEN))
    assert (evening.view(2).turn, evening.last(2, Update).seconds) == (1, 10)
    evening.wait(10)

    assert evening.heard(0, events.DrawFourAccepted) == [events.DrawFourAccepted(1)]
    assert evening.game.turn == 2


def test_the_clock_picks_the_color_most_held():
    """R32."""
    evening = position("R5 G1 | R7 G2 G3 | R9", rules=QUICK, top="W", turn=1)

    evening.wait(10)

    assert evening.game.color is Color.GREEN
    assert evening.last(0, Update).seconds == 10


def test_between_rounds_no_clock_runs():
    evening = finished(rules=QUICK)

    assert evening.last(1, Update).seconds is None
    evening.wait(ROUND_PAUSE_SECONDS)
    assert evening.game.round == 2
    assert evening.last(1, Update).seconds == 10


def test_a_bot_is_never_too_late_for_the_clock():
    evening = Evening(rules=Rules(turn_seconds=1, target=50))
    evening.start(1, bots=2)
    evening.lay("R5 G1 | R7 G2 G3 | R9 B1 B2", top="R1", turn=1)

    evening.wait(1)

    assert events.CardsDrawn not in [type(event) for event in evening.game.events]
    assert evening.game.discard[-1] is not card("R1")
