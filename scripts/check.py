"""Check everything that must hold before a change is handed in: exactly what CI runs."""

from python_version import refuse_old_python

refuse_old_python()

import argparse
import subprocess
import sys
import tempfile
import time

import environment

# import-linter is a command only, with no module that Python could run.
CONTRACTS = "from importlinter.cli import lint_imports_command as main; main(['--no-logo'])"


# Two halves that take about as long: most of one waits for networks and terminals.
HALVES = (["--ignore=tests/tui", "--ignore=tests/uno"], ["tests/tui", "tests/uno"])


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--fast", action="store_true", help="leave out the tests")
    fast = options.parse_args().fast

    began = time.monotonic()
    python = str(environment.for_developers())
    results = [("environment", True, time.monotonic() - began)]
    checks = [
        ("style", ["-m", "ruff", "check"]),
        ("format", ["-m", "ruff", "format", "--check"]),
        ("types", ["-m", "basedpyright", "--pythonpath", python]),
        ("contracts", ["-c", CONTRACTS]),
    ]
    for name, words in checks:
        environment.say("\n=== " + name)
        began = time.monotonic()
        code = subprocess.call([python, "-I"] + words, cwd=environment.ROOT)
        results.append((name, code == 0, time.monotonic() - began))
    if not fast:
        environment.say("\n=== tests")
        began = time.monotonic()
        pytest = [python, "-I", "-m", "pytest"]
        # Side by side, but what they say is printed one after the other.
        with tempfile.TemporaryFile() as said:
            other = subprocess.Popen(
                pytest + HALVES[1], cwd=environment.ROOT, stdout=said, stderr=subprocess.STDOUT
            )
            code = subprocess.call(pytest + HALVES[0], cwd=environment.ROOT)
            code = other.wait() or code
            said.seek(0)
            sys.stdout.flush()
            sys.stdout.buffer.write(said.read())
        results.append(("tests", code == 0, time.monotonic() - began))

    environment.say("\n=== summary")
    for name, holds, seconds in results:
        environment.say("  %-11s  %-6s  %5.1f s" % (name, "ok" if holds else "FAILED", seconds))
    return int(not all(holds for _, holds, _ in results))


if __name__ == "__main__":
    environment.run(main)
