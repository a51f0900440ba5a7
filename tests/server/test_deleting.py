"""Over the line: a deleted table is told so for good, and its pictures are listed to the game master alone."""

from __future__ import annotations

import pytest

from ludex.client.client import Gone
from ludex.client.http import Answer
from tests.server.serving import PNG, run, said, served, status, until, upload


def test_old_links_are_told_that_the_table_was_deleted() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            ann = await serving.seat(master, "Ann")
            async with serving.at(master) as gm, serving.at(ann) as player:
                await gm.do("delete_table", days=7)
                await until(player, lambda: player.document["table"]["deleting"] > 0)
                (line,) = await serving.ask("GET", "/api/tables")
                assert line["deleting"] == player.document["table"]["deleting"]
                await gm.do("delete_table", days=0)
                for client in (gm, player):
                    with pytest.raises(Gone, match="this table was deleted"):
                        await until(client, lambda: False)
            async with serving.raw(master["table"], do="hello", token=ann["token"]) as socket:
                assert await said(socket) == {"is": "bye", "reason": "this table was deleted", "then": "never"}
            with pytest.raises(Answer) as fault:
                await serving.ask("GET", f"/api/tables/{master['table']}", master["token"])
            assert (fault.value.status, fault.value.reason) == (410, "this table was deleted")
            assert await status(serving.ask("GET", "/api/tables/nosuchtable", master["token"])) == 404

    run(test())


def test_pictures_are_listed_and_deleted_by_the_game_master() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            ann = await serving.seat(master, "Ann")
            path = f"/api/tables/{master['table']}/pictures"
            used = (await upload(serving, path, master["token"], PNG))["picture"]
            unused = (await upload(serving, path, master["token"], PNG + b"more"))["picture"]
            async with serving.at(master) as gm, serving.at(ann) as player:
                await gm.do("handout", title="A map", picture=used, description="the coast")
                assert await serving.ask("GET", path, master["token"]) == [
                    {"picture": unused, "bytes": len(PNG) + 4, "handouts": [], "beings": []},
                    {"picture": used, "bytes": len(PNG), "handouts": ["A map"], "beings": []},
                ]
                assert await status(serving.ask("GET", path, ann["token"])) == 403
                with pytest.raises(Exception, match="only the game master"):
                    await player.do("drop_picture", picture=used)
                for picture in (used, unused):
                    await gm.do("drop_picture", picture=picture)
                assert await serving.ask("GET", path, master["token"]) == []
                assert await status(serving.ask("GET", f"{path}/{used}", master["token"])) == 404

    run(test())
