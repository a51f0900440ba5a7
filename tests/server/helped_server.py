"""A pool of helpers in a process that is to be killed: python -m tests.server.helped_server URL. One of them is in the
middle of what never ends, and all are told."""

from __future__ import annotations

import asyncio
import json
import sys

from ludex.server.apart.pool import Pool
from ludex.server.watch.logs import Logging
from ludex.table.desk.store import Store
from tests.server.working import endless_alone
from tests.table.desks import until


async def main(database: str) -> None:
    Store(database).migrate()
    pool = Pool(2, database, Logging())
    pool.start()
    busy = asyncio.create_task(pool.without_table("here", endless_alone))
    await until(lambda: len(pool.helpers) == 2 and not len(pool.turns))
    print(json.dumps([one.process.pid for one in pool.helpers]), flush=True)
    await busy


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
