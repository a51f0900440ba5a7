"""What a Survival Check would come to, before somebody makes it: told to their own side and the game master alone."""

from __future__ import annotations

from typing import Any

from ludex.core.kernel.procedure import GM
from ludex.games.vitality.game import VITALITY
from ludex.games.vitality.state import Scene
from ludex.table.document.show_beings import beings
from ludex.table.records.settings import Pools


def scene_of(hp: int, **more: Any) -> Scene:
    ann = {"tier": 4, "at": [4, 2], "attributes": {"endurance": 3}, "hp": hp, **more}
    foe = {"from": "the_hollow_king", "at": [9, 2], "hp": 5}
    options = VITALITY.rulebook.check_options({"opt_npc_survival": True})
    tables = {"options": options, "board": "test_range", "beings": {"ann": ann, "foe": foe}}
    scene: Scene = VITALITY.build(tables, "test", VITALITY.library())
    return scene


def shown(scene: Scene, who: str, knowledge: str = GM) -> dict[str, Any]:
    known: dict[str, Pools] = dict.fromkeys(scene.beings, "exact")
    return beings(VITALITY, scene, None, "", known, dict.fromkeys(scene.beings, ""), knowledge)[who]


def told(scene: Scene, who: str, knowledge: str = GM) -> list[tuple[str, dict[str, int]]]:
    brinks = shown(scene, who, knowledge)["brinks"]
    return [(brink["words"], {end["fate"]: end["percent"] for end in brink["ends"]}) for brink in brinks]


def test_a_check_is_told_for_every_loss_that_would_bring_one() -> None:
    assert told(scene_of(21), "ann") == []
    assert told(scene_of(12), "ann") == [("If Ann loses 20 HP", {"up": 75, "down": 25})]  # 6 + 3 is more than 8


def test_far_below_0_failing_by_20_is_death_and_a_natural_20_always_stays_up() -> None:
    assert told(scene_of(-10), "ann") == [
        ("If Ann loses 5 HP", {"up": 40, "down": 60}),
        ("If Ann loses 10 HP", {"up": 15, "down": 80, "dead": 5}),  # a natural 1 takes 5 off
        ("If Ann loses 20 HP", {"up": 5, "down": 60, "dead": 35}),
    ]


def test_whoever_is_unconscious_wakes_by_a_natural_20_alone() -> None:
    scene = scene_of(-1, conditions=["Unconscious"])
    assert told(scene, "ann")[0] == ("If Ann loses 5 HP", {"up": 5, "down": 95})


def test_enemies_are_told_nothing_of_it() -> None:
    scene = scene_of(12)
    assert told(scene, "foe", "party") == told(scene, "ann", "foes") == []
    assert told(scene, "foe", "foes") == told(scene, "foe") != []
    assert told(scene, "ann", "party") == told(scene, "ann") != []


def test_hp_below_0_are_told() -> None:
    assert shown(scene_of(-10), "ann", "party")["pools"][0]["now"] == -10
