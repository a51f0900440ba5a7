"""What is damaged is called so, once and in a line; the other tables go on, and a store that is none is left alone."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import DatabaseError

from ludex.table.campaign.notes import Say
from ludex.table.campaign.seating import OpenDoor
from ludex.table.desk.damage import DamagedStore, make_ready
from ludex.table.desk.desk import Desk
from ludex.table.desk.held import Damaged
from ludex.table.desk.store import Store
from tests.table.desks import GM, a_table, listen, opened
from tests.table.tables import Kept

DAMAGES = {
    "an entry that is no JSON": "UPDATE entries SET body = substr(body, 1, 5) WHERE of_table = ? AND number = 2",
    "an entry of no kind": "UPDATE entries SET kind = 'x' WHERE of_table = ? AND number = 2",
    "an entry that is missing": "DELETE FROM entries WHERE of_table = ? AND number = 2",
    "the last entry": "DELETE FROM entries WHERE of_table = ? AND number = (SELECT max(number) FROM entries)",
    "all entries": "DELETE FROM entries WHERE of_table = ?",
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_table_is_told_so_and_the_others_go_on(
    tmp_path: Path, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        store = opened(f"sqlite:///{tmp_path}/t.sqlite")
        first = Desk(store)
        other, table = await a_table(first), await a_table(first)
        await first.close()
        with closing(sqlite3.connect(tmp_path / "t.sqlite")) as file, file:
            file.execute(damage, (table,))
        desk = Desk(store)
        ear = await listen(desk, other)
        for _ in range(5):
            with pytest.raises(Damaged, match="this table is damaged"):
                await desk.do(table, GM, Say(words="Hello?"))
        await desk.do(other, GM, Say(words="We are well."))
        assert ear.said == ["We are well."]
        (told,) = [record for record in caplog.records if record.levelno >= logging.WARNING]
        assert told.getMessage().startswith(f"table {table} is damaged and is not opened, the others go on: ")
        assert told.exc_info is None
        await desk.close()
        store.close()

    asyncio.run(run())


def test_a_page_of_the_file_that_cannot_be_read_is_damage_and_not_a_store_out_of_reach(
    sqlite: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def malformed(*_: object) -> Any:
        fault = sqlite3.DatabaseError("database disk image is malformed")
        fault.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise DatabaseError("SELECT", {}, fault)

    async def run() -> None:
        desk = Desk(sqlite)
        table = await a_table(desk)
        await desk.close()
        again = Desk(sqlite)
        with monkeypatch.context() as broken:
            broken.setattr(sqlite, "load", malformed)
            with pytest.raises(Damaged):
                await again.do(table, GM, Say(words="Hello?"))
        await again.do(table, GM, Say(words="It was mended."))
        await again.close()

    asyncio.run(run())


def garbage(path: Path) -> None:
    path.write_bytes(b"this is no database\n" * 1_000)


def torn(path: Path) -> None:
    store = opened(f"sqlite:///{path}")
    store.shrink()
    store.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))


@pytest.mark.parametrize("damage", [garbage, torn])
def test_a_store_that_is_damaged_is_named_in_three_lines_and_left_alone(tmp_path: Path, damage: Any) -> None:
    path = tmp_path / "tables.sqlite"
    damage(path)
    before = path.read_bytes()
    store = Store(f"sqlite:///{path}")
    with pytest.raises(DamagedStore) as fault:
        make_ready(store, str(path))
    store.close()
    what, where, to_do = str(fault.value).splitlines()
    assert what.startswith("The store is damaged: ")
    assert str(path) in where
    assert "ludex restore" in to_do
    assert path.read_bytes() == before


def test_whoever_knocks_at_another_table_is_heard(tmp_path: Path) -> None:
    store = opened(f"sqlite:///{tmp_path}/t.sqlite")
    for name in ("one", "two"):
        kept = Kept("bluebox")
        kept.do(OpenDoor(code_hash="a code"))
        store.create(name, kept.entries)
    with closing(sqlite3.connect(tmp_path / "t.sqlite")) as file, file:
        file.execute("UPDATE entries SET body = '{' WHERE of_table = 'one' AND kind = 'door'")
    assert list(store.last("door")) == ["two"]
    store.close()
