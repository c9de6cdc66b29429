"""A game at the table: whose word counts when, bots, and the clock."""

from __future__ import annotations

import pytest

from lanuno.net.match import COOL_DOWN_SECONDS
from lanuno.net.messages import Act, ActionRefused, Refused, Update, Why
from lanuno.uno import (
    Accept,
    CallUno,
    Catch,
    Challenge,
    Color,
    Draw,
    NextRound,
    Pass,
    PickColor,
    Reason,
    Rules,
    card,
    events,
)

from .evening import everything, play, position

VICTIM = Rules(challenge_by="victim")
ON_TURN = "R5 G1 | R7 G2 | R9 G3"
"""Three players who may all play red; seat 0 is on turn where nothing else is said."""


def test_what_is_played_is_told_to_all_with_the_view_of_each():
    evening = position(ON_TURN)
    evening.watch(9)

    evening.act(0, play("R5", uno=True))

    for peer, seat in ((0, 0), (1, 1), (2, 2), (9, None)):
        assert evening.last(peer, Update).view == evening.game.look(seat)
        assert evening.last(peer, Update).events == evening.game.events
    assert evening.game.turn == 1


def test_what_the_rules_forbid_is_refused_to_the_one_who_asked():
    """B48."""
    evening = position(ON_TURN)
    before = everything(evening)
    evening.forget()

    told = evening.ask(1, Act(evening.game.version, Draw()))

    assert told == [ActionRefused(Reason.NOT_YOUR_TURN)]
    assert set(evening.sent) == {1}
    assert everything(evening) == before


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (play("B9"), Reason.NOT_IN_HAND),
        (play("W", Color.RED), Reason.NOT_IN_HAND),
        (play("R5", Color.RED), Reason.COLOR_NOT_ASKED),
        (Pass(), Reason.NOTHING_DRAWN),
        (Accept(), Reason.NOTHING_TO_DECIDE),
        (Challenge(), Reason.NOTHING_TO_DECIDE),
        (PickColor(Color.RED), Reason.NOTHING_TO_DECIDE),
        (Catch(1), Reason.NOTHING_TO_CATCH),
        (Catch(0), Reason.NOTHING_TO_CATCH),
        (Catch(-1), Reason.NOTHING_TO_CATCH),
        (Catch(2**63), Reason.NOTHING_TO_CATCH),
        (NextRound(), Reason.ROUND_NOT_OVER),
    ],
)
def test_each_fault_has_its_own_reason_and_changes_nothing(action, reason):
    """B109, B114."""
    evening = position("R5 G1 G2 | R7 G2 | R9 G3")
    before = evening.game.copy(), evening.game.look(0)

    assert evening.act(0, action) == [ActionRefused(reason)]
    assert (evening.game.hands, evening.game.look(0)) == (before[0].hands, before[1])


def test_a_move_made_upon_an_older_view_is_stale():
    evening = position(ON_TURN)
    seen = evening.view(1).version
    evening.act(0, play("R5", uno=True))
    before = everything(evening)

    assert evening.act(1, Draw(), version=seen) == [Refused(Why.STALE)]
    assert everything(evening) == before
    assert evening.act(1, Draw())[-1].events[0] == events.CardsDrawn(1, 1, 1, events.Why.TURN)


def test_a_move_upon_a_view_that_was_never_sent_is_stale():
    evening = position(ON_TURN)

    told = evening.act(0, Draw(), version=evening.game.version + 1)

    assert told == [Refused(Why.STALE)]


def test_drawing_twice_in_one_breath_draws_once():
    """B14."""
    evening = position("R5 G1 | R7 G2", pile="R8 R9")
    seen = evening.view(0).version

    evening.act(0, Draw(), version=seen)

    assert evening.act(0, Draw(), version=seen) == [Refused(Why.STALE)]
    assert len(evening.game.hands[0]) == 3


def test_what_others_call_in_between_makes_no_move_stale():
    evening = position(ON_TURN)
    evening.act(0, play("R5"))
    seen = evening.view(1).version

    evening.act(0, CallUno())
    evening.act(1, play("R7"), version=seen)

    assert evening.game.version == seen + 2
    assert evening.game.discard[-1] is card("R7")


def test_a_call_and_a_catch_are_judged_when_they_arrive():
    evening = position("R5 G1 | R7 G2 | R9 G3")
    seen = evening.view(1).version

    evening.act(0, play("R5"))
    evening.act(1, Catch(0), version=seen)
    assert evening.heard(2, events.PlayerCaught) == [events.PlayerCaught(0, by=1)]

    evening.act(1, play("R7"))
    evening.act(1, CallUno(), version=seen)
    assert evening.heard(2, events.UnoCalled) == [events.UnoCalled(1)]


