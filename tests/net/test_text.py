"""What is left of text from another machine."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from lanuno.net.text import PlayerName, TableName, clean, skeleton

FUZZ = settings(derandomize=True, database=None, deadline=None, max_examples=300)
LIMITS = 16, 48, 16

# Letters, marks, spaces, controls, invisible and double-wide characters, all likely to meet.
NASTY = st.text(
    st.sampled_from("Aaé́̈҈가ᅠㅤ漢🤡👨‍👩🏽🇷🇸﷽\u200b\u200d\u202e\u2066\ufe0f\u00ad\u034f")
    | st.sampled_from("\u2800\u180b\u2065\ufff0\U000e0100\U000e0fff\U0001d159\U00016fe4")
    | st.sampled_from(" \t\n\x00\x1b\x07\x7f\x9b\u2028\u3000\ue000\U000e0041\u0378")
    | st.characters(),
    max_size=300,
)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ana", "Ana"),
        ("Љубиша Đorđević", "Љубиша Đorđević"),
        ("שלום עולם", "שלום עולם"),
        ("王小明", "王小明"),
        ("[red]Ana[/]", "[red]Ana[/]"),
        ("\x1b[31mAna\x1b[0m", "[31mAna [0m"),
        ("\x1b]0;pwned\x07b\x9b31mc", "]0;pwned b 31mc"),
        ("A\x00n\ta\n", "A n a"),
        ("  Ana \u3000 Banana  ", "Ana Banana"),
        ("Ana\u202egnp", "Anagnp"),
        ("A\u200bn\u200da\ufeff", "Ana"),
        ("A\u00adn\u034fa\ufe0f", "Ana"),
        ("A\U000e0041na\U000e007f", "Ana"),
        ("Ana\u2800", "Ana"),
        ("A\u180bn\U000e0100a\U000e01ef", "Ana"),
        ("\u2065A\ufff0na\U000e0fff", "Ana"),
        ("⠁⠝⠁", "⠁⠝⠁"),
        ("\u2800", "?"),
        ("\u2800\u180b \U000e0100", "?"),
        ("e\u0301a", "éa"),
        ("\u0301\u0301Ana", "Ana"),
        ("a\u0316\u0317\u0318\u0319", "a\u0316\u0317"),
        ("a \u0301b", "a b"),
        ("👨\u200d👩\u200d👧", "👨👩👧"),
        ("\ud800Ana\udfff", "Ana"),
        ("\ue000\U0010fffdAna\u0378", "Ana"),
        ("", "?"),
        (" \x00\u200b\u0301", "?"),
    ],
    ids=ascii,
)
def test_only_what_can_be_seen_and_does_nothing_is_left_of_a_name(text, shown):
    assert PlayerName.of(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("x" * 1_000_000, "x" * 16),
        ("漢" * 20, "漢" * 8),
        ("𝐀" * 20, "𝐀" * 12),
        ("Љ" * 20, "Љ" * 16),
        ("a" * 15 + " b", "a" * 15),
        ("a" * 15 + "漢", "a" * 15),
        ("\u200b" * 127 + "Ana", "A"),
    ],
    ids=ascii,
)
def test_a_name_is_cut_by_characters_bytes_and_cells(text, shown):
    assert PlayerName.of(text) == shown


def test_a_table_may_have_a_longer_name_than_a_player():
    assert (len(PlayerName.of("x" * 99)), len(TableName.of("x" * 99))) == (16, 24)


@FUZZ
@given(NASTY)
def test_cleaning_twice_changes_nothing(text):
    once = clean(text, *LIMITS)

    assert clean(once, *LIMITS) == once


@FUZZ
@given(NASTY)
def test_what_is_left_keeps_within_the_limits_and_obeys_nobody(text):
    shown = PlayerName.of(text)

    assert 0 < len(shown) <= 16
    assert len(shown.encode()) <= 48
    assert cell_len(shown) <= 16
    assert shown == " ".join(shown.split())
    assert shown.isprintable()
    assert not unicodedata.combining(shown[0])
    assert not {unicodedata.bidirectional(char) for char in shown} & {"RLO", "LRO", "RLI", "FSI"}


BLANK = "".join(
    chr(code)
    for first, last in (
        # Default_Ignorable_Code_Point, as DerivedCoreProperties.txt has it
        *((0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160)),
        *((0x17B4, 0x17B5), (0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E)),
        *((0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF)),
        *((0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A)),
        (0xE0000, 0xE0FFF),
        # and what is drawn without ink
        *((0x2800, 0x2800), (0x16FE4, 0x16FE4), (0x1D159, 0x1D159)),
    )
    for code in range(first, last + 1)
)


@FUZZ
@given(
    st.text(st.sampled_from(BLANK) | st.sampled_from("Ana \u0301") | st.characters(), max_size=99)
)
def test_no_name_has_anything_in_it_that_cannot_be_seen(text):
    assert not set(clean(text, *LIMITS)) & set(BLANK)


@pytest.mark.parametrize("start", range(0, len(BLANK), 100))
def test_what_cannot_be_seen_makes_no_other_name(start):
    for char in BLANK[start : start + 100]:
        assert PlayerName.of(f"A{char}na{char}") == "Ana"
        assert PlayerName.of(char) == "?"


@FUZZ
@given(NASTY, st.integers(2, 99))
def test_a_mark_behind_a_name_is_there_in_full(text, number):
    mark = f" ({number})"

    marked = PlayerName.of(text).marked(mark)

    assert marked.endswith(mark)
    assert marked != mark
    assert PlayerName.of(marked) == marked


@FUZZ
@given(NASTY)
def test_names_that_differ_only_in_case_look_alike(text):
    name = PlayerName.of(text)

    assert skeleton(name) == skeleton(name.casefold())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana", "АNА"),
        ("Ivo", "lvo"),
        ("O0o", "о0О"),
        ("paxy", "раху"),
        ("ﬁn", "fin"),
        ("A１", "al"),
    ],
)
def test_names_that_look_alike_have_one_skeleton(one, other):
    assert skeleton(one) == skeleton(other)


def test_names_that_look_different_have_different_skeletons():
    names = ["Ana", "Anа Б", "Ivo", "Љубиша", "Ljubisa", "Đorđe", "Dorde", "王小明", "?"]

    assert len(set(map(skeleton, names))) == len(names)
