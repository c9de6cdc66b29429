"""On the loopback interface alone, where other tests' tables may be listed too."""

import asyncio
import errno
import gc
import json
from contextlib import AsyncExitStack, asynccontextmanager
from uuid import uuid4

import pytest
from zeroconf.asyncio import AsyncZeroconf

from lanuno.errors import NotATable, OtherVersion
from lanuno.net import limits, sweep
from lanuno.net.address import Address
from lanuno.net.advert import write
from lanuno.net.advertise import advertise
from lanuno.net.beacon import answering
from lanuno.net.discovery import tables
from lanuno.net.messages import PROTOCOL, Stage, TableInfo
from lanuno.net.text import TableName
from lanuno.uno.rules import Rules

SECONDS = 30


def loopback():
    return ("127.0.0.1",)


@pytest.fixture
def table_id():
    return uuid4().hex[:16]


class Table:
    """A server that says which table it is, and hangs up."""

    def __init__(self, table_id, name="Ana's"):
        self.id = table_id
        self.name = name
        self.is_silent = False

    async def __aenter__(self):
        self._server = await asyncio.start_server(self._answer, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_):
        self._server.close()
        await self._server.wait_closed()

    async def _answer(self, _, writer):
        if not self.is_silent:
            writer.write(json.dumps([self.id, self.name]).encode())
        writer.close()

    def advertised(self):
        return advertise(self.id, self.name, self.port, interfaces=loopback)


async def ask(address):
    reader, writer = await asyncio.open_connection(address.host, address.port)
    try:
        return table_info(*json.loads(await reader.read()))
    except ValueError:
        raise NotATable from None
    finally:
        writer.close()


def table_info(table_id, name):
    return TableInfo(
        table_id, TableName.of(name), Stage.LOBBY, seated=1, bots=0, seats=10, rules=Rules()
    )


async def until(found_tables, condition):
    """What is found as soon as it fulfills *condition*; asks again and again meanwhile."""
    async with asyncio.timeout(SECONDS):
        async for found in found_tables:
            if condition(found):
                return found
    raise AssertionError


async def until_listed(found_tables, table_id, **wanted):
    def is_wanted(each):
        return each.id == table_id and all(
            getattr(each, name) == value for name, value in wanted.items()
        )

    found = await until(found_tables, lambda found: any(map(is_wanted, found)))
    return next(filter(is_wanted, found))


async def until_gone(found_tables, table_id):
    await until(found_tables, lambda found: table_id not in [each.id for each in found])


async def test_a_table_is_found_with_what_it_says_of_itself(table_id):
    async with Table(table_id) as table, table.advertised(), tables(ask, loopback) as found_tables:
        found = await until_listed(found_tables, table_id)

    assert found.name == "Ana's"
    assert found.addresses == (Address("127.0.0.1", table.port),)
    assert found.info == table_info(table_id, "Ana's")
    assert found.answers
    assert found.protocol == PROTOCOL


async def test_a_table_is_found_by_a_broadcast_alone(table_id):
    async with (
        Table(table_id) as table,
        answering(table_id, "Ana's", table.port),
        tables(ask, loopback) as found_tables,
    ):
        found = await until_listed(found_tables, table_id, answers=True)

    assert found.addresses == (Address("127.0.0.1", table.port),)
    assert found.info == table_info(table_id, "Ana's")


async def test_a_table_of_another_version_is_found_by_a_broadcast_under_its_name(table_id):
    async def ask_in_vain(_):
        raise OtherVersion(7, PROTOCOL)

    async with (
        answering(table_id, "Ana's", 4000),
        tables(ask_in_vain, loopback) as found_tables,
    ):
        found = await until_listed(found_tables, table_id, answers=True)

    assert found.name == "Ana's"
    assert found.info is None
    assert found.protocol == 7


