"""What the leader arranges at a table before a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from lanuno.net.messages import AddBot, SetManners, SetRules

if TYPE_CHECKING:
    from lanuno.net.table import Table

Arrangement = AddBot | SetRules | SetManners


def arrange(table: Table, request: Arrangement) -> None:
    """Do in the lobby of *table* what its leader asks for; RefusalError when that cannot be."""
    match request:
        case AddBot():
            table.chairs.add_bot()
        case SetRules():
            table.rules = request.rules
            table.chairs.forget_agreements()
        case SetManners():
            table.manners = request.manners
        case _:
            assert_never(request)
