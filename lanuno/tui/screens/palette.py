"""Everything that can be done now, to be searched by its name."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.command import CommandPalette, Hit
from textual.system_commands import SystemCommandsProvider

from lanuno.language import _
from lanuno.narration import labels
from lanuno.tui import keys

if TYPE_CHECKING:
    from textual.binding import BindingType
    from textual.command import Hits


class Palette(CommandPalette):
    """Textual's own, in the player's language; what cannot wait at a table goes on working."""

    BINDINGS: ClassVar[list[BindingType]] = keys.URGENT_WHILE_TYPING

    def __init__(self) -> None:
        super().__init__((Commands,), placeholder=_(labels.SEARCH_COMMANDS))


class Commands(SystemCommandsProvider):
    """The commands of the app, or a line that says that none is called so."""

    async def search(self, query: str) -> Hits:
        is_found = False
        async for hit in super().search(query):
            is_found = True
            yield hit
        if not is_found:
            # Textual would say so too, but in English.
            yield Hit(0, _(labels.NO_SUCH_COMMAND), _do_nothing)


def _do_nothing() -> None:
    pass
