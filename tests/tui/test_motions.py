"""What moves on the table: on events alone, for a moment, and never where it is not wanted."""

from __future__ import annotations

import pytest

from lanuno.tui.widgets import flight
from lanuno.tui.widgets.flight import FLARE_SECONDS, FLIGHT_SECONDS
from lanuno.uno.actions import CallUno, Draw, Play
from lanuno.uno.cards import Card, card
from lanuno.uno.game import Game

from .stage import sitting

HANDS = "R5 R+ G2 | G1 GR | G6 G9 Y1"


def game():
    return Game.position(HANDS, top="G4")


def test_nothing_moves_for_longer_than_a_third_of_a_second():
    assert max(FLIGHT_SECONDS, FLARE_SECONDS) <= 0.3


async def test_a_played_card_flies_to_the_pile_and_is_gone():
    async with sitting(game()) as seat:
        seat.app.animation_level = "full"
        flown = seat.table.flight

        seat.desk.do(0, Play(Card.G2))
        await seat.until(lambda: flown.display)
        start = flown.offset

        await seat.until(lambda: flown.offset.y < start.y)
        await seat.until(lambda: not flown.display)


async def test_drawn_cards_fly_from_the_pile_to_the_player():
    async with sitting(game()) as seat:
        seat.app.animation_level = "full"
        seat.desk.do(0, Play(Card.G2))
        await seat.until(lambda: not seat.table.flight.display)

        seat.desk.do(1, Draw())

        await seat.until(lambda: "+1" in str(seat.table.flight.visual))


async def test_cards_in_the_air_are_seen_when_they_take_the_place_of_others(monkeypatch):
    monkeypatch.setattr(flight, "FLIGHT_SECONDS", 3600)  # nothing lands before the test ends
    async with sitting(Game.position(HANDS, top="R4")) as seat:
        seat.app.animation_level = "full"

        seat.desk.do(0, Play(card("R+")))
        await seat.settle()

        assert "+2" in str(seat.table.flight.visual)
        assert seat.table.flight.display


async def test_a_key_counts_while_something_flies():
    async with sitting(game()) as seat:
        seat.app.animation_level = "full"

        await seat.press("3", "enter")
        await seat.press("left")

        assert seat.desk.acted
        assert seat.table.hand.selected == 0


@pytest.mark.parametrize("level", ["none", "full"])
async def test_the_direction_and_uno_flare_up_where_that_is_wanted(level):
    async with sitting(game()) as seat:
        seat.app.animation_level = level
        seat.desk.do(0, Play(Card.G2))
        seat.desk.do(1, CallUno())
        plate = seat.table.seats.plate(1)

        if level == "none":
            await seat.settle()
            assert not plate.has_class("-flare")
            assert not seat.table.flight.display
        else:
            await seat.until(lambda: plate.has_class("-flare"))
            await seat.until(lambda: not plate.has_class("-flare"))
            seat.desk.do(1, Play(Card.GR))
            await seat.until(lambda: seat.table.center.has_class("-flare"))
