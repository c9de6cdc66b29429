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

plain_option = click.option(
    "--plain", is_flag=True, help=_("Plain lines instead of screens: commands are typed.")
)
"""Of every command that sits down at a table."""
