"""Past games: the list, one game, the statistics, and a replay on the real table."""

from __future__ import annotations

import random
from collections import Counter
from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from lanuno.bots import choose
from lanuno.errors import HistoryLocked
from lanuno.language import choose_language
from lanuno.net.chronicle import Chronicle
from lanuno.net.messages import Chair, Lobby, Stage, Update
from lanuno.net.text import PlayerName
from lanuno.store.history import History
from lanuno.tui.screens.history import GameDialog, HistoryScreen, StatisticsDialog
from lanuno.tui.screens.replay import ReplayScreen
from lanuno.tui.screens.table import TableScreen
from lanuno.uno import record
from lanuno.uno.actions import NextRound, Play
from lanuno.uno.cards import Card
from lanuno.uno.game import Game
from lanuno.uno.rules import Rules
from lanuno.uno.view import GameOver, RoundOver

from .stage import home, sitting

NAMES = ("Ana", "Boris", "Ceca")
ENDED = datetime(2026, 5, 1, 20, tzinfo=UTC)


def played(*, seed=1, names=NAMES, target=60, with_record=True):
    """A game that bots have played to its end, as it is kept."""
    game = Game.new(len(names), seed=bytes([seed]) * 32, rules=Rules(target=target))
    chance, chronicle = random.Random(seed), Chronicle("0" * 16, "Kitchen", lambda: ENDED)
    chairs = tuple(Chair(PlayerName(name)) for name in names)
    chronicle.hear(Lobby(Stage.PLAYING, game.rules, chairs, 0, 0))
    written = chronicle.hear(Update(game.look(0), game.events))
    while written is None:
        # Who is on turn may first let somebody else catch or call.
        seat, action = next(
            (seat, action)
            for seat in [*range(len(names))] * 50
            if (action := _choice(game.look(seat), chance))
        )
        events = game.apply(seat, action)
        written = chronicle.hear(Update(game.look(0), events))
    text = record.text(game, names=names) if with_record else None
    return replace(written, record=text, key=None)


def _choice(view, chance):
    if isinstance(view.phase, RoundOver):
        return NextRound()
    return choose(view, chance) if view.legal else None


def screen(seat, kind):
    return next((each for each in seat.app.screen_stack if isinstance(each, kind)), None)


async def open_game(seat, *keys):
    await seat.press("t")
    await seat.until(lambda: seat.app.screen.query_one("OptionList").option_count)
    await seat.press("enter")
    await seat.until(lambda: screen(seat, GameDialog))
    await seat.press(*keys)


async def test_an_empty_history_names_the_next_key():
    async with home() as seat:
        await seat.press("t")
        await seat.until(lambda: "No game has been finished here yet." in seat.text())

        await seat.press("q")
        assert screen(seat, HistoryScreen) is None


async def test_games_are_listed_the_newest_first():
    History().add(played(seed=1))
    History().add(played(seed=2, names=("Ana", "Đorđe")))
    async with home() as seat:
        await seat.press("t")
        await seat.until(lambda: "Kitchen" in seat.text())

        lines = [line for line in seat.text().splitlines() if "Kitchen" in line]
        assert "Đorđe" in lines[0]
        assert "Ceca" in lines[1]
        assert "2026-05-0" in lines[0]


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
@pytest.mark.parametrize("language", ["en", "sr", "sr_Latn"])
async def test_a_game_shows_its_result_and_the_keys_in_every_window(size, language):
    History().add(played())
    choose_language(language)
    try:
        async with home(size=size) as seat:
            await open_game(seat)

            assert "Boris" in seat.text()
            assert "R " in seat.text()
            assert seat.app.screen.query_one("#answer-2").region.bottom <= size[1]
    finally:
        choose_language("en")


async def test_a_game_is_opened_with_a_click():
    History().add(played(seed=1))
    History().add(played(seed=2, names=("Ana", "Đorđe")))
    async with home() as seat:
        await seat.press("t")
        await seat.until(lambda: "Ceca" in seat.text())
        row = next(y for y, line in enumerate(seat.text().splitlines()) if "Ceca" in line)
        await seat.click(offset=(10, row))
        await seat.until(lambda: screen(seat, GameDialog))

        assert "Ceca" in seat.text()
        await seat.click("#answer-2")
        assert screen(seat, GameDialog) is None


async def test_a_table_of_long_names_goes_on_below_instead_of_being_cut():
    names = ("Maximilian Long1", "Maximilian Long2")
    History().add(played(seed=2, names=names))
    async with home(size=(60, 20)) as seat:
        await seat.press("t", "s")
        await seat.until(lambda: screen(seat, StatisticsDialog))
        seen = seat.text()
        for _ in range(2):
            await seat.press("pagedown")
            seen += seat.text()

        for words in (*names, "Games", "Average", "Missed", "Catches", "Bluffs", "Most cards"):
            assert words in seen


async def test_statistics_show_everybody():
    History().add(played())
    async with home() as seat:
        await seat.press("t", "s")
        await seat.until(lambda: screen(seat, StatisticsDialog))

        await seat.until(lambda: "Won, in percent" in seat.text())
        assert all(name in seat.text() for name in NAMES)
        await seat.press("escape", "q")
        assert screen(seat, HistoryScreen) is None


