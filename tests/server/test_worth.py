"""What an entry that is being made is worth, over HTTP."""

from __future__ import annotations

from ludex.server.limits import Buckets
from tests.server.serving import run, served, status
from tests.server.test_labs import lines
from tests.server.test_packs import maker

WORTH = "/api/games/cloudbreaker/worth"


def test_a_maker_is_told_what_a_weapon_is_worth_and_has_it_fought() -> None:
    async def test() -> None:
        async with served() as serving:
            serving.house.requests = Buckets(1e9, 0.0, lambda: 0.0)
            ada, eve = await maker(serving), await maker(serving, "Eve")
            begun = {"id": "weir", "title": "The Weir", "game": "cloudbreaker"}
            pack = (await serving.ask("POST", "/api/packs", ada, begun))["pack"]
            hammer = await serving.ask("GET", "/api/games/cloudbreaker/entries/weapon/gate_hammer")
            text = hammer["text"].replace("Gate Hammer", "Wet Hammer")
            given = {"kind": "weapon", "text": text, "origin": "gate_hammer", "pack": pack}
            found = await serving.ask("POST", WORTH, ada, given)
            assert (found["price"], found["lint"]) == (None, [])
            (blow,) = found["odds"]["deeds"]
            assert blow["name"] == "Attack: Wet Hammer"
            assert all(each["was"] == each["chance"] for each in blow["chances"])
            told = await lines(serving, f"{WORTH}/fight", ada, {**given, "fights": 1})
            assert (told[-1]["done"], told[-1]["fault"]) == (True, "")
            assert [side["name"] for side in told[-1]["swing"]["sides"]] == ["Gate Hammer", "Wet Hammer"]
            unread = await serving.ask("POST", WORTH, ada, {**given, "text": '[[weapon]]\nid = "a\n'})
            assert unread == {"price": None, "odds": None, "lint": []}
            for path in (WORTH, f"{WORTH}/fight"):
                assert await status(serving.ask("POST", path, eve, given)) == 404
                assert await status(serving.ask("POST", path, "", given)) == 401
                assert await status(serving.ask("POST", path, ada, {**given, "origin": "nothing"})) == 404
                assert await status(serving.ask("POST", path, ada, {**given, "kind": "sword"})) == 404

    run(test())


def test_a_reference_fight_is_of_the_lab_which_is_the_game_masters() -> None:
    async def test() -> None:
        async with served() as serving:
            gm = await serving.found("cloudbreaker")
            ann = await serving.seat(gm, "Ann")
            given = {"kind": "weapon", "text": "", "origin": "gate_hammer", "table": gm["table"]}
            assert await status(serving.ask("POST", f"{WORTH}/fight", ann["token"], given)) == 403
            assert await status(serving.ask("POST", f"{WORTH}/fight", gm["token"], given)) == 400  # no entry in it

    run(test())
