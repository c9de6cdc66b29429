"""A host whose process is killed in the middle of play, and everybody who plays on."""

from __future__ import annotations

import asyncio
import os
import random
import socket
import sys
from contextlib import AsyncExitStack, closing

from lanuno.bots import choose
from lanuno.net import client
from lanuno.net.address import Address
from lanuno.net.client import join
from lanuno.net.keeper import kept_tables
from lanuno.net.messages import Act, Lobby, Ready, Stage, Start, Update
from lanuno.net.text import PlayerName
from lanuno.uno import Game, NextRound
from lanuno.uno.record import redo

from .lines import SECONDS, until

KILLS = int(os.environ.get("LANUNO_KILLS", "50"))
"""How often."""


class Player:
    """Plays what a bot would, as fast as it can; keeps the last view that it was sent."""

    def __init__(self, session: client.Session, number: int) -> None:
        self.session = session
        self.view = None
        self.restored = 0
        self._chance = random.Random(number)

    @property
    def seen(self) -> int:
        """How many deeds the last view comes after."""
        return self.view.version if self.view else 0

    def has_seen(self, deeds: int) -> bool:
        return self.seen >= deeds

    async def play(self) -> None:
        async for said in self.session:
            match said:
                case client.Restored():
                    self.restored += 1
                case Lobby(stage=Stage.LOBBY) if len(said.chairs) == 2:
                    self.session.send(Ready(ready=True))
                    if said.you == said.leader:
                        self.session.send(Start())
                case Update(view=view):
                    self.view = view
                    action = choose(view, self._chance)
                    if NextRound() in view.legal:
                        action = NextRound()
                    if action:
                        self.session.send(Act(view.version, action))
                case _:
                    pass


class Host:
    """A host's process: opened, killed, and brought back."""

    def __init__(self, port: int, state: str) -> None:
        self._port = port
        self._environment = os.environ | {"XDG_STATE_HOME": state, "HOME": state}
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[bytes] | None = None

    async def open(self) -> None:
        where = "--no-discovery", "--port", str(self._port)
        await self._start("host", *where, "--target", "1000000")

    async def resume(self) -> None:
        await self._start("resume")

    async def kill(self) -> None:
        if self._process.returncode is None:
            self._process.kill()
        await self._process.wait()

    async def _start(self, *words: str) -> None:
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "lanuno", *words, "--headless"),
            env=self._environment,
            stdout=asyncio.subprocess.PIPE,
        )
        async with asyncio.timeout(SECONDS):
            await self._process.stdout.readline()
        self._reading = asyncio.ensure_future(self._process.stdout.read())


def after(game: Game, deeds: int) -> Game:
    """*game* as it was after its first *deeds*."""
    again = Game.new(game.players, game.seed, game.rules)
    for seat, deed in game.history[:deeds]:
        redo(again, seat, deed)
    return again


async def test_nothing_that_a_guest_was_told_is_missing_after_a_kill(tmp_path, monkeypatch):
    """B95; threats row 20."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(client, "RETRY_SECONDS", (0.05, 0.1))
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        port = listener.getsockname()[1]
    chance, host = random.Random(KILLS), Host(port, str(tmp_path))
    await host.open()
    async with AsyncExitStack() as stack:
        stack.push_async_callback(host.kill)
        players = []
        for number, name in enumerate(("Ana", "Ivo")):
            session = join([Address("127.0.0.1", port)], PlayerName(name))
            players.append(Player(await stack.enter_async_context(session), number))
        playing = [asyncio.create_task(player.play()) for player in players]
        for kill in range(1, KILLS + 1):
            wanted = [player.seen + chance.randrange(1, 40) for player in players]
            await until(lambda wanted=wanted: all(map(Player.has_seen, players, wanted)))
            await host.kill()
            (kept,) = kept_tables(tmp_path / "lanuno" / "tables")
            game = kept.story.game
            for seat, player in enumerate(players):
                view = player.view
                assert view.version <= game.version
                assert after(game, view.version).look(seat) == view
            await host.resume()
            await until(lambda kill=kill: all(player.restored == kill for player in players))
        for task in playing:
            task.cancel()
        await asyncio.wait(playing)
