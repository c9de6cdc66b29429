"""Absences that the import contracts in pyproject.toml cannot state."""

from __future__ import annotations

import ast
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FILES = sorted((ROOT / "lanuno").rglob("*.py"))
LINES_MAX = 400


def calls(file: Path) -> list[tuple[str, ast.Call]]:
    """Every call in *file*, with what is called as it is written there."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [(ast.unparse(call.func), call) for call in found]


def loaded(program: str) -> set[str]:
    """The modules that a new Python has loaded once it has run *program*."""
    told = f"import sys\ntry:\n {program}\nfinally:\n print(*sys.modules, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", told], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(done.stderr.split())


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_asking_for_the_version_or_for_help_loads_neither_screens_nor_network(option) -> None:
    modules = loaded(f"sys.argv = ['lanuno', '{option}']; from lanuno.cli import main; main()")

    assert "lanuno.cli" in modules
    assert not {"msgpack", "textual", "zeroconf"} & modules


def test_the_first_screen_waits_for_no_cryptography_and_no_discovery() -> None:
    modules = loaded("import lanuno.tui.app")

    assert "textual" in modules
    assert not {"cryptography", "spake2", "zeroconf", "lanuno.net.trust"} & modules


@pytest.mark.parametrize(
    "room",
    [
        "lanuno.uno.view",
        "lanuno.net.messages",
        "lanuno.net.calling",
        "lanuno.net.client",
        "lanuno.net.discovery",
        "lanuno.bots",
        "lanuno.tui.app",
    ],
)
def test_a_players_side_never_has_the_truth_in_memory(room) -> None:
    modules = loaded(f"import {room}")

    assert room in modules
    assert not {"lanuno.uno.game", "lanuno.uno.state", "lanuno.net.table"} & modules


@pytest.mark.parametrize("room", ["uno", "bots", "net/table.py", "net/codec.py"])
def test_the_rooms_that_decide_never_wait(room) -> None:
    waiting = (ast.AsyncFunctionDef, ast.Await, ast.AsyncFor, ast.AsyncWith)
    inside = [file for file in FILES if file.is_relative_to(ROOT / "lanuno" / room)]

    assert inside
    for file in inside:
        nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        assert not any(isinstance(node, waiting) for node in nodes), file


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_a_file_can_be_read_at_one_sitting(file) -> None:
    assert len(file.read_text(encoding="utf-8").splitlines()) <= LINES_MAX


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_only_the_command_line_prints_and_ends_the_program(file) -> None:
    called = {name for name, _ in calls(file)}
    ends = {"print", "sys.exit", "exit", "os._exit", "SystemExit", "click.echo"} & called

    inside = file.relative_to(ROOT / "lanuno").parts[0]
    assert not ends or inside in {"cli", "plain", "headless.py", "__main__.py"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_no_text_is_ever_read_as_markup(file) -> None:
    """A name may be "[red]", or a link: what another player wrote is shown as it is."""
    for called, call in calls(file):
        assert not called.endswith(("from_markup", "from_ansi"))
        for keyword in call.keywords:
            asked = keyword.arg == "markup" and not (
                isinstance(keyword.value, ast.Constant) and keyword.value.value is False
            )
            assert not asked, ast.unparse(call)


def test_the_package_that_is_installed_is_complete(tmp_path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )

    (wheel,) = tmp_path.glob("*.whl")
    inside = set(zipfile.ZipFile(wheel).namelist())
    ours = [path for path in (ROOT / "lanuno").rglob("*") if path.is_file()]
    kept = {str(path.relative_to(ROOT)) for path in ours if "__pycache__" not in path.parts}
    assert kept <= inside
    assert {"lanuno/py.typed", "lanuno/tui/lanuno.tcss", "lanuno/tui/table.tcss"} <= inside
    start = f"import sys; sys.path.insert(0, {str(wheel)!r}); import lanuno.cli as c; print(c)"
    done = subprocess.run([sys.executable, "-c", start], capture_output=True, text=True, check=True)
    assert str(wheel) in done.stdout
