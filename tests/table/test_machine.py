"""What happens by itself: the machine goes on, deputies decide, and tables that nobody uses are put away."""

from __future__ import annotations

import asyncio
from threading import Event
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from ludex import opponents
from ludex.core.foe import deciding as core_deciding
from ludex.core.kernel.agenda import command
from ludex.core.kernel.procedure import Interject, Question
from ludex.core.kernel.scene import Condition
from ludex.table import doings
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.notes import Say
from ludex.table.campaign.reopening import opened_again
from ludex.table.campaign.seating import AddSeat, CallMe, HandOver
from ludex.table.campaign.settings import Set
from ludex.table.desk import desk as desk_of_tables
from ludex.table.desk import held as held_by_desk
from ludex.table.desk.desk import MACHINES, THREADS, UNSEEN, Desk
from ludex.table.desk.store import Store
from ludex.table.document.show import Documents
from ludex.table.play import deciding
from ludex.table.play.deciding import waiting
from ludex.table.play.thinking import Thought
from ludex.table.records.seat import Seat
from tests.table.desks import (
    GM,
    a_table,
    by_machines,
    last,
    listen,
    own_party,
    stands,
    until,
)
from tests.table.tables import Kept


def test_the_machine_goes_on_until_somebody_must_decide(sqlite: Store) -> None:
    async def run() -> None:
        desk = Desk(sqlite)
        table = await a_table(desk)
        await by_machines(desk, table)
        number = last(sqlite, table)
        await asyncio.sleep(0.2)
        assert last(sqlite, table) == number  # nobody is there to see it
        ear = await listen(desk, table)
        await ear.until(lambda ear: ear.document["scene"]["over"])
        assert len(ear.lines) > 5
        assert await desk.read(table, GM, lambda campaign, seat: waiting(campaign).kind) == "nobody"
        await desk.close()

    asyncio.run(run())


