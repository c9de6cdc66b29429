"""
Play whole evenings in virtual time, over a network in memory on which everything goes wrong.

Server, table and sessions are the real ones. The same seed gives the same evening on the
same Python. A failure prints its seed and the few faults that it takes; exit code 1 then.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from contextlib import ExitStack
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.simulation.evening import play
from tests.simulation.faults import KINDS
from tests.simulation.shrink import shrink

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.simulation.evening import Outcome

LOG_LINES = 40
"""How much of a failed evening's end is shown."""


class Sums:
    """What many evenings came to; mutable, as they are added up."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.evenings = self.failed = 0
        self.virtual = self.longest = 0.0

    def add(self, outcome: Outcome) -> None:
        self.counts += outcome.counts
        self.evenings += 1
        self.failed += outcome.error is not None
        self.virtual += outcome.seconds
        self.longest = max(self.longest, outcome.seconds_to_end)

    def tell(self, seed: int, seconds: float) -> None:
        print(
            f"Python {sys.version.split()[0]}, from seed {seed}: {self.evenings} evenings"
            f" with {self.counts['games']} games in {seconds:.1f} s:"
            f" {self.evenings / seconds:.1f} a second,"
            f" {self.virtual / seconds:.0f} times real time; {self.failed} failed."
        )
        print(f"At most {self.longest:.0f} s (virtual) from when all was mended to the end.")
        for what, count in sorted(self.counts.items()):
            print(f"{count:>9}  {what}")


def main() -> int:
    options = _options()
    sums, began = Sums(), time.perf_counter()
    seeds = range(options.seed, options.seed + options.games)
    with ExitStack() as stack:
        evenings: Iterator[Outcome] = map(partial(_play, options.faults), seeds)
        if options.jobs > 1:
            pool = stack.enter_context(get_context("spawn").Pool(options.jobs))
            evenings = pool.imap(partial(_play, options.faults), seeds, chunksize=8)
        for outcome in evenings:
            sums.add(outcome)
            if outcome.error:
                _tell_failure(play(outcome.seed, options.faults), options.faults)
            if sums.failed >= options.failures:
                break
    sums.tell(options.seed, time.perf_counter() - began)
    return int(sums.failed > 0)


def _play(kinds: Sequence[str], seed: int) -> Outcome:
    outcome = play(seed, kinds)
    # What another process needs to know of it; the rest is found out by playing it again.
    return outcome._replace(log=[], error=outcome.error and RuntimeError(outcome.failure))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1, help="the first one")
    parser.add_argument("--games", type=int, default=100, help="evenings, each with its own seed")
    parser.add_argument("--jobs", type=int, default=1, help="processes that share them")
    parser.add_argument("--failures", type=int, default=3, help="after how many to give up")
    parser.add_argument(
        "--faults",
        type=_kinds,
        default=tuple(KINDS),
        help=f"what may go wrong, with commas between: {', '.join(KINDS)}; or none",
    )
    options = parser.parse_args()
    if options.games < 1:
        parser.error("at least one game has to be played")
    if options.jobs < 1:
        parser.error("at least one process has to play them")
    return options


def _kinds(text: str) -> tuple[str, ...]:
    kinds = () if text == "none" else tuple(text.split(","))
    for kind in kinds:
        if kind not in KINDS:
            raise argparse.ArgumentTypeError(f"{kind!r} is none of {', '.join(KINDS)}")
    return kinds


def _tell_failure(outcome: Outcome, kinds: Sequence[str]) -> None:
    print(f"seed {outcome.seed} failed with {len(outcome.faults)} faults: {outcome.failure}")
    small = shrink(outcome, kinds)
    faults = ", ".join(map(str, small.faults)) or "none at all"
    print(f"  it takes {len(small.faults)}: {faults}")
    print("\n".join(f"  | {line}" for line in small.log[-LOG_LINES:]))
    traceback.print_exception(small.error)


if __name__ == "__main__":
    sys.exit(main())
