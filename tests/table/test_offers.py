"""What is told of an action that cannot be done to anybody."""

from __future__ import annotations

from typing import Any

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
