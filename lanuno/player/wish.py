"""The wish to sit down at a table as soon as there is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.net.messages import PROTOCOL, Stage
from lanuno.net.seats import Seats

if TYPE_CHECKING:
    from lanuno.net.discovery import Found
    from lanuno.net.messages import TableInfo


class Wish:
    """For a seat at the table called *name*, or at the only one that is open; or to *watch*."""

    def __init__(self, name: str | None, code: str = "", *, watch: bool = False) -> None:
        self.name = name
        self.watch = watch
        self.code = code
        """What the table asks for, if it is private."""
        self._seats = Seats()

    def fitting(self, found: tuple[Found, ...], *, searching: bool) -> tuple[Found, ...]:
        """
        The tables that would fulfill the wish; more than one: the player has to choose.

        A table at which the player has a seat already comes before all others, and one where
        a game is on after them.

        While the search goes on, the first table that is found need not be the only one.
        """
        if searching and self.name is None:
            return ()
        wanted = [each for each in found if _answers(each) and self._wants(each)]
        if self.watch:
            return tuple(each for each in wanted if each.info and each.info.manners.spectators)
        mine = tuple(each for each in wanted if self._seats.has(each.id))
        free = tuple(each for each in wanted if _has_room(each))
        return mine or free or tuple(each for each in wanted if _lets_wait(each))

    def waits_at(self, found: tuple[Found, ...]) -> TableInfo | None:
        """The table that the player named, which is there, but has no seat to give now."""
        if self.name is None:
            return None
        there = (each.info for each in found if _answers(each) and self._wants(each))
        return next((info for info in there if info), None)

    def _wants(self, table: Found) -> bool:
        return self.name is None or self.name.casefold() == table.name.casefold()


def _answers(table: Found) -> bool:
    return table.answers and table.protocol == PROTOCOL


def _has_room(table: Found) -> bool:
    info = table.info
    return info is not None and info.stage is Stage.LOBBY and info.seated < info.seats


def _lets_wait(table: Found) -> bool:
    """Whether a game is on that one can join with its next round."""
    info = table.info
    return info is not None and info.stage is not Stage.LOBBY and info.manners.late
