"""The store: for each table its entries in their order, the last boundary of what is played at it, snapshots of it,
and its pictures. SQLite in one file, or PostgreSQL by its URL.

Whatever `append` has come back from is durable. Two processes that append at once are told apart by the numbers of
their entries: who comes second is told `Taken`, and nothing of theirs is kept.
"""

from __future__ import annotations

import logging
import shutil
import sqlite3
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial, reduce
from itertools import islice
from pathlib import Path

import msgspec
from sqlalchemy import (
    Connection,
    Engine,
    LargeBinary,
    cast,
    func,
    insert,
    select,
    text,
)
from sqlalchemy.exc import IntegrityError, OperationalError

from ludex.core.files.codec import Boundary
from ludex.core.kernel.ruling import BadInput
from ludex.table.campaign.log import Page, Whose
from ludex.table.campaign.snapshot import Snapped
from ludex.table.desk import purging, snapshots
from ludex.table.desk import store_rows as stored
from ludex.table.desk import store_shape as shape
from ludex.table.desk.measured import Measure, measured, nothing
from ludex.table.desk.store_engine import engine_to
from ludex.table.desk.store_rows import (
    LAST,
    NO_SIZE,
    ROW,
    Blob,
    Head,
    Loaded,
    Row,
    Size,
    Taken,
    blob_of,
    brought_with,
    headed,
    row_of,
)
from ludex.table.desk.together import Part, Together
from ludex.table.records.entry import PLAY, Entry
from ludex.table.records.journal import Journal

COUNTED = 5.0  # seconds for which it is known how large the store is
AT_ONCE = 100  # entries of a new table that are written
MIGRATING = 7_205_941  # the lock under which one process at a time brings a PostgreSQL store up to date

logger = logging.getLogger(__name__)


class Alone:
    """A table to which nobody else can append until this is over."""

    def __init__(self, connection: Connection, table: str) -> None:
        self._connection = connection
        self._table = table

    def entries(self, after: int = 0) -> list[Entry]:
        return stored.read_entries(self._connection, self._table, after)

    def load(self, whole: bool = False) -> Loaded:
        return stored.load(self._connection, self._table, whole)

    def append(
        self, entries: Sequence[Entry], boundary: Boundary | None = None, snapshot: Snapped | None = None
    ) -> None:
        stored.append(self._connection, self._table, entries, boundary, snapshot)


