"""Adventures over HTTP: written, copied from those that come with the games, saved in a pack and led at a table."""

from __future__ import annotations

from typing import Any

from ludex.core.files.adventures import adventure_called
from tests.server.serving import run, served, status
from tests.server.test_packs import asked, maker

WRITE = "/api/games/vitality/adventures"


def edit(*path: str | int, to: Any) -> dict[str, Any]:
    return {"path": list(path), "value": to}


def test_an_adventure_is_written_saved_led_and_taken_away() -> None:
    async def test() -> None:
        async with served() as serving:
            ada, eve = await maker(serving), await maker(serving, "Eve")
            begin = {"id": "tide", "title": "Tide", "game": "vitality"}
            pack = (await serving.ask("POST", "/api/packs", ada, begin))["pack"]
            own = f"/api/packs/{pack}/adventure"
            assert await status(serving.ask("GET", own, ada)) == 404

            form = await serving.ask("GET", f"{WRITE}/form?pack={pack}", ada)
            assert "night_market" in form["$defs"]["Chapter"]["properties"]["scene"]["enum"]
            edits = [edit("chapter", 0, "scene", to="night_market"), edit("chapter", 0, "next", to=[{"to": "end"}])]
            made = await serving.ask("POST", WRITE, ada, {"edits": edits, "pack": pack})
            assert [fault["path"] for fault in made["faults"]] == [["chapter", 0, "next", 0]]
            edits = [
                edit("chapter", 0, "next", 0, "text", to="On."),
                edit("chapter", 1, to={"id": "end", "title": "End"}),
            ]
            made = await serving.ask("POST", WRITE, ada, {"text": made["text"], "edits": edits, "pack": pack})
            assert made["faults"] == []
            assert await status(serving.ask("POST", WRITE, eve, {"edits": [], "pack": pack})) == 404

            given = {"text": made["text"], "revision": 1}
            assert await status(serving.ask("PUT", own, eve, given)) == 404
            assert (await serving.ask("PUT", own, ada, given))["faults"] == 0
            assert await status(serving.ask("PUT", own, ada, {**given, "text": "title = 'Mine'"})) == 409
            told = await serving.ask("GET", own, ada)
            assert (told["text"], told["revision"]) == (made["text"], 2)
            assert await status(serving.ask("GET", own, eve)) == 404

            founding = {"game": "vitality", "title": "Tide", "name": "Ada", "packs": [{"pack": pack}]}
            table = await asked(serving, "POST", "/api/tables", "", ada, founding)
            async with serving.at(table) as seat:
                assert seat.document["adventure"]["chapter"] == "The beginning"
                assert [way["title"] for way in seat.document["master"]["adventure"]["now"]["next"]] == ["End"]

            await serving.ask("DELETE", f"{own}?revision=2", ada)
            assert await status(serving.ask("GET", own, ada)) == 404

    run(test())


def test_one_that_comes_with_the_game_is_copied_whole_and_once() -> None:
    async def test() -> None:
        async with served() as serving:
            ada = await maker(serving)
            led = adventure_called("vitality", "the_last_ferry")
            begin = {"id": "tide", "title": "Tide", "game": "vitality"}
            pack = (await serving.ask("POST", "/api/packs", ada, begin))["pack"]
            files = {"boards.toml": '[[board]]\nid = "pier"\nname = "A pier"\n[board.zones.a]\nname = "A"\n'}
            await serving.ask("POST", f"/api/packs/{pack}/revisions", ada, {"files": files})
            copy = f"/api/packs/{pack}/adventure/copy"
            assert await status(serving.ask("POST", copy, ada, {"adventure": "the_first_ferry", "revision": 2})) == 400
            assert await status(serving.ask("POST", copy, ada, {"adventure": "the_last_ferry", "revision": 1})) == 409
            before = (await serving.ask("GET", f"/api/packs/{pack}", ada))["line"]["faults"]
            saved = await serving.ask("POST", copy, ada, {"adventure": "the_last_ferry", "revision": 2})
            assert saved["faults"] == before
            told = await serving.ask("GET", f"/api/packs/{pack}", ada)
            names = {"the_last_ferry_boards.toml" if name == "boards.toml" else name for name in led.pack.parts}
            assert {file["name"] for file in told["files"]} == {*names, "boards.toml"}
            form = await serving.ask("GET", f"{WRITE}/form?pack={pack}", ada)
            assert "fish_market.webp" in form["$defs"]["Paper"]["properties"]["picture"]["enum"]
            text = (await serving.ask("GET", f"/api/packs/{pack}/adventure", ada))["text"]
            assert text == led.pack.parts["adventure.toml"].decode()
            made = await serving.ask("POST", WRITE, ada, {"text": text, "pack": pack})
            assert made["faults"] == []
            assert await status(serving.ask("POST", copy, ada, {"adventure": "the_last_ferry", "revision": 3})) == 400

    run(test())


def test_a_draft_is_bounded_and_refused_in_words() -> None:
    async def test() -> None:
        async with served() as serving:
            for body in (
                {"text": "x" * 200_000},
                {"edits": [edit("title", to="x")] * 201},
                {"text": 7},
                {"edits": [{"path": "title"}]},
            ):
                assert await status(serving.ask("POST", WRITE, data=body)) in (400, 413)
            deep: Any = "x"
            for _ in range(60):
                deep = [deep]
            told = await serving.ask("POST", WRITE, data={"edits": [edit("title", to=deep)]})
            assert "too deep" in told["faults"][0]["text"]
            text = 'title = "A"\nplayers = [1, 2]\n' + "".join(
                f'[[chapter]]\nid = "c{n}"\ntitle = "C"\n' for n in range(31)
            )
            told = await serving.ask("POST", WRITE, data={"text": text})
            assert [fault["text"] for fault in told["faults"]] == ["Expected a list of at most 30, not of 31"]

    run(test())
