"""
A table: who may do what when, from the first guest to the rematch; no I/O and no clock.

Everything that happens comes in as a call with the time `now` (seconds on any steady
clock); what is to be sent comes out as pairs of peer and notice. A peer is a number
that the caller gives to a connection. After a `Closed` the caller hangs up on its peer.
"""

from __future__ import annotations

from contextlib import contextmanager
from hmac import compare_digest
from typing import TYPE_CHECKING, assert_never

from msgspec.structs import replace

from lanuno.net.chairs import Chairs, Occupant
from lanuno.net.match import GRACE_SECONDS, Match, RefusalError
from lanuno.net.messages import (
    SEATS_MAX,
    Act,
    ActionRefused,
    AddBot,
    Ask,
    Closed,
    End,
    Join,
    Leave,
    Lobby,
    Notice,
    Ready,
    Refused,
    Rematch,
    Remove,
    Request,
    SetRules,
    Stage,
    Start,
    Stop,
    TableInfo,
    Update,
    Watch,
    Welcome,
    Why,
)
from lanuno.uno.actions import IllegalAction
from lanuno.uno.game import PLAYERS_MIN, check_size

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Generator

    from lanuno.net.text import TableName
    from lanuno.uno.events import Event
    from lanuno.uno.game import Game
    from lanuno.uno.rules import Rules

WATCHERS_MAX = 40
"""People who look on; the connections that are left are for those who play."""

Sent = list[tuple[int, Notice]]
"""What goes to whom: peers and notices, in order."""


