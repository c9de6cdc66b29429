"""Compares what is on the screens with what is stored, or stores it with --snapshot-update."""

from __future__ import annotations

import difflib
import time

import pytest
from textual._compositor import Compositor

from lanuno.language import choose_language
from lanuno.tui.screens.table import TableScreen

from .cases import STORED


def pytest_addoption(parser):
    parser.addoption(
        "--snapshot-update",
        action="store_true",
        help="store how the screens look now, instead of comparing them with what is stored",
    )


@pytest.fixture
def updates(request):
    """Whether what is stored is written anew."""
    return request.config.getoption("--snapshot-update", default=False)


@pytest.fixture
def matches(updates):
    """Fails with a diff when what is stored under a name is not what is there now."""

    def check(name, now):
        file = STORED / f"{name}.txt"
        if updates:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(now, encoding="utf-8", newline="\n")
        elif not file.is_file():
            pytest.fail(f"nothing is stored as {name}; --snapshot-update stores it", pytrace=False)
        elif (before := file.read_text(encoding="utf-8")) != now:
            diff = difflib.unified_diff(
                before.splitlines(), now.splitlines(), f"{name} as stored", "now", lineterm="", n=2
            )
            pytest.fail("\n".join(diff), pytrace=False)

    return check


@pytest.fixture(autouse=True)
def nobody_looks(monkeypatch):
    """Spares what is painted for a terminal again and again before the picture is taken."""
    painted = Compositor.render_update

    def paint(self, full=False, **options):  # noqa: FBT002 - as Textual has it
        if full:
            return painted(self, full=True, **options)
        self._dirty_regions.clear()
        return None

    monkeypatch.setattr(Compositor, "render_update", paint)


@pytest.fixture(autouse=True)
def no_clock(monkeypatch):
    """No second goes by at a table."""
    monkeypatch.setattr(TableScreen, "_in", lambda *_: None)


@pytest.fixture(autouse=True)
def english_again():
    yield
    choose_language("en")


@pytest.fixture(autouse=True)
def one_time_zone(monkeypatch):
    """When a game was over is told by the clock on the wall."""
    monkeypatch.setenv("TZ", "UTC")
    _read_time_zone()
    yield
    monkeypatch.undo()
    _read_time_zone()


def _read_time_zone():
    # Windows has no call for it.
    if hasattr(time, "tzset"):
        time.tzset()
