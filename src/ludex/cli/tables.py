"""What whoever runs a server can do about its tables: list them, put them away, delete them, send somebody away."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ludex.cli.link import seat_of
from ludex.cli.stores import changing, line_of, opened_store, opened_table, table_named, where
from ludex.core.kernel.english import count
from ludex.core.kernel.letters import seen
from ludex.core.kernel.ruling import BadInput
from ludex.table import doings
from ludex.table.desk.quota import bytes_told
from ludex.table.records.entry import UNSET, Archived, Deleting, Reseated
from ludex.table.records.seat import Role
from ludex.text.echo import echo

if TYPE_CHECKING:
    from ludex.table.desk.store import Store
    from ludex.table.desk.store_rows import Head, Size

DAMAGED = 1  # the exit code, where a table is


def listed(data: Path, database: str, as_json: bool, check: bool) -> int:
    from ludex.table.desk.store_rows import NO_SIZE

    with opened_store(data, database) as store:
        heads, sizes, going = store.tables(), store.sizes(), store.going()
        wrong = {head.id: damage_of(store, head.id) for head in heads} if check else {}
    if as_json:
        echo(
            json.dumps(
                [
                    {
                        "table": head.id, "title": head.title, "game": head.game, "archived": head.archived,
                        "changed": head.changed, "deleting": going.get(head.id, 0.0),
                        **sizes.get(head.id, NO_SIZE)._asdict(),
                        **({"damage": wrong[head.id]} if check else {}),
                    }
                    for head in heads
                ],
                ensure_ascii=False, indent=2,
            )
        )  # fmt: skip
    elif not heads:
        echo("There are no tables yet.")
    else:
        for head in heads:
            told = line_with(head, sizes.get(head.id, NO_SIZE), going.get(head.id, 0.0), wrong.get(head.id, ""))
            echo(seen(told))  # what is damaged may be told in any letters
    return DAMAGED if any(wrong.values()) else 0


def line_with(head: Head, size: Size, gone_at: float, damage: str) -> str:
    told = [line_of(head)]
    told.append(f"last changed {day(head.changed)}")
    told.append(f"{size.entries:,} entries of {bytes_told(size.entry_bytes)}")
    if size.pictures:
        told.append(f"{count(size.pictures, 'picture')} of {bytes_told(size.picture_bytes)}")
    if size.snapshot_bytes:
        told.append(f"snapshots of {bytes_told(size.snapshot_bytes)}")
    if gone_at:
        told.append(f"deleted from {day(gone_at)} on")
    if damage:
        told.append(f"DAMAGED: {damage}")
    return ", ".join(told)


def day(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(at))


def damage_of(store: Store, id: str) -> str:
    """What of a table cannot be read, from its first entry on; nothing where all can."""
    import msgspec
    from sqlalchemy.exc import SQLAlchemyError

    from ludex.table.desk.damage import words_of

    try:
        loaded = store.load(id, whole=True)
        doings.folded(loaded.entries, None, loaded.boundary)
    except SQLAlchemyError as fault:
        return words_of(fault)
    except (BadInput, msgspec.DecodeError, KeyError, ValueError) as fault:
        return " ".join(str(fault).split())[:200]
    return ""


def seats(data: Path, database: str, id: str, as_json: bool) -> int:
    with opened_store(data, database) as store:
        id = table_named(store, id).id
        table = opened_table(store, id)
        there = [seat for seat in table.seats.values() if not seat.removed]
        brought = store.brought(id)
    if as_json:
        found = [
            {
                "seat": one.id, "name": one.name, "role": str(one.role), "beings": list(one.beings),
                "bytes": brought.get(one.id, 0),
            }
            for one in there
        ]  # fmt: skip
        echo(json.dumps(found, ensure_ascii=False, indent=2))
    else:
        for one in there:
            echo(seen(f"{one.id}  {one.name} ({one.role}), has brought {bytes_told(brought.get(one.id, 0))}"))
    return 0


def archive(data: Path, database: str, id: str, away: bool) -> int:
    with opened_store(data, database) as store, changing(store, table_named(store, id).id) as table:
        table.add(Archived(archived=away))
    echo(f"{table.title}: put away" if away else f"{table.title}: taken up again")
    return 0


def delete(data: Path, database: str, id: str, days: int, yes: bool) -> int:
    """After so many days, in which it can be kept; with none it is gone at once, and so it is asked about."""
    from ludex.table.campaign.deleting import due_in

    with opened_store(data, database) as store:
        head = table_named(store, id)
        if days:
            with changing(store, head.id) as table:
                table.add(due_in(table, days))
            echo(f"{table.title}: deleted for good from {day(table.gone_at)} on; until then it can be kept:")
            echo(f"ludex tables undelete {head.id} {where(data, database)}")
            return 0
        if not yes and not click.confirm(f"Delete {head.title} now, for good, with all that was played at it?"):
            echo("Nothing was deleted.")
            return 1
        store.purge(head.id, time.time(), even_so=True)
    echo(f"{head.title}: deleted for good")
    return 0


def undelete(data: Path, database: str, id: str) -> int:
    with opened_store(data, database) as store, changing(store, table_named(store, id).id) as table:
        if not table.gone_at:
            raise BadInput("this table is not about to be deleted")
        table.add(Deleting(at=0.0))
    echo(f"{table.title}: kept")
    return 0


def send_away(data: Path, database: str, id: str, name: str, for_good: bool) -> int:
    """The old link opens nothing any more, and nobody has another."""
    from ludex.server.keys import fresh_token, hashed

    with opened_store(data, database) as store, changing(store, id := table_named(store, id).id) as table:
        seat = seat_of(table, name)
        others = [one for one in table.seats.values() if one.role is Role.GM and not one.removed and one != seat]
        if for_good and seat.role is Role.GM and not others:
            raise BadInput("a table needs a game master: kick them and give the seat out anew, or delete the table")
        table.add(Reseated(id=seat.id, token_hash=hashed(fresh_token()), removed=for_good or UNSET))
    anew = f"give the seat out anew: ludex link {id} --seat {seat.id} {where(data, database)}"
    what = "the seat is taken from the table" if for_good else anew
    echo(f"{seat.name} was sent away; {what}")
    return 0
