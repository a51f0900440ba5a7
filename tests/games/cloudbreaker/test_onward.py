"""From one scene into the next: what the party takes along, what stays behind, and who comes anew."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.core.files.scenefile import scene_from
from ludex.core.kernel.agenda import command
from ludex.core.kernel.procedure import GM
from ludex.core.referee.simulated import Simulated
from ludex.games.cloudbreaker.foe.policy import SimplePolicy
from ludex.games.cloudbreaker.game import CLOUDBREAKER
from ludex.games.cloudbreaker.state import Scene

HOUR, DAY = 3_600, 86_400
COLOSSUS = {"from": "ironroot_colossus", "at": "z0_0"}


def scene_with(**tables: Any) -> Scene:
    made: Any = scene_from({"game": "cloudbreaker", **tables}, "a test").scene
    return made  # type: ignore[no-any-return]  # a scene of this game


def after_a_minute(scene: Scene) -> Scene:
    Simulated({GM: SimplePolicy()}, 1).perform(scene, command(GM, "pass_time", minutes=1))
    return scene


def left_in_the_middle() -> Scene:
    """Pip clings to a colossus that holds Tal."""
    return scene_with(
        board={"width": 2, "height": 2},
        turn="pip",
        beings={
            "pip": {
                "wielded": [],
                "latched": ["colossus", "core"],
                "conditions": ["Medicated"],
                "minor": 0,
                "takes": 0,
            },
            "tal": {"conditions": [{"name": "Grappled", "source": "colossus"}, "Prone", "Sick"], "number": 2},
            "colossus": COLOSSUS,
        },
    )


def test_a_situation_that_is_left_in_the_middle_is_over_for_the_party() -> None:
    scene = scene_with(beings={"pip": {}, "tal": {}})
    CLOUDBREAKER.carry_over(left_in_the_middle(), scene)
    pip, tal = scene.beings["pip"], scene.beings["tal"]
    assert (pip.latched, [*pip.states], pip.takes) == (None, ["Medicated"], 99)
    assert ([*tal.states], tal.number) == (["Sick"], 7)
    Simulated({GM: SimplePolicy()}, 1).perform(scene, command("pip", "move", to="z2_0"))
    assert (pip.at, CLOUDBREAKER.faults(scene)) == ("z2_0", [])


def test_into_a_situation_under_way_the_party_comes_as_into_any() -> None:
    scene = scene_with(turn="pip", beings={"pip": {}, "tal": {}, "odile": {}, "balewolf": {}})
    before = left_in_the_middle()
    before.beings["odile"] = scene_with(beings={"odile": {"spirit": 4}}).beings["odile"]
    CLOUDBREAKER.carry_over(before, scene)
    pip, tal = scene.beings["pip"], scene.beings["tal"]
    assert (pip.latched, [*pip.states], pip.takes) == (None, ["Medicated"], 99)
    assert ([*tal.states], tal.number) == (["Sick"], 7)
    assert [(being.major, being.minor, being.spirit) for being in scene.party()] == [(1, 1, 0), (1, 1, 0), (1, 2, 1)]
    Simulated({GM: SimplePolicy()}, 1).perform(scene, command("pip", "move", to="z1_0"))
    assert (pip.at, pip.minor, CLOUDBREAKER.faults(scene)) == ("z1_0", 0, [])


def test_an_ambush_waits_for_whoever_comes() -> None:
    before = scene_with(beings={"pip": {"hp": 20}})
    scene = scene_with(situation={"surprised": ["party"]}, beings={"pip": {}, "tal": {}, "balewolf": {}})
    CLOUDBREAKER.carry_over(before, scene)
    assert [being.id for being in scene.beings.values() if "Surprised" in being.states] == ["pip", "tal"]
    Simulated({GM: SimplePolicy()}, 1).perform(scene, command(GM, "start"))
    assert (scene.beings["pip"].hp, scene.beings["pip"].spirit) == (20, 0)


def test_an_ambush_under_way_waits_as_well() -> None:
    before = scene_with(beings={"pip": {}})
    scene = scene_with(turn="balewolf", beings={"pip": {"conditions": ["Surprised"]}, "tal": {}, "balewolf": {}})
    CLOUDBREAKER.carry_over(before, scene)
    assert [being.id for being in scene.beings.values() if "Surprised" in being.states] == ["pip"]
    assert (scene.beings["pip"].major, CLOUDBREAKER.faults(scene)) == (1, [])


@pytest.mark.parametrize("under_way", [{}, {"turn": "balewolf"}])
def test_what_was_said_ahead_holds_until_a_situation_ends(under_way: dict[str, str]) -> None:
    before, referee = scene_with(beings={"pip": {}}), Simulated({GM: SimplePolicy()}, 1)
    referee.perform(before, command("pip", "take_spirit", most=0))
    scene = scene_with(**under_way, beings={"pip": {}, "balewolf": {}})
    CLOUDBREAKER.carry_over(before, scene)
    assert scene.beings["pip"].takes == 0
    if not under_way:
        referee.perform(scene, command(GM, "start"))
    referee.perform(scene, command(GM, "end_situation", outcome="won"))
    assert scene.beings["pip"].takes == 99


def test_want_of_rest_goes_along() -> None:
    before = scene_with(scene={"clock": 5 * DAY}, beings={"pip": {"rest_due": 5 * DAY + 30}})
    scene = scene_with(beings={"pip": {}})
    CLOUDBREAKER.carry_over(before, scene)
    assert after_a_minute(scene).beings["pip"].resolve == 13


def test_who_comes_anew_or_was_elsewhere_for_days_does_not_pay_for_them() -> None:
    before = scene_with(scene={"clock": 5 * DAY}, beings={"pip": {"rest_due": 2 * DAY}, "tal": {"rest_due": 9 * DAY}})
    scene = scene_with(beings={"pip": {}, "tal": {}, "ione": {}})
    CLOUDBREAKER.carry_over(before, scene)
    after_a_minute(scene)
    for name, resolve in (("pip", 27), ("tal", 27), ("ione", 25)):
        assert (scene.beings[name].resolve, scene.beings[name].rest_due) == (resolve, 6 * DAY)
