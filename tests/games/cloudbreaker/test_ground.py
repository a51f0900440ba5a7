"""Zones of a map, sizes, and what an opportunity strike may be made with: what no script can show."""

from __future__ import annotations

from typing import Any, cast

import pytest

from ludex.core.content.content import ContentError
from ludex.core.files.scenefile import scene_from
from ludex.core.kernel.ruling import Recorder
from ludex.core.kernel.timing import Event
from ludex.games.cloudbreaker.book.movement.opportunity_strikes import opportunity_ways
from ludex.games.cloudbreaker.build.from_content import zone_of_square
from ludex.games.cloudbreaker.state import SIZES, Scene, larger


def scene_of(**tables: Any) -> Scene:
    scene = cast(Scene, scene_from({"game": "cloudbreaker", **tables}, "test").scene)
    scene.recorder = Recorder()
    return scene


@pytest.mark.rule("cb.zone.size")
@pytest.mark.parametrize(
    ("square", "indoors", "zone"),
    [
        ((7, 3), False, (1, 0)),
        ((5, 5), False, (0, 0)),
        ((6, 12), False, (1, 2)),
        ((7, 3), True, (1, 0)),
        ((8, 3), True, (2, 0)),
        ((3, 4), True, (0, 1)),
    ],
)
def test_a_zone_is_six_squares_wide_outdoors_and_four_indoors(
    square: tuple[int, int], indoors: bool, zone: tuple[int, int]
) -> None:
    assert zone_of_square(*square, indoors) == zone


@pytest.mark.rule("cb.zone.size")
def test_a_map_of_squares_is_divided_into_zones() -> None:
    outdoors = scene_of(board={"squares": [18, 7]})
    assert list(outdoors.board) == ["z0_0", "z1_0", "z2_0", "z0_1", "z1_1", "z2_1"]
    indoors = scene_of(board={"squares": [8, 4], "indoors": True})
    assert list(indoors.board) == ["z0_0", "z1_0"]


@pytest.mark.rule("cb.unit.size")
@pytest.mark.parametrize(("size", "zones"), list(zip(SIZES, (1, 1, 1, 1, 1, 1, 4, 9, 16), strict=True)))
def test_how_many_zones_a_unit_occupies(size: str, zones: int) -> None:
    scene = scene_of(board={"width": 4, "height": 4}, beings={"unit": {"size": size, "at": "z0_0"}})
    assert len(scene.zones(scene.beings["unit"])) == zones


@pytest.mark.rule("cb.unit.size")
def test_categories_between_two_sizes() -> None:
    beings = {"small": {"size": "Small"}, "elephant": {"size": "X Large", "at": "z0_0"}}
    scene = scene_of(board={"width": 2, "height": 2}, beings=beings)
    assert larger(scene.beings["elephant"], scene.beings["small"]) == 3
    assert larger(scene.beings["small"], scene.beings["elephant"]) == -3


@pytest.mark.rule("cb.unit.size")
def test_no_scene_places_a_unit_off_the_map() -> None:
    with pytest.raises(ContentError, match="no room"):
        scene_of(board={"width": 3, "height": 2}, beings={"ironroot_colossus": {"at": "z2_0"}})


# ---------------------------------------------------------------- opportunity strikes


def ways(striker: dict[str, Any], mover: dict[str, Any] | None = None) -> tuple[object, ...]:
    """With what somebody may strike at an enemy who leaves the zone."""
    beings = {"striker": striker, "mover": {"from": "balewolf", "at": "z0_0", **(mover or {})}}
    scene = scene_of(board={"width": 3, "height": 2}, beings=beings, turn="mover")
    return opportunity_ways(scene, scene.beings["striker"], Event("leaves", "mover", "", (("to", "z2_0"),)))


def test_a_strike_is_made_with_a_melee_weapon_in_hand_or_unarmed() -> None:
    knife = {"from": "pip", "at": "z0_0"}
    assert ways(knife) == ("bent_knife", "unarmed")
    assert ways({**knife, "wielded": ["curl_darts"]}) == ("unarmed",)
    assert ways({**knife, "spells": ["glare"]}) == ("bent_knife", "unarmed")
    assert ways({**knife, "at": "z1_0"}) == ()


def test_a_strike_is_aimed_at_any_target_that_is_not_broken() -> None:
    found = ways(
        {"from": "marrow", "at": "z0_0"}, {"from": "ironroot_colossus", "parts": {"left_leg": 0}, "conditions": []}
    )
    assert found == ()  # prone with a broken leg, it cannot leave
    whole = ways({"from": "marrow", "at": "z0_0", "weapons": []}, {"from": "ironroot_colossus"})
    assert whole == ("unarmed:core", "unarmed:left_leg", "unarmed:right_leg")


def test_objects_friends_and_the_helpless_do_not_strike() -> None:
    assert ways({"from": "fog_bell", "at": "z0_0", "side": "party"}) == ()
    assert ways({"from": "pip", "at": "z0_0", "side": "foes"}) == ()
    for condition in ("Stunned", "Surprised", "Knocked Out"):
        assert ways({"from": "pip", "at": "z0_0", "conditions": [condition]}) == ()
    assert ways({"from": "pip", "at": "z0_0", "hp": 0}) == ()