async def test_a_table_where_one_was_joined_before_is_found_with_no_word_from_the_network(table_id):
    async with Table(table_id) as table:
        here, nobody = Address("127.0.0.1", table.port), Address("127.0.0.1", 1)
        async with tables(ask, loopback, recent=(nobody, here)) as found_tables:
            found = await until_listed(found_tables, table_id, answers=True)
            addresses = [each.addresses for each in found_tables.found]

    assert found.addresses == (here,)
    assert found.info == table_info(table_id, "Ana's")
    assert (nobody,) not in addresses


async def test_where_one_was_joined_before_another_table_is_listed_as_what_it_is(table_id):
    async with Table(table_id) as table:
        here = Address("127.0.0.1", table.port)
        async with tables(ask, loopback, recent=(here,)) as found_tables:
            await until_listed(found_tables, table_id)

            table.id = another = uuid4().hex[:16]
            table.name = "Kuhinja"
            async with asyncio.timeout(SECONDS):
                while another not in [each.id for each in found_tables.found]:
                    found_tables.refresh()
                    await asyncio.sleep(0.01)
            found = await until_listed(found_tables, another, answers=True)

    assert found.name == "Kuhinja"


async def test_a_table_of_another_version_where_one_was_joined_before_has_its_address_for_a_name():
    here = Address("192.168.100.200", 24108)

    async def ask_in_vain(address):
        raise OtherVersion(7, PROTOCOL) if address == here else ConnectionRefusedError

    async with tables(ask_in_vain, loopback, recent=(here,)) as found_tables:
        found = await until_listed(found_tables, str(here), answers=True)

    assert found.name == "192.168.100.200:24108"
    assert found.protocol == 7


async def test_a_table_that_is_heard_of_in_every_way_is_listed_and_watched_once(table_id):
    async with Table(table_id) as table:
        here = Address("127.0.0.1", table.port)
        async with table.advertised(), tables(ask, loopback, recent=(here,)) as found_tables:
            async with asyncio.timeout(SECONDS):
                while True:
                    await until_listed(found_tables, table_id, answers=True)
                    watched = [
                        known
                        for known in found_tables._known.values()
                        if known.advert and known.advert.id == table_id
                    ]
                    if len(watched) == 1 and not watched[0].is_hint:
                        break
                    found_tables.refresh()
                    await asyncio.sleep(0.01)
            ids = [each.id for each in found_tables.found]

    assert ids.count(table_id) == 1


async def test_a_sweep_finds_what_listens_on_the_usual_port_and_says_that_it_runs(
    table_id, monkeypatch
):
    async with Table(table_id) as table:
        here = Address("127.0.0.1", table.port)

        async def sweep_here(networks, visit):
            assert [each.address for each in networks] == ["127.0.0.1"]
            states.append(found_tables.sweeping)
            await visit(here)

        states = []
        monkeypatch.setattr(sweep, "sweep", sweep_here)
        async with tables(ask, loopback) as found_tables:
            await found_tables.sweep()
            states.append(found_tables.sweeping)
            (found,) = [each for each in found_tables.found if each.id == table_id]

    assert states == [True, False]
    assert found.addresses == (here,)
    assert found.answers


async def test_a_table_that_opens_later_is_found_too(table_id):
    async with tables(ask, loopback) as found_tables:
        await until(found_tables, lambda _: not found_tables.searching)

        async with Table(table_id) as table, table.advertised():
            await until_listed(found_tables, table_id)


async def test_two_tables_of_one_name_on_one_machine_are_both_found_in_the_order_of_names():
    """B100"""
    first, second, third = (prefix + uuid4().hex[:15] for prefix in "012")
    async with AsyncExitStack() as stack:
        for table_id, name in [(second, "Kuhinja"), (first, "Kuhinja"), (third, "Bašta")]:
            table = await stack.enter_async_context(Table(table_id, name))
            await stack.enter_async_context(table.advertised())
        found_tables = await stack.enter_async_context(tables(ask, loopback))

        ours = {first, second, third}
        found = await until(found_tables, lambda found: ours <= {each.id for each in found})

    assert [each.id for each in found if each.id in ours] == [third, first, second]


async def test_a_table_that_closes_is_gone(table_id):
    async with tables(ask, loopback) as found_tables, Table(table_id) as table:
        async with table.advertised():
            await until_listed(found_tables, table_id, answers=True)

        await until_gone(found_tables, table_id)


