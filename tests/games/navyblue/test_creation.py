"""Making a character: the steps, what is legal, what a finished character may be, and what comes of it."""

from __future__ import annotations

import io
import sys
from typing import Any

import msgspec
import pytest

from ludex.cli.create import Walk
from ludex.core.creation import Draft
from ludex.core.kernel.plain import Plain
from ludex.games.navyblue.build import creation
from ludex.games.navyblue.build.creation import (
    faults,
    finish,
    first_scene,
    sheet,
)
from ludex.games.navyblue.build.legality import averaged, rulebook
from ludex.games.navyblue.game import NAVYBLUE
from ludex.games.navyblue.records.kinds import Character, Known, Packed
from ludex.games.navyblue.scene.setup import build
from ludex.games.navyblue.state import Scene
from ludex.text.terminal import Console
from tests.creating import Creating

CREATING = Creating(creation)
next_step, options, refusals, refuse = CREATING.next_step, CREATING.options, CREATING.refusals, CREATING.refuse
KIT = "nb.gap.money_and_start_kit"
VARIABLE = "nb.ancestry.variable_features"
TAMSIN: tuple[tuple[str, Plain], ...] = (
    ("table", ()),
    ("dominant", "harborfolk"),
    ("dominant sub", "Quayborn"),
    ("recessive", "skimmer"),
    ("recessive sub", "Bat"),
    ("dominant features", ("dockhand", "deep_pockets")),
    ("recessive features", ("echo_sight", "keen_ear")),
    ("size", (60,)),
    ("age", (31,)),
    ("attributes", (2, 0, 1, 0, 0, 1)),
    ("archetype", "Warrior"),
    ("features", ("stand_in_the_gap", "sever", "turn_aside")),
    ("skills", ("athletics", "medicine")),
    ("languages", ("harbour_cant:speak", "old_tidal:read")),
    ("armour", "chain_hauberk"),
    ("helmet", "iron_cap"),
    ("weapons", ("boarding_axe", "throwing_knives")),
    ("shield", "buckler"),
    ("consumables", ("vigor_draught", "vigor_draught", "slick_oil")),
    ("gear", ("rope", "lantern")),
    ("hands", ("boarding_axe", "buckler")),
    ("backpack", ("slick_oil", "lantern", "rope")),
    ("name", "Tamsin Oar"),
)
STEPS = [name for name, _ in TAMSIN]
TWICE: dict[str, Plain] = {"recessive": "harborfolk", "recessive sub": "Hillborn"}  # the same lineage again


def draft(until: str = "", instead: dict[str, Plain] | None = None) -> Draft:
    """Tamsin as far as a step, with some choices made otherwise."""
    made = Draft(NAVYBLUE.library())
    for name, choice in TAMSIN:
        if name == until:
            break
        made = made.take(name, (instead or {}).get(name, choice))
    return made


def tamsin(**changes: Any) -> Character:
    entry: Character = finish(draft())["character"][0]
    return msgspec.structs.replace(entry, **changes)


def rules_against(entry: Character) -> list[str]:
    return [refusal.rule for refusal in faults(NAVYBLUE.library(), entry)]


def against(step: str, choice: Plain, instead: dict[str, Plain] | None = None) -> list[str]:
    return [refusal.rule for refusal in refusals(draft(step, instead), choice)]


def played(entry: Character) -> Scene:
    """The first scene of a character."""
    library = NAVYBLUE.library()
    library.shelves["character"].entries[entry.id] = entry
    tables = {key: value for key, value in first_scene(entry).items() if key not in ("title", "game", "difficulty")}
    return build({**tables, "options": rulebook().default_options()}, "first scene", library)


# ---------------------------------------------------------------- the steps


@pytest.mark.rule("nb.ancestry.two_lineages", "nb.ancestry.sublineage", "nb.attr.start_array", "nb.arch.pick_one")
def test_every_step_in_order_makes_a_legal_character() -> None:
    made = Draft(NAVYBLUE.library())
    for name, choice in TAMSIN:
        step = next_step(made)
        assert step is not None
        assert step.name == name
        assert refuse(made, choice) is None
        made = made.take(name, choice)
    assert next_step(made) is None
    assert rules_against(tamsin()) == []