class Store:
    def __init__(self, url: str) -> None:
        """A store by its URL, `sqlite:///tables.sqlite` or `postgresql://…`; brought up to date with `migrate`."""
        self._engine = engine_to(url)
        self._writer: Connection | None = None
        self._closed = False
        self.measure: Measure = nothing
        self._grown, self._counted_until = 0, 0.0
        alone = self._engine.dialect.name == "sqlite"  # it has one writer at a time anyway
        self._together = Together(self._append_all) if alone else None

    @property
    def engine(self) -> Engine:
        """The database itself, for what else is kept in it."""
        return self._engine

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

    def free(self) -> int | None:
        """Bytes that are free on its disk; none where it is a database of another program."""
        if self._engine.dialect.name != "sqlite":
            return None
        return shutil.disk_usage(Path(str(self._engine.url.database)).parent).free

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
            version = stored.version_of(connection)
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
            return stored.version_of(connection) == len(shape.MIGRATIONS)

    # -- tables and entries -----------------------------------------------------------------------------------

    def create(
        self, table: str, entries: Sequence[Entry], blobs: Iterable[Blob] = (), boundary: Boundary | None = None
    ) -> None:
        """A new table with its first entries, of which the first founds it, and its blobs: all of it or nothing."""
        head = reduce(headed, entries, Head(table, 0, 0.0, "", "", False))
        self.create_from(head, map(row_of, entries), [*blobs, *brought_with(entries)], boundary)

    def create_from(
        self,
        head: Head,
        rows: Iterable[Row],
        blobs: Iterable[Blob],
        boundary: Boundary | None,
        snapshot: Snapped | None = None,
        uploaded: bool = False,
    ) -> None:
        """The same for a table whose head and rows are made already, and with a snapshot. They are taken one after
        another while nobody else can write to SQLite: whoever gives them does not let it wait. `uploaded`: its blobs
        stay although nobody is drawn by them any more."""
        coming = iter(rows)
        try:
            with measured(self.measure, "store", "create"), self._engine.begin() as connection:
                connection.execute(insert(shape.tables).values(head._asdict()))
                while some := list(islice(coming, AT_ONCE)):
                    stored.keep_rows(connection, head.id, some)
                stored.append(connection, head.id, [], boundary, snapshot)
                for blob in blobs:
                    stored.put_picture(connection, head.id, blob, uploaded=uploaded)
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
                    stored.append(connection, table, entries, boundary, snapshot)

    def _append_all(self, parts: Sequence[Part]) -> None:
        """Of many tables in one transaction, each with its own fate; of one alone that is the transaction's."""
        with self._writing() as connection:
            if len(parts) == 1:
                (part,) = parts
                stored.append(connection, part.table, part.entries, part.boundary, part.snapshot)
                return
            for part in parts:
                try:
                    with connection.begin_nested():
                        stored.append(connection, part.table, part.entries, part.boundary, part.snapshot)
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
            return stored.read_entries(connection, table, after, until)

    def journal(self, table: str) -> Journal:
        """All entries of a table, for who looks back."""

        def besides(after: int, until: int) -> list[Entry]:
            with measured(self.measure, "store", "besides"), self._engine.begin() as connection:
                return stored.read_entries(connection, table, after, until, but=PLAY)

        return Journal(partial(self.entries, table), besides)

    def boundary(self, table: str) -> Boundary | None:
        """The last boundary that is kept of a table."""
        with self._engine.begin() as connection:
            return stored.boundary_of(connection, table)

    def load(self, table: str, whole: bool = False, until: int = LAST) -> Loaded:
        """A table as it is kept, or was after this entry: from its newest snapshot on, or as a whole."""
        with measured(self.measure, "store", "load"), self._engine.begin() as connection:
            return stored.load(connection, table, whole, until)

    def page(self, table: str, whose: Whose, number: int) -> Page:
        """A page of a log; `LookupError` where none is kept that can be read."""
        with self._engine.begin() as connection:
            return snapshots.page(connection, table, whose, number)

    @contextmanager
    def alone(self, table: str) -> Iterator[Alone]:
        """Nobody else can append to this table meanwhile. What is appended is kept when the block ends well."""
        with self._engine.begin() as connection:
            stored.lock(connection, table)
            yield Alone(connection, table)

    def tables(self) -> list[Head]:
        """All tables, the one that was changed last first."""
        with self._engine.begin() as connection:
            rows = connection.execute(
                select(shape.tables)
                .where(shape.tables.c.number != purging.GOING)
                .order_by(shape.tables.c.changed.desc(), shape.tables.c.id)
            ).all()
        return [Head(*row) for row in rows]

    def numbers(self, tables: Collection[str]) -> dict[str, int]:
        """The number of the last entry of each of these tables."""
        there = shape.tables.c.number != purging.GOING
        wanted = select(shape.tables.c.id, shape.tables.c.number).where(shape.tables.c.id.in_(tables), there)
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
            return [stored.entry_of(row) for row in connection.execute(wanted)]

    def bytes_of(self, table: str) -> int:
        """How many bytes all that is kept of a table takes."""
        return sum(self.brought(table).values()) + sum(self.blobs(table).values())

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
                    found[row.of_table] = stored.entry_of(row)
        return found

    # -- blobs ------------------------------------------------------------------------------------------------

    def put_blob(self, table: str, kind: str, data: bytes, uploaded: bool = True) -> str:
        """Keep something of a table that is no entry; gives the hash of its bytes, by which it is found again.
        `uploaded`: it stays although nobody is drawn by it any more."""
        blob = blob_of(kind, data)
        with measured(self.measure, "store", "picture"), self._engine.begin() as connection:
            stored.lock(connection, table)
            stored.put_picture(connection, table, blob, uploaded=uploaded)
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
        was. Others write in between."""
        if not self.begin_purge(table, now, even_so):
            return False
        while self.purge_portion(table):
            purging.rest()
        self.shrink()
        return True

    def begin_purge(self, table: str, now: float, even_so: bool = False) -> bool:
        """The same, but only so that there is no such table any more. The rest of it is deleted by `purge_portion`."""
        with self._engine.begin() as connection:
            stored.lock(connection, table)
            due = even_so or 0 < purging.going(connection, table).get(table, 0.0) <= now
            if due:
                purging.begin(connection, table, now)
        return due

    def half_deleted(self) -> list[str]:
        with self._engine.begin() as connection:
            return purging.half_deleted(connection)

    def purge_portion(self, table: str) -> bool:
        """Delete a little of what is left of a table that is gone; tells whether there is more."""
        with measured(self.measure, "store", "purge"), self._engine.begin() as connection:
            return purging.delete_portion(connection, table)

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
