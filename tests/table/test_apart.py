"""What is worked out apart from the desk: of which entry, how often, and for whom not at all."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

import pytest

from ludex.core.kernel.ruling import BadInput, Refusal, Refused
from ludex.table import doings
from ludex.table.campaign.campaign import Outside
from ludex.table.campaign.doing import Doing
from ludex.table.campaign.notes import Say
from ludex.table.campaign.settings import AddContent, Rename
from ludex.table.desk import apart
from ludex.table.desk.apart import Asked, TooMuch, Work, who_asks
from ludex.table.desk.desk import TRIES, Desk
from ludex.table.desk.store import Store
from ludex.table.document.looking import Log, LookAs, Offers, SeeAs
from ludex.table.document.show import Documents
from tests.table.desks import FREE, GM, a_table, folded, own_party, seat_of

T = TypeVar("T")


class Elsewhere:
    """A helper in the same process, and what was asked of it; `meanwhile` is done before it answers."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.asked: list[Asked] = []
        self.meanwhile: Callable[[], Awaitable[object]] | None = None
        self.refuses: Exception | None = None
        self.machines = 1

    async def at_table(self, asked: Asked, work: Work[T], seconds: float) -> T:
        self.asked.append(asked)
        if self.meanwhile is not None:
            await self.meanwhile()
        if self.refuses is not None:
            raise self.refuses
        documents = Documents(folded(self.store, asked.table, asked.number))
        return work(documents, who_asks(documents.table, asked))


async def with_table(store: Store) -> tuple[Desk, Elsewhere, str, str]:
    """A desk with a table, and somebody of the party."""
    elsewhere = Elsewhere(store)
    desk = Desk(store, apart=elsewhere)
    table = await a_table(desk)
    who = await desk.read(table, GM, lambda campaign, seat: own_party(campaign)[0])
    elsewhere.asked.clear()
    return desk, elsewhere, table, who


def test_a_look_is_answered_elsewhere_as_it_is_here(sqlite: Store) -> None:
    async def run() -> None:
        desk, elsewhere, table, who = await with_table(sqlite)
        here = Desk(sqlite)
        for key in (GM, "key of ann"):
            assert await desk.look(table, key, Offers(being=who)) == await here.look(table, key, Offers(being=who))
        assert [one.number for one in elsewhere.asked] == [sqlite.numbers([table])[table]] * 2
        await desk.close()
        await here.close()

    asyncio.run(run())


def test_what_is_only_read_off_is_answered_here(sqlite: Store) -> None:
    async def run() -> None:
        desk, elsewhere, table, who = await with_table(sqlite)
        ann = await seat_of(desk, table, "key of ann")
        for look in (Log(), SeeAs(seat=ann), LookAs(seat=ann, look={"do": "log"})):
            assert await desk.look(table, GM, look)
        assert not elsewhere.asked
        with pytest.raises(BadInput, match="expected what a seat asks"):
            await desk.look(table, GM, LookAs(seat=ann, look={"do": [[]]}))
        elsewhere.asked.clear()
        await desk.look(table, GM, LookAs(seat=ann, look={"do": "offers", "being": who}))
        assert len(elsewhere.asked) == 1
        await desk.close()

    asyncio.run(run())


def test_a_look_at_a_table_that_has_gone_on_is_worked_out_anew_and_not_for_ever(sqlite: Store) -> None:
    async def run() -> None:
        desk, elsewhere, table, who = await with_table(sqlite)
        first = sqlite.numbers([table])[table]

        async def once() -> None:
            elsewhere.meanwhile = None
            await desk.do(table, GM, Say(words="The table goes on."))

        elsewhere.meanwhile = once
        assert await desk.look(table, GM, Offers(being=who))
        assert [one.number for one in elsewhere.asked] == [first, first + 1]
        elsewhere.asked.clear()
        elsewhere.meanwhile = lambda: desk.do(table, GM, Say(words="And on."))
        assert await desk.look(table, GM, Offers(being=who))
        assert len(elsewhere.asked) == TRIES
        await desk.close()

    asyncio.run(run())


