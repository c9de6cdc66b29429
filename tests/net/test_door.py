"""The door of a table, with guests made by hand who try what no guest would."""

from __future__ import annotations

import asyncio
import random
import socket
import sys
from contextlib import ExitStack, asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from lanuno.errors import TooManyCodes
from lanuno.net import limits, server
from lanuno.net.calling import ask
from lanuno.net.client import join
from lanuno.net.codec import frame
from lanuno.net.messages import (
    Ask,
    Closed,
    Confirm,
    Confirmed,
    End,
    Guessed,
    Hello,
    Here,
    Join,
    Lobby,
    Prove,
    Proven,
    Refused,
    Resume,
    Start,
    TableInfo,
    Watch,
    Why,
)
from lanuno.net.text import PlayerName
from lanuno.net.trust import OPEN_CODE, CodeProof, Identity, SeatKey

from .evening import ID, truth
from .lines import IDENTITY, Guest, Line, address, cut, serving, started, until

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

CODE = "K7QP2"
HERE = IDENTITY.fingerprint

linux = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux has more loopback addresses than one"
)


@asynccontextmanager
async def private_table() -> AsyncIterator[server.Server]:
    async with serving(code=CODE) as table:
        table.table.private = True
        yield table


async def proven(line: Line, code: str = CODE) -> CodeProof:
    """The exchange about *code*, up to where the table has said its half."""
    if line.hello is None:
        await line.hear_until(lambda notice: isinstance(notice, Hello))
    proof = CodeProof(code, HERE, ID, host=False)
    proof.take((await line.ask(Prove(proof.message), Proven)).proof)
    return proof


async def confirm(line: Line, code: str = CODE, key: SeatKey | None = None) -> SeatKey:
    """Say that we know *code*, and own *key*; what the table says to that is not heard yet."""
    proof, key = await proven(line, code), key or SeatKey.new()
    signature = key.sign(HERE, ID, line.hello.challenge)
    line.say(Confirm(proof.mac(key.public), key.public, signature))
    return key


async def guess(table: server.Server, code: str = "AAAAA", **options) -> End:
    """How it ends for somebody new who tries *code*."""
    async with Line.to(table.port, **options) as line:
        if isinstance(await line.hear(), Hello):
            line.say(Prove(CodeProof(code, HERE, ID, host=False).message))
            if isinstance(await line.hear(), Proven):
                key = SeatKey.new()
                signature = key.sign(HERE, ID, line.hello.challenge)
                line.say(Confirm("0" * 64, key.public, signature))
                await line.hear()
        return line.heard[-1].end


def wrong(table: server.Server) -> int:
    """Wrong codes that have been charged so far."""
    return table._door._guesses.wrong


# --- the code ---------------------------------------------------------------------------


async def test_who_knows_the_code_comes_in_and_pays_nothing():
    async with private_table() as table, Line.to(table.port) as ana:
        proof, key = await proven(ana), SeatKey.new()
        signature = key.sign(HERE, ID, ana.hello.challenge)
        answer = await ana.ask(Confirm(proof.mac(key.public), key.public, signature), Confirmed)

        assert ana.hello.private
        assert proof.is_proven_by(answer.mac, key.public)
        ana.say(Join(PlayerName("Ana")))
        await ana.hear_until(lambda notice: isinstance(notice, Lobby))
        assert [each.key for each in table.table.chairs] == [key.public]
        assert wrong(table) == 0


@pytest.mark.parametrize("code", ["K7QP3", "k7qp2", "", OPEN_CODE])
async def test_who_does_not_is_sent_away_and_charged(code):
    """Threat 4."""
    async with private_table() as table, Line.to(table.port) as stranger:
        await confirm(stranger, code)

        assert await stranger.hear_all() == [Closed(End.WRONG_CODE)]
        assert wrong(table) == 1
        assert len(table.table.chairs) == 0


async def test_anybody_comes_in_at_an_open_table():
    async with serving() as table, Line.to(table.port) as ana:
        await ana.join("Ana")

        assert not ana.hello.private
        assert [each.name for each in table.table.chairs] == ["Ana"]
        assert wrong(table) == 0


async def test_a_proof_that_is_used_with_another_key_is_none():
    """Threat 6: nobody in between can put a key of their own into it."""
    async with private_table() as table, Line.to(table.port) as stranger:
        proof, mine, other = await proven(stranger), SeatKey.new(), SeatKey.new()
        signature = other.sign(HERE, ID, stranger.hello.challenge)
        stranger.say(Confirm(proof.mac(mine.public), other.public, signature))

        assert await stranger.hear_all() == [Closed(End.WRONG_CODE)]
        assert wrong(table) == 1


