"""Brings every screen of the app up, each as it looks in a game that could be."""

from __future__ import annotations

import random

from msgspec.structs import replace

from lanuno.errors import WrongCode
from lanuno.language import _
from lanuno.narration import lobbies
from lanuno.net.client import Lost
from lanuno.net.messages import Newcomer
from lanuno.net.talk import Expression, Reacted, Spoke
from lanuno.net.text import ChatText, PlayerName
from lanuno.player.visit import Visit
from lanuno.store.history import History
from lanuno.tui.screens.history import GameDialog, StatisticsDialog
from lanuno.tui.screens.replay import ReplayScreen
from lanuno.uno.actions import Draw, NextRound, Play
from lanuno.uno.cards import Card, Color
from lanuno.uno.game import Game
from lanuno.uno.rules import Rules
from lanuno.uno.view import GameOver
from tests.tui.stage import lobby_of
from tests.tui.test_history import _choice, played
from tests.tui.test_home import ADDRESSES, GARDEN, KITCHEN, OLD, PLAYING, SILENT, found
from tests.tui.test_lobby import CHAIRS, Opened, in_lobby

FOUR = "R5 R+ Y2 Y9 G2 G7 B3 BR W GS | B8 G1 G5 R4 Y6 | Y1 G3 G6 | RS W B2 B6 G9 Y7 R0"
SCORES = (120, 95, 210, 64)


PARTY = Rules.preset("party")
TEAMS = Rules(teams=True)


def four(**changes):
    return Game.position(FOUR, top="G4", pile="R1 R2 R3 Y4 B9", scores=SCORES, **changes)


# --- home -----------------------------------------------------------------------------------


async def home_empty(seat):
    await seat.settle()


async def home_searching(seat):
    seat.app.home.show((), None, searching=True)


async def home_tables(seat):
    tables = (
        KITCHEN,
        GARDEN,
        found(6, "Winter Garden", seated=10, must_play=True),
        PLAYING,
        SILENT,
        OLD,
    )
    seat.app.home.show(tables, None, searching=False)


async def home_notice(seat):
    seat.app.home.notice = lobbies.waiting_for("Porch", PLAYING.info)
    seat.app.home.show((PLAYING,), None, searching=False, sweeping=True)


async def host_form(seat):
    await seat.press("h", *"Kitchen")


async def host_form_with_a_mistake(seat):
    await seat.press("h", *"Kitchen", "down", *"12", "enter")


async def rules_form(seat):
    await seat.press("h", "down", "down", "enter", "left", "down", "right", "down")


async def address_form(seat):
    await seat.press("j", *"192.168.1.20:24108")


async def code_question(seat):
    seat.app.home.ask_code(Visit(addresses=ADDRESSES), str(WrongCode()))


async def settings(seat):
    await seat.press("o")
    seat.app.screen.query_one("#theme").focus()


async def help_at_home(seat):
    await seat.press("question_mark")


async def palette(seat):
    await seat.press("ctrl+p")
    await seat.until(lambda: len(seat.app.screen.query("CommandList")[0].options))


# --- lobby ----------------------------------------------------------------------------------


async def lobby_of_the_leader(seat):
    opened = Opened()
    opened.shown_code = "4711-2233"
    await in_lobby(seat, opened=opened, rules=Rules(must_play=True, illegal_play="refuse"))


async def lobby_of_a_guest(seat):
    await in_lobby(seat, you=1)


async def lobby_full(seat):
    names = lobby_of(10).chairs
    await in_lobby(seat, chairs=(*CHAIRS[:1], *(replace(each, ready=True) for each in names[1:])))


async def manners(seat):
    await in_lobby(seat)
    await seat.press("m", "down", "right")


async def length_form(seat):
    await in_lobby(seat)
    await seat.press("t")


async def remove_in_the_lobby(seat):
    await in_lobby(seat)
    await seat.press("down", "x")


# --- the table ------------------------------------------------------------------------------


async def table_mine(seat):
    game = four(turn=2)
    await seat.sit(game)
    seat.desk.do(2, Play(Card.G3))
    seat.desk.do(3, Play(Card.G9))


async def table_others(seat):
    await seat.sit(four())
    seat.desk.do(0, Play(Card.G7))


def _talk(seat):
    seat.desk.hear(Spoke(1, ChatText("[b]Nisam ja![/b]")))
    seat.desk.hear(Reacted(2, Expression.LUCKY))
    seat.desk.hear(Reacted(0, Expression.THANKS))


