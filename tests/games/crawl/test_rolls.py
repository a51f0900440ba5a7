"""Rolls, by their readings: failure chances that are no numbers, and damage dice that exact odds may not merge."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.games.crawl.book.attacks.hit import as_much, made_of
from ludex.games.crawl.book.characters.skills import skill_of
from ludex.games.crawl.book.dice import FAILED, Against, Attacked, Defended, Grabbing, Thrown
from ludex.games.crawl.book.health.damage import AsMuch
from ludex.games.crawl.game import CRAWL


@pytest.mark.parametrize("bonus", [-10, 0, 15])
@pytest.mark.parametrize("face", [1, 2, 10, 19, 20])
def test_a_failure_chance_of_1_or_20_is_no_number(bonus: int, face: int) -> None:
    faces, natural_1, natural_20 = (face,), face == 1, face == 20
    assert (Attacked(bonus, 1)(faces).result in ("hit", "critical")) is not natural_1
    assert (Attacked(bonus, 20)(faces).result in ("hit", "critical")) is natural_20
    assert (Against(bonus, 1, own=True)(faces) != "failure") is not natural_1
    assert (Against(bonus, 20, own=True)(faces) != "failure") is natural_20
    assert (Thrown(bonus, 1, own=True)(faces) != FAILED) is not natural_1
    assert (Thrown(bonus, 20, own=True)(faces) != FAILED) is natural_20
    assert Defended(bonus, -99, 1)(faces) is not natural_1
    assert Defended(bonus, -99, 20)(faces) is natural_20
    assert Grabbing(bonus, 20)(faces)[1] is not natural_20


@pytest.mark.parametrize("face", [2, 10, 19])
def test_without_a_failure_chance_any_total_will_do(face: int) -> None:
    assert Attacked(-30, 0)((face,)).result == "hit"
    assert Defended(-30, -30)((face,))
    assert Grabbing(-30)((face,)) == (face - 30, False, False)
    assert Thrown(-30)((face,)) == face - 30
    assert Against(-30, 0, own=True)((face,)) == "success"
    assert Against(-30, 0)((face,)) == "failure"


def test_of_a_lock_20_is_a_number_like_any_other() -> None:
    assert Against(5, 20)((15,)) == "success"
    assert Thrown(5, 20)((15,)) == 20


def test_dice_of_one_type_are_added_before_they_are_halved() -> None:
    assert made_of([("kinetic", 3), ("cold", 5), ("kinetic", 3)], 1, half=True) == (("kinetic", 3), ("cold", 2))
    assert made_of([("energetic", 1), ("electric", 1)], 2, half=True) == (("electric", 2),)


@pytest.mark.parametrize(("second", "merged"), [("kinetic", False), ("cold", True)])
def test_odds_merge_halves_only_of_dice_that_stand_alone(second: str, merged: bool) -> None:
    parts: list[dict[str, Any]] = [
        {"part": "failure_chance", "value": 8},
        {"part": "energy_point_cost", "value": 1},
        {"part": "area_effect", "option": "cone"},
        {"part": "range", "option": "short"},
        {"part": "damage", "dice": 1, "sides": 6, "type": "kinetic"},
        {"part": "damage", "dice": 1, "sides": 4, "type": second},
    ]
    aspect = {"id": "twin", "name": "Twin", "skill": "attack", "inherits": ["intelligence"], "parts": parts,
              "use": {"against": "defense", "target": "area"}}  # fmt: skip
    library = CRAWL.library().copy()
    library.add({"aspect": [aspect]}, "test")
    beings = {"ann": {"aspects": ["twin"]}, "foe": {"side": "foes", "at": [4, 3]}}
    given = {"options": CRAWL.rulebook.check_options({}), "beings": beings, "turn": "ann"}
    scene = CRAWL.build(given, "test", library)
    ann, foe = scene.beings["ann"], scene.beings["foe"]
    alike = as_much(scene, foe, skill_of(scene, ann, "twin"), "", 1, half=True)["kinetic"]
    assert isinstance(alike, AsMuch)
    assert (alike(3) == alike(2)) is merged
