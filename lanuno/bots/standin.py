"""What the table does for a player who is away, or whose clock has run out."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from lanuno.uno.actions import Accept, Draw, Pass, PickColor, Play
from lanuno.uno.cards import Color
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
    from collections.abc import Iterable

    from lanuno.uno.actions import Action
    from lanuno.uno.cards import Card
    from lanuno.uno.view import View


def idle(view: View) -> Action | None:
    """
    The least that the player has to do (R31, R32); None when it is somebody else's turn.

    Draw, then keep the card where that is allowed (R11); take the cards that are pending;
    the color most held. Where the rules forbid drawing, the first card that fits is played
    (R10). The same view gives the same action.
    """
    if view.seat != view.turn:
        return None
    match view.phase:
        case Playing():
            return Draw() if Draw() in view.legal else _first_play(view)
        case Drew():
            return Pass() if Pass() in view.legal else _first_play(view)
        case Challengeable() | Stacked():
            return Accept()
        case PickingColor():
            return PickColor(most_held(view.hand))
        case RoundOver() | GameOver():
            return None
        case _:
            assert_never(view.phase)


def most_held(hand: Iterable[Card]) -> Color:
    """The color of which *hand* has most cards; of equals the first in the deck's order."""
    colors = [card.color for card in hand]
    return max(Color, key=colors.count)


def _first_play(view: View) -> Play:
    plays = [action for action in view.legal if isinstance(action, Play)]
    color = most_held(view.hand)
    return next(play for play in plays if play.color in (None, color))
