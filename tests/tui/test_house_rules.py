"""The table under house rules: swapping, jumping in, stacks and teams, by key and by mouse."""

from __future__ import annotations

import pytest

from lanuno.net.messages import Refused, Why
from lanuno.tui.screens.colors import ColorPicker
from lanuno.tui.screens.swaps import SwapPicker
from lanuno.tui.screens.table import TableScreen
from lanuno.uno.actions import Accept, CallUno, Draw, Play
from lanuno.uno.cards import Card, Color
from lanuno.uno.game import Game
from lanuno.uno.rules import Rules

from .stage import home, sitting

PARTY = Rules.preset("party")
TEAMS = Rules(teams=True)


def seven(**changes):
    return Game.position("R7 G7 B2 | B3 Y1 Y2 | G9 G8 | B8", top="R1", rules=PARTY, **changes)


def jump(hands="R5 G7 B2 | B3 Y1 Y2 | R2 R5 B3 | B8 B1", rules=PARTY, **changes):
    """Seat 2 may jump in."""
    game = Game.position(hands, top="R1", rules=rules, **changes)
    game.apply(0, Play(Card.R5))
    return game


def stack(hands="R5 B+ G2 | B3 Y1 | R+ R6 R9", turn=2):
    """Two cards are pending for seat 0."""
    game = Game.position(hands, top="R1", rules=PARTY, turn=turn)
    game.apply(turn, Play(Card.R_PLUS))
    return game


# --- swapping hands -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "other"),
    [("enter", 3), ("1", 1), ("2", 2), ("3", 3), ("up enter", 2), ("down enter", 1)],
)
async def test_a_seven_asks_with_whom_and_at_first_means_the_fewest_cards(keys, other):
    async with sitting(seven()) as seat:
        await seat.press("enter")
        assert isinstance(seat.app.screen, SwapPicker)
        assert seat.desk.acted == []

        await seat.press(*keys.split())

        assert seat.desk.acted == [Play(Card.R7, swap=other)]


async def test_the_hand_is_seen_while_one_chooses_and_escape_takes_the_seven_back():
    """B6, B123."""
    for size in [(60, 20), (80, 24)]:
        async with sitting(seven(), size=size) as seat:
            before = seat.text().splitlines()[-9:-1]
            await seat.press("enter")
            assert seat.text().splitlines()[-9:-1] == before

            await seat.press("escape")
            assert isinstance(seat.app.screen, TableScreen)
            assert seat.desk.acted == []


async def test_a_row_or_a_players_plate_is_clicked():
    async with sitting(seven()) as seat:
        await seat.press("enter")
        await seat.click("#seat-2")
        assert seat.desk.acted == [Play(Card.R7, swap=2)]

    async with sitting(seven()) as seat:
        plate = seat.table.seats.plate(1).region
        await seat.press("enter")
        await seat.click(offset=(plate.x + 3, plate.y + 1))
        assert seat.desk.acted == [Play(Card.R7, swap=1)]


async def test_nine_others_are_all_reached():
    others = " | ".join(f"{c}{n} {c}{n}" for c in "YB" for n in (1, 3, 4, 5, 6, 8))
    hands = " | ".join(["R7 G7 B2", *others.split(" | ")[:9]])
    for size in [(60, 20), (80, 24)]:
        for presses, other in [(["up"], 9), (["9"], 9), (["down"] * 7, 8)]:
            async with sitting(Game.position(hands, top="R1", rules=PARTY), size=size) as seat:
                await seat.press("enter", *presses, *(["enter"] if presses != ["9"] else []))

                assert seat.desk.acted == [Play(Card.R7, swap=other)]


async def test_between_two_and_with_the_last_card_nobody_is_asked():
    """R35, B31."""
    for hands, play in [("R7 G7 | B3 Y1", Play(Card.R7, swap=1)), ("R7 | B3 | G9", Play(Card.R7))]:
        async with sitting(Game.position(hands, top="R1", rules=PARTY)) as seat:
            await seat.press("enter")

            assert seat.desk.acted == [play]


async def test_uno_can_be_said_while_one_chooses_and_counts():
    """B64, R20."""
    game = Game.position("R7 G7 | B3 Y1 Y2 | G9 G8", top="R1", rules=PARTY)
    async with sitting(game) as seat:
        await seat.press("enter", "u", "1")

        assert seat.desk.acted == [CallUno(), Play(Card.R7, swap=1)]


# --- jumping in -----------------------------------------------------------------------------


