"""
One game at a table: whose move counts when, what bots and stand-ins do, and the clock.

Like the table it is told the time, in seconds on any steady clock, and does no I/O.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.bots import choose, delay, idle
from lanuno.net.messages import Why
from lanuno.uno.actions import CallUno, Catch, Challenge, IllegalAction, NextRound, Reason
from lanuno.uno.events import CardsDrawn, ChallengeOpened, ColorPicked, RoundEnded, TurnBegan
from lanuno.uno.events import Why as Cause
from lanuno.uno.game import Game
from lanuno.uno.view import GameOver, RoundOver

if TYPE_CHECKING:
    import random

    from lanuno.net.chairs import Chairs, Occupant
    from lanuno.net.messages import Act
    from lanuno.uno.actions import Action
    from lanuno.uno.events import Event
    from lanuno.uno.rules import Rules

GRACE_SECONDS = 30.0
"""How long an absent player is waited for before a stand-in plays (R31)."""

ROUND_PAUSE_SECONDS = 60.0
"""How long the result of a round stands when somebody does not ask for the next one."""

COOL_DOWN_SECONDS = 2.0
"""How long a player may not catch after a catch that missed (R23)."""

_OUT_OF_TURN = (CallUno, Catch, Challenge, NextRound)
"""Judged when they arrive, whatever their sender had seen."""


class RefusalError(Exception):
    """The table does not do that; *why* is for the one who asked. Nothing has changed."""

    def __init__(self, why: Why) -> None:
        super().__init__(why.value)
        self.why = why


class Match:
    """
    The game of the occupants of *chairs*, by seat.

    Mutable, as the game is. While no player is connected it stands still.
    """

    def __init__(
        self, chairs: Chairs, rules: Rules, seed: bytes, chance: random.Random, now: float
    ) -> None:
        self.game = Game.new(len(chairs), seed, rules)
        self._chairs = chairs
        self._chance = chance
        self._decision = 0
        """The version of the game from which on the present decision is waited for."""
        self._decide_by: float | None = None
        self._next_round_at: float | None = None
        self._follow(self.game.events, now)

    @property
    def is_over(self) -> bool:
        return isinstance(self.game.phase, GameOver)

    def seconds_left(self, now: float) -> float | None:
        """Until the clock decides for the player on turn; None without a clock (R32)."""
        return None if self._decide_by is None else max(0.0, self._decide_by - now)

    def act(self, occupant: Occupant, request: Act, now: float) -> tuple[Event, ...]:
        """
        Do what a player asks; what happened by it, nothing for a mere "ready".

        IllegalAction when the rules forbid it; RefusalError when it is stale or too hasty.
        """
        action, seat = request.action, self._chairs.seat_of(occupant)
        on_time = self._decision <= request.version <= self.game.version
        if not on_time and not isinstance(action, _OUT_OF_TURN):
            raise RefusalError(Why.STALE)
        if isinstance(action, NextRound):
            return self._ask_next_round(occupant, seat, now)
        if isinstance(action, Catch):
            return self._catch(occupant, seat, action, now)
        return self._apply(seat, action, now)

    def leave(self, occupant: Occupant, now: float) -> tuple[Event, ...]:
        """The occupant gives up for good (R31)."""
        events = self.game.leave(self._chairs.seat_of(occupant))
        occupant.gone = True
        self._follow(events, now)
        return events

    def stop(self, now: float) -> tuple[Event, ...]:
        """End the game here (R28)."""
        events = self.game.stop()
        self._follow(events, now)
        return events

    def come_back(self, now: float) -> None:
        """Somebody has taken a seat again: clocks and plans start afresh."""
        self._wait_for_decision(now)
        self._plan(now)

    def due(self) -> float | None:
        """When `tick` has something to do; None: never, as things are."""
        if self.is_over or not self._chairs.present_players:
            return None
        plans = [each.acts_at for each in self._chairs if each.plays_itself]
        graces = [self._grace_ends(each) for each in self._chairs]
        times = (self._decide_by, self._next_round_at, *plans, *graces)
        return min((time for time in times if time is not None), default=None)

    def tick(self, now: float) -> tuple[Event, ...]:
        """Do the one thing that is due longest; what happened in the game by it."""
        for occupant in self._chairs:
            grace_ends = self._grace_ends(occupant)
            if grace_ends is not None and grace_ends <= now:
                occupant.stand_in = True
                self._plan(now)
                return ()
        if self._next_round_at is not None and self._next_round_at <= now:
            return self._next_round(now)
        if self._decide_by is not None and self._decide_by <= now:
            action = idle(self.game.look(self.game.turn))
            assert action is not None, "the clock ran out on somebody with nothing to decide"
            return self._apply(self.game.turn, action, now)
        return self._act_for_the_next(now)

    def _act_for_the_next(self, now: float) -> tuple[Event, ...]:
        planned = [each for each in self._chairs if each.plays_itself and each.acts_at is not None]
        occupant = min(planned, key=lambda each: each.acts_at or 0.0)
        seat = self._chairs.seat_of(occupant)
        occupant.acts_at = None
        action = choose(self.game.look(seat), self._chance)
        return () if action is None else self._apply(seat, action, now)

    def _catch(self, occupant: Occupant, seat: int, catch: Catch, now: float) -> tuple[Event, ...]:
        hasty = now < occupant.catches_from
        if hasty or catch not in self.game.legal(seat):
            # Every further try starts the pause anew, so that hammering the key wins no race.
            occupant.catches_from = now + COOL_DOWN_SECONDS
            if hasty:
                raise RefusalError(Why.COOLING_DOWN)
        return self._apply(seat, catch, now)

    def _ask_next_round(self, occupant: Occupant, seat: int, now: float) -> tuple[Event, ...]:
        if NextRound() not in self.game.legal(seat):
            over = isinstance(self.game.phase, GameOver)
            raise IllegalAction(Reason.GAME_OVER if over else Reason.ROUND_NOT_OVER)
        occupant.ready = True
        return self.go_on_if_all_are_ready(now)

    def go_on_if_all_are_ready(self, now: float) -> tuple[Event, ...]:
        """Deal the next round once everybody who is here has asked for it."""
        present = self._chairs.present_players
        if isinstance(self.game.phase, RoundOver) and present and all(p.ready for p in present):
            return self._next_round(now)
        return ()

    def _next_round(self, now: float) -> tuple[Event, ...]:
        seat = next(seat for seat in range(self.game.players) if seat not in self.game.gone)
        return self._apply(seat, NextRound(), now)

    def _apply(self, seat: int, action: Action, now: float) -> tuple[Event, ...]:
        events = self.game.apply(seat, action)
        self.game.check()
        self._follow(events, now)
        return events

    def _follow(self, events: tuple[Event, ...], now: float) -> None:
        """Set clocks and plans by what has happened."""
        if any(isinstance(event, RoundEnded) for event in events):
            for occupant in self._chairs:
                occupant.ready = occupant.bot
        if any(_opens_decision(event) for event in events):
            self._wait_for_decision(now)
        between = isinstance(self.game.phase, RoundOver)
        if not between:
            self._next_round_at = None
        elif self._next_round_at is None:
            self._next_round_at = now + ROUND_PAUSE_SECONDS
        if between or self.is_over:
            self._decide_by = None
        self._plan(now)

    def _wait_for_decision(self, now: float) -> None:
        self._decision = self.game.version
        seconds = self.game.rules.turn_seconds
        running = not isinstance(self.game.phase, (RoundOver, GameOver))
        self._decide_by = now + seconds if seconds and running else None

    def _plan(self, now: float) -> None:
        """Let every bot and stand-in with something to do think about it for a human while."""
        between = isinstance(self.game.phase, (RoundOver, GameOver))
        for seat, occupant in enumerate(self._chairs):
            occupant.acts_at = None
            if occupant.plays_itself and not between and self.game.legal(seat):
                occupant.acts_at = now + delay(self.game.look(seat), self._chance)

    def _grace_ends(self, occupant: Occupant) -> float | None:
        waiting = not (occupant.gone or occupant.stand_in or occupant.absent_since is None)
        return (occupant.absent_since or 0.0) + GRACE_SECONDS if waiting else None


def _opens_decision(event: Event) -> bool:
    """Whether from *event* on something else is waited for than before."""
    return isinstance(event, (TurnBegan, ChallengeOpened, ColorPicked)) or (
        isinstance(event, CardsDrawn) and event.why is Cause.TURN
    )
