"""What one player sees: a value with no room for a card that is somebody else's secret."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from lanuno.uno.actions import Action
from lanuno.uno.cards import DECK, Card, Color
from lanuno.uno.events import End, RoundResult

CARDS = len(DECK)
"""No hand has more."""


class Playing(Struct, frozen=True, gc=False, tag="playing", tag_field="is"):
    """An ordinary turn: play or draw."""


class Drew(Struct, frozen=True, gc=False, tag="drew", tag_field="is"):
    """The player on turn has drawn a card and decides about it (R11)."""


class PickingColor(Struct, frozen=True, gc=False, tag="picking_color", tag_field="is"):
    """The first card is a wild; the player on turn chooses its color (R6)."""


class Challengeable(Struct, frozen=True, gc=False, tag="challengeable", tag_field="is"):
    """A wild draw four waits for a decision (R16); the victim is on turn."""

    offender: int
    victim: int
    count: Annotated[int, Meta(ge=1, le=CARDS)] = 4
    """The cards that are at stake; more than four when others were stacked before (R33)."""


class Stacked(Struct, frozen=True, gc=False, tag="stacked", tag_field="is"):
    """Draw cards wait for the player on turn, who adds one to them or takes it all (R33)."""

    count: Annotated[int, Meta(ge=1, le=CARDS)]
    """The cards to be taken."""
    wild: bool = False
    """A wild draw four is among them, so that another cannot be challenged."""


class RoundOver(Struct, frozen=True, gc=False, tag="round_over", tag_field="is"):
    result: RoundResult


class GameOver(Struct, frozen=True, gc=False, tag="game_over", tag_field="is"):
    winners: tuple[int, ...]
    """More than one: a shared win (R28)."""
    why: End
    ranking: tuple[int, ...]
    """All seats, best first; those who left come last (R31)."""
    result: RoundResult | None
    """The last round; None when the game ended in the middle of one."""


Phase = Playing | Drew | PickingColor | Challengeable | Stacked | RoundOver | GameOver


class Shown(Struct, frozen=True):
    """A hand shown to the one who challenged it, until anything else happens (R18)."""

    seat: int
    hand: tuple[Card, ...]


class View(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """
    The table as *seat* sees it; tuples without a word on them are by seat.

    `Game.look` is the only way from the truth to one of these.
    """

    seat: int | None
    """Whose view it is; None for a spectator's."""
    version: int
    """How many actions the game has accepted so far."""
    round: int
    phase: Phase
    turn: int
    """The seat that the table waits for; meaningless once the round is over."""
    dealer: int
    direction: int
    """1 to the left (clockwise), -1 to the right."""
    top: Card
    color: Color | None
    """The color in force; None while a first wild has none, or after a last wild."""
    pile: int
    """Cards in the draw pile."""
    discard: int
    """Cards in the discard pile, the top one included."""
    counts: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=CARDS)], ...], Meta(min_length=1, max_length=10)
    ]
    scores: tuple[int, ...]
    wins: tuple[int, ...]
    """Rounds won."""
    called: tuple[int, ...] = ()
    """The seats whose call of Uno stands."""
    owing: tuple[int, ...] = ()
    """The seats that may be caught: they came down to one card without a call (R21)."""
    gone: tuple[int, ...] = ()
    """The seats that were left for good."""
    partners: tuple[int, ...] = ()
    """The seat that plays together with each; empty when everybody plays alone (R38)."""
    hand: Annotated[tuple[Card, ...], Meta(max_length=CARDS)] = ()
    """My cards, in the order in which I got them."""
    drawn: Card | None = None
    """The card that I have just drawn and must decide about."""
    legal: tuple[Action, ...] = ()
    """
    Everything that I may do.

    `Play.uno` may be set in any play while `CallUno` is in here, and in one out of turn (R34).
    """
    shown: Shown | None = None
    """The hand that my challenge laid open."""
