"""Tables, seats, files and rules over HTTP: who may do what, and what comes of it."""

from __future__ import annotations

import asyncio
import json
import tomllib
from collections.abc import Coroutine
from typing import Any
from urllib.request import ProxyHandler, build_opener

import pytest

from ludex.client.client import Gone
from ludex.client.http import Answer, ask
from ludex.server import limits
from ludex.server.headers import HEADERS
from ludex.server.keys import LETTERS, hashed
from tests.server.serving import run, said, served, until, upload

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 40


async def status(asked: Coroutine[Any, Any, Any]) -> int:
    """With which status something is refused."""
    with pytest.raises(Answer) as fault:
        await asked
    assert fault.value.reason
    return fault.value.status


# ---------------------------------------------------------------- games, rules, content


def test_anybody_may_read_what_there_is_to_play() -> None:
    async def test() -> None:
        async with served() as serving:
            games = await serving.ask("GET", "/api/games")
            assert {"bluebox", "cloudbreaker", "crawl", "navyblue"} <= {game["name"] for game in games}
            for game in games:
                path = f"/api/games/{game['name']}"
                assert game["scenes"]
                assert game["characters"]
                rules = await serving.ask("GET", f"{path}/rules")
                assert len(rules) == game["rules"]
                told = await serving.ask("GET", f"{path}/rules/{rules[0]['id']}")
                assert told["rule"]["says"]
                for kind in game["kinds"]:
                    assert isinstance(await serving.ask("GET", f"{path}/content/{kind}"), list)
                assert (await serving.ask("GET", f"{path}/schema"))["properties"].keys() == set(game["kinds"])
            found = await serving.ask("GET", "/api/games/bluebox/rules?words=shove")
            assert "bb.action.shove" in [rule["id"] for rule in found]
            for path in ("", "/rules", "/rules/x", "/content/x", "/schema"):
                assert await status(serving.ask("GET", f"/api/games/chess{path}")) == 404
            assert await status(serving.ask("GET", "/api/games/bluebox/rules/bb.no.such")) == 404

    run(test())


# ---------------------------------------------------------------- tables


def test_a_table_is_founded_with_all_it_needs_or_not_at_all() -> None:
    async def test() -> None:
        async with served() as serving:
            link = await serving.found("bluebox", settings={"legality": "ask"}, characters=[{"ready": "tahra"}])
            truth = await serving.truth(link)
            assert (truth.settings.legality, list(truth.characters)) == ("ask", ["tahra"])
            assert [scene.title for scene in truth.scenes.values()] == ["The Broken Causeway: patrol"]
            for wrong in (
                {"game": "chess"}, {"title": ""}, {"name": " "}, {"settings": {"legality": "sometimes"}},
                {"options": {"no such option": True}}, {"scenes": [{"ready": "nowhere"}]}, {"scenes": [{"toml": "["}]},
                {"characters": [{"ready": "nobody"}]}, {"content": [{"name": "x", "toml": "[[monster]]"}]},
                {"unknown": 1}, {"title": 5}, {"scenes": [{"toml": "when = 2020-01-01"}]},
            ):  # fmt: skip
                data = {"game": "bluebox", "title": "A table", "name": "Mara", **wrong}
                assert await status(serving.ask("POST", "/api/tables", data=data)) == 400, wrong
            assert len(await serving.ask("GET", "/api/tables")) == 1

    run(test())


def test_only_the_host_lists_and_founds_tables() -> None:
    async def test() -> None:
        async with served(host=hashed("the host's own")) as serving:
            data = {"game": "bluebox", "title": "A table", "name": "Mara"}
            for token in ("", "somebody else's"):
                assert await status(serving.ask("GET", "/api/tables", token)) == 401
                assert await status(serving.ask("POST", "/api/tables", token, data)) == 401
            link = await serving.ask("POST", "/api/tables", "the host's own", data)
            assert await status(serving.ask("POST", "/api/tables", link["token"], data)) == 401
            assert [line["table"] for line in await serving.ask("GET", "/api/tables", "the host's own")] == [
                link["table"]
            ]

    run(test())