def test_what_is_refused_is_asked_again_only_where_something_has_happened(sqlite: Store) -> None:
    async def run() -> None:
        desk, elsewhere, table, _ = await with_table(sqlite)
        with pytest.raises(BadInput):
            await desk.look(table, GM, Offers(being="nobody"))
        assert len(elsewhere.asked) == 1
        elsewhere.asked.clear()
        elsewhere.meanwhile = lambda: desk.do(table, GM, Say(words="Something happens."))
        with pytest.raises(BadInput):
            await desk.look(table, GM, Offers(being="nobody"))
        assert len(elsewhere.asked) == 2
        elsewhere.asked.clear()
        elsewhere.refuses = TooMuch(Refusal("that takes too long", "table"))
        with pytest.raises(TooMuch):  # it would take as long again
            await desk.look(table, GM, Offers(being="nobody"))
        assert len(elsewhere.asked) == 1
        await desk.close()

    asyncio.run(run())


# ---------------------------------------------------------------- what is brought


def made() -> Doing:
    return AddContent(name="own", tables={"weapon": [{"id": "x"}]})


def never_made() -> Doing:
    raise AssertionError("it is not read for whoever may not bring it")


def test_who_has_no_right_to_it_brings_nothing_to_be_read(sqlite: Store) -> None:
    async def run() -> None:
        desk, elsewhere, table, _ = await with_table(sqlite)
        for key in ("key of ann", "key of nobody"):
            with pytest.raises(Refused):
                await desk.bring(table, key, AddContent, never_made)
            with pytest.raises(Refused):
                await desk.do(table, key, AddContent(name="own", tables={}))
        assert not elsewhere.asked
        await desk.close()

    asyncio.run(run())


def test_who_has_nothing_left_of_a_quota_brings_nothing_to_be_read(sqlite: Store) -> None:
    free = FREE.gm
    few = free._replace(minute=2), free._replace(doings=2), free._replace(hour=1), free._replace(bytes=1)

    async def run() -> None:
        _, elsewhere, table, _ = await with_table(sqlite)
        quotas = [FREE._replace(gm=share) for share in few]
        for quota in (*quotas, FREE._replace(table=1)):
            desk = Desk(sqlite, Outside(clock=lambda: 0.0), apart=elsewhere, quota=quota)
            for words in ("One.", "Two."):
                with suppress(Refused):
                    await desk.do(table, GM, Say(words=words))
            with pytest.raises(Refused, match=r"too much|full"):
                await desk.bring(table, GM, AddContent, never_made)
            await desk.close()
        assert not elsewhere.asked

    asyncio.run(run())


def test_that_somebody_may_bring_something_does_not_count_as_done(sqlite: Store) -> None:
    async def run() -> None:
        _, elsewhere, table, _ = await with_table(sqlite)
        once = FREE._replace(gm=FREE.gm._replace(minute=1))
        desk = Desk(sqlite, Outside(clock=lambda: 0.0), apart=elsewhere, quota=once)
        with pytest.raises(BadInput):
            await desk.bring(table, GM, AddContent, made)  # it fails elsewhere
        await desk.do(table, GM, AddContent(name="own", tables={}))
        with pytest.raises(Refused, match="too much"):
            await desk.do(table, GM, AddContent(name="own", tables={}))
        assert len(elsewhere.asked) == 2
        await desk.close()

    asyncio.run(run())


def test_what_takes_the_processor_long_elsewhere_is_not_done_here(
    sqlite: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        desk, elsewhere, table, _ = await with_table(sqlite)
        before = sqlite.entries(table)
        content = AddContent(name="own", tables={})
        times = iter((10.0, 11.5, 20.0, 20.5))
        monkeypatch.setattr(apart, "thread_time", lambda: next(times))
        with pytest.raises(TooMuch, match="too long to be done at the table"):
            await desk.do(table, GM, content)
        assert sqlite.entries(table) == before
        await desk.do(table, GM, content)
        assert len(elsewhere.asked) == 2
        await desk.close()

    asyncio.run(run())


def test_what_fails_elsewhere_is_not_done_here(sqlite: Store) -> None:
    async def run() -> None:
        desk, elsewhere, table, _ = await with_table(sqlite)
        before = sqlite.entries(table)
        with pytest.raises(BadInput, match="weapon 'x'"):
            await desk.bring(table, GM, AddContent, made)
        elsewhere.refuses = TooMuch(Refusal("that takes too long", "table"))
        with pytest.raises(TooMuch):
            await desk.do(table, GM, AddContent(name="own", tables={}))
        assert sqlite.entries(table) == before
        await desk.do(table, GM, Rename(title="What is no file is done at once"))
        assert len(elsewhere.asked) == 2
        elsewhere.refuses = None
        await desk.do(table, GM, AddContent(name="own", tables={}))
        assert len(elsewhere.asked) == 3
        assert doings.folded(sqlite.entries(table)).number > before[-1].number + 1
        await desk.close()

    asyncio.run(run())
