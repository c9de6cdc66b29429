"""Run the tests, or only those named: test.py [PATH or any option of pytest] ..."""

import sys

from python_version import refuse_old_python

refuse_old_python()

from pathlib import Path

import environment


def main():
    # Paths are meant from where the caller stands; pytest finds its settings where it stands.
    words = [str(Path(word).resolve()) if Path(word).exists() else word for word in sys.argv[1:]]
    environment.become(environment.for_developers(), "pytest", words, at=environment.ROOT)


if __name__ == "__main__":
    environment.run(main)
