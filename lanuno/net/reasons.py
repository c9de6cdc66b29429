"""Why a table refuses, removes or hangs up; part of what is said, and so of the protocol."""

from __future__ import annotations

from enum import StrEnum


class Why(StrEnum):
    """Why a table refuses a request."""

    STALE = "stale"
    """Something had happened that the player had not seen yet."""
    TOO_LATE = "too_late"
    """Play has gone on since the player saw a card to jump in on (R34)."""
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
    NO_TEAMS = "no_teams"
    """Teams of two need four, six or eight players."""
    NO_SUCH_SEAT = "no_such_seat"
    STILL_HERE = "still_here"
    """During a game only an absent player can be removed."""
    UNKNOWN_SEAT = "unknown_seat"
    """Nobody with that key has a seat here."""
    NO_HINTS = "no_hints"
    """Everybody plays by themselves here."""
    ALREADY_SEATED = "already_seated"
    """Or waiting for a seat, or looking on."""
    NOT_WAITING = "not_waiting"
    """That is for those who wait for the next round."""
    NO_NEWCOMERS = "no_newcomers"
    """Nobody waits for the next round here."""
    NO_SPECTATORS = "no_spectators"
    NO_CHAT = "no_chat"
    """At this table nothing is said, only shown."""
    TOO_FAST = "too_fast"
    """Much has been said already by the one who asks."""


class End(StrEnum):
    """Why a table hangs up."""

    FULL = "full"
    IN_GAME = "in_game"
    """A game is on, this is nobody's seat, and nobody waits here for one."""
    NO_SPECTATORS = "no_spectators"
    """Nobody may look on."""
    LEFT = "left"
    REMOVED = "removed"
    REPLACED = "replaced"
    """The seat was taken again from another connection."""
    CLOSED = "closed"
    """The host has closed the table."""
    BAD_MESSAGE = "bad_message"
    TOO_SLOW = "too_slow"
    """Said nothing in time. A peer that does not read is cut off without a word."""
    WRONG_CODE = "wrong_code"
    """Or somebody stands between the two and shows another certificate."""
    TOO_MANY_CODES = "too_many_codes"
    """Wrong ones, in the last hour: no code is taken now."""
    BUSY = "busy"
    """Too many connections."""
    BROKEN = "broken"
    """The table found itself in a state that cannot be, saved its record and stopped."""


class Removal(StrEnum):
    """Why the leader removes somebody."""

    AWAY = "away"
    SLOW = "slow"
    RUDE = "rude"
    ROOM = "room"
    """The seat is needed for somebody else."""
