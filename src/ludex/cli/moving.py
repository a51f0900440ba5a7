"""`ludex restore --database`: the tables and packs of a backup, put into an empty PostgreSQL database, where a server
goes on with them whose tables were in a SQLite file."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import URL, Connection, LargeBinary, Table, create_engine, insert, select
from sqlalchemy.exc import SQLAlchemyError

from ludex.cli.backup import tables_in
from ludex.core.kernel.ruling import BadInput
from ludex.table.desk import store_shape as shape
from ludex.table.desk.damage import words_of
from ludex.table.desk.store import Store
from ludex.text.echo import echo
from ludex.workshop import shape as library

ROWS, LARGE_ROWS = 200, 4  # that are written at once; large are those with pictures and packed text in them
# Each after those that it names
ALL = (
    shape.tables, shape.entries, shape.blobs, shape.boundaries, shape.gone, shape.snapshots, shape.pages,
    library.makers, library.packs, library.revisions, library.pictures,
)  # fmt: skip


def restore_into(file: Path, database: str) -> int:
    """All of it or nothing. The file is only read."""
    found = tables_in(file)
    only_read = {"mode": "ro", "uri": "true"}
    source = create_engine(URL.create("sqlite", database=file.resolve().as_uri(), query=only_read))
    target = Store(database)
    try:
        target.migrate()
        with source.connect() as old, target.engine.begin() as new:
            check_version(file, old)
            if any(new.execute(select(table).limit(1)).first() is not None for table in ALL):
                raise BadInput("there are tables already in this database; expected an empty one")
            for table in ALL:
                carry(table, old, new)
    except SQLAlchemyError as fault:
        raise BadInput(f"the tables cannot be moved: {words_of(fault)}") from None
    finally:
        source.dispose()
        target.close()
    echo(f"{found}, in the database now")
    return 0


def check_version(file: Path, old: Connection) -> None:
    """What is of an earlier version has another shape, and a server of this one has to give it ours first."""
    versions = select(shape.versions.c.number).order_by(shape.versions.c.number.desc()).limit(1)
    if old.execute(versions).scalar_one() != len(shape.MIGRATIONS):
        raise BadInput(f"{file}: it is of an earlier version: start a server of this one with it once, and stop it")


def carry(table: Table, old: Connection, new: Connection) -> None:
    large = any(isinstance(column.type, LargeBinary) for column in table.columns)
    size = LARGE_ROWS if large else ROWS
    rows = old.execution_options(yield_per=size).execute(select(table)).mappings()
    for some in rows.partitions(size):
        new.execute(insert(table), [dict(row) for row in some])
