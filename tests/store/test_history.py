"""The history of games: two programs at once, kills, damage, other versions; nothing is lost."""

from __future__ import annotations

import random
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from msgspec.structs import replace

from lanuno.errors import (
    HistoryDamaged,
    HistoryLocked,
    HistoryNewer,
    HistoryOutOfReach,
    UserError,
)
from lanuno.store.history import SCHEMA, History, _put
from lanuno.store.played import Counts, Kept, Played, Player, Round

ROOT = Path(__file__).parents[2]
posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
BEGAN = datetime(2026, 5, 1, 20, tzinfo=UTC)
PAGE_BYTES = 4096

VERSION_1 = """
    CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        played BLOB NOT NULL,
        played_sum INTEGER NOT NULL,
        record BLOB,
        record_sum INTEGER
    );
    INSERT INTO games VALUES (
        1,
        CAST(
            '{"ended":"2026-05-01T20:00:00Z","seconds":61.5,"table":"Kitchen","players":[{"na' ||
            'me":"Ana","me":true,"counts":{"missed":1,"catches":2,"bluffs":3,"most_cards":9}}' ||
            ',{"name":"Robo","bot":true}],"preset":"official","switches":["target=200"],"roun' ||
            'ds":[{"number":1,"winner":0,"points":212,"scores":[212,0]}],"scores":[212,0],"en' ||
            'd":"target","winners":[0],"key":"k"}'
            AS BLOB
        ),
        3899572140,
        CAST('[Lanuno "1"]' AS BLOB),
        4119031326
    );
    PRAGMA application_id = 1818324597;
    PRAGMA user_version = 1;
"""
"""A file as the first version left it, which every later one has to understand."""

OF_VERSION_1 = Played(
    ended=BEGAN,
    seconds=61.5,
    table="Kitchen",
    players=(
        Player(name="Ana", me=True, counts=Counts(missed=1, catches=2, bluffs=3, most_cards=9)),
        Player(name="Robo", bot=True),
    ),
    preset="official",
    switches=("target=200",),
    rounds=(Round(number=1, winner=0, points=212, scores=(212, 0)),),
    scores=(212, 0),
    end="target",
    winners=(0,),
    key="k",
    record='[Lanuno "1"]',
)


def played(number: int = 0, **changes) -> Played:
    """The game called *number*, won by its first player; its record fills some pages."""
    game = Played(
        ended=BEGAN + timedelta(hours=number),
        seconds=600 + number / 8,
        table=f"Table {number}",
        players=(Player(name="Ana", me=True, counts=Counts(most_cards=7)), Player(name="Ivo")),
        preset="document",
        rounds=(Round(number=1, winner=0, points=number, scores=(number, 0)),),
        scores=(number, 0),
        end="agreed",
        winners=(0,),
        record=f"Seed {number:064x}\n" * (20 * (number % 8)),
    )
    return replace(game, **changes)


def filled(folder: Path, games: int) -> History:
    history = History(folder)
    for number in range(1, games + 1):
        assert history.add(played(number)) == number
    return history


def program(folder: Path, code: str) -> subprocess.Popen[str]:
    """Another program that runs *code* with the history in *folder*; it has started."""
    source = (
        "import sys; from pathlib import Path; from lanuno.store.history import History, _put\n"
        "from tests.store.test_history import played\n"
        "history = History(Path(sys.argv[1]))\nprint('ready', flush=True)\nsys.stdin.readline()\n"
    )
    started = subprocess.Popen(
        [sys.executable, "-c", source + code, folder],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    )
    assert started.stdout.readline() == "ready\n"
    return started


def everything(history: History) -> tuple:
    return history.games(), history.statistics()


def contents(folder: Path) -> bytes:
    return (folder / "history.db").read_bytes()


def sql(folder: Path, script: str) -> None:
    with closing(sqlite3.connect(folder / "history.db")) as database:
        database.executescript(script)


# What it is for


def test_what_was_added_is_there_again_the_newest_first(tmp_path) -> None:
    filled(tmp_path, 5)

    games = History(tmp_path).games()

    assert games == tuple(Kept(number, played(number)) for number in (5, 4, 3, 2, 1))
    assert [each.id for each in History(tmp_path).games(2)] == [5, 4]
    assert [each.id for each in History(tmp_path).games(2, before=4)] == [3, 2]
    assert not History(tmp_path).games(2, before=1)
    assert not History(tmp_path).games(0)


