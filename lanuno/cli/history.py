"""The commands about games that were finished here: history, stats."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from lanuno.cli.group import lanuno, print_json
from lanuno.errors import NothingToReplay
from lanuno.language import _

if TYPE_CHECKING:
    from lanuno.store.played import Kept

WIDTH = 78
"""Columns that a plot takes."""


@lanuno.command(help=_("List the games that were finished here, or show the one with number ID."))
@click.argument("number", required=False, type=click.IntRange(1), metavar="[ID]")
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True, help=_("How many."))
@click.option(
    "--export",
    "file",
    type=click.Path(dir_okay=False),
    help=_("Save the game there: as text, or as JSON if the name ends in .json."),
)
@click.option("--force", is_flag=True, help=_("Write over a file that is there."))
@click.option("--json", "as_json", is_flag=True, help=_("For programs: JSON."))
def history(
    *, number: int | None, limit: int, file: str | None, force: bool, as_json: bool
) -> None:
    from lanuno.narration import histories
    from lanuno.store.history import History

    if number is None:
        if file:
            raise click.UsageError(_("Say which game: lanuno history ID --export FILE."))
        games = History().games(limit)
        if as_json:
            print_json(games)
        elif not games:
            click.echo(_(histories.NOTHING_PRINTED))
        else:
            click.echo("\n".join(map(histories.printed, games)))
        return
    kept = kept_game(number)
    if file:
        _export(kept, Path(file), as_json=as_json, force=force)
    elif as_json:
        print_json(kept)
    else:
        _show(kept)


@lanuno.command(help=_("Say who has won how often here, and what else was counted."))
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help=_("For programs: one JSON list."))
def stats(name: str | None, *, as_json: bool) -> None:
    from lanuno.narration import histories, plots
    from lanuno.store.history import History

    found = History().statistics()
    if name is not None:
        found = tuple(each for each in found if each.name.casefold() == name.casefold())
        if not found:
            raise click.UsageError(_("Nobody called {name} has played here.").format(name=name))
    if as_json:
        print_json(found)
    elif not found:
        click.echo(_(histories.NOTHING_PRINTED))
    else:
        click.echo("\n".join(histories.table(histories.statistics_rows(found))))
        click.echo(f"\n{histories.share_of_wins()}")
        shares = [100 * each.won / each.games for each in found]
        click.echo(plots.bars([histories.called(each) for each in found], shares, WIDTH))
        click.echo(f"\n{_(histories.SINCE_WHEN)}")


def kept_game(number: int) -> Kept:
    """The game with that number; a usage error if there is none."""
    from lanuno.narration import histories
    from lanuno.store.history import History

    kept = History().game(number)
    if kept is None:
        raise click.UsageError(histories.no_such_game(number))
    return kept


def _show(kept: Kept) -> None:
    from lanuno.narration import histories, plots

    played = kept.played
    click.echo(f"{histories.when(played.ended)}  {played.table}")
    click.echo("\n".join(histories.about(played)))
    click.echo("\n" + "\n".join(histories.table(histories.result_rows(played))))
    names = [player.name for player in played.players]
    drawn = plots.course(names, [each.scores for each in played.rounds], WIDTH, 16)
    if drawn:
        click.echo("\n" + drawn)


def _export(kept: Kept, file: Path, *, as_json: bool, force: bool) -> None:
    from lanuno.narration import histories
    from lanuno.store.export import exported

    text = exported(kept, as_json=as_json or file.suffix.lower() == ".json")
    if text is None:
        raise NothingToReplay
    try:
        with file.open("w" if force else "x", encoding="utf-8", newline="\n") as out:
            out.write(text)
    except FileExistsError:
        raise click.UsageError(histories.file_is_there(str(file))) from None
    click.echo(histories.saved(str(file)))
