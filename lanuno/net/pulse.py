"""Whether the other side of a connection is still there: it says something every second."""

from __future__ import annotations

from enum import Enum
from math import floor

BEAT_SECONDS = 1.0
"""How often each side says that it is there."""

WEAK_SECONDS = 2.5
GONE_SECONDS = 5.0
"""How long nothing may be heard before a connection counts as weak, and as gone."""

LATE_SECONDS = 0.5
"""Whoever looks later than that was asleep."""


def next_beat(now: float, last: float = 0.0) -> float:
    """
    When to say so again, after *now* and the *last* time.

    All beats of a process fall together, on whole seconds of its clock: a program that waits
    is woken once a second, whatever number of connections it has.
    """
    return max(last, floor(now / BEAT_SECONDS) * BEAT_SECONDS) + BEAT_SECONDS


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
        self._heard = now
        self.health = Health.WELL
        """How the other side was when it was last asked about."""
        self.due = now + BEAT_SECONDS
        """When to ask again at the latest."""

    def hear(self, now: float) -> None:
        self._heard = max(self._heard, now)

    def check(self, now: float) -> Health:
        """How the other side is; to be asked about at each beat, and when it is `due`."""
        asleep = now - self.due
        if asleep > LATE_SECONDS:
            self._heard = min(now, self._heard + asleep)
        self.due = now + BEAT_SECONDS
        if now >= self._heard + GONE_SECONDS:
            self.health = Health.GONE
        elif now >= self._heard + WEAK_SECONDS:
            self.health = Health.WEAK
            self.due = min(self.due, self._heard + GONE_SECONDS)
        else:
            self.health = Health.WELL
            self.due = min(self.due, self._heard + WEAK_SECONDS)
        return self.health
