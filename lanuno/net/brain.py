"""The process that thinks: questions come in, thoughts go out, until its table is gone."""

from __future__ import annotations

import pickle
import signal
import sys
import time
from typing import TYPE_CHECKING

from lanuno.bots.consider import consider

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import BinaryIO

    from lanuno.bots.thought import Question

THINK_SECONDS = 0.1
LENGTH_BYTES = 4


def packed(value: object) -> bytes:
    """*value* as it goes through a pipe: its length, and the bytes."""
    said = pickle.dumps(value)
    return len(said).to_bytes(LENGTH_BYTES, "big") + said


def think(questions: BinaryIO, thoughts: BinaryIO) -> None:
    """Answer every question, until there are no more."""
    while length := questions.read(LENGTH_BYTES):
        # The pipe comes from the program that has started this one, and from nobody else.
        said = questions.read(int.from_bytes(length, "big"))
        question: Question = pickle.loads(said)  # noqa: S301
        thoughts.write(packed(consider(question, _until(time.monotonic() + THINK_SECONDS))))
        thoughts.flush()


def _until(end: float) -> Callable[[int], bool]:
    return lambda _: time.monotonic() < end


if __name__ == "__main__":
    # Ctrl-C is meant for the table; when that is gone, so is the pipe.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    think(sys.stdin.buffer, sys.stdout.buffer)
