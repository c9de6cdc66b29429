"""What the leader arranges at a table before a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from lanuno.net.chairs import RefusalError
from lanuno.net.messages import AddBot, Move, SetManners, SetRules, SetStrength, Why
from lanuno.uno.rules import NoSuchRules, NoTeams
from lanuno.uno.size import PLAYERS_MIN, check_size

if TYPE_CHECKING:
    from lanuno.net.table import Table

Arrangement = AddBot | Move | SetStrength | SetRules | SetManners


def arrange(table: Table, request: Arrangement) -> None:
    """Do in the lobby of *table* what its leader asks for; RefusalError when that cannot be."""
    match request:
        case AddBot():
            table.chairs.add_bot(request.strength)
        case Move():
            table.chairs.move(request.seat, request.to)
        case SetStrength():
            bot = table.chairs.taken(request.seat)
            if not bot.bot:
                raise RefusalError(Why.NO_SUCH_SEAT)
            bot.strength = request.strength
        case SetRules():
            table.rules = request.rules
            table.chairs.forget_agreements()
        case SetManners():
            table.manners = request.manners
        case _:
            assert_never(request)


def count_players(table: Table) -> int:
    """How many would play if the game began now; RefusalError when so many cannot."""
    players = sum(each.here for each in table.chairs)
    if players < PLAYERS_MIN:
        raise RefusalError(Why.TOO_FEW)
    try:
        check_size(players, table.rules)
    except NoSuchRules as error:
        no_teams = isinstance(error.fault, NoTeams)
        raise RefusalError(Why.NO_TEAMS if no_teams else Why.TOO_MANY_CARDS) from None
    return players