async def test_a_table_that_falls_silent_is_grayed_then_gone_and_comes_back(table_id):
    async with tables(ask, loopback) as found_tables, Table(table_id) as table, table.advertised():
        await until_listed(found_tables, table_id, answers=True)

        table.is_silent = True
        found_tables.refresh()
        grayed = await until_listed(found_tables, table_id, answers=False)
        assert grayed.info == table_info(table_id, "Ana's")
        found_tables.refresh()
        await until_gone(found_tables, table_id)

        table.is_silent = False
        async with table.advertised():
            await until_listed(found_tables, table_id, answers=True)


async def test_a_table_that_is_announced_but_never_answers_stays_in_sight(table_id):
    """A firewall on the host's machine looks like this."""
    asked = []

    async def ask_in_vain(address):
        asked.append(address)
        raise TimeoutError

    async with (
        advertise(table_id, "Ana's", 4000, interfaces=loopback),
        tables(ask_in_vain, loopback) as found_tables,
        asyncio.timeout(SECONDS),
    ):
        while asked.count(Address("127.0.0.1", 4000)) < 4:
            found_tables.refresh()
            await asyncio.sleep(0.01)
        found = await until_listed(found_tables, table_id)

    assert found.name == "Ana's"
    assert found.info is None
    assert not found.answers


async def test_a_table_of_another_version_answers_but_says_nothing_that_we_understand(table_id):
    async def ask_in_vain(_):
        raise OtherVersion(7, PROTOCOL)

    async with (
        advertise(table_id, "Ana's", 4000, interfaces=loopback),
        tables(ask_in_vain, loopback) as found_tables,
    ):
        found = await until_listed(found_tables, table_id)

    assert found.answers
    assert found.info is None
    assert found.protocol == 7


async def test_another_table_behind_the_address_is_not_taken_for_the_one_advertised(table_id):
    async with (
        Table(uuid4().hex[:16]) as other,
        advertise(table_id, "Ana's", other.port, interfaces=loopback),
        tables(ask, loopback) as found_tables,
    ):
        found = await until_listed(found_tables, table_id)

    assert found.info is None
    assert not found.answers


@pytest.mark.parametrize("nonsense", [b"", b"{", b"\x00" * 100_000, b"HTTP/1.0 400 Bad\r\n\r\n"])
async def test_nonsense_in_answer_is_no_answer(table_id, nonsense):
    async def answer(reader, writer):
        writer.write(nonsense)
        await reader.read(1)
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with (
        server,
        advertise(table_id, "Ana's", port, interfaces=loopback),
        tables(interfaces=loopback) as found_tables,
    ):
        found = await until_listed(found_tables, table_id)

    assert not found.answers


@asynccontextmanager
async def claims(ids, address):
    """Somebody on the network who advertises a table for each id, at *address*(i)."""
    liar = AsyncZeroconf(interfaces=list(loopback()))
    try:
        sent = [
            await liar.async_register_service(
                write(table_id, "Ana's", 4000 + i, (address(i),)), cooperating_responders=True
            )
            for i, table_id in enumerate(ids)
        ]
        await asyncio.gather(*sent)
        yield
    finally:
        await liar.async_close()


async def test_only_so_many_tables_are_listed_for_one_address_of_another_machine():
    most = limits.NEIGHBORS_MAX
    ids = [uuid4().hex[:16] for _ in range(most + 7)]

    async def ask_the_liar(address):
        return table_info(ids[address.port - 4000], "Ana's")

    async with claims(ids, lambda _: "10.3.2.1"), tables(ask_the_liar, loopback) as found_tables:
        await until(found_tables, lambda found: len({each.id for each in found} & {*ids}) == most)
        await until(found_tables, lambda _: not found_tables.searching)

        assert len({each.id for each in found_tables.found} & {*ids}) == most


