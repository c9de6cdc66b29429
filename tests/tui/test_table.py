"""The table: every move by key and by mouse, and what is to be read on it."""

from __future__ import annotations

import types

import pytest
from msgspec.structs import replace

from lanuno.bots.thought import Motive
from lanuno.net.client import Lost, Restored
from lanuno.net.messages import Act, Advice, Hint, Refused, Rematch, Removal, Remove, Why
from lanuno.tui.screens.table import TableScreen
from lanuno.tui.widgets.seats import Plate
from lanuno.uno.actions import (
    Accept,
    CallUno,
    Catch,
    Challenge,
    Draw,
    NextRound,
    Pass,
    Play,
)
from lanuno.uno.cards import Card, Color
from lanuno.uno.game import Game
from lanuno.uno.rules import Rules

from .stage import NAMES, home, lobby_of, sitting

OFFICIAL = Rules.preset("official")


def my_turn(**changes):
    return Game.position("R5 G7 B2 | B3 Y1 | G9", top="R1", pile="Y1 Y2 Y3", **changes)


def drawn_and_kept():
    game = Game.position("G7 | B3 Y1", top="R1", pile="R2 Y2", rules=OFFICIAL)
    game.apply(0, Draw())
    return game


def draw_four_for_me():
    game = Game.position("R5 G7 | W+ B3 B4 | G9 G8", top="R1", turn=1, direction=-1)
    game.apply(1, Play(Card.W_PLUS, Color.GREEN))
    return game


def draw_four_for_another():
    game = Game.position("R5 G7 | W+ B3 B4 | G9 G8", top="R1", turn=1)
    game.apply(1, Play(Card.W_PLUS, Color.GREEN))
    return game


def two_cards_left():
    return Game.position("R5 R7 | B3 Y1", top="R1")


def somebody_forgot():
    game = Game.position("R5 G7 B2 | B3 B4", top="B1", turn=1)
    game.apply(1, Play(Card.B3))
    return game


def round_over():
    game = Game.position("R5 G7 | B3", top="B1", turn=1)
    game.apply(1, Play(Card.B3))
    return game


MOVES = [
    (my_turn, "enter", Play(Card.R5)),
    (my_turn, "space", Play(Card.R5)),
    (my_turn, "d", Draw()),
    (my_turn, "f2", Draw()),
    (drawn_and_kept, "p", Pass()),
    (drawn_and_kept, "f3", Pass()),
    (drawn_and_kept, "enter", Play(Card.R2)),
    (two_cards_left, "u", CallUno()),
    (two_cards_left, "f4", CallUno()),
    (somebody_forgot, "c", Catch(1)),
    (somebody_forgot, "f5", Catch(1)),
    (draw_four_for_me, "x", Challenge()),
    (draw_four_for_me, "f6", Challenge()),
    (draw_four_for_me, "a", Accept()),
    (draw_four_for_me, "f7", Accept()),
    (draw_four_for_me, "enter", Accept()),
    (draw_four_for_another, "x", Challenge()),
    (draw_four_for_another, "f6", Challenge()),
    (round_over, "n", NextRound()),
    (round_over, "f8", NextRound()),
    (round_over, "enter", NextRound()),
]


async def test_one_key_makes_an_ordinary_move():
    async with home() as seat:
        for position, key, action in MOVES:
            game = position()
            version = game.version
            await seat.sit(game)
            await seat.press(key)

            assert seat.desk.asked == [Act(version, action)], (position.__name__, key)


async def test_a_digit_selects_a_card_and_enter_plays_it():
    async with sitting(Game.position("R5 R7 B2 | B3 Y1", top="R1")) as seat:
        await seat.press("2")
        assert seat.table.hand.card is Card.R7

        await seat.press("enter")

        assert seat.desk.acted == [Play(Card.R7)]


