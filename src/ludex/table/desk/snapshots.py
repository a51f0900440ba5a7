"""Snapshots in the store: beside the entries of a table its last two, and the pages of the logs of its scene."""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, select, text

from ludex.table.campaign.log import Page, Whose
from ludex.table.campaign.snapshot import Snapped, Snapshot, unpack
from ludex.table.desk import store_shape as shape

# Made once: what is built and compiled for every doing anew would cost more than what it does
_KEEP = text(
    """INSERT INTO snapshots (of_table, number, form, version, shape, seal, digest, body)
    VALUES (:of_table, :number, :form, :version, :shape, :seal, :digest, :body)
    ON CONFLICT (of_table, number) DO UPDATE SET form = excluded.form, version = excluded.version,
    shape = excluded.shape, seal = excluded.seal, digest = excluded.digest, body = excluded.body"""
)
_KEEP_PAGE = text(
    """INSERT INTO pages (of_table, scene, knowledge, number, body)
    VALUES (:of_table, :scene, :knowledge, :number, :body)
    ON CONFLICT (of_table, scene, knowledge, number) DO UPDATE SET body = excluded.body"""
)
_DROP = text(
    """DELETE FROM snapshots WHERE of_table = :of_table AND number NOT IN
    (SELECT number FROM snapshots WHERE of_table = :of_table ORDER BY number DESC LIMIT 2)"""
)


def keep(connection: Connection, table: str, taken: Snapped) -> None:
    """Keep a snapshot, and the one before it in case that something befalls it."""
    connection.execute(_KEEP, {"of_table": table, **taken.snapshot._asdict()})
    connection.execute(_DROP, {"of_table": table})
    own = shape.pages.c.of_table == table
    connection.execute(delete(shape.pages).where(own, shape.pages.c.scene < taken.scene))
    if taken.pages:
        connection.execute(
            _KEEP_PAGE,
            [
                {"of_table": table, **page.whose._asdict(), "number": page.number, "body": page.body}
                for page in taken.pages
            ],
        )


def newest(connection: Connection, table: str, until: int) -> Snapshot | None:
    """The last one up to this entry that is as it was written."""
    own = (shape.snapshots.c.of_table == table) & (shape.snapshots.c.number <= until)
    wanted = select(shape.snapshots).where(own).order_by(shape.snapshots.c.number.desc())
    for row in connection.execute(wanted):
        found = Snapshot(row.number, row.form, row.version, row.shape, row.seal, row.digest, bytes(row.body))
        if found.sound():
            return found
    return None


def page(connection: Connection, table: str, whose: Whose, number: int) -> Page:
    """A page of a log; `LookupError` where none is kept that can be read."""
    pages = shape.pages.c
    own = (pages.of_table == table) & (pages.scene == whose.scene) & (pages.knowledge == whose.knowledge)
    row = connection.execute(select(pages.body).where(own, pages.number == number)).first()
    if row is None:
        raise LookupError(f"there is no page {number} of {whose}")
    return unpack(bytes(row.body))


def sizes(connection: Connection, table: str = "") -> dict[str, int]:
    """How many bytes the snapshots and pages of each table take, or of this one alone."""
    found: dict[str, int] = {}
    for kept in (shape.snapshots.c, shape.pages.c):
        wanted = select(kept.of_table, func.sum(func.length(kept.body)).label("size")).group_by(kept.of_table)
        for row in connection.execute(wanted.where(kept.of_table == table) if table else wanted):
            found[row.of_table] = found.get(row.of_table, 0) + int(row.size)
    return found
