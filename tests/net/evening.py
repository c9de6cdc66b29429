"""An evening at a table in virtual time: peers are numbers, and nothing waits for a clock."""

from __future__ import annotations

import random
from itertools import count
from typing import TYPE_CHECKING

from lanuno.bots import choose
from lanuno.net.chairs import Chairs
from lanuno.net.manners import LENIENT
from lanuno.net.match import GRACE_SECONDS
from lanuno.net.messages import (
    Act,
    AddBot,
    Closed,
    Join,
    Lobby,
    Stage,
    Start,
    Stop,
    Update,
    Watch,
)
from lanuno.net.table import Table
from lanuno.net.text import PlayerName, TableName
from lanuno.uno import Game, NextRound, Play, card
from lanuno.uno.events import TurnBegan
from lanuno.uno.rules import DOCUMENT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lanuno.net.chairs import Occupant
    from lanuno.net.manners import Manners
    from lanuno.net.messages import Notice, Request
    from lanuno.uno import Action, Color, Rules, View

HOST_KEY = "f" * 64
ID = "0123456789abcdef"


def key_of(peer: int) -> str:
    """The key of a seat that the guest on *peer* proves to own."""
    return f"{peer:064x}"


class Evening:
    """A table and everything that it has sent; peers that were told `Closed` are hung up on."""

    def __init__(
        self,
        *,
        rules: Rules = DOCUMENT,
        manners: Manners = LENIENT,
        bots: int = 0,
        seed: int = 1,
        grace: float = GRACE_SECONDS,
    ) -> None:
        seeds = count(seed)
        self.now = 1000.0
        self.sent: dict[int, list[Notice]] = {}
        self.keys: dict[int, str] = {}
        """What each peer has joined with."""
        self.table = Table(
            id=ID,
            name=TableName("Kitchen"),
            rules=rules,
            manners=manners,
            chairs=Chairs.with_bots(bots),
            host_key=HOST_KEY,
            grace=grace,
            seed=lambda: next(seeds).to_bytes(32, "big"),
            chance=random.Random(seed),
        )

    @property
    def game(self) -> Game:
        game = self.table.game
        if game is None:
            raise LookupError("no game is on")
        return game

    def ask(self, peer: int, request: Request) -> list[Notice]:
        """What *peer* is told because of *request*."""
        before = len(self.sent.get(peer, []))
        self._deliver(self.table.receive(peer, request, self.now))
        return self.sent.get(peer, [])[before:]

    def act(self, peer: int, action: Action, *, version: int | None = None) -> list[Notice]:
        """*peer* acts upon the last view that it was sent, or upon that of *version*."""
        seen = self.view(peer).version if version is None else version
        return self.ask(peer, Act(seen, action))

    def join(self, *peers: int, host: bool = False, key: str | None = None) -> list[Notice]:
        told = []
        for peer in peers:
            self.keys[peer] = HOST_KEY if host else key or key_of(peer)
            self.table.introduce(peer, self.keys[peer])
            told = self.ask(peer, Join(PlayerName(f"Player {peer}")))
        return told

    def lose(self, *peers: int) -> None:
        for peer in peers:
            self._deliver(self.table.lose(peer, self.now))

    def come_back(self, peer: int, *, on: int) -> list[Notice]:
        """The player who was on *peer* takes the seat again, on another connection."""
        return self.join(on, key=self.keys[peer])

    def wait(self, seconds: float) -> None:
        """Let time pass; what becomes due on the way is done at its time."""
        until = self.now + seconds
        while (due := self.table.due()) is not None and due <= until:
            self.now = max(self.now, due)
            self._deliver(self.table.tick(self.now))
        self.now = until

    def start(self, players: int, *, bots: int = 0) -> None:
        """A game of *players* on the peers 0, 1, 2 …, and of *bots* on the seats after them."""
        self.join(*range(players))
        for _ in range(bots):
            self.ask(0, AddBot())
        self.ask(0, Start())

    def lay(self, hands: str, **position) -> None:
        """Put the game that is on into a position, as `Game.position` takes it."""
        match = self.table._match
        match.game = Game.position(hands, rules=self.table.rules, **position)
        match._next_round_at = None
        events = match._follow((TurnBegan(match.game.turn),), self.now)
        self._deliver(self._updates(events))

    def end_round(self) -> None:
        """Let seat 0 go out with the last card of the round that is on."""
        others = [f"{color}{low} {color}{low + 1}" for color in "GBY" for low in (2, 4, 6, 8)]
        self.lay(" | ".join(["R5", *others[: len(self.table.chairs) - 1]]), top="R1")
        match = self.table._match
        self._deliver(self._updates(match._apply(0, play("R5"), self.now)))

    def stop(self, *peers: int) -> None:
        """All of *peers*, and with that everybody, agree to end the game after this round."""
        for peer in peers:
            self.ask(peer, Stop(agree=True))
        self.end_round()

    def watch(self, peer: int) -> list[Notice]:
        self.table.introduce(peer, key_of(peer))
        return self.ask(peer, Watch())

    def view(self, peer: int) -> View:
        return self.last(peer, Update).view

    def lobby(self, peer: int) -> Lobby:
        return self.last(peer, Lobby)

    def occupant(self, seat: int) -> Occupant:
        return self.table.chairs[seat]

    def last(self, peer: int, kind):
        return next(each for each in reversed(self.sent[peer]) if isinstance(each, kind))

    def heard(self, peer: int, kind) -> list:
        """Every event of *kind* that *peer* was told."""
        updates = [each for each in self.sent.get(peer, []) if isinstance(each, Update)]
        return [event for each in updates for event in each.events if isinstance(event, kind)]

    def forget(self) -> None:
        """From here on only what is sent next is kept."""
        self.sent.clear()

    def move(self, peer: int, chance: random.Random) -> bool:
        """*peer* does something sensible, if there is something to do."""
        view = self.view(peer)
        action = NextRound() if NextRound() in view.legal else choose(view, chance)
        if action is not None:
            self.act(peer, action)
        return action is not None

    def while_playing(self) -> Iterator[int]:
        """As long as the game goes on; RuntimeError when there is no end to it."""
        for i in range(5000):
            if self.table.stage is not Stage.PLAYING:
                return
            yield i
        raise RuntimeError("the game does not end")

    def _updates(self, events) -> list[tuple[int, Notice]]:
        self.table._follow(events, self.now)
        return self.table._audience.take()

    def _deliver(self, sent: list[tuple[int, Notice]]) -> None:
        for peer, notice in sent:
            self.sent.setdefault(peer, []).append(notice)
        for peer, notice in sent:
            if isinstance(notice, Closed):
                self._deliver(self.table.lose(peer, self.now))


def position(
    hands: str,
    *,
    rules: Rules = DOCUMENT,
    top: str = "R1",
    grace: float = GRACE_SECONDS,
    **more,
) -> Evening:
    """A game of as many players as there are *hands*, in the middle of a round."""
    evening = Evening(rules=rules, grace=grace)
    evening.start(hands.count("|") + 1)
    evening.lay(hands, top=top, **more)
    return evening


def play(code: str, color: Color | None = None, *, uno: bool = False) -> Play:
    return Play(card(code), color, uno)


def everything(evening: Evening) -> tuple:
    """All there is to know about the table and its game, for comparing."""
    table = evening.table
    chairs = [tuple(getattr(each, name) for name in each.__slots__) for each in table.chairs]
    here = (table.stage, table.rules, tuple(chairs), table.due(), table.info())
    return (*here, *truth(table.game)) if table.game else here


def truth(game: Game) -> tuple:
    """All there is to know about a game, for comparing."""
    seen = [game.look(seat) for seat in (None, *range(game.players))]
    return (*seen, game.hands, game.pile, game.discard, tuple(game.history))
