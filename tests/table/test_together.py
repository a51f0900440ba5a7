"""What many want to write at once is written at once, and everybody learns what has come of their own part."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from threading import Event

import pytest

from ludex.table.desk.store import Store
from ludex.table.desk.store_rows import Taken
from ludex.table.desk.together import Part, Together
from tests.table.test_store import entry, founded


class Slow:
    """A disk that writes when it is told to, and keeps which tables were written at once."""

    def __init__(self) -> None:
        self.begun, self.go_on = Event(), Event()
        self.written: list[list[str]] = []

    def write(self, parts: Sequence[Part]) -> None:
        self.begun.set()
        assert self.go_on.wait(10)
        self.written.append(sorted(part.table for part in parts))
        for part in parts:
            if part.table == "taken":
                part.fault = Taken(part.table)
            elif part.table == "full":
                raise OSError("the disk is full")


def test_who_comes_while_another_writes_is_written_with_all_others_who_came() -> None:
    disk = Slow()
    together = Together(disk.write)
    with ThreadPoolExecutor(5) as threads:
        first = threads.submit(together.keep, "a", [])
        assert disk.begun.wait(10)
        others = [threads.submit(together.keep, table, []) for table in ("b", "c", "taken", "d")]
        while len(together._queue) < 4:
            assert not wait(others, 0.001).done
        disk.go_on.set()
        assert first.result(10) is None
        assert [type(each.exception(10)) for each in others] == [type(None), type(None), Taken, type(None)]
    assert disk.written == [["a"], ["b", "c", "d", "taken"]]


def test_where_nothing_was_kept_all_who_wrote_together_learn_of_it_and_nobody_else() -> None:
    disk = Slow()
    disk.go_on.set()
    together = Together(disk.write)
    with pytest.raises(OSError, match="full"):
        together.keep("full", [])
    together.keep("a", [])
    assert disk.written == [["full"], ["a"]]


def test_one_who_is_second_takes_nobody_along(sqlite: Store) -> None:
    names = [f"t{number}" for number in range(12)]
    for name in names:
        sqlite.create(name, [founded()])
        if name in names[::3]:
            sqlite.append(name, [entry(2, "first")])
    with ThreadPoolExecutor(12) as threads:
        found = list(threads.map(lambda name: fault_of(sqlite, name), names))
    assert found == [name in names[::3] for name in names]
    assert [sqlite.entries(name)[-1].body["words"] for name in names[:3]] == ["first", "line 2", "line 2"]


def fault_of(store: Store, name: str) -> bool:
    try:
        store.append(name, [entry(2)])
    except Taken:
        return True
    return False