def test_a_late_doubt_does_not_hit_the_next_wild_draw_four():
    pile = "Y1 Y2 Y3 Y4 B9"
    evening = position("W+ R5 R6 | W+ G2 G4 | R9 G3 B1 B2", pile=pile)
    evening.act(0, play("W+", Color.GREEN))
    seen = evening.view(2).version
    evening.act(1, Accept())
    evening.act(2, play("G3"))
    evening.act(0, Draw())
    evening.act(1, play("W+", Color.RED))
    before = everything(evening)

    assert evening.act(2, Challenge(), version=seen) == [Refused(Why.STALE)]
    assert everything(evening) == before


def test_of_two_who_doubt_the_first_is_judged():
    """R16."""
    evening = position("W+ R5 G1 | R7 G2 | R9 G3")
    evening.act(0, play("W+", Color.GREEN))
    seen = evening.view(1).version

    evening.act(2, Challenge(), version=seen)

    assert evening.act(1, Challenge(), version=seen) == [Refused(Why.STALE)]
    assert evening.heard(1, events.ChallengeJudged) == [events.ChallengeJudged(2, 0, guilty=True)]


def test_only_the_victim_decides_where_that_is_the_rule():
    """B80, R16."""
    evening = position("W+ R5 G1 | R7 G2 | R9 G3", rules=VICTIM)
    evening.act(0, play("W+", Color.GREEN))
    before = everything(evening)

    assert evening.act(2, Challenge()) == [ActionRefused(Reason.NOT_YOUR_TURN)]
    assert evening.act(2, Accept()) == [ActionRefused(Reason.NOT_YOUR_TURN)]
    assert everything(evening) == before


def test_a_color_can_be_picked_only_by_the_one_who_has_to():
    """R6."""
    evening = position(ON_TURN, top="W", turn=1)

    assert evening.act(0, PickColor(Color.RED)) == [ActionRefused(Reason.NOT_YOUR_TURN)]
    evening.act(1, PickColor(Color.GREEN))
    assert evening.game.color is Color.GREEN


def test_a_wild_and_its_call_travel_in_one_message():
    """B64, R9, R20."""
    evening = position("W R5 | R7 G2")

    evening.act(0, play("W", Color.BLUE, uno=True))

    assert evening.game.color is Color.BLUE
    assert evening.heard(1, events.UnoCalled) == [events.UnoCalled(0)]
    assert evening.act(1, Catch(0)) == [ActionRefused(Reason.NOTHING_TO_CATCH)]


def test_a_missed_call_is_punished_once_however_many_notice_it():
    """B66, R22."""
    evening = position(ON_TURN)
    evening.act(0, play("R5"))
    seen = evening.view(1).version

    evening.act(1, Catch(0), version=seen)
    told = evening.act(2, Catch(0), version=seen)

    assert told == [ActionRefused(Reason.NOTHING_TO_CATCH)]
    assert len(evening.game.hands[0]) == 3


def test_a_catch_that_missed_is_followed_by_a_pause():
    """B68, B69, R23."""
    evening = position("R5 G1 | R7 G2 | R9 G3")
    assert evening.act(2, Catch(0)) == [ActionRefused(Reason.NOTHING_TO_CATCH)]
    evening.wait(COOL_DOWN_SECONDS - 0.1)
    evening.act(0, play("R5"))

    assert evening.act(2, Catch(0)) == [Refused(Why.COOLING_DOWN)]
    assert evening.game.hands[0] == (card("G1"),)

    evening.wait(COOL_DOWN_SECONDS)
    evening.act(2, Catch(0))
    assert len(evening.game.hands[0]) == 3


def test_hammering_the_key_makes_the_pause_no_shorter():
    """B68, R23."""
    evening = position(ON_TURN)
    for _ in range(50):
        evening.act(2, Catch(0))
        evening.wait(COOL_DOWN_SECONDS / 10)
    evening.act(0, play("R5"))

    evening.wait(COOL_DOWN_SECONDS - 0.3)
    assert evening.act(2, Catch(0)) == [Refused(Why.COOLING_DOWN)]
    evening.act(1, Catch(0))
    assert evening.heard(2, events.PlayerCaught) == [events.PlayerCaught(0, by=1)]


def test_a_catch_that_missed_moves_no_card_and_only_its_sender_hears_of_it():
    """B69, R23."""
    evening = position(ON_TURN)
    hands = evening.game.hands
    evening.forget()

    evening.ask(1, Act(0, Catch(0)))

    assert set(evening.sent) == {1}
    assert evening.game.hands == hands
