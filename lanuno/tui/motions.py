"""Which events move something on the table, and from where to where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanuno.tui.widgets.cards import back, picture
from lanuno.tui.widgets.flight import flare
from lanuno.uno import events

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.geometry import Region

    from lanuno.tui.screens.board import Board
    from lanuno.uno.events import Event

HEIGHT = 5
"""Rows of a card in the air."""


def move(screen: Board, told: Iterable[Event], me: int | None) -> None:
    """Show on *screen* what moves with the events *told*; *me* is the seat below the hand."""
    for event in told:
        match event:
            case events.CardPlayed(seat=seat, card=card):
                start = _place(screen, seat, me)
                screen.flight.fly(picture(card, HEIGHT), start, screen.center.top_region)
            case events.CardsDrawn(seat=seat, count=count) if count:
                end = _place(screen, seat, me)
                screen.flight.fly(back(HEIGHT, f"+{count}"), screen.center.pile_region, end)
            case events.DirectionTurned():
                flare(screen.center)
            case events.UnoCalled(seat=seat) | events.PlayerCaught(seat=seat):
                flare(screen.prompt if seat == me else screen.seats.plate(seat) or screen.prompt)
            case _:
                pass


def _place(screen: Board, seat: int, me: int | None) -> Region:
    """Where the cards of *seat* are."""
    if seat == me:
        return screen.hand.region
    plate = screen.seats.plate(seat)
    return plate.region if plate else screen.seats.region