def test_a_table_is_renamed_and_archived_by_its_game_master_alone() -> None:
    async def test() -> None:
        async with served() as serving:
            master, other = await serving.found(), await serving.found()
            player = await serving.seat(master, "Ann", "tahra")
            path = f"/api/tables/{master['table']}"
            assert (await serving.ask("GET", path, player["token"]))["beings"] == ["tahra"]
            new = {"title": "Another name", "archived": True}
            assert await status(serving.ask("PATCH", path, player["token"], new)) == 403
            assert await status(serving.ask("PATCH", path, other["token"], new)) == 403
            assert await status(serving.ask("PATCH", path, "", new)) == 401
            told = await serving.ask("PATCH", path, master["token"], new)
            assert (told["title"], told["archived"]) == ("Another name", True)
            assert await status(serving.ask("GET", "/api/tables/nowhere", master["token"])) == 404

    run(test())


def test_no_part_of_a_table_is_open_to_other_tables_or_to_nobody() -> None:
    async def test() -> None:
        async with served() as serving:
            master, other = await serving.found(), await serving.found()
            description = await serving.ask("GET", "/api/openapi.json")
            tried = 0
            for path, methods in description["paths"].items():
                for method, told in methods.items():
                    if "{table}" not in path or "multipart/form-data" in str(told.get("requestBody", {})):
                        continue
                    tried += 1
                    filled = path.replace("{table}", master["table"]).replace("{seat}", master["seat"])
                    body = BODIES.get(path.rpartition("/")[2]) if "requestBody" in told else None
                    for token, wanted in ((other["token"], 403), ("", 401)):
                        asked = serving.ask(method.upper(), filled, token, body)
                        assert await status(asked) == wanted, (method, path)
            assert tried >= 12
            before = (await serving.truth(master)).number
            for path in ("pictures",):
                with pytest.raises(Answer, match="403"):
                    await upload(serving, f"/api/tables/{master['table']}/{path}", other["token"], PNG)
            assert (await serving.truth(master)).number == before

    run(test())


BODIES: dict[str, Any] = {
    "{table}": {}, "seats": {"name": "Eve"}, "door": {}, "scenes": {}, "content": {"name": "mine", "toml": ""},
    "characters": {"ready": "tahra"}, "lab": {"fights": 1},
}  # fmt: skip


# ---------------------------------------------------------------- the waiting room


def test_a_code_opens_the_waiting_room_and_the_game_master_the_door() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            door = await serving.ask("POST", f"/api/tables/{master['table']}/door", master["token"], {})
            assert len(door["code"]) == 6
            assert set(door["code"]) <= set(LETTERS)
            typed = f" {door['code'][:3].lower()} - {door['code'][3:]}"
            ticket = await serving.ask("POST", "/api/knock", data={"code": typed, "name": "Ann"})
            assert ticket["table"] == master["table"]
            path = f"/api/tables/{ticket['table']}"
            assert await status(serving.ask("GET", path, ticket["token"])) == 403
            async with serving.at(master) as mara, serving.at(ticket) as ann:
                assert ann.waiting_room
                assert ann.document == {}
                await until(mara, lambda: mara.document["master"]["waiting_room"])
                assert mara.document["master"]["waiting_room"] == {ticket["waiting"]: "Ann"}
                await mara.do("admit", waiting=ticket["waiting"], beings=["tahra"])
                await ann.admitted()
                assert ann.document["you"]["beings"] == ["tahra"]
                await ann.do("chat", words="Here I am")

    run(test())


def test_who_is_turned_away_or_speaks_in_the_waiting_room_is_sent_away() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            door = await serving.ask("POST", f"/api/tables/{master['table']}/door", master["token"], {})
            async with serving.at(master) as mara:
                ticket = await serving.ask("POST", "/api/knock", data={"code": door["code"], "name": "Ann"})
                async with serving.raw(ticket["table"], do="hello", token=ticket["token"]) as socket:
                    assert (await said(socket))["is"] == "waiting"
                    await mara.do("turn_away", waiting=ticket["waiting"])
                    assert (await said(socket))["reason"] == "this link opens no seat at the table"
                ticket = await serving.ask("POST", "/api/knock", data={"code": door["code"], "name": "Ann"})
                async with serving.raw(ticket["table"], do="hello", token=ticket["token"]) as socket:
                    assert (await said(socket))["is"] == "waiting"
                    await socket.send(json.dumps({"n": 1, "do": "chat", "words": "Let me in"}))
                    assert (await said(socket))["reason"] == "nothing can be done in the waiting room"

    run(test())


