"""Options that several commands have."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import click

from lanuno.language import _

Command = TypeVar("Command", bound=Callable[..., object])


def rule_options(command: Command) -> Command:
    """
    The options that say by which rules a table plays.

    What they are when they are not given is settled: `lanuno.cli.group.defaults`.
    """
    options = (
        click.option(
            "--rules",
            "preset",
            type=click.Choice(["document", "official", "party"]),
            show_default=True,
            help=_("The rules to start from."),
        ),
        click.option(
            "--set",
            "switches",
            multiple=True,
            metavar="SWITCH=VALUE",
            help=_("Change one rule; may be given several times. The README lists the switches."),
        ),
        click.option(
            "--target",
            type=click.IntRange(1),
            show_default=True,
            help=_("Points that win the game."),
        ),
        click.option("--rounds", type=click.IntRange(1), help=_("End after so many rounds.")),
    )
    for option in reversed(options):
        command = option(command)
    return command


strength_option = click.option(
    "--strength",
    type=click.Choice(["easy", "normal", "hard"]),
    show_default=True,
    help=_("How well bots play."),
)


def manners_options(command: Command) -> Command:
    """The options that say what a table allows; when they are not given, it is settled too."""
    options = (
        click.option(
            "--late/--no-late",
            show_default=True,
            help=_("Whoever comes during a game is dealt in with the next round."),
        ),
        click.option(
            "--spectators/--no-spectators", show_default=True, help=_("Anybody may look on.")
        ),
        click.option(
            "--hints/--no-hints",
            show_default=True,
            help=_("Players may ask what a strong bot would do."),
        ),
        click.option(
            "--chat/--no-chat", show_default=True, help=_("Players may write to each other.")
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


plain_option = click.option(
    "--plain", is_flag=True, help=_("Plain lines instead of screens: commands are typed.")
)
"""Of every command that sits down at a table."""
