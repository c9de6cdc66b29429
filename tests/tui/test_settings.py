"""The settings screen: each setting changes where it stands, counts at once and is remembered."""

from __future__ import annotations

import pytest

from lanuno.language import _
from lanuno.store.history import History
from lanuno.store.settings import Fault, Loaded, Settings, load, settings_file
from lanuno.tui.messages import SettingChosen
from lanuno.tui.screens.settings import SettingsScreen
from lanuno.tui.theme import THEMES
from lanuno.uno.actions import Accept, Draw, Play
from lanuno.uno.cards import Card, Color
from lanuno.uno.game import Game
from lanuno.uno.rules import Rules

from .stage import home, sitting
from .test_history import played


async def choose(seat, setting, *keys):
    await seat.press("o")
    assert isinstance(seat.app.screen, SettingsScreen)
    seat.app.screen.query_one(f"#{setting}").focus()
    await seat.press(*keys)


@pytest.mark.parametrize("theme", [theme.name for theme in THEMES])
async def test_every_theme_shows_home_and_table(theme):
    async with home(settings=Settings(theme=theme)) as seat:
        assert "lanuno" in seat.app.current_theme.name or seat.app.theme == theme
        await seat.sit(Game.position("R5 W | G1", top="R1"))
        assert "YOUR TURN" in seat.text()


async def test_a_theme_counts_at_once_and_is_remembered():
    async with home() as seat:
        await choose(seat, "theme", "right")

        assert seat.app.theme == "light"
        assert load({}).settings.theme == "light"


async def test_the_language_changes_what_is_on_the_screen_at_once():
    async with home() as seat:
        await choose(seat, "language", "right", "right", "right")

        assert _("Settings") == "Podešavanja"
        assert "Podešavanja" in seat.text()
        await seat.press("escape")
        assert "Uno na lokalnoj mreži" in seat.text()
        assert "Otvori" in seat.text()


async def test_the_language_changes_at_the_table_too():
    async with sitting(Game.position("R5 W | G1", top="R1")) as seat:
        await choose(seat, "language", "right", "right")
        await seat.press("escape")

        assert "ТИ СИ НА РЕДУ" in seat.text()
        assert "Играј" in seat.text()


async def test_the_language_changes_in_the_lobby_too():
    async with home() as seat:
        await choose(seat, "language", "left")
        await seat.press("escape")

        assert "Uno na lokalnoj mreži" in seat.text()


async def test_a_name_is_typed():
    async with home() as seat:
        await choose(seat, "name", *"Ceca", "enter")

        assert seat.app.home.player == "Ceca"
        assert load({}).settings.name == "Ceca"


async def test_a_number_that_cannot_be_is_told_and_not_taken():
    async with home() as seat:
        await choose(seat, "bots", "1", "2", "enter")

        assert "from 0 to 9" in seat.text()
        assert seat.app.settings.bots == 0


async def test_sorting_is_remembered():
    async with sitting(Game.position("R5 G1 B5 | G1", top="R1")) as seat:
        await seat.press("s")

        assert [str(card) for card in seat.table.hand.held.cards] == ["G1", "R5", "B5"]
        assert load({}).settings.sort == "face"


async def test_a_misplay_is_not_asked_about_where_that_is_settled():
    rules = Rules(illegal_play="penalty")
    async with home(settings=Settings(confirm_misplay=False)) as seat:
        await seat.sit(Game.position("R5 B7 | G1", top="R1", rules=rules))
        await seat.press("2", "enter")

        assert seat.desk.acted == [Play(Card.B7)]


async def test_faults_of_the_file_are_told_on_the_home_screen():
    fault = Fault("config.toml", 3, "theme", '"pink"', ('"dark"',))
    async with home(settings=Loaded(Settings(), (fault,))) as seat:
        assert "config.toml, line 3" in seat.text()


