"""A helper: a process that does one job after another, each within its time and its memory, and ends when nobody is
there any more to give it one."""

from __future__ import annotations

import gc
import pickle
import signal
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from sqlalchemy.exc import SQLAlchemyError

from ludex.core.kernel.ruling import BadInput, Refusal, Refused
from ludex.server.apart.bounds import be_polite, limit_memory, limit_time, size
from ludex.server.apart.reading import Tables
from ludex.server.limits import ANSWER, GARBAGE, HELPER_MEMORY, OPENING_SECONDS
from ludex.server.watch.logs import FaultTold, Logging, begin_log, fault_told
from ludex.table.desk.apart import Asked, TooMuch
from ludex.table.desk.held import Fault, NotKept
from ludex.table.desk.store_rows import Missing
from ludex.table.records.seat import TABLE

POLITE = 5  # how far behind whoever holds tables
OPENED = b""  # what is sent when the table is there
IDLE = 1.0  # seconds in which nobody asks for anything: time to tidy up

TOO_LONG = "that takes too long to be worked out here; nothing has changed"
TOO_LARGE = "that takes too much memory to be worked out here; nothing has changed"
TOO_MUCH_TOLD = "there is too much to be told of that; nothing has changed"


class Job(NamedTuple):
    """Something to be worked out, of a table or of nothing. The work is a function of a module with its arguments, so
    that it can be sent."""

    work: Callable[..., Any]
    seconds: float  # that it may take, once its table is open
    asked: Asked | None = None


class Outcome(NamedTuple):
    """What has come of a job, and how the helper is after it."""

    value: Any = None
    fault: Exception | None = None
    broke: FaultTold | None = None  # how, for the log
    spent: bool = False  # the helper can do no other job
    knows: tuple[str, ...] = ()  # tables


def too_much(words: str) -> Outcome:
    """A job that was over its limits, and a helper that may be anything now."""
    return Outcome(fault=TooMuch(Refusal(words, TABLE)), spent=True)


def serve(connection: Connection, database: str, log: Logging) -> None:
    """The process. Ctrl-C is for the server, which ends its helpers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    begin_own_log(log)
    be_polite(POLITE)
    gc.set_threshold(*GARBAGE)
    first, tables = size(), Tables(database)

    def opened(seconds: float) -> None:
        limit_time(seconds)
        connection.send_bytes(OPENED)

    while True:
        try:
            if not connection.poll(IDLE):
                gc.collect()
            job: Job = pickle.loads(connection.recv_bytes())
            limit_memory(HELPER_MEMORY)
            limit_time(OPENING_SECONDS)
            outcome = done(job, tables, partial(opened, job.seconds))
            spent = outcome.spent or size() > first + HELPER_MEMORY
            told = written(outcome._replace(spent=spent, knows=tables.known))
            limit_time(0)
            connection.send_bytes(told)
        except (EOFError, OSError):  # nobody is there any more
            return


def begin_own_log(log: Logging) -> None:
    """Where the server has its own; if that cannot be written to any more, to standard error."""
    try:
        begin_log(log)
    except BadInput:
        begin_log(log._replace(file=None))


def done(job: Job, tables: Tables, opened: Callable[[], None]) -> Outcome:
    """`opened` is called when the table is there, and what takes long can begin."""
    try:
        if job.asked is None:
            opened()
            return Outcome(job.work())
        return Outcome(tables.at(job.asked, job.work, opened))
    except Refused as fault:
        return Outcome(fault=fault)
    except BadInput as fault:
        return Outcome(fault=fault if isinstance(fault, Missing) else BadInput(str(fault)))
    except Fault as fault:
        return Outcome(fault=fault)
    except MemoryError:
        return too_much(TOO_LARGE)
    except SQLAlchemyError as fault:
        return Outcome(fault=NotKept("the store cannot be reached"), broke=fault_told(fault))
    except Exception as fault:
        words = f"that broke down ({type(fault).__name__}); nothing has changed"
        return Outcome(fault=Fault(words), broke=fault_told(fault))


def written(outcome: Outcome) -> bytes:
    try:
        data = pickle.dumps(outcome)
    except MemoryError:
        return pickle.dumps(too_much(TOO_LARGE))
    return data if len(data) <= ANSWER else pickle.dumps(too_much(TOO_MUCH_TOLD))