async def test_arrows_and_letters_move_the_selection():
    async with sitting(Game.position("R5 G7 B2 | B3 Y1", top="R1")) as seat:
        for there, back in [("right", "left"), ("l", "h")]:
            await seat.press(there)
            assert seat.table.hand.card is Card.G7
            await seat.press(back, back)
            assert seat.table.hand.card is Card.R5
        await seat.press("end")
        assert seat.table.hand.card is Card.B2
        await seat.press("home")
        assert seat.table.hand.card is Card.R5


async def test_up_and_down_go_through_the_playable_cards():
    async with sitting(Game.position("R5 G7 B1 W | B3 Y1", top="R1")) as seat:
        for following, before in [("up", "down"), ("k", "j")]:
            await seat.press("home", following)
            assert seat.table.hand.card is Card.B1
            await seat.press(following, following)
            assert seat.table.hand.card is Card.R5
            await seat.press(before)
            assert seat.table.hand.card is Card.W


async def test_a_card_is_selected_by_a_click_and_played_by_another():
    async with sitting(Game.position("R5 R7 B2 | B3 Y1", top="R1")) as seat:
        x = seat.table.hand.spread.places[1] + 2
        await seat.click("Hand", offset=(x, 4))
        assert seat.table.hand.card is Card.R7
        assert not seat.desk.asked

        await seat.click("Hand", offset=(x, 4))

        assert seat.desk.acted == [Play(Card.R7)]


async def test_the_wheel_moves_the_selection():
    async with sitting(Game.position("R5 R7 B2 | B3 Y1", top="R1")) as seat:
        await seat.pilot._post_mouse_events([_wheel_down()], "Hand", (40, 4))
        await seat.settle()

        assert seat.table.hand.card is Card.R7


def _wheel_down():
    from textual.events import MouseScrollDown

    return MouseScrollDown


async def test_a_click_on_the_draw_pile_draws():
    async with sitting(my_turn()) as seat:
        row = next(y for y, line in enumerate(seat.text().splitlines()) if "/\\/\\" in line)
        column = seat.text().splitlines()[row].index("/\\/\\")

        await seat.click(offset=(column, row))

        assert seat.desk.acted == [Draw()]


async def test_a_click_beside_the_draw_pile_does_nothing():
    async with sitting(my_turn()) as seat:
        await seat.click("Center", offset=(20, 4))

        assert not seat.desk.asked


async def test_a_click_on_a_player_who_can_be_caught_catches():
    async with sitting(somebody_forgot()) as seat:
        await seat.click(Plate)

        assert seat.desk.acted == [Catch(1)]


async def test_a_click_on_a_player_who_cannot_be_caught_says_so():
    async with sitting(my_turn()) as seat:
        await seat.click(Plate)

        assert not seat.desk.asked
        assert "nobody to catch" in seat.text()


async def test_the_keys_in_the_footer_can_be_clicked():
    async with home() as seat:
        for position, label, action in [
            (my_turn, "Play", Play(Card.R5)),
            (my_turn, "Draw", Draw()),
            (drawn_and_kept, "Keep", Pass()),
            (two_cards_left, "Uno!", CallUno()),
            (somebody_forgot, "Catch", Catch(1)),
            (draw_four_for_another, "Challenge", Challenge()),
        ]:
            await seat.sit(position())
            footer = seat.text().splitlines()[-1]

            await seat.click(offset=(footer.index(label) + 1, 23))

            assert seat.desk.acted == [action], label


async def test_the_footer_shows_the_keys_that_mean_something_now():
    async with sitting(Game.position("R5 G7 B2 | B3 Y1", top="R1")) as seat:
        footer = seat.text().splitlines()[-1]
        assert all(each in footer for each in ("Play", "Draw", "Sort", "? Help", "q Leave"))
        assert not any(each in footer for each in ("Keep", "Catch", "Challenge", "Accept", "Go on"))

        await seat.press("enter")
        seat.desk.do(1, Draw())
        await seat.settle()

        assert "Uno!" in seat.text().splitlines()[-1]