async def test_what_cannot_be_remembered_counts_all_the_same():
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text("name = ", encoding="utf-8")
    async with home() as seat:
        await choose(seat, "theme", "right")

        assert seat.app.theme == "light"
        assert "cannot be remembered" in seat.text()
        assert settings_file().read_text(encoding="utf-8") == "name = "


@pytest.mark.parametrize("key", ["д", "D", "Д"])
async def test_letters_work_in_cyrillic_and_as_capitals(key):
    async with sitting(Game.position("R5 B7 | G1", top="R1")) as seat:
        await seat.press(key)

        assert seat.desk.acted == [Draw()]


async def test_a_typed_name_keeps_its_letters():
    async with home() as seat:
        await choose(seat, "name", *"Ђура", "enter")

        assert seat.app.settings.name == "Ђура"


@pytest.mark.parametrize(("bell", "rings"), [(True, 1), (False, 0)])
async def test_the_bell_rings_when_it_is_my_turn(monkeypatch, bell, rings):
    rung = []
    async with home(settings=Settings(bell=bell)) as seat:
        monkeypatch.setattr(seat.app, "bell", lambda: rung.append(1))
        await seat.sit(Game.position("R5 R7 | R6 R8", top="R1", turn=1))
        assert not rung

        seat.desk.do(1, Play(Card.R6))
        await seat.settle()

        assert len(rung) == rings


@pytest.mark.parametrize("title", [True, False])
async def test_the_title_of_the_window_says_whose_turn_it_is(monkeypatch, title):
    written = []
    async with home(settings=Settings(title=title)) as seat:
        monkeypatch.setattr(seat.app, "_entitle", written.append)
        await seat.sit(Game.position("R5 R7 | R6 R8", top="R1", turn=1))
        seat.desk.do(1, Play(Card.R6))
        await seat.settle()

    assert written == (["lanuno: Boris is on turn", "lanuno: your turn"] if title else [])


async def test_settings_leave_the_hand_in_sight_in_every_language_at_a_table():
    async with sitting(Game.position("R5 G7 | B3 Y1", top="R1"), size=(80, 24)) as seat:
        hand = seat.text().splitlines()[16:]
        await seat.press("o")
        assert seat.text().splitlines()[16:] == hand

        seat.app.post_message(SettingChosen("language", "sr_Latn"))
        await seat.until(lambda: "Podešavanja" in seat.text())

        assert seat.text().splitlines()[16:-1] == hand[:-1]


async def test_what_was_typed_counts_when_the_settings_are_closed():
    async with home() as seat:
        await choose(seat, "name", "B", "o", "k", "i", "escape")

        assert load({}).settings.name == "Boki"
        assert "Boki" in seat.text()


async def test_the_settings_stay_and_say_why_when_what_was_typed_cannot_count():
    async with home() as seat:
        await choose(seat, "target", "0", "escape")

        assert isinstance(seat.app.screen, SettingsScreen)
        assert "from 1 to 1000000" in seat.text()


async def test_letters_of_a_name_decide_nothing_at_the_table():
    game = Game.position("R5 G7 B2 | W+ R3 B4", top="R1", turn=1)
    async with sitting(game) as seat:
        await choose(seat, "name", "B")
        seat.desk.do(1, Play(Card.W_PLUS, Color.GREEN))
        await seat.press("a", "x")

        assert seat.desk.acted == []
        await seat.press("escape")
        assert "Bax" in load({}).settings.name
        await seat.press("a")
        assert seat.desk.acted == [Accept()]


@pytest.mark.parametrize("place", ["history", "replay"])
async def test_the_language_changes_in_the_history_too(place):
    History().add(played())
    async with home() as seat:
        await seat.press("t")
        await seat.until(lambda: "Kitchen" in seat.text())
        if place == "replay":
            await seat.press("enter", "r")
        await choose(seat, "language", "right", "right", "right")
        await seat.press("escape")
        await seat.settle()

        screen = seat.text()
        words = {"history": "ISTORIJA", "replay": "Korak 1 od"}
        assert words[place] in screen
        assert not any(word in screen for word in ("Games that", "Step 1", "Color in force"))
