"""Who listens at a table is told what is theirs to know, once, until they may not any more."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from ludex.core.kernel.ruling import BadInput, Refused
from ludex.table.campaign.notes import Say, WriteNote
from ludex.table.campaign.scenes import CloseScene, OpenScene
from ludex.table.campaign.seating import OpenDoor, Reseat
from ludex.table.campaign.settings import Set
from ludex.table.desk.desk import Desk
from ludex.table.desk.store import Store
from ludex.table.desk.store_rows import Missing
from ludex.table.document.looking import Log, SeeAs
from ludex.table.document.show import Document, Documents
from ludex.table.play.mastering import Call, Withdraw
from ludex.table.records.seat import Seat
from tests.table.desks import (
    GM,
    Ear,
    a_table,
    by_luck,
    listen,
    seat_of,
    stands,
    until,
)
from tests.table.tables import Fake


def test_a_key_opens_its_seat_and_no_other(sqlite: Store) -> None:
    async def run() -> None:
        desk = Desk(sqlite)
        one, two = await a_table(desk), await a_table(desk, "crawl")
        await desk.do(one, GM, Reseat(seat=await seat_of(desk, one, "key of ann"), token_hash="a new key"))
        for table, key in ((one, "key of ann"), (two, "a new key"), (one, ""), (one, "key of nobody")):
            for asking in (
                desk.do(table, key, Say(words="Hello?")),
                desk.look(table, key, Log()),
                desk.read(table, key, stands),
                desk.sit(table, key, Ear()),
            ):
                with pytest.raises(Refused, match="this link opens no seat"):
                    await asking
        await desk.do(one, "a new key", Say(words="Hello."))
        with pytest.raises(Missing):
            await desk.do("no such table", GM, Say(words="Hello?"))
        assert "no such table" not in desk._held
        await desk.close()

    asyncio.run(run())


def test_the_game_master_sees_exactly_what_a_seat_sees_with_and_without_a_scene(sqlite: Store) -> None:
    async def run() -> None:
        desk = Desk(sqlite)
        table = await a_table(desk)
        master, ann = [await listen(desk, table, key) for key in (GM, "key of ann")]
        seat, absent = [await seat_of(desk, table, f"key of {name}") for name in ("ann", "ben")]
        for scene in (True, False):
            if not scene:
                with suppress(BadInput):  # nothing may be under way
                    await desk.do(table, GM, Withdraw())
                await desk.do(table, GM, CloseScene())
            seen = await desk.look(table, GM, SeeAs(seat=seat))
            assert seen == ann.document
            assert (seen["scene"] is not None, seen["seats"][seat]["here"]) == (scene, True)
            told = await desk.look(table, GM, SeeAs(seat=absent))
            there = {id: one["here"] for id, one in told["seats"].items()}
            assert there == {master.document["you"]["seat"]: True, seat: True, absent: False}
            ben = await listen(desk, table, "key of ben")
            assert ben.document["beings"] == told["beings"]
            desk.leave(table, ben)
            await master.until(lambda ear: not ear.document["seats"][absent]["here"])
            with pytest.raises(Refused, match="only the game master"):
                await desk.look(table, "key of ann", SeeAs(seat=absent))
        await desk.close()

    asyncio.run(run())


@pytest.mark.parametrize(("change", "why"), [({"removed": True}, "taken away"), ({"token_hash": "new"}, "void")])
def test_who_loses_a_seat_is_told_and_hears_no_more(sqlite: Store, change: dict[str, Any], why: str) -> None:
    async def run() -> None:
        desk = Desk(sqlite)
        table = await a_table(desk)
        master, ann, twice = [await listen(desk, table, key) for key in (GM, "key of ann", "key of ann")]
        seat = await seat_of(desk, table, "key of ann")
        heard = len(ann.heard)
        await desk.do(table, GM, Reseat(seat=seat, **change))
        await desk.do(table, GM, Say(words="Who is left?"))
        assert why in ann.why
        assert why in twice.why
        assert ann.for_good
        assert len(ann.heard) == heard
        assert master.said == ["Who is left?"]
        assert not master.document["seats"].get(seat, {}).get("here")
        await desk.close()

    asyncio.run(run())


def test_whom_the_table_cannot_be_shown_is_told_and_may_come_back(
    sqlite: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        desk = Desk(sqlite)
        table = await a_table(desk)
        master, ann = [await listen(desk, table, key) for key in (GM, "key of ann")]
        seat, of = await seat_of(desk, table, "key of ann"), Documents.of

        def broken(documents: Documents, who: Seat, here: Collection[str] = ()) -> Document:
            if who.id == seat:
                raise KeyError
            return of(documents, who, here)

        with monkeypatch.context() as patch:
            patch.setattr(Documents, "of", broken)
            await desk.do(table, GM, Set(settings={"pause": 1.0}))
        assert (ann.why, ann.for_good) == ("the table cannot be shown", False)
        assert "KeyError" in caplog.text
        assert master.document["table"]["settings"]["pause"] == 1.0
        assert (await listen(desk, table, "key of ann")).document["table"]["settings"]["pause"] == 1.0
        await desk.close()

    asyncio.run(run())


def test_all_see_who_comes_and_goes(sqlite: Store) -> None:
    async def run() -> None:
        desk = Desk(sqlite)
        table = await a_table(desk)
        master = await listen(desk, table)
        seat = await seat_of(desk, table, "key of ann")
        ann, again = [await listen(desk, table, "key of ann") for _ in range(2)]
        assert master.document["seats"][seat]["here"]
        assert ann.document["seats"][seat]["here"]
        desk.leave(table, ann)
        await desk.do(table, GM, Say(words="Still there?"))
        assert master.document["seats"][seat]["here"]
        desk.leave(table, again)
        await master.until(lambda ear: not ear.document["seats"][seat]["here"])
        await desk.close()

    asyncio.run(run())


def test_who_goes_before_being_seated_is_not_there(sqlite: Store) -> None:
    async def run() -> None:
        desk = Desk(sqlite)
        table = await a_table(desk)
        ear, ann = await listen(desk, table), Ear()
        seat = await seat_of(desk, table, "key of ann")
        sitting = asyncio.create_task(desk.sit(table, "key of ann", ann))
        await asyncio.sleep(0)
        sitting.cancel()
        await until(lambda: sitting.done() and not desk._tasks)
        assert sitting.cancelled()
        assert list(desk._held[table].audience.readers) == [await seat_of(desk, table, GM)]
        assert not ear.document["seats"][seat]["here"]
        await desk.close()

    asyncio.run(run())


def test_what_a_seat_was_told_adds_up_to_what_it_would_be_told_now(sqlite: Store) -> None:
    """Through play, scenes that are opened anew, and a table that is folded afresh in between."""

    async def run() -> None:
        luck = Random(4)
        desk = Desk(sqlite)
        table = await a_table(desk, policy="random")
        keys = (GM, "key of ann", "key of ben")
        ears = [await listen(desk, table, key) for key in keys]
        for number in range(60):
            if number % 20 == 10:
                desk._held[table].drop()
            if number == 35:
                await settle(desk, table, CloseScene())
            await settle(desk, table, await desk.read(table, GM, lambda campaign, seat: by_luck(campaign, luck)))
        await desk.do(table, GM, Set(settings={"pause": 60.0}))  # the machine waits meanwhile
        for key, ear in zip(keys, ears, strict=True):
            now = Ear()
            now.welcome(await desk.sit(table, key, now))
            desk.leave(table, now)
            assert ear.document == now.document
            assert ear.lines[-len(now.lines) :] == now.lines
            assert [line["told"] for line in ear.lines] == list(range(len(ear.lines)))
            assert sum(len(news.lines) for news in ear.heard) > 5
            begun = [line for news in ear.heard for line in news.lines if line["told"] == 0]
            assert len(begun) <= len([entry for entry in sqlite.entries(table) if entry.kind == "opened"])
        await desk.close()

    async def settle(desk: Desk, table: str, what: Any) -> None:
        if what is not None:
            try:
                await desk.do(table, GM, what)
            except (Refused, BadInput):
                await asyncio.sleep(0.01)

    asyncio.run(run())


def test_another_scene_begins_another_log(sqlite: Store) -> None:
    async def run() -> None:
        desk = Desk(sqlite)
        table = await a_table(desk)
        ear = await listen(desk, table)
        scene = ear.document["scene"]["id"]
        for words in ("One", "Two", "Three"):
            with suppress(BadInput):  # a scene may begin with a question
                await desk.do(table, GM, Withdraw())
            await desk.do(table, GM, OpenScene(scene=scene, begin=False, carry=False))
            await desk.do(table, GM, Call(name="tell", args={"words": words}))
            assert [line["told"] for line in ear.lines] == [0]
            assert words in str(ear.lines)
            await desk.do(table, GM, Call(name="tell", args={"words": "and more"}))
            assert [line["told"] for line in ear.lines] == [0, 1]
            await desk.do(table, GM, OpenScene(scene=scene, carry=False))
            assert [line["told"] for line in ear.lines] == [0]  # how play of it began
        await desk.close()

    asyncio.run(run())


def test_nothing_is_told_to_a_seat_for_which_nothing_is_new(sqlite: Store) -> None:
    async def run() -> None:
        desk = Desk(sqlite)
        table = await a_table(desk)
        ear = await listen(desk, table, "key of ann")
        await desk.do(table, GM, WriteNote(title="The mayor", text="is a ghoul", whose="gm"))
        await desk.do(table, GM, OpenDoor(code_hash="hash of a code"))
        assert ear.heard == []
        await desk.close()

    asyncio.run(run())


def test_somebody_at_the_door_is_shown_to_the_game_master_until_the_code_expires(sqlite: Store) -> None:
    async def run() -> None:
        fake = Fake()
        desk = Desk(sqlite, fake.outside())
        table = await a_table(desk)
        master = await listen(desk, table)
        await desk.do(table, GM, OpenDoor(code_hash="hash of a code"))
        with pytest.raises(Refused):
            await desk.knock(table, "hash of another", "Cleo", "key of cleo")
        waiting_id, _ = await desk.knock(table, "hash of a code", "Cleo", "key of cleo")
        assert master.document["master"]["waiting_room"] == {waiting_id: "Cleo"}
        assert await desk.waits(table, "key of cleo")
        fake.now += 601
        with pytest.raises(Refused, match="opens no seat"):
            await desk.waits(table, "key of cleo")
        assert master.document["master"]["waiting_room"] == {}
        await desk.close()

    asyncio.run(run())
