"""Why an action is a good one, from what its player sees and remembers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.bots.doubt import likelihood
from lanuno.bots.judge import Judge
from lanuno.bots.reading import ATTACKS, after, giver_of, is_close
from lanuno.bots.standin import most_held
from lanuno.bots.thought import Motive, Thought
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
from lanuno.uno.view import Challengeable, Stacked

if TYPE_CHECKING:
    from lanuno.bots.memory import Memory
    from lanuno.uno.view import View


SURELY = 0.5
"""From where on a color is said to be lacking."""


def explained(view: View, memory: Memory, action: Action) -> Thought:
    """*action* with what speaks for it."""
    match action:
        case Play():
            return _play(view, memory, action)
        case Challenge() | Accept() if isinstance(view.phase, Challengeable):
            percent = round(100 * likelihood(view, view.phase, memory))
            doubts = isinstance(action, Challenge)
            motive = Motive.DOUBTS if doubts else Motive.TRUSTS
            return Thought(action, motive, view.phase.offender, percent)
        case Draw() | Pass() | Accept():
            could_play = any(isinstance(each, Play) for each in view.legal)
            return Thought(action, Motive.SAVES if could_play else Motive.NOTHING_FITS)
        case CallUno() | Catch():
            return Thought(action, Motive.FREE)
        case PickColor():
            is_most = action.color is most_held(view.hand)
            return Thought(action, Motive.MOST_HELD if is_most else Motive.GOES_ON)
        case _:
            return Thought(action, Motive.GOES_ON)


def _play(view: View, memory: Memory, play: Play) -> Thought:
    judge = Judge(view, memory)
    following = judge.after(play.card.face)
    color = play.card.color or play.color
    giver = giver_of(view, play, memory.rules)
    others = {each.card for each in view.legal if isinstance(each, Play)} - {play.card}
    left = [card for card in view.hand if card is not play.card]
    hit = after(view, view.turn)
    if len(view.hand) == 1:
        return Thought(play, Motive.GOES_OUT)
    if view.seat != view.turn:
        return Thought(play, Motive.FREE)
    if isinstance(view.phase, (Stacked, Challengeable)):
        return Thought(play, Motive.PASSES_ON)
    if giver is not None and view.counts[giver] < len(view.hand) - 1:
        return Thought(play, Motive.SMALLER_HAND, giver)
    if play.card.face in ATTACKS and is_close(view, hit):
        return Thought(play, Motive.STOPS, hit)
    if not others and play.card.color:
        return Thought(play, Motive.ONLY_CARD)
    if color and following != view.turn and judge.lacks(following, color) > SURELY:
        return Thought(play, Motive.LACKS_COLOR, following)
    if color and color is most_held(left):
        return Thought(play, Motive.MOST_HELD)
    return Thought(play, Motive.GOES_ON)
