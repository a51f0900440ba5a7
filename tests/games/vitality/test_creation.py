"""Making a character: the steps, what is legal, what a finished character may be, and what comes of it."""

from __future__ import annotations

import io
import random
import re
import sys
from typing import Any

import msgspec
import pytest

from ludex.cli.create import Leave, Walk
from ludex.core.creation import Draft
from ludex.core.kernel.plain import Plain
from ludex.games.vitality.build import creation, legality, legality_of_attacks, legality_of_boons
from ludex.games.vitality.build.creation import faults, finish, first_scene, sheet
from ludex.games.vitality.game import VITALITY
from ludex.games.vitality.records.kinds import Archetypes, Attack, Boon, Character
from ludex.text.terminal import Console
from tests.creating import Creating

CREATING = Creating(creation)
next_step, options, refusals, refuse = CREATING.next_step, CREATING.options, CREATING.refusals, CREATING.refuse
LIBRARY = VITALITY.library()
DEFAULTS = legality.rulebook().default_options()
WREN: tuple[tuple[str, Plain], ...] = (
    ("table", ()),
    ("level", (3,)),
    ("movement", "swift"),
    ("attack", "dual"),
    ("defensive", "iron_will"),
    ("skills", ("focus", "awareness")),
    ("combat attributes", (3, 3, 2, 0)),
    ("utility attributes", (2, 1, 1)),
    ("boon 1", "passive:glass_cannon"),
    ("boon 1 stats", ("damage",)),
    ("boon 1 loses", "durability"),
    ("boon 2", "ability:support_aura"),
    ("boon 2 stats", ("accuracy",)),
    ("boon 2 upgrades", ("increase_area",)),
    ("attack 1", "ranged"),
    ("attack 1 effect", "stun"),
    ("attack 1 versus", "vitality"),
    ("attack 1 upgrades", ("lasting_condition", "reliable_condition")),
    ("attack 1 limits", ("careful",)),
    ("attack 1 descriptor", "ice"),
    ("attack 1 name", "Cold Snap"),
    ("attack 2", "area"),
    ("attack 2 effect", "damage"),
    ("attack 2 shape", "burst"),
    ("attack 2 upgrades", ("enhanced_scale", "enhanced_scale", "ranged_area")),
    ("attack 2 limits", ()),
    ("attack 2 descriptor", ""),
    ("attack 2 name", "Hailstorm"),
    ("wealth", "well_off"),
    ("features", ("ice", "flight", "super_strength")),
    ("name", "Wren Adair"),
)
STEPS = [name for name, _ in WREN]


def draft(until: str = "", instead: dict[str, Plain] | None = None) -> Draft:
    """Wren as far as a step, with some choices made otherwise."""
    made = Draft(LIBRARY)
    for name, choice in WREN:
        if name == until:
            break
        made = made.take(name, (instead or {}).get(name, choice))
    return made


def wren(**changes: Any) -> Character:
    entry: Character = finish(draft())["character"][0]
    return msgspec.structs.replace(entry, **changes)


def rules_against(entry: Character) -> list[str]:
    return [refusal.rule for refusal in faults(LIBRARY, entry)]


def legal(made: Draft) -> list[Plain]:
    return [option.value for option in options(made) if option.refusal is None]


def attack(**given: Any) -> Attack:
    return msgspec.convert({"id": "a", "name": "A", "type": "ranged", **given}, Attack)


def boon(kind: str, name: str, **given: Any) -> Boon:
    return msgspec.convert({"kind": kind, "id": name, **given}, Boon)


def about_attack(**given: Any) -> list[str]:
    """The rules against an attack of Wren's, whatever it costs."""
    found = rules_against(wren(attacks=(attack(**given),), boons=()))
    return [rule for rule in found if rule != "vt.arch.attack.budget"]


# ---------------------------------------------------------------- the steps


@pytest.mark.rule("vt.create.steps")
def test_the_steps_come_in_order() -> None:
    made = Draft(LIBRARY)
    for name, choice in WREN:
        step = next_step(made)
        assert step is not None
        assert step.name == name
        assert refuse(made, choice) is None, (name, refuse(made, choice))
        made = made.take(name, choice)
    assert next_step(made) is None


