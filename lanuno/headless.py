"""A table without a screen: what happens there is printed, a sentence a line."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

from lanuno.net.client import join
from lanuno.net.messages import Lobby, Update
from lanuno.net.text import PlayerName
from lanuno.tui.narration import narrate, seating

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from contextlib import AbstractAsyncContextManager

    from lanuno.net.client import Session
    from lanuno.net.hosting import OpenTable


def run(coroutine: Coroutine[Any, Any, None]) -> None:
    """Run *coroutine* until it ends, or until Ctrl-C or a friendly signal ends it."""

    async def until_told() -> None:
        task = asyncio.ensure_future(coroutine)
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            # Windows has no such handlers; there Ctrl-C cancels the task by itself.
            with suppress(NotImplementedError):
                loop.add_signal_handler(number, task.cancel)
        await task

    with suppress(asyncio.CancelledError, KeyboardInterrupt):
        asyncio.run(until_told())


async def keep(opening: AbstractAsyncContextManager[OpenTable]) -> None:
    """Print what happens at a table that this program opens, until it is cancelled."""
    async with opening as opened:
        _say_open(opened)
        watcher, code = PlayerName("watcher"), opened.code or ""
        async with join([opened.local], watcher, code=code, watch=True) as session:
            try:
                await _tell_evening(session)
            finally:
                click.echo("The table is closed.")


def _say_open(opened: OpenTable) -> None:
    click.echo(f"The table {opened.table.name} is open. Ctrl-C closes it.")
    if opened.shown_code:
        click.echo(f"It is private, and its code is {opened.shown_code}.")
    for address in opened.addresses:
        click.echo(f"Others can join with: lanuno join {address}")
    if opened.discovery_problem:
        click.echo(f"They will not find it by themselves: {opened.discovery_problem}")
    if opened.journal_problem:
        click.echo(opened.journal_problem)


async def _tell_evening(session: Session) -> None:
    """Print who comes and goes and what is played, a sentence a line."""
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
