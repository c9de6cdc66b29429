"""
Players that are programs: each is handed a `View`, and nothing else.

`choose` is what a bot does, and `delay` how long it takes about it; `idle` is what the
table does for a player who is not there. A bot with ideas of its own is one more file
beside `plain` with these two functions in it.
"""

from __future__ import annotations

from lanuno.bots.plain import choose as choose
from lanuno.bots.plain import delay as delay
from lanuno.bots.standin import idle as idle
from lanuno.bots.strength import Strength as Strength
