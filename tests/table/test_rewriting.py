"""What is written anew at will: only its last words are kept, and the table is the same whoever reads it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludex.table import doings
from ludex.table.campaign.flags import DropFlag, RaiseFlag
from ludex.table.campaign.notes import TakeHandout, TearNote, WriteHandout, WriteNote
from ludex.table.campaign.scenes import Prepare, Unprepare
from ludex.table.desk.store import Store
from ludex.table.play.mastering import Call
from tests.table.desks import opened
from tests.table.tables import Kept, differing
from tests.table.zips import packed, unpacked

T = "a_table"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = opened(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    yield found
    found.close()


class Written(Kept):
    """A table whose entries are in a store."""

    def __init__(self, store: Store) -> None:
        super().__init__("bluebox")
        self.store = store
        store.create(T, self.entries)

    def do(self, what: Any, seat: str = "") -> Any:
        before = len(self.entries)
        found = super().do(what, seat)
        self.store.append(T, self.entries[before:])
        return found

    def words(self) -> str:
        return "".join(str(entry.body) for entry in self.store.entries(T))


def versions(at: Written) -> None:
    """Everything that can be written anew is, and some of it is taken away."""
    note = at.do(WriteNote(title="First", text="lost note"))["note"]
    at.do(WriteNote(id=note, title="Second", text="lost again"))
    at.do(WriteNote(id=note, title="Third", text="kept note"))
    gone = at.do(WriteNote(title="Torn", text="lost with the paper"))["note"]
    at.do(TearNote(id=gone))
    handout = at.do(WriteHandout(title="A map", text="lost map"))["handout"]
    at.do(WriteHandout(id=handout, title="A map", text="kept map"))
    away = at.do(WriteHandout(title="A letter", text="lost letter"))["handout"]
    at.do(TakeHandout(id=away))
    scene = at.do(Prepare(title="Lost scene", ready="broken_causeway_raid"))["scene"]
    at.do(Prepare(id=scene, title="Kept scene"))
    at.do(Unprepare(id=at.do(Prepare(title="Lost with it"))["scene"]))
    at.open(begin=False)
    at.do(Call(name="tell", args={"words": "Listen"}))
    at.do(DropFlag(id=at.do(RaiseFlag(told=0, line=0, note="lost doubt"))["flag"]))
    at.do(RaiseFlag(told=0, line=0, note="kept doubt"))


def test_only_the_last_words_of_what_is_written_anew_are_kept(store: Store) -> None:
    at = Written(store)
    versions(at)
    words = at.words().lower()
    assert "lost" not in words
    for kept in ("kept note", "kept map", "kept scene", "kept doubt"):
        assert kept in words


def test_the_table_is_the_same_without_the_words_that_were_lost(store: Store) -> None:
    at = Written(store)
    versions(at)
    again = doings.folded(store.entries(T), at.table.outside)
    assert not differing(at.table, again)
    assert [entry.number for entry in store.entries(T)] == [entry.number for entry in at.entries]


def test_a_process_that_is_behind_follows_without_the_words_that_were_lost(store: Store) -> None:
    at = Written(store)
    note = at.do(WriteNote(title="First", text="seen"))["note"]
    behind = doings.folded(store.entries(T), at.table.outside)
    at.do(WriteNote(id=note, title="Second", text="never seen"))
    at.do(WriteNote(id=note, title="Third", text="the last"))
    for entry in store.entries(T, behind.number):
        behind.fold(entry)
    assert not differing(at.table, behind)


def test_a_table_goes_on_from_its_file_without_the_words_that_were_lost(store: Store) -> None:
    at = Written(store)
    versions(at)
    table, master = unpacked(store, packed(store, T, at.table), "Mara", "hash of a new token")
    again = doings.folded(store.entries(table))
    note = next(iter(again.notes))
    assert again.notes[note].note.text == "kept note"
    again.begin(master)
    again.do(master, WriteNote(id=note, title="Fourth", text="and on"))
    store.append(table, again.take())
    assert "kept note" not in "".join(str(entry.body) for entry in store.entries(table))


def test_a_rewritten_note_takes_no_more_room_than_one_version(store: Store) -> None:
    at = Written(store)
    long = "x" * 50_000
    note = at.do(WriteNote(title="Long", text=long))["note"]
    once = len(at.words())
    for _ in range(20):
        at.do(WriteNote(id=note, title="Long", text=long))
    assert len(at.words()) < once + 20 * 200
