"""The lab over HTTP: who may have a scene simulated, what is told, and that nothing at the table is touched."""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import threading
from functools import partial
from multiprocessing.process import BaseProcess
from signal import SIGCONT, SIGSTOP
from typing import Any
from urllib.request import Request, urlopen

import msgspec
import pytest

from ludex.core.files.scenefile import scene_from
from ludex.core.kernel.ruling import Refused
from ludex.lab.apart import Job, LabLine
from ludex.server import limits
from ludex.server.apart.processes import started
from ludex.server.http import simulating
from ludex.server.http.simulating import Labs
from tests.lab.own import DUEL
from tests.server import working
from tests.server.serving import Serving, is_there, run, served, status
from tests.table.desks import until

JOB = pickle.dumps(Job(scene_from(DUEL, "duel").scene, "A duel", {"party": "nonsense"}, 12))


async def lines(serving: Serving, path: str, token: str, data: dict[str, Any], **beside: str) -> list[dict[str, Any]]:
    def read() -> list[dict[str, Any]]:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}", **beside}
        with urlopen(Request(serving.address + path, json.dumps(data).encode(), headers)) as answer:
            return [json.loads(line) for line in answer]

    return await asyncio.to_thread(read)


async def begun(serving: Serving, master: dict[str, str]) -> None:
    async with serving.at(master) as seat:
        await seat.do("open_scene", scene=next(iter(seat.document["master"]["scenes"])))


def test_the_scene_on_the_table_is_simulated_and_nothing_is_touched() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            path = f"/api/tables/{master['table']}/lab"
            assert await status(serving.ask("GET", path, master["token"])) == 403  # no scene yet
            await begun(serving, master)
            async with serving.at(master) as seat:
                await seat.do("likeness", who=next(iter(seat.document["beings"])), colour="red")
                before, fallen = seat.document, (await serving.truth(master)).night.fallen
                there = await serving.ask("GET", path, master["token"])
                assert there["sides"][0] == "party"
                assert {(one["id"], one["side"], one["look"], one["colour"]) for one in there["who"]} == {
                    (who, being["side"], being["look"], being["colour"]) for who, being in before["beings"].items()
                }
                found = await lines(serving, path, master["token"], {"fights": 3})
                assert seat.document == before
            assert (await serving.truth(master)).night.fallen == fallen
            assert found[-1]["done"]
            assert found[-1]["result"]["fights"] == 3

    run(test())


def test_the_lab_is_the_game_masters_unless_the_table_allows_it() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            await begun(serving, master)
            ann = await serving.seat(master, "Ann", "tahra")
            watcher = await serving.seat(master, "Wren", role="spectator")
            path = f"/api/tables/{master['table']}/lab"
            assert await status(serving.ask("GET", path, ann["token"])) == 403
            assert await status(serving.ask("POST", path, ann["token"], {"fights": 1})) == 403
            async with serving.at(master) as seat:
                await seat.do("settings", settings={"lab": True})
            assert (await serving.ask("GET", path, ann["token"]))["guessed"]
            assert (await lines(serving, path, ann["token"], {"fights": 2}))[-1]["result"]["fights"] == 2
            assert await status(serving.ask("GET", path, watcher["token"])) == 403
            assert await status(serving.ask("GET", path)) == 401

    run(test())


def test_a_deed_of_which_nothing_can_be_made_is_refused_and_the_table_stays_as_it_is() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found(settings={"lab": True})
            await begun(serving, master)
            ann = await serving.seat(master, "Ann", "tahra")
            before = await serving.truth(master)
            deed = {"actor": "tahra", "name": "attack", "args": {"target": 5, "weapon": [[]]}}
            data = {"fights": 1, "deeds": [deed]}
            asked = serving.ask("POST", f"/api/tables/{master['table']}/lab", ann["token"], data)
            assert await status(asked) == 400
            assert await serving.truth(master) is before

    run(test())


def test_one_simulation_at_a_time_and_who_waits_is_told_the_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*what: Any) -> BaseProcess:
        process = started(*what)
        os.kill(process.pid or 0, SIGSTOP)  # it is not over before somebody else has asked
        return process

    monkeypatch.setattr(simulating, "started", stopped)

    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            await begun(serving, master)
            path = f"/api/tables/{master['table']}/lab"
            running = asyncio.create_task(lines(serving, path, master["token"], {"fights": 4}))
            process = await until_there(serving.house.labs)
            monkeypatch.undo()
            waiting = asyncio.create_task(lines(serving, path, master["token"], {"fights": 1}))
            await until(lambda: len(serving.house.labs.turns) == 1)
            os.kill(process, SIGCONT)
            assert (await running)[-1]["done"]
            told = await waiting
            assert [line["place"] for line in told[:-1]][:1] == [1]
            assert told[-1]["done"]
            assert told[-1]["result"]["fights"] == 1

    run(test())


def wait(labs: Labs, many: int) -> bool:
    return len(labs.turns) == many


async def heard(labs: Labs, who: str, told: list[LabLine], job: bytes = JOB) -> None:
    async for line in labs.run(who, job):
        told.append(msgspec.json.decode(line, type=LabLine))


