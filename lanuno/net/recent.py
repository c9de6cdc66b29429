"""Where tables were joined before: kept on this machine, to be asked again."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from platformdirs import user_state_path

from lanuno.net import limits
from lanuno.net.address import Address, parse

if TYPE_CHECKING:
    from pathlib import Path

KEEP_SECONDS = 30 * 24 * 3600.0
_BYTES_MAX = 8192


class Recent:
    """
    A file with a line for each address, the newest first, readable by its user alone.

    *folder* is this user's folder for such things if nothing else is said. A disk on which
    nothing can be kept is no error: the addresses are then forgotten with the program.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._file = (folder or user_state_path("lanuno", appauthor=False)) / "recent"

    def load(self) -> tuple[Address, ...]:
        """The newest first."""
        return tuple(self._read())

    def remember(self, address: Address) -> None:
        """A table at *address* was joined just now."""
        kept = {address: time.time()}
        for each, at in self._read().items():
            kept.setdefault(each, at)
        lines = [f"{at:.0f} {each}\n" for each, at in kept.items()]
        with suppress(OSError):
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            # Two programs may write at once, and one may be killed: the file is always whole.
            new = self._file.with_name(f"recent-{os.getpid()}")
            flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
            with os.fdopen(os.open(new, flags, 0o600), "w", encoding="utf-8") as file:
                file.writelines(lines[: limits.RECENT_MAX])
            new.replace(self._file)

    def _read(self) -> dict[Address, float]:
        """The addresses, and when a table was last joined there."""
        found: dict[Address, float] = {}
        with suppress(OSError), self._file.open("rb") as file:
            for line in file.read(_BYTES_MAX).decode(errors="replace").splitlines():
                seconds, _, text = line.partition(" ")
                # A line that somebody has spoiled is skipped.
                with suppress(ValueError):
                    if (
                        time.time() - float(seconds) < KEEP_SECONDS
                        and len(found) < limits.RECENT_MAX
                    ):
                        found.setdefault(parse(text), float(seconds))
        return found
