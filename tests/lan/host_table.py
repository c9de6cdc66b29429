"""Advertise a table, and answer whoever asks: python host_table.py ID NAME; ends on SIGTERM."""

import asyncio
import json
import signal
import socket
import sys

from lanuno.net.advertise import advertise


async def main(table, name):
    async def answer(_, writer):
        writer.write(json.dumps({"id": table, "name": name}).encode())
        writer.close()

    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    server = await asyncio.start_server(answer, "", 0, family=socket.AF_INET)
    port = server.sockets[0].getsockname()[1]
    async with server, advertise(table, name, port) as advertising:
        line = {"port": port, "problem": advertising.problem}
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()
        await stop.wait()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
