"""Content of Navy Blue: what every trait, feature and item has, and what is refused when it is read."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.core.content.content import ContentError, Fault, Library
from ludex.core.files.scenefile import scene_from
from ludex.games.navyblue.game import NAVYBLUE

GEAR = {"id": "mirror", "name": "Mirror", "traits": ["Gear"], "slots": 1}
FEATURE = {
    "id": "hum", "name": "Hum", "traits": ["Passive"], "effects": [{"do": "grant_skill", "skill": "lore"}],
}  # fmt: skip


def library_of(kind: str, **entry: Any) -> Library:
    library = NAVYBLUE.library().copy()
    library.add({kind: [entry]}, "test")
    return library


def faults(kind: str, **entry: Any) -> list[Fault]:
    library = library_of(kind, **entry)
    return NAVYBLUE.content_faults(library, kind, library.shelves[kind].entries[entry["id"]])


@pytest.mark.rule("nb.item.schema")
def test_every_item_states_its_slots() -> None:
    assert faults("gear", **GEAR) == []
    with pytest.raises(ContentError, match="slots"):
        library_of("gear", **{key: value for key, value in GEAR.items() if key != "slots"})


@pytest.mark.rule("nb.item.schema")
def test_every_item_has_a_name() -> None:
    assert faults("gear", **GEAR) == []
    with pytest.raises(ContentError, match="name"):
        library_of("gear", **{key: value for key, value in GEAR.items() if key != "name"})


@pytest.mark.rule("nb.item.gear")
def test_gear_has_the_trait_and_an_effect_of_its_own() -> None:
    library = NAVYBLUE.library()
    pole = library.shelves["gear"].entries["ten_foot_pole"]
    assert NAVYBLUE.content_faults(library, "gear", pole) == []
    assert "Gear" in pole.traits
    assert [effect.reach for effect in pole.effects] == [1]


@pytest.mark.rule("nb.trait.def")
def test_a_trait_says_what_it_can_be_put_on() -> None:
    assert faults("gear", **GEAR) == []
    with pytest.raises(ContentError, match="applies_to"):
        library_of("trait", id="Odd", name="Odd")
    with pytest.raises(ContentError, match="at least one of feature, item, character"):
        library_of("trait", id="Odd", name="Odd", applies_to=[])


@pytest.mark.rule("nb.trait.def")
@pytest.mark.parametrize(
    ("kind", "entry", "trait"),
    [
        ("gear", GEAR, "Wrecker"),
        ("feature", FEATURE, "Weapon"),
        ("npc", {"id": "clerk", "name": "Clerk", "level": 1, "morale": 7, "unarmed": True}, "Gear"),
    ],
)
def test_a_trait_is_put_only_on_what_its_sub_traits_name(kind: str, entry: dict[str, Any], trait: str) -> None:
    assert faults(kind, **entry) == []
    wrong = faults(kind, **{**entry, "traits": [*entry.get("traits", []), trait]})
    assert [(fault.field, fault.rule) for fault in wrong] == [("traits", "nb.trait.def")]


@pytest.mark.rule("nb.feature.def")
def test_a_feature_has_at_least_one_trait() -> None:
    assert faults("feature", **FEATURE) == []
    with pytest.raises(ContentError, match=r"every feature has at least one \[nb\.feature\.def\]"):
        library_of("feature", **{**FEATURE, "traits": []})


@pytest.mark.rule("nb.feature.tags")
@pytest.mark.parametrize(
    "changes",
    [
        {"traits": ["Active"]},
        {"traits": ["Passive", "Active"]},
        {"timing": "action", "cost": {"actions": 1}},
        {"timing": "action", "traits": ["Active"]},
    ],
)
def test_tags_and_timing_of_a_feature_go_together(changes: dict[str, Any]) -> None:
    assert {fault.rule for fault in faults("feature", **{**FEATURE, **changes})} == {"nb.feature.tags"}


@pytest.mark.rule("nb.item.schema")
def test_a_feature_that_an_item_gives_is_tagged_item() -> None:
    wrong = faults("gear", **{**GEAR, "features": ["sever"]})
    assert [(fault.field, fault.rule) for fault in wrong] == [("features", "nb.feature.tags")]


def test_an_npc_has_no_slots_to_set() -> None:
    with pytest.raises(ContentError, match=r"an NPC has no slots \[nb\.carry\.npc\]"):
        scene_from({"game": "navyblue", "beings": {"wrecker": {"carried": ["rope"]}}}, "test")


@pytest.mark.rule("nb.feature.def")
@pytest.mark.parametrize(
    ("effect", "field"),
    [
        ({"do": "grant_motion", "amount": 2}, "on"),
        ({"do": "add_slots", "amount": 2, "on": "use"}, "on"),
        ({"do": "prevent_injury", "on": "result"}, "on"),
        ({"do": "threshold_shift", "attrs": ["Core"], "shift": [4, 4, 4], "when": "attack_reach_0"}, "when"),
        ({"do": "threshold_shift", "attrs": ["Core"], "shift": [4, 4, 4], "when": "target_in_adjacent_zone"}, "when"),
    ],
)
def test_an_effect_that_nothing_looks_at_is_refused(effect: dict[str, Any], field: str) -> None:
    assert faults("feature", **FEATURE) == []
    assert [fault.field for fault in faults("feature", **{**FEATURE, "effects": [effect]})] == [f"effects[0].{field}"]


def test_what_fills_a_zone_does_so_until_the_turn_or_the_fight_ends() -> None:
    effect = {"do": "create_obstruction", "on": "use", "material": "ice", "until": "next_move"}
    with pytest.raises(ContentError, match="until"):
        library_of("feature", **{**FEATURE, "effects": [effect]})
