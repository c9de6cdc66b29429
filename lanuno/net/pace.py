"""How fast a peer may ask, and a player talk."""

from __future__ import annotations


class Pace:
    """A bucket of *at_once* tokens, into which *per_second* fall again; full when it is new."""

    def __init__(self, now: float, at_once: int, per_second: float) -> None:
        self._tokens = float(at_once)
        self._since = now
        self._at_once = at_once
        self._per_second = per_second

    def seconds_to_wait(self, now: float) -> float:
        """How long what is asked now has to wait, as it is done in any case."""
        self._fill(now)
        self._tokens -= 1
        return max(0.0, -self._tokens / self._per_second)

    def allows(self, now: float) -> bool:
        """Whether what is asked now may be done; what may not, costs nothing."""
        self._fill(now)
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def _fill(self, now: float) -> None:
        earned = (now - self._since) * self._per_second
        self._tokens = min(self._tokens + earned, self._at_once)
        self._since = now
