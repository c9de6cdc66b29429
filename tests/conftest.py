"""Lets no test be skipped where CI=true, and none leave anything in its user's folders."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from lanuno.language import choose_language

if TYPE_CHECKING:
    from pathlib import Path

# What is said is compared in English, whatever the language of the machine.
os.environ["LANUNO_LANG"] = "en"
# What moves is tested where it is asked for; everywhere else the screens stand still.
os.environ["TEXTUAL_ANIMATIONS"] = "none"


@pytest.fixture(autouse=True)
def nobodys_state(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Tables and seats are kept where the test is at home, not where its user is."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


@pytest.fixture(autouse=True)
def english() -> None:
    """No test speaks the language that another has left."""
    choose_language("en")


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    if os.environ.get("CI") == "true" and _skipped(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if os.environ.get("CI") == "true":
        for report in _skipped(config):
            terminalreporter.write_line(f"SKIPPED, which CI does not allow: {report.nodeid}")


def _skipped(config: pytest.Config) -> list[pytest.TestReport]:
    # The reporter hears of every test, those in README.md and in docstrings included.
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    return reporter.stats.get("skipped", [])
