"""How a table is opened from a store: from its newest snapshot, however long it is, and from its entries where that is
torn."""

from __future__ import annotations

import asyncio
from functools import partial
from random import Random
from typing import Any

import pytest
from sqlalchemy import func, select, text

from ludex.core.files import journal
from ludex.core.files.codec import digest
from ludex.core.kernel.ruling import BadInput
from ludex.table import doings
from ludex.table.campaign import playing as playing_module
from ludex.table.campaign import snapshot
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.evenings import CloseEvening
from ludex.table.campaign.notes import MOST_TEXT, WriteNote
from ludex.table.campaign.playing import Playing
from ludex.table.campaign.scenes import OpenScene
from ludex.table.campaign.settings import Set
from ludex.table.desk import held as desk_held
from ludex.table.desk import opening
from ludex.table.desk import store_shape as shape
from ludex.table.desk.desk import Desk
from ludex.table.desk.held import Held
from ludex.table.desk.store import Store
from ludex.table.desk.store_rows import size_of
from ludex.table.document.looking import Log, look
from ludex.table.play.mastering import Call, Redo, Undo
from ludex.table.records.entry import Entry
from tests.table.desks import GM, a_table, folded, listen, until
from tests.table.snapshots import shown, unlike
from tests.table.tables import Fake, Kept

EVERY = 10
PAGED = 120  # rolls, of which some are told on pages


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Snapshots are made more often than they are, so that a short table has some."""
    monkeypatch.setattr(snapshot, "EVERY", EVERY)


class Counted:
    """What it costs to open a table: entries that are read and folded, lines of play that are done again."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.read = self.folded = self.redone = 0
        read, fold = Store.load, Campaign.fold
        redo = journal.redo_line

        def load(store: Store, table: str, whole: bool = False) -> Any:
            found = read(store, table, whole)
            self.read += len(found.entries)
            return found

        def folds(table: Campaign, entry: Any) -> None:
            self.folded += 1
            fold(table, entry)

        def redoes(*args: Any) -> Any:
            self.redone += 1
            return redo(*args)

        monkeypatch.setattr(Store, "load", load)
        monkeypatch.setattr(Campaign, "fold", folds)
        monkeypatch.setattr("ludex.table.campaign.playing.redo_line", redoes)

    def take(self) -> tuple[int, int, int]:
        found = self.read, self.folded, self.redone
        self.read = self.folded = self.redone = 0
        return found


def roll(held: Held, times: int = 1) -> None:
    call = Call(name="roll", args={"dice": "d6", "for": "the weather", "secret": False})
    for _ in range(times):
        held.act(lambda table: table.do(next(iter(table.seats)), call))


def at_play(store: Store, id: str = "t") -> Held:
    """A table with a scene that does not end."""
    kept = Kept("bluebox")
    kept.open(begin=False)
    store.create(id, kept.entries)
    return anew(store, id)


def anew(store: Store, id: str = "t") -> Held:
    held = Held(id, store, Fake(7).outside())
    held.loaded()
    return held


def numbers(store: Store, id: str = "t") -> list[int]:
    wanted = select(shape.snapshots.c.number).where(shape.snapshots.c.of_table == id).order_by(shape.snapshots.c.number)
    with store._engine.begin() as connection:
        return list(connection.execute(wanted).scalars())


