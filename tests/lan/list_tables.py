"""Print a line of JSON each time that the tables on this network change."""

import asyncio
import json
import signal
import sys
from contextlib import suppress

from lanuno.net.discovery import tables
from lanuno.net.messages import Stage, TableInfo
from lanuno.net.text import TableName
from lanuno.uno.rules import Rules


async def ask(address):
    reader, writer = await asyncio.open_connection(address.host, address.port)
    try:
        answer = json.loads(await reader.read())
    finally:
        writer.close()
    name = TableName.of(answer["name"])
    return TableInfo(answer["id"], name, Stage.LOBBY, 1, 0, 10, Rules())


async def main():
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, asyncio.current_task().cancel)
    async with tables(ask) as found_tables:
        async for found in found_tables:
            listed = [
                {
                    "id": table.id,
                    "name": table.name,
                    "addresses": list(map(str, table.addresses)),
                    "answers": table.answers,
                }
                for table in found
            ]
            line = {
                "problem": found_tables.problem,
                "searching": found_tables.searching,
                "found": listed,
            }
            sys.stdout.write(json.dumps(line) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    with suppress(asyncio.CancelledError):
        asyncio.run(main())
