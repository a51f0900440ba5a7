"""Entries of content over HTTP: what there is to begin from, what a draft comes to, and entries of a pack."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.client.http import Answer
from tests.server.serving import run, served, status
from tests.server.test_packs import maker

ENTRIES = "/api/games/crawl/entries"
MINE = '# Mine.\n[[gear]]\nid = "gaff"\nname = "Gaff"\nfree = true # found\nweight_kg = 2\n'


@pytest.mark.parametrize("helpers", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_an_entry_is_cloned_changed_saved_and_taken_away(helpers: int) -> None:
    async def test() -> None:
        async with served(helpers=helpers) as serving:
            ada, eve = await maker(serving), await maker(serving, "Eve")
            begun = {"id": "weir", "title": "The Weir", "game": "crawl"}
            pack = (await serving.ask("POST", "/api/packs", ada, begun))["pack"]
            lines = await serving.ask("GET", f"{ENTRIES}?kind=weapon&pack={pack}", ada)
            assert {line["from"] for line in lines} == {""}
            sword = await serving.ask("GET", f"{ENTRIES}/weapon/long_sword?pack={pack}", ada)
            given = {"kind": "weapon", "text": sword["text"], "origin": "long_sword", "as": "wet_sword", "pack": pack}
            edits = [{"path": ["name"], "value": "Wet Sword"}, {"path": ["price"]}]
            made = await serving.ask("POST", ENTRIES, ada, {**given, "edits": edits})
            assert made["entry"]["name"] == "Wet Sword"
            assert {tuple(one["path"]) for one in made["differs"]} == {("id",), ("name",), ("price",)}
            own = f"/api/packs/{pack}/entries"
            saved = await serving.ask("PUT", f"{own}/weapon/wet_sword", ada, {"text": made["text"], "revision": 1})
            assert (saved["revision"], saved["faults"]) == (2, 0)
            with pytest.raises(Answer) as fault:
                await serving.ask("PUT", f"{own}/gear/gaff", ada, {"text": MINE, "revision": 1})
            assert fault.value.status == 409
            unsaid = serving.ask("PUT", f"{own}/gear/gaff", ada, {"text": MINE, "revision": 0})
            assert await status(unsaid) == 400, "nobody writes over a revision without naming it"
            await serving.ask("PUT", f"{own}/gear/gaff", ada, {"text": MINE, "revision": 2})
            changed = MINE.replace("Gaff", "Long Gaff")
            await serving.ask("PUT", f"{own}/gear/gaff", ada, {"text": changed, "revision": 3, "note": "longer"})
            assert (await serving.ask("GET", f"{ENTRIES}/gear/gaff?pack={pack}", ada))["text"] == changed
            lines = await serving.ask("GET", f"{ENTRIES}?pack={pack}", ada)
            own_lines = [(line["name"], line["from"]) for line in lines][:2]
            assert own_lines == [("Wet Sword", "The Weir"), ("Long Gaff", "The Weir")]
            await serving.ask("DELETE", f"{own}/gear/gaff?revision=4", ada)
            told = await serving.ask("GET", f"/api/packs/{pack}", ada)
            assert [file["text"] for file in told["files"][1:]] == [made["text"]]
            assert await status(serving.ask("DELETE", f"{own}/gear/gaff?revision=5", ada)) == 404
            for ask in (
                serving.ask("GET", f"{ENTRIES}?pack={pack}", eve),
                serving.ask("GET", f"{ENTRIES}/weapon/wet_sword?pack={pack}", eve),
                serving.ask("POST", ENTRIES, eve, {**given, "edits": edits}),
                serving.ask("PUT", f"{own}/gear/gaff", eve, {"text": MINE, "revision": 5}),
                serving.ask("DELETE", f"{own}/weapon/wet_sword?revision=5", eve),
            ):
                assert await status(ask) == 404

    run(test())


def test_a_seat_begins_from_what_it_may_know_of_its_table() -> None:
    async def test() -> None:
        async with served() as serving:
            gm = await serving.found("crawl", content=[{"name": "mine", "toml": MINE}])
            ann = await serving.seat(gm, "Ann")
            there = f"{ENTRIES}/gear/gaff?table={gm['table']}"
            found: dict[str, Any] = await serving.ask("GET", there, gm["token"])
            assert found["entry"] == {"id": "gaff", "name": "Gaff", "free": True, "weight_kg": 2}
            lines = await serving.ask("GET", f"{ENTRIES}?kind=gear&table={gm['table']}", gm["token"])
            assert [(line["id"], line["from"]) for line in lines][:2] == [("gaff", "table"), ("charcoal", "")]
            assert await status(serving.ask("GET", there, ann["token"])) == 404
            assert await status(serving.ask("GET", there)) == 401
            assert (await serving.ask("GET", f"{ENTRIES}/weapon/long_sword"))["entry"]["name"] == "Long Sword"

    run(test())


def test_what_cannot_be_read_is_told_with_its_line() -> None:
    async def test() -> None:
        async with served() as serving:
            told = await serving.ask("POST", ENTRIES, data={"kind": "weapon", "text": '[[weapon]]\nid = "a\n'})
            assert (told["entry"], [fault["line"] for fault in told["faults"]]) == (None, [2])
            assert await status(serving.ask("POST", ENTRIES, data={"kind": "weapon"})) == 400
            assert await status(serving.ask("POST", ENTRIES, data={"kind": "sword", "text": ""})) == 404

    run(test())
