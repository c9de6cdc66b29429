"""From one round to the next, and to the end of the game; those who leave on the way."""

from __future__ import annotations

import pytest

from lanuno.net.match import ROUND_PAUSE_SECONDS
from lanuno.net.messages import Act, ActionRefused, Leave, Lobby, Refused, Stage, Stop, Update, Why
from lanuno.uno import CallUno, Draw, GameOver, NextRound, Reason, RoundOver, Rules, events

from .evening import Evening, everything, play, position


def finished(hands: str = "R5 | R7 G2 | R9 G3", **more) -> Evening:
    """A game whose round seat 0 has just won."""
    evening = position(hands, **more)
    evening.act(0, play("R5"))
    return evening


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


def test_all_can_agree_to_stop_between_rounds():
    """R28."""
    evening = Evening()
    evening.start(2, bots=1)
    evening.end_round()

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


def test_when_all_agree_during_a_round_the_game_ends_with_that_round():
    """E2, R28: its points count, and its result is shown."""
    evening = position("R5 | R7 G2 | R9 G3")
    for peer in range(3):
        evening.ask(peer, Stop(agree=True))
    assert evening.lobby(1).stage is Stage.PLAYING
    evening.forget()

    evening.ask(0, Act(evening.game.version, play("R5")))

    assert [type(notice) for notice in evening.sent[1]] == [Update, Lobby, Update]
    over = evening.view(1).phase
    assert (over.why, over.winners, over.result.points) == (events.End.AGREED, (0,), 21)
    assert evening.game.scores == (21, 0, 0)


def test_one_who_thinks_better_of_it_before_the_round_is_over_plays_on():
    """R28."""
    evening = position("R5 | R7 G2 | R9 G3")
    for peer in range(3):
        evening.ask(peer, Stop(agree=True))
    evening.ask(2, Stop(agree=False))

    evening.act(0, play("R5"))

    assert evening.lobby(1).stage is Stage.PLAYING
    assert [chair.stop for chair in evening.lobby(1).chairs] == [True, True, False]


def test_one_who_looks_on_has_no_say_in_stopping():
    evening = Evening()
    evening.start(2)
    evening.watch(5)

    assert evening.ask(5, Stop(agree=True)) == [Refused(Why.NOT_SEATED)]


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
    evening.end_round()
    evening.ask(0, Stop(agree=True))
    evening.ask(1, Stop(agree=True))

    evening.ask(2, Leave())

    assert evening.view(0).phase.why is events.End.AGREED
