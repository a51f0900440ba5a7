"""How soon somebody at another table is answered while a server is attacked, beside how soon when all is calm: the 95th
percentile in milliseconds. The server runs in a process of its own, and has its helpers.

python -m bench.attacked [--size 5] [ATTACK …]
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from asyncio.subprocess import PIPE
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import quantiles

from tests.server.attacks import ATTACKS, Attack, under
from tests.server.one_server import processes
from tests.server.serving import Reached

from ludex.server.apart.pool import usual_helpers
from ludex.server.run.serve import database_in

CALM = 3.0  # seconds
MOST, TIMES = 0.1, 2.0  # seconds, or so many times what it is when all is calm


@contextmanager
def elsewhere() -> Iterator[Reached]:
    with ExitStack() as stack:
        database = database_in(Path(stack.enter_context(tempfile.TemporaryDirectory())))
        ((address, child),) = stack.enter_context(processes(database, 1, helpers=usual_helpers()))
        yield Reached(address)
        assert child.poll() is None, "the server is gone"


async def calm(serving: Reached, size: int) -> None:
    await asyncio.sleep(CALM)


async def during(serving: Reached, name: str, size: int) -> list[float]:
    """How long each answer took while a process of its own attacks."""
    command = [sys.executable, "-m", "tests.server.attacks", "--at", serving.address, name, "--size", str(size)]
    child = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
    assert child.stdin is not None
    assert child.stdout is not None
    await child.stdout.readline()
    word = child.stdin

    async def attack(serving: Reached, size: int) -> None:
        word.write(b"\n")
        assert await child.wait() == 0, "the attack was not carried out"

    return await timed(serving, attack, size)


async def timed(serving: Reached, attack: Attack, size: int) -> list[float]:
    took: list[float] = []
    await under(serving, attack, size, took.append)
    return took


def measured(name: str, size: int) -> float:
    """The 95th percentile, in seconds; without a name, when all is calm."""
    with elsewhere() as serving:
        took = asyncio.run(during(serving, name, size) if name else timed(serving, calm, size))
    return quantiles(took, n=20)[-1] if len(took) > 1 else took[0]


def main(names: list[str], size: int) -> None:
    usual = measured("", size)
    print(f"{'calm':32} {usual * 1000:8.1f} ms", flush=True)
    for name in names or ATTACKS:
        took = measured(name, size)
        fine = took < max(MOST, TIMES * usual)
        print(f"{name:32} {took * 1000:8.1f} ms{'' if fine else '   too slow'}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("attacks", nargs="*", help=", ".join(ATTACKS))
    parser.add_argument("--size", type=int, default=5)
    given = parser.parse_args()
    main(given.attacks, given.size)
