"""A PostgreSQL server of the tests' own: started in a temporary folder, on a socket there, and stopped again."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:  # all tests know these fixtures, few use them
    from ludex.table.desk.store import Store

DEBIAN = Path("/usr/lib/postgresql")


class Missing(Exception):
    """There is no PostgreSQL on this machine."""


def programs() -> Path:
    """Where the server's programs are."""
    there = sorted(DEBIAN.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if there:
        return there[-1].parent
    found = shutil.which("initdb")
    if found is None:
        raise Missing("PostgreSQL is not installed: nothing of it is tested (make postgres installs it on Debian)")
    return Path(found).parent


class Server:
    def __init__(self, durable: bool = False) -> None:
        self._bin = programs()
        self.user = _somebody()
        self.folder = Path(tempfile.mkdtemp(prefix="ludex-pg-", dir="/tmp"))  # the path of a socket must be short
        self._numbers = count(1)
        if self.user is not None:
            shutil.chown(self.folder, self.user)
        try:
            self._run("initdb", "-D", "data", "-U", "ludex", "--auth=trust", "--no-sync", "-E", "UTF8", "--no-locale")
            # Our processes are killed in these tests, the machine is not: nothing needs to be on the disk
            quick = "" if durable else "-c fsync=off"
            alone = f"-c listen_addresses='' -c unix_socket_directories='{self.folder}' {quick}"
            self._run("pg_ctl", "-D", "data", "-l", "log", "-w", "-o", alone, "start")
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise

    def _run(self, program: str, *args: str) -> None:
        said = subprocess.run(
            [self._bin / program, *args],
            cwd=self.folder, user=self.user, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
        if said.returncode != 0:
            log = self.folder / "log"
            raise RuntimeError(f"{program}: {said.stderr}{log.read_text() if log.exists() else ''}")

    def fresh(self) -> str:
        """The URL of a database in which nothing is."""
        name = f"ludex{next(self._numbers)}"
        with self._connected() as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return f"postgresql://ludex@/{name}?host={self.folder}"

    def break_lines(self) -> None:
        """End all connections, as a server does that is started anew."""
        with self._connected() as connection:
            connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")

    def wait_for_listeners(self, number: int, seconds: float = 30.0) -> None:
        """Until so many connections wait for notices."""
        asked = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN %'"
        until = monotonic() + seconds
        with self._connected() as connection:
            while connection.execute(asked).fetchall()[0][0] < number:
                assert monotonic() < until, f"fewer than {number} listen within {seconds} seconds"
                sleep(0.05)

    def _connected(self) -> Any:
        import psycopg

        return psycopg.connect(f"host={self.folder} user=ludex dbname=postgres", autocommit=True)

    def stop(self) -> None:
        try:
            self._run("pg_ctl", "-D", "data", "-m", "immediate", "-w", "stop")
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)


def _somebody() -> str | None:
    """Who runs the server: it refuses to be run by root."""
    if os.geteuid() != 0:
        return None
    users = {user.pw_name for user in pwd.getpwall()}
    return "postgres" if "postgres" in users else "nobody"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    try:
        server = Server()
    except Missing as why:
        warnings.warn(str(why), stacklevel=1)
        pytest.skip(str(why))
    yield server
    server.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A store in which nothing is yet, of both kinds."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/tables.sqlite"
    server: Server = request.getfixturevalue("postgres")
    return server.fresh()


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    from ludex.table.desk.store import Store

    found = Store(store_url)
    found.migrate()
    yield found
    found.close()


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[Store]:
    """A store where it makes no difference of which kind it is."""
    from ludex.table.desk.store import Store

    found = Store(f"sqlite:///{tmp_path}/tables.sqlite")
    found.migrate()
    yield found
    found.close()
