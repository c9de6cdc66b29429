"""A table at which nobody is connected."""

from __future__ import annotations

from lanuno.net.match import DESERTED_SECONDS, GRACE_SECONDS, ROUND_PAUSE_SECONDS
from lanuno.net.messages import Leave, Stage, Update
from lanuno.uno import NextRound, Rules, events

from .evening import Evening, play, position

QUICK = Rules(turn_seconds=10)
HANDS = "R5 G1 G4 | R7 G2 G5 | R9 G3 G6"


def test_while_all_are_away_the_game_stands_still():
    """B92."""
    evening = Evening()
    evening.start(2, bots=1)
    before = evening.game.version
    evening.lose(0, 1)

    evening.wait(DESERTED_SECONDS - 1)

    assert evening.game.version == before
    evening.come_back(0, on=7)
    assert evening.lobby(7).stage is Stage.PLAYING
    assert evening.view(7) == evening.game.look(0)


def test_after_that_every_wait_begins_anew():
    """B92: the first one back does not find the others given up."""
    evening = position(HANDS, rules=QUICK)
    evening.lose(0, 1, 2)
    evening.wait(GRACE_SECONDS + 20)

    evening.come_back(1, on=7)

    assert evening.last(7, Update).seconds == 10
    evening.wait(9)
    assert [chair.stand_in for chair in evening.lobby(7).chairs] == [False, False, False]
    assert evening.game.turn == 0
    evening.wait(1)
    assert evening.game.turn == 1
    evening.wait(GRACE_SECONDS - 10)
    assert [chair.stand_in for chair in evening.lobby(7).chairs] == [True, False, True]


def test_a_stand_in_stays_one_when_somebody_comes_back_to_an_empty_table():
    evening = position(HANDS, turn=1)
    evening.lose(2)
    evening.wait(GRACE_SECONDS)
    evening.lose(0, 1)
    evening.wait(100)

    evening.come_back(1, on=7)

    assert [chair.stand_in for chair in evening.lobby(7).chairs] == [False, False, True]


def test_the_result_of_a_round_stands_for_those_who_come_back_to_it():
    evening = position("R5 | R7 G2 | R9 G3")
    evening.act(0, play("R5"))
    evening.wait(ROUND_PAUSE_SECONDS - 1)
    evening.lose(0, 1, 2)
    evening.wait(100)

    evening.come_back(1, on=7)
    assert evening.view(7).round == 1

    evening.wait(GRACE_SECONDS - 1)
    assert evening.game.round == 1
    evening.act(7, NextRound())
    assert evening.game.round == 1
    evening.wait(1)
    assert evening.game.round == 2


def test_a_game_to_which_nobody_comes_back_ends_and_the_table_is_open_again():
    evening = Evening()
    evening.watch(9)
    evening.start(2, bots=1)
    evening.lose(0)
    evening.wait(10)
    evening.lose(1)

    evening.wait(DESERTED_SECONDS - 1)
    assert evening.lobby(9).stage is Stage.PLAYING
    evening.wait(1)

    assert evening.heard(9, events.GameEnded) == [events.GameEnded((0, 1, 2), events.End.AGREED)]
    assert evening.lobby(9).stage is Stage.LOBBY
    evening.join(10)
    assert evening.lobby(10).leader == 1


def test_the_game_waits_for_one_who_is_away_when_all_the_others_have_left():
    """Also when a stand-in has played for them: they may be back any moment."""
    evening = Evening()
    evening.start(2, bots=2)
    evening.lose(1)
    evening.wait(GRACE_SECONDS)

    evening.ask(0, Leave())
    evening.wait(DESERTED_SECONDS - GRACE_SECONDS - 1)

    evening.come_back(1, on=7)
    assert evening.lobby(7).stage is Stage.PLAYING
    assert not evening.lobby(7).chairs[1].stand_in


def test_a_table_that_only_watchers_are_at_stands_still():
    evening = Evening()
    evening.watch(9)
    evening.start(1, bots=2)
    before = evening.game.version

    evening.lose(0)
    evening.wait(100)

    assert evening.game.version == before
