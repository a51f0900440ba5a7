"""The store: for each table its entries in their order, the last boundary of what is played at it, snapshots of it,
and its pictures. SQLite in one file, or PostgreSQL by its URL.

Whatever `append` has come back from is durable. Two processes that append at once are told apart by the numbers of
their entries: who comes second is told `Taken`, and nothing of theirs is kept.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import reduce
from hashlib import sha256
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    Connection,
    LargeBinary,
    bindparam,
    cast,
    create_engine,
    delete,
    event,
    func,
    insert,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, OperationalError

from ludex.core.files.codec import Boundary
from ludex.core.kernel.ruling import BadInput
from ludex.table.campaign.log import Page, Whose
from ludex.table.campaign.pictures import MOST_ALL, MOST_PICTURES
from ludex.table.campaign.snapshot import Snapped, Snapshot
from ludex.table.desk import purging, snapshots
from ludex.table.desk import store_shape as shape
from ludex.table.desk.measured import Measure, measured, nothing
from ludex.table.desk.together import Part, Together
from ludex.table.records.entry import PLAY, WORDS, Entry

COUNTED = 5.0  # seconds for which it is known how large the store is
BUSY = 30.0  # seconds to wait for another process that is writing to the same SQLite file
# Kinds of entries that may say which picture is needed, or no longer
HANDOUTS = "handout", "handout_gone", "picture_gone"
AT_ONCE = 100  # entries of a new table that are written
ROW = 100  # bytes that an entry takes besides its body, more or less
LAST = (1 << 63) - 1  # the number of the last entry, whichever that is
MIGRATING = 7_205_941  # the lock under which one process at a time brings a PostgreSQL store up to date

logger = logging.getLogger(__name__)


class Taken(Exception):
    """Another process has appended first."""


class Missing(BadInput):
    """There is no such table."""


class Deleted(Missing):
    """There was such a table."""


class Head(NamedTuple):
    """What a list of tables tells of one."""

    id: str
    number: int  # of the last entry
    changed: float
    title: str
    game: str
    archived: bool


class Row(msgspec.Struct, frozen=True, array_like=True):
    """An entry as it is stored."""

    number: int
    at: float
    by_seat: str
    kind: str
    body: str


class Size(NamedTuple):
    """How much is kept of a table; its entries are counted in characters."""

    entries: int
    entry_bytes: int
    pictures: int
    picture_bytes: int
    snapshot_bytes: int  # with the pages of logs


NO_SIZE = Size(0, 0, 0, 0, 0)


class Blob(NamedTuple):
    """A picture; its name is the hash of its bytes."""

    kind: str
    data: bytes
    name: str


def blob_of(kind: str, data: bytes) -> Blob:
    """Named before anybody has to wait for it."""
    return Blob(kind, data, sha256(data).hexdigest())


class Loaded(NamedTuple):
    """All of a table that is needed to open it."""

    entries: list[Entry]  # since the snapshot; all where there is none
    boundary: Boundary | None  # the last one that is kept; none of what an earlier version has played
    snapshot: Snapshot | None = None


class Alone:
    """A table to which nobody else can append until this is over."""

    def __init__(self, connection: Connection, table: str) -> None:
        self._connection = connection
        self._table = table

    def entries(self, after: int = 0) -> list[Entry]:
        return _read(self._connection, self._table, after)

    def load(self, whole: bool = False) -> Loaded:
        return _load(self._connection, self._table, whole)

    def append(
        self, entries: Sequence[Entry], boundary: Boundary | None = None, snapshot: Snapped | None = None
    ) -> None:
        _append(self._connection, self._table, entries, boundary, snapshot)


class Store:
    def __init__(self, url: str) -> None:
        """A store by its URL, `sqlite:///tables.sqlite` or `postgresql://…`; brought up to date with `migrate`."""
        found = _url(url)
        self._writer: Connection | None = None
        self._closed = False
        self.measure: Measure = nothing
        self._grown, self._counted_until = 0, 0.0
        if found.get_backend_name() == "sqlite":
            self._engine = create_engine(found, connect_args={"timeout": BUSY})
            event.listen(self._engine, "do_connect", _sqlite_connects)
            event.listen(self._engine, "connect", _sqlite_connected)
            event.listen(self._engine, "begin", _sqlite_begins)
            self._together: Together | None = Together(self._append_all)  # it has one writer at a time anyway
        else:
            self._engine = create_engine(found, pool_pre_ping=True, pool_size=10, max_overflow=20)
            event.listen(self._engine, "connect", _postgres_connected)
            self._together = None

    def close(self) -> None:
        self._closed = True
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.close()
        self._engine.dispose()

    def reach(self) -> None:
        """Can it be reached? Raises what is against it."""
        with self._engine.connect() as connection:
            connection.execute(select(shape.versions.c.number).limit(1)).first()

    def size(self) -> int:
        """Bytes of its files; 0 where it is a database of another program."""
        if self._engine.dialect.name != "sqlite":
            return 0
        file = Path(str(self._engine.url.database))
        return sum(each.stat().st_size for each in (file, Path(f"{file}-wal")) if each.exists())

    def grown(self) -> int:
        """Bytes of all that it keeps, counted anew every few seconds."""
        now = time.monotonic()
        if now >= self._counted_until:
            self._grown, self._counted_until = self._counted(), now + COUNTED
        return self._grown

    def _counted(self) -> int:
        if self._engine.dialect.name == "sqlite":
            return self.size()
        with self._engine.begin() as connection:
            return int(connection.execute(select(func.pg_database_size(func.current_database()))).scalar_one())

    # -- its own versions -------------------------------------------------------------------------------------

    def migrate(self) -> None:
        """Bring the store up to the version of this program: all of it, or nothing."""
        with self._engine.begin() as connection:
            postgres = connection.dialect.name == "postgresql"
            if postgres:
                connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))
            else:
                connection.execute(text("PRAGMA user_version = 0"))  # a write, so that other processes wait here
            version = _version_of(connection)
            if version > len(shape.MIGRATIONS):
                raise BadInput(
                    f"the store has version {version}; this version of Ludex knows up to {len(shape.MIGRATIONS)}"
                )
            if version == 0:
                connection.execute(text("CREATE TABLE versions (number BIGINT PRIMARY KEY, at DOUBLE PRECISION)"))
            for number, statements in enumerate(shape.MIGRATIONS[version:], version + 1):
                for statement in statements:
                    connection.execute(text(statement.format(bytes="BYTEA" if postgres else "BLOB")))
                connection.execute(insert(shape.versions).values(number=number, at=time.time()))

    def is_current(self) -> bool:
        """Has it the version of this program? Who is a guest there does not migrate it under a server that runs."""
        with self._engine.connect() as connection:
            return _version_of(connection) == len(shape.MIGRATIONS)

    # -- tables and entries -----------------------------------------------------------------------------------

    def create(
        self, table: str, entries: Sequence[Entry], blobs: Iterable[Blob] = (), boundary: Boundary | None = None
    ) -> None:
        """A new table with its first entries, of which the first founds it, and its blobs: all of it or nothing."""
        head = reduce(headed, entries, Head(table, 0, 0.0, "", "", False))
        self.create_from(head, map(row_of, entries), blobs, boundary)

    def create_from(self, head: Head, rows: Iterable[Row], blobs: Iterable[Blob], boundary: Boundary | None) -> None:
        """The same for a table whose head and rows are made already. They are taken one after another while nobody else
        can write to SQLite: whoever gives them does not let it wait."""
        coming = iter(rows)
        try:
            with measured(self.measure, "store", "create"), self._engine.begin() as connection:
                connection.execute(insert(shape.tables).values(head._asdict()))
                while some := list(islice(coming, AT_ONCE)):
                    _keep_rows(connection, head.id, some)
                _append(connection, head.id, [], boundary, None)
                for blob in blobs:
                    _put(connection, head.id, blob)
        except IntegrityError:
            raise Taken(head.id) from None

    def append(
        self,
        table: str,
        entries: Sequence[Entry],
        boundary: Boundary | None = None,
        snapshot: Snapped | None = None,
    ) -> None:
        """Keep these entries, the boundary that they led to and a snapshot, all or nothing. `Taken`: another process
        was first, and nothing was kept."""
        with measured(self.measure, "store", "append", Taken):
            if self._together is not None:
                self._together.keep(table, entries, boundary, snapshot)
            else:
                with self._engine.begin() as connection:
                    _append(connection, table, entries, boundary, snapshot)

    def _append_all(self, parts: Sequence[Part]) -> None:
        """Of many tables in one transaction, each with its own fate; of one alone that is the transaction's."""
        with self._writing() as connection:
            if len(parts) == 1:
                (part,) = parts
                _append(connection, part.table, part.entries, part.boundary, part.snapshot)
                return
            for part in parts:
                try:
                    with connection.begin_nested():
                        _append(connection, part.table, part.entries, part.boundary, part.snapshot)
                except (BadInput, Taken, IntegrityError) as fault:
                    part.fault = fault

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """A transaction of who writes for all. As long as nothing goes wrong the connection is kept: to take one and
        give it back takes as long as to write."""
        connection, self._writer = self._writer or self._engine.connect(), None
        try:
            with connection.begin():
                yield connection
        except BaseException:
            connection.close()
            raise
        if self._closed:
            connection.close()
        else:
            self._writer = connection

    def entries(self, table: str, after: int = 0, until: int = LAST) -> list[Entry]:
        """The entries of a table, from the one after this number on."""
        with measured(self.measure, "store", "entries"), self._engine.begin() as connection:
            return _read(connection, table, after, until)

    def boundary(self, table: str) -> Boundary | None:
        """The last boundary that is kept of a table."""
        with self._engine.begin() as connection:
            return _boundary(connection, table)

    def load(self, table: str, whole: bool = False, until: int = LAST) -> Loaded:
        """A table as it is kept, or was after this entry: from its newest snapshot on, or as a whole."""
        with measured(self.measure, "store", "load"), self._engine.begin() as connection:
            return _load(connection, table, whole, until)

    def page(self, table: str, whose: Whose, number: int) -> Page:
        """A page of a log; `LookupError` where none is kept that can be read."""
        with self._engine.begin() as connection:
            return snapshots.page(connection, table, whose, number)

    @contextmanager
    def alone(self, table: str) -> Iterator[Alone]:
        """Nobody else can append to this table meanwhile. What is appended is kept when the block ends well."""
        with self._engine.begin() as connection:
            _lock(connection, table)
            yield Alone(connection, table)

    def tables(self) -> list[Head]:
        """All tables, the one that was changed last first."""
        with self._engine.begin() as connection:
            rows = connection.execute(
                select(shape.tables).order_by(shape.tables.c.changed.desc(), shape.tables.c.id)
            ).all()
        return [Head(*row) for row in rows]

    def numbers(self, tables: Collection[str]) -> dict[str, int]:
        """The number of the last entry of each of these tables."""
        wanted = select(shape.tables.c.id, shape.tables.c.number).where(shape.tables.c.id.in_(tables))
        with self._engine.begin() as connection:
            return {row.id: row.number for row in connection.execute(wanted)}

    def deputed(self) -> list[str]:
        """The tables that are not archived and have deputies: what was settled of that last, without opening any."""
        settled = (shape.entries.c.kind == "settings") & shape.entries.c.body.contains('"deputy"')
        wanted = (
            select(shape.entries.c.of_table, shape.entries.c.body)
            .join(shape.tables, (shape.tables.c.id == shape.entries.c.of_table) & shape.tables.c.archived.is_(False))
            .where(settled)
            .order_by(shape.entries.c.of_table, shape.entries.c.number)
        )
        found: dict[str, int] = {}
        with self._engine.begin() as connection:
            for row in connection.execute(wanted):
                found[row.of_table] = msgspec.json.decode(row.body)["settings"].get(
                    "deputy", found.get(row.of_table, 0)
                )
        return [table for table, seconds in found.items() if seconds]

    def some(self, table: str, kind: str, first: int, most: int) -> list[Entry]:
        """Entries of a kind of a table, so many from the one with this number among them on; 0 is the first."""
        own = (shape.entries.c.kind == kind) & (shape.entries.c.of_table == table)
        wanted = select(shape.entries).where(own).order_by(shape.entries.c.number).offset(first).limit(most)
        with self._engine.begin() as connection:
            return [_entry(row) for row in connection.execute(wanted)]

    def brought(self, table: str) -> dict[str, int]:
        """How many bytes the entries of each seat of a table take; without a seat, those of the table itself, and its
        snapshots."""
        body = shape.entries.c.body
        postgres = self._engine.dialect.name == "postgresql"
        size = func.octet_length(body) if postgres else func.length(cast(body, LargeBinary))
        wanted = select(shape.entries.c.by_seat, func.sum(size + ROW).label("size"))
        own = wanted.where(shape.entries.c.of_table == table).group_by(shape.entries.c.by_seat)
        with self._engine.begin() as connection:
            found = {row.by_seat: int(row.size) for row in connection.execute(own)}
            beside = snapshots.sizes(connection, table).get(table, 0)
        return {**found, "": found.get("", 0) + beside} if beside else found

    def last(self, kind: str) -> dict[str, Entry]:
        """The last entry of a kind of each table that is not archived and has any."""
        newest = (
            select(shape.entries.c.of_table, func.max(shape.entries.c.number).label("number"))
            .join(shape.tables, (shape.tables.c.id == shape.entries.c.of_table) & shape.tables.c.archived.is_(False))
            .where(shape.entries.c.kind == kind)
            .group_by(shape.entries.c.of_table)
            .subquery()
        )
        same = (shape.entries.c.of_table == newest.c.of_table) & (shape.entries.c.number == newest.c.number)
        wanted = select(shape.entries).join(newest, same).order_by(shape.entries.c.of_table)
        found: dict[str, Entry] = {}
        with self._engine.begin() as connection:
            for row in connection.execute(wanted):
                with suppress(msgspec.DecodeError):  # that table is damaged, the others are not
                    found[row.of_table] = _entry(row)
        return found

    # -- blobs ------------------------------------------------------------------------------------------------

    def put_blob(self, table: str, kind: str, data: bytes) -> str:
        """Keep something of a table that is no entry; gives the hash of its bytes, by which it is found again."""
        blob = blob_of(kind, data)
        with measured(self.measure, "store", "picture"), self._engine.begin() as connection:
            _lock(connection, table)
            _put(connection, table, blob)
        return blob.name

    def blob(self, table: str, name: str) -> Blob | None:
        wanted = select(shape.blobs.c.kind, shape.blobs.c.data).where(
            shape.blobs.c.of_table == table, shape.blobs.c.hash == name
        )
        with self._engine.begin() as connection:
            row = connection.execute(wanted).first()
        return Blob(row.kind, bytes(row.data), name) if row is not None else None

    def blobs(self, table: str) -> dict[str, int]:
        """How many bytes each blob of a table has, by its hash."""
        size = func.length(shape.blobs.c.data).label("size")
        wanted = select(shape.blobs.c.hash, size).where(shape.blobs.c.of_table == table).order_by(shape.blobs.c.hash)
        with self._engine.begin() as connection:
            return {row.hash: row.size for row in connection.execute(wanted)}

    def sizes(self) -> dict[str, Size]:
        """How much is kept of each table."""
        counted = select(shape.entries.c.of_table, func.count(), func.sum(func.length(shape.entries.c.body)))
        drawn = select(shape.blobs.c.of_table, func.count(), func.sum(func.length(shape.blobs.c.data)))
        told: dict[str, Size] = {}
        with self._engine.begin() as connection:
            for table, entries, size in connection.execute(counted.group_by(shape.entries.c.of_table)):
                told[table] = Size(entries, int(size), 0, 0, 0)
            for table, pictures, size in connection.execute(drawn.group_by(shape.blobs.c.of_table)):
                told[table] = told.get(table, NO_SIZE)._replace(pictures=pictures, picture_bytes=int(size))
            for table, size in snapshots.sizes(connection).items():
                told[table] = told.get(table, NO_SIZE)._replace(snapshot_bytes=size)
        return told

    # -- deleting ---------------------------------------------------------------------------------------------

    def going(self) -> dict[str, float]:
        """When each table is deleted that is about to be."""
        with self._engine.begin() as connection:
            return purging.going(connection)

    def purge(self, table: str, now: float, even_so: bool = False) -> bool:
        """Delete a table for good, with all that is kept of it, if its time has come, or `even_so`; tells whether it
        was."""
        with self._engine.begin() as connection:
            _lock(connection, table)
            if not even_so and not 0 < purging.going(connection, table).get(table, 0.0) <= now:
                return False
            purging.purge(connection, table, now)
        self.shrink()
        return True

    def shrink(self) -> None:
        """Give back the room of what was deleted; where others are in the way, it is given back another time."""
        try:
            purging.shrink(self._engine)
        except (sqlite3.OperationalError, OperationalError) as fault:
            logger.warning("the store does not shrink now: %s", fault)

    def let_shrink(self) -> None:
        """Write a SQLite file of an earlier version anew, once, so that it shrinks when something is deleted. That
        takes long and keeps all others waiting: it is done before anybody is let in. Where it cannot be done, the file
        stays as large as it is."""
        try:
            if not purging.can_shrink(self._engine):
                logger.info("the store is of an earlier version: it is written anew, once, which may take a while")
                purging.write_anew(self._engine)
        except sqlite3.Error as fault:
            logger.warning("the store cannot be written anew, and will not shrink until it is: %s", fault)


