"""Texts and files that are no record of a game, and what is said about them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lanuno.uno import Game, record
from lanuno.uno.record import RecordError

from .recorded import add_deed, some_game

GAME = some_game(players=2, number=10)
TEXT = record.text(GAME)

SCRAPS = ["0:R5", "1:W=G!", "1:draw", "0:next", "1:leave", "stop", "\n", '"', "[", "Round 2"]


def test_a_record_cut_off_anywhere_is_refused():
    text = record.text(some_game(players=2, number=7, deeds=60))

    for end in range(1, len(text) - 1):
        with pytest.raises(RecordError):
            record.read("\n" + text[:end])


@pytest.mark.parametrize(
    ("pattern", "instead", "line", "wrong"),
    [
        (r'\[Lanuno "1"\]\n', "", 1, 'begins with [Lanuno "1"]'),
        (r'Lanuno "1"', 'Lanuno "2"', 1, "its format is '2'"),
        (r'\[Players "2"\]', "[Players 2]", 2, 'a header is written [Name "value"]'),
        (r'\[Players "2"\]\n', "", 1, "the header Players is missing"),
        (r'Players "2"', 'Players "two"', 2, "not a number of players: 'two'"),
        (r'Players "2"', 'Players "٢"', 2, "not a number of players: '٢'"),
        (r'Players "2"', 'Players "11"', 2, "2 to 10 can play"),
        (r'Players "2"', f'Players "{"9" * 5000}"', 2, "not a number of players: '999"),
        (r'Rules "document', 'Rules "documents', 3, "no rules are called 'documents'"),
        (r'Rules "document', 'Rules "', 3, "no rules are called ''"),
        (r'Rules "document', 'Rules "document speed=two', 3, "no switch is called 'speed'"),
        (r'Rules "document', 'Rules "document target=many', 3, "target is a number from"),
        (r'Rules "document', f'Rules "document target={"9" * 9999}', 3, "target is a number"),
        (r'Rules "document', 'Rules "document  target=9', 3, "no switch is called ''"),
        (r'Rules "document', 'Rules "document hand_size=20" \ud800"', 3, "cannot be shown"),
        (r"\[Result .*\n", "", 1, "the header Result is missing"),
        (r"\[Result", '[Result "x"]\n[Result', 5, "the header 'Result' is there twice"),
        (r"\[Result", '[Weather "fine"]\n[Result', 4, "the header 'Weather' is unknown"),
        (r"\[Result", '[Date "1 May"]\n[Result', 4, "a date is written 2026-05-01"),
        (r"\[Result", '[Player 1 "Ana"]\n[Result', 4, "all 2 players are named"),
        (r"\[Result", '[Player 0 "A\x1b"]\n[Result', 4, "cannot be shown"),
        (r"\[Result", '[Player 0 "A\ud800"]\n[Result', 4, "cannot be shown"),
        (r"Round 1.*\n", "", 6, "a line `Round ...` is missing before"),
        (r"Round 1.*\n", "Round 1\nRound 1\n", 7, "the last one has no `next`"),
        (r"Round 2.*\n", "", None, "a line `Round ...` is missing before"),
        (r"Round 2[\s\S]*?(?=Seed)", "", None, "a line `Round ...` is missing before the seed"),
        (r"\d:draw", "Round 2", None, "nothing that a player can do is written"),
        (r"\d:draw", "draw", None, "nothing that a player can do is written 'draw'"),
        (r"\d:draw", "0:R5=", None, "nothing that a player can do is written '0:R5='"),
        (r"\d:draw", "²:draw", None, "nothing that a player can do is written '²:draw'"),
        (r"\d:draw", "0:W5", None, "nothing that a player can do is written '0:W5'"),
        (r"\d:draw", "0:catch=10", None, "nothing that a player can do is written"),
        (r"\d:draw", "-1:draw", None, "nothing that a player can do is written '-1:draw'"),
        (r"\d:draw", f"0:{'R' * 99999}", None, "nothing that a player can do is written '0:RRR"),
        (r"Seed \w", "Seed ", None, "a seed has 64 digits"),
        (r"Seed \w", "Seed g", None, "a seed has 64 digits"),
        (r"Seed .*\n", "", None, "it ends without its seed"),
        (r"Seed .*\n", "0:draw\n", None, "it ends without its seed"),
        (r"\n\nRound(.*\n)*", "\n", 4, "it ends without its seed"),
        (r"\Z", "0:draw", None, "it ends without its seed"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(pattern, instead, line, wrong):
    text = TEXT
    changed = re.sub(pattern, lambda _: instead, text, count=1)
    assert changed != text

    with pytest.raises(RecordError) as caught:
        record.read(changed)

    assert wrong in str(caught.value)
    assert str(caught.value).startswith(f"line {caught.value.line}: ")
    assert caught.value.line == (line or caught.value.line)
    assert len(str(caught.value)) < 400


@given(data=st.data())
@settings(max_examples=300)
def test_a_text_full_of_mistakes_is_never_more_than_refused(data):
    text = TEXT
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = start + data.draw(st.sampled_from([0, 1, 2, 9, 200]))
        new = data.draw(st.text(max_size=6) | st.sampled_from(SCRAPS))
        text = text[:start] + new + text[end:]

    try:
        faults = record.verify(f"\n{text}")
    except RecordError:
        return
    assert all(fault.line and fault.reason for fault in faults)


@given(st.binary(max_size=300) | st.text(max_size=300).map(lambda text: text.encode("utf-16")))
def test_any_bytes_in_a_file_are_never_more_than_refused(tmp_path_factory, content):
    file = tmp_path_factory.getbasetemp() / "bytes.txt"
    file.write_bytes(content)

    with pytest.raises(RecordError):
        record.read(file)


# --- files ----------------------------------------------------------------------------


def test_a_file_is_written_and_read_by_its_path(tmp_path):
    game, file = some_game(players=2, number=8), tmp_path / "igra Đorđa.txt"

    record.write(game, file, names=("Đorđe", "小林"), date="2026-05-01")

    assert file.read_bytes().decode() == record.text(
        game, names=("Đorđe", "小林"), date="2026-05-01"
    )
    assert record.read(file) == record.read(str(file))
    assert record.read(file).names == ("Đorđe", "小林")
    assert record.verify(file) == record.verify(str(file)) == ()


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-8"])
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r", " \n\n\t"])
def test_what_an_editor_does_to_line_ends_does_not_matter(tmp_path, encoding, ending):
    text, file = TEXT, tmp_path / "game.txt"
    file.write_bytes(text.replace("\n", ending).encode(encoding))

    assert record.verify(file) == ()


def test_a_file_in_another_encoding_is_refused_with_the_line(tmp_path):
    file = tmp_path / "game.txt"
    text = record.text(GAME, names=("Zoë", "Ivo"))
    file.write_bytes(text.encode("latin-1"))

    with pytest.raises(RecordError, match="line 3: this is not text in UTF-8"):
        record.read(file)


def test_a_file_too_long_for_a_game_is_refused_before_it_is_read_whole(tmp_path):
    file = tmp_path / "game.txt"
    with file.open("wb") as hole:
        hole.truncate(1 << 34)

    with pytest.raises(RecordError, match="too long"):
        record.read(file)


def test_a_long_record_that_says_nothing_new_is_read_and_refused():
    text = add_deed(record.text(Game.new(players=2, seed=bytes(32))), "0:draw " * 200_000)

    with pytest.raises(RecordError, match="the rules do not allow 0:draw"):
        list(record.replay(record.read(text)))


def test_a_file_that_is_not_there_is_the_systems_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        record.verify(tmp_path / "none.txt")
