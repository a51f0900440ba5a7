"""Distances of jumps that no map shows."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.core.files.scenefile import scene_from
from ludex.games.crawl.book.movement.jumping import difficulty
from ludex.games.crawl.game import CRAWL


@pytest.mark.parametrize(
    ("kind", "strength", "mobility", "metres", "number"),
    [
        ("vertical", 2, 0, 1, 0),
        ("vertical", 2, 0, 3, 20),
        ("vertical", 3, 0, 2, 5),
        ("vertical", -2, 0, 1, 10),
        ("forward", 2, 0, 3, 10),
        ("running", 2, 2, 4, 0),
        ("running", 2, 2, 6, 10),
        ("running", -2, 1, 2, 10),
    ],
)
def test_a_jump_is_harder_by_each_metre_above_the_safe_ones(
    kind: str, strength: int, mobility: int, metres: int, number: int
) -> None:
    tables = {"game": "crawl", "beings": {"ada": {"strength": strength, "mobility": mobility}}}
    scene: Any = scene_from(tables, "a test", CRAWL.library()).scene
    assert difficulty(scene, scene.beings["ada"], kind, metres) == number
