"""The numbers of a character: what attributes, Tier, archetypes and boons add to, and what they do not."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.core.kernel.agenda import command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import BadInput, Recorder
from ludex.games.vitality.book.attacks.blow import Blow
from ludex.games.vitality.book.attacks.built import attack_of
from ludex.games.vitality.book.attacks.rolls import accuracy_parts
from ludex.games.vitality.book.characters.scores import (
    avoidance,
    capacity,
    durability,
    initiative_parts,
    resistance,
    roll_parts,
    speed,
    total_of,
)
from ludex.games.vitality.game import VITALITY
from ludex.games.vitality.state import RESISTANCES, Scene


def scene_with(tier: int = 4, options: dict[str, Any] | None = None, **given: Any) -> Scene:
    """A scene with one plain character."""
    tables = {"options": VITALITY.rulebook.check_options(options or {}), "beings": {"ann": {"tier": tier, **given}}}
    scene = VITALITY.build(tables, "test", VITALITY.library())
    scene.recorder = Recorder()
    return scene


def numbers(scene: Scene) -> dict[str, int]:
    ann = scene.beings["ann"]
    return {
        "avoidance": total_of(avoidance(scene, ann)),
        "durability": total_of(durability(scene, ann)),
        **{name: total_of(resistance(scene, ann, name)) for name in RESISTANCES},
        **{roll: total_of(roll_parts(scene, ann, roll)) for roll in ("accuracy", "damage", "condition")},
        "speed": speed(scene, ann),
        "initiative": total_of(initiative_parts(scene, ann)),
        "capacity": capacity(scene, ann),
        "hp": ann.sheet.hp,
    }


def risen(attribute: str, before: int, after: int) -> dict[str, int]:
    """What changes when an attribute rises, and by how much."""
    old = numbers(scene_with(attributes={attribute: before}))
    new = numbers(scene_with(attributes={attribute: after}))
    return {name: new[name] - old[name] for name in old if new[name] != old[name]}


@pytest.mark.rule("vt.attr.focus")
def test_focus_adds_to_accuracy_initiative_and_resolve() -> None:
    assert risen("focus", 2, 3) == {"resolve": 1, "accuracy": 1, "initiative": 1}


@pytest.mark.rule("vt.attr.power")
def test_power_adds_to_damage_conditions_capacity_and_stability() -> None:
    assert risen("power", 2, 3) == {"stability": 1, "damage": 1, "condition": 1, "capacity": 1}


@pytest.mark.rule("vt.attr.mobility")
def test_mobility_adds_to_movement_initiative_and_avoidance() -> None:
    assert risen("mobility", 0, 2) == {"avoidance": 2, "speed": 2, "initiative": 2}


@pytest.mark.rule("vt.attr.endurance")
def test_endurance_adds_to_durability_and_vitality_and_not_to_hp() -> None:
    assert risen("endurance", 0, 4) == {"durability": 4, "vitality": 4}
    assert numbers(scene_with(attributes={"endurance": 4}))["hp"] == 100


@pytest.mark.rule("vt.formula.avoidance")
@pytest.mark.parametrize(("tier", "mobility", "score"), [(4, 2, 11), (2, 0, 7)])
def test_avoidance_is_5_and_tier_and_mobility(tier: int, mobility: int, score: int) -> None:
    assert numbers(scene_with(tier, attributes={"mobility": mobility}))["avoidance"] == score


@pytest.mark.rule("vt.formula.durability")
@pytest.mark.parametrize(("tier", "endurance", "score"), [(4, 4, 8), (5, 0, 5)])
def test_durability_is_tier_and_endurance(tier: int, endurance: int, score: int) -> None:
    assert numbers(scene_with(tier, attributes={"endurance": endurance}))["durability"] == score


@pytest.mark.rule("vt.formula.avoidance", "vt.formula.durability")
def test_later_editions_have_5_more_on_both() -> None:
    found = numbers(scene_with(4, {"opt_av10_dr5": True}, attributes={"mobility": 2, "endurance": 4}))
    assert (found["avoidance"], found["durability"]) == (16, 13)


@pytest.mark.rule("vt.formula.resolve", "vt.formula.stability", "vt.formula.vitality", "vt.formula.resistance")
def test_resistances_are_10_and_tier_and_an_attribute() -> None:
    assert numbers(scene_with(4, attributes={"focus": 4}))["resolve"] == 18
    assert numbers(scene_with(3, attributes={"power": 2}))["stability"] == 15
    assert numbers(scene_with(2, attributes={"endurance": 1}))["vitality"] == 13


@pytest.mark.rule("vt.formula.resistance")
def test_fortify_raises_all_three_resistances_and_nothing_else() -> None:
    plain, fortified = numbers(scene_with()), numbers(scene_with(conditions=["Fortified"]))
    assert {n: fortified[n] - plain[n] for n in plain if fortified[n] != plain[n]} == dict.fromkeys(RESISTANCES, 4)


@pytest.mark.rule("vt.arch.defence")
@pytest.mark.parametrize(
    ("archetype", "score"), [("iron_will", "resolve"), ("immovable", "stability"), ("resilient", "vitality")]
)
def test_a_defensive_archetype_adds_two_tiers_to_one_resistance(archetype: str, score: str) -> None:
    plain, strong = numbers(scene_with()), numbers(scene_with(defensive=archetype))
    assert {n: strong[n] - plain[n] for n in plain if strong[n] != plain[n]} == {score: 8}
    assert numbers(scene_with(defensive="iron_will", attributes={"focus": 2}))["resolve"] == 24


@pytest.mark.rule("vt.boon.passive")
def test_a_passive_bonus_adds_tier_and_sickly_takes_30_hp() -> None:
    plain = numbers(scene_with())
    found = numbers(scene_with(boons=[{"kind": "passive", "id": "sickly", "stats": ["damage"]}]))
    assert (found["damage"] - plain["damage"], found["hp"]) == (4, 70)
    assert numbers(scene_with(boons=[{"kind": "passive", "id": "slow", "stats": ["speed"]}]))["speed"] == 16


@pytest.mark.rule("vt.boon.conditional")
def test_a_conditional_bonus_adds_tier_while_its_needs_are_met() -> None:
    boons = [{"kind": "conditional", "id": "perfect_form", "stats": ["accuracy", "damage"]}]
    whole, hurt = numbers(scene_with(boons=boons)), numbers(scene_with(boons=boons, hp=99))
    assert (whole["accuracy"], whole["damage"], hurt["accuracy"], hurt["damage"]) == (8, 8, 4, 4)


@pytest.mark.rule("vt.boon.custom")
def test_a_bonus_of_the_own_making_asks_for_all_its_pieces() -> None:
    boons = [{"kind": "custom", "id": "own", "stats": ["accuracy", "speed"], "pieces": ["bloodied", "rooted"]}]
    scene = scene_with(4, {"opt_custom_bonuses": True}, boons=boons, hp=50)
    assert (numbers(scene)["accuracy"], numbers(scene)["speed"]) == (8, 16)
    scene.beings["ann"].note("moved")
    assert (numbers(scene)["accuracy"], numbers(scene)["speed"]) == (4, 8)


@pytest.mark.rule("vt.stack.additive")
def test_bonuses_add_up() -> None:
    boons = [
        {"kind": "passive", "id": "sickly", "stats": ["damage"]},
        {"kind": "conditional", "id": "deaths_door", "stats": ["damage", "accuracy"]},
    ]
    found = numbers(scene_with(boons=boons, hp=20))
    assert (found["damage"], found["accuracy"]) == (12, 8)


@pytest.mark.rule("vt.hp.max", "vt.tier.table")
@pytest.mark.parametrize(("level", "tier"), [(0, 2), (1, 3), (2, 3), (3, 4), (4, 4), (5, 5)])
def test_the_level_gives_the_tier_and_never_more_hp(level: int, tier: int) -> None:
    library = VITALITY.library()
    tables = {"options": VITALITY.rulebook.check_options({}), "beings": {"ann": {"level": level}}}
    ann = VITALITY.build(tables, "test", library).beings["ann"]
    assert (ann.sheet.tier, ann.sheet.hp, ann.hp) == (tier, 100, 100)


@pytest.mark.rule("vt.npc.hp_classes")
@pytest.mark.parametrize(
    ("hp_class", "hp"), [("minion", 10), ("captain", 25), ("vanguard", 50), ("boss", 100), ("ally", 50)]
)
def test_the_hp_of_enemies_go_by_their_class(hp_class: str, hp: int) -> None:
    tables = {
        "options": VITALITY.rulebook.check_options({}),
        "beings": {"foe": {"from": "alley_tough", "hp_class": hp_class}},
    }
    foe = VITALITY.build(tables, "test", VITALITY.library()).beings["foe"]
    assert (foe.sheet.hp, foe.hp) == (hp, hp)


@pytest.mark.parametrize("word", ["no", "false", 0])
def test_somebody_is_flung_or_not(word: Plain) -> None:
    with pytest.raises(BadInput, match="flung: expected true or false"):
        VITALITY.refusal(scene_with(), command(GM, "fall", being="ann", spaces=45, flung=word))


def test_all_that_an_attack_adds_is_told_once_and_by_a_name_of_its_own() -> None:
    cut = {"id": "cut", "name": "Cut", "type": "melee_accuracy"}
    marks = [{"name": "Marked", "source": who} for who in ("ann", "ben")]
    beings: dict[str, Any] = {who: {"tier": 2} for who in ("ann", "ben", "cem")}
    for being in beings.values():
        being["attacks"] = [cut]
    beings["foe"] = {"side": "foes", "conditions": marks}
    tables = {"options": VITALITY.rulebook.check_options({}), "beings": beings}
    scene = VITALITY.build(tables, "test", VITALITY.library())

    def added(who: str) -> list[tuple[int, str]]:
        attack = attack_of(scene, scene.beings[who], "cut")
        parts = accuracy_parts(scene, Blow(who, "cut", ("foe",)), attack, scene.beings["foe"])
        return [(part.amount, part.source) for part in parts if part.amount]

    assert added("cem") == [(2, "Tier"), (2, "melee attack"), (4, "target Marked")]
    assert added("ann") == [(2, "Tier"), (2, "melee attack"), (2, "target Marked")]
