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

from lanuno.errors import UserError
from lanuno.net import beacon, limits, sweep
from lanuno.net.address import Address
from lanuno.net.advert import SERVICE, Advert, read
from lanuno.net.calling import ask
from lanuno.net.interfaces import is_loopback, networks, own_addresses
from lanuno.net.mdns import (
    ANNOUNCE_SECONDS,
    FOLLOW_SECONDS,
    TROUBLES,
    Mdns,
    in_background,
    log_failure,
)
from lanuno.net.messages import TableInfo
from lanuno.net.sighting import Sighting, answer_of
from lanuno.net.text import TableName

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Callable, Collection, Coroutine

    from lanuno.net.interfaces import Interface
    from lanuno.net.sighting import Probe


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
    probe: Probe = ask,
    interfaces: Callable[[], tuple[str, ...]] = own_addresses,
    recent: tuple[Address, ...] = (),
) -> AsyncGenerator[Tables]:
    """
    The tables on this network, while the block runs; see `Tables.problem` if there are none.

    They are heard of over mDNS and by a broadcast, and asked for at the *recent* addresses;
    only what a table itself answers there counts.
    """
    found = Tables(probe, interfaces, recent)
    async with in_background(found.search()):
        yield found


class Tables:
    """Mutable: what is found, kept up to date while `search` runs."""

    def __init__(
        self,
        probe: Probe,
        interfaces: Callable[[], tuple[str, ...]],
        recent: tuple[Address, ...],
    ) -> None:
        self.found: tuple[Found, ...] = ()
        """By name; a table is listed once it has been asked."""
        self.searching = True
        """The network has not yet had its time to answer."""
        self.sweeping = False
        """Every address is being tried; see `sweep`."""
        self._probe = probe
        self._interfaces = interfaces
        self._recent = recent
        self._mdns = Mdns(interfaces)
        self._browser: AsyncServiceBrowser | None = None
        self._known: dict[str, Sighting] = {}
        self._dropped: dict[str, float] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._places = asyncio.Semaphore(limits.PROBES_MAX)
        self._calls = asyncio.Semaphore(limits.PROBES_MAX)
        self._anew = False
        self._hurry = asyncio.Event()
        self._news = asyncio.Event()
        self._told: object = (self.found, None, self.searching, False)

    @property
    def problem(self) -> str | None:
        """Why tables may be missing, in a person's words; None when nothing is wrong."""
        return self._mdns.problem

    def refresh(self) -> None:
        """Look again now."""
        self.searching = self._anew = True
        self._wake()
        self._publish()

    async def __aiter__(self) -> AsyncIterator[tuple[Found, ...]]:
        """`found` now, and again whenever it, `problem`, `searching` or `sweeping` has changed."""
        while True:
            news = self._news
            yield self.found
            await news.wait()

    async def sweep(self) -> None:
        """Try the usual port of every address here, once; what answers then is in `found`."""
        if self.sweeping:
            return
        self.sweeping = True
        self._publish()
        try:
            await sweep.sweep(self._networks(), self._call_at)
        finally:
            self.sweeping = False
            self._publish()

    async def search(self) -> None:
        """Keep looking until cancelled; `tables` does this."""
        self._start(self._ask_everybody())
        self._start(self._call_recent())
        try:
            while True:
                for turn in range(ANNOUNCE_SECONDS // FOLLOW_SECONDS):
                    await self._look(anew=turn == 0)
                    if not self._anew:
                        await self._pause(FOLLOW_SECONDS)
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
            if moved:
                self._wake()
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
            self._forget(name)
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

    def _consider(self, name: str, announced: float, hint: Advert | None = None) -> Sighting | None:
        """What is known of the table that was heard of as *name*; None: there is no room."""
        known = self._known.get(name)
        if known is not None:
            known.announced = announced
        elif announced > self._dropped.get(name, 0) and self._make_room(
            self._known, limits.TABLES_MAX
        ):
            self._known[name] = known = Sighting(announced, hint, is_hint=hint is not None)
            known.task = self._start(self._watch(name, known))
        return known

    async def _ask_everybody(self) -> None:
        while True:
            async with beacon.asking(self._networks(), self._hint):
                await self._pause(_ASK_SECONDS)

    async def _call_recent(self) -> None:
        while self._recent:
            await asyncio.gather(*map(self._call_at, self._recent))
            await self._pause(ANNOUNCE_SECONDS)

    async def _call_at(self, address: Address) -> None:
        """List the table at *address*, if there is one."""
        async with self._calls:
            if any(known.answers and known.first == address for known in self._known.values()):
                return
            try:
                info, protocol = await answer_of(self._probe, address)
            except (OSError, UserError):
                return
        # What a table of another version is called, nobody knows.
        id, name = (info.id, info.name) if info else (str(address), TableName.of(str(address)))  # noqa: A001 - nobody calls it anything else
        known = self._hint(Advert(id, name, (address,), protocol))
        if known and not known.answers:
            known.take(address, info, protocol)
            self._publish()

    def _networks(self) -> tuple[Interface, ...]:
        # A network that cannot be used just now is the same as none; why, mDNS tells.
        try:
            return networks(self._interfaces())
        except TROUBLES:
            return ()

    def _hint(self, advert: Advert) -> Sighting | None:
        """Watch the table of *advert*, unless it is in sight already."""
        (address,) = advert.addresses
        for known in self._known.values():
            if known.answers and known.advert and known.advert.id == advert.id:
                return None
        return self._consider(f"{advert.id} {address}", current_time_millis(), advert)

    def _start(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(log_failure)
        return task

    async def _watch(self, name: str, known: Sighting) -> None:
        try:
            while await self._visit(name, known):
                self._publish()
                await self._pause(FOLLOW_SECONDS)
        finally:
            if self._known.get(name) is known:
                self._drop(name)
            self._publish()

    async def _visit(self, name: str, known: Sighting) -> bool:
        """Whether the table is worth another visit."""
        if known.is_hint:
            if self._is_spare(known):
                return False
        else:
            known.advert = await self._read(name, known) or known.advert
        if known.advert is None:
            return False
        if known.first is None and not self._make_room(
            self._neighbors(known), limits.NEIGHBORS_MAX
        ):
            return False
        async with self._places:
            await known.ask(self._probe, known.advert.id)
        return known.failures < _FAILURES_MAX or known.is_mute

    def _is_spare(self, hint: Sighting) -> bool:
        """Whether a table is watched already that was heard of over mDNS, or earlier."""
        for known in sorted(self._known.values(), key=lambda known: known.is_hint):
            if known is hint:
                return False
            if known.answers and known.is_of(hint):
                return True
        return False

    async def _read(self, name: str, known: Sighting) -> Advert | None:
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

    def _neighbors(self, known: Sighting) -> list[str]:
        # Whoever has many tables on this machine itself is no stranger.
        here = {host for host in known.hosts if not is_loopback(host)}
        return [
            name
            for name, other in self._known.items()
            if not (other.is_of(known) or here.isdisjoint(other.hosts))
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

    def _forget(self, name: str) -> None:
        """The table has said goodbye."""
        known = self._known.get(name)
        if known is not None:
            others = self._known.items()
            hints = [hint for hint, other in others if other.is_hint and other.is_of(known)]
            for each in (name, *hints):
                self._drop(each)

    def _drop(self, name: str) -> None:
        known = self._known.pop(name, None)
        if known is not None:
            self._dropped[name] = known.announced
            known.task.cancel()

    def _publish(self) -> None:
        listed: dict[str, Found] = {}
        # A copy of somebody's advert must not stand in for the table that answers.
        for known in sorted(self._known.values(), key=_by_trust):
            if known.advert and (known.first or known.failures):
                listed.setdefault(known.advert.id, _found(known, known.advert))
        self.found = tuple(
            sorted(listed.values(), key=lambda found: (found.name.casefold(), found.id))
        )
        state = self.found, self.problem, self.searching, self.sweeping
        if state != self._told:
            self._told = state
            self._news.set()
            self._news = asyncio.Event()

    def _wake(self) -> None:
        """End every pause."""
        self._hurry.set()
        self._hurry = asyncio.Event()

    async def _pause(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._hurry.wait()


def _by_trust(known: Sighting) -> tuple[bool, bool, bool]:
    return known.first is None, not known.answers, known.is_hint


def _found(known: Sighting, advert: Advert) -> Found:
    return Found(
        id=advert.id,
        name=known.info.name if known.info else advert.name,
        addresses=known.addresses,
        info=known.info,
        answers=known.failures == 0,
        protocol=known.protocol or advert.protocol,
    )


_ASK_SECONDS = 5
"""Between two questions to everybody by a broadcast."""
_FAILURES_MAX = 2
_READ_MILLISECONDS = 3000
