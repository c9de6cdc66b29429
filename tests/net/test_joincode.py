"""The code of a private table: fresh, easy to say, and hard to mistype."""

from __future__ import annotations

import pytest

from lanuno.net.joincode import CODE_LENGTH, new_code, read_code, show_code

ALPHABET = set("0123456789ABCDEFGHJKMNPQRSTVWXYZ")


def test_a_fresh_code_has_five_signs_of_which_none_looks_like_another():
    codes = {new_code() for _ in range(500)}

    # By luck two of 500 are the same about once in 270 runs, five of them never.
    assert len(codes) > 495
    assert {len(code) for code in codes} == {CODE_LENGTH}
    assert set().union(*codes) == ALPHABET


def test_what_is_shown_is_read_as_the_same_code():
    for code in (new_code() for _ in range(100)):
        shown = show_code(code)

        assert (len(shown), shown[2]) == (CODE_LENGTH + 1, "-")
        assert read_code(shown) == read_code(shown.lower()) == read_code(code) == code


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("k7-qp2", "K7QP2"),
        (" K7 QP2\t", "K7QP2"),
        ("k.7/q_p+2", "K7QP2"),
        ("oOiIlL", "001111"),
        ("K7", "K7"),
        ("K7QP2K7QP2", "K7QP2K7QP2"),
        ("U", ""),
        ("?!", ""),
        ("", ""),
        ("\x1b[31mK7\u200b\u202eQP2", "31MK7QP2"),
    ],
)
def test_a_code_is_read_however_it_was_typed(typed, code):
    assert read_code(typed) == code


@pytest.mark.parametrize("typed", ["Ⅻ", "٣٤٥", "ＫＱ", "ß", "ﬁ", "é", "🂡"])
def test_no_other_sign_in_the_world_becomes_part_of_a_code_but_by_its_latin_letters(typed):
    assert set(read_code(typed)) <= ALPHABET


def test_every_sign_of_unicode_can_be_typed():
    assert set(read_code("".join(map(chr, range(0xD800))))) <= ALPHABET
