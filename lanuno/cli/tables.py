"""The commands that sit down at a table: host, resume, join."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from lanuno.cli.group import lanuno, open_screen, player_name, settled
from lanuno.cli.options import manners_options, plain_option, rule_options, strength_option
from lanuno.errors import NobodyThere, TableBusyHere, TableForgotten
from lanuno.language import _
from lanuno.net.limits import NEIGHBORS_MAX

if TYPE_CHECKING:
    from lanuno.net.address import Address
    from lanuno.player.start import Start
    from lanuno.uno.rules import Rules


_PORT_MAX = 65535


def _rules(
    preset: str,
    switches: tuple[str, ...],
    target: int | None,
    rounds: int | None,
    *,
    players: int,
    others_may_come: bool,
) -> Rules:
    from lanuno.narration.faults import no_such_rules
    from lanuno.uno.rules import NoSuchRules, Rules
    from lanuno.uno.size import check_size, size_for

    source = click.get_current_context().get_parameter_source("preset")
    if source is not ParameterSource.COMMANDLINE:
        # What is settled besides a preset belongs to that one alone.
        switches = (*settled().settings.switches.split(), *switches)
    length = {"target": target, "rounds": rounds}
    # The target may be no more than what is settled, and a switch is always asked for.
    wanted = [*(f"{name}={value}" for name, value in length.items() if value), *switches]
    try:
        rules = Rules.preset(preset)
        for switch in wanted:
            rules = rules.with_switch(switch)
        # A table on which others may come fills up to the next size, if there is one.
        check_size(max(players, size_for(players, rules)) if others_may_come else players, rules)
    except NoSuchRules as error:
        raise click.UsageError(no_such_rules(error.fault)) from None
    return rules


@lanuno.command(help=_("Play against bots at once."))
@click.option("--name", help=_("Your name at the table."))
@click.option(
    "--bots",
    type=click.IntRange(1, 9),
    show_default=True,
    help=_("How many there are."),
)
@strength_option
@rule_options
@plain_option
def play(
    *,
    name: str | None,
    bots: int,
    strength: str,
    preset: str,
    switches: tuple[str, ...],
    target: int | None,
    rounds: int | None,
    plain: bool,
) -> None:
    from lanuno.bots import Strength
    from lanuno.narration import lobbies
    from lanuno.net.hosting import Hosting
    from lanuno.net.text import TableName
    from lanuno.player.start import Practice

    hosting = Hosting(
        table=TableName.of(_(lobbies.PRACTICE_TABLE)),
        rules=_rules(preset, switches, target, rounds, players=bots + 1, others_may_come=False),
        bots=bots,
        strength=Strength(strength),
        local=True,
    )
    open_screen(Practice(player_name(name), hosting), plain=plain)


@lanuno.command(help=_("Open a table that others on this network can join."))
@click.option("--name", help=_("Your name at the table."))
@click.option("--table", help=_("The name under which others find the table."))
@click.option(
    "--bots", type=click.IntRange(0, 9), show_default=True, help=_("Seats that bots take.")
)
@strength_option
@rule_options
@manners_options
@click.option(
    "--port",
    type=click.IntRange(1, _PORT_MAX),
    help=_("The TCP port to listen on; further tables take those after it."),
)
@click.option("--no-discovery", is_flag=True, help=_("Do not announce the table on the network."))
@click.option("--private", is_flag=True, help=_("Let in only those who have the code."))
@click.option(
    "--grace",
    type=click.FloatRange(0, 3600),
    default=30,
    show_default=True,
    help=_("Seconds that a player whose connection is lost is waited for."),
)
@click.option("--headless", is_flag=True, help=_("No screen: print what happens until Ctrl-C."))
@click.option(
    "--tables",
    type=click.IntRange(1, NEIGHBORS_MAX),
    default=1,
    show_default=True,
    help=_("How many tables; more than one only with --headless."),
)
@plain_option
def host(
    *,
    name: str | None,
    table: str | None,
    bots: int,
    strength: str,
    preset: str,
    switches: tuple[str, ...],
    target: int | None,
    rounds: int | None,
    port: int | None,
    no_discovery: bool,
    private: bool,
    grace: float,
    headless: bool,
    tables: int,
    plain: bool,
    **manners: bool,
) -> None:
    from lanuno.bots import Strength
    from lanuno.net.hosting import Hosting, any_table_name
    from lanuno.net.manners import Manners
    from lanuno.net.text import TableName

    if port and port + tables - 1 > _PORT_MAX:
        raise click.UsageError(_("There are not so many ports after that one."))
    rules = _rules(preset, switches, target, rounds, players=bots + 1, others_may_come=True)
    hosting = Hosting(
        table=TableName.of(table) if table else any_table_name(),
        rules=rules,
        manners=Manners(**manners),
        bots=bots,
        strength=Strength(strength),
        port=port,
        discovery=not no_discovery,
        private=private,
        grace=grace,
    )
    if headless:
        from lanuno.headless import run
        from lanuno.net.hosting import numbered, open_table

        run(*map(open_table, numbered(hosting, tables)))
    elif tables > 1:
        raise click.UsageError(_("Several tables have no screen: add --headless."))
    else:
        from lanuno.player.start import Host

        open_screen(Host(player_name(name), hosting), plain=plain)


@lanuno.command(
    help=_("Bring back a table whose program died: the only one, or the one called TABLE.")
)
@click.argument("table", required=False)
@click.option("--headless", is_flag=True, help=_("No screen: print what happens until Ctrl-C."))
@plain_option
def resume(table: str | None, *, headless: bool, plain: bool) -> None:
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
        raise click.UsageError(_("Several tables can be resumed:") + f"\n{names}")
    file = kept[0].file
    if headless:
        from lanuno.headless import run
        from lanuno.net.hosting import resume_table

        run(resume_table(file))
    else:
        from lanuno.player.start import Resume

        open_screen(Resume(player_name(None), file), plain=plain)


@lanuno.command(
    help=_("Join a table: the only one that is open, the one called TABLE, or one by its address.")
)
@click.argument("where", required=False, metavar="[TABLE|HOST[:PORT]]")
@click.option("--name", help=_("Your name at the table."))
@click.option("--code", default="", help=_("The code of a private table."))
@click.option("--watch", is_flag=True, help=_("Look on, without a seat."))
@plain_option
def join(where: str | None, *, name: str | None, code: str, watch: bool, plain: bool) -> None:
    from lanuno.net.joincode import read_code
    from lanuno.player.start import JoinAddress, JoinTable

    player = player_name(name)
    address = None if where is None else _address_of_table(where)
    code = read_code(code)
    start: Start = JoinTable(player, where, code, watch)
    if address:
        start = JoinAddress(player, address, code, watch)
    open_screen(start, plain=plain)


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
