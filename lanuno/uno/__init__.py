"""
Uno, the whole game, as a library: no socket, no clock, no screen.

>>> from lanuno import uno
>>> game = uno.Game.position("R5 W+ | G3 GR | B7", top="R1")
>>> [str(action.card) for action in game.legal(0) if isinstance(action, uno.Play)]
['R5', 'W+', 'W+', 'W+', 'W+']

Names are loaded when they are asked for, so that a player's program, which needs cards
and views, never holds the part that knows all hands.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lanuno.uno import events as events
    from lanuno.uno import record as record
    from lanuno.uno.actions import Accept as Accept
    from lanuno.uno.actions import Action as Action
    from lanuno.uno.actions import CallUno as CallUno
    from lanuno.uno.actions import Catch as Catch
    from lanuno.uno.actions import Challenge as Challenge
    from lanuno.uno.actions import Draw as Draw
    from lanuno.uno.actions import IllegalAction as IllegalAction
    from lanuno.uno.actions import NextRound as NextRound
    from lanuno.uno.actions import Pass as Pass
    from lanuno.uno.actions import PickColor as PickColor
    from lanuno.uno.actions import Play as Play
    from lanuno.uno.actions import Reason as Reason
    from lanuno.uno.cards import DECK as DECK
    from lanuno.uno.cards import Card as Card
    from lanuno.uno.cards import Color as Color
    from lanuno.uno.cards import Face as Face
    from lanuno.uno.cards import card as card
    from lanuno.uno.cards import shuffled as shuffled
    from lanuno.uno.events import Event as Event
    from lanuno.uno.events import RoundResult as RoundResult
    from lanuno.uno.game import Game as Game
    from lanuno.uno.rules import Rules as Rules
    from lanuno.uno.view import Challengeable as Challengeable
    from lanuno.uno.view import Drew as Drew
    from lanuno.uno.view import GameOver as GameOver
    from lanuno.uno.view import Phase as Phase
    from lanuno.uno.view import PickingColor as PickingColor
    from lanuno.uno.view import Playing as Playing
    from lanuno.uno.view import RoundOver as RoundOver
    from lanuno.uno.view import Stacked as Stacked
    from lanuno.uno.view import View as View

_ROOMS = {
    "actions": (
        "Accept Action CallUno Catch Challenge Draw IllegalAction NextRound Pass PickColor Play "
        "Reason"
    ),
    "cards": "DECK Card Color Face card shuffled",
    "events": "Event RoundResult",
    "game": "Game",
    "rules": "Rules",
    "view": "Challengeable Drew GameOver Phase PickingColor Playing RoundOver Stacked View",
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names.split()}

__all__ = [
    "DECK",
    "Accept",
    "Action",
    "CallUno",
    "Card",
    "Catch",
    "Challenge",
    "Challengeable",
    "Color",
    "Draw",
    "Drew",
    "Event",
    "Face",
    "Game",
    "GameOver",
    "IllegalAction",
    "NextRound",
    "Pass",
    "Phase",
    "PickColor",
    "PickingColor",
    "Play",
    "Playing",
    "Reason",
    "RoundOver",
    "RoundResult",
    "Rules",
    "Stacked",
    "View",
    "card",
    "events",
    "record",
    "shuffled",
]


def __getattr__(name: str) -> object:
    if name in ("events", "record"):
        return importlib.import_module(f"lanuno.uno.{name}")
    if name not in _ROOM_OF:
        raise AttributeError(f"lanuno.uno has no {name!r}")
    value: object = getattr(importlib.import_module(f"lanuno.uno.{_ROOM_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
