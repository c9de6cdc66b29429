"""A network in memory: machines, and streams between them that are late, stall, break or vanish."""

from __future__ import annotations

import asyncio
import random
from collections import Counter, deque
from contextvars import Context
from typing import TYPE_CHECKING, Any, Self

from lanuno.net import limits

if TYPE_CHECKING:
    from .loop import VirtualLoop

WINDOW_BYTES = 4 * 1024
"""What may be on its way to somebody who does not read; the rest waits with its sender."""

OUTBOX_BYTES_MAX = 8 * 1024
"""For lanuno's own limit, in proportion: who never reads is found out within a game."""

LATENCY_SECONDS = 0.0005, 0.02
RETRY_SECONDS = 0.5
"""How often a machine knocks again where nothing answers."""

_WIRE = Context()
"""What happens between machines happens on none of them."""

_FIN, _RST = "fin", "rst"


class Machine:
    """Something with an address; mutable, as its plug and its links are pulled."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.is_on = True
        self.delay = 0.0
        """Seconds that everything takes longer, one way."""
        self.island = 0
        """Machines reach only those on the same one."""


class Network:
    """All machines and streams; *seed* decides how long everything takes."""

    def __init__(
        self, loop: VirtualLoop, seed: int, certificate: bytes, counts: Counter[str]
    ) -> None:
        self.loop = loop
        self.counts = counts
        self.certificate = certificate
        self.listeners: dict[tuple[str, int], Listener] = {}
        self.wires: dict[Wire, None] = {}
        self._seed = seed
        self._knocks = 0

    def listen(self, machine: Machine, port: int) -> Listener:
        listener = Listener(machine, port)
        self.listeners[machine.address, port] = listener
        return listener

    def chance(self) -> random.Random:
        """Chance for one stream alone, so that no other one depends on it."""
        self._knocks += 1
        return random.Random(self._seed * 1_000_003 + self._knocks)

    async def connect(self, here: Machine, host: str, port: int, protocol: Any) -> Wire:
        chance = self.chance()
        await asyncio.sleep(2 * _latency(chance, here))
        listener = self.listeners.get((host, port))
        if listener is None:
            # An address that was somebody's once: some refuse, others say nothing.
            await asyncio.sleep(0 if port % 2 else 3600)
            raise ConnectionRefusedError(host)
        while not self.reaches(here, listener.machine):
            self.counts["connections that nobody answered"] += 1
            await asyncio.sleep(RETRY_SECONDS)
        if listener.is_closed:
            raise ConnectionRefusedError(host)
        knock = Knock(self, here, listener.machine, protocol, chance)
        listener.knocks.put_nowait(knock)
        try:
            return await knock.answered
        finally:
            if not knock.answered.done() or knock.answered.cancelled():
                knock.give_up()

    def reaches(self, one: Machine, other: Machine) -> bool:
        return one.is_on and other.is_on and one.island == other.island

    def heal(self) -> None:
        """What was held up goes on."""
        for wire in list(self.wires):
            wire.go_on()

    def streams_of(self, machine: Machine) -> list[Wire]:
        return [wire for wire in self.wires if wire.machine is machine]

    def pull_plug(self, machine: Machine) -> None:
        """The machine is gone, without a word to anybody."""
        machine.is_on = False
        for wire in self.streams_of(machine):
            wire.die()

    def soon(self, seconds: float, do: Any, *args: Any) -> None:
        self.loop.call_at(self.loop.time() + seconds, do, *args, context=_WIRE)


class Listener:
    """A listening socket, as far as the server knows one."""

    def __init__(self, machine: Machine, port: int) -> None:
        self.machine = machine
        self.is_closed = False
        self.knocks: asyncio.Queue[Knock] = asyncio.Queue()
        self._port = port

    def getsockname(self) -> tuple[str, int]:
        return self.machine.address, self._port

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.is_closed = True
        while not self.knocks.empty():
            self.knocks.get_nowait().close()


class Knock:
    """A connection that both sides have not agreed on yet: an accepted socket."""

    def __init__(
        self, network: Network, machine: Machine, at: Machine, protocol: Any, chance: random.Random
    ) -> None:
        self.machine = machine
        self.number = network._knocks
        self.answered: asyncio.Future[Wire] = network.loop.create_future()
        self._network = network
        self._at = at
        self._protocol = protocol
        self._chance = chance
        self._wire: Wire | None = None
        self._has_given_up = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if self._wire is None and not self.answered.done():
            self.answered.set_exception(ConnectionResetError("hung up before it began"))

    def give_up(self) -> None:
        self._has_given_up = True
        if self._wire:
            self._wire.abort()

    async def open(self, protocol: Any, seconds: float) -> Wire:
        """The server's end of the stream, once the guest has shaken hands."""
        if getattr(self._protocol, "never_shakes_hands", False):
            await asyncio.sleep(seconds)
            raise ConnectionAbortedError("no handshake in time")
        await asyncio.sleep(2 * _latency(self._chance, self.machine))
        network = self._network
        if self._has_given_up or self.answered.done() or not self.machine.is_on:
            raise ConnectionResetError("gone before it began")
        theirs = Wire(network, self.machine, self._at, self._protocol, network.certificate)
        ours = Wire(network, self._at, self.machine, protocol, None)
        theirs.other, ours.other = ours, theirs
        self._wire = theirs
        self._protocol.connection_made(theirs)
        protocol.connection_made(ours)
        network.soon(_latency(self._chance, self.machine), self._answer, theirs)
        return ours

    def _answer(self, wire: Wire) -> None:
        if not self.answered.done():
            self.answered.set_result(wire)