# ---------------------------------------------------------------- connections


def _url(words: str) -> URL:
    try:
        found = make_url(words)
    except ArgumentError:
        raise BadInput("the store: expected a URL such as sqlite:///tables.sqlite or postgresql://host/name") from None
    if found.get_backend_name() not in ("sqlite", "postgresql"):
        raise BadInput(f"the store: expected sqlite or postgresql, not {found.get_backend_name()!r}")
    if found.get_backend_name() == "sqlite" and not found.database:
        raise BadInput("the store: expected a file, as in sqlite:///tables.sqlite")
    if found.get_backend_name() == "postgresql" and find_spec("psycopg") is None:
        raise BadInput("a store in PostgreSQL needs psycopg: install ludex[postgres]")
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
    connection.exec_driver_sql("BEGIN")


def _postgres_connected(connection: Any, record: object) -> None:
    """A server that may lose what it has confirmed is asked not to."""
    connection.execute(
        "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
    )
    connection.commit()


# ---------------------------------------------------------------- inside a transaction


def _version_of(connection: Connection) -> int:
    if not inspect(connection).has_table("versions"):
        return 0
    return connection.execute(select(func.max(shape.versions.c.number))).scalar() or 0


def _missing(connection: Connection, table: str) -> Missing:
    if purging.was_purged(connection, table):
        return Deleted("this table was deleted")
    return Missing(f"there is no table {table!r}")


