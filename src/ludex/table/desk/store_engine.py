"""How the database of a store is reached: a SQLite file, or PostgreSQL by its URL."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib.util import find_spec
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from ludex.core.kernel.ruling import BadInput

BUSY = 30.0  # seconds to wait for another process that is writing to the same SQLite file


def engine_to(words: str) -> Engine:
    """By a URL, `sqlite:///tables.sqlite` or `postgresql://…`."""
    found = url_of(words)
    if found.get_backend_name() == "sqlite":
        made = create_engine(found, connect_args={"timeout": BUSY})
        event.listen(made, "do_connect", _sqlite_connects)
        event.listen(made, "connect", _sqlite_connected)
        event.listen(made, "begin", _sqlite_begins)
        return made
    made = create_engine(found, pool_pre_ping=True, pool_size=10, max_overflow=20)
    event.listen(made, "connect", _postgres_connected)
    return made


def url_of(words: str) -> URL:
    try:
        found = make_url(words)
    except ArgumentError:
        raise BadInput("the store: expected a URL such as sqlite:///tables.sqlite or postgresql://host/name") from None
    if found.get_backend_name() not in ("sqlite", "postgresql"):
        raise BadInput(f"the store: expected sqlite or postgresql, not {found.get_backend_name()!r}")
    if found.get_backend_name() == "sqlite" and not found.database:
        raise BadInput("the store: expected a file, as in sqlite:///tables.sqlite")
    if found.get_backend_name() == "postgresql" and find_spec("psycopg") is None:
        raise BadInput("a store in PostgreSQL needs psycopg: pip install 'ludex[postgres]'")
    return found.set(drivername="postgresql+psycopg") if found.drivername == "postgresql" else found


def _sqlite_connects(dialect: object, record: object, where: Sequence[str], how: object) -> None:
    """Its files are for their owner alone, also those that an earlier version has made: they tell what is secret at the
    tables. SQLite makes those beside it like the file itself. A file that is there is not opened for it: closing it
    would give up the locks that other connections of this process have."""
    if where[0].startswith((":memory:", "file:")):
        return
    with suppress(OSError):  # SQLite says better what is wrong; and files of somebody else are theirs
        if not os.path.exists(where[0]):
            os.close(os.open(where[0], os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        for name in (where[0], f"{where[0]}-wal", f"{where[0]}-shm"):
            if os.path.exists(name) and os.stat(name).st_mode & 0o077:
                os.chmod(name, 0o600)


def _sqlite_connected(connection: Any, record: object) -> None:
    connection.isolation_level = None  # transactions begin where we say
    if not connection.execute("PRAGMA page_count").fetchone()[0]:
        connection.execute("PRAGMA auto_vacuum = INCREMENTAL")  # a new file can give room back step by step
    for line in (
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        "secure_delete = ON",  # what is deleted is overwritten
    ):
        connection.execute(f"PRAGMA {line}")


def _sqlite_begins(connection: Connection) -> None:
    at_once(connection, "BEGIN")


def at_once(connection: Connection, words: str, given: Mapping[str, Any] | Sequence[Mapping[str, Any]] = ()) -> int:
    """Do what is done for every doing, in the words of the database; gives how many rows it has changed. SQLite itself
    is asked: whoever stands in between takes longer than it does. What is wrong is told as it always is."""
    if connection.dialect.name != "sqlite":
        return connection.exec_driver_sql(words, given).rowcount
    driver: Any = connection.connection.driver_connection
    do = driver.execute if isinstance(given, Mapping) or not given else driver.executemany
    try:
        return int(do(words, given).rowcount)
    except sqlite3.Error as fault:
        raise DBAPIError.instance(words, given, fault, sqlite3.Error, dialect=connection.dialect) from fault


def _postgres_connected(connection: Any, record: object) -> None:
    """A server that may lose what it has confirmed is asked not to."""
    connection.execute(
        "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
    )
    connection.commit()