async def test_a_card_that_may_jump_in_is_raised_and_enter_plays_it():
    async with sitting(jump(), me=2) as seat:
        assert seat.table.hand.held.playable == {Card.R5}
        assert "You can jump in with red 5: ↑ and Enter." in seat.text()
        await seat.press("up")
        assert "Enter: jump in with red 5." in seat.text()

        await seat.press("enter")

        assert seat.desk.acted == [Play(Card.R5)]
        assert "You jump in!" in seat.text()


async def test_the_mouse_jumps_in():
    async with sitting(jump(), me=2) as seat:
        hand = seat.table.hand
        x = hand.region.x + hand.spread.places[hand.held.cards.index(Card.R5)] + 1
        for _ in range(2):
            await seat.click(offset=(x, hand.region.y + 4))

        assert seat.desk.acted == [Play(Card.R5)]


async def test_another_card_than_the_top_one_waits_for_its_turn():
    async with sitting(jump(), me=2) as seat:
        await seat.press("home")
        if seat.table.hand.card is Card.R5:
            await seat.press("end")
        await seat.press("enter")

        assert seat.desk.acted == []
        assert "Wait: it is the turn of Boris." in seat.text()


async def test_uno_is_said_before_a_jump_and_goes_with_it():
    """R20, R34: out of turn a call counts only together with the card."""
    async with sitting(jump("R5 G7 B2 | B3 Y1 Y2 | G9 R5"), me=2) as seat:
        assert "u Uno!" in seat.text()
        await seat.press("u")
        assert "You will say Uno as you jump in." in seat.text()
        assert seat.desk.acted == []

        await seat.press("up", "enter")

        assert seat.desk.acted == [Play(Card.R5, uno=True)]
        assert seat.desk.game.called == {2}


async def test_a_call_for_a_jump_that_never_came_is_forgotten():
    game = jump("R5 G7 B2 | R4 Y1 Y2 | G9 R5", rules=Rules(jump_in=True))
    async with sitting(game, me=2) as seat:
        await seat.press("u")
        seat.desk.do(1, Play(Card.R4))
        await seat.settle()
        await seat.press("up", "enter")

        assert seat.desk.acted == [Play(Card.R5)]


async def test_a_seven_jumps_in_with_the_one_chosen():
    """B30."""
    game = Game.position("R7 G7 B2 | B3 Y1 Y2 | G9 R7 B1 | B8 B1", top="R1", rules=PARTY)
    game.apply(0, Play(Card.R7, swap=3))
    async with sitting(game, me=2) as seat:
        await seat.press("up", "enter", "1")

        assert seat.desk.acted == [Play(Card.R7, swap=3)]


async def test_a_choice_begun_for_a_jump_ends_when_ones_own_turn_comes():
    """What was meant as a jump must not become another play."""
    game = Game.position(
        "R7 G7 B2 | B3 Y1 Y2 | G9 R7 B1 | B8 B1", top="R1", rules=PARTY, pile="R8 R9"
    )
    game.apply(0, Play(Card.R7, swap=3))
    async with sitting(game, me=2) as seat:
        await seat.press("up", "enter")
        assert isinstance(seat.app.screen, SwapPicker)
        seat.desk.do(1, Draw())
        seat.desk.do(1, Play(Card.R8))
        await seat.settle()

        assert isinstance(seat.app.screen, TableScreen)


async def test_a_jump_that_came_too_late_is_told_and_the_card_stays():
    async with sitting(jump(), me=2) as seat:
        seat.desk.evening.hear(Refused(Why.TOO_LATE))
        await seat.settle()

        assert "Too late to jump in: play has gone on. You keep your card." in seat.text()


# --- draw cards on draw cards ---------------------------------------------------------------


async def test_what_is_pending_stands_on_the_table_and_is_told():
    """B125: nobody is told to have drawn what is only pending."""
    async with sitting(stack()) as seat:
        assert "+2 are pending" in seat.text()
        assert "a: take 2 cards. Enter: add a raised card." in seat.text()
        assert seat.table.hand.card is Card.B_PLUS

        await seat.sit(stack(), me=1)
        assert "+2 are pending" in seat.text()
        assert "Ana takes 2 cards, or adds one." in seat.text()
        assert "draws" not in seat.text()


@pytest.mark.parametrize("key", ["a", "f7", "d", "f2"])
async def test_the_keys_to_accept_and_to_draw_take_it_all(key):
    async with sitting(stack()) as seat:
        await seat.press(key)

        assert seat.desk.acted == [Accept()]
        assert len(seat.desk.game.hands[0]) == 5