def _check(connection: Connection, table: str) -> None:
    if connection.execute(select(shape.tables.c.id).where(shape.tables.c.id == table)).first() is None:
        raise _missing(connection, table)


def _lock(connection: Connection, table: str) -> None:
    """Nobody else writes to this table until the transaction ends. It must come first: in SQLite a transaction that has
    read something cannot begin to write when another has written meanwhile."""
    same = update(shape.tables).where(shape.tables.c.id == table).values(number=shape.tables.c.number)
    if connection.execute(same).rowcount != 1:
        raise _missing(connection, table)


def _put(connection: Connection, table: str, blob: Blob) -> None:
    own = shape.blobs.c.of_table == table
    if connection.execute(select(shape.blobs.c.hash).where(own, shape.blobs.c.hash == blob.name)).first() is not None:
        return
    size = func.coalesce(func.sum(func.length(shape.blobs.c.data)), 0)
    there, bytes_ = connection.execute(select(func.count(), size).where(own)).one()
    if there >= MOST_PICTURES:
        raise BadInput(f"picture: the table has {MOST_PICTURES} pictures already")
    if bytes_ + len(blob.data) > MOST_ALL:
        raise BadInput(f"picture: expected at most {MOST_ALL} bytes in all pictures of the table together")
    connection.execute(insert(shape.blobs).values(of_table=table, hash=blob.name, kind=blob.kind, data=blob.data))


