"""Dialogs at the table: they ask what has to be asked, and stand in nobody's way."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from lanuno.net.messages import Chair, Closed, Hint, Leave, Lobby, Rematch, Stage, Stop
from lanuno.net.messages import End as Goodbye
from lanuno.net.text import PlayerName
from lanuno.tui.screens.colors import ColorPicker
from lanuno.tui.screens.dialog import Question
from lanuno.tui.screens.help import Help
from lanuno.tui.screens.home import HomeScreen
from lanuno.tui.screens.results import Result
from lanuno.tui.screens.table import TableScreen
from lanuno.uno.actions import (
    Accept,
    CallUno,
    Catch,
    Challenge,
    Draw,
    NextRound,
    PickColor,
    Play,
)
from lanuno.uno.cards import Card, Color
from lanuno.uno.events import End, RoundResult
from lanuno.uno.game import Game
from lanuno.uno.rules import Rules
from lanuno.uno.view import GameOver, RoundOver

from .stage import NAMES, home, lobby_of, sitting


def with_a_wild():
    return Game.position("R5 R7 G7 W | B3 Y1", top="R1")


def bluffed():
    """Seat 1 has bluffed seat 0 with a wild draw four."""
    game = Game.position("R5 G7 B2 | W+ R3 B4 | G9 G8", top="R1", turn=1, direction=-1)
    game.apply(1, Play(Card.W_PLUS, Color.GREEN))
    return game


# --- the color of a wild ------------------------------------------------------------------


async def test_a_wild_asks_for_its_color_and_the_hand_stays_in_sight():
    """B123: the hand is seen, and how many cards of each color are in it."""
    async with sitting(with_a_wild()) as seat:
        before = seat.text().splitlines()[15:]
        await seat.press("end")
        await seat.press("enter")

        assert isinstance(seat.app.screen, ColorPicker)
        text = seat.text()
        row = next(y for y, line in enumerate(text.splitlines()) if "r ▲ RED" in line)
        colors, counts = text.splitlines()[row : row + 2]
        for words in ("r ▲ RED", "y ■ YELLOW", "g ● GREEN", "b ▼ BLUE"):
            assert words in colors
        assert re.findall(r"\d cards?", counts) == ["2 cards", "0 cards", "1 card", "0 cards"]
        rows = text.splitlines()[15:]
        assert all(face in "\n".join(rows) for face in ("│5 ", "│7 ", "║W ", "R▲", "G●"))
        assert rows[-1] == before[-1]
        assert not seat.desk.asked


async def test_a_color_is_chosen_with_a_letter_a_digit_or_the_arrows():
    async with home() as seat:
        for keys, color in [
            (["r"], Color.RED),
            (["y"], Color.YELLOW),
            (["g"], Color.GREEN),
            (["b"], Color.BLUE),
            (["1"], Color.RED),
            (["2"], Color.YELLOW),
            (["3"], Color.GREEN),
            (["4"], Color.BLUE),
            (["enter"], Color.RED),
            (["right", "enter"], Color.YELLOW),
            (["right", "right", "enter"], Color.GREEN),
            (["left", "enter"], Color.BLUE),
        ]:
            await seat.sit(with_a_wild())
            await seat.press("end", "enter", *keys)

            assert seat.desk.acted == [Play(Card.W, color)], keys
            assert isinstance(seat.app.screen, TableScreen)


async def test_enter_chooses_the_color_that_i_have_most_of():
    async with sitting(Game.position("R5 G7 G8 B2 W | B3 Y1", top="R1")) as seat:
        await seat.press("end", "enter", "enter")

        assert seat.desk.acted == [Play(Card.W, Color.GREEN)]


async def test_a_color_is_chosen_with_a_click():
    async with sitting(with_a_wild()) as seat:
        await seat.press("end", "enter")
        await seat.click("#green")

        assert seat.desk.acted == [Play(Card.W, Color.GREEN)]


async def test_escape_from_the_colors_sends_nothing_and_anything_can_be_done_after_it():
    """B06."""
    async with sitting(with_a_wild()) as seat:
        await seat.press("end", "enter", "escape")

        assert not seat.desk.asked
        assert Card.W in seat.table.hand.held.cards
        assert isinstance(seat.app.screen, TableScreen)
        await seat.press("home", "enter")
        assert seat.desk.acted == [Play(Card.R5)]


async def test_uno_can_still_be_said_while_the_play_is_on_its_way():
    async with sitting(Game.position("R5 R7 | B3 Y1", top="R1")) as seat:
        seat.desk.do = lambda *_: None
        await seat.press("enter", "u")

        assert seat.desk.acted == [Play(Card.R5), CallUno()]


async def test_uno_can_be_said_while_the_colors_are_asked_for():
    """B64."""
    async with sitting(Game.position("R5 W | B3 Y1", top="R1")) as seat:
        await seat.press("end", "enter", "u")
        assert seat.desk.acted == [CallUno()]
        assert isinstance(seat.app.screen, ColorPicker)

        await seat.press("g")

        assert seat.desk.acted == [CallUno(), Play(Card.W, Color.GREEN)]
        assert seat.desk.game.called == {0}


async def test_a_last_wild_asks_for_no_color():
    """R26."""
    async with sitting(Game.position("W | B3 Y1", top="R1")) as seat:
        await seat.press("enter")

        assert seat.desk.acted == [Play(Card.W)]


async def test_the_colors_go_away_when_the_turn_is_over():
    async with sitting(with_a_wild()) as seat:
        await seat.press("end", "enter")
        assert isinstance(seat.app.screen, ColorPicker)

        seat.desk.do(0, Draw())
        await seat.settle()

        assert isinstance(seat.app.screen, TableScreen)


async def test_a_wild_as_the_first_card_asks_for_its_color_by_itself():
    """R6."""
    async with sitting(Game.position("R5 R7 | B3 Y1", top="W")) as seat:
        assert isinstance(seat.app.screen, ColorPicker)
        await seat.press("escape")
        assert "Enter chooses its color" in seat.text()
        await seat.press("enter", "b")

        assert seat.desk.acted == [PickColor(Color.BLUE)]


# --- a card that does not fit ---------------------------------------------------------------


async def test_a_misplay_is_asked_about_before_it_is_sent():
    """R30."""
    async with sitting(Game.position("R5 G7 B2 | B3 Y1", top="R1")) as seat:
        await seat.press("2", "enter")

        assert "green 7 does not fit on red 1." in seat.text()
        assert "This costs you four cards and your turn." in seat.text()
        assert not seat.desk.asked
        await seat.press("y")
        assert seat.desk.acted == [Play(Card.G7)]
        assert len(seat.desk.game.hands[0]) == 7


async def test_a_misplay_can_be_taken_back():
    async with sitting(Game.position("R5 G7 B2 | B3 Y1", top="R1")) as seat:
        for key in ("n", "escape", "enter"):
            await seat.press("2", "enter", key)

            assert not seat.desk.asked
            assert isinstance(seat.app.screen, TableScreen)


async def test_a_misplay_is_never_sent_where_the_rules_refuse_it():
    game = Game.position("R5 G7 B2 | B3 Y1", top="R1", rules=Rules.preset("official"))
    async with sitting(game) as seat:
        await seat.press("2", "enter")

        assert not seat.desk.asked
        assert isinstance(seat.app.screen, TableScreen)
        assert "green 7 does not fit on red 1." in seat.text()


async def test_after_a_wild_a_misplay_is_measured_by_the_color_in_force():
    game = Game.position("R5 G7 | B3 Y1", top="W", color=Color.BLUE)
    async with sitting(game) as seat:
        await seat.press("1", "enter")

        assert "red 5 does not fit: the color in force is blue." in seat.text()


# --- wild draw four ---------------------------------------------------------------------------


async def test_a_bluff_is_marked_for_me_and_sent_without_talk_of_penalties():
    """B75, R15."""
    async with sitting(Game.position("R5 G7 W+ | B3 Y1", top="R1")) as seat:
        assert "┌?" in seat.text()
        await seat.press("end")
        assert "Enter plays wild draw four: a bluff, you hold red." in seat.text()

        await seat.press("enter", "g")

        assert seat.desk.acted == [Play(Card.W_PLUS, Color.GREEN)]


async def test_an_honest_wild_draw_four_carries_no_mark():
    async with sitting(Game.position("Y5 G7 W+ | B3 Y1", top="R1")) as seat:
        await seat.press("end")

        assert "?" not in "\n".join(seat.text().splitlines()[14:22])
        assert "bluff" not in seat.text()


async def test_the_victim_is_asked_and_answers_with_a_button():
    async with home() as seat:
        for label, action in [("Take four", Accept()), ("Challenge", Challenge())]:
            await seat.sit(bluffed())
            assert "Boris played wild draw four on you." in seat.text()
            row = next(y for y, line in enumerate(seat.text().splitlines()) if label in line)

            await seat.click(offset=(seat.text().splitlines()[row].index(label), row))

            assert seat.desk.acted == [action]


async def test_the_question_comes_back_with_the_connection():
    """B90."""
    game = bluffed()
    async with sitting(game) as first, sitting(game) as again:
        assert isinstance(first.app.screen, Question)
        assert isinstance(again.app.screen, Question)


async def test_closing_the_question_leaves_the_keys():
    async with sitting(bluffed()) as seat:
        await seat.press("escape")
        assert "a: take four cards. x: challenge Boris." in seat.text()

        await seat.press("x")

        assert seat.desk.acted == [Challenge()]


async def test_a_hand_laid_open_by_my_challenge_is_shown_once():
    """R18, B78."""
    async with sitting(bluffed()) as seat:
        await seat.press("x")

        assert "Boris held these cards:" in seat.text()
        assert "red 3" in seat.text()
        assert "blue 4" in seat.text()
        seat.desk.show()
        await seat.settle()
        await seat.press("enter")
        assert isinstance(seat.app.screen, TableScreen)
        assert "held these cards" not in seat.text()


def somebody_forgot():
    game = Game.position("R5 G7 B2 | B3 B4", top="B1", turn=1)
    game.apply(1, Play(Card.B3))
    return game


async def test_uno_catch_challenge_and_accept_work_in_every_dialog():
    async with home() as seat:
        for opened_by in ("f1", "q"):
            await seat.sit(somebody_forgot())
            await seat.press(opened_by, "c")
            assert seat.desk.acted == [Catch(1)]

            await seat.sit(bluffed())
            await seat.press("escape", opened_by, "x")
            assert seat.desk.acted == [Challenge()]

            await seat.sit(bluffed())
            await seat.press("escape", opened_by, "f7")
            assert seat.desk.acted == [Accept()]

            await seat.sit(Game.position("R5 R7 | B3 Y1", top="R1"))
            await seat.press(opened_by, "f4")
            assert seat.desk.acted == [CallUno()]


async def test_a_question_that_nothing_calls_for_any_more_goes_away_under_another_dialog():
    async with sitting(bluffed()) as seat:
        await seat.press("escape", "f1", "a")
        assert isinstance(seat.app.screen, Help)

        await seat.press("escape")

        assert isinstance(seat.app.screen, TableScreen)


# --- results ---------------------------------------------------------------------------------


def won_by(seat):
    hands = ["R5 Y7 W", "G9 B+"]
    hands.insert(seat, "B3")
    game = Game.position(" | ".join(hands), top="B1", turn=seat, scores=(10, 20, 30))
    game.apply(seat, Play(Card.B3))
    return game


def row_of(name, text):
    """The line about *name* in the result."""
    rows = [line for line in text.splitlines() if line.strip().startswith("║")]
    return next(line for line in rows if f" {name} " in line and " gets " not in line)


async def test_the_end_of_a_round_shows_the_last_card_every_hand_and_what_it_was_worth():
    """R29, B85."""
    async with sitting(won_by(1)) as seat:
        text = seat.text()

        assert "Round 1: Boris wins" in text
        assert "The last card was blue 3." in text
        assert "Boris gets 91 points for the cards of the others." in text
        ana, boris, ceca = (row_of(name, text) for name in NAMES[:3])
        assert all(word in ana for word in ("R5", "Y7", "W", " 62 ", " 10 "))
        assert all(word in boris for word in ("+91", "111"))
        assert all(word in ceca for word in ("G9", "B+2", " 29 ", " 30 "))


async def test_the_result_tells_who_is_ready_and_stays_until_the_next_round():
    async with sitting(won_by(1)) as seat:
        await seat.press("enter")
        assert seat.desk.acted == [NextRound()]

    async with sitting(won_by(1)) as seat:
        lobby = seat.table.lobby
        chairs = (lobby.chairs[0], replace(lobby.chairs[1], ready=True), lobby.chairs[2])
        seat.desk.evening.hear(replace(lobby, chairs=chairs))
        await seat.settle()
        assert "ready" in row_of("Boris", seat.text())
        assert isinstance(seat.app.screen, Result)

        seat.desk.game.apply(0, NextRound())
        seat.desk.show()
        await seat.settle()
        assert isinstance(seat.app.screen, TableScreen)


@pytest.mark.parametrize("key", ["v", "в", "f11"])
async def test_under_a_result_one_can_vote_to_end_the_game(key):
    """R28"""
    async with sitting(won_by(1)) as seat:
        await seat.press(key)

        assert seat.desk.asked == [Stop(agree=True)]
        assert isinstance(seat.app.screen, Result)


async def test_a_hint_can_be_had_before_one_answers_a_wild_draw_four():
    async with sitting(bluffed()) as seat:
        assert isinstance(seat.app.screen, Question)
        await seat.press("i")

        assert seat.desk.asked == [Hint()]


async def test_a_round_won_with_nothing_is_explained():
    """B84, R27."""
    game = Game.position("R0 Y0 | B3", top="B1", turn=1)
    game.apply(1, Play(Card.B3))
    async with sitting(game) as seat:
        assert "+0: the others held nothing but zeros. It is a win all the same." in seat.text()


async def test_a_blocked_round_is_explained():
    """R25."""
    async with sitting(with_a_wild()) as seat:
        result = RoundResult(2, None, Card.R1, ((Card.B2,), (Card.G3,)), (2, 3), 0, (0, 0))
        seat.desk.show(phase=RoundOver(result))
        await seat.settle()

        assert "Round 2: nobody wins" in seat.text()
        assert "nobody could play or draw" in seat.text()


async def test_the_end_of_the_game_shows_winner_ranking_and_scores():
    game = Game.position("R5 G7 | B3 | R1 R2 R3", top="B1", turn=1, scores=(300, 490, 40))
    game.apply(1, Play(Card.B3))
    async with sitting(game) as seat:
        text = seat.text()

        assert "Boris wins the game!" in text
        for row in ("1. Boris", "2. Ana", "3. Ceca"):
            assert row in text
        assert "508" in text
        await seat.press("n")
        assert seat.desk.asked == [Rematch()]


async def test_after_the_game_the_leader_alone_can_lead_back_to_the_lobby():
    async with sitting(game_over()) as seat:
        assert "G Lobby" in seat.text()
        await seat.press("g", "t")
        assert "g Lobby" in seat.text()
        await seat.press("g")

        assert seat.desk.asked == [Rematch(lobby=True)] * 2
    async with sitting(game_over(), me=1) as seat:
        assert "Lobby" not in seat.text()
        await seat.press("g", "t")
        assert "Lobby" not in seat.text()
        await seat.press("g")

        assert not seat.desk.asked


async def test_after_a_game_of_practice_there_is_no_lobby():
    async with sitting(with_a_wild()) as seat:
        seat.table.practice = True
        seat.desk.show(phase=game_over().phase)
        await seat.settle()
        await seat.press("g")

        assert "Lobby" not in seat.text()
        assert not seat.desk.asked


async def test_who_wants_to_play_again_is_told_and_marked():
    async with sitting(game_over()) as seat:
        lobby = lobby_of(2, stage=Stage.OVER, rules=Rules())
        seat.desk.hear(lobby)
        boris = replace(lobby.chairs[1], ready=True)
        seat.desk.hear(replace(lobby, chairs=(lobby.chairs[0], boris)))
        await seat.settle()

        (row,) = [line for line in seat.text().splitlines() if "1. Boris" in line]
        assert "ready" in row
        await seat.press("t")
        assert "Boris wants to play again." in seat.text()


async def test_the_next_game_that_begins_at_once_has_a_table_of_its_own():
    async with sitting(game_over()) as seat:
        seat.desk.hear(lobby_of(2, stage=Stage.OVER, rules=Rules()))
        await seat.settle()
        seat.desk.game = game = Game.new(3, seed=bytes(32))
        seat.desk.hear(lobby_of(3, rules=Rules()))
        seat.desk.show(game.events)
        await seat.settle()

        assert "Boris wins" not in seat.text()
        assert "Ceca" in seat.text()
        assert "Round 1 begins" in seat.text()
        assert seat.app.screen is seat.table


def game_over() -> Game:
    game = Game.position("R5 G7 | B3", top="B1", turn=1, scores=(300, 490))
    game.apply(1, Play(Card.B3))
    return game


async def test_a_shared_win_and_a_walk_over_are_told():
    async with sitting(with_a_wild()) as seat:
        seat.desk.show(phase=GameOver((0, 1), End.AGREED, (0, 1), None))
        await seat.settle()
        assert "Ana and Boris share the win!" in seat.text()
        assert "agreed to end the game" in seat.text()

    async with sitting(with_a_wild()) as seat:
        seat.desk.show(phase=GameOver((0,), End.WALKOVER, (0, 1), None))
        await seat.settle()
        assert "You win the game!" in seat.text()
        assert "Everybody else has left" in seat.text()


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_the_hands_of_ten_players_fit_or_scroll(size):
    big = "R1 R2 R3 R4 R5 R6 R7 R8 R9 RS RR Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 W W W+"
    others = "G1 | G2 | G3 | G4 | G5 | G6 | G7 | G8"
    game = Game.position(f"B3 | {others} | {big}", top="B1")
    game.apply(0, Play(Card.B3))
    async with sitting(game, size=size) as seat:
        seen = seat.text()
        for _ in range(5):
            await seat.press("pagedown")
            seen += seat.text()

        assert all(f" {name} " in seen for name in NAMES)
        assert "Y9" in seen


# --- leaving ---------------------------------------------------------------------------------


async def test_leaving_a_game_is_asked_about_and_can_be_taken_back():
    async with sitting(with_a_wild()) as seat:
        await seat.press("q")
        assert "Nobody is left to play against" in seat.text()

        await seat.press("s")

        assert not seat.desk.asked
        assert isinstance(seat.app.screen, TableScreen)


async def test_leaving_for_good_is_said_to_the_table():
    async with sitting(with_a_wild()) as seat:
        await seat.press("q", "l")
        assert seat.desk.asked == [Leave()]

        seat.desk.evening.hear(Closed(Goodbye.LEFT))

        assert seat.desk.evening.farewell is None


async def test_one_can_agree_to_end_the_game_and_take_that_back():
    """R28."""
    from lanuno.net.messages import Stop

    async with sitting(with_a_wild()) as seat:
        await seat.press("q", "e")
        assert seat.desk.asked == [Stop(agree=True)]

        chairs = (Chair(PlayerName("Ana"), stop=True), Chair(PlayerName("Boris")))
        seat.desk.evening.hear(Lobby(Stage.PLAYING, Rules(), chairs, 0, 0))
        await seat.press("q")
        assert "Play on after all" in seat.text()
        await seat.press("e")
        assert seat.desk.asked[-1] == Stop(agree=False)


# --- the table closes --------------------------------------------------------------------------


async def test_when_the_table_closes_early_the_finished_rounds_are_shown():
    """B97."""
    game = Game.position("R5 | B3 B4 | G9", top="R1", scores=(0, 120, 30))
    async with sitting(game, round=3, wins=(0, 1, 1)) as seat:
        seat.desk.evening.hear(Closed(Goodbye.CLOSED))
        seat.app.end_evening(seat.desk.evening.farewell)
        await seat.settle()

        text = seat.text()
        assert "The score after 2 finished rounds" in text
        assert "The host has closed the table." in text
        boris, ceca, ana = (text.index(name) for name in ("Boris", "Ceca", "Ana "))
        assert boris < ceca < ana
        assert "120" in text[boris:ceca]

        await seat.press("q")

        assert isinstance(seat.app.screen, HomeScreen)
        assert "The host has closed the table." in seat.text()


async def test_when_the_table_closes_in_the_first_round_there_is_no_score_to_show():
    async with sitting(with_a_wild()) as seat:
        seat.desk.evening.hear(Closed(Goodbye.CLOSED))
        seat.app.end_evening(seat.desk.evening.farewell)
        await seat.settle()

        assert isinstance(seat.app.screen, HomeScreen)
        assert "The host has closed the table." in seat.text()


async def test_a_host_whose_results_do_not_fit_together_breaks_nothing():
    async with sitting(Game.new(3, bytes(32))) as seat:
        three = RoundResult(1, 0, Card.R5, ((), (Card.G1,), ()), (0, 1, 0), 1, (1, 0, 0))
        two = replace(three, hands=((), ()), values=(0, 0), scores=(0, 0))

        seat.desk.show(phase=RoundOver(two), counts=(7, 7), scores=(0, 0), wins=(0, 0))
        await seat.settle()
        seat.desk.show(phase=RoundOver(three))
        await seat.settle()

        assert isinstance(seat.app.screen, Result)
