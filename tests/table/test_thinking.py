"""Machines that look ahead think apart from the table, and what they think is what they would have thought at it."""

from __future__ import annotations

import asyncio
import pickle
from typing import Any

import pytest

from ludex import opponents
from ludex.core.foe.deciding import Policy
from ludex.core.game import Game
from ludex.core.kernel.ruling import Refusal
from ludex.opponents.search import SearchPolicy
from ludex.table.campaign import campaign
from ludex.table.campaign.doing import Doing
from ludex.table.campaign.notes import Say
from ludex.table.campaign.seating import HandOver
from ludex.table.desk.apart import TooMuch
from ludex.table.desk.desk import TRIES, Desk
from ludex.table.desk.held import Fault
from ludex.table.desk.store import Store
from ludex.table.play.deciding import step, to_think
from ludex.table.play.mastering import Call
from ludex.table.play.thinking import think
from ludex.table.records.entry import Entry
from ludex.table.records.seat import TABLE
from tests.table.desks import GM, a_table, by_machines, listen, until
from tests.table.tables import Kept
from tests.table.test_apart import Elsewhere
from tests.table.test_machine import lurking

STEPS = 7


@pytest.fixture(autouse=True)
def few_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Machines look ahead a few times, however long that takes."""

    def made(game: Game[Any], name: str, seed: int | str = 0, seconds: float = 0.0) -> Policy:
        if name != "search":
            return opponents.policy(game, name, seed)
        return SearchPolicy(game, opponents.policy(game, "simple", seed), seed, rollouts=4)

    monkeypatch.setattr(campaign, "policy", made)


def searched() -> Kept:
    kept = Kept("crawl")
    kept.open()
    for who in ("party", "foes", "gm"):
        kept.do(HandOver(who=who, policy="search"))
    return kept


def test_what_is_thought_elsewhere_is_what_would_be_thought_here() -> None:
    """With the same luck and the same number of tries, decision after decision."""
    here, there = searched(), searched()
    thought_about = set[str]()
    for _ in range(STEPS):
        assert here.step()
        what = to_think(there.table)
        if what is not None:
            sent = pickle.loads(pickle.dumps(what))
            thought = pickle.loads(pickle.dumps(think(there.folded(), sent)))
            thought_about.add(thought.who)
            assert step(there.table, thought)
        else:
            assert step(there.table)
        there.entries += there.table.take()
    assert len(thought_about) > 1
    assert here.entries == there.entries


async def searching(store: Store) -> tuple[Desk, Elsewhere, str]:
    """A desk, what is asked of its helpers, and a table of machines at which nobody is yet."""
    elsewhere = Elsewhere(store)
    desk = Desk(store, apart=elsewhere)
    table = await a_table(desk)
    await by_machines(desk, table, "search")
    elsewhere.asked.clear()
    return desk, elsewhere, table


def by_machine(store: Store, table: str) -> int:
    """How much a machine has done."""
    return by_machine_in(store.entries(table))


def by_machine_in(entries: list[Entry]) -> int:
    return sum(not entry.by for entry in entries)


def test_a_machine_thinks_apart_as_of_the_last_entry(sqlite: Store) -> None:
    async def run() -> None:
        desk, elsewhere, table = await searching(sqlite)
        await listen(desk, table)
        await until(lambda: len(elsewhere.asked) >= 2)
        assert {one.seat for one in elsewhere.asked} == {""}
        assert elsewhere.asked[0].number < elsewhere.asked[1].number
        await desk.close()

    asyncio.run(run())


@pytest.mark.parametrize("fault", [TooMuch(Refusal("too long", TABLE)), Fault("it has ended")], ids=["over", "dead"])
def test_a_helper_that_dies_or_is_over_its_limits_costs_a_thought(sqlite: Store, fault: Exception) -> None:
    async def run() -> None:
        desk, elsewhere, table = await searching(sqlite)
        elsewhere.refuses = fault
        ear = await listen(desk, table)
        await ear.until(lambda ear: len(ear.lines) >= 3)
        assert len(elsewhere.asked) >= 1
        assert not await desk.read(table, GM, lambda campaign, seat: campaign.stuck)
        await desk.close()

    asyncio.run(run())


def test_what_is_said_meanwhile_changes_nothing_and_what_is_played_has_it_thought_again(sqlite: Store) -> None:
    async def run() -> None:
        desk, elsewhere, table = await searching(sqlite)
        meanwhile: list[Doing] = [Say(words="Hm."), *[Call(name="tell", args={"words": "It rains."})] * TRIES]
        done = list[int]()

        async def goes_on() -> None:
            done.append(by_machine(sqlite, table))
            if meanwhile:
                await desk.do(table, GM, meanwhile.pop(0))

        elsewhere.meanwhile = goes_on
        await listen(desk, table)
        await until(lambda: len(done) > TRIES + 1)
        after_words, *after_calls, at_last = done[1 : TRIES + 2]
        assert after_words > done[0]
        assert set(after_calls) == {after_words}
        assert at_last > after_words, "then it is decided without a thought"
        await desk.close()

    asyncio.run(run())


def test_for_somebody_unseen_it_is_thought_apart_before_anybody_is_told(sqlite: Store) -> None:
    async def run() -> None:
        kept = lurking()
        kept.do(HandOver(who="foes", policy="search"))
        sqlite.create("t", kept.entries)
        elsewhere = Elsewhere(sqlite)
        desk = Desk(sqlite, apart=elsewhere)
        ear = await listen(desk, "t", "key of ann")
        assert (elsewhere.asked[0].seat, elsewhere.asked[0].number) == ("", len(kept.entries))
        assert by_machine(sqlite, "t") > by_machine_in(kept.entries)
        assert not ear.heard
        await desk.close()

    asyncio.run(run())
