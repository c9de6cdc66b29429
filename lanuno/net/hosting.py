"""Open a table on this machine: the table, its port, and its announcement on the network."""

from __future__ import annotations

import asyncio
import random
import secrets
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace
from platformdirs import user_state_path

from lanuno.bots.strength import Strength
from lanuno.errors import NotAnnounced, PortInUse, TableBroke
from lanuno.net.address import DEFAULT_PORT, Address
from lanuno.net.chairs import Chairs
from lanuno.net.interfaces import own_addresses
from lanuno.net.joincode import new_code, show_code
from lanuno.net.keeper import Keeper
from lanuno.net.ledger import FORMAT, Opened
from lanuno.net.manners import LENIENT, Manners
from lanuno.net.match import GRACE_SECONDS
from lanuno.net.messages import Stage
from lanuno.net.server import serve
from lanuno.net.table import Table
from lanuno.net.text import TableName
from lanuno.net.thinker import Thinker
from lanuno.net.trust import Identity, SeatKey
from lanuno.uno import record
from lanuno.uno.cards import SEED_BYTES
from lanuno.uno.rules import DOCUMENT, Rules
from lanuno.uno.view import GameOver

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from lanuno.net.advertise import Advertising
    from lanuno.net.server import Server

_ID_BYTES = 8


class Hosting(Struct, frozen=True, kw_only=True):
    """What somebody wants to host."""

    table: TableName
    rules: Rules = DOCUMENT
    manners: Manners = LENIENT
    bots: int = 0
    """Bots that sit there from the start."""
    strength: Strength = Strength.NORMAL
    """How well they play."""
    port: int | None = None
    """The TCP port that it must be; None: the usual one, or any that is free."""
    discovery: bool = True
    """Whether others find it on the network without an address."""
    local: bool = False
    """Whether only programs on this machine can come; nobody is told where."""
    private: bool = False
    """Whether it takes a code to come in."""
    grace: float = GRACE_SECONDS
    """How many seconds a player whose connection is lost is waited for (R31)."""
    chance: random.Random | None = None
    """Where decks and the moods of bots come from, for a game that shall be the same again."""


class OpenTable:
    """A table that runs on this machine; mutable, as its announcement comes and goes."""

    def __init__(self, table: Table, key: SeatKey, code: str | None, keeper: Keeper) -> None:
        self.id = table.id
        self.table = table
        self.keeper = keeper
        self.server: Server | None = None
        self.key = key
        """What the host's own player joins with."""
        self.code = code
        """What others need to come in, in the form of `read_code`; None at an open table."""
        self.record: Path | None = None
        """The file with the record of the game, once the table has broken in the middle of it."""
        self.advertising: Advertising | None = None

    @property
    def shown_code(self) -> str | None:
        """The code as people see it."""
        return show_code(self.code) if self.code else None

    @property
    def port(self) -> int:
        """The TCP port; 0 before it listens."""
        return self.server.port if self.server else 0

    @property
    def local(self) -> Address:
        """Where this machine's own player finds it."""
        return Address("127.0.0.1", self.port)

    @property
    def addresses(self) -> tuple[Address, ...]:
        """Where others can join; read anew each time, as networks change."""
        try:
            return tuple(Address(host, self.port) for host in own_addresses())
        except OSError:
            return ()

    @property
    def discovery_problem(self) -> str | None:
        """Why others may not find the table by themselves, in a person's words."""
        return self.advertising.problem if self.advertising else str(NotAnnounced())

    @property
    def journal_problem(self) -> str | None:
        """
        Why the table could not be resumed if this program died, or what of it has been lost.

        In a person's words.
        """
        problem = self.keeper.problem or self.keeper.damage
        return str(problem) if problem else None

    def finished_record(self, scores: tuple[int, ...]) -> str | None:
        """
        The game that is over at the table with *scores*, as the text of its record; else None.

        Nobody gets to see the cards of a game before: this asks the game itself.
        """
        game = self.table.game
        is_over = game is not None and isinstance(game.phase, GameOver)
        if not game or not is_over or game.scores != scores:
            return None
        names = [occupant.name for occupant in self.table.chairs]
        try:
            return record.text(game, names=names)
        except ValueError:
            return record.text(game)

    @property
    def host_name(self) -> str | None:
        """What the host's own player is called, if they have a chair already."""
        occupant = self.table.chairs.of_key(self.key.public)
        return occupant.name if occupant else None

    @property
    def comes_back(self) -> bool:
        """Whether it is left to be resumed."""
        return self.server is not None and self.server.comes_back

    def suspend(self) -> None:
        """Let a game that is on be resumed when the program starts anew, instead of ending it."""
        if self.server and self.table.stage is Stage.PLAYING and self.keeper.problem is None:
            self.server.comes_back = True

    def write_down(self) -> None:
        """Keep what has changed on the disk."""
        self.keeper.write_down(self.table)

    def save_record(self) -> None:
        """Write the record of the game into this user's folder for such things, if possible."""
        file = user_state_path("lanuno", appauthor=False) / f"broken-{self.id}.txt"
        with suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            if self.table.game:
                # It holds everybody's cards.
                file.touch(mode=0o600)
                record.write(self.table.game, file)
                self.record = file


