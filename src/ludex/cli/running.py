"""One server for one folder of tables: it holds a lock for as long as its process is there, with its address beside it.
The lock is one of SQLite's, which every system has, and takes back however the process ends."""

from __future__ import annotations

import json
import secrets
import sqlite3
import time
from contextlib import closing
from http.client import HTTPException
from pathlib import Path
from typing import NamedTuple
from urllib.request import ProxyHandler, build_opener

from ludex.core.kernel.ruling import BadInput
from ludex.text.echo import echo

LOCK_FILE, ADDRESS_FILE = "server.lock", "server.address"
PATIENCE = 30.0  # seconds: longer than a server takes to end
LONGEST = 10_000  # bytes that are read of an answer: it may be anybody's
AGAIN = 0.1  # seconds for which the lock is waited for before it is asked who has it


class Running(NamedTuple):
    """A server that answers: where this machine reaches it, whether anybody may found tables there, and its mark."""

    address: str
    open: bool
    mark: str


class Taken(BadInput):
    """Another server has these tables."""

    def __init__(self, server: Running) -> None:
        super().__init__(
            f"Ludex is running with these tables already, at {server.address}: end it first, or name another folder "
            "with --data"
        )
        self.server = server


class Lock:
    """Held as long as this is there; whoever waits for it is told the address."""

    def __init__(self, folder: Path, file: sqlite3.Connection) -> None:
        self._address, self._file = folder / ADDRESS_FILE, file
        self._address.unlink(missing_ok=True)  # of one that was killed
        self.mark = secrets.token_hex(8)  # which the server answers with: another may have its port later

    def tell(self, address: str) -> None:
        new = self._address.with_name(f"{ADDRESS_FILE}.new")
        new.write_text(f"{address}\n{self.mark}\n", encoding="utf-8")
        new.replace(self._address)


def lock(folder: Path) -> Lock:
    """Where another server is about to begin or to end it is waited for; where it answers it has these tables."""
    late, waiting = time.monotonic() + PATIENCE, False
    while True:
        file = locked(folder)
        if file is not None:
            return Lock(folder, file)
        server = server_of(folder)
        if server is not None:
            raise Taken(server)
        if time.monotonic() > late:
            raise BadInput(f"{folder}: another Ludex has these tables open, and does not answer: end it first")
        if not waiting:
            echo("Another Ludex has these tables open: waiting for it …")
            waiting = True


def locked(folder: Path) -> sqlite3.Connection | None:
    """The lock; nothing where another has it."""
    try:
        file = sqlite3.connect(folder / LOCK_FILE, timeout=AGAIN, isolation_level=None)
        file.execute("PRAGMA journal_mode = MEMORY")  # no file beside it
        file.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as fault:
        if is_busy(fault):
            return None
        raise BadInput(f"{folder / LOCK_FILE}: cannot be used: {fault}") from None
    return file


def is_held(folder: Path) -> bool:
    """Does a server have these tables? Nothing is written to find out."""
    if not (folder / LOCK_FILE).exists():
        return False
    where = f"{(folder / LOCK_FILE).resolve().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(where, timeout=AGAIN, uri=True)) as file:
            file.execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.Error as fault:
        return is_busy(fault)
    return False


def is_busy(fault: sqlite3.Error) -> bool:
    return getattr(fault, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY


def address_of(folder: Path) -> str:
    """Where the server of these tables is, as long as there is one."""
    return address_in(folder) if is_held(folder) else ""


def address_in(folder: Path) -> str:
    """What the server has told; empty where it has not yet."""
    return told_in(folder)[0]


def told_in(folder: Path) -> tuple[str, str]:
    """The address that the server has told, and its mark, which servers of earlier versions have not."""
    try:
        address, _, mark = (folder / ADDRESS_FILE).read_text(encoding="utf-8").strip().partition("\n")
    except (OSError, UnicodeDecodeError):
        return "", ""
    return address, mark


def server_of(folder: Path, seconds: float = PATIENCE) -> Running | None:
    """The server of these tables, where it answers; not one of others that has its port by now."""
    address, mark = told_in(folder)
    server = answering(address, seconds)
    return server if server is not None and server.mark == mark else None


def answering(address: str, seconds: float = PATIENCE) -> Running | None:
    """The server there, where it is one of Ludex and answers."""
    try:
        with build_opener(ProxyHandler({})).open(f"{address}/api/house", timeout=seconds) as response:
            told = json.loads(response.read(LONGEST))
    except (HTTPException, OSError, ValueError):
        return None
    return (
        Running(address, bool(told["open"]), told.get("mark", ""))
        if isinstance(told, dict) and "open" in told
        else None
    )
