"""The store keeps what it is given, in one order, in SQLite and in PostgreSQL."""

from __future__ import annotations

import shutil
import sqlite3
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, Event
from typing import Any

import msgspec
import pytest
from sqlalchemy import event, inspect
from sqlalchemy.exc import IntegrityError, OperationalError

from ludex.core.files.codec import Boundary
from ludex.core.kernel.ruling import BadInput
from ludex.table import doings
from ludex.table.campaign.doing import Doing
from ludex.table.campaign.notes import Say, TakeHandout, WriteHandout
from ludex.table.desk import store_shape
from ludex.table.desk.store import Store
from ludex.table.desk.store_rows import Head, Missing, Taken, blob_of, size_of
from ludex.table.records.entry import Entry
from tests.table.desks import last, opened
from tests.table.tables import Fake, Kept, differing

GOLDEN = Path(__file__).parent / "golden"


def entry(number: int, words: str = "", at: float = 0.0) -> Entry:
    return Entry(number, at or 1_000.1 + number, "ann", "chat", {"words": words or f"line {number}"})


def founded(title: str = "A table") -> Entry:
    return Entry(1, 1_000.5, "", "founded", {"title": title, "game": "bluebox"})


def test_entries_come_back_as_they_were(store: Store) -> None:
    kept = Kept("bluebox")
    kept.open()
    kept.seat("Ann \N{SNOWMAN}")
    kept.do(Say(words="Hello\0 \N{SNOWMAN}"))
    store.create("t", kept.entries[:3])
    store.append("t", kept.entries[3:])
    assert store.entries("t") == kept.entries
    assert store.entries("t", after=4) == kept.entries[4:]
    assert store.entries("t", after=len(kept.entries)) == []


def test_who_is_second_keeps_nothing(store: Store) -> None:
    store.create("t", [founded()])
    store.append("t", [entry(2, "first")])
    with pytest.raises(Taken):
        store.append("t", [entry(2, "second"), entry(3, "third")])
    assert [each.body.get("words") for each in store.entries("t")] == [None, "first"]


@pytest.mark.parametrize("numbers", [(3,), (2, 4), (4, 5)])
def test_no_entry_is_left_out(store: Store, numbers: tuple[int, ...]) -> None:
    store.create("t", [founded()])
    with pytest.raises((BadInput, Taken)):
        store.append("t", [entry(number) for number in numbers])
    assert store.entries("t") == [founded()]


def test_what_is_wrong_with_the_file_is_told_and_nothing_is_kept(tmp_path: Path) -> None:
    store = opened(f"sqlite:///{tmp_path}/t.sqlite")
    store.create("t", [founded()])
    with sqlite3.connect(tmp_path / "t.sqlite") as connection:
        connection.execute("CREATE TRIGGER no_more BEFORE INSERT ON entries BEGIN SELECT RAISE(ABORT, 'no more'); END")
    with pytest.raises(IntegrityError, match="no more"):
        store.append("t", [entry(2)])
    with sqlite3.connect(tmp_path / "t.sqlite") as connection:
        connection.execute("DROP TRIGGER no_more")
        connection.execute("DROP TABLE boundaries")
    with pytest.raises(OperationalError, match="no such table: boundaries"):
        store.append("t", [entry(2)], Boundary(2, 1, 1, "", msgspec.Raw(b"{}")))
    store.append("t", [entry(2)])
    assert store.entries("t") == [founded(), entry(2)]
    store.close()


def test_the_list_of_tables_tells_what_their_entries_say(store: Store) -> None:
    store.create("one", [founded("One\0")])
    store.create("two", [founded("Two"), entry(2)])
    store.append("one", [Entry(2, 5_000.25, "gm", "renamed", {"title": "Uno"})])
    store.append("one", [Entry(3, 6_000.0, "gm", "archived", {"archived": True})])
    assert store.tables() == [
        Head("one", 3, 6_000.0, "Uno", "bluebox", True),
        Head("two", 2, 1_002.1, "Two", "bluebox", False),
    ]
    assert store.numbers(["one", "two", "three"]) == {"one": 3, "two": 2}


def test_tables_that_have_deputies_by_what_was_settled_last(store: Store) -> None:
    for name in ("one", "two", "three", "four"):
        store.create(name, [founded()])
        store.append(name, [Entry(2, 2_000.0, "", "settings", {"settings": {"deputy": 60, "pause": 1.0}})])
    store.append("one", [Entry(3, 6_000.0, "gm", "settings", {"settings": {"pause": 2.0}})])
    store.append("two", [Entry(3, 6_000.0, "gm", "settings", {"settings": {"deputy": 0}})])
    store.append("three", [Entry(3, 6_000.0, "gm", "archived", {"archived": True})])
    assert store.deputed() == ["four", "one"]