@pytest.mark.rule("nb.char.level0", "nb.attr.archetype")
def test_an_archetype_makes_level_1_with_its_attribute_at_3() -> None:
    before = dict(sheet(draft("archetype")))
    assert (before["Level"], before["Vigor"]) == ("–", "–")
    after = dict(sheet(draft("features")))
    assert (after["Level"], after["Presence"], after["Vigor"]) == ("1", "3", "13")
    assert "Bind" not in after


@pytest.mark.rule("nb.char.level0")
def test_without_an_archetype_there_is_level_0_and_nothing_learned() -> None:
    made = draft("features", {"archetype": ""})
    step = next_step(made)
    assert step is not None
    assert step.name == "languages"
    entry = tamsin(archetype="", level=0, features=tamsin().features[:5], skills=())
    assert rules_against(entry) == []
    assert dict(sheet(made))["Vigor"] == "8"
    assert played(entry).beings["tamsin_oar"].vigor == 8


@pytest.mark.rule("nb.ancestry.dominant_features")
def test_the_dominant_lineage_gives_its_dominant_features_and_the_other_none() -> None:
    assert "sea_legs" in tamsin().features
    assert "gliding_wings" not in tamsin().features
    twice = draft(instead={**TWICE, "recessive features": ("haggler", "long_strider")})
    entry: Character = finish(twice)["character"][0]
    assert entry.features.count("sea_legs") == 1


@pytest.mark.rule("nb.ancestry.name")
def test_an_ancestry_is_called_by_its_sub_lineages_the_dominant_first() -> None:
    assert dict(sheet(draft()))["Ancestry"] == "Quayborn / Bat"
    assert tamsin().sub_lineages == ("Quayborn", "Bat")


@pytest.mark.rule("nb.ancestry.size_age", "nb.round.down")
def test_sizes_and_ages_are_averaged_and_rounded_down() -> None:
    library = NAVYBLUE.library()
    shelf = library.shelves["lineage"].entries
    shelf["harborfolk"] = msgspec.structs.replace(shelf["harborfolk"], size_inches=(48, 77), max_age=90)
    shelf["skimmer"] = msgspec.structs.replace(shelf["skimmer"], size_inches=(35, 60), max_age=141)
    assert averaged(library, ("harborfolk", "skimmer")) == (41, 68, 115)
    assert averaged(library, ("skimmer", "skimmer")) == (35, 60, 141)


@pytest.mark.rule(VARIABLE)
def test_of_a_lineage_picked_twice_each_pick_goes_by_its_own_sub_lineage() -> None:
    assert against("recessive features", ("haggler", "long_strider"), TWICE) == []
    assert against("recessive features", ("haggler", "second_wind"), {**TWICE, "recessive sub": "Quayborn"}) == []
    assert against("recessive features", ("haggler", "deep_pockets"), TWICE) == [VARIABLE]
    assert against("recessive features", ("haggler", "dockhand"), TWICE) == [VARIABLE, VARIABLE]


@pytest.mark.rule("nb.lang.zero")
def test_without_points_one_language_is_spoken_brokenly() -> None:
    dull: dict[str, Plain] = {"attributes": (2, 2, 1, 1, -2, 0)}
    made = draft("languages", dull)
    step = next_step(made)
    assert step is not None
    assert (step.name, step.rule) == ("broken language", "nb.lang.zero")
    assert refuse(made, "skirl") is None
    entry: Character = finish(made.take("broken language", "skirl"))["character"][0]
    assert [(one.language, one.speak, one.read) for one in entry.languages] == [("skirl", False, False)]


@pytest.mark.rule("nb.lang.points", "nb.lang.levels")
def test_language_points_are_logic_and_2_and_all_are_spent() -> None:
    clever: dict[str, Plain] = {"attributes": (1, 0, 1, 0, 2, 0)}
    four = ("harbour_cant:speak", "harbour_cant:read", "old_tidal:read", "skirl:speak")
    assert against("languages", four, clever) == []
    assert against("languages", four[:3], clever) == ["nb.lang.points"]
    assert against("languages", four) == ["nb.lang.points"]
    assert "nb.lang.levels" in against("languages", ("skirl:speak", "skirl:speak", "skirl:read"))


def test_what_is_not_decided_yet_is_a_dash() -> None:
    assert dict(sheet(Draft(NAVYBLUE.library())))["Ancestry"] == "–"
    assert dict(sheet(draft("attributes")))["Brawn"] == "–"
    assert dict(sheet(draft("archetype")))["Brawn"] == "2"


