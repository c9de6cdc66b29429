"""What bots think ahead and hints: beside the table, in time, late, or never."""

from __future__ import annotations

import asyncio

import pytest

from lanuno.bots import Memory, Strength, habits
from lanuno.bots.consider import consider
from lanuno.bots.thought import Motive, Question, Thought
from lanuno.net import brain
from lanuno.net.manners import Manners
from lanuno.net.messages import (
    ActionRefused,
    AddBot,
    Advice,
    Hint,
    Leave,
    Refused,
    Start,
    Update,
    Why,
)
from lanuno.net.thinker import Thinker
from lanuno.uno import Catch, Draw, Game
from lanuno.uno.actions import Reason

from .evening import Evening, play, position
from .lines import Line, lay, serving

HANDS = "R1 R2 Y3 | R7 R8 Y9 | B1 B2"


def with_hard_bot(hands="R1 R2 Y3 | R7 R8 Y9", **more):
    """A person on seat 0, a hard bot on seat 1, in a position."""
    evening = Evening(**more)
    evening.join(0)
    evening.ask(0, AddBot(Strength.HARD))
    evening.ask(0, Start())
    evening.lay(hands, top="R5", turn=0)
    evening.table.questions()
    return evening


def answered(evening, question, thought):
    evening._deliver(evening.table.thought(question, thought))


def in_mind(code):
    return Thought(play(code), Motive.GOES_ON)


@pytest.mark.parametrize("code", ["R7", "R8"])
def test_a_hard_bot_does_what_it_has_thought_of(code):
    evening = with_hard_bot()
    evening.act(0, play("R1"))

    (question,) = evening.table.questions()
    answered(evening, question, in_mind(code))
    evening.wait(5)

    assert evening.game.history[1] == (1, play(code))


@pytest.mark.parametrize("answer", [None, "never"])
def test_without_an_answer_it_does_what_it_likes_at_first(answer):
    evening = with_hard_bot()
    evening.act(0, play("R1"))

    (question,) = evening.table.questions()
    if answer is None:
        answered(evening, question, None)
    evening.wait(5)

    seat, done = evening.game.history[1]
    assert seat == 1
    assert done in {play("R7"), play("R8")}


def test_an_answer_that_comes_late_is_dropped():
    evening = with_hard_bot("R1 R2 Y3 Y4 | R7 R7 R8 R8 Y9")
    evening.act(0, play("R1"))
    (late,) = evening.table.questions()
    evening.wait(5)
    evening.act(0, play("R2"))
    (question,) = evening.table.questions()

    answered(evening, question, in_mind("R7"))
    answered(evening, late, in_mind("R8"))
    evening.wait(5)

    assert evening.game.history[3] == (1, play("R7"))


def test_an_answer_after_the_game_is_dropped():
    evening = with_hard_bot()
    evening.act(0, play("R1"))
    (question,) = evening.table.questions()

    evening.ask(0, Leave())

    assert evening.table.thought(question, in_mind("R7")) == []


def test_an_answer_about_a_game_that_more_have_played_is_dropped():
    evening = position(HANDS, top="R5", turn=2)
    evening.ask(2, Hint())
    (question,) = evening.table.questions()

    assert with_hard_bot().table.thought(question, in_mind("B1")) == []


def test_what_leaves_no_choice_and_what_others_decide_takes_no_thought():
    evening = with_hard_bot("R1 R2 Y3 | B7 B8 Y9")

    evening.act(0, play("R1"))

    assert evening.table.questions() == []
    for strength in (Strength.EASY, Strength.NORMAL):
        evening = with_hard_bot()
        evening.table.chairs[1].strength = strength
        evening.act(0, play("R1"))
        assert evening.table.questions() == []


def test_a_question_stays_as_it_was_asked():
    evening = with_hard_bot()
    evening.act(0, play("R1"))
    (question,) = evening.table.questions()
    before = brain.packed(question)

    evening.wait(5)
    evening.act(0, Draw())

    assert brain.packed(question) == before


def test_a_hint_is_told_to_the_one_who_asked():
    evening = position(HANDS, top="R5")

    evening.ask(0, Hint())
    (question,) = evening.table.questions()
    answered(evening, question, Thought(play("R2"), Motive.STOPS, 1))

    assert evening.sent[0][-1] == Advice(0, play("R2"), Motive.STOPS, 1)
    assert not [each for each in evening.sent[1] if isinstance(each, Advice)]
    assert evening.game.version == 0


def test_who_asks_again_before_the_answer_is_given_it_when_it_comes():
    evening = position(HANDS, top="R5")
    evening.ask(0, Hint())
    (question,) = evening.table.questions()
    evening.lose(0)
    evening.come_back(0, on=9)

    evening.ask(9, Hint())
    assert evening.table.questions() == []
    answered(evening, question, in_mind("R2"))

    assert evening.sent[9][-1] == Advice(0, play("R2"), Motive.GOES_ON)


class Prompt:
    """What has thought of everything before it is asked, and always of the same."""

    def __init__(self, tell):
        self.thought, self.asked = None, 0
        self._tell = tell

    def ask(self, question):
        self.asked += question.is_hint
        self._tell(question, self.thought)

    async def close(self):
        pass


