"""A game at the table: whose word counts when, bots, and the clock."""

from __future__ import annotations

import random

import pytest

from lanuno.net.match import COOL_DOWN_SECONDS, ROUND_PAUSE_SECONDS
from lanuno.net.messages import (
    Act,
    ActionRefused,
    Leave,
    Lobby,
    Refused,
    Stage,
    Stop,
    Update,
    Why,
)
from lanuno.uno import (
    Accept,
    CallUno,
    Catch,
    Challenge,
    Color,
    Draw,
    GameOver,
    NextRound,
    Pass,
    PickColor,
    Play,
    Reason,
    RoundOver,
    Rules,
    card,
    events,
)
from lanuno.uno.rules import DOCUMENT

from .evening import Evening, everything

QUICK = Rules(turn_seconds=10)
VICTIM = Rules(challenge_by="victim")
ON_TURN = "R5 G1 | R7 G2 | R9 G3"
"""Three players who may all play red; seat 0 is on turn where nothing else is said."""


def play(code: str, color: Color | None = None, *, uno: bool = False) -> Play:
    return Play(card(code), color, uno)


def position(hands: str = ON_TURN, *, rules: Rules = DOCUMENT, **more) -> Evening:
    """A game of as many players as there are *hands*, in the middle of a round."""
    evening = Evening(rules=rules)
    evening.start(hands.count("|") + 1)
    evening.lay(hands, **{"top": "R1", **more})
    return evening


def finished(hands: str = "R5 | R7 G2 | R9 G3", **more) -> Evening:
    """A game whose round seat 0 has just won."""
    evening = position(hands, **more)
    evening.act(0, play("R5"))
    return evening


def test_what_is_played_is_told_to_all_with_the_view_of_each():
    evening = position()
    evening.watch(9)

    evening.act(0, play("R5", uno=True))

    for peer, seat in ((0, 0), (1, 1), (2, 2), (9, None)):
        assert evening.last(peer, Update).view == evening.game.look(seat)
        assert evening.last(peer, Update).events == evening.game.events
    assert evening.game.turn == 1


def test_what_the_rules_forbid_is_refused_to_the_one_who_asked():
    """B48."""
    evening = position()
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
    evening = position()
    seen = evening.view(1).version
    evening.act(0, play("R5", uno=True))
    before = everything(evening)

    assert evening.act(1, Draw(), version=seen) == [Refused(Why.STALE)]
    assert everything(evening) == before
    assert evening.act(1, Draw())[-1].events[0] == events.CardsDrawn(1, 1, 1, events.Why.TURN)


def test_a_move_upon_a_view_that_was_never_sent_is_stale():
    evening = position()

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
    evening = position()
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
    evening = position(top="W", turn=1)

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
    evening = position()
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
    evening = position()
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
    evening = position()
    hands = evening.game.hands
    evening.forget()

    evening.ask(1, Act(0, Catch(0)))

    assert set(evening.sent) == {1}
    assert evening.game.hands == hands


def test_the_next_round_begins_when_all_are_ready():
    """B85."""
    evening = finished()
    assert isinstance(evening.view(1).phase, RoundOver)

    evening.act(0, NextRound())
    evening.act(2, NextRound())
    assert [chair.ready for chair in evening.lobby(1).chairs] == [True, False, True]
    assert evening.game.round == 1

    evening.act(1, NextRound())
    assert evening.game.round == 2
    assert evening.view(0).round == 2
    assert evening.heard(0, events.RoundBegan)[-1].round == 2


def test_the_next_round_begins_when_the_pause_is_over():
    evening = finished()
    evening.act(0, NextRound())

    evening.wait(ROUND_PAUSE_SECONDS - 1)
    assert evening.game.round == 1
    evening.wait(1)
    assert evening.game.round == 2


def test_nobody_is_ready_for_the_round_after_the_next():
    evening = position("R5 | R7 G2", rules=Rules(uno_penalty=1))
    evening.act(0, play("R5"))
    for peer in (0, 1):
        evening.act(peer, NextRound())
    evening.lay("R5 | R7 G2", top="R1")

    evening.act(0, play("R5"))

    assert [chair.ready for chair in evening.lobby(1).chairs] == [False, False]
    assert evening.game.phase.result.winner == 0


def test_between_rounds_only_the_next_one_can_be_asked_for():
    evening = finished()
    before = everything(evening)

    assert evening.act(1, CallUno()) == [ActionRefused(Reason.ROUND_OVER)]
    assert evening.act(1, Draw()) == [ActionRefused(Reason.ROUND_OVER)]
    assert everything(evening) == before


def test_a_blocked_round_ends_without_a_winner():
    """B55, R25."""
    evening = position("G5 | G7", top="R1", pile="", discard="")

    evening.act(0, Draw())
    evening.act(1, Draw())

    assert evening.view(0).phase.result.winner is None
    assert evening.heard(1, events.CardsDrawn)[-1] == events.CardsDrawn(1, 0, 1, events.Why.TURN)


def test_a_game_that_reaches_its_target_is_over():
    """R28."""
    evening = position("R5 | R7 G2 | R9 G3", rules=Rules(target=10))

    evening.act(0, play("R5"))

    for peer in range(3):
        assert evening.lobby(peer).stage is Stage.OVER
        assert evening.view(peer).phase.winners == (0,)
    assert evening.table.due() is None
    assert evening.act(0, NextRound()) == [Refused(Why.NO_GAME)]


