"""Who comes to a table, and as what: to a chair, to wait for one, or to look on."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from lanuno.net import limits
from lanuno.net.chairs import Occupant, RefusalError
from lanuno.net.limits import SEATS_MAX
from lanuno.net.messages import Closed, Dismiss, End, Stage, TakeOver, Why

if TYPE_CHECKING:
    from lanuno.net.audience import Audience
    from lanuno.net.chairs import Chairs
    from lanuno.net.manners import Manners
    from lanuno.net.text import PlayerName


class Reception:
    """Leads peers of *audience* to *chairs*; *host_key* is the host's, who always may look on."""

    def __init__(self, chairs: Chairs, audience: Audience, host_key: str) -> None:
        self._chairs = chairs
        self._audience = audience
        self._host_key = host_key

    @property
    def spectators(self) -> int:
        """How many look on; the host's own program, which prints what happens, does not count."""
        return len(self._guests)

    def join(self, peer: int, name: PlayerName, stage: Stage, manners: Manners) -> Occupant | None:
        """
        Who *peer* is from now on, on a chair or waiting for one; None: they were told no.

        RefusalError when they are at the table already.
        """
        key = self._key_of(peer)
        if self._chairs.on_peer(peer) or self._chairs.newcomer_on(peer):
            raise RefusalError(Why.ALREADY_SEATED)
        occupant = self._chairs.of_key(key) or self._new_player(peer, name, stage, manners)
        if occupant is None:
            return None
        if occupant.peer is not None:
            self._audience.tell(occupant.peer, Closed(End.REPLACED))
        self._audience.stop_watching(peer)
        occupant.host = key == self._host_key
        return occupant

    def watch(self, peer: int, manners: Manners) -> bool:
        """Let *peer* look on, and wait no more if they did; else they were told no."""
        key = self._key_of(peer)
        if peer in self._audience.watchers or self._chairs.on_peer(peer):
            raise RefusalError(Why.ALREADY_SEATED)
        if key != self._host_key:
            if not manners.spectators:
                return self._turn_away(peer, End.NO_SPECTATORS, Why.NO_SPECTATORS)
            if self.spectators >= limits.WATCHERS_MAX:
                return self._turn_away(peer, End.BUSY, Why.TABLE_FULL)
        if newcomer := self._chairs.newcomer_on(peer):
            self._chairs.newcomers.remove(newcomer)
        self._audience.watchers[peer] = None
        return True

    def close_to_spectators(self) -> None:
        """Send away all who look on."""
        for peer in self._guests:
            self._audience.tell(peer, Closed(End.NO_SPECTATORS))
            self._audience.stop_watching(peer)

    def receive(self, peer: int, request: TakeOver | Dismiss) -> None:
        """What those who wait want, or the leader with them; RefusalError when it cannot be."""
        match request:
            case TakeOver():
                if (newcomer := self._chairs.newcomer_on(peer)) is None:
                    raise RefusalError(Why.NOT_WAITING)
                newcomer.takes_bot = request.bot
            case Dismiss():
                self._chairs.check_leads(peer)
                if request.newcomer >= len(self._chairs.newcomers):
                    raise RefusalError(Why.NO_SUCH_SEAT)
                newcomer = self._chairs.newcomers[request.newcomer]
                self.send_away(newcomer, Closed(End.REMOVED, request.reason))
            case _:
                assert_never(request)

    def send_away(self, newcomer: Occupant, goodbye: Closed) -> None:
        """Let *newcomer* wait no more."""
        if newcomer.peer is not None:
            self._audience.tell(newcomer.peer, goodbye)
        self._chairs.newcomers.remove(newcomer)

    def forget_absent(self, seconds: float, now: float) -> None:
        """Let all wait no more who have been away for so many *seconds*, or for longer."""
        for each in list(self._chairs.newcomers):
            if each.is_away_for(seconds, now):
                self._chairs.newcomers.remove(each)

    @property
    def _guests(self) -> list[int]:
        keys = self._audience.keys
        return [peer for peer in self._audience.watchers if keys.get(peer) != self._host_key]

    def _key_of(self, peer: int) -> str:
        """The key of a peer that may come in."""
        if peer not in self._audience.keys:
            raise RefusalError(Why.NOT_SEATED)
        return self._audience.keys[peer]

    def _new_player(
        self, peer: int, name: PlayerName, stage: Stage, manners: Manners
    ) -> Occupant | None:
        """A chair, or a place among those who wait, for somebody who has none."""
        occupant = Occupant(name, key=self._audience.keys[peer])
        if stage is Stage.LOBBY:
            if self._chairs.is_full:
                self._turn_away(peer, End.FULL, Why.TABLE_FULL)
                return None
            self._chairs.seat(occupant)
        elif not manners.late:
            self._turn_away(peer, End.IN_GAME, Why.NO_NEWCOMERS)
            return None
        elif len(self._chairs.newcomers) >= SEATS_MAX:
            self._turn_away(peer, End.FULL, Why.TABLE_FULL)
            return None
        else:
            self._chairs.let_wait(occupant)
        return occupant

    def _turn_away(self, peer: int, end: End, why: Why) -> bool:
        """Say no: to a stranger with a goodbye, to one who has come in with a refusal."""
        if self._audience.knows(peer):
            raise RefusalError(why)
        self._audience.tell(peer, Closed(end))
        return False
