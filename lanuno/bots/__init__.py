"""
Players that are programs: each is handed a `View`, what its seat was told before, and the rules.

`choose` is what a bot does, and `delay` how long it takes about it; `idle` is what the
table does for a player who is not there. How well a bot plays is its `Strength`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lanuno.bots.habits import delay as delay
    from lanuno.bots.memory import Memory as Memory
    from lanuno.bots.play import choose as choose
    from lanuno.bots.standin import idle as idle
    from lanuno.bots.strength import Strength as Strength

# Screens say how strong a bot is, and need not load how it plays for that.
_ROOM_OF = {
    "Memory": "memory",
    "Strength": "strength",
    "choose": "play",
    "delay": "habits",
    "idle": "standin",
}


def __getattr__(name: str) -> object:
    if name not in _ROOM_OF:
        raise AttributeError(f"lanuno.bots has no {name!r}")
    value: object = getattr(importlib.import_module(f"lanuno.bots.{_ROOM_OF[name]}"), name)
    globals()[name] = value
    return value
