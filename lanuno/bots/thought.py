"""What a player has thought of."""

from __future__ import annotations

from msgspec import Struct

from lanuno.uno.actions import Action


class Thought(Struct, frozen=True):
    action: Action