async def test_a_flood_of_tables_is_cut_off_and_does_not_hide_one_that_answers(table_id):
    ids = [uuid4().hex[:16] for _ in range(60)]

    async def ask_or_wait(address):
        return await ask(address) if address.host == "127.0.0.1" else await asyncio.Event().wait()

    async with claims(ids, lambda i: f"10.3.2.{i}"), tables(ask_or_wait, loopback) as found_tables:
        await until(found_tables, lambda found: len(found) > 8)

        async with Table(table_id) as table, table.advertised():
            found = await until(
                found_tables,
                lambda found: table_id in [each.id for each in found if each.answers],
            )

    assert len(found) <= 50


async def test_a_copy_of_an_advert_does_not_stand_in_for_the_table_that_answers(table_id):
    async def ask_or_fail(address):
        if address.host == "127.0.0.1":
            return await ask(address)
        raise ConnectionRefusedError

    async with (
        claims([table_id], lambda _: "10.3.2.1"),
        tables(ask_or_fail, loopback) as found_tables,
    ):
        await until_listed(found_tables, table_id, answers=False)
        async with Table(table_id, "Another name") as table, table.advertised():
            found = await until_listed(found_tables, table_id, answers=True)
            ids = [each.id for each in found_tables.found]

    assert found.addresses[0] == Address("127.0.0.1", table.port)
    assert ids.count(table_id) == 1


@pytest.mark.parametrize(
    ("trouble", "words"),
    [
        (OSError(errno.EADDRINUSE, "in use"), "keeps UDP port 5353 to itself"),
        (OSError(errno.EPERM, "not permitted"), "does not allow lanuno to use"),
        (OSError(errno.ENODEV, "No such device"), "No such device"),
        (RuntimeError("anything"), "the network cannot be used"),
    ],
)
async def test_a_network_that_cannot_be_used_is_a_problem_told_and_nothing_raised(trouble, words):
    """B101"""

    def fail():
        raise trouble

    async with advertise(uuid4().hex[:16], "Ana's", 4000, interfaces=fail) as advertising:
        assert words in advertising.problem
    async with tables(ask, fail) as found_tables:
        await until(found_tables, lambda _: found_tables.problem is not None)
        assert words in found_tables.problem
        assert found_tables.found == ()


@pytest.mark.parametrize("addresses", [(), ("127.0.0.1",)])
async def test_a_machine_without_a_network_is_told_so(addresses):
    async with advertise(
        uuid4().hex[:16], "Ana's", 4000, interfaces=lambda: addresses
    ) as advertising:
        assert "not connected to a network" in advertising.problem
    async with tables(ask, lambda: addresses) as found_tables:
        await until(found_tables, lambda _: found_tables.problem is not None)
        assert "not connected to a network" in found_tables.problem


async def test_a_network_that_comes_goes_and_comes_again_is_used_each_time():
    addresses = []
    async with tables(ask, lambda: tuple(addresses)) as found_tables:
        for _ in range(2):
            await until(found_tables, lambda _: not found_tables.searching)
            addresses.append("127.0.0.1")
            found_tables.refresh()

            async with Table(uuid4().hex[:16]) as table, table.advertised():
                await until_listed(found_tables, table.id, answers=True)

            addresses.clear()
            found_tables.refresh()


@pytest.mark.parametrize("steps", range(8))
async def test_a_search_that_is_given_up_while_it_begins_leaves_no_socket_open(steps):
    async with tables(ask, loopback):
        for _ in range(steps):
            await asyncio.sleep(0)

    # An open socket warns when it is collected, and a warning fails the test.
    gc.collect()


async def test_nothing_is_left_running_when_a_search_is_given_up(table_id):
    async def search_for_ever():
        async with (
            Table(table_id) as table,
            table.advertised(),
            tables(ask, loopback) as found_tables,
        ):
            await until_listed(found_tables, table_id)
            found.set()
            await asyncio.Event().wait()

    found = asyncio.Event()
    before = asyncio.all_tasks()
    searching = asyncio.create_task(search_for_ever())
    await found.wait()
    searching.cancel()

    with pytest.raises(asyncio.CancelledError):
        await searching
    assert asyncio.all_tasks() == before
