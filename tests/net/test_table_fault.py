"""A table that finds a bug in itself."""

from __future__ import annotations

import pytest

from lanuno.net.messages import Act, Ask, Closed, End, Leave
from lanuno.uno import Rules

from .evening import play, position

QUICK = Rules(turn_seconds=10)
HANDS = "R5 G1 G4 | R7 G2 G5 | R9 G3 G6"


def test_a_table_that_finds_a_bug_in_itself_says_so_to_all_and_stops():
    evening = position(HANDS)
    evening.watch(9)
    evening.game._state.hands[1].pop()

    told = evening.act(0, play("R5"))

    assert told == [Closed(End.BROKEN)]
    assert [evening.sent[peer][-1] for peer in (1, 2, 9)] == [Closed(End.BROKEN)] * 3
    assert isinstance(evening.table.fault, AssertionError)
    assert evening.table.due() is None
    assert evening.ask(20, Ask()) == [Closed(End.BROKEN)]
    assert evening.game.history[-1] == (0, play("R5"))


@pytest.mark.parametrize("by", ["leaving", "waiting"])
def test_a_bug_is_noticed_whatever_brings_it_to_light(by):
    evening = position(HANDS, rules=QUICK)
    evening.watch(9)
    evening.game._state.pile.pop()

    if by == "leaving":
        evening.ask(2, Leave())
    else:
        evening.wait(10)

    assert evening.sent[9][-1] == Closed(End.BROKEN)
    assert evening.table.fault


def test_nothing_is_told_of_a_change_that_broke_the_table():
    evening = position(HANDS)
    evening.game._state.hands[1].pop()
    evening.forget()

    evening.ask(0, Act(0, play("R5")))

    assert evening.sent == {peer: [Closed(End.BROKEN)] for peer in range(3)}
