"""The pool: a few helpers that are there before anybody needs them. Jobs wait in turn, one of a table at a time; a
helper whose job takes too long is killed, and another takes its place."""

from __future__ import annotations

import asyncio
import logging
import pickle
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from multiprocessing import Pipe
from threading import Lock
from typing import Any, TypeVar

from ludex.core.kernel.ruling import Refusal
from ludex.lab.pool import cores
from ludex.server.apart import helper
from ludex.server.apart.helper import OPENED, TOO_LONG, Job, Outcome, too_much
from ludex.server.apart.processes import end, give_up, started
from ludex.server.apart.turns import Turns
from ludex.server.limits import ANSWER, OPENING_SECONDS, REST_SECONDS, WAITING, WAITING_BYTES, Buckets, Rate
from ludex.server.watch.logs import FaultTold, Logging
from ludex.table.desk.apart import Asked, TooMuch, Work
from ludex.table.desk.desk import FILE_SECONDS
from ludex.table.desk.held import Fault
from ludex.table.records.seat import TABLE

MOST_HELPERS = 8  # where nobody has said how many
AGAIN = 1.0  # seconds until it is tried again to start a helper
USED = Rate(60.0, 0.1)  # seconds of helpers: how many are counted, and how many of them are forgotten each second
BY_TURN = 4  # of so many jobs one is given out by turn alone, so that nobody waits for ever

T = TypeVar("T")
logger = logging.getLogger(__name__)

ENDED = "the process that worked it out has ended; nothing has changed"
TOO_MANY = Refusal("too much of yours is being worked out already: wait for it", TABLE)
TOO_FULL = Refusal("too much waits to be worked out on this server: try again in a while", TABLE)


def usual_helpers() -> int:
    """As many as can work at once, but a few: two at least, so that one whose job takes long does not keep all up."""
    return min(max(2, cores()), MOST_HELPERS)


class Helper:
    """A process, and the line to it."""

    def __init__(self, database: str, log: Logging) -> None:
        self.connection, theirs = Pipe()
        self.knows: tuple[str, ...] = ()  # tables
        try:
            self.process = started(helper.serve, theirs, database, log)
        except BaseException:
            self.connection.close()
            raise
        finally:
            theirs.close()

    def do(self, job: bytes, seconds: float) -> Outcome:
        """What comes of a job. A helper that gives `spent` can do no other."""
        try:
            self.connection.send_bytes(job)
            told = self._heard(OPENING_SECONDS)
            if told == OPENED:
                told = self._heard(seconds)
            outcome: Outcome = pickle.loads(told) if told is not None else too_much(TOO_LONG)
            return outcome
        except Exception as fault:  # it has ended, or says what cannot be read
            broke = FaultTold(type(fault).__name__, "it has ended in the middle of a job", [])
            return Outcome(fault=Fault(ENDED), broke=broke, spent=True)

    def _heard(self, seconds: float) -> bytes | None:
        return self.connection.recv_bytes(ANSWER) if self.connection.poll(seconds) else None

    def end(self) -> None:
        end(self.process)
        self.connection.close()


class Waiting:
    """A job that waits for a helper, and whoever waits for what comes of it."""

    def __init__(self, house: str, person: str, job: Job) -> None:
        self.house = house
        self.person = person
        self.seconds = job.seconds
        self.table = job.asked.table if job.asked is not None else ""
        self.job = pickle.dumps(job)
        self.outcome: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()

    def end(self, outcome: Outcome) -> None:
        if not self.outcome.done():  # nobody waits for it any more
            self.outcome.set_result(outcome)