def _read(connection: Connection, table: str, after: int, until: int = LAST) -> list[Entry]:
    own = (shape.entries.c.of_table == table) & shape.entries.c.number.between(after + 1, until)
    found = connection.execute(select(shape.entries).where(own).order_by(shape.entries.c.number)).all()
    if not found and not after:
        _check(connection, table)
    return [_entry(row) for row in found]


def _load(connection: Connection, table: str, whole: bool = False, until: int = LAST) -> Loaded:
    """The boundary and the snapshot first: whatever another process appends meanwhile, its entries are there."""
    boundary = _boundary(connection, table)
    snapshot = snapshots.newest(connection, table, until) if not whole else None
    last = connection.execute(select(shape.tables.c.number).where(shape.tables.c.id == table)).scalar()
    known = snapshot.number if snapshot is not None else 0
    entries = _read(connection, table, known, until)
    found = entries[-1].number if entries else known
    if last is not None and found < min(last, until):
        raise BadInput(f"expected entries up to {min(last, until)}; there are {found}")
    return Loaded(entries, boundary if boundary is not None and boundary.number <= until else None, snapshot)


def _boundary(connection: Connection, table: str) -> Boundary | None:
    row = connection.execute(select(shape.boundaries).where(shape.boundaries.c.of_table == table)).first()
    if row is None:
        return None
    return Boundary(row.number, row.version, row.shape, row.seal, msgspec.Raw(row.state.encode()))


