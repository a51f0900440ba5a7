"""The library of packs over HTTP: makers and their packs, what others may know of them, and packs at a table."""

from __future__ import annotations

import asyncio
import json
from hashlib import sha256
from io import BytesIO
from typing import Any
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

import pytest

from ludex.client.http import Answer
from ludex.core.pack.reading import packed, unpacked
from ludex.server.keys import hashed
from ludex.table.desk.quota import Quota
from tests.packs import ITEM, PNG, SCENE, manifest, parts
from tests.pictures import png
from tests.server.serving import Reached, Serving, run, served, status, until, upload

Made = dict[str, Any]
PIT_THING = """
[[enemy]]
id = "pit_thing"
name = "Pit Thing"
difficulty = 1
tags = ["being", "creature"]
stats = { FOR = 1, DEX = 1, SPI = 0, CHA = -1, KNO = -1 }
hp = 9
weapons = ["bite"]
picture = "pit.png"
"""
WALLED = SCENE.replace("q = [0, 5], r = [0, 3]", "q = [0, 9], r = [0, 4], walls = [[7, 4], [8, 3], [9, 2]]")


async def maker(serving: Reached, name: str = "Ada") -> str:
    made = await serving.ask("POST", "/api/makers", data={"name": name})
    return str(made["token"])


async def brought_in(serving: Reached, token: str, given: dict[str, bytes]) -> str:
    found = await upload(serving, "/api/packs/import", token, packed(given), "application/zip")
    return found["pack"]


async def asked(serving: Reached, method: str, path: str, seat: str, maker: str, data: Any = None) -> Any:
    """With the tokens of a seat and of a maker."""
    headers = {"Authorization": f"Bearer {seat}", "Maker-Token": maker, "Content-Type": "application/json"}
    body = json.dumps(data).encode() if data is not None else None

    def sent() -> Any:
        request = Request(serving.address + path, body, headers, method=method)
        try:
            with build_opener(ProxyHandler({})).open(request) as answer:
                return json.loads(answer.read())
        except HTTPError as fault:
            raise Answer(fault.code, json.loads(fault.read())["reason"]) from None

    return await asyncio.to_thread(sent)


