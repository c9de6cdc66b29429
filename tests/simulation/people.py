"""Players who are programs: each has a session like anybody else, and acts on its views."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from lanuno.bots import Strength, choose
from lanuno.errors import GameOn, NotATable, OtherVersion, TableFull, UserError, WrongCode
from lanuno.net.client import GaveUp, Lost, Restored, Session, Weak, join
from lanuno.net.messages import (
    Act,
    ActionRefused,
    AddBot,
    Closed,
    End,
    Hint,
    Join,
    Leave,
    Lobby,
    Ready,
    Rematch,
    Stage,
    Start,
    Stop,
    TakeOver,
    Update,
)
from lanuno.net.text import PlayerName
from lanuno.net.trust import SeatKey
from lanuno.uno import Accept, Challenge, Draw, NextRound, Play

from .loop import HERE

if TYPE_CHECKING:
    import random

    from lanuno.net.address import Address
    from lanuno.uno import Action, View

    from .network import Machine
    from .witness import Told, Witness

PACE_SECONDS = 0.02, 0.2
"""How long a player thinks."""

GATHER_SECONDS = 2.0
"""How long one who leads waits for others to come, before the first start."""

AGAIN_SECONDS = 2.0, 4.0
"""How long a player waits for something to happen before acting once more."""


class Pocket:
    """Where a program keeps the key of its seat, in place of a disk."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, bytes], bytes] = {}

    def load(self, table: str, fingerprint: bytes) -> bytes | None:
        return self._kept.get((table, fingerprint))

    def save(self, table: str, fingerprint: bytes, secret: bytes) -> None:
        self._kept[table, fingerprint] = secret

    def forget(self, table: str) -> None:
        for known in [each for each in self._kept if each[0] == table]:
            del self._kept[known]

    def close(self) -> None:
        """The pocket stays, for the next program."""


class Heard:
    """What one program was told last; mutable."""

    def __init__(self, newest: Told) -> None:
        self.newest = newest
        """The program may be late, but what it tells never goes back."""
        self.lobby: Lobby | None = None
        self.view: View | None = None


