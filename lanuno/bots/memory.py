"""
What a player could remember of a round: which cards others have shown that they do not hold.

A memory is fed with every view of a seat and the events that led to it, and knows nothing
else. One that was fed with nothing yet, as after an interruption, is as good as new.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.uno.cards import Card, Color, Face
from lanuno.uno.events import (
    CardPlayed,
    CardsDrawn,
    ChallengeJudged,
    FirstCardTurned,
    HandsPassed,
    HandsSwapped,
    JumpedIn,
    PileReshuffled,
    PlayerLeft,
    RoundBegan,
    TurnPassed,
    Why,
)
from lanuno.uno.rules import DOCUMENT, Rules
from lanuno.uno.view import Drew

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lanuno.uno.events import Event
    from lanuno.uno.view import View

_ATTACKS = {Face.SKIP, Face.REVERSE, Face.DRAW_TWO}
_WILDS = Face.WILD, Face.WILD_DRAW_FOUR


class Trace:
    """What one hand has shown of itself; mutable, as it is played from."""

    def __init__(self) -> None:
        self.lacked: dict[Color | Face, int] = {}
        """What the hand did not hold at some time, and how many cards it has got since."""
        self.known: list[Card] = []
        """Cards that are in it for certain."""
        self.wanted: Color | None = None
        """The color last chosen with a wild."""

    def lack(self, *kinds: Color | Face | None, newer: int = 0) -> None:
        """All but the *newer* cards that came last are of none of these *kinds*."""
        for kind in kinds:
            if kind is not None:
                self.lacked[kind] = newer

    def get(self, count: int) -> None:
        for kind in self.lacked:
            self.lacked[kind] += count

    def show(self, hand: Iterable[Card], newer: int = 0) -> None:
        """All but the *newer* cards are known to be *hand*."""
        self.known = list(hand)
        held = {each for card in self.known for each in (card.color, card.face)}
        self.lack(*({*Color, *Face} - held), newer=newer)

    def give(self, card: Card) -> None:
        if card in self.known:
            self.known.remove(card)

    def may_hold(self, card: Card, newer: int) -> bool:
        """Whether *card* may be in the hand, where *newer* cards have come after it."""
        lacked = self.lacked
        return newer < lacked.get(card.face, _ALWAYS) and (
            card.color is None or newer < lacked.get(card.color, _ALWAYS)
        )

    def chance_of(self, color: Color | None, count: int) -> float:
        """How likely a hand of *count* cards is to hold *color*; None: some color or other."""
        if color is None:
            return 1 - _MISSES**count
        if any(card.color is color for card in self.known):
            return 1.0
        return 1 - _MISSES ** min(count, self.lacked.get(color, count))


_ALWAYS = 1000
_MISSES = 0.75
"""How likely a card is of another color."""


class Memory:
    """What one seat remembers; mutable, as it goes on."""

    def __init__(self, rules: Rules = DOCUMENT) -> None:
        self.rules = rules
        """By which it is played, as everybody at the table was told."""
        self.traces: dict[int, Trace] = {}
        self.discarded: list[Card] = []
        """What lies in the discard pile, as far as it was seen."""
        self.prior: Color | None = None
        """The color that was in force before the last card; None: not known."""
        self.bluffs: dict[int, tuple[int, int]] = {}
        """By seat, how many wild draw fours were judged, and how many of them were bluffs."""
        self._view: View | None = None

    def trace(self, seat: int) -> Trace:
        return self.traces.setdefault(seat, Trace())

    def follow(self, view: View, events: Iterable[Event]) -> None:
        """Take in what has happened since the last view, and how the table is now."""
        events = tuple(events)
        for event in events:
            self._take(event, events, self._view)
        if view.shown:
            shown = view.shown
            newer = max(0, view.counts[shown.seat] - len(shown.hand))
            self.trace(shown.seat).show(shown.hand, newer)
        self._view = view

    def _take(self, event: Event, events: tuple[Event, ...], before: View | None) -> None:
        match event:
            case RoundBegan():
                self.traces, self.discarded, self.prior = {}, [], None
            case FirstCardTurned(returned=False):
                self.discarded = [event.card]
            case CardPlayed():
                self._see_play(event, events, before)
            case CardsDrawn():
                self._see_draw(event, events, before)
            case ChallengeJudged():
                judged, bluffs = self.bluffs.get(event.offender, (0, 0))
                self.bluffs[event.offender] = judged + 1, bluffs + event.guilty
                if not event.guilty:
                    self.trace(event.offender).lack(self.prior)
            case PileReshuffled():
                self.discarded = self.discarded[-1:]
            case PlayerLeft():
                self.traces.pop(event.seat, None)
            case HandsSwapped():
                self._move({event.seat: event.other, event.other: event.seat}, before)
            case HandsPassed() if before:
                self._move(_passed(before, event.direction), before)
            case _:
                pass

    def _see_play(self, play: CardPlayed, events: tuple[Event, ...], before: View | None) -> None:
        trace, card = self.trace(play.seat), play.card
        trace.give(card)
        self.discarded.append(card)
        trace.wanted = play.color or trace.wanted
        self.prior = before.color if before else None
        if before is None or any(isinstance(each, JumpedIn) for each in events):
            return
        if isinstance(before.phase, Drew):
            # The card that had been drawn: what is left is the hand from before it.
            trace.get(-1)
        elif card.face is Face.WILD:
            trace.lack(before.color, before.top.face)
        elif card.color is not before.color and card.color and card.face not in _ATTACKS:
            # People follow the color when they can, unless they attack.
            trace.lack(before.color)

    def _see_draw(self, drew: CardsDrawn, events: tuple[Event, ...], before: View | None) -> None:
        trace = self.trace(drew.seat)
        if drew.why is Why.TURN and before:
            trace.lack(before.color, before.top.face, *_WILDS)
            if any(isinstance(each, TurnPassed) for each in events):
                # Nor did what was drawn fit.
                return
        trace.get(drew.count)

    def _move(self, to: dict[int, int], before: View | None) -> None:
        """Hands have gone from seat *to* seat, and what is known of them goes along."""
        if before and before.seat is not None:
            mine = self.traces[before.seat] = Trace()
            mine.show(before.hand)
            for card in self.discarded[-1:]:
                mine.give(card)
        self.traces = {to.get(seat, seat): trace for seat, trace in self.traces.items()}


def _passed(view: View, direction: int) -> dict[int, int]:
    here = [seat for seat in range(len(view.counts)) if seat not in view.gone]
    return {seat: here[(i + direction) % len(here)] for i, seat in enumerate(here)}
