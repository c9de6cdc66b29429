"""A table with somebody beside it who sees everything, and says so when something is wrong."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from lanuno.net.messages import ActionRefused, Closed, End, Refused, Update, Welcome
from lanuno.net.table import Table
from lanuno.uno import GameOver
from lanuno.uno.cards import DECK
from lanuno.uno.events import CardPlayed, FirstCardTurned, PlayerJoined, RoundBegan

if TYPE_CHECKING:
    from lanuno.bots.thought import Question, Thought
    from lanuno.net.messages import Notice, Request
    from lanuno.net.server import Server
    from lanuno.uno import Game, View


Told = tuple[int, int]
"""Which game, and which version of it, somebody was told."""


class Wrong(AssertionError):
    """Something that must never be has been; its first words say which of these things."""


class Witness:
    """What has happened at one table, and whether it may; mutable, as evenings go on."""

    def __init__(self, counts: Counter[str], clock: Any) -> None:
        self.counts = counts
        self.server: Server | None = None
        self.owners: dict[str, str] = {}
        """The address of every machine whose player may come in, by public key."""
        self.log: list[str] = []
        self.wrong: Wrong | None = None
        self._clock = clock
        self._seated: dict[int, str] = {}
        """Who was welcomed and not sent away yet: the key of every peer."""
        self._told: dict[tuple[str, int, int], list[tuple[int, View]]] = {}
        """What views were told about which game, by key, round and version."""
        self._games: list[bytes] = []
        """The seeds of all games, in their order."""
        self._game: Game | None = None
        self._checked: tuple[Game | None, int] = None, 0
        self._stand_ins = 0
        self._games_over: set[bytes] = set()
        """The seeds of the games that have ended; no two have the same."""

    @property
    def games_over(self) -> int:
        """How many games have been played to their end."""
        return len(self._games_over)

    def note(self, what: str) -> None:
        self.log.append(f"{self._clock():.6f} {what}")

    def fingerprint(self) -> str:
        return sha256("\n".join(self.log).encode()).hexdigest()

    def sees_guest(self, peer: int, key: str) -> None:
        """*peer* has been let in as the owner of *key*."""
        at = self.server._connections[peer].peer_address
        self.claim(self.owners.get(key) == at, "somebody has come in", f"as another, from {at}")
        self.note(f"{peer} comes in from {at}")

    def sees_notice(self, table: Table, peer: int, notice: Notice) -> None:
        """*peer* is going to be told *notice*, about the table as it is now."""
        self.counts[type(notice).__name__] += 1
        match notice:
            case Welcome():
                self._seated[peer] = table._audience.keys[peer]
            case Closed():
                self._seated.pop(peer, None)
                self.counts[f"Closed {notice.end}"] += 1
                self.claim(notice.end is not End.BROKEN, "the table broke", repr(table.fault))
            case Refused():
                self.counts[f"Refused {notice.why}"] += 1
            case ActionRefused():
                self.counts["actions refused"] += 1
            case Update():
                self._check_update(table, peer, notice)
        self.note(f"{peer} < {_short(notice)}")

    def sees_death(self) -> None:
        """The table's program is dead, and with it every connection."""
        self._seated.clear()

    def sees_end(self, peer: int) -> None:
        self._seated.pop(peer, None)
        self.note(f"{peer} is gone")

    def sees_update(self, key: str, update: Update, heard: Told) -> Told:
        """
        What was told to the owner of *key* has arrived, through codec and network.

        *heard* is the newest that the program was told before; it gets the newest now.
        """
        view = update.view
        told = self._told.get((key, view.round, view.version), [])
        # Two games may look the same to one who looks on.
        which = [(game, view.version) for game, each in told if each == view]
        self.claim(which, "a view has arrived that nobody was told")
        # Whatever dies, nothing that a player was told is undone.
        later = [each for each in which if each >= heard]
        self.claim(later, "what was told is undone", repr(heard))
        return min(later, default=heard)

    def check(self, table: Table) -> None:
        """What must hold whenever the table has done something."""
        if table.fault:
            self.claim(False, "the table broke", repr(table.fault))
        game = table.game
        if game and (game, game.version) != self._checked:
            self._checked = game, game.version
            self._check_cards(game)
        stand_ins = sum(each.stand_in for each in table.chairs)
        self.counts["stand-ins"] += max(0, stand_ins - self._stand_ins)
        self._stand_ins = stand_ins
        peers = [each.peer for each in table.chairs if each.peer is not None]
        self.claim(len(set(peers)) == len(peers), "two seats on one connection")
        seated = [
            key
            for peer, key in self._seated.items()
            if peer not in table._audience.watchers and peer in self.server._connections
        ]
        self.claim(len(set(seated)) == len(seated), "two connections for one seat")

    def claim(self, holds: object, what: str, more: str = "") -> None:
        if not holds:
            # The table would take an exception for its own, so it is kept too.
            self.wrong = self.wrong or Wrong(f"{what}: {more}" if more else what)
            raise self.wrong

    def _check_cards(self, game: Game) -> None:
        if isinstance(game.phase, GameOver):
            self._games_over.add(game.seed)
        game.check()
        cards = [*game.pile, *game.discard, *(card for hand in game.hands for card in hand)]
        self.claim(len(cards) == len(DECK), "cards lost or made", str(len(cards)))
        if game.version % 16 == 0:
            self.claim(Counter(cards) == _WHOLE, "the deck has changed")

    def _check_update(self, table: Table, peer: int, update: Update) -> None:
        key, game, view = table._audience.keys[peer], table.game, update.view
        if peer in table._audience.watchers:
            seat = None
        else:
            # Not by the table's own look-up: by whose key has proven itself on that connection.
            chairs = enumerate(table.chairs)
            mine = [i for i, each in chairs if each.key == key and not each.gone]
            waits = any(each.key == key for each in table.chairs.newcomers)
            self.claim(len(mine) + waits == 1, "somebody is told of a game, and has no place there")
            seat = next(iter(mine), None)
        self.claim(view == game.look(seat), "a view shows another seat's secrets", f"peer {peer}")
        hand = () if seat is None else game.hands[seat]
        self.claim(view.hand == hand, "a hand that is not the viewer's", f"peer {peer}")
        self._check_events(game, update)
        if game is not self._game:
            self._game = game
            if game.seed not in self._games:
                self._games.append(game.seed)
        told = self._told.setdefault((key, view.round, view.version), [])
        if (self._games.index(game.seed), view) not in told:
            told.append((self._games.index(game.seed), view))

    def _check_events(self, game: Game, update: Update) -> None:
        """No card is named that does not lie open on the table."""
        began = any(isinstance(event, RoundBegan) for event in update.events)
        for event in update.events:
            self.counts["newcomers dealt in"] += isinstance(event, PlayerJoined)
            if isinstance(event, CardPlayed) or (isinstance(event, FirstCardTurned) and not began):
                self.claim(event.card in game.discard, "an event shows a secret", repr(event))


