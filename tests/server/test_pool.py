"""The pool of helpers, with stubs in their place: what breaks down costs a job, and never a table or the pool."""

from __future__ import annotations

import asyncio
import os
import pickle
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from ludex.server.apart import pool
from ludex.server.apart.helper import Job, Outcome, too_much
from ludex.server.apart.pool import Helper, Pool
from ludex.server.watch.logs import Logging
from ludex.table.desk.apart import Asked, TooMuch
from ludex.table.desk.held import Fault
from ludex.table.document.show import Documents
from ludex.table.records.seat import Seat
from tests.server.serving import LONG, run
from tests.table.desks import until


class Process:
    """One that is there as long as nobody ends it."""

    alive = True

    def is_alive(self) -> bool:
        return self.alive

    def kill(self) -> None:
        self.alive = False


class Stub:
    """A helper in a thread of this process. `faults` befall the first that are started."""

    faults: list[Exception]

    def __init__(self, database: str, log: Logging) -> None:
        if self.faults:
            raise self.faults.pop()
        self.process = Process()
        self.knows = ()

    def do(self, data: bytes, seconds: float) -> Outcome:
        job: Job = pickle.loads(data)
        work: Callable[..., Any] = job.work
        return Outcome(work(None, None))

    def end(self) -> None:
        self.process.kill()


@asynccontextmanager
async def stubs(monkeypatch: pytest.MonkeyPatch, count: int, *faults: Exception) -> AsyncIterator[Pool]:
    """A pool that is to be started."""
    monkeypatch.setattr(Stub, "faults", list(faults), raising=False)
    monkeypatch.setattr(pool, "Helper", Stub)
    monkeypatch.setattr(pool, "AGAIN", 0.0)
    made = Pool(count, "", Logging())
    yield made
    await made.close()


async def asked(of: Pool, work: Callable[..., Any], table: str = "t", seat: str = "s") -> Any:
    return await of.at_table(Asked(table, 1, seat, 0.0), work, 1.0)


def told(word: str, documents: Documents, seat: Seat) -> str:
    return word


def broken(documents: Documents, seat: Seat) -> None:
    raise ZeroDivisionError


def test_a_helper_that_cannot_be_started_is_tried_again_whatever_is_against_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with stubs(monkeypatch, 1, EOFError(), OSError(), ValueError()) as made:
            made.start()
            assert await asked(made, partial(told, "one")) == "one"
            made.helpers[0].process.kill()
            Stub.faults.append(EOFError())
            assert await asked(made, partial(told, "two")) == "two"
            assert len(made.helpers) == 1

    run(test())


def test_whatever_breaks_down_ends_the_job_and_lets_the_table_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with stubs(monkeypatch, 2) as made:
            made.start()
            with pytest.raises(Fault, match="has ended"):
                await asked(made, broken)
            assert await asked(made, partial(told, "of the same table")) == "of the same table"

    run(test())


def test_what_waits_in_all_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        monkeypatch.setattr(pool, "WAITING_BYTES", 25_000)
        async with stubs(monkeypatch, 1) as made:
            large = partial(told, "x" * 10_000)
            jobs = [asyncio.create_task(asked(made, large, table)) for table in ("one", "two")]
            await until(lambda: len(made.turns) == 2)
            with pytest.raises(TooMuch, match="too much waits"):
                await asked(made, large, "three")
            assert len(made.turns) == 2
            jobs.pop().cancel()  # who goes away makes room
            await until(lambda: len(made.turns) == 1)
            jobs.append(asyncio.create_task(asked(made, large, "three")))
            await until(lambda: len(made.turns) == 2)
            made.start()
            assert await asyncio.gather(*jobs) == ["x" * 10_000] * 2
            assert made.bytes == 0

    run(test())


def test_a_table_for_which_helpers_have_worked_long_waits_for_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with stubs(monkeypatch, 1) as made:
            made._left.owe("heavy", 5.0)  # seconds
            done: list[str] = []

            async def one(table: str) -> None:
                done.append(await asked(made, partial(told, table), table))

            jobs = [asyncio.create_task(one(table)) for table in ("heavy", "light", "other")]
            await until(lambda: len(made.turns) == 3)
            made.start()
            await asyncio.gather(*jobs)
            assert done == ["light", "other", "heavy"]

    run(test())


def test_a_helper_that_cannot_be_started_leaves_no_line_open(monkeypatch: pytest.MonkeyPatch) -> None:
    ends: list[Connection] = []

    def pipe() -> tuple[Any, Any]:
        ends.extend(Pipe())
        return ends[0], ends[1]

    def started(*args: object) -> None:
        raise EOFError

    monkeypatch.setattr(pool, "Pipe", pipe)
    monkeypatch.setattr(pool, "started", started)
    with pytest.raises(EOFError):
        Helper("", Logging())
    assert [end.closed for end in ends] == [True, True]


BEGINNING = """
import asyncio
from multiprocessing import forkserver
from ludex.server.apart import processes
from ludex.server.apart.pool import Pool
from ludex.server.watch.logs import Logging

async def main():
    pool = Pool(2, "sqlite://", Logging("warning"))
    pool.start()
    while getattr(forkserver._forkserver, "_forkserver_pid", None) is None:
        await asyncio.sleep(0.01)
    await pool.close()
    assert not pool.helpers

processes.PRELOADED = ["endless"]
asyncio.run(main())
"""


@pytest.mark.slow
def test_helpers_that_are_still_being_started_are_not_waited_for(tmp_path: Path) -> None:
    """In a process of its own, whose helpers would never be there."""
    (tmp_path / "endless.py").write_text("from threading import Event; Event().wait()")
    there = {**os.environ, "PYTHONPATH": os.pathsep.join([*sys.path, str(tmp_path)])}
    command = [sys.executable, "-c", BEGINNING]
    said = subprocess.run(command, env=there, capture_output=True, text=True, timeout=LONG, check=False)
    assert (said.returncode, said.stderr) == (0, "")


def test_machines_have_half_of_the_helpers_and_keep_no_seat_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with stubs(monkeypatch, 2) as made:
            made.start()
            thinking, may_go_on = list[str](), Event()

            def do(self: Stub, data: bytes, seconds: float) -> Outcome:
                job: Job = pickle.loads(data)
                assert job.asked is not None
                if not job.asked.seat:
                    thinking.append(job.asked.table)
                    may_go_on.wait()
                return Outcome()

            monkeypatch.setattr(Stub, "do", do)
            machines = [asyncio.create_task(asked(made, partial(told, ""), table, "")) for table in ("t", "u")]
            await until(lambda: len(thinking) == 1)
            for table in ("t", "u", "t", "u"):
                await asked(made, partial(told, ""), table)
            assert thinking == ["t"]
            may_go_on.set()
            await asyncio.gather(*machines)
            assert thinking == ["t", "u"]

    run(test())


def test_a_machine_that_was_over_its_limits_does_without_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with stubs(monkeypatch, 1) as made:
            made.start()
            monkeypatch.setattr(Stub, "do", lambda self, data, seconds: too_much("too long"))
            for _ in range(2):
                with pytest.raises(TooMuch):
                    await asked(made, partial(told, ""), seat="")
            monkeypatch.setattr(Stub, "do", lambda self, data, seconds: Outcome("done"))
            assert await asked(made, partial(told, ""), seat="s") == "done"
            with pytest.raises(TooMuch):
                await asked(made, partial(told, ""), seat="")

    run(test())
