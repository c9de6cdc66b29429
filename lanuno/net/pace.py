"""How fast a peer may ask."""

from __future__ import annotations

from lanuno.net import limits


class Pace:
    """A token bucket for the requests of one peer."""

    def __init__(self, now: float) -> None:
        self._tokens = float(limits.REQUESTS_AT_ONCE)
        self._since = now

    def seconds_to_wait(self, now: float) -> float:
        earned = (now - self._since) * limits.REQUESTS_PER_SECOND
        self._tokens = min(self._tokens + earned, limits.REQUESTS_AT_ONCE) - 1
        self._since = now
        return max(0.0, -self._tokens / limits.REQUESTS_PER_SECOND)
