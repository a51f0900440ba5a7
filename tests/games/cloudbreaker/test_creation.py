"""Making a character: the steps, what is legal, what a finished character may be, and what comes of it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ludex.core.creation import Draft
from ludex.core.files.scenefile import scene_from
from ludex.core.kernel.plain import Plain
from ludex.games.cloudbreaker.build import creation
from ludex.games.cloudbreaker.build.creation import (
    faults,
    finish,
    first_scene,
    sheet,
)
from ludex.games.cloudbreaker.build.from_content import make_sheet
from ludex.games.cloudbreaker.game import CLOUDBREAKER
from ludex.games.cloudbreaker.records.kinds import Character
from tests.creating import Creating

CREATING = Creating(creation)
next_step, options, refusals, refuse = CREATING.next_step, CREATING.options, CREATING.refusals, CREATING.refuse
STARTER = "cb.creation.starter"
WREN: tuple[tuple[str, Plain], ...] = (
    ("class", "lampwright"),
    ("points", (34, 17, 24)),
    ("defense", (12,)),
    ("masteries", ("detect", "reason", "athletics", "mechanics_kit")),
    ("weapons", ("bent_knife", "brass_carbine")),
    ("spells", ("hush", "warm_hands")),
    ("items", ("ration", "ration", "healing_powder")),
    ("size", "Small"),
    ("role", "backup"),
    ("name", "Wren Ashby"),
)


def draft(until: str = "", **instead: Plain) -> Draft:
    """Wren as far as a step, with some choices made otherwise."""
    made = Draft(CLOUDBREAKER.library())
    for name, choice in WREN:
        if name == until:
            break
        made = made.take(name, instead.get(name, choice))
    return made


def wren(**changes: Any) -> Character:
    entry: Character = finish(draft())["character"][0]
    return msgspec.structs.replace(entry, **changes)


def rules_against(entry: Character) -> list[str]:
    return [refusal.rule for refusal in faults(CLOUDBREAKER.library(), entry)]


# ---------------------------------------------------------------- the steps


@pytest.mark.rule(STARTER)
def test_every_step_in_order_makes_a_legal_character() -> None:
    made = Draft(CLOUDBREAKER.library())
    for name, choice in WREN:
        step = next_step(made)
        assert step is not None
        assert step.name == name
        assert refuse(made, choice) is None
        made = made.take(name, choice)
    assert next_step(made) is None
    assert rules_against(wren()) == []


def test_who_has_no_school_of_magic_is_not_asked_for_spells() -> None:
    made = draft("weapons", **{"class": "gatewarden"}).take("weapons", ())
    step = next_step(made)
    assert step is not None
    assert step.name == "items"


@pytest.mark.rule(STARTER)
def test_the_class_gives_its_masteries_and_its_first_feature() -> None:
    made = make_sheet(CLOUDBREAKER.library(), wren())
    assert made.masteries == ("lamp_magic", "detect", "reason", "athletics", "mechanics_kit")
    assert made.features == ("pilot_light",)
    assert (made.turn_speed, made.move, made.max_move) == (6, 1, 2)
    assert (made.mastery_bonus, made.major, made.minor) == (4, 1, 1)


@pytest.mark.rule(STARTER)
def test_who_has_mastery_in_a_toolkit_owns_it_and_its_gear() -> None:
    assert wren().items == ("airhorn", "ration", "ration", "healing_powder")
    assert "airhorn" not in [option.value for option in options(draft("items"))]


def test_what_is_not_decided_yet_is_a_dash() -> None:
    assert dict(sheet(draft("points")))["HP"] == "–"
    assert dict(sheet(draft("defense")))["HP"] == "34"
    assert dict(sheet(Draft(CLOUDBREAKER.library())))["Turn speed"] == "–"


@pytest.mark.parametrize(
    ("step", "choice", "rule"),
    [
        ("class", "templar", STARTER),
        ("class", "fogwalker", "cb.class.advanced"),
        ("points", (40, 25, 10), STARTER),
        ("points", (34, 17, 25), STARTER),
        ("points", (30, 17, 24), STARTER),
        ("defense", (14,), STARTER),
        ("defense", (10,), STARTER),
        ("masteries", ("detect", "reason", "athletics"), STARTER),
        ("masteries", ("detect", "reason", "athletics", "athletics"), STARTER),
        ("masteries", ("detect", "reason", "athletics", "hammers"), STARTER),
        ("weapons", ("bite",), "cb.gap.items"),
        ("weapons", ("bent_knife", "bent_knife", "bent_knife"), "cb.gap.items"),
        ("spells", ("borrowed_fog",), "cb.gap.magic"),
        ("spells", ("hush", "hush"), "cb.gap.magic"),
        ("items", ("ration",) * 5, "cb.gap.items"),
        ("items", ("airhorn", *("ration",) * 4), "cb.gap.items"),
        ("items", ("crown",), "cb.gap.items"),
        ("size", "X Large", "cb.gap.characters"),
        ("role", "rear", "cb.formation.standard"),
        ("name", "  ", STARTER),
    ],
)
def test_what_a_step_refuses(step: str, choice: Plain, rule: str) -> None:
    assert [refusal.rule for refusal in refusals(draft(step), choice)] == [rule]


def test_four_more_masteries_are_too_many_for_a_class_with_two() -> None:
    made = draft("masteries", **{"class": "gatewarden"})
    refusal = refuse(made, ("detect", "reason", "athletics", "mechanics_kit"))
    assert refusal is not None
    assert "6 masteries" in refusal.reason


def test_an_option_that_is_not_legal_says_why() -> None:
    against = {option.value: option.refusal for option in options(Draft(CLOUDBREAKER.library()))}
    assert against["gatewarden"] is None
    refused = against["fogwalker"]
    assert refused is not None
    assert refused.rule == "cb.class.advanced"


# ---------------------------------------------------------------- what comes of it


def test_a_name_makes_an_id_that_nobody_has() -> None:
    assert wren().id == "wren_ashby"
    assert finish(draft(name="Pip"))["character"][0].id == "pip_2"
    assert finish(draft(name="Party"))["character"][0].id == "party_2"


def test_what_the_table_allows_is_written_down_and_no_fault() -> None:
    made = Draft(CLOUDBREAKER.library())
    for name, choice in WREN:
        if name == "points":
            choice = (40, 25, 10)
        against = refusals(made, choice)
        made = made.take(name, choice, dict.fromkeys(refusal.rule for refusal in against))
    entry: Character = finish(made)["character"][0]
    assert entry.allowed == (STARTER,)
    assert rules_against(entry) == []


def test_a_character_is_the_same_after_being_written() -> None:
    entry = wren()
    again = msgspec.convert(msgspec.to_builtins(entry), Character)
    assert msgspec.structs.asdict(again) == msgspec.structs.asdict(entry)


def test_the_first_scene_can_be_played() -> None:
    library = CLOUDBREAKER.library()
    entry = wren()
    library.shelves["character"].entries[entry.id] = entry
    scene = scene_from(first_scene(entry), "first scene", library).scene
    assert scene.beings[entry.id].sheet.resolve == 24


# ---------------------------------------------------------------- finished characters


@pytest.mark.parametrize("name", [entry.id for entry in CLOUDBREAKER.library().all("character")])
def test_every_ready_made_character_is_legal(name: str) -> None:
    assert rules_against(CLOUDBREAKER.library().shelves["character"].get(name)) == []


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"hp": 33}, STARTER),
        ({"defense": 9}, STARTER),
        ({"hands": 3}, STARTER),
        ({"resist": ("fire",)}, STARTER),
        ({"masteries": ("lamp_magic", "detect")}, STARTER),
        ({"masteries": ("lamp_magic", "detect", "reason", "athletics", "guns"), "items": ()}, STARTER),
        ({"weapons": ("bite",)}, "cb.item.wield"),
        ({"weapons": ("unarmed",)}, "cb.item.wield"),
        ({"wielded": ("bent_knife", "brass_carbine")}, "cb.item.wield"),
        ({"wielded": ("gate_hammer",)}, "cb.item.wield"),
        ({"secondary_class": "gatewarden"}, "cb.class.primary_secondary"),
        ({"class_ranks": {"lampwright": 2}}, "cb.class.rank_up"),
        ({"level": 0}, "cb.class.rank_up"),
    ],
)
def test_what_no_rule_of_creation_allows(changes: dict[str, Any], rule: str) -> None:
    assert rules_against(wren(**changes)) == [rule]


@pytest.mark.rule("cb.class.primary_secondary")
def test_from_level_5_a_secondary_class_is_legal() -> None:
    ranks = {"lampwright": 4, "gatewarden": 1}
    entry = wren(level=5, class_ranks=ranks, secondary_class="gatewarden")
    assert rules_against(entry) == []
    made = make_sheet(CLOUDBREAKER.library(), entry)
    assert "stand_between" in made.features
    assert made.turn_speed == 6
    assert "scuffle" not in made.masteries
    below = wren(level=4, class_ranks={"lampwright": 3, "gatewarden": 1}, secondary_class="gatewarden")
    assert rules_against(below) == ["cb.class.primary_secondary"]


@pytest.mark.rule("cb.class.count")
def test_no_class_has_more_than_8_ranks() -> None:
    assert rules_against(wren(level=8, class_ranks={"lampwright": 8})) == []
    assert rules_against(wren(level=9, class_ranks={"lampwright": 9})) == ["cb.class.count"]


@pytest.mark.rule("cb.class.advanced")
def test_requirements_of_an_advanced_class_end_at_level_13() -> None:
    short = {"gutterfox": 1, "lampwright": 8, "gatewarden": 2, "fogwalker": 1}
    assert rules_against(wren(level=12, class_ranks=short)) == ["cb.class.advanced"]
    assert rules_against(wren(level=13, class_ranks={**short, "gatewarden": 3})) == []


def test_later_levels_may_have_brought_more() -> None:
    entry = wren(level=2, class_ranks={"lampwright": 2}, hp=40, items=("ration",) * 9)
    assert rules_against(entry) == []
