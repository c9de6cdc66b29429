"""Host a table that says it is of the next version: python other_version.py PORT."""

import asyncio
import sys

from lanuno.net import connection
from lanuno.net.codec import preamble
from lanuno.net.hosting import Hosting, open_table
from lanuno.net.messages import PROTOCOL
from lanuno.net.text import TableName


async def main(port):
    connection.preamble = lambda: preamble(PROTOCOL + 1)
    async with open_table(Hosting(table=TableName("Terasa"), port=port)):
        sys.stdout.write("{}\n")
        sys.stdout.flush()
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
