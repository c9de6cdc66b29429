"""Whom a player does not want to hear; nobody else learns of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lanuno.net.messages import Lobby
    from lanuno.net.talk import Reacted, Spoke


class Muting:
    """
    Mutable, as people are muted and heard again.

    It goes by names: no two at a table have the same, and a seat can be another's in the next
    game.
    """

    def __init__(self) -> None:
        self._names: set[str] = set()

    def is_muted(self, name: str) -> bool:
        return name in self._names

    def set(self, name: str, *, is_muted: bool) -> None:
        """Hear *name* no more, or again."""
        if is_muted:
            self._names.add(name)
        else:
            self._names.discard(name)

    def hears(self, heard: Spoke | Reacted, lobby: Lobby | None, *, chat: bool) -> bool:
        """Whether the player wants to know of it; *chat* is their setting."""
        if lobby is None or heard.seat >= len(lobby.chairs):
            return False
        is_mine = heard.seat == lobby.you
        return is_mine or (chat and lobby.chairs[heard.seat].name not in self._names)
