"""What is kept of a table, as rows of the store: read and written inside a transaction that somebody else has begun."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, TextClause, delete, func, insert, inspect, select, text, update

from ludex.core.files.codec import Boundary
from ludex.core.kernel.ruling import BadInput
from ludex.table.campaign.pictures import MOST_ALL, MOST_PICTURES, kind_of
from ludex.table.campaign.snapshot import Snapped, Snapshot
from ludex.table.desk import purging, snapshots
from ludex.table.desk import store_shape as shape
from ludex.table.desk.store_engine import at_once
from ludex.table.records.entry import PLAY, WORDS, Entry

# Kinds of entries that may say which picture is needed, or no longer; and those with which one may come
HANDOUTS = "handout", "handout_gone", "picture_gone"
PICTURED = "likeness", "character"
ROW = 100  # bytes that an entry takes besides its body, more or less
LAST = (1 << 63) - 1  # the number of the last entry, whichever that is


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


def brought_with(entries: Iterable[Entry]) -> list[Blob]:
    """The pictures that come with entries, by which somebody is drawn."""
    found = [entry.body.get("brought", "") for entry in entries if entry.kind in PICTURED]
    return [blob_of(kind_of(data), data) for data in map(b64decode, filter(None, found))]


def without_picture(entry: Entry) -> Entry:
    """As it is kept: a picture that came with it is kept apart."""
    if entry.kind not in PICTURED or "brought" not in entry.body:
        return entry
    body = {field: value for field, value in entry.body.items() if field != "brought"}
    return msgspec.structs.replace(entry, body=body)


class Loaded(NamedTuple):
    """All of a table that is needed to open it."""

    entries: list[Entry]  # since the snapshot; all where there is none
    boundary: Boundary | None  # the last one that is kept; none of what an earlier version has played
    snapshot: Snapshot | None = None


def version_of(connection: Connection) -> int:
    if not inspect(connection).has_table("versions"):
        return 0
    return connection.execute(select(func.max(shape.versions.c.number))).scalar() or 0


def _missing(connection: Connection, table: str) -> Missing:
    if purging.was_purged(connection, table):
        return Deleted("this table was deleted")
    return Missing(f"there is no table {table!r}")


def _check(connection: Connection, table: str) -> None:
    there = (shape.tables.c.id == table) & (shape.tables.c.number != purging.GOING)
    if connection.execute(select(shape.tables.c.id).where(there)).first() is None:
        raise _missing(connection, table)


def lock(connection: Connection, table: str) -> None:
    """Nobody else writes to this table until the transaction ends. It must come first: in SQLite a transaction that has
    read something cannot begin to write when another has written meanwhile."""
    there = (shape.tables.c.id == table) & (shape.tables.c.number != purging.GOING)
    same = update(shape.tables).where(there).values(number=shape.tables.c.number)
    if connection.execute(same).rowcount != 1:
        raise _missing(connection, table)


def put_picture(
    connection: Connection, table: str, blob: Blob, by_anybody: bool = False, uploaded: bool = False
) -> None:
    """One that is there already takes no room. By anybody else than the game master it is refused as any other where
    there is none: else that would tell that it is there. What was `uploaded` stays until the game master deletes it or
    the last handout that has it: whoever has the same bytes cannot bring them and have them lost again."""
    own = shape.blobs.c.of_table == table
    same = own & (shape.blobs.c.hash == blob.name)
    known = connection.execute(select(shape.blobs.c.hash).where(same)).first() is not None
    if known and uploaded:
        connection.execute(update(shape.blobs).where(same).values(uploaded=True))
    if known and not by_anybody:
        return
    size = func.coalesce(func.sum(func.length(shape.blobs.c.data)), 0)
    there, bytes_ = connection.execute(select(func.count(), size).where(own)).one()
    if there >= MOST_PICTURES:
        raise BadInput(f"picture: the table has {MOST_PICTURES} pictures already")
    if bytes_ + len(blob.data) > MOST_ALL:
        raise BadInput(f"picture: expected at most {MOST_ALL} bytes in all pictures of the table together")
    if known:
        return
    values = {"of_table": table, "hash": blob.name, "kind": blob.kind, "data": blob.data, "uploaded": uploaded}
    connection.execute(insert(shape.blobs).values(values))


def read_entries(connection: Connection, table: str, after: int, until: int = LAST, but: str = "") -> list[Entry]:
    """The entries after a number, up to another, but for those of one kind."""
    if not after:
        _check(connection, table)
    own = (shape.entries.c.of_table == table) & shape.entries.c.number.between(after + 1, until)
    own = own & (shape.entries.c.kind != but) if but else own
    found = connection.execute(select(shape.entries).where(own).order_by(shape.entries.c.number)).all()
    return [entry_of(row) for row in found]


def load(connection: Connection, table: str, whole: bool = False, until: int = LAST) -> Loaded:
    """The boundary and the snapshot first: whatever another process appends meanwhile, its entries are there."""
    boundary = boundary_of(connection, table)
    snapshot = snapshots.newest(connection, table, until) if not whole else None
    last = connection.execute(select(shape.tables.c.number).where(shape.tables.c.id == table)).scalar()
    known = snapshot.number if snapshot is not None else 0
    entries = read_entries(connection, table, known, until)
    found = entries[-1].number if entries else known
    if last == purging.GOING:
        raise _missing(connection, table)
    if last is not None and found < min(last, until):
        raise BadInput(f"expected entries up to {min(last, until)}; there are {found}")
    return Loaded(entries, boundary if boundary is not None and boundary.number <= until else None, snapshot)


def boundary_of(connection: Connection, table: str) -> Boundary | None:
    row = connection.execute(select(shape.boundaries).where(shape.boundaries.c.of_table == table)).first()
    if row is None:
        return None
    return Boundary(row.number, row.version, row.shape, row.seal, msgspec.Raw(row.state.encode()))


def entry_of(row: Any) -> Entry:
    return Entry(row.number, row.at, row.by_seat, row.kind, msgspec.json.decode(row.body))


# What is done for every doing is written out as the database has it: to build and compile it costs more than doing it
_MOVE = text("UPDATE tables SET number = :last, changed = :at WHERE id = :table AND number = :before")
_KEEP = text(
    """INSERT INTO entries (of_table, number, at, by_seat, kind, body)
    VALUES (:of_table, :number, :at, :by_seat, :kind, :body)"""
)
_STAND = text(
    """INSERT INTO boundaries (of_table, number, version, shape, seal, state)
    VALUES (:of_table, :number, :version, :shape, :seal, :state)
    ON CONFLICT (of_table) DO UPDATE SET number = excluded.number, version = excluded.version,
    shape = excluded.shape, seal = excluded.seal, state = excluded.state
    WHERE :newest OR excluded.number > boundaries.number"""
)


def _do(connection: Connection, statement: TextClause, given: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> int:
    """Do one of these, in the words of the driver; gives how many rows it has changed."""
    dialect = connection.dialect
    words = _in_its_words.get((statement, dialect.name))
    if words is None:  # SQLite reads names as they are written here
        compiled = statement.text if dialect.name == "sqlite" else str(statement.compile(dialect=dialect))
        words = _in_its_words[statement, dialect.name] = compiled
    return at_once(connection, words, given)


_in_its_words: dict[tuple[TextClause, str], str] = {}  # by database


def append(
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
        _do(connection, _STAND, {**told, "of_table": table, "state": state, "newest": bool(entries)})
    if snapshot is not None:
        snapshots.keep(connection, table, snapshot)


def _append_entries(connection: Connection, table: str, entries: Sequence[Entry]) -> None:
    first, last = entries[0].number, entries[-1]
    for number, entry in enumerate(entries, first):
        if entry.number != number:
            raise BadInput(f"expected entry {number}, not {entry.number}")
    move = {"table": table, "before": first - 1, "last": last.number, "at": last.at}
    if _do(connection, _MOVE, move) != 1:
        _check(connection, table)
        raise Taken(table)
    _handle_pictures(connection, table, [entry.body for entry in entries if entry.kind in HANDOUTS])
    for blob in brought_with(entries):
        put_picture(connection, table, blob, by_anybody=True)
    _lose_words(connection, table, _replaced(entries))
    told = _told_by(entries)
    if told:
        connection.execute(update(shape.tables).where(shape.tables.c.id == table).values(told))
    keep_rows(connection, table, map(row_of, entries))


def keep_rows(connection: Connection, table: str, rows: Iterable[Row]) -> None:
    _do(connection, _KEEP, [{"of_table": table, **msgspec.structs.asdict(row)} for row in rows])


def row_of(entry: Entry) -> Row:
    entry = without_picture(entry)
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
            spared = [shape.blobs.c.uploaded.is_(False)] if body.get("of_token") else []
            connection.execute(delete(shape.blobs).where(own, shape.blobs.c.hash == body["unused"], *spared))


def _replaced(entries: Sequence[Entry]) -> list[int]:
    bodies = [entry.body for entry in entries if entry.kind != PLAY]
    return [number for body in bodies for number in (body.get("replaces", 0), *body.get("replaces_all", ())) if number]


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
