"""The command without a command, and what several commands need."""

from __future__ import annotations

import getpass
import os
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import click

from lanuno import __version__
from lanuno.errors import NoTerminal
from lanuno.language import _
from lanuno.store.settings import PRACTICE_BOTS

if TYPE_CHECKING:
    from collections.abc import Generator

    from lanuno.player.start import Start
    from lanuno.store.settings import Loaded, Settings


@click.group(
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=_("Without a command, the home screen opens."),
    help=_("Uno on the local network, in the terminal."),
)
@click.version_option(
    __version__, "-V", "--version", prog_name="lanuno", message="%(prog)s %(version)s"
)
@click.option("--lang", metavar="LANGUAGE", help=_("en, sr or sr_Latn."), expose_value=False)
@click.option(
    "--theme",
    metavar="THEME",
    help=_("dark, light, contrast or transparent."),
    expose_value=False,
)
@click.option(
    "--ascii", is_flag=True, help=_("Draw with plain characters only."), expose_value=False
)
@click.pass_context
def lanuno(context: click.Context) -> None:
    if context.invoked_subcommand is None:
        from lanuno.player.start import Home

        open_screen(Home(player_name(None)))


def settled() -> Loaded:
    """The settings in force."""
    return click.get_current_context().find_root().obj


def defaults(settings: Settings) -> dict[str, dict[str, object]]:
    """What the options of each command are when they are not given."""
    rules: dict[str, object] = {
        "preset": settings.rules,
        "target": settings.target,
        "strength": settings.strength,
    }
    manners: dict[str, object] = {
        "late": settings.late,
        "spectators": settings.spectators,
        "hints": settings.hints,
        "chat": settings.talk,
    }
    return {
        "host": {**rules, **manners, "bots": settings.bots},
        "play": {**rules, "bots": settings.bots or PRACTICE_BOTS},
    }


def player_name(name: str | None) -> str:
    """The name that was asked for or is settled, else the one of the account."""
    if found := name or settled().settings.name:
        return found
    try:
        return getpass.getuser().capitalize()
    except (OSError, KeyError, ImportError):
        return _("Player")


def open_screen(start: Start, *, plain: bool = False) -> None:
    """Do what *start* says, on the screens or in plain lines."""
    if plain:
        from lanuno.net.text import PlayerName
        from lanuno.plain.run import run

        run(start, PlayerName.of(start.name), settled().settings)
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") == "dumb":
        raise NoTerminal
    from lanuno.tui import garbage

    # What is loaded now stays, and the app collects garbage from its first frame on.
    garbage.hold()
    from lanuno.tui.app import LanunoApp

    app = LanunoApp(start, settled())
    with _kept_title():
        error = app.run()
    if error:
        raise error
    sys.exit(app.return_code or 0)


@contextmanager
def _kept_title() -> Generator[None]:
    """Give the window the title back that it had before the block."""
    has_title = os.environ.get("TERM") != "linux"
    try:
        click.echo("\x1b[22;2t" * has_title, nl=False)
        yield
    finally:
        # The window may be gone, and how the program ends is more than its title.
        with suppress(OSError):
            click.echo("\x1b[23;2t" * has_title, nl=False)


def print_json(value: object) -> None:
    import msgspec

    encoded = msgspec.json.encode(value, enc_hook=str)
    click.echo(msgspec.json.format(encoded, indent=2))