def test_codes_expire_are_closed_and_cannot_be_guessed_at_leisure() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            path = f"/api/tables/{master['table']}/door"
            short = await serving.ask("POST", path, master["token"], {"seconds": 1})
            await asyncio.sleep(1.1)
            assert await status(serving.ask("POST", "/api/knock", data={"code": short["code"], "name": "Ann"})) == 403
            door = await serving.ask("POST", path, master["token"], {})
            await serving.ask("DELETE", path, master["token"])
            assert await status(serving.ask("POST", "/api/knock", data={"code": door["code"], "name": "Ann"})) == 403
            statuses = [
                await status(serving.ask("POST", "/api/knock", data={"code": f"AAAA{n}", "name": "Eve"}))
                for n in range(12)
            ]
            assert statuses[0] == 403
            assert statuses[-1] == 429

    run(test())


# ---------------------------------------------------------------- files


def test_a_character_goes_home_as_a_file_and_to_another_table() -> None:
    async def test() -> None:
        async with served() as serving:
            master, other = await serving.found(), await serving.found()
            player = await serving.seat(master, "Ann")
            path = f"/api/tables/{master['table']}/characters"
            brought = await serving.ask("POST", path, player["token"], {"ready": "tahra"})
            assert brought == {"character": "tahra", "overrides": []}
            stranger = await serving.seat(master, "Eve")
            assert await status(serving.ask("GET", f"{path}/tahra", stranger["token"])) == 403
            file = (await serving.ask("GET", f"{path}/tahra", player["token"])).decode()
            assert tomllib.loads(file)["character"]["id"] == "tahra"
            there = f"/api/tables/{other['table']}/characters"
            assert (await serving.ask("POST", there, other["token"], {"toml": file}))["character"] == "tahra"
            for wrong in ({}, {"toml": "x"}, {"toml": file, "ready": "tahra"}, {"ready": "nobody"}):
                assert await status(serving.ask("POST", there, other["token"], wrong)) == 400, wrong
            wrong_game = await serving.found("navyblue")
            to = f"/api/tables/{wrong_game['table']}/characters"
            assert await status(serving.ask("POST", to, wrong_game["token"], {"toml": file})) == 400

    run(test())


def test_scenes_and_content_come_as_files() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            path = f"/api/tables/{master['table']}"
            prepared = await serving.ask("POST", f"{path}/scenes", master["token"], {"title": "An empty yard"})
            assert (await serving.truth(master)).scenes[prepared["scene"]].title == "An empty yard"
            own = '[[condition]]\nid = "dazzled"\nname = "Dazzled"\n'
            kinds = (await serving.ask("GET", "/api/games/bluebox"))["kinds"]
            if "condition" in kinds:
                found = await serving.ask("POST", f"{path}/content", master["token"], {"name": "mine", "toml": own})
                assert found == {"overrides": []}
            assert await serving.ask("GET", f"{path}/content/character", master["token"])
            assert await status(serving.ask("GET", f"{path}/content/nothing", master["token"])) == 404
            player = await serving.seat(master, "Ann")
            assert await status(serving.ask("GET", f"{path}/content/character", player["token"])) == 403

    run(test())


