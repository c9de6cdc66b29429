"""What it takes to sit down at a table: to open it first, or to know where it is."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from lanuno.net.address import Address
from lanuno.net.recent import Recent
from lanuno.net.text import PlayerName, TableName

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager

    from lanuno.net.client import Session
    from lanuno.net.hosting import Hosting, OpenTable  # noqa: TC004 - see `open_table`


class Visit(Struct, frozen=True, kw_only=True):
    """One of *hosting*, *resuming* and *addresses*."""

    hosting: Hosting | None = None
    """The table that this program opens."""
    resuming: Path | None = None
    """What tells of the table that this program brings back."""
    addresses: tuple[Address, ...] = ()
    """Where somebody else's table may be."""
    table: str | None = None
    """The id that it must have."""
    code: str = ""
    """What a private table asks for."""
    watch: bool = False
    """There is no seat, only a view."""
    practice: bool = False
    """The game begins at once, and nobody else can come."""


class Interrupted(Struct, frozen=True):
    """A table whose program died."""

    name: TableName
    file: Path


def open_table(visit: Visit) -> AbstractAsyncContextManager[OpenTable | None]:
    """The table that this program opens or brings back for *visit*, if it does, for the block."""
    # The rules and the server are loaded by those who host, when they host.
    if visit.resuming:
        from lanuno.net.hosting import resume_table  # noqa: PLC0415

        return resume_table(visit.resuming)
    if visit.hosting:
        from lanuno.net.hosting import open_table as opening  # noqa: PLC0415

        return opening(visit.hosting)
    return nullcontext()


def interrupted_table() -> Interrupted | None:
    """The table of this user that was interrupted last, if one waits to be brought back."""
    # It reads what was played, and so takes the rules: nothing for the first frame.
    from lanuno.net.keeper import kept_tables  # noqa: PLC0415

    newest = kept_tables()[-1:]
    return (
        Interrupted(TableName.of(newest[0].story.opened.name), newest[0].file) if newest else None
    )


def sit_down(
    visit: Visit, name: PlayerName, opened: OpenTable | None
) -> AbstractAsyncContextManager[Session]:
    """A seat for the block; *opened* is the table of *visit*, if this program has opened it."""
    # The protocol and the rules are loaded by those who sit down.
    from lanuno.net import client  # noqa: PLC0415
    from lanuno.net.seats import Seats  # noqa: PLC0415

    if opened:
        name = PlayerName(opened.host_name or name)
        return client.join(
            (opened.local,),
            name,
            table=opened.id,
            code=opened.code or "",
            key=opened.key,
            own=True,
        )
    return client.join(
        visit.addresses,
        name,
        table=visit.table,
        code=visit.code,
        seats=Seats(),
        watch=visit.watch,
    )


def remember(visit: Visit) -> None:
    """Keep where the table of *visit* is, so that it is asked when tables are looked for again."""
    # The first of them is the one that has answered.
    for address in visit.addresses[:1]:
        Recent().remember(address)
