"""What is counted at a table for the history of games: from what everybody there hears."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from lanuno.store.played import Counts, Round
from lanuno.uno.events import (
    ChallengeJudged,
    PlayerCaught,
    PlayerJoined,
    RoundBegan,
    RoundEnded,
    UnoMissed,
)
from lanuno.uno.view import GameOver, RoundOver

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lanuno.uno.events import Event, RoundResult
    from lanuno.uno.view import View


class Tally:
    """
    The game that goes on; mutable, as it does. Another game at the table begins it anew.

    What it counts is never too much. Whether it is all that there was to count, `complete`
    says.
    """

    def __init__(self) -> None:
        self.complete = False
        """Every deed of the game was heard of, from the deal on."""
        self.counts: tuple[Counts, ...] = ()
        """By seat."""
        self._rounds: dict[int, Round] = {}
        self._last: View | None = None

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The finished rounds that were heard of, in order."""
        return tuple(self._rounds[number] for number in sorted(self._rounds))

    @property
    def is_over(self) -> bool:
        return self._last is not None and isinstance(self._last.phase, GameOver)

    def key(self, table: str) -> str | None:
        """What all who saw the end of this game at *table*, its id, call it; None before that."""
        if self._last is None or not self.is_over:
            return None
        numbers = (self._last.version, *self._last.scores, *self._last.wins)
        return f"{table} {' '.join(map(str, numbers))}"

    def hear(self, view: View, events: Sequence[Event]) -> None:
        """The table has told that *events* have led to *view*."""
        last = self._last
        if last is None or _is_another_game(last, view, events):
            self.complete = view.version == 0
            self.counts = (Counts(),) * len(view.counts)
            self._rounds = {}
        elif view.version == last.version:
            return  # told again, after a break
        else:
            joined = sum(isinstance(event, PlayerJoined) for event in events)
            if view.version > last.version + joined + 1:
                self.complete = False
            self._seat(len(view.counts) - len(last.counts))
        self._last = view
        for event in events:
            self._count(event)
        self._hold(view.counts)
        if isinstance(view.phase, (RoundOver, GameOver)) and view.phase.result:
            # Its end may have been what was not heard.
            self._finish(view.phase.result)

    def _seat(self, newcomers: int) -> None:
        """So many have joined the game: what there is to count of them is nothing so far."""
        self.counts += (Counts(),) * newcomers
        for number, each in self._rounds.items():
            self._rounds[number] = replace(each, scores=each.scores + (0,) * newcomers)

    def _count(self, event: Event) -> None:
        match event:
            case UnoMissed(seat=seat):
                self._add(seat, missed=1)
            case PlayerCaught(seat=seat, by=by):
                self._add(seat, missed=1)
                self._add(by, catches=1)
            case ChallengeJudged(challenger=challenger, guilty=True):
                self._add(challenger, bluffs=1)
            case RoundEnded(result=result):
                self._finish(result)
            case _:
                pass

    def _add(self, seat: int, *, missed: int = 0, catches: int = 0, bluffs: int = 0) -> None:
        counts = self.counts[seat]
        more = replace(
            counts,
            missed=counts.missed + missed,
            catches=counts.catches + catches,
            bluffs=counts.bluffs + bluffs,
        )
        self.counts = (*self.counts[:seat], more, *self.counts[seat + 1 :])

    def _hold(self, cards: Sequence[int]) -> None:
        self.counts = tuple(
            replace(counts, most_cards=max(counts.most_cards, held))
            for counts, held in zip(self.counts, cards, strict=True)
        )

    def _finish(self, result: RoundResult) -> None:
        self._rounds[result.round] = Round(
            number=result.round, winner=result.winner, points=result.points, scores=result.scores
        )


def _is_another_game(last: View, view: View, events: Sequence[Event]) -> bool:
    """Whether *view* cannot be of the game of which *last* was."""
    return (
        any(isinstance(event, RoundBegan) and event.round == 1 for event in events)
        or len(view.counts) < len(last.counts)
        or (len(view.counts) > len(last.counts) and not _may_have_joined(last, view))
        or view.version < last.version
        or view.round < last.round
        or (view.round == last.round and view.dealer != last.dealer)
        or any(now < then for now, then in zip(view.scores, last.scores, strict=False))
        or (isinstance(last.phase, GameOver) and view.version != last.version)
    )


def _may_have_joined(last: View, view: View) -> bool:
    """Whether newcomers can have sat down between the two: they do so when a round is over."""
    return view.round > last.round or isinstance(last.phase, RoundOver)
