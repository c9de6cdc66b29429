"""The table as one knows it who only heard what happened, from the first deal on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.uno import GameOver, RoundOver, events

if TYPE_CHECKING:
    from lanuno.uno import Card, Color, Event, Game


class Story:
    """Mutable: it grows with every event."""

    def __init__(self, players: int, hand_size: int) -> None:
        self.hand_size = hand_size
        self.counts = [0] * players
        self.scores = (0,) * players
        self.gone: set[int] = set()
        self.pile = self.discard = self.turn = self.round = 0
        self.direction = 1
        self.top: Card | None = None
        self.color: Color | None = None

    def hear(self, happened: tuple[Event, ...]) -> None:
        for event in happened:
            self._hear(event)

    def seen(self) -> tuple[object, ...]:
        """What it comes to, in the order of `shown`."""
        table = self.top, self.color, self.direction, self.pile, self.discard
        return (*table, tuple(self.counts), self.scores, sorted(self.gone), self.round, self.turn)

    def shown(self, game: Game) -> tuple[object, ...]:
        """The same of *game*; whose turn it is means nothing once the round is over."""
        view = game.look(None)
        turn = self.turn if isinstance(view.phase, (RoundOver, GameOver)) else view.turn
        table = view.top, view.color, view.direction, view.pile, view.discard
        return (*table, view.counts, view.scores, sorted(view.gone), view.round, turn)

    def _hear(self, event: Event) -> None:
        match event:
            case events.RoundBegan():
                self._deal(event.round)
            case events.FirstCardTurned(returned=False):
                self.top, self.color = event.card, event.card.color
                self.pile, self.discard = self.pile - 1, 1
            case events.CardPlayed():
                self.top, self.color = event.card, event.card.color or event.color
                self.discard += 1
                self.counts[event.seat] -= 1
            case events.ColorPicked():
                self.color = event.color
            case events.CardsDrawn():
                self.pile -= event.count
                self.counts[event.seat] += event.count
            case events.PileReshuffled():
                self.pile += event.count
                self.discard = 1
            case events.HandsSwapped(seat=seat, other=other):
                counts = self.counts
                counts[seat], counts[other] = counts[other], counts[seat]
            case events.HandsPassed():
                self._pass(event.direction)
            case events.DirectionTurned():
                self.direction = event.direction
            case events.TurnBegan():
                self.turn = event.seat
            case events.ChallengeOpened() | events.StackGrew():
                self.turn = event.victim
            case events.PlayerJoined():
                self.counts.append(0)
                self.scores = (*self.scores, 0)
            case events.PlayerLeft():
                self.pile += self.counts[event.seat]
                self.counts[event.seat] = 0
                self.gone.add(event.seat)
            case events.RoundEnded():
                self.scores = event.result.scores
            case _:
                pass

    def _pass(self, direction: int) -> None:
        """Every hand goes to the next seat that has not been left."""
        here = [seat for seat in range(len(self.counts)) if seat not in self.gone]
        held = [self.counts[seat] for seat in here]
        for place, seat in enumerate(here):
            self.counts[seat] = held[(place - direction) % len(here)]

    def _deal(self, number: int) -> None:
        self.round, self.direction = number, 1
        self.counts = [
            0 if seat in self.gone else self.hand_size for seat in range(len(self.counts))
        ]
        self.pile = 108 - sum(self.counts)
