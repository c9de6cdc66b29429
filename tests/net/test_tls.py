"""Encryption by hand: what breaks it ends the connection, and nothing else."""

from __future__ import annotations

import asyncio
import gc
import ssl
from contextlib import asynccontextmanager

import pytest

from lanuno.net.connection import Connection, guest_context
from lanuno.net.inbox import ConnectionLost
from lanuno.net.tls import Tls

from .lines import IDENTITY, SECONDS, address, answering, until


@asynccontextmanager
async def plain(answer):
    """The address of something that knows no encryption."""
    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        yield address(server.sockets[0].getsockname()[1])


async def test_something_that_speaks_no_tls_is_refused():
    async def answer(_, writer):
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    async with plain(answer) as there, asyncio.timeout(SECONDS):
        with pytest.raises(ssl.SSLError):
            await Connection.open(there)


async def test_one_who_hangs_up_before_there_are_keys_is_lost():
    async def answer(_, writer):
        writer.transport.abort()

    async with plain(answer) as there, asyncio.timeout(SECONDS):
        with pytest.raises(ConnectionResetError):
            await Connection.open(there)


async def test_one_who_does_not_wait_for_the_keys_leaves_nothing_behind():
    faults = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: faults.append(context))
    called, gone = asyncio.Event(), asyncio.Event()

    async def answer(reader, writer):
        called.set()
        await reader.read()
        writer.close()
        gone.set()

    async with plain(answer) as there, asyncio.timeout(SECONDS):
        opening = asyncio.create_task(Connection.open(there))
        await called.wait()
        opening.cancel()
        with pytest.raises(asyncio.CancelledError):
            await opening
        await gone.wait()
    gc.collect()
    assert not faults


async def test_an_older_tls_is_refused():
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.maximum_version = ssl.TLSVersion.TLSv1_2
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    refused = asyncio.get_running_loop().create_future()

    class Wire(asyncio.Protocol):
        pass

    class Inbox(Wire):
        def eof_received(self) -> None:
            pass

    def serve():
        tls = Tls(Inbox(), IDENTITY.context(), is_server=True)
        tls.secured.add_done_callback(lambda done: refused.set_result(done.exception()))
        return tls

    server = await asyncio.get_running_loop().create_server(serve, "127.0.0.1", 0)
    async with server, asyncio.timeout(SECONDS):
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(ssl.SSLError):
            await asyncio.open_connection("127.0.0.1", port, ssl=old, server_hostname="lanuno")
        assert isinstance(await refused, ssl.SSLError)


async def test_a_record_that_was_changed_on_the_way_ends_the_connection():
    """Whoever stands between can break a line, and say nothing on it."""

    async def answer(reader, writer):
        await reader.readexactly(5)
        # Under the encryption: a record with bytes that no key of this line has made.
        raw = writer.transport._ssl_protocol._transport
        raw.write(b"\x17\x03\x03\x00\x20" + bytes(32))
        await reader.read()

    async with answering(answer) as there, asyncio.timeout(SECONDS):
        line = await Connection.open(there)
        line.send(b"hello")
        with pytest.raises(ConnectionLost):
            await line.receive(1024)
        line.abort()


async def test_what_is_too_large_for_one_record_comes_whole():
    body = bytes(range(256)) * 500

    async def answer(reader, writer):
        writer.write(await reader.readexactly(len(body) + 4))
        await reader.read()

    async with answering(answer) as there, asyncio.timeout(SECONDS):
        line = await Connection.open(there)
        line.send(len(body).to_bytes(4, "big") + body)
        assert await line.receive(len(body)) == body
        line.abort()


async def test_hanging_up_tells_the_other_side_in_the_language_of_tls():
    heard = []

    async def answer(reader, writer):
        heard.append(await reader.read())
        heard.append(writer.get_extra_info("ssl_object").version())

    async with answering(answer) as there, asyncio.timeout(SECONDS):
        line = await Connection.open(there)
        line.send(b"bye")
        await line.close()
        await until(lambda: len(heard) == 2)

    assert heard == [b"bye", "TLSv1.3"]
    assert guest_context().minimum_version is ssl.TLSVersion.TLSv1_3
