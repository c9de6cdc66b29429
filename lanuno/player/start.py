"""What the command line asked for, for the app to begin with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from lanuno.net.address import Address

if TYPE_CHECKING:
    from lanuno.net.hosting import Hosting  # noqa: TC004 - loaded by those who host alone


class Home(Struct, frozen=True):
    """The home screen, for a player called *name*."""

    name: str


class Host(Struct, frozen=True):
    """A seat at a table that this program opens."""

    name: str
    hosting: Hosting


class Practice(Struct, frozen=True):
    """A game against bots at a table that nobody else can come to."""

    name: str
    hosting: Hosting


class Resume(Struct, frozen=True):
    """The own seat at the table that *file* tells of, brought back by this program."""

    name: str
    file: Path


class JoinTable(Struct, frozen=True):
    """A seat at the only table that is open, or at the one called *table*; wait for it."""

    name: str
    table: str | None = None
    code: str = ""
    watch: bool = False
    """Without a seat, to look on."""


class JoinAddress(Struct, frozen=True):
    """A seat at the table at *address*."""

    name: str
    address: Address
    code: str = ""
    watch: bool = False
    """Without a seat, to look on."""


Start = Home | Host | Practice | Resume | JoinTable | JoinAddress
