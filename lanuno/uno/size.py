"""How many can play by which rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.uno.cards import DECK
from lanuno.uno.rules import NoSuchRules, NoTeams, TooManyCards

if TYPE_CHECKING:
    from lanuno.uno.rules import Rules

PLAYERS_MIN, PLAYERS_MAX = 2, 10
"""Seats at a table (R2)."""

TEAM_SEATS = 4, 6, 8
"""Seats at which teams of two can play (R38)."""

_FIRST_CARD_SPARE = 9
"""Cards left after the deal so that one of them can be a first card: all wilds, and one more."""


def check_size(players: int, rules: Rules) -> None:
    """ValueError when *players* cannot play by *rules* with one deck (R2, R38)."""
    if not PLAYERS_MIN <= players <= PLAYERS_MAX:
        raise ValueError(f"{PLAYERS_MIN} to {PLAYERS_MAX} can play, not {players}")
    if players * rules.hand_size > len(DECK) - _FIRST_CARD_SPARE:
        raise NoSuchRules(TooManyCards(players, rules.hand_size))
    if rules.teams and players not in TEAM_SEATS:
        raise NoSuchRules(NoTeams(players))


def has_room(players: int, seats: int, rules: Rules) -> bool:
    """
    Whether one more can sit down where *players* play; *seats* counts those who left, too.

    >>> from lanuno.uno.rules import Rules
    >>> has_room(2, 2, Rules()), has_room(4, 4, Rules(teams=True)), has_room(2, 10, Rules())
    (True, False, False)
    """
    if rules.teams or seats >= PLAYERS_MAX:
        return False
    return (players + 1) * rules.hand_size <= len(DECK) - _FIRST_CARD_SPARE


def size_for(players: int, rules: Rules) -> int:
    """
    The smallest table by *rules* at which so many *players* can sit, or else the largest.

    >>> from lanuno.uno.rules import Rules
    >>> size_for(1, Rules()), size_for(5, Rules(teams=True))
    (2, 6)
    """
    sizes = TEAM_SEATS if rules.teams else range(PLAYERS_MIN, PLAYERS_MAX + 1)
    return next((size for size in sizes if size >= players), sizes[-1])
