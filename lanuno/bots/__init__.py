"""
Players that are programs: each is handed a `View`, what its seat was told before, and the rules.

`choose` is what a bot does, and `delay` how long it takes about it; `idle` is what the
table does for a player who is not there. How well a bot plays is its `Strength`.
"""

from __future__ import annotations

from lanuno.bots.habits import delay as delay
from lanuno.bots.memory import Memory as Memory
from lanuno.bots.play import choose as choose
from lanuno.bots.standin import idle as idle
from lanuno.bots.strength import Strength as Strength
