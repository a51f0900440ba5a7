"""The other process: a desk on the same store, linked by lines of JSON on its input and output.

`python -m tests.table.other_desk STORE TABLE KEY LINES` says so many lines at the table, and tells at the end what it
has heard there.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import msgspec

from ludex.table.campaign.notes import Say
from ludex.table.desk.desk import Desk, Notice
from tests.table.desks import listen, opened


def tell(**what: Any) -> None:
    sys.stdout.write(msgspec.json.encode(what).decode() + "\n")
    sys.stdout.flush()


async def main(url: str, table: str, key: str, lines: int) -> None:
    store = opened(url)
    desk = Desk(store, announce=lambda notice: tell(notice=notice))
    ear = await listen(desk, table, key)
    tell(ready=True)

    async def hear() -> None:
        while (line := await asyncio.to_thread(sys.stdin.readline)).strip() not in ("", "end"):
            await desk.heard(msgspec.json.decode(line, type=Notice))

    hearing = asyncio.create_task(hear())
    await asyncio.gather(*(desk.do(table, key, Say(words=f"there {line}")) for line in range(lines)))
    await ear.until(lambda ear: len(ear.said) == 2 * lines)
    await hearing
    tell(said=ear.said)
    await desk.close()
    store.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])))
