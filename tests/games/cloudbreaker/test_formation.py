"""The sides of a standard formation begin with one empty zone between them: `ludex check` warns where they do not, and
finding the zones takes no longer on a large board than it must."""

from __future__ import annotations

import tomllib
from collections import Counter
from typing import Any, cast

import pytest

from ludex.core.board.zone import ZoneBoard
from ludex.core.files.findings import scene_findings
from ludex.core.files.scenefile import scene_from
from ludex.games.cloudbreaker.book.situations.flow import FACING
from ludex.games.cloudbreaker.scene import setup
from ludex.games.cloudbreaker.state import Scene

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


# ---------------------------------------------------------------- on a large board

ACROSS = 20
SIZES = ("Medium", "X Large", "XXX Large")


def many() -> dict[str, Any]:
    """Ten units without a place, the enemies of several sizes."""
    party = {f"p{number}": {"side": "party"} for number in range(4)}
    foes = {f"e{number}": {"side": "foes", "size": SIZES[number % len(SIZES)]} for number in range(6)}
    return {
        "game": "cloudbreaker",
        "board": {"width": ACROSS, "height": ACROSS},
        "situation": {"formation": "standard"},
        "beings": party | foes,
    }


def test_finding_room_looks_at_each_zone_a_few_times_for_each_unit(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: Counter[str] = Counter()

    def counted(owner: Any, name: str) -> None:
        original = getattr(owner, name)

        def count(*given: Any) -> Any:
            looks[name] += 1
            return original(*given)

        monkeypatch.setattr(owner, name, count)

    counted(setup, "nearest_with_room")
    counted(ZoneBoard, "block")
    counted(ZoneBoard, "gap")
    scene = cast(Scene, scene_from(many(), "a file").scene)
    units = len(scene.beings)
    assert looks["nearest_with_room"] == units
    assert 0 < looks["gap"] <= 2 * ACROSS * ACROSS * units
    assert 0 < looks["block"] <= 4 * ACROSS * ACROSS * units
    ours = {scene.beings[f"p{number}"].at for number in range(4)}
    assert len(ours) == 1
    assert {scene.board.gap(scene.zones(scene.beings[f"e{number}"]), ours) for number in range(6)} == {FACING}
