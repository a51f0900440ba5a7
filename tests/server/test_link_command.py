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
from ludex.table.campaign.seating import Reseat
from ludex.table.desk.store import Store
from ludex.table.records.seat import NOBODY
from tests.server.test_serve_command import serving
from tests.table.desks import opened
from tests.table.tables import Kept
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
    [
        (("none",), "there is no table 'none'; `ludex tables` lists all with their ids"),
        (("TABLE", "--seat", "Ann"), "one of the seats: Mara ("),
    ],
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


@pytest.fixture
def alone(tmp_path: Path) -> Kept:
    """A table that the machine leads, at which Ann plays alone."""
    kept = Kept("crawl")
    kept.do(Reseat(seat=kept.gm, name=NOBODY))
    kept.seat("Ann")
    with closing(opened(database_in(tmp_path))) as store:
        store.create("alone", kept.entries)
    return kept


def test_where_the_machine_leads_the_link_is_that_of_who_plays(tmp_path: Path, alone: Kept) -> None:
    told = link(tmp_path, "A TABLE").stdout
    assert told.startswith("The link of Ann; the one before is void:\nhttp://127.0.0.1:8765/join/alone#")
    with closing(Store(database_in(tmp_path))) as store:
        ann = next(seat.id for seat in alone.table.seats.values() if seat.name == "Ann")
        assert store.entries("alone")[-1].body["id"] == ann


def test_of_several_who_play_none_loses_their_link_before_it_is_said_whose_is_lost(tmp_path: Path) -> None:
    kept = Kept("crawl")
    kept.do(Reseat(seat=kept.gm, name=NOBODY))
    ann, ben = kept.seat("Ann"), kept.seat("Ben")
    with closing(opened(database_in(tmp_path))) as store:
        store.create("t", kept.entries)
    told = link(tmp_path, "t")
    assert told.returncode == 2
    assert f"expected whose link it is, by --seat: Ann ({ann}), Ben ({ben})" in told.stderr
    assert link(tmp_path, "t", "--seat", "Ben").stdout.startswith("The link of Ben;")