@pytest.mark.rule("vt.create.steps", "vt.create.utility_points")
def test_level_3_has_8_combat_points_4_utility_points_3_boons_and_20_for_features() -> None:
    entry = wren()
    assert legality_of_boons.boon_points(LIBRARY, entry) == 3
    assert legality.utility_points(LIBRARY, entry) == 20
    assert refuse(draft("combat attributes"), (4, 4, 0, 0)) is None
    assert refuse(draft("utility attributes"), (4, 0, 0)) is None


def test_what_comes_of_it_is_legal_and_plays() -> None:
    entry = finish(draft())["character"][0]
    assert VITALITY.content_faults(LIBRARY, "character", entry) == []
    assert entry.allowed == ()
    assert [attack.id for attack in entry.attacks] == ["cold_snap", "hailstorm"]
    library = VITALITY.library()
    library.shelves["character"].entries[entry.id] = entry
    tables = {key: value for key, value in first_scene(entry).items() if key in ("board", "beings")}
    scene = VITALITY.build({**tables, "options": DEFAULTS}, "first", library)
    assert len(scene.beings) == 4


def test_the_sheet_shows_what_is_decided() -> None:
    first, whole = dict(sheet(Draft(LIBRARY))), dict(sheet(draft()))
    assert set(first.values()) == {"–"}
    assert (whole["Tier"], whole["Avoidance"], whole["Durability"], whole["Resolve"]) == ("4", "11", "0", "25")
    assert (whole["Boons"], whole["Utility points"], whole["Capacity"]) == ("3/3", "20/20", "7")


def test_options_that_cannot_be_taken_say_why() -> None:
    found = {option.value: option.refusal for option in options(draft("attack 1 upgrades"))}
    assert found["reliable_condition"] is None
    assert found["bleed"] is not None
    assert found["bleed"].rule == "vt.up.list"


# ---------------------------------------------------------------- level and attributes


@pytest.mark.rule("vt.tier.table")
@pytest.mark.parametrize("level", [-1, 6])
def test_there_are_levels_0_to_5(level: int) -> None:
    refusal = refuse(draft("level"), (level,))
    assert refusal is not None
    assert refusal.rule == "vt.tier.table"
    assert "vt.tier.table" in rules_against(wren(level=level))


@pytest.mark.rule("vt.attr.combat_points")
@pytest.mark.parametrize(("values", "fine"), [((4, 4, 0, 0), True), ((5, 3, 0, 0), False), ((4, 3, 1, 1), False),
                                              ((-1, 4, 4, 0), False), ((1, 0, 0, 0), True)])  # fmt: skip
def test_combat_points_are_twice_the_tier_and_none_above_it(values: tuple[int, ...], fine: bool) -> None:
    found = refusals(draft("combat attributes"), values)
    assert [refusal.rule for refusal in found][:1] == ([] if fine else ["vt.attr.combat_points"])


@pytest.mark.rule("vt.attr.utility_points")
@pytest.mark.parametrize(("values", "fine"), [((4, 0, 0), True), ((2, 2, 1), False), ((0, 0, 5), False)])
def test_utility_attribute_points_are_the_tier(values: tuple[int, ...], fine: bool) -> None:
    assert (refuse(draft("utility attributes"), values) is None) == fine


# ---------------------------------------------------------------- archetypes and skills


@pytest.mark.rule("vt.create.steps", "vt.arch.defence")
def test_an_archetype_belongs_to_its_part() -> None:
    assert refusals(draft("movement"), "focused")[0].rule == "vt.create.steps"
    assert refusals(draft("defensive"), "swift")[0].rule == "vt.arch.defence"
    assert set(legal(draft("defensive"))) == {"iron_will", "immovable", "resilient", ""}


@pytest.mark.rule("vt.create.steps", "vt.boon.passive")
def test_only_the_slow_have_no_movement_archetype() -> None:
    without = draft("boon 1", {"movement": ""})
    assert refusals(without, "")[0].rule == "vt.create.steps"
    assert refuse(without, "passive:slow") is None
    assert refusals(draft("boon 1"), "passive:slow")[0].rule == "vt.boon.passive"
    assert "vt.create.steps" in rules_against(wren(archetypes=Archetypes(attack="dual", defensive="iron_will")))


@pytest.mark.rule("vt.create.steps")
def test_at_level_0_nobody_can_leave_an_archetype_out() -> None:
    assert refusals(draft("movement", {"level": (0,)}), "")[0].rule == "vt.create.steps"


