"""What those who sit at a table say and show to each other while they play."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from lanuno.net.limits import SEATS_MAX
from lanuno.net.text import ChatText

Seat = Annotated[int, Meta(ge=0, lt=SEATS_MAX)]
"""A place at the table, counted from 0."""


class Expression(StrEnum):
    """What can be shown with one key; every program says it in the language of its player."""

    HELLO = "hello"
    WELL_PLAYED = "well_played"
    OUCH = "ouch"
    LUCKY = "lucky"
    SORRY = "sorry"
    THANKS = "thanks"
    HURRY_UP = "hurry_up"
    GOOD_GAME = "good_game"


class Say(Struct, frozen=True, tag="say", tag_field="do"):
    """Tell everybody this. Answered with `Spoke`."""

    text: ChatText


class React(Struct, frozen=True, tag="react", tag_field="do"):
    """Show everybody this. Answered with `Reacted`."""

    expression: Expression


class Spoke(Struct, frozen=True, tag="spoke", tag_field="is"):
    """Who sits on *seat* said something; everybody hears it, the speaker too."""

    seat: Seat
    text: ChatText


class Reacted(Struct, frozen=True, tag="reacted", tag_field="is"):
    """Who sits on *seat* showed something; everybody sees it."""

    seat: Seat
    expression: Expression
