"""
Make and mend the environments that the scripts run in: players' and developers'.

An environment is believed only when its stamp says what this checkout needs. The stamp
is written last and taken away first, so what was interrupted is done again.
"""

from __future__ import annotations

import contextlib
import errno
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path
from typing import IO, TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Sequence

ROOT = Path(__file__).resolve().parent.parent
DISK_FULL = "The disk is full. Make some room and start again."


class SetUpFailed(Exception):
    """What went wrong, and what the person at the keyboard can do about it."""


def for_players() -> Path:
    """The Python of an environment in which lanuno runs; SetUpFailed when there can be none."""
    return _ensured(ROOT / ".venv", _needed(), "lanuno")


def for_developers() -> Path:
    """
    The Python of an environment with the tools and tests' needs as well.

    It is apart from the players', which a tool then cannot break, and there is one for
    each version of Python, so that testing on two does not make them take turns.
    """
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    return _ensured(ROOT / ".check" / version, _needed("dev", "film"), "lanuno's tools")


def become(python: Path, module: str, words: Sequence[str], at: Path | None = None) -> NoReturn:
    """Run *module* with *words* in place of this program, in the folder *at* if one is given."""
    # -I: a stray file, variable or package of the player's own must not get in between.
    command = [str(python), "-I", "-m", module, *words]
    if at is not None:
        os.chdir(at)
    if os.name != "nt":
        os.execv(python, command)
    # Windows cannot replace a program; this one waits, and leaves Ctrl-C to the other.
    import signal  # noqa: PLC0415 - every start would pay for it

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(subprocess.call(command))


def side_by_side(commands: Iterable[Sequence[str]]) -> int:
    """Run *commands* at once; prints what they say one after the other. 1 if any of them failed."""
    failed = False
    with contextlib.ExitStack() as stack:
        running: list[tuple[subprocess.Popen[bytes], IO[bytes]]] = []
        for command in commands:
            said = stack.enter_context(tempfile.TemporaryFile())
            process = subprocess.Popen(command, cwd=ROOT, stdout=said, stderr=subprocess.STDOUT)
            running.append((process, said))
        for process, said in running:
            failed = process.wait() != 0 or failed
            said.seek(0)
            sys.stdout.flush()
            shutil.copyfileobj(said, sys.stdout.buffer)
    return int(failed)


def run(main: Callable[[], int | None]) -> NoReturn:
    """Run *main* and end with its exit code; what goes wrong is told in a sentence."""
    try:
        sys.exit(main())
    except SetUpFailed as failure:
        sys.exit(str(failure))
    except OSError as error:
        sys.exit(DISK_FULL if error.errno == errno.ENOSPC else f"Something is in the way: {error}.")
    except KeyboardInterrupt:
        say("Stopped. Start it again whenever you like.")
        sys.exit(130)


def say(text: str, end: str = "\n") -> None:
    """Show *text* to the person who waits; standard output stays free for the program's own."""
    print(text, end=end, file=sys.stderr, flush=True)


def _ensured(folder: Path, needed: Sequence[str], what: str) -> Path:
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if _stamp_of(folder) == _stamp(needed) and _is_alive(python):
        return python
    if not all(importlib.util.find_spec(each) for each in ("venv", "ensurepip")):
        raise SetUpFailed(
            "This Python lacks its venv module, which lanuno needs to set itself up. "
            "On Debian and Ubuntu, install it with: sudo apt install python3-venv"
        )
    folder.mkdir(parents=True, exist_ok=True)
    with _lock(folder) as lock:
        if _stamp_of(folder) != _stamp(needed) or not _is_alive(python):
            _set_up(folder, python, needed, what, lock)
    return python


def _set_up(folder: Path, python: Path, needed: Sequence[str], what: str, lock: IO[str]) -> None:
    if _is_alive(python) and _stamp_of(folder)[:1] == _stamp(needed)[:1]:
        say(f"Updating {what}: this takes a moment.")
        (folder / "stamp").unlink()
    else:
        say(f"Setting up {what}: this takes about a minute, and only the first time.")
        (folder / "stamp").unlink(missing_ok=True)
        _empty(folder)
        # Not sys.executable, which may live in the very folder that was just emptied.
        outside = getattr(sys, "_base_executable", sys.executable)
        _do("Making a place for it", [outside, "-I", "-m", "venv", str(folder)], folder, lock)
    _do("Fetching its parts:", _pip(python, needed), folder, lock)
    _put_on_path(folder)
    (folder / "stamp").write_text("\n".join(_stamp(needed)), encoding="utf-8")