async def test_a_key_that_means_nothing_now_says_why_and_sends_nothing():
    async with sitting(Game.position("R5 G7 B2 | B3 Y1", top="R1", turn=1)) as seat:
        for key, sentence in [
            ("d", "It is not your turn."),
            ("enter", "Wait: it is the turn of Boris."),
            ("u", "Uno is said on your turn with two cards"),
            ("c", "There is nobody to catch now."),
            ("x", "nothing to accept or to challenge"),
            ("a", "nothing to accept or to challenge"),
        ]:
            await seat.press(key)
            assert sentence in seat.text(), key

        assert not seat.desk.asked


async def test_a_draw_that_is_not_mine_to_do_says_why():
    must_play = Rules(must_play=True)
    async with home() as seat:
        for game, sentence in [
            (drawn_and_kept(), "You have drawn already"),
            (draw_four_for_me(), "Something else has to be decided first."),
            (round_over(), "The round is over."),
            (
                Game.position("R5 G7 | B3 Y1", top="R1", rules=must_play),
                "You hold a card that fits",
            ),
        ]:
            await seat.sit(game)
            await seat.press("escape", "d")

            assert not seat.desk.asked
            assert sentence in seat.text()


async def test_keeping_and_going_on_say_why_they_cannot_be_done():
    async with sitting(my_turn()) as seat:
        await seat.press("p")
        assert "First draw a card" in seat.text()
        await seat.press("n")
        assert "The round is not over yet." in seat.text()
        assert not seat.desk.asked


async def test_pressing_twice_sends_once():
    """The second request would be stale: nothing has been heard from the table in between."""
    async with sitting(my_turn()) as seat:
        seat.desk.do = lambda *_: None

        await seat.press("enter", "enter", "d")

        assert seat.desk.acted == [Play(Card.R5)]


async def test_a_move_that_was_lost_with_the_connection_can_be_made_again():
    async with sitting(my_turn()) as seat:
        do, seat.desk.do = seat.desk.do, lambda *_: None
        await seat.press("enter")
        seat.desk.do = do
        seat.desk.show()
        await seat.settle()

        await seat.press("enter")

        assert seat.desk.acted == [Play(Card.R5), Play(Card.R5)]


@pytest.mark.parametrize("key", ["i", "и", "pagedown"])
async def test_a_hint_is_asked_for_and_selects_the_card_that_it_is_about(key):
    async with sitting(my_turn()) as seat:
        await seat.press(key)
        version = seat.app.screen.view.version
        seat.desk.evening.hear(Advice(version, Play(Card.B2), Motive.STOPS, 1))
        await seat.settle()
        seat.desk.evening.hear(Advice(version + 1, Draw(), Motive.SAVES))
        await seat.settle()

        assert seat.desk.asked == [Hint()]
        assert seat.app.screen.hand.card is Card.B2
        assert "Hint: blue 2. Boris is about to go out." in seat.text()


async def test_what_the_rules_refuse_is_told_in_a_line_and_the_game_goes_on():
    async with sitting(my_turn()) as seat:
        seat.desk.evening.hear(Refused(Why.STALE))
        await seat.settle()
        assert "Something happened in the meantime" in seat.text()

        await seat.press("d")

        assert seat.desk.acted == [Draw()]


async def test_my_turn_is_said_in_words():
    async with sitting(my_turn()) as seat:
        assert "YOUR TURN" in seat.text()
        assert "Enter plays red 5. d draws a card." in seat.text()

        await seat.press("enter")

        assert "Boris is on turn" in seat.text()


