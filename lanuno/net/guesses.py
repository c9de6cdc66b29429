"""How often a code may be tried: whoever guesses pays for it, and nobody else does."""

from __future__ import annotations

from collections import deque

from lanuno.net import limits

_HOUR = 3600.0


class Guesses:
    """
    The wrong codes of the last hour; mutable, as they are counted.

    A guess is wrong until it has been confirmed: who hangs up in the middle pays too.
    """

    def __init__(self) -> None:
        self.wrong = 0
        """Wrong codes in all."""
        self._by_address: dict[str, int] = {}
        self._times: deque[float] = deque()

    def charge(self, address: str, now: float) -> float | None:
        """
        Count a guess from *address*; how many seconds it has to wait for its answer.

        None when there were too many from everywhere: then no guess is answered.
        """
        while self._times and self._times[0] < now - _HOUR:
            self._times.popleft()
        if not self._times:
            self._by_address.clear()
        if len(self._times) >= limits.WRONG_AN_HOUR_MAX:
            return None
        before = self._by_address.get(address, 0)
        self._by_address[address] = before + 1
        self._times.append(now)
        self.wrong += 1
        first, longest = limits.WAIT_SECONDS
        return (
            0.0
            if before < limits.FREE_GUESSES
            else min(first * 2 ** (before - limits.FREE_GUESSES), longest)
        )

    def refund(self, address: str) -> None:
        """The last guess from *address* was right: its slate is clean."""
        self.wrong -= 1
        self._times.pop()
        self._by_address.pop(address, None)
