"""Making a character: the steps, what is legal, aspects of one's own, and what comes of it."""

from __future__ import annotations

import io
import sys
from typing import Any

import msgspec
import pytest

from ludex.cli.create import Walk
from ludex.core.creation import Draft
from ludex.core.kernel.plain import Plain
from ludex.games.crawl.build import creation
from ludex.games.crawl.build.creation import faults, finish, first_scene, sheet
from ludex.games.crawl.build.legality import about_share, rulebook
from ludex.games.crawl.game import CRAWL
from ludex.games.crawl.records.kinds import Aspect, Character, Has, Owns
from ludex.games.crawl.scene.setup import build
from ludex.games.crawl.state import Scene
from ludex.text.terminal import Console
from tests.creating import Creating

CREATING = Creating(creation)
next_step, options, refusals, refuse = CREATING.next_step, CREATING.options, CREATING.refusals, CREATING.refuse
POOL, SCHEMA, DEFINITION, MONEY, SLOT = (
    "tc.ap.start_pool", "tc.ap.schema", "tc.aspect.definition", "tc.money", "tc.equip.slots",
)  # fmt: skip
WREN: tuple[tuple[str, Plain], ...] = (
    ("table", 60),
    ("characters", (1,)),
    ("points", (60,)),
    ("aspect 1", "fit"),
    ("aspect 2", "slash"),
    ("aspect 3", "weapon_proficiency"),
    ("aspect 3 choice", "long_sword"),
    ("aspect 4", "duck_and_dodge"),
    ("aspect 5", "intense_endurance_training"),
    ("aspect 6", "own aspect"),
    ("aspect 6 name", "Cinder Spit"),
    ("aspect 6 skill", "attack"),
    ("aspect 6 inherits", "intelligence"),
    ("aspect 6 with", ""),
    ("aspect 6 part 1", "failure_chance"),
    ("aspect 6 part 1 worth", 8),
    ("aspect 6 part 2", "energy_point_cost"),
    ("aspect 6 part 2 worth", 1),
    ("aspect 6 part 3", "range"),
    ("aspect 6 part 3 worth", "short"),
    ("aspect 6 part 4", "damage:fire"),
    ("aspect 6 part 4 worth", "1d6"),
    ("aspect 6 part 5", "magic"),
    ("aspect 6 part 6", ""),
    ("aspect 7", ""),
    ("items", ("long_sword", "shield", "leather_jerkin", "weak_health_potion")),
    ("equipped", ("long_sword", "shield", "leather_jerkin")),
    ("name", "Wren Holloway"),
)
STEPS = [name for name, _ in WREN]


def draft(until: str = "", instead: dict[str, Plain] | None = None) -> Draft:
    """Wren as far as a step, with some choices made otherwise."""
    made = Draft(CRAWL.library())
    for name, choice in WREN:
        if name == until:
            break
        made = made.take(name, (instead or {}).get(name, choice))
    return made


def drafted(*choices: tuple[str, Plain]) -> Draft:
    made = Draft(CRAWL.library())
    for name, choice in choices:
        made = made.take(name, choice)
    return made


def wren(**changes: Any) -> Character:
    entry: Character = finish(draft())["character"][0]
    return msgspec.structs.replace(entry, **changes)


def own_of(made: Draft) -> Aspect:
    entry: Aspect = finish(made)["aspect"][0]
    return entry


def library_with_own() -> Any:
    library = CRAWL.library().copy()
    made = own_of(draft())
    library.shelves["aspect"].entries[made.id] = made
    return library


def rules_against(entry: Character) -> list[str]:
    return [refusal.rule for refusal in faults(library_with_own(), entry)]


def against(step: str, choice: Plain, instead: dict[str, Plain] | None = None) -> list[str]:
    return [refusal.rule for refusal in refusals(draft(step, instead), choice)]


def played(entry: Character) -> Scene:
    """The first scene of a character."""
    library = library_with_own()
    library.shelves["character"].entries[entry.id] = entry
    tables = {key: value for key, value in first_scene(entry).items() if key not in ("title", "game", "difficulty")}
    return build({**tables, "options": rulebook().default_options()}, "first scene", library)


# ---------------------------------------------------------------- the steps


@pytest.mark.rule(POOL, DEFINITION, SCHEMA, MONEY, SLOT, "tc.ap.inherit", "tc.ap.cost.progressions")
def test_every_step_in_order_makes_a_legal_character() -> None:
    made = Draft(CRAWL.library())
    for name, choice in WREN:
        step = next_step(made)
        assert step is not None
        assert step.name == name
        assert refuse(made, choice) is None
        made = made.take(name, choice)
    assert next_step(made) is None
    assert rules_against(wren()) == []


@pytest.mark.rule(POOL)
@pytest.mark.parametrize(
    ("characters", "points", "allowed"), [(2, 10, False), (2, 9, True), (2, 0, False), (1, 10, True), (3, 9, False)]
)
def test_ten_points_are_divided_so_that_everybody_has_one(characters: int, points: int, allowed: bool) -> None:
    assert (list(about_share(10, characters, points)) == []) is allowed
    half = drafted(("table", 20), ("characters", (2,)))
    assert [refusal.rule for refusal in refusals(half, (40,))] == [POOL]
    assert refuse(half, (39,)) is None


