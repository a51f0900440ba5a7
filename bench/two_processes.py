"""Two servers on one PostgreSQL store: how soon what is done at one is heard at the other; and when one is killed, how
soon somebody of its seats is at the other, and how soon it is known there who is not.

python -m bench.two_processes [--words 200] [--kills 5]
"""

from __future__ import annotations

import argparse
import asyncio
from statistics import quantiles
from time import perf_counter

from tests.server.one_server import processes
from tests.server.serving import Reached, until
from tests.server.test_processes import comes_back

from bench.table import postgres
from ludex.client.client import Client
from ludex.table.desk.desk import AROUND

PAUSE = 0.06  # seconds between words: nobody may say more
HEARD, AWAY = 0.1, 10.0  # seconds that are wanted: the 95th percentile, and the longest


async def heard(database: str, words: int) -> list[float]:
    """Seconds from saying something at one process until it is heard at the other."""
    with processes(database, 2, AROUND) as ((one, _), (other, _)):
        master = await Reached(one).found()
        ann = await Reached(one).seat(master, "Ann")
        took = []
        async with Reached(one).at(master) as speaker, Reached(other).at(ann) as listener:
            for said in range(words):
                began = perf_counter()
                await asyncio.gather(
                    speaker.do("chat", words="Hello"), until(listener, lambda said=said: len(listener.chat) > said)
                )
                took.append(perf_counter() - began)
                await asyncio.sleep(PAUSE)
        return took


async def after_a_kill(database: str) -> tuple[float, float]:
    """Seconds until somebody is back at the other process, and until it is known there who is not."""
    with processes(database, 2, AROUND) as ((one, child), (other, _)):
        master = await Reached(one).found()
        links = [await Reached(one).seat(master, name) for name in ("Ann", "Ben")]
        ann, ben = [Client(one, link["table"], link["token"], patience=0) for link in links]
        async with Reached(other).at(master) as mara:
            await asyncio.gather(ann.open(), ben.open())
            await until(mara, lambda: all(mara.document["seats"][each.seat]["here"] for each in (ann, ben)))
            child.kill()
            began = perf_counter()
            await comes_back(ann, one, other)
            await ann.do("chat", words="I am back")
            back = perf_counter() - began
            await until(mara, lambda: not mara.document["seats"][ben.seat]["here"])
            known = perf_counter() - began
            assert mara.document["seats"][ann.seat]["here"], "somebody who is there is thought to be away"
            await ann.close()
        return back, known


def told(what: str, seconds: float, wanted: float) -> None:
    print(f"{what:58} {seconds * 1000:8.0f} ms{'' if seconds < wanted else '   too slow'}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--words", type=int, default=200)
    parser.add_argument("--kills", type=int, default=5)
    chosen = parser.parse_args()
    with postgres() as fresh:
        took = asyncio.run(heard(fresh(), chosen.words))
        told("what is said at one is heard at the other, 95th percentile", quantiles(took, n=20)[-1], HEARD)
        kills = [asyncio.run(after_a_kill(fresh())) for _ in range(chosen.kills)]
        told("one is killed: somebody goes on at the other, longest", max(back for back, _ in kills), AWAY)
        told("one is killed: it is known who is away, longest", max(known for _, known in kills), AWAY)


if __name__ == "__main__":
    main()