@pytest.mark.parametrize(
    ("step", "choice", "rule"),
    [
        ("dominant", "elf", "nb.ancestry.two_lineages"),
        ("dominant sub", "Gull", "nb.ancestry.sublineage"),
        ("dominant features", ("dockhand",), VARIABLE),
        ("dominant features", ("haggler", "dockhand", "deep_pockets"), VARIABLE),
        ("dominant features", ("long_strider", "haggler"), VARIABLE),
        ("dominant features", ("sea_legs", "haggler"), VARIABLE),
        ("dominant features", ("haggler", "haggler"), VARIABLE),
        ("recessive features", ("stormrider", "keen_ear"), VARIABLE),
        ("recessive features", ("haggler", "keen_ear"), VARIABLE),
        ("size", (48,), "nb.ancestry.size_age"),
        ("size", (75,), "nb.ancestry.size_age"),
        ("age", (76,), "nb.ancestry.size_age"),
        ("attributes", (3, 0, 1, 0, 0, 0), "nb.attr.start_array"),
        ("attributes", (2, 1, 1, 1, 0, 0), "nb.attr.start_array"),
        ("attributes", (2, 2, 1, 1, 0, -1), "nb.attr.extra_rule"),
        ("attributes", (2, 2, 1, 1, 1, -2), "nb.attr.extra_rule"),
        ("archetype", "Bard", "nb.arch.pick_one"),
        ("features", ("sever", "turn_aside"), "nb.gap.features"),
        ("features", ("sever", "turn_aside", "turn_aside"), "nb.gap.features"),
        ("features", ("sever", "turn_aside", "force_lance"), "nb.arch.tag_gate"),
        ("features", ("sever", "turn_aside", "flight"), "nb.gap.features"),
        ("skills", ("athletics",), "nb.gap.skills"),
        ("skills", ("athletics", "athletics"), "nb.gap.skills"),
        ("skills", ("athletics", "sorcery"), "nb.gap.skills"),
        ("languages", ("skirl:speak",), "nb.lang.points"),
        ("languages", ("skirl:speak", "latin:read"), "nb.lang.points"),
        ("armour", "", KIT),
        ("armour", "iron_cap", KIT),
        ("helmet", "padded_coat", KIT),
        ("weapons", (), KIT),
        ("weapons", ("cutlass", "cutlass", "cutlass"), KIT),
        ("weapons", ("fists",), "nb.gap.weapons"),
        ("weapons", ("aether_wand",), "nb.arch.tag_gate"),
        ("shield", "cutlass", KIT),
        ("consumables", ("slick_oil",), KIT),
        ("consumables", ("slick_oil",) * 5, KIT),
        ("gear", (), KIT),
        ("hands", ("boarding_axe", "rope"), "nb.carry.hands"),
        ("hands", ("throwing_knives", "throwing_knives"), KIT),
        ("backpack", ("boarding_axe",), "nb.container.order"),
        ("name", "  ", "nb.char.kinds"),
    ],
)
def test_what_a_step_refuses(step: str, choice: Plain, rule: str) -> None:
    assert against(step, choice) == [rule]


@pytest.mark.rule("nb.attr.cap")
def test_no_attribute_is_above_5_at_the_start() -> None:
    assert against("attributes", (6, 0, 0, 0, 0, 0)) == ["nb.attr.start_array", "nb.attr.cap"]


@pytest.mark.rule("nb.attr.extra_rule")
@pytest.mark.parametrize("values", [(-2, 2, 1, 1, 0, 2), (2, 1, 1, 1, 0, -1)])
def test_one_more_number_is_paid_for_with_its_negative(values: tuple[int, ...]) -> None:
    assert against("attributes", values) == []
    assert against("attributes", values, {"table": ("opt_extra_rule",)}) == ["nb.attr.extra_rule"]


# ---------------------------------------------------------------- what a table plays otherwise


