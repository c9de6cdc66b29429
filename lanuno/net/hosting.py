"""Open a table on this machine: the table, its port, and its announcement on the network."""

from __future__ import annotations

import random
import secrets
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

from msgspec import Struct

from lanuno.errors import PortInUse
from lanuno.net.address import DEFAULT_PORT, Address
from lanuno.net.chairs import Chairs
from lanuno.net.interfaces import own_addresses
from lanuno.net.server import Server, serve
from lanuno.net.table import Table
from lanuno.net.text import TableName
from lanuno.uno.cards import SEED_BYTES
from lanuno.uno.rules import DOCUMENT, Rules

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from lanuno.net.advertise import Advertising

_ID_BYTES = 8
_TOKEN_BYTES = 16


class Hosting(Struct, frozen=True, kw_only=True):
    """What somebody wants to host."""

    table: TableName
    rules: Rules = DOCUMENT
    bots: int = 0
    """Bots that sit there from the start."""
    port: int | None = None
    """The TCP port that it must be; None: the usual one, or any that is free."""
    discovery: bool = True
    """Whether others find it on the network without an address."""


class OpenTable:
    """A table that runs on this machine; mutable, as its announcement comes and goes."""

    def __init__(self, server: Server, key: str) -> None:
        self.id = server.table.id
        self.port = server.port
        self.key = key
        """What `join` needs as *host* to run the table."""
        self.advertising: Advertising | None = None

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
        return self.advertising.problem if self.advertising else None


@asynccontextmanager
async def open_table(hosting: Hosting) -> AsyncGenerator[OpenTable]:
    """
    A table that others can find and join, while the block runs.

    PortInUse or PortRefused when its port cannot be had; TableBroke, at the end of the
    block, when it found itself in an impossible state. A network on which it cannot be
    announced is no error: see `OpenTable.discovery_problem`.
    """
    key = secrets.token_hex(_TOKEN_BYTES)
    table = Table(
        id=secrets.token_hex(_ID_BYTES),
        name=hosting.table,
        rules=hosting.rules,
        chairs=Chairs.with_bots(hosting.bots),
        host_key=key,
        token=lambda: secrets.token_hex(_TOKEN_BYTES),
        seed=lambda: secrets.token_bytes(SEED_BYTES),
        chance=random.Random(),  # noqa: S311 - the moods of bots are no secret
    )
    async with AsyncExitStack() as stack:
        server = await _serve(table, hosting.port, stack)
        opened = OpenTable(server, key)
        if hosting.discovery:
            # zeroconf takes a tenth of a second to import; nobody waits for it before this.
            from lanuno.net.advertise import advertise  # noqa: PLC0415

            opened.advertising = await stack.enter_async_context(
                advertise(table.id, table.name, server.port)
            )
        yield opened


async def _serve(table: Table, port: int | None, stack: AsyncExitStack) -> Server:
    if port is not None:
        return await stack.enter_async_context(serve(table, port))
    try:
        return await stack.enter_async_context(serve(table, DEFAULT_PORT))
    except PortInUse:
        return await stack.enter_async_context(serve(table, 0))


def any_table_name() -> TableName:
    """A name for a table that nobody named; it tells the network nothing about its host."""
    return TableName(random.choice(_TABLE_NAMES))  # noqa: S311 - a name is no secret


_TABLE_NAMES = (
    *("Balcony", "Boathouse", "Corner Table", "Courtyard", "Fireside", "Garden", "Hearth"),
    *("Kitchen", "Orchard", "Porch", "Pump Room", "Rooftop", "Terrace", "Veranda", "Winter Garden"),
)
