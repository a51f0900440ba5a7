"""A simulation in a process of its own, which says line by line what is known so far. It ends when nobody hears it any
more."""

from __future__ import annotations

import pickle
import signal
from multiprocessing.connection import Connection

import msgspec

from ludex.core.kernel.ruling import BadInput
from ludex.lab.apart import Job, LabLine, Tell, run
from ludex.lab.gauge.day import DayJob
from ludex.lab.gauge.day import run as run_day
from ludex.lab.gauge.gauge import GaugeJob
from ludex.lab.gauge.gauge import run as run_gauge
from ludex.lab.gauge.ways import WaysJob
from ludex.lab.gauge.ways import run as run_ways
from ludex.lab.run import Stopped
from ludex.lab.trial import LabError
from ludex.lab.worth.swing import SwingJob
from ludex.lab.worth.swing import run as run_swing
from ludex.server.apart.bounds import be_polite, limit_memory, limit_time
from ludex.server.limits import LAB_MEMORY, LAB_SECONDS

AnyJob = Job | SwingJob | GaugeJob | WaysJob | DayJob


def simulate(connection: Connection, given: bytes, polite: int) -> None:
    """The process: a pickled job comes in, `LabLine`s go out as JSON. How far it stands behind others, it is told."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    be_polite(polite)
    limit_memory(LAB_MEMORY)
    limit_time(LAB_SECONDS)

    def tell(line: LabLine) -> None:
        connection.send_bytes(written(line))

    try:
        job: AnyJob = pickle.loads(given)
        try:
            begin(job, tell)
        except MemoryError:
            tell(LabLine(done=True, fault="the simulation was ended: it takes too much memory"))
        except (BadInput, LabError, Stopped) as fault:
            tell(LabLine(done=True, fault=str(fault)))
    except OSError:  # nobody is there any more
        return


def begin(job: AnyJob, tell: Tell) -> None:
    match job:
        case SwingJob():
            run_swing(job, tell)
        case GaugeJob():
            run_gauge(job, tell)
        case DayJob():
            run_day(job, tell)
        case WaysJob():
            run_ways(job, tell)
        case _:
            run(job, tell)


def written(line: LabLine) -> bytes:
    return msgspec.json.encode(line) + b"\n"