def _entry(row: Any) -> Entry:
    return Entry(row.number, row.at, row.by_seat, row.kind, msgspec.json.decode(row.body))


# Made once: what is built and compiled for every doing anew would cost more than what it does
_MOVE = (
    update(shape.tables)
    .where(shape.tables.c.id == bindparam("table"), shape.tables.c.number == bindparam("before"))
    .values(number=bindparam("last"), changed=bindparam("at"))
)
_KEEP = insert(shape.entries)
_STAND = text(
    """INSERT INTO boundaries (of_table, number, version, shape, seal, state)
    VALUES (:of_table, :number, :version, :shape, :seal, :state)
    ON CONFLICT (of_table) DO UPDATE SET number = excluded.number, version = excluded.version,
    shape = excluded.shape, seal = excluded.seal, state = excluded.state
    WHERE :newest OR excluded.number > boundaries.number"""
)


def _append(
    connection: Connection,
    table: str,
    entries: Sequence[Entry],
    boundary: Boundary | None,
    snapshot: Snapped | None,
) -> None:
    """The head goes from the number before the first to that of the last: whoever is second waits, and finds another
    number there."""
    if entries:
        _append_entries(connection, table, entries)
    if boundary is not None:
        told = {name: getattr(boundary, name) for name in ("number", "version", "shape", "seal")}
        state = bytes(boundary.state).decode()
        # With entries it is the newest, even where a roll was replaced and it went back; without, others may be ahead
        connection.execute(_STAND, {**told, "of_table": table, "state": state, "newest": bool(entries)})
    if snapshot is not None:
        snapshots.keep(connection, table, snapshot)


