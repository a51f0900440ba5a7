"""What if? over HTTP: a table of its own from a moment that is over, and the lab from there."""

from __future__ import annotations

import asyncio
import re
from typing import Any

from ludex.server.limits import Buckets
from ludex.table.records.seat import Role
from tests.server.serving import Serving, run, served, status
from tests.server.test_labs import begun, lines


async def evening(serving: Serving) -> tuple[dict[str, str], dict[str, str]]:
    """A table at which something was played, its game master and a player."""
    master = await serving.found()
    await begun(serving, master)
    ann = await serving.seat(master, "Ann", "tahra")
    async with serving.at(master) as seat:
        await seat.do("gm", name="tell", args={"words": "Now."})
    return master, ann


async def opened(serving: Serving, master: dict[str, str]) -> None:
    async with serving.at(master) as seat:
        await seat.do("settings", settings={"branches": True})


def test_a_branch_is_a_table_of_its_own_and_the_other_stays_as_it_is() -> None:
    async def test() -> None:
        async with served() as serving:
            master, ann = await evening(serving)
            path = f"/api/tables/{master['table']}/branches"
            before = (await serving.truth(master)).number
            link = await serving.ask("POST", path, master["token"], {"moment": 1})
            assert link["table"] != master["table"]
            async with serving.at(link) as seat:
                assert seat.document["you"]["role"] == "gm"
                assert seat.document["scene"]
                assert seat.document["table"]["branch"]["table"] == master["table"]
            told = await serving.ask("GET", f"/api/tables/{link['table']}", link["token"])
            assert told["branch"]["table"] == master["table"]
            assert await status(serving.ask("POST", path, ann["token"], {})) == 403
            await opened(serving, master)
            before += 1
            own = await serving.ask("POST", path, ann["token"], {"moment": 1, "fell": True})
            async with serving.at(own) as seat:
                assert seat.document["you"]["role"] == "player"
                assert seat.document["you"]["beings"] == ["tahra"]
            table = await serving.truth(own)
            assert table.gone_at
            assert [seat.role for seat in table.seats.values()] == [Role.GM, Role.PLAYER]
            assert (await serving.truth(master)).number == before
            assert await status(serving.ask("POST", path, ann["token"], {"moment": 99})) == 400
            assert await status(serving.ask("POST", path, "nobody", {})) == 403

    run(test())


def test_nobody_fills_the_house_from_one_table() -> None:
    async def test() -> None:
        async with served() as serving:
            master, _ = await evening(serving)
            path = f"/api/tables/{master['table']}/branches"
            serving.house.branching = Buckets(1.0, 0.001, asyncio.get_running_loop().time)
            assert await serving.ask("POST", path, master["token"], {})
            assert await status(serving.ask("POST", path, master["token"], {})) == 429

    run(test())


def test_what_was_done_is_compared_with_something_else_from_then() -> None:
    async def test() -> None:
        async with served() as serving:
            master, ann = await evening(serving)
            path = f"/api/tables/{master['table']}/lab/moment"
            async with serving.at(master) as seat:
                acting = seat.document["turn"]["of"]
                await seat.do("command", actor=acting, name="end_turn", args={})
            assert await status(serving.ask("GET", path, ann["token"])) == 403
            told = await serving.ask("GET", f"{path}?chapter=0&moment=2", master["token"])
            assert told["done"]["command"]["name"] == "end_turn"
            ways = [deed["words"] for deed in told["deeds"] if deed["command"]["name"] == "move"]
            assert ways
            assert not [words for words in ways if re.search(r"\d,-?\d", words)]
            other = next(deed for deed in told["deeds"] if deed["command"] != told["done"]["command"])
            data: dict[str, Any] = {"moment": 2, "fights": 4, "deeds": [told["done"]["command"], other["command"]]}
            found = await lines(serving, path, master["token"], data)
            assert [deed["words"] for deed in found[-1]["deeds"]] == [told["done"]["words"], other["words"]]
            assert found[-1]["result"]["fights"] == 4
            assert all(0 <= deed["won"]["low"] <= deed["won"]["high"] <= 1 for deed in found[-1]["deeds"])
            again = await lines(serving, path, master["token"], {**data, "fell": True})
            assert again[-1]["done"]
            path = f"/api/tables/{master['table']}/branches"
            link = await serving.ask("POST", path, master["token"], {"moment": 2, "deed": told["done"]["command"]})
            async with serving.at(link) as seat:
                assert seat.document["turn"]["of"] != acting, "it is done"
            nonsense = {"moment": 2, "deed": {"actor": acting, "name": "fly", "args": {}}}
            assert await status(serving.ask("POST", path, master["token"], nonsense)) == 400
            path = f"/api/tables/{master['table']}/lab/moment"
            wrong = {**data, "deeds": [{"answer": 1}]}
            assert await status(serving.ask("POST", path, master["token"], wrong)) == 400

    run(test())


def test_what_if_somebody_had_answered_otherwise() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found(scenes=[{"ready": "broken_causeway_patrol"}])
            await begun(serving, master)
            async with serving.at(master) as seat:
                for _ in range(40):
                    if seat.document["question"]:
                        break
                    acting = seat.document["turn"]["of"]
                    told = await seat.do("suggest", being=acting)
                    await seat.do("command", **{key: told["command"][key] for key in ("actor", "name", "args")})
                assert seat.document["question"], "nobody was ever asked anything"
                at = (await seat.do("moments"))["moments"][-1]["moment"]
                while True:
                    asked = seat.document["question"]
                    value = asked["choices"][0]["value"]
                    await seat.do("answer", key=asked["key"], value=value)
                    if (await seat.do("moments"))["moments"][-1]["moment"] != at:
                        break  # an answer of which nothing is told is of the same moment
            path = f"/api/tables/{master['table']}/lab/moment"
            told = await serving.ask("GET", f"{path}?moment={at}", master["token"])
            assert told["asked"]
            assert told["done"]["command"] == {"answer": value}
            answers = [deed["command"] for deed in told["deeds"]]
            assert answers == [{"answer": choice["value"]} for choice in asked["choices"]]
            data = {"moment": at, "fights": 3, "deeds": answers[:2]}
            found = await lines(serving, path, master["token"], data)
            assert found[-1]["done"], found
            assert not found[-1]["fault"]
            assert len(found[-1]["deeds"]) == len(answers[:2])

    run(test())
