"""
What happened, told to everybody alike: no event carries a card that its hearers may not see.

Views are the truth, events the narration: a client shows a view and tells its events.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from lanuno.uno.cards import Card, Color


class Why(StrEnum):
    """Why somebody drew cards."""

    TURN = "turn"
    DRAW_TWO = "draw_two"
    DRAW_FOUR = "draw_four"
    STACK = "stack"
    """All that was stacked (R33)."""
    BLUFF = "bluff"
    """A challenge found the player guilty (R17)."""
    WRONG_CHALLENGE = "wrong_challenge"
    CAUGHT = "caught"
    MISPLAY = "misplay"


class End(StrEnum):
    """Why a game ended (R28, R31)."""

    TARGET = "target"
    ROUNDS = "rounds"
    AGREED = "agreed"
    WALKOVER = "walkover"


class RoundResult(Struct, frozen=True):
    """How a round ended; the only place where every hand is shown (R29). Tuples are by seat."""

    round: int
    winner: int | None
    """None: the round was blocked (R25)."""
    last: Card
    """The top card at the end."""
    hands: tuple[tuple[Card, ...], ...]
    values: tuple[int, ...]
    """What each hand was worth (R27)."""
    points: int
    """What the winner got for it, and the winner's partner too."""
    scores: tuple[int, ...]
    """The totals after it."""


class RoundBegan(Struct, frozen=True, gc=False, tag="round_began", tag_field="is"):
    round: int
    dealer: int


class FirstCardTurned(Struct, frozen=True, gc=False, tag="first_card", tag_field="is"):
    card: Card
    returned: bool = False
    """It went back into the pile, and another is turned (R6, R7)."""


class TurnBegan(Struct, frozen=True, gc=False, tag="turn", tag_field="is"):
    seat: int


class JumpedIn(Struct, frozen=True, gc=False, tag="jumped_in", tag_field="is"):
    """*seat* plays out of turn, and play goes on from there (R34)."""

    seat: int


class CardPlayed(Struct, frozen=True, gc=False, tag="played", tag_field="is"):
    seat: int
    card: Card
    color: Color | None = None
    """The color chosen with a wild."""


class ColorPicked(Struct, frozen=True, gc=False, tag="color", tag_field="is"):
    seat: int
    color: Color


class CardsDrawn(Struct, frozen=True, gc=False, tag="drew", tag_field="is"):
    seat: int
    count: int
    asked: int
    """How many were due; more than *count* when there was nothing left to draw (R25)."""
    why: Why


class TurnPassed(Struct, frozen=True, gc=False, tag="passed", tag_field="is"):
    """The turn ended without a play."""

    seat: int


class PlayerSkipped(Struct, frozen=True, gc=False, tag="skipped", tag_field="is"):
    seat: int


class DirectionTurned(Struct, frozen=True, gc=False, tag="direction", tag_field="is"):
    direction: int
    """1 to the left (clockwise), -1 to the right."""


class HandsSwapped(Struct, frozen=True, gc=False, tag="swapped", tag_field="is"):
    """*seat* and *other* have each other's hand from now on (R35)."""

    seat: int
    other: int


class HandsPassed(Struct, frozen=True, gc=False, tag="hands_passed", tag_field="is"):
    """Every hand has gone to the next player in the *direction* of play (R35)."""

    direction: int


class PlayRefused(Struct, frozen=True, gc=False, tag="misplay", tag_field="is"):
    """A card that does not match was played and taken back; the penalty follows (R30)."""

    seat: int


class ChallengeOpened(Struct, frozen=True, gc=False, tag="challengeable", tag_field="is"):
    """A wild draw four waits for *victim* to accept or challenge (R16)."""

    offender: int
    victim: int
    count: int = 4
    """The cards that are at stake."""


class StackGrew(Struct, frozen=True, gc=False, tag="stacked", tag_field="is"):
    """*count* cards wait for *victim*, who adds to them or takes them all (R33)."""

    victim: int
    count: int


class DrawFourAccepted(Struct, frozen=True, gc=False, tag="accepted", tag_field="is"):
    seat: int


class ChallengeJudged(Struct, frozen=True, gc=False, tag="judged", tag_field="is"):
    challenger: int
    offender: int
    guilty: bool


class UnoCalled(Struct, frozen=True, gc=False, tag="uno", tag_field="is"):
    seat: int


class PlayerCaught(Struct, frozen=True, gc=False, tag="caught", tag_field="is"):
    seat: int
    by: int


class UnoMissed(Struct, frozen=True, gc=False, tag="uno_missed", tag_field="is"):
    """*seat* forgot to call and got away with it: the window has closed (R21)."""

    seat: int


class PileReshuffled(Struct, frozen=True, gc=False, tag="reshuffled", tag_field="is"):
    count: int
    """Cards in the draw pile after it (R24)."""


class PlayerJoined(Struct, frozen=True, gc=False, tag="joined", tag_field="is"):
    """A newcomer has got *seat*, a new one, and is dealt in with the next round."""

    seat: int


class PlayerLeft(Struct, frozen=True, gc=False, tag="left", tag_field="is"):
    seat: int


class RoundEnded(Struct, frozen=True, gc=False, tag="round_ended", tag_field="is"):
    result: RoundResult


class GameEnded(Struct, frozen=True, gc=False, tag="game_ended", tag_field="is"):
    winners: tuple[int, ...]
    why: End


Event = (
    RoundBegan
    | FirstCardTurned
    | TurnBegan
    | JumpedIn
    | CardPlayed
    | ColorPicked
    | CardsDrawn
    | TurnPassed
    | PlayerSkipped
    | DirectionTurned
    | HandsSwapped
    | HandsPassed
    | PlayRefused
    | ChallengeOpened
    | StackGrew
    | DrawFourAccepted
    | ChallengeJudged
    | UnoCalled
    | PlayerCaught
    | UnoMissed
    | PileReshuffled
    | PlayerJoined
    | PlayerLeft
    | RoundEnded
    | GameEnded
)
