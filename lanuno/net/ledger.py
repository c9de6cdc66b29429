"""What a table writes down as it changes, and how it is brought back from that."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from lanuno.bots.strength import Strength
from lanuno.net.chairs import Chairs, Occupant
from lanuno.net.manners import LENIENT, Manners
from lanuno.net.text import PlayerName
from lanuno.uno.game import Game
from lanuno.uno.notation import parse, word
from lanuno.uno.record import founders, redo
from lanuno.uno.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lanuno.net.table import Table
    from lanuno.uno.actions import Deed

FORMAT = 1
DEEDS_A_RECORD = 5000


class Opened(Struct, frozen=True, kw_only=True, tag="opened"):
    """What a table is, from its first moment on; for nobody's eyes but its host's."""

    format: int
    id: str
    name: str
    port: int
    code: str | None
    """None at an open table."""
    grace: float
    """How many seconds a lost player is waited for."""
    announced: bool
    """Whether others find it on the network without an address."""
    pem: bytes
    """Certificate and private key."""
    secret: bytes
    """Of the seat of the host's own player."""
    local: bool = False
    """Whether only programs on this machine can come."""


class Sitter(Struct, frozen=True):
    """Who has a chair."""

    name: str
    key: str
    """The public key of a player; none for a bot."""
    gone: bool
    strength: Strength = Strength.NORMAL
    """How well a bot plays."""


class Waiting(Struct, frozen=True):
    """Who waits for a chair."""

    name: str
    key: str
    takes_bot: bool


class Company(Struct, frozen=True, tag="company"):
    """Who sits where, the rules of the next game, and what else the table allows."""

    rules: Rules
    chairs: tuple[Sitter, ...]
    manners: Manners = LENIENT
    newcomers: tuple[Waiting, ...] = ()


class Began(Struct, frozen=True, tag="began"):
    """A game of those who sit there."""

    seed: bytes
    rules: Rules
    players: int


class Did(Struct, frozen=True, tag="did"):
    """What has been done in the game since, in the words of a record."""

    words: tuple[str, ...]


class Reopened(Struct, frozen=True, tag="reopened"):
    """Back in the lobby."""


Entry = Opened | Company | Began | Did | Reopened

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(tuple[Entry, ...]).decode


class LedgerError(ValueError):
    """That cannot be the story of a table."""


class Ledger:
    """What has been written down about a table so far; mutable, as the table is."""

    def __init__(self) -> None:
        self._company: Company | None = None
        self._game: Game | None = None
        self._deeds = 0

    def go_on(self, table: Table) -> None:
        """All of *table* as it is now has been written down already."""
        self._company, self._game = _company(table), table.game
        self._deeds = len(table.game.history) if table.game else 0

    def news(self, table: Table) -> bytes | None:
        """All that has changed at *table* since it was asked last, as one record; None: nothing."""
        entries: list[Entry] = []
        company = _company(table)
        if company != self._company:
            entries.append(company)
            self._company = company
        if table.game is not self._game:
            self._game, self._deeds = table.game, 0
            if table.game:
                entries.append(_began(table.game))
            else:
                entries.append(Reopened())
        if table.game and len(table.game.history) > self._deeds:
            new = table.game.history[self._deeds :]
            entries.append(_did(new))
            self._deeds = len(table.game.history)
        return _encode(entries) if entries else None


class Story(Struct, frozen=True):
    """What a ledger tells of a table."""

    opened: Opened
    rules: Rules
    manners: Manners
    chairs: Chairs
    game: Game | None
    """The game that was on, or had ended; None in the lobby."""


def opening(opened: Opened) -> bytes:
    """The first record of a ledger."""
    return _encode((opened,))


def whole(opened: Opened, table: Table) -> Iterator[bytes]:
    """All there is to say about *table*, in records of a size that every disk takes."""
    yield opening(opened)
    yield _encode((_company(table),))
    if game := table.game:
        yield _encode((_began(game),))
        for at in range(0, len(game.history), DEEDS_A_RECORD):
            yield _encode((_did(game.history[at : at + DEEDS_A_RECORD]),))


def tell(payloads: Iterable[bytes]) -> Story:
    """The table that the records of a ledger tell of; LedgerError when they make no sense."""
    opened: Opened | None = None
    company: Company | None = None
    game: Game | None = None
    try:
        for entry in (each for payload in payloads for each in _decode(payload)):
            match entry:
                case Opened():
                    opened = entry
                case Company():
                    company = entry
                case Began():
                    game = Game.new(entry.players, entry.seed, entry.rules)
                case Did():
                    _redo(game, entry.words)
                case Reopened():
                    game = None
    except ValueError as error:
        raise LedgerError(str(error)) from error
    if opened is None or opened.format != FORMAT:
        raise LedgerError("it does not say what table it is about")
    company = company or Company(Rules(), ())
    return Story(opened, company.rules, company.manners, _seat(company, game), game)


def _company(table: Table) -> Company:
    sitters = (Sitter(str(each.name), each.key, each.gone, each.strength) for each in table.chairs)
    waiting = (Waiting(str(each.name), each.key, each.takes_bot) for each in table.chairs.newcomers)
    return Company(table.rules, tuple(sitters), table.manners, tuple(waiting))


def _began(game: Game) -> Began:
    return Began(game.seed, game.rules, founders(game))


def _did(deeds: Iterable[tuple[int, Deed]]) -> Did:
    return Did(tuple(word(seat, deed) for seat, deed in deeds))


def _redo(game: Game | None, words: tuple[str, ...]) -> None:
    if game is None:
        raise LedgerError("something was done in no game")
    for seat, deed in map(parse, words):
        redo(game, seat, deed)


def _seat(company: Company, game: Game | None) -> Chairs:
    chairs = Chairs()
    for seat, sitter in enumerate(company.chairs):
        occupant = Occupant(
            PlayerName.of(sitter.name),
            bot=not sitter.key,
            strength=sitter.strength,
            key=sitter.key,
        )
        occupant.gone = sitter.gone or bool(game and seat in game.gone)
        chairs.take_back(occupant)
    for each in company.newcomers:
        newcomer = Occupant(PlayerName.of(each.name), key=each.key)
        newcomer.takes_bot = each.takes_bot
        chairs.newcomers.append(newcomer)
    return chairs
