"""
One game at a table: whose move counts when, what bots and stand-ins do, and the clock.

Like the table it is told the time, in seconds on any steady clock, and does no I/O.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from lanuno.bots import choose, delay, idle
from lanuno.bots.consider import consider
from lanuno.net.chairs import RefusalError
from lanuno.net.messages import IDLE_SECONDS, Advice, Why
from lanuno.net.minds import Minds
from lanuno.uno.actions import (
    CallUno,
    Catch,
    Challenge,
    IllegalAction,
    NextRound,
    Play,
    Reason,
)
from lanuno.uno.events import (
    CardsDrawn,
    ChallengeOpened,
    ColorPicked,
    GameEnded,
    RoundBegan,
    RoundEnded,
    StackGrew,
    TurnBegan,
)
from lanuno.uno.events import Why as Cause
from lanuno.uno.view import GameOver, RoundOver

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator

    from lanuno.bots.thought import Question, Thought
    from lanuno.net.audience import Sent
    from lanuno.net.chairs import Chairs, Occupant
    from lanuno.net.messages import Act
    from lanuno.uno.actions import Action
    from lanuno.uno.events import Event
    from lanuno.uno.game import Game
    from lanuno.uno.view import View

    Events = tuple[Event, ...]

GRACE_SECONDS = 30.0
"""How long an absent player is usually waited for before a stand-in plays (R31)."""

ROUND_PAUSE_SECONDS = 60.0
"""How long the result of a round stands when somebody does not ask for the next one."""

COOL_DOWN_SECONDS = 2.0
"""How long a player may not catch after a catch that missed (R23)."""

DESERTED_SECONDS = 600.0
"""How long a game stands still when nobody is connected; then it ends."""


class Match:
    """
    The game of the occupants of *chairs*, by seat.

    Mutable, as the game is. What its methods give is what happened in the game.
    """

    def __init__(
        self,
        chairs: Chairs,
        game: Game,
        chance: random.Random,
        now: float,
        *,
        grace: float,
        hints: bool,
    ) -> None:
        self.game = game
        self._chairs = chairs
        self._chance = chance
        self.minds = Minds()
        self._grace = grace
        self._hints = hints
        self._waits_since = now
        """When the table began to wait for the player on turn."""
        self._decisions = [(0, game.turn)]
        """For each of this round: the version from which on it is waited for, and whose it is."""
        self._decide_by: float | None = None
        self._next_round_at: float | None = None
        self._follow(self.game.events, now)
        if isinstance(game.phase, RoundOver):
            self._next_round_at = now + ROUND_PAUSE_SECONDS

    @property
    def is_over(self) -> bool:
        return isinstance(self.game.phase, GameOver)

    def seconds_left(self, now: float) -> float | None:
        """Until the clock decides for the player on turn; None without a clock (R32)."""
        return None if self._decide_by is None else max(0.0, self._decide_by - now)

    def is_idle(self, occupant: Occupant, now: float) -> bool:
        """Whether everybody has waited for this player for too long."""
        on_turn = self._in_round and self.game.turn == self._chairs.seat_of(occupant)
        return on_turn and now >= self._waits_since + IDLE_SECONDS

    def act(self, occupant: Occupant, request: Act, now: float) -> Events:
        """
        Do what a player asks.

        IllegalAction when the rules forbid it; RefusalError when it is stale or too hasty.
        """
        action, seat = request.action, self._chairs.seat_of(occupant)
        match action:
            case NextRound():
                return self._ask_next_round(occupant, seat, now)
            case Catch():
                return self._catch(occupant, seat, action, now)
            case CallUno():
                # Like a catch it is judged when it arrives, whatever its sender had seen.
                return self._apply(seat, action, now)
            case _ if self._decisions[-1][0] <= request.version <= self.game.version:
                return self._apply(seat, action, now)
            case Play() if self._was_out_of_turn(seat, request.version):
                return self._jump_in(seat, action, now)
            case _:
                raise RefusalError(Why.STALE)

    def leave(self, occupant: Occupant, now: float) -> Events:
        """The occupant gives up for good (R31)."""
        events = self.game.leave(self._chairs.seat_of(occupant))
        occupant.give_up()
        return self._follow(events, now)

    def arrive(self, occupant: Occupant, peer: int, now: float) -> None:
        """The occupant is back, on the connection *peer*."""
        deserted = not self._chairs.present_players
        occupant.arrive(peer)
        if deserted:
            # Nobody could do anything meanwhile, so every wait begins anew.
            for each in self._chairs:
                each.absent_since = None if each.absent_since is None else now
            if self._next_round_at is not None:
                self._next_round_at = now + ROUND_PAUSE_SECONDS
            self._wait_for_decision(now)
            self._plan(now)

    def advise(self, occupant: Occupant) -> None:
        """
        The player asks what a strong one would do.

        IllegalAction when there is nothing to do, RefusalError where nobody may ask.
        """
        if not self._hints:
            raise RefusalError(Why.NO_HINTS)
        seat = self._chairs.seat_of(occupant)
        legal = [each for each in self.game.legal(seat) if not isinstance(each, _ASIDE)]
        if not legal or not self._in_round:
            raise IllegalAction(Reason.NOT_YOUR_TURN)
        self.minds.ask_for_hint(self.game, seat, self._chance.getrandbits(32))

    def think(self, question: Question, thought: Thought | None) -> Sent:
        """
        What came of *question*, for a bot to do or for a player to be told.

        Of no use any more when something has happened since.
        """
        view, seat = question.view, question.view.seat
        # It may be about another game, which more have played.
        if seat is None or seat >= self.game.players or view != self.game.look(seat):
            return []
        if not question.is_hint:
            if thought:
                self.minds.keep(question, thought)
            return []
        # A player is told at least what one likes without thinking ahead.
        found = thought or consider(question, lambda _: False)
        self.minds.keep(question, found)
        peer = self._chairs[seat].peer
        advice = Advice(view.version, found.action, found.motive, found.seat, found.percent)
        return [] if peer is None else [(peer, advice)]

    def settle(self, now: float) -> Events:
        """
        Between rounds, deal the next when all are ready, and end the game when all agree (R28).

        All are the players who have not left, and for whom no stand-in plays. When they all
        agree during a round, it ends with that round (E2); when all have left, at once.
        """
        players = self._chairs.players
        if self.is_over or (players and not self._chairs.present_players):
            return ()
        waited_for = [each for each in players if not each.stand_in]
        if not players:
            return self._stop(now)
        if not isinstance(self.game.phase, RoundOver):
            return ()
        if all(each.stop for each in waited_for):
            return self._stop(now)
        return self._next_round(now) if all(each.ready for each in waited_for) else ()

    def due(self) -> float | None:
        """When `tick` has something to do; None: not before somebody asks for something."""
        return min((at for at, _ in self._agenda()), default=None)

    def tick(self, now: float) -> Events:
        """Do the one thing that has been due longest."""
        _, do = min(self._agenda(), key=lambda item: item[0])
        return do(now)

    def _agenda(self) -> Iterator[tuple[float, Callable[[float], Events]]]:
        """When what is to be done, if nobody does anything before."""
        if not self._chairs.present_players:
            since = max(each.absent_since or 0.0 for each in self._chairs.players)
            yield since + DESERTED_SECONDS, self._stop
            return
        for each in self._chairs:
            if each.acts_at is not None:
                yield each.acts_at, partial(self._act_for, each)
            if each.absent_since is not None and not each.stand_in:
                yield each.absent_since + self._grace, partial(self._stand_in_for, each)
        if self._decide_by is not None:
            yield self._decide_by, self._decide
        if self._next_round_at is not None:
            yield self._next_round_at, self._next_round

    def _act_for(self, occupant: Occupant, now: float) -> Events:
        occupant.acts_at = None
        seat = self._chairs.seat_of(occupant)
        view = self.game.look(seat)
        action = idle(view) if occupant.stand_in else self._choose(occupant, seat, view)
        return () if action is None else self._apply(seat, action, now)

    def _choose(self, bot: Occupant, seat: int, view: View) -> Action | None:
        minds = self.minds
        return choose(
            view, self._chance, bot.strength, minds.memory(seat), minds.thought(self.game, seat)
        )

    def _stand_in_for(self, occupant: Occupant, now: float) -> Events:
        occupant.stand_in = True
        self._plan(now)
        return self.settle(now)

    def _decide(self, now: float) -> Events:
        action = idle(self.game.look(self.game.turn))
        assert action is not None, "the clock ran out, and there is nothing to decide"
        return self._apply(self.game.turn, action, now)

    def _catch(self, occupant: Occupant, seat: int, catch: Catch, now: float) -> Events:
        hasty = now < occupant.catches_from
        if hasty or catch not in self.game.legal(seat):
            # Every further try starts the pause anew, so that hammering the key wins no race.
            occupant.catches_from = now + COOL_DOWN_SECONDS
            if hasty:
                raise RefusalError(Why.COOLING_DOWN)
        return self._apply(seat, catch, now)

    def _was_out_of_turn(self, seat: int, version: int) -> bool:
        """Whether who looked at the game in that *version* saw another player on turn."""
        seen = [whose for since, whose in self._decisions if since <= version]
        return version < self.game.version and bool(seen) and seen[-1] != seat

    def _jump_in(self, seat: int, play: Play, now: float) -> Events:
        """
        A play out of turn is judged when it arrives, like a catch (R34).

        But its sender did not see the turn that may have come meanwhile, and so has not used it.
        """
        if seat == self.game.turn or replace(play, uno=False) not in self.game.legal(seat):
            raise RefusalError(Why.TOO_LATE)
        return self._apply(seat, play, now)

    def _ask_next_round(self, occupant: Occupant, seat: int, now: float) -> Events:
        if NextRound() not in self.game.legal(seat):
            raise IllegalAction(Reason.ROUND_NOT_OVER)
        occupant.ready = True
        return self.settle(now)

    def _next_round(self, now: float) -> Events:
        joined = self._seat_newcomers()
        seat = next(seat for seat in range(self.game.players) if seat not in self.game.gone)
        return self._follow((*joined, *self.game.apply(seat, NextRound())), now)

    def _seat_newcomers(self) -> Events:
        """Give those who wait and are here a bot's seat, if they want one, or else a new one."""
        joined: Events = ()
        for each in [each for each in self._chairs.newcomers if each.here]:
            on_bot = each.takes_bot and self._chairs.has_bot
            if on_bot or self.game.has_room:
                self._chairs.seat_newcomer(each, on_bot=on_bot)
                joined += () if on_bot else self.game.join()
        return joined

    def _stop(self, now: float) -> Events:
        return self._follow(self.game.stop(), now)

    def _apply(self, seat: int, action: Action, now: float) -> Events:
        return self._follow(self.game.apply(seat, action), now)

    def _follow(self, events: Events, now: float) -> Events:
        """Set clocks and plans by what has happened."""
        self.game.check()
        if any(isinstance(event, RoundBegan) for event in events):
            self._decisions = [(self.game.version, self.game.turn)]
        self.minds.follow(self.game, events)
        if any(isinstance(event, (RoundEnded, GameEnded)) for event in events):
            self._next_round_at = now + ROUND_PAUSE_SECONDS
            for occupant in self._chairs:
                occupant.ready = occupant.bot
        if not isinstance(self.game.phase, RoundOver):
            self._next_round_at = None
        if any(_opens_decision(event) for event in events):
            self._wait_for_decision(now)
        self._plan(now)
        return events

    def _wait_for_decision(self, now: float) -> None:
        self._decisions.append((self.game.version, self.game.turn))
        self._waits_since = now
        seconds = self.game.rules.turn_seconds
        self._decide_by = now + seconds if seconds and self._in_round else None

    def _plan(self, now: float) -> None:
        """Let every bot and stand-in with something to do think about it for a human while."""
        for seat, occupant in enumerate(self._chairs):
            occupant.acts_at = None
            if occupant.plays_itself and self._in_round and self.game.legal(seat):
                thought = now + delay(self.game.look(seat), self._chance)
                hurry = thought if self._decide_by is None else self._decide_by
                occupant.acts_at = min(thought, hurry)
                has_choice = seat == self.game.turn and len(self.game.legal(seat)) > 1
                if occupant.thinks_ahead and has_choice:
                    self.minds.wonder(self.game, seat, self._chance.getrandbits(32))

    @property
    def _in_round(self) -> bool:
        return not isinstance(self.game.phase, (RoundOver, GameOver))


def _opens_decision(event: Event) -> bool:
    """Whether from *event* on something else is waited for than before."""
    return isinstance(event, _OPENING) or (
        isinstance(event, CardsDrawn) and event.why is Cause.TURN
    )


_ASIDE = Challenge, NextRound
"""Beside these there has to be something to do, for a hint to have a sense."""

_OPENING = TurnBegan, ChallengeOpened, StackGrew, ColorPicked, RoundEnded, GameEnded
