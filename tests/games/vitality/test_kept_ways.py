"""Ways on foot are kept with the board: whoever asks again is told the same, unless somebody else bars the way now."""

from __future__ import annotations

import pytest

from ludex.games.vitality.book.movement import footing
from ludex.games.vitality.book.movement.footing import Footing, onward_on_foot
from ludex.games.vitality.game import VITALITY
from ludex.games.vitality.state import Scene


def scene_of() -> Scene:
    beings = {"ann": {"at": [4, 2]}, "ben": {"at": [5, 2]}, "foe": {"from": "alley_tough", "at": [9, 2]}}
    tables = {"options": VITALITY.rulebook.check_options({}), "board": "test_range", "beings": beings}
    scene: Scene = VITALITY.build(tables, "test", VITALITY.library())
    return scene


def test_what_was_found_is_found_again_in_a_copy_of_the_scene() -> None:
    scene = scene_of()
    found = Footing(scene, scene.beings["ann"]).search(6)
    copy = scene.fork()
    assert Footing(copy, copy.beings["ann"]).search(6) is found
    assert Footing(copy, copy.beings["ann"]).search(5) is not found


def test_an_enemy_in_the_way_is_gone_around_and_a_friend_is_passed() -> None:
    scene = scene_of()
    ann = scene.beings["ann"]
    before = Footing(scene, ann).search(4)
    scene.beings["foe"].at = (6, 2)
    beset = Footing(scene, ann).search(4)
    assert (5, 2) in beset
    assert (6, 2) in before
    assert (6, 2) not in beset
    scene.beings["foe"].at = (9, 2)
    assert Footing(scene, ann).search(4) == before


def test_from_somewhere_else_other_spaces_are_found() -> None:
    scene = scene_of()
    ann = scene.beings["ann"]
    before = Footing(scene, ann).search(3)
    ann.at = (3, 2)
    after = Footing(scene, ann).search(3)
    assert after[3, 2][0] == 0
    assert after.keys() != before.keys()


def test_no_more_is_kept_than_so_many_spaces(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = scene_of()
    monkeypatch.setattr(footing, "SPACES_KEPT", 60)
    table = onward_on_foot(scene.board)
    for budget in range(1, 9):
        Footing(scene, scene.beings["ann"]).search(budget)
        kept = [len(found) for found in table.searched.values()]
        assert sum(kept) == table.spaces
        assert len(kept) == 1 or table.spaces <= 60
