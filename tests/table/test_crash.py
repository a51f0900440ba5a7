"""`kill -9` under load. Many more times: `python -m tests.table.crash --times 200`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from ludex.table.records.entry import Entry
from tests.table.crash import Told, check_table, crashes
from tests.table.desks import opened, stands
from tests.table.tables import Kept

TIMES = 2


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_nothing_acknowledged_is_lost_when_the_process_is_killed(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    numbers: Iterator[int] = count()
    if kind == "sqlite":
        rounds = crashes(lambda: f"sqlite:///{tmp_path}/{next(numbers)}.sqlite", TIMES, 1)
    else:
        server: Any = request.getfixturevalue("postgres")
        rounds = crashes(server.fresh, TIMES, 1)
    assert sum(each.said for each in rounds) > 0
    assert sum(each.played for each in rounds) > 0


def chat(number: int, words: str) -> Entry:
    return Entry(number, 1.0, "", "chat", {"words": words})


def test_what_is_lost_doubled_or_changed_would_be_seen(tmp_path: Path) -> None:
    kept = Kept("bluebox")
    kept.open()
    now = tuple(stands(kept.table))
    number = kept.table.number
    store = opened(f"sqlite:///{tmp_path}/t.sqlite")
    store.create("t", kept.entries)
    store.append("t", [chat(number + 1, "one")])
    check_table(store, "t", [Told("t", said="one"), Told("t", stands=now)], 0)
    with pytest.raises(AssertionError, match="lost"):
        check_table(store, "t", [Told("t", said="two")], 0)
    with pytest.raises(AssertionError, match="lost what came before"):
        check_table(store, "t", [Told("t", stands=(number + 5, "", "", ""))], 0)
    with pytest.raises(AssertionError, match="does not stand"):
        check_table(store, "t", [Told("t", stands=(number, "other", str(now[2]), str(now[3])))], 0)
    store.append("t", [chat(number + 2, "one")])
    with pytest.raises(AssertionError, match="doubled"):
        check_table(store, "t", [], 0)
    store.close()