class Pool:
    def __init__(self, count: int, database: str, log: Logging) -> None:
        """`log`: how helpers write theirs."""
        self.count = count
        self.machines = max(1, count // 2)
        self._for_machines = asyncio.Semaphore(self.machines)
        self.helpers: list[Helper] = []
        self.turns: Turns[Waiting] = Turns()
        self.bytes = 0  # of jobs that wait or are being done
        self._database = database
        self._log = log
        self._idle: list[Helper] = []
        self._busy: set[str] = set()  # houses of which a job is being done
        self._resting: set[tuple[str, str]] = set()  # who has asked for something over its limits, with their house
        self._left = Buckets(*USED, asyncio.get_running_loop().time)  # seconds of helpers, of each house
        self._given = 0  # jobs, so far
        self._threads = ThreadPoolExecutor(count, "helper")
        self._tasks: set[asyncio.Task[None]] = set()
        self._hiring = 0  # helpers that are being started
        self._one_by_one = Lock()
        self._closing = asyncio.Event()

    def start(self) -> None:
        """Have helpers started; jobs can be given at once, and wait for them."""
        for _ in range(self.count):
            self._spawn(self._hire())

    async def close(self) -> None:
        """Whatever is being done is ended, and no helper is left."""
        self._closing.set()
        for waiting in list(self.turns):
            waiting.end(closing())
        for one in self.helpers:
            one.process.kill()
        if self._hiring:
            give_up()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self._end_all)
        self._threads.shutdown()

    def _end_all(self) -> None:
        for one in self.helpers:
            one.end()

    # -- what can be asked of it ------------------------------------------------------------------------------

    async def at_table(self, asked: Asked, work: Work[T], seconds: float) -> T:
        """See `table.desk.apart.Apart`. Machines have half of the helpers, so that the others are for people; one that
        was over its limits does without for a while."""
        job, machines = Job(work, seconds, asked), f"machines at {asked.table}"
        found: T
        if asked.seat:
            found = await self._done(asked.table, asked.seat, job)
        elif (machines, "") in self._resting:
            raise TooMuch(TOO_MANY)
        else:
            async with self._for_machines:
                found = await self._done(machines, "", job)
        return found

    async def without_table(self, who: str, work: Callable[[], T], seconds: float | None = None) -> T:
        """What a function of a module makes of its arguments, for this address."""
        found: T = await self._done(f"at {who}", "", Job(work, FILE_SECONDS if seconds is None else seconds))
        return found

    async def _done(self, house: str, person: str, job: Job) -> Any:
        if self.turns.waiting(house, person) >= WAITING:
            raise TooMuch(TOO_MANY)
        waiting = Waiting(house, person, job)
        size = len(waiting.job)
        if self.bytes + size > WAITING_BYTES:
            raise TooMuch(TOO_FULL)
        self.bytes += size
        self.turns.add(house, person, waiting)
        self._give_out()
        try:
            outcome = await waiting.outcome
        finally:
            self.turns.drop(waiting)  # whoever wanted it may have gone
            self.bytes -= size
        if outcome.broke is not None:
            logger.error("a helper broke down", extra={"fault": outcome.broke})
        if outcome.fault is not None:
            raise outcome.fault
        return outcome.value

    # -- who does what ----------------------------------------------------------------------------------------

    def _give_out(self) -> None:
        """As long as somebody is idle: to whoever knows the table, or else to whoever is there."""
        while self._idle and not self._closing.is_set():
            self._given += 1
            by_turn = self._given % BY_TURN == 0
            waiting = self.turns.take(self._is_free) if by_turn else self.turns.take(self._is_free, self._had)
            if waiting is None:
                return
            one = next((one for one in self._idle if waiting.table in one.knows), self._idle[0])
            self._idle.remove(one)
            self._busy.add(waiting.house)
            self._spawn(self._do(one, waiting))

    def _is_free(self, house: str, person: str) -> bool:
        return house not in self._busy and (house, person) not in self._resting

    def _had(self, house: str) -> int:
        """Seconds that helpers have worked for a house lately. Whoever has many tables, and has each of them work out
        what takes long, waits for those who have asked for little."""
        return round(USED.most - self._left.left(house))

    async def _do(self, one: Helper, waiting: Waiting) -> None:
        outcome = Outcome(fault=Fault(ENDED))  # where something breaks down here
        began = asyncio.get_running_loop().time()
        try:
            if not one.process.is_alive():  # it has ended while nothing was asked of it
                one = await self._replaced(one)
            if not self._closing.is_set():
                outcome = await self._thread(one.do, waiting.job, waiting.seconds)
                one.knows = outcome.knows
        finally:  # nobody waits for ever
            waiting.end(outcome if not self._closing.is_set() else closing())
            if isinstance(outcome.fault, TooMuch):
                self._rest(waiting.house, waiting.person)
            self._busy.discard(waiting.house)
            spent = asyncio.get_running_loop().time() - began
            self._left.owe(waiting.house, min(spent, max(0.0, self._left.left(waiting.house))))
            self._give_out()
        if outcome.spent and not self._closing.is_set():
            one = await self._replaced(one)
        self._at_hand(one)

    def _rest(self, house: str, person: str) -> None:
        """Nothing is done for somebody for a while, so that nobody who asks again and again for what is over its limits
        has a helper for themselves. Others of their house need not wait."""

        def rested() -> None:
            self._resting.discard((house, person))
            self._give_out()

        self._resting.add((house, person))
        asyncio.get_running_loop().call_later(REST_SECONDS, rested)

    async def _hire(self) -> None:
        self._at_hand(await self._started())

    def _at_hand(self, one: Helper) -> None:
        self._idle.append(one)
        self._give_out()

    async def _replaced(self, one: Helper) -> Helper:
        self.helpers.remove(one)
        await self._thread(one.end)
        return await self._started()

    async def _started(self) -> Helper:
        while True:
            self._hiring += 1
            try:
                one = await self._thread(self._start)
                self.helpers.append(one)
                return one
            except Exception:  # the machine has no room for one more process, or the one that forks them has ended
                if self._closing.is_set():
                    raise
                logger.exception("a helper cannot be started")
            finally:
                self._hiring -= 1
            await asyncio.sleep(AGAIN)

    def _start(self) -> Helper:
        with self._one_by_one:
            if self._closing.is_set():
                raise Fault(ENDED)
            return Helper(self._database, self._log)

    async def _thread(self, work: Callable[..., T], *args: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, partial(work, *args))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def closing() -> Outcome:
    return Outcome(fault=Fault("the server is closing; nothing has changed"))
