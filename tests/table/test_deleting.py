"""A table is deleted for good after its grace, and nothing of it is left; until then it can be kept."""

from __future__ import annotations

import asyncio
import logging
import re
import sqlite3
from contextlib import closing
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, text

from ludex.core.kernel.ruling import BadInput, Refused
from ludex.table.campaign.campaign import Outside
from ludex.table.campaign.deleting import DAY, DeleteTable, DropPicture, KeepTable
from ludex.table.campaign.notes import Say, WriteHandout
from ludex.table.desk import purging
from ludex.table.desk.damage import make_ready
from ludex.table.desk.desk import Desk
from ludex.table.desk.store import Store
from ludex.table.desk.store_rows import Deleted, Missing
from ludex.table.records.entry import Entry
from tests.table.desks import GM, a_table, listen, opened, until
from tests.table.postgres import Server
from tests.table.tables import Kept
from tests.table.zips import packed, unpacked

SECRET = "The baron is the thief"
PICTURE = b"\x89PNG\r\n\x1a\n" + b"the face of the baron" * 4_000


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def without_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(purging, "REST", 0.0)


async def a_table_with_a_picture(desk: Desk) -> str:
    table = await a_table(desk)
    picture = desk.store.put_blob(table, "image/png", PICTURE)
    await desk.do(table, GM, WriteHandout(title=SECRET, picture=picture, description="a face"))
    return table


def rows(store: Store) -> dict[str, int]:
    names = "tables", "entries", "blobs", "boundaries"
    with store._engine.connect() as connection:
        return {name: connection.execute(text(f"SELECT count(*) FROM {name}")).scalar_one() for name in names}


def test_after_the_grace_it_is_gone_and_the_others_go_on(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        clock = Clock()
        desk = Desk(store, Outside(clock=clock))
        other = await a_table(desk)
        before = rows(store)
        table = await a_table_with_a_picture(desk)
        ear = await listen(desk, table)
        await desk.do(table, GM, DeleteTable(days=7))
        assert ear.document["table"]["deleting"] == clock.now + 7 * DAY
        clock.now += 7 * DAY - 1
        await desk.sweep()
        await desk.do(table, GM, Say(words="Still here."))
        clock.now += 2
        await desk.sweep()
        assert (ear.why, ear.for_good) == ("this table was deleted", True)
        assert rows(store) == before
        with pytest.raises(Deleted, match="this table was deleted"):
            await desk.do(table, GM, Say(words="Still here?"))
        with pytest.raises(Deleted):
            await desk.sit(table, GM, ear)
        await desk.do(other, GM, Say(words="We are."))
        await desk.close()

    with caplog.at_level(logging.INFO, "ludex"):
        asyncio.run(run())
    assert [record.getMessage().split(" ", 2)[2] for record in caplog.records] == ["was deleted for good"]


def test_at_once_means_without_waiting_for_the_next_sweep(sqlite: Store) -> None:
    async def run() -> None:
        desk = Desk(sqlite)
        await desk.start()
        table = await a_table(desk)
        ear = await listen(desk, table)
        await desk.do(table, GM, DeleteTable(days=0))
        await until(lambda: bool(ear.why))
        assert sqlite.tables() == []
        await desk.close()

    asyncio.run(run())


def test_it_is_kept_after_all(sqlite: Store) -> None:
    async def run() -> None:
        clock = Clock()
        desk = Desk(sqlite, Outside(clock=clock))
        table = await a_table(desk)
        with pytest.raises(Refused, match="not about to be deleted"):
            await desk.do(table, GM, KeepTable())
        await desk.do(table, GM, DeleteTable(days=30))
        with pytest.raises(Refused, match="only the game master"):
            await desk.do(table, "key of ann", KeepTable())
        with pytest.raises(Refused, match="only the game master"):
            await desk.do(table, "key of ann", DeleteTable(days=0))
        with pytest.raises(BadInput, match="expected 0 to 365"):
            await desk.do(table, GM, DeleteTable(days=366))
        await desk.do(table, GM, KeepTable())
        clock.now += 60 * DAY
        assert not sqlite.purge(table, clock.now)
        await desk.sweep()
        await desk.do(table, GM, Say(words="Here we are."))
        await desk.close()

    asyncio.run(run())


def test_what_another_process_has_deleted_is_told_to_those_who_are_here(store_url: str) -> None:
    async def run() -> None:
        clock = Clock()
        one, other = (Desk(opened(store_url), Outside(clock=clock)) for _ in range(2))
        table = await a_table(one)
        ear = await listen(other, table)
        await one.do(table, GM, DeleteTable(days=0))
        await one.sweep()
        await other.look_around()
        assert (ear.why, ear.for_good) == ("this table was deleted", True)
        for desk in (one, other):
            await desk.close()
            desk.store.close()

    asyncio.run(run())


def test_no_byte_of_it_is_left_in_the_file_and_the_file_shrinks(tmp_path: Path) -> None:
    async def run() -> None:
        store = opened(f"sqlite:///{tmp_path}/t.sqlite")
        desk = Desk(store)
        await a_table(desk)
        table = await a_table_with_a_picture(desk)
        store.shrink()  # what is in the log of the file comes into the file
        full = bytes_in(tmp_path)
        assert SECRET.encode() in full
        assert PICTURE[8:80] in full
        await desk.do(table, GM, DeleteTable(days=0))
        await desk.sweep()
        left = bytes_in(tmp_path)
        for trace in (SECRET.encode(), PICTURE[8:80], table.encode()):
            assert trace not in left
        assert len(left) < len(full) - len(PICTURE) // 2  # by pages
        await desk.close()
        store.close()

    asyncio.run(run())


def bytes_in(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.glob("t.sqlite*")) if not path.name.endswith("-shm"))


