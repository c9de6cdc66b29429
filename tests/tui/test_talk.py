"""What people say at a table: typed and chosen while the game goes on, shown, and muted."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace
from textual.events import Key
from textual.widgets import Input

from lanuno.net.client import Lost, Well
from lanuno.net.manners import Manners
from lanuno.net.messages import Act, Lobby, Stage
from lanuno.net.talk import Expression, React, Reacted, Say, Spoke
from lanuno.net.text import ChatText
from lanuno.store.settings import Settings
from lanuno.tui.screens.dialog import Question
from lanuno.tui.screens.results import Result
from lanuno.tui.screens.talk import Menu, SayLine
from lanuno.tui.widgets import seats
from lanuno.tui.widgets.seats import Plate
from lanuno.uno.actions import Accept, Draw, Play
from lanuno.uno.cards import Card, Color
from lanuno.uno.game import Game
from lanuno.uno.rules import Rules

from .stage import home, lobby_of, sitting
from .test_names import NASTY, is_fit


def their_turn():
    return Game.position("R5 G7 B2 | B3 Y1 | G9", top="R1", turn=1)


def spoke(seat, text="Nice one!"):
    return Spoke(seat, ChatText.of(text))


def in_lobby(*, me=0, players=3):
    return lobby_of(players, me=me, stage=Stage.LOBBY, rules=Rules())


async def hear(seat, *heard):
    for each in heard:
        seat.desk.hear(each)
    await seat.settle()


async def test_a_line_is_typed_while_it_is_anothers_turn_and_the_hand_stays_in_sight():
    async with sitting(their_turn()) as seat:
        before = seat.text().split("\n")
        await seat.press("/", *"durak c")
        rows = seat.text().split("\n")

        assert rows[-1].rstrip() == " Say: durak c"
        assert rows[:-1] == before[:-1]
        await seat.press("enter")
        assert seat.desk.asked == [Say(ChatText("durak c"))]


async def test_keys_play_again_at_once_when_the_line_is_sent_or_given_up():
    for ends in (["x", "enter"], ["enter"], ["x", "escape"]):
        async with sitting(Game.position("R5 G7 | B3 Y1", top="R1")) as seat:
            await seat.press("/", *ends, "d")

            assert seat.desk.acted == [Draw()]
            assert [each for each in seat.desk.asked if not isinstance(each, Act)] == (
                [Say(ChatText("x"))] if ends == ["x", "enter"] else []
            )


async def test_what_is_typed_before_the_line_is_ready_is_not_lost():
    async with sitting(Game.position("R5 R7 | B3 Y1", top="R1")) as seat:
        seat.app.post_message(Key("slash", "/"))
        while not isinstance(seat.app.screen, SayLine):  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0)
        assert seat.app.focused is None
        for char in "Дu1":
            seat.app.post_message(Key(char, char))
        seat.app.post_message(Key("enter", None))
        await seat.until(lambda: seat.desk.asked)

        assert seat.desk.asked == [Say(ChatText("Дu1"))]
        assert seat.app.screen is seat.table


async def test_uno_can_be_called_out_of_the_line():
    async with sitting(Game.position("R5 R7 | B3 Y1", top="R1")) as seat:
        await seat.press("/", "u", "f4")

        assert len(seat.desk.acted) == 1
        assert seat.app.screen.draft == "u"


async def test_letters_that_are_typed_never_answer_a_dialog_that_comes_meanwhile():
    game = Game.position("R5 G7 | W+ B3 B4 | G9 G8", top="R1", turn=1, direction=-1)
    async with sitting(game) as seat:
        await seat.press("/", "h")
        seat.desk.do(1, Play(Card.W_PLUS, Color.GREEN))
        await seat.settle()
        await seat.press("a", "x")

        assert seat.desk.acted == []
        await seat.press("enter")
        assert seat.desk.asked == [Say(ChatText("hax"))]
        assert isinstance(seat.app.screen, Question)
        await seat.press("a")
        assert seat.desk.acted == [Accept()]


async def test_a_dialog_that_is_no_longer_called_for_does_not_come_after_the_line():
    game = Game.position("R5 G7 | W+ B3 B4 | G9 G8", top="R1", turn=1, direction=-1)
    async with sitting(game) as seat:
        await seat.press("/")
        seat.desk.do(1, Play(Card.W_PLUS, Color.GREEN))
        seat.desk.do(0, Accept())
        await seat.settle()
        await seat.press("escape")

        assert seat.app.screen is seat.table


async def test_a_line_stays_open_when_the_game_begins_and_when_it_is_back_in_the_lobby():
    async with sitting(their_turn()) as seat:
        await seat.press("/", "d")
        for lobby, show in ((in_lobby(), False), (lobby_of(3, rules=Rules()), True)):
            seat.desk.hear(lobby)
            if show:
                seat.desk.show()
            await seat.settle()
            await seat.press("s")
        await seat.press("enter")

        assert seat.desk.asked == [Say(ChatText("dss"))]


async def test_what_is_typed_while_the_table_is_lost_waits_in_its_line():
    async with sitting(their_turn()) as seat:
        await hear(seat, Lost())
        await seat.press("/", "o", "enter")
        assert seat.app.screen.draft == "o"
        await hear(seat, Well())
        await seat.press("enter")

        assert seat.desk.asked == [Say(ChatText("o"))]


async def test_no_more_is_typed_than_is_sent():
    async with sitting(their_turn()) as seat:
        await seat.press("/")
        seat.app.screen.query_one(Input).insert_text_at_cursor("x" * 200)
        await seat.settle()
        await seat.press("enter")

        assert seat.desk.asked == [Say(ChatText("x" * 120))]


@pytest.mark.parametrize("number", range(1, len(Expression) + 1))
async def test_two_keys_show_an_expression(number):
    async with sitting(their_turn()) as seat:
        await seat.press("e", str(number))

        assert seat.desk.asked == [React(list(Expression)[number - 1])]
        assert seat.app.screen is seat.table


async def test_an_expression_is_chosen_by_arrows_and_by_mouse_too():
    async with sitting(their_turn()) as seat:
        await seat.press("e", "down", "enter")
        await seat.press("e")
        await seat.click("#choice-3")

        assert seat.desk.asked == [React(Expression.WELL_PLAYED), React(Expression.OUCH)]


@pytest.mark.parametrize(("key", "screen"), [("ѕ", SayLine), ("е", Menu), ("з", Menu)])
async def test_the_keys_work_in_a_cyrillic_layout(key, screen):
    async with sitting(their_turn()) as seat:
        await seat.press(key)

        assert isinstance(seat.app.screen, screen)


async def test_what_is_said_stands_in_the_story_and_for_a_while_at_the_plate(monkeypatch):
    monkeypatch.setattr(seats, "WORDS_SECONDS", 0.05)
    async with sitting(their_turn()) as seat:
        await hear(seat, spoke(1), Reacted(2, Expression.OUCH))
        plates = [plate.render().plain for plate in seat.table.query(Plate)]
        story = seat.text()

        assert "Boris: Nice one!" in story
        assert "Ceca: Ouch!" in story
        assert "2 Nice one!" in plates[0]
        assert "1 Ouch!" in plates[1]
        await seat.until(lambda: not any(plate.words for plate in seat.table.query(Plate)))


async def test_who_speaks_hears_themselves_even_without_chat():
    async with home(settings=Settings(chat=False)) as seat:
        await seat.sit(their_turn())
        await hear(seat, spoke(0, "I"), spoke(1, "AAA"))

        assert "Ana: I" in seat.text()
        assert "AAA" not in seat.text()


async def test_a_muted_player_is_not_heard_also_in_another_seat_after_a_rematch():
    async with sitting(their_turn()) as seat:
        await seat.press("z", "1")
        assert "You no longer hear what Boris says." in seat.text()
        await hear(seat, spoke(1, "AAA"), Reacted(1, Expression.LUCKY), spoke(2, "hello"))
        assert "AAA" not in seat.text()
        assert "Lucky" not in seat.text()
        assert "Ceca: hello" in seat.text()

        chairs = in_lobby().chairs
        await hear(seat, Lobby(Stage.LOBBY, Rules(), (chairs[0], chairs[2], chairs[1]), 0, 0))
        await hear(seat, spoke(2, "AAA"), spoke(1, "me again"))
        assert "AAA" not in seat.text()
        assert "Ceca: me again" in seat.text()

        await seat.press("z")
        assert "Boris (muted)" in seat.text()
        await seat.press("2")
        assert "You hear again what Boris says." in seat.text()
        await hear(seat, spoke(2, "AAA"))
        assert "Boris: AAA" in seat.text()


async def test_bots_need_no_muting():
    async with sitting(their_turn()) as seat:
        lobby = lobby_of(3, rules=Rules())
        bots = tuple(replace(each, bot=seat > 0) for seat, each in enumerate(lobby.chairs))
        await hear(seat, replace(lobby, chairs=bots))
        await seat.press("z")

        assert seat.app.screen is seat.table
        assert "There is nobody here to mute." in seat.text()


async def test_in_the_lobby_people_talk_too_and_the_game_begins_with_what_they_said():
    async with sitting(their_turn()) as seat:
        await hear(seat, in_lobby(), spoke(1, "Shall we?"))
        assert "Boris: Shall we?" in seat.text()
        await seat.press("/", *"yes", "enter", "e", "1")
        assert seat.desk.asked == [Say(ChatText("yes")), React(Expression.HELLO)]

        await hear(seat, lobby_of(3, rules=Rules()))
        seat.desk.show()
        await seat.settle()
        assert "Boris: Shall we?" in seat.text()


async def test_under_a_result_people_talk_too():
    game = Game.position("R5 G7 | B3", top="B1", turn=1)
    async with sitting(game, toasts=True) as seat:
        seat.desk.do(1, Play(Card.B3))
        await seat.settle()
        await hear(seat, spoke(1, "Ha!"))
        await seat.until(lambda: "Boris: Ha!" in seat.text())

        await seat.press("e", "2", "/", "n", "enter")

        assert seat.desk.asked == [React(Expression.WELL_PLAYED), Say(ChatText("n"))]
        assert isinstance(seat.app.screen, Result)


async def test_at_a_table_without_chat_nothing_is_typed_but_people_react():
    async with sitting(their_turn()) as seat:
        await hear(seat, replace(lobby_of(3, rules=Rules()), manners=Manners(chat=False)))
        await seat.press("/", "e", "3")

        assert seat.desk.asked == [React(Expression.OUCH)]
        assert "At this table nothing is written" in seat.text()


async def test_who_only_looks_on_says_nothing_and_can_mute():
    async with sitting(their_turn(), me=None) as seat:
        await seat.press("/", "e")
        assert seat.app.screen is seat.table
        assert "/ Say" not in seat.text()
        await seat.press("z", "2")
        await hear(seat, spoke(0), spoke(1, "AAA"))

        assert seat.desk.asked == []
        assert "Ana: Nice one!" in seat.text()
        assert "AAA" not in seat.text()


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_the_newest_can_be_read_in_a_full_lobby_too(size):
    async with sitting(their_turn(), size=size) as seat:
        await hear(seat, in_lobby(players=10), *(spoke(1, f"n{i}") for i in range(30)))

        assert "Boris: n29" in seat.text()
        assert is_fit(seat)


async def test_a_seat_that_there_is_not_is_not_heard():
    async with sitting(their_turn()) as seat:
        await hear(seat, spoke(9), Reacted(5, Expression.SORRY))

        assert "Nice one!" not in seat.text()


async def test_nasty_texts_are_harmless_wherever_they_are_shown():
    game = Game.position("R5 G7 | B3", top="B1", turn=1)
    async with sitting(game, toasts=True) as seat:
        for text in NASTY:
            await hear(seat, spoke(1, text))
            assert is_fit(seat), f"at the table: {text[:20]}"
        seat.desk.do(1, Play(Card.B3))
        await seat.settle()
        for text in NASTY:
            await hear(seat, spoke(1, text))
            assert is_fit(seat), f"over a result: {text[:20]}"
        seat.desk.hear(lobby_of(2, stage=Stage.LOBBY, rules=Rules()))
        await seat.settle()
        for text in NASTY:
            await hear(seat, spoke(1, text))
            assert is_fit(seat), f"in the lobby: {text[:20]}"
        await hear(seat, spoke(1, "[@click=app.quit]x[/]"))
        assert "Boris: [@click=app.quit]x[/]" in seat.text()
        assert not seat.app._exit


async def test_nasty_names_are_harmless_in_the_list_of_those_to_mute():
    names = ("Ana", *NASTY[:9])
    hands = [f"{color}{n}" for color in "RYGB" for n in range(2, 5)][:10]
    game = Game.position(" | ".join(hands), top="R1")
    async with sitting(game, names=names) as seat:
        await seat.press("z")
        assert is_fit(seat)
        assert isinstance(seat.app.screen, Menu)
        await seat.press("1")
        assert is_fit(seat)
