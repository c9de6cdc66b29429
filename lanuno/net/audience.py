"""Who hears what a table says: the peers that have come in, and what is to be sent to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from lanuno.net.chairs import RefusalError
from lanuno.net.messages import Why
from lanuno.net.talk import Reacted, Say, Spoke

if TYPE_CHECKING:
    from collections.abc import Callable

    from lanuno.net.chairs import Chairs
    from lanuno.net.messages import Lobby, Notice
    from lanuno.net.talk import React


Sent = list[tuple[int, "Notice"]]
"""What goes to whom: peers and notices, in order."""


class Audience:
    """The peers on *chairs*, and those who look on; mutable, as they come and go."""

    def __init__(self, chairs: Chairs) -> None:
        self.keys: dict[int, str] = {}
        """The public key of every peer that has proven who it is."""
        self.watchers: dict[int, None] = {}
        """The peers who look on, as keys, in the order in which they came."""
        self._chairs = chairs
        self._sent: Sent = []
        self._told: Lobby | None = None
        """The last lobby that everybody was told."""

    @property
    def places(self) -> list[tuple[int, int | None]]:
        """Every peer with its seat; None for those who wait or look on."""
        seated = [
            (each.peer, seat) for seat, each in enumerate(self._chairs) if each.peer is not None
        ]
        return [*seated, *((peer, None) for peer in (*self._waiting, *self.watchers))]

    @property
    def peers(self) -> list[int]:
        return [peer for peer, _ in self.places]

    @property
    def _waiting(self) -> dict[int, int]:
        """The peers of those who wait, with their places among them."""
        newcomers = enumerate(self._chairs.newcomers)
        return {each.peer: place for place, each in newcomers if each.peer is not None}

    def seat_of(self, peer: int) -> int | None:
        """The seat of *peer*; None for one who waits or looks on."""
        occupant = self._chairs.on_peer(peer)
        return self._chairs.seat_of(occupant) if occupant else None

    def knows(self, peer: int) -> bool:
        """Whether *peer* has a seat, waits for one, or looks on."""
        is_known = peer in self.watchers or self._chairs.on_peer(peer) is not None
        return is_known or peer in self._waiting

    def stop_watching(self, peer: int) -> None:
        self.watchers.pop(peer, None)

    def lose(self, peer: int) -> None:
        self.keys.pop(peer, None)
        self.stop_watching(peer)

    def tell(self, peer: int, notice: Notice) -> None:
        self._sent.append((peer, notice))

    def tell_each(self, notice_for: Callable[[int | None], Notice]) -> None:
        """Tell everybody what is *notice_for* their seat; all who look on hear the same."""
        notices: dict[int | None, Notice] = {}
        for peer, seat in self.places:
            if seat not in notices:
                notices[seat] = notice_for(seat)
            self.tell(peer, notices[seat])

    def tell_lobby(self, lobby: Lobby, *, anew: bool = False) -> None:
        """Tell everybody who sits where, if that has changed, or *anew*."""
        if lobby != self._told or anew:
            self._told = lobby
            waiting = self._waiting
            for peer, seat in self.places:
                mine = peer in waiting or seat is not None
                place = waiting.get(peer)
                self.tell(peer, replace(lobby, you=seat, newcomer=place) if mine else lobby)

    def pass_on(self, peer: int, request: Say | React, now: float, *, chat: bool) -> None:
        """
        Let everybody hear what the player on *peer* says or shows.

        RefusalError when it is too much, or when something is said without *chat*.
        """
        speaker = self._chairs.owner(peer)
        if isinstance(request, Say) and not chat:
            raise RefusalError(Why.NO_CHAT)
        if not speaker.voice.allows(now):
            raise RefusalError(Why.TOO_FAST)
        seat = self._chairs.seat_of(speaker)
        heard = (
            Spoke(seat, request.text)
            if isinstance(request, Say)
            else Reacted(seat, request.expression)
        )
        self.tell_each(lambda _: heard)

    def take(self) -> Sent:
        """What is to be sent now, and is forgotten here."""
        sent, self._sent = self._sent, []
        return sent
