"""The shape of the store: its tables, and the steps by which a store of an earlier version gets there."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Double, LargeBinary, MetaData, Table, Text

SHAPE = MetaData()
versions = Table("versions", SHAPE, Column("number", BigInteger, primary_key=True), Column("at", Double))
tables = Table(
    "tables",
    SHAPE,
    Column("id", Text, primary_key=True),
    Column("number", BigInteger),  # of the last entry
    Column("changed", Double),  # when that was made
    Column("title", Text),
    Column("game", Text),
    Column("archived", Boolean),
)
entries = Table(
    "entries",
    SHAPE,
    Column("of_table", Text, primary_key=True),
    Column("number", BigInteger, primary_key=True),
    Column("at", Double),
    Column("by_seat", Text),
    Column("kind", Text),
    Column("body", Text),  # JSON, as it was written: neither database looks into it
)
blobs = Table(
    "blobs",
    SHAPE,
    Column("of_table", Text, primary_key=True),
    Column("hash", Text, primary_key=True),
    Column("kind", Text),
    Column("data", LargeBinary),
    Column("uploaded", Boolean),  # by a game master, for a handout or none
)
boundaries = Table(
    "boundaries",
    SHAPE,
    Column("of_table", Text, primary_key=True),
    Column("number", BigInteger),  # of the last entry that is in it
    Column("version", BigInteger),  # of the rules
    Column("shape", BigInteger),  # of the state
    Column("seal", Text),  # of the content
    Column("state", Text),  # JSON
)
gone = Table("gone", SHAPE, Column("hash", Text, primary_key=True), Column("at", Double))  # tables that were deleted
snapshots = Table(
    "snapshots",
    SHAPE,
    Column("of_table", Text, primary_key=True),
    Column("number", BigInteger, primary_key=True),  # of the last entry that is in it
    Column("form", BigInteger),  # of what is in it
    Column("version", BigInteger),  # of the rules
    Column("shape", BigInteger),  # of the state
    Column("seal", Text),  # of the content
    Column("digest", Text),  # of its bytes
    Column("body", LargeBinary),  # JSON, packed
)
pages = Table(
    "pages",
    SHAPE,
    Column("of_table", Text, primary_key=True),
    Column("scene", BigInteger, primary_key=True),  # the entry by which it came on the table
    Column("knowledge", Text, primary_key=True),  # of those whose log it is
    Column("number", BigInteger, primary_key=True),
    Column("body", LargeBinary),  # JSON, packed
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
    ("CREATE INDEX entries_by_kind ON entries (kind, of_table, number)",),
    (
        """CREATE TABLE boundaries (
            of_table TEXT NOT NULL PRIMARY KEY REFERENCES tables (id), number BIGINT NOT NULL, version BIGINT NOT NULL,
            shape BIGINT NOT NULL, seal TEXT NOT NULL, state TEXT NOT NULL)""",
    ),
    ("CREATE TABLE gone (hash TEXT NOT NULL PRIMARY KEY, at DOUBLE PRECISION NOT NULL)",),
    (
        """CREATE TABLE snapshots (
            of_table TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, number BIGINT NOT NULL,
            form BIGINT NOT NULL, version BIGINT NOT NULL, shape BIGINT NOT NULL, seal TEXT NOT NULL,
            digest TEXT NOT NULL, body {bytes} NOT NULL, PRIMARY KEY (of_table, number))""",
        """CREATE TABLE pages (
            of_table TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, scene BIGINT NOT NULL,
            knowledge TEXT NOT NULL, number BIGINT NOT NULL, body {bytes} NOT NULL,
            PRIMARY KEY (of_table, scene, knowledge, number))""",
    ),
    (  # the library of packs, which `workshop/` reads and writes
        """CREATE TABLE makers (
            id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, token_hash TEXT NOT NULL UNIQUE,
            made DOUBLE PRECISION NOT NULL)""",
        """CREATE TABLE packs (
            id TEXT NOT NULL PRIMARY KEY, maker TEXT NOT NULL REFERENCES makers (id), name TEXT NOT NULL,
            title TEXT NOT NULL, game TEXT NOT NULL, revision BIGINT NOT NULL, shared BIGINT NOT NULL,
            forked TEXT NOT NULL, changed DOUBLE PRECISION NOT NULL)""",
        "CREATE INDEX packs_by_maker ON packs (maker, name)",
        """CREATE TABLE revisions (
            of_pack TEXT NOT NULL REFERENCES packs (id), number BIGINT NOT NULL, at DOUBLE PRECISION NOT NULL,
            note TEXT NOT NULL, seal TEXT NOT NULL, told TEXT NOT NULL, pictures TEXT NOT NULL, body {bytes} NOT NULL,
            PRIMARY KEY (of_pack, number))""",
        """CREATE TABLE pack_pictures (
            of_pack TEXT NOT NULL REFERENCES packs (id), hash TEXT NOT NULL, data {bytes} NOT NULL,
            PRIMARY KEY (of_pack, hash))""",
    ),
    ("ALTER TABLE blobs ADD COLUMN uploaded BOOLEAN NOT NULL DEFAULT FALSE",),
    ("ALTER TABLE revisions ADD COLUMN held TEXT NOT NULL DEFAULT '[]'",),
]
