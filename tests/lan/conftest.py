"""Hosts on a network of their own, programs and terminals on them."""

import importlib.util
import itertools
import json
import os
import shlex
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SECONDS = 30
"""How long a test waits for what should come soon, also on a busy machine."""


def pytest_collection_modifyitems(items):
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("lan")


@pytest.fixture(scope="session")
def need():
    """Skip unless these programs are there; in CI nothing is skipped, so it fails there."""

    def check(*programs):
        missing = [program for program in programs if not shutil.which(program)]
        if missing:
            give_up(f"needs {', '.join(missing)}")

    return check


def give_up(reason):
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture
def lan():
    """Four hosts on one switch, for this test alone: they are up in a tenth of a second."""
    module = load_script("lan")
    try:
        with module.Lan(hosts=4) as lan:
            yield lan
    except module.NoLanError as error:
        give_up(str(error))


def load_script(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def start(lan):
    """Start a program of this directory on a host; it ends with the test."""
    programs = []

    def start(host, script, *words):
        command = [sys.executable, str(Path(__file__).with_name(script)), *words]
        programs.append(Program(lan, host, command))
        return programs[-1]

    yield start
    for program in programs:
        program.kill()


class Program:
    """A program on a host that prints lines of JSON."""

    def __init__(self, lan, host, command):
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        self._process = lan.popen(host, command, stdout=subprocess.PIPE, env=environment)
        self._lines = []
        self._news = threading.Condition()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self):
        for line in self._process.stdout:
            with self._news:
                self._lines.append(json.loads(line))
                self._news.notify_all()
        with self._news:
            self._news.notify_all()

    def wait_for(self, condition, seconds=SECONDS):
        """The last line, as soon as it fulfills *condition*."""

        def is_over():
            return self._is_fulfilled(condition) or not self._reader.is_alive()

        with self._news:
            self._news.wait_for(is_over, seconds)
            assert self._is_fulfilled(condition), f"printed until now: {self._lines}"
            return self._lines[-1]

    def _is_fulfilled(self, condition):
        return bool(self._lines) and condition(self._lines[-1])

    def stop(self):
        """Ask it to end, and wait until it has; its exit status."""
        self._process.terminate()
        return self._end()

    def kill(self):
        """End it as a crash would: it has no time for a goodbye."""
        self._process.kill()
        self._end()

    def _end(self):
        status = self._process.wait(SECONDS)
        self._reader.join(SECONDS)
        self._process.stdout.close()
        return status


@pytest.fixture
def terminal(lan, need, tmp_path):
    """Run a command on a host in a terminal; `terminal(1, ["lanuno", "host"])`."""
    need("tmux")
    terminals = []

    def open_terminal(host, command, *, home=None, **options):
        home = home or tmp_path / f"home{len(terminals)}"
        home.mkdir(exist_ok=True)
        terminals.append(Terminal(lan.inside(host, command), home, **options))
        return terminals[-1]

    yield open_terminal
    for each in terminals:
        each.close()


class Terminal:
    """A real terminal of 80x24, by way of tmux; what runs there is at home in *home*."""

    def __init__(self, command, home, *, columns=80, lines=24):
        self.home = home
        self._socket = home / f"tmux{len(list(home.glob('tmux*')))}"
        # tmux itself now and then misses the end of a command.
        self._status = home / "status"
        variables = {
            "HOME": home,
            "XDG_CONFIG_HOME": home / "config",
            "XDG_DATA_HOME": home / "data",
            "XDG_STATE_HOME": home / "state",
            "PYTHONPATH": ROOT,
            "COLORTERM": "truecolor",
            "LC_ALL": "C.UTF-8",
        }
        # What it looks like at its end is worth seeing too.
        self._tmux(
            *("start-server", ";", "set-option", "-g", "remain-on-exit", "on", ";"),
            *("set-option", "-g", "default-terminal", "xterm-256color", ";"),
            *("new-session", "-d", "-x", str(columns), "-y", str(lines)),
            *itertools.chain(*(("-e", f"{name}={value}") for name, value in variables.items())),
            f"{shlex.join(command)}; echo $? >{shlex.quote(str(self._status))}",
        )
        self._is_open = True

    def send(self, *keys):
        """Press keys, named as tmux names them: "a", "Enter", "Up", "F1", "C-c"."""
        self._tmux("send-keys", "--", *keys)

    def type(self, text):
        self._tmux("send-keys", "-l", "--", text)

    def screen(self):
        """The text on the screen."""
        return self._tmux("capture-pane", "-p")

    def wait_for(self, wanted, seconds=SECONDS):
        """The screen, as soon as it shows the text *wanted* or fulfills that condition."""
        fulfilled = wanted if callable(wanted) else lambda screen: wanted in screen
        deadline = time.monotonic() + seconds
        while not fulfilled(screen := self.screen()):
            assert time.monotonic() < deadline, f"waited in vain for {wanted!r}:\n{screen}"
            time.sleep(0.05)
        return screen

    def wait_for_end(self, seconds=SECONDS):
        """The exit status of the command, once it has ended."""
        self.wait_for(lambda _: self._status.exists() and self._status.read_text(), seconds)
        return int(self._status.read_text())

    def resize(self, columns, lines):
        self._tmux("resize-window", "-x", str(columns), "-y", str(lines))

    def modes(self):
        """What a program may have left switched on: other screen, mouse, hidden cursor."""
        flags = ("alternate_on", "mouse_any_flag", "keypad_flag", "cursor_flag")
        values = self._tmux("display-message", "-p", " ".join(f"#{{{flag}}}" for flag in flags))
        return dict(zip(flags, values.split(), strict=True))

    def signal(self, number):
        """Send that signal to the program, and not to the shell and the namespace around it."""
        pid = self._tmux("display-message", "-p", "#{pane_pid}").strip()
        while children := (Path("/proc") / pid / "task" / pid / "children").read_text().split():
            pid = children[0]
        os.kill(int(pid), number)

    def close(self):
        """Close the window, whatever runs there."""
        if self._is_open:
            self._is_open = False
            self._tmux("kill-server")

    def _tmux(self, *words):
        command = ["tmux", "-S", self._socket, "-f", os.devnull, "-u", *words]
        # Not what the C library has: readline, which pytest imports, puts a COLUMNS there that
        # programs would believe rather than the terminal.
        environment = dict(os.environ)
        return subprocess.run(
            command, capture_output=True, text=True, check=True, env=environment
        ).stdout
