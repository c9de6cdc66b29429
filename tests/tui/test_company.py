"""Those who come late, look on, or vote: what the screens show and ask for."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from lanuno.bots.strength import Strength
from lanuno.net.manners import Manners
from lanuno.net.messages import (
    Chair,
    Closed,
    Dismiss,
    End,
    Join,
    Leave,
    Lobby,
    Move,
    Newcomer,
    Removal,
    Remove,
    SetManners,
    SetStrength,
    Stage,
    Stop,
    TakeOver,
    Watch,
)
from lanuno.net.text import PlayerName
from lanuno.tui.screens.results import Result
from lanuno.tui.screens.table import TableScreen
from lanuno.uno.actions import NextRound
from lanuno.uno.game import Game
from lanuno.uno.rules import Rules
from tests.net.samples import STRICT

from .stage import home
from .test_lobby import CHAIRS, in_lobby

EVA = Newcomer(PlayerName("Eva"))
LUKA = Newcomer(PlayerName("Luka"))


def between_rounds() -> Game:
    from lanuno.uno.actions import Play
    from lanuno.uno.cards import Card

    game = Game.position("R5 | B3 B4 | G7", top="R1")
    game.apply(0, Play(Card.R5))
    return game


async def look_on(seat, game=None, **lobby):
    """Sit at the table without a seat, with what *lobby* changes in what is told of it."""
    await seat.sit(game or Game.position("R5 R6 | B3 B4 | G7", top="R1"), me=None)
    await change(seat, leader=0, **lobby)


async def change(seat, **lobby):
    seat.desk.evening.hear(replace(seat.table.lobby, **lobby))
    await seat.settle()


async def test_one_who_waits_sees_the_table_and_is_told_when_they_play():
    async with home() as seat:
        await look_on(seat, newcomers=(EVA, LUKA), newcomer=1)

        text = seat.text()
        assert "You are dealt in with the next round." in text
        assert "You wait for a seat. q: leave" in text
        assert "2 wait" in text
        assert "w Join or watch" in text


async def test_one_who_looks_on_joins_the_game_with_a_key_and_the_reverse():
    async with home() as seat:
        await look_on(seat)
        assert "You are watching. w: join the game." in seat.text()

        await seat.press("w")
        await change(seat, newcomers=(EVA,), newcomer=0)
        await seat.press("w")

        assert seat.desk.asked == [Join(PlayerName("Ana")), Watch()]


async def test_where_nobody_may_wait_or_look_on_the_key_means_nothing():
    async with home() as seat:
        await look_on(seat, manners=Manners(late=False))
        await seat.press("w")
        assert "You are watching." in seat.text()
        assert "join the game" not in seat.text()

        await change(seat, manners=Manners(spectators=False), newcomers=(EVA,), newcomer=0)
        await seat.press("w")

        assert seat.desk.asked == []


@pytest.mark.parametrize("wants", [False, True])
async def test_one_who_waits_can_take_over_from_a_bot(wants):
    chairs = (Chair(PlayerName("Ana")), Chair(PlayerName("Ada"), bot=True), Chair(PlayerName("C")))
    async with home() as seat:
        await look_on(seat, chairs=chairs, newcomers=(replace(EVA, bot=wants),), newcomer=0)
        assert ("b: a seat of my own" if wants else "b: take over from a bot") in seat.text()

        await seat.press("b")

        assert seat.desk.asked == [TakeOver(bot=not wants)]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"rules": Rules(teams=True)}, "No seat is free in this game: you get one for the next."),
        ({"stage": Stage.OVER}, "You get a seat for the next game."),
    ],
)
async def test_one_who_waits_is_told_why_it_takes_longer(changes, words):
    async with home() as seat:
        await look_on(seat, newcomers=(EVA,), newcomer=0, **changes)

        assert words in seat.text()


async def test_one_who_waits_gives_up_the_place_on_leaving():
    async with home() as seat:
        await look_on(seat, newcomers=(EVA,), newcomer=0)
        await seat.press("q")

        assert seat.desk.asked == [Leave()]


async def test_the_result_of_a_round_says_what_comes_next_for_one_who_waits():
    async with home() as seat:
        await look_on(seat, between_rounds(), newcomers=(EVA,), newcomer=0)
        await seat.press("escape")
        seat.desk.show()
        seat.table._dialogs._called_for = None
        seat.desk.show()
        await seat.settle()

        assert isinstance(seat.app.screen, Result)
        assert "You are dealt in with the next round." in seat.text()


async def test_the_table_grows_by_the_one_who_is_dealt_in():
    game = between_rounds()
    async with home() as seat:
        await look_on(seat, game, newcomers=(EVA,), newcomer=0)
        events = (*game.join(), *game.apply(0, NextRound()))
        lobby, seat.desk.me = seat.table.lobby, 3
        chairs = (*lobby.chairs, Chair(EVA.name))
        await change(seat, chairs=chairs, newcomers=(), newcomer=None, you=3)
        seat.desk.show(events)
        await seat.settle()

        assert isinstance(seat.app.screen, TableScreen)
        assert "You join the game." in seat.text()
        assert len(seat.table.seats.seated) == 3
        assert len(seat.table.hand.held.cards) >= 7


async def test_the_players_hear_who_waits_who_takes_over_and_who_votes():
    async with home() as seat:
        await seat.sit(Game.position("R5 R6 | B3 B4 | G7", top="R1"))
        chairs = seat.table.lobby.chairs
        bot = replace(chairs[2], name=PlayerName("Ada"), bot=True)
        await change(seat, chairs=(*chairs[:2], bot), newcomers=(EVA, LUKA), spectators=2)
        assert "Kitchen · round 1 · to 500 points · 2 look on · 2 wait" in seat.text()

        await change(seat, newcomers=(EVA,))
        votes = replace(chairs[1], stop=True)
        await change(seat, chairs=(chairs[0], votes, chairs[2]), newcomers=())

        told = " ".join(str(each) for each in seat.table.story._told)
        for words in (
            "Eva waits for the next round.",
            "Luka waits no more.",
            "Ceca takes over from Ada.",
            "Boris wants to end the game with this round.",
        ):
            assert words in told


async def test_one_key_votes_to_end_the_game_with_this_round():
    async with home() as seat:
        await seat.sit(Game.position("R5 R6 | B3 B4 | G7", top="R1"))
        assert "v Vote to end" in seat.text()

        await seat.press("v")
        chairs = seat.table.lobby.chairs
        await change(seat, chairs=(replace(chairs[0], stop=True), *chairs[1:]))
        assert str(seat.table.story._told[-1]) == "You have voted to end the game with this round."
        await seat.press("v")
        await change(seat, chairs=chairs)
        assert str(seat.table.story._told[-1]) == "You want to play on."

        assert seat.desk.asked == [Stop(agree=True), Stop(agree=False)]


async def test_the_leader_sends_away_one_who_waits_and_says_why():
    async with home() as seat:
        await seat.sit(Game.position("R5 R6 | B3 B4 | G7", top="R1"))
        await change(seat, newcomers=(EVA, LUKA), leader=0)

        await seat.press("r", "2")
        assert "Remove Luka?" in seat.text()
        await seat.press("4")

        assert seat.desk.asked == [Dismiss(1, Removal.ROOM)]


async def test_whoever_is_removed_reads_why():
    async with home() as seat:
        await seat.sit(Game.position("R5 R6 | B3 B4 | G7", top="R1"))

        seat.desk.evening.hear(Closed(End.REMOVED, Removal.RUDE))

        assert seat.desk.evening.farewell == (
            "The leader has removed you from the table. The reason given: you were unfriendly."
        )


# --- the lobby ------------------------------------------------------------------------


async def test_the_leader_moves_a_chair_and_the_choice_goes_with_it():
    async with home() as seat:
        await in_lobby(seat)

        await seat.press("u", "d", "d", "u")

        assert seat.desk.asked == [Move(0, to=1), Move(1, to=2), Move(2, to=1)]


async def test_the_strength_of_a_bot_goes_round():
    async with home() as seat:
        await in_lobby(seat)
        await seat.press("l")
        assert not seat.desk.asked

        await seat.press("down", "down", "l")
        assert seat.desk.asked == [SetStrength(2, Strength.HARD)]
        hard = replace(CHAIRS[2], strength=Strength.HARD)
        seat.desk.evening.hear(Lobby(Stage.LOBBY, Rules(), (*CHAIRS[:2], hard), 0, 0))
        await seat.settle()
        assert "hard bot" in seat.text()


async def test_a_player_is_removed_with_a_reason():
    async with home() as seat:
        await in_lobby(seat)

        await seat.press("down", "x", "3")
        await seat.press("x", "s")
        await seat.press("x", "down", "down", "enter")

        assert seat.desk.asked == [Remove(1, Removal.RUDE), Remove(1, Removal.AWAY)]


async def test_the_leader_says_what_the_table_allows():
    async with home() as seat:
        await in_lobby(seat)
        await seat.press("m")
        assert "What the table allows" in seat.text()

        await seat.press("enter", "down", "right", "escape")

        assert seat.desk.asked == [
            SetManners(Manners(late=False)),
            SetManners(Manners(late=False, spectators=False)),
        ]


async def test_the_lobby_says_what_is_not_allowed_and_who_is_around():
    async with home(size=(80, 40)) as seat:
        await in_lobby(seat, you=1)
        lobby = Lobby(
            Stage.LOBBY, Rules(), CHAIRS, 1, 0, manners=STRICT, newcomers=(EVA,), spectators=3
        )
        seat.desk.evening.hear(lobby)
        await seat.settle()

        text = seat.text()
        for words in ("Nobody joins a game", "Nobody may look on.", "no hints", "no chat"):
            assert words in text
        assert "3 of 10 seats taken · 3 look on · 1 waits" in text
        assert "Eva  waits for a seat" in text
        await seat.press("m", "u", "d", "l", "x")
        assert not seat.desk.asked


async def test_one_who_looks_on_takes_a_seat_in_the_lobby():
    async with home() as seat:
        await in_lobby(seat, you=None)

        await seat.press("w")

        assert seat.desk.asked == [Join(PlayerName("Ana"))]
