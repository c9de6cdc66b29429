"""
A table: who may do what when, from the first guest to the rematch; no I/O and no clock.

What happens comes in as a call with the time `now` (seconds on any steady clock), what is
to be sent comes out as pairs of peer and notice. A peer is the number that the caller gives
to a connection. After a `Closed` the caller hangs up.
"""

from __future__ import annotations

from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, assert_never

from lanuno.net.arranging import Arrangement, arrange, count_players
from lanuno.net.audience import Audience
from lanuno.net.chairs import Chairs, Occupant, RefusalError
from lanuno.net.manners import LENIENT
from lanuno.net.match import GRACE_SECONDS, Match
from lanuno.net.messages import (
    Act,
    ActionRefused,
    Ask,
    Closed,
    Confirm,
    Dismiss,
    End,
    Guessed,
    Here,
    Hint,
    Join,
    Leave,
    Prove,
    Ready,
    Refused,
    Rematch,
    Remove,
    Request,
    Resume,
    Stage,
    Start,
    Stop,
    TableInfo,
    TakeOver,
    Update,
    Watch,
    Welcome,
    Why,
)
from lanuno.net.reception import Reception
from lanuno.net.shown import info_of, lobby_of
from lanuno.net.talk import React, Say
from lanuno.uno.actions import IllegalAction
from lanuno.uno.game import Game

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Generator, Iterator

    from lanuno.bots.thought import Question, Thought
    from lanuno.net.audience import Sent
    from lanuno.net.manners import Manners
    from lanuno.net.text import TableName
    from lanuno.uno.events import Event
    from lanuno.uno.rules import Rules


