"""`ludex backup` copies one moment of the store while the server writes; `ludex restore` puts it back, checked."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from subprocess import CompletedProcess
from threading import Event, Thread

import msgspec
import pytest

from ludex.cli.backup import copy
from ludex.client.http import ask
from ludex.server.run.serve import STORE_FILE, TOKEN_FILE, database_in
from ludex.table.desk.store import Store
from ludex.table.records.entry import Entry
from ludex.workshop.workshop import Workshop
from tests.server.test_serve_command import serving
from tests.table.desks import opened
from tests.table.postgres import Server
from tests.table.tables import Kept
from tests.typed import typed


def backup(folder: Path, file: Path, *more: str) -> CompletedProcess[str]:
    return typed(["backup", str(file), "--data", str(folder), *more])


def restore(folder: Path, file: Path, *more: str) -> CompletedProcess[str]:
    return typed(["restore", str(file), "--data", str(folder), *more])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    store = opened(database_in(tmp_path / "tables"))
    store.create("one", Kept("bluebox").entries)
    store.close()
    return tmp_path / "tables"


def titles(folder: Path) -> list[str]:
    store = Store(database_in(folder))
    try:
        return [head.title for head in store.tables()]
    finally:
        store.close()


def test_what_is_written_meanwhile_is_in_the_copy_up_to_one_moment(folder: Path, tmp_path: Path) -> None:
    store, stop, written = Store(database_in(folder)), Event(), Event()
    first = store.numbers(["one"])["one"]

    def write() -> None:
        number = first
        while not stop.is_set():
            number += 1
            store.append("one", [Entry(number, 1.0, "a", "chat", {"words": "x" * 1_000})])
            written.set()

    thread = Thread(target=write)
    thread.start()
    try:
        written.wait(60)
        said = backup(folder, tmp_path / "copy")
    finally:
        stop.set()
        thread.join()
    assert (said.returncode, said.stderr) == (0, "")
    assert "1 table" in said.stdout
    copy = Store(f"sqlite:///{tmp_path}/copy")
    there, all_of_it = copy.entries("one"), store.entries("one")
    assert len(there) == copy.numbers(["one"])["one"] > first
    assert there == all_of_it[: len(there)]
    copy.close()
    store.close()
    assert stat.S_IMODE((tmp_path / "copy").stat().st_mode) == 0o600


def test_a_server_that_runs_is_copied_and_goes_on_from_the_copy(tmp_path: Path) -> None:
    data = {"game": "navyblue", "title": "Thursday", "name": "Mara"}
    with serving(tmp_path / "tables", "--open") as (_, address, _):
        link = ask("POST", f"{address}/api/tables", "", data)
        assert backup(tmp_path / "tables", tmp_path / "copy").returncode == 0
        said = restore(tmp_path / "tables", tmp_path / "copy", "--aside")
        assert said.returncode == 2
        assert "it is in use; stop the server first" in said.stderr
        ask("POST", f"{address}/api/tables", "", {**data, "title": "Friday"})
    assert restore(tmp_path / "elsewhere", tmp_path / "copy").returncode == 0
    with serving(tmp_path / "elsewhere", "--open") as (_, address, _):
        assert [line["title"] for line in ask("GET", f"{address}/api/tables")] == ["Thursday"]
        assert ask("GET", f"{address}/api/tables/{link['table']}", link["token"])["name"] == "Mara"


def test_tables_that_are_there_are_not_lost(folder: Path, tmp_path: Path) -> None:
    assert backup(folder, tmp_path / "copy").returncode == 0
    assert backup(folder, tmp_path / "copy").stderr == f"ludex: {tmp_path / 'copy'}: it is there already\n"
    store = Store(database_in(folder))
    store.create("two", Kept("crawl").entries)
    store.close()
    said = restore(folder, tmp_path / "copy")
    assert said.returncode == 2
    assert "there are tables already" in said.stderr
    assert len(titles(folder)) == 2
    assert restore(folder, tmp_path / "copy", "--aside").returncode == 0
    assert len(titles(folder)) == 1
    (moved,) = folder.glob(f"{STORE_FILE}.2*")
    with closing(sqlite3.connect(moved)) as file:
        assert file.execute("SELECT count(*) FROM tables").fetchone() == (2,)


def test_who_restores_as_root_does_so_for_whoever_has_the_folder(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[tuple[int, int]] = []
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("os.chown", lambda file, user, group: given.append((user, group)))
    copy(folder / STORE_FILE, tmp_path / "copy.sqlite")
    assert given == [(tmp_path.stat().st_uid, tmp_path.stat().st_gid)]


def test_a_store_that_is_damaged_is_moved_aside(folder: Path, tmp_path: Path) -> None:
    assert backup(folder, tmp_path / "copy").returncode == 0
    (folder / STORE_FILE).write_bytes(b"no database" * 1_000)
    said = typed(["serve", "--data", str(folder), "--port", "0"])
    assert (said.returncode, said.stdout, said.stderr.count("\n")) == (2, "", 3)
    assert "Traceback" not in said.stderr
    assert backup(folder, tmp_path / "another").returncode == 2
    assert not list(tmp_path.glob("another*"))
    assert restore(folder, tmp_path / "copy", "--aside").returncode == 0
    assert len(titles(folder)) == 1


@pytest.mark.parametrize("damage", ["nothing", "garbage", "torn", "later", "another"])
def test_what_is_no_whole_backup_is_refused_and_nothing_changes(folder: Path, tmp_path: Path, damage: str) -> None:
    file = tmp_path / "copy"
    backup(folder, file)
    match damage:
        case "nothing":
            file.unlink()
        case "garbage":
            file.write_bytes(b"no database" * 1_000)
        case "torn":
            whole = file.read_bytes()
            file.write_bytes(whole[: len(whole) // 2])
        case "later":
            with closing(sqlite3.connect(file)) as store, store:
                store.execute("INSERT INTO versions VALUES (1000, 0)")
        case "another":
            file.unlink()
            with closing(sqlite3.connect(file)) as store, store:
                store.execute("CREATE TABLE something (of INT)")
    before = (folder / STORE_FILE).read_bytes()
    said = restore(folder, file, "--aside")
    assert said.returncode == 2
    assert said.stderr.count("\n") == 1
    assert (folder / STORE_FILE).read_bytes() == before
    assert not list(folder.glob(f"{STORE_FILE}.2*"))


def test_postgres_is_left_to_its_own_tools(tmp_path: Path) -> None:
    said = backup(tmp_path, tmp_path / "copy", "--database", "postgresql://nowhere/tables")
    assert said.returncode == 2
    assert "pg_dump" in said.stderr


def test_a_backup_is_put_into_an_empty_database(folder: Path, tmp_path: Path, postgres: Server) -> None:
    store = Store(database_in(folder))
    store.put_blob("one", "image/png", b"\x89PNG\r\n\x1a\n")
    Workshop(store.engine).add_maker("ada", "Ada", "hash of ada", 0.0)
    entries, pictures = store.load("one", whole=True).entries, store.blobs("one")
    store.close()
    file, database = tmp_path / "copy.sqlite", postgres.fresh()
    assert backup(folder, file).returncode == 0
    said = typed(["restore", str(file), "--database", database])
    assert (said.returncode, said.stdout) == (0, "1 table, in the database now\n"), said.stderr
    there = Store(database)
    try:
        assert (there.load("one", whole=True).entries, there.blobs("one")) == (entries, pictures)
        assert [maker.name for maker in Workshop(there.engine).makers()] == ["Ada"]
        there.append("one", [msgspec.structs.replace(entries[-1], number=len(entries) + 1)])
    finally:
        there.close()
    said = typed(["restore", str(file), "--database", database])
    assert (said.returncode, said.stderr.count("\n")) == (2, 1), "nothing that is there is changed"


def test_the_link_of_the_host_is_told_to_whoever_has_the_folder(tmp_path: Path) -> None:
    said = typed(["link", "--host", "--data", str(tmp_path)])
    assert (said.returncode, list(tmp_path.iterdir())) == (2, [])
    (tmp_path / TOKEN_FILE).write_text("a-token\n")
    said = typed(["link", "--host", "--data", str(tmp_path), "--public-url", "https://table.example.org"])
    assert said.stdout == "https://table.example.org/host#a-token\n"
