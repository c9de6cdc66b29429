"""Find the tables on the local network."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from msgspec import Struct
from zeroconf import (
    DNSPointer,  # pyright: ignore[reportPrivateImportUsage] - the only type with an alias
    ServiceStateChange,
    Zeroconf,
    current_time_millis,
)
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo

from lanuno.errors import OtherVersion, UserError
from lanuno.net.address import Address
from lanuno.net.advert import SERVICE, Advert, read
from lanuno.net.calling import ask
from lanuno.net.interfaces import is_loopback, own_addresses
from lanuno.net.mdns import (
    ANNOUNCE_SECONDS,
    FOLLOW_SECONDS,
    TROUBLES,
    Mdns,
    in_background,
    log_failure,
)
from lanuno.net.messages import PROTOCOL, TableInfo
from lanuno.net.race import race
from lanuno.net.text import TableName

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Collection

    Probe = Callable[[Address], Awaitable[TableInfo]]


class Found(Struct, frozen=True):
    """A table on this network."""

    id: str
    name: TableName
    addresses: tuple[Address, ...]
    """Where to try, in this order."""
    info: TableInfo | None
    """What the table itself said last; None when it never said anything we understand."""
    answers: bool
    """It answered when asked last; if not, it may be about to vanish from the list."""
    protocol: int | None
    """The protocol version that it speaks; None while nobody knows."""


@asynccontextmanager
async def tables(
    probe: Probe = ask, interfaces: Callable[[], tuple[str, ...]] = own_addresses
) -> AsyncGenerator[Tables]:
    """The tables on this network, while the block runs; see `Tables.problem` if there are none."""
    found = Tables(probe, interfaces)
    async with in_background(found.search()):
        yield found


class Tables:
    """Mutable: what is found, kept up to date while `search` runs."""

    def __init__(self, probe: Probe, interfaces: Callable[[], tuple[str, ...]]) -> None:
        self.found: tuple[Found, ...] = ()
        """By name; a table is listed once it has been asked."""
        self.searching = True
        """The network has not yet had its time to answer."""
        self._probe = probe
        self._mdns = Mdns(interfaces)
        self._browser: AsyncServiceBrowser | None = None
        self._known: dict[str, _Known] = {}
        self._dropped: dict[str, float] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._places = asyncio.Semaphore(_PROBES_MAX)
        self._anew = False
        self._hurry = asyncio.Event()
        self._news = asyncio.Event()
        self._told: object = (self.found, None, self.searching)

    @property
    def problem(self) -> str | None:
        """Why tables may be missing, in a person's words; None when nothing is wrong."""
        return self._mdns.problem

    def refresh(self) -> None:
        """Look again now."""
        self.searching = self._anew = True
        self._hurry.set()
        self._hurry = asyncio.Event()
        self._publish()

    async def __aiter__(self) -> AsyncIterator[tuple[Found, ...]]:
        """`found` now, and again whenever it, `problem` or `searching` has changed."""
        while True:
            news = self._news
            yield self.found
            await news.wait()

    async def search(self) -> None:
        """Keep looking until cancelled; `tables` does this."""
        try:
            while True:
                for turn in range(ANNOUNCE_SECONDS // FOLLOW_SECONDS):
                    await self._look(anew=turn == 0)
                    if not self._anew:
                        await self._pause()
                    self.searching = self._anew
        finally:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            await self._stop_browsing()
            await self._mdns.close()

    async def _look(self, *, anew: bool) -> None:
        anew, self._anew = anew or self._anew, False
        try:
            moved = await self._mdns.follow()
            if running := self._mdns.running:
                if moved or anew:
                    await self._browse(running.zeroconf)
                self._consider_all(running.zeroconf)
        except TROUBLES as trouble:
            await self._mdns.fail(trouble)
        self._publish()

    async def _browse(self, zeroconf: Zeroconf) -> None:
        # A new browser asks the network again; one that runs has long stopped doing so.
        await self._stop_browsing()
        self._browser = AsyncServiceBrowser(zeroconf, SERVICE, handlers=[self._hear])

    async def _stop_browsing(self) -> None:
        browser, self._browser = self._browser, None
        if browser is not None:
            await browser.async_cancel()

    def _hear(
        self,
        zeroconf: Zeroconf,
        service_type: str,  # noqa: ARG002 - zeroconf passes these by name
        name: str,
        state_change: ServiceStateChange,
    ) -> None:
        if state_change is ServiceStateChange.Removed:
            self._drop(name)
            self._publish()
        elif pointer := zeroconf.cache.current_entry_with_name_and_alias(SERVICE, name):
            self._consider(name, pointer.created)

    def _consider_all(self, zeroconf: Zeroconf) -> None:
        now = current_time_millis()
        announced = {
            record.alias: record.created
            for record in zeroconf.cache.entries_with_name(SERVICE)
            if isinstance(record, DNSPointer) and not record.is_expired(now)
        }
        self._dropped = {name: at for name, at in self._dropped.items() if name in announced}
        for name, at in announced.items():
            self._consider(name, at)

    def _consider(self, name: str, announced: float) -> None:
        known = self._known.get(name)
        if known is not None:
            known.announced = announced
        elif announced > self._dropped.get(name, 0) and self._make_room(self._known, _TABLES_MAX):
            self._known[name] = known = _Known(announced)
            known.task = task = asyncio.create_task(self._watch(name, known))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            task.add_done_callback(log_failure)

    async def _watch(self, name: str, known: _Known) -> None:
        try:
            while await self._visit(name, known):
                self._publish()
                await self._pause()
        finally:
            if self._known.get(name) is known:
                self._drop(name)
            self._publish()

    async def _visit(self, name: str, known: _Known) -> bool:
        """Whether the table is worth another visit."""
        known.advert = await self._read(name, known) or known.advert
        if known.advert is None:
            return False
        if known.first is None and not self._make_room(self._neighbors(known), _NEIGHBORS_MAX):
            return False
        async with self._places:
            await self._ask(known, known.advert.id)
        return known.failures < _FAILURES_MAX or known.is_mute

    async def _read(self, name: str, known: _Known) -> Advert | None:
        if self._mdns.running is None:
            return None
        try:
            info = AsyncServiceInfo(SERVICE, name)
            if known.advert is None:
                await info.async_request(self._mdns.running.zeroconf, _READ_MILLISECONDS)
            else:
                info.load_from_cache(self._mdns.running.zeroconf)
        except TROUBLES:
            return None
        return read(info, loopback=self._mdns.is_local)

    async def _ask(self, known: _Known, table: str) -> None:
        async def attempt(address: Address) -> tuple[Address, TableInfo | None, int]:
            try:
                async with asyncio.timeout(_PROBE_SECONDS):
                    info = await self._probe(address)
            except OtherVersion as other:
                return address, None, other.theirs
            # Another machine may have this address too, on a network that only we are on.
            if info.id != table:
                raise ConnectionRefusedError
            return address, info, PROTOCOL

        try:
            known.first, known.info, known.protocol = await race(known.addresses, attempt)
            known.failures = 0
        except (OSError, UserError):
            known.failures += 1

    def _neighbors(self, known: _Known) -> list[str]:
        # Whoever has many tables on this machine itself is no stranger.
        here = {host for host in known.hosts if not is_loopback(host)}
        return [
            name
            for name, other in self._known.items()
            if other is not known and not here.isdisjoint(other.hosts)
        ]

    def _make_room(self, names: Collection[str], places: int) -> bool:
        """Whether one more fits beside *names*; one that was asked in vain gives way."""
        if len(names) < places:
            return True
        failures = {
            name: known.failures
            for name, known in self._known.items()
            if name in names and known.first is None and known.failures
        }
        if failures:
            self._drop(max(failures, key=failures.__getitem__))
        return bool(failures)

    def _drop(self, name: str) -> None:
        known = self._known.pop(name, None)
        if known is not None:
            self._dropped[name] = known.announced
            known.task.cancel()

    def _publish(self) -> None:
        listed: dict[str, Found] = {}
        # A copy of somebody's advert must not stand in for the table that answers.
        for known in sorted(self._known.values(), key=lambda known: known.first is None):
            if known.advert and (known.first or known.failures):
                listed.setdefault(known.advert.id, known.found(known.advert))
        self.found = tuple(
            sorted(listed.values(), key=lambda found: (found.name.casefold(), found.id))
        )
        state = self.found, self.problem, self.searching
        if state != self._told:
            self._told = state
            self._news.set()
            self._news = asyncio.Event()

    async def _pause(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(FOLLOW_SECONDS):
                await self._hurry.wait()


class _Known:
    """Mutable: a table that was announced, and what became of asking it."""

    task: asyncio.Task[None]

    def __init__(self, announced: float) -> None:
        self.announced = announced
        """When that was heard last, by zeroconf's clock."""
        self.advert: Advert | None = None
        self.info: TableInfo | None = None
        self.protocol: int | None = None
        self.first: Address | None = None
        """The address that answered last; None when none ever did."""
        self.failures = 0
        """In a row."""

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

    def found(self, advert: Advert) -> Found:
        return Found(
            id=advert.id,
            name=self.info.name if self.info else advert.name,
            addresses=self.addresses,
            info=self.info,
            answers=self.failures == 0,
            protocol=self.protocol or advert.protocol,
        )


_TABLES_MAX = 50
_NEIGHBORS_MAX = 5
"""Tables at one address."""
_PROBES_MAX = 8
"""Tables asked at once."""
_PROBE_SECONDS = 1
_FAILURES_MAX = 2
_READ_MILLISECONDS = 3000
_SILENCE_MILLISECONDS = 2.5 * ANNOUNCE_SECONDS * 1000
