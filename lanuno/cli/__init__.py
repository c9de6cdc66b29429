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
from lanuno.language import LANGUAGES, _, choose_language, language_of, speak_click


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
            from lanuno.narration.disk import reason

            where = f"{error.filename}: " if error.filename else ""
            click.echo(f"lanuno: {where}{reason(error)}", err=True)
        sys.exit(1)
    sys.exit(code if isinstance(code, int) else 0)


def _run(words: list[str]) -> object:
    """What the command in *words* answers; it and its help speak the language asked for."""
    from lanuno.narration import preferences
    from lanuno.player.usual import checked
    from lanuno.store.settings import settings_in_force

    # What is wrong with the words is said in the language that is asked for before them.
    speak_click(choose_language(_wish({}) or settings_in_force({}).settings.language))
    looks, words = _take_looks(words)
    loaded = checked(settings_in_force(looks))
    # Help is translated when the commands are read.
    speak_click(choose_language(_wish(looks) or loaded.settings.language))
    for fault in loaded.faults:
        click.echo(f"lanuno: {preferences.fault(fault)}", err=True)
    from lanuno.cli import group

    if words:
        # Each puts its commands into the group.
        from lanuno.cli import games, history, networks, tables

        del games, history, networks, tables
    return group.lanuno.main(
        words,
        prog_name="lanuno",
        standalone_mode=False,
        obj=loaded,
        default_map=group.defaults(loaded.settings),
    )


def _wish(looks: dict[str, str]) -> str | None:
    """The language that was asked for with an option or a variable, if there is such a one."""
    wanted = looks.get("lang") or os.environ.get("LANUNO_LANG")
    return wanted if wanted and any(map(language_of, wanted.split(":"))) else None


def _take_looks(words: list[str]) -> tuple[dict[str, str], list[str]]:
    """What the options say that may stand anywhere, and the other words."""
    looks, rest = dict[str, str](), list[str]()
    left = iter(words)
    for word in left:
        name, equals, value = word.partition("=")
        if word == "--":
            return looks, [*rest, word, *left]
        if word == "--ascii":
            looks["ascii"] = "true"
        elif name in ANYWHERE:
            looks[name.removeprefix("--")] = _checked(name, value if equals else next(left, ""))
        else:
            rest.append(word)
    return looks, rest


def _checked(option: str, value: str) -> str:
    """*value*; a usage error if *option* cannot be it."""
    names = ANYWHERE[option]
    if value not in names and not (option == "--lang" and language_of(value)):
        problem = _("{option} cannot be {value}. It can be: {names}.")
        raise click.UsageError(
            problem.format(option=option, value=repr(value), names=", ".join(names))
        )
    return value


ANYWHERE = {
    "--lang": tuple(LANGUAGES),
    "--theme": ("dark", "light", "contrast", "transparent"),
}
"""Options that may stand anywhere, and what they can be."""
