"""The wish to sit down at a table as soon as there is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.net.messages import PROTOCOL, Stage
from lanuno.tui.visit import Visit

if TYPE_CHECKING:
    from lanuno.net.discovery import Found


class Wish:
    """For the table called *name*, or for the only one that is open."""

    def __init__(self, name: str | None) -> None:
        self.name = name

    def visit(self, found: tuple[Found, ...], *, searching: bool) -> Visit | None:
        """
        What fulfills the wish; None: wait, or let the player choose.

        While the search goes on, the first table that is found need not be the only one.
        """
        fitting = [each for each in found if _has_room(each) and self.name in {None, each.name}]
        if len(fitting) != 1 or (searching and self.name is None):
            return None
        return Visit(addresses=fitting[0].addresses, table=fitting[0].id)


def _has_room(table: Found) -> bool:
    info = table.info
    return (
        table.answers
        and table.protocol == PROTOCOL
        and info is not None
        and info.stage is Stage.LOBBY
        and info.seated < info.seats
    )