@pytest.mark.parametrize("number", [-(2**70), -1, 0, 6, 2**63 - 1, 2**63, 2**70])
def test_a_game_that_there_is_not_is_none(tmp_path, number) -> None:
    history = filled(tmp_path, 5)

    assert history.game(number) is None
    assert history.game(3) == Kept(3, played(3))


def test_who_has_played_nothing_reads_nothing_and_leaves_nothing(tmp_path) -> None:
    history = History(tmp_path / "lanuno")

    assert everything(history) == ((), ())
    assert history.game(1) is None
    assert not list(tmp_path.iterdir())


def test_a_game_with_nothing_but_its_end_is_kept_too(tmp_path) -> None:
    game = Played(
        ended=BEGAN,
        seconds=0,
        table="Кухиња 🂠",
        players=(Player(name="Žika"), Player(name="李", bot=True)),
        preset="document",
        scores=(0, 0),
        end="agreed",
        winners=(0, 1),
    )
    history = History(tmp_path)

    assert history.game(history.add(game)) == Kept(1, game)


def test_statistics_are_of_each_name_over_all_games(tmp_path) -> None:
    history = History(tmp_path)
    ana = Player(name="Ana", me=True, counts=Counts(missed=2, catches=1, bluffs=3, most_cards=9))
    rounds = (
        Round(number=1, winner=0, points=30, scores=(30, 0)),
        Round(number=2, scores=(30, 0)),
        Round(number=3, winner=1, points=40, scores=(30, 40)),
    )
    history.add(played(1, players=(ana, Player(name="Ivo")), rounds=rounds, scores=(30, 40)))
    history.add(played(2, players=(ana, Player(name="Ivo", bot=True)), winners=(0, 1)))
    history.add(
        played(3, players=(Player(name="Ivo"), Player(name="Ana")), scores=(3, 0), winners=(0,))
    )

    ana, ivo, robo = history.statistics()

    assert (ana.name, ana.me, ana.bot, ana.games, ana.counted) == ("Ana", True, False, 3, 2)
    assert (ana.won, ana.rounds_won, ana.points) == (2, 2, 32 / 3)
    assert (ana.missed, ana.catches, ana.bluffs, ana.most_cards) == (4, 2, 6, 9)
    assert (ivo.name, ivo.me, ivo.bot, ivo.games, ivo.counted) == ("Ivo", False, False, 2, 0)
    assert (ivo.won, ivo.rounds_won, ivo.points, ivo.missed) == (1, 2, 43 / 2, 0)
    assert (robo.name, robo.bot, robo.games, robo.won) == ("Ivo", True, 1, 1)


def test_two_people_at_one_machine_have_their_game_once_with_what_both_know(tmp_path) -> None:
    history = filled(tmp_path, 2)
    counts = Counts(missed=1)
    host = (Player(name="Ana", me=True), Player(name="Ivo"))
    guest = (Player(name="Ana", counts=counts), Player(name="Ivo", me=True, counts=counts))

    first = history.add(played(3, key="same", players=guest, record=None))
    second = history.add(played(3, key="same", players=host))
    third = history.add(played(3, key="same", players=(Player(name="Eva"), Player(name="Ivo"))))

    assert (first, second, third) == (3, 3, 4)
    both = tuple(Player(name=name, me=True, counts=counts) for name in ("Ana", "Ivo"))
    assert history.game(3) == Kept(3, played(3, key="same", players=both))


@pytest.mark.parametrize(
    "changes",
    [
        {"ended": BEGAN.replace(tzinfo=None)},
        {"ended": BEGAN.astimezone(timezone(timedelta(hours=2)))},
        {"seconds": float("nan")},
        {"seconds": float("inf")},
        {"seconds": -1.0},
        {"scores": (1,)},
        {"winners": (2,)},
        {"winners": (-1,)},
        {"rounds": (Round(number=1, scores=(1, 2, 3)),)},
        {"rounds": (Round(number=1, winner=2, scores=(1, 2)),)},
    ],
)
def test_a_game_that_could_not_be_read_again_cannot_be_made(changes) -> None:
    with pytest.raises(ValueError, match=r"UTC|lasts|score|winner"):
        played(1, **changes)