async def test_one_who_knows_the_code_cannot_come_in_on_a_key_of_somebody_else():
    """Threat 6."""
    async with private_table() as table, Line.to(table.port) as ana, Line.to(table.port) as thief:
        key = await confirm(ana)
        ana.say(Join(PlayerName("Ana")))
        await ana.hear_until(lambda notice: isinstance(notice, Lobby))
        proof = await proven(thief)
        signature = SeatKey.new().sign(HERE, ID, thief.hello.challenge)
        thief.say(Confirm(proof.mac(key.public), key.public, signature))

        assert await thief.hear_all() == [Closed(End.WRONG_CODE)]
        assert await ana.ask(Ask(), TableInfo)


@pytest.mark.parametrize("words", [Ask(), Here(), Join(PlayerName("Ana")), Prove("41" * 33)])
async def test_anything_else_in_the_place_of_a_confirmation_is_a_wrong_code(words):
    async with private_table() as table, Line.to(table.port) as stranger:
        await proven(stranger)
        stranger.say(words)

        assert await stranger.hear_all() == [Closed(End.WRONG_CODE)]
        assert wrong(table) == 1


@pytest.mark.parametrize(
    "message",
    [
        "00" * 33,
        "42" + "11" * 32,
        "41" + "01" + "00" * 31,
        "41" + "ff" * 32,
        "41" + "ec" + "ff" * 30 + "7f",
        "41" + "02" + "00" * 31,
    ],
    ids=["no side", "the wrong side", "zero", "too large", "small order", "not on the curve"],
)
async def test_a_message_that_is_none_is_a_wrong_code(message):
    async with private_table() as table, Line.to(table.port) as stranger:
        await stranger.hear()
        stranger.say(Prove(message))

        assert await stranger.hear_all() == [Closed(End.WRONG_CODE)]
        assert wrong(table) == 1


async def test_bytes_by_chance_for_a_message_never_open_the_door(monkeypatch):
    monkeypatch.setattr(limits, "WAIT_SECONDS", (0.0, 0.0))
    chance = random.Random(3)
    async with private_table() as table:
        for i in range(12):
            async with Line.to(table.port) as stranger:
                await stranger.hear()
                stranger.say(
                    Prove("41" + chance.randbytes(32).hex()),
                    Confirm("0" * 64, SeatKey.new().public, "0" * 128),
                )

                assert (await stranger.hear_all())[-1] == Closed(End.WRONG_CODE)
                assert wrong(table) == i + 1


# --- what a guess costs -----------------------------------------------------------------


async def test_who_hangs_up_in_the_middle_has_paid():
    """Threat 4."""
    async with private_table() as table:
        async with Line.to(table.port) as stranger:
            await proven(stranger, "AAAAA")
        await until(lambda: not table._visits)

        assert wrong(table) == 1


async def test_who_hangs_up_before_the_answer_has_paid_too():
    async with private_table() as table:
        async with Line.to(table.port) as stranger:
            await stranger.hear()
            stranger.say(Prove(CodeProof("AAAAA", HERE, ID, host=False).message))
            await until(lambda: wrong(table))
        await until(lambda: not table._visits)

        assert wrong(table) == 1


async def test_the_leader_alone_is_told_that_somebody_guesses():
    async with (
        private_table() as table,
        Line.to(table.port) as ana,
        Line.to(table.port) as ivo,
    ):
        for line, name in ((ana, "Ana"), (ivo, "Ivo")):
            await confirm(line)
            line.say(Join(PlayerName(name)))
            await line.hear_until(lambda notice: isinstance(notice, Lobby))

        for i in range(2):
            assert await guess(table) is End.WRONG_CODE
            assert await ana.hear_until(lambda notice: isinstance(notice, Guessed)) == Guessed(
                i + 1
            )

        await ivo.ask(Ask(), TableInfo)
        assert not any(isinstance(notice, Guessed) for notice in ivo.heard)


async def test_the_leader_is_told_of_one_who_hangs_up_in_the_middle_too():
    async with private_table() as table, Line.to(table.port) as ana:
        await confirm(ana)
        ana.say(Join(PlayerName("Ana")))
        await ana.hear_until(lambda notice: isinstance(notice, Lobby))

        async with Line.to(table.port) as stranger:
            await proven(stranger, "AAAAA")

        assert await ana.hear_until(lambda notice: isinstance(notice, Guessed)) == Guessed(1)


