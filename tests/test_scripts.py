"""The scripts on machines of every kind: a small checkout beside a small package index."""

from __future__ import annotations

import ast
import os
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parent.parent / "scripts"
LAUNCHERS = ["play.py", "check.py", "test.py"]

PROJECT = """
[project]
name = "lanuno"
dependencies = ["ludo>=1"]
[dependency-groups]
dev = []
film = []
"""
GAME = """
import sys, ludo
print(ludo.__name__, *sys.argv[1:])
sys.exit(7)
"""


class Machine:
    """A checkout of a small lanuno, an index with what it needs, and somebody who starts it."""

    def __init__(self, folder: Path) -> None:
        self.checkout = folder / "my games"
        self.index = folder / "index"
        self.index.mkdir()
        (self.checkout / "lanuno").mkdir(parents=True)
        (self.checkout / "lanuno" / "__main__.py").write_text(GAME)
        (self.checkout / "pyproject.toml").write_text(PROJECT)
        shutil.copytree(SCRIPTS, self.checkout / "scripts")
        self.publish("ludo")

    def publish(self, name: str) -> None:
        about = f"{name}-1.dist-info"
        with zipfile.ZipFile(self.index / f"{name}-1-py3-none-any.whl", "w") as wheel:
            wheel.writestr(f"{name}.py", "")
            wheel.writestr(
                f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n"
            )
            wheel.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
            wheel.writestr(f"{about}/RECORD", "")

    def need(self, name: str) -> None:
        text = PROJECT.replace("ludo>=1", f'ludo>=1", "{name}')
        (self.checkout / "pyproject.toml").write_text(text)

    def go_offline(self) -> None:
        shutil.rmtree(self.index)

    def start(self, *words: str, **variables: str) -> subprocess.Popen[str]:
        pip = {
            "PIP_CONFIG_FILE": os.devnull,
            "PIP_FIND_LINKS": str(self.index),
            "PIP_NO_INDEX": "1",
        }
        return subprocess.Popen(
            [sys.executable, self.checkout / "scripts" / "play.py", *words],
            env={**os.environ, **pip, **variables},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def play(self, *words: str, **variables: str) -> tuple[int, str, str]:
        process = self.start(*words, **variables)
        out, err = process.communicate(timeout=120)
        return process.returncode, out, err


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """A machine on which lanuno has been started once."""
    machine = Machine(tmp_path_factory.mktemp("ready"))
    code, out, err = machine.play("host", "--bots", "3")
    assert (code, out) == (7, "ludo host --bots 3\n"), err
    return machine


@pytest.fixture
def machine(ready: Machine, tmp_path: Path) -> Machine:
    """A machine of one's own, on which lanuno has been started, and then moved."""
    shutil.copytree(ready.checkout, tmp_path / "my games", symlinks=True)
    machine = Machine.__new__(Machine)
    machine.checkout, machine.index = tmp_path / "my games", tmp_path / "index"
    shutil.copytree(ready.index, machine.index)
    return machine


def test_the_second_start_needs_no_network_and_says_nothing(machine: Machine) -> None:
    machine.go_offline()

    code, out, err = machine.play("join", "a b")

    assert (code, out, err) == (7, "ludo join a b\n", "")


def test_a_new_dependency_is_fetched_into_the_same_environment(machine: Machine) -> None:
    kept = machine.checkout / ".venv" / "kept"
    kept.touch()
    machine.publish("domino")
    machine.need("domino")

    code, _, err = machine.play()

    assert code == 7
    assert err.startswith("Updating lanuno")
    assert kept.exists()
    machine.go_offline()
    assert machine.play() == (7, "ludo\n", "")


def test_an_update_that_fails_is_told_and_is_not_believed(machine: Machine) -> None:
    machine.need("domino")

    code, out, err = machine.play()

    assert (code, out) == (1, "")
    assert "setup.log" in err.splitlines()[-1]
    assert "Traceback" not in err
    machine.publish("domino")
    code, out, err = machine.play()
    assert (code, out) == (7, "ludo\n")
    assert err.startswith("Setting up lanuno")


def test_an_environment_of_another_python_is_made_anew(machine: Machine) -> None:
    stamp = machine.checkout / ".venv" / "stamp"
    stamp.write_text(stamp.read_text().replace(sys.implementation.cache_tag, "cpython-39"))
    stray = machine.checkout / ".venv" / "stray"
    stray.touch()

    code, out, _ = machine.play()

    assert (code, out) == (7, "ludo\n")
    assert not stray.exists()


def test_an_environment_whose_python_has_vanished_is_made_anew(machine: Machine) -> None:
    for python in (machine.checkout / ".venv" / "bin").glob("python*"):
        python.unlink()
        python.symlink_to("/nowhere/python3")

    code, out, _ = machine.play()

    assert (code, out) == (7, "ludo\n")


def test_a_set_up_that_was_killed_is_finished_by_the_next_two_starts(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    killed = machine.start()
    deadline = time.monotonic() + 60
    while not (machine.checkout / ".venv" / "pyvenv.cfg").exists():
        assert time.monotonic() < deadline, "the first start never began to set up"
        assert killed.poll() is None
        time.sleep(0.01)
    killed.send_signal(signal.SIGKILL)
    killed.communicate()

    both = [machine.start("one"), machine.start("two")]

    results = [(*each.communicate(timeout=120), each.returncode) for each in both]
    assert [(code, out) for out, _, code in results] == [(7, "ludo one\n"), (7, "ludo two\n")]
    assert sum("Setting up" in err for _, err, _ in results) == 1


def test_without_a_network_the_first_start_says_so_in_a_sentence(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.go_offline()

    code, out, err = machine.play(PIP_NO_INDEX="0", PIP_INDEX_URL="http://127.0.0.1:9/")

    assert (code, out) == (1, "")
    assert "internet" in err.splitlines()[-1]
    assert "Traceback" not in err


@pytest.mark.parametrize("script", LAUNCHERS)
@pytest.mark.parametrize(
    ("pretense", "advice"),
    [
        ("sys.version_info = (3, 8, 18)", "Python 3.11 or newer, and this is Python 3.8"),
        ("sys.modules['ensurepip'] = None", "sudo apt install python3-venv"),
    ],
)
def test_a_python_that_will_not_do_is_told_in_a_sentence(
    script: str, pretense: str, advice: str, tmp_path: Path
) -> None:
    scripts = Machine(tmp_path).checkout / "scripts"
    run = (
        f"import runpy, sys; sys.path.insert(0, {str(scripts)!r}); {pretense};"
        f"runpy.run_path({str(scripts / script)!r}, run_name='__main__')"
    )

    done = subprocess.run([sys.executable, "-c", run], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout) == (1, "")
    assert advice in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("script", [*LAUNCHERS, "python_version.py"])
def test_an_ancient_python_can_read_what_tells_it_so(script: str) -> None:
    tree = ast.parse((SCRIPTS / script).read_text())

    newer = (ast.JoinedStr, ast.AnnAssign, ast.NamedExpr, ast.Starred, ast.Match, ast.Nonlocal)
    for node in ast.walk(tree):
        assert not isinstance(node, newer), ast.unparse(node)
        if isinstance(node, ast.FunctionDef):
            assert node.returns is None
            assert not node.args.kwonlyargs
            assert all(each.annotation is None for each in node.args.args)
