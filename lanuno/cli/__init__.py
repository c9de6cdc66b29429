"""
The commands. The only room that prints and exits.

What takes time to import (the screens, the network) is imported by the command that
needs it, so that `lanuno --help` and `lanuno --version` answer at once.
"""

from __future__ import annotations

import io
import os
import signal
import sys

import click

from lanuno.errors import UserError
from lanuno.language import LANGUAGES, _, choose_language, language_of


def main() -> None:
    """Run the command line; errors become one sentence and an exit code, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        # What the terminal's encoding does not have, it shows as a question mark.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        code = _run(sys.argv[1:])
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except UserError as error:
        click.echo(f"lanuno: {error}", err=True)
        sys.exit(1)
    except (KeyboardInterrupt, click.Abort):
        sys.exit(128 + signal.SIGINT)
    except OSError as error:
        # The other end of a pipe has gone, or the disk is full: what is printed is lost.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            click.echo(f"lanuno: {error.strerror or error}", err=True)
        sys.exit(1)
    sys.exit(code if isinstance(code, int) else 0)


def _run(words: list[str]) -> object:
    """What the command in *words* answers; it and its help speak the language asked for."""
    wanted, words = _take_language(words)
    choose_language(wanted)
    # Their help is translated when they are read.
    from lanuno.cli import games, group, networks, tables

    # Each has put its commands into the group.
    del games, networks, tables
    return group.lanuno.main(words, prog_name="lanuno", standalone_mode=False)


def _take_language(words: list[str]) -> tuple[str | None, list[str]]:
    """What follows --lang, wherever it stands, and the other words."""
    for i, word in enumerate(words):
        name, equals, value = word.partition("=")
        if word == "--":
            break
        if name == "--lang" and (equals or i + 1 < len(words)):
            rest = words[i + 1 if equals else i + 2 :]
            return _check_language(value if equals else words[i + 1]), [*words[:i], *rest]
    return None, words


def _check_language(wanted: str) -> str:
    if language_of(wanted) is None:
        names = ", ".join(LANGUAGES)
        raise click.UsageError(
            _("lanuno does not speak {wanted}: choose one of {names}.").format(
                wanted=wanted, names=names
            )
        )
    return wanted