async def test_a_guess_while_nobody_leads_is_told_to_nobody():
    async with private_table() as table:
        assert await guess(table) is End.WRONG_CODE

        async with Line.to(table.port) as ana:
            await confirm(ana)
            assert isinstance(await ana.hear(), Confirmed)


@linux
async def test_one_address_that_guesses_waits_and_another_does_not(monkeypatch):
    """Threat 4."""
    monkeypatch.setattr(limits, "FREE_GUESSES", 1)
    monkeypatch.setattr(limits, "WAIT_SECONDS", (60.0, 60.0))
    async with private_table() as table:
        assert await guess(table) is End.WRONG_CODE
        async with Line.to(table.port) as waiting:
            await waiting.hear()
            waiting.say(Prove(CodeProof(CODE, HERE, ID, host=False).message))
            await until(lambda: wrong(table) == 2)

            assert await guess(table, local_addr=("127.0.0.2", 0)) is End.WRONG_CODE
            async with Line.to(table.port, local_addr=("127.0.0.3", 0)) as ana:
                await confirm(ana)
                assert isinstance(await ana.hear(), Confirmed)
            assert len(waiting.heard) == 1


async def test_one_who_has_to_wait_longer_than_a_stranger_may_is_too_slow(monkeypatch):
    monkeypatch.setattr(limits, "FREE_GUESSES", 0)
    monkeypatch.setattr(limits, "WAIT_SECONDS", (60.0, 60.0))
    monkeypatch.setattr(limits, "STRANGER_SECONDS", 0.3)
    async with private_table() as table:
        assert await guess(table) is End.TOO_SLOW
        assert wrong(table) == 1


async def test_past_the_cap_of_an_hour_no_code_is_taken_but_seats_are(monkeypatch):
    """Threat 4: whoever has a seat comes back to it without a code."""
    monkeypatch.setattr(limits, "WRONG_AN_HOUR_MAX", 2)
    async with private_table() as table, Line.to(table.port) as ana:
        key = await confirm(ana)
        ana.say(Join(PlayerName("Ana")))
        await ana.hear_until(lambda notice: isinstance(notice, Lobby))

        ends = [
            await guess(table),
            await guess(table),
            await guess(table),
            await guess(table, CODE),
        ]

        assert ends == 2 * [End.WRONG_CODE] + 2 * [End.TOO_MANY_CODES]
        assert wrong(table) == 2
        async with Line.to(table.port) as again:
            await again.hear()
            signature = key.sign(HERE, ID, again.hello.challenge)
            assert await again.ask(Resume(key.public, signature), Confirmed) == Confirmed(None)


@linux
async def test_an_address_past_its_own_cap_locks_out_nobody_but_itself(monkeypatch):
    """Threat 4."""
    monkeypatch.setattr(limits, "WRONG_AN_HOUR_PER_ADDRESS_MAX", 2)
    async with private_table() as table:
        ends = [await guess(table) for _ in range(4)]

        assert ends == 2 * [End.WRONG_CODE] + 2 * [End.TOO_MANY_CODES]
        assert wrong(table) == 2
        async with Line.to(table.port, local_addr=("127.0.0.2", 0)) as ana:
            await confirm(ana)
            assert isinstance(await ana.hear(), Confirmed)


async def test_who_is_refused_for_too_many_codes_is_told_so_and_does_not_try_again(monkeypatch):
    monkeypatch.setattr(limits, "WRONG_AN_HOUR_MAX", 0)
    async with private_table() as table:
        with pytest.raises(TooManyCodes, match="Try again in an hour"):
            await join([address(table.port)], PlayerName("Ana"), code=CODE).__aenter__()


async def test_who_comes_back_to_a_seat_that_is_no_more_past_the_cap_is_told_why(monkeypatch):
    """And does not go on looking for the table, as after a busy one."""
    async with (
        private_table() as table,
        join([address(table.port)], PlayerName("Ana"), code=CODE) as session,
        Guest(session) as guest,
    ):
        await guest.hear(Lobby)
        monkeypatch.setattr(limits, "WRONG_AN_HOUR_MAX", 0)
        monkeypatch.setattr(table.table.chairs, "of_key", lambda _: None)
        cut(table, 0)

        assert (await guest.hear_all())[-1] == Closed(End.TOO_MANY_CODES)