@pytest.mark.rule("vt.create.steps")
def test_a_boon_is_kept_for_the_drawback_that_is_owed() -> None:
    made = draft("boon 1", {"level": (1,), "movement": ""})
    assert refusals(made, "trait:lucky")[0].rule == "vt.create.steps"


@pytest.mark.rule("vt.boon.passive")
def test_only_the_frail_have_no_defensive_archetype() -> None:
    assert refusals(draft("boon 1"), "passive:frail")[0].rule == "vt.boon.passive"
    assert refuse(draft("boon 1", {"defensive": ""}), "passive:frail") is None


@pytest.mark.rule("vt.skill.check")
@pytest.mark.parametrize("chosen", [(), ("focus",), ("focus", "focus"), ("focus", "power", "mobility")])
def test_two_different_attributes_are_chosen_for_skills(chosen: tuple[str, ...]) -> None:
    assert refusals(draft("skills"), chosen)[0].rule == "vt.skill.check"


@pytest.mark.rule("vt.skill.check")
def test_a_table_may_play_with_utility_archetypes() -> None:
    made = draft("skills", {"table": ("opt_utility_archetypes",)})
    assert next_step(made).name == "utility"  # type: ignore[union-attr]  # there is one more
    one = made.take("utility", "specialized")
    assert refuse(one, ("focus",)) is None
    assert refusals(one, ("focus", "power"))[0].rule == "vt.skill.check"
    assert refuse(made.take("utility", "jack_of_all_trades"), ()) is None
    assert rules_against(wren(archetypes=Archetypes(
        movement="swift", attack="dual", defensive="iron_will", utility="practical",
    ))) == ["vt.skill.check"]  # fmt: skip


# ---------------------------------------------------------------- boons


@pytest.mark.rule("vt.arch.attack.specialist")
def test_a_specialist_has_twice_the_boons_and_no_special_attack() -> None:
    entry = wren(archetypes=Archetypes(movement="swift", attack="specialist", defensive="iron_will"))
    assert legality_of_boons.boon_points(LIBRARY, entry) == 6
    assert "vt.arch.attack.specialist" in rules_against(entry)
    steps = draft("attack 1", {"attack": "specialist"})
    while (step := next_step(steps)) is not None and step.name.startswith("boon"):
        steps = steps.take(step.name, "")
    assert step is not None
    assert step.name == "wealth"


@pytest.mark.rule("vt.tier.table")
def test_boons_equal_the_level() -> None:
    lucky, tough = boon("trait", "lucky"), boon("trait", "robot")
    entry = wren(boons=(*wren().boons, lucky))
    assert rules_against(entry) == ["vt.tier.table"]
    assert rules_against(wren(boons=(lucky, tough))) == []
    assert refusals(draft("boon 2 upgrades"), ("increase_area", "increase_area"))[0].rule == "vt.tier.table"


@pytest.mark.rule("vt.boon.passive", "vt.boon.conditional")
def test_each_stat_is_raised_once_by_passive_and_once_by_conditional_bonuses() -> None:
    sickly, peaked = (boon("passive", name, stats=["damage"]) for name in ("sickly", "peaked"))
    first = boon("conditional", "patient", stats=["damage", "accuracy"])
    second = boon("conditional", "avenger", stats=["accuracy", "speed"])
    assert rules_against(wren(boons=(sickly, peaked))) == ["vt.boon.passive"]
    assert rules_against(wren(boons=(first, second))) == ["vt.boon.conditional"]
    assert rules_against(wren(boons=(sickly, first))) == []


@pytest.mark.rule("vt.boon.conditional")
@pytest.mark.parametrize("stats", [(), ("damage",), ("damage", "damage"), ("damage", "speed", "accuracy")])
def test_a_conditional_bonus_is_on_two_stats(stats: tuple[str, ...]) -> None:
    made = draft("boon 1 stats", {"boon 1": "conditional:patient"})
    assert refusals(made, stats)[0].rule == "vt.boon.conditional"


@pytest.mark.rule("vt.boon.passive")
def test_a_glass_cannon_raises_neither_score() -> None:
    assert refusals(draft("boon 1 stats"), ("avoidance",))[0].rule == "vt.boon.passive"
    assert set(legal(draft("boon 1 loses"))) == {"avoidance", "durability"}
    lost = boon("passive", "glass_cannon", stats=["damage"], loses="speed")
    assert rules_against(wren(boons=(lost,))) == ["vt.boon.passive"]