def test_the_end_of_a_game_is_told_after_the_stage_that_it_brings():
    evening = position("R5 | R7 G2", rules=Rules(rounds=1))
    evening.forget()

    evening.ask(0, Act(evening.game.version, play("R5")))

    assert [type(notice) for notice in evening.sent[1]] == [Lobby, Update]


def test_all_can_agree_to_stop():
    """R28."""
    evening = Evening()
    evening.start(2, bots=1)

    evening.ask(0, Stop(agree=True))
    assert [chair.stop for chair in evening.lobby(1).chairs] == [True, False, False]
    assert evening.lobby(1).stage is Stage.PLAYING

    evening.ask(0, Stop(agree=False))
    evening.ask(1, Stop(agree=True))
    assert evening.lobby(1).stage is Stage.PLAYING

    evening.ask(0, Stop(agree=True))
    assert evening.lobby(1).stage is Stage.OVER
    assert evening.view(1).phase.why is events.End.AGREED
    assert evening.table.due() is None


def test_one_who_looks_on_has_no_say_in_stopping():
    evening = Evening()
    evening.start(2)
    evening.watch(5)

    assert evening.ask(5, Stop(agree=True)) == [Refused(Why.NOT_SEATED)]


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


def test_a_bot_calls_and_catches_like_everybody():
    """B68: not in the same instant, so that a person can be first."""
    evening = Evening(seed=3)
    evening.start(1, bots=1)
    evening.lay("R5 G1 | R7 G2", top="R1")

    evening.act(0, play("R5"))
    evening.wait(0.4)
    assert evening.heard(0, events.PlayerCaught) == []
    assert evening.act(0, CallUno())


def test_without_a_clock_nobody_is_hurried():
    evening = position()

    assert evening.last(0, Update).seconds is None
    assert evening.table.due() is None
    evening.wait(10_000)
    assert evening.game.version == 0


def test_when_the_clock_has_run_out_the_table_draws():
    """R32, B41."""
    evening = position(rules=QUICK, pile="G4 G5")
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
    evening = position(rules=QUICK, pile="R4 G5")
    evening.wait(4)

    evening.act(0, Draw())
    assert evening.last(1, Update).seconds == 10

    evening.wait(10)
    assert evening.game.discard[-1] is card("R4")
    assert evening.game.turn == 1


def test_the_clock_goes_on_while_others_call_and_catch():
    """R22: a catch leaves the phase as it was."""
    evening = position(rules=QUICK)
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


def test_one_who_leaves_on_their_turn_passes_it_on():
    """B42, R31."""
    evening = position("R5 G1 | R7 G2 | R9 G3")

    evening.ask(0, Leave())

    assert evening.game.turn == evening.view(1).turn == 1
    assert evening.view(1).legal
    assert evening.lobby(1).chairs[0].gone
    assert evening.heard(2, events.TurnBegan)[-1] == events.TurnBegan(1)


@pytest.mark.parametrize(("direction", "then"), [(1, 3), (-1, 1)])
def test_when_somebody_else_leaves_the_turn_stays_where_it_is(direction, then):
    """B39, R31."""
    evening = position("R5 G1 | R7 G2 | R9 G3 | R4 G5", direction=direction, turn=2)

    evening.ask(0, Leave())
    assert evening.game.turn == 2

    evening.act(2, play("R9", uno=True))
    assert evening.game.turn == then


def test_one_who_left_keeps_the_points_and_ranks_last():
    """R31."""
    evening = position("R5 | R7 G2 | R9 G3", scores=(90, 5, 0), rules=Rules(rounds=1))

    evening.ask(0, Leave())
    evening.ask(1, Leave())

    over = evening.view(2).phase
    assert isinstance(over, GameOver)
    assert (over.why, over.winners, over.ranking) == (events.End.WALKOVER, (2,), (2, 0, 1))


def test_of_two_one_leaves_and_the_game_is_over():
    """B95, R31."""
    evening = Evening()
    evening.start(2)

    evening.ask(1, Leave())

    assert evening.lobby(0).stage is Stage.OVER
    assert evening.view(0).phase.why is events.End.WALKOVER


def test_when_the_last_person_has_left_bots_do_not_play_on():
    """B47."""
    evening = Evening()
    evening.watch(9)
    evening.start(1, bots=2)

    evening.ask(0, Leave())

    assert evening.view(9).phase.why is events.End.AGREED
    assert evening.lobby(9).stage is Stage.LOBBY
    assert evening.table.due() is None
    assert evening.table.game is None


def test_leaving_between_rounds_holds_up_nobody():
    evening = finished()
    evening.act(0, NextRound())
    evening.act(1, NextRound())

    evening.ask(2, Leave())

    assert evening.game.round == 2
    assert evening.game.hands[2] == ()


def test_the_first_seat_may_be_empty_when_the_next_round_is_dealt():
    evening = finished()
    evening.ask(0, Leave())

    evening.wait(ROUND_PAUSE_SECONDS)

    assert evening.game.round == 2


def test_the_last_one_who_did_not_agree_leaves_and_the_game_stops():
    evening = Evening()
    evening.start(3)
    evening.ask(0, Stop(agree=True))
    evening.ask(1, Stop(agree=True))

    evening.ask(2, Leave())

    assert evening.view(0).phase.why is events.End.AGREED