def test_a_table_may_let_dominant_features_count() -> None:
    table: dict[str, Plain] = {"table": ("opt_dominant_counts",), "dominant features": ("dockhand",)}
    assert against("dominant features", ("dockhand",), table) == []
    assert against("dominant features", ("dockhand", "haggler"), table) == [VARIABLE]
    entry: Character = finish(draft(instead=table))["character"][0]
    assert entry.allowed == ("nb.ancestry.feature_count",)
    assert rules_against(entry) == []
    assert rules_against(msgspec.structs.replace(entry, allowed=())) == ["nb.ancestry.feature_count"]


def test_a_table_may_let_a_feature_be_taken_twice() -> None:
    table: dict[str, Plain] = {**TWICE, "table": ("opt_duplicate_lineage_features",)}
    assert against("recessive features", ("haggler", "deep_pockets"), table) == []
    entry: Character = finish(draft(instead={**table, "recessive features": ("haggler", "deep_pockets")}))["character"][
        0
    ]
    assert rules_against(entry) == []
    assert len(played(entry).beings[entry.id].slots) == 15


def test_only_who_picks_a_lineage_twice_takes_a_feature_twice() -> None:
    table: dict[str, Plain] = {"table": ("opt_duplicate_lineage_features",)}
    assert against("recessive features", ("keen_ear", "keen_ear"), table) == [VARIABLE]


def test_a_table_may_let_the_extra_rule_be_used_twice() -> None:
    table: dict[str, Plain] = {"table": ("opt_extra_rule_twice",)}
    assert against("attributes", (2, 2, 1, 1, -1, -2), table) == []
    assert against("attributes", (2, 2, 1, 1, 1, -2), table) == ["nb.attr.extra_rule"]
    assert against("table", ("opt_extra_rule", "opt_extra_rule_twice")) == ["nb.attr.extra_rule"]


@pytest.mark.rule("nb.arch.tag_gate")
def test_a_table_may_have_warriors_without_magic() -> None:
    table: dict[str, Plain] = {"table": ("opt_warrior_no_magic",)}
    scroll = ("scroll_of_the_sure_step", "slick_oil")
    assert against("consumables", scroll) == []
    assert against("consumables", scroll, table) == ["nb.arch.tag_gate"]
    lit: dict[str, Plain] = {
        **table, "recessive": "lanternkin", "recessive sub": "Wick", "recessive features": ("flicker", "old_memory")
    }  # fmt: skip
    assert against("archetype", "Warrior", lit) == ["nb.arch.tag_gate"]
    assert against("archetype", "Mage", lit) == []


# ---------------------------------------------------------------- packing


@pytest.mark.rule("nb.carry.slots", "nb.carry.hands")
def test_armour_is_worn_and_what_is_neither_in_hand_nor_packed_lies_in_slots() -> None:
    entry = tamsin()
    assert entry.worn == ("chain_hauberk", "iron_cap")
    assert entry.held == ("boarding_axe", "buckler")
    assert entry.carried == ("throwing_knives", "vigor_draught", "vigor_draught")
    assert [pack.contents for pack in entry.packs] == [("slick_oil", "lantern", "rope")]
    being = played(entry).beings["tamsin_oar"]
    assert len(being.slots) == 14  # 10 + Brawn + Mettle, and Deep Pockets
    assert [slot.thing for slot in being.slots].count("") == 6
    assert [pack.worn for pack in being.packs] == [True]


@pytest.mark.rule("nb.carry.limit")
def test_what_has_no_room_cannot_be_carried() -> None:
    weak: dict[str, Plain] = {
        "attributes": (-2, 2, 0, 1, 1, 2),
        "dominant features": ("dockhand", "haggler"),
        "archetype": "Mage",
        "weapons": ("cutlass", "greatsword"),
        "hands": ("cutlass",),
    }
    assert against("backpack", (), weak) == ["nb.carry.limit"]  # 5 worn of 8, and 10 to carry
    assert against("backpack", ("lantern", "rope"), weak) == ["nb.carry.limit"]
    assert against("backpack", ("lantern", "rope", "slick_oil", "buckler", "greatsword"), weak) == []
    step = next_step(draft("backpack", weak))
    assert step is not None
    assert step.firm
    assert refuse(draft("backpack", weak), step.default) is None


@pytest.mark.rule("nb.container.slots")
def test_a_backpack_holds_8_slots() -> None:
    kit: dict[str, Plain] = {"gear": ("rope", "rope", "ten_foot_pole"), "shield": "", "hands": ("boarding_axe",)}
    assert against("backpack", ("rope", "rope", "ten_foot_pole", "slick_oil", "vigor_draught"), kit) == []
    everything = ("rope", "rope", "ten_foot_pole", "slick_oil", "vigor_draught", "vigor_draught", "throwing_knives")
    assert against("backpack", everything, kit) == ["nb.container.slots"]


