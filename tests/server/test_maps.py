"""Maps of other programs over HTTP: read in a helper, taken into a pack, and boards written for other programs."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ludex.workshop.editing import raw_entry
from tests.pictures import png
from tests.server.serving import run, served, status, upload
from tests.server.test_packs import maker
from tests.workshop.maps.samples import one_page, tiled, uvtt, written

MAPS = "/api/games/crawl/maps"
APART = tiled(tilesets=[{"firstgid": 1, "source": "cellar.tsx"}])


@pytest.mark.parametrize("helpers", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_a_map_is_read_answered_taken_and_written_again(helpers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed_here: list[str] = []

    def parsed(kind: str, text: str) -> dict[str, Any]:
        parsed_here.append(text)
        return raw_entry(kind, text)

    monkeypatch.setattr("ludex.workshop.maps.export.raw_entry", parsed)

    async def test() -> None:
        async with served(helpers=helpers) as serving:
            ada, eve = await maker(serving), await maker(serving, "Eve")
            pack = (await serving.ask("POST", "/api/packs", ada, {"id": "weir", "title": "Weir", "game": "crawl"}))[
                "pack"
            ]

            async def read(file: Any, token: str = ada, **said: Any) -> Any:
                data = file if isinstance(file, bytes) else written(file)
                return await upload(serving, MAPS, token, data, given=json.dumps({"pack": pack, **said}))

            found = await read(uvtt())
            assert (found["title"], found["kind"], found["picture"]["width"]) == ("X", "squares", 48)
            answered = await read(uvtt(), answers={"wall 0": 1})
            assert [9, 1] in [cell for drawn in answered["plan"]["drawn"] for cell in drawn["cells"]]

            said = await read(APART, tiles={"cellar 2": "wall", "cellar 1": "rough", "cellar 0": "floor"})
            board = await serving.ask("POST", "/api/games/crawl/boards", ada, {"plan": said["plan"], "as": "cellar"})
            text = said["above"] + board["text"]
            place = f"/api/packs/{pack}/entries/board/cellar"
            await serving.ask("PUT", place, ada, {"text": text, "revision": 1})
            again = await read(APART)
            assert {one["tile"]: (one["means"], one["kept"]) for one in again["mapping"]} == {
                "cellar 2": ("wall", True), "cellar 1": ("rough", True), "cellar 0": ("floor", True),
            }, "what tiles mean is kept with the pack"  # fmt: skip

            picture = await upload(serving, f"/api/packs/{pack}/pictures", ada, png(48, 32), name="x.png")
            drawn = {**found["plan"], "whole": {**found["plan"]["whole"], "map": {**found["map"], "picture": "x.png"}}}
            store = await serving.ask("POST", "/api/games/crawl/boards", ada, {"plan": drawn, "as": "store"})
            given = {"text": store["text"], "pack": pack}
            file = await serving.ask("POST", f"{MAPS}/export", ada, given)
            assert (file["format"], file["resolution"]["pixels_per_grid"]) == (0.3, 4), picture
            assert file["image"]
            assert not helpers or parsed_here == [], "what somebody has written is read in a helper"

            assert await status(read(uvtt(), eve)) == 404
            assert await status(read(uvtt(), "nobody")) == 401
            assert await status(read(b"no map")) == 400
            assert await status(read(one_page())) == 400
            assert await status(read(uvtt(), across=0.3)) == 400
            assert await status(read(uvtt(), nonsense=1)) == 400
            assert await status(serving.ask("POST", f"{MAPS}/export", ada, {"text": "no board"})) == 400

    run(test())