_WHOLE = Counter(DECK)


class WitnessedTable(Table):
    """The table as it is, with a witness who hears every call and every notice."""

    def __init__(self, witness: Witness, **more: Any) -> None:
        super().__init__(**more)
        self.is_dead = False
        self._witness = witness
        plain = self._audience.tell

        def tell(peer: int, notice: Notice) -> None:
            witness.sees_notice(self, peer, notice)
            plain(peer, notice)

        self._tell = self._audience.tell = tell

    def stop(self) -> None:
        """Its program is dead: what still runs of it is not its doing."""
        self.is_dead = True

    def introduce(self, peer: int, key: str) -> None:
        if not self.is_dead:
            self._witness.sees_guest(peer, key)
        super().introduce(peer, key)

    def receive(self, peer: int, request: Request, now: float) -> Any:
        if self.is_dead:
            return []
        self._witness.note(f"{peer} > {_short(request)}")
        sent = super().receive(peer, request, now)
        self._witness.check(self)
        return sent

    def lose(self, peer: int, now: float) -> Any:
        if self.is_dead:
            return []
        self._witness.sees_end(peer)
        sent = super().lose(peer, now)
        self._witness.check(self)
        return sent

    def thought(self, question: Question, thought: Thought | None) -> Any:
        if self.is_dead:
            return []
        sent = super().thought(question, thought)
        self._witness.check(self)
        return sent

    def due(self) -> float | None:
        return None if self.is_dead else super().due()

    def tick(self, now: float) -> Any:
        if self.is_dead:
            return []
        sent = super().tick(now)
        self._witness.check(self)
        return sent


def _short(message: Notice | Request) -> str:
    match message:
        case Update():
            return f"Update {message.view.round}.{message.view.version} seat {message.view.seat}"
        case Closed() | Refused() | ActionRefused():
            return repr(message)
        case _:
            return type(message).__name__
