"""A whole evening in virtual time: a table, players, everything that goes wrong, and the end."""

from __future__ import annotations

import asyncio
import gc
import random
import types
from collections import Counter
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from lanuno.net import advertise, client, connection, door, hosting, keeper, limits, server, trust
from lanuno.net.address import Address
from lanuno.net.messages import Stage
from lanuno.uno.size import PLAYERS_MIN

from .faults import KINDS, Fault, plan, strike
from .home import FOLDER, PORT, Home, no_advertising, witnessed_server
from .loop import Stuck, VirtualLoop
from .network import OUTBOX_BYTES_MAX, Machine, Network, Plain
from .people import Player
from .proof import PlainProof
from .witness import Witness, WitnessedTable

if TYPE_CHECKING:
    from collections.abc import Coroutine, Generator, Iterable

HEAL_SECONDS = 60.0
"""After the last fault has begun, all that is still wrong is mended."""

END_SECONDS = 900.0
"""From then on, how long a game may last at most."""

BACK_SECONDS = 240.0
"""And how long everybody who has a seat may take to be back on it."""


class Outcome(NamedTuple):
    """What an evening came to; the same for the same seed and faults."""

    seed: int
    faults: list[Fault]
    """Those that happened before it was over."""
    skipped: frozenset[int]
    """The numbers of those that were left out."""
    error: BaseException | None
    fingerprint: str
    counts: Counter[str]
    seconds: float
    """How long it took on its own clock."""
    seconds_to_end: float
    """Of these, after everything was mended."""
    log: list[str]

    @property
    def failure(self) -> str | None:
        """What kind of thing went wrong, without the particulars; None if nothing did."""
        if self.error is None:
            return None
        return f"{type(self.error).__name__}: {str(self.error).partition(':')[0]}"


def play(
    seed: int, kinds: Iterable[str] = tuple(KINDS), skip: frozenset[int] = frozenset()
) -> Outcome:
    """The evening of *seed* with faults of these *kinds*, but for those with a number in *skip*."""
    faults = [each for each in plan(seed, kinds) if each.number not in skip]
    return spend(Evening(seed, faults))._replace(skipped=skip)


def spend(evening: Evening) -> Outcome:
    """What *evening* comes to."""
    loop = evening.loop
    error: BaseException | None = None
    with _simulated(evening):
        main = loop.create_task(evening.run())
        try:
            loop.run_until_complete(main)
        except Exception as fault:  # noqa: BLE001 - whatever it is, it is the outcome
            error = fault
        # What is still to be cleared up after a failure happens in any order.
        outcome = evening.outcome(error)
        _clear_up(loop)
    return outcome


