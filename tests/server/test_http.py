"""Tables, seats, files and rules over HTTP: who may do what, and what comes of it."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

import pytest
from sqlalchemy.exc import OperationalError

from ludex.client.http import Answer, ask
from ludex.server import limits
from ludex.server.http.asking import address
from ludex.server.http.headers import HEADERS
from ludex.server.keys import LETTERS, hashed
from ludex.table.records.entry import Entry
from tests.server.serving import PNG, Serving, run, said, served, status, until, upload
from tests.table.tables import Fake

# ---------------------------------------------------------------- games, rules, content


def test_the_easiest_scene_comes_first() -> None:
    async def test() -> None:
        async with served() as serving:
            games = {game["name"]: game for game in await serving.ask("GET", "/api/games")}
            assert games["cloudbreaker"]["scenes"][0]["id"] == "wolves_on_the_causeway"

    asyncio.run(test())


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
            serving.house.seats = serving.house.requests
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
    "rehearsal": {"name": "mine"}, "branches": {}, "moment": {"fights": 1, "deeds": []}, "webhook": {"address": ""},
    "characters": {"ready": "tahra"}, "lab": {"fights": 1}, "prepared": {"scene": "x"}, "packs": {"pack": "x"},
}  # fmt: skip


def test_all_that_was_said_can_be_read_again() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            path = f"/api/tables/{master['table']}/chat"
            async with serving.at(master) as mara:
                await mara.do("chat", words="number 0")
            last, desk = (await serving.truth(master)).number, serving.house.desk
            more = [Entry(last + n, 1_000.0, master["seat"], "chat", {"words": f"number {n}"}) for n in range(1, 300)]
            desk.store.append(master["table"], more)
            await desk.look_around()
            assert len(list((await serving.truth(master)).chat)) == 200  # those that are kept at hand
            wanted = {"": range(200, 300), "?before=90&most=50": range(40, 90), "?before=5": range(5)}
            for asked, numbers in wanted.items():
                found = await serving.ask("GET", path + asked, master["token"])
                assert [line["words"] for line in found] == [f"number {number}" for number in numbers]

    run(test())


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


def test_who_waits_is_told_at_which_table_and_may_go_again() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found(title="The long road")
            path = f"/api/tables/{master['table']}"
            door = await serving.ask("POST", f"{path}/door", master["token"], {})
            ticket = await serving.ask("POST", "/api/knock", data={"code": door["code"], "name": "Anm"})
            assert ticket["title"] == "The long road"
            async with serving.at(master) as mara:
                await until(mara, lambda: mara.document["master"]["waiting_room"] == {ticket["waiting"]: "Anm"})
                await serving.ask("DELETE", f"{path}/knock", ticket["token"])
                await until(mara, lambda: mara.document["master"]["waiting_room"] == {})
            for token in (ticket["token"], master["token"], "made up"):
                assert await status(serving.ask("DELETE", f"{path}/knock", token)) == 403
            await serving.ask("POST", "/api/knock", data={"code": door["code"], "name": "Ann"})

    run(test())


def test_who_has_nobody_to_play_is_told_the_heroes_of_the_scene_that_comes() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            link = await serving.seat(master, "Ann")
            async with serving.at(master) as mara, serving.at(link) as ann:
                assert ann.document["you"]["heroes"] == ["tahra", "onuri", "kailani", "vhor"]
                assert mara.document["you"]["heroes"] == []
                await ann.do("take_up", being="vhor")
                await until(ann, lambda: ann.document["you"]["beings"] == ["vhor"])
                assert ann.document["you"]["heroes"] == []

    run(test())


def test_codes_expire_are_closed_and_cannot_be_guessed_at_leisure() -> None:
    async def test() -> None:
        fake = Fake()
        async with served(outside=fake.outside()) as serving:
            master = await serving.found()
            path = f"/api/tables/{master['table']}/door"
            short = await serving.ask("POST", path, master["token"], {"seconds": 1})
            fake.now += 1.1
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
            right = await serving.ask("POST", path, master["token"], {})
            assert await serving.ask("POST", "/api/knock", data={"code": right["code"], "name": "Ann"})

    run(test())


def test_who_goes_on_to_guess_a_code_has_to_wait_for_each() -> None:
    async def test() -> None:
        async with served() as serving:
            passing = 0.0
            serving.house.requests = limits.Buckets(60.0, 20.0, lambda: passing)
            serving.house.wrong_knocks = limits.Buckets(10.0, 0.0, lambda: passing)

            async def guessed() -> int:
                """How often a code can be tried before nothing more is heard."""
                for times in range(100):
                    answer = await status(
                        serving.ask("POST", "/api/knock", data={"code": f"AAA{times}", "name": "Eve"})
                    )
                    if answer == 429 and not serving.house.requests.take("127.0.0.1"):
                        return times
                raise AssertionError("nobody stops it")

            assert await guessed() < 15
            passing = 10.0
            assert await guessed() < 15

    run(test())


@pytest.mark.parametrize(("proxy", "counted"), [(False, 1), (True, 30)])
def test_for_whom_a_proxy_asks_is_believed_only_where_one_is_trusted(proxy: bool, counted: int) -> None:
    async def test() -> None:
        async with served(proxy=proxy) as serving:
            opener = build_opener(ProxyHandler({}))
            for n in range(30):
                headers = {"X-Forwarded-For": f"203.0.113.{n}"}
                request = Request(f"{serving.address}/api/games/bluebox/coach", headers=headers)
                (await asyncio.to_thread(opener.open, request)).close()
            assert len(serving.house.requests._kept) == counted

    run(test())


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8::1", "2001:db8::ffff:2", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("192.0.2.1", "192.0.2.2", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("fe80::1%eth0", "fe80::2%eth1", True),
        ("testclient", "", False),
    ],
)
def test_who_has_a_network_is_counted_as_one(one: str, other: str, same: bool) -> None:
    def asking(host: str) -> Any:
        return SimpleNamespace(headers={}, client=SimpleNamespace(host=host))

    assert (address(asking(one)) == address(asking(other))) is same


# ---------------------------------------------------------------- headers and limits


def test_every_answer_has_strict_headers_and_nothing_comes_from_elsewhere() -> None:
    async def test() -> None:
        async with served() as serving:

            def headers(path: str) -> dict[str, str]:
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


FOUNDING = b'{"game": "bluebox", "title": "A table", "name": "Mara"}'


@pytest.mark.parametrize(
    ("headers", "answer"),
    [
        ({"Content-Type": "application/json"}, 201),
        ({"Content-Type": "application/json; charset=utf-8", "Sec-Fetch-Site": "same-origin"}, 201),
        ({"Content-Type": "application/json", "Sec-Fetch-Site": "cross-site"}, 403),
        ({"Content-Type": "text/plain"}, 415),
        ({"Content-Type": "multipart/form-data; boundary=x"}, 415),
        ({"Content-Type": ""}, 415),
    ],
)
def test_no_page_of_another_site_founds_a_table_in_an_open_house(headers: dict[str, str], answer: int) -> None:
    async def test() -> None:
        async with served() as serving:
            assert await sent(serving, "/api/tables", FOUNDING, headers) == answer
            assert len(await serving.ask("GET", "/api/tables")) == (answer == 201)

    run(test())


def test_a_table_comes_in_as_a_form_and_as_nothing_else() -> None:
    async def test() -> None:
        async with served() as serving:
            for kind in ("application/json", "text/plain", ""):
                assert await sent(serving, "/api/tables/import", b"x", {"Content-Type": kind}) == 415

    run(test())


async def sent(serving: Serving, path: str, data: bytes, headers: dict[str, str]) -> int:
    """With which status a request is answered."""

    def send() -> int:
        try:
            with build_opener(ProxyHandler({})).open(Request(serving.address + path, data, headers)) as answer:
                return int(answer.status)
        except HTTPError as fault:
            return fault.code if json.loads(fault.read())["reason"] else 0

    return await asyncio.to_thread(send)


def test_a_store_that_is_out_of_reach_is_no_fault_of_whoever_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with served() as serving:

            def away() -> None:
                raise OperationalError("SELECT", {}, Exception("the store is away"))

            monkeypatch.setattr(serving.house.desk.store, "tables", away)
            assert await status(serving.ask("GET", "/api/tables")) == 503

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


@pytest.mark.parametrize(
    ("path", "token", "status"),
    [
        ("TABLE/pictures", "", 401), ("TABLE/pictures", "PLAYER", 403), ("TABLE/pictures", "OTHER", 403),
        ("TABLE/scenes", "PLAYER", 403), ("TABLE/characters", "OTHER", 403), ("TABLE/lab", "OTHER", 403),
        ("TABLE/seats", "PLAYER", 403), ("import", "PLAYER", 401), ("", "PLAYER", 401),
        ("nowhere/scenes", "OTHER", 404),
    ],
)  # fmt: skip
def test_who_may_not_is_told_so_before_anything_else_is_read(path: str, token: str, status: int) -> None:
    async def test() -> None:
        async with served(host=hashed("HOST")) as serving:
            founding = {"game": "bluebox", "title": "A table", "name": "Mara"}
            master, other = [await serving.ask("POST", "/api/tables", "HOST", founding) for _ in range(2)]
            player = await serving.seat(master, "Ann")
            tokens = {"PLAYER": player["token"], "OTHER": other["token"], "": "", "HOST": "HOST"}
            host, port = serving.address.removeprefix("http://").split(":")
            reader, writer = await asyncio.open_connection(host, int(port))
            where = f"/api/tables/{path.replace('TABLE', master['table'])}".rstrip("/")
            kind = "multipart/form-data; boundary=x" if path.endswith(("pictures", "import")) else "application/json"
            lines = (
                f"POST {where} HTTP/1.1", f"Host: {host}", f"Authorization: Bearer {tokens[token]}",
                f"Content-Type: {kind}", f"Content-Length: {limits.SMALL + 1}", "", "",
            )  # fmt: skip
            writer.write("\r\n".join(lines).encode())  # and nothing of what it says will come
            assert f" {status} ".encode() in await reader.readline()
            writer.close()

    run(test())


def test_who_asks_too_often_is_told_to_wait() -> None:
    async def test() -> None:
        async with served() as serving:
            url = serving.address + "/api/games/bluebox/rules/bb.no.such"
            serving.house.requests = limits.Buckets(5, 20, lambda: 0.0)  # however long it takes

            def many() -> set[int]:
                found = set()
                for _ in range(6):
                    try:
                        ask("GET", url)
                    except Answer as fault:
                        found.add(fault.status)
                return found

            assert await asyncio.to_thread(many) == {404, 429}

    run(test())


# ---------------------------------------------------------------- more than anybody reads


@pytest.mark.parametrize(
    ("toml", "reason"),
    [
        ("a" + ".a" * 60_000 + " = 1", "scene: a name has too many parts"),
        ("a = " + "[" * 600 + "]" * 600, "scene: lists and tables are too deep"),
        ('game = "bluebox"\nboard = { q = [0, 900], r = [0, 900] }\nbeings.onuri.at = [0, 0]', "too many spaces"),
    ],
)
def test_a_scene_beyond_all_measure_is_refused_in_words(toml: str, reason: str) -> None:
    async def test() -> None:
        async with served() as serving:
            with pytest.raises(Answer, match=reason) as fault:
                await serving.found(scenes=[{"toml": toml}])
            assert fault.value.status == 400
            assert await serving.found()

    run(test())


@pytest.mark.parametrize("deep", [600, 50_000])
def test_lists_without_end_are_a_fault_of_who_sends_them(deep: int, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        async with served() as serving:
            body = f'{{"game": "bluebox", "title": "x", "name": "y", "settings": {"[" * deep}{"]" * deep}}}'
            request = Request(f"{serving.address}/api/tables", body.encode(), {"Content-Type": "application/json"})
            opener = build_opener(ProxyHandler({}))
            with pytest.raises(HTTPError) as fault:
                await asyncio.to_thread(opener.open, request)
            assert fault.value.code == 400
            fault.value.close()

    run(test())
    assert caplog.text == ""