def _append_entries(connection: Connection, table: str, entries: Sequence[Entry]) -> None:
    first, last = entries[0].number, entries[-1]
    for number, entry in enumerate(entries, first):
        if entry.number != number:
            raise BadInput(f"expected entry {number}, not {entry.number}")
    move = {"table": table, "before": first - 1, "last": last.number, "at": last.at}
    if connection.execute(_MOVE, move).rowcount != 1:
        _check(connection, table)
        raise Taken(table)
    _handle_pictures(connection, table, [entry.body for entry in entries if entry.kind in HANDOUTS])
    _lose_words(connection, table, _replaced(entries))
    told = _told_by(entries)
    if told:
        connection.execute(update(shape.tables).where(shape.tables.c.id == table).values(told))
    _keep_rows(connection, table, map(row_of, entries))


def _keep_rows(connection: Connection, table: str, rows: Iterable[Row]) -> None:
    connection.execute(_KEEP, [{"of_table": table, **msgspec.structs.asdict(row)} for row in rows])


def row_of(entry: Entry) -> Row:
    return Row(entry.number, entry.at, entry.by, entry.kind, msgspec.json.encode(entry.body).decode())


def headed(head: Head, entry: Entry) -> Head:
    """The head of a new table after its next entry, of which the first founds it."""
    number = head.number + 1
    if number == 1:
        if entry.number != 1 or entry.kind != "founded":
            raise BadInput(f"expected entry 1, by which the table is founded, not entry {entry.number}, {entry.kind}")
        head = head._replace(game=entry.body["game"])
    if entry.number != number:
        raise BadInput(f"expected entry {number}, not {entry.number}")
    return head._replace(number=number, changed=entry.at, **_told_by([entry]))


