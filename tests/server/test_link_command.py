"""`ludex link` gives out a lost game master's seat to whoever has the folder of the tables, and to nobody else."""

from __future__ import annotations

import re
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from ludex.client.http import Answer, ask
from ludex.server.keys import hashed
from ludex.server.run.serve import database_in
from ludex.table.desk.store import Store
from tests.server.test_serve_command import serving
from tests.typed import typed

PATIENCE = 60.0  # seconds in which a server that runs hears of it


def link(folder: Path, *args: str) -> CompletedProcess[str]:
    return typed(["link", "--data", str(folder), *args])


def test_a_new_link_opens_the_seat_at_a_server_that_runs_and_the_old_one_does_not(tmp_path: Path) -> None:
    with serving(tmp_path, "--open") as (_, address, _):
        made = ask("POST", f"{address}/api/tables", "", {"game": "navyblue", "title": "Thursday", "name": "Mara"})
        where = f"{address}/api/tables/{made['table']}"
        assert ask("GET", where, made["token"])["seat"] == made["seat"]
        listed = link(tmp_path)
        assert listed.stdout == f"{made['table']}  Thursday (navyblue)\n"
        assert f"{address}/join/{made['table']}#" in link(tmp_path, made["table"], "--seat", made["seat"]).stdout
        given = link(tmp_path, made["table"], "--public-url", "https://table.example.org")
        found = re.search(rf"https://table\.example\.org/join/{made['table']}#(\S+)", given.stdout)
        assert found is not None, given
        late = time.monotonic() + PATIENCE
        while True:
            try:
                ask("GET", where, made["token"])
            except Answer:
                break
            assert time.monotonic() < late, "the old link still opens the seat"
            time.sleep(0.2)
        assert ask("GET", where, found[1])["seat"] == made["seat"]
    store = Store(database_in(tmp_path))
    last = store.entries(made["table"])[-1]
    store.close()
    assert (last.by, last.kind, last.body) == (
        "", "reseated", {"id": made["seat"], "token_hash": hashed(found[1])},
    )  # fmt: skip


def test_without_tables_there_is_no_link_and_no_folder_is_made(tmp_path: Path) -> None:
    told = link(tmp_path / "nothing", "table")
    assert told.returncode == 2
    assert "there are no tables in this folder" in told.stderr
    assert not (tmp_path / "nothing").exists()


def test_a_store_of_another_version_is_left_alone(tmp_path: Path) -> None:
    store = Store(database_in(tmp_path))
    store.migrate()
    store.close()
    assert link(tmp_path).stdout == "There are no tables yet.\n"
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as connection, connection:
        connection.execute("DELETE FROM versions WHERE number > 1")
    told = link(tmp_path)
    assert told.returncode == 2
    assert "another version of Ludex" in told.stderr
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as connection:
        assert connection.execute("SELECT max(number) FROM versions").fetchone() == (1,)


@pytest.mark.parametrize(
    ("args", "why"),
    [(("none",), "there is no table 'none'"), (("TABLE", "--seat", "Ann"), "one of the seats: Mara (")],
)
def test_a_table_or_a_seat_that_is_none_is_refused_and_nothing_changes(
    tmp_path: Path, args: tuple[str, ...], why: str
) -> None:
    with serving(tmp_path, "--open") as (_, address, _):
        made = ask("POST", f"{address}/api/tables", "", {"game": "crawl", "title": "Thursday", "name": "Mara"})
    told = link(tmp_path, *[made["table"] if arg == "TABLE" else arg for arg in args])
    assert told.returncode == 2
    assert why in told.stderr
    store = Store(database_in(tmp_path))
    assert [entry.kind for entry in store.entries(made["table"])] == ["founded", "evening", "seated"]
    store.close()
