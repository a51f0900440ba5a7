"""Every scene that comes with a game before the eyes of a game master and of a player with a phone, its fight played by
machines: no page complains of anything."""

from __future__ import annotations

from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import expect

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.scene import GAMES
from tests.page.house import House, People
from tests.page.playing import LONGEST

ROUNDS = 3  # after which there is nothing new to see


def ready(game: str) -> list[str]:
    return sorted(path.stem for path in (GAMES[game].home / "content" / "scenes").glob("*.toml"))


@pytest.mark.parametrize(("game", "scene"), [(game, scene) for game in sorted(GAMES) for scene in ready(game)])
def test_it_plays_on_every_page(house: House, people: People, game: str, scene: str) -> None:
    master = house.found(game, scene, settings={"pause": 0.0})
    opened = house.do(master, {"do": "open_scene", "scene": next(iter(house.do(master)["master"]["scenes"]))})
    own = next(who for who, being in opened["beings"].items() if being["ally"])
    pages = [people.sit(master), people.sit(house.seat(master, "Ann", own), phone=True)]
    for page in pages:
        expect(page.get_by_role("main", name="The board")).to_be_visible()
    machines = [{"do": "hand_over", "who": who, "policy": "simple"} for who in ("gm", *opened["beings"])]
    told = house.do(master, *machines)
    until = monotonic() + LONGEST
    while fights(game, told) and not people.faults:
        assert monotonic() < until, "the machines do not go on"
        pages[0].wait_for_timeout(100)
        told = house.do(master)
    for page in pages:
        expect(page.get_by_role("main", name="The board")).to_be_visible()
    assert people.faults == []


def fights(game: str, told: dict[str, Any]) -> bool:
    return bool(told["scene"]["mode"] == GAMES[game].shape.fighting and told["turn"]["round"] < ROUNDS)
