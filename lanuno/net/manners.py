"""What is allowed at a table beside the rules of the game."""

from __future__ import annotations

from msgspec import Struct


class Manners(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The leader chooses it in the lobby, and everybody is told before they come in."""

    late: bool = True
    """Who comes while a game is on waits there, and is dealt in with the next round."""
    spectators: bool = True
    """Anybody may look on."""
    hints: bool = True
    """A player may ask what a strong bot would do."""
    chat: bool = True
    """Players may write to each other."""


LENIENT = Manners()
"""Where nobody has said otherwise, all of it is."""
