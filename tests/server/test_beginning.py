"""Requests are begun one in each turn of the loop, and those of each address in turn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from ludex.server.run.beginning import Beginning
from tests.server.serving import run, served, status


def test_one_is_begun_in_each_turn_and_who_asks_for_one_thing_does_not_wait_for_who_asks_for_many() -> None:
    async def test() -> None:
        beginning, begun, turns = Beginning(), list[tuple[str, int]](), 0

        async def ask(address: str) -> None:
            await beginning.turn(address)
            begun.append((address, turns))

        asked = asyncio.gather(*[ask("many") for _ in range(20)], ask("one"))
        while not asked.done():
            await asyncio.sleep(0)  # a turn of the loop
            turns += 1
        assert [address for address, _ in begun[:3]] == ["many", "many", "one"]
        assert len(begun) == 21
        assert len({turn for _, turn in begun}) == 21

    run(test())


def test_who_waits_no_longer_is_passed_over() -> None:
    async def test() -> None:
        beginning, begun = Beginning(), list[str]()

        async def ask(name: str) -> None:
            await beginning.turn("somebody")
            begun.append(name)

        asked = [asyncio.create_task(ask(name)) for name in ("first", "second", "third")]
        await asyncio.sleep(0)
        asked[1].cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        assert begun == ["first", "third"]
        await ask("later")
        assert begun == ["first", "third", "later"]

    run(test())


def test_a_pack_that_cannot_be_packed_now_is_not_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks for a pack again while it is packed is refused before the store is asked for more than who they are, and
    that once."""

    async def test() -> None:
        async with served() as serving:
            maker = await serving.ask("POST", "/api/makers", "", {"name": "Eve"})
            pack = await serving.ask("POST", "/api/packs", maker["token"], {"id": "a", "title": "A", "game": "crawl"})
            serving.house.exports.begin(f"packs of {maker['maker']}")
            workshop, asked = serving.house.workshop, list[str]()

            def counted(name: str, find: Callable[..., Any]) -> Callable[..., Any]:
                def found(*who: str) -> Any:
                    asked.append(name)
                    return find(*who)

                return found

            for name in ("maker_of", "pack"):
                monkeypatch.setattr(workshop, name, counted(name, getattr(workshop, name)))
            assert await status(serving.ask("GET", f"/api/packs/{pack['pack']}/file", maker["token"])) == 429
            assert asked == ["maker_of"]

    run(test())
