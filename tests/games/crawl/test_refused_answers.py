"""Answers that the rules do not offer: a defence that cannot be paid for, a core aspect that is whole, somebody out of
reach."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.core.kernel.agenda import command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Question
from ludex.core.kernel.ruling import BadInput
from ludex.core.referee.live import Live, TypedDice
from ludex.games.crawl.game import CRAWL
from ludex.games.crawl.state import Scene

ANN: dict[str, Any] = {"aspects": ["slash"], "hands": ["short_sword"], "at": [2, 2], "max_ep": 5}
FOE: dict[str, Any] = {"side": "foes", "at": [3, 2], "max_hp": 20, "facing": 3}


def table(**tables: Any) -> Live[Scene]:
    options = CRAWL.rulebook.check_options({})
    scene = CRAWL.build({"options": options, "board": {"width": 12, "height": 6}, **tables}, "test", CRAWL.library())
    return Live(CRAWL, scene, TypedDice())


def refuses(live: Live[Scene], rule: str, value: Plain) -> None:
    """The question stays open after an answer that was not offered."""
    question = live.open
    assert isinstance(question, Question)
    assert question.rule == rule
    with pytest.raises(BadInput):
        live.answer(value)
    assert live.open is question


@pytest.mark.rule("tc.defense.roll")
@pytest.mark.parametrize("guard", ["block", "melee_parry", "duck_and_dodge!", "dance", True, 1, ""])
def test_a_defence_is_one_that_can_be_made_and_paid_for(guard: Plain) -> None:
    """No shield, no blade, and too few HP for maximum effort."""
    foe = {**FOE, "aspects": ["duck_and_dodge", "block", "melee_parry"], "hp": 1}
    live = table(turn="ann", beings={"ann": ANN, "foe": foe})
    live.perform(command("ann", "attack", skill="slash:short_sword", target="foe"))
    live.fell((10,))
    refuses(live, "tc.defense.roll", guard)
    live.answer("duck_and_dodge")
    live.fell((11,))
    assert live.scene.beings["foe"].hp == 1


@pytest.mark.rule("tc.defense.roll", "tc.maxeffort.defense")
def test_without_energy_only_effort_is_left() -> None:
    live = table(turn="ann", beings={"ann": ANN, "foe": {**FOE, "aspects": ["duck_and_dodge"], "ep": 0}})
    live.perform(command("ann", "attack", skill="slash:short_sword", target="foe"))
    live.fell((10,))
    refuses(live, "tc.defense.roll", "duck_and_dodge")
    live.answer("duck_and_dodge!")
    live.fell((11,))
    assert live.scene.beings["foe"].hp == 18


@pytest.mark.rule("tc.ability.heal")
@pytest.mark.parametrize("core", ["intelligence", "luck", ""])
def test_only_a_damaged_core_aspect_heals(core: str) -> None:
    hurt = {"strength": 3, "mobility": 3, "ability": [["strength", 1], ["mobility", 1]]}
    live = table(beings={"ann": hurt})
    live.perform(command("gm", "heal", target="ann", amount=10))
    refuses(live, "tc.ability.heal", core)
    live.answer("mobility")
    assert live.scene.beings["ann"].ability == ()


@pytest.mark.rule("tc.slowed")
@pytest.mark.parametrize("way", ["flee", "no", 1])
def test_who_is_slowed_pays_or_forfeits(way: Plain) -> None:
    live = table(turn="foe", beings={"ann": {**ANN, "conditions": ["Slowed"]}, "foe": FOE})
    live.perform(command("foe", "end_turn"))
    refuses(live, "tc.slowed", way)
    live.answer("forfeit")
    assert live.scene.turns.current == "foe"


@pytest.mark.rule("tc.opportunistic")
@pytest.mark.parametrize("way", ["slash:short_sword", "counter_stab:short_sword", "ann"])
def test_only_what_is_opportunistic_answers_a_step(way: str) -> None:
    ann = {**ANN, "aspects": ["slash", "counter_slash"]}
    live = table(turn="foe", beings={"ann": ann, "foe": {**FOE, "defends": False}})
    live.perform(command("foe", "move", to=((4, 2),)))
    refuses(live, "tc.opportunistic", way)
    live.answer("counter_slash:short_sword")
    live.fell((5,))
    assert live.scene.beings["foe"].at == (4, 2)


@pytest.mark.rule("tc.parry")
def test_a_riposte_is_an_attack_that_reaches() -> None:
    foe = {**FOE, "aspects": ["melee_parry", "slash", "archery"], "hands": ["long_sword"], "max_ep": 3}
    live = table(turn="ann", beings={"ann": {**ANN, "defends": False}, "foe": foe})
    live.perform(command("ann", "attack", skill="slash:short_sword", target="foe"))
    live.fell((10,))
    live.answer("melee_parry")
    live.fell((15,))
    refuses(live, "tc.parry", "archery:long_sword")
    live.answer("slash:long_sword")
    live.fell((8,))
    live.fell((3,))
    assert live.scene.beings["ann"].hp == 3


@pytest.mark.rule("tc.skill.check")
@pytest.mark.parametrize("difficulty", [0, 61, "hard", True])
def test_a_difficulty_is_a_number_that_somebody_could_reach(difficulty: Plain) -> None:
    live = table(mode="adventure", beings={"ann": {"aspects": ["knowledge_arcane"]}})
    live.perform(command("ann", "try_task", skill="knowledge_arcane", task="runes"))
    refuses(live, "tc.skill.check", difficulty)
    live.answer(10)
    live.answer(1)
    live.fell((10,))
    assert live.scene.clock == 60


@pytest.mark.rule("tc.ready")
def test_a_readied_action_is_released_or_not() -> None:
    live = table(turn="ann", beings={"ann": ANN, "foe": {**FOE, "at": [6, 2], "defends": False}})
    ready = command(
        "ann", "ready", action="attack", event="comes_in_range", **{"with": (("skill", "slash:short_sword"),)}
    )
    live.perform(ready)
    live.perform(command("ann", "end_turn"))
    live.perform(command("foe", "move", to=((5, 2), (4, 2), (3, 2))))
    refuses(live, "tc.ready", "slash:short_sword")
    live.answer("release")
    live.fell((8,))
    live.fell((4,))
    assert live.scene.beings["foe"].hp == 16
