"""Write down a finished game for the history, from what one player's program hears."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.net.messages import Lobby, Update
from lanuno.net.tally import Tally
from lanuno.store.played import Played, Player
from lanuno.uno.rules import PRESETS, Rules
from lanuno.uno.view import GameOver

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from lanuno.net.client import Said
    from lanuno.store.played import Round
    from lanuno.uno.view import View


class Chronicle:
    """
    The games at the table with the id *table*, called *name*; mutable, as they go on.

    *now* gives the time, in UTC.
    """

    def __init__(self, table: str, name: str, now: Callable[[], datetime]) -> None:
        self._table = table
        self._name = name
        self._now = now
        self._tally = Tally()
        self._lobby: Lobby | None = None
        self._began: datetime | None = None

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The finished rounds of the game that goes on, or of the last one, as far as heard of."""
        return self._tally.rounds

    def hear(self, said: Said) -> Played | None:
        """The game that is over with what is *said*, without its record; None: none is."""
        if isinstance(said, Lobby):
            self._lobby = said
        if not isinstance(said, Update) or self._lobby is None:
            return None
        was_over = self._tally.is_over
        self._tally.hear(said.view, said.events)
        if not self._tally.is_over:
            self._began = self._now() if was_over or self._began is None else self._began
            return None
        # Whoever comes to a table whose game is over has played in none.
        if was_over or self._began is None:
            return None
        return self._written(said.view, self._lobby, self._began)

    def _written(self, view: View, lobby: Lobby, began: datetime) -> Played | None:
        assert isinstance(view.phase, GameOver)
        if len(lobby.chairs) != len(view.scores):
            return None
        ended, rules = self._now(), lobby.rules
        preset = rules.name or next(iter(PRESETS))
        players = tuple(
            Player(
                name=str(chair.name),
                bot=chair.bot,
                me=seat == view.seat,
                counts=counts if self._tally.complete else None,
            )
            for seat, (chair, counts) in enumerate(
                zip(lobby.chairs, self._tally.counts, strict=True)
            )
        )
        return Played(
            ended=ended,
            # A clock that was set back meanwhile makes no game shorter than none.
            seconds=max(0.0, (ended - began).total_seconds()),
            table=str(self._name),
            players=players,
            preset=preset,
            switches=_switches(rules, preset),
            rounds=self._tally.rounds,
            scores=view.scores,
            end=str(view.phase.why),
            winners=view.phase.winners,
            key=self._tally.key(self._table),
        )


def _switches(rules: Rules, preset: str) -> tuple[str, ...]:
    implied = set(Rules.preset(preset).changed())
    return tuple(each for each in rules.changed() if each not in implied)
