"""Those who listen in, stand in between, guess and flood: the threats of the model, by number."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import socket
import ssl
from contextlib import ExitStack, asynccontextmanager
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import msgpack
import pytest

from lanuno.errors import NobodyThere, NotATable, UserError, WrongCode
from lanuno.net import client, joincode, limits, seats, server
from lanuno.net.calling import ask
from lanuno.net.client import Lost, Restored, join
from lanuno.net.codec import LENGTH_BYTES, PREAMBLE_BYTES, decode_request, frame, preamble
from lanuno.net.connection import guest_context
from lanuno.net.joincode import show_code
from lanuno.net.messages import (
    Act,
    Ask,
    Closed,
    Confirm,
    Confirmed,
    End,
    Guessed,
    Hello,
    Lobby,
    Prove,
    Proven,
    Stage,
    Start,
    TableInfo,
    Update,
    Welcome,
)
from lanuno.net.seats import Seats
from lanuno.net.text import PlayerName, TableName
from lanuno.net.trust import CodeProof, Identity, SeatKey
from lanuno.uno import Draw, Play, Rules, card

from .evening import ID
from .lines import (
    CHALLENGE,
    IDENTITY,
    Guest,
    Line,
    address,
    answering,
    cut,
    is_update,
    lay,
    saying,
    scripted,
    serving,
    started,
    until,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from lanuno.net.address import Address

CODE = "K7QP2"
ANA, IVO = PlayerName("Anastasia"), PlayerName("Bartholomew")
HAND = ("R5", "R7", "YS", "G3", "W+")
INFO = TableInfo(ID, TableName("Kitchen"), Stage.LOBBY, 0, 0, 10, Rules())
WELCOME = Welcome(ID, TableName("Kitchen"))
OTHER = Identity.new()
"""The certificate of somebody in between."""
DOCUMENT = Path(__file__).parents[2] / "SECURITY.md"


@asynccontextmanager
async def private_table() -> AsyncIterator[server.Server]:
    async with serving(code=CODE) as table:
        table.table.private = True
        yield table


class Relay:
    """Somebody between guests and a table; with an *identity* it ends TLS, and reads along."""

    def __init__(self, port: int) -> None:
        self.identity: Identity | None = None
        self.calls = 0
        self.from_guest = bytearray()
        self.from_table = bytearray()
        self._port = port

    @classmethod
    @asynccontextmanager
    async def to(cls, port: int) -> AsyncIterator[tuple[Relay, Address]]:
        relay, loop = cls(port), asyncio.get_running_loop()
        with socket.create_server(("127.0.0.1", 0)) as listener:
            listener.setblocking(False)
            async with asyncio.TaskGroup() as tasks:

                async def accept() -> None:
                    while True:
                        raw, _ = await loop.sock_accept(listener)
                        tasks.create_task(relay._visit(raw))

                accepting = tasks.create_task(accept())
                yield relay, address(listener.getsockname()[1])
                accepting.cancel()

    async def _visit(self, raw: socket.socket) -> None:
        self.calls += 1
        secure = {"ssl": guest_context(), "server_hostname": "lanuno"} if self.identity else {}
        with raw:
            try:
                if self.identity:
                    guest = await _accept(raw, self.identity)
                else:
                    guest = await asyncio.open_connection(sock=raw)
                table = await asyncio.open_connection("127.0.0.1", self._port, **secure)
            except OSError:
                return
            await asyncio.gather(
                self._pass_on(guest[0], table[1], self.from_guest),
                self._pass_on(table[0], guest[1], self.from_table),
            )

    async def _pass_on(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, seen: bytearray
    ) -> None:
        try:
            while said := await reader.read(65_536):
                seen += said
                writer.write(said)
                await writer.drain()
        except OSError:
            pass
        writer.close()


async def _accept(
    raw: socket.socket, identity: Identity
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    loop, reader = asyncio.get_running_loop(), asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(reader)
    transport, _ = await loop.connect_accepted_socket(lambda: protocol, raw, ssl=identity.context())
    return reader, asyncio.StreamWriter(transport, protocol, reader, loop)


def secrets_of(code: str) -> Iterator[bytes]:
    """*code* in every form in which it, or something to try codes with, could travel."""
    for text in (code, code.lower(), show_code(code)):
        yield text.encode()
        for name in ("md5", "sha1", "sha256", "sha384", "sha512", "blake2b", "blake2s"):
            digest = hashlib.new(name, text.encode()).digest()
            yield from (digest, digest.hex().encode(), base64.b64encode(digest))


def hand_on_the_wire() -> Iterator[bytes]:
    """Neighbours in a hand as they travel; one card alone is too short not to occur by chance."""
    for one, other in pairwise(HAND):
        yield msgpack.packb(one) + msgpack.packb(other)


def records(stream: bytes) -> list[tuple[int, bytes]]:
    """The TLS records of which *stream* consists: their types and contents."""
    found = []
    while stream:
        length = int.from_bytes(stream[3:5], "big")
        assert stream[1] == 3, "the version of a TLS record begins with 3"
        found.append((stream[0], stream[5 : 5 + length]))
        stream = stream[5 + length :]
    return found


# --- 1, 5: those who listen ---------------------------------------------------------------


async def test_who_records_everything_finds_no_card_no_name_and_no_code():
    """Threats 1, 5."""
    async with (
        private_table() as table,
        Relay.to(table.port) as (relay, there),
        join([there], ANA, code=CODE) as ana,
        join([address(table.port)], IVO, code=CODE) as ivo,
        Guest(ana) as guest,
        Guest(ivo) as other,
    ):
        await guest.hear(Lobby, lambda lobby: len(lobby.chairs) == 2)
        ana.send(Start())
        await guest.hear(Update)
        lay(table, " ".join(HAND) + " | G1 G2 B5", top="R1")
        await guest.hear(Update, lambda update: len(update.view.hand) == len(HAND))
        ana.send(Act(0, Play(card("R5"))))
        await other.hear(Update, is_update(1))
        await guest.hear(Update, is_update(1))

    read = b"".join(frame(notice) for notice in guest.heard)
    words = [b"update", b"hand", b"legal", b"prove", b"confirm", b"Kitchen"]
    told = [*hand_on_the_wire(), ANA.encode(), IVO.encode()]
    assert all(needle in read for needle in told)
    for captured in (bytes(relay.from_guest), bytes(relay.from_table)):
        assert len(captured) > 1000
        for needle in (*told, *words, *secrets_of(CODE)):
            assert needle not in captured


async def test_on_the_wire_there_is_nothing_but_tls_1_3():
    """Threat 1: after the two first words of TLS, everything is ciphertext."""
    async with (
        private_table() as table,
        Relay.to(table.port) as (relay, there),
        Line.to(there.port) as line,
    ):
        await line.hear()
        await line.ask(Ask(), TableInfo)

    guest, host = records(bytes(relay.from_guest)), records(bytes(relay.from_table))
    assert guest[0][0] == host[0][0] == 22
    assert {kind for kind, _ in guest[1:] + host[1:]} <= {20, 23}
    # The answer's extension "supported versions", which names the one that was chosen.
    assert b"\x00\x2b\x00\x02\x03\x04" in host[0][1]
    assert IDENTITY.fingerprint not in bytes(relay.from_table)
    assert b"CN=" not in bytes(relay.from_table)


async def test_a_guest_who_speaks_an_older_tls_is_refused():
    """Threat 1."""
    old = guest_context()
    old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_2
    async with serving() as table, Line.to(table.port) as ana:
        await ana.join("Ana")
        with pytest.raises((ssl.SSLError, ConnectionError)):
            await asyncio.open_connection("127.0.0.1", table.port, ssl=old)

        assert await ana.ask(Ask(), TableInfo)


async def test_a_table_that_speaks_an_older_tls_is_none():
    """Threat 1."""
    old = IDENTITY.context()
    old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_2
    listening = await asyncio.start_server(
        lambda _, writer: writer.close(), "127.0.0.1", 0, ssl=old
    )
    async with listening:
        there = address(listening.sockets[0].getsockname()[1])
        for attempt in (ask(there), join([there], ANA, code=CODE).__aenter__()):
            with pytest.raises((NotATable, NobodyThere)):
                await attempt


# --- 2, 3, 6: those in between ------------------------------------------------------------


async def test_somebody_in_between_is_refused_by_the_table_although_the_code_is_right():
    """Threats 2, 5: every byte is passed on, and neither side takes the other's proof."""
    async with private_table() as table, Relay.to(table.port) as (relay, there):
        relay.identity = OTHER
        with pytest.raises(WrongCode):
            await join([there], ANA, code=CODE).__aenter__()

        assert table._door._guesses.wrong == 1
        assert len(table.table.chairs) == 0
        read = bytes(relay.from_guest + relay.from_table)
        for word in (b"hello", b"prove", b"proven", b"confirm", b"wrong_code"):
            assert word in read
        assert not any(secret in read for secret in secrets_of(CODE))