# --- asking ------------------------------------------------------------------------------


async def test_anybody_may_ask_what_a_private_table_is_and_nothing_else():
    async with private_table() as table, Line.to(table.port) as stranger:
        await stranger.hear()
        assert await stranger.ask(Ask(), TableInfo) == table.table.info()
        for words in (Join(PlayerName("Ana")), Watch(), Start(), Here()):
            assert await stranger.ask(words, Refused) == Refused(Why.NOT_SEATED)
        assert (await stranger.ask(Ask(), TableInfo)).private

        assert len(table.table.chairs) == 0
        assert wrong(table) == 0
        await confirm(stranger)
        assert isinstance(await stranger.hear(), Confirmed)


async def test_what_a_table_tells_strangers_has_neither_code_nor_names():
    """Threats 1, 5."""
    async with private_table() as table, Line.to(table.port) as ana:
        await confirm(ana)
        ana.say(Join(PlayerName("Anastasia")))
        await ana.hear_until(lambda notice: isinstance(notice, Lobby))

        told = frame(await ask(address(table.port)))

        assert CODE.encode() not in told
        assert b"Anastasia" not in told


# --- coming back -------------------------------------------------------------------------


async def refused(line: Line, resume: Resume) -> bool:
    return await line.ask(resume, Refused) == Refused(Why.UNKNOWN_SEAT)


async def test_no_seat_is_taken_by_anybody_but_its_owner():
    """Threat 6: refused, and the owner is undisturbed."""
    elsewhere = Identity.new().fingerprint
    async with serving() as table, Line.to(table.port) as ana, Line.to(table.port) as ivo:
        key = await started(ana, ivo)
        before, peers = truth(table.table.game), [each.peer for each in table.table.chairs]
        async with Line.to(table.port) as thief:
            await thief.hear()
            challenge, thiefs = thief.hello.challenge, SeatKey.new()
            old = ivo.hello.challenge

            for seat, signature in {
                "another key": (key.public, thiefs.sign(HERE, ID, challenge)),
                "another table": (key.public, key.sign(HERE, "f" * 16, challenge)),
                "another certificate": (key.public, key.sign(elsewhere, ID, challenge)),
                "replayed": (key.public, key.sign(HERE, ID, old)),
                "no signature": (key.public, "0" * 128),
                "no seat": (thiefs.public, thiefs.sign(HERE, ID, challenge)),
            }.values():
                assert await refused(thief, Resume(seat, signature))
            thief.say(Join(PlayerName("Ivo")))
            assert await thief.hear() == Refused(Why.NOT_SEATED)

        assert challenge != old
        assert [each.peer for each in table.table.chairs] == peers
        assert truth(table.table.game) == before
        for line in (ana, ivo):
            assert await line.ask(Ask(), TableInfo)
            assert not any(isinstance(notice, (Closed, Guessed)) for notice in line.heard)


async def test_what_an_owner_signed_to_come_back_is_of_no_use_to_one_who_heard_it():
    """Threat 6: every connection is asked something new."""
    async with serving() as table, Line.to(table.port) as ana, Line.to(table.port) as ivo:
        key = await started(ana, ivo)
        async with Line.to(table.port) as again, Line.to(table.port) as thief:
            await again.hear()
            await thief.hear()
            resume = Resume(key.public, key.sign(HERE, ID, again.hello.challenge))
            assert await again.ask(resume, Confirmed)
            again.say(Join(PlayerName("Ivo")))
            await again.hear_until(lambda notice: isinstance(notice, Lobby))

            assert await refused(thief, resume)
            assert await again.ask(Ask(), TableInfo)
            assert table.table.chairs[1].here


async def test_who_cannot_resume_may_still_come_in_with_the_code():
    async with private_table() as table, Line.to(table.port) as ana:
        await ana.hear()
        key = SeatKey.new()
        assert await refused(ana, Resume(key.public, key.sign(HERE, ID, ana.hello.challenge)))

        await confirm(ana, key=key)

        assert isinstance(await ana.hear(), Confirmed)


async def test_one_who_has_come_in_proves_nothing_more():
    async with serving() as table, Line.to(table.port) as ana:
        key = await ana.join("Ana")
        signature = key.sign(HERE, ID, ana.hello.challenge)
        for words in (
            Prove(CodeProof(OPEN_CODE, HERE, ID, host=False).message),
            Confirm("0" * 64, key.public, signature),
            Resume(key.public, signature),
        ):
            assert await ana.ask(words, Refused) == Refused(Why.ALREADY_SEATED)