def test_a_file_of_an_earlier_version_shrinks_once_a_server_has_begun_with_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(sqlite3.connect(tmp_path / "t.sqlite")) as file:
        file.execute("PRAGMA auto_vacuum = NONE")
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("CREATE TABLE something (of INT)")
    store = opened(f"sqlite:///{tmp_path}/t.sqlite")
    kept = Kept("bluebox")
    store.create("t", kept.entries)
    store.put_blob("t", "image/png", PICTURE)
    store.create("u", kept.entries)
    store.put_blob("u", "image/png", PICTURE)
    store.shrink()  # what is in the log of the file comes into the file
    before = (tmp_path / "t.sqlite").stat().st_size
    store.purge("t", 0.0, even_so=True)  # nobody who is here waits until all of the file is written anew
    assert (tmp_path / "t.sqlite").stat().st_size == before
    with caplog.at_level(logging.INFO, "ludex"):
        for _ in range(2):
            make_ready(store, "here")
    assert [record.getMessage().split(":")[0] for record in caplog.records] == ["the store is of an earlier version"]
    half = (tmp_path / "t.sqlite").stat().st_size
    assert half < before - len(PICTURE) // 2  # by pages
    store.purge("u", 0.0, even_so=True)
    assert (tmp_path / "t.sqlite").stat().st_size < half - len(PICTURE) // 2
    assert PICTURE[8:80] not in bytes_in(tmp_path)
    store.close()


