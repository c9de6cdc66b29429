"""What people say and show at a table: to everybody, by those who sit, and not too much."""

from __future__ import annotations

import pytest

from lanuno.net import limits
from lanuno.net.ledger import Ledger
from lanuno.net.manners import Manners
from lanuno.net.messages import Refused, SetManners, Stage, Start, Why
from lanuno.net.talk import Expression, React, Reacted, Say, Spoke
from lanuno.net.text import ChatText

from .evening import Evening, everything

HELLO = Say(ChatText("Hello!"))
TOO_FAST = [Refused(Why.TOO_FAST)]


def heard(evening: Evening) -> dict[int, list]:
    """What each peer was told since it was forgotten."""
    return {peer: told for peer, told in evening.sent.items() if told}


def at(stage: Stage) -> Evening:
    """Three people and a spectator, on peer 9."""
    evening = Evening()
    evening.join(0, 1, 2)
    evening.watch(9)
    if stage is not Stage.LOBBY:
        evening.ask(0, Start())
    if stage is Stage.OVER:
        evening.stop(0, 1, 2)
    assert evening.table.stage is stage
    evening.forget()
    return evening


@pytest.mark.parametrize("stage", Stage)
def test_everybody_hears_what_a_player_says_and_the_speaker_too(stage):
    evening = at(stage)

    evening.ask(1, HELLO)

    assert heard(evening) == {key: [Spoke(1, ChatText("Hello!"))] for key in (0, 1, 2, 9)}


@pytest.mark.parametrize("expression", Expression)
def test_everybody_sees_how_a_player_reacts(expression):
    evening = at(Stage.PLAYING)

    evening.ask(2, React(expression))

    assert heard(evening) == {key: [Reacted(2, expression)] for key in (0, 1, 2, 9)}


@pytest.mark.parametrize("request_", [HELLO, React(Expression.OUCH)])
def test_who_looks_on_only_listens(request_):
    evening = at(Stage.PLAYING)

    evening.ask(9, request_)

    assert heard(evening) == {9: [Refused(Why.NOT_SEATED)]}


def test_a_table_without_chat_lets_people_react_all_the_same():
    evening = at(Stage.LOBBY)
    evening.ask(0, SetManners(Manners(chat=False)))
    evening.ask(0, Start())
    evening.forget()

    assert evening.ask(1, HELLO) == [Refused(Why.NO_CHAT)]
    assert set(heard(evening)) == {1}
    assert evening.ask(1, React(Expression.OUCH)) == [Reacted(1, Expression.OUCH)]


def test_too_much_at_once_is_refused_and_costs_nothing():
    evening = at(Stage.PLAYING)
    for i in range(limits.SAYINGS_AT_ONCE):
        evening.ask(1, HELLO if i % 2 else React(Expression.SORRY))
    before = everything(evening)
    evening.forget()

    for _ in range(50):
        assert evening.ask(1, HELLO) == TOO_FAST

    assert set(heard(evening)) == {1}
    assert everything(evening) == before
    evening.now += limits.SAYING_SECONDS
    assert evening.ask(1, HELLO) == [Spoke(1, ChatText("Hello!"))]
    assert evening.ask(1, HELLO) == TOO_FAST


def test_how_much_one_says_is_nothing_to_the_others():
    evening = at(Stage.PLAYING)
    for _ in range(9):
        evening.ask(1, HELLO)
    evening.forget()

    evening.ask(0, HELLO)

    assert heard(evening)[2] == [Spoke(0, ChatText("Hello!"))]


def test_a_new_connection_gives_nobody_more_to_say():
    evening = at(Stage.PLAYING)
    for _ in range(3):
        evening.ask(1, HELLO)
    evening.lose(1)
    evening.come_back(1, on=5)

    assert evening.ask(5, HELLO) == TOO_FAST


def test_what_is_said_is_written_down_nowhere():
    evening = at(Stage.PLAYING)
    ledger = Ledger()
    ledger.news(evening.table)
    before = list(evening.game.history)

    evening.ask(1, HELLO)
    evening.ask(1, React(Expression.LUCKY))

    assert ledger.news(evening.table) is None
    assert evening.game.history == before
