"""What a program does when the system tells it to end."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def on_signal(end: Callable[[int], object], *names: str) -> None:
    """Call *end* in the running loop with the number of the signal, for those with *names*."""
    loop = asyncio.get_running_loop()
    for name in names:
        # Windows knows no SIGHUP, and asyncio no handlers there.
        with suppress(AttributeError, NotImplementedError):
            number = getattr(signal, name)
            loop.add_signal_handler(number, end, number)
