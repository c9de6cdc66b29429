import asyncio

import pytest

from lanuno.net.race import race


async def test_the_first_way_that_works_wins_and_the_others_are_stopped():
    stopped = []

    async def attempt(way):
        if way == "dead":
            raise OSError(way)
        if way == "silent":
            try:
                await asyncio.Event().wait()
            finally:
                stopped.append(way)
        return way

    assert await race(["silent", "dead", "good", "never"], attempt) == "good"
    assert stopped == ["silent"]
    assert len(asyncio.all_tasks()) == 1


async def test_a_way_that_fails_lets_the_next_one_start_at_once():
    order = []

    async def attempt(way):
        order.append(way)
        if way < 50:
            raise OSError
        return way

    async with asyncio.timeout(5):
        assert await race(range(60), attempt) == 50
    assert order == [*range(51)]


async def test_when_no_way_works_the_first_failure_is_told():
    async def attempt(way):
        raise OSError(way)

    with pytest.raises(OSError, match="a"):
        await race("abc", attempt)


async def test_a_race_that_is_given_up_leaves_nothing_running():
    all_started = asyncio.Event()

    async def attempt(way):
        if way == "last":
            all_started.set()
        await asyncio.Event().wait()
        return way

    running = asyncio.create_task(race(["first", "last"], attempt))
    await all_started.wait()
    running.cancel()

    with pytest.raises(asyncio.CancelledError):
        await running
    assert len(asyncio.all_tasks()) == 1
