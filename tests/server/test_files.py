"""Files over HTTP: scenes, content, characters and pictures, and whole tables that go out and come in."""

from __future__ import annotations

import tomllib

import pytest

from ludex.client.client import Gone
from ludex.client.http import Answer
from ludex.table.campaign.pictures import MOST_PICTURE
from ludex.table.desk.quota import Quota
from tests.server.serving import PNG, run, served, status, upload


def test_a_character_goes_home_as_a_file_and_to_another_table() -> None:
    async def test() -> None:
        async with served() as serving:
            master, other = await serving.found(), await serving.found()
            player = await serving.seat(master, "Ann")
            path = f"/api/tables/{master['table']}/characters"
            brought = await serving.ask("POST", path, player["token"], {"ready": "tahra"})
            assert brought == {"character": "tahra", "overrides": [], "warnings": []}
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
            own = '[[item]]\nid = "tin_whistle"\nname = "Tin Whistle"\n'
            found = await serving.ask("POST", f"{path}/content", master["token"], {"name": "mine", "toml": own})
            assert found == {"overrides": [], "warnings": []}
            items = await serving.ask("GET", f"{path}/content/item", master["token"])
            assert "Tin Whistle" in [item["name"] for item in items]
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