class Player:
    """One who sits down, plays, falls off the network and comes back; mutable, as people are."""

    def __init__(
        self,
        name: str,
        machine: Machine,
        addresses: list[Address],
        witness: Witness,
        chance: random.Random,
        *,
        code: str = "",
        watches: bool = False,
    ) -> None:
        self.name = name
        self.machine = machine
        self.key = SeatKey(chance.randbytes(32))
        self.watches = watches
        self.is_host = False
        """Plays in the program that has opened the table."""
        self.is_done = False
        """Has no seat any more, and wants none."""
        self.deaf_seconds = 0.0
        """How long it reads nothing, from the next notice on."""
        self._heard: dict[Session, Heard] = {}
        """What each of its programs has heard; the last is believed to be on the chair."""
        self.mistypes = code != "" and chance.random() < 0.3
        self._newest: Told = (0, 0)
        """The newest that any of its programs was told."""
        self._since = 0.0
        self._waits_for_chair = False
        self._addresses = addresses
        self._witness = witness
        self._chance = chance
        self._code = code
        self._pocket = Pocket()
        self._next: asyncio.TimerHandle | None = None
        witness.owners[self.key.public] = machine.address

    @property
    def session(self) -> Session | None:
        return next(reversed(self._heard), None)

    @property
    def lobby(self) -> Lobby | None:
        return self._heard[self.session].lobby if self.session else None

    @property
    def view(self) -> View | None:
        return self._heard[self.session].view if self.session else None

    async def live(self, after: float = 0.0) -> None:
        """Be at the table for as long as it has a place for us; a program that may be killed."""
        HERE.set(self.machine)
        await asyncio.sleep(after)
        self._since = self._since or asyncio.get_running_loop().time()
        ended_as = None
        while not self.is_done and ended_as is not End.REPLACED:
            try:
                ended_as = await self._sit()
            except (GameOn, TableFull):
                self._count("turned away, and looked on")
                self.watches = self._waits_for_chair = True
            except WrongCode:
                self.mistypes = False
                self._count("codes mistyped")
            except (NotATable, OtherVersion) as error:
                self._witness.claim(False, "a table was taken for something else", repr(error))
            except UserError as error:
                self._count(f"did not get in: {type(error).__name__}")
            await asyncio.sleep(self._chance.uniform(0.3, 2.0))

    async def _sit(self) -> End | None:
        """Be on the chair until the session ends; how the table ended it, if it did."""
        heard = Heard(self._newest)
        code = "WRONG" if self.mistypes else self._code
        async with join(
            self._addresses,
            PlayerName(self.name),
            code=code,
            key=self.key,
            seats=self._pocket,
            watch=self.watches,
            own=self.is_host,
        ) as session:
            self._heard[session] = heard
            try:
                async with aclosing(aiter(session)) as everything:
                    async for said in everything:
                        if isinstance(said, Closed):
                            self._count(f"sessions ended: {said.end}")
                            self.is_done |= self._is_final(said.end)
                            return said.end
                        if isinstance(said, Restored):
                            # Of our programs, the one that came last is on the chair.
                            self._heard[session] = self._heard.pop(session)
                        self._hear(said, heard)
                        if self._waits_for_chair and not self.watches:
                            self._waits_for_chair = False
                            return None
                        if self.deaf_seconds:
                            seconds, self.deaf_seconds = self.deaf_seconds, 0.0
                            await asyncio.sleep(seconds)
            finally:
                del self._heard[session]
                # Another program of ours may be on the chair, or nobody is.
                self._plan(*PACE_SECONDS)
        return None

    def _is_final(self, end: End) -> bool:
        return end is End.CLOSED or (end in {End.REMOVED, End.LEFT} and not self.watches)

    def _hear(self, said: Any, heard: Heard) -> None:
        match said:
            case Update():
                heard.newest = self._witness.sees_update(self.key.public, said, heard.newest)
                self._newest = max(self._newest, heard.newest)
                heard.view = said.view
                self._plan(*PACE_SECONDS)
            case Lobby():
                waited = heard.lobby is not None and heard.lobby.newcomer is not None
                heard.lobby = said
                # Only who asks for it looks on instead of waiting: some say anything at all.
                self.watches |= waited and said.newcomer is None and said.you is None
                if said.newcomer is not None:
                    self._count("waited for a round")
                if said.newcomer is not None or said.you is not None:
                    self.watches = False
                # Who came too late for the last game sits down for the next one.
                self.watches &= not (self._waits_for_chair and said.stage is Stage.LOBBY)
                if said.stage is not Stage.PLAYING:
                    self._plan(*PACE_SECONDS)
            case GaveUp():
                # No fault here lasts for as long as a session looks for its table.
                self._witness.claim(False, "a session gave up", self.name)
            case Lost() | Restored() | Weak():
                self._count(type(said).__name__)
            case ActionRefused():
                self._plan(*PACE_SECONDS)
            case _:
                pass

    def _plan(self, least: float, most: float) -> None:
        if self._next:
            self._next.cancel()
        seconds = self._chance.uniform(least, most)
        self._next = asyncio.get_running_loop().call_later(seconds, self._act)

    def _act(self) -> None:
        session, lobby = self.session, self.lobby
        if session is None or lobby is None:
            return
        if lobby.you is None:
            self._change_place(session, lobby)
            return
        if lobby.stage is Stage.PLAYING:
            asks = self._chance.random() < 0.05
            action = self._choose(self.view) if self.view and not asks else None
            if asks:
                session.send(Hint())
            if self._chance.random() < 0.01:
                session.send(Stop(agree=self._chance.random() < 0.7))
            if action:
                session.send(Act(self.view.version, action))
        else:
            for request in self._company(lobby):
                session.send(request)
        self._plan(*AGAIN_SECONDS)

    def _change_place(self, session: Session, lobby: Lobby) -> None:
        """What one without a seat does now and then: take over from a bot, or join after all."""
        if lobby.newcomer is not None and self._chance.random() < 0.3:
            session.send(TakeOver(bot=self._chance.random() < 0.7))
        elif self.watches and not self._waits_for_chair and self._chance.random() < 0.02:
            self._count("looked on, and wanted to play")
            session.send(Join(PlayerName(self.name)))

    def _company(self, lobby: Lobby) -> list[Any]:
        """What is to be said in the lobby, or after a game."""
        if lobby.stage is Stage.OVER:
            return [Rematch(lobby=lobby.leader == lobby.you and self._chance.random() < 0.3)]
        mine = lobby.chairs[lobby.you]
        if not mine.ready:
            return [Ready(ready=True)]
        if lobby.leader != lobby.you:
            return []
        if len(lobby.chairs) < 2 or (len(lobby.chairs) < 4 and self._chance.random() < 0.05):
            add = AddBot(self._chance.choice([*Strength]))
            return [add] if self._chance.random() < 0.3 else []
        if asyncio.get_running_loop().time() < self._since + GATHER_SECONDS:
            return []
        waits = any(each.here and not each.ready for each in lobby.chairs)
        if waits and self._chance.random() < 0.8:
            return []
        return [Start()]

    def _choose(self, view: View) -> Action | None:
        """Something sensible as a rule, and something careless now and then."""
        if NextRound() in view.legal:
            return NextRound() if self._chance.random() < 0.9 else None
        if not view.legal:
            return None
        if self._chance.random() < 0.04:
            return self._chance.choice([Draw(), Challenge(), Accept(), *view.legal])
        action = choose(view, self._chance)
        if isinstance(action, Play) and self._chance.random() < 0.3:
            return replace(action, uno=False)
        return action

    def leave(self) -> None:
        if self.session:
            self.session.send(Leave())

    def _count(self, what: str) -> None:
        self._witness.counts[what] += 1
        self._witness.note(f"{self.name}: {what}")
