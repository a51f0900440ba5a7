"""Boards over HTTP: what they can be made of, what a draft comes to, and how the rules see it."""

from __future__ import annotations

from tests.server.serving import run, served, status
from tests.server.test_packs import maker

BOARDS = "/api/games/navyblue/boards"


def test_a_board_is_drawn_saved_and_opened_again() -> None:
    async def test() -> None:
        async with served() as serving:
            ada = await maker(serving)
            begun = {"id": "weir", "title": "The Weir", "game": "navyblue"}
            pack = (await serving.ask("POST", "/api/packs", ada, begun))["pack"]
            palette = await serving.ask("GET", f"{BOARDS}/palette?pack={pack}", ada)
            assert "door" in [paint["id"] for paint in palette["paints"]]
            rooms = [{"id": "hall", "name": "Hall", "at": [0, 0]}, {"id": "loft", "name": "Loft", "at": [1, 0]}]
            plan = {"kind": "zones", "rooms": rooms, "whole": {"name": "The Mill"}}
            made = await serving.ask("POST", BOARDS, ada, {"plan": plan, "as": "mill", "pack": pack})
            assert (made["faults"], made["shown"]["kind"]) == ([], "zones")
            there = f"/api/packs/{pack}/entries/board/mill"
            saved = await serving.ask("PUT", there, ada, {"text": made["text"], "revision": 1})
            assert (saved["revision"], saved["faults"]) == (2, 0)
            again = await serving.ask("POST", BOARDS, ada, {"origin": "mill", "pack": pack})
            assert again["plan"] == made["plan"]
            looked = {"text": made["text"], "look": "ways", "who": {"at": "hall"}, "others": [{"at": "loft"}]}
            assert (await serving.ask("POST", f"{BOARDS}/seen", ada, looked))["words"] == "1 way from Hall to Loft."
            assert await status(serving.ask("POST", BOARDS, ada, {})) == 400
            wrong = {"kind": "zones", "drawn": [{"paint": "lava"}]}
            assert await status(serving.ask("POST", BOARDS, ada, {"plan": wrong})) == 400
            assert (
                await status(serving.ask("POST", BOARDS, await maker(serving, "Eve"), {"origin": "mill", "pack": pack}))
                == 404
            )

    run(test())