@pytest.mark.rule("vt.boon.passive")
def test_the_combat_focused_have_no_utility_points() -> None:
    focused = boon("passive", "combat_focused", stats=["damage"])
    assert "vt.boon.passive" in rules_against(wren(boons=(focused,), wealth="comfortable"))
    assert rules_against(wren(boons=(focused,), wealth="comfortable", utility=())) == []
    assert rules_against(wren(boons=(focused,), wealth="wealthy", utility=())) == ["vt.create.utility_points"]


@pytest.mark.rule("vt.boon.passive")
def test_the_straightforward_have_one_limit_on_every_attack() -> None:
    straight = boon("passive", "straightforward", stats=["damage"], limit="careful")
    assert rules_against(wren(boons=(straight,))) == ["vt.boon.passive"]
    assert refusals(draft("boon 1", {"attack": "focused"}), "passive:straightforward")[0].rule == "vt.boon.passive"
    assert refusals(draft("boon 1", {"attack": "specialist"}), "passive:straightforward")[0].rule == "vt.boon.passive"
    made = draft("boon 1").take("boon 1", "passive:straightforward").take("boon 1 stats", ("damage",))
    made = made.take("boon 1 limit", "careful").take("boon 2", "").take("attack 1", "ranged")
    made = made.take("attack 1 effect", "damage").take("attack 1 upgrades", ())
    assert next_step(made).default == ("careful",)  # type: ignore[union-attr]  # there is one more
    assert refusals(made, ())[0].rule == "vt.boon.passive"


@pytest.mark.rule("vt.ability.regeneration")
def test_whoever_regenerates_raises_neither_avoidance_nor_durability() -> None:
    power = boon("ability", "regeneration")
    for raised in (boon("passive", "sickly", stats=["avoidance"]),
                   boon("conditional", "patient", stats=["durability", "speed"])):  # fmt: skip
        assert rules_against(wren(boons=(power, raised))) == ["vt.ability.regeneration"]
    made = draft("boon 1").take("boon 1", "ability:regeneration").take("boon 1 upgrades", ())
    made = made.take("boon 2", "passive:sickly")
    assert set(legal(made)) == {"accuracy", "damage", "condition", "all_resistances", "speed"}


@pytest.mark.rule("vt.trait.immutable")
def test_there_is_one_immutable() -> None:
    both = (boon("trait", "immutable_resolve"), boon("trait", "immutable_vitality"))
    assert rules_against(wren(boons=both)) == ["vt.trait.immutable"]


@pytest.mark.parametrize(("kind", "name", "given"), [
    ("trait", "lucky", {}), ("ability", "invisibility", {}), ("conditional", "patient", {"stats": ["damage", "speed"]}),
])  # fmt: skip
def test_the_same_boon_is_taken_once(kind: str, name: str, given: dict[str, Any]) -> None:
    one = boon(kind, name, **given)
    assert legality_of_boons.rule_of(LIBRARY, one) in rules_against(wren(boons=(one, one)))


def test_what_a_boon_does_not_ask_for_is_refused() -> None:
    assert rules_against(wren(boons=(boon("trait", "lucky", stats=["damage"]),))) == ["vt.trait.lucky"]
    assert rules_against(wren(boons=(boon("ability", "summon", size=10),))) == ["vt.ability.summon"]
    assert rules_against(wren(boons=(boon("ability", "heal", upgrades=["ranged", "ranged"]),))) == ["vt.ability.heal"]


@pytest.mark.rule("vt.ability.support_aura")
@pytest.mark.parametrize("stat", ["condition", "speed"])
def test_a_support_aura_raises_neither_condition_checks_nor_speed(stat: str) -> None:
    made = draft("boon 2 stats")
    assert refusals(made, (stat,))[0].rule == "vt.ability.support_aura"
    assert stat not in legal(made)
    assert rules_against(wren(boons=(boon("ability", "support_aura", stats=[stat]),))) == ["vt.ability.support_aura"]


@pytest.mark.rule("vt.ability.summon")
def test_companions_have_a_build_of_the_summoners_level() -> None:
    made = draft("boon 1", {"level": (2,), "combat attributes": (3, 3, 0, 0), "utility attributes": (2, 1, 0)})
    made = made.take("boon 1", "ability:summon")
    found = legal(made)
    assert "kennel_hound" in found
    assert refusals(made, "colossus_prototype")[0].rule == "vt.ability.summon"


