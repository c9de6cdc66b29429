"""Run the tests, or only those named: test.py [PATH or any option of pytest] ..."""

import sys

from python_version import refuse_old_python

refuse_old_python()

import contextlib
import subprocess
import tempfile
from pathlib import Path

import environment

# Parts that run side by side when all tests do: most of the first waits for networks.
PARTS = (
    ["tests/lan"],
    ["tests/tui", "tests/uno"],
    ["--ignore=tests/lan", "--ignore=tests/tui", "--ignore=tests/uno"],
)


def main():
    # Paths are meant from where the caller stands; pytest finds its settings where it stands.
    words = [str(Path(word).resolve()) if Path(word).exists() else word for word in sys.argv[1:]]
    python = environment.for_developers()
    if words:
        environment.become(python, "pytest", words, at=environment.ROOT)
    return run_all(str(python))


def run_all(python):
    """Run the parts at once, and print one after the other what they say."""
    failed = False
    with contextlib.ExitStack() as stack:
        running = []
        for part in PARTS:
            said = stack.enter_context(tempfile.TemporaryFile())
            words = [python, "-I", "-m", "pytest"] + part
            process = subprocess.Popen(
                words, cwd=environment.ROOT, stdout=said, stderr=subprocess.STDOUT
            )
            running.append((process, said))
        for process, said in running:
            failed = process.wait() != 0 or failed
            said.seek(0)
            sys.stdout.flush()
            sys.stdout.buffer.write(said.read())
    return int(failed)


if __name__ == "__main__":
    environment.run(main)
