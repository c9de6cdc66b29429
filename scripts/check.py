"""Check everything that must hold before a change is handed in: exactly what CI runs."""

from python_version import refuse_old_python

refuse_old_python()

import argparse
import subprocess
import time

import environment

# import-linter is a command only, with no module that Python could run.
CONTRACTS = "from importlinter.cli import lint_imports_command as main; main(['--no-logo'])"


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
        ("catalogs", [str(environment.ROOT / "scripts" / "catalogs.py"), "--check"]),
    ]
    for name, words in checks:
        environment.say("\n=== " + name)
        began = time.monotonic()
        code = subprocess.call([python, "-I"] + words, cwd=environment.ROOT)
        results.append((name, code == 0, time.monotonic() - began))
    if not fast:
        environment.say("\n=== tests")
        began = time.monotonic()
        code = subprocess.call(
            [python, str(environment.ROOT / "scripts" / "test.py")], cwd=environment.ROOT
        )
        results.append(("tests", code == 0, time.monotonic() - began))

    environment.say("\n=== summary")
    for name, holds, seconds in results:
        environment.say("  %-11s  %-6s  %5.1f s" % (name, "ok" if holds else "FAILED", seconds))
    return int(not all(holds for _, holds, _ in results))


if __name__ == "__main__":
    environment.run(main)