@pytest.mark.rule("vt.boon.custom")
def test_own_bonuses_are_of_grade_3_and_for_tables_that_play_so() -> None:
    assert refusals(draft("boon 1"), "custom:own")[0].rule == "vt.boon.custom"
    made = draft("boon 1", {"table": ("opt_custom_bonuses",)})
    assert refuse(made, "custom:own") is None
    made = made.take("boon 1", "custom:own")
    assert refuse(made, ("bloodied", "rooted")) is None
    assert refusals(made, ("rooted",))[0].rule == "vt.boon.custom"
    assert refusals(made, ("bloodied", "revenge"))[0].rule == "vt.boon.custom"
    own = boon("custom", "own", stats=["damage", "speed"], pieces=["bloodied", "rooted"])
    assert rules_against(wren(boons=(own,))) == ["vt.boon.custom"]
    assert rules_against(wren(boons=(own,), allowed=("vt.boon.custom",))) == []


# ---------------------------------------------------------------- attacks


@pytest.mark.rule("vt.arch.attack.budget")
@pytest.mark.parametrize(("level", "focused", "dual", "versatile"), [
    (0, 4, 2, 0), (1, 6, 4, 2), (2, 6, 4, 2), (3, 8, 6, 4), (4, 8, 6, 4), (5, 10, 8, 6),
])  # fmt: skip
def test_points_for_each_attack(level: int, focused: int, dual: int, versatile: int) -> None:
    for archetype, count, points in (("focused", 1, focused), ("dual", 2, dual), ("versatile", 4, versatile)):
        entry = wren(level=level, archetypes=Archetypes(attack=archetype))
        assert legality_of_attacks.attack_points(LIBRARY, entry, DEFAULTS) == points
        assert legality_of_attacks.attack_count(LIBRARY, entry, DEFAULTS) == count
    assert rules_against(wren(attacks=(*wren().attacks, attack(id="third")))) == ["vt.arch.attack.budget"]


@pytest.mark.rule("vt.arch.attack.budget")
def test_the_older_scale_has_tens_of_points_and_five_attacks() -> None:
    old = {**DEFAULTS, "opt_attack_scale_hundred": True}
    for archetype, count, points in (("focused", 1, 150), ("dual", 2, 130), ("versatile", 5, 100)):
        entry = wren(level=5, archetypes=Archetypes(attack=archetype))
        assert legality_of_attacks.attack_points(LIBRARY, entry, old) == points
        assert legality_of_attacks.attack_count(LIBRARY, entry, old) == count
    assert legality_of_attacks.price(LIBRARY, attack(upgrades=["double_tap"], limits=["careful"]), old) == 80


@pytest.mark.rule("vt.arch.attack.budget")
def test_points_of_one_attack_cannot_be_spent_on_another() -> None:
    dear = attack(upgrades=["double_tap", "overhit", "disengage"])
    assert rules_against(wren(attacks=(dear,))) == ["vt.arch.attack.budget"]


@pytest.mark.rule("vt.attack.build")
def test_a_condition_costs_and_areas_pay_twice_for_the_rest() -> None:
    stun = attack(effect="stun", versus="vitality", upgrades=["lasting_condition", "reliable_condition"])
    assert legality_of_attacks.price(LIBRARY, stun, DEFAULTS) == 4
    wave = attack(type="area", shape="cone", effect="weaken", versus="vitality", stat="speed",
                  upgrades=["reliable_condition"], limits=["careful"])  # fmt: skip
    assert legality_of_attacks.price(LIBRARY, wave, DEFAULTS) == 6
    assert rules_against(wren(attacks=(stun, msgspec.structs.replace(wave, id="wave")))) == []


@pytest.mark.rule("vt.attack.build")
@pytest.mark.parametrize(("given", "rule"), [
    ({"effect": "stun"}, "vt.attack.build"),
    ({"versus": "resolve"}, "vt.attack.build"),
    ({"effect": "weaken", "versus": "resolve"}, "vt.cond.weaken"),
    ({"type": "area"}, "vt.attack.area.shape"),
    ({"shape": "line"}, "vt.attack.area.shape"),
    ({"type": "direct_condition"}, "vt.attack.type.direct_condition"),
    ({"type": "direct_damage", "effect": "stun", "versus": "resolve"}, "vt.attack.type.direct_damage"),
    ({"upgrades": ["disengage", "disengage"]}, "vt.attack.build"),
    ({"limits": ["careful", "careful"]}, "vt.attack.build"),
])  # fmt: skip
def test_an_attack_is_of_a_piece(given: dict[str, Any], rule: str) -> None:
    assert about_attack(**given) == [rule]


