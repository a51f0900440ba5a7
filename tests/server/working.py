"""What helpers are given to do in tests: functions of a module, which another process finds by their name."""

from __future__ import annotations

import logging
import os
import time
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from ludex.server.apart import simulation
from ludex.table.campaign.doing import Doing
from ludex.table.document.show import Documents
from ludex.table.records.seat import Seat


def endless(documents: Documents, seat: Seat) -> None:
    while True:
        pass


def hungry(documents: Documents, seat: Seat) -> int:
    """Takes two gigabytes."""
    return len([b"x" * (1 << 20) for _ in range(2048)])


def talkative(documents: Documents, seat: Seat) -> bytes:
    return bytes(32 << 20)


def broken(documents: Documents, seat: Seat) -> None:
    raise ZeroDivisionError("a rule that nobody has thought through")


def unkept(documents: Documents, seat: Seat) -> None:
    raise OperationalError("SELECT * FROM entries", {"body": "the baron is the thief"}, Exception("disk full"))


def warned(documents: Documents, seat: Seat) -> None:
    logging.getLogger("ludex.x").warning("something is odd")


def whoami(documents: Documents, seat: Seat) -> tuple[int, str, int]:
    """The process, the seat, and of which entry it tells."""
    return os.getpid(), seat.id, documents.table.number


def held_up(path: Path, documents: Documents, seat: Seat) -> int:
    """Tells that it is here, and goes on when it may."""
    path.with_suffix(".new").write_text(str(os.getpid()))
    path.with_suffix(".new").rename(path)
    while path.exists():
        time.sleep(0.01)
    return os.getpid()


class Litter:
    """Knows itself, so that it is thrown away only when somebody looks for garbage, and tells that it is."""

    def __init__(self, path: Path) -> None:
        self.path, self.me = path, self

    def __del__(self) -> None:
        self.path.touch()


def littering(path: Path, documents: Documents, seat: Seat) -> bool:
    Litter(path)
    return path.exists()


def noted(path: Path, word: str, documents: Documents, seat: Seat) -> None:
    """Writes down that its turn has come."""
    with path.open("a") as file:
        file.write(f"{word}\n")


def threads() -> list[str]:
    """Those of this process, and of the one that it was forked of."""
    return [*os.listdir("/proc/self/task"), *os.listdir(f"/proc/{os.getppid()}/task")]


def endless_alone() -> None:
    while True:
        pass


def made_endlessly() -> Doing:
    while True:
        pass


# ---------------------------------------------------------------- in place of simulations


def endless_simulation(connection: Connection, given: bytes, polite: int) -> None:
    while True:
        pass


def hungry_simulation(connection: Connection, given: bytes, polite: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(simulation, "run", lambda job, tell: [b"x" * (1 << 20) for _ in range(2048)])
        simulation.simulate(connection, given, polite)