class Table:
    """
    The one place where an evening is decided; everybody else asks.

    Mutable: it is the table. *host_key* is the public key of the host's own player; *grace*
    is how many seconds a lost player is waited for; *seed* and *chance* are where deck seeds
    (32 bytes) and the moods of bots come from.
    """

    def __init__(
        self,
        *,
        id: str,  # noqa: A002 - the word of the protocol
        name: TableName,
        rules: Rules,
        manners: Manners = LENIENT,
        chairs: Chairs,
        host_key: str,
        private: bool = False,
        grace: float = GRACE_SECONDS,
        seed: Callable[[], bytes],
        chance: random.Random,
    ) -> None:
        self.id = id
        self.name = name
        self.rules = rules
        self.manners = manners
        self.chairs = chairs
        self.fault: Exception | None = None
        """The bug by which it found itself in a state that cannot be: it does nothing more."""
        self.private = private
        self.grace = grace
        self._host_key = host_key
        self._seed = seed
        self._chance = chance
        self._audience = Audience(chairs)
        self._reception = Reception(chairs, self._audience, host_key)
        self._tell, self.knows = self._audience.tell, self._audience.knows
        self._match: Match | None = None
        """The game that is on, or has just ended; None in the lobby."""

    def take_up(self, game: Game | None, now: float) -> None:
        """Go on after an interruption, with *game* of those on the chairs; nobody is here yet."""
        for each in (*self.chairs.players, *self.chairs.newcomers):
            each.host = each.key == self._host_key
            each.lose(now)
        self._match = self._match_of(game, now) if game else None

    @property
    def stage(self) -> Stage:
        if self._match is None:
            return Stage.LOBBY
        return Stage.OVER if self._match.is_over else Stage.PLAYING

    @property
    def game(self) -> Game | None:
        """The game that is on, or that has just ended."""
        return self._match.game if self._match else None

    def looks_on(self, peer: int) -> bool:
        return peer in self._audience.watchers

    def info(self) -> TableInfo:
        """What the table tells to anybody who asks."""
        return info_of(self)

    def introduce(self, peer: int, key: str) -> None:
        """*peer* has proven to own the public *key*, and may come in."""
        self._audience.keys[peer] = key

    def guessed(self, wrong: int) -> Sent:
        """Tell the leader that somebody tries codes; *wrong* ones so far."""
        peer = None if (seat := self.chairs.leader) is None else self.chairs[seat].peer
        return [] if peer is None else [(peer, Guessed(wrong))]

    def set_weak(self, peer: int, *, weak: bool) -> Sent:
        """Nothing has been heard of *peer* for a while, or something again."""
        if (occupant := self.chairs.on_peer(peer)) and not self.fault:
            occupant.weak = weak
            self._tell_lobby()
        return self._audience.take()

    def receive(self, peer: int, request: Request, now: float) -> Sent:
        """What *request* from *peer* leads to; refusals go to that peer alone."""
        if self.fault:
            return [(peer, Closed(End.BROKEN))]
        with self._unbroken():
            try:
                self._do(peer, request, now)
            except IllegalAction as error:
                self._tell(peer, ActionRefused(error.reason))
            except RefusalError as error:
                self._tell(peer, Refused(error.why))
        return self._audience.take()

    def questions(self) -> list[Question]:
        """What is new to be thought about, for `thought`; nobody waits for it."""
        return self._running.minds.questions() if self._running else []

    def thought(self, question: Question, thought: Thought | None) -> Sent:
        """What came of *question*; None: nothing, because whoever thought about it is gone."""
        for told in self._running.think(question, thought) if self._running else ():
            self._tell(*told)
        return self._audience.take()

    def lose(self, peer: int, now: float) -> Sent:
        """The connection of *peer* is gone; the chair stays its owner's (R31)."""
        self._audience.lose(peer)
        if occupant := self.chairs.on_peer(peer) or self.chairs.newcomer_on(peer):
            occupant.lose(now)
        if not self.fault:
            self._tell_lobby()
        return self._audience.take()

    def due(self) -> float | None:
        """When `tick` has something to do; None: not before somebody asks for something."""
        if self.fault:
            return None
        due = [each + self.grace for each in self._absences]
        if (match := self._running) and (at := match.due()) is not None:
            due.append(at)
        return min(due, default=None)

    def tick(self, now: float) -> Sent:
        """Do what is due: bots, stand-ins, clocks, empty chairs."""
        with self._unbroken():
            while (due := self.due()) is not None and due <= now:
                if (match := self._running) and due == match.due():
                    self._follow(match.tick(now), now)
                else:
                    self._free_absent(now)
        return self._audience.take()

    @contextmanager
    def _unbroken(self) -> Generator[None]:
        try:
            yield
        except Exception as fault:  # noqa: BLE001 - any bug may have left a change half done
            self.fault = fault
            for peer in self._audience.peers:
                self._tell(peer, Closed(End.BROKEN))

    def _do(self, peer: int, request: Request, now: float) -> None:
        if isinstance(request, Arrangement):
            self._arrange(peer, request)
            return
        match request:
            case Ask():
                self._tell(peer, self.info())
            case Here():
                pass
            case Prove() | Confirm() | Resume():
                raise RefusalError(Why.ALREADY_SEATED)
            case Join() | Watch():
                self._come(peer, request, now)
            case Ready():
                self._ready(peer, ready=request.ready)
            case Remove():
                self._remove(peer, request, now)
            case TakeOver() | Dismiss():
                self._reception.receive(peer, request)
                self._tell_lobby()
            case Start():
                self._lead_in_lobby(peer)
                self._begin(now)
            case Act():
                match = self._playing()
                self._follow(match.act(self.chairs.owner(peer), request, now), now)
            case Hint():
                self._playing().advise(self.chairs.owner(peer))
            case Stop():
                match = self._playing()
                self.chairs.owner(peer).stop = request.agree
                self._follow(match.settle(now), now)
            case Rematch():
                self._rematch(peer, now, lobby=request.lobby)
            case Say() | React():
                self._audience.pass_on(peer, request, now, chat=self.manners.chat)
            case Leave():
                self._leave(peer, now)
            case _:
                assert_never(request)

    def _arrange(self, peer: int, request: Arrangement) -> None:
        self._lead_in_lobby(peer)
        arrange(self, request)
        if not self.manners.spectators:
            self._reception.close_to_spectators()
        self._tell_lobby()

    def _come(self, peer: int, request: Join | Watch, now: float) -> None:
        if isinstance(request, Watch):
            if not self._reception.watch(peer, self.manners):
                return
        else:
            occupant = self._reception.join(peer, request.name, self.stage, self.manners)
            if occupant is None:
                return
            if self._match and occupant not in self.chairs.newcomers:
                self._match.arrive(occupant, peer, now)
            else:
                occupant.arrive(peer)
        if self.stage is Stage.LOBBY:
            self.chairs.seat_newcomers()
        self._welcome(peer, now)

    def _welcome(self, peer: int, now: float) -> None:
        self._tell(peer, Welcome(self.id, self.name))
        self._tell_lobby(anew=True)
        if self._match:
            self._tell(peer, self._update(self._audience.seat_of(peer), (), now))

    def _ready(self, peer: int, *, ready: bool) -> None:
        occupant = self.chairs.owner(peer)
        if self.stage is not Stage.LOBBY:
            raise RefusalError(Why.NOT_IN_LOBBY)
        occupant.ready = ready
        self._tell_lobby()

    def _remove(self, peer: int, remove: Remove, now: float) -> None:
        self.chairs.check_leads(peer)
        occupant = self.chairs.taken(remove.seat)
        idles = self._running is not None and self._running.is_idle(occupant, now)
        if self.stage is not Stage.LOBBY and occupant.here and not idles:
            raise RefusalError(Why.STILL_HERE)
        self._free(occupant, Closed(End.REMOVED, remove.reason), now)

    def _begin(self, now: float) -> None:
        game = Game.new(count_players(self), self._seed(), self.rules)
        self.chairs.keep_only_here()
        self._match = self._match_of(game, now)
        self._follow(game.events, now)

    def _rematch(self, peer: int, now: float, *, lobby: bool) -> None:
        occupant = self.chairs.owner(peer)
        if self.stage is not Stage.OVER:
            raise RefusalError(Why.GAME_NOT_OVER)
        if lobby:
            self.chairs.check_leads(peer)
        occupant.ready = occupant.ready or not lobby
        present = self.chairs.present_players
        # Whoever is away for a moment would lose their place to a game that begins at once.
        at_once = not lobby and all(each.ready for each in self.chairs.players)
        # The result stays for those who still read it, unless the leader calls all to the lobby.
        if lobby or all(each.ready for each in present):
            eager = [each for each in present if each.ready]
            self._reopen()
            for each in eager:
                each.ready = True
            if at_once:
                with suppress(RefusalError):
                    self._begin(now)
        self._tell_lobby()

    def _reopen(self) -> None:
        self.chairs.keep_only_here()
        self.chairs.seat_newcomers()
        self._match = None

    def _leave(self, peer: int, now: float) -> None:
        if newcomer := self.chairs.newcomer_on(peer):
            self._reception.send_away(newcomer, Closed(End.LEFT))
            self._tell_lobby()
        else:
            self._free(self.chairs.owner(peer), Closed(End.LEFT), now)

    def _free(self, occupant: Occupant, goodbye: Closed, now: float) -> None:
        """Take the chair of *occupant*, who has left or is removed."""
        if occupant.peer is not None:
            self._tell(occupant.peer, goodbye)
            occupant.peer = None
        if match := self._running:
            self._follow(match.leave(occupant, now), now)
        elif self.stage is Stage.OVER:
            occupant.give_up()
        else:
            self.chairs.free(occupant)
            self.chairs.seat_newcomers()
        if self.stage is Stage.OVER and not self.chairs.players:
            self._reopen()
        self._tell_lobby()

    def _free_absent(self, now: float) -> None:
        """Wait no more for whoever is away for too long; who plays gets a stand-in instead."""
        self._reception.forget_absent(self.grace, now)
        for each in () if self._running else list(self.chairs):
            if each.is_away_for(self.grace, now):
                self._free(each, Closed(End.LEFT), now)
        self._tell_lobby()

    @property
    def _absences(self) -> Iterator[float]:
        """Since when those are away for whom no stand-in will play."""
        seated = () if self._running else self.chairs
        for each in (*seated, *self.chairs.newcomers):
            if each.absent_since is not None:
                yield each.absent_since

    def _match_of(self, game: Game, now: float) -> Match:
        return Match(
            self.chairs, game, self._chance, now, grace=self.grace, hints=self.manners.hints
        )

    @property
    def _running(self) -> Match | None:
        """The game that is on."""
        return None if self._match is None or self._match.is_over else self._match

    def _playing(self) -> Match:
        if (match := self._running) is None:
            raise RefusalError(Why.NO_GAME)
        return match

    def _lead_in_lobby(self, peer: int) -> None:
        self.chairs.check_leads(peer)
        if self.stage is not Stage.LOBBY:
            raise RefusalError(Why.NOT_IN_LOBBY)

    def _follow(self, events: tuple[Event, ...], now: float) -> None:
        """Tell what has happened in the game, and who is ready or away if that has changed."""
        self._tell_lobby()
        if events:
            self._audience.tell_each(lambda seat: self._update(seat, events, now))
            if match := self._running:
                self._follow(match.settle(now), now)

    def _update(self, seat: int | None, events: tuple[Event, ...], now: float) -> Update:
        assert self._match, "an update about no game"
        return Update(self._match.game.look(seat), events, self._match.seconds_left(now))

    def _tell_lobby(self, *, anew: bool = False) -> None:
        """Tell everybody who sits where, if that has changed, or *anew*."""
        self._audience.tell_lobby(lobby_of(self, self._reception.spectators), anew=anew)