def _pip(python: Path, needed: Sequence[str]) -> list[str]:
    quiet = ["--no-input", "--disable-pip-version-check", "--progress-bar", "off"]
    patience = ["--timeout", "15", "--retries", "2"]
    pip = [str(python), "-I", "-m", "pip", "install", "--compile", "--prefer-binary"]
    return [*pip, *quiet, *patience, *needed]


def _do(step: str, command: list[str], folder: Path, lock: IO[str]) -> None:
    """Run *command*, showing its progress; SetUpFailed when it fails."""
    say(f"  {step}", end="")
    log = folder / "setup.log"
    said: list[str] = []
    try:
        with log.open("a", encoding="utf-8") as written, _started(command, lock) as process:
            for line in process.stdout or ():
                written.write(line)
                said.append(line)
                _show(line)
    finally:
        say("")
    if process.returncode:
        raise SetUpFailed(_reason("".join(said), log))


def _started(command: list[str], lock: IO[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        # Somebody's pip may be set to install for the user, which no environment can.
        env={**os.environ, "PIP_USER": "0"},
        # It holds the lock as well: should this program be killed, nobody else touches
        # the folder before what it started has ended too.
        pass_fds=[] if os.name == "nt" else [lock.fileno()],
    )


def _show(line: str) -> None:
    match line.split():
        case ["Collecting", requirement, *_]:
            say(" " + re.split(r"[^\w.-]", requirement, maxsplit=1)[0], end="")
        case ["Installing", "collected", *_]:
            say("\n  Installing them", end="")
        case _:
            pass


def _reason(said: str, log: Path) -> str:
    if "No space left" in said or "not enough space" in said:
        return DISK_FULL
    if "connection broken by" in said or "Could not fetch URL" in said:
        return (
            "The internet cannot be reached, which lanuno needs to fetch its parts the first "
            "time, and never to play. Connect this computer and start again."
        )
    return f"Setting up did not work; the end of {log} says why. Put that right and start again."


def _put_on_path(folder: Path) -> None:
    # Relative, so that a checkout that is moved still finds itself; not installed, so
    # that `git pull` is an update.
    (site,) = folder.glob("Lib/site-packages" if os.name == "nt" else "lib/*/site-packages")
    (site / "lanuno.pth").write_text(os.path.relpath(ROOT, site), encoding="utf-8")


def _empty(folder: Path) -> None:
    for each in folder.iterdir():
        if each.is_dir() and not each.is_symlink():
            shutil.rmtree(each)
        elif each.name != "lock":
            each.unlink()


def _needed(*groups: str) -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    of_groups: list[list[str]] = [project["dependency-groups"][group] for group in groups]
    return sum(of_groups, project["project"]["dependencies"])


def _stamp(needed: Sequence[str]) -> list[str]:
    return [f"{sys.implementation.cache_tag} {sys.platform}", *needed]


def _stamp_of(folder: Path) -> list[str]:
    try:
        return (folder / "stamp").read_text(encoding="utf-8").splitlines()
    except (FileNotFoundError, NotADirectoryError, UnicodeDecodeError):
        return []


def _is_alive(python: Path) -> bool:
    """Whether *python*, and the one that the environment was made from, are still there."""
    if os.name != "nt":
        return python.exists()  # it is a link to the other
    settings = python.parent.parent / "pyvenv.cfg"
    lines = settings.read_text(encoding="utf-8").splitlines() if settings.exists() else []
    homes = [line.partition("=")[2].strip() for line in lines if line.startswith("home")]
    return python.exists() and all((Path(home) / python.name).exists() for home in homes)


@contextlib.contextmanager
def _lock(folder: Path) -> Generator[IO[str]]:
    """No other start sets up the same folder meanwhile; the system lifts it when we die."""
    with (folder / "lock").open("w") as lock:
        if not _locked(lock):
            say("Another start is setting this up already; waiting for it ...")
            while not _locked(lock):
                time.sleep(0.2)
        yield lock


def _locked(lock: IO[str]) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415 - only Windows has it

            msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl  # noqa: PLC0415 - Windows does not have it

            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True
