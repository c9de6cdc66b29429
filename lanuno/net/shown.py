"""A table as it shows itself: to those who ask what it is, and to those who are there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.net.limits import SEATS_MAX
from lanuno.net.messages import Lobby, TableInfo

if TYPE_CHECKING:
    from lanuno.net.table import Table


def info_of(table: Table) -> TableInfo:
    """What *table* tells to anybody who asks."""
    return TableInfo(
        id=table.id,
        name=table.name,
        stage=table.stage,
        seated=sum(not each.gone for each in table.chairs),
        bots=sum(each.bot for each in table.chairs),
        seats=SEATS_MAX,
        rules=table.rules,
        private=table.private,
        manners=table.manners,
    )


def lobby_of(table: Table, spectators: int) -> Lobby:
    """Who sits and who waits at *table*, with so many *spectators*, as all may know."""
    chairs = table.chairs
    return Lobby(
        table.stage,
        table.rules,
        chairs.shown(),
        leader=chairs.leader,
        manners=table.manners,
        newcomers=chairs.shown_newcomers(),
        spectators=spectators,
    )
