"""What every bot does in every phase; what it does best there is a matter of its strength."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from msgspec.structs import replace

from lanuno.bots import easy, judge, plain
from lanuno.bots.doubt import is_worth_it
from lanuno.bots.habits import HABITS, forgot_to_call
from lanuno.bots.memory import Memory
from lanuno.bots.standin import most_held
from lanuno.bots.strength import Strength
from lanuno.uno.actions import (
    Accept,
    Action,
    CallUno,
    Catch,
    Challenge,
    Draw,
    Pass,
    PickColor,
    Play,
)
from lanuno.uno.view import (
    Challengeable,
    Drew,
    GameOver,
    PickingColor,
    Playing,
    RoundOver,
    Stacked,
)

if TYPE_CHECKING:
    from random import Random

    from lanuno.bots.habits import Habits
    from lanuno.uno.view import View


def choose(
    view: View,
    chance: Random,
    strength: Strength = Strength.NORMAL,
    memory: Memory | None = None,
    thought: Action | None = None,
) -> Action | None:
    """
    What the bot in *view* does now; None when there is nothing that it wants to do.

    On its turn it always does something; dealing the next round it leaves to others.
    *chance* decides whatever is a matter of fancy: the same chance, the same choice.
    *thought* is what it has thought of for this decision, if it has.
    """
    if isinstance(view.phase, (RoundOver, GameOver)):
        return None
    habits, memory = HABITS[strength], memory or Memory()
    if forgot_to_call(view) and chance.random() < habits.recalls:
        return CallUno()
    if aside := _aside(view, chance, habits, memory):
        return aside
    if view.seat != view.turn:
        return None
    action = thought if thought in view.legal else decide(view, chance, strength, memory)
    return _with_call(view, action, chance, habits)


def decide(view: View, chance: Random, strength: Strength, memory: Memory) -> Action:
    """What a bot does on its turn without thinking ahead; calls of Uno are no part of it."""
    match view.phase:
        case Playing():
            return _play(view, chance, strength, memory) or Draw()
        case Drew():
            return _play(view, chance, strength, memory) or Pass()
        case Stacked():
            return _play(view, chance, strength, memory) or Accept()
        case PickingColor():
            return PickColor(most_held(view.hand))
        case Challengeable():
            return _answer(view, view.phase, chance, strength, memory)
        case RoundOver() | GameOver():
            raise ValueError("nothing to decide")
        case _:
            assert_never(view.phase)


def _aside(view: View, chance: Random, habits: Habits, memory: Memory) -> Action | None:
    """What can be done at any time: catch somebody, or jump in with a card (R22, R34)."""
    catches = [action for action in view.legal if isinstance(action, Catch)]
    if catches and chance.random() < habits.attention:
        return chance.choice(catches)
    if view.seat == view.turn:
        return None
    jumps = [action for action in view.legal if isinstance(action, Play)]
    if jumps and chance.random() < habits.attention:
        # A call may be part of it though nobody is asked for one on another's turn (R20).
        return _called(view, plain.best(view, jumps, chance, memory.rules), chance, habits)
    return None


def _play(view: View, chance: Random, strength: Strength, memory: Memory) -> Play | None:
    """The play that the bot likes best; None when it has none, or keeps what it has drawn."""
    plays = [action for action in view.legal if isinstance(action, Play)]
    if not plays:
        return None
    match strength:
        case Strength.EASY:
            return easy.best(view, plays, chance)
        case Strength.NORMAL:
            keeps = Pass() in view.legal and plain.keeps(view)
            return None if keeps else plain.best(view, plays, chance, memory.rules)
        case Strength.HARD:
            play = judge.best(view, plays, memory)
            keeps = Pass() in view.legal and judge.keeps(view, play)
            return None if keeps else play


def _answer(
    view: View,
    phase: Challengeable,
    chance: Random,
    strength: Strength,
    memory: Memory,
) -> Action:
    """To a wild draw four: add to it where that is allowed, doubt it, or take the cards."""
    play = _play(view, chance, strength, memory)
    if play:
        return play
    if strength is Strength.EASY:
        return easy.answer(chance)
    return Challenge() if is_worth_it(view, phase, memory) else Accept()


def _with_call(view: View, action: Action, chance: Random, habits: Habits) -> Action:
    calls = isinstance(action, Play) and CallUno() in view.legal
    return _called(view, action, chance, habits) if calls else action


def _called(view: View, play: Action, chance: Random, habits: Habits) -> Action:
    """*play* with the call of Uno that goes with the last card but one, unless it is forgotten."""
    assert isinstance(play, Play), "nothing to call with"
    leaves_one = len(view.hand) == 2  # noqa: PLR2004 - R20
    return replace(play, uno=leaves_one and chance.random() >= habits.forgets)
