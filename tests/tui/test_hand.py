"""Where the cards of a hand lie: together while they fit, and every one within reach."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lanuno.tui.widgets.spread import END, STEP_MIN, spread
from lanuno.uno.actions import Play
from lanuno.uno.cards import DECK, Card, cards
from lanuno.uno.game import Game

from .stage import sitting

MANY = " ".join(map(str, DECK[1:61:2]))
"""Thirty cards; R0 is left for the top."""


@pytest.mark.parametrize("count", range(1, 25))
def test_up_to_two_dozen_cards_lie_side_by_side_in_80_cells(count):
    for selected in range(count):
        lie = spread(count, selected, width=80, card_width=7)

        assert (lie.first, len(lie.places), lie.beyond) == (0, count, 0)


@given(st.data())
@settings(max_examples=300)
def test_the_selected_card_is_whole_and_every_other_one_shows_its_corner(data):
    count = data.draw(st.integers(1, 60))
    selected = data.draw(st.integers(0, count - 1))
    width = data.draw(st.integers(60, 200))
    card_width = data.draw(st.sampled_from([7, 9, 11]))
    first = data.draw(st.integers(0, count - 1))

    lie = spread(count, selected, width=width, card_width=card_width, first=first)

    shown = range(lie.first, lie.first + len(lie.places))
    assert selected in shown
    assert lie.first + len(shown) + lie.beyond == count
    assert lie.seen(selected)[1] - lie.seen(selected)[0] == card_width
    assert all(lie.seen(i)[1] - lie.seen(i)[0] >= STEP_MIN for i in shown)
    kept = END if len(shown) < count else 0
    assert lie.places[0] >= kept
    assert lie.seen(shown[-1])[1] <= width - kept
    for i in shown:
        assert {lie.card_at(x) for x in range(*lie.seen(i))} == {i}


@pytest.mark.parametrize("count", [7, 20, 40])
def test_moving_the_selection_by_one_never_scrolls_by_more_than_one(count):
    first = 0
    for selected in [*range(count), *reversed(range(count))]:
        lie = spread(count, selected, width=80, card_width=7, first=first)
        assert abs(lie.first - first) <= 1
        first = lie.first


async def test_every_one_of_thirty_cards_is_reached_with_the_arrows_and_seen():
    """B115."""
    async with sitting(Game.position(f"{MANY} | B1", top="R0")) as seat:
        hand = seat.table.hand
        await seat.press("home")
        reached = []
        for _ in range(30):
            reached.append(hand.card)
            assert hand.spread.shows(hand.selected)
            await seat.press("right")

        assert reached == sorted(cards(MANY), key=lambda card: card.index)
        assert hand.selected == 29


async def test_the_ends_of_a_scrolled_hand_tell_how_many_cards_lie_beyond():
    async with sitting(Game.position(f"{MANY} | B1", top="R0")) as seat:
        lie = seat.table.hand.spread
        assert (lie.first, lie.beyond) != (0, 0)

        await seat.press("end")

        lie = seat.table.hand.spread
        assert lie.beyond == 0
        assert "◄" in seat.text()
        assert f" {lie.first} " in seat.text()
        await seat.press("home")
        assert "►" in seat.text().splitlines()[19]


async def test_a_click_beyond_the_end_of_a_scrolled_hand_goes_there():
    async with sitting(Game.position(f"{MANY} | B1", top="R0")) as seat:
        await seat.press("home")

        for _ in range(3):
            await seat.click("Hand", offset=(79, 5))

        assert seat.table.hand.selected == 29
        await seat.click("Hand", offset=(0, 5))
        assert seat.table.hand.selected < 29


async def test_playable_cards_rise_by_a_row_and_the_others_keep_their_colors():
    game = Game.position("R5 G7 B1 | B2", top="R1")
    async with sitting(game) as seat:
        await seat.press("2")
        rows = seat.text().splitlines()[15:23]

        x = {card: seat.table.hand.spread.places[i] for i, card in enumerate(cards("R5 G7 B1"))}
        tops = {card: next(y for y, row in enumerate(rows) if row[x[card]] in "┌╔") for card in x}
        assert tops == {Card.R5: 1, Card.G7: 1, Card.B1: 1}
        assert Play(Card.R5) in seat.table.view.legal
        await seat.press("1")
        rows = seat.text().splitlines()[15:23]
        assert rows[0][x[Card.R5]] == "╔"
        assert rows[2][x[Card.G7]] == "┌"


async def test_sorting_goes_from_color_to_face_to_the_order_of_drawing():
    async with sitting(Game.position("B7 R7 W G1 R1 | B2", top="Y9")) as seat:
        hand = seat.table.hand
        assert hand.held.cards == cards("R1 R7 G1 B7 W")

        await seat.press("s")
        assert hand.held.cards == cards("R1 G1 R7 B7 W")
        await seat.press("s")
        assert hand.held.cards == cards("B7 R7 W G1 R1")
        await seat.press("s")
        assert hand.held.cards == cards("R1 R7 G1 B7 W")


async def test_the_selection_stays_on_its_card_when_others_come_and_go():
    game = Game.position("B7 R7 G1 | B2 B3", top="Y9", pile="Y1 R1 R2", turn=1)
    async with sitting(game) as seat:
        await seat.press("end")
        assert seat.table.hand.card is Card.B7

        await seat.press("s")
        assert seat.table.hand.card is Card.B7
        seat.desk.show(hand=cards("R1 B7 R7 G1 R2"))
        await seat.settle()
        assert seat.table.hand.card is Card.B7
        seat.desk.show(hand=cards("R7 G1"))
        await seat.settle()
        assert seat.table.hand.card in cards("R7 G1")


async def test_the_hand_draws_anew_only_what_a_key_changes():
    async with sitting(Game.position("R1 R2 R3 R4 R5 R6 R7 | B2", top="Y9")) as seat:
        hand = seat.table.hand
        await seat.press("home")
        painted = []
        for part in hand.children:
            part.refresh = lambda *_, part=part, **__: painted.append(part.size.width)

        await seat.press("right")

        assert 16 <= sum(painted) <= 16 + 2 * max(painted)