def test_no_table_can_allow_what_has_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    told = io.StringIO()
    monkeypatch.setattr(sys, "stdin", io.StringIO("a 1 2 3\n1 2 3\n1 3\n"))
    walk = Walk(creation, draft("hands"), Console(file=told, width=200, no_color=True), True, lambda sides: 1)
    step = next_step(walk.draft)
    assert step is not None
    walk.decide(step)
    assert "they take 3 hands; a character has 2 [nb.carry.hands]" in told.getvalue()
    assert "To take it all the same" not in told.getvalue()
    assert walk.draft.get("hands") == ("boarding_axe", "buckler")


def test_hands_may_be_empty() -> None:
    assert against("hands", ("",)) == []
    entry: Character = finish(draft("backpack", {"hands": ("",)}))["character"][0]
    assert entry.held == ()


@pytest.mark.parametrize(
    ("kit", "held"),
    [
        ({}, ("boarding_axe", "buckler")),
        ({"weapons": ("greatsword",)}, ("greatsword",)),
        ({"shield": ""}, ("boarding_axe", "throwing_knives")),
        ({"weapons": ("cutlass", "greatsword"), "shield": ""}, ("cutlass",)),
    ],
)
def test_who_does_not_say_holds_the_first_weapon_and_the_shield(kit: dict[str, Plain], held: tuple[str, ...]) -> None:
    step = next_step(draft("hands", kit))
    assert step is not None
    assert step.default == held


# ---------------------------------------------------------------- what comes of it


def test_an_option_that_is_not_legal_says_why() -> None:
    refused = {option.value: option.refusal for option in options(draft("features"))}
    assert refused["sever"] is None
    assert refused["force_lance"] is not None
    assert refused["force_lance"].rule == "nb.arch.tag_gate"
    refused = {option.value: option.refusal for option in options(draft("dominant features"))}
    assert [name for name, refusal in refused.items() if refusal is not None] == ["long_strider"]


@pytest.mark.parametrize("step", STEPS)
def test_every_choice_is_among_the_options(step: str) -> None:
    offered = [option.value for option in options(draft(step))]
    choice = dict(TAMSIN)[step]
    if offered:
        assert all(part in offered for part in (choice if isinstance(choice, tuple) else (choice,)))


def test_a_name_makes_an_id_that_nobody_has() -> None:
    assert tamsin().id == "tamsin_oar"
    assert finish(draft(instead={"name": "Marlow"}))["character"][0].id == "marlow_2"
    assert finish(draft(instead={"name": "Party"}))["character"][0].id == "party_2"


def test_what_the_table_allows_is_written_down_and_no_fault() -> None:
    made = Draft(NAVYBLUE.library())
    for name, choice in TAMSIN:
        if name == "attributes":
            choice = (3, 1, 1, 0, 0, 0)
        against = refusals(made, choice)
        made = made.take(name, choice, dict.fromkeys(refusal.rule for refusal in against))
    entry: Character = finish(made)["character"][0]
    assert entry.allowed == ("nb.attr.start_array",)
    assert rules_against(entry) == []


def test_a_character_is_the_same_after_being_written() -> None:
    entry = tamsin()
    again = msgspec.convert(msgspec.to_builtins(entry), Character)
    assert msgspec.to_builtins(again) == msgspec.to_builtins(entry)


def test_the_first_scene_can_be_built() -> None:
    being = played(tamsin()).beings["tamsin_oar"]
    assert (being.vigor, being.at, being.sheet.language_points) == (13, "ladder", 0)
    assert being.sheet.traits == ("Warrior", "Quayborn", "Bat")


# ---------------------------------------------------------------- finished characters


