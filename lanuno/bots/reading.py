"""What stands in a view for anybody to read: who comes next, who is about to go out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.uno.cards import Card, Face

if TYPE_CHECKING:
    from lanuno.uno.actions import Play
    from lanuno.uno.rules import Rules
    from lanuno.uno.view import View

CLOSE = 2
"""Cards with which a player is about to go out."""

ATTACKS = {Face.SKIP, Face.REVERSE, Face.DRAW_TWO, Face.WILD_DRAW_FOUR}
"""What can keep the next player from playing."""


def after(view: View, seat: int, direction: int | None = None) -> int:
    """Whose turn comes after that of *seat*, in the direction of play or in *direction*."""
    seats, step = len(view.counts), direction or view.direction
    following = ((seat + i * step) % seats for i in range(1, seats + 1))
    return next(other for other in following if other not in view.gone or other == seat)


def are_partners(view: View, seat: int, other: int) -> bool:
    """Whether the two seats win together; everybody does with themselves."""
    return seat == other or bool(view.partners and view.partners[seat] == other)


def hits_partner(view: View) -> bool:
    """Whether what attacks the next player would attack the viewer's partner."""
    mine = view.turn if view.seat is None else view.seat
    other = after(view, mine)
    return other != mine and are_partners(view, mine, other)


def is_close(view: View, seat: int) -> bool:
    """Whether *seat* plays against the viewer and is about to go out."""
    mine = view.turn if view.seat is None else view.seat
    return view.counts[seat] <= CLOSE and not are_partners(view, mine, seat)


def is_bluff(view: View, card: Card) -> bool:
    """Whether *card* would be an illegal wild draw four (R14)."""
    return card is Card.W_PLUS and any(
        other.color is view.color for other in view.hand if other.color
    )


def giver_of(view: View, play: Play, rules: Rules) -> int | None:
    """Whose hand the viewer has after *play*; None: their own, or a partner's (R35)."""
    mine = view.turn if view.seat is None else view.seat
    giver = play.swap
    if play.card.face is Face.ZERO and rules.seven_zero and len(view.hand) > 1:
        giver = after(view, mine, -view.direction)
    return None if giver is None or are_partners(view, mine, giver) else giver
