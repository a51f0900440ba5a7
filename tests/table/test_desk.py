"""The desk: one thing after another, nothing told that is not kept, and the machine goes on by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from ludex.core.kernel.ruling import BadInput, Refused
from ludex.table.campaign import notes
from ludex.table.campaign.doing import DOINGS, Done
from ludex.table.campaign.notes import Say
from ludex.table.campaign.settings import Rename
from ludex.table.desk.desk import Desk
from ludex.table.desk.held import Fault, NotKept
from ludex.table.desk.store import Store
from ludex.table.desk.telling import Audience
from ludex.table.records.entry import Entry
from tests.table.desks import (
    GM,
    a_table,
    folded,
    listen,
    opened,
    stands,
)


def broken(*_: object) -> Any:
    raise OperationalError("INSERT", {}, Exception("the line is broken"))


def broken_down(*_: object) -> Any:
    raise KeyError("that was not foreseen")


# ---------------------------------------------------------------- kept before it is told


def test_nobody_is_told_before_it_is_kept(sqlite: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        desk = Desk(sqlite)
        table = await a_table(desk)
        ear = await listen(desk, table)
        keep, already = sqlite.append, []

        def append(id: str, entries: Sequence[Entry], *more: Any) -> None:
            already.append(list(ear.said))
            keep(id, entries, *more)

        monkeypatch.setattr(sqlite, "append", append)
        await desk.do(table, GM, Say(words="Now."))
        assert already == [[]]
        assert ear.said == ["Now."]  # before the doing comes back
        await desk.close()

    asyncio.run(run())


def test_what_the_store_cannot_keep_has_not_happened(sqlite: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        desk = Desk(sqlite)
        table = await a_table(desk)
        ear = await listen(desk, table)
        before = await desk.read(table, GM, stands)
        with monkeypatch.context() as patch:
            patch.setattr(sqlite, "append", broken)
            with pytest.raises(NotKept):
                await desk.do(table, GM, Say(words="Lost."))
        assert await desk.read(table, GM, stands) == before
        await desk.do(table, GM, Say(words="Kept."))
        assert ear.said == ["Kept."]
        await desk.close()

    asyncio.run(run())


def test_when_the_store_is_back_all_are_told_what_they_missed(
    sqlite: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        monkeypatch.setattr("ludex.table.desk.desk.GRACE", 0.05)
        desk, other = Desk(sqlite), Desk(opened(f"sqlite:///{tmp_path}/tables.sqlite"))
        table = await a_table(desk)
        ear = await listen(desk, table)
        with monkeypatch.context() as patch:
            for name in ("append", "entries", "load"):
                patch.setattr(sqlite, name, broken)
            with pytest.raises(NotKept):
                await desk.do(table, GM, Say(words="Lost."))
            with pytest.raises(NotKept):
                await desk.read(table, GM, stands)
            await other.do(table, GM, Say(words="From elsewhere."))
        await ear.until(lambda ear: ear.said == ["From elsewhere."])
        await desk.close()
        await other.close()

    asyncio.run(run())


def test_what_was_kept_when_the_line_broke_has_happened_once(sqlite: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        desk = Desk(sqlite)
        table = await a_table(desk)
        ear = await listen(desk, table)
        keep = sqlite.append

        def append(id: str, entries: Sequence[Entry], *more: Any) -> None:
            keep(id, entries, *more)
            broken()

        monkeypatch.setattr(sqlite, "append", append)
        await desk.do(table, GM, Say(words="Once."))
        assert ear.said == ["Once."]
        assert [said.words for said in folded(sqlite, table).chat] == ["Once."]
        await desk.close()

    asyncio.run(run())


def test_a_server_that_is_started_anew_is_found_again(postgres: Any) -> None:
    async def run() -> None:
        store = opened(postgres.fresh())
        desk = Desk(store)
        table = await a_table(desk)
        postgres.break_lines()
        await desk.do(table, GM, Say(words="Still here."))
        assert [said.words for said in folded(store, table).chat] == ["Still here."]
        await desk.close()
        store.close()

    asyncio.run(run())


def test_a_refusal_changes_nothing_and_nobody_is_told(sqlite: Store) -> None:
    async def run() -> None:
        desk = Desk(sqlite)
        table = await a_table(desk)
        ears = [await listen(desk, table, key) for key in (GM, "key of ann")]
        before = sqlite.entries(table)
        for ear in ears:
            ear.heard.clear()
        with pytest.raises(Refused):
            await desk.do(table, "key of ann", Rename(title="Mine"))
        with pytest.raises(BadInput):
            await desk.do(table, GM, Rename(title=""))
        assert sqlite.entries(table) == before
        assert [ear.heard for ear in ears] == [[], []]
        await desk.close()

    asyncio.run(run())


def test_a_handout_whose_picture_is_lost_has_not_been_written(sqlite: Store) -> None:
    async def test() -> None:
        desk = Desk(sqlite)
        table = await a_table(desk)
        ear = await listen(desk, table)
        with pytest.raises(BadInput, match="picture: it is not kept any more"):
            await desk.do(table, GM, notes.WriteHandout(title="A hill", picture="0" * 64, description="A hill"))
        await desk.do(table, GM, notes.WriteHandout(title="A lake", text="It is deep"))
        assert [shown["title"] for shown in ear.document["handouts"].values()] == ["A lake"]
        await desk.close()

    asyncio.run(test())


def test_a_doing_that_breaks_down_leaves_the_table_as_it_was(sqlite: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        desk = Desk(sqlite)
        table = await a_table(desk)
        before = await desk.read(table, GM, stands)

        def half(campaign: Any, seat: Any, what: Any) -> None:
            notes.say(campaign, seat, what)
            raise KeyError("half way")

        doings: dict[Any, Done] = DOINGS
        with monkeypatch.context() as patch:
            patch.setitem(doings, Say, Done(DOINGS[Say].roles, half))
            with pytest.raises(Fault, match="KeyError"):
                await desk.do(table, GM, Say(words="Half."))
        assert await desk.read(table, GM, stands) == before
        assert await desk.read(table, GM, lambda campaign, seat: len(campaign.chat)) == 0
        await desk.close()

    asyncio.run(run())


def test_what_was_kept_has_happened_even_if_it_cannot_be_told(sqlite: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        desk = Desk(sqlite)
        table = await a_table(desk)
        ear = await listen(desk, table)
        with monkeypatch.context() as patch:
            patch.setattr(Audience, "post", broken_down)
            await desk.do(table, GM, Rename(title="Kept"))
            await asyncio.sleep(0.2)  # it is tried again, in vain
        assert folded(sqlite, table).title == "Kept"
        await desk.look_around()
        await ear.until(lambda ear: ear.document["table"]["title"] == "Kept")
        await desk.do(table, GM, Say(words="It goes on."))
        await ear.until(lambda ear: ear.said == ["It goes on."])
        await desk.close()

    asyncio.run(run())


def test_notices_that_cannot_be_sent_are_nobodys_concern(sqlite: Store) -> None:
    async def run() -> None:
        desk = Desk(sqlite, announce=broken_down)
        table = await a_table(desk)
        ear = await listen(desk, table)
        await desk.do(table, GM, Say(words="Here."))
        assert ear.said == ["Here."]
        await desk.close()

    asyncio.run(run())


def test_who_has_gone_meanwhile_has_still_done_it(sqlite: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        desk = Desk(sqlite)
        table = await a_table(desk)
        ear = await listen(desk, table)
        doing = asyncio.create_task(desk.do(table, GM, Say(words="I am off.")))
        await asyncio.sleep(0)
        doing.cancel()
        await ear.until(lambda ear: ear.said == ["I am off."])
        assert doing.cancelled()
        await desk.do(table, GM, Say(words="Next."))
        assert [said.words for said in folded(sqlite, table).chat] == ["I am off.", "Next."]
        await desk.close()

    asyncio.run(run())


# ---------------------------------------------------------------- one order


def test_twenty_who_send_at_once_come_into_one_order_the_same_for_all(store: Store) -> None:
    async def run() -> None:
        desk = Desk(store)
        table = await a_table(desk)
        ears = [await listen(desk, table, key) for key in (GM, "key of ann", "key of ben")]

        async def send(who: int) -> None:
            for line in range(5):
                await desk.do(table, (GM, "key of ann", "key of ben")[who % 3], Say(words=f"{who} {line}"))

        await asyncio.gather(*(send(who) for who in range(20)))
        order = [said.words for said in folded(store, table).chat]
        assert sorted(order) == sorted(f"{who} {line}" for who in range(20) for line in range(5))
        for who in range(20):
            assert [words for words in order if words.startswith(f"{who} ")] == [f"{who} {line}" for line in range(5)]
        assert [ear.said for ear in ears] == [order] * 3
        await desk.close()

    asyncio.run(run())
