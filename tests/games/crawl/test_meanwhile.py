"""What the game master does while somebody is asked counts for what comes of the answer."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.core.kernel.agenda import command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, Interject, Question
from ludex.core.kernel.ruling import BadInput
from ludex.core.referee.live import Live, TypedDice
from ludex.games.crawl.game import CRAWL
from ludex.games.crawl.state import Scene

BOARD = {"width": 12, "height": 6}
SHIELD = {
    "id": "wall_of_oak", "name": "Wall of Oak", "skill": "defense", "inherits": ["strength"],
    "parts": [{"part": "failure_chance", "value": 5}, {"part": "energy_point_cost", "value": 1}],
    "use": {"when": "defense", "against": "attack", "target": "ally", "needs": "shield"},
}  # fmt: skip


def table(**tables: Any) -> Live[Scene]:
    library = CRAWL.library().copy()
    library.add({"aspect": [SHIELD]}, "test")
    scene = CRAWL.build({"options": CRAWL.rulebook.check_options({}), "board": BOARD, **tables}, "test", library)
    return Live(CRAWL, scene, TypedDice())


def meanwhile(live: Live[Scene], name: str, **args: Plain) -> None:
    live.answer(Interject(command(GM, name, **args)))


def asked(live: Live[Scene]) -> str:
    return live.open.rule if isinstance(live.open, Question) else ""


def test_a_guard_who_has_lost_the_energy_does_not_pay_with_it() -> None:
    foe = {"side": "foes", "at": [3, 2], "defends": False, "max_hp": 20}
    guard = {"side": "foes", "at": [4, 2], "hands": ["", "shield"], "aspects": ["wall_of_oak"], "hp": 1}
    live = table(turn="ann", beings={"ann": {"at": [2, 2]}, "foe": foe, "guard": guard})
    live.perform(command("ann", "attack", skill="unarmed_strike", target="foe"))
    live.fell((10,))
    assert asked(live) == "tc.defense.roll"
    meanwhile(live, "set", what="guard", field="ep", value=0)
    with pytest.raises(BadInput):
        live.answer("wall_of_oak")
    live.answer("no")
    live.fell((2,))
    assert (live.scene.beings["foe"].hp, live.scene.beings["guard"].ep) == (18, 0)


@pytest.mark.rule("tc.skill.check")
def test_who_has_lost_their_senses_tries_nothing() -> None:
    live = table(mode="adventure", beings={"ann": {"at": [2, 2], "aspects": ["medicine"]}, "bo": {"at": [4, 2]}})
    skill = next(str(name) for name in CRAWL.actions["try_task"].args[0].values(live.scene, live.scene.beings["ann"]))
    live.perform(command("ann", "try_task", skill=skill, task="the wheel"))
    assert asked(live) == "tc.skill.check"
    meanwhile(live, "condition", being="ann", condition="Unconscious")
    while asked(live):
        live.answer(1)
    assert live.open is None  # nothing is rolled


@pytest.mark.rule("tc.aspect.upgrade")
def test_points_that_are_gone_are_not_paid() -> None:
    own = {"aspect": "spell_dart", "changed": [[5, "1d4"]]}
    live = table(mode="downtime", beings={"ann": {"ap": 3, "aspects": [own]}})
    live.perform(command("ann", "upgrade", aspect="spell_dart", choice="", part=5, worth="1d8"))
    meanwhile(live, "set", what="ann", field="ap", value=1)
    live.answer(True)
    assert live.scene.beings["ann"].ap == 0
    assert CRAWL.faults(live.scene) == []


@pytest.mark.rule("tc.ability.heal")
def test_a_core_aspect_that_is_whole_is_not_healed_beyond_that() -> None:
    hurt = {"strength": 3, "mobility": 3, "ability": [["strength", 1], ["mobility", 1]]}
    live = table(mode="adventure", beings={"ann": hurt, "bo": {}})
    live.perform(command(GM, "heal", target="ann", amount=10))
    assert asked(live) == "tc.ability.heal"
    meanwhile(live, "set", what="ann", field="ability", value=(("strength", 1),))
    with pytest.raises(BadInput, match='expected one of: "strength"'):
        live.answer("mobility")
    while asked(live):
        live.answer("strength")
    assert CRAWL.faults(live.scene) == []
    assert live.scene.beings["ann"].damaged("mobility") == 0
