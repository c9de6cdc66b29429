"""Find out which of an evening's faults it takes to make it fail."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .evening import play

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .evening import Outcome

RUNS_MAX = 150


def shrink(failed: Outcome, kinds: Iterable[str], runs_max: int = RUNS_MAX) -> Outcome:
    """
    The same failure with as few faults as can be found, each of which it needs.

    The faults are numbered and draw from chances of their own, so one can be left out
    without moving the others. Another failure than the first one does not count.
    """
    kinds = tuple(kinds)
    smallest, runs = failed, 0
    size = max(1, len(failed.faults) // 2)
    while size and runs < runs_max:
        for group in _groups(smallest, size):
            runs += 1
            tried = play(failed.seed, kinds, smallest.skipped | group)
            if tried.failure == failed.failure:
                smallest = tried
                break
            if runs >= runs_max:
                break
        else:
            size //= 2
    return smallest


def _groups(outcome: Outcome, size: int) -> list[frozenset[int]]:
    """The numbers of faults that are next to one another, the latest first."""
    numbers = [each.number for each in outcome.faults][::-1]
    return [frozenset(numbers[i : i + size]) for i in range(0, len(numbers), size)]
