"""What becomes of the program when its terminal does."""

from __future__ import annotations

import errno
import os
import pty
import select
import signal
import sys
import time
from pathlib import Path

import pytest

from lanuno.tui.terminal import Lasting, steady

ROOT = Path(__file__).parents[2]
SECONDS_MAX = 60


class Driver:
    """Notes what it is asked for."""

    def __init__(self):
        self.asked = []

    def suspend_application_mode(self):
        self.asked.append("suspend")

    def resume_application_mode(self):
        self.asked.append("resume")


class Gone:
    """A terminal that was closed."""

    encoding = "utf-8"

    def write(self, _):
        raise OSError(errno.EIO, "gone")

    def flush(self):
        raise OSError(errno.EIO, "gone")


def test_what_never_stopped_does_not_start_again():
    driver = steady(Driver)()

    driver.resume_application_mode()
    assert driver.asked == []

    driver.suspend_application_mode()
    driver.resume_application_mode()
    driver.resume_application_mode()
    assert driver.asked == ["suspend", "resume"]


def test_what_cannot_be_written_is_lost_without_an_error():
    lasting = Lasting(Gone())

    assert lasting.write("picture") == 7
    lasting.flush()
    assert lasting.encoding == "utf-8"


@pytest.mark.parametrize("_attempt", range(4))
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such terminals")
def test_the_program_ends_when_its_window_is_closed(_attempt):
    pid, screen = pty.fork()
    if not pid:
        os.chdir(ROOT)
        os.environ["TERM"] = "xterm-256color"
        os.execv(sys.executable, [sys.executable, "-m", "lanuno", "play"])  # noqa: S606 - our own
    deadline, seen = time.monotonic() + SECONDS_MAX, b""
    while b"Practice" not in seen:
        assert time.monotonic() < deadline, seen
        if select.select([screen], [], [], 0.1)[0]:
            seen += os.read(screen, 1 << 16)

    os.close(screen)

    while True:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            break
        if time.monotonic() > deadline:
            os.kill(pid, 9)
            os.waitpid(pid, 0)
            pytest.fail("it goes on without a terminal")
        time.sleep(0.05)
    assert os.waitstatus_to_exitcode(status) == 128 + signal.SIGHUP