# --- strangers ---------------------------------------------------------------------------


async def half_open(stack: ExitStack, port: int, source: str = "127.0.0.1") -> socket.socket:
    """A connection that says nothing, not even TLS."""
    raw = stack.enter_context(socket.socket())
    raw.setblocking(False)
    raw.bind((source, 0))
    await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", port))
    return raw


def is_dropped(raw: socket.socket) -> bool:
    """Whether the other side has ended this connection."""
    try:
        return raw.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


async def test_connections_that_say_nothing_are_few_and_disturb_no_player(monkeypatch):
    """Threat 9: counted before TLS."""
    monkeypatch.setattr(limits, "STRANGERS_PER_ADDRESS_MAX", 3)
    with ExitStack() as stack:
        async with serving() as table, Line.to(table.port) as ana, Line.to(table.port) as ivo:
            await started(ana, ivo)
            flood = [await half_open(stack, table.port) for _ in range(60)]
            await until(lambda: sum(map(is_dropped, flood)) == 57)

            assert len(table._strangers) == 3
            for line in (ana, ivo):
                assert await line.ask(Ask(), TableInfo)
            assert all(each.here for each in table.table.chairs)
            for raw in flood:
                raw.close()
            await until(lambda: not table._strangers)
            assert await ask(address(table.port))


@linux
async def test_strangers_from_everywhere_are_few_and_those_of_one_address_fewer():
    """Threat 9."""
    with ExitStack() as stack:
        async with serving() as table, Line.to(table.port) as ana:
            await ana.join("Ana")
            floods = [
                [await half_open(stack, table.port, f"127.0.0.{i}") for _ in range(12)]
                for i in (2, 3, 4)
            ]
            await until(lambda: sum(is_dropped(raw) for each in floods for raw in each) == 20)

            left = [sum(not is_dropped(raw) for raw in each) for each in floods]
            assert left == [8, 8, 0]
            assert await ana.ask(Ask(), TableInfo)


async def test_a_place_that_a_stranger_holds_is_free_again_in_a_while(monkeypatch):
    """Threat 9: half-open connections, and such as stop after TLS or after the greeting."""
    monkeypatch.setattr(limits, "STRANGERS_PER_ADDRESS_MAX", 3)
    with ExitStack() as stack:
        async with serving() as table, Line.to(table.port) as ana:
            await ana.join("Ana")
            monkeypatch.setattr(limits, "STRANGER_SECONDS", 0.5)
            async with (
                Line.to(table.port) as greeted,
                Line.to(table.port, version=None) as secured,
            ):
                raw = await half_open(stack, table.port)
                await until(lambda: len(table._strangers) == 3)

                await until(lambda: not table._strangers)

                assert is_dropped(raw)
                assert (await greeted.hear_all())[-1] == Closed(End.TOO_SLOW)
                assert (await secured.hear_all())[-1] == Closed(End.TOO_SLOW)
            monkeypatch.setattr(limits, "STRANGER_SECONDS", 10)
            assert await ask(address(table.port))
            assert await ana.ask(Ask(), TableInfo)


async def test_players_are_no_strangers():
    async with (
        serving(bots=0) as table,
        Line.to(table.port) as ana,
        Line.to(table.port) as ivo,
    ):
        await started(ana, ivo)

        assert not table._strangers
        assert len(table._connections) == 2


@pytest.mark.parametrize("words", [Ask(), Resume("0" * 64, "0" * 128)], ids=["asks", "resumes"])
async def test_a_stranger_in_a_hurry_is_slowed_down_like_a_guest(monkeypatch, words):
    """Threats 9, 10: what nobody has paid for must not take the time of those who play."""
    monkeypatch.setattr(limits, "REQUESTS_AT_ONCE", 5)
    monkeypatch.setattr(limits, "REQUESTS_PER_SECOND", 1)
    async with serving() as table, Line.to(table.port) as ana, Line.to(table.port) as stranger:
        await ana.join("Ana")
        await stranger.hear()
        stranger.say(frame(words) * 200)
        for _ in range(3):
            await stranger.hear()

        await ana.ask(Ask(), TableInfo)
        reading = asyncio.create_task(stranger.hear_all())
        for _ in range(50):
            await asyncio.sleep(0.002)
        reading.cancel()

        assert len(stranger.heard) < 100
