"""Answers that Navy Blue does not take, and values that a scene cannot have."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.core.content.content import ContentError
from ludex.core.files.run_script import run_script
from ludex.core.files.scenefile import scene_from
from ludex.games.navyblue import game

GAME = game.NAVYBLUE.name
FIGHTER: dict[str, Any] = {
    "archetype": "Warrior",
    "level": 3,
    "experience": 11,
    "features": ["sever", "stand_in_the_gap", "turn_aside"],
}


def fault_of(being: dict[str, Any], do: str, given: dict[str, Any], answers: list[Any]) -> str:
    """What is wrong with the answers to a command of the Director, where nothing else is."""
    listed = [{"rule": rule, "answer": answer} for rule, answer in answers]
    script = [{"do": do, "with": given, "answers": listed}]
    tables = {"game": GAME, "board": "coast_road", "place": {"safe": True}, "beings": {"mate": being}}
    (report,) = run_script(scene_from({**tables, "script": script}, "test"))
    return "; ".join(report.faults)


@pytest.mark.rule("nb.container.no_injury")
@pytest.mark.parametrize("slots", [["backpack"], [11], [0], [1], [2, 3], []])
def test_injuries_are_taken_by_unmarked_core_slots_alone(slots: list[Any]) -> None:
    mate = {"vigor": 0, "marked": [1], "packs": [{"container": "backpack"}]}
    damage = {"target": "mate", "amount": 1}
    assert fault_of(mate, "damage", damage, [("nb.injury.choice", [2])]) == ""
    assert "nb.injury.choice" in fault_of(mate, "damage", damage, [("nb.injury.choice", slots)])


@pytest.mark.rule("nb.attr.raise_every_four")
@pytest.mark.parametrize("chosen", [("Brawn", "Brawn"), ("Presence",), ("Brawn", "Luck")])
def test_two_different_core_attributes_are_raised(chosen: tuple[str, ...]) -> None:
    rule = "nb.attr.raise_every_four"
    assert fault_of(FIGHTER, "respite", {}, [(rule, "Brawn"), (rule, "Vibe"), ("nb.gap.features", "grit")]) == ""
    assert rule in fault_of(FIGHTER, "respite", {}, [(rule, name) for name in chosen])


@pytest.mark.rule("nb.attr.raise_every_four")
def test_an_attribute_at_its_cap_cannot_be_picked() -> None:
    rule = "nb.attr.raise_every_four"
    strong = {**FIGHTER, "attributes": {"Brawn": 5}}
    assert rule in fault_of(strong, "respite", {}, [(rule, "Brawn"), (rule, "Vibe")])


@pytest.mark.rule("nb.heal.injuries")
@pytest.mark.parametrize("slots", [[3], [1, 2], []])
def test_only_injuries_heal_and_no_more_than_are_due(slots: list[int]) -> None:
    rule = "nb.heal.injuries"
    mate = {"marked": [1, 2]}
    assert fault_of(mate, "respite", {}, [(rule, [2])]) == ""
    assert rule in fault_of(mate, "respite", {}, [(rule, slots)])


@pytest.mark.parametrize("archetype", [["Warrior", "Mage"], "Bard"])
def test_nobody_has_two_archetypes_or_one_that_there_is_not(archetype: Any) -> None:
    with pytest.raises(ContentError, match="archetype"):
        scene_from({"game": GAME, "beings": {"mate": {"archetype": archetype}}}, "test")


def test_a_devout_has_bind_and_none_of_the_others() -> None:
    tables = {"game": GAME, "beings": {"ione": {}}, "expect": {"ione": {"attribute": {"Presence": 3}}}}
    with pytest.raises(ContentError, match="has no attribute 'Presence'"):
        run_script(scene_from(tables, "test"))
