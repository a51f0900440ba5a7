"""`ludex backup` and `ludex restore`: all tables in one file, and back. SQLite's own copy is one moment of the store,
whatever the server writes meanwhile; PostgreSQL has its own tools."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from ludex.cli.stores import store_file
from ludex.core.kernel.ruling import BadInput
from ludex.text.echo import echo

BUSY = 5.0  # seconds to wait for somebody who writes


def backup(file: Path, data: Path, database: str) -> int:
    if database:
        raise BadInput("a store in PostgreSQL is backed up with its own tools: pg_dump --format=custom --file=FILE URL")
    source = store_file(data)
    if file.exists():
        raise BadInput(f"{file}: it is there already")
    copy(source, file)
    echo(f"{file}: {tables_in(file)}, {file.stat().st_size:,} bytes")
    return 0


def restore(file: Path, data: Path, aside: bool) -> int:
    from ludex.server.run.serve import STORE_FILE, database_in

    if not file.exists():
        raise BadInput(f"{file}: there is no such file")
    found = tables_in(file)
    database_in(data)  # makes the folder
    there = data / STORE_FILE
    if there.exists():
        if not aside:
            raise BadInput(f"{there}: there are tables already; --aside moves them aside")
        moved = there.with_name(f"{STORE_FILE}.{time.strftime('%Y%m%d-%H%M%S')}")
        move_aside(there, moved)
        echo(f"The tables that were there are in {moved}")
    copy(file, there)
    echo(f"{there}: {found}")
    return 0


def copy(source: Path, target: Path) -> None:
    """One moment of a store as a file for its owner alone; it has its name when all of it is there and was checked."""
    new = target.with_name(f"{target.name}.new")
    try:
        os.close(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
        with closing(sqlite3.connect(source, BUSY)) as whole, closing(sqlite3.connect(new)) as part:
            whole.backup(part)
            part.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it
        tables_in(new)
        with new.open("rb") as file:
            os.fsync(file.fileno())
        for_who_owns(new, target.parent)
        new.replace(target)
    except sqlite3.Error as fault:
        raise BadInput(f"{source}: it cannot be copied: {fault}") from None
    except OSError as fault:
        raise BadInput(f"{target}: it cannot be written: {fault.strerror}") from None
    finally:
        new.unlink(missing_ok=True)


def for_who_owns(file: Path, folder: Path) -> None:
    """Who restores as root does so for the user of the server, who could not read it else."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        owner = folder.stat()
        os.chown(file, owner.st_uid, owner.st_gid)


def tables_in(file: Path) -> str:
    """How many tables are in a copy of a store, after it was checked: whole, and of a version that we know."""
    from ludex.table.desk.store_shape import MIGRATIONS

    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as store:
            (said,) = store.execute("PRAGMA integrity_check(1)").fetchone()
            if said != "ok":
                raise BadInput(f"{file}: it is damaged: {' '.join(said.split())}")
            (version,) = store.execute("SELECT max(number) FROM versions").fetchone()
            (tables,) = store.execute("SELECT count(*) FROM tables WHERE number > 0").fetchone()
    except sqlite3.Error as fault:
        raise BadInput(f"{file}: it is no whole store of Ludex: {fault}") from None
    if not 0 < (version or 0) <= len(MIGRATIONS):
        raise BadInput(f"{file}: it has version {version}; this version of Ludex knows up to {len(MIGRATIONS)}")
    return "1 table" if tables == 1 else f"{tables} tables"


def move_aside(store: Path, to: Path) -> None:
    """All of a store under another name. Nobody may have it open: what they write would be lost."""
    try:
        with closing(sqlite3.connect(store, BUSY, isolation_level=None)) as file:
            file.execute("PRAGMA journal_mode = DELETE")  # only who is alone may do that
    except sqlite3.OperationalError:
        raise BadInput(f"{store}: it is in use; stop the server first") from None
    except sqlite3.DatabaseError:  # it is damaged, and moved with all that lies beside it
        pass
    for ending in ("-wal", "-shm"):
        beside = store.with_name(store.name + ending)
        if beside.exists():
            beside.rename(to.with_name(to.name + ending))
    store.rename(to)