@pytest.mark.parametrize("mac", [None, "0" * 64, "its own"])
async def test_somebody_in_between_is_refused_by_the_guest_too(mac):
    """Threat 2: whatever is said in the place of the table."""

    async def answer(reader, writer):
        writer.write(preamble() + frame(Hello(ID, CHALLENGE, private=True)))
        await reader.readexactly(PREAMBLE_BYTES)
        proof = CodeProof("AAAAA", IDENTITY.fingerprint, ID, host=True)
        while True:
            length = int.from_bytes(await reader.readexactly(LENGTH_BYTES), "big")
            match request := decode_request(await reader.readexactly(length)):
                case Ask():
                    writer.write(frame(INFO))
                case Prove():
                    proof.take(request.proof)
                    writer.write(frame(Proven(proof.message)))
                case Confirm():
                    said = proof.mac(request.seat) if mac == "its own" else mac
                    writer.write(frame(Confirmed(said)))
                case _:
                    joined.append(request)

    joined = []
    async with answering(answer) as there:
        with pytest.raises(WrongCode):
            await join([there], ANA, code=CODE).__aenter__()

    assert not joined


async def test_who_has_a_code_sits_down_at_no_table_that_says_it_needs_none():
    """Threat 2: somebody in between who does not know the code would say so."""
    async with scripted(frame(INFO), frame(WELCOME)) as there:
        with pytest.raises(UserError):
            await join([there], ANA, code=CODE).__aenter__()