def _handle_pictures(connection: Connection, table: str, handouts: Sequence[dict[str, Any]]) -> None:
    """What no handout has any more is lost; what one begins to have must be kept still."""
    for body in handouts:
        own = shape.blobs.c.of_table == table
        if body.get("needed"):
            wanted = select(shape.blobs.c.hash).where(own, shape.blobs.c.hash == body["needed"])
            if connection.execute(wanted).first() is None:
                raise BadInput("picture: it is not kept any more; bring it again")
        if body.get("unused"):
            connection.execute(delete(shape.blobs).where(own, shape.blobs.c.hash == body["unused"]))


def _replaced(entries: Sequence[Entry]) -> list[int]:
    return [entry.body["replaces"] for entry in entries if entry.kind != PLAY and entry.body.get("replaces")]


def _lose_words(connection: Connection, table: str, numbers: Sequence[int]) -> None:
    """What was written anew or taken away is kept without its words: else whoever rewrites a note fills the disk."""
    for number in numbers:
        one = (shape.entries.c.of_table == table) & (shape.entries.c.number == number)
        row = connection.execute(select(shape.entries).where(one)).first()
        if row is not None and row.kind in WORDS:
            body = msgspec.json.encode({**msgspec.json.decode(row.body), **WORDS[row.kind]}).decode()
            connection.execute(update(shape.entries).where(one).values(body=body))


def size_of(entry: Entry) -> int:
    """The bytes that an entry takes, as `sizes` counts them."""
    return len(msgspec.json.encode(entry.body)) + ROW


def _told_by(entries: Sequence[Entry]) -> dict[str, Any]:
    """What entries change about the head of their table besides its number and its time."""
    found: dict[str, Any] = {}
    for entry in entries:
        if entry.kind in ("founded", "renamed"):
            found["title"] = entry.body["title"].replace("\0", "")  # which PostgreSQL cannot keep
        elif entry.kind == "archived":
            found["archived"] = entry.body["archived"]
    return found
