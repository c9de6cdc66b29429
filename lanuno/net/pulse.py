"""Whether the other side of a connection is still there: it says something every second."""

from __future__ import annotations

from enum import Enum

BEAT_SECONDS = 1.0
"""How often each side says that it is there."""

WEAK_SECONDS = 2.5
GONE_SECONDS = 5.0
"""How long nothing may be heard before a connection counts as weak, and as gone."""

CHECK_SECONDS = 0.5
"""How often to look."""


class Health(Enum):
    WELL = "well"
    WEAK = "weak"
    GONE = "gone"


class Pulse:
    """
    When the other side was heard last, in seconds on any steady clock; mutable.

    Whoever was asleep, a closed lid or a stopped process, does not blame the other side for
    the time that nobody listened.
    """

    def __init__(self, now: float) -> None:
        self._heard = self._checked = now
        self.health = Health.WELL
        """How the other side was when it was last asked about."""

    def hear(self, now: float) -> None:
        self._heard = max(self._heard, now)

    def check(self, now: float) -> Health:
        """How the other side is; to be asked about every `CHECK_SECONDS`."""
        asleep = now - self._checked - CHECK_SECONDS
        if asleep > CHECK_SECONDS:
            self._heard = min(now, self._heard + asleep)
        self._checked = now
        silence = now - self._heard
        if silence >= GONE_SECONDS:
            self.health = Health.GONE
        else:
            self.health = Health.WEAK if silence >= WEAK_SECONDS else Health.WELL
        return self.health