@posix
def test_only_its_user_can_read_it(tmp_path) -> None:
    history = History(tmp_path / "lanuno")
    modes = {}
    with history._writing() as database:
        _put(database, 1, played(1))
        for file in history.file.parent.iterdir():
            modes[file.name] = stat.S_IMODE(file.stat().st_mode)

    assert {"history.db", "history.db-wal"} <= set(modes)
    assert set(modes.values()) == {0o600}
    assert stat.S_IMODE(history.file.parent.stat().st_mode) == 0o700


# Several programs


def test_two_programs_begin_it_at_once_and_lose_no_game(tmp_path) -> None:
    add = "for number in range(25): print(history.add(played(number)), flush=True)"
    programs = [program(tmp_path, add) for _ in range(2)]

    for each in programs:
        each.stdin.write("go\n")
    told = [each.communicate()[0].split() for each in programs]

    assert [each.returncode for each in programs] == [0, 0]
    assert sorted(map(int, told[0] + told[1])) == [*range(1, 51)]
    history = History(tmp_path)
    for ids in told:
        kept = [history.game(int(number)).played for number in ids]
        assert kept == [played(number) for number in range(25)]


def test_one_program_reads_while_another_adds(tmp_path) -> None:
    history = filled(tmp_path, 3)
    with history._writing() as database:
        _put(database, 4, played(4))

        assert [each.id for each in History(tmp_path, patience=0).games()] == [3, 2, 1]

    assert [each.id for each in history.games()] == [4, 3, 2, 1]


def test_a_file_that_another_program_holds_is_left_to_it(tmp_path) -> None:
    history = filled(tmp_path, 3)
    with history._writing() as database:
        _put(database, 4, played(4))

        with pytest.raises(HistoryLocked, match="busy with the games"):
            History(tmp_path, patience=0).add(played(5))

    assert [each.played for each in history.games(2)] == [played(4), played(3)]
    assert history.add(played(5)) == 5


