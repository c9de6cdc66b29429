"""How fast a peer may ask."""

from __future__ import annotations

REQUESTS_PER_SECOND = 20
REQUESTS_AT_ONCE = 40
"""How many requests a peer may send in one go before it is slowed down."""


class Pace:
    """A token bucket for the requests of one peer."""

    def __init__(self, now: float) -> None:
        self._tokens = float(REQUESTS_AT_ONCE)
        self._since = now

    def seconds_to_wait(self, now: float) -> float:
        earned = (now - self._since) * REQUESTS_PER_SECOND
        self._tokens = min(self._tokens + earned, REQUESTS_AT_ONCE) - 1
        self._since = now
        return max(0.0, -self._tokens / REQUESTS_PER_SECOND)