@pytest.mark.parametrize("thought", [in_mind("R2"), None])
async def test_who_asks_again_is_told_the_same_at_once(thought):
    thinkers = []

    def thinker(tell):
        thinkers.append(Prompt(tell))
        return thinkers[0]

    async with serving(thinker=thinker) as table, Line.to(table.port) as ana:
        key = await ana.join("Ana")
        ana.say(AddBot())
        await ana.ask(Start(), Update)
        lay(table, "R1 R2 Y3 | R7 R8 Y9", top="R5", turn=0)
        await ana.hear_until(lambda notice: isinstance(notice, Update))
        thinkers[0].thought = thought
        first = await ana.ask(Hint(), Advice)
        again = await ana.ask(Hint(), Advice)
        async with Line.to(table.port) as elsewhere:
            await elsewhere.join("Ana", key)
            later = await elsewhere.ask(Hint(), Advice)

    assert first == again == later
    assert thinkers[0].asked == 1


def test_the_next_decision_is_thought_about_anew():
    evening = position(HANDS, top="R5")
    evening.ask(0, Hint())
    (question,) = evening.table.questions()
    answered(evening, question, in_mind("R2"))
    evening.act(0, play("R1"))
    evening.act(1, play("R7"))
    evening.act(2, Draw())

    evening.ask(0, Hint())

    (question,) = evening.table.questions()
    assert question.answer is None


def test_a_hint_is_given_though_nobody_thinks():
    evening = position(HANDS, top="R5")

    evening.ask(0, Hint())
    (question,) = evening.table.questions()
    answered(evening, question, None)

    advice = evening.sent[0][-1]
    assert isinstance(advice, Advice)
    assert advice.action in evening.game.legal(0)


def test_no_hint_is_given_for_what_has_passed():
    evening = position(HANDS, top="R5")
    evening.ask(0, Hint())
    (question,) = evening.table.questions()

    evening.act(0, play("R1"))

    assert evening.table.thought(question, in_mind("R2")) == []


def test_who_has_nothing_to_do_gets_no_hint():
    evening = position(HANDS, top="R5")

    assert evening.ask(1, Hint()) == [ActionRefused(Reason.NOT_YOUR_TURN)]
    assert evening.table.questions() == []


def test_a_table_may_give_no_hints_and_says_so():
    evening = position(HANDS, top="R5")
    evening.table.manners = Manners(hints=False)
    evening.table._match._hints = False
    evening.table._tell_lobby(anew=True)

    assert evening.ask(0, Hint())[-1] == Refused(Why.NO_HINTS)
    assert not evening.lobby(1).manners.hints


def test_a_catch_is_the_best_hint_there_is():
    evening = position("R1 R2 | R7 R8 Y9 | B1 B2", top="R5")
    evening.act(0, play("R1"))

    evening.ask(2, Hint())
    (question,) = evening.table.questions()

    assert consider(question, lambda _: False) == Thought(Catch(0), Motive.FREE)


ANSWERS = [
    ("R1", "B7 B8", {}, Motive.GOES_OUT),
    ("R1 G2 Y3", "B7 B8 B9", {}, Motive.ONLY_CARD),
    ("R+ R1 Y3 Y4", "B7", {}, Motive.STOPS),
    ("B1 G2 Y3", "B7 B8 B9", {}, Motive.NOTHING_FITS),
]


@pytest.mark.parametrize(("mine", "theirs", "more", "motive"), ANSWERS)
def test_a_hint_has_a_reason(mine, theirs, more, motive):
    game = Game.position(f"{mine} | {theirs} | G7 G8 G9", top="R5", **more)
    question = Question(game.look(0), Memory(), 1, is_hint=True)

    assert consider(question, lambda games: games < 4).motive is motive


async def test_another_process_thinks_and_is_replaced_when_it_has_died(tmp_path, monkeypatch):
    (tmp_path / "random.py").write_text("raise SystemExit", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    game = Game.position(HANDS, top="R5")
    question = Question(game.look(0), Memory(), 1, is_hint=False)
    answers: asyncio.Queue[Thought | None] = asyncio.Queue()
    thinker = Thinker(lambda _, thought: answers.put_nowait(thought))

    async def answer():
        thinker.ask(question)
        async with asyncio.timeout(60):
            return await answers.get()

    try:
        first = await answer()
        thinker._process.kill()
        await thinker._process.wait()
        lost = await answer()
        again = await answer()
    finally:
        await thinker.close()

    assert first is not None
    assert first.action in game.legal(0)
    assert lost is None
    assert again is not None


async def test_a_hard_bot_plays_over_the_wire(monkeypatch):
    monkeypatch.setattr(habits, "TURN_SECONDS", (0.01, 0.02))
    async with serving() as table, Line.to(table.port) as ana:
        await ana.join("Ana")
        ana.say(AddBot(Strength.HARD))
        await ana.ask(Start(), Update)
        lay(table, "R5 G1 G2 | G3 G4 B5", top="R1", turn=1)

        heard = await ana.hear_until(
            lambda notice: isinstance(notice, Update) and notice.view.turn == 0
        )

    assert heard.view.version > 0
