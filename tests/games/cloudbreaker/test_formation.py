"""`ludex check` warns where the sides of a standard formation do not begin with one empty zone between them."""

from __future__ import annotations

import tomllib

import pytest

from ludex.core.files.findings import scene_findings

FIELD = """
game = "cloudbreaker"
board = {{ width = 5 }}
situation = {{ formation = "{formation}" }}
beings.ann = {{ at = "z0_0" }}
beings.ben = {{ at = "z0_0" }}
beings.wolf = {{ from = "balewolf", at = "{at}" }}
beings.singer = {{ from = "fogcaller", at = "z4_0" }}
"""


def told(formation: str, at: str, more: str = "") -> list[tuple[str, str, bool]]:
    tables = tomllib.loads(FIELD.format(formation=formation, at=at) + more)
    return [(found.field, found.rule, found.warning) for found in scene_findings(tables, "a file")]


@pytest.mark.parametrize("at", ["z0_0", "z1_0", "z3_0"])
def test_sides_that_do_not_face_each_other_across_a_zone_are_doubtful(at: str) -> None:
    assert told("standard", at) == [("situation.formation", "cb.formation.standard", True)]


@pytest.mark.parametrize(
    ("formation", "at", "more"),
    [("standard", "z2_0", ""), ("scenario", "z3_0", ""), ("standard", "z1_0", 'turn = "ann"')],
)
def test_all_others_are_not(formation: str, at: str, more: str) -> None:
    assert told(formation, at, more) == []