class Evening:
    """Who and what there is in one evening; mutable, as it goes on."""

    def __init__(self, seed: int, faults: list[Fault]) -> None:
        self.seed = seed
        self.loop = loop = VirtualLoop()
        self.chance = chance = random.Random(seed)
        self.counts: Counter[str] = Counter()
        self.identity = Identity(chance.randbytes(64))
        self.network = loop.network = Network(loop, seed, self.identity.certificate, self.counts)
        self.witness = Witness(self.counts, loop.time)
        self.code = chance.choice(["", "K7M2P"])
        self.home = Machine("10.0.0.1")
        self.address = Address(self.home.address, PORT)
        self.players: list[Player] = []
        self.lives: dict[Player, asyncio.Task[None]] = {}
        self.struck: list[Fault] = []
        self.strangers = self.partitions = 0
        self.games = chance.choice([1, 1, 1, 1, 2])
        """How many are played before everybody goes home."""
        self.began = loop.time()
        self.healed = 0.0
        self._faults = faults
        self._tasks: dict[asyncio.Task[None], None] = {}
        self._invite()
        self.host = Home(self)

    @property
    def machines(self) -> list[Machine]:
        """Each once; the host's own player sits at the table's."""
        return list(dict.fromkeys([self.home, *(each.machine for each in self.players)]))

    def any_machine(self, chance: random.Random) -> Machine:
        return chance.choice(self.machines)

    def any_guest(self, chance: random.Random) -> Player:
        return chance.choice(self.players[1:])

    @property
    def table(self) -> WitnessedTable:
        return self.host.table

    async def run(self) -> None:
        self.host.open()
        for each in self.players:
            self.start(each, after=self.chance.uniform(0, 2))
        for fault in self._faults:
            self._spawn(self._strike_in_time(fault))
        last = self._faults[-1].at if self._faults else 0.0
        await self._games_over(last + HEAL_SECONDS)
        self._heal()
        await self._games_over(END_SECONDS, must=True)
        await self._all_back()
        await self.host.close()
        await self._all_gone()

    def outcome(self, error: BaseException | None) -> Outcome:
        """What it has come to by now, with *error* if it was raised."""
        now = self.loop.time()
        counts = {
            "games": self.witness.games_over,
            "steps of sleeping loops put off": self.loop.passed_over,
        }
        return Outcome(
            self.seed,
            list(self.struck),
            frozenset(),
            self.witness.wrong or error or next(iter(self.loop.faults), None),
            self.witness.fingerprint(),
            self.counts + Counter(counts),
            now - self.began,
            now - self.healed if self.healed else 0.0,
            list(self.witness.log),
        )

    def start(self, player: Player, after: float = 0.0, *, again: bool = False) -> None:
        """Start the player's program, unless it runs; *again*: even then."""
        life = self.lives.get(player)
        if life is None or life.done() or again:
            self.lives[player] = self._spawn(player.live(after))

    async def kill(self, player: Player) -> None:
        """End the player's program, which may just stand still."""
        self.loop.wake(player.machine)
        await self.end(self.lives[player])

    async def end(self, task: asyncio.Task[None]) -> None:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    def _invite(self) -> None:
        chance = self.chance
        guests, watchers = chance.choice([1, 2, 2, 3, 4]), chance.choice([0, 0, 1])
        for i in range(1 + guests + watchers):
            machine = Machine(f"10.0.0.{i + 1}") if i else self.home
            addresses = [self.address]
            if i and chance.random() < 0.3:
                # One that the table had once; now it is nobody's.
                addresses.insert(0, Address("10.8.8.8", PORT + chance.randrange(2)))
            player = Player(
                f"Player {i}",
                machine,
                addresses,
                self.witness,
                random.Random(chance.getrandbits(64)),
                code=self.code,
                watches=i > guests,
            )
            self.players.append(player)
        self.players[0].is_host = True

    def _spawn(self, what: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = self.loop.create_task(what)
        self._tasks[task] = None
        return task

    async def _strike_in_time(self, fault: Fault) -> None:
        await asyncio.sleep(fault.at)
        self.struck.append(fault)
        self.counts[f"faults in stage {self.table.stage.value}"] += 1
        await strike(self, fault)

    async def _games_over(self, seconds: float, *, must: bool = False) -> None:
        until = self.loop.time() + seconds
        while self.loop.time() < until:
            self._look_after()
            if self.witness.games_over >= self.games or self._too_few_are_left:
                return
            await asyncio.sleep(0.5)
        self.witness.claim(not must, "the game does not end", self._how_it_stands())

    @property
    def _too_few_are_left(self) -> bool:
        """Whether a hostile leader has sent away so many that no other game can begin."""
        playing = [each for each in self.players if not each.watches and not each.is_done]
        return len(playing) < PLAYERS_MIN and self.table.stage is Stage.LOBBY

    def _how_it_stands(self) -> str:
        game = self.table.game
        here = [each.here for each in self.table.chairs]
        return f"stage {self.table.stage}, here {here}, {game.look(None) if game else None}"

    async def _all_back(self) -> None:
        """Whoever has a seat and did not give it up is on it again, in bounded time."""
        until = self.loop.time() + BACK_SECONDS
        while missing := [
            each.name
            for each in self.players
            if not each.is_done and not each.watches and not self._is_back(each)
        ]:
            self._look_after()
            in_time = self.loop.time() < until
            self.witness.claim(in_time, "somebody does not come back", str(missing))
            await asyncio.sleep(0.5)

    def _is_back(self, player: Player) -> bool:
        occupant = self.table.chairs.of_key(player.key.public)
        return occupant is not None and occupant.here and player.lobby is not None

    async def _all_gone(self) -> None:
        """Once the table is closed nothing of it goes on."""
        for task in self._tasks:
            if not task.done():
                task.cancel()
        results = await asyncio.gather(*self._tasks, return_exceptions=True)
        wrong = [each for each in results if isinstance(each, Exception)]
        if wrong:
            raise wrong[0]
        rest = asyncio.all_tasks() - {asyncio.current_task()}
        self.witness.claim(not rest, "something goes on after the end", str(len(rest)))

    def _look_after(self) -> None:
        """Let what went wrong in any task be seen at once."""
        if self.witness.wrong:
            raise self.witness.wrong
        for task in [*self._tasks, self.host.task]:
            if task and task.done() and not task.cancelled() and (error := task.exception()):
                raise error
        if self.loop.faults:
            raise self.loop.faults[0]
        if self.healed:
            self._start_what_has_ended()

    def _start_what_has_ended(self) -> None:
        """A person whose last program has ended, because another one had the seat, starts one."""
        for player, life in list(self.lives.items()):
            if life.done() and not player.is_done:
                self.start(player)

    def _heal(self) -> None:
        """Mend everything, and start what does not run."""
        self.healed = self.loop.time()
        self.witness.note("everything is mended")
        lives = set(self.lives.values())
        for task in self._tasks:
            if task not in lives:
                task.cancel()
        for machine in self.machines:
            machine.is_on, machine.delay, machine.island = True, 0.0, 0
            self.loop.wake(machine)
        if not self.host.is_open:
            self.host.open()
        self.network.heal()
        for player in self.lives:
            player.deaf_seconds = 0.0
        self._start_what_has_ended()


class Identity:
    """As much of `lanuno.net.trust.Identity` as a network without TLS needs."""

    pem = b"certificate and key"

    def __init__(self, certificate: bytes) -> None:
        self.certificate = certificate
        self.fingerprint = trust.sha256(certificate).digest()

    def context(self) -> None:
        return None

    def new(self) -> Identity:
        """The host's program makes one at first, this one."""
        return self

    def __call__(self, pem: bytes) -> Identity:
        """And later has it from its journal."""
        assert pem == self.pem
        return self


@contextmanager
def _simulated(evening: Evening) -> Generator[None]:
    """What the code takes from the machine, taken from the evening: sockets, chance, SPAKE2."""
    host = evening.host
    secrets = types.SimpleNamespace(token_hex=lambda n: evening.chance.randbytes(n).hex())
    parts: dict[Any, dict[str, Any]] = {
        hosting: host.parts(),
        keeper: {"journal": host, "_folder": lambda: FOLDER},
        advertise: {"advertise": no_advertising},
        server: {
            "Server": witnessed_server(evening),
            "_listen": lambda port, **_: evening.network.listen(evening.home, port),
        },
        client: {"random": random.Random(evening.chance.getrandbits(64))},
        connection: {
            "guest_context": lambda: True,
            "Tls": Plain,
        },
        limits: {"OUTBOX_BYTES_MAX": OUTBOX_BYTES_MAX},
        door: {"secrets": secrets, "CodeProof": PlainProof},
        trust: {"CodeProof": PlainProof},
    }
    # As `unittest.mock.patch` does it, only faster: this is done thousands of times.
    before = [(module, name, getattr(module, name)) for module in parts for name in parts[module]]
    for module, names in parts.items():
        for name, value in names.items():
            setattr(module, name, value)
    try:
        with _no_garbage_collected():
            yield
    finally:
        for module, name, value in before:
            setattr(module, name, value)


@contextmanager
def _no_garbage_collected() -> Generator[None]:
    """When it happens depends on all that the process has done before; and it takes time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _clear_up(loop: VirtualLoop) -> None:
    loop.set_exception_handler(lambda *_: None)
    for machine in list(loop._asleep):
        loop.wake(machine)
    # What is called off may have something to begin that has to be called off as well.
    while tasks := asyncio.all_tasks(loop):
        for task in tasks:
            task.cancel()
        with suppress(Stuck):
            loop.run_until_complete(asyncio.wait(tasks, timeout=60))
    loop.run_until_complete(loop.shutdown_asyncgens())
    loop.close()
