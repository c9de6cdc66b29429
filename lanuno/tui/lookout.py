"""Looks for tables on the network while the screens are up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.net.recent import Recent

if TYPE_CHECKING:
    from lanuno.net.client import Session
    from lanuno.net.discovery import Tables
    from lanuno.tui.screens.home import HomeScreen


class Lookout:
    """Tells screens and sessions what is heard of tables; what it does goes on until cancelled."""

    def __init__(self) -> None:
        self._tables: Tables | None = None

    async def show_on(self, home: HomeScreen) -> None:
        """Keep *home* showing the tables that there are."""
        from lanuno.net.discovery import tables  # noqa: PLC0415 - it takes a tenth of a second

        async with tables(recent=Recent().load()) as self._tables:
            async for found in self._tables:
                home.show(
                    found,
                    self._tables.problem,
                    searching=self._tables.searching,
                    sweeping=self._tables.sweeping,
                )

    def refresh(self) -> None:
        """Ask all tables anew."""
        if self._tables:
            self._tables.refresh()

    async def sweep(self) -> None:
        """Try every address of the network."""
        if self._tables:
            await self._tables.sweep()

    async def look_for(self, session: Session) -> None:
        """Let *session*, whose table is lost, learn under which addresses that is heard of now."""
        from lanuno.net.discovery import tables  # noqa: PLC0415 - see above

        async with tables() as heard:
            async for found in heard:
                for table in found:
                    if table.id == session.welcome.table:
                        session.learn(table.addresses)