async def test_a_replay_steps_forwards_and_backwards():
    History().add(played())
    async with home() as seat:
        await open_game(seat, "r")
        replay = screen(seat, ReplayScreen)
        first = replay.view

        await seat.press("right", "right", "l")
        assert replay.view.version == first.version + 3
        await seat.press("left", "h", "left", "left")
        assert replay.view == first
        await seat.press("end")
        assert isinstance(replay.view.phase, GameOver)
        await seat.press("right")
        assert isinstance(replay.view.phase, GameOver)
        await seat.press("home")
        assert replay.view == first


async def test_a_replay_marks_what_came_last_backwards_too():
    History().add(played())
    async with home() as seat:
        await open_game(seat, "r")
        replay = screen(seat, ReplayScreen)
        marked = []

        await seat.press("end")
        while replay._at:
            before = replay._moments[replay._at - 1].view
            came = Counter(replay.view.hand) - Counter(before.hand)
            same_round = before.round == replay.view.round
            assert replay.hand.held.fresh == (frozenset(came) if same_round else frozenset())
            marked += came
            await seat.press("left")

        assert marked


async def test_a_replay_jumps_from_round_to_round():
    History().add(played(target=200))
    async with home() as seat:
        await open_game(seat, "r")
        replay = screen(seat, ReplayScreen)

        await seat.press("n")
        assert (replay.view.round, replay.view.discard) == (2, 1)
        await seat.press("right", "p")
        assert (replay.view.round, replay.view.discard) == (2, 1)
        await seat.press("p")
        assert replay.view.round == 1
        await seat.press(*["n"] * 30)
        assert isinstance(replay.view.phase, GameOver)


async def test_a_replay_shows_everybodys_hand_in_turn():
    History().add(played())
    async with home() as seat:
        await open_game(seat, "r")
        replay = screen(seat, ReplayScreen)
        hands = [replay.hand.held.cards]

        for _ in NAMES:
            await seat.press("v")
            hands.append(replay.hand.held.cards)

        assert len(set(hands)) == 4
        assert hands[-1] == ()
        await seat.press("q")
        assert screen(seat, ReplayScreen) is None


async def test_a_replay_goes_by_the_settings_and_by_their_changes():
    History().add(played())
    async with home() as seat:
        seat.app.settings = replace(seat.app.settings, sort="face", ascii=True)
        await open_game(seat, "r")
        replay = screen(seat, ReplayScreen)
        assert (replay.settings.sort, replay.hand.plain) == ("face", True)

        await seat.press("s")

        assert replay.settings.sort == seat.app.settings.sort == "drawn"
        assert replay.hand.held.cards == replay.view.hand


async def test_a_game_without_its_deck_cannot_be_replayed_and_says_so():
    History().add(played(with_record=False))
    async with home() as seat:
        await open_game(seat, "r")

        assert screen(seat, ReplayScreen) is None
        assert "cannot be replayed" in seat.text()


async def test_a_record_that_cannot_be_is_told():
    game = played()
    History().add(replace(game, record=game.record.replace("0:", "1:", 3)))
    async with home() as seat:
        await open_game(seat, "r")

        assert screen(seat, ReplayScreen) is None
        assert "is damaged" in seat.text()


async def test_a_game_is_saved_and_nothing_is_overwritten(tmp_path):
    History().add(played())
    async with home() as seat:
        for name in ("game.txt", "game.json", "game.txt"):
            await open_game(seat, "e")
            seat.app.screen.query_one("Input").value = str(tmp_path / name)
            await seat.press("enter")
            await seat.settle()
            last = seat.text()
            await seat.press("q")

    assert "Nothing is overwritten" in last
    assert record.verify(tmp_path / "game.txt") == ()
    assert '"Kitchen"' in (tmp_path / "game.json").read_text(encoding="utf-8")


async def test_a_game_that_ends_at_the_table_is_in_the_history():
    game = Game.position("R5 | G9 G8", top="R1", rules=Rules(target=10))
    async with sitting(game) as seat:
        seat.desk.do(0, Play(Card.R5))
        await seat.desk.evening.keeping.finish()

    (kept,) = History().games()
    assert kept.played.winners == (0,)
    assert kept.played.record is None


async def test_a_history_that_is_locked_is_told_and_the_game_goes_on(monkeypatch):
    def locked(*_):
        raise HistoryLocked

    told = []
    monkeypatch.setattr(History, "add", locked)
    monkeypatch.setattr(TableScreen, "notify", lambda _, sentence, **__: told.append(sentence))
    game = Game.position("R5 | G9 G8", top="R1", rules=Rules(target=10))
    async with sitting(game) as seat:
        seat.desk.do(0, Play(Card.R5))
        await seat.desk.evening.keeping.finish()
        await seat.settle()

        assert "Another program is busy" in told[0]
        await seat.press("n")
        assert seat.desk.asked


async def test_a_damaged_history_is_told_in_the_list():
    History().add(played())
    History().file.write_bytes(b"no database at all" * 100)
    async with home() as seat:
        await seat.press("t")
        await seat.until(lambda: "damaged" in seat.text())
        await seat.press("s")
        await seat.until(lambda: "damaged" in seat.text())


async def test_a_home_that_there_is_not_is_no_more_than_a_file_that_cannot_be_written():
    History().add(played())
    async with home() as seat:
        await open_game(seat, "e")
        seat.app.screen.query_one("Input").value = "~nobody-is-called-so/game.txt"
        await seat.press("enter")
        await seat.settle()

        assert "there is no such file or folder" in seat.text()
