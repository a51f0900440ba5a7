"""Deleting tables for good, and giving the room back that they took.

SQLite has one writer at a time, so a table is deleted in portions, each a transaction of its own, and others write in
between. With the first one it is gone for everybody; whoever finds it half deleted deletes the rest. Nothing of it is
left in the store but the hash of its id and when it went, so that its old links can be told."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from hashlib import sha256
from itertools import accumulate
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Engine, delete, func, insert, select, tuple_, update

from ludex.core.kernel.reading import read_json
from ludex.table.desk import store_shape as shape
from ludex.table.records.entry import Deleting

KIND = "deleting"  # of the entries that say when
# What is kept of a table, each with what is large in it
LARGE = {
    shape.blobs: shape.blobs.c.data,
    shape.pages: shape.pages.c.body,
    shape.snapshots: shape.snapshots.c.body,
    shape.boundaries: shape.boundaries.c.state,
    shape.entries: shape.entries.c.body,
}
GOING = -1  # in place of the number of its last entry: it is being deleted
ROWS, BYTES = 300, 2_000_000  # of a portion: at most so many, or one that is larger
STEP = 500  # pages of a SQLite file that are given back at a time
REST = 0.03  # seconds in which others can write before the next portion
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


def begin(connection: Connection, table: str, now: float) -> None:
    """From now on there is no such table."""
    emptied = {"number": GOING, "title": "", "archived": True}
    connection.execute(update(shape.tables).where(shape.tables.c.id == table).values(emptied))
    connection.execute(insert(shape.gone).values(hash=_hash(table), at=now))


def half_deleted(connection: Connection) -> list[str]:
    """Tables that are being deleted, or of which whoever did so has ended."""
    return list(connection.execute(select(shape.tables.c.id).where(shape.tables.c.number == GOING)).scalars())


def delete_portion(connection: Connection, table: str) -> bool:
    """Tells whether there is more of it. The row of the table is written first, as by `store_rows.lock`, and goes
    last."""
    own = (shape.tables.c.id == table) & (shape.tables.c.number == GOING)
    if connection.execute(update(shape.tables).where(own).values(number=GOING)).rowcount != 1:
        return False
    for each, large in LARGE.items():
        keys = [column for column in each.primary_key if column is not each.c.of_table]
        wanted = select(func.length(large).label("size"), *keys).where(each.c.of_table == table).limit(ROWS)
        rows = connection.execute(wanted.order_by(*keys)).all()
        if rows:
            _, *last = _last_of_portion(rows)
            connection.execute(delete(each).where(each.c.of_table == table, *_up_to(keys, last)))
            return True
    connection.execute(delete(shape.tables).where(own))
    return False


def _last_of_portion(rows: Sequence[Any]) -> Any:
    """The last row up to which they are no more than a portion."""
    sizes = accumulate(row.size for row in rows)
    return rows[max(0, sum(size <= BYTES for size in sizes) - 1)]


def _up_to(keys: Sequence[ColumnElement[Any]], last: Sequence[Any]) -> list[ColumnElement[bool]]:
    """All rows up to this one: by their order, which the database has an index for."""
    if len(keys) > 1:
        return [tuple_(*keys) <= tuple_(*last)]
    return [key <= value for key, value in zip(keys, last, strict=True)]


def was_purged(connection: Connection, table: str) -> bool:
    return connection.execute(select(shape.gone.c.hash).where(shape.gone.c.hash == _hash(table))).first() is not None


def _hash(table: str) -> str:
    return sha256(table.encode()).hexdigest()


def shrink(engine: Engine) -> None:
    """Give back the room that was freed, where that can be done step by step (`can_shrink`). What was there has been
    overwritten already in SQLite; in PostgreSQL others write over it."""
    if engine.dialect.name == "postgresql":
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql(f"VACUUM {', '.join(each.name for each in (*LARGE, shape.tables))}")
        return
    with _file(engine) as file:
        steps = file.execute("PRAGMA auto_vacuum").fetchone()[0]
        while steps and file.execute("PRAGMA freelist_count").fetchone()[0]:
            file.executescript(f"PRAGMA incremental_vacuum({STEP});")  # `execute` would give back a single page
            rest()
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def rest() -> None:
    """Others write before it goes on."""
    time.sleep(REST)


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