@pytest.mark.rule(POOL)
def test_at_least_one_point_is_invested() -> None:
    nothing = draft("aspect 1")
    assert [refusal.rule for refusal in refusals(nothing, "")] == [POOL]
    assert rules_against(wren(aspects=(), ap=60)) == [POOL]


@pytest.mark.rule(DEFINITION)
@pytest.mark.parametrize(("points", "allowed"), [(5, True), (4, False)])
def test_slash_costs_5_points_and_is_usable_once_bought(points: int, allowed: bool) -> None:
    made = drafted(("table", 60), ("characters", (1,)), ("points", (points,)))
    assert (refuse(made, "slash") is None) is allowed
    if allowed:
        made = made.take("aspect 1", "slash")
        assert dict(sheet(made))["AP left"] == "0"
        made = made.take("aspect 2", "").take("items", ("knife",)).take("equipped", ("knife",)).take("name", "Pip")
        scene = played(finish(made)["character"][0])
        assert CRAWL.look_up(scene, "pip.attack.slash:knife") == 0
        assert CRAWL.look_up(scene, "pip.difficulty.slash:knife") == 8


def test_what_somebody_comes_to_is_told_at_every_step() -> None:
    assert dict(sheet(Draft(CRAWL.library())))["HP"] == "6"
    told = dict(sheet(draft()))
    assert (told["HP"], told["EP"], told["Strength"], told["Money"], told["AP left"]) == ("8", "2", "+0", "200", "24")


@pytest.mark.parametrize(
    ("step", "choice", "rule"),
    [
        ("table", 61, POOL),
        ("characters", (0,), POOL),
        ("points", (0,), POOL),
        ("points", (61,), POOL),
        ("aspect 1", "flight", DEFINITION),
        ("aspect 2", "intense_acrobatic_training", ""),
        ("aspect 1", "intense_acrobatic_training", DEFINITION),
        ("aspect 2", "fit", DEFINITION),
        ("aspect 1", "unarmed_strike", DEFINITION),
        ("aspect 3 choice", "spoon", DEFINITION),
        ("aspect 6 name", " ", SCHEMA),
        ("aspect 6 inherits", "luck", "tc.ap.inherit"),
        ("aspect 6 part 1", "npc_cohort", "tc.ap.cost.options"),
        ("aspect 6 part 2", "failure_chance", SCHEMA),
        ("aspect 6 part 1 worth", 21, "tc.ap.cost.progressions"),
        ("items", ("spoon",), MONEY),
        ("items", ("ember_resin",), MONEY),
        ("items", ("long_sword", "long_sword"), MONEY),
        ("equipped", ("long_sword", "long_sword"), SLOT),
        ("name", "  ", DEFINITION),
    ],
)
def test_what_a_step_refuses(step: str, choice: Plain, rule: str) -> None:
    assert against(step, choice) == ([rule] if rule else [])


@pytest.mark.rule(SCHEMA)
def test_an_aspect_of_ones_own_costs_what_its_parts_do() -> None:
    made = own_of(draft())
    assert (made.id, made.ap, made.skill, made.inherits) == ("cinder_spit", 18, "attack", ("intelligence",))
    assert made.use is not None
    assert made.use.against == "defense"
    assert CRAWL.content_faults(library_with_own(), "aspect", made) == []


@pytest.mark.rule(SCHEMA)
def test_an_aspect_of_ones_own_is_whole_only_with_what_its_kind_needs() -> None:
    assert against("aspect 6 part 2", "") == [SCHEMA]  # no energy point cost
    assert against("aspect 6 part 1", "") == [SCHEMA]  # no parts at all
    drawbacks: dict[str, Plain] = {
        "aspect 6 skill": "none",
        "aspect 6 part 1": "hp_pool_modifier",
        "aspect 6 part 1 worth": -4,
    }
    made = draft("aspect 6 inherits", drawbacks)
    for name in ("aspect 6 part 1", "aspect 6 part 1 worth"):
        made = made.take(name, drawbacks[name])
    assert [refusal.rule for refusal in refusals(made, "")] == [SCHEMA]  # below 0


@pytest.mark.rule(DEFINITION)
def test_an_aspect_of_ones_own_is_no_dearer_than_what_is_left() -> None:
    poor: dict[str, Plain] = {"points": (30,)}
    assert against("aspect 6 part 6", "", poor) == [DEFINITION]
    assert against("aspect 5", "vigor", {"points": (16,)}) == [DEFINITION]


@pytest.mark.rule("tc.armor.encumbrance", SLOT)
def test_armour_needs_its_slot_and_its_strength() -> None:
    rich: dict[str, Plain] = {"items": ("iron_chestplate", "leather_jerkin", "shield", "fire_cloak")}
    assert against("equipped", ("iron_chestplate",), rich) == ["tc.armor.encumbrance"]
    assert against("equipped", ("iron_chestplate", "leather_jerkin"), rich) == [SLOT, "tc.armor.encumbrance"]
    assert against("equipped", ("leather_jerkin", "fire_cloak", "shield"), rich) == []
    both: dict[str, Plain] = {"items": ("great_sword", "shield")}
    assert against("equipped", ("great_sword", "shield"), both) == [SLOT]
    assert against("equipped", ("",), both) == []