@pytest.mark.rule("vt.up.list")
@pytest.mark.parametrize("given", [
    {"type": "area", "shape": "cone", "upgrades": ["barrage"]},
    {"effect": "stun", "versus": "resolve", "upgrades": ["bleed"]},
    {"upgrades": ["reliable_condition"]},
    {"upgrades": ["long_range"]},
    {"type": "area", "shape": "cone", "upgrades": ["precise", "shatter"]},
    {"type": "area", "shape": "cone", "upgrades": ["ranged_area"]},
    {"upgrades": ["double_tap", "ricochet"]},
    {"upgrades": ["minion_slayer", "boss_slayer"]},
    {"upgrades": ["channeled"], "limits": ["charge_up"]},
])  # fmt: skip
def test_an_upgrade_stands_only_where_the_list_lets_it(given: dict[str, Any]) -> None:
    assert about_attack(**given) == ["vt.up.list"]


@pytest.mark.rule("vt.up.list")
def test_enhanced_scale_may_be_repeated_and_direct_areas_start_anywhere_in_any_shape() -> None:
    assert about_attack(type="area", shape="line", upgrades=["enhanced_scale", "enhanced_scale"]) == []
    assert about_attack(type="direct_area_damage", shape="cone", upgrades=["ranged_area"]) == []
    far = attack(upgrades=["extended_range", "long_range"])
    assert rules_against(wren(attacks=(far,))) == []


@pytest.mark.rule("vt.enh.general", "vt.limit.gate")
@pytest.mark.parametrize(("one", "other"), [("quickdraw", "slaughter"), ("slaughter", "quickdraw")])
def test_a_ban_holds_whichever_of_the_two_names_it(one: str, other: str) -> None:
    assert rules_against(wren(attacks=(attack(limits=[one, other]),)))[0].startswith("vt.limit.")


@pytest.mark.rule("vt.limit.hp")
@pytest.mark.parametrize("power", ["heal", "regeneration", "leech"])
def test_whoever_pays_with_hp_has_nothing_that_restores_them(power: str) -> None:
    paid = attack(limits=["attrition"], upgrades=["leech"] if power == "leech" else [])
    boons = () if power == "leech" else (boon("ability", power),)
    assert rules_against(wren(attacks=(paid,), boons=boons)) == ["vt.limit.hp"]
    assert rules_against(wren(attacks=(attack(limits=["attrition"]),), boons=())) == []


def test_without_points_a_condition_cannot_even_be_begun() -> None:
    made = draft("attack 1", {"level": (0,), "attack": "versatile"})
    cut = Draft(LIBRARY, tuple([one for one in made.chosen if not one.step.startswith("boon")]))
    assert "direct_condition" not in legal(cut)
    assert "direct_damage" in legal(cut)


# ---------------------------------------------------------------- utility


@pytest.mark.rule("vt.create.utility_points", "vt.feature.list")
def test_features_cost_at_most_five_tiers() -> None:
    made = draft("features", {"wealth": "comfortable"})
    assert refuse(made, ("time_travel", "flight")) is None
    assert refusals(made, ("time_travel", "flight", "lock"))[0].rule == "vt.create.utility_points"
    assert refusals(made, ("lock", "lock"))[0].rule == "vt.feature.support"
    assert refusals(made, ("debt", "debt"))[0].rule == "vt.feature.list"
    assert refuse(made, ("multi_limbed", "multi_limbed")) is None
    assert rules_against(wren(wealth="comfortable", utility=("time_travel", "flight", "debt"))) == [
        "vt.create.utility_points"
    ]


@pytest.mark.rule("vt.feature.self_sacrifice")
def test_nobody_has_self_sacrifice_with_immortality() -> None:
    made = draft("features", {"wealth": "comfortable"})
    assert refusals(made, ("immortality", "self_sacrifice"))[0].rule == "vt.feature.self_sacrifice"
    assert refuse(made, ("self_sacrifice", "flight")) is None


