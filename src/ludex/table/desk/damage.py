"""What is kept and cannot be read: told apart from a store that is out of reach, which may come back by itself."""

from __future__ import annotations

import sqlite3

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from ludex.core.kernel.ruling import BadInput
from ludex.table.desk.store import Store

SQLITE = sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB
POSTGRES = "XX001", "XX002"  # data and indexes that are corrupted


class DamagedStore(BadInput):
    """A whole store cannot be used: what, where, and what to do, a line for each."""


def is_damage(fault: SQLAlchemyError) -> bool:
    """Does a fault of the database say that what it keeps is damaged?"""
    found = fault.orig if isinstance(fault, DBAPIError) else None
    if isinstance(found, sqlite3.Error):
        return getattr(found, "sqlite_errorcode", 0) & 0xFF in SQLITE
    return getattr(found, "sqlstate", None) in POSTGRES


def words_of(fault: SQLAlchemyError) -> str:
    """What the database says, in one line and without the statement."""
    found = fault.orig if isinstance(fault, DBAPIError) else fault
    return " ".join(str(found).split())[:200]


def make_ready(store: Store, where: str) -> None:
    """Bring a store up to date before it is served, its file as well; read what all tables share. The entries of a
    table are read when somebody comes to it, and if they are damaged the others go on."""
    try:
        if not store.is_current():
            store.migrate()
        store.tables()
        store.let_shrink()
    except SQLAlchemyError as fault:
        if is_damage(fault):
            raise DamagedStore(
                f"The store is damaged: {words_of(fault)}\n"
                f"It is at {where}, and was left as it is.\n"
                "Restore a backup, which moves it aside: ludex restore FILE --aside"
            ) from None
        raise DamagedStore(
            f"The store cannot be used: {words_of(fault)}\n"
            f"It is at {where}.\n"
            "Nothing was changed; start again when it can be reached."
        ) from None
