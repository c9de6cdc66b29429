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
    running: list[asyncio.Task[Result]] = []
    try:
        while waiting or running:
            if waiting:
                running.append(asyncio.create_task(_run(attempt, waiting.pop(0))))
            seconds = STAGGER_SECONDS if waiting else None
            await asyncio.wait(running, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            for task in [each for each in running if each.done()]:
                running.remove(task)
                error = task.exception()
                if error is None:
                    return task.result()
                failures.append(error)
        raise failures[0]
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


async def _run(attempt: Callable[[Way], Awaitable[Result]], way: Way) -> Result:
    return await attempt(way)