def test_a_file_that_nobody_else_may_even_read_is_locked(tmp_path) -> None:
    filled(tmp_path, 3)
    with closing(sqlite3.connect(tmp_path / "history.db", isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = DELETE")
        other.execute("BEGIN EXCLUSIVE")
        history = History(tmp_path, patience=0)

        for ask in (history.games, history.statistics, lambda: history.add(played(4))):
            with pytest.raises(HistoryLocked):
                ask()

    assert history.add(played(4)) == 4


@posix
@pytest.mark.parametrize("after", [0, 1, 2, 5, 11])
def test_a_program_that_is_killed_while_it_adds_loses_no_game_that_it_has_added(
    tmp_path, after
) -> None:
    adds = program(
        tmp_path,
        "number = 0\nwhile True: number += 1; print(history.add(played(number)), flush=True)",
    )
    adds.stdin.write("go\n")
    for number in range(1, after + 1):
        assert int(adds.stdout.readline()) == number
    adds.kill()
    told = after + len(adds.communicate()[0].splitlines())

    assert adds.returncode == -signal.SIGKILL
    history = History(tmp_path)
    games = history.games()
    assert len(games) in {told, told + 1}
    numbers = range(len(games), 0, -1)
    assert games == tuple(Kept(number, played(number)) for number in numbers)
    assert history.add(played(9)) == len(games) + 1


@posix
@pytest.mark.parametrize("games", [0, 3])
def test_a_program_that_is_killed_before_it_is_done_has_added_nothing(tmp_path, games) -> None:
    filled(tmp_path, games)
    adds = program(
        tmp_path,
        "with history._writing() as database:\n"
        "    _put(database, 99, played(7))\n"
        "    print('put', flush=True)\n"
        "    sys.stdin.readline()\n",
    )
    adds.stdin.write("go\n")
    assert adds.stdout.readline() == "put\n"
    adds.kill()
    adds.communicate()

    history = History(tmp_path, patience=0)
    assert [each.id for each in history.games()] == [*range(games, 0, -1)]
    assert history.add(played(games + 1)) == games + 1


# Other versions


def refuses(folder: Path, error: type[UserError], **options) -> None:
    """Every method raises *error*, each time, and the file is as it was."""
    before = contents(folder)
    history = History(folder, **options)
    for _ in range(2):
        for ask in (
            history.games,
            history.statistics,
            lambda: history.game(1),
            lambda: history.add(played(1)),
        ):
            with pytest.raises(error) as raised:
                ask()
            assert str(raised.value).startswith(f"{folder / 'history.db'}: ")
            assert contents(folder) == before


@pytest.mark.parametrize("version", [2, 3, 2**31 - 1])
def test_what_a_newer_version_keeps_is_left_alone(tmp_path, version) -> None:
    filled(tmp_path, 3)
    sql(tmp_path, f"PRAGMA user_version = {version}")

    refuses(tmp_path, HistoryNewer)


def test_the_file_of_the_first_version_is_understood(tmp_path) -> None:
    sql(tmp_path, VERSION_1)
    history = History(tmp_path)

    assert history.games() == (Kept(1, OF_VERSION_1),)
    assert history.add(played(2)) == 2
    assert history.games() == (Kept(2, played(2)), Kept(1, OF_VERSION_1))


LATER = (*SCHEMA, "ALTER TABLE games ADD COLUMN stars INTEGER", "CREATE TABLE more (id INTEGER)")


@pytest.mark.parametrize("first", ["games", "statistics", "add"])
def test_a_later_version_takes_the_first_ones_games_along(tmp_path, first) -> None:
    sql(tmp_path, VERSION_1)
    old, later = History(tmp_path), History(tmp_path, schema=LATER)
    assert old.games()

    getattr(later, first)(*([played(2)] if first == "add" else []))

    assert later.game(1) == Kept(1, OF_VERSION_1)
    assert later.statistics()
    assert later.add(played(3)) == (3 if first == "add" else 2)
    with pytest.raises(HistoryNewer):
        old.add(played(4))
    refuses(tmp_path, HistoryNewer)


def test_a_later_version_begins_where_there_is_nothing(tmp_path) -> None:
    history = History(tmp_path, schema=LATER)

    assert history.add(played(1)) == 1
    assert history.games() == (Kept(1, played(1)),)
    refuses(tmp_path, HistoryNewer, schema=LATER[:2])


def test_a_step_that_fails_leaves_the_version_before_it(tmp_path) -> None:
    sql(tmp_path, VERSION_1)
    broken = History(tmp_path, schema=(*LATER, "nonsense"))

    for ask in (broken.games, lambda: broken.add(played(2))):
        with pytest.raises(HistoryDamaged):
            ask()

    assert History(tmp_path).games() == (Kept(1, OF_VERSION_1),)


# Damage

NOISE = random.Random(1).randbytes(PAGE_BYTES)
WRECKS = {
    "zeros": lambda _page: bytes(PAGE_BYTES),
    "ones": lambda _page: b"\xff" * PAGE_BYTES,
    "noise": lambda _page: NOISE,
    "half": lambda page: page[: PAGE_BYTES // 2] + NOISE[PAGE_BYTES // 2 :],
    "reversed": lambda page: page[::-1],
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Path:
    """A folder with a history of many pages, and nothing beside it."""
    folder = tmp_path_factory.mktemp("whole")
    filled(folder, 12)
    assert [file.name for file in folder.iterdir()] == ["history.db"]
    return folder


def spoil(whole: Path, folder: Path, damaged: bytes) -> History:
    shutil.copytree(whole, folder)
    (folder / "history.db").write_bytes(damaged)
    return History(folder, patience=0)


@pytest.mark.parametrize("wreck", WRECKS.values(), ids=WRECKS)
def test_a_page_that_is_lost_is_noticed_and_nothing_overwritten(whole, tmp_path, wreck) -> None:
    good, statistics = contents(whole), History(whole).statistics()
    pages = len(good) // PAGE_BYTES
    assert pages > 10
    for number in range(pages):
        first, after = number * PAGE_BYTES, (number + 1) * PAGE_BYTES
        damaged = good[:first] + wreck(good[first:after]) + good[after:]
        folder = tmp_path / str(number)
        history = spoil(whole, folder, damaged)

        with pytest.raises(HistoryDamaged):
            history.games()
        with pytest.raises(HistoryDamaged):
            history.add(played(13))
        # What does not need that page can be had all the same.
        with suppress(HistoryDamaged):
            assert history.statistics() == statistics
        assert contents(folder) == damaged
        assert [file.name for file in folder.iterdir()] == ["history.db"]


def test_a_byte_that_has_changed_is_noticed_or_means_nothing(whole, tmp_path) -> None:
    good, truth, chance = contents(whole), everything(History(whole)), random.Random(2)
    pages = len(good) // PAGE_BYTES
    header = range(108)
    others = (
        page * PAGE_BYTES + chance.randrange(PAGE_BYTES) for page in range(pages) for _ in range(6)
    )
    for at in (*header, *others):
        damaged = bytearray(good)
        damaged[at] ^= 1 << chance.randrange(8)
        folder = tmp_path / str(at)
        history = spoil(whole, folder, bytes(damaged))

        try:
            found = everything(history)
        except (HistoryDamaged, HistoryNewer):
            found = None
        assert found in {None, truth}, f"byte {at}"
        assert contents(folder) == damaged, f"byte {at}"
        try:
            history.add(played(13))
        except UserError:
            assert contents(folder) == damaged, f"byte {at}"
        else:
            assert found == truth, f"byte {at}"
            assert history.games()[1:] == truth[0], f"byte {at}"
        shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.parametrize("length", [1, 16, 100, 4095, 4096, 8192, -4096, -1])
def test_a_file_that_was_cut_is_noticed(whole, tmp_path, length) -> None:
    spoil(whole, tmp_path / "cut", contents(whole)[:length])

    refuses(tmp_path / "cut", HistoryDamaged)


@pytest.mark.parametrize(
    "script",
    [
        "CREATE TABLE notes (text); INSERT INTO notes VALUES ('mine')",
        "CREATE TABLE games (id INTEGER PRIMARY KEY, title TEXT); PRAGMA user_version = 1",
        "PRAGMA user_version = 1",
        f"{VERSION_1}; PRAGMA application_id = 1",
        f"{VERSION_1}; PRAGMA user_version = 0",
        f"{VERSION_1}; PRAGMA user_version = -1",
        f"{VERSION_1}; DROP TABLE games; CREATE TABLE other (id)",
    ],
)
def test_a_database_of_something_else_is_left_alone(tmp_path, script) -> None:
    sql(tmp_path, script)

    refuses(tmp_path, HistoryDamaged)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE games SET played = CAST(replace(CAST(played AS TEXT), '212', '213') AS BLOB)",
        "UPDATE games SET played = CAST(played AS TEXT)",
        "UPDATE games SET played = 7",
        "UPDATE games SET played_sum = 'x'",
        "UPDATE games SET id = 2",
        "UPDATE games SET record = NULL",
        "UPDATE games SET record = CAST(record AS TEXT)",
        "UPDATE games SET record_sum = NULL",
    ],
)
def test_a_row_that_is_not_what_was_added_is_noticed(tmp_path, change) -> None:
    sql(tmp_path, VERSION_1)
    sql(tmp_path, change)
    before = contents(tmp_path)

    history = History(tmp_path)
    for ask in (history.games, lambda: history.add(played(1))):
        with pytest.raises(HistoryDamaged, match="left as it is"):
            ask()
    assert contents(tmp_path) == before


def test_a_damaged_file_that_was_moved_away_makes_room_for_a_new_one(whole, tmp_path) -> None:
    history = spoil(whole, tmp_path / "lanuno", NOISE)
    with pytest.raises(HistoryDamaged):
        history.add(played(1))

    history.file.rename(tmp_path / "old.db")

    assert history.add(played(1)) == 1
    assert history.games() == (Kept(1, played(1)),)


def test_where_nothing_can_be_kept_the_disk_is_to_blame(tmp_path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder" / "history.db").mkdir(parents=True)

    for folder in ("file", "folder"):
        with pytest.raises(HistoryOutOfReach, match="disk"):
            History(tmp_path / folder).add(played(1))
    with pytest.raises(HistoryOutOfReach):
        History(tmp_path / "folder").games()


@posix
@pytest.mark.parametrize("games", [0, 3])
def test_on_a_full_disk_a_game_is_kept_as_a_whole_or_not_at_all(tmp_path, games) -> None:
    filled(tmp_path, games)
    adds = program(
        tmp_path,
        "import resource; from lanuno.errors import HistoryOutOfReach\n"
        "limit = history.file.stat().st_size if history.file.exists() else 0\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))\n"
        "try: history.add(played(7))\n"
        "except HistoryOutOfReach: print('full')\n",
    )
    told, _ = adds.communicate("go\n")

    assert (told, adds.returncode) == ("full\n", 0)
    history = History(tmp_path)
    assert [each.id for each in history.games()] == [*range(games, 0, -1)]
    assert history.add(played(games + 1)) == games + 1