async def test_a_turn_begins_with_a_card_selected_that_can_be_played():
    async with sitting(Game.position("R5 G7 B2 | B3 Y1", top="R1", turn=1)) as seat:
        await seat.press("1")
        seat.desk.do(1, Play(Card.Y1))
        await seat.settle()
        assert seat.table.hand.card is Card.R5

        await seat.sit(Game.position("R5 G7 B2 | B3 Y1", top="G1", turn=1))
        await seat.press("1")
        seat.desk.do(1, Draw())
        await seat.settle()
        assert seat.table.hand.card is Card.G7


async def test_a_drawn_card_that_must_be_played_is_selected_and_marked_as_new():
    game = Game.position("G7 B9 | B3 Y1", top="R1", pile="R2 Y2")
    async with sitting(game) as seat:
        await seat.press("d")

        assert seat.table.hand.card is Card.R2
        assert "You drew red 2, and it must be played: Enter." in seat.text()
        assert "╔*" in seat.text()
        await seat.press("2", "enter")
        assert seat.desk.acted == [Draw()]
        assert "Only the card that you have just drawn" in seat.text()


async def test_the_color_in_force_stands_there_in_words():
    async with sitting(my_turn()) as seat:
        assert "▲ RED" in seat.text()


async def test_a_wild_on_the_pile_shows_that_it_is_one_and_the_color_chosen():
    """B120."""
    game = Game.position("R5 G7 B2 | B3 Y1", top="W", color=Color.GREEN)
    async with sitting(game) as seat:
        assert "Wild → green" in seat.text()
        assert "● GREEN" in seat.text()

        await seat.sit(Game.position("R5 G7 B2 | B3 Y1", top="W+", color=Color.BLUE))
        assert "Wild +4 → blue" in seat.text()


async def test_the_direction_stands_there_in_words():
    async with sitting(my_turn()) as seat:
        assert "► clockwise" in seat.text()
        await seat.sit(my_turn(direction=-1))
        assert "◄ counterclockwise" in seat.text()


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30), (120, 40)])
async def test_everybody_is_on_the_table_with_their_cards(size):
    cards_of = [f"{color}{n}" for color in "RYGB" for n in range(1, 4)]
    async with sitting(Game.position("R5 | B3", top="R0"), size=size) as seat:
        for players in range(2, 11):
            hands = " | ".join(cards_of[:players])
            scores = range(100, 100 + players)
            seat.desk.game = Game.position(hands, top="R0", turn=1, scores=scores)
            seat.desk.evening.hear(lobby_of(players, rules=Rules()))
            seat.desk.show()
            await seat.until(lambda: len(seat.table.query(Plate)) == players - 1)  # noqa: B023
            await seat.settle()

            text = seat.text()
            assert all(NAMES[place][:4] in text for place in range(1, players))
            assert text.count("►") >= 2, "whose turn it is, and the direction"
            assert "You: 1 card · 100 points" in text
            if size != (60, 20):
                assert all(str(100 + place) in text for place in range(1, players))


async def test_the_players_sit_in_their_order_beginning_at_my_left():
    game = Game.position("R5 | B3 | G9 | Y1", top="R1", turn=2)
    async with sitting(game, me=2) as seat:
        assert [each.name for each in seat.table.seats.seated] == ["Đorđe", "Ana", "Boris"]


async def test_who_said_uno_who_can_be_caught_who_is_away_and_who_is_a_bot_is_marked():
    game = Game.position("R5 G1 | B3 | G9 | Y1 | Y2", top="R1")
    async with sitting(game, called=(1,), owing=(2,), legal=(Catch(2),)) as seat:
        lobby = seat.table.lobby
        chairs = list(lobby.chairs)
        chairs[3] = replace(chairs[3], here=False)
        chairs[4] = replace(chairs[4], stand_in=True)
        seat.desk.evening.hear(replace(lobby, chairs=tuple(chairs)))
        await seat.settle()

        top = "\n".join(seat.text().splitlines()[:3])
        assert all(each in top for each in ("Uno!", "catch!", "away", "stand-in"))
        assert "c catch Ceca" in seat.text()


