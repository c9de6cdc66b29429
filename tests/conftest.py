"""Lets no test be skipped where CI=true: a check that did not run has not passed."""

from __future__ import annotations

import os

import pytest


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