def test_a_picture_is_known_by_its_bytes_and_seen_by_those_who_are_shown_it() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            player = await serving.seat(master, "Ann")
            path = f"/api/tables/{master['table']}/pictures"
            kept = await upload(serving, path, master["token"], PNG)
            where = f"{path}/{kept['picture']}"
            assert await serving.ask("GET", where, master["token"]) == PNG
            assert await status(serving.ask("GET", where, player["token"])) == 404
            async with serving.at(master) as mara:
                made = await mara.do("handout", title="A map", picture=kept["picture"], description="Hills and a river")
                assert await status(serving.ask("GET", where, player["token"])) == 404
                await mara.do("show_handout", id=made["handout"], seats=[player["seat"]])
            assert await serving.ask("GET", where, player["token"]) == PNG
            for data in (b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>", b"", b"GIF"):
                with pytest.raises(Answer, match=r"expected PNG, JPEG, GIF or WebP"):
                    await upload(serving, path, master["token"], data)
            with pytest.raises(Answer, match="403"):
                await upload(serving, path, player["token"], PNG)
            for name in ("..", "%2e%2e%2f", "x" * 300):
                assert await status(serving.ask("GET", f"{path}/{name}", master["token"])) in (404, 405)

    run(test())


def test_a_table_goes_out_as_one_file_and_comes_in_elsewhere() -> None:
    async def test() -> None:
        async with served() as serving, served() as elsewhere:
            master = await serving.found()
            player = await serving.seat(master, "Ann", "tahra")
            async with serving.at(master) as mara:
                await mara.do("open_scene", scene=next(iter(mara.document["master"]["scenes"])))
                await mara.do("chat", words="Until next time")
                before = mara.document
            path = f"/api/tables/{master['table']}/file"
            assert await status(serving.ask("GET", path, player["token"])) == 403
            file = await serving.ask("GET", path, master["token"])
            link = await upload(elsewhere, "/api/tables/import", "", file, "application/zip", name="Mara")
            async with elsewhere.at(link) as mara:
                assert mara.document["beings"] == before["beings"]
                assert [line["words"] for line in mara.chat] == ["Until next time"]
            with pytest.raises(Gone, match="no seat"):
                async with elsewhere.at({**player, "table": link["table"]}):
                    pass
            for data in (b"", b"PK", file[:-30]):
                with pytest.raises(Answer, match="400"):
                    await upload(elsewhere, "/api/tables/import", "", data, "application/zip", name="Mara")

    run(test())


# ---------------------------------------------------------------- headers and limits


def test_every_answer_has_strict_headers_and_nothing_comes_from_elsewhere() -> None:
    async def test() -> None:
        async with served() as serving:

            def headers(path: str) -> dict[str, str]:
                from urllib.error import HTTPError

                try:
                    with build_opener(ProxyHandler({})).open(serving.address + path) as answer:
                        return dict(answer.headers)
                except HTTPError as fault:
                    return dict(fault.headers)

            for path in ("/api/games", "/api/tables/x", "/nowhere", "/api/openapi.json"):
                found = {name.lower(): value for name, value in (await asyncio.to_thread(headers, path)).items()}
                assert {name: found.get(name) for name in HEADERS} == HEADERS, path
                assert found["cache-control"] == "no-store"
                assert "server" not in found
                assert "set-cookie" not in found
                assert not [name for name in found if name.startswith("access-control")]

    run(test())


@pytest.mark.parametrize(
    ("path", "most"),
    [("scenes", limits.BODY), ("pictures", limits.PICTURE), ("import", limits.IMPORT)],
)
def test_what_is_too_large_is_not_even_read(path: str, most: int) -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            host, port = serving.address.removeprefix("http://").split(":")
            reader, writer = await asyncio.open_connection(host, int(port))
            kind = "application/json" if path == "scenes" else "multipart/form-data; boundary=x"
            where = "/api/tables/import" if path == "import" else f"/api/tables/{master['table']}/{path}"
            lines = (
                f"POST {where} HTTP/1.1", f"Host: {host}", f"Authorization: Bearer {master['token']}",
                f"Content-Type: {kind}", f"Content-Length: {most + 1}", "", "",
            )  # fmt: skip
            writer.write("\r\n".join(lines).encode())
            assert b" 413 " in await reader.readline()
            writer.close()

    run(test())


def test_who_asks_too_often_is_told_to_wait() -> None:
    async def test() -> None:
        async with served() as serving:
            url = serving.address + "/api/games/bluebox/rules/bb.no.such"

            def many() -> set[int]:
                found = set()
                for _ in range(200):
                    try:
                        ask("GET", url)
                    except Answer as fault:
                        found.add(fault.status)
                return found

            assert await asyncio.to_thread(many) == {404, 429}

    run(test())
