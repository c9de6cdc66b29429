"""Has questions thought about in another process, so that the table is never late for it."""

from __future__ import annotations

import asyncio
import os
import pickle
import sys
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from lanuno.net.brain import LENGTH_BYTES, packed

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from collections.abc import Callable

    from lanuno.bots.thought import Question, Thought

PATIENCE_SECONDS = 3.0
"""For an answer, the start of the process included; one that takes longer is ended."""

WAITING_MAX = 8
"""Questions that wait; of more, the oldest are dropped without an answer."""

_PACKAGES = Path(__file__).parents[2]
"""Where this program stands, wherever it was started from."""


class Thinker:
    """
    Thinks about one question after the other; mutable, as its process comes and goes.

    *tell* gets every question with what came of it; None when the process is gone. It is
    started when there is something to think about, and anew when it has died.
    """

    def __init__(self, tell: Callable[[Question, Thought | None], None]) -> None:
        self._tell = tell
        self._waiting: deque[Question] = deque(maxlen=WAITING_MAX)
        self._process: Process | None = None
        self._task: asyncio.Task[None] | None = None

    def ask(self, question: Question) -> None:
        """Think about *question* as soon as there is time."""
        self._waiting.append(question)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._work())

    async def close(self) -> None:
        """Stop thinking; nothing is told any more."""
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await self._end()

    async def _work(self) -> None:
        while self._waiting:
            question = self._waiting.popleft()
            self._tell(question, await self._think(question))

    async def _think(self, question: Question) -> Thought | None:
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                process = self._process or await self._start()
                assert process.stdin, "a process without the pipes that it was started with"
                assert process.stdout, "a process without the pipes that it was started with"
                process.stdin.write(packed(question))
                await process.stdin.drain()
                length = int.from_bytes(await process.stdout.readexactly(LENGTH_BYTES), "big")
                # It is our own program that says this, and nobody else writes to the pipe.
                return pickle.loads(await process.stdout.readexactly(length))  # noqa: S301
        except (OSError, TimeoutError, EOFError, asyncio.IncompleteReadError, pickle.PickleError):
            await self._end()
            return None

    async def _start(self) -> Process:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",  # a stray file in the player's folder must not get in between
            "-m",
            "lanuno.net.brain",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": str(_PACKAGES)},
        )
        return self._process

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process:
            with suppress(ProcessLookupError):
                process.kill()
            # What is still in the pipes is read away, so that nothing is left open.
            await process.communicate()
