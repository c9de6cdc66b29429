"""
Measure: what many people who look on cost those who play.

Two tables of ten play in this process at a quick human pace, one of them with 200 spectators
in a process of their own. Both are measured in slices that take turns.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench_net import Play, print_times

from lanuno.net.address import Address
from lanuno.net.client import join
from lanuno.net.text import PlayerName

WATCHERS = 200
SLICES, SLICE_ACTIONS = 5, 40
PACE_SECONDS = 0.05
"""Between two actions; with ten players nobody is faster for long."""
RATIO_MAX = 1.5


async def measure() -> None:
    """Print the median of an action to all players, without and with spectators."""
    alone: list[float] = []
    watched: list[float] = []
    async with Play.on() as quiet, Play.on() as busy, _watchers(busy.port):
        for _ in range(SLICES):
            for play, times in ((quiet, alone), (busy, watched)):
                for _ in range(SLICE_ACTIONS):
                    await asyncio.sleep(PACE_SECONDS)
                    times.append(await play.act())
    print_times("without spectators", alone)
    print_times(f"with {WATCHERS} spectators", watched)
    ratio = statistics.median(watched) / statistics.median(alone)
    print(f"median, with / without {WATCHERS} spectators: {ratio:.2f} (at most {RATIO_MAX})")


@asynccontextmanager
async def _watchers(port: int) -> AsyncGenerator[None]:
    """A crowd that looks on at the table on *port*, during the block."""
    crowd = await asyncio.create_subprocess_exec(
        *(sys.executable, __file__, str(port)), stdout=asyncio.subprocess.PIPE
    )
    assert crowd.stdout, "it says when all are there"
    try:
        await crowd.stdout.readline()
        yield
    finally:
        crowd.kill()
        await crowd.wait()


async def _look_on(port: int) -> None:
    """Look on with all of them, and say when they are there."""
    watching: set[asyncio.Task[None]] = set()
    for _ in range(WATCHERS):
        here = asyncio.Event()
        watching.add(asyncio.create_task(_watch(port, here)))
        await here.wait()
    print("all are here", flush=True)
    await asyncio.wait(watching)


async def _watch(port: int, here: asyncio.Event) -> None:
    somebody = PlayerName("Somebody")
    async with join([Address("127.0.0.1", port)], somebody, watch=True) as session:
        here.set()
        async for _ in session:
            pass


if __name__ == "__main__":
    asyncio.run(_look_on(int(sys.argv[1])))
