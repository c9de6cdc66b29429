"""Seats and names."""

import pytest

from lanuno.bots.strength import Strength
from lanuno.net.chairs import BOT_NAMES, Chairs, Occupant
from lanuno.net.limits import SEATS_MAX
from lanuno.net.text import PlayerName, clean, skeleton

RESERVED = ["Host", "SYSTEM", "lanuno", "Bot", "you", "Dealer", "H0ST", "ѕуѕtеm"]


def seated(*names: str) -> list[str]:
    """The names under which guests called *names* sit, in the order in which they come."""
    chairs = Chairs()
    for name in names:
        chairs.seat(Occupant(PlayerName.of(name)))
    return [each.name for each in chairs]


def test_a_second_guest_of_one_name_gets_a_number():
    """B105."""
    assert seated("Ana", "Ana", "Ivo", "ana") == ["Ana", "Ana (2)", "Ivo", "ana (3)"]


@pytest.mark.parametrize("lookalike", ["Аna", "ANA", "Ana", "Αna", "Anа"])
def test_a_name_that_only_looks_the_same_gets_a_number_too(lookalike):
    assert seated("Ana", lookalike)[1].endswith(" (2)")


@pytest.mark.parametrize("name", RESERVED)
def test_nobody_is_called_like_a_part_of_the_game(name):
    assert seated(name) == [f"{name} (2)"]


@pytest.mark.parametrize("name", ["Ana", "x" * 16, "漢" * 8, "𝐀" * 12, "Љ" * 16, "é" * 16, "?"])
def test_ten_guests_of_one_name_are_all_told_apart_within_the_limits(name):
    names = seated(*[name] * SEATS_MAX)

    assert len({skeleton(each) for each in names}) == SEATS_MAX
    for each in names:
        assert clean(each, 16, 48, 16) == each


def test_every_bot_has_a_name_of_its_own():
    names = [each.name for each in Chairs.with_bots(9)]

    assert names == list(BOT_NAMES[:9])


def test_a_bot_does_not_take_the_name_of_a_guest():
    chairs = Chairs()
    chairs.seat(Occupant(PlayerName("ada")))

    chairs.add_bot(Strength.NORMAL)

    assert chairs[1].name == BOT_NAMES[1]


def test_there_is_a_name_for_a_bot_on_the_last_chair():
    chairs = Chairs()
    for name in BOT_NAMES[:9]:
        chairs.seat(Occupant(PlayerName(name)))

    chairs.add_bot(Strength.NORMAL)

    assert chairs[9].name == BOT_NAMES[9]


@pytest.mark.parametrize("bots", [-1, SEATS_MAX, SEATS_MAX + 1])
def test_bots_cannot_take_every_chair(bots):
    with pytest.raises(ValueError, match="0 to 9 bots"):
        Chairs.with_bots(bots)


def test_only_the_right_key_gives_a_chair_back_and_only_to_a_player_who_has_not_left():
    chairs = Chairs.with_bots(1)
    chairs.seat(Occupant(PlayerName("Ana"), key="a" * 64))
    chairs.seat(Occupant(PlayerName("Ivo"), key="b" * 64))
    chairs[2].give_up()

    assert chairs.of_key("a" * 64) is chairs[1]
    assert chairs.of_key("b" * 64) is None
    assert chairs.of_key("") is None