def changed(seat, number, **changes):
    """Let the table tell that something is different with a chair."""
    lobby = seat.table.lobby
    chairs = list(lobby.chairs)
    chairs[number] = replace(chairs[number], **changes)
    seat.desk.evening.hear(replace(lobby, chairs=tuple(chairs)))


async def test_who_goes_away_and_who_comes_back_is_told():
    """R31, B88."""
    async with sitting(my_turn()) as seat:
        seat.desk.do(0, Play(Card.R5))
        changed(seat, 1, weak=True)
        await seat.settle()
        assert "Nothing is heard of Boris." in seat.text()

        changed(seat, 1, here=False, weak=False)
        await seat.settle()
        assert "Boris has lost the connection." in seat.text()
        assert "Boris is away: the table waits a while." in seat.text()

        changed(seat, 1, stand_in=True)
        await seat.settle()
        assert "A stand-in plays for Boris." in seat.text()
        assert "waits a while" not in seat.text()

        changed(seat, 1, here=True, stand_in=False)
        await seat.settle()
        assert "Boris is back." in seat.text()


async def test_the_leader_can_remove_who_is_away():
    """R31, B95."""
    async with sitting(my_turn()) as seat:
        await seat.press("r")
        assert not seat.desk.asked
        seat.desk.evening.hear(replace(seat.table.lobby, leader=0))
        changed(seat, 1, here=False)
        await seat.settle()
        assert "r Remove" in seat.text()

        await seat.press("r", "s")
        assert not seat.desk.asked
        await seat.press("r")
        assert "1 Boris" in seat.text()
        await seat.press("1")

        assert seat.desk.asked == [Remove(1, Removal.AWAY)]


async def test_the_leader_can_remove_who_keeps_the_table_waiting():
    """R31, B98."""
    async with sitting(my_turn()) as seat:
        seat.desk.evening.hear(replace(seat.table.lobby, leader=0))
        seat.desk.do(0, Play(Card.R5))
        seat.table._lose_patience()
        await seat.settle()
        assert "Boris keeps the table waiting. r: remove." in seat.text()

        await seat.press("r", "1")

        assert seat.desk.asked == [Remove(1, Removal.SLOW)]


async def test_what_happened_is_told_in_whole_sentences():
    async with sitting(my_turn()) as seat:
        await seat.press("enter")
        seat.desk.do(1, Draw())
        await seat.settle()

        text = seat.text()
        assert "You play red 5." in text
        assert "Boris draws 1 card." in text


async def test_a_spectator_sees_the_table_and_no_hand():
    game = my_turn()
    async with sitting(game, me=None) as seat:
        text = seat.text()

        assert "You are watching" in text
        assert seat.table.hand.card is None
        assert len(seat.table.seats.seated) == 3
        assert not any(key in text.splitlines()[-1] for key in ("Play", "Draw", "Sort"))
        await seat.press("enter", "d", "u", "s", "1", "right")
        assert not seat.desk.asked


async def test_the_clock_is_shown_while_there_is_one():
    async with sitting(my_turn()) as seat:
        assert " s " not in seat.text().splitlines()[0]

        seat.table.seconds = 25
        await seat.settle()

        assert "25 s" in seat.text().splitlines()[0]


async def test_a_lost_connection_is_told_until_it_is_back():

    async with sitting(my_turn()) as seat:
        seat.desk.evening.hear(Lost())
        await seat.settle()
        assert "Connection lost" in seat.text()

        seat.desk.evening.hear(Restored())
        await seat.settle()
        assert "Connection lost" not in seat.text()


async def test_after_the_game_enter_asks_for_another():
    game = Game.position("R5 G7 | B3", top="B1", turn=1, scores=(0, 495))
    game.apply(1, Play(Card.B3))
    async with sitting(game) as seat:
        await seat.press("enter")

        assert seat.desk.asked == [Rematch()]


