"""The commands that look at the network: tables, doctor."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from lanuno.cli.group import lanuno, print_json
from lanuno.errors import CannotLook
from lanuno.language import _

if TYPE_CHECKING:
    from lanuno.net.discovery import Found

TABLES_SECONDS = 1.0
TABLES_PATIENCE_SECONDS = 3.0
"""How long `lanuno tables` listens: the first if it finds something, else the second."""


@lanuno.command(help=_("List the tables that are open on this network."))
@click.option("--json", "as_json", is_flag=True, help=_("For programs: one JSON list."))
@click.option("--seconds", type=click.FloatRange(0.1, 3600), help=_("How long to listen."))
@click.option("--sweep", is_flag=True, help=_("Try every address of this network first."))
def tables(*, as_json: bool, seconds: float | None, sweep: bool) -> None:
    from lanuno.narration import lobbies
    from lanuno.narration.printed import as_json_object, as_line, nothing_open

    if sweep:
        click.echo(_(lobbies.SWEEPING), err=True)
    found, problem = asyncio.run(_find_tables(seconds, sweep=sweep))
    if as_json:
        print_json([as_json_object(each) for each in found])
    else:
        for each in found:
            click.echo(as_line(each))
    if problem and not found:
        raise CannotLook(problem)
    if not found and not as_json:
        click.echo(nothing_open(swept=sweep))


@lanuno.command(
    help=_("Say why tables are not found here, or why the one at HOST cannot be joined.")
)
@click.argument("where", required=False, metavar="[HOST[:PORT]]")
@click.option("--json", "as_json", is_flag=True, help=_("For programs: one JSON list."))
@click.option(
    "--seconds",
    type=click.FloatRange(0.1, 60),
    default=3,
    show_default=True,
    help=_("How long others may take to answer."),
)
def doctor(where: str | None, *, as_json: bool, seconds: float) -> int:
    from lanuno.narration.checkup import findings, line, summary
    from lanuno.net.address import parse
    from lanuno.net.doctor import examine

    try:
        address = parse(where) if where else None
    except ValueError as error:
        raise click.UsageError(f"{error}.") from None
    found = findings(asyncio.run(examine(address, seconds=seconds)))
    if as_json:
        print_json(found)
    else:
        click.echo("\n".join([*map(line, found), summary(found)]))
    return 0 if all(finding.ok for finding in found) else 1


async def _find_tables(
    seconds: float | None, *, sweep: bool
) -> tuple[tuple[Found, ...], str | None]:
    from lanuno.net.discovery import tables as listen
    from lanuno.net.recent import Recent

    async with listen(recent=Recent().load()) as heard:
        if sweep:
            await heard.sweep()
        await asyncio.sleep(TABLES_SECONDS if seconds is None else seconds)
        if seconds is None and not heard.found:
            with suppress(TimeoutError):
                async with asyncio.timeout(TABLES_PATIENCE_SECONDS - TABLES_SECONDS):
                    async for found in heard:
                        if found:
                            break
        return heard.found, heard.problem