class Table:
    """
    The one place where an evening is decided; everybody else asks.

    Mutable: it is the table. *host_key* is what the host's own program shows on joining;
    *token*, *seed* and *chance* are where secrets (32 hex characters), deck seeds (32
    bytes) and the moods of bots come from.
    """

    def __init__(
        self,
        *,
        id: str,  # noqa: A002 - the word of the protocol
        name: TableName,
        rules: Rules,
        chairs: Chairs,
        host_key: str,
        token: Callable[[], str],
        seed: Callable[[], bytes],
        chance: random.Random,
    ) -> None:
        self.id = id
        self.name = name
        self.rules = rules
        self.chairs = chairs
        self.fault: Exception | None = None
        """The bug by which it found itself in a state that cannot be: it does nothing more."""
        self._host_key = host_key
        self._token = token
        self._seed = seed
        self._chance = chance
        self._watchers: list[int] = []
        self._match: Match | None = None
        """The game that is on, or has just ended; None in the lobby."""
        self._sent: Sent = []
        self._told: Lobby | None = None
        """The last lobby that everybody was told."""

    @property
    def stage(self) -> Stage:
        if self._match is None:
            return Stage.LOBBY
        return Stage.OVER if self._match.is_over else Stage.PLAYING

    @property
    def game(self) -> Game | None:
        """The game that is on, or that has just ended."""
        return self._match.game if self._match else None

    def knows(self, peer: int) -> bool:
        """Whether *peer* has a seat, or looks on."""
        return peer in self._watchers or self.chairs.on_peer(peer) is not None

    def info(self) -> TableInfo:
        """What the table tells to anybody who asks."""
        return TableInfo(
            id=self.id,
            name=self.name,
            stage=self.stage,
            seated=sum(not each.gone for each in self.chairs),
            bots=sum(each.bot for each in self.chairs),
            seats=SEATS_MAX,
            rules=self.rules,
        )

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
        return self._take_sent()

    def lose(self, peer: int, now: float) -> Sent:
        """The connection of *peer* is gone; the chair stays its owner's (R31)."""
        if peer in self._watchers:
            self._watchers.remove(peer)
        occupant = self.chairs.on_peer(peer)
        if occupant and not self.fault:
            occupant.lose(now)
            self._tell_lobby()
        return self._take_sent()

    def due(self) -> float | None:
        """When `tick` has something to do; None: not before somebody asks for something."""
        if self.fault:
            return None
        if match := self._running:
            return match.due()
        absences = [each.absent_since for each in self.chairs if each.absent_since is not None]
        return min(absences) + GRACE_SECONDS if absences else None

    def tick(self, now: float) -> Sent:
        """Do what is due: bots, stand-ins, clocks, empty chairs."""
        with self._unbroken():
            while (due := self.due()) is not None and due <= now:
                if match := self._running:
                    self._follow(match.tick(now), now)
                else:
                    self._free_absent(now)
        return self._take_sent()

    @contextmanager
    def _unbroken(self) -> Generator[None]:
        try:
            yield
        except Exception as fault:  # noqa: BLE001 - any bug may have left a change half done
            self.fault = fault
            for peer in self._peers():
                self._tell(peer, Closed(End.BROKEN))

    def _do(self, peer: int, request: Request, now: float) -> None:
        match request:
            case Ask():
                self._tell(peer, self.info())
            case Join():
                self._join(peer, request, now)
            case Watch():
                self._watch(peer, now)
            case Ready():
                self._ready(peer, ready=request.ready)
            case AddBot():
                self._add_bot(peer)
            case Remove():
                self._remove(peer, request.seat, now)
            case SetRules():
                self._lead_in_lobby(peer)
                self.rules = request.rules
                self.chairs.forget_agreements()
                self._tell_lobby()
            case Start():
                self._start(peer, now)
            case Act():
                match = self._playing()
                self._follow(match.act(self._occupant(peer), request, now), now)
            case Stop():
                match = self._playing()
                self._occupant(peer).stop = request.agree
                self._follow(match.settle(now), now)
            case Rematch():
                self._rematch(peer)
            case Leave():
                self._leave(self._occupant(peer), End.LEFT, now)
            case _:
                assert_never(request)

    def _join(self, peer: int, join: Join, now: float) -> None:
        if self.knows(peer):
            raise RefusalError(Why.ALREADY_SEATED)
        is_host = join.host is not None and compare_digest(join.host, self._host_key)
        occupant = self.chairs.with_token(join.token) if join.token else None
        if occupant is None:
            occupant = self._new_player(peer, join)
            if occupant is None:
                return
        elif occupant.peer is not None:
            self._tell(occupant.peer, Closed(End.REPLACED))
        occupant.host = occupant.host or is_host
        if self._match:
            self._match.arrive(occupant, peer, now)
        else:
            occupant.arrive(peer)
        self._welcome(peer, occupant.token, now)

    def _new_player(self, peer: int, join: Join) -> Occupant | None:
        """A fresh chair for somebody who has none; None, and a `Closed`, when there is none."""
        if self.stage is not Stage.LOBBY:
            self._tell(peer, Closed(End.IN_GAME))
        elif self.chairs.is_full:
            self._tell(peer, Closed(End.FULL))
        else:
            occupant = Occupant(join.name, token=self._token())
            self.chairs.seat(occupant)
            return occupant
        return None

    def _watch(self, peer: int, now: float) -> None:
        if self.knows(peer):
            raise RefusalError(Why.ALREADY_SEATED)
        if len(self._watchers) >= WATCHERS_MAX:
            self._tell(peer, Closed(End.BUSY))
            return
        self._watchers.append(peer)
        self._welcome(peer, None, now)

    def _welcome(self, peer: int, token: str | None, now: float) -> None:
        self._tell(peer, Welcome(self.id, self.name, token))
        self._told = None
        self._tell_lobby()
        if self._match:
            self._tell_update(peer, (), now)

    def _ready(self, peer: int, *, ready: bool) -> None:
        occupant = self._occupant(peer)
        if self.stage is not Stage.LOBBY:
            raise RefusalError(Why.NOT_IN_LOBBY)
        occupant.ready = ready
        self._tell_lobby()

    def _add_bot(self, peer: int) -> None:
        self._lead_in_lobby(peer)
        if self.chairs.is_full:
            raise RefusalError(Why.TABLE_FULL)
        self.chairs.add_bot()
        self._tell_lobby()

    def _remove(self, peer: int, seat: int, now: float) -> None:
        self._lead(peer)
        if seat >= len(self.chairs) or self.chairs[seat].gone:
            raise RefusalError(Why.NO_SUCH_SEAT)
        if self.stage is not Stage.LOBBY and self.chairs[seat].here:
            raise RefusalError(Why.STILL_HERE)
        self._leave(self.chairs[seat], End.REMOVED, now)

    def _start(self, peer: int, now: float) -> None:
        self._lead_in_lobby(peer)
        players = sum(each.here for each in self.chairs)
        if players < PLAYERS_MIN:
            raise RefusalError(Why.TOO_FEW)
        try:
            check_size(players, self.rules)
        except ValueError:
            raise RefusalError(Why.TOO_MANY_CARDS) from None
        self.chairs.keep_only_here()
        self._match = Match(self.chairs, self.rules, self._seed(), self._chance, now)
        self._follow(self._match.game.events, now)

    def _rematch(self, peer: int) -> None:
        occupant = self._occupant(peer)
        if self.stage is not Stage.OVER:
            raise RefusalError(Why.GAME_NOT_OVER)
        occupant.ready = True
        present = self.chairs.present_players
        # The result stays for those who still read it, unless the leader calls them on.
        leads = self.chairs.seat_of(occupant) == self.chairs.leader
        if leads or all(each.ready for each in present):
            eager = [each for each in present if each.ready]
            self._reopen()
            for each in eager:
                each.ready = True
        self._tell_lobby()

    def _reopen(self) -> None:
        self.chairs.keep_only_here()
        self._match = None

    def _leave(self, occupant: Occupant, end: End, now: float) -> None:
        if occupant.peer is not None:
            self._tell(occupant.peer, Closed(end))
            occupant.peer = None
        if match := self._running:
            self._follow(match.leave(occupant, now), now)
            self._follow(match.settle(now), now)
        elif self.stage is Stage.OVER:
            occupant.give_up()
        else:
            self.chairs.free(occupant)
        if self.stage is Stage.OVER and not self.chairs.players:
            self._reopen()
        self._tell_lobby()

    def _free_absent(self, now: float) -> None:
        for each in list(self.chairs):
            if each.absent_since is not None and each.absent_since + GRACE_SECONDS <= now:
                self._leave(each, End.LEFT, now)

    @property
    def _running(self) -> Match | None:
        """The game that is on."""
        return None if self._match is None or self._match.is_over else self._match

    def _playing(self) -> Match:
        match = self._running
        if match is None:
            raise RefusalError(Why.NO_GAME)
        return match

    def _occupant(self, peer: int) -> Occupant:
        occupant = self.chairs.on_peer(peer)
        if occupant is None:
            raise RefusalError(Why.NOT_SEATED)
        return occupant

    def _lead(self, peer: int) -> None:
        if self.chairs.seat_of(self._occupant(peer)) != self.chairs.leader:
            raise RefusalError(Why.NOT_LEADER)

    def _lead_in_lobby(self, peer: int) -> None:
        self._lead(peer)
        if self.stage is not Stage.LOBBY:
            raise RefusalError(Why.NOT_IN_LOBBY)

    def _follow(self, events: tuple[Event, ...], now: float) -> None:
        """Tell what has happened in the game, and who is ready or away if that has changed."""
        self._tell_lobby()
        if events:
            for peer in self._peers():
                self._tell_update(peer, events, now)

    def _tell_update(self, peer: int, events: tuple[Event, ...], now: float) -> None:
        assert self._match, "an update about no game"
        occupant = self.chairs.on_peer(peer)
        view = self._match.game.look(self.chairs.seat_of(occupant) if occupant else None)
        self._tell(peer, Update(view, events, self._match.seconds_left(now)))

    def _tell_lobby(self) -> None:
        """Tell everybody who sits where, if that has changed."""
        lobby = Lobby(self.stage, self.rules, self.chairs.shown(), leader=self.chairs.leader)
        if lobby == self._told:
            return
        self._told = lobby
        for peer in self._peers():
            occupant = self.chairs.on_peer(peer)
            you = self.chairs.seat_of(occupant) if occupant else None
            self._tell(peer, replace(lobby, you=you))

    def _peers(self) -> list[int]:
        return [each.peer for each in self.chairs if each.peer is not None] + self._watchers

    def _tell(self, peer: int, notice: Notice) -> None:
        self._sent.append((peer, notice))

    def _take_sent(self) -> Sent:
        sent, self._sent = self._sent, []
        return sent
