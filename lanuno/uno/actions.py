"""What a player asks the game to do; who asks is said beside it, never inside."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from lanuno.uno.cards import Card, Color


class Play(Struct, frozen=True, gc=False, tag="play", tag_field="do", omit_defaults=True):
    """Lay *card* on the discard pile."""

    card: Card
    color: Color | None = None
    """The color chosen, for a wild that is not the last card; None for every other card (R9)."""
    uno: bool = False
    """Call Uno in the same breath. Void, and harmless, when the call does not count (R20, R23)."""
    swap: int | None = None
    """Whose hand is taken for one's own, with a seven that swaps hands; else None (R9, R35)."""


class Draw(Struct, frozen=True, gc=False, tag="draw", tag_field="do"):
    """Draw one card instead of playing (R10, R11)."""


class Pass(Struct, frozen=True, gc=False, tag="pass", tag_field="do"):
    """Keep the card just drawn, where that is allowed (R11)."""


class PickColor(Struct, frozen=True, gc=False, tag="pick", tag_field="do"):
    """Choose the color for a wild that was turned as the first card (R6)."""

    color: Color


class Challenge(Struct, frozen=True, gc=False, tag="challenge", tag_field="do"):
    """Doubt that the wild draw four just played was legal (R16)."""


class Accept(Struct, frozen=True, gc=False, tag="accept", tag_field="do"):
    """Take the four cards of a wild draw four, or all those that were stacked (R16, R33)."""


class CallUno(Struct, frozen=True, gc=False, tag="uno", tag_field="do"):
    """Say "Uno!" (R20)."""


class Catch(Struct, frozen=True, gc=False, tag="catch", tag_field="do"):
    """Catch *seat* with one card and no call (R22)."""

    seat: int


class NextRound(Struct, frozen=True, gc=False, tag="next", tag_field="do"):
    """Deal the next round."""


Action = Play | Draw | Pass | PickColor | Challenge | Accept | CallUno | Catch | NextRound


class Join(Struct, frozen=True, gc=False):
    """A newcomer gets a seat between two rounds: `Game.join` does it, and the history keeps it."""


class Leave(Struct, frozen=True, gc=False):
    """Leave the game for good: `Game.leave` does it, and the history keeps it (R31)."""


class Stop(Struct, frozen=True, gc=False):
    """The players agree to stop: `Game.stop` does it, and the history keeps it (R28)."""


class Misplay(Struct, frozen=True, gc=False):
    """A card that does not match, laid where that costs four cards (R30); `Play` asks for it."""


Deed = Action | Join | Leave | Stop
"""Everything that can stand in the history of a game."""


class Reason(StrEnum):
    """Why an action is refused; each reason is one fault of the asker's."""

    NO_SUCH_SEAT = "no_such_seat"
    """Nobody sits there, or the seat was left for good."""
    NOT_YOUR_TURN = "not_your_turn"
    NOT_IN_HAND = "not_in_hand"
    NO_MATCH = "no_match"
    """The card does not match, and the rules refuse a misplay (R30)."""
    NO_BLUFF = "no_bluff"
    """A wild draw four beside a card of the color in force, and the rules refuse bluffs (R15)."""
    MUST_CHOOSE_COLOR = "must_choose_color"
    """A wild needs one of the four colors."""
    COLOR_NOT_ASKED = "color_not_asked"
    """A color was named for something that takes none."""
    MUST_CHOOSE_PLAYER = "must_choose_player"
    """A seven needs another player to swap hands with (R35)."""
    PLAYER_NOT_ASKED = "player_not_asked"
    """A player was named for something that takes none."""
    MUST_PLAY = "must_play"
    """A card in hand matches, and the rules forbid drawing then (R10)."""
    MUST_PLAY_DRAWN = "must_play_drawn"
    """After drawing, only the drawn card may be played (R11)."""
    ALREADY_DREW = "already_drew"
    NOTHING_DRAWN = "nothing_drawn"
    """Passing is for keeping a card just drawn."""
    DECISION_PENDING = "decision_pending"
    """A color or a draw card has to be decided first."""
    NOTHING_TO_DECIDE = "nothing_to_decide"
    """No draw card waits for this player, and no first wild for a color."""
    NOTHING_TO_CALL = "nothing_to_call"
    """A call of Uno does not count now (R20)."""
    NOTHING_TO_CATCH = "nothing_to_catch"
    ROUND_OVER = "round_over"
    ROUND_NOT_OVER = "round_not_over"
    GAME_OVER = "game_over"
    NO_ROOM = "no_room"
    """No seat or no cards are left for another player, or partners play (R2, R38)."""
    NOT_AN_ACTION = "not_an_action"


class IllegalAction(ValueError):
    """That is not something this seat may do now. Nothing has changed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason
