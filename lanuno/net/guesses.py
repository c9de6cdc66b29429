"""How often a code may be tried: whoever guesses pays for it, and nobody else does."""

from __future__ import annotations

from math import inf

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
        self._tried: list[tuple[float, str]] = []
        """When, and from which address."""
        self._clean_since: dict[str, float] = {}
        """When the last right code came from an address; what it tried before is forgiven."""

    def charge(self, address: str, now: float) -> float | None:
        """
        Count a guess from *address*; how many seconds it has to wait for its answer.

        None when there were too many from there, or from everywhere: then it is not answered.
        """
        self._forget(now - _HOUR)
        since = self._clean_since.get(address, -inf)
        before = sum(where == address and when > since for when, where in self._tried)
        if (
            before >= limits.WRONG_AN_HOUR_PER_ADDRESS_MAX
            or len(self._tried) >= limits.WRONG_AN_HOUR_MAX
        ):
            return None
        self._tried.append((now, address))
        self.wrong += 1
        first, longest = limits.WAIT_SECONDS
        return (
            0.0
            if before < limits.FREE_GUESSES
            else min(first * 2 ** (before - limits.FREE_GUESSES), longest)
        )

    def refund(self, address: str) -> None:
        """A guess from *address* was right: its slate is clean."""
        self.wrong -= 1
        last = max(i for i, (_, where) in enumerate(self._tried) if where == address)
        self._clean_since[address], _ = self._tried.pop(last)

    def _forget(self, before: float) -> None:
        self._tried = [each for each in self._tried if each[0] >= before]
        self._clean_since = {
            address: when for address, when in self._clean_since.items() if when >= before
        }
