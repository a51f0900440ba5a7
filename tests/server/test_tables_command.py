"""`ludex tables`: whoever has the folder lists tables, puts them away, deletes them and sends somebody away."""

from __future__ import annotations

import json
import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from subprocess import CompletedProcess

import msgspec
import pytest

from ludex.cli.stores import changing, opened_store
from ludex.cli.tables import listed
from ludex.client.http import Answer, ask
from ludex.server.run.serve import database_in
from ludex.table.campaign.campaign import Campaign, Outside
from ludex.table.desk.held import Held
from ludex.table.desk.store import Store
from ludex.table.records.entry import Archived, Entry
from tests.server.test_serve_command import serving
from tests.table.desks import opened
from tests.table.tables import Kept
from tests.typed import at_terminal, typed

PATIENCE = 60.0  # seconds in which a server that runs hears of it
PICTURE = b"\x89PNG\r\n\x1a\n" + b"x" * 100_000


def tables(folder: Path, *words: str) -> CompletedProcess[str]:
    return typed(["tables", *words, "--data", str(folder)])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Tables `one` and `two`, the second with a player and a picture."""
    store = opened(database_in(tmp_path))
    for name in ("one", "two"):
        kept = Kept("bluebox")
        kept.seat("Ann")
        store.create(name, kept.entries)
    store.put_blob("two", "image/png", PICTURE)
    store.close()
    return tmp_path


def refused(asked: Callable[[], object], words: str) -> None:
    """Until a server that runs refuses this."""
    late = time.monotonic() + PATIENCE
    while (why := refusal(asked)) is None:
        assert time.monotonic() < late
        time.sleep(0.2)
    assert words in why


def refusal(asked: Callable[[], object]) -> str | None:
    try:
        asked()
    except Answer as fault:
        return fault.reason
    return None


def test_tables_are_listed_with_how_much_is_kept(folder: Path) -> None:
    said = tables(folder)
    assert said.returncode == 0
    lines = dict(line.split("  ", 1) for line in said.stdout.splitlines())
    assert lines.keys() == {"one", "two"}
    kept = r"last changed [\d-]+ [\d:]+ UTC, \d+ entries of \d+ bytes, 1 picture of 100 kB"
    assert re.search(rf"\(bluebox\), {kept}$", lines["two"])
    told = {one["table"]: one for one in json.loads(tables(folder, "--json").stdout)}
    assert (told["two"]["pictures"], told["two"]["picture_bytes"]) == (1, len(PICTURE))
    assert told["one"]["entries"] == told["two"]["entries"] > 3
    assert told["one"]["deleting"] == 0


def test_a_table_is_put_away_and_taken_up_again(folder: Path) -> None:
    assert tables(folder, "archive", "one").returncode == 0
    assert "put away" in tables(folder).stdout
    assert tables(folder, "archive", "one", "--back").returncode == 0
    assert "put away" not in tables(folder).stdout
    said = tables(folder, "archive", "none")
    assert (said.returncode, said.stderr) == (
        2,
        "ludex: there is no table 'none'; `ludex tables` lists all with their ids\n",
    )


def test_a_table_is_named_by_its_title_where_it_is_the_only_one(folder: Path) -> None:
    said = tables(folder, "archive", "a table")
    assert said.returncode == 2
    assert "there are 2 tables of this title; say by its id which is meant:\n" in said.stderr
    assert "\none  A table (bluebox)\n" in said.stderr
    assert tables(folder, "delete", "two", "--now", "--yes").returncode == 0
    assert tables(folder, "archive", "a table").stdout == "A table: put away\n"
    assert "did you mean A table?" in tables(folder, "seats", "A tabel").stderr


def test_a_table_is_deleted_after_a_grace_in_which_it_can_be_kept(folder: Path) -> None:
    said = tables(folder, "delete", "one", "--days", "30")
    assert said.stdout.endswith(f"until then it can be kept:\nludex tables undelete one --data {folder}\n")
    assert "deleted from" in tables(folder).stdout
    assert tables(folder, "delete", "one", "--days", "400").returncode == 2
    assert tables(folder, "undelete", "one").returncode == 0
    assert "deleted from" not in tables(folder).stdout
    said = tables(folder, "undelete", "one")
    assert (said.returncode, said.stderr) == (2, "ludex: this table is not about to be deleted\n")


def test_at_once_it_asks_first(folder: Path) -> None:
    child = at_terminal(["tables", "delete", "two", "--now", "--data", str(folder)], columns=120)
    child.expect("Delete .* now, for good")
    child.sendline("n")
    child.expect("Nothing was deleted")
    child.wait()
    assert "two" in tables(folder).stdout
    before = (folder / "tables.sqlite").stat().st_size
    assert tables(folder, "delete", "two", "--now", "--yes").returncode == 0
    assert [line[:3] for line in tables(folder).stdout.splitlines()] == ["one"]
    assert (folder / "tables.sqlite").stat().st_size < before - len(PICTURE) // 2


def test_without_a_grace_it_asks_first_too(folder: Path) -> None:
    said = tables(folder, "delete", "two", "--days", "0")
    assert (said.returncode, "now, for good" in said.stdout) == (1, True)
    assert "two" in tables(folder).stdout


def test_it_is_told_how_much_each_seat_has_brought(folder: Path) -> None:
    told = {one["name"]: one["bytes"] for one in json.loads(tables(folder, "seats", "two", "--json").stdout)}
    assert told["Mara"] > 0 == told["Ann"]
    assert "Ann (player), has brought 0 bytes" in tables(folder, "seats", "two").stdout


def test_a_damaged_table_is_named_and_can_be_deleted(folder: Path) -> None:
    assert tables(folder, "--check").returncode == 0
    with closing(sqlite3.connect(folder / "tables.sqlite")) as file, file:
        file.execute("UPDATE entries SET body = '{' WHERE of_table = 'one' AND number = 3")
    said = tables(folder, "--check")
    assert said.returncode == 1
    assert [("DAMAGED" in line, line[:3]) for line in sorted(said.stdout.splitlines())] == [
        (True, "one"),
        (False, "two"),
    ]
    assert tables(folder, "delete", "one").returncode == 2
    assert tables(folder, "delete", "one", "--now", "--yes").returncode == 0
    assert tables(folder, "--check").returncode == 0


def snap(folder: Path, id: str) -> None:
    """A snapshot of a table is kept, and an entry after it."""
    store = Store(database_in(folder))
    held = Held(id, store, Outside())
    held.loaded()
    held.put_away()
    store.close()
    assert tables(folder, "archive", id).returncode == 0


def test_a_table_is_read_from_its_first_entry_whatever_snapshot_it_has(folder: Path) -> None:
    snap(folder, "two")
    said = tables(folder, "--check")
    assert (said.returncode, "DAMAGED" in said.stdout) == (0, False)
    snap(folder, "one")
    with closing(sqlite3.connect(folder / "tables.sqlite")) as file, file:
        file.execute("UPDATE entries SET body = '{' WHERE of_table = 'one' AND number = 3")
    said = tables(folder, "--check")
    assert said.returncode == 1
    assert [line[:3] for line in said.stdout.splitlines() if "DAMAGED" in line] == ["one"]


def test_what_is_done_to_a_table_begins_at_its_snapshot(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    snap(folder, "one")
    folded: list[int] = []
    fold = Campaign.fold

    def counted(table: Campaign, entry: Entry) -> None:
        folded.append(entry.number)
        fold(table, entry)

    monkeypatch.setattr(Campaign, "fold", counted)
    with opened_store(folder, "") as store:
        last = store.entries("one")[-1].number
        with changing(store, "one") as table:
            assert folded == [last]
            table.add(Archived(archived=False))
        assert store.entries("one", last)[0].body == {"archived": False}


def test_seats_are_told_while_somebody_writes(folder: Path) -> None:
    with opened_store(folder, "") as store, store.alone("one"):
        said = tables(folder, "seats", "one")
    told = [line.partition("  ")[2].partition(",")[0] for line in said.stdout.splitlines()]
    assert told == ["Mara (gm)", "Ann (player)"]


def test_the_last_game_master_is_not_banned(folder: Path) -> None:
    store = Store(database_in(folder))
    before = store.entries("one")
    said = tables(folder, "ban", "one", "Mara")
    assert said.returncode == 2
    assert "a table needs a game master" in said.stderr
    assert tables(folder, "ban", "one", "Nobody").returncode == 2
    assert store.entries("one") == before
    store.close()


def test_a_server_that_runs_hears_of_it(tmp_path: Path) -> None:
    with serving(tmp_path, "--open") as (_, address, _):
        made = ask("POST", f"{address}/api/tables", "", {"game": "navyblue", "title": "Thursday", "name": "Mara"})
        where = f"{address}/api/tables/{made['table']}"
        links = [ask("POST", f"{where}/seats", made["token"], {"name": name}) for name in ("Ann", "Ben")]
        told = json.loads(tables(tmp_path, "seats", made["table"], "--json").stdout)
        assert [(one["name"], one["role"]) for one in told] == [("Mara", "gm"), ("Ann", "player"), ("Ben", "player")]
        assert tables(tmp_path, "kick", made["table"], "ann").returncode == 0
        assert tables(tmp_path, "ban", made["table"], links[1]["seat"]).returncode == 0
        for link in links:
            refused(partial(ask, "GET", where, link["token"]), "this link opens no seat")
        given = typed(["link", made["table"], "--seat", "Ann", "--data", str(tmp_path)])
        token = given.stdout.splitlines()[1].partition("#")[2]
        assert ask("GET", where, token)["name"] == "Ann"
        assert typed(["link", made["table"], "--seat", "Ben", "--data", str(tmp_path)]).returncode == 2
        assert tables(tmp_path, "delete", made["table"], "--now", "--yes").returncode == 0
        refused(lambda: ask("GET", where, made["token"]), "this table was deleted")
        assert ask("GET", f"{address}/api/tables") == []


def test_what_a_table_is_called_steers_no_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An earlier version may have kept anything of a table that came as a file."""
    store = opened(database_in(tmp_path))
    kept = Kept("bluebox")
    first = msgspec.structs.replace(kept.entries[0], body={**kept.entries[0].body, "title": "A\x1b[2J\nB\u202e"})
    store.create("one", [first, *kept.entries[1:]])
    store.close()
    listed(tmp_path, "", as_json=False, check=False)
    assert capsys.readouterr().out.startswith("one  A[2JB (bluebox), ")
