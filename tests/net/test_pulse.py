"""Whether the other side is there: weak, gone, and whose fault a silence is."""

from __future__ import annotations

import pytest

from lanuno.net.pulse import (
    BEAT_SECONDS,
    GONE_SECONDS,
    LATE_SECONDS,
    WEAK_SECONDS,
    Health,
    Pulse,
    next_beat,
)

CHECK_SECONDS = 0.5


def checked(pulse: Pulse, start: float, seconds: float) -> dict[float, Health]:
    """How the other side is found at each check, by the seconds since *start*."""
    checks = int(seconds / CHECK_SECONDS) + 1
    times = [i * CHECK_SECONDS for i in range(1, checks)]
    return {time: pulse.check(start + time) for time in times}


def test_who_is_silent_is_weak_after_two_and_a_half_seconds_and_gone_after_five():
    health = checked(Pulse(100.0), 100.0, 6.0)

    assert [time for time in health if health[time] is Health.WEAK] == [2.5, 3, 3.5, 4, 4.5]
    assert [time for time in health if health[time] is Health.GONE] == [5, 5.5, 6]
    assert (WEAK_SECONDS, GONE_SECONDS) == (2.5, 5.0)


def test_who_says_something_every_second_is_well():
    pulse = Pulse(0.0)
    for second in range(60):
        pulse.hear(float(second))
        assert pulse.check(second + 0.5) is Health.WELL
        assert pulse.check(second + 1.0) is Health.WELL


def test_who_is_heard_again_is_well_again():
    pulse = Pulse(0.0)
    assert checked(pulse, 0.0, 4.0)[4.0] is Health.WEAK

    pulse.hear(4.1)

    assert pulse.check(4.5) is Health.WELL
    assert checked(pulse, 4.5, 4.0)[2.0] is Health.WELL


@pytest.mark.parametrize("sleep", [1.5, 4.9, 5.0, 60.0, 86_400.0])
def test_a_sleep_of_our_own_blames_nobody(sleep):
    """A closed lid, or a process that was stopped: the others had nobody to talk to."""
    pulse = Pulse(0.0)
    for second in range(3):
        pulse.hear(float(second))
        pulse.check(second + 0.5)

    woken = 2.5 + sleep

    assert pulse.check(woken) is Health.WELL
    pulse.hear(woken + 1.0)
    assert checked(pulse, woken, 2.0)[2.0] is Health.WELL


def test_who_is_really_gone_is_found_out_after_our_own_sleep_too():
    pulse = Pulse(0.0)
    pulse.check(0.5)
    pulse.check(60.0)

    assert checked(pulse, 60.0, 6.0)[4.5] is Health.GONE


def test_a_silence_before_our_sleep_still_counts():
    pulse = Pulse(0.0)
    assert checked(pulse, 0.0, 4.5)[4.5] is Health.WEAK

    assert pulse.check(64.5) is Health.GONE


def test_what_was_heard_while_waking_up_is_not_in_the_future():
    pulse = Pulse(0.0)
    pulse.hear(60.0)

    assert pulse.check(60.0) is Health.WELL
    assert checked(pulse, 60.0, 2.5)[2.5] is Health.WEAK


@pytest.mark.parametrize("late", [0.0, 0.1, 0.4, LATE_SECONDS])
def test_checks_that_come_a_little_late_do_not_hide_that_somebody_is_gone(late):
    pulse, found = Pulse(0.0), []
    while pulse.health is not Health.GONE:
        now = pulse.due + late
        assert now < GONE_SECONDS + BEAT_SECONDS
        found.append(pulse.check(now))
    assert Health.WEAK in found


@pytest.mark.parametrize("heard", [0.1, 7 / 3, 86_399.9])
def test_who_is_silent_is_found_out_in_time_and_at_the_moment_that_was_named(heard):
    pulse, looks = Pulse(heard), []
    while pulse.health is not Health.GONE:
        looks.append((pulse.due, pulse.check(pulse.due)))

    weak = next(at for at, health in looks if health is Health.WEAK)
    gone = looks[-1][0]
    assert (weak, gone) == (heard + WEAK_SECONDS, heard + GONE_SECONDS)
    # Once a second, and at the two moments that matter.
    assert len(looks) <= 8


@pytest.mark.parametrize("start", [0.0, 0.3, 12_345.678])
def test_beats_fall_on_whole_seconds_each_once(start):
    beat = next_beat(start)
    assert start < beat <= start + BEAT_SECONDS
    assert beat == int(beat)

    # A timer may come a hair too early.
    assert next_beat(beat - 1e-9, beat) == beat + BEAT_SECONDS
    assert next_beat(beat + 0.2, beat) == beat + BEAT_SECONDS
    # What was slept through is not made up for.
    assert next_beat(beat + 60.2, beat) == beat + 60 + BEAT_SECONDS
