"""A scene as it stands, written as a scene file, builds the same scene again."""

from __future__ import annotations

import pytest

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.content.content import parse_toml, read_toml
from ludex.core.files.codec import encode
from ludex.core.files.scene_tables import readable_ids, scene_tables, used
from ludex.core.files.scenefile import scene_from
from ludex.core.files.written import toml_scene
from ludex.core.game import GAMES
from ludex.core.referee.simulated import Simulated
from ludex.games.navyblue.state import Lying, Scene
from ludex.opponents import policies, sides_of

SCENES = {
    "bluebox": "broken_causeway_patrol",
    "cloudbreaker": "wolves_on_the_causeway",
    "crawl": "kennel_gallery",
    "navyblue": "the_broken_pier",
    "vitality": "the_kennels",
}
DEEDS = 6  # that were done before it is written


@pytest.mark.parametrize("game", SCENES)
def test_a_scene_that_was_played_is_written_and_built_again(game: str) -> None:
    known = GAMES[game]
    tables = read_toml(known.starter.scenes[SCENES[game]])
    scene = scene_from(tables, "", known.starter).scene
    referee = Simulated(policies(known, sides_of(known, scene), {}, 1), 1)
    opening = known.opening(scene)
    assert opening is not None
    for deeds in (0, DEEDS):
        if deeds:
            referee.perform(scene, opening)
        for _ in range(deeds):
            if who := known.to_act(scene):
                referee.act(scene, scene.beings[who])
        found = scene_tables(known, scene, known.starter, tables)
        while any(each.endswith(".readied") for each in found.left_out):  # what waits for a moment no file can say
            referee.act(scene, scene.beings[known.to_act(scene)])
            found = scene_tables(known, scene, known.starter, tables)
        assert found.left_out == []
        again = scene_from(parse_toml(toml_scene(found.tables)), "", known.starter).scene
        assert encode(again) == encode(scene)


def test_what_lies_on_the_board_is_not_there_twice_when_something_else_was_dropped() -> None:
    known = GAMES["navyblue"]
    board = {"zones": [{"id": "cellar", "at": [0, 0], "light": "lantern"}, {"id": "stair", "at": [1, 0]}]}
    tables = {"game": "navyblue", "board": board, "beings": {"marlow_tarn": {"at": "stair"}}}
    scene = scene_from(tables, "", known.starter).scene
    assert isinstance(scene, Scene)
    scene.lying = (*scene.lying, Lying("rope", "stair"))
    found = scene_tables(known, scene, known.starter, tables)
    assert (found.left_out, [one["thing"] for one in found.tables["lying"]]) == ([], ["rope"])
    scene.lying = scene.lying[1:]  # somebody took the lantern, which a file cannot say
    found = scene_tables(known, scene, known.starter, tables)
    assert (found.left_out, [one["thing"] for one in found.tables["lying"]]) == (["lying"], ["rope"])


def test_what_does_not_come_with_the_game_and_is_needed_is_known() -> None:
    known = GAMES["bluebox"]
    library = known.library()
    enemy = {"id": "hound", "name": "Hound", "hp": 5, "armor": "light", "weapons": ["fang"]}
    stats = {"FOR": 1, "DEX": 0, "SPI": 0, "CHA": 0, "KNO": 0}
    weapon = {"id": "fang", "name": "Fang", "class": "melee", "stat": "FOR", "distance": [1, 1]}
    library.add({"enemy": [{**enemy, "stats": stats}], "weapon": [weapon, {**weapon, "id": "claw"}]}, "mine")
    tables = {"game": "bluebox", "beings": {"tahra": {}, "dog": {"from": "hound", "at": [5, 5]}}}
    assert used(known, library, tables) == [("enemy", "hound"), ("weapon", "fang")]


def test_ids_that_nobody_guesses_become_ones_that_people_read() -> None:
    known = GAMES["bluebox"]
    tables = {
        "game": "bluebox",
        "beings": {
            "tahra": {},
            "bear": {"from": "ash_bear", "at": [9, 5], "conditions": ["Hidden"], "seen": False},
        },
    }
    scene = scene_from(tables, "", known.starter).scene
    known.keep_secrets(scene, set(), "secret")
    (secret,) = [name for name in scene.beings if name != "tahra"]
    assert readable_ids(known, scene) == {secret: "ash_bear"}
    assert list(scene_tables(known, scene, known.starter, tables).tables["beings"]) == ["tahra", "ash_bear"]
