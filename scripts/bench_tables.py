"""
Measure: how many tables one process holds, before somebody would call it slow.

Each is a table as `lanuno host` opens it, journal included, where four bots play at their
human pace with one person, whose program runs in the same process and loop. Measured is the
time from that person's action until the notice of it is there. More and more tables are
opened until the 99th percentile of it passes 100 ms.
"""

from __future__ import annotations

import asyncio
import os
import random
import resource
import statistics
import sys
import time
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[1]))

from lanuno.bots import choose
from lanuno.net.client import join
from lanuno.net.hosting import Hosting, open_table
from lanuno.net.messages import Act, Start, Update
from lanuno.net.text import PlayerName, TableName
from lanuno.uno.actions import NextRound
from lanuno.uno.rules import Rules

if TYPE_CHECKING:
    from lanuno.net.client import Session

BOTS = 4
FIRST, STEP = 50, 50
"""So many tables at first, and so many more each time."""
WATCH_SECONDS = 10.0
"""How long each number of tables is watched."""
SECONDS_MAX = 600.0
"""When it ends, however many tables there are."""
THINK_SECONDS = 0.7, 1.3
"""How long the person thinks."""
LATE_SECONDS = 0.1
"""What a player would call slow."""

KITCHEN = Hosting(
    table=TableName("Kitchen"),
    rules=Rules(target=1_000_000),
    bots=BOTS,
    port=0,
    discovery=False,
)


class Person:
    """Somebody who plays with the bots; *times* gets how long each action took."""

    def __init__(self, session: Session, times: list[float]) -> None:
        self._session = session
        self._times = times
        self._chance = random.Random(1)  # noqa: S311 - a seeded bench
        self._asked: float | None = None
        """When the action that has not been answered yet was sent."""

    async def play(self) -> None:
        loop = asyncio.get_running_loop()
        self._session.send(Start())
        async for said in self._session:
            if not isinstance(said, Update):
                continue
            if self._asked is not None:
                self._times.append(loop.time() - self._asked)
                self._asked = None
            loop.call_later(self._chance.uniform(*THINK_SECONDS), self._act, said)

    def _act(self, seen: Update) -> None:
        view = seen.view
        action = NextRound() if NextRound() in view.legal else choose(view, self._chance)
        if action and self._asked is None:
            self._asked = asyncio.get_running_loop().time()
            self._session.send(Act(view.version, action))


async def measure() -> None:
    _, files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    with TemporaryDirectory() as folder:
        os.environ["XDG_STATE_HOME"] = folder
        async with AsyncExitStack() as stack:
            await _open_more_and_more(stack)


async def _open_more_and_more(stack: AsyncExitStack) -> None:
    end = time.monotonic() + SECONDS_MAX
    times: list[float] = []
    playing: list[asyncio.Task[None]] = []
    wanted, held = FIRST, 0
    while time.monotonic() < end:
        while len(playing) < wanted:
            opened = await stack.enter_async_context(open_table(KITCHEN))
            sitting = join([opened.local], PlayerName("Ana"), key=opened.key, own=True)
            session = await stack.enter_async_context(sitting)
            playing.append(asyncio.create_task(Person(session, times).play()))
        is_late = await _watch(wanted, times) > LATE_SECONDS
        # Once it may be the machine that was late, which does other things too.
        if is_late and await _watch(wanted, times) > LATE_SECONDS:
            break
        held, wanted = wanted, wanted + STEP
    load, processors = os.getloadavg()[0], os.cpu_count()
    print(
        f"one process holds {held} tables of {BOTS} bots and a person"
        f" (at the end the load of the machine was {load:.1f} on {processors} processors)"
    )
    for task in playing:
        task.cancel()


async def _watch(tables: int, times: list[float]) -> float:
    times.clear()
    spent = time.process_time()
    await asyncio.sleep(WATCH_SECONDS)
    busy = (time.process_time() - spent) / WATCH_SECONDS
    cuts = statistics.quantiles(times, n=100)
    print(
        f"{tables} tables: median {cuts[49] * 1000:.1f} ms, p99 {cuts[98] * 1000:.1f} ms of"
        f" {len(times)} actions, {busy:.0%} of a processor",
        flush=True,
    )
    return cuts[98]
