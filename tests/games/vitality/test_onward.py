"""From one scene into the next: what the party takes along, and what stays behind."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.core.files.scenefile import load_scene
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.scene import Condition, Until
from ludex.core.referee.simulated import Simulated
from ludex.games.vitality.foe.policy import SimplePolicy
from ludex.games.vitality.game import VITALITY
from ludex.games.vitality.state import Scene

SCENES = {path.stem: path for path in sorted((VITALITY.home / "content" / "scenes").glob("*.toml"))}
LIBRARY = VITALITY.library()


def fought(name: str, seed: int = 3) -> Scene:
    scene: Any = load_scene(SCENES[name], LIBRARY).scene
    simulated = Simulated({GM: SimplePolicy()}, seed)
    opening = VITALITY.opening(scene)
    assert opening is not None
    simulated.perform(scene, opening)
    simulated.play(scene)
    return scene  # type: ignore[no-any-return]  # a scene of this game


@pytest.mark.parametrize("name", SCENES)
def test_a_party_goes_on_from_every_scene_into_every_other(name: str) -> None:
    before = fought(name)
    for path in SCENES.values():
        scene: Any = load_scene(path, LIBRARY).scene
        places = {being.id: (being.at, being.height) for being in scene.beings.values()}
        VITALITY.carry_over(before, scene)
        assert not VITALITY.faults(scene)
        assert {being.id: (being.at, being.height) for being in scene.beings.values()} == places
        for being in scene.beings.values():
            if being.side == "party" and being.id in before.beings:
                old = before.beings[being.id]
                assert (being.hp, being.efforts, being.lost) == (old.hp, old.efforts, old.lost)


def test_wounds_and_efforts_go_along_and_what_hangs_on_others_stays() -> None:
    before = fought("the_fencing_hall", seed=4)
    scene: Any = load_scene(SCENES["throne_of_ash"], LIBRARY).scene
    ilse = before.beings["ilse_brandt"]
    ilse.hp, ilse.efforts, ilse.lost, ilse.carries = 41, 2, 2, ("kestrel",)
    lasting = Condition("Weakened", note="accuracy", until=Until("hour", turns=8))
    for condition in (lasting, Condition("Taunted", source="pale_duelist"), Condition("Hidden", value=12)):
        ilse.afflict(condition)
    before.beings["kestrel"].afflict(Condition("Carried", source="ilse_brandt"))
    VITALITY.carry_over(before, scene)
    after = scene.beings["ilse_brandt"]
    assert (after.hp, after.efforts, after.lost, after.carries) == (41, 2, 2, ())
    assert after.conditions == (lasting,)
    assert "Carried" not in scene.beings["kestrel"].states
    assert not VITALITY.faults(scene)


def test_the_morning_after_is_rested_through_without_a_blow() -> None:
    """A scene without a fight: who has fallen is up again and nobody lacks anything in the end."""
    scene = fought("the_morning_after")
    simulated = Simulated({GM: SimplePolicy()}, 1)
    for kind in ("breather", "full"):
        for given in VITALITY.rest(scene, kind):
            assert VITALITY.refusal(scene, given) is None
            simulated.perform(scene, given)
    assert all(being.hp == being.sheet.hp and not being.efforts for being in scene.beings.values())
    assert not any(being.states for being in scene.beings.values())
