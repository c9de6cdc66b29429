"""Cards as they are drawn: crisp, and told apart without their colors."""

from __future__ import annotations

import pytest
from rich.cells import cell_len
from textual.color import Color as Paint

from lanuno.tui.theme import THEMES, VARIABLES
from lanuno.tui.widgets.cards import SYMBOLS, back, face_text, hue, logo, picture, width_of
from lanuno.uno.cards import Card, Color

SIZES = range(5, 16)
EVERYWHERE = set("ØW*?►◄▲■●▼«»▀┌─┐│└┘╔═╗║╚╝…·→ ")
"""Beside ASCII, all that is drawn: glyphs that every terminal's font has, none of them an emoji."""


def text(drawn):
    return ["".join(run for run, _ in row) for row in drawn]


@pytest.mark.parametrize("height", SIZES)
@pytest.mark.parametrize("card", Card)
def test_a_card_fills_its_rectangle(card, height):
    for selected in (False, True):
        rows = text(picture(card, height, selected=selected, above="*", below="7"))

        assert len(rows) == height
        assert {cell_len(row) for row in rows} == {width_of(height)}


@pytest.mark.parametrize("card", Card)
def test_two_cells_of_a_card_tell_what_it_is_without_any_color(card):
    """B118: of a card that lies under another, its rim and two cells are seen."""
    corner = [row[1:3] for row in text(picture(card, 6))[1:3]]

    face, tag = corner
    assert face.strip() == face_text(card.face)
    assert tag == (f"{card.color}{SYMBOLS[card.color]}" if card.color else "▲■")


def test_no_two_kinds_look_alike_without_color():
    corners = {tuple(row[1:3] for row in text(picture(card, 6))[1:3]) for card in Card}

    assert len(corners) == len(Card)


@pytest.mark.parametrize("card", Card)
def test_a_card_says_the_same_in_both_corners(card):
    rows = text(picture(card, 6))

    assert rows[4][:-1].rstrip().endswith(face_text(card.face))
    assert rows[3][4:6] == (f"{SYMBOLS[card.color]}{card.color}" if card.color else "●▼")


@pytest.mark.parametrize("height", SIZES)
def test_only_glyphs_that_every_font_has_are_drawn(height):
    drawn = [picture(card, height, selected=each) for card in Card for each in (False, True)]
    drawn += [back(height, "57"), logo()]

    used = {char for each in drawn for row in text(each) for char in row}
    assert not {char for char in used if not char.isascii()} - EVERYWHERE


def contrast(front, ground):
    light = sorted(brightness(Paint.parse(each)) for each in (front, ground))
    return (light[1] + 0.05) / (light[0] + 0.05)


def brightness(color):
    """Relative luminance by WCAG."""

    def linear(part):
        part /= 255
        return part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4

    return 0.2126 * linear(color.r) + 0.7152 * linear(color.g) + 0.0722 * linear(color.b)


@pytest.mark.parametrize("color", [*Color, None])
def test_what_stands_on_a_card_can_be_read(color):
    """B117: yellow carries dark letters; nothing falls below 5.7 to 1."""
    name = hue(color)

    assert contrast(VARIABLES[f"card-{name}-ink"], VARIABLES[f"card-{name}"]) >= 5.7


@pytest.mark.parametrize("color", Color)
def test_the_face_in_the_middle_of_a_card_can_be_read(color):
    assert contrast(VARIABLES[f"card-{hue(color)}-deep"], VARIABLES["card-oval"]) >= 4.5


@pytest.mark.parametrize(
    ("front", "ground"),
    [
        ("gold", "felt-deep"),
        ("gold-ink", "gold"),
        ("alarm-ink", "alarm"),
        ("alarm", "felt-deep"),
        ("quiet", "felt"),
        ("quiet", "felt-raised"),
        ("card-back-ink", "card-back"),
        ("card-selected-ink", "card-selected"),
    ],
)
def test_everything_else_can_be_read(front, ground):
    assert contrast(VARIABLES[front], VARIABLES[ground]) >= 4.5
    assert contrast(THEMES[0].foreground, VARIABLES[ground if "felt" in ground else "felt"]) >= 7


def test_the_fields_of_the_cards_are_exact_in_256_colors():
    steps = {"00", "5f", "87", "af", "d7", "ff"}

    for color in Color:
        paint = VARIABLES[f"card-{hue(color)}"].removeprefix("#")
        assert {paint[i : i + 2] for i in (0, 2, 4)} <= steps
