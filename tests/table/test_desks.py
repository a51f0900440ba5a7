"""Several processes on one store: one order, nothing lost, and each is told of what the others do."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from ludex.core.kernel.ruling import Refused
from ludex.table.campaign.notes import Say
from ludex.table.campaign.seating import AddSeat, OpenDoor, Reseat
from ludex.table.desk.desk import GRACE, Desk, Notice
from ludex.table.desk.store import Store
from tests.table.desks import (
    GM,
    a_table,
    by_machines,
    folded,
    listen,
    opened,
    seat_of,
)

LINE = 64 * 1024


def linked(one: Store, other: Store) -> tuple[Desk, Desk]:
    """Two desks that carry each other's notices."""
    desks: list[Desk] = []
    tasks = set()

    def carry(to: int, notice: Notice) -> None:
        task = asyncio.get_running_loop().create_task(desks[to].heard(notice))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    desks += [
        Desk(one, announce=lambda notice: carry(1, notice)),
        Desk(other, announce=lambda notice: carry(0, notice)),
    ]
    return desks[0], desks[1]


def test_each_desk_is_told_of_what_the_other_has_done(store: Store, store_url: str) -> None:
    async def run() -> None:
        other = opened(store_url)
        here, there = linked(store, other)
        table = await a_table(here)
        ears = [await listen(here, table), await listen(there, table, "key of ann")]
        await here.do(table, GM, Say(words="Here."))
        await there.do(table, "key of ann", Say(words="There."))
        for ear in ears:
            await ear.until(lambda ear: ear.said == ["Here.", "There."])
        seat = await seat_of(here, table, "key of ann")
        await ears[0].until(lambda ear: ear.document["seats"][seat]["here"])
        there.leave(table, ears[1])
        await ears[0].until(lambda ear: not ear.document["seats"][seat]["here"])
        await here.close()
        await there.close()
        other.close()

    asyncio.run(run())


def test_what_is_refused_for_what_is_no_longer_so_is_done(sqlite: Store, tmp_path: Path) -> None:
    """No notice has come of what the other desk has done."""

    async def run() -> None:
        here, there = Desk(sqlite), Desk(opened(f"sqlite:///{tmp_path}/tables.sqlite"))
        table = await a_table(here)
        seat = await seat_of(there, table, "key of ann")
        await here.do(table, GM, Reseat(seat=seat, token_hash="a new key"))
        await there.do(table, "a new key", Say(words="It is me."))
        assert [said.words for said in folded(sqlite, table).chat] == ["It is me."]
        await here.close()
        await there.close()

    asyncio.run(run())


def test_a_link_or_a_knock_of_another_process_is_known_here_at_once(sqlite: Store, tmp_path: Path) -> None:
    async def run() -> None:
        here, there = Desk(sqlite), Desk(opened(f"sqlite:///{tmp_path}/tables.sqlite"))  # no notice goes between them
        table = await a_table(here)
        await listen(there, table)
        for name in ("cleo", "dan", "eve"):
            await here.do(table, GM, AddSeat(role="player", name=name, token_hash=f"key of {name}"))
            if name == "cleo":
                await listen(there, table, "key of cleo")
            elif name == "dan":
                assert await seat_of(there, table, "key of dan")
            else:
                assert not await there.waits(table, "key of eve")
        await here.do(table, GM, OpenDoor(code_hash="code"))
        await here.knock(table, "code", "Finn", "key of finn")
        assert await there.waits(table, "key of finn")
        for asking in (there.waits(table, "nobody's"), seat_of(there, table, "nobody's"), listen(there, table, "x")):
            with pytest.raises(Refused, match="opens no seat"):
                await asking
        await here.close()
        await there.close()

    asyncio.run(run())


def test_a_notice_that_was_lost_is_made_up_for_by_looking_around(sqlite: Store, tmp_path: Path) -> None:
    async def run() -> None:
        here, there = Desk(sqlite), Desk(opened(f"sqlite:///{tmp_path}/tables.sqlite"))
        table = await a_table(here)
        ear = await listen(there, table, "key of ann")
        await here.do(table, GM, Say(words="Anybody?"))
        assert ear.said == []
        await there.look_around()
        assert ear.said == ["Anybody?"]
        await here.close()
        await there.close()

    asyncio.run(run())


def test_the_machine_goes_on_where_somebody_did_something_last(sqlite: Store, tmp_path: Path) -> None:
    """The other desk waits longer: only if the first is no more does it go on there."""

    async def run() -> None:
        here, there = Desk(sqlite), Desk(opened(f"sqlite:///{tmp_path}/tables.sqlite"))
        table = await a_table(here, pause=30.0)
        await by_machines(here, table)
        for desk in (here, there):
            await listen(desk, table)
        await here.do(table, GM, Say(words="Go on."))
        await there.look_around()
        assert [desk._next(desk._held[table])[0] for desk in (here, there)] == [30.0, 30.0 + GRACE]
        await here.close()
        await there.close()

    asyncio.run(run())


@pytest.mark.slow
def test_two_processes_at_one_table_have_one_order(store: Store, store_url: str) -> None:
    """Both send as fast as they can, and the machine plays meanwhile."""

    async def run() -> None:
        lines = 25
        desk: Desk
        setting = Desk(store)
        table = await a_table(setting, policy="simple")
        await setting.close()
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.table.other_desk", store_url, table, "key of ann", str(lines),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LINE,
        )  # fmt: skip
        assert child.stdin is not None
        assert child.stdout is not None
        to_child = child.stdin
        desk = Desk(store, announce=lambda notice: to_child.write(json.dumps(to_plain(notice)).encode() + b"\n"))
        told: dict[str, Any] = {}
        ready = asyncio.Event()

        async def hear() -> None:
            async for line in child.stdout:  # type: ignore[union-attr]  # there is a pipe
                said = json.loads(line)
                if "notice" in said:
                    await desk.heard(Notice(**{**said["notice"], "here": tuple(said["notice"]["here"])}))
                told.update(said)
                ready.set()

        hearing = asyncio.create_task(hear())
        ear = await listen(desk, table)
        await ready.wait()
        await asyncio.gather(*(desk.do(table, GM, Say(words=f"here {line}")) for line in range(lines)))
        await ear.until(lambda ear: len(ear.said) == 2 * lines)
        to_child.write(b"end\n")
        await hearing
        assert await child.wait() == 0
        order = [said.words for said in folded(store, table).chat]
        assert sorted(order) == sorted(f"{where} {line}" for where in ("here", "there") for line in range(lines))
        assert ear.said == order
        assert told["said"] == order
        await desk.close()

    asyncio.run(run())


def to_plain(notice: Notice) -> dict[str, Any]:
    return {"desk": notice.desk, "table": notice.table, "number": notice.number, "here": list(notice.here)}