async def test_a_click_on_the_pile_takes_it_all():
    async with sitting(stack()) as seat:
        pile = seat.table.center.pile_region
        await seat.click(offset=(pile.x + 2, pile.y + pile.height // 2))

        assert seat.desk.acted == [Accept()]


async def test_enter_adds_a_card_and_any_other_is_no_answer():
    async with sitting(stack()) as seat:
        await seat.press("home", "enter")
        assert "is no answer to draw cards" in seat.text()
        assert seat.desk.acted == []

        await seat.press("up", "enter")

        assert seat.desk.acted == [Play(Card.B_PLUS)]
        assert "+4 are pending" in seat.text()


def wild_on_two():
    """Seat 2 has laid a wild draw four on the draw two of seat 1."""
    game = Game.position(
        "R5 R+ W+ | R+ B3 B4 | W+ G9 G8", top="R1", rules=PARTY, turn=1, direction=1
    )
    game.apply(1, Play(Card.R_PLUS))
    game.apply(2, Play(Card.W_PLUS, Color.RED))
    return game


async def test_the_first_wild_of_a_stack_is_taken_challenged_or_answered():
    """R33: what a wrong challenge costs is told as it is."""
    async with sitting(wild_on_two()) as seat:
        assert "Take 6 cards" in seat.text()
        assert seat.app.screen._sentences[-1].endswith("If not, you draw 8 cards.")

        await seat.press("e")
        assert isinstance(seat.app.screen, TableScreen)
        await seat.press("end", "enter")
        assert isinstance(seat.app.screen, ColorPicker)
        await seat.press("g")

        assert seat.desk.acted == [Play(Card.W_PLUS, Color.GREEN)]


async def test_a_wild_on_a_wild_is_never_called_a_bluff():
    """R33: only the first one can be challenged."""
    async with sitting(wild_on_two()) as seat:
        assert seat.table.hand.held.bluffs == frozenset()


async def test_drawing_on_is_announced_and_needs_one_key():
    game = Game.position("B7 B8 | G1 G2 | G9", top="R1", pile="G5 G6 Y9 R3", rules=PARTY)
    async with sitting(game) as seat:
        assert "Nothing fits: press d to draw until a card does." in seat.text()
        await seat.press("d")

        assert "You drew red 3, and it must be played: Enter." in seat.text()
        assert len(seat.desk.game.hands[0]) == 6


# --- teams ----------------------------------------------------------------------------------


def team_game(hands="R5 | B3 Y1 | G9 G8 | B8 B9", **changes):
    return Game.position(hands, top="R1", rules=TEAMS, **changes)


async def test_the_partner_is_marked_on_every_size_of_plate():
    async with sitting(team_game()) as seat:
        line = next(line for line in seat.text().splitlines() if "Ceca" in line)
        assert "partner" in line

    async with sitting(team_game(), size=(60, 20)) as seat:
        assert "&Ceca" in seat.text()
        assert "&Boris" not in seat.text()


@pytest.mark.parametrize(
    ("me", "title"),
    [
        (0, "Round 1: you and Ceca win"),
        (2, "Round 1: you and Ana win"),
        (1, "Round 1: Ana and Ceca win"),
        (None, "Round 1: Ana and Ceca win"),
    ],
)
async def test_the_result_of_a_round_speaks_of_the_team(me, title):
    game = team_game()
    game.apply(0, Play(Card.R5))
    async with sitting(game, me=me) as seat:
        text = seat.text()
        assert title in text
        assert "Each of the two gets 21 points for the cards of the other teams." in text
        assert [line.split()[-4] for line in text.splitlines() if "+21" in line].__len__() == 2


@pytest.mark.parametrize(
    ("me", "title"), [(2, "You and Ana win the game!"), (3, "Ana and Ceca win the game!")]
)
async def test_the_result_of_the_game_speaks_of_the_team(me, title):
    game = Game.position("R5 | B3 Y1 | G9 | B8", top="R1", rules=Rules(teams=True, target=10))
    async with home() as seat:
        await seat.sit(game, me=me)
        seat.desk.do(0, Play(Card.R5))
        await seat.settle()

        assert title in seat.text()


async def test_a_dialog_closed_at_once_does_no_harm():
    async with sitting(seven()) as seat:
        for dialog in (ColorPicker("", ()), SwapPicker("", seat.table.seats.seated)):
            seat.app.push_screen(dialog)
            dialog.close()
            await seat.settle()

            assert isinstance(seat.app.screen, TableScreen)
