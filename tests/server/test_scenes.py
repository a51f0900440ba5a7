"""Scenes over HTTP: composed, gauged, saved in a pack, and taken off a table as a file."""

from __future__ import annotations

import asyncio
import json
from typing import Any
from urllib.error import HTTPError

import pytest

from tests.server.serving import is_there, run, served, status
from tests.server.test_labs import begun, lines, until_there
from tests.server.test_packs import maker
from tests.table.desks import until

SCENES = "/api/games/bluebox/scenes"
GAUGE = "/api/games/bluebox/gauge"


def edit(*path: str, to: Any) -> dict[str, Any]:
    return {"path": list(path), "value": to}


def test_a_scene_is_composed_gauged_saved_and_taken_away() -> None:
    async def test() -> None:
        async with served() as serving:
            ada = await maker(serving)
            begin = {"id": "weir", "title": "The Weir", "game": "bluebox"}
            pack = (await serving.ask("POST", "/api/packs", ada, begin))["pack"]
            who = await serving.ask("GET", f"{SCENES}/roster?pack={pack}", ada)
            bear = next(line["from"] for line in who if line["name"] == "Ash Bear")
            edits = [edit("beings", name, to={}) for name in ("tahra", "onuri")]
            edits += [edit("beings", "bear", to={"from": bear}), edit("title", to="At the weir")]
            made = await serving.ask("POST", SCENES, ada, {"edits": edits, "pack": pack})
            assert (made["title"], made["faults"], len(made["beings"])) == ("At the weir", [], 3)
            assert made["shown"]["kind"] == "hexes"

            asked = {"text": made["text"], "pack": pack, "fights": 2}
            last = (await lines(serving, GAUGE, ada, asked))[-1]
            assert (last["done"], last["gauge"]["fights"]) == (True, 2)
            runs = serving.house.labs.begun
            assert (await lines(serving, GAUGE, ada, asked)) == [last], "what is known is told at once"
            assert serving.house.labs.begun == runs
            alone = {**asked, "text": made["text"][: made["text"].index("[beings.bear]")]}
            assert "Nobody stands against the party" in (await lines(serving, GAUGE, ada, alone))[-1]["fault"]
            assert await status(serving.ask("POST", GAUGE, "nobody", asked)) == 401

            table = await serving.found()
            at_table = {**asked, "fights": 1, "party": {"table": table["table"]}}
            master = {"Seat-Token": table["token"]}
            with pytest.raises(HTTPError, match="403"):  # nobody is there yet
                await lines(serving, GAUGE, ada, at_table, **master)
            await begun(serving, table)
            player = await serving.seat(table, "Ann", "kailani", "vhor")
            last = (await lines(serving, GAUGE, ada, at_table, **master))[-1]
            assert [one["name"] for one in last["gauge"]["who"]] == ["Kailani", "Vhor"]
            for maker_token, seat_token, why in (
                (ada, player["token"], "403"), (ada, "", "403"), (table["token"], table["token"], "401"),
            ):  # fmt: skip
                with pytest.raises(HTTPError, match=why):
                    await lines(serving, GAUGE, maker_token, at_table, **{"Seat-Token": seat_token})

            own = f"/api/packs/{pack}/scenes/weir"
            saved = await serving.ask("PUT", own, ada, {"text": made["text"], "revision": 1})
            assert (saved["revision"], saved["faults"]) == (2, 0)
            assert (await serving.ask("GET", own, ada))["text"] == made["text"]
            day = 'title = "A day"\ngame = "bluebox"\n[[day]]\nscene = "weir"\n[[day]]\nrest = "short"\n'
            days = f"/api/packs/{pack}/days/first"
            assert (await serving.ask("PUT", days, ada, {"text": day, "revision": 2}))["faults"] == 0
            told = await serving.ask("POST", "/api/games/bluebox/days", ada, {"text": day, "pack": pack})
            assert [part["title"] for part in told["parts"]] == ["At the weir", "short rest"]
            last = (await lines(serving, "/api/games/bluebox/days/gauge", ada, {"text": day, "pack": pack, "days": 1}))[
                -1
            ]
            assert [stage["kind"] for stage in last["day"]["stages"]] == ["scene", "rest"]
            assert await status(serving.ask("GET", own, await maker(serving, "Eve"))) == 404
            await serving.ask("DELETE", f"{own}?revision=3", ada)
            assert await status(serving.ask("GET", own, ada)) == 404
            assert (await serving.ask("GET", f"/api/packs/{pack}", ada))["line"]["faults"] == 1, "the day misses it"

    run(test())


def test_whoever_changes_the_scene_ends_the_gauge_that_ran() -> None:
    async def test() -> None:
        async with served() as serving:
            text = (await serving.ask("POST", SCENES, data={}))["text"]
            text += '\n[beings.bear]\nfrom = "ash_bear"\nat = [9, 5]\n'
            reader, writer = await asyncio.open_connection(*serving.address.removeprefix("http://").split(":"))
            body = json.dumps({"text": text, "fights": 2_000}).encode()
            head = f"POST {GAUGE} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
            writer.write(f"{head}Content-Type: application/json\r\n\r\n".encode() + body)
            while b'"gauge":{' not in (line := await reader.readline()):
                assert not reader.at_eof()
            told = json.loads(line)
            assert (told["done"], told["of"]) == (False, 2_000)
            process = await until_there(serving.house.labs)
            writer.close()
            await until(lambda: not serving.house.labs.running and not is_there(process))

    run(test())


def test_what_is_on_the_table_is_a_scene_file_for_the_game_master_alone() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            path = f"/api/tables/{master['table']}/scene"
            assert await status(serving.ask("GET", path, master["token"])) == 403  # no scene yet
            await begun(serving, master)
            player = await serving.seat(master, "Ann", "tahra")
            assert await status(serving.ask("GET", path, player["token"])) == 403
            found = await serving.ask("GET", path, master["token"])
            assert found["whole"]
            given = {"text": found["text"], "table": master["table"]}
            again = await serving.ask("POST", SCENES, master["token"], given)
            assert again["faults"] == []
            async with serving.at(master) as seat:
                document = seat.document
            names = {being["name"] for being in document["beings"].values()}
            assert {being["name"] for being in again["beings"]} == names

            (scene,) = document["master"]["scenes"]
            lab = f"/api/tables/{master['table']}/lab/prepared"
            told = await serving.ask("GET", f"{lab}/{scene}", master["token"])
            assert {one["name"] for one in told["who"]} == names
            assert await status(serving.ask("GET", f"{lab}/{scene}", player["token"])) == 403
            vary = {"path": "beings.tahra.hp", "values": [1, 23]}
            last = (await lines(serving, lab, master["token"], {"scene": scene, "fights": 1, "vary": vary}))[-1]
            assert [deed["words"] for deed in last["deeds"]] == ["Tahra: hp = 1", "Tahra: hp = 23"]

    run(test())
