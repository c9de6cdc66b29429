"""The wish to sit down at a table as soon as there is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.net.messages import PROTOCOL, Stage

if TYPE_CHECKING:
    from lanuno.net.discovery import Found


class Wish:
    """For the table called *name*, or for the only one that is open."""

    def __init__(self, name: str | None) -> None:
        self.name = name

    def fitting(self, found: tuple[Found, ...], *, searching: bool) -> tuple[Found, ...]:
        """
        The tables that would fulfill the wish; more than one: the player has to choose.

        While the search goes on, the first table that is found need not be the only one.
        """
        if searching and self.name is None:
            return ()
        return tuple(each for each in found if _has_room(each) and self._wants(each))

    def _wants(self, table: Found) -> bool:
        return self.name is None or self.name.casefold() == table.name.casefold()


def _has_room(table: Found) -> bool:
    info = table.info
    return (
        table.answers
        and table.protocol == PROTOCOL
        and info is not None
        and info.stage is Stage.LOBBY
        and info.seated < info.seats
    )