async def test_a_session_comes_back_to_the_certificate_that_it_knows_and_no_other(monkeypatch):
    """Threats 2, 3: also at an open table, whose code everybody knows."""
    monkeypatch.setattr(client, "RETRY_SECONDS", (0.01, 0.02))
    async with (
        serving() as table,
        Relay.to(table.port) as (relay, there),
        join([there], ANA) as session,
        Guest(session) as guest,
    ):
        await guest.hear(Lobby)
        relay.identity = OTHER
        relay.calls = 0
        relay.from_guest.clear()
        cut(table, 0)
        await guest.hear(Lost)
        coming_back = asyncio.create_task(guest.hear(Restored))

        await until(lambda: relay.calls >= 6)

        assert not table.table.chairs[0].here
        assert not coming_back.done()
        read = bytes(relay.from_guest)
        assert b"ask" in read
        assert not any(word in read for word in (b"resume", b"prove", b"confirm", b"join"))
        relay.identity = None
        await coming_back
        await guest.hear(Lobby)
        assert table.table.chairs[0].here


async def test_a_key_that_was_kept_is_not_used_with_another_certificate(tmp_path):
    """Threats 2, 6: a program started anew knows the table by its certificate."""
    kept = Seats(tmp_path)
    async with private_table() as table, Relay.to(table.port) as (relay, there):
        async with join([there], ANA, code=CODE, seats=kept):
            pass
        secret = kept.load(ID, IDENTITY.fingerprint)
        relay.identity = OTHER

        with pytest.raises(WrongCode):
            await join([there], ANA, code=CODE, seats=kept).__aenter__()

        assert b"resume" not in relay.from_guest
        assert SeatKey(secret).public.encode() not in relay.from_guest
        relay.identity = None
        async with join([there], ANA, seats=kept) as session, Guest(session) as guest:
            assert (await guest.hear(Lobby)).you == 0
        assert kept.load(ID, IDENTITY.fingerprint) == secret


# --- 4, 9: those who guess and flood ------------------------------------------------------


async def test_a_storm_of_guesses_has_an_end_and_the_game_goes_on(monkeypatch):
    """Threat 4: no more are answered than the cap; the leader is told, and nobody is held up."""
    cap, answered, ends = 12, [], []
    monkeypatch.setattr(limits, "WAIT_SECONDS", (0.001, 0.01))
    async with serving() as table, Line.to(table.port) as ana, Line.to(table.port) as ivo:
        await started(ana, ivo)
        table.table.private = True
        monkeypatch.setattr(limits, "WRONG_AN_HOUR_MAX", cap)

        async def storm() -> None:
            while End.TOO_MANY_CODES not in ends:
                async with Line.to(table.port) as line:
                    hello, key = await line.hear(), SeatKey.new()
                    line.say(
                        Prove(CodeProof("AAAAA", IDENTITY.fingerprint, ID, host=False).message)
                    )
                    if isinstance(await line.hear(), Proven):
                        answered.append(line)
                        signature = key.sign(IDENTITY.fingerprint, ID, hello.challenge)
                        line.say(Confirm("0" * 64, key.public, signature))
                        await line.hear()
                    ends.append(line.heard[-1].end)

        storming = [asyncio.create_task(storm()) for _ in range(5)]
        for _ in range(5):
            turn = table.table.game.turn
            version = table.table.game.look(turn).version
            [ana, ivo][turn].say(Act(version, Draw()))
            for line in (ana, ivo):
                await line.hear_until(is_update(version + 1))
            if Draw() not in table.table.game.legal(table.table.game.turn):
                break
        await asyncio.gather(*storming)

        assert len(answered) == cap
        assert set(ends) == {End.WRONG_CODE, End.TOO_MANY_CODES}
        assert await ana.hear_until(lambda notice: notice == Guessed(cap))
        for line in (ana, ivo):
            assert await line.ask(Ask(), TableInfo)
            assert not any(isinstance(notice, Closed) for notice in line.heard)