@pytest.mark.rule("vt.sense.list", "vt.descriptor.list")
def test_senses_and_descriptors_have_their_prices() -> None:
    cost = {name: LIBRARY.shelves["feature"].entries[name].cost for name in LIBRARY.shelves["feature"].entries}
    assert [cost[name] for name in ("darkvision", "tremor_sense", "x_ray_vision", "truth_sight")] == [1, 3, 5, 10]
    assert [cost[name] for name in ("fire", "cosmic")] == [5, 10]
    assert rules_against(wren(utility=("fire", "fire"))) == ["vt.descriptor.list"]
    assert rules_against(wren(utility=("darkvision", "darkvision"))) == ["vt.sense.list"]


@pytest.mark.rule("vt.wealth")
def test_wealth_is_paid_with_utility_points() -> None:
    poor, rich = draft("features", {"wealth": "poor"}), draft("features", {"wealth": "wealthy"})
    assert refuse(poor, ("time_travel", "flight", "lock", "debt")) is None
    assert refusals(rich, ("time_travel", "ice", "lock"))[0].rule == "vt.create.utility_points"
    assert faults(LIBRARY, wren()) == []


# ---------------------------------------------------------------- enemies


@pytest.mark.rule("vt.npc.hp_classes")
def test_enemies_may_leave_things_out_but_exceed_nothing() -> None:
    tough = LIBRARY.shelves["enemy"].entries["alley_tough"]
    assert legality.enemy_faults(LIBRARY, tough) == []
    strong = msgspec.structs.replace(tough, attributes={"power": 3})
    assert [r.rule for r in legality.enemy_faults(LIBRARY, strong)] == ["vt.attr.combat_points"]
    library = VITALITY.library()
    library.shelves["enemy"].entries[strong.id] = strong
    assert [f.rule for f in VITALITY.content_faults(library, "enemy", strong)] == ["vt.attr.combat_points"]


# ---------------------------------------------------------------- by luck, and typed


def by_luck(seed: int, table: tuple[str, ...]) -> Character:
    """A character of choices by luck; what is refused is chosen anew."""
    luck = random.Random(seed)
    made = Draft(LIBRARY)
    while (step := next_step(made)) is not None:
        known = [option.value for option in options(made) if option.refusal is None]
        for _ in range(60):
            choice: Plain
            if step.name == "table":
                choice = table
            elif step.kind == "one":
                choice = luck.choice(known)
            elif step.kind == "several":
                choice = tuple(luck.sample(known, min(len(known), luck.randrange(3))))
                # To mypy: such a step has many
                choice = (*step.default, *choice) if step.name.endswith("limits") else choice  # type: ignore[misc]
            elif step.kind == "numbers":
                choice = tuple([luck.randrange(6 if step.name == "level" else 3) for _ in step.fields])
            else:
                choice = f"Somebody's {step.name}"
            found = refusals(made, choice)
            assert all([refusal.rule in VITALITY.rulebook.rules for refusal in found])
            if not found:
                break
        else:
            assert step.default is not None
            choice = step.default
        made = made.take(step.name, choice)
        sheet(made)
    entry: Character = finish(made)["character"][0]
    return entry


@pytest.mark.parametrize("seed", range(6))
def test_whatever_was_not_refused_is_legal_as_a_whole(seed: int) -> None:
    table = (("opt_custom_bonuses",), ("opt_attack_scale_hundred",), ("opt_utility_archetypes",))[seed % 3]
    entry = by_luck(seed, table if seed > 2 else ())
    assert VITALITY.content_faults(LIBRARY, "character", entry) == []
    if seed <= 2:
        assert entry.allowed == ()


