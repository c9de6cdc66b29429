"""
What a player's program and a table say to each other; PROTOCOL.md has them with sample bytes.

Requests go to the table and ask; notices come from it and tell. Changing anything in
this file changes the protocol: raise `PROTOCOL`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from lanuno.bots.strength import Strength
from lanuno.bots.thought import Motive
from lanuno.net.introductions import (
    Confirm,
    Confirmed,
    Guessed,
    Hello,
    Prove,
    Proven,
    Resume,
    TableId,
)
from lanuno.net.limits import SEATS_MAX
from lanuno.net.manners import LENIENT, Manners
from lanuno.net.reasons import End, Removal, Why
from lanuno.net.talk import React, Reacted, Say, Seat, Spoke
from lanuno.net.text import PlayerName, TableName
from lanuno.uno.actions import Action, Reason
from lanuno.uno.events import Event
from lanuno.uno.rules import Rules
from lanuno.uno.view import View

PROTOCOL = 3
"""The version that both sides must speak exactly."""

IDLE_SECONDS = 30
"""How long a player who is there may keep the table waiting before the leader may remove them."""


class Stage(StrEnum):
    """Where the evening is."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    """A game has ended; its result stands until somebody asks for a rematch."""


# --- requests -------------------------------------------------------------------------


class Ask(Struct, frozen=True, tag="ask", tag_field="do"):
    """What table are you? Answered with `TableInfo`; no seat is needed."""


class Join(Struct, frozen=True, tag="join", tag_field="do"):
    """
    Give me a seat, or mine back; while a game is on, let me wait for the next round.

    Answered with `Welcome` or `Closed`.
    """

    name: PlayerName


class Watch(Struct, frozen=True, tag="watch", tag_field="do"):
    """Let me look on without a seat. Answered with `Welcome` or `Closed`."""


class Ready(Struct, frozen=True, tag="ready", tag_field="do"):
    """In the lobby: I am (not) ready."""

    ready: bool


class AddBot(Struct, frozen=True, tag="add_bot", tag_field="do", omit_defaults=True):
    """The leader: put a bot on the next chair."""

    strength: Strength = Strength.NORMAL


class TakeOver(Struct, frozen=True, tag="take_over", tag_field="do"):
    """While I wait for the next round: I (no longer) want a bot's seat rather than a new one."""

    bot: bool


class Remove(Struct, frozen=True, tag="remove", tag_field="do", omit_defaults=True):
    """The leader: free a chair of its bot or player; during a game only of an absent player."""

    seat: Seat
    reason: Removal | None = None


class Dismiss(Struct, frozen=True, tag="dismiss", tag_field="do", omit_defaults=True):
    """The leader: send away one of those who wait for the next round."""

    newcomer: Annotated[int, Meta(ge=0, lt=SEATS_MAX)]
    """Their place in `Lobby.newcomers`."""
    reason: Removal | None = None


class SetStrength(Struct, frozen=True, tag="set_strength", tag_field="do"):
    """The leader, in the lobby: let a bot play so well."""

    seat: Seat
    strength: Strength


class Move(Struct, frozen=True, tag="move", tag_field="do"):
    """The leader, in the lobby: put a chair in another place round the table."""

    seat: Seat
    to: Seat


class SetRules(Struct, frozen=True, tag="set_rules", tag_field="do"):
    """The leader: play by these rules from the next game on."""

    rules: Rules


class SetManners(Struct, frozen=True, tag="set_manners", tag_field="do"):
    """The leader: this is what the table allows from now on."""

    manners: Manners


class Start(Struct, frozen=True, tag="start", tag_field="do"):
    """The leader: begin the game."""


class Act(Struct, frozen=True, tag="act", tag_field="do"):
    """Do something in the game."""

    version: Annotated[int, Meta(ge=0)]
    """`View.version` of the view that the player acted on; a stale one is refused."""
    action: Action


class Hint(Struct, frozen=True, tag="hint", tag_field="do"):
    """What would a strong player do now? Answered with `Advice`, unless something happens first."""


class Stop(Struct, frozen=True, tag="stop", tag_field="do"):
    """I agree (or no longer agree) to end the game here (R28)."""

    agree: bool