def test_a_table_that_is_not_there_is_missed(store: Store) -> None:
    for asking in (
        lambda: store.entries("none"),
        lambda: store.append("none", [entry(1)]),
        lambda: store.put_blob("none", "image/png", b"x"),
    ):
        with pytest.raises(Missing, match="there is no table 'none'"):
            asking()
    assert store.blob("none", "x") is None


def test_a_table_is_created_once_and_begins_at_its_beginning(store: Store) -> None:
    store.create("t", [founded()])
    with pytest.raises(Taken):
        store.create("t", [founded("Another")])
    with pytest.raises(BadInput, match="founded"):
        store.create("u", [entry(1)])
    assert [head.title for head in store.tables()] == ["A table"]


def test_blobs_belong_to_their_table(store: Store) -> None:
    for name in ("one", "two"):
        store.create(name, [founded()])
    data = bytes(range(256)) * 10
    first, again = store.put_blob("one", "image/png", data), store.put_blob("one", "image/png", data)
    assert first == again
    found = store.blob("one", first)
    assert found == blob_of("image/png", data)
    assert store.blob("two", first) is None
    assert store.blobs("one") == {first: 2560}


def test_a_picture_that_no_handout_has_any_more_is_lost(store: Store) -> None:
    kept = Kept("bluebox")
    for name in ("one", "two"):
        store.create(name, kept.entries)
    hill, lake = [store.put_blob("one", "image/png", data) for data in (b"hill", b"lake")]
    assert store.put_blob("two", "image/png", b"hill") == hill
    done = len(kept.entries)

    def do(what: Doing) -> Any:
        nonlocal done
        found = kept.do(what)
        store.append("one", kept.entries[done:])
        done = len(kept.entries)
        return found

    first = do(WriteHandout(title="A hill", picture=hill, description="A hill"))["handout"]
    again = do(WriteHandout(title="The hill", picture=hill, description="A hill"))["handout"]
    do(TakeHandout(id=first))
    assert set(store.blobs("one")) == {hill, lake}, "another handout has it"
    do(WriteHandout(id=again, title="That hill", picture=hill, description="The same hill"))
    assert set(store.blobs("one")) == {hill, lake}
    do(WriteHandout(id=again, title="A lake", picture=lake, description="A lake"))
    assert set(store.blobs("one")) == {lake}
    do(TakeHandout(id=again))
    assert store.blobs("one") == {}
    assert set(store.blobs("two")) == {hill}, "that of another table is not touched"
    assert not differing(kept.table, doings.folded(store.entries("one"), kept.fake.outside()))


def test_a_handout_does_not_begin_to_have_a_picture_that_is_lost(store: Store) -> None:
    kept = Kept("bluebox")
    store.create("t", kept.entries)
    done = len(kept.entries)

    def do(what: Doing) -> Any:
        nonlocal done
        found = kept.do(what)
        new, done = kept.entries[done:], len(kept.entries)
        store.append("t", new)
        return found

    hill = store.put_blob("t", "image/png", b"hill")
    first = do(WriteHandout(title="A hill", picture=hill, description="A hill"))["handout"]
    assert store.put_blob("t", "image/png", b"hill") == hill, "brought again for another handout"
    do(TakeHandout(id=first))
    with pytest.raises(BadInput, match="picture: it is not kept any more; bring it again"):
        do(WriteHandout(title="The hill", picture=hill, description="A hill"))
    imported = [*store.entries("t")]
    store.create("u", imported, [blob_of("image/png", b"hill")])
    assert set(store.blobs("u")) == {hill}, "of a table that comes in the pictures are kept that came with it"
    kept.table, kept.entries = doings.folded(imported, kept.fake.outside()), imported
    done = len(imported)
    store.put_blob("t", "image/png", b"hill")
    again = do(WriteHandout(title="The hill", picture=hill, description="A hill"))["handout"]
    do(WriteHandout(id=again, title="That hill", picture=hill, description="A hill"))
    assert set(store.blobs("t")) == {hill}


def test_pictures_are_kept_while_others_write(store: Store, store_url: str) -> None:
    """In SQLite, whoever reads first and then writes is refused when somebody else has written between."""
    for name in ("one", "two"):
        store.create(name, [founded()])

    def put(who: int) -> None:
        for number in range(25):
            store.put_blob("one", "image/png", f"{who} {number}".encode())

    def say() -> None:
        other = opened(store_url)
        for number in range(2, 80):
            other.append("two", [entry(number)])
        other.close()

    with ThreadPoolExecutor(4) as pool:
        for done in [*[pool.submit(put, who) for who in range(3)], pool.submit(say)]:
            done.result()
    assert len(store.blobs("one")) == 75