def test_all_wait_in_turn_and_who_goes_gives_the_place_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """What runs is ended by the test; who is next then is told so, and all others their place."""
    names = {b"a1": "a", b"a2": "a", b"a3": "a", b"b1": "b", b"c1": "c"}
    ended = {name: threading.Event() for name in names}
    order: list[bytes] = []

    def fought(place: simulating.Place, job: bytes, hear: Any) -> None:
        order.append(job)
        hear(msgspec.json.encode(LabLine(done=True)))
        while not place.gone and not ended[job].wait(0.01):
            pass

    monkeypatch.setattr(simulating, "fight", fought)
    monkeypatch.setattr(simulating, "MOST_AT_ONCE", 1)

    async def test() -> None:
        labs = Labs()
        told: dict[bytes, list[LabLine]] = {name: [] for name in names}
        tasks: dict[bytes, asyncio.Task[None]] = {}
        for number, (name, who) in enumerate(names.items()):
            tasks[name] = asyncio.create_task(heard(labs, who, told[name], name))
            await until(partial(wait, labs, number))
        for place, name in enumerate((b"a2", b"b1", b"c1", b"a3"), 1):
            await until(lambda: bool(told[name]) and told[name][-1].place == place)  # noqa: B023  # it is waited for at once
        assert not any(line.place for line in told[b"a1"])
        assert told[b"c1"][-1].wait == 0.0  # nobody knows yet how long it takes
        tasks[b"b1"].cancel()
        await until(lambda: told[b"a3"][-1].place == 3)
        ended[b"a1"].set()
        await until(lambda: told[b"c1"][-1].place == 1 and told[b"c1"][-1].wait > 0)
        for event in ended.values():
            event.set()
        await asyncio.gather(*(task for name, task in tasks.items() if name != b"b1"))
        assert order == [b"a1", b"a2", b"c1", b"a3"]
        assert not labs.running
        assert not len(labs.turns)
        assert not labs.bytes
        labs.close()

    run(test())


def test_a_queue_that_is_too_long_takes_nobody_in() -> None:
    async def test() -> None:
        labs = Labs()
        for _ in range(simulating.MOST_WAITING):
            labs.check("a")
            labs.turns.add("a", "", simulating.Place("a"))
        labs.check("b")
        with pytest.raises(Refused, match="too many simulations wait"):
            labs.check("a")
        labs.bytes = limits.WAITING_BYTES - 10
        labs.check("b", 10, "here")
        for number in range(simulating.MOST_OF_TABLES):
            labs.turns.add(f"table {number}", "", simulating.Place(f"table {number}", "here"))
        labs.check("b", 10, "there")
        with pytest.raises(Refused, match="too many simulations wait"):
            labs.check("b", 10, "here")
        with pytest.raises(Refused, match="too many simulations wait"):
            labs.check("b", 11)
        labs.close()

    run(test())


def test_a_simulation_has_its_end_in_time_and_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    async def last(labs: Labs) -> str:
        told: list[LabLine] = []
        await heard(labs, "a", told)
        return told[-1].fault

    async def test() -> None:
        labs = Labs()
        with monkeypatch.context() as shorter:
            shorter.setattr(simulating, "LAB_SECONDS", 1.0)
            shorter.setattr(simulating, "simulate", working.endless_simulation)
            assert "was ended after 1 seconds" in await last(labs)
        with monkeypatch.context() as larger:
            larger.setattr(simulating, "simulate", working.hungry_simulation)
            assert "too much memory" in await last(labs)
        assert "there is no policy 'nonsense'" in await last(labs)
        assert not labs.running
        labs.close()

    run(test())


async def asks(serving: Serving) -> asyncio.StreamWriter:
    """Somebody who wants many fights, and reads nothing of what comes of them but the first line."""
    reader, writer = await asyncio.open_connection(*serving.address.removeprefix("http://").split(":"))
    body = json.dumps({"scene": "ash_bears_den_bear", "fights": 10_000}).encode()
    head = f"POST /api/games/bluebox/lab HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
    writer.write(f"{head}Content-Type: application/json\r\n\r\n".encode() + body)
    await reader.readline()
    return writer


def test_whoever_goes_away_ends_it_or_gives_the_place_up() -> None:
    async def test() -> None:
        async with served() as serving:
            kept = serving.house.labs
            writer = await asks(serving)
            process = await until_there(kept)
            waiting = await asks(serving)
            await until(partial(wait, kept, 1))
            waiting.close()
            await until(partial(wait, kept, 0))
            assert kept.running
            writer.close()
            await until(lambda: not kept.running and not is_there(process))

    run(test())


async def until_there(kept: Labs) -> int:
    """The id of the process that runs."""
    await until(lambda: any(place.process is not None for place in kept.running.values()))
    return next(place.process.pid or 0 for place in kept.running.values() if place.process is not None)


def test_a_ready_made_scene_needs_no_table() -> None:
    async def test() -> None:
        async with served() as serving:
            data = {"scene": "ash_bears_den_bear", "fights": 2, "policies": {"foes": "random"}}
            who = await serving.ask("GET", "/api/games/bluebox/lab/ash_bears_den_bear")
            assert [one["side"] for one in who] == sorted((one["side"] for one in who), key="party".__ne__)
            assert {"party", "foes"} == {one["side"] for one in who}
            assert await status(serving.ask("GET", "/api/games/bluebox/lab/nowhere")) == 404
            last = (await lines(serving, "/api/games/bluebox/lab", "", data))[-1]
            assert last["result"]["about"]["policies"]["foes"] == "random"
            told = (await lines(serving, "/api/games/bluebox/lab", "", {**data, "watch": 7}))[-1]["told"]
            assert told["lines"]
            for wrong, found in (({"scene": "nowhere"}, 404), ({"scene": data["scene"], "fights": 0}, 400)):
                assert await status(serving.ask("POST", "/api/games/bluebox/lab", "", wrong)) == found
            fault = (await lines(serving, "/api/games/bluebox/lab", "", {**data, "policies": {"foes": "x"}}))[-1]
            assert "x" in fault["fault"]

    run(test())
