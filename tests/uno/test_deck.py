"""The deck, the notation of cards, and the shuffle."""

import random
from collections import Counter
from itertools import pairwise

import pytest

from lanuno.uno import DECK, Card, Color, Face, Game, card, shuffled
from lanuno.uno.cards import cards

from .lab import words

SEEDS = [number.to_bytes(32, "big") for number in range(1000)]


def test_a_new_game_has_108_cards():
    """D0, R1."""
    game = Game.new(3, bytes(32))

    held = [each for hand in game.hands for each in hand]

    assert len(DECK) == 108
    assert Counter([*held, *game.pile, *game.discard]) == Counter(DECK)


@pytest.mark.parametrize("color", Color)
def test_a_color_has_25_cards_one_zero_and_two_of_everything_else(color):
    """D1, R1, B26."""
    of_color = Counter(each.face for each in DECK if each.color is color)

    twice = {face: 2 for face in Face if face not in (Face.ZERO, Face.WILD, Face.WILD_DRAW_FOUR)}
    assert of_color == {Face.ZERO: 1} | twice
    assert of_color.total() == 25


def test_there_are_four_wilds_and_four_wild_draw_fours_without_a_color():
    """D2, R1, B26."""
    assert Counter(str(each) for each in DECK if each.color is None) == {"W": 4, "W+": 4}


def test_copies_of_a_card_are_one_and_the_same():
    """R1."""
    assert card("R5") is card("R5") is Card.R5


@pytest.mark.parametrize("each", Card)
def test_a_card_is_read_as_it_is_written(each):
    assert card(str(each)) is each
    assert str(each) == f"{each.color or ''}{each.face}"


def test_the_notation_names_color_and_face():
    read = cards("R5 YS GR B+ W W+")

    assert [(each.color, each.face) for each in read] == [
        (Color.RED, Face.FIVE),
        (Color.YELLOW, Face.SKIP),
        (Color.GREEN, Face.REVERSE),
        (Color.BLUE, Face.DRAW_TWO),
        (None, Face.WILD),
        (None, Face.WILD_DRAW_FOUR),
    ]
    assert words(read) == "R5 YS GR B+ W W+"


@pytest.mark.parametrize("code", ["", " ", "R", "5", "R10", "X5", "r5", "RW", "W4", "R5 ", "+"])
def test_what_is_no_card_is_refused_by_name(code):
    with pytest.raises(ValueError, match="not a card") as refused:
        card(code)

    assert repr(code) in str(refused.value)


@pytest.mark.parametrize("each", Card)
def test_a_card_is_worth_its_number_or_20_or_50(each):
    """C1, R27."""
    letters = {"S": 20, "R": 20, "+": 20, "W": 50, "W+": 50}

    assert each.points == (letters.get(str(each.face)) or int(str(each.face)))


def test_a_shuffle_loses_no_card_and_makes_none():
    assert Counter(shuffled(DECK, bytes(32), 1)) == Counter(DECK)


@pytest.mark.parametrize("number", [1, 2, 400])
def test_a_shuffle_does_not_depend_on_the_order_in_which_the_cards_lay(number):
    """R24: how the discard pile was built must not steer what comes back."""
    some = random.Random(number).sample(DECK, 60)

    assert shuffled(some, bytes(32), number) == shuffled(some[::-1], bytes(32), number)


def test_every_seed_and_every_shuffle_of_a_game_has_an_order_of_its_own():
    """B27."""
    orders = {tuple(shuffled(DECK, seed, number)) for seed in SEEDS[:200] for number in (1, 2)}

    assert len(orders) == 400
    assert shuffled(DECK, SEEDS[5], 2) == shuffled(DECK, SEEDS[5], 2)


def test_equal_faces_lie_side_by_side_no_more_often_than_chance_has_it():
    """B27."""
    counts = Counter(each.face for each in DECK)
    expected = sum(count * (count - 1) for count in counts.values()) / 108

    orders = [shuffled(DECK, seed, 1) for seed in SEEDS]
    neighbors = [pair for order in orders for pair in pairwise(order)]
    mean = sum(one.face is other.face for one, other in neighbors) / len(orders)

    # The mean of a thousand strays by 0.08 at one standard deviation.
    assert mean == pytest.approx(expected, abs=0.3)


def test_every_order_is_equally_likely():
    four = cards("R1 R2 R3 R4")

    orders = Counter(words(shuffled(four, seed, number)) for seed in SEEDS for number in (1, 2, 3))

    # 125 of each are expected; five standard deviations are 55.
    assert len(orders) == 24
    assert all(70 < count < 180 for count in orders.values())


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33)])
def test_a_seed_has_32_bytes(seed):
    with pytest.raises(ValueError, match="32 bytes"):
        shuffled(DECK, seed, 1)
    with pytest.raises(ValueError, match="32 bytes"):
        Game.new(2, seed)


def test_more_cards_than_the_shuffle_is_described_for_are_refused():
    assert len(shuffled([Card.W] * 256, bytes(32), 1)) == 256
    with pytest.raises(ValueError, match="too many cards"):
        shuffled([Card.W] * 257, bytes(32), 1)
