"""The commands about games that were played: replay."""

from __future__ import annotations

import sys
from contextlib import suppress

import click

from lanuno.cli.group import lanuno
from lanuno.errors import NothingToReplay, RecordFaulty, RecordUnreadable
from lanuno.language import _
from lanuno.narration.disk import reason


@lanuno.command(
    help=_("Step through a game, a file or a number of the history: any key goes on, q ends.")
)
@click.argument("file", metavar="FILE|ID", type=click.Path(dir_okay=False))
@click.option("--all", "everything", is_flag=True, help=_("Print the whole game without stopping."))
def replay(file: str, *, everything: bool) -> None:
    from pathlib import Path

    from lanuno.narration.printed import tell_step
    from lanuno.uno import record

    path: Path | str = Path(file)
    if file.isdecimal() and not path.exists():
        from lanuno.cli.history import kept_game

        path = kept_game(int(file)).played.record or ""
        if not path:
            raise NothingToReplay
    try:
        kept = record.read(path)
        faults = record.verify(path)
    except record.RecordError as error:
        raise RecordUnreadable(f"{file}: {error}") from None
    except OSError as error:
        raise RecordUnreadable(f"{file}: {reason(error)}") from None
    stepping = not everything and sys.stdin.isatty() and sys.stdout.isatty()
    if stepping:
        click.echo(_("Any key goes on, q ends.") + "\n")
    # A deed that the rules refuse ends the story; the faults below say which one it was.
    with suppress(record.RecordError):
        for step in record.replay(kept):
            click.echo("\n".join(tell_step(step, kept.names)))
            if stepping and click.getchar() in ("q", "Q", "\x1b", "\x03"):
                return
    if faults:
        more = f" and {len(faults) - 1} more after it" if len(faults) > 1 else ""
        raise RecordFaulty(f"{file}: {next(iter(faults))}{more}")
