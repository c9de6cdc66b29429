"""Try several ways at once, and take the first that works."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

Way = TypeVar("Way")
Result = TypeVar("Result")

STAGGER_SECONDS = 0.25
"""How long a way may keep the others waiting before the next one starts beside it."""


async def race(ways: Sequence[Way], attempt: Callable[[Way], Awaitable[Result]]) -> Result:
    """
    The result of the first of *ways* whose *attempt* succeeds; the others are stopped.

    They start in their order, each as soon as the one before has failed or kept it
    waiting (happy eyeballs). When all fail, the first failure is raised.
    """
    assert ways
    failures: list[BaseException] = []
    waiting = list(ways)
    running: set[asyncio.Task[Result]] = set()
    try:
        while waiting or running:
            if waiting:
                running.add(asyncio.create_task(_run(attempt, waiting.pop(0))))
            seconds = STAGGER_SECONDS if waiting else None
            done, running = await asyncio.wait(
                running, timeout=seconds, return_when=asyncio.FIRST_COMPLETED
            )
            failures += [error for task in done if (error := task.exception())]
            for task in done:
                if task.exception() is None:
                    return task.result()
        raise failures[0]
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


async def _run(attempt: Callable[[Way], Awaitable[Result]], way: Way) -> Result:
    return await attempt(way)
