"""Everything that goes wrong in an evening: what, when and for how long, from its seed."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, NamedTuple

from lanuno.net.codec import frame

from .strangers import CROWD, MANNERS, Stranger, any_noise_in_a_frame, any_request

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from .evening import Evening
    from .people import Player

EVERY_SECONDS = 1.5
"""Between one fault and the next, on average."""

QUIET_SECONDS_MAX = 4.0
"""How long all may go well at first: some evenings have their first fault in the lobby."""

FAULTS_MAX = 12


class Fault(NamedTuple):
    """One thing that goes wrong; what else it needs is drawn from *seed*."""

    number: int
    at: float
    kind: str
    seed: int

    def __str__(self) -> str:
        return f"{self.number}:{self.kind}@{self.at:.1f}"


def plan(seed: int, kinds: Iterable[str]) -> list[Fault]:
    """The faults of an evening: each independent of the others, so that any may be left out."""
    chance, kinds = random.Random(seed ^ 0xFA17), sorted(kinds)
    at, faults = chance.uniform(0, QUIET_SECONDS_MAX), []
    for number in range(chance.randint(2, FAULTS_MAX) if kinds else 0):
        at += chance.expovariate(1 / EVERY_SECONDS)
        faults.append(Fault(number, at, chance.choice(kinds), chance.getrandbits(48)))
    return faults


async def strike(evening: Evening, fault: Fault) -> None:
    """Let *fault* happen, and be over."""
    evening.witness.note(f"fault {fault}")
    await KINDS[fault.kind](evening, random.Random(fault.seed))


async def drop(evening: Evening, chance: random.Random) -> None:
    """Connections break, of one player or of everybody at once, and both ends are told."""
    everybody = chance.random() < 0.15
    machines = [each.machine for each in evening.players]
    for machine in machines if everybody else [chance.choice(machines)]:
        for wire in evening.network.streams_of(machine):
            wire.break_off()
            evening.counts["drops"] += 1


async def delay(evening: Evening, chance: random.Random) -> None:
    """A link is slow for a while."""
    machine = evening.any_machine(chance)
    machine.delay = chance.choice([0.1, 0.4, 1.2])
    evening.counts["delays"] += 1
    await asyncio.sleep(chance.uniform(2, 12))
    machine.delay = 0.0


async def partition(evening: Evening, chance: random.Random) -> None:
    """Some machines reach the others no more, then one after the other they do again."""
    machines = evening.machines
    away = chance.sample(machines, chance.randint(1, len(machines) - 1))
    evening.partitions += 1
    island = evening.partitions
    for machine in away:
        machine.island = island
    evening.counts["partitions"] += 1
    await asyncio.sleep(_while(chance))
    for machine in chance.sample(away, len(away)):
        machine.island = 0
        evening.network.heal()
        await asyncio.sleep(chance.choice([0.0, 1.0, 3.0]))


async def silence(evening: Evening, chance: random.Random) -> None:
    """A guest's machine dies without a word; later its program is started anew."""
    player = evening.any_guest(chance)
    if not player.machine.is_on:
        return
    evening.counts["silent deaths"] += 1
    evening.network.pull_plug(player.machine)
    await evening.kill(player)
    await asyncio.sleep(_while(chance))
    player.machine.is_on = True
    evening.network.heal()
    evening.start(player)


async def quit_program(evening: Evening, chance: random.Random) -> None:
    """A guest's program is killed, which its system tells the table, and started anew."""
    player = evening.any_guest(chance)
    if not player.machine.is_on:
        return
    evening.counts["programs killed"] += 1
    for wire in evening.network.streams_of(player.machine):
        wire.abort()
    await evening.kill(player)
    await asyncio.sleep(_while(chance))
    evening.start(player)


async def sleep(evening: Evening, chance: random.Random) -> None:
    """A program stands still, the table's own as likely as a guest's, and goes on."""
    machine = evening.any_machine(chance)
    if evening.loop.is_asleep(machine):
        return
    evening.counts["sleeping loops"] += 1
    evening.loop.put_to_sleep(machine)
    await asyncio.sleep(chance.choice([0.7, 2.0, 4.0, 7.0, 12.0]))
    evening.loop.wake(machine)