def test_what_opening_costs_does_not_grow_with_the_table(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    held = at_play(store)
    counted = Counted(monkeypatch)
    for times in (EVERY, 5 * EVERY):
        roll(held, times)
        counted.take()
        table = anew(store).loaded()
        look(anew(store).documents, next(iter(table.seats)), Log(most=50))
        read, folds, redone = counted.take()
        assert read < 2 * EVERY
        assert folds < 2 * EVERY
        assert redone < 2 * EVERY
        assert table.number > times


def test_the_last_two_snapshots_are_kept_and_pages_of_the_scene_on_the_table_alone(store: Store) -> None:
    held = at_play(store)
    roll(held, PAGED)
    found = numbers(store)
    assert len(found) == 2
    assert 0 < found[1] - found[0] <= EVERY + 2
    assert held.loaded().number - found[1] < EVERY
    pages = select(func.count()).select_from(shape.pages)
    with store._engine.begin() as connection:
        assert connection.execute(pages).scalar()
    again = OpenScene(scene=next(iter(held.loaded().scenes)), begin=False)
    held.act(lambda table: table.do(next(iter(table.seats)), again))
    held.put_away()
    assert numbers(store)[-1] == held.loaded().number
    with store._engine.begin() as connection:
        assert connection.execute(pages).scalar() == 0


def test_a_table_as_it_was_is_opened_from_the_snapshot_before(store: Store) -> None:
    held = at_play(store)
    roll(held, 4 * EVERY)
    first, second = numbers(store)
    for number in (first, second - 1, second):
        found = store.load("t", until=number)
        assert found.snapshot is not None
        assert found.snapshot.number == (second if number == second else first)
        assert [entry.number for entry in found.entries] == list(range(found.snapshot.number + 1, number + 1))
        assert found.boundary is None or found.boundary.number <= number
        table = opening.opened(store, "t", Fake(7).outside(), partial(store.load, "t", until=number))
        assert not unlike(table, folded(store, "t", number))
    assert store.load("t", until=first - 1).snapshot is None
    assert len(store.load("t", whole=True, until=first - 1).entries) == first - 1


SPOILT = {
    "torn": "body = substr(body, 1, 100)",
    "of another form": "form = form + 1",
    "of another digest": "digest = 'nothing'",
}


@pytest.mark.parametrize("which", ["the last", "both"])
@pytest.mark.parametrize("how", SPOILT)
def test_a_snapshot_that_is_spoilt_is_thrown_away(store: Store, which: str, how: str) -> None:
    held = at_play(store)
    roll(held, 3 * EVERY)
    first, second = numbers(store)
    least = first if which == "both" else second
    with store._engine.begin() as connection:
        connection.execute(text(f"UPDATE snapshots SET {SPOILT[how]} WHERE number >= {least}"))
    newest = store.load("t").snapshot
    assert (newest.number if newest is not None else 0) == (0 if which == "both" else first)
    table = anew(store).loaded()
    assert not unlike(table, folded(store, "t"))
    roll(held, EVERY)
    assert store.load("t").snapshot is not None


def test_a_snapshot_that_says_something_else_than_it_should_is_passed_over(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    held = at_play(store)
    roll(held, 2 * EVERY)
    body = b"no snapshot at all"
    with store._engine.begin() as connection:
        spoilt = {"body": body, "digest": snapshot.digest_of(body)}
        connection.execute(shape.snapshots.update().values(**spoilt))
    table = anew(store).loaded()
    assert "its snapshot cannot be used" in caplog.text
    assert not unlike(table, folded(store, "t"))


def test_what_is_undone_beyond_the_snapshot_comes_from_the_store(store: Store) -> None:
    held = at_play(store)
    roll(held, 2 * EVERY)
    held.put_away()
    again = anew(store)
    again.act(lambda table: table.do(next(iter(table.seats)), Undo(steps=EVERY)))
    assert not unlike(again.loaded(), folded(store, "t"))
    assert shown(anew(store).loaded()) == shown(folded(store, "t"))


def test_a_table_that_is_too_large_for_a_snapshot_goes_on_without(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    held = at_play(store)
    monkeypatch.setattr(snapshot, "MOST_BYTES", 5_000)
    roll(held, EVERY)
    assert numbers(store) == []
    assert "no snapshot can be made of it" in caplog.text
    assert shown(anew(store).loaded()) == shown(folded(store, "t"))


def test_a_large_table_is_not_written_over_and_over_for_a_few_words(store: Store) -> None:
    held = at_play(store)
    roll(held, EVERY)
    first = numbers(store)
    gm, luck = next(iter(held.loaded().seats)), Random(0)

    def note(table: Campaign) -> Any:
        return table.do(gm, WriteNote(title="Large", text=luck.randbytes(MOST_TEXT // 2).hex()))

    for _ in range(5):
        held.act(note)
    roll(held, EVERY)
    large = numbers(store)[-1]
    assert large > first[-1]
    held = anew(store)  # which is known of whoever opens it, too
    roll(held, EVERY)
    assert numbers(store)[-1] == large
    held.act(note)
    assert numbers(store)[-1] > large


def test_snapshots_and_pages_count_in_what_a_table_takes(store: Store) -> None:
    held = at_play(store)
    held.usage.count()
    before = held.usage.in_all
    roll(held, PAGED)
    with store._engine.begin() as connection:
        beside = sum(
            connection.execute(select(func.sum(func.length(kept.c.body)))).scalar_one()
            for kept in (shape.snapshots, shape.pages)
        )
    entries = sum(map(size_of, store.entries("t")))
    assert store.sizes()["t"].snapshot_bytes == beside > 0
    assert sum(store.brought("t").values()) == entries + beside
    assert held.usage.in_all >= entries + beside > before


def test_a_table_is_put_away_with_a_snapshot(store: Store) -> None:
    async def away() -> str:
        desk = Desk(store, keep=0.01)
        table = await a_table(desk)
        ear = await listen(desk, table)
        desk.leave(table, ear)
        await until(lambda: not desk._held)
        await desk.close()
        return table

    table = asyncio.run(away())
    assert numbers(store, table)[-1] == store.numbers([table])[table]


def test_no_table_is_opened_at_a_start_without_need(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    load = Store.load

    def loaded(store: Store, id: str, whole: bool = False) -> Any:
        opened.append(id)
        return load(store, id, whole)

    async def start() -> str:
        desk = Desk(store)
        tables = [await a_table(desk) for _ in range(3)]  # each has settled something
        await desk.do(tables[1], GM, Set(settings={"deputy": 1_000}))
        await desk.close()
        monkeypatch.setattr(Store, "load", loaded)
        desk = Desk(store)
        await desk.start()
        await until(lambda: any(held.table is not None for held in desk._held.values()))
        await desk.close()
        return tables[1]

    deputed = asyncio.run(start())
    assert opened == [deputed]


def test_what_is_settled_while_nobody_else_can_append_is_among_what_was_done_before(sqlite: Store) -> None:
    """Another process has closed the evening and begun none: the next one is begun and closed in one transaction."""
    held = Held("t", sqlite, Fake().outside())
    sqlite.create("t", doings.found("bluebox", "A table", "Mara", "mara", Fake().outside()).take())
    held.loaded()
    held.put_away()
    held.drop()
    table = held.loaded()
    sqlite.append("t", [Entry(table.number + 1, 0.0, "", "evening_closed", {"number": 1})])
    told = held.act(lambda campaign: campaign.do(next(iter(campaign.seats)), CloseEvening()))
    assert (told["evening"], told["closed"]) == (2, True)


def test_a_long_scene_with_many_in_it_is_not_all_kept_in_memory(sqlite: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever does something again and again would fill the memory with all that can be undone."""
    held = at_play(sqlite)

    def playing() -> Playing:
        found = held.loaded().playing
        assert found is not None
        return found

    beings = len(playing().live.scene.beings)
    monkeypatch.setattr(desk_held, "MOST_BURDEN", 30 * beings)
    most = 0
    for _ in range(2 * EVERY):
        roll(held, 3)
        most = max(most, playing().burden // beings)
    assert most < 30 + 2 * EVERY
    stood, back = digest(playing().live.scene), playing().live.back
    assert back >= 6 * EVERY, "all of it can still be undone"
    held.act(lambda campaign: campaign.do(next(iter(campaign.seats)), Undo(steps=back - 1)))
    held.act(lambda campaign: campaign.do(next(iter(campaign.seats)), Redo(steps=back - 1)))
    assert digest(playing().live.scene) == stood
    assert unlike(held.loaded(), folded(sqlite, "t")) == {}


def test_a_scene_with_many_in_it_is_not_played_again_as_far_back(
    sqlite: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = at_play(sqlite)
    roll(held, 2 * EVERY)
    again = anew(sqlite)
    playing = again.loaded().playing
    assert playing is not None
    monkeypatch.setattr(playing_module, "MOST_BEINGS_AGAIN", 10)
    with pytest.raises(BadInput, match="with so many who are in it"):
        again.act(lambda campaign: campaign.do(next(iter(campaign.seats)), Undo(steps=playing.live.back)))