async def table_talk(seat):
    await table_others(seat)
    _talk(seat)


async def typing(seat):
    await table_others(seat)
    await seat.press("/", *"Sad")


async def reactions(seat):
    await table_others(seat)
    await seat.press("e")


async def lobby_talk(seat):
    await lobby_of_a_guest(seat)
    _talk(seat)


async def table_drawn(seat):
    game = Game.position(
        "B7 B2 Y3 Y8 R6 | B8 G1 | Y1 G3", top="G4", pile="W G2", rules=Rules.preset("official")
    )
    await seat.sit(game)
    seat.desk.do(0, Draw())


async def table_uno(seat):
    game = Game.position("R5 R7 | B3 Y1 | G4", top="R1", scores=(40, 90, 0))
    await seat.sit(game, called=(2,))


async def table_catch(seat):
    game = Game.position("R5 G7 B2 | B3 B4 | G1 Y1", top="B1", turn=1)
    game.apply(1, Play(Card.B3))
    await seat.sit(game)


async def table_wild(seat):
    game = four(turn=3)
    await seat.sit(game)
    seat.desk.do(3, Play(Card.W, Color.BLUE))
    await seat.press("end", "left")


async def table_bluff(seat):
    await seat.sit(Game.position("R5 G7 W+ | B3 Y1 | G9", top="R1", direction=-1))
    await seat.press("end")


async def table_with_a_clock(seat):
    await seat.sit(four())
    seat.table.seconds = 25
    await seat.press("p")


async def table_lost(seat):
    await seat.sit(four())
    seat.desk.evening.hear(Lost())


def _with_chairs(seat, **changes):
    lobby = seat.table.lobby
    chairs = [replace(each, **changes.get(f"c{i}", {})) for i, each in enumerate(lobby.chairs)]
    seat.desk.evening.hear(replace(lobby, chairs=tuple(chairs), leader=0))


async def table_away(seat):
    await seat.sit(four(turn=1))
    _with_chairs(seat, c1={"here": False}, c2={"bot": True}, c3={"here": False, "stand_in": True})


async def table_idle(seat):
    await seat.sit(four(turn=1))
    _with_chairs(seat, c2={"weak": True})
    seat.table._lose_patience()


async def table_left(seat):
    game = four()
    game.leave(1)
    await seat.sit(game)


async def table_jump(seat):
    game = Game.position("R5 G7 B2 | B3 Y1 Y2 | R2 R5 G9 | B8", top="R1", rules=PARTY)
    await seat.sit(game, me=2)
    seat.desk.do(0, Play(Card.R5))


async def table_stack(seat):
    game = Game.position("R5 B+ G2 Y8 | B3 Y1 | R+ R6 R9", top="R1", rules=PARTY, turn=2)
    await seat.sit(game)
    seat.desk.do(2, Play(Card.R_PLUS))


async def table_teams(seat):
    await seat.sit(four(turn=2, rules=TEAMS))
    seat.desk.do(2, Play(Card.G3))


async def spectator(seat):
    game = four(turn=2)
    await seat.sit(game, me=None)
    seat.desk.do(2, Play(Card.G3))


async def newcomer(seat):
    await spectator(seat)
    lobby = seat.table.lobby
    chairs = (*lobby.chairs[:3], replace(lobby.chairs[3], bot=True))
    waiting = (Newcomer(PlayerName("Жика")), Newcomer(PlayerName("Eva")))
    seat.desk.evening.hear(
        replace(lobby, chairs=chairs, newcomers=waiting, newcomer=1, spectators=3)
    )


# --- what is asked at the table -------------------------------------------------------------


async def color_picker(seat):
    await seat.sit(four())
    await seat.press("end", "enter")


async def swap_picker(seat):
    hands = "R7 G7 B2 | B3 Y1 Y2 | G9 G8 | B8"
    await seat.sit(Game.position(hands, top="R1", rules=PARTY))
    await seat.press("enter")


async def draw_four_on_draw_two(seat):
    game = Game.position("R5 B+ G2 | R+ B3 | W+ R6 R9", top="R1", rules=PARTY, turn=1)
    game.apply(1, Play(Card.R_PLUS))
    game.apply(2, Play(Card.W_PLUS, Color.BLUE))
    await seat.sit(game)


async def draw_four(seat):
    game = Game.position(
        "R5 G7 B2 | W+ R3 B4 | G9 G8", top="R1", turn=1, direction=-1, pile="R1 R2 R3 R4 R6 R7"
    )
    await seat.sit(game)
    seat.desk.do(1, Play(Card.W_PLUS, Color.GREEN))
    await seat.settle()


