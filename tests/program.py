"""A lanuno of its own, as it is started from a shell, and what it prints."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from contextlib import closing, contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).parents[1]

SILENT_SECONDS_MAX = 60
"""For so long it may say nothing at all; how long a game takes is left to the cards."""


class Program:
    """`lanuno` with these *words*, its bots quick; ended at the latest with the block."""

    def __init__(self, *words, stdin=subprocess.PIPE):
        self.told = []
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-m", "tests.quick", *words],
            cwd=ROOT,
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            env={**os.environ, "PYTHONUTF8": "1"},
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        if self.process.stdin:
            # What it did not read is lost with it.
            with suppress(BrokenPipeError):
                self.process.stdin.close()

    def type(self, line):
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def read(self):
        """The next line that it prints; it is an error that there is none."""
        with self._limit():
            line = self.process.stdout.readline()
        assert line, f"it ended: {self.told}"
        self.told.append(line.rstrip("\n"))
        return self.told[-1]

    def until(self, *wanted):
        """Read on until each text that is *wanted* was in a line."""
        wanted = set(wanted)
        while wanted:
            line = self.read()
            wanted = {text for text in wanted if text not in line}

    def end(self):
        """The exit status of what ends by itself now."""
        with self._limit():
            self.told += self.process.stdout.read().splitlines()
            return self.process.wait()

    @contextmanager
    def _limit(self):
        limit = threading.Timer(SILENT_SECONDS_MAX, self.process.kill)
        limit.start()
        try:
            yield
        finally:
            limit.cancel()


def free_port():
    return free_ports(1)


def free_ports(count):
    """The first of so many free ports in a row."""
    while True:
        with closing(socket.create_server(("127.0.0.1", 0))) as probe:
            first = probe.getsockname()[1]
        with suppress(OSError, OverflowError):
            for port in range(first, first + count):
                socket.create_server(("127.0.0.1", port)).close()
            return first
