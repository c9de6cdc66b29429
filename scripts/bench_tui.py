"""
What `bench.py tui` measures: the screens in a real terminal, beside an empty Textual app.

Both run in pseudo-terminals of 80x24, in turns. The table is a practice game that waits for
its player, so that nothing but the keys changes what is on the screen.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Generator

ROOT = Path(__file__).resolve().parent.parent
ROWS, COLUMNS = 24, 80
STARTS = 7
"""How often each program is started, in turns."""
KEYS = 300
IDLE_SECONDS = 10.0
QUIET_SECONDS = 0.03
"""A repaint is over when so long nothing has come."""
PATIENCE_SECONDS = 30.0

EMPTY = """
from textual.app import App
from textual.widgets import Static
class Empty(App):
    def compose(self):
        yield Static("lanuno: an empty app", id="text")
    def on_key(self, event):
        self.query_one("#text").update(f"pressed {event.key} {event.time}")
Empty().run()
"""
EMPTY_WORDS = ("-c", EMPTY)
HOME_WORDS = ("-m", "lanuno")
TABLE_WORDS = ("-m", "lanuno", "play", "--bots", "3")


class Press(NamedTuple):
    """What one key led to."""

    seconds: float
    """Until the last of the repaint had come."""
    bytes: int


class Terminal:
    """A program of Python in a pseudo-terminal; mutable, as it goes on."""

    def __init__(self, pid: int, screen: int) -> None:
        self.pid = pid
        self.screen = screen
        self.seen = b""

    def read(self, seconds: float) -> bytes:
        """What comes within *seconds*, as soon as something does; empty if nothing does."""
        ready, _, _ = select.select([self.screen], [], [], seconds)
        if not ready:
            return b""
        chunk = os.read(self.screen, 1 << 16)
        self.seen += chunk
        return chunk

    def until(self, text: bytes) -> float:
        """Wait until *text* is on the screen; the time of that. TimeoutError if it never is."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while text not in self.seen:
            if time.monotonic() > deadline:
                raise TimeoutError(f"{text!r} never came: {self.seen[-2000:]!r}")
            self.read(0.1)
        return time.monotonic()

    def rest(self, seconds: float) -> int:
        """Wait until so long nothing has come; how many bytes did until then."""
        count = 0
        while chunk := self.read(seconds):
            count += len(chunk)
        return count

    def press(self, key: bytes) -> Press:
        begin = last = time.monotonic()
        os.write(self.screen, key)
        count = 0
        while chunk := self.read(QUIET_SECONDS if count else 1.0):
            last, count = time.monotonic(), count + len(chunk)
        return Press(last - begin, count)

    def cpu_seconds(self) -> float:
        fields = Path(f"/proc/{self.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident_mebibytes(self) -> float:
        pages = int(Path(f"/proc/{self.pid}/statm").read_text("ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


@contextmanager
def terminal(words: tuple[str, ...]) -> Generator[tuple[Terminal, float]]:
    """Python with *words* in a terminal for the block, and when it was started."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "LANUNO_LANG": "en",
            "XDG_STATE_HOME": folder,
            "XDG_CONFIG_HOME": folder,
        }
        began = time.monotonic()
        pid, screen = pty.fork()
        if not pid:
            os.chdir(ROOT)
            os.execve(sys.executable, [sys.executable, *words], environment)
        fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        try:
            yield Terminal(pid, screen), began
        finally:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            os.close(screen)


def first_paint(words: tuple[str, ...], text: bytes) -> float:
    """How long it takes until *text* is on the screen."""
    with terminal(words) as (program, began):
        return program.until(text) - began


def measure() -> None:
    """Print everything, and how it compares."""
    first_paint(EMPTY_WORDS, b"empty app")
    first_paint(HOME_WORDS, b"local network")
    paints = [
        (first_paint(HOME_WORDS, b"local network"), first_paint(EMPTY_WORDS, b"empty app"))
        for _ in range(STARTS)
    ]
    for name, side in (("lanuno", 0), ("empty app", 1)):
        times = sorted(paint[side] for paint in paints)
        print(
            f"first paint, {name}: median {1000 * statistics.median(times):.0f} ms,"
            f" {1000 * times[0]:.0f} to {1000 * times[-1]:.0f}"
        )
    ratios = [ours / theirs for ours, theirs in paints]
    print(f"first paint, lanuno / empty app: median {statistics.median(ratios):.2f} (at most 1.5)")
    with terminal(TABLE_WORDS) as (table, _), terminal(EMPTY_WORDS) as (empty, _):
        table.until(b"YOUR TURN")
        empty.until(b"empty app")
        for each in (table, empty):
            each.rest(2.0)
        pressed = [
            (table.press(b"\x1b[C" if i % 10 < 5 else b"\x1b[D"), empty.press(b"x"))  # noqa: PLR2004 - to and fro
            for i in range(KEYS)
        ]
        _print_keys(pressed)
        _print_idle(table)
        print(
            f"resident memory in a running game: {table.resident_mebibytes():.0f} MiB (at most 70)"
        )
        print(f"resident memory of the empty app: {empty.resident_mebibytes():.0f} MiB")


def _print_keys(pressed: list[tuple[Press, Press]]) -> None:
    medians: list[float] = []
    for name, side in (("lanuno", 0), ("empty app", 1)):
        times = sorted(press[side].seconds for press in pressed)
        cuts = statistics.quantiles(times, n=100)
        medians.append(cuts[49])
        sizes = [press[side].bytes for press in pressed]
        print(
            f"key to repaint, {name}: median {1000 * cuts[49]:.1f} ms,"
            f" p99 {1000 * cuts[98]:.1f} ms; {statistics.mean(sizes):,.0f} bytes a key"
        )
    print(f"key to repaint, lanuno / empty app: {medians[0] / medians[1]:.2f} (at most 3)")
    print("wanted of lanuno: p99 at most 30 ms, at most 2,500 bytes a key")


def _print_idle(table: Terminal) -> None:
    begin, spent = time.monotonic(), table.cpu_seconds()
    count = 0
    while (left := begin + IDLE_SECONDS - time.monotonic()) > 0:
        count += len(table.read(left))
    share = (table.cpu_seconds() - spent) / IDLE_SECONDS
    print(
        f"idle at the table: {100 * share:.1f} % of a processor (at most 1), {count} bytes (none)"
    )
