"""
The commands. The only room that prints and exits.

What takes time to import (the screens, the network) is imported by the command that
needs it, so that `lanuno --help` and `lanuno --version` answer at once.
"""

from __future__ import annotations

import asyncio
import getpass
import io
import os
import re
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from lanuno import __version__
from lanuno.errors import (
    CannotLook,
    NobodyThere,
    NoTerminal,
    RecordFaulty,
    RecordUnreadable,
    TableBusyHere,
    TableForgotten,
    UserError,
)

if TYPE_CHECKING:
    from lanuno.net.address import Address
    from lanuno.net.discovery import Found
    from lanuno.tui.start import Start
    from lanuno.uno.rules import Rules

TABLES_SECONDS = 1.0
TABLES_PATIENCE_SECONDS = 3.0
"""How long `lanuno tables` listens: the first if it finds something, else the second."""


def main() -> None:
    """Run the command line; errors become one sentence and an exit code, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        # What the terminal's encoding does not have, it shows as a question mark.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        code = lanuno.main(prog_name="lanuno", standalone_mode=False)
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


@click.group(
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Without a command, the home screen opens.",
)
@click.version_option(
    __version__, "-V", "--version", prog_name="lanuno", message="%(prog)s %(version)s"
)
@click.pass_context
def lanuno(context: click.Context) -> None:
    """Uno on the local network, in the terminal."""
    if context.invoked_subcommand is None:
        from lanuno.tui.start import Home

        _open_screen(Home(_player_name(None)))


def _rules(preset: str, switches: tuple[str, ...], target: int | None, rounds: int | None) -> Rules:
    from lanuno.uno.rules import Rules

    length = {"target": target, "rounds": rounds}
    wanted = [*switches, *(f"{name}={value}" for name, value in length.items() if value)]
    try:
        rules = Rules.preset(preset)
        for switch in wanted:
            rules = rules.with_switch(switch)
    except ValueError as error:
        raise click.UsageError(f"{error}.") from None
    return rules


@lanuno.command()
@click.option("--name", help="Your name at the table.")
@click.option("--table", help="The name under which others find the table.")
@click.option("--bots", type=click.IntRange(0, 9), default=0, help="Seats that bots take.")
@click.option(
    "--rules",
    "preset",
    type=click.Choice(["document", "official"]),
    default="document",
    show_default=True,
    help="The rules to start from.",
)
@click.option(
    "--set",
    "switches",
    multiple=True,
    metavar="SWITCH=VALUE",
    help="Change one rule; may be given several times. The README lists the switches.",
)
@click.option("--target", type=click.IntRange(1), help="Points that win the game.  [default: 500]")
@click.option("--rounds", type=click.IntRange(1), help="End after so many rounds.")
@click.option("--port", type=click.IntRange(1, 65535), help="The TCP port to listen on.")
@click.option("--no-discovery", is_flag=True, help="Do not announce the table on the network.")
@click.option("--private", is_flag=True, help="Let in only those who have the code.")
@click.option(
    "--grace",
    type=click.FloatRange(0, 3600),
    default=30,
    show_default=True,
    help="Seconds that a player whose connection is lost is waited for.",
)
@click.option("--headless", is_flag=True, help="No screen: print what happens until Ctrl-C.")
def host(
    *,
    name: str | None,
    table: str | None,
    bots: int,
    preset: str,
    switches: tuple[str, ...],
    target: int | None,
    rounds: int | None,
    port: int | None,
    no_discovery: bool,
    private: bool,
    grace: float,
    headless: bool,
) -> None:
    """Open a table that others on this network can join."""
    from lanuno.net.hosting import Hosting, any_table_name
    from lanuno.net.text import TableName
    from lanuno.uno.game import PLAYERS_MIN, check_size

    rules = _rules(preset, switches, target, rounds)
    try:
        check_size(max(bots + 1, PLAYERS_MIN), rules)
    except ValueError as error:
        raise click.UsageError(f"{error}.") from None
    hosting = Hosting(
        table=TableName.of(table) if table else any_table_name(),
        rules=rules,
        bots=bots,
        port=port,
        discovery=not no_discovery,
        private=private,
        grace=grace,
    )
    if headless:
        from lanuno.headless import run
        from lanuno.net.hosting import open_table

        run(open_table(hosting))
    else:
        from lanuno.tui.start import Host

        _open_screen(Host(_player_name(name), hosting))


@lanuno.command()
@click.argument("table", required=False)
@click.option("--headless", is_flag=True, help="No screen: print what happens until Ctrl-C.")
def resume(table: str | None, *, headless: bool) -> None:
    """Bring back a table whose program died: the only one, or the one called TABLE."""
    from lanuno.net.keeper import Kept, kept_tables

    def is_meant(kept: Kept) -> bool:
        names = kept.story.opened.name.casefold(), kept.file.name
        return table is None or table.casefold() in names

    kept = list(filter(is_meant, kept_tables()))
    if not kept:
        is_open = any(map(is_meant, kept_tables(open_too=True)))
        raise TableBusyHere if is_open else TableForgotten(table or "")
    if len(kept) > 1:
        names = "\n".join(
            f"  lanuno resume {each.file.name}    ({each.story.opened.name})" for each in kept
        )
        raise click.UsageError(f"Several tables can be resumed:\n{names}")
    file = kept[0].file
    if headless:
        from lanuno.headless import run
        from lanuno.net.hosting import resume_table

        run(resume_table(file))
    else:
        from lanuno.tui.start import Resume

        _open_screen(Resume(_player_name(None), file))


@lanuno.command()
@click.argument("where", required=False, metavar="[TABLE|HOST[:PORT]]")
@click.option("--name", help="Your name at the table.")
@click.option("--code", default="", help="The code of a private table.")
def join(where: str | None, name: str | None, code: str) -> None:
    """Join a table: the only one that is open, the one called TABLE, or one by its address."""
    from lanuno.net.joincode import read_code
    from lanuno.tui.start import JoinAddress, JoinTable

    player = _player_name(name)
    address = None if where is None else _address_of_table(where)
    code = read_code(code)
    _open_screen(JoinAddress(player, address, code) if address else JoinTable(player, where, code))


@lanuno.command()
@click.option("--json", "as_json", is_flag=True, help="For programs: one JSON list.")
@click.option("--seconds", type=click.FloatRange(0.1, 3600), help="How long to listen.")
@click.option("--sweep", is_flag=True, help="Try every address of this network first.")
def tables(*, as_json: bool, seconds: float | None, sweep: bool) -> None:
    """List the tables that are open on this network."""
    from lanuno.tui.narration.printed import as_json_object, as_line, nothing_open

    if sweep:
        click.echo("Trying every address of this network, for three seconds ...", err=True)
    found, problem = asyncio.run(_find_tables(seconds, sweep=sweep))
    if as_json:
        _print_json([as_json_object(each) for each in found])
    else:
        for each in found:
            click.echo(as_line(each))
    if problem and not found:
        raise CannotLook(problem)
    if not found and not as_json:
        click.echo(nothing_open(swept=sweep))


@lanuno.command()
@click.argument("where", required=False, metavar="[HOST[:PORT]]")
@click.option("--json", "as_json", is_flag=True, help="For programs: one JSON list.")
@click.option(
    "--seconds",
    type=click.FloatRange(0.1, 60),
    default=3,
    show_default=True,
    help="How long others may take to answer.",
)
def doctor(where: str | None, *, as_json: bool, seconds: float) -> int:
    """Say why tables are not found here, or why the one at HOST cannot be joined."""
    from lanuno.net.address import parse
    from lanuno.net.doctor import examine
    from lanuno.tui.narration.checkup import findings, line, summary

    try:
        address = parse(where) if where else None
    except ValueError as error:
        raise click.UsageError(f"{error}.") from None
    found = findings(asyncio.run(examine(address, seconds=seconds)))
    if as_json:
        _print_json(found)
    else:
        click.echo("\n".join([*map(line, found), summary(found)]))
    return 0 if all(finding.ok for finding in found) else 1


@lanuno.command()
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--all", "everything", is_flag=True, help="Print the whole game without stopping.")
def replay(file: str, *, everything: bool) -> None:
    """Step through a recorded game: any key goes on, q ends."""
    from pathlib import Path

    from lanuno.tui.narration.printed import tell_step
    from lanuno.uno import record

    path = Path(file)
    try:
        kept = record.read(path)
        faults = record.verify(path)
    except record.RecordError as error:
        raise RecordUnreadable(f"{file}: {error}") from None
    except OSError as error:
        raise RecordUnreadable(f"{file}: {error.strerror or error}") from None
    stepping = not everything and sys.stdin.isatty() and sys.stdout.isatty()
    if stepping:
        click.echo("Any key goes on, q ends.\n")
    # A deed that the rules refuse ends the story; the faults below say which one it was.
    with suppress(record.RecordError):
        for step in record.replay(kept):
            click.echo("\n".join(tell_step(step, kept.names)))
            if stepping and click.getchar() in ("q", "Q", "\x1b", "\x03"):
                return
    if faults:
        more = f" and {len(faults) - 1} more after it" if len(faults) > 1 else ""
        raise RecordFaulty(f"{file}: {next(iter(faults))}{more}")


def _open_screen(start: Start) -> None:
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") == "dumb":
        raise NoTerminal
    from lanuno.tui.app import LanunoApp

    app = LanunoApp(start)
    error = app.run()
    if error:
        raise error
    sys.exit(app.return_code or 0)


def _player_name(name: str | None) -> str:
    """The name that was asked for, else the one of the account."""
    if name:
        return name
    try:
        return getpass.getuser().capitalize()
    except (OSError, KeyError, ImportError):
        return "Player"


def _address_of_table(where: str) -> Address | None:
    """
    The address that *where* is; None when it is the name of a table.

    A table that cannot be joined is better told here than on a screen that goes away.
    """
    from lanuno.net.address import parse
    from lanuno.net.calling import ask

    # Digits, colons and dots are an address whatever is there; a word may be machine or table.
    explicit = re.fullmatch(r"[0-9.]+|.*:[^ ]*|[^ ]+[.][^ ]+", where) is not None
    try:
        address = parse(where)
        asyncio.run(ask(address))
    except ValueError as error:
        if explicit:
            raise click.UsageError(f"{error}.") from None
        return None
    except NobodyThere:
        if explicit:
            raise
        return None
    return address


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


def _print_json(value: object) -> None:
    import msgspec

    encoded = msgspec.json.encode(value, enc_hook=str)
    click.echo(msgspec.json.format(encoded, indent=2))
