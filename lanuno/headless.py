"""A table without a screen: what happens there is printed, a sentence a line."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from lanuno.language import _
from lanuno.narration.company import seating
from lanuno.narration.story import narrate
from lanuno.net.client import join
from lanuno.net.keeping import Keeping
from lanuno.net.messages import Lobby, Update
from lanuno.net.text import PlayerName
from lanuno.player.signals import on_signal

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager

    from lanuno.net.client import Session
    from lanuno.net.hosting import OpenTable


def run(opening: AbstractAsyncContextManager[OpenTable]) -> None:
    """
    Print what happens at a table that this program opens, until Ctrl-C closes it.

    A shutdown, or a terminal that is closed, leaves a game that is on to be resumed.
    """
    with suppress(asyncio.CancelledError, KeyboardInterrupt):
        asyncio.run(_keep(opening))


async def _keep(opening: AbstractAsyncContextManager[OpenTable]) -> None:
    task = asyncio.current_task()
    assert task, "a coroutine runs in a task"
    async with opening as opened:

        def break_off(_: int) -> None:
            opened.suspend()
            task.cancel()

        # Where there are no such handlers, Ctrl-C cancels the task by itself.
        on_signal(lambda _: task.cancel(), "SIGINT")
        on_signal(break_off, "SIGTERM", "SIGHUP")
        _say_open(opened)
        watcher, code = PlayerName("watcher"), opened.code or ""
        async with join([opened.local], watcher, code=code, key=opened.key, watch=True) as session:
            try:
                await _tell_evening(session, opened)
            finally:
                click.echo(
                    _("The game can go on: lanuno resume brings the table back.")
                    if opened.comes_back
                    else _("The table is closed.")
                )


def _say_open(opened: OpenTable) -> None:
    click.echo(_("The table {table} is open. Ctrl-C closes it.").format(table=opened.table.name))
    if opened.shown_code:
        click.echo(_("It is private, and its code is {code}.").format(code=opened.shown_code))
    for address in opened.addresses:
        click.echo(_("Others can join with: lanuno join {address}").format(address=address))
    if opened.discovery_problem:
        problem = _("They will not find it by themselves: {why}")
        click.echo(problem.format(why=opened.discovery_problem))
    if opened.journal_problem:
        click.echo(opened.journal_problem)


async def _tell_evening(session: Session, opened: OpenTable) -> None:
    """Print who comes and goes and what is played, a sentence a line, and keep the games."""
    keeping = Keeping(opened.id, opened.table.name, opened, click.echo)
    names: tuple[str, ...] = ()
    told = ""
    async for notice in session:
        if isinstance(notice, Lobby):
            names = tuple(chair.name for chair in notice.chairs)
            now = seating(notice)
            if now != told:
                click.echo(now)
            told = now
        elif isinstance(notice, Update):
            for event in notice.events:
                if sentence := narrate(event, names):
                    click.echo(str(sentence))
        keeping.hear(notice)