class Rematch(Struct, frozen=True, tag="rematch", tag_field="do", omit_defaults=True):
    """After a game: I want another. It begins when all want it; the lobby, when the leader does."""

    lobby: bool = False
    """The leader: back to the lobby in any case, to change seats and rules."""


class Leave(Struct, frozen=True, tag="leave", tag_field="do"):
    """I give up my seat for good (R31)."""


class Here(Struct, frozen=True, tag="here", tag_field="do"):
    """I am still here; said every second."""


Request = (
    Ask
    | Prove
    | Confirm
    | Resume
    | Join
    | Watch
    | TakeOver
    | Ready
    | AddBot
    | Remove
    | Dismiss
    | Move
    | SetStrength
    | SetRules
    | SetManners
    | Start
    | Act
    | Hint
    | Stop
    | Rematch
    | Say
    | React
    | Leave
    | Here
)

# --- notices --------------------------------------------------------------------------


class TableInfo(Struct, frozen=True, tag="table", tag_field="is", omit_defaults=True):
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
    private: bool = False
    """It takes a code to come in."""
    manners: Manners = LENIENT


class Welcome(Struct, frozen=True, tag="welcome", tag_field="is"):
    """You are in; a `Lobby` follows, and an `Update` while a game is on."""

    table: TableId
    name: TableName


class Chair(Struct, frozen=True, omit_defaults=True):
    """One place at the table; its number is its place in `Lobby.chairs`."""

    name: PlayerName
    bot: bool = False
    strength: Strength = Strength.NORMAL
    """How well the bot plays; of no meaning for a player."""
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
    weak: bool = False
    """Connected, but nothing has been heard for a while."""


class Newcomer(Struct, frozen=True, omit_defaults=True):
    """Somebody who waits for the next round, or for a chair to become free."""

    name: PlayerName
    here: bool = True
    """Connected now."""
    bot: bool = False
    """Wants a bot's seat rather than a new one."""


class Lobby(Struct, frozen=True, tag="lobby", tag_field="is", omit_defaults=True):
    """Who sits where; sent whenever that changes."""

    stage: Stage
    rules: Rules
    chairs: tuple[Chair, ...]
    you: int | None = None
    """Your seat; None for those who look on or wait."""
    leader: int | None = None
    """The seat that may start, seat bots and set the rules."""
    manners: Manners = LENIENT
    newcomers: tuple[Newcomer, ...] = ()
    """Who waits, the first to come first."""
    newcomer: int | None = None
    """Your place among them; None: you do not wait."""
    spectators: int = 0
    """How many look on."""


class Update(Struct, frozen=True, tag="update", tag_field="is", omit_defaults=True):
    """The whole table as you see it now, and what led to it."""

    view: View
    events: tuple[Event, ...] = ()
    seconds: Annotated[float, Meta(ge=0, le=3600)] | None = None
    """Until the clock decides for the player on turn; None without a clock (R32)."""


class Advice(Struct, frozen=True, tag="advice", tag_field="is", omit_defaults=True):
    """What a strong player would do in the view of that *version*, and why."""

    version: Annotated[int, Meta(ge=0)]
    action: Action
    motive: Motive
    seat: Seat | None = None
    """Whom the motive is about; None: nobody in particular."""
    percent: Annotated[int, Meta(ge=0, le=100)] | None = None
    """How likely a bluff was; None where that is no question."""


class Alive(Struct, frozen=True, tag="alive", tag_field="is"):
    """The table is still there; said every second."""


class ActionRefused(Struct, frozen=True, tag="action_refused", tag_field="is"):
    """The rules do not allow that; nothing has changed."""

    reason: Reason


class Refused(Struct, frozen=True, tag="refused", tag_field="is"):
    """The table does not do that; nothing has changed."""

    why: Why


class Closed(Struct, frozen=True, tag="closed", tag_field="is", omit_defaults=True):
    """The last notice: the table hangs up."""

    end: End
    reason: Removal | None = None
    """Why the leader has removed you, if that was said."""


Notice = (
    Hello
    | Proven
    | Confirmed
    | Guessed
    | TableInfo
    | Welcome
    | Lobby
    | Update
    | Spoke
    | Reacted
    | Advice
    | Alive
    | ActionRefused
    | Refused
    | Closed
)