async def test_a_flood_of_connections_is_dropped_before_tls_and_the_game_goes_on():
    """Threat 9: 100 half-open connections, and 30 that want to speak TLS."""
    loop = asyncio.get_running_loop()
    with ExitStack() as stack:
        async with serving() as table, Line.to(table.port) as ana, Line.to(table.port) as ivo:
            await started(ana, ivo)
            flood = [stack.enter_context(socket.socket()) for _ in range(100)]
            for raw in flood:
                raw.setblocking(False)
                await loop.sock_connect(raw, ("127.0.0.1", table.port))
            await until(lambda: len(table._strangers) == limits.STRANGERS_PER_ADDRESS_MAX)

            for _ in range(30):
                with pytest.raises((ssl.SSLError, ConnectionError)):
                    await asyncio.open_connection(
                        "127.0.0.1", table.port, ssl=guest_context(), server_hostname="lanuno"
                    )

            turn = table.table.game.turn
            [ana, ivo][turn].say(Act(table.table.game.look(turn).version, Draw()))
            for line in (ana, ivo):
                await line.hear_until(is_update(1))
            assert len(table._strangers) == limits.STRANGERS_PER_ADDRESS_MAX
            assert all(each.here for each in table.table.chairs)


@pytest.mark.parametrize("stage", ["hello", "answer", "welcome"])
async def test_a_table_that_says_too_much_before_we_are_in_is_hung_up_on(stage):
    """Threat 9: those who only look for tables ask hosts that nobody chose."""
    room = limits.STRANGER_NOTICE_BYTES_MAX

    def padded(notice, length: int) -> bytes:
        """*notice* with a field that nobody knows, as long as that."""
        plain = msgpack.unpackb(frame(notice)[LENGTH_BYTES:])
        fits = next(
            body
            for more in range(length, 0, -1)
            if len(body := msgpack.packb(plain | {"more": more * "x"})) == length
        )
        return length.to_bytes(LENGTH_BYTES, "big") + fits

    for length, fits in ((room, True), (room + 1, False)):
        if stage == "hello":
            hello = padded(Hello(ID, CHALLENGE, private=False), length)
            there = saying(hello, frame(INFO), greeting=preamble(), stays=True)
            ask_it = ask
        elif stage == "answer":
            there, ask_it = saying(padded(INFO, length), stays=True), ask
        else:
            welcome = padded(WELCOME, length)
            there, ask_it = scripted(frame(INFO), welcome), come_in
        async with there as where:
            if fits:
                await ask_it(where)
            else:
                with pytest.raises(NotATable):
                    await ask_it(where)


async def come_in(where) -> None:
    async with join([where], ANA):
        pass


# --- what users are told ------------------------------------------------------------------


def test_what_users_are_told_of_it_is_true():
    """Threats 3, 4, 14, 21: the numbers and the warnings in SECURITY.md."""
    text = " ".join(DOCUMENT.read_text(encoding="utf-8").split())

    for told in (
        f"{limits.WRONG_AN_HOUR_MAX} wrong codes in an hour",
        f"After {limits.FREE_GUESSES} wrong codes",
        f"after {limits.WRONG_AN_HOUR_PER_ADDRESS_MAX} none of its own is taken",
        f"{joincode.CODE_LENGTH} letters and digits",
        f"{seats.KEEP_SECONDS / 24 / 3600:.0f} days",
        f"{limits.STRANGERS_MAX} connections",
        f"{limits.STRANGERS_PER_ADDRESS_MAX} from one address",
        "The host can see all hands",
        "An open table is open",
        "could pose as its host",
    ):
        assert told in text
    assert len(DOCUMENT.read_text(encoding="utf-8").splitlines()) < 80