@pytest.mark.rule(MONEY)
def test_wealth_is_2000_and_what_aspects_add() -> None:
    assert against("items", ("long_sword", "long_sword")) == [MONEY]
    assert against("items", ("long_sword", "long_sword"), {"aspect 5": "affluent"}) == []


def test_no_table_can_allow_what_has_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    told = io.StringIO()
    both: dict[str, Plain] = {"items": ("great_sword", "shield")}
    monkeypatch.setattr(sys, "stdin", io.StringIO("a 1 2\n1 2\n1\n"))
    walk = Walk(creation, draft("equipped", both), Console(file=told, width=200, no_color=True), True, lambda sides: 1)
    step = next_step(walk.draft)
    assert step is not None
    walk.decide(step)
    assert "3 hands are needed; there are 2 [tc.equip.slots]" in told.getvalue()
    assert walk.draft.get("equipped") == ("great_sword",)


# ---------------------------------------------------------------- what comes of it


def test_an_option_that_is_not_legal_says_why() -> None:
    refused = {option.value: option.refusal for option in options(draft("aspect 2"))}
    assert refused["slash"] is None
    assert refused["counter_slash"] is not None
    assert refused["counter_slash"].rule == DEFINITION
    refused = {option.value: option.refusal for option in options(draft("items"))}
    assert refused["long_sword"] is None
    assert refused["ember_blade"] is not None
    assert refused["ember_resin"] is not None


@pytest.mark.parametrize("step", STEPS)
def test_every_choice_is_among_the_options(step: str) -> None:
    offered = [option.value for option in options(draft(step))]
    choice = dict(WREN)[step]
    if offered:
        assert all(part in offered for part in (choice if isinstance(choice, tuple) else (choice,)))


def test_a_name_makes_an_id_that_nobody_has() -> None:
    assert wren().id == "wren_holloway"
    assert finish(draft(instead={"name": "Marrow Tane"}))["character"][0].id == "marrow_tane_2"
    assert finish(draft(instead={"name": "Party"}))["character"][0].id == "party_2"


@pytest.mark.rule(POOL)
def test_more_points_than_usual_are_written_down_as_allowed() -> None:
    rich = finish(draft(instead={"table": 100, "points": (100,)}))["character"][0]
    assert rich.allowed == (POOL,)
    assert rules_against(rich) == []
    assert rules_against(msgspec.structs.replace(rich, allowed=())) == [POOL]


def test_what_the_table_allows_is_written_down_and_no_fault() -> None:
    made = Draft(CRAWL.library())
    for name, choice in WREN:
        if name == "items":
            choice = ("long_sword", "long_sword", "shield", "leather_jerkin")
        overruled = refusals(made, choice)
        made = made.take(name, choice, dict.fromkeys(refusal.rule for refusal in overruled))
    entry: Character = finish(made)["character"][0]
    assert entry.allowed == (MONEY,)
    assert rules_against(entry) == []


def test_a_character_is_the_same_after_being_written() -> None:
    entry = wren()
    again = msgspec.convert(msgspec.to_builtins(entry), Character)
    assert msgspec.to_builtins(again) == msgspec.to_builtins(entry)


def test_the_first_scene_can_be_built() -> None:
    scene = played(wren())
    being = scene.beings["wren_holloway"]
    assert (being.hp, being.ep, being.hands, being.worn) == (8, 2, ("long_sword", "shield"), ("leather_jerkin",))
    assert [(carried.id, carried.count) for carried in being.pack] == [("weak_health_potion", 1)]
    assert CRAWL.look_up(scene, "wren_holloway.attack.slash:long_sword") == 1
    assert CRAWL.look_up(scene, "wren_holloway.difficulty.cinder_spit") == 8


# ---------------------------------------------------------------- finished characters


@pytest.mark.parametrize("name", [entry.id for entry in CRAWL.library().all("character")])
def test_every_ready_made_character_is_legal(name: str) -> None:
    assert rules_against(CRAWL.library().shelves["character"].get(name)) == []


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"ap": 25}, POOL),
        ({"aspects": (Owns(aspect="slash"), Owns(aspect="slash"))}, DEFINITION),
        ({"aspects": (Owns(aspect="counter_slash"),)}, DEFINITION),
        ({"aspects": (Owns(aspect="weapon_proficiency"),)}, DEFINITION),
        ({"money": 5000}, MONEY),
        ({"items": (Has(item="long_sword", count=2), Has(item="shield"))}, MONEY),
        ({"items": (Has(item="great_sword", equipped=True), Has(item="shield", equipped=True))}, SLOT),
        ({"items": (Has(item="mail_shirt", equipped=True),)}, "tc.armor.encumbrance"),
        ({"cohort_of": "brannoc_ironway"}, SCHEMA),
    ],
)
def test_what_no_rule_of_creation_allows(changes: dict[str, Any], rule: str) -> None:
    assert rule in rules_against(wren(**changes))