class Plain(asyncio.Protocol):
    """In place of `Tls`: nobody listens in on a wire of this network."""

    def __init__(self, inbox: Any, *_: object, **__: object) -> None:
        self.secured = asyncio.get_running_loop().create_future()
        self._wire: asyncio.BaseTransport | None = None
        self._inbox = inbox

    def __getattr__(self, name: str) -> Any:
        return getattr(self._wire, name)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._wire = transport
        self._inbox.connection_made(transport)
        self.secured.set_result(None)

    def data_received(self, data: bytes) -> None:
        self._inbox.data_received(data)

    def eof_received(self) -> None:
        self._inbox.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        self._inbox.connection_lost(exc)


class Wire(asyncio.Transport):
    """One end of a stream: what is written here arrives there, in order, in pieces, in time."""

    other: Wire

    def __init__(
        self,
        network: Network,
        machine: Machine,
        far: Machine,
        protocol: Any,
        certificate: bytes | None,
    ) -> None:
        super().__init__()
        self.machine = machine
        self._far = far
        self._network = network
        self._protocol = protocol
        self._certificate = certificate
        self._chance = network.chance()
        self._outbox = bytearray()
        self._under_way: deque[bytes | str] = deque()
        self._flying = 0
        self._arrived = 0
        self._last = 0.0
        self._unread: deque[bytes | str] = deque()
        self._is_paused = self._is_closing = self._is_lost = self._is_dead = False
        network.wires[self] = None

    # What asyncio and lanuno ask of a transport.

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        known = {"peername": (self._far.address, 0), "socket": self, "ssl_object": self}
        return {**known, "sslcontext": self}.get(name, default)

    def setsockopt(self, *_: object) -> None:
        pass

    def getpeercert(self, *, binary_form: bool) -> bytes | None:
        assert binary_form
        return self._certificate

    def is_closing(self) -> bool:
        return self._is_closing or self._is_lost

    def get_write_buffer_size(self) -> int:
        return len(self._outbox)

    def pause_reading(self) -> None:
        self._is_paused = True

    def resume_reading(self) -> None:
        self._is_paused = False
        while self._unread and not self._is_paused:
            self._read(self._unread.popleft())

    def write(self, data: bytes) -> None:
        if not self.is_closing():
            self._outbox += data
            self._push()

    def close(self) -> None:
        if not self.is_closing():
            self._is_closing = True
            self._push()

    def abort(self) -> None:
        if not self._is_lost:
            if len(self._outbox) > limits.OUTBOX_BYTES_MAX:
                self._network.counts["cut off, as they did not read"] += 1
            self._outbox.clear()
            self._send(_RST)
            self._lose(None)

    # What the network does with it.

    def break_off(self) -> None:
        """A reset comes from somewhere in between, to both ends."""
        for each in (self, self.other):
            each._lose(ConnectionResetError("reset"))

    def die(self) -> None:
        """The machine of this end is gone, and what was under way from it too."""
        self._is_dead = True
        self._outbox.clear()
        self._under_way.clear()
        self._lose(None)

    def go_on(self) -> None:
        while self._arrived and self._under_way and self._reaches():
            self._arrived -= 1
            self.other._take(self._under_way.popleft())

    def _reaches(self) -> bool:
        return self._network.reaches(self.machine, self._far)

    def _push(self) -> None:
        while self._outbox and self._flying < WINDOW_BYTES:
            size = len(self._outbox)
            if self._chance.random() < 0.2:
                size = self._chance.randint(1, size)
            piece = bytes(self._outbox[: min(size, WINDOW_BYTES)])
            del self._outbox[: len(piece)]
            self._flying += len(piece)
            self._send(piece)
        if self._is_closing and not self._outbox and _FIN not in self._under_way:
            self._send(_FIN)

    def _send(self, what: bytes | str) -> None:
        if self._is_dead:
            return
        self._under_way.append(what)
        now = self._network.loop.time()
        seconds = _latency(self._chance, self.machine, self._far)
        # Strictly one after the other: a stream never changes the order.
        self._last = max(now + seconds, self._last + 1e-6)
        self._network.soon(self._last - now, self._arrive)

    def _arrive(self) -> None:
        if self._is_dead:
            return
        self._arrived += 1
        if not self._reaches():
            self._network.counts["pieces held up"] += 1
            if self._under_way and self._under_way[-1] == _RST:
                # Nobody says again what was only a farewell.
                self._under_way.clear()
                self._arrived = 0
                self._forget()
        self.go_on()
        self._forget()

    def _take(self, what: bytes | str) -> None:
        if self._is_dead or self._is_lost:
            # Nobody is at home: the sender learns it.
            if what != _RST and self.machine.is_on:
                self._network.soon(
                    _latency(self._chance, self.machine, self._far), self.other._refuse
                )
            return
        if what == _RST:
            self._lose(ConnectionResetError("reset"))
        elif self._is_paused:
            self._unread.append(what)
        else:
            self._read(what)

    def _refuse(self) -> None:
        if self._reaches():
            self._lose(ConnectionResetError("nobody at home"))

    def _read(self, what: bytes | str) -> None:
        if isinstance(what, bytes):
            if not self._is_closing:
                self._protocol.data_received(what)
            self.other._flying -= len(what)
            if not self.other._is_lost:
                self.other._push()
        elif self._is_closing:
            self._lose(None)
        elif not self._protocol.eof_received():
            self.close()
            self._lose(None)

    def _lose(self, error: Exception | None) -> None:
        if not self._is_lost:
            self._is_lost = self._is_closing = True
            self._network.loop.call_soon(self._protocol.connection_lost, error, context=_WIRE)
            self._forget()

    def _forget(self) -> None:
        if self._is_lost and not self._under_way:
            self._network.wires.pop(self, None)


def _latency(chance: random.Random, here: Machine, there: Machine | None = None) -> float:
    least, most = LATENCY_SECONDS
    seconds = least + (most - least) * chance.random() + here.delay
    return seconds + there.delay if there else seconds
