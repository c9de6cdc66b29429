"""How much at once, and how much after that."""

from __future__ import annotations

from lanuno.net.pace import Pace


def test_so_many_are_allowed_at_once_and_then_one_after_each_pause():
    pace = Pace(0.0, 3, 0.5)

    assert [pace.allows(10.0) for _ in range(5)] == [True, True, True, False, False]
    assert [pace.allows(11.9), pace.allows(12.0), pace.allows(12.0)] == [False, True, False]


def test_a_long_silence_saves_no_more_up_than_when_it_was_new():
    pace = Pace(0.0, 3, 0.5)

    assert [pace.allows(1e6) for _ in range(5)] == [True, True, True, False, False]


def test_what_is_done_anyway_waits_the_longer_the_more_it_is():
    pace = Pace(0.0, 2, 4.0)

    assert [pace.seconds_to_wait(0.0) for _ in range(4)] == [0.0, 0.0, 0.25, 0.5]