@pytest.mark.parametrize("helpers", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_a_pack_is_begun_saved_compared_restored_and_taken_home(helpers: int) -> None:
    async def test() -> None:
        async with served(helpers=helpers) as serving:
            ada = await maker(serving)
            begun = {"id": "coast", "title": "The Coast", "game": "bluebox", "author": "Ada", "licence": "CC BY 4.0"}
            made = await serving.ask("POST", "/api/packs", ada, begun)
            assert made["fresh"]
            assert made["faults"] == 0
            path = f"/api/packs/{made['pack']}"
            saved = await serving.ask(
                "POST", f"{path}/revisions", ada, {"files": {"things.toml": ITEM}, "note": "a thing"}
            )
            assert (saved["revision"], saved["faults"]) == (2, 0)
            wrong = {"files": {"things.toml": ITEM.replace('"Tin Whistle"', "3")}}
            assert (await serving.ask("POST", f"{path}/revisions", ada, wrong))["faults"] == 1
            told = await serving.ask("GET", path, ada)
            assert [(one["file"], one["line"], one["field"]) for one in told["wrong"]] == [("things.toml", 3, "name")]
            assert [one["note"] for one in told["revisions"]] == ["", "a thing", ""]
            assert [file["name"] for file in told["files"]] == ["pack.toml", "things.toml"]
            found = await serving.ask("GET", f"{path}/differences?before=1&after=2", ada)
            assert [(one["what"], one["kind"], one["name"]) for one in found["differences"]] == [
                ("new", "item", "Tin Whistle")
            ]
            assert (await serving.ask("POST", f"{path}/restore", ada, {"revision": 2}))["revision"] == 4
            file = await serving.ask("GET", f"{path}/file", ada)
            assert unpacked(BytesIO(file), "")["things.toml"] == ITEM.encode()
            copy = await serving.ask("POST", f"{path}/fork", ada, {"title": "Our Coast"})
            lines = await serving.ask("GET", "/api/packs?words=coast+ada", ada)
            assert {(one["title"], one["mine"]) for one in lines} == {("Our Coast", True), ("The Coast", True)}
            assert (await serving.ask("GET", f"/api/packs/{copy['pack']}", ada))["line"]["forked"][
                "title"
            ] == "The Coast"
            await serving.ask("DELETE", f"/api/packs/{copy['pack']}", ada)
            assert await status(serving.ask("GET", f"/api/packs/{copy['pack']}", ada)) == 404
            me = await serving.ask("GET", "/api/makers/me", ada)
            assert (me["name"], 0 < me["bytes"] < me["most_bytes"]) == ("Ada", True)

    run(test())


def test_a_broken_file_is_told_whole_and_nothing_is_brought_in() -> None:
    async def test() -> None:
        async with served() as serving:
            ada = await maker(serving)
            broken = parts(more={"things.toml": ITEM.replace('"Tin Whistle"', "3"), "scenes/ledge.toml": "game = "})
            with pytest.raises(Answer) as fault:
                await brought_in(serving, ada, broken)
            assert fault.value.status == 400
            assert len(fault.value.reason.splitlines()) == 2
            assert "things.toml:3, item 'tin_whistle', field name" in fault.value.reason
            assert await serving.ask("GET", "/api/packs", ada) == []
            for data in (b"", b"PK", packed(parts())[:-40]):
                assert await status(upload(serving, "/api/packs/import", ada, data, "application/zip")) == 400
            pack = await brought_in(serving, ada, parts())
            again: Made = await upload(serving, "/api/packs/import", ada, packed(parts()), "application/zip")
            assert (again["pack"], again["revision"]) == (pack, 1)
            assert await serving.ask("GET", f"/api/packs/{pack}/pictures/map.png", ada) == PNG
            assert await status(serving.ask("GET", f"/api/packs/{pack}/pictures/other.png", ada)) == 404
            path = f"/api/packs/{pack}/pictures"
            await upload(serving, path, ada, PNG + b"other", name="other.png")
            assert await serving.ask("GET", f"{path}/other.png", ada) == PNG + b"other"
            for name, data in (("../other.png", PNG), ("other.svg", PNG), ("other.png", b"<svg/>")):
                assert await status(upload(serving, path, ada, data, name=name)) == 400, name
            eve = await maker(serving, "Eve")
            assert await status(upload(serving, path, eve, PNG, name="other.png")) == 404

    run(test())


def test_nobody_finds_what_is_not_shared() -> None:
    """By search, name, size, number or error: whoever is not the maker is told the same as if it were not there."""

    async def told(serving: Serving, token: str, pack: str) -> list[Any]:
        found: list[Any] = []
        for method, path, data in (
            ("GET", "", None), ("GET", "?revision=1", None), ("PATCH", "", {"shared": True}), ("DELETE", "", None),
            ("POST", "/revisions", {"files": {"x.toml": ""}}), ("POST", "/restore", {"revision": 1}),
            ("POST", "/fork", {}), ("GET", "/differences?before=1&after=1", None), ("GET", "/file", None),
            ("GET", "/pictures/map.png", None), ("PUT", "/about", {"tags": [], "presets": [], "revision": 1}),
        ):  # fmt: skip
            with pytest.raises(Answer) as fault:
                await serving.ask(method, f"/api/packs/{pack}{path}", token, data)
            found.append((fault.value.status, fault.value.reason))
        return found

    async def everything(serving: Serving, token: str, seat: dict[str, str]) -> list[Any]:
        lists = [
            await serving.ask("GET", f"/api/packs{asked}", token)
            for asked in ("", "?words=drowned", "?game=bluebox", "/search", "/search?words=ledge&most_level=9")
        ]
        me = await serving.ask("GET", "/api/makers/me", token)
        at_table = await asked(serving, "GET", f"/api/tables/{seat['table']}/packs", seat["token"], token)
        return [lists, me, at_table]

    async def test() -> None:
        async with served() as serving:
            serving.house.seats = serving.house.requests
            ada, eve = await maker(serving), await maker(serving, "Eve")
            master = await serving.found()
            before = await everything(serving, eve, master)
            pack = await brought_in(serving, ada, parts())
            assert await everything(serving, eve, master) == before
            hidden, missing = await told(serving, eve, pack), await told(serving, eve, "x" * len(pack))
            assert hidden == missing
            assert {each[0] for each in hidden} == {404}
            bring = f"/api/tables/{master['table']}/packs"
            faults = []
            for which in (pack, "x" * len(pack)):
                for path, data in ((bring, {"pack": which}), (f"{bring}/scenes", {"pack": which, "scene": "ledge"})):
                    with pytest.raises(Answer) as fault:
                        await asked(serving, "POST", path, master["token"], eve, data)
                    faults.append((fault.value.status, fault.value.reason))
            assert faults[:2] == faults[2:]
            needs = manifest("top", needs='{ id = "coast" }')
            top = parts("top", {"pack.toml": needs, "things.toml": b""})
            with pytest.raises(Answer, match="the pack 'coast' is not there"):
                await brought_in(serving, eve, top)
            await brought_in(serving, eve, parts(more={"pictures/map.png": b""}))  # the same id is free for others
            assert await status(serving.ask("GET", "/api/packs")) == 401
            assert await status(serving.ask("GET", "/api/packs", master["token"])) == 401

    run(test())


def test_what_is_shared_is_seen_as_it_was_then() -> None:
    async def test() -> None:
        async with served() as serving:
            ada, eve = await maker(serving), await maker(serving, "Eve")
            pack = await brought_in(serving, ada, parts())
            shared = await serving.ask("PATCH", f"/api/packs/{pack}", ada, {"shared": True})
            assert shared["shared"] == 1
            later = {"files": {"more.toml": ITEM.replace("tin_whistle", "secret_thing")}}
            await serving.ask("POST", f"/api/packs/{pack}/revisions", ada, later)
            told = await serving.ask("GET", f"/api/packs/{pack}", eve)
            assert (told["line"]["mine"], told["line"]["revision"], len(told["revisions"])) == (False, 1, 1)
            assert "secret_thing" not in json.dumps(told)
            assert await status(serving.ask("GET", f"/api/packs/{pack}?revision=2", eve)) == 404
            assert await status(serving.ask("DELETE", f"/api/packs/{pack}", eve)) == 404
            copy = await serving.ask("POST", f"/api/packs/{pack}/fork", eve, {"id": "ours"})
            assert (await serving.ask("GET", f"/api/packs/{copy['pack']}", eve))["line"]["forked"]["by"] == "Ada"

    run(test())


def test_who_may_become_a_maker() -> None:
    async def test() -> None:
        async with served(host=hashed("host's"), quota=Quota(maker=3_000)) as serving:
            assert await status(serving.ask("POST", "/api/makers", data={"name": "Eve"})) == 401
            assert await status(serving.ask("POST", "/api/makers", "wrong", {"name": "Eve"})) == 401
            made = await serving.ask("POST", "/api/makers", "host's", {"name": "Ada"})
            data = {"game": "bluebox", "title": "A table", "name": "Mara"}
            master = await serving.ask("POST", "/api/tables", "host's", data)
            player = await serving.seat(master, "Ann")
            named = {"name": "Mara", "table": master["table"]}
            assert (await serving.ask("POST", "/api/makers", master["token"], named))["name"] == "Mara"
            assert await status(serving.ask("POST", "/api/makers", player["token"], named)) == 403
            with pytest.raises(Answer, match="there is a maker already"):
                await serving.ask("POST", "/api/makers", master["token"], named)
            assert await status(serving.ask("POST", "/api/makers", "host's", {"name": " "})) == 400
            noise = PNG + bytes(range(256)) * 40
            with pytest.raises(Answer, match="the packs of a maker may have 3 kB"):
                await brought_in(serving, made["token"], parts(more={"pictures/map.png": noise}))

    run(test())


def test_a_table_has_a_copy_of_a_pack_and_is_offered_a_later_version() -> None:
    async def test() -> None:
        async with served() as serving:
            ada, master = await maker(serving), await serving.found()
            base = await brought_in(serving, ada, parts("base", {"pictures/map.png": b"", "scenes/ledge.toml": b""}))
            needs = manifest("top", "1.2", needs='{ id = "base" }')
            thing = ITEM.replace("tin_whistle", "reef_bell").replace("Tin Whistle", "Reef Bell")
            pack = await brought_in(serving, ada, parts("top", {"pack.toml": needs, "things.toml": thing}))
            path, token = f"/api/tables/{master['table']}/packs", master["token"]
            told = await asked(serving, "GET", path, token, ada)
            assert told["here"] == []
            assert {one["pack"] for one in told["offered"]} == {base, pack}
            assert (await asked(serving, "GET", path, token, ""))["offered"] == []
            brought = await asked(serving, "POST", path, token, ada, {"pack": pack, "scenes": ["ledge"]})
            assert brought["packs"] == ["The Drowned Coast", "The Drowned Coast"]
            table = await serving.truth(master)
            assert {name: label.version for name, label in table.packs.items()} == {
                "base.ludex": "1.0", "top.ludex": "1.2",
            }  # fmt: skip
            assert table.library.shelves["item"].get("reef_bell").name == "Reef Bell"
            assert table.scenes[brought["scenes"][0]].title == "A bare ledge"
            assert [one.handout.title for one in table.handouts.values()] == ["map"]
            scene = await asked(serving, "POST", f"{path}/scenes", token, ada, {"pack": pack, "scene": "ledge"})
            assert scene["scene"] in table.scenes
            wrong = {"pack": pack, "scene": "other"}
            assert await status(asked(serving, "POST", f"{path}/scenes", token, ada, wrong)) == 400
            later = {"files": {"pack.toml": needs.replace("1.2", "1.3"), "things.toml": thing.replace("Reef", "Sea")}}
            await serving.ask("POST", f"/api/packs/{pack}/revisions", ada, later)
            told = await asked(serving, "GET", path, token, ada)
            assert {one["id"]: (one["version"], one["newer"]) for one in told["here"]} == {
                "base": ("1.0", ""), "top": ("1.2", "1.3"),
            }  # fmt: skip
            assert next(one for one in told["here"] if one["id"] == "top")["scenes"] == {"ledge": "A bare ledge"}
            await asked(serving, "POST", path, token, ada, {"pack": pack})
            table = await serving.truth(master)
            assert table.library.shelves["item"].get("reef_bell").name == "Sea Bell"
            assert len(table.handouts) == 1
            player = await serving.seat(master, "Ann")
            assert await status(asked(serving, "GET", path, player["token"], ada)) == 403
            assert await status(asked(serving, "POST", path, player["token"], ada, {"pack": pack})) == 403
            await serving.ask("DELETE", f"/api/packs/{pack}", ada)
            assert (await serving.truth(master)).library.shelves["item"].get("reef_bell").name == "Sea Bell"
            assert [
                one["pack"] for one in (await asked(serving, "GET", path, token, ada))["here"] if one["id"] == "top"
            ] == [""]

    run(test())


def test_a_table_is_founded_with_packs_of_the_library() -> None:
    """Their scenes, pictures and entries are there from the beginning; whoever may not see one founds no table."""

    async def test() -> None:
        async with served() as serving:
            ada, eve = await maker(serving), await maker(serving, "Eve")
            below = await brought_in(serving, ada, parts("reef", {"scenes/ledge.toml": ""}))
            need = '{ id = "reef", version = "1.0" }'
            text: dict[str, str | bytes] = {"pack.toml": manifest(needs=need), "things.toml": PIT_THING}
            pack = await brought_in(serving, ada, parts(more={**text, "pictures/pit.png": png(64, 64)}))
            founding = {"game": "bluebox", "title": "The coast", "name": "Ada", "characters": [{"ready": "onuri"}]}
            what = {**founding, "packs": [{"pack": pack, "scenes": ["ledge"]}, {"pack": below}]}
            with pytest.raises(Answer, match="no such pack"):
                await asked(serving, "POST", "/api/tables", "", eve, what)
            assert serving.house.desk.store.tables() == []
            link = await asked(serving, "POST", "/api/tables", "", ada, what)
            told = await asked(serving, "GET", f"/api/tables/{link['table']}/packs", link["token"], ada)
            assert [(here["id"], here["newer"]) for here in told["here"]] == [("reef", ""), ("coast", "")]
            assert serving.house.desk.store.blobs(link["table"]).keys() == {
                sha256(PNG).hexdigest(), sha256(png(64, 64)).hexdigest()
            }  # fmt: skip
            table = await serving.truth(link)
            assert [scene.title for scene in table.scenes.values()] == ["A bare ledge"]
            assert [one.handout.title for one in table.handouts.values()] == ["map"]
            assert "onuri" in table.characters

    run(test())


def test_a_table_is_offered_what_was_saved_since_though_the_version_is_the_same() -> None:
    async def test() -> None:
        async with served() as serving:
            ada, master = await maker(serving), await serving.found()
            pack = await brought_in(serving, ada, parts())
            path, token = f"/api/tables/{master['table']}/packs", master["token"]

            async def here(maker: str) -> tuple[int, str]:
                (one,) = (await asked(serving, "GET", path, token, maker))["here"]
                return one["revision"], one["newer"]

            await serving.ask("PATCH", f"/api/packs/{pack}", ada, {"shared": True})
            await asked(serving, "POST", path, token, ada, {"pack": pack})
            assert await here(ada) == (1, "")
            changed = {"files": {"things.toml": ITEM.replace("Tin Whistle", "Silver Whistle")}}
            await serving.ask("POST", f"/api/packs/{pack}/revisions", ada, changed)
            assert await here(ada) == (1, "1.0")
            assert await here("") == (1, "")  # to others it is as it is shared
            await serving.ask("PATCH", f"/api/packs/{pack}", ada, {"shared": True})
            assert await here("") == (0, "1.0")
            rehearsed = await asked(serving, "POST", f"{path}/rehearsal", token, "", {"pack": pack})
            assert [(one["what"], one["name"]) for one in rehearsed["changes"]] == [("changed", "Silver Whistle")]
            await asked(serving, "POST", path, token, "", {"pack": pack})
            assert await here(ada) == await here("") == (2, "")
            scenes = {"files": {"scenes/ledge.toml": SCENE.replace("bare", "wet")}}
            await serving.ask("POST", f"/api/packs/{pack}/revisions", ada, scenes)
            await asked(serving, "POST", path, token, ada, {"pack": pack})
            assert await here(ada) == (3, "")  # though its content has not changed

    run(test())


def test_a_pack_of_another_game_is_refused_at_a_table() -> None:
    async def test() -> None:
        async with served() as serving:
            ada, master = await maker(serving), await serving.found("navyblue")
            pack = await brought_in(serving, ada, parts(more={"scenes/ledge.toml": SCENE}))
            path = f"/api/tables/{master['table']}/packs"
            with pytest.raises(Answer, match="this pack is for bluebox"):
                await asked(serving, "POST", path, master["token"], ada, {"pack": pack})

    run(test())


def test_a_later_version_that_lacks_what_is_in_use_is_rehearsed_and_needs_an_answer() -> None:
    async def test() -> None:
        async with served() as serving:
            ada, master = await maker(serving), await serving.found()
            ledge = '[[board]]\nid = "ledge"\nname = "The Ledge"\nq = [0, 5]\nr = [0, 3]\n'
            scene = SCENE.replace("board = { q = [0, 5], r = [0, 3] }", 'board = "ledge"')
            first = parts(more={"boards.toml": ledge, "scenes/ledge.toml": scene})
            pack = await brought_in(serving, ada, first)
            path, token = f"/api/tables/{master['table']}/packs", master["token"]
            fresh = await asked(serving, "POST", f"{path}/rehearsal", token, ada, {"pack": pack})
            assert {(one["what"], one["name"]) for one in fresh["changes"]} == {
                ("new", "The Ledge"), ("new", "Tin Whistle"),
            }  # fmt: skip
            assert (await serving.truth(master)).packs == {}
            await asked(serving, "POST", path, token, ada, {"pack": pack, "scenes": ["ledge"]})
            later = {"files": {"pack.toml": manifest(version="2.0"), "boards.toml": None, "scenes/ledge.toml": None}}
            await serving.ask("POST", f"/api/packs/{pack}/revisions", ada, later)
            told = await asked(serving, "POST", f"{path}/rehearsal", token, ada, {"pack": pack})
            (gone,) = told["changes"]
            assert (gone["what"], gone["name"], bool(gone["why"])) == ("taken away", "The Ledge", True)
            assert [user["name"] for user in gone["users"]] == ["A bare ledge"]
            with pytest.raises(Answer, match="A bare ledge"):
                await asked(serving, "POST", path, token, ada, {"pack": pack})
            assert (await serving.truth(master)).packs["coast.ludex"].version == "1.0"
            keep = {"kind": "board", "id": "ledge", "answer": "keep"}
            await asked(serving, "POST", path, token, ada, {"pack": pack, "answers": [keep]})
            table = await serving.truth(master)
            assert table.packs["coast.ludex"].version == "2.0"
            assert "ledge" in table.library.shelves["board"]

    run(test())


def test_an_enemy_comes_to_a_table_with_its_picture_which_those_see_who_see_it() -> None:
    """No handout is made of it; and to everybody else it is as any picture that the table has not."""

    async def test() -> None:
        async with served() as serving:
            ada, drawn = await maker(serving), png()
            enemies: dict[str, str | bytes] = {
                "enemies.toml": PIT_THING,
                "pictures/pit.png": drawn,
                "scenes/ledge.toml": WALLED,
            }
            pack = await brought_in(serving, ada, parts(more=enemies))
            master = await serving.found()
            table, ann = f"/api/tables/{master['table']}", await serving.seat(master, "Ann", "onuri")
            bring = {"pack": pack, "scenes": ["ledge"]}
            told = await asked(serving, "POST", f"{table}/packs", master["token"], ada, bring)
            picture = sha256(drawn).hexdigest()
            where = f"{table}/pictures/{picture}"
            there = await serving.ask("GET", f"{table}/pictures", master["token"])
            assert {(one["picture"], *one["handouts"], *one["beings"]) for one in there} == {
                (picture, "Pit Thing"), (sha256(PNG).hexdigest(), "map"),
            }  # fmt: skip
            async with serving.at(master) as mara, serving.at(ann) as player:
                await mara.do("open_scene", scene=told["scenes"][0])
                await mara.do("gm", name="spawn", args={"from": "pit_thing", "at": [9, 4], "hidden": True})
                hidden, nowhere = [
                    await told_of(serving, path, ann["token"]) for path in (where, f"{table}/pictures/{'0' * 64}")
                ]
                assert hidden == nowhere == (404, "there is no such picture")
                assert picture not in json.dumps(player.document)
                await mara.do("gm", name="spawn", args={"from": "pit_thing", "at": [3, 1]})
                await until(player, lambda: picture in json.dumps(player.document))
                assert await serving.ask("GET", where, ann["token"]) == drawn
                await mara.do("likeness", who="pit_thing", look="jaw")
            assert await told_of(serving, where, ann["token"]) == nowhere, "it is drawn as a figure now"

    run(test())


def test_a_picture_stays_with_what_was_brought_though_the_rest_was_refused_and_comes_again_where_it_was_lost() -> None:
    async def test() -> None:
        async with served() as serving:
            ada, master, drawn = await maker(serving), await serving.found(), png()
            bare: dict[str, str | bytes] = {"pictures/map.png": b"", "scenes/ledge.toml": b""}
            base = {**bare, "things.toml": PIT_THING, "pictures/pit.png": drawn}
            below = await brought_in(serving, ada, parts("base", base))
            ledge = '[[board]]\nid = "ledge"\nname = "The Ledge"\nq = [0, 5]\nr = [0, 3]\n'
            scene = SCENE.replace("board = { q = [0, 5], r = [0, 3] }", 'board = "ledge"')
            pack = await brought_in(serving, ada, parts("top", {"boards.toml": ledge, "scenes/ledge.toml": scene}))
            table, token = f"/api/tables/{master['table']}", master["token"]
            await asked(serving, "POST", f"{table}/packs", token, ada, {"pack": pack, "scenes": ["ledge"]})
            needs = manifest("top", "2.0", needs='{ id = "base" }')
            later = {"files": {"pack.toml": needs, "boards.toml": None, "scenes/ledge.toml": None}}
            await serving.ask("POST", f"/api/packs/{pack}/revisions", ada, later)
            with pytest.raises(Answer, match="A bare ledge"):
                await asked(serving, "POST", f"{table}/packs", token, ada, {"pack": pack})
            assert "base.ludex" in (await serving.truth(master)).packs
            picture = f"{table}/pictures/{sha256(drawn).hexdigest()}"
            assert await serving.ask("GET", picture, token) == drawn
            async with serving.at(master) as mara:
                await mara.do("drop_picture", picture=sha256(drawn).hexdigest())
            assert await status(serving.ask("GET", picture, token)) == 404
            await asked(serving, "POST", f"{table}/packs", token, ada, {"pack": below})
            assert await serving.ask("GET", picture, token) == drawn

    run(test())


async def told_of(serving: Reached, path: str, token: str) -> tuple[int, str]:
    with pytest.raises(Answer) as fault:
        await serving.ask("GET", path, token)
    return fault.value.status, fault.value.reason