def test_however_many_machines_think_people_need_not_wait(sqlite: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    thinking, may_go_on = list[Campaign](), Event()

    def think(table: Campaign) -> bool:
        thinking.append(table)
        may_go_on.wait()
        return False

    async def run() -> None:
        desk = Desk(sqlite)
        people = await a_table(desk)
        monkeypatch.setattr(desk_of_tables, "step", think)
        monkeypatch.setattr(desk_of_tables, "has_step", lambda table: True)
        try:
            for _ in range(2 * MACHINES):
                desk.store.create(table := desk.outside.fresh(), doings.found("bluebox", "A", "Mara", GM).take())
                await listen(desk, table)
            await until(lambda: len(thinking) == MACHINES)
            for _ in range(10):
                await desk.do(people, GM, Say(words="We go on."))
            assert len(thinking) == MACHINES
        finally:
            may_go_on.set()
        await until(lambda: len(thinking) >= 2 * MACHINES)
        await desk.close()

    asyncio.run(run())


def lurking() -> Kept:
    """A table at which it is the turn of a foe of whom the party knows nothing, and a machine plays the foes."""
    kept = Kept("bluebox")
    kept.open()
    for who in ("party", "foes", "gm"):
        kept.do(HandOver(who=who, policy="simple"))
    while kept.live.open is not None or not kept.table.game.to_act(kept.live.scene):
        assert kept.step()
    scene = kept.live.scene.fork()
    lurker = next(being for being in scene.beings.values() if being.side == "foes")
    lurker.seen = False
    lurker.afflict(Condition("Hidden"))
    scene.turns = scene.turns.begin(lurker.id)
    kept.do(Set(settings={"pause": 60.0}))
    kept.table.begin("")
    # To mypy: a scene is on the table
    kept.table.add(opened_again(kept.table.playing, "somebody lurks", scene))  # type: ignore[arg-type]
    kept.entries += kept.table.take()
    for name, being in zip(("ann", "ben"), own_party(kept.table), strict=False):
        found = kept.do(AddSeat(role="player", name=name, token_hash=f"key of {name}", beings=(being,)))
        assert Documents(kept.table).silent(kept.table.seats[found["seat"]])
    return kept


def test_who_is_not_known_is_played_before_anybody_is_told(sqlite: Store) -> None:
    """A pause, or a change that comes after the answer, would tell that somebody is there."""

    async def run() -> None:
        kept = lurking()
        sqlite.create("t", kept.entries)
        desk = Desk(sqlite)

        def silent(campaign: Campaign, seat: Seat) -> bool:
            return Documents(campaign).silent(seat)

        ear = await listen(desk, "t", "key of ann")
        number = last(sqlite, "t")
        assert number > len(kept.entries)
        assert not await desk.read("t", "key of ann", silent)
        assert {entry.by for entry in sqlite.entries("t", len(kept.entries))} == {""}
        await desk.do("t", "key of ann", Say(words="Is anybody there?"))
        assert ear.said == ["Is anybody there?"]
        assert last(sqlite, "t") == number + 1  # whoever is known to be there takes their time
        await desk.close()

    asyncio.run(run())


def test_machines_that_think_for_somebody_unseen_leave_threads_for_people(
    sqlite: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever sits down there waits until they have thought, and nobody elsewhere."""
    thinking, may_go_on = list[Campaign](), Event()
    monkeypatch.setattr(opponents, "SearchPolicy", lambda game, usual, *more: usual)

    def think(table: Campaign, thought: Thought | None) -> bool:
        thinking.append(table)
        may_go_on.wait()
        return deciding.step(table)

    async def run() -> None:
        kept = lurking()
        kept.do(HandOver(who="foes", policy="search"))
        desk = Desk(sqlite)
        people = await a_table(desk)
        monkeypatch.setattr(held_by_desk, "step", think)
        tables = [f"t{number}" for number in range(THREADS + 1)]
        for table in tables:
            sqlite.create(table, kept.entries)
        coming = [asyncio.create_task(listen(desk, table, "key of ann")) for table in tables]
        try:
            await until(lambda: len(thinking) == UNSEEN)
            for _ in range(10):
                await desk.do(people, GM, Say(words="We go on."))
            assert len(thinking) == UNSEEN
            assert not any(task.done() for task in coming), "a welcome would tell that somebody is about to act"
        finally:
            may_go_on.set()
        await asyncio.gather(*coming)
        assert all(last(sqlite, table) > len(kept.entries) for table in tables)
        await desk.close()

    asyncio.run(run())


def test_what_is_said_is_told_while_all_else_must_wait(sqlite: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        monkeypatch.setattr("ludex.table.desk.held.MOST_UNSEEN", 0)
        kept = lurking()
        sqlite.create("t", kept.entries)
        desk = Desk(sqlite)
        ear = await listen(desk, "t", "key of ann")
        await desk.do("t", "key of ann", Say(words="Is anybody there?"))
        await desk.do("t", "key of ann", CallMe(name="Anna"))
        assert [(news.changes, news.lines) for news in ear.heard] == [([], [])]
        assert ear.said == ["Is anybody there?"]
        await desk.close()

    asyncio.run(run())


def test_the_machine_pauses_before_what_it_does(sqlite: Store) -> None:
    async def run() -> None:
        desk = Desk(sqlite)
        table = await a_table(desk, pause=0.3)
        ear = await listen(desk, table)
        await by_machines(desk, table)
        clock = asyncio.get_running_loop().time
        began, lines = clock(), len(ear.lines)
        await ear.until(lambda ear: len(ear.lines) >= lines + 3)
        assert clock() - began >= 0.85
        await desk.close()

    asyncio.run(run())


def test_a_deputy_decides_for_who_is_absent_when_it_is_time(sqlite: Store) -> None:
    async def run() -> None:
        desk = Desk(sqlite)
        table = await a_table(desk)
        await desk.do(table, GM, Set(settings={"deputy": 1}))
        await desk.close()
        number = last(sqlite, table)
        later = Desk(sqlite)  # the server was started anew, and nobody opens the table
        await later.start()
        await until(lambda: last(sqlite, table) >= number + 4)
        entries = sqlite.entries(table, number)
        assert {entry.kind for entry in entries} == {"play"}
        assert all(entry.by == "" for entry in entries)
        every = sqlite.entries(table)
        settled = max(entry.number for entry in every if entry.kind == "settings")
        before = [entry for entry in every if entry.kind == "play" and entry.number < settled]
        after = [entry for entry in every if entry.kind == "play" and entry.number > settled]
        assert after[0].at - before[-1].at >= 1.0
        await later.close()

    asyncio.run(run())


def test_a_store_that_fails_once_ends_no_deputy(sqlite: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the server starts, when a table is opened, and when the deputy has decided."""

    async def run() -> None:
        monkeypatch.setattr("ludex.table.desk.desk.AROUND", 0.1)
        desk = Desk(sqlite)
        tables = [await a_table(desk), await a_table(desk)]
        for table in tables:
            await desk.do(table, GM, Set(settings={"deputy": 1}))
        await desk.close()
        numbers = {table: last(sqlite, table) for table in tables}
        failed: list[tuple[Any, ...]] = []

        def failing(name: str) -> None:
            """The store fails when it is first asked this, for each table."""
            works = getattr(sqlite, name)

            def first_fails(*args: Any) -> Any:
                if (name, *args[:1]) not in failed:
                    failed.append((name, *args[:1]))
                    raise OperationalError(name, {}, Exception("the line is broken"))
                return works(*args)

            monkeypatch.setattr(sqlite, name, first_fails)

        for name in ("deputed", "load"):
            failing(name)
        later = Desk(sqlite)
        await later.start()
        await until(lambda: all(last(sqlite, table) >= numbers[table] + 2 for table in tables))
        assert failed == [("deputed",), *[("load", table) for table in sorted(tables)]]
        failing("append")
        numbers = {table: last(sqlite, table) for table in tables}
        await until(lambda: all(last(sqlite, table) >= numbers[table] + 2 for table in tables))
        assert set(failed[3:]) == {("append", table) for table in tables}
        await later.close()

    asyncio.run(run())


def test_a_table_that_cannot_be_looked_at_hides_no_other(sqlite: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        desk, other = Desk(sqlite), Desk(sqlite)
        tables = [await a_table(desk), await a_table(desk)]
        ears = [await listen(desk, table) for table in tables]
        for table in tables:
            await other.do(table, GM, Say(words="From elsewhere."))
        entries = sqlite.entries

        def first_fails(table: str, after: int = 0) -> Any:
            if table == tables[0]:
                raise OperationalError("SELECT", {}, Exception("the line is broken"))
            return entries(table, after)

        with monkeypatch.context() as patch:
            patch.setattr(sqlite, "entries", first_fails)
            await desk.look_around()
        await ears[1].until(lambda ear: ear.said == ["From elsewhere."])
        await ears[0].until(lambda ear: ear.said == ["From elsewhere."])
        await desk.close()
        await other.close()

    asyncio.run(run())


def test_a_table_that_nobody_uses_is_put_away_and_opens_as_it_was(sqlite: Store) -> None:
    async def run() -> None:
        desk = Desk(sqlite, keep=0.05)
        table = await a_table(desk)
        before = await desk.read(table, GM, stands)
        await until(lambda: table not in desk._held)
        assert await desk.read(table, GM, stands) == before
        ear = await listen(desk, table)
        await asyncio.sleep(0.3)
        assert table in desk._held  # somebody is there
        desk.leave(table, ear)
        await until(lambda: table not in desk._held)
        await desk.close()

    asyncio.run(run())


def test_a_machine_gives_nothing_of_what_somebody_plays_who_sits_there(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Kept("cloudbreaker")
    kept.open()
    kept.seat("Ann", "marrow")
    question = kept.live.open
    assert isinstance(question, Question)
    lent = Interject(command("marrow", "share", to="tal", amount=1))
    monkeypatch.setattr(core_deciding, "answer", lambda *given: lent)
    deciding.answer(kept.table, question, "simple")
    assert kept.live.open is not question, "it is answered as by default"