@pytest.mark.parametrize("name", [entry.id for entry in NAVYBLUE.library().all("character")])
def test_every_ready_made_character_is_legal(name: str) -> None:
    assert rules_against(NAVYBLUE.library().shelves["character"].get(name)) == []


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"lineages": ("harborfolk",)}, "nb.ancestry.two_lineages"),
        ({"sub_lineages": ("Quayborn",)}, "nb.ancestry.sublineage"),
        ({"size_inches": 90}, "nb.ancestry.size_age"),
        ({"age": 0}, "nb.ancestry.size_age"),
        ({"archetype": ""}, "nb.char.level0"),
        ({"skills": ("athletics",)}, "nb.gap.skills"),
        ({"languages": ()}, "nb.lang.points"),
        ({"speed": 3}, "nb.speed"),
        ({"worn": ("iron_cap",)}, KIT),
        ({"held": ("boarding_axe", "buckler", "buckler")}, "nb.carry.hands"),
        ({"packs": ()}, KIT),
        ({"packs": (Packed(container="backpack", contents=("slick_oil", "rope")), Packed(container="satchel"))}, KIT),
        ({"features": ("sea_legs", "nap")}, "nb.feature.def"),
    ],
)
def test_what_no_rule_of_creation_allows(changes: dict[str, Any], rule: str) -> None:
    assert rule in rules_against(tamsin(**changes))


@pytest.mark.rule(VARIABLE, "nb.ancestry.feature_count", "nb.ancestry.dominant_features")
@pytest.mark.parametrize(
    ("lineage", "rule"),
    [
        (("dockhand", "deep_pockets", "echo_sight", "keen_ear"), "nb.ancestry.dominant_features"),
        (
            ("sea_legs", "gliding_wings", "dockhand", "haggler", "echo_sight", "keen_ear"),
            "nb.ancestry.dominant_features",
        ),
        (("sea_legs", "dockhand", "deep_pockets", "echo_sight"), "nb.ancestry.feature_count"),
        (("sea_legs", "dockhand", "deep_pockets", "haggler", "echo_sight"), VARIABLE),
        (("sea_legs", "dockhand", "dockhand", "keen_ear", "echo_sight"), VARIABLE),
        (("sea_legs", "dockhand", "haggler", "keen_ear", "stormrider"), VARIABLE),
        (("sea_legs", "dockhand", "haggler", "keen_ear", "dense"), VARIABLE),
    ],
)
def test_a_finished_ancestry_has_four_features_of_two_lineages(lineage: tuple[str, ...], rule: str) -> None:
    assert rules_against(tamsin(features=(*lineage, *tamsin().features[5:]))) == [rule]


@pytest.mark.rule("nb.attr.raise_every_four", "nb.lang.points")
def test_levels_raise_attributes_and_leave_points_to_keep() -> None:
    raised = {"Brawn": 3, "Finesse": 0, "Mettle": 1, "Acumen": 0, "Logic": 1, "Vibe": 1}
    learned = (*tamsin().features, "grit", "weathered")
    changes: dict[str, Any] = {"level": 4, "skills": ("athletics", "medicine", "lore"), "features": learned}
    assert rules_against(tamsin(attributes=raised, **changes)) == []
    assert rules_against(tamsin(attributes={**raised, "Brawn": 4, "Logic": 0}, **changes)) == [
        "nb.attr.raise_every_four"
    ]
    more = (Known(language="harbour_cant", read=True), Known(language="old_tidal"))
    assert rules_against(tamsin(attributes=raised, languages=more, **changes)) == []
    assert rules_against(tamsin(attributes=raised, languages=more[:1] * 2, **changes)) == [
        "nb.lang.levels", "nb.lang.points"
    ]  # fmt: skip


def test_nobody_begins_with_what_is_found_in_play() -> None:
    kit = tamsin(carried=("keepers_medal",))
    assert KIT in rules_against(kit)
    offered = [option.value for option in options(draft("gear"))]
    assert "lantern" in offered
    assert "keepers_medal" not in offered


@pytest.mark.parametrize("archetype", ["Warrior", "Devout", "Adept", "Mage"])
def test_there_are_six_features_to_learn_beyond_the_first_three(archetype: str) -> None:
    every = NAVYBLUE.library().all("feature")
    own = [entry for entry in every if entry.origin == "archetype" and archetype in entry.archetypes]
    assert len(own) >= 9


def test_who_has_been_in_play_may_own_what_they_found() -> None:
    found = {"carried": ("greatsword", "cutlass"), "packs": (Packed(container="satchel"),)}
    assert KIT in rules_against(tamsin(**found))
    assert rules_against(tamsin(experience=2, **found)) == []
