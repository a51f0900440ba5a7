"""Attacks: what a scene file cannot show: shapes of areas, what is offered to a defender, exact chances."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from ludex.core.files.scenefile import scene_from
from ludex.core.kernel.agenda import command
from ludex.core.kernel.ruling import BadInput
from ludex.core.show.odds import odds
from ludex.games.crawl.book.attacks.areas import area_cells
from ludex.games.crawl.book.attacks.defence import defences
from ludex.games.crawl.book.characters.skills import skill_of
from ludex.games.crawl.book.map.threat import threatened
from ludex.games.crawl.game import CRAWL


def scene_with(ann: dict[str, Any], foe: dict[str, Any], **tables: Any) -> Any:
    """Somebody beside a foe, on its turn."""
    beings = {"ann": {"at": [8, 8], "max_ep": 9, **ann}, "foe": {"side": "foes", "at": [9, 8], **foe}}
    board = {"width": 24, "height": 18}
    return scene_from({"game": "crawl", "turn": "ann", "board": board, "beings": beings, **tables}, "test").scene


class Declines:
    """Answers every question as nobody would mind."""

    checked = True

    def answer(self, scene: Any, question: Any) -> Any:
        return question.default

    def choose(self, scene: Any, being: Any) -> Any:
        raise AssertionError("nobody chooses a command")


def test_a_cone_of_short_range_has_27_cells() -> None:
    scene = scene_with({"aspects": ["frigid_cone"]}, {})
    ann = scene.beings["ann"]
    cells = area_cells(scene, ann, skill_of(scene, ann, "frigid_cone"), 0)
    rings = Counter([scene.board.distance(ann.at, cell) for cell in cells])
    assert rings == {1: 2, 2: 3, 3: 4, 4: 5, 5: 6, 6: 7}
    assert len(cells) == 27


def test_a_dome_of_radius_1_is_a_cell_and_its_neighbours() -> None:
    scene = scene_with({"aspects": ["ember_ground", "obscura"]}, {})
    ann = scene.beings["ann"]
    around = area_cells(scene, ann, skill_of(scene, ann, "ember_ground"), (10, 8))
    assert sorted(around) == sorted([(10, 8), *scene.board.neighbours((10, 8))])
    assert area_cells(scene, ann, skill_of(scene, ann, "obscura"), (10, 8)) == ((10, 8),)


@pytest.mark.parametrize("shape", ["hex", "square"])
def test_every_direction_gives_a_cone_of_the_same_size(shape: str) -> None:
    board = {"width": 40, "height": 40, "shape": shape}
    scene = scene_with({"aspects": ["frigid_cone"], "at": [8, 20]}, {"at": [9, 20]}, board=board)
    ann = scene.beings["ann"]
    cone = skill_of(scene, ann, "frigid_cone")
    cones = [area_cells(scene, ann, cone, way) for way in range(len(scene.board.directions))]
    assert {len(cells) for cells in cones} == {27}
    for way, cells in enumerate(cones):
        inside = [cell for cell in cells if sum(cell in other for other in cones) == 1]
        assert all(area_cells(scene, ann, cone, cell) == cells for cell in inside), way


def test_a_swordsman_threatens_its_own_cell_and_the_six_beside_it() -> None:
    scene = scene_with({"aspects": ["slash"], "hands": ["long_sword"]}, {})
    ann = scene.beings["ann"]
    near = [cell for cell in scene.board.cells if threatened(scene, ann, cell)]
    assert sorted(near) == sorted([ann.at, *scene.board.neighbours(ann.at)])


def test_a_glaive_threatens_two_cells_away_and_an_archer_those_beside_it() -> None:
    scene = scene_with({"aspects": ["slash"], "hands": ["glaive"]}, {"aspects": ["archery"], "hands": ["long_bow"]})
    ann, foe = scene.beings["ann"], scene.beings["foe"]
    assert threatened(scene, ann, (10, 8))
    assert not threatened(scene, ann, (11, 8))
    assert threatened(scene, foe, (10, 8))
    assert not threatened(scene, foe, (11, 8))


def test_a_defender_is_offered_what_it_can_pay_for() -> None:
    scene = scene_with({"aspects": ["slash"], "hands": ["knife"]}, {"aspects": ["duck_and_dodge", "block"], "ep": 1})
    ann, foe = scene.beings["ann"], scene.beings["foe"]
    slash = skill_of(scene, ann, "slash:knife")
    assert set(defences(scene, foe, slash, ann)) >= {"duck_and_dodge", "duck_and_dodge!"}
    assert "block" not in defences(scene, foe, slash, ann)
    foe.ep = 0
    assert set(defences(scene, foe, slash, ann)) == {"duck_and_dodge!"}
    foe.hp = 1
    assert defences(scene, foe, slash, ann) == ()


def test_the_odds_of_an_undefended_slash() -> None:
    scene = scene_with({"aspects": ["slash"], "hands": ["long_sword"]}, {"defends": False, "max_hp": 60})
    found = odds(scene, command("ann", "attack", skill="slash:long_sword", target="foe"), Declines())
    assert found.total == 1
    assert found.unexplored == 0
    assert found.readings["fumble"] == Fraction(1, 20)
    assert found.readings["miss"] == Fraction(6, 20)
    assert found.readings["hit"] == Fraction(12, 20)
    assert found.readings["critical"] == Fraction(1, 20)
    # 13 of 20 hit for 4.5; of criticals 1 in 20 doubles it, and 4 in 20 bleed for 2.5 at once
    mean = Fraction(13, 20) * Fraction(9, 2) + Fraction(1, 20) * (
        Fraction(1, 20) * Fraction(9, 2) + Fraction(4, 20) * Fraction(5, 2)
    )
    assert found.expected["foe", "hp"] == -mean


def test_an_attack_aims_at_a_slot_or_a_piece_of_armour() -> None:
    scene = scene_with({"aspects": ["slash"], "hands": ["long_sword"]}, {"worn": ["leather_jerkin"]})
    blow = {"skill": "slash:long_sword", "target": "foe"}
    assert CRAWL.refusal(scene, command("ann", "attack", **blow, aim="leather_jerkin")) is None
    with pytest.raises(BadInput, match="aims at one of"):
        CRAWL.refusal(scene, command("ann", "attack", **blow, aim="nose"))