async def test_the_layout_follows_the_window():
    async with sitting(my_turn()) as seat:
        heights = {}
        for size in [(60, 20), (80, 24), (100, 30), (120, 40)]:
            await seat.pilot.resize_terminal(*size)
            await seat.settle()
            assert isinstance(seat.app.screen, TableScreen)
            heights[size] = seat.table.hand.size.height
            assert "red 5" in seat.text()

        assert sorted(heights.values()) == list(heights.values())
        assert heights[120, 40] > heights[80, 24]


async def test_every_command_is_in_the_palette_with_its_key():
    async with sitting(my_turn()) as seat:
        commands = {each.title: each.help for each in seat.app.get_system_commands(seat.table)}

        assert commands["Draw"] == "d F2"
        assert commands["Play"] == "Enter Space"
        assert commands["Select a card by its number"] == "1 2 3 4 5 6 7 8 9 0"
        assert "Keep" not in commands
        assert "Scroll Right" not in commands, "Textual's own, and in English only"
        await seat.press("ctrl+p")
        await seat.press(*"draw")
        await seat.until(lambda: "d F2" in seat.text())
        await seat.press("enter")
        await seat.until(lambda: seat.desk.acted == [Draw()])


async def test_one_who_comes_back_is_told_what_happened_meanwhile():
    async with sitting(my_turn()) as seat:
        seat.desk.evening.hear(Lost())
        seat.desk.game.apply(0, Play(Card.R5))
        seat.desk.game.apply(1, Draw())
        lobby = seat.table.lobby
        seat.desk.evening.hear(Restored())
        chairs = (lobby.chairs[0], replace(lobby.chairs[1], here=False), lobby.chairs[2])
        seat.desk.evening.hear(replace(lobby, chairs=chairs))
        seat.desk.show()
        await seat.settle()

        text = " ".join(seat.text().split())
        assert "While you were away, 2 things happened." in text
        assert "Boris has lost the connection" not in text


async def test_nothing_is_played_while_the_connection_is_lost():
    async with sitting(my_turn()) as seat:
        seat.desk.evening.hear(Lost())
        await seat.press("enter")

        assert not seat.desk.asked
        seat.desk.evening.hear(Restored())
        await seat.press("enter")
        assert seat.desk.acted == [Play(Card.R5)]


async def test_what_was_said_in_the_prompt_goes_after_a_while():
    async with sitting(my_turn()) as seat:
        await seat.press("p")
        assert "First draw a card" in seat.text()

        seat.table._unsay()
        await seat.settle()

        assert "First draw a card" not in seat.text()


async def test_a_host_whose_journal_fails_is_told_at_the_table():
    """B97"""
    async with sitting(my_turn()) as seat:
        seat.desk.evening._opened = types.SimpleNamespace(journal_problem="The disk is full.")
        seat.desk.do(0, Play(Card.R5))
        await seat.settle()

        assert "The disk is full." in seat.text()


async def test_what_was_drawn_is_marked_until_a_card_is_played_and_the_selection_stays():
    """A card that does not fit joins the hand at once; it is new all the same."""
    async with sitting(Game.position("R5 G7 | B3 Y1", top="R1", pile="Y8 Y9 B7 B8")) as seat:
        selected = seat.table.hand.card

        await seat.press("d")

        assert len(seat.table.hand.held.fresh) == 1
        assert seat.table.hand.card is selected
        assert any(line.count("*") == 1 for line in seat.text().splitlines()[15:])


async def test_a_prompt_that_does_not_fit_ends_after_a_whole_sentence():
    async with sitting(Game.position("R5 G7 | B3 Y1", top="R1")) as seat:
        seat.table.prompt.show("YOUR TURN", f"{'Short. '}{'long ' * 20}.", ("u Uno!",), mine=True)
        await seat.settle()

        line = next(line for line in seat.text().splitlines() if "YOUR TURN" in line)
        assert line.split() == ["YOUR", "TURN", "Short.", "u", "Uno!"]
