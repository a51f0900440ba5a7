"""The store: for each table its entries in their order, and its pictures. SQLite in one file, or PostgreSQL by its URL.

Whatever `append` has come back from is durable. Two processes that append at once are told apart by the numbers of
their entries: who comes second is told `Taken`, and nothing of theirs is kept.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Double,
    LargeBinary,
    MetaData,
    Table,
    Text,
    bindparam,
    create_engine,
    event,
    func,
    insert,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError

from ludex.core.ruling import BadInput
from ludex.table.entry import Entry
from ludex.table.together import Part, Together

BUSY = 30.0  # seconds to wait for another process that is writing to the same SQLite file
MIGRATING = 7_205_941  # the lock under which one process at a time brings a PostgreSQL store up to date

_shape = MetaData()
_versions = Table("versions", _shape, Column("number", BigInteger, primary_key=True), Column("at", Double))
_tables = Table(
    "tables",
    _shape,
    Column("id", Text, primary_key=True),
    Column("number", BigInteger),  # of the last entry
    Column("changed", Double),  # when that was made
    Column("title", Text),
    Column("game", Text),
    Column("archived", Boolean),
)
_entries = Table(
    "entries",
    _shape,
    Column("of_table", Text, primary_key=True),
    Column("number", BigInteger, primary_key=True),
    Column("at", Double),
    Column("by_seat", Text),
    Column("kind", Text),
    Column("body", Text),  # JSON, as it was written: neither database looks into it
)
_blobs = Table(
    "blobs",
    _shape,
    Column("of_table", Text, primary_key=True),
    Column("hash", Text, primary_key=True),
    Column("kind", Text),
    Column("data", LargeBinary),
)

# Statements of each version of the store, on top of the one before. What stands here is never changed, only added to.
MIGRATIONS: list[tuple[str, ...]] = [
    (
        """CREATE TABLE tables (
            id TEXT NOT NULL PRIMARY KEY, number BIGINT NOT NULL, changed DOUBLE PRECISION NOT NULL,
            title TEXT NOT NULL, game TEXT NOT NULL, archived BOOLEAN NOT NULL)""",
        """CREATE TABLE entries (
            of_table TEXT NOT NULL REFERENCES tables (id), number BIGINT NOT NULL, at DOUBLE PRECISION NOT NULL,
            by_seat TEXT NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (of_table, number))""",
        """CREATE TABLE blobs (
            of_table TEXT NOT NULL REFERENCES tables (id), hash TEXT NOT NULL, kind TEXT NOT NULL,
            data {bytes} NOT NULL, PRIMARY KEY (of_table, hash))""",
    ),
]


class Taken(Exception):
    """Another process has appended first."""


class Missing(BadInput):
    """There is no such table."""


class Head(NamedTuple):
    """What a list of tables tells of one."""

    id: str
    number: int  # of the last entry
    changed: float
    title: str
    game: str
    archived: bool


class Blob(NamedTuple):
    kind: str
    data: bytes


class Alone:
    """A table to which nobody else can append until this is over."""

    def __init__(self, connection: Connection, table: str) -> None:
        self._connection = connection
        self._table = table

    def entries(self, after: int = 0) -> list[Entry]:
        return _read(self._connection, self._table, after)

    def append(self, entries: Sequence[Entry]) -> None:
        _append(self._connection, self._table, entries)


class Kept(NamedTuple):
    """What is to be kept of a table."""

    table: str
    entries: Sequence[Entry]


class Store:
    def __init__(self, url: str) -> None:
        """A store by its URL, `sqlite:///tables.sqlite` or `postgresql://…`; brought up to date with `migrate`."""
        found = _url(url)
        if found.get_backend_name() == "sqlite":
            self._engine = create_engine(found, connect_args={"timeout": BUSY})
            event.listen(self._engine, "connect", _sqlite_connected)
            event.listen(self._engine, "begin", _sqlite_begins)
            self._together: Together[Kept] | None = Together(self._append_all)  # it has one writer at a time anyway
        else:
            self._engine = create_engine(found, pool_pre_ping=True, pool_size=10, max_overflow=20)
            event.listen(self._engine, "connect", _postgres_connected)
            self._together = None

    def close(self) -> None:
        self._engine.dispose()

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
            if version > len(MIGRATIONS):
                raise BadInput(f"the store has version {version}; this version of Ludex knows up to {len(MIGRATIONS)}")
            if version == 0:
                connection.execute(text("CREATE TABLE versions (number BIGINT PRIMARY KEY, at DOUBLE PRECISION)"))
            for number, statements in enumerate(MIGRATIONS[version:], version + 1):
                for statement in statements:
                    connection.execute(text(statement.format(bytes="BYTEA" if postgres else "BLOB")))
                connection.execute(insert(_versions).values(number=number, at=time.time()))

    def version(self) -> int:
        """0: nothing is there yet."""
        with self._engine.begin() as connection:
            return _version_of(connection)

    # -- tables and entries -----------------------------------------------------------------------------------

    def create(self, table: str, entries: Sequence[Entry]) -> None:
        """A new table with its first entries, of which the first founds it."""
        first = entries[0]
        if first.number != 1 or first.kind != "founded":
            raise BadInput(f"expected entry 1, by which the table is founded, not entry {first.number}, {first.kind}")
        head = {"number": 0, "changed": first.at, "title": "", "archived": False, "game": first.body["game"]}
        try:
            with self._engine.begin() as connection:
                connection.execute(insert(_tables).values(id=table, **head))
                _append(connection, table, entries)
        except IntegrityError:
            raise Taken(table) from None

    def append(self, table: str, entries: Sequence[Entry]) -> None:
        """Keep these entries, all or none. `Taken`: another process was first, and nothing was kept."""
        if self._together is not None:
            self._together.keep(Kept(table, entries))
        else:
            with self._engine.begin() as connection:
                _append(connection, table, entries)

    def _append_all(self, parts: Sequence[Part[Kept]]) -> None:
        """Of many tables in one transaction, each with its own fate."""
        with self._engine.begin() as connection:
            for part in parts:
                try:
                    with connection.begin_nested():
                        _append(connection, *part.what)
                except (BadInput, Taken, IntegrityError) as fault:
                    part.fault = fault

    def entries(self, table: str, after: int = 0) -> list[Entry]:
        """The entries of a table, from the one after this number on."""
        with self._engine.begin() as connection:
            return _read(connection, table, after)

    @contextmanager
    def alone(self, table: str) -> Iterator[Alone]:
        """Nobody else can append to this table meanwhile. What is appended is kept when the block ends well."""
        with self._engine.begin() as connection:
            connection.execute(update(_tables).where(_tables.c.id == table).values(number=_tables.c.number))
            yield Alone(connection, table)

    def tables(self) -> list[Head]:
        """All tables, the one that was changed last first."""
        with self._engine.begin() as connection:
            rows = connection.execute(select(_tables).order_by(_tables.c.changed.desc(), _tables.c.id)).all()
        return [Head(*row) for row in rows]

    def numbers(self, tables: Collection[str]) -> dict[str, int]:
        """The number of the last entry of each of these tables."""
        wanted = select(_tables.c.id, _tables.c.number).where(_tables.c.id.in_(tables))
        with self._engine.begin() as connection:
            return {row.id: row.number for row in connection.execute(wanted)}

    def having(self, kind: str) -> list[str]:
        """The tables that have entries of a kind and are not archived."""
        own = select(_entries.c.of_table).where(_entries.c.kind == kind)
        wanted = select(_tables.c.id).where(_tables.c.id.in_(own), _tables.c.archived.is_(False))
        with self._engine.begin() as connection:
            return list(connection.execute(wanted.order_by(_tables.c.id)).scalars())

    def last(self, kind: str) -> dict[str, Entry]:
        """The last entry of a kind of each table that is not archived and has any."""
        newest = (
            select(_entries.c.of_table, func.max(_entries.c.number).label("number"))
            .join(_tables, (_tables.c.id == _entries.c.of_table) & _tables.c.archived.is_(False))
            .where(_entries.c.kind == kind)
            .group_by(_entries.c.of_table)
            .subquery()
        )
        same = (_entries.c.of_table == newest.c.of_table) & (_entries.c.number == newest.c.number)
        wanted = select(_entries).join(newest, same).order_by(_entries.c.of_table)
        with self._engine.begin() as connection:
            rows = connection.execute(wanted).all()
        return {
            table: Entry(number, at, by, kind, msgspec.json.decode(body)) for table, number, at, by, kind, body in rows
        }

    def head(self, table: str) -> Head:
        with self._engine.begin() as connection:
            return _head(connection, table)

    # -- blobs ------------------------------------------------------------------------------------------------

    def put_blob(self, table: str, kind: str, data: bytes) -> str:
        """Keep something of a table that is no entry; gives the hash of its bytes, by which it is found again."""
        name = sha256(data).hexdigest()
        with self._engine.begin() as connection:
            _head(connection, table)
            row = {"of_table": table, "hash": name, "kind": kind, "data": data}
            if connection.dialect.name == "postgresql":
                connection.execute(postgresql.insert(_blobs).values(row).on_conflict_do_nothing())
            else:
                connection.execute(sqlite.insert(_blobs).values(row).on_conflict_do_nothing())
        return name

    def blob(self, table: str, name: str) -> Blob | None:
        wanted = select(_blobs.c.kind, _blobs.c.data).where(_blobs.c.of_table == table, _blobs.c.hash == name)
        with self._engine.begin() as connection:
            row = connection.execute(wanted).first()
        return Blob(row.kind, bytes(row.data)) if row is not None else None

    def blobs(self, table: str) -> dict[str, int]:
        """How many bytes each blob of a table has, by its hash."""
        size = func.length(_blobs.c.data).label("size")
        wanted = select(_blobs.c.hash, size).where(_blobs.c.of_table == table).order_by(_blobs.c.hash)
        with self._engine.begin() as connection:
            return {row.hash: row.size for row in connection.execute(wanted)}


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
    return found.set(drivername="postgresql+psycopg") if found.drivername == "postgresql" else found


def _sqlite_connected(connection: Any, record: object) -> None:
    connection.isolation_level = None  # transactions begin where we say
    for line in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
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
    return connection.execute(select(func.max(_versions.c.number))).scalar() or 0


def _head(connection: Connection, table: str) -> Head:
    row = connection.execute(select(_tables).where(_tables.c.id == table)).first()
    if row is None:
        raise Missing(f"there is no table {table!r}")
    return Head(*row)


def _read(connection: Connection, table: str, after: int) -> list[Entry]:
    own = (_entries.c.of_table == table) & (_entries.c.number > after)
    found = connection.execute(select(_entries).where(own).order_by(_entries.c.number)).all()
    if not found and not after:
        _head(connection, table)
    return [Entry(number, at, by, kind, msgspec.json.decode(body)) for _, number, at, by, kind, body in found]


# Made once: what is built and compiled for every doing anew would cost more than what it does
_MOVE = (
    update(_tables)
    .where(_tables.c.id == bindparam("table"), _tables.c.number == bindparam("before"))
    .values(number=bindparam("last"), changed=bindparam("at"))
)
_KEEP = insert(_entries)


def _append(connection: Connection, table: str, entries: Sequence[Entry]) -> None:
    """The head goes from the number before the first to that of the last: whoever is second waits, and finds another
    number there."""
    first, last = entries[0].number, entries[-1]
    for number, entry in enumerate(entries, first):
        if entry.number != number:
            raise BadInput(f"expected entry {number}, not {entry.number}")
    move = {"table": table, "before": first - 1, "last": last.number, "at": last.at}
    if connection.execute(_MOVE, move).rowcount != 1:
        _head(connection, table)
        raise Taken(table)
    told = _told_by(entries)
    if told:
        connection.execute(update(_tables).where(_tables.c.id == table).values(told))
    connection.execute(
        _KEEP,
        [
            {
                "of_table": table, "number": entry.number, "at": entry.at, "by_seat": entry.by, "kind": entry.kind,
                "body": msgspec.json.encode(entry.body).decode(),
            }
            for entry in entries
        ],
    )  # fmt: skip


def _told_by(entries: Sequence[Entry]) -> dict[str, Any]:
    """What entries change about the head of their table besides its number and its time."""
    found: dict[str, Any] = {}
    for entry in entries:
        if entry.kind in ("founded", "renamed"):
            found["title"] = entry.body["title"].replace("\0", "")  # which PostgreSQL cannot keep
        elif entry.kind == "archived":
            found["archived"] = entry.body["archived"]
    return found
