"""Jumping in: a play out of turn is judged when it arrives, like a catch (R34)."""

from __future__ import annotations

import pytest

from lanuno.net.messages import Act, ActionRefused, Refused, Why
from lanuno.uno import Draw, Reason, Rules, events

from .evening import everything, play, position

JUMPS = Rules(jump_in=True)
TABLE = "R5 G1 G4 | R7 G2 B2 | R9 G3 B3 | R5 B1 B4"
"""Seat 0 is on turn; once it has played its red five, seat 3 may jump in."""


def jumping(hands=TABLE, **more):
    return position(hands, rules=JUMPS, **more)


def test_who_holds_the_card_on_top_plays_it_out_of_turn_and_play_goes_on_from_there():
    evening = jumping()
    evening.act(0, play("R5"))

    evening.act(3, play("R5"))

    assert evening.heard(1, events.JumpedIn) == [events.JumpedIn(3)]
    assert evening.game.turn == 0


def test_a_jump_made_before_the_next_player_has_drawn_counts_all_the_same():
    """Nobody else's move makes it stale as long as the card lies on top."""
    evening = jumping(pile="B9 B8 B7")
    evening.act(0, play("R5"))
    seen = evening.view(3).version
    evening.act(1, Draw())
    assert evening.game.turn == 2

    evening.act(3, play("R5"), version=seen)

    assert evening.game.turn == 0
    assert str(evening.game.discard[-1]) == "R5"


def test_a_jump_that_comes_after_the_next_card_is_too_late_and_costs_nothing():
    evening = jumping()
    evening.act(0, play("R5"))
    seen = evening.view(3).version
    evening.act(1, play("R7"))
    before = everything(evening)
    evening.forget()

    told = evening.ask(3, Act(seen, play("R5")))

    assert told == [Refused(Why.TOO_LATE)]
    assert set(evening.sent) == {3}
    assert everything(evening) == before


def test_of_a_jump_and_an_ordinary_play_the_first_to_arrive_counts():
    evening = jumping()
    evening.act(0, play("R5"))
    seen = evening.view(1).version
    evening.act(3, play("R5"))

    told = evening.act(1, play("R7"), version=seen)

    assert told == [Refused(Why.STALE)]
    assert len(evening.game.hands[1]) == 3


def test_of_two_who_jump_in_one_after_the_other_the_second_is_too_late():
    """Seat 2 jumps in on the seven of seat 1, seat 3 wanted to on the five before it."""
    evening = jumping("R5 G1 G4 | R7 G2 B2 | R7 G3 B3 | R5 B1 B4")
    evening.act(0, play("R5"))
    seen = evening.view(3).version
    evening.act(1, play("R7"))
    evening.act(2, play("R7"))

    assert evening.act(3, play("R5"), version=seen) == [Refused(Why.TOO_LATE)]
    assert len(evening.game.hands[3]) == 3


def test_a_jump_never_becomes_an_ordinary_play_of_a_turn_that_came_meanwhile():
    """The five would fit on seat 3's own turn too, but seat 3 has not seen that it came."""
    evening = jumping("R5 G1 G4 | B2 G2 B6 | R5 B1 B4", pile="B9 B8 B7")
    evening.act(0, play("R5"))
    seen = evening.view(2).version
    evening.act(1, Draw())
    assert evening.game.turn == 2

    assert evening.act(2, play("R5"), version=seen) == [Refused(Why.TOO_LATE)]
    evening.act(2, play("R5"))
    assert evening.game.turn == 0
    assert not evening.heard(0, events.JumpedIn)


def test_an_ordinary_play_never_becomes_a_jump():
    """Seat 1 wants to follow a blue five; by then a red one lies there, and seat 0 is on turn."""
    evening = jumping("B5 G1 G4 | R5 G2 B6 | B5 B1 B4 | R5 G6 G7", top="B1")
    evening.act(0, play("B5"))
    seen = evening.view(1).version
    evening.act(2, play("B5"))
    evening.act(3, play("R5"))

    assert evening.act(1, play("R5"), version=seen) == [Refused(Why.STALE)]
    evening.act(1, play("R5"))
    assert evening.heard(0, events.JumpedIn) == [events.JumpedIn(2), events.JumpedIn(1)]


@pytest.mark.parametrize("rules", [Rules(), JUMPS])
def test_a_card_that_never_could_jump_in_is_refused_by_the_rules(rules):
    evening = position(TABLE, rules=rules)

    assert evening.act(3, play("B1")) == [ActionRefused(Reason.NOT_YOUR_TURN)]


def test_uno_is_said_with_the_card_that_jumps_in():
    """R20, R34."""
    evening = jumping("R5 G1 G4 | R7 G2 B2 | R5 B1")
    evening.act(0, play("R5"))

    evening.act(2, play("R5", uno=True))

    assert evening.heard(0, events.UnoCalled) == [events.UnoCalled(2)]
    assert 2 not in evening.game.owing
