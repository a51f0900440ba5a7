"""`ludex packs`: whoever has the folder lists packs and makers, makes links anew and deletes."""

from __future__ import annotations

import json
from pathlib import Path
from subprocess import CompletedProcess

import pytest

import ludex.games.known  # noqa: F401  # registers the games
from ludex.server.keys import hashed
from ludex.server.run.serve import database_in
from ludex.table.desk.quota import Quota
from ludex.table.desk.store import Store
from ludex.workshop.saving import Keeping, save
from ludex.workshop.workshop import Workshop
from tests.packs import parts
from tests.typed import typed


def packs(folder: Path, *words: str) -> CompletedProcess[str]:
    return typed(["packs", *words, "--data", str(folder)])


@pytest.fixture
def store(tmp_path: Path) -> Store:
    found = Store(database_in(tmp_path))
    found.migrate()
    return found


def test_links_are_made_anew_and_packs_deleted(store: Store, tmp_path: Path) -> None:
    workshop = Workshop(store.engine)
    assert packs(tmp_path).stdout.strip() == "There are no packs yet."
    made = packs(tmp_path, "link", "Ada", "--new")
    token = made.stdout.split("/workshop#")[1].split()[0]
    ada = workshop.maker_of(hashed(token))
    assert ada is not None
    save(workshop, Keeping(ada.id, Quota(), 1_000.0, "p1"), "", parts())
    assert "p1  The Drowned Coast 1.0 (bluebox) by Ada, not shared" in packs(tmp_path).stdout
    assert [one["title"] for one in json.loads(packs(tmp_path, "--json").stdout)] == ["The Drowned Coast"]
    assert json.loads(packs(tmp_path, "makers", "--json").stdout)[0]["name"] == "Ada"
    again = packs(tmp_path, "link", "ada", "--public-url", "https://table.example.org").stdout
    assert "https://table.example.org/workshop#" in again
    assert workshop.maker_of(hashed(token)) is None
    assert packs(tmp_path, "link", "Eve").returncode == 2
    assert packs(tmp_path, "delete", "p2", "--yes").returncode == 2
    assert packs(tmp_path, "delete", "p1", "--yes").returncode == 0
    assert workshop.packs(ada.id) == []
    store.close()
