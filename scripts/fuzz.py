"""
Throw bytes at the decoder (`fuzz.py decoder`) or at a table (`fuzz.py session`), led by coverage.

atheris comes with the dependency group `fuzz` (`pip install --group fuzz`), for Linux and
macOS. It stops at the first bytes that break something, prints them and keeps them in a file.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("what", choices=["decoder", "session"])
    options.add_argument("--seconds", type=int, default=60, help="how long  [default: 60]")
    options.add_argument("--seed", type=int, default=1, help="of what is tried  [default: 1]")
    asked = options.parse_args()
    try:
        atheris = import_module("atheris")
    except ImportError:
        sys.exit("fuzz.py: atheris is missing; `pip install --group fuzz` brings it")
    with atheris.instrument_imports(include=["lanuno"]):
        fuzzing = import_module("tests.net.fuzzing")
    samples = import_module("tests.net.samples")
    if asked.what == "decoder":
        target = fuzzing.decode_anything
        length = fuzzing.LENGTH_BYTES
        corpus = [fuzzing.frame(each)[length:] for each in (*samples.REQUESTS, *samples.NOTICES)]
    else:
        target, corpus = fuzzing.run_session, fuzzing.CORPUS
    with tempfile.TemporaryDirectory() as folder:
        for number, body in enumerate(corpus):
            Path(folder, str(number)).write_bytes(body)
        words = [f"-max_total_time={asked.seconds}", f"-seed={asked.seed}", "-max_len=4096"]
        atheris.Setup([sys.argv[0], *words, folder], target)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