def test_a_server_begins_where_there_is_no_room_to_write_its_file_anew(
    sqlite: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(purging, "can_shrink", lambda _: False)
    monkeypatch.setattr(purging, "write_anew", full)
    make_ready(sqlite, "here")
    assert caplog.messages[-1].endswith("will not shrink until it is: database or disk is full")


def a_large_table(store: Store) -> None:
    """One with entries and pictures for many portions."""
    kept = Kept("bluebox")
    for number in range(40):
        kept.do(Say(words=f"{SECRET} {number}"))
    store.create("large", kept.entries)
    for number in range(3):
        store.put_blob("large", "image/png", PICTURE + bytes([number]))


def test_a_large_table_goes_in_portions_and_others_go_on_in_between(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(purging, "ROWS", 10)
    monkeypatch.setattr(purging, "BYTES", 2 * len(PICTURE) + 10)  # two pictures
    a_large_table(store)
    other = Kept("bluebox")
    store.create("other", other.entries)
    left, said = [sum(rows(store).values())], list[Entry]()

    def others() -> None:
        left.append(sum(rows(store).values()) - len(said))
        assert [head.id for head in store.tables()] == ["other"]
        assert store.numbers(["large"]) == {}
        with pytest.raises(Deleted):
            store.load("large")
        with pytest.raises(Deleted):
            store.put_blob("large", "image/png", PICTURE)
        other.do(Say(words="We go on."))
        said.append(other.entries[-1])
        store.append("other", said[-1:])

    monkeypatch.setattr(purging, "rest", others)
    monkeypatch.setattr(store, "shrink", lambda: None)
    store.purge("large", 0.0, even_so=True)
    assert len(said) >= 5
    assert all(0 < before - after <= 10 for before, after in pairwise(left))
    assert rows(store)["entries"] == len(other.entries)
    assert (rows(store)["tables"], rows(store)["blobs"]) == (1, 0)


def test_room_is_given_back_so_many_pages_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(purging, "STEP", 20)
    store = opened(f"sqlite:///{tmp_path}/t.sqlite")
    a_large_table(store)
    free, rested = list[int](), list[int]()

    def pages() -> int:
        with store._engine.connect() as connection:
            return int(connection.execute(text("PRAGMA freelist_count")).scalar_one())

    with monkeypatch.context() as without:
        without.setattr(store, "shrink", lambda: free.append(pages()))
        store.purge("large", 0.0, even_so=True)
    monkeypatch.setattr(purging, "rest", lambda: rested.append(pages()))
    store.shrink()
    assert free[0] > 60
    assert rested == [*range(free[0] - 20, 0, -20), 0]
    store.close()


def test_what_is_left_of_a_table_when_the_process_ends_is_deleted_by_the_next(
    sqlite: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        pass

    def killed() -> None:
        raise Killed

    monkeypatch.setattr(purging, "ROWS", 10)
    a_large_table(sqlite)
    with monkeypatch.context() as once:
        once.setattr(purging, "rest", killed)
        with pytest.raises(Killed):
            sqlite.purge("large", 0.0, even_so=True)
    assert sqlite.tables() == []
    assert sum(rows(sqlite).values()) > 10

    async def run() -> None:
        desk = Desk(sqlite)
        await desk.sweep()
        await desk.close()

    asyncio.run(run())
    assert not any(rows(sqlite).values())


def test_the_room_of_all_that_was_kept_of_a_table_is_used_again(postgres: Server) -> None:
    store = opened(postgres.fresh())
    store.create("t", Kept("bluebox").entries)
    asked: list[str] = []
    event.listen(store._engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
    store.purge("t", 0.0, even_so=True)
    (swept,) = [statement for statement in asked if statement.startswith("VACUUM ")]
    emptied = {found[1] for found in map(re.compile(r"DELETE FROM (\w+)").match, asked) if found is not None}
    named = set(swept.removeprefix("VACUUM ").split(", "))
    assert named == {"tables", "entries", "blobs", "boundaries", "snapshots", "pages"} >= emptied
    store.close()


def test_a_table_that_was_never_there_is_not_called_deleted(sqlite: Store) -> None:
    with pytest.raises(Missing) as fault:
        sqlite.entries("none")
    assert not isinstance(fault.value, Deleted)


def test_a_copy_of_a_table_that_is_about_to_be_deleted_is_not(sqlite: Store) -> None:
    async def run() -> None:
        clock = Clock()
        desk = Desk(sqlite, Outside(clock=clock))
        table = await a_table(desk)
        await desk.do(table, GM, DeleteTable(days=1))
        data = await desk.read(table, GM, lambda campaign, seat: packed(sqlite, table, campaign, seat))
        copy, _ = unpacked(sqlite, data, "Mara", "another key", desk.outside)
        clock.now += 2 * DAY
        await desk.sweep()
        assert [head.id for head in sqlite.tables()] == [copy]
        await desk.close()

    asyncio.run(run())


def test_a_picture_is_deleted_when_that_is_asked(sqlite: Store) -> None:
    async def run() -> None:
        desk = Desk(sqlite)
        table = await a_table_with_a_picture(desk)
        unused = sqlite.put_blob(table, "image/png", PICTURE + b"no handout has it")
        ear = await listen(desk, table)
        for wrong in ("", "../secret", "A" * 64):
            with pytest.raises(BadInput, match="expected the name of a picture"):
                await desk.do(table, GM, DropPicture(picture=wrong))
        await desk.do(table, GM, DropPicture(picture=unused))
        used = sha256(PICTURE).hexdigest()
        assert list(sqlite.blobs(table)) == [used]
        await desk.do(table, GM, DropPicture(picture=used))
        assert sqlite.blobs(table) == {}
        shown: Any = list(ear.document["handouts"].values())
        assert [(one["title"], one["picture"]) for one in shown] == [(SECRET, "")]
        await desk.close()

    asyncio.run(run())
