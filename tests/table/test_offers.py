"""What is told of an action that cannot be done to anybody."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.core.files.scenefile import scene_from
from ludex.core.game import game_of
from ludex.table.campaign.scenes import OpenScene, Prepare
from ludex.table.document.show import Documents
from tests.table.tables import Kept

SCENE: dict[str, Any] = {
    "game": "bluebox",
    "turn": "onuri",
    "board": {"q": [0, 19], "r": [0, 0]},
    "beings": {
        "far": {"from": "skakdi_raider", "name": "The far one", "at": [19, 0]},
        "near": {"from": "skakdi_raider", "name": "The near one", "at": [9, 0]},
        "onuri": {"at": [0, 0]},
    },
}


def test_a_refusal_is_about_whoever_stands_nearest() -> None:
    kept = Kept("bluebox")
    ann = kept.seat("Ann", "onuri")
    kept.do(OpenScene(scene=kept.do(Prepare(title="A long way", tables=SCENE))["scene"]))
    offered = Documents(kept.table).of(kept.table.seats[ann])["offers"]["onuri"]["entries"]
    reasons = [entry["refused"]["reason"] for entry in offered if entry["action"] == "attack" and entry["refused"]]
    assert reasons
    assert all("The near one" in reason and "The far one" not in reason for reason in reasons), reasons


@pytest.mark.parametrize("name", ["shove", "unarmed"])
def test_whether_somebody_is_within_arms_length_is_asked_once_and_not_for_each_weapon(name: str) -> None:
    scene = scene_from(SCENE, "a long way").scene
    game, onuri = game_of(scene), scene.beings["onuri"]
    ways = [chosen for chosen, refusal in game.first_ways(scene, onuri, game.actions[name]) if refusal is not None]
    assert [target for _, target in ways] == ["far", "near"]
