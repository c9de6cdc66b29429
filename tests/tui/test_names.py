"""Names come from strangers: whatever stands in them is shown as it is, and obeyed by nothing."""

from __future__ import annotations

import unicodedata

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from lanuno.net.address import Address
from lanuno.net.client import Lost
from lanuno.net.discovery import Found
from lanuno.net.messages import PROTOCOL, Lobby, Stage, TableInfo
from lanuno.net.text import PlayerName, TableName
from lanuno.tui.evening import Evening
from lanuno.uno.actions import Catch, Challenge, Play
from lanuno.uno.cards import Card, Color
from lanuno.uno.game import Game
from lanuno.uno.rules import Rules

from .stage import Desk, home, lobby_of, sitting

NASTY = [
    "[red]Ana[/red]",
    "[/nope]",
    "[@click=app.quit]x[/]",
    "[b",
    "a\x1b]0;pwned\x07b\x9b31mc",
    "\x1b[2Jx",
    "\u202eanA",
    "\u200b\u2060\u2800\u180b\U000e0100",
    "a" + "\u0301" * 50,
    "👨‍👩‍👧‍👦👍🏽",
    "日本語の名前です日本語",
    "HOST ★ (you)",
    "{name}{0}%s%(x)s",
    "$gold on $alarm",
    "Ana\nBoris: you win",
    "\t\t",
    "Љубиша Đorđević",
    "x" * 1_000_000,
]
CONTROLS = {"Cc", "Cf", "Cs", "Co", "Cn"}


def is_fit(seat):
    """Whether the screen is whole: every row as wide as it, and nothing that a terminal obeys."""
    rows = seat.text().split("\n")
    width, height = seat.app.size
    controls = {char for row in rows for char in row if unicodedata.category(char) in CONTROLS}
    return len(rows) == height and {cell_len(row) for row in rows} == {width} and not controls


def bluffed_by_the_nasty_one(others=1):
    """Seat 1 has bluffed seat 0 with a wild draw four."""
    hands = ["R5 G7 B2", "W+ R3 B4", *(f"G{n} Y{n}" for n in range(1, others))]
    game = Game.position(" | ".join(hands), top="R1", turn=1, direction=-1)
    game.apply(1, Play(Card.W_PLUS, Color.GREEN))
    return game


@pytest.mark.parametrize("names", [NASTY[:9], NASTY[9:]], ids=["some", "others"])
async def test_nasty_names_are_harmless_on_every_screen_of_a_game(names):
    game = bluffed_by_the_nasty_one(len(names))
    names = ("Ana", *names)
    async with sitting(game, names=names) as seat:
        desk = seat.desk
        assert is_fit(seat), "asked about a wild draw four"

        await seat.press("x")
        assert is_fit(seat), "shown the hand"
        await seat.press("enter")
        desk.show(called=(1,), owing=(2,), legal=(Catch(2), Challenge()))
        await seat.settle()
        assert is_fit(seat), "at the table"
        await seat.press("q")
        assert is_fit(seat), "asked about leaving"
        await seat.press("escape", "f1")
        assert is_fit(seat), "helped"
        await seat.press("escape")

        ends = " | ".join(["R5 G7", "B3", *(f"Y{n}" for n in range(1, len(names) - 1))])
        desk.game = Game.position(ends, top="B1", turn=1)
        desk.do(1, Play(Card.B3))
        await seat.settle()
        assert is_fit(seat), "at the end of a round"
        scores = [499] * len(names)
        desk.game = Game.position(ends, top="B1", turn=1, scores=scores)
        desk.show()
        desk.do(1, Play(Card.B3))
        await seat.settle()
        assert is_fit(seat), "at the end of the game"
        desk.evening.hear(Lost())
        await seat.settle()
        assert is_fit(seat), "without a connection"

        chairs = lobby_of(len(names), names=names).chairs
        desk.evening.hear(Lobby(Stage.LOBBY, Rules(), chairs, 1, 1))
        await seat.settle()
        assert is_fit(seat), "in the lobby"
        assert not seat.app._exit


async def test_a_nasty_name_is_harmless_on_the_home_screen():
    async with home() as seat:
        for name in NASTY:
            info = TableInfo("0" * 16, TableName.of(name), Stage.LOBBY, 1, 0, 10, Rules())
            addresses = (Address("10.0.0.1", 4000),)
            table = Found("0" * 16, TableName.of(name), addresses, info, True, PROTOCOL)
            other = replace(table, id="1" * 16, info=None, protocol=PROTOCOL + 1)

            seat.app.home.player = PlayerName.of(name)
            seat.app.home.show((table, other), TableName.of(name), searching=False)
            await seat.settle()
            assert is_fit(seat), name[:20]
            await seat.press("n")
            assert is_fit(seat), name[:20]
            await seat.press("escape")
            assert not seat.app._exit


async def test_a_nasty_table_name_is_harmless_at_the_table():
    async with home() as seat:
        for name in NASTY:
            desk = Desk(Game.position("R5 | B3", top="R1"), 0)
            desk.welcome = replace(desk.welcome, name=TableName.of(name))
            desk.evening = Evening(desk, None, seat.app.show, seat.app.settings, practice=False)
            desk.evening.hear(lobby_of(2, stage=Stage.LOBBY, rules=Rules()))
            await seat.settle()
            assert is_fit(seat)
            desk.evening.hear(lobby_of(2, rules=Rules()))
            desk.show()
            await seat.settle()
            assert is_fit(seat)


async def test_markup_in_a_name_is_shown_as_it_was_written():
    async with sitting(bluffed_by_the_nasty_one(), names=("Ana", "[b]B[/b]", "C")) as seat:
        assert "[b]B[/b] played wild draw four on you." in seat.text()


async def test_the_marks_of_the_table_stand_outside_of_the_names():
    """A name may say that it is somebody else's turn; the plate says whose it is."""
    liar = PlayerName.of("► 99 ▌▌▌ catch!")
    game = Game.position("R5 | B3 B4 | G9", top="R1", turn=2)
    async with sitting(game, names=("Ana", liar, "Ceca")) as seat:
        assert [each.turn for each in seat.table.seats.seated] == [False, True]
        assert seat.text().splitlines()[1].count("► ") == 2
