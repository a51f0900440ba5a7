"""Scenes that come with a game before the eyes of a game master, and before a player with a phone: no page
complains of anything, neither when a scene is put on the table nor while machines play it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.game import GAMES
from tests.page.house import House, People
from tests.page.playing import LONGEST
from tests.table.tables import SCENES

FEW = 1  # scenes of a game; with `--long` all of them
PHONE = 2  # of these, how many are looked at on a phone, too
BUSY = ("answer", "game master")  # while a table waits for these, the next scene is refused
ROUNDS = 2  # after which there is nothing new to see
PAUSE = 0.03  # seconds between two steps of the machines, so that they can be stopped then


def ready(game: str) -> list[str]:
    """The quick one comes last."""
    found = sorted(path.stem for path in (GAMES[game].home / "content" / "scenes").glob("*.toml"))
    return sorted(found, key=lambda scene: scene == SCENES[game])


@pytest.mark.parametrize("most", [FEW, pytest.param(100, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_scene_is_shown(house: House, people: People, subtests: pytest.Subtests, game: str, most: int) -> None:
    """One after the other, on one table; the last of them is played there."""
    scenes = ready(game)[-most:]
    master = house.found(game, scenes=[{"ready": scene} for scene in scenes], settings={"pause": PAUSE})
    prepared = house.do(master)["master"]["scenes"]
    assert len(prepared) == len(scenes)
    pages = [people.sit(master)]
    ann: dict[str, str] = {}
    for number, (scene, title) in enumerate(prepared.items(), 1):
        if number > 1 and house.do(master)["waiting"]["for"] in BUSY:
            house.do(master, {"do": "withdraw"})
        with subtests.test(title):
            told = house.do(master, {"do": "open_scene", "scene": scene, "carry": False})
            own = next(who for who, being in told["beings"].items() if being["ally"])
            if ann:
                house.do(master, {"do": "reseat", "seat": ann["seat"], "beings": [own]})
            elif number > len(prepared) - PHONE:
                ann = house.seat(master, "Ann", own)
                pages.append(people.sit(ann, phone=True))
            for page in pages:
                expect(page).to_have_title(re.compile(re.escape(title)))
                expect(page.get_by_role("main", name="The board")).to_be_visible()
            faults = people.faults.copy()
            people.faults.clear()
            assert faults == []
    plays(house, people, master, game, rounds=1)


def every() -> list[tuple[str, str]]:
    return [(game, scene) for game in sorted(GAMES) for scene in ready(game)]


@pytest.mark.long
@pytest.mark.parametrize(("game", "scene"), every())
def test_it_plays_on_every_page(house: House, people: People, game: str, scene: str) -> None:
    master = house.found(game, scene, settings={"pause": PAUSE})
    opened = house.do(master, {"do": "open_scene", "scene": next(iter(house.do(master)["master"]["scenes"]))})
    own = next(who for who, being in opened["beings"].items() if being["ally"])
    people.sit(master)
    people.sit(house.seat(master, "Ann", own), phone=True)
    plays(house, people, master, game, ROUNDS)


def plays(house: House, people: People, master: dict[str, str], game: str, rounds: int) -> None:
    """Machines play what is on the table before all eyes."""
    for page in people.pages:
        expect(page.get_by_role("main", name="The board")).to_be_visible()
    beings = house.do(master)["beings"]
    house.do(master, *({"do": "hand_over", "who": who, "policy": "simple"} for who in ("gm", *beings)))
    house.wait(master, lambda told: not fights(game, told, rounds), LONGEST)
    house.do(master, {"do": "hold"})
    for page in people.pages:
        expect(page.get_by_role("main", name="The board")).to_be_visible()
    assert people.faults == []


def fights(game: str, told: dict[str, Any], rounds: int) -> bool:
    return bool(told["scene"]["mode"] == GAMES[game].shape.fighting and told["turn"]["round"] <= rounds)
