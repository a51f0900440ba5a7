"""Places as steps of the compass, as who listens says them; and names that only begin like one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import ludex.games.crawl
from ludex.core.files.scenefile import load_scene
from ludex.core.game import GAMES
from ludex.core.show.places import BY_WHAT_IS_THERE
from ludex.text.maps import places
from ludex.text.naming import NoSuchPlace
from ludex.text.prompts.gm import read_value

SCENE = Path(ludex.games.crawl.__file__).parent / "content" / "scenes" / "the_counting_house.toml"


@pytest.fixture
def scene() -> Any:
    found = load_scene(SCENE).scene
    found.places = BY_WHAT_IS_THERE
    return found


@pytest.fixture
def ground(scene: Any) -> places.Ground:
    plan = GAMES["crawl"].face().plan(scene)
    assert plan is not None
    return places.ground(plan, scene, next(iter(scene.beings)))


def test_steps_lead_from_where_one_stands(scene: Any, ground: places.Ground) -> None:
    x, y = next(iter(scene.beings.values())).at
    assert ground.read("2 east, 1 south") == ((x + 1, y), (x + 2, y), (x + 2, y + 1))
    assert ground.read("e and 1 m e") == ground.read("2 steps east")
    assert ground.meant("north-east") == ground.meant("ne") == ground.meant("1 northeast")


@pytest.mark.parametrize("words", ["Easton", "Weston", "we", "northing", "9" * 5_000 + " east", "2 easts"])
def test_what_only_begins_like_a_step_is_none(ground: places.Ground, words: str) -> None:
    assert ground.read(words) == ()


def test_too_many_steps_lead_off_the_map(ground: places.Ground) -> None:
    with pytest.raises(NoSuchPlace, match="off the map"):
        ground.read("101 east")


def test_what_a_game_master_types_is_a_place_only_with_how_many_steps(scene: Any, ground: places.Ground) -> None:
    assert read_value(scene, "east", ground) == "east"
    assert read_value(scene, "2 east", ground) == ground.meant("2 east")[0]
