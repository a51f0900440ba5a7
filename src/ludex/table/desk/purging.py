"""Deleting tables for good, inside a transaction; and giving the room back that they took.

Nothing of a table is left in the store but the hash of its id and when it went, so that its old links can be told."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from hashlib import sha256

import msgspec
from sqlalchemy import Connection, Engine, delete, func, insert, select

from ludex.core.kernel.reading import read_json
from ludex.table.desk import store_shape as shape
from ludex.table.records.entry import Deleting

KIND = "deleting"  # of the entries that say when
OF_TABLES = shape.entries, shape.blobs, shape.boundaries, shape.snapshots, shape.pages  # what is kept of a table
STEP = 2_000  # pages of a SQLite file that are given back at a time, so that others can write in between
PATIENT = 5.0  # seconds


def going(connection: Connection, table: str = "") -> dict[str, float]:
    """When each table is deleted that is about to be; or only this one."""
    kind = shape.entries.c.kind == KIND
    own = kind & (shape.entries.c.of_table == table) if table else kind
    newest = (
        select(shape.entries.c.of_table, func.max(shape.entries.c.number).label("number"))
        .where(own)
        .group_by(shape.entries.c.of_table)
        .subquery()
    )
    same = (shape.entries.c.of_table == newest.c.of_table) & (shape.entries.c.number == newest.c.number)
    rows = connection.execute(select(shape.entries.c.of_table, shape.entries.c.body).join(newest, same))
    found = {row.of_table: _at(row.body) for row in rows}
    return {id: at for id, at in found.items() if at}


def _at(body: str) -> float:
    try:
        return read_json(body, Deleting).at
    except msgspec.DecodeError:  # it is damaged, and stays
        return 0.0


def purge(connection: Connection, table: str, now: float) -> None:
    for each in OF_TABLES:
        connection.execute(delete(each).where(each.c.of_table == table))
    connection.execute(delete(shape.tables).where(shape.tables.c.id == table))
    connection.execute(insert(shape.gone).values(hash=_hash(table), at=now))


def was_purged(connection: Connection, table: str) -> bool:
    return connection.execute(select(shape.gone.c.hash).where(shape.gone.c.hash == _hash(table))).first() is not None


def _hash(table: str) -> str:
    return sha256(table.encode()).hexdigest()


def shrink(engine: Engine) -> None:
    """Give back the room that was freed, where that can be done step by step (`can_shrink`). What was there has been
    overwritten already in SQLite; in PostgreSQL others write over it."""
    if engine.dialect.name == "postgresql":
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql(f"VACUUM {', '.join(each.name for each in (*OF_TABLES, shape.tables))}")
        return
    with _file(engine) as file:
        steps = file.execute("PRAGMA auto_vacuum").fetchone()[0]
        while steps and file.execute("PRAGMA freelist_count").fetchone()[0]:
            file.execute(f"PRAGMA incremental_vacuum({STEP})").fetchall()
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def can_shrink(engine: Engine) -> bool:
    """Is it a store that gives room back step by step? A file that an earlier version made is not, until it has been
    written anew."""
    if engine.dialect.name == "postgresql":
        return True
    with _file(engine) as file:
        return bool(file.execute("PRAGMA auto_vacuum").fetchone()[0])


def write_anew(engine: Engine) -> None:
    """All of a SQLite file, so that it can shrink from now on. Nobody else can write meanwhile."""
    with _file(engine) as file:
        file.execute("PRAGMA auto_vacuum = INCREMENTAL")
        file.execute("VACUUM")
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@contextmanager
def _file(engine: Engine) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(str(engine.url.database), PATIENT, isolation_level=None)) as file:
        file.execute("PRAGMA secure_delete = ON")
        yield file
