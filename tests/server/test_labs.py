"""The lab over HTTP: who may have a scene simulated, what is told, and that nothing at the table is touched."""

from __future__ import annotations

import asyncio
import json
from signal import SIGCONT, SIGSTOP
from typing import Any
from urllib.request import Request, urlopen

import pytest

from ludex.core.kernel.ruling import Refused
from ludex.server.http import simulating
from ludex.server.http.simulating import Labs
from tests.server.serving import Serving, run, served, status
from tests.table.desks import until


async def lines(serving: Serving, path: str, token: str, data: dict[str, Any]) -> list[dict[str, Any]]:
    def read() -> list[dict[str, Any]]:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
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
                before, fallen = seat.document, (await serving.truth(master)).night.fallen
                there = await serving.ask("GET", path, master["token"])
                assert there["sides"][0] == "party"
                assert {(one["id"], one["side"]) for one in there["who"]} == {
                    (who, being["side"]) for who, being in before["beings"].items()
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


def test_one_simulation_at_a_time() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            await begun(serving, master)
            path = f"/api/tables/{master['table']}/lab"
            running = asyncio.create_task(lines(serving, path, master["token"], {"fights": 4}))
            process = await until_there(serving.house.labs)
            process.send_signal(SIGSTOP)  # it is not over before somebody else has asked
            assert await status(serving.ask("POST", path, master["token"], {"fights": 1})) == 403
            process.send_signal(SIGCONT)
            assert (await running)[-1]["done"]
            assert (await lines(serving, path, master["token"], {"fights": 1}))[-1]["done"]

    run(test())


def test_whoever_goes_away_ends_it() -> None:
    async def test() -> None:
        async with served() as serving:
            reader, writer = await asyncio.open_connection(*serving.address.removeprefix("http://").split(":"))
            body = json.dumps({"scene": "ash_bears_den_bear", "fights": 10_000}).encode()
            head = f"POST /api/games/bluebox/lab HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
            writer.write(f"{head}Content-Type: application/json\r\n\r\n".encode() + body)
            await reader.readline()
            kept = serving.house.labs
            process = await until_there(kept)
            writer.close()
            assert await process.wait() != 0
            await until(lambda: not kept.running)

    run(test())


async def until_there(kept: Labs) -> asyncio.subprocess.Process:
    while True:
        for place in kept.running.values():
            if place.process is not None:
                return place.process
        await asyncio.sleep(0.01)


def test_a_place_for_which_nobody_comes_is_free_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulating, "STARTS", 0.05)

    async def test() -> None:
        labs = Labs()
        place = labs.begin("a table")
        nobody = labs.run(place, b"")  # who wanted it has gone before the first line
        with pytest.raises(Refused, match="running already"):
            labs.begin("a table")
        await asyncio.sleep(0.1)
        again = labs.begin("a table")
        late = [json.loads(line) async for line in nobody]
        assert [line["fault"] for line in late] == ["the place in the lab was given away: try again"]
        assert labs.running == {"a table": again}
        labs.close()

    run(test())


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
