"""Frames over a connection: whole however they come, never too many, and none lost at the end."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager

import pytest

from lanuno.net import limits
from lanuno.net.codec import DecodeError, preamble
from lanuno.net.connection import Connection
from lanuno.net.inbox import ConnectionLost, Interrupted

from .lines import SECONDS, answering, until

BODIES = [b"a", b"bc" * 200, b"d" * 40_000, b"e"]
BYTES_MAX = 64 * 1024


def framed(*bodies: bytes) -> bytes:
    return b"".join(len(body).to_bytes(4, "big") + body for body in bodies)


@asynccontextmanager
async def hearing(*pieces: bytes, stays: bool = True):
    """A connection to something that says *pieces*, each in a write of its own."""

    async def answer(reader, writer):
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
        if not stays:
            writer.close()
        await reader.read()

    async with answering(answer) as there:
        line = await Connection.open(there)
        try:
            async with asyncio.timeout(SECONDS):
                yield line
        finally:
            line.abort()


async def test_several_frames_in_one_piece_are_given_one_by_one():
    async with hearing(framed(*BODIES)) as line:
        assert [await line.receive(BYTES_MAX) for _ in BODIES] == BODIES


async def test_a_frame_in_many_pieces_is_given_whole():
    said = framed(b"abc", b"de")
    async with hearing(*(said[i : i + 1] for i in range(len(said)))) as line:
        assert [await line.receive(BYTES_MAX) for _ in range(2)] == [b"abc", b"de"]


async def test_the_greeting_ends_where_the_first_frame_begins():
    async with hearing(preamble(7) + framed(b"abc")) as line:
        assert await line.greeting() == 7
        assert line.has_more
        assert await line.receive(BYTES_MAX) == b"abc"
        assert not line.has_more


async def test_what_came_before_the_end_is_given_before_it():
    async with hearing(framed(*BODIES), stays=False) as line:
        await until(lambda: line._reader.has_ended)
        assert [await line.receive(BYTES_MAX) for _ in BODIES] == BODIES
        for _ in range(2):
            with pytest.raises(ConnectionLost):
                await line.receive(BYTES_MAX)


@pytest.mark.parametrize("said", [b"\x00", b"\x00\x00\x00\x05", framed(b"abc")[:-1]])
async def test_an_end_in_the_middle_of_a_frame_is_an_end(said):
    async with hearing(said, stays=False) as line:
        with pytest.raises(ConnectionLost):
            await line.receive(BYTES_MAX)


@pytest.mark.parametrize("said", [b"\x00", b"\x00\x00\x00\x05", framed(b"abc")[:-1]])
async def test_a_frame_that_stops_in_the_middle_is_not_waited_for(monkeypatch, said):
    monkeypatch.setattr(limits, "FRAME_SECONDS", 0.05)
    async with hearing(said) as line:
        with pytest.raises(TimeoutError):
            await line.receive(BYTES_MAX)


async def test_a_frame_that_is_too_long_is_refused_before_it_has_come():
    async with hearing((BYTES_MAX + 1).to_bytes(4, "big")) as line:
        with pytest.raises(DecodeError, match=f"a message of {BYTES_MAX + 1} bytes"):
            await line.receive(BYTES_MAX)


async def test_what_nobody_asks_for_waits_with_the_other_side():
    """Threats, row 10: a flood fills no memory but its sender's."""
    bodies = [bytes([i]) * 10_000 for i in range(200)] * 5
    async with hearing(framed(*bodies)) as line:
        await until(lambda: line._reader._is_paused)
        held = []
        for body in bodies:
            assert await line.receive(BYTES_MAX) == body
            held.append(len(line._reader.waiting))

        assert max(held) <= 2 * limits.INBOX_BYTES_MAX + 4096


async def test_after_hanging_up_nothing_is_kept():
    async with hearing(framed(*BODIES * 100)) as line:
        await until(lambda: line._reader._is_paused)

        await line.close()

        assert not line.has_more
        assert not line.send(b"")


async def test_one_who_waits_can_be_called_back_and_loses_nothing():
    said = asyncio.Event()

    async def answer(reader, writer):
        writer.write(framed(b"abc")[:5])
        await said.wait()
        writer.write(framed(b"abc")[5:])
        await reader.read()

    async with answering(answer) as there:
        line = await Connection.open(there)
        line.interrupt()
        await until(lambda: line.has_more)
        waiting = asyncio.create_task(line.receive(BYTES_MAX))
        await until(lambda: line._reader._news)

        line.interrupt()
        line.interrupt()

        with pytest.raises(Interrupted):
            await waiting
        said.set()
        assert await line.receive(BYTES_MAX) == b"abc"
        line.abort()


async def test_when_something_came_last_is_known():
    async with hearing(b"\x00") as line:
        opened = line.heard_at
        await until(lambda: line.has_more)
        assert opened < line.heard_at <= asyncio.get_running_loop().time()
