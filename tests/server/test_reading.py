"""The tables that a helper knows: as far as whoever asks has come, and none that is gone."""

from __future__ import annotations

import pytest

from ludex.server.apart.reading import Tables
from ludex.table import doings
from ludex.table.desk.apart import Asked
from ludex.table.desk.store import Store
from ludex.table.desk.store_rows import Deleted
from tests.server.working import whoami
from tests.table.tables import Fake


def founded(store: Store, table: str) -> Asked:
    campaign = doings.found("bluebox", "A table", "Mara", "mara", Fake().outside())
    store.create(table, campaign.take())
    return Asked(table, campaign.number, next(iter(campaign.seats)), 0.0)


def nothing() -> None:
    pass


def test_a_table_that_was_deleted_is_not_answered_for_and_not_kept(store: Store, store_url: str) -> None:
    tables = Tables(store_url)
    one, two, three = (founded(store, name) for name in ("one", "two", "three"))
    for asked in (one, two, three):
        assert tables.at(asked, whoami, nothing)[2] == asked.number
    assert list(tables.known) == ["one", "two", "three"]
    for name in ("one", "two"):
        store.purge(name, 0.0, even_so=True)
    with pytest.raises(Deleted):
        tables.at(one, whoami, nothing)
    assert list(tables.known) == ["three"]
    assert tables.at(three, whoami, nothing)[2] == three.number
    tables._store.close()
