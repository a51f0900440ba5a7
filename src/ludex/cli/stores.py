"""The store of a server, opened by whoever has its folder; the server may run meanwhile."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ludex.core.kernel.english import no_such
from ludex.core.kernel.letters import seen
from ludex.core.kernel.ruling import BadInput

if TYPE_CHECKING:
    from ludex.table.campaign.campaign import Campaign
    from ludex.table.desk.opening import Load
    from ludex.table.desk.store import Store
    from ludex.table.desk.store_rows import Head


def store_file(data: Path) -> Path:
    """The SQLite file of a folder, which must be there."""
    from ludex.server.run.serve import STORE_FILE

    if not (data / STORE_FILE).exists():
        raise BadInput(f"{data}: there are no tables in this folder; --data names the one of `ludex serve`")
    return data / STORE_FILE


def where(data: Path, database: str) -> str:
    """The option by which another command finds the same tables."""
    from ludex.cli.serve import where_of

    return shlex.join(["--database", where_of(database)] if database else ["--data", str(data)])


@contextmanager
def opened_store(data: Path, database: str) -> Iterator[Store]:
    """Of the version of this program: who is a guest there does not bring it up to date."""
    from sqlalchemy.exc import SQLAlchemyError

    from ludex.server.run.serve import database_in
    from ludex.table.desk.damage import is_damage, words_of
    from ludex.table.desk.store import Store

    if not database:
        store_file(data)
    store = Store(database or database_in(data))
    try:
        if not store.is_current():
            raise BadInput(
                "these tables are of another version of Ludex: use that of the server; one of this version brings "
                "tables of an earlier one up to date when it starts"
            )
        yield store
    except SQLAlchemyError as fault:
        what = "is damaged" if is_damage(fault) else "cannot be used"
        raise BadInput(f"the store {what}: {words_of(fault)}") from None
    finally:
        store.close()


def table_named(store: Store, words: str) -> Head:
    """A table by its id, or by its title where no other has the same."""
    heads = store.tables()
    found = [head for head in heads if head.id == words]
    found = found or [head for head in heads if head.title.casefold() == words.strip().casefold()]
    if len(found) > 1:
        which = "".join(f"\n{line_of(head)}" for head in found)
        raise BadInput(f"there are {len(found)} tables of this title; say by its id which is meant:{which}")
    if not found:
        titles = [head.title for head in heads]
        raise BadInput(seen(f"{no_such('table', words, titles)}; `ludex tables` lists all with their ids"))
    return found[0]


def line_of(head: Head) -> str:
    """A table as it is listed, whatever an earlier version has let anybody call it."""
    return seen(f"{head.id}  {head.title} ({head.game}{', put away' if head.archived else ''})")


def opened_table(store: Store, id: str, load: Load | None = None) -> Campaign:
    """A table from its newest snapshot on, to be looked at; `load` reads it where that is done in a transaction."""
    import msgspec

    from ludex.table.desk.opening import opened

    try:
        return opened(store, id, load=load)
    except msgspec.DecodeError as fault:
        raise BadInput(f"this table is damaged: {fault}") from None


@contextmanager
def changing(store: Store, id: str) -> Iterator[Campaign]:
    """A table that nobody else changes meanwhile: others wait, so it is not for long. What is added to it is in its
    journal, as done by no seat."""
    with store.alone(id) as alone:
        table = opened_table(store, id, alone.load)
        table.begin("")
        yield table
        entries = table.take()
        if entries:
            alone.append(entries)
