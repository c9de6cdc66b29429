"""How often a code may be tried, and who pays for it."""

from __future__ import annotations

from heapq import heappop, heappush

import pytest

from lanuno.net import limits
from lanuno.net.guesses import Guesses
from lanuno.net.joincode import CODE_LENGTH

HERE, THERE = "192.168.1.5", "192.168.1.6"
HOUR = 3600.0


def test_people_may_mistype_before_they_have_to_wait_and_then_longer_every_time():
    guesses, (_, longest) = Guesses(), limits.WAIT_SECONDS

    waits = [guesses.charge(HERE, 0) for _ in range(limits.FREE_GUESSES + 7)]

    assert waits == [0, 0, 0, 0.25, 0.5, 1, 2, min(4, longest), longest, longest]
    assert 3 <= longest <= 5
    assert guesses.wrong == len(waits)


def test_one_who_guesses_makes_nobody_else_wait():
    """Threat 4: the back-off is that of an address."""
    guesses = Guesses()
    for _ in range(20):
        guesses.charge(HERE, 0)

    assert guesses.charge(THERE, 0) == 0


def test_a_right_code_wipes_the_slate_of_its_address_and_of_no_other():
    guesses = Guesses()
    for _ in range(5):
        guesses.charge(HERE, 0)
        guesses.charge(THERE, 0)

    guesses.charge(HERE, 0)
    guesses.refund(HERE)

    assert guesses.wrong == 10
    assert guesses.charge(HERE, 0) == 0
    assert guesses.charge(THERE, 0) == 1.0


def test_a_guess_that_is_not_confirmed_stays_wrong():
    guesses = Guesses()
    guesses.charge(HERE, 0)

    assert guesses.wrong == 1


def test_past_its_own_cap_an_address_is_refused_for_the_rest_of_the_hour_and_no_other_is():
    """Threat 4: one machine alone cannot lock a table."""
    guesses = Guesses()
    for i in range(limits.WRONG_AN_HOUR_PER_ADDRESS_MAX):
        assert guesses.charge(HERE, i) is not None

    assert [guesses.charge(HERE, HOUR - 1) for _ in range(200)] == [None] * 200
    assert guesses.charge(THERE, HOUR - 1) == 0
    assert guesses.wrong == limits.WRONG_AN_HOUR_PER_ADDRESS_MAX + 1
    assert guesses.charge(HERE, HOUR + 0.5) is not None
    assert guesses.charge(HERE, HOUR + 0.5) is None


def test_right_codes_at_the_same_time_are_all_taken_back():
    guesses = Guesses()
    for address in (HERE, THERE, HERE, HERE):
        guesses.charge(address, 0)

    for _ in range(3):
        guesses.refund(HERE)

    assert guesses.wrong == 1
    assert [where for _, where in guesses._tried] == [THERE]


def test_past_the_cap_of_an_hour_no_guess_is_answered_wherever_it_comes_from():
    """Threat 4."""
    guesses = Guesses()
    for i in range(limits.WRONG_AN_HOUR_MAX):
        assert guesses.charge(f"10.0.0.{i}", i) is not None

    assert guesses.charge(HERE, HOUR - 1) is None
    assert guesses.charge("10.0.0.0", HOUR) is None
    assert guesses.wrong == limits.WRONG_AN_HOUR_MAX
    assert guesses.charge(HERE, HOUR + 0.5) == 0
    assert guesses.charge(HERE, HOUR + 0.5) is None


def test_right_codes_do_not_count_toward_the_cap():
    guesses = Guesses()

    for i in range(5 * limits.WRONG_AN_HOUR_MAX):
        assert guesses.charge(HERE, i) == 0
        guesses.refund(HERE)

    assert guesses.wrong == 0


def test_after_an_hour_without_a_wrong_code_everybody_begins_anew():
    guesses = Guesses()
    for _ in range(8):
        guesses.charge(HERE, 0)

    assert guesses.charge(HERE, HOUR + 1) == 0


@pytest.mark.parametrize("addresses", [1, 2, 50])
def test_a_storm_of_guesses_gets_no_more_answers_than_the_cap(addresses):
    """Threat 4: as many at a time as the door lets in, each again as soon as it is answered."""
    guesses, answers = Guesses(), 0
    lines = min(limits.STRANGERS_MAX, addresses * limits.STRANGERS_PER_ADDRESS_MAX)
    waiting = [(0.0, line) for line in range(lines)]
    while (now := waiting[0][0]) < HOUR:
        _, line = heappop(waiting)
        wait = guesses.charge(f"10.0.0.{line % addresses}", now)
        answers += wait is not None
        heappush(waiting, (now + (10.0 if wait is None else max(wait, 0.01)), line))

    cap = addresses * limits.WRONG_AN_HOUR_PER_ADDRESS_MAX
    assert answers == min(cap, limits.WRONG_AN_HOUR_MAX)
    # The chance that one of them was the code: transport.md wants 2 in 100,000 at most.
    assert answers / 32**CODE_LENGTH < 2.1e-5


def test_the_longest_wait_is_shorter_than_anybody_gives_up():
    """Or else the right code, after too many wrong ones, would never be heard."""
    _, longest = limits.WAIT_SECONDS

    assert longest + 1 <= limits.STRANGER_SECONDS
