"""The question by a broadcast; on loopback, where other tests' hosts may answer too."""

import asyncio
import re
import socket
from contextlib import AsyncExitStack
from pathlib import Path
from uuid import uuid4

import pytest

from lanuno.net import beacon, limits
from lanuno.net.address import Address
from lanuno.net.beacon import (
    BEACON_PORT,
    DATAGRAM_BYTES,
    answer,
    answering,
    asking,
    question,
    read_answer,
    read_question,
)
from lanuno.net.interfaces import Interface
from lanuno.net.messages import PROTOCOL
from lanuno.net.text import TableName

ID = "00112233445566aa"
NONCE = bytes(range(8))
HERE = "192.168.1.20"
LO = Interface("lo", "127.0.0.1", 8)
ANSWER = answer(NONCE, ID, TableName("Kuhinja"), 4000)
TEXT = (Path(__file__).parents[2] / "PROTOCOL.md").read_text(encoding="utf-8")


def read(datagram, host=HERE, nonce=NONCE):
    return read_answer(datagram, nonce, host, loopback=False)


@pytest.mark.parametrize(("kind", "datagram"), [("question", question(NONCE)), ("answer", ANSWER)])
def test_the_document_shows_the_bytes_that_are_sent(kind, datagram):
    (code,) = re.findall(rf"```hex {kind}\n(.*?)\n```", TEXT, re.DOTALL)

    assert bytes.fromhex(code) == datagram


@pytest.mark.parametrize("name", ["Ana", "Љубиша Đorđević", "🂡" * 12, "a" * 24, "?"])
def test_what_a_host_answers_everybody_reads_and_it_is_no_longer_than_the_question(name):
    datagram = answer(NONCE, ID, TableName.of(name), 4000)

    advert = read(datagram)

    assert (advert.id, advert.name, advert.protocol) == (ID, name, PROTOCOL)
    assert advert.addresses == (Address(HERE, 4000),)
    assert len(datagram) <= len(question(NONCE)) == DATAGRAM_BYTES


@pytest.mark.parametrize(
    "name", [b"\x1b[31m", b"\xff\xfe", b"[red]Ana[/]", b"", "\u202eb".encode()]
)
def test_a_name_is_cleaned_before_anybody_sees_it(name):
    advert = read(ANSWER.removesuffix(b"Kuhinja") + name)

    assert advert.name == TableName.of(advert.name)
    assert advert.name.isprintable()


@pytest.mark.parametrize("length", range(DATAGRAM_BYTES + 2))
def test_what_is_cut_short_or_too_long_is_dropped(length):
    cut = ANSWER.ljust(length, b"x")[:length]
    shortest = len(ANSWER) - len("Kuhinja")

    assert (read(cut) is None) == (not shortest <= length <= DATAGRAM_BYTES)
    asked = question(NONCE).ljust(length, b"\0")[:length]
    assert (read_question(asked) is None) == (length != DATAGRAM_BYTES)


@pytest.mark.parametrize("place", range(16))
def test_what_is_changed_in_its_head_is_dropped(place):
    def changed(datagram):
        return datagram[:place] + bytes([datagram[place] ^ 1]) + datagram[place + 1 :]

    assert read(changed(ANSWER)) is None
    assert place > 7 or read_question(changed(question(NONCE))) is None


@pytest.mark.parametrize("host", ["8.8.8.8", "127.0.0.1", "0.0.0.0", "255.255.255.255"])  # noqa: S104
def test_an_answer_from_whoever_is_no_neighbor_is_dropped(host):
    assert read(ANSWER, host) is None


@pytest.mark.parametrize("port", [0, 22, 1023])
def test_a_port_that_no_table_has_is_dropped(port):
    assert read(answer(NONCE, ID, TableName("Ana"), port)) is None


class Line:
    """Keeps what is sent."""

    def __init__(self):
        self.sent = []

    def sendto(self, datagram, to):
        self.sent.append((datagram, to))


async def answers_to(*questions):
    host = beacon._Beacon(ID, TableName("Ana"), 4000)
    host.connection_made(line := Line())
    for datagram, sender in questions:
        host.datagram_received(datagram, (sender, 5000))
    return line.sent


async def test_a_host_answers_a_neighbor_and_nobody_else():
    asked = question(NONCE)
    told = await answers_to((asked, HERE), (asked, "8.8.8.8"), (b"", HERE), (ANSWER, HERE))

    assert told == [(answer(NONCE, ID, TableName("Ana"), 4000), (HERE, 5000))]


async def test_who_asks_too_often_gets_few_answers_and_takes_none_from_others():
    asked = [(question(NONCE), HERE)] * 1000

    told = await answers_to(*asked, (question(NONCE), "192.168.1.21"))

    assert [to for _, (to, _) in told].count(HERE) == limits.ANSWERS_PER_ADDRESS_MAX
    assert told[-1][1][0] == "192.168.1.21"


async def test_many_who_ask_at_once_get_so_many_answers_in_all():
    told = await answers_to(*((question(NONCE), f"192.168.1.{i}") for i in range(250)))

    assert len(told) == limits.ANSWERS_PER_SECOND_MAX


async def test_a_second_later_a_host_answers_again(monkeypatch):
    loop, host = asyncio.get_running_loop(), beacon._Beacon(ID, TableName("Ana"), 4000)
    host.connection_made(line := Line())
    for now in (100.0, 100.9, 101.0):
        monkeypatch.setattr(loop, "time", lambda now=now: now)
        for _ in range(10):
            host.datagram_received(question(NONCE), (HERE, 5000))
    monkeypatch.undo()

    assert len(line.sent) == 2 * limits.ANSWERS_PER_ADDRESS_MAX


def test_only_so_many_answers_to_one_question_are_heard():
    heard = []
    listener = beacon._Listener(NONCE, heard.append, loopback=False)

    for _ in range(2 * limits.ANSWERS_HEARD_MAX):
        listener.datagram_received(ANSWER, (HERE, BEACON_PORT))

    assert len(heard) == limits.ANSWERS_HEARD_MAX


async def hear(*ids):
    """What is heard of the tables with these ids, as soon as it is something of each."""
    heard = {}
    async with asyncio.timeout(30):
        while not heard.keys() >= {*ids}:
            async with asking((LO,), lambda advert: heard.update({advert.id: advert})):
                await asyncio.sleep(0.01)
    return [heard[each] for each in ids]


async def test_two_tables_on_one_machine_both_answer():
    ids = [uuid4().hex[:16] for _ in range(2)]
    async with AsyncExitStack() as stack:
        for port, table in enumerate(ids, start=4000):
            await stack.enter_async_context(answering(table, "Ana", port))

        adverts = await hear(*ids)

    assert [advert.addresses[0].port for advert in adverts] == [4000, 4001]


async def test_a_port_that_another_program_keeps_is_no_error(monkeypatch):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as keeper:
        keeper.bind(("", 0))
        monkeypatch.setattr(beacon, "BEACON_PORT", keeper.getsockname()[1])
        async with answering(ID, "Ana", 4000):
            pass


async def test_an_address_that_is_gone_is_asked_from_no_more():
    async with asking((Interface("eth0", "192.0.2.1", 24), LO), lambda _: None):
        pass
