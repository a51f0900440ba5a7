"""Dice to which those at a table add, over real lines: each client answers by itself, and who leaves stops nobody."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from ludex.client.adding import LENGTH, Adding
from ludex.client.client import Client
from ludex.client.http import ask
from ludex.client.verify import report, verify
from ludex.core.referee.mixed import chain_of
from ludex.server import limits
from tests.server.one_server import processes
from tests.server.serving import LONG, Serving, run, served, until
from tests.table.postgres import Server

ROLL = {"name": "roll", "args": {"dice": "3d6", "secret": False}}


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, nobody is passed over for the time that they take; the test of that says so."""
    monkeypatch.setattr("ludex.table.desk.desk.LINK", LONG)


@asynccontextmanager
async def at(address: str, link: dict[str, str], adds: bool = True) -> AsyncIterator[Client]:
    async with Client.at(address, link["table"], link["token"], adds_to_dice=adds) as client:
        if adds:
            await until(client, lambda: client.document["dice"]["chain"])
        yield client


async def begun(serving: Serving) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """A table with a scene on it, its game master and two players."""
    master = await serving.found(settings={"pause": 0})
    ann, ben = await serving.seat(master, "Ann", "tahra"), await serving.seat(master, "Ben", "vhor")
    async with serving.at(master) as mara:
        await mara.do("open_scene", scene=next(iter(mara.document["master"]["scenes"])), begin=False)
    return master, ann, ben


async def closed(serving: Serving, mara: Client, master: dict[str, str]) -> dict[str, Any]:
    await mara.do("close_evening")
    found: dict[str, Any] = (await serving.ask("GET", f"/api/tables/{master['table']}/dice", master["token"]))[0]
    return found


async def thrown(mara: Client) -> None:
    """The game master throws dice; until they lie."""
    fallen = mara.document["dice"]["fallen"]
    await mara.do("gm", **ROLL)
    await until(mara, lambda: mara.document["dice"]["fallen"] == fallen + 3)


def test_two_clients_add_in_turn_and_the_evening_can_be_recomputed() -> None:
    async def test() -> None:
        async with served() as serving:
            master, ann, ben = await begun(serving)
            async with (
                at(serving.address, master, adds=False) as mara,
                at(serving.address, ann),
                at(serving.address, ben),
            ):
                for _ in range(4):
                    await thrown(mara)
                evening = await closed(serving, mara, master)
            assert verify(evening) == []
            assert report(evening).added == {"Ann": 2, "Ben": 2}

    run(test())


def test_who_leaves_is_passed_over_and_says_the_end_of_a_new_chain_on_coming_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "GRACE", 0.1)  # nobody waits for who does not come back to their line

    async def test() -> None:
        async with served() as serving:
            master, ann, _ = await begun(serving)
            async with at(serving.address, master, adds=False) as mara:
                async with at(serving.address, ann) as seat:
                    await thrown(mara)
                    gone = seat.seat
                await until(mara, lambda: not mara.document["seats"][gone]["here"])
                monkeypatch.setattr("ludex.table.desk.desk.LINK", 0.0)
                await thrown(mara)
                monkeypatch.setattr("ludex.table.desk.desk.LINK", LONG)
                assert [line["words"] for told in mara.lines for line in told["lines"] if "away" in line["words"]] == [
                    "Ann was away: these dice rest on the host's word."
                ]
                async with at(serving.address, ann):
                    await thrown(mara)
                evening = await closed(serving, mara, master)
            assert verify(evening) == []
            found = report(evening)
            assert (found.added, found.alone, found.away) == ({"Ann": 2}, 1, {"Ann": 1})

    run(test())


def test_who_only_loads_the_page_anew_adds_to_the_dice_that_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "GRACE", 0.1)

    async def test() -> None:
        async with served() as serving:
            master, ann, _ = await begun(serving)
            async with at(serving.address, master, adds=False) as mara:
                links = chain_of(bytes(32), 9)
                async with at(serving.address, ann, adds=False) as seat:
                    await seat.do("chain", end=links[0], length=9)
                    gone = seat.seat
                await until(mara, lambda: not mara.document["seats"][gone]["here"])
                rolling = asyncio.create_task(thrown(mara))
                async with at(serving.address, ann, adds=False) as again:
                    await until(again, lambda: again.document["dice"]["asked"] == 1)
                    await again.do("link", number=1, link=links[1])
                    await rolling
                evening = await closed(serving, mara, master)
            assert verify(evening) == []
            assert (report(evening).added, report(evening).away) == ({"Ann": 1}, {})

    run(test())


def test_who_is_there_but_does_not_answer_is_not_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with served() as serving:
            master, ann, _ = await begun(serving)
            async with at(serving.address, master, adds=False) as mara, at(serving.address, ann, adds=False) as silent:
                await silent.do("chain", end=chain_of(bytes(32), 9)[0], length=9)
                await thrown(mara)
                words = [line["words"] for told in mara.lines for line in told["lines"]]
                assert "Ann's device did not answer in time: these dice rest on the host's word." in words
                evening = await closed(serving, mara, master)
            assert verify(evening) == []
            assert (report(evening).away, report(evening).alone) == ({"Ann": 1}, 1)

    monkeypatch.setattr("ludex.table.desk.desk.LINK", 0.0)
    run(test())


@pytest.mark.slow
def test_a_link_comes_from_another_process(postgres: Server) -> None:
    async def test(one: str, other: str) -> None:
        from tests.server.test_processes import founded

        master, player = await asyncio.to_thread(founded, one)
        async with at(one, master, adds=False) as mara, at(other, player) as ann:
            await until(mara, lambda: ann.seat in mara.document["dice"]["links"])
            await mara.do("open_scene", scene=next(iter(mara.document["master"]["scenes"])), begin=False)
            for _ in range(3):
                await thrown(mara)
            seal = ann.document["dice"]["seal"]
            await mara.do("close_evening")
            await until(ann, lambda: ann.document["dice"]["seal"] != seal)  # the other process has heard of it
        path = f"{other}/api/tables/{master['table']}/dice"
        evening = (await asyncio.to_thread(ask, "GET", path, master["token"]))[0]
        assert verify(evening) == []
        assert report(evening).added == {"Ann": 3}

    with processes(postgres.fresh(), 2) as ((one, _), (other, _)):
        run(test(one, other))


# ---------------------------------------------------------------- what a client says


def shown(**more: Any) -> dict[str, Any]:
    return {"typed": False, "links": [], "chain": "", "asked": 0, **more}


def test_a_client_tells_one_chain_and_gives_each_link_once() -> None:
    adding = Adding(lambda: bytes(32))
    links = chain_of(bytes(32), LENGTH)
    assert adding.next(shown()) == {"do": "chain", "end": links[0], "length": LENGTH}
    assert adding.next(shown()) is None  # it is on its way
    assert adding.next(shown(chain=links[0])) is None
    assert adding.next(shown(chain=links[0], asked=1)) == {"do": "link", "number": 1, "link": links[1]}
    assert adding.next(shown(chain=links[0], asked=1)) is None
    assert adding.next(shown(chain=links[0], asked=3)) == {"do": "link", "number": 3, "link": links[3]}
    assert adding.next(shown(chain=links[0], asked=2)) is None  # it leads to one that was given
    assert adding.next(shown(chain="of somebody else", asked=1)) is None


def test_a_client_adds_nothing_to_typed_dice_and_to_an_evening_of_an_earlier_version() -> None:
    assert Adding().next(shown(typed=True)) is None
    assert Adding().next(shown(links=None)) is None
