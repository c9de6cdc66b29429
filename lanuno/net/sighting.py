"""What is known of a table that was heard of, and what it says when it is asked."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from zeroconf import current_time_millis

from lanuno.errors import OtherVersion, UserError
from lanuno.net.mdns import ANNOUNCE_SECONDS
from lanuno.net.messages import PROTOCOL, TableInfo
from lanuno.net.race import race

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from lanuno.net.address import Address
    from lanuno.net.advert import Advert

    Probe = Callable[[Address], Awaitable[TableInfo]]


class Sighting:
    """Mutable: a table that was heard of, and what became of asking it."""

    task: asyncio.Task[None]

    def __init__(self, announced: float, advert: Advert | None, *, is_hint: bool) -> None:
        self.announced = announced
        """When that was heard last, by zeroconf's clock."""
        self.advert = advert
        self.is_hint = is_hint
        """It was not heard over mDNS, which would tell when the table closes or moves."""
        self.info: TableInfo | None = None
        self.protocol: int | None = None
        self.first: Address | None = None
        """The address that answered last; None when none ever did."""
        self.failures = 0
        """In a row."""

    @property
    def answers(self) -> bool:
        """It did, when asked last."""
        return self.first is not None and self.failures == 0

    @property
    def addresses(self) -> tuple[Address, ...]:
        """All of the advert, the one that answered first."""
        advertised = self.advert.addresses if self.advert else ()
        return tuple(sorted(advertised, key=lambda address: address != self.first))

    @property
    def hosts(self) -> set[str]:
        return {address.host for address in self.addresses}

    @property
    def is_mute(self) -> bool:
        """Announced again and again, yet it never answers: a firewall, so it stays in sight."""
        silence = current_time_millis() - self.announced
        return self.first is None and silence < _SILENCE_MILLISECONDS

    def is_of(self, other: Sighting) -> bool:
        """Whether both are of one table."""
        if self.advert is None or other.advert is None:
            return False
        return self.advert.id == other.advert.id or (
            self.first is not None and self.first == other.first
        )

    def take(self, address: Address, info: TableInfo | None, protocol: int) -> None:
        """Remember what the table has answered at *address*."""
        self.first, self.info, self.protocol = address, info, protocol
        self.failures = 0

    async def ask(self, probe: Probe, table: str) -> None:
        """Ask for the table with the id *table* at all addresses, and remember what came of it."""

        async def attempt(address: Address) -> tuple[Address, TableInfo | None, int]:
            info, protocol = await answer_of(probe, address)
            # Another machine may have this address too, on a network that only we are on.
            if info and info.id != table:
                raise ConnectionRefusedError
            return address, info, protocol

        try:
            self.take(*await race(self.addresses, attempt))
        except (OSError, UserError):
            self.failures += 1


async def answer_of(probe: Probe, address: Address) -> tuple[TableInfo | None, int]:
    """
    What a table says, if it is of our version, and its version.

    An OSError or a UserError when there is none, or not in time.
    """
    try:
        async with asyncio.timeout(_PROBE_SECONDS):
            return await probe(address), PROTOCOL
    except OtherVersion as other:
        return None, other.theirs


_PROBE_SECONDS = 1
_SILENCE_MILLISECONDS = 2.5 * ANNOUNCE_SECONDS * 1000