async def shown_hand(seat):
    await draw_four(seat)
    await seat.press("x")


async def misplay(seat):
    await seat.sit(Game.position("R5 G7 B2 | B3 Y1", top="R1"))
    await seat.press("2", "enter")


async def remove_at_the_table(seat):
    await table_away(seat)
    await seat.press("r")


async def leave(seat):
    await seat.sit(four())
    await seat.press("q")


async def help_at_the_table(seat):
    await seat.sit(four())
    await seat.press("question_mark")


async def help_at_its_end(seat):
    rules = Rules(must_play=True, illegal_play="refuse", target=200)
    await seat.sit(Game.position("R5 G7 | B3 Y1", top="R1", rules=rules))
    await seat.press("question_mark", *["pagedown"] * 12)


# --- results --------------------------------------------------------------------------------


def _won(scores):
    """The second player goes out."""
    hands = "R5 Y7 W | B3 | G9 B+ | R1 RR GS Y2 Y8"
    return Game.position(hands, top="B1", turn=1, scores=scores)


async def round_result(seat):
    await seat.sit(_won((10, 20, 30, 0)))
    seat.desk.do(1, Play(Card.B3))
    _with_chairs(seat, c1={"ready": True}, c3={"here": False})


async def team_result(seat):
    hands = "R5 Y7 W | B3 | G9 B+ | R1 RR GS Y2 Y8"
    await seat.sit(Game.position(hands, top="B1", turn=1, rules=TEAMS), me=3)
    seat.desk.do(1, Play(Card.B3))


async def game_result(seat):
    """Three rounds, so that there is a chart under the result."""
    game = Game.position("B3 | R5 | G9", top="B1", rules=Rules(target=20))
    await seat.sit(game)
    seat.desk.do(0, Play(Card.B3))
    for place in range(3):
        seat.desk.do(place, NextRound())
    await _to_the_end(seat)


async def _to_the_end(seat):
    game, chance = seat.desk.game, random.Random(3)
    while not isinstance(game.phase, GameOver):
        who, action = next(
            (who, action)
            for who in [*range(len(game.hands))] * 50
            if (action := _choice(game.look(who), chance))
        )
        seat.desk.show(game.apply(who, action))
    await seat.settle()


# --- past games -----------------------------------------------------------------------------


async def history_empty(seat):
    await seat.press("t")
    await seat.until(lambda: _("HISTORY") in seat.text())


async def history(seat):
    History().add(played(seed=1))
    History().add(played(seed=2, names=("Ana", "Đorđe", "Жика")))
    History().add(played(seed=3, target=200))
    await seat.press("t")
    await seat.until(lambda: seat.app.screen.query_one("OptionList").option_count)


async def past_game(seat):
    await history(seat)
    await seat.press("enter")
    await seat.until(lambda: isinstance(seat.app.screen, GameDialog))


async def save_form(seat):
    await past_game(seat)
    await seat.press("e")


async def statistics(seat):
    await history(seat)
    await seat.press("s")
    await seat.until(lambda: isinstance(seat.app.screen, StatisticsDialog))


async def replay(seat):
    await past_game(seat)
    await seat.press("r")
    await seat.until(lambda: isinstance(seat.app.screen, ReplayScreen))
    await seat.press(*["right"] * 12)


SCREENS = {
    stage.__name__: stage
    for stage in (
        home_empty,
        home_searching,
        home_tables,
        home_notice,
        host_form,
        host_form_with_a_mistake,
        rules_form,
        address_form,
        code_question,
        settings,
        help_at_home,
        palette,
        lobby_of_the_leader,
        lobby_of_a_guest,
        lobby_full,
        lobby_talk,
        manners,
        length_form,
        remove_in_the_lobby,
        table_mine,
        table_others,
        table_drawn,
        table_uno,
        table_catch,
        table_wild,
        table_bluff,
        table_with_a_clock,
        table_lost,
        table_away,
        table_idle,
        table_left,
        table_jump,
        table_stack,
        table_teams,
        spectator,
        table_talk,
        typing,
        reactions,
        newcomer,
        color_picker,
        swap_picker,
        draw_four,
        draw_four_on_draw_two,
        shown_hand,
        misplay,
        remove_at_the_table,
        leave,
        help_at_the_table,
        help_at_its_end,
        round_result,
        team_result,
        game_result,
        history_empty,
        history,
        past_game,
        save_form,
        statistics,
        replay,
    )
}
"""By name."""
