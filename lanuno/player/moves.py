"""Find in a view's list of legal actions what a key or a card stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from lanuno.narration.prompts import is_bluff
from lanuno.uno.actions import Accept, CallUno, Catch, Challenge, Draw, Play, Reason
from lanuno.uno.view import Drew, GameOver, Playing, RoundOver, Stacked

if TYPE_CHECKING:
    from lanuno.uno.actions import Action
    from lanuno.uno.cards import Card
    from lanuno.uno.rules import Rules
    from lanuno.uno.view import View

Some = TypeVar("Some", bound="Action")


def find(view: View, kind: type[Some]) -> Some | None:
    """The first legal action of a *kind*; None: it is not mine to do now."""
    return next((action for action in view.legal if isinstance(action, kind)), None)


def plays(view: View, card: Card) -> tuple[Play, ...]:
    """The ways to play *card* now: none, one, or one for each color."""
    return tuple(each for each in view.legal if isinstance(each, Play) and each.card is card)


def playable(view: View) -> frozenset[Card]:
    return frozenset(each.card for each in view.legal if isinstance(each, Play))


def bluffs(view: View) -> frozenset[Card]:
    """The playable wild draw four, if somebody could challenge it with success (R14, R15)."""
    return frozenset(card for card in playable(view) if is_bluff(view, card))


def is_misplay(view: View, card: Card, rules: Rules) -> bool:
    """Whether the table would take *card* for a mistake that costs cards (R30)."""
    return (
        rules.illegal_play == "penalty"
        and isinstance(view.phase, Playing)
        and view.turn == view.seat
        and card.color is not None
        and card not in playable(view)
    )


def draw(view: View) -> type[Draw | Accept]:
    """What one does who wants to draw: where draw cards are stacked, take them all."""
    return Accept if isinstance(view.phase, Stacked) else Draw


def why_no_draw(view: View) -> Reason:
    """What is wrong with drawing, when it is not mine to do."""
    match view.phase:
        case RoundOver() | GameOver():
            return Reason.ROUND_OVER
        case _ if view.turn != view.seat:
            return Reason.NOT_YOUR_TURN
        case Drew():
            return Reason.ALREADY_DREW
        case Playing():
            return Reason.MUST_PLAY
        case _:
            return Reason.DECISION_PENDING


def waits_for_me(view: View) -> bool:
    """Whether the table waits for me to play, draw, keep or decide."""
    return view.turn == view.seat and not isinstance(view.phase, (RoundOver, GameOver))


URGENT: dict[str, tuple[type[CallUno | Catch | Challenge | Accept], Reason]] = {
    "uno": (CallUno, Reason.NOTHING_TO_CALL),
    "catch": (Catch, Reason.NOTHING_TO_CATCH),
    "challenge": (Challenge, Reason.NOTHING_TO_DECIDE),
    "accept": (Accept, Reason.NOTHING_TO_DECIDE),
}
"""The actions behind the urgent keys, and what is wrong when they are not mine to do."""
