"""See a recorded game again, moment by moment, through the eyes of anybody at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from lanuno.uno import record
from lanuno.uno.actions import Join
from lanuno.uno.events import Event
from lanuno.uno.view import View

if TYPE_CHECKING:
    from lanuno.uno.game import Game
    from lanuno.uno.rules import Rules


class Moment(Struct, frozen=True):
    """How things stood after something was done."""

    view: View
    events: tuple[Event, ...]
    """What led to it."""


class Rerun:
    """The game of the record *text*; RecordError if it is none, or cannot have gone so."""

    def __init__(self, text: str) -> None:
        self._record = record.read(text)
        joined = sum(isinstance(entry.deed, Join) for entry in self._record.deeds)
        self.players = self._record.players + joined
        """Those included who came later."""

    @property
    def names(self) -> tuple[str, ...]:
        """By seat; numbers where the record has none."""
        return self._record.names or tuple(str(seat + 1) for seat in range(self.players))

    @property
    def rules(self) -> Rules:
        return self._record.rules

    def moments(self, seat: int | None) -> tuple[Moment, ...]:
        """
        Everything that *seat* saw, from the deal on; None: what those saw who looked on.

        Before they had a seat, those who came later looked on, too.
        """
        return tuple(
            Moment(_seen(step.game, seat), step.events) for step in record.replay(self._record)
        )


def _seen(game: Game, seat: int | None) -> View:
    return game.look(None if seat is None or seat >= game.players else seat)
