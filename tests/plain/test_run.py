"""Line mode as a program: whole games through pipes, and how it ends."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import threading

import pytest

from lanuno.store.history import History
from lanuno.uno import record
from tests.program import Program, free_port

MAY = re.compile(r"(?:You may|Možeš|Можеш): (.*)\.$")


class Typist(Program):
    """A program in line mode, and somebody who reads it and types."""

    def play(self, end):
        """Do the first thing that may be done, until *end* is told."""
        while True:
            line = self.read()
            if end in line:
                return
            may = MAY.match(line)
            if may:
                # The color is heeded where one is needed.
                self.type(f"{may[1].split(', ')[0]} red")


def test_a_whole_game_is_played_through_a_pipe():
    words = ("--bots", "1", "--rounds", "1", "--set", "hand_size=1")
    with Typist("play", "--plain", *words) as ana:
        ana.play("rematch")
        ana.type("table")
        ana.until("points.")
        ana.type("quit")

        # The game is over: nothing is lost that would have to be asked about.
        assert ana.end() == 0
        (kept,) = History().games()
        assert record.verify(kept.played.record) == ()
        # Whoever begins may be out before the others had a turn.
        assert any(line.startswith("Round 1 begins") for line in ana.told)
        assert any("win" in line for line in ana.told)
        assert not [line for line in ana.told if "\x1b" in line or "Traceback" in line]


def test_a_rematch_begins_at_once():
    words = ("--bots", "1", "--rounds", "1", "--set", "hand_size=1")
    with Typist("play", "--plain", *words) as ana:
        ana.play("rematch")
        ana.type("rematch")
        ana.until("Round 1 begins")
        ana.play("rematch")
        ana.type("quit")

        assert ana.end() == 0
        assert len(History().games()) == 2
        # In practice there is nothing to be changed there.
        assert not [line for line in ana.told if "lobby" in line]


def test_two_play_at_one_table_each_in_their_own_language():
    port = str(free_port())
    rules = ("--rounds", "1", "--set", "hand_size=1")
    host_words = ("host", "--plain", "--no-discovery", "--port", port, "--name", "Ana", *rules)
    with Typist(*host_words) as ana:
        ana.until("At the table: Ana")
        join_words = ("join", f"127.0.0.1:{port}", "--plain", "--lang", "sr_Latn")
        with Typist(*join_words, "--name", "Đorđe") as boris:
            ana.until("Đorđe")
            ana.type("start")
            player = threading.Thread(target=boris.play, args=("revanš",))
            player.start()
            ana.play("rematch")
            player.join()

            assert any(line.startswith("Runda 1 počinje") for line in boris.told)
            assert any(line.startswith("Round 1 begins") for line in ana.told)
            boris.type("revanš")
            ana.until("Đorđe wants to play again.")
            ana.type("lobby")
            ana.until("At the table: Ana, Đorđe (ready).")
            boris.until("Za stolom: Ana, Đorđe (može).")
            boris.type("izađi")
            assert boris.end() == 0
        ana.type("quit")
        ana.until("Type yes")
        ana.type("yes")
        assert ana.end() == 0


def test_two_talk_and_one_mutes_the_other():
    port = str(free_port())
    host_words = ("host", "--plain", "--no-discovery", "--port", port, "--name", "Ana")
    with Typist(*host_words) as ana:
        ana.until("At the table: Ana")
        join_words = ("join", f"127.0.0.1:{port}", "--plain", "--lang", "sr_Latn")
        with Typist(*join_words, "--name", "Boris") as boris:
            boris.until("Ana")
            boris.type("kaži Zdravo,   [b]SVIMA[/b]!")
            ana.until("Boris: Zdravo, [b]SVIMA[/b]!")
            ana.type("react well played")
            boris.until("Ana: Dobro odigrano!")

            ana.type("mute boris")
            ana.until("You no longer hear what Boris says.")
            boris.type("reaguj 3")
            boris.until("Boris: Jao!")
            ana.type("unmute 2")
            ana.until("You hear again what Boris says.")
            boris.type("kaži opet")
            ana.until("Boris: opet")
            assert not any("Ouch" in line for line in ana.told)
            boris.type("reaguj jao")
            boris.until("To je mnogo odjednom")


def test_a_private_table_asks_for_its_code():
    port = str(free_port())
    with Typist("host", "--plain", "--no-discovery", "--private", "--port", port) as ana:
        ana.until("The code is ")
        code = re.search(r"The code is ([A-Z0-9]{2}-[A-Z0-9]{3})", ana.told[-1])[1]
        with Typist("join", f"127.0.0.1:{port}", "--plain", "--name", "Boris") as boris:
            boris.until("Code:")
            boris.type("K7")
            boris.until("A code has five letters and digits")
            boris.until("Code:")
            boris.type("K7-QP2" if code != "K7-QP2" else "K7-QP3")
            boris.until("Code:")
            boris.type(code)
            boris.until("You are at the table")


def test_one_who_comes_during_a_game_is_dealt_in_with_the_next_round():
    port = str(free_port())
    words = ("--no-discovery", "--port", port, "--bots", "1", "--set", "hand_size=1")
    with Typist("host", "--plain", *words) as ana:
        ana.until("You may: start")
        ana.type("start")
        playing = threading.Thread(target=ana.play, args=(" joins the game.",))
        playing.start()
        where = f"127.0.0.1:{port}"
        with Typist("join", where, "--plain", "--watch") as boris:
            boris.until("You are watching.")
            boris.until("You may: join, quit.")
            boris.type("join")
            boris.until("You are dealt in with the next round.")
            boris.until("You may: relieve, watch, quit.")
            boris.until("You join the game.")
            boris.until("The first card is")
        playing.join()
        assert any("waits for the next round." in line for line in ana.told)


def test_nonsense_is_answered_and_changes_nothing():
    with Typist("play", "--plain", "--bots", "1") as ana:
        ana.until("You may: ")
        for line in ("dance", "x" * 5000, "play 77", "\x1b[31m", ""):
            ana.type(line)
        for _ in range(3):
            ana.until("Type: ")
        ana.type("help")
        ana.until("quit: leave.")
        ana.type("quit")
        ana.until("Type yes")
        ana.type("hand")
        ana.until("You hold ")


def test_the_end_of_input_ends_a_practice_game(tmp_path):
    file = tmp_path / "commands"
    file.write_text("help\n", encoding="utf-8")
    with file.open() as stdin, Typist("play", "--plain", stdin=stdin) as ana:
        assert ana.end() == 0
        assert any("quit: leave." in line for line in ana.told)


@pytest.mark.parametrize("ending", ["input", signal.SIGTERM])
def test_a_host_whose_input_ends_leaves_the_game_to_be_resumed(ending):
    port = str(free_port())
    words = ("--no-discovery", "--port", port, "--bots", "1", "--table", "Attic")
    with Typist("host", "--plain", *words) as ana:
        ana.until("You may: start")
        ana.type("start")
        ana.until("The first card is")
        if ending == "input":
            ana.process.stdin.close()
        else:
            ana.process.send_signal(ending)
        ana.end()

    with Typist("resume", "Attic", "--plain") as ana:
        ana.until("You are at the table Attic.")
        ana.until("On the pile is")


def test_it_needs_no_screen_in_memory():
    program = "import sys, lanuno.plain.run; sys.exit('textual' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