async def deafness(evening: Evening, chance: random.Random) -> None:
    """A player's program reads nothing for a while; or a spectator never does."""
    if chance.random() < 0.4:
        evening.counts["spectators that never read"] += 1
        await Stranger(evening, chance).call("never reads")
        return
    chance.choice(evening.players).deaf_seconds = chance.uniform(1, 12)
    evening.counts["slow readers"] += 1


async def hostile_seat(evening: Evening, chance: random.Random) -> None:
    """Somebody with a seat says what no program says."""
    player: Player = chance.choice(evening.players)
    session = player.session
    if session is None or session._connection is None:
        return
    evening.counts["hostile seats"] += 1
    match chance.randrange(4):
        case 0:
            session._connection._writer.write(any_noise_in_a_frame(chance))
        case 1:
            session._connection._writer.write(frame(any_request(chance))[: chance.randint(1, 9)])
        case _:
            for _ in range(chance.choice([5, 20, 60])):
                session.send(any_request(chance))


async def stranger(evening: Evening, chance: random.Random) -> None:
    """Somebody from outside tries something; now and then a crowd of them."""
    crowd = CROWD if chance.random() < 0.15 else 1
    manner = chance.choice(sorted(MANNERS))
    evening.counts["hostile strangers"] += crowd
    evening.counts[f"stranger {manner}"] += crowd
    one = Stranger(evening, chance)
    calls = [one.call(manner)]
    for _ in range(crowd - 1):
        another = Stranger(evening, random.Random(chance.getrandbits(48)))
        # Half of all crowds come from one address.
        another.machine = one.machine if manner < "o" else another.machine
        calls.append(another.call(manner))
    await asyncio.gather(*calls)


async def double(evening: Evening, chance: random.Random) -> None:
    """A player starts the program a second time, on the same machine and for the same seat."""
    player = evening.any_guest(chance)
    if not player.machine.is_on or player.session is None or player.watches:
        return
    evening.counts["second programs"] += 1
    first = evening.lives[player]
    evening.start(player, again=True)
    await asyncio.sleep(2.0)
    await evening.end(first)


async def crash(evening: Evening, chance: random.Random) -> None:
    """The host's program dies, with the machine or without it, and resumes the table later."""
    if not evening.host.is_open or not evening.home.is_on:
        return
    evening.counts["crashes of the host"] += 1
    if chance.random() < 0.5:
        evening.network.pull_plug(evening.home)
    else:
        for wire in evening.network.streams_of(evening.home):
            wire.abort()
    evening.loop.wake(evening.home)
    host = evening.players[0]
    await evening.host.die(chance)
    await evening.kill(host)
    await asyncio.sleep(_while(chance))
    evening.home.is_on = True
    evening.host.open()
    evening.network.heal()
    evening.start(host, after=1.0)


async def leave(evening: Evening, chance: random.Random) -> None:
    """A guest gives up the seat for good, as long as two are left."""
    player = evening.any_guest(chance)
    if sum(not each.is_done for each in evening.players) > 2 and not player.is_done:
        evening.counts["players who left"] += player.session is not None
        player.leave()


KINDS: dict[str, Callable[[Evening, random.Random], Awaitable[None]]] = {
    "drops": drop,
    "delays": delay,
    "partitions": partition,
    "silence": silence,
    "kills": quit_program,
    "sleep": sleep,
    "slow": deafness,
    "hostile": hostile_seat,
    "strangers": stranger,
    "doubles": double,
    "leaves": leave,
    "crashes": crash,
}
"""What can go wrong, by the word that `scripts/simulate.py --faults` takes."""


def _while(chance: random.Random) -> float:
    """Seconds: less than anybody notices, enough to be given up, or for a stand-in to play."""
    short, long, longest = (0.2, 3.0), (3.0, 7.0), (12.0, 16.0)
    return chance.uniform(*chance.choice([short, short, long, long, longest]))