def test_no_two_attacks_have_the_same_name() -> None:
    made = Draft(LIBRARY)
    for name, choice in (
        ("table", ()), ("level", (3,)), ("movement", "swift"), ("attack", "dual"), ("defensive", "iron_will"),
        ("skills", ("focus", "awareness")), ("combat attributes", (3, 3, 2, 0)), ("utility attributes", (2, 1, 1)),
        ("boon 1", ""), ("attack 1", "ranged"), ("attack 1 effect", "damage"), ("attack 1 upgrades", ()),
    ):  # fmt: skip
        made = made.take(name, choice)
    offered = {option.value: option.refusal for option in options(made)}
    assert offered["drain_reserves"] is not None  # whoever does not heal cannot pay with it
    assert offered["drain_reserves"].rule == "vt.limit.gate"
    for name, choice in (
        ("attack 1 limits", ()), ("attack 1 descriptor", ""), ("attack 1 name", "Spark"), ("attack 2", "ranged"),
        ("attack 2 effect", "damage"), ("attack 2 upgrades", ()), ("attack 2 limits", ()),
        ("attack 2 descriptor", ""),
    ):  # fmt: skip
        made = made.take(name, choice)
    assert [refusal.rule for refusal in refusals(made, " spark")] == ["vt.attack.build"]
    assert refusals(made, "Flash") == []
    assert ("Combat points", "8/8") in sheet(made)


def test_a_walk_at_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = [
        "", "3", "swift", "dual-natured", "iron will", "focus, awareness", "3 3 2 0", "2 1 1", "glass cannon",
        "damage", "durability", "support aura", "accuracy", "increase area", "ranged", "stun", "vitality",
        "lasting condition, reliable condition", "careful", "ice", "Cold Snap", "area", "", "burst",
        "enhanced scale, enhanced scale, ranged area", "", "", "Hailstorm", "well off", "ice, flight, super strength",
        "Wren Adair", "",
    ]  # fmt: skip
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    told = io.StringIO()
    walk = Walk(creation, Draft(LIBRARY), Console(file=told, width=200, no_color=True), True, lambda sides: 1)
    assert msgspec.to_builtins(walk.through()["character"][0]) == msgspec.to_builtins(wren())
    assert "Not legal" not in told.getvalue()


def test_whoever_names_what_is_not_legal_is_told_the_rule_at_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not listed can be named all the same, at every step from the level to the features."""
    typed = [
        "", "7", "3", "resilient", "swift", "dual-natured", "swift", "iron will", "focus", "focus, awareness",
        "5 3 0 0", "4 4 4 4", "3 3 2 0", "4 4 4", "2 1 1", "slow", "glass cannon", "avoidance", "damage", "durability",
        "immutable: resolve", "immutable: vitality", "lucky", "ranged", "control", "vitality", "long range",
        "reliable condition, lasting condition, critical condition, contagious", "", "unreliable 1, unreliable 2", "",
        "", "Snap", "area", "", "burst", "", "", "", "Wave", "",
        "uncontrolled magic, alchemist, bard, hexer, telepath", "q",
    ]  # fmt: skip
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    told = io.StringIO()
    walk = Walk(creation, Draft(LIBRARY), Console(file=told, width=200, no_color=True), True, lambda sides: 1)
    with pytest.raises(Leave):
        walk.through()
    assert re.findall(r"Not legal: .* \[(vt[\w.]+)\]", told.getvalue()) == [
        "vt.tier.table", "vt.skill.check", "vt.attr.combat_points", "vt.attr.combat_points", "vt.attr.utility_points",
        "vt.boon.passive", "vt.boon.passive", "vt.trait.immutable", "vt.up.list", "vt.arch.attack.budget",
        "vt.limit.random", "vt.arch.attack.budget", "vt.create.utility_points",
    ]  # fmt: skip


# ---------------------------------------------------------------- what is left unspent


@pytest.mark.rule("vt.attr.combat_points", "vt.attr.utility_points", "vt.tier.table", "vt.create.utility_points")
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"attributes": {"focus": 3, "power": 3, "awareness": 4}}, ["6 of 8 combat attribute points are spent"]),
        ({"attributes": {"focus": 4, "power": 4, "awareness": 1}}, ["1 of 4 utility attribute points are spent"]),
        ({"boons": ()}, ["0 of 3 boons are spent"]),
        ({"utility": ()}, ["2 of 20 utility points are spent"]),
        ({}, []),
    ],
)
def test_points_left_unspent_are_legal_and_warned_about(changes: dict[str, Any], words: list[str]) -> None:
    entry = wren(**changes)
    assert VITALITY.content_faults(LIBRARY, "character", entry) == []
    told = VITALITY.content_warnings(LIBRARY, "character", entry)
    assert [fault.problem for fault in told] == words
    allowed = msgspec.structs.replace(entry, allowed=tuple(fault.rule for fault in told))
    assert VITALITY.content_warnings(LIBRARY, "character", allowed) == []