def test_a_table_has_only_so_many_pictures(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludex.table.desk.store_rows.MOST_PICTURES", 3)
    monkeypatch.setattr("ludex.table.desk.store_rows.MOST_ALL", 100)
    for name in ("one", "two"):
        store.create(name, [founded()])
    kept = [store.put_blob("one", "image/png", bytes([number]) * 30) for number in range(3)]
    assert store.put_blob("one", "image/png", bytes(30)) == kept[0]  # it is there already
    with pytest.raises(BadInput, match="has 3 pictures already"):
        store.put_blob("one", "image/png", b"x")
    store.put_blob("two", "image/png", b"x" * 60)
    with pytest.raises(BadInput, match="at most 100 bytes in all pictures"):
        store.put_blob("two", "image/png", b"y" * 41)
    assert store.blobs("two").keys() == {store.put_blob("two", "image/png", b"x" * 60)}


def test_a_table_is_created_with_its_pictures_or_not_at_all(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludex.table.desk.store_rows.MOST_PICTURES", 1)
    blobs = [blob_of("image/png", b"one"), blob_of("image/png", b"two")]
    with pytest.raises(BadInput, match="pictures already"):
        store.create("t", [founded()], blobs)
    assert store.tables() == []
    store.create("t", [founded()], blobs[:1])
    assert list(store.blobs("t").values()) == [3]


def test_entries_of_a_kind_are_found_without_reading_all(tmp_path: Path) -> None:
    store = opened(f"sqlite:///{tmp_path}/t.sqlite")
    asked: list[str] = []
    event.listen(store._engine, "before_cursor_execute", lambda *args: asked.append(args[2]))
    store.deputed()
    store.last("door")
    store.some("t", "chat", 10, 10)
    plans = []
    with sqlite3.connect(tmp_path / "t.sqlite") as connection:
        for statement in [each for each in asked if each.startswith("SELECT")]:
            given = [1] * statement.count("?")
            plans.append(str(connection.execute(f"EXPLAIN QUERY PLAN {statement}", given).fetchall()))
    assert len(plans) == 3
    assert all("entries_by_kind" in plan for plan in plans), plans
    store.close()


def test_all_who_append_at_once_come_into_one_order(store: Store) -> None:
    store.create("t", [founded()])
    all_know = Barrier(4)  # the number of the first, which only one of them can have

    def say(who: int) -> int:
        again = 0
        for line in range(15):
            while True:
                number = last(store, "t")
                if line == again == 0:
                    all_know.wait()
                try:
                    store.append("t", [entry(number + 1, f"{who} {line}")])
                    break
                except Taken:
                    again += 1
        return again

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(say, range(4))) >= 3
    said = [each.body["words"] for each in store.entries("t")[1:]]
    assert [each.number for each in store.entries("t")] == list(range(1, 62))
    for who in range(4):
        assert [words for words in said if words.startswith(f"{who} ")] == [f"{who} {line}" for line in range(15)]


def test_nobody_appends_while_somebody_is_alone(store: Store) -> None:
    store.create("t", [founded()])
    began = Event()

    def other() -> str:
        began.set()
        try:
            store.append("t", [entry(2, "theirs")])
        except Taken:
            return "taken"
        return "kept"

    with ThreadPoolExecutor(1) as pool:
        with store.alone("t") as alone:
            told = pool.submit(other)
            began.wait()
            assert alone.entries() == [founded()]
            alone.append([entry(2, "ours")])
            assert alone.entries(1) == [entry(2, "ours")]
        assert told.result() == "taken"
    assert store.entries("t", 1) == [entry(2, "ours")]


def test_what_fails_while_somebody_is_alone_is_not_kept(store: Store) -> None:
    store.create("t", [founded()])

    def broken() -> None:
        with store.alone("t") as alone:
            alone.append([entry(2)])
            raise KeyError

    with pytest.raises(KeyError):
        broken()
    assert store.entries("t") == [founded()]


def test_a_store_says_what_is_wrong_with_its_url() -> None:
    for url, why in (("tables", "expected a URL"), ("mysql://x", "not 'mysql'"), ("sqlite://", "expected a file")):
        with pytest.raises(BadInput, match=why):
            Store(url)


def test_without_psycopg_it_is_said_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(BadInput, match=r"a store in PostgreSQL needs psycopg: pip install 'ludex\[postgres\]'"):
        Store("postgresql://nowhere/tables")


# ---------------------------------------------------------------- what is kept is durable


def test_sqlite_waits_until_it_is_on_the_disk(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/t.sqlite")
    store.migrate()
    with store._engine.connect() as connection:
        told = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert told == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 30_000}
    store.close()


def test_postgres_is_asked_to_wait_until_it_is_on_the_disk(postgres: object) -> None:
    url = postgres.fresh()  # type: ignore[attr-defined]  # a server of the tests
    store = Store(f"{url}&options=-c%20synchronous_commit%3Doff")
    with store._engine.connect() as connection:
        assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
    store.close()


# ---------------------------------------------------------------- versions


def version(store: Store) -> int:
    with store._engine.connect() as connection:
        there = inspect(connection).has_table("versions")
        return connection.exec_driver_sql("SELECT max(number) FROM versions").scalar_one() if there else 0


def test_a_store_is_brought_up_to_date_once(store_url: str) -> None:
    store = Store(store_url)
    assert version(store) == 0
    with ThreadPoolExecutor(4) as pool:  # processes that start at the same time
        list(pool.map(lambda _: store.migrate(), range(4)))
    assert version(store) == len(store_shape.MIGRATIONS)
    store.close()


def test_a_store_of_a_later_version_is_left_alone(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(store_url)
    store.migrate()
    now = len(store_shape.MIGRATIONS)
    monkeypatch.setattr(store_shape, "MIGRATIONS", [])
    with pytest.raises(BadInput, match=f"the store has version {now}; this version of Ludex knows up to 0"):
        store.migrate()
    store.close()


def test_a_step_to_the_next_version_is_taken_whole_or_not_at_all(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.create("t", [founded()])
    step = ("ALTER TABLE tables ADD COLUMN colour TEXT", "INSERT INTO no_such_table VALUES (1)")
    before = store_shape.MIGRATIONS
    monkeypatch.setattr(store_shape, "MIGRATIONS", [*before, step])
    with pytest.raises(Exception, match="no_such_table"):
        store.migrate()
    assert version(store) == len(before)
    monkeypatch.setattr(store_shape, "MIGRATIONS", [*before, step[:1]])
    store.migrate()
    assert version(store) == len(before) + 1
    assert store.entries("t") == [founded()]


def test_a_store_of_the_first_version_still_opens(tmp_path: Path) -> None:
    """The file was written by that version, and is never written anew."""
    shutil.copy(GOLDEN / "store-1.sqlite", tmp_path / "store.sqlite")
    with sqlite3.connect(tmp_path / "store.sqlite") as connection:
        assert connection.execute("SELECT max(number) FROM versions").fetchone() == (1,)
    store = Store(f"sqlite:///{tmp_path}/store.sqlite")
    store.migrate()
    (head,) = store.tables()
    assert (head.title, head.game, head.archived) == ("The golden table", "bluebox", False)
    table = doings.folded(store.entries(head.id), Fake().outside())
    doings.wake(table)
    assert [seat.name for seat in table.seats.values()] == ["Mara", "Ann"]
    assert table.scene is not None
    assert [said.words for said in table.chat] == ["Good evening."]
    (name,) = store.blobs(head.id)
    found = store.blob(head.id, name)
    assert found is not None
    assert found.kind == "image/png"
    store.close()


# ---------------------------------------------------------------- whose its files are


def test_the_files_of_the_store_are_for_their_owner_alone_also_those_of_an_earlier_version(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    shutil.copy(GOLDEN / "store-1.sqlite", path)
    path.chmod(0o644)
    beside = [tmp_path / f"tables.sqlite-{ending}" for ending in ("wal", "shm")]
    with sqlite3.connect(path) as before:  # its files are there, and for all to read
        before.execute("PRAGMA journal_mode = WAL")
        before.execute("PRAGMA user_version = 0")
        before.commit()
        for file in beside:
            file.chmod(0o644)
        found = opened(f"sqlite:///{path}")
        assert [file.stat().st_mode & 0o777 for file in (path, *beside)] == [0o600] * 3
        found.close()
    before.close()


def test_a_new_store_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "new.sqlite"
    found = opened(f"sqlite:///{path}")
    found.create("t", [founded()])
    assert {file.stat().st_mode & 0o777 for file in tmp_path.glob("new.sqlite*")} == {0o600}
    found.close()


def test_the_bytes_of_a_table_are_counted_by_seat(store: Store) -> None:
    kept = Kept("bluebox")
    ann = kept.seat("Ann")
    kept.do(Say(words="Grüße, þú 🎲"), ann)
    store.create("t", kept.entries)
    wanted: dict[str, int] = {}
    for entry in store.entries("t"):
        wanted[entry.by] = wanted.get(entry.by, 0) + size_of(entry)
    assert store.brought("t") == wanted
    assert store.brought("nobody's") == {}
