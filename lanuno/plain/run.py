"""Sit down at a table in line mode, and stay until the evening is over."""

from __future__ import annotations

import asyncio
import sys
from concurrent.futures import CancelledError
from contextlib import AsyncExitStack, suppress
from threading import Thread
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from lanuno.bots.strength import Strength
from lanuno.errors import CodeNeeded, WrongCode
from lanuno.language import _
from lanuno.narration import lobbies, plain
from lanuno.net.keeping import Keeping
from lanuno.net.recent import Recent
from lanuno.plain.commands import LINE_MAX
from lanuno.plain.player import LinePlayer
from lanuno.player.signals import on_signal
from lanuno.player.start import Host, JoinAddress, JoinTable, Practice, Resume, Start
from lanuno.player.visit import Visit, open_table, remember, sit_down
from lanuno.player.wish import Wish

if TYPE_CHECKING:
    from lanuno.net.client import Session
    from lanuno.net.discovery import Found
    from lanuno.net.text import PlayerName
    from lanuno.store.settings import Settings


LINES_MAX = 100
"""How many lines wait to be obeyed; whoever types more waits."""


def run(start: Start, name: PlayerName, settings: Settings) -> None:
    """Play until the table closes, the player quits, or standard input ends; errors as screens."""
    evening = _Evening(name, settings)
    with suppress(asyncio.CancelledError):
        asyncio.run(evening.spend(start))
    sys.exit(evening.code)


class _Evening:
    """One stay at a table; mutable, as lines are read from standard input."""

    def __init__(self, name: PlayerName, settings: Settings) -> None:
        self._name = name
        self._settings = settings
        self._lines: asyncio.Queue[str | None] = asyncio.Queue(LINES_MAX)
        self.code = 0
        """What the program ends with."""

    async def spend(self, start: Start) -> None:
        task, loop = asyncio.current_task(), asyncio.get_running_loop()
        assert task, "a coroutine runs in a task"
        # A thread, because only it reads pipes, files and consoles alike, on every system.
        Thread(target=_read, args=(loop, self._lines), daemon=True).start()
        visit = await self._visit(start)
        while True:
            try:
                await self._sit(visit, task)
            except (CodeNeeded, WrongCode) as error:
                if isinstance(error, WrongCode) or not sys.stdin:
                    _say(str(error))
                visit = replace(visit, code=await self._ask_code())
                continue
            return

    async def _visit(self, start: Start) -> Visit:
        match start:
            case Practice(hosting=hosting):
                return Visit(hosting=hosting, practice=True)
            case Host(hosting=hosting):
                return Visit(hosting=hosting)
            case Resume(file=file):
                return Visit(resuming=file)
            case JoinAddress(address=address, code=code, watch=watch):
                return Visit(addresses=(address,), code=code, watch=watch)
            case JoinTable(table=table, code=code, watch=watch):
                found = await self._find(Wish(table, code, watch=watch))
                return Visit(addresses=found.addresses, table=found.id, code=code, watch=watch)
            case _:
                raise AssertionError(start)

    async def _find(self, wish: Wish) -> Found:
        """The table that is meant, once it is there."""
        from lanuno.net.discovery import tables  # noqa: PLC0415 - it takes a tenth of a second

        _say(lobbies.waiting_for(wish.name))
        async with tables(recent=Recent().load()) as heard:
            async for found in heard:
                fitting = wish.fitting(found, searching=heard.searching)
                if len(fitting) == 1:
                    return fitting[0]
                if fitting:
                    return await self._choose(fitting)
        raise AssertionError("tables are looked for until one is there")

    async def _choose(self, fitting: tuple[Found, ...]) -> Found:
        for number, table in enumerate(fitting, 1):
            state = lobbies.table_state(table.info) if table.info else ""
            _say(f"{number}: {table.name}, {state}")
        while True:
            answer = (await self._ask(_(plain.CHOOSE_TABLE))).strip()
            if answer.isdecimal() and 1 <= int(answer) <= len(fitting):
                return fitting[int(answer) - 1]

    async def _ask(self, question: str) -> str:
        _say(question)
        line = await self._lines.get()
        if line is None:
            raise asyncio.CancelledError
        return line.strip()

    async def _ask_code(self) -> str:
        while True:
            try:
                return lobbies.read_typed_code(await self._ask(_(plain.CODE)))
            except ValueError as problem:
                _say(str(problem))

    async def _sit(self, visit: Visit, task: asyncio.Task[None]) -> None:
        async with AsyncExitStack() as stack:
            opened = await stack.enter_async_context(open_table(visit))
            if opened and not visit.practice:

                def break_off(number: int) -> None:
                    self.code = 128 + number
                    opened.suspend()
                    task.cancel()

                on_signal(break_off, "SIGTERM", "SIGHUP")
            session = await stack.enter_async_context(sit_down(visit, self._name, opened))
            remember(visit)
            player = LinePlayer(
                session,
                opened,
                _say,
                practice=visit.practice,
                confirm_misplay=self._settings.confirm_misplay,
                chat=self._settings.chat,
                strength=Strength(self._settings.strength),
            )
            _say(_(plain.JOINED).format(table=session.welcome.name))
            keeping = Keeping(session.welcome.table, session.welcome.name, opened, _say)
            typing = asyncio.create_task(self._type(player))
            hearing = asyncio.create_task(_hear(session, player, keeping))
            try:
                done, _rest = await asyncio.wait(
                    {typing, hearing}, return_when=asyncio.FIRST_COMPLETED
                )
                if typing in done and not player.is_leaving and opened and not visit.practice:
                    # Standard input has ended, as when a window is closed.
                    opened.suspend()
                for each in done:
                    each.result()
            finally:
                for each in (typing, hearing):
                    each.cancel()
                await keeping.finish()
            if player.farewell:
                _say(player.farewell)

    async def _type(self, player: LinePlayer) -> None:
        while (line := await self._lines.get()) is not None:
            player.obey(line)
            if player.is_leaving:
                return


async def _hear(session: Session, player: LinePlayer, keeping: Keeping) -> None:
    async for said in session:
        player.hear(said)
        keeping.hear(said)


def _read(loop: asyncio.AbstractEventLoop, lines: asyncio.Queue[str | None]) -> None:
    """Put every line of standard input into *lines*, and None when it ends."""
    # When the loop is closed, nobody reads any more.
    with suppress(RuntimeError, CancelledError):
        while line := sys.stdin.readline(LINE_MAX + 2):
            rest = line
            while rest and not rest.endswith("\n"):
                # Of a line that is too long, the rest says nothing either.
                rest = sys.stdin.readline(LINE_MAX)
            asyncio.run_coroutine_threadsafe(lines.put(line), loop).result()
        asyncio.run_coroutine_threadsafe(lines.put(None), loop).result()


def _say(sentence: str) -> None:
    click.echo(str(sentence))
