"""Run the tests, or only those named: test.py [PATH or any option of pytest] ..."""

import sys

from python_version import refuse_old_python

refuse_old_python()

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
    pytest = [str(python), "-I", "-m", "pytest"]
    return environment.side_by_side([pytest + part for part in PARTS])


if __name__ == "__main__":
    environment.run(main)
