"""What enemies are not told: what somebody has prepared, and what was paid for a trap without anybody seeing it."""

from __future__ import annotations

from typing import Any

from ludex.core.kernel.agenda import command
from ludex.core.kernel.ruling import Recorder
from ludex.core.referee.simulated import Simulated
from ludex.games.vitality.game import VITALITY
from ludex.games.vitality.show.sheet import _now
from ludex.games.vitality.state import Scene

BOOM = {"id": "boom", "name": "Boom", "type": "ranged", "limits": ["charges_1"]}


def scene_of(**more: Any) -> Scene:
    beings = {
        "ann": {"tier": 4, "at": [4, 2]},
        "foe": {"from": "alley_tough", "tier": 4, "at": [9, 2], "utility": ["hidden_trap"], "attacks": [BOOM]},
    }
    options = VITALITY.rulebook.check_options({})
    tables = {"options": options, "board": "test_range", "beings": beings, **more}
    scene: Scene = VITALITY.build(tables, "test", VITALITY.library())
    return scene


def referee() -> Simulated:
    return Simulated({"party": VITALITY.policy("simple"), "foes": VITALITY.policy("simple")}, 1)


def test_the_charge_that_a_trap_has_cost_is_not_seen() -> None:
    scene = scene_of()
    before = VITALITY.view(scene, "party").beings["foe"].used
    referee().perform(scene, command("foe", "set_trap", kind="trap", attack="boom", at=(8, 2)))
    assert [use for use, _ in scene.beings["foe"].used] == ["attack boom", "hidden_trap"]
    assert VITALITY.view(scene, "party").beings["foe"].used == before
    assert VITALITY.view(scene, "foes") is scene


def test_enemies_see_that_something_is_prepared_and_not_what() -> None:
    scene = scene_of(turn="foe")
    scene.recorder = Recorder()
    referee().perform(scene, command("foe", "prepare", action="basic_ranged", event="moves"))
    told = {ruling.kind: ruling.seen_by for ruling in scene.recorder.rulings}
    assert (told["prepares"], told["waits"]) == ("", "foes")
    prepared = VITALITY.view(scene, "party").beings["foe"].prepared
    assert prepared is not None
    assert (prepared.command.args, prepared.event) == ((), "")
    assert ("Prepared", "something") in _now(VITALITY.view(scene, "party"), VITALITY.view(scene, "party").beings["foe"])
    assert VITALITY.view(scene, "foes").beings["foe"].prepared == scene.beings["foe"].prepared
