"""
What a player's program and a table say to each other; PROTOCOL.md has them with sample bytes.

Requests go to the table and ask; notices come from it and tell. Changing anything in
this file changes the protocol: raise `PROTOCOL`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from lanuno.net.text import PlayerName, TableName
from lanuno.uno.actions import Action, Reason
from lanuno.uno.events import Event
from lanuno.uno.rules import Rules
from lanuno.uno.view import View

PROTOCOL = 1
"""The version that both sides must speak exactly."""

SEATS_MAX = 10
"""Chairs at a table (R2)."""

Seat = Annotated[int, Meta(ge=0, lt=SEATS_MAX)]
Token = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
"""16 random bytes in hex: who has it owns the seat, or runs the table."""
TableId = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}\Z")]
"""8 random bytes in hex, drawn anew for every table."""


class Stage(StrEnum):
    """Where the evening is."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    """A game has ended; its result stands until somebody asks for a rematch."""


# --- requests -------------------------------------------------------------------------


class Ask(Struct, frozen=True, tag="ask", tag_field="do"):
    """What table are you? Answered with `TableInfo`; no seat is needed."""


class Join(Struct, frozen=True, tag="join", tag_field="do", omit_defaults=True):
    """Give me a seat, or mine back. Answered with `Welcome` or `Closed`."""

    name: PlayerName
    token: Token | None = None
    """The token of a seat that I had at this table, to take it again."""
    host: Token | None = None
    """The host's key, which the hosting program alone knows: I run this table."""


class Watch(Struct, frozen=True, tag="watch", tag_field="do"):
    """Let me look on without a seat. Answered with `Welcome`."""


class Ready(Struct, frozen=True, tag="ready", tag_field="do"):
    """In the lobby: I am (not) ready."""

    ready: bool


class AddBot(Struct, frozen=True, tag="add_bot", tag_field="do"):
    """The leader: put a bot on the next chair."""


class Remove(Struct, frozen=True, tag="remove", tag_field="do"):
    """The leader: free a chair of its bot or player; during a game only of an absent player."""

    seat: Seat


class SetRules(Struct, frozen=True, tag="set_rules", tag_field="do"):
    """The leader: play by these rules from the next game on."""

    rules: Rules


class Start(Struct, frozen=True, tag="start", tag_field="do"):
    """The leader: begin the game."""


class Act(Struct, frozen=True, tag="act", tag_field="do"):
    """Do something in the game."""

    version: Annotated[int, Meta(ge=0)]
    """`View.version` of the view that the player acted on; a stale one is refused."""
    action: Action


class Stop(Struct, frozen=True, tag="stop", tag_field="do"):
    """I agree (or no longer agree) to end the game here (R28)."""

    agree: bool


class Rematch(Struct, frozen=True, tag="rematch", tag_field="do"):
    """After a game: I want another. Back to the lobby when all want it, or the leader does."""


class Leave(Struct, frozen=True, tag="leave", tag_field="do"):
    """I give up my seat for good (R31)."""


Request = (
    Ask | Join | Watch | Ready | AddBot | Remove | SetRules | Start | Act | Stop | Rematch | Leave
)

# --- notices --------------------------------------------------------------------------


class TableInfo(Struct, frozen=True, tag="table", tag_field="is"):
    """What a table tells to anybody who asks."""

    id: TableId
    name: TableName
    stage: Stage
    seated: int
    """Chairs taken, bots included."""
    bots: int
    seats: int
    """Chairs in all."""
    rules: Rules


class Welcome(Struct, frozen=True, tag="welcome", tag_field="is"):
    """You are in; a `Lobby` follows, and an `Update` while a game is on."""

    table: TableId
    name: TableName
    token: Token | None
    """Keep it to take the seat again; None for a spectator."""


class Chair(Struct, frozen=True, omit_defaults=True):
    """One place at the table; its number is its place in `Lobby.chairs`."""

    name: PlayerName
    bot: bool = False
    here: bool = True
    """Connected now."""
    ready: bool = False
    """In the lobby: ready to start. Between rounds: ready for the next one."""
    stop: bool = False
    """Agrees to end the game."""
    gone: bool = False
    """Left for good in this game."""
    stand_in: bool = False
    """Absent for so long that a stand-in plays (R31)."""


class Lobby(Struct, frozen=True, tag="lobby", tag_field="is", omit_defaults=True):
    """Who sits where; sent whenever that changes."""

    stage: Stage
    rules: Rules
    chairs: tuple[Chair, ...]
    you: int | None = None
    """Your seat; None for a spectator."""
    leader: int | None = None
    """The seat that may start, seat bots and set the rules."""


class Update(Struct, frozen=True, tag="update", tag_field="is", omit_defaults=True):
    """The whole table as you see it now, and what led to it."""

    view: View
    events: tuple[Event, ...] = ()
    seconds: Annotated[float, Meta(ge=0, le=3600)] | None = None
    """Until the clock decides for the player on turn; None without a clock (R32)."""


class ActionRefused(Struct, frozen=True, tag="action_refused", tag_field="is"):
    """The rules do not allow that; nothing has changed."""

    reason: Reason


class Why(StrEnum):
    """Why a table refuses a request."""

    STALE = "stale"
    """Something had happened that the player had not seen yet."""
    COOLING_DOWN = "cooling_down"
    """A catch that missed is followed by a pause (R23)."""
    NOT_SEATED = "not_seated"
    NOT_LEADER = "not_leader"
    NOT_IN_LOBBY = "not_in_lobby"
    NO_GAME = "no_game"
    GAME_NOT_OVER = "game_not_over"
    TABLE_FULL = "table_full"
    TOO_FEW = "too_few"
    """A game takes two."""
    TOO_MANY_CARDS = "too_many_cards"
    """The deck is too small for that many players and that hand size."""
    NO_SUCH_SEAT = "no_such_seat"
    STILL_HERE = "still_here"
    """During a game only an absent player can be removed."""
    ALREADY_SEATED = "already_seated"
    """Or looking on: to change, connect anew."""


class Refused(Struct, frozen=True, tag="refused", tag_field="is"):
    """The table does not do that; nothing has changed."""

    why: Why


class End(StrEnum):
    """Why a table hangs up."""

    FULL = "full"
    IN_GAME = "in_game"
    """A game is on, and this is nobody's seat."""
    LEFT = "left"
    REMOVED = "removed"
    REPLACED = "replaced"
    """The seat was taken again from another connection."""
    CLOSED = "closed"
    """The host has closed the table."""
    BAD_MESSAGE = "bad_message"
    TOO_SLOW = "too_slow"
    """Said nothing in time. A peer that does not read is cut off without a word."""
    BUSY = "busy"
    """Too many connections."""
    BROKEN = "broken"
    """The table found itself in a state that cannot be, saved its record and stopped."""


class Closed(Struct, frozen=True, tag="closed", tag_field="is"):
    """The last notice: the table hangs up."""

    end: End


Notice = TableInfo | Welcome | Lobby | Update | ActionRefused | Refused | Closed
