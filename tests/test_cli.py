"""The command line: what it prints, and how it ends."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from lanuno import __version__
from lanuno.errors import WrongCode
from lanuno.narration.printed import as_json_object, as_line, nothing_open
from lanuno.net.address import Address
from lanuno.net.codec import preamble
from lanuno.net.discovery import Found
from lanuno.net.manners import Manners
from lanuno.net.messages import PROTOCOL, Stage, TableInfo
from lanuno.net.text import TableName
from lanuno.net.trust import Identity
from lanuno.uno.rules import Rules

from .program import Program, free_port

GAMES = Path(__file__).parent / "games"


def lanuno(*words: str, **kwargs) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "lanuno", *words],
        capture_output=True,
        text=True,
        timeout=60,
        stdin=subprocess.DEVNULL,
        check=False,
        **kwargs,
    )


def join_what_says(first: bytes) -> tuple[int, str]:
    """How `lanuno join` ends at a port where *first* is all that is ever said."""
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        address = f"127.0.0.1:{listener.getsockname()[1]}"
        process = subprocess.Popen(
            [sys.executable, "-m", "lanuno", "join", address],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        context = Identity.new().context()
        with process, context.wrap_socket(listener.accept()[0], server_side=True) as visitor:
            visitor.sendall(first)
            _, errors = process.communicate(timeout=30)
    return process.returncode, errors


@pytest.fixture
def headless():
    """A table without a screen, on a free port of its own; its program and its port."""
    port = free_port()
    words = ("--no-discovery", "--table", "Kuhinja", "--bots", "2", "--port", str(port))
    with Program("host", "--headless", *words) as program:
        program.until("At the table")
        yield program, port


def test_it_tells_its_version():
    ended = lanuno("--version")

    assert (ended.returncode, ended.stdout.strip()) == (0, f"lanuno {__version__}")


@pytest.mark.parametrize("command", ["host", "join", "tables", "replay"])
def test_every_command_is_in_the_help_and_has_its_own(command):
    assert command in lanuno("--help").stdout
    assert lanuno(command, "--help").returncode == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("dance",), "No such command 'dance'"),
        (("host", "--bots", "10"), "10 is not in the range"),
        (("host", "--bots", "many"), "'many' is not a valid integer"),
        (("host", "--rules", "mine"), "'mine' is not one of 'document', 'official', 'party'"),
        (("host", "--target", "0"), "0 is not in the range"),
        (("host", "--port", "70000"), "70000 is not in the range"),
        (("host", "--set", "speed=1"), "No rule is called 'speed'. There are: hand_size, "),
        (
            ("host", "--set", "uno_penalty=none"),
            "uno_penalty cannot be 'none'. It can be: a number from 1 to 10.",
        ),
        (("host", "--set", "bluffing"), "bluffing cannot be ''. It can be: on, off."),
        (
            ("host", "--set", "hand_size=20", "--bots", "9"),
            "One deck is not enough for 10 players with 20 cards each.",
        ),
        (("join", "1.2.3.4:x"), "'x' is not a port"),
        (("join", "1.2.3.4:99999"), "'99999' is not a port"),
        (("tables", "--seconds", "-1"), "is not in the range"),
        (("replay",), "Missing argument"),
    ],
)
def test_a_bad_option_is_explained_in_a_sentence(words, said):
    ended = lanuno(*words)

    assert ended.returncode == 2
    assert said in ended.stderr
    assert "Traceback" not in ended.stderr


def test_without_a_terminal_the_screens_say_what_to_do():
    for words in ((), ("host",), ("join",)):
        ended = lanuno(*words)

        assert ended.returncode == 1
        assert "need a terminal" in ended.stderr
        assert "lanuno host --headless" in ended.stderr


def test_a_host_that_is_not_there_is_told():
    ended = lanuno("join", f"127.0.0.1:{free_port()}")

    assert ended.returncode == 1
    assert "No table answers there" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_something_else_on_the_port_is_told():
    """B112: whatever answers, its kind is found out before anything is said."""
    returncode, errors = join_what_says(b"SSH-2.0-OpenSSH_9.2\r\n")

    assert returncode == 1
    assert "not a lanuno table" in errors


def test_another_version_is_told_with_both_numbers():
    """B112."""
    returncode, errors = join_what_says(preamble(77))

    assert returncode == 1
    assert re.search(r"speaks version 77, this program speaks \d+", errors)


def test_a_port_in_use_is_told(headless):
    _, port = headless

    ended = lanuno("host", "--headless", "--no-discovery", "--port", str(port))

    assert ended.returncode == 1
    assert "Another program uses that port" in ended.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_headless_table_says_what_happens_and_ends_cleanly(headless, number):
    program, _ = headless

    program.process.send_signal(number)

    program.until("The table is closed.")
    assert program.end() == 0
    assert not [line for line in program.told if "Traceback" in line]


@pytest.mark.parametrize(
    ("private", "marked"), [(True, "6 free seats · private"), (False, "6 free seats · document")]
)
def test_a_table_in_the_list_says_whether_it_is_private(private, marked):
    info = TableInfo("0" * 16, TableName("Attic"), Stage.LOBBY, 4, 0, 10, Rules(), private=private)
    where = (Address("10.0.0.7", 4000),)

    text = as_line(Found(info.id, info.name, where, info, answers=True, protocol=PROTOCOL))

    assert marked in text
    assert ("private" in text) == private


def test_a_program_is_told_what_a_table_allows():
    manners = Manners(late=False)
    info = TableInfo("0" * 16, TableName("Attic"), Stage.LOBBY, 4, 0, 10, Rules(), manners=manners)

    told = as_json_object(Found(info.id, info.name, (), info, answers=True, protocol=PROTOCOL))

    assert told["allows"] == {"late": False, "spectators": True, "hints": True, "chat": True}


def test_a_sweep_that_found_nothing_is_not_advised_again():
    assert "`lanuno tables --sweep`" in nothing_open(swept=False)

    advice = nothing_open(swept=True)

    assert "--sweep" not in advice
    for words in ("the usual port of any address", "`lanuno host`", "`lanuno join ADDRESS:PORT`"):
        assert words in advice


def test_a_wrong_code_blames_nobody_on_the_network():
    likely, calm = str(WrongCode()).split(". ", 1)

    assert likely == "That code does not open this table: ask the host to read it out again"
    assert calm == "If it is right, do not join: this may not be the table that you mean."


def test_a_recorded_game_is_told_in_sentences():
    game = min(GAMES.glob("*.txt"))

    ended = lanuno("replay", str(game))

    assert ended.returncode == 0, ended.stderr
    assert "Round 1 begins" in ended.stdout


def test_what_a_terminal_has_no_letters_for_is_replaced():
    """As on Windows, when the output goes into a file."""
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    faults = set()

    for file in GAMES.glob("*.txt"):
        told = subprocess.run(
            [sys.executable, "-m", "lanuno", "replay", "--all", file],
            capture_output=True,
            timeout=60,
            check=False,
            env=environment,
        )
        faults.add((told.returncode, told.stderr))

    assert faults == {(0, b"")}


@pytest.mark.parametrize("content", [b"", b"hello", b"\xff\xfe\x00", b"[Lanuno 1]\n"])
def test_a_file_that_is_no_game_is_told(tmp_path, content):
    file = tmp_path / "game.uno"
    file.write_bytes(content)

    ended = lanuno("replay", str(file))

    assert ended.returncode == 1
    assert "not a recorded game" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_file_that_is_not_there_is_told(tmp_path):
    ended = lanuno("replay", str(tmp_path / "nothing.uno"))

    assert ended.returncode == 1
    assert "there is no such file" in ended.stderr


def test_a_record_that_breaks_the_rules_is_told_with_its_line(tmp_path):
    whole = (GAMES / "document-2-bots.txt").read_text(encoding="utf-8")
    heading, _, rest = whole.partition("\n\nRound 2")
    broken = heading.replace(" 1:draw ", " 1:pass ", 1) + "\n\nRound 2" + rest
    file = tmp_path / "game.txt"
    file.write_text(broken, encoding="utf-8")

    ended = lanuno("replay", str(file))

    assert ended.returncode == 1
    assert "line 10: 1:pass: nothing_drawn" in ended.stderr
    assert "cannot have gone as this record says" in ended.stderr
    assert "Traceback" not in ended.stderr


def kept(tmp_path, **env):
    """Run with the folders of a user who has played one game."""
    from lanuno.store.history import History

    from .tui.test_history import played

    History(tmp_path / "state" / "lanuno").add(played())
    return {**os.environ, "XDG_STATE_HOME": str(tmp_path / "state"), **env}


def test_the_history_lists_shows_and_saves_games(tmp_path):
    env = kept(tmp_path)
    file = tmp_path / "game.txt"

    listed = lanuno("history", env=env).stdout
    shown = lanuno("history", "1", env=env).stdout
    saved = lanuno("history", "1", "--export", str(file), env=env)
    again = lanuno("history", "1", "--export", str(file), env=env)
    as_json = lanuno("history", "--json", env=env).stdout

    assert "Kitchen: " in listed
    assert "won the game." in shown
    assert saved.returncode == 0
    assert again.returncode == 2
    assert "Nothing is overwritten" in again.stderr
    assert json.loads(as_json)[0]["played"]["table"] == "Kitchen"
    assert lanuno("replay", str(file), "--all").returncode == 0
    assert (
        lanuno("replay", "1", "--all", env=env).stdout
        == lanuno("replay", str(file), "--all").stdout
    )


def test_a_game_that_is_not_in_the_history_is_named(tmp_path):
    ended = lanuno("history", "7", env=kept(tmp_path))

    assert ended.returncode == 2
    assert "No game has the number 7." in ended.stderr


def test_statistics_are_printed_with_a_plot(tmp_path):
    env = kept(tmp_path)

    printed = lanuno("stats", env=env).stdout
    mine = lanuno("stats", "ana", env=env).stdout
    nobody = lanuno("stats", "Zoran", env=env)

    assert all(name in printed for name in ("Ana", "Boris", "Ceca", "█"))
    assert "Boris" not in mine
    assert nobody.returncode == 2
    assert json.loads(lanuno("stats", "--json", env=env).stdout)[0]["games"] == 1


def test_nothing_played_yet_is_no_error(tmp_path):
    env = {**os.environ, "XDG_STATE_HOME": str(tmp_path)}

    for command in ("history", "stats"):
        ended = lanuno(command, env=env)
        assert (ended.returncode, ended.stderr) == (0, "")
        assert "lanuno" in ended.stdout


def test_a_damaged_history_is_a_sentence_and_stays_as_it_is(tmp_path):
    env = kept(tmp_path)
    file = tmp_path / "state" / "lanuno" / "history.db"
    file.write_bytes(b"something else" * 100)

    ended = lanuno("history", env=env)

    assert ended.returncode == 1
    assert "damaged" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert file.read_bytes() == b"something else" * 100


@pytest.mark.parametrize(
    "words", [("--lang", "sr_Latn", "host", "--help"), ("host", "--help", "--lang=sr_Latn")]
)
def test_the_language_may_stand_anywhere(words):
    assert "Otvori sto" in lanuno(*words).stdout


def test_errors_are_told_in_the_language_asked_for():
    env = {**os.environ, "LANUNO_LANG": "sr"}

    assert "Грешка" in lanuno("host", "--bots", "12", env=env).stderr
    assert "терминал" in lanuno(env=env).stderr
    assert "Error" in lanuno("host", "--bots", "12", "--lang", "en", env=env).stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("host", "--set", "hand_size=99"),
            "hand_size не може бити '99'. Може бити: број од 1 до 20.",
        ),
        (("play", "--set", "rounds=0"), "rounds не може бити '0'. Може бити: број од 1 до 1000, "),
        (("host", "--set", "bluffing=x"), "bluffing не може бити 'x'. Може бити: on, off."),
        (("host", "--set", "speed=1"), "Ниједно правило се не зове 'speed'. Постоје: hand_size, "),
        (
            ("play", "--set", "hand_size=20", "--bots", "9"),
            "Један шпил није довољан за 10 играча са по 20 карата.",
        ),
        (("host", "--rules", "nonsense"), "'nonsense' није"),
    ],
)
def test_rules_that_there_are_not_are_told_in_the_language_asked_for(words, said):
    ended = lanuno("--lang", "sr", *words)

    assert ended.returncode == 2
    assert said in ended.stderr
    for english in ("there are", "cannot be", " is not", "too many"):
        assert english not in ended.stderr


@pytest.mark.parametrize("words", [("--lang", "xx"), ("--theme", "pink"), ("host", "--lang")])
def test_a_look_that_there_is_not_is_a_usage_error(words):
    ended = lanuno(*words)

    assert ended.returncode == 2
    assert "It can be" in ended.stderr


def test_a_wrong_line_in_the_settings_is_told_and_the_command_goes_on(tmp_path):
    file = tmp_path / "lanuno" / "config.toml"
    file.parent.mkdir()
    file.write_text('theme = "pink"\n', encoding="utf-8")
    env = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path)}

    ended = lanuno("stats", env=env)

    assert ended.returncode == 0
    assert f"{file}, line 1: theme cannot be" in ended.stderr