@asynccontextmanager
async def open_table(hosting: Hosting) -> AsyncGenerator[OpenTable]:
    """
    A table that others can find and join, while the block runs.

    PortInUse or PortRefused when its port cannot be had; TableBroke, at the end of the
    block, when it found itself in an impossible state. A network on which it cannot be
    announced is no error, see `OpenTable.discovery_problem`; nor is a disk on which it
    cannot be kept, see `OpenTable.journal_problem`.
    """
    key, identity, chance = SeatKey.new(), Identity.new(), hosting.chance
    table = Table(
        id=secrets.token_hex(_ID_BYTES),
        name=hosting.table,
        rules=hosting.rules,
        manners=hosting.manners,
        chairs=Chairs.with_bots(hosting.bots, hosting.strength),
        host_key=key.public,
        private=hosting.private,
        grace=hosting.grace,
        seed=partial(chance.randbytes, SEED_BYTES) if chance else _seed,
        chance=chance or random.Random(),  # noqa: S311 - the moods of bots are no secret
    )
    opened = OpenTable(table, key, new_code() if hosting.private else None, Keeper())
    discovery = hosting.discovery and not hosting.local
    async with _opening(opened, identity, hosting.port, discovery=discovery, local=hosting.local):
        yield opened


def numbered(hosting: Hosting, tables: int) -> tuple[Hosting, ...]:
    """So many *tables* of one kind, with names and, if it has one, ports that count up."""
    if tables == 1:
        return (hosting,)
    return tuple(
        replace(
            hosting,
            table=hosting.table.marked(f" {number}"),
            port=hosting.port and hosting.port + number - 1,
        )
        for number in range(1, tables + 1)
    )


@asynccontextmanager
async def resume_table(file: Path) -> AsyncGenerator[OpenTable]:
    """
    The table that *file* tells of, as it was, for the block; its guests come back by themselves.

    TableForgotten or TableBusyHere when that is not possible; else as `open_table`.
    """
    keeper = Keeper()
    story = keeper.go_on(file)
    kept = story.opened
    key, identity = SeatKey(kept.secret), Identity(kept.pem)
    table = Table(
        id=kept.id,
        name=TableName.of(kept.name),
        rules=story.rules,
        manners=story.manners,
        chairs=story.chairs,
        host_key=key.public,
        private=kept.code is not None,
        grace=kept.grace,
        seed=_seed,
        chance=random.Random(),  # noqa: S311 - the moods of bots are no secret
    )
    table.take_up(story.game, asyncio.get_running_loop().time())
    keeper.follow(table)
    opened = OpenTable(table, key, kept.code, keeper)
    async with _opening(
        opened, identity, kept.port, discovery=kept.announced, local=kept.local, resumed=True
    ):
        yield opened


@asynccontextmanager
async def _opening(
    opened: OpenTable,
    identity: Identity,
    port: int | None,
    *,
    discovery: bool,
    local: bool,
    resumed: bool = False,
) -> AsyncGenerator[None]:
    table, keeper, was_open = opened.table, opened.keeper, False
    try:
        async with AsyncExitStack() as stack:
            opened.server = await _serve(
                opened, identity, port, stack, flexible=resumed, local=local
            )
            if not resumed:
                keeper.begin(
                    Opened(
                        format=FORMAT,
                        id=table.id,
                        name=str(table.name),
                        port=opened.port,
                        code=opened.code,
                        grace=table.grace,
                        announced=discovery,
                        local=local,
                        pem=identity.pem,
                        secret=opened.key.secret,
                    )
                )
                opened.write_down()
            if discovery:
                # zeroconf takes a tenth of a second to import; nobody waits for it before this.
                from lanuno.net.advertise import advertise  # noqa: PLC0415

                opened.advertising = await stack.enter_async_context(
                    advertise(table.id, table.name, opened.port)
                )
            was_open = True
            yield
    finally:
        # A program that dies does not come here, and leaves the table to be resumed.
        await keeper.end(forget=was_open and not table.fault and not opened.comes_back)
    if table.fault:
        raise TableBroke(opened.record) from table.fault


async def _serve(
    opened: OpenTable,
    identity: Identity,
    port: int | None,
    stack: AsyncExitStack,
    *,
    flexible: bool,
    local: bool,
) -> Server:
    """What serves the table until *stack* ends, on *port*, or if it is *flexible* on any."""

    async def listen(wanted: int) -> Server:
        serving = serve(
            opened.table,
            identity,
            wanted,
            code=opened.code,
            on_change=opened.write_down,
            on_fault=opened.save_record,
            thinker=Thinker,
            own_key=opened.key.public,
            local=local,
        )
        return await stack.enter_async_context(serving)

    try:
        usual = 0 if local else DEFAULT_PORT
        return await listen(usual if port is None else port)
    except PortInUse:
        if port is not None and not flexible:
            raise
        return await listen(0)


def _seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


def any_table_name() -> TableName:
    """A name for a table that nobody named; it tells the network nothing about its host."""
    return TableName(random.choice(_TABLE_NAMES))  # noqa: S311 - a name is no secret


_TABLE_NAMES = (
    *("Balcony", "Boathouse", "Corner Table", "Courtyard", "Fireside", "Garden", "Hearth"),
    *("Kitchen", "Orchard", "Porch", "Pump Room", "Rooftop", "Terrace", "Veranda", "Winter Garden"),
)
