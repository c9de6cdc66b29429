"""Tables without a screen: what happens there is printed, a sentence a line."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from lanuno.errors import TableBroke
from lanuno.language import _
from lanuno.narration import talk
from lanuno.narration.company import seating
from lanuno.narration.story import narrate
from lanuno.net.client import join
from lanuno.net.keeping import Keeping
from lanuno.net.messages import Lobby, Update
from lanuno.net.talk import Reacted, Spoke
from lanuno.net.text import PlayerName
from lanuno.player.signals import on_signal

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager

    from lanuno.net.client import Said, Session
    from lanuno.net.hosting import OpenTable

    Opening = AbstractAsyncContextManager[OpenTable]


def run(*openings: Opening) -> None:
    """
    Print what happens at the tables that this program opens, until Ctrl-C closes them.

    A shutdown, or a terminal that is closed, leaves games that are on to be resumed. A table
    that breaks leaves the others alone; TableBroke is raised when all are closed.
    """
    with suppress(asyncio.CancelledError, KeyboardInterrupt):
        asyncio.run(_keep_all(openings))


async def _keep_all(openings: tuple[Opening, ...]) -> None:
    task = asyncio.current_task()
    assert task, "a coroutine runs in a task"
    printers = [Printer(opening, named=len(openings) > 1) for opening in openings]

    def break_off(_: int) -> None:
        for printer in printers:
            printer.suspend()
        task.cancel()

    # Where there are no such handlers, Ctrl-C cancels the task by itself.
    on_signal(lambda _: task.cancel(), "SIGINT")
    on_signal(break_off, "SIGTERM", "SIGHUP")
    tasks = [asyncio.create_task(printer.keep()) for printer in printers]
    try:
        await asyncio.gather(*tasks)
    finally:
        for each in tasks:
            each.cancel()
        await asyncio.wait(tasks)
    for fault in (printer.fault for printer in printers if printer.fault):
        raise fault


class Printer:
    """
    What happens at one table, in lines that begin with its name if it is *named*.

    Mutable, as the table opens, is played at, and closes.
    """

    def __init__(self, opening: Opening, *, named: bool) -> None:
        self.fault: TableBroke | None = None
        """What the table broke of."""
        self._opening = opening
        self._named = named
        self._opened: OpenTable | None = None
        self._names: tuple[str, ...] = ()
        self._told = ""

    def suspend(self) -> None:
        """Let a game that is on be resumed some day."""
        if self._opened:
            self._opened.suspend()

    async def keep(self) -> None:
        """Open the table, and print what happens there until it breaks, or the task is ended."""
        try:
            async with self._opening as self._opened:
                await self._watch(self._opened)
        except TableBroke as fault:
            self.fault = fault
            if self._named:
                self._say(str(fault))

    async def _watch(self, opened: OpenTable) -> None:
        self._say_open(opened)
        watcher, code = PlayerName("watcher"), opened.code or ""
        async with join(
            [opened.local], watcher, code=code, key=opened.key, watch=True, own=True
        ) as session:
            try:
                await self._tell_evening(session, opened)
            finally:
                self._say(
                    _("The game can go on: lanuno resume brings the table back.")
                    if opened.comes_back
                    else _("The table is closed.")
                )

    def _say(self, line: str) -> None:
        name = self._opened.table.name if self._named and self._opened else None
        click.echo(f"{name}: {line}" if name else line)

    def _say_open(self, opened: OpenTable) -> None:
        told = _("The table {table} is open. Ctrl-C closes it.")
        self._say(told.format(table=opened.table.name))
        if opened.shown_code:
            told = _("It is private, and its code is {code}.")
            self._say(told.format(code=opened.shown_code))
        for address in opened.addresses:
            told = _("Others can join with: lanuno join {address}")
            self._say(told.format(address=address))
        if opened.discovery_problem:
            problem = _("They will not find it by themselves: {why}")
            self._say(problem.format(why=opened.discovery_problem))
        if opened.journal_problem:
            self._say(opened.journal_problem)

    async def _tell_evening(self, session: Session, opened: OpenTable) -> None:
        """Print who comes and goes and what is played and said, and keep the games."""
        keeping = Keeping(opened.id, opened.table.name, opened, self._say)
        async for said in session:
            self._tell(said)
            keeping.hear(said)

    def _tell(self, said: Said) -> None:
        match said:
            case Lobby():
                self._names = tuple(chair.name for chair in said.chairs)
                now = seating(said)
                if now != self._told:
                    self._say(now)
                self._told = now
            case Update():
                for event in said.events:
                    if sentence := narrate(event, self._names, partners=said.view.partners):
                        self._say(sentence)
            case Spoke() | Reacted():
                self._say(talk.told(said, self._names))
            case _:
                pass
