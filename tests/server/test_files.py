"""Files over HTTP: scenes, content, characters and pictures, and whole tables that go out and come in."""

from __future__ import annotations

import asyncio
import threading
import tomllib
from base64 import b64encode
from functools import partial
from random import Random
from typing import IO, Any
from urllib.parse import urlsplit

import pytest
from litestar.exceptions import TooManyRequestsException

from ludex.client.client import Gone
from ludex.client.http import Answer
from ludex.server import limits
from ludex.server.http import exporting, files
from ludex.server.keys import hashed
from ludex.table.campaign.pictures import MOST_PICTURE
from ludex.table.desk.portable import pack
from ludex.table.desk.quota import Quota
from tests.pictures import png
from tests.server.serving import PNG, Serving, run, served, status, upload
from tests.table.desks import until


def test_a_character_goes_home_as_a_file_and_to_another_table() -> None:
    async def test() -> None:
        async with served() as serving:
            master, other = await serving.found(), await serving.found()
            player = await serving.seat(master, "Ann")
            path = f"/api/tables/{master['table']}/characters"
            brought = await serving.ask("POST", path, player["token"], {"ready": "tahra"})
            assert brought == {"character": "tahra", "overrides": [], "warnings": []}
            async with serving.at(player) as ann:
                await ann.do("likeness", who="tahra", picture=b64encode(png()).decode())
            stranger = await serving.seat(master, "Eve")
            assert await status(serving.ask("GET", f"{path}/tahra", stranger["token"])) == 403
            file = (await serving.ask("GET", f"{path}/tahra", player["token"])).decode()
            assert tomllib.loads(file)["character"]["id"] == "tahra"
            there = f"/api/tables/{other['table']}/characters"
            assert (await serving.ask("POST", there, other["token"], {"toml": file}))["character"] == "tahra"
            pictures = await serving.ask("GET", f"/api/tables/{other['table']}/pictures", other["token"])
            assert [one["beings"] for one in pictures] == [["Tahra"]], "it is drawn there as it was here"
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
            own = '[[item]]\nid = "tin_whistle"\nname = "Tin Whistle"\n'
            found = await serving.ask("POST", f"{path}/content", master["token"], {"name": "mine", "toml": own})
            assert found == {"overrides": [], "warnings": []}
            items = await serving.ask("GET", f"{path}/content/item", master["token"])
            assert "Tin Whistle" in [item["name"] for item in items]
            assert await serving.ask("GET", f"{path}/content/character", master["token"])
            assert await status(serving.ask("GET", f"{path}/content/nothing", master["token"])) == 404
            player = await serving.seat(master, "Ann")
            assert await status(serving.ask("GET", f"{path}/content/character", player["token"])) == 403
            both = {"files": [{"name": "mine", "toml": ""}, {"name": "more", "toml": own.replace("Tin", "Bone")}]}
            told = await serving.ask("POST", f"{path}/content/rehearsal", master["token"], both)
            assert [(one["what"], one["name"]) for one in told["changes"]] == [("changed", "Bone Whistle")]
            assert await status(serving.ask("POST", f"{path}/content/rehearsal", player["token"], both)) == 403
            assert (await serving.truth(master)).content.keys() == {"mine"}
            await serving.ask("POST", f"{path}/content", master["token"], both)
            assert (await serving.truth(master)).content.keys() == {"more"}

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
            async with serving.at(master) as mara:
                await mara.do("take_handout", id=made["handout"])
            for token in (player["token"], master["token"]):
                assert await status(serving.ask("GET", where, token)) == 404
            assert await upload(serving, path, master["token"], PNG) == kept, "it can be brought again"
            assert await serving.ask("GET", where, master["token"]) == PNG
            for data in (b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>", b"", b"GIF"):
                with pytest.raises(Answer, match=r"expected PNG, JPEG, GIF or WebP"):
                    await upload(serving, path, master["token"], data)
            with pytest.raises(Answer, match="403"):
                await upload(serving, path, player["token"], PNG)
            for name in ("..", "%2e%2e%2f", "x" * 300):
                assert await status(serving.ask("GET", f"{path}/{name}", master["token"])) in (404, 405)

    run(test())


def test_a_picture_of_the_largest_size_fits_into_its_form() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            path = f"/api/tables/{master['table']}/pictures"
            largest = PNG.ljust(MOST_PICTURE, b"x")
            assert (await upload(serving, path, master["token"], largest))["picture"]
            with pytest.raises(Answer, match=f"400: picture: expected at most {MOST_PICTURE} bytes"):
                await upload(serving, path, master["token"], largest + b"x")

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


@pytest.mark.parametrize("helpers", [0, 1])
def test_a_table_comes_in_where_it_is_no_larger_than_one_may_be(helpers: int) -> None:
    async def test() -> None:
        async with served() as serving, served(quota=Quota(table=1_000), helpers=helpers) as elsewhere:
            master = await serving.found()
            file = await serving.ask("GET", f"/api/tables/{master['table']}/file", master["token"])
            with pytest.raises(Answer, match="more than 1 kB, all that a table may have here"):
                await upload(elsewhere, "/api/tables/import", "", file, "application/zip", name="Mara")
            assert await upload(serving, "/api/tables/import", "", file, "application/zip", name="Mara")

    run(test())


class Slow:
    """Packing that waits until it may go on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.go_on = threading.Semaphore(0), threading.Event()

        def waiting(*given: Any) -> None:
            self.begun.release()
            self.go_on.wait()
            pack(*given)

        monkeypatch.setattr(files, "pack", waiting)


def test_a_table_goes_on_while_it_is_packed_and_is_exported_as_it_stood(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            slow, path = Slow(monkeypatch), f"/api/tables/{master['table']}/file"
            async with serving.at(master) as mara:
                await mara.do("chat", words="Before")
                asked = asyncio.create_task(serving.ask("GET", path, master["token"]))
                await asyncio.to_thread(slow.begun.acquire)
                try:
                    await mara.do("open_scene", scene=next(iter(mara.document["master"]["scenes"])))
                    await mara.do("chat", words="Meanwhile")
                    with pytest.raises(Answer, match="429: this is being exported already"):
                        await serving.ask("GET", path, master["token"])
                finally:
                    slow.go_on.set()
            file = await asked
            link = await upload(serving, "/api/tables/import", "", file, "application/zip", name="Mara")
            async with serving.at(link) as mara:
                assert [line["words"] for line in mara.chat] == ["Before"]
            assert await serving.ask("GET", path, master["token"])

    run(test())


def test_so_many_tables_are_exported_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "EXPORTS", 2)

    async def test() -> None:
        async with served() as serving:
            masters = [await serving.found() for _ in range(3)]
            slow = Slow(monkeypatch)
            ask = [partial(serving.ask, "GET", f"/api/tables/{one['table']}/file", one["token"]) for one in masters]
            asked = [asyncio.create_task(one()) for one in ask[:2]]
            for _ in asked:
                await asyncio.to_thread(slow.begun.acquire)
            try:
                with pytest.raises(Answer, match="429: 2 tables or packs are being packed already"):
                    await ask[2]()
            finally:
                slow.go_on.set()
            assert all(await asyncio.gather(*asked))
            assert await ask[2]()

    run(test())


def test_who_goes_before_they_have_taken_the_file_may_ask_again() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            path = f"/api/tables/{master['table']}"
            for number in range(4):
                picture = PNG + Random(number).randbytes(MOST_PICTURE - len(PNG))
                await upload(serving, f"{path}/pictures", master["token"], picture)
            where = urlsplit(serving.address)
            reader, writer = await asyncio.open_connection(where.hostname, where.port, limit=1024)
            lines = f"GET {path}/file HTTP/1.1", f"Host: {where.netloc}", f"Authorization: Bearer {master['token']}"
            writer.write("\r\n".join([*lines, "", ""]).encode())
            assert (await reader.readline()).startswith(b"HTTP/1.1 200")
            assert await status(serving.ask("GET", f"{path}/file", master["token"])) == 429
            writer.transport.abort()
            await until(lambda: not serving.house.exports._files)
            assert await serving.ask("GET", f"{path}/file", master["token"])

    run(test())


def test_the_file_of_who_does_not_take_it_is_gone_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "EXPORT_SECONDS", 0.0)

    async def test() -> None:
        exports = exporting.Exports()
        file = exports.begin("t")
        file.write(bytes(3 * exporting.AT_ONCE))
        sending = exports.send("t", file)
        await until(lambda: file.closed)
        with pytest.raises(ValueError, match="closed"):
            await anext(sending)
        await exports.end("t", exports.begin("t"))

    run(test())


def test_who_takes_their_files_slowly_keeps_nobody_else_from_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one that has been taken longest makes room: of the same address first, then of all."""
    monkeypatch.setattr(limits, "EXPORTS", 1)
    monkeypatch.setattr(limits, "EXPORTED", (20, 30))

    async def test() -> None:
        exports = exporting.Exports()

        async def sent(name: str, address: str) -> IO[bytes]:
            file = await exports.packed(name, lambda out: out.write(bytes(10)))
            _ = exports.send(name, file, address)
            return file

        first, second, other = await sent("1", "a"), await sent("2", "a"), await sent("3", "b")
        assert not first.closed
        assert not (await sent("4", "a")).closed
        assert [file.closed for file in (first, second, other)] == [True, False, False]
        assert not (await sent("5", "c")).closed
        assert [file.closed for file in (second, other)] == [True, False]
        exports.close()

    run(test())


def test_the_packs_of_a_maker_are_packed_one_at_a_time_and_by_threads_of_their_own() -> None:
    async def test() -> None:
        exports, go_on, who = exporting.Exports(), threading.Event(), list[str]()

        def write(out: IO[bytes]) -> None:
            who.append(threading.current_thread().name)
            go_on.wait()

        packing = asyncio.create_task(exports.packed("packs of ann", write))
        await until(lambda: bool(who))
        with pytest.raises(TooManyRequestsException, match="exported already"):
            await exports.packed("packs of ann", write)
        go_on.set()
        await exports.end("packs of ann", await packing)
        await exports.end("packs of ann", await exports.packed("packs of ann", write))
        assert all(name.startswith("export") for name in who)
        exports.close()

    run(test())


def test_where_anybody_may_found_tables_nobody_fills_the_disk_with_files() -> None:
    async def brought(serving: Serving, token: str = "") -> list[int]:
        """What is answered to three files in a row."""
        serving.house.imported = limits.Buckets(1.0, 0.0, lambda: 0.0)
        serving.house.requests = limits.Buckets(1e9, 0.0, lambda: 0.0)
        answers = []
        for _ in range(3):
            master = await serving.ask("POST", "/api/tables", token, {"game": "bluebox", "title": "A", "name": "Mara"})
            file = await serving.ask("GET", f"/api/tables/{master['table']}/file", master["token"])
            try:
                await upload(serving, "/api/tables/import", token, file, "application/zip", name="Nora")
                answers.append(201)
            except Answer as fault:
                answers.append(fault.status)
        return answers

    async def test() -> None:
        async with served() as serving:
            assert await brought(serving) == [201, 429, 429]
        async with served(host=hashed("the host")) as serving:
            assert await brought(serving, "the host") == [201, 201, 201]

    run(test())


def test_what_is_left_of_the_disk_is_for_the_tables_that_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            monkeypatch.setattr(limits, "DISK", 1 << 62)
            assert await status(serving.found()) == 403
            file = await serving.ask("GET", f"/api/tables/{master['table']}/file", master["token"])
            with pytest.raises(Answer, match="403: the disk of this server is almost full"):
                await upload(serving, "/api/tables/import", "", file, "application/zip", name="Nora")
            async with serving.at(master) as mara:
                await mara.do("chat", words="We go on")

    run(test())
