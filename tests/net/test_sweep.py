import asyncio

import pytest

from lanuno.net import limits
from lanuno.net.address import Address
from lanuno.net.interfaces import Interface
from lanuno.net.sweep import _hosts, sweep

LO = Interface("lo", "127.0.0.1", 8)


async def visited(port):
    found = []

    async def visit(address):
        found.append(address)

    await sweep((LO,), visit, port=port)
    return found


async def test_whoever_listens_is_visited_once():
    server = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]

        assert await visited(port) == [Address("127.0.0.1", port)]


async def test_whoever_does_not_listen_is_not():
    server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    server.close()
    await server.wait_closed()

    assert await visited(port) == []


async def test_without_a_network_there_is_nothing_to_do():
    async def visit(_):
        raise AssertionError

    await sweep((), visit)


@pytest.mark.parametrize(
    ("networks", "count", "first", "last"),
    [
        ([Interface("eth0", "10.0.0.2", 24)], 254, "10.0.0.1", "10.0.0.254"),
        ([Interface("eth0", "10.1.2.3", 8)], 254, "10.1.2.1", "10.1.2.254"),
        ([Interface("eth0", "10.0.0.130", 25)], 126, "10.0.0.129", "10.0.0.254"),
        (
            [Interface("eth0", "10.0.0.2", 24), Interface("wlan0", "10.0.0.3", 24)],
            254,
            *("10.0.0.1", "10.0.0.254"),
        ),
        ([LO], 1, "127.0.0.1", "127.0.0.1"),
    ],
)
def test_of_a_network_as_many_addresses_are_tried_as_a_home_has(networks, count, first, last):
    hosts = _hosts(networks)

    assert len(hosts) == count
    assert (hosts[0], hosts[-1]) == (first, last)


async def test_of_many_networks_only_some_are_tried(monkeypatch):
    asked = []
    networks = [Interface(f"eth{i}", f"10.0.{i}.1", 30) for i in range(limits.NETWORKS_MAX + 3)]

    async def connect(_, host, __):
        asked.append(host)
        raise ConnectionRefusedError

    monkeypatch.setattr(asyncio.get_running_loop(), "create_connection", connect)
    await sweep(networks, lambda _: None)

    assert len(asked) == 2 * limits.NETWORKS_MAX
