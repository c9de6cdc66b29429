"""
A bot that plays a plain, sensible game.

It follows the color before the number, keeps its wild cards until nothing else fits, and
lays action cards on a neighbor who is about to go out. It never bluffs, never forgets to
call Uno, and misses some chances to catch others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from msgspec.structs import replace

from lanuno.bots.standin import most_held
from lanuno.uno.actions import Accept, CallUno, Catch, Challenge, Draw, Pass, PickColor, Play
from lanuno.uno.cards import Face
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

    from lanuno.uno.actions import Action
    from lanuno.uno.cards import Card
    from lanuno.uno.view import View

ATTENTION = 0.7
"""How often a bot sees that somebody has not called Uno."""

DOUBT, DOUBT_MAX = 0.05, 0.5
"""How often a bot challenges, for each card that the other still holds; and at most."""

TURN_SECONDS = 0.7, 1.6
CATCH_SECONDS = 1.2, 3.5
"""So slow that a person can be first: to catch, or to call after all."""

CALL_SECONDS = 0.5, 1.2


def choose(view: View, chance: Random) -> Action | None:
    """
    What the bot in *view* does now; None when there is nothing that it wants to do.

    On its turn it always does something; dealing the next round it leaves to others.
    *chance* decides whatever is a matter of fancy: the same chance, the same choice.
    """
    if isinstance(view.phase, (RoundOver, GameOver)):
        return None
    if _forgot_to_call(view):
        return CallUno()
    catches = [action for action in view.legal if isinstance(action, Catch)]
    if catches and chance.random() < ATTENTION:
        return chance.choice(catches)
    if view.seat != view.turn:
        return None
    match view.phase:
        case Playing():
            return _play(view, chance) or Draw()
        case Drew():
            return Pass() if _keeps(view) else _play(view, chance)
        case Stacked():
            return _play(view, chance) or Accept()
        case PickingColor():
            return PickColor(most_held(view.hand))
        case Challengeable(offender=offender):
            doubt = min(DOUBT * view.counts[offender], DOUBT_MAX)
            return Challenge() if chance.random() < doubt else Accept()
        case _:
            assert_never(view.phase)


def delay(view: View, chance: Random) -> float:
    """Seconds that the bot in *view* takes before it does what it will then `choose`."""
    if _forgot_to_call(view):
        return chance.uniform(*CALL_SECONDS)
    # People need a moment too, to see who forgot to call, before the next turn ends it (R21).
    return chance.uniform(*(CATCH_SECONDS if view.owing else TURN_SECONDS))


def _forgot_to_call(view: View) -> bool:
    """One card, no call: not the bot's own doing, but it may sit in for somebody's."""
    return len(view.hand) == 1 and CallUno() in view.legal


def _play(view: View, chance: Random) -> Play | None:
    """The best play, with the call that goes with it; None when no card fits."""
    plays = [action for action in view.legal if isinstance(action, Play)]
    if not plays:
        return None
    # Of equal plays, any.
    best = max(plays, key=lambda play: (*_worth(view, play), chance.random()))
    return replace(best, uno=CallUno() in view.legal)


def _worth(view: View, play: Play) -> tuple[int, ...]:
    """How good *play* is: the first figure counts, the next decides between equals."""
    card = play.card
    hits = card.face in _ATTACKS and _is_neighbor_close(view) and not _is_bluff(view, card)
    held = sum(other.color is (card.color or play.color) for other in view.hand)
    return (
        hits,
        -_DEAR.get(card.face, 0),
        card.color is view.color,
        held,
        card.points,
    )


def _keeps(view: View) -> bool:
    """Whether the bot keeps the card that it has drawn: a wild, until there is need for it."""
    card = view.drawn
    return (
        Pass() in view.legal
        and card is not None
        and card.color is None
        and (_is_bluff(view, card) or not _is_neighbor_close(view))
    )


def _is_bluff(view: View, card: Card) -> bool:
    """Whether *card* would be an illegal wild draw four (R14)."""
    in_force = any(other.color is view.color for other in view.hand if other.color)
    return card.face is Face.WILD_DRAW_FOUR and in_force


def _is_neighbor_close(view: View) -> bool:
    """Whether the player whose turn would come next is about to go out."""
    seats = len(view.counts)
    after = ((view.turn + i * view.direction) % seats for i in range(1, seats))
    return view.counts[next(seat for seat in after if seat not in view.gone)] <= CLOSE


CLOSE = 2
"""Cards with which a player is about to go out."""

_ATTACKS = {Face.SKIP, Face.REVERSE, Face.DRAW_TWO, Face.WILD_DRAW_FOUR}

_DEAR = {Face.WILD: 1, Face.WILD_DRAW_FOUR: 2}
"""What is kept for need, the dearest last."""
