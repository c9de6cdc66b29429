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
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.simulation.evening import play
from tests.simulation.faults import KINDS
from tests.simulation.shrink import shrink

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.simulation.evening import Outcome

LOG_LINES = 40
"""How much of a failed evening's end is shown."""


def main() -> int:
    options = _options()
    kinds = options.faults
    counts: Counter[str] = Counter()
    began, virtual, longest, done, failed = time.perf_counter(), 0.0, 0.0, 0, 0
    for seed in range(options.seed, options.seed + options.games):
        outcome = play(seed, kinds)
        counts += outcome.counts
        done += 1
        virtual += outcome.seconds
        longest = max(longest, outcome.seconds_to_end)
        if outcome.error:
            failed += 1
            _tell_failure(outcome, kinds)
        if failed >= options.failures:
            break
    seconds = time.perf_counter() - began
    print(
        f"Python {sys.version.split()[0]}, from seed {options.seed}: {done} evenings"
        f" with {counts['games']} games in {seconds:.1f} s: {done / seconds:.1f} a second,"
        f" {virtual / seconds:.0f} times real time; {failed} failed."
    )
    print(f"At most {longest:.0f} s (virtual) from when all was mended to the end.")
    for what, count in sorted(counts.items()):
        print(f"{count:>9}  {what}")
    return int(failed > 0)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1, help="the first one")
    parser.add_argument("--games", type=int, default=100, help="evenings, each with its own seed")
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
