"""Content of The Crawl: what every kind must have, and what is refused when it is read."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.core.content.content import ContentError, Fault, Library
from ludex.core.files.run_script import run_script
from ludex.core.files.scenefile import scene_from
from ludex.games.crawl.book.characters.skills import skills
from ludex.games.crawl.game import CRAWL

LIBRARY = CRAWL.library()
POISON: dict[str, Any] = {"attacks": [{"aspect": "strength", "difficulty": 10}], "removal_difficulty": 10}
SMOKE: dict[str, Any] = {"addictiveness": 3, "craving_interval_hours": 6, "effects": [{"do": "energy", "value": 1}]}
SIZE: dict[str, Any] = {"part": "actor_size_modifier", "value": 1}
AT_ONCE: dict[str, Any] = {"part": "opportunistic_action", "option": "reactionary"}
TRIGGERED: dict[str, Any] = {"part": "effect_trigger", "option": "when attacking"}
WEAPON: list[dict[str, Any]] = [
    {"part": "damage", "dice": 1, "sides": 6},
    {"part": "range", "option": "melee"},
    {"part": "attack_method", "option": "slashing"},
]


def library_of(kind: str, **entry: Any) -> Library:
    library = LIBRARY.copy()
    library.add({kind: [{"id": "own", "name": "Own", **entry}]}, "test")
    return library


def faults(kind: str, **entry: Any) -> list[Fault]:
    library = library_of(kind, **entry)
    return CRAWL.content_faults(library, kind, library.shelves[kind].entries[entry.get("id", "own")])


def found(kind: str, **entry: Any) -> list[tuple[str, str]]:
    return [(fault.field, fault.rule) for fault in faults(kind, **entry)]


# ---------------------------------------------------------------- what there is


@pytest.mark.parametrize("kind", list(LIBRARY.shelves))
def test_nothing_is_wrong_with_the_starter_content(kind: str) -> None:
    for entry in LIBRARY.all(kind):
        assert CRAWL.content_faults(LIBRARY, kind, entry) == [], entry.id


@pytest.mark.parametrize("name", [entry.id for kind in ("character", "enemy") for entry in LIBRARY.all(kind)])
def test_everybody_can_do_something_to_its_enemies(name: str) -> None:
    scene: Any = scene_from({"game": "crawl", "beings": {name: {"at": [4, 4]}}, "turn": name}, "test").scene
    assert [skill.id for skill in skills(scene, scene.beings[name], "action") if skill.use.target == "enemy"]


# ---------------------------------------------------------------- afflictions


@pytest.mark.rule("tc.poison.content")
def test_a_poison_states_how_hard_it_is_to_remove() -> None:
    assert found("poison", **POISON) == []
    with pytest.raises(ContentError, match="removal_difficulty"):
        library_of("poison", attacks=POISON["attacks"])
    assert found("poison", **{**POISON, "removal_difficulty": 0}) == [("removal_difficulty", "tc.poison.content")]


@pytest.mark.rule("tc.poison.content")
def test_a_poison_does_something() -> None:
    assert found("poison", removal_difficulty=10) == [("attacks", "tc.poison.content")]
    lasting = {"removal_difficulty": 10, "condition_while": "Slowed"}
    assert found("poison", **lasting) == [("duration_turns", "tc.poison.content")]
    assert found("poison", **lasting, duration_turns=2) == []
    assert [fault.field for fault in faults("poison", **POISON, compound="moonlight")] == ["compound"]


@pytest.mark.rule("tc.addiction.substance")
def test_a_craving_comes_after_more_than_an_hour() -> None:
    assert found("addictive", **SMOKE) == []
    with pytest.raises(ContentError, match=r"expected more than 1 \[tc\.addiction\.substance\]"):
        library_of("addictive", **{**SMOKE, "craving_interval_hours": 1})
    with pytest.raises(ContentError, match="addictiveness"):
        library_of("addictive", craving_interval_hours=6, effects=SMOKE["effects"])
    tables: dict[str, Any] = {
        "game": "crawl",
        "content": {"addictive": [{"id": "own", "name": "Own", **SMOKE}]},
        "beings": {"ann": {}},
    }
    script = [{"do": "expose", "with": {"being": "ann", "affliction": "own"}, "dice": [7]}]
    scene_file = scene_from({**tables, "script": script}, "test")
    assert [fault for report in run_script(scene_file) for fault in report.faults] == []


@pytest.mark.rule("tc.disease")
def test_a_disease_has_one_negative_attribute() -> None:
    rot = {"strength_modifier": 4, "aspect": "mobility"}
    assert found("disease", **rot) == []
    assert found("disease", **rot, value=0) == [("value", "tc.disease")]
    assert [fault.field for fault in faults("disease", **rot, agent="tea")] == ["agent"]


# ---------------------------------------------------------------- aspects and items


@pytest.mark.parametrize(
    ("kind", "entry", "told"),
    [
        ("aspect", {"parts": [{"part": "magic"}], "requires": ["flight"]}, "flight"),
        (
            "aspect",
            {"parts": [{"part": "magic"}], "skill": "attack"},
            "what it does is missing, since it is of the type attack",
        ),
        ("aspect", {"parts": [{"part": "magic"}], "inherits": ["own"]}, "it needs itself"),
        ("aspect", {"parts": [{"part": "grants_aspect", "aspect": "own"}]}, "it grants itself"),
        ("aspect", {"parts": [{"part": "magic"}], "prose": [[2, 1]]}, "has no part 2"),
        ("aspect", {"parts": [{"part": "accuracy_modifier", "value": 1, "on": "skill"}]}, "together with `on = "),
        ("aspect", {"parts": [{"part": "magic"}], "effects": [{"do": "affliction", "affliction": "flu"}]}, "flu"),
        ("weapon", {"parts": WEAPON[1:]}, "expected damage"),
        ("weapon", {"parts": [WEAPON[0], WEAPON[2]]}, "expected a range"),
        ("weapon", {"parts": WEAPON[:2]}, "without which no aspect can use it"),
        ("weapon", {"parts": [*WEAPON, {"part": "extra_target", "value": 1}]}, "extra_target does nothing on a weapon"),
        ("weapon", {"parts": WEAPON, "effects": [{"do": "stealth"}]}, "stealth does nothing on a weapon"),
        ("weapon", {"parts": WEAPON, "effects": [{"do": "affliction", "affliction": "flu"}]}, "flu"),
        ("armor", {"slot": "head", "parts": [{"part": "grants_aspect", "aspect": "flight"}]}, "flight"),
        ("armor", {"slot": "head", "parts": [WEAPON[0]]}, "damage does nothing while it is worn"),
        ("armor", {"slot": "legs", "parts": [{"part": "actor_size_modifier", "value": 1}]}, "does nothing while"),
        ("armor", {"slot": "torso", "limb": "left", "lightweight": True}, "for arms or legs"),
        ("aspect", {"parts": [SIZE], "use": {"target": "self"}}, "no skill changes a size"),
        ("aspect", {"parts": [AT_ONCE], "use": {"target": "self"}}, "opportunistic_action"),
        ("aspect", {"parts": [{"part": "magic"}], "use": {"target": "any", "when": "reactionary"}}, "reactionary"),
        ("aspect", {"parts": [TRIGGERED], "use": {"target": "self"}}, "effect_trigger"),
        ("aspect", {"parts": [SIZE], "use": {"target": "enemy"}, "effects": [{"do": "reveal"}]}, "against = "),
        ("poison", {**POISON, "duration_turns": 2, "parts": [SIZE]}, "below 0"),
        ("poison", {**POISON, "duration_turns": 2, "condition_while": "Grappled"}, "nobody is grappled by a poison"),
        ("disease", {"strength_modifier": 4}, "one negative attribute"),
        ("gear", {"parts": [{"part": "hp_pool_modifier", "value": -2}]}, "it would cost -200"),
        ("consumable", {"free": True}, "it does nothing"),
        ("character", {"aspects": [{"aspect": "weapon_proficiency"}]}, "expected a choice of weapon type"),
        ("character", {"aspects": [{"aspect": "fit", "changed": [[1, 99]]}]}, "cannot be worth 99"),
        ("character", {"aspects": [{"aspect": "fit"}], "height_m": 3.0}, "3.0 m are size 2"),
        ("character", {"aspects": [{"aspect": "fit"}], "afflictions": ["flu"]}, "flu"),
        ("character", {"aspects": [{"aspect": "fit"}], "allowed": ["tc.luck"]}, "there is no rule"),
        ("enemy", {"unarmed": False}, "no fists to strike with"),
        ("board", {"walls": [[40, 40]]}, "is not on the board"),
        ("board", {"walls": [[1, 1]], "doors": [{"at": [1, 1]}]}, "is filled by something else"),
    ],
)
def test_what_check_finds(kind: str, entry: dict[str, Any], told: str) -> None:
    assert told in " / ".join(f"{fault.field}: {fault.problem}" for fault in faults(kind, **entry))


@pytest.mark.parametrize(
    ("kind", "entry", "told"),
    [
        ("aspect", {"parts": [{"part": "damage", "dice": 5, "sides": 6}]}, "1 to 4 of d4, d6, d8, d10 or d12"),
        ("aspect", {"parts": [{"part": "failure_chance", "value": 21}]}, "expected 1 to 20, not 21"),
        ("aspect", {"parts": [{"part": "range", "option": "close"}]}, "expected one of personal, melee"),
        ("aspect", {"parts": [{"part": "magick"}]}, "magick"),
        ("board", {"cover": [{"cells": [[1, 1]], "percent": 101}]}, "of at most 100"),
        ("gear", {"weight_kg": -1}, "of at least 0"),
        ("armor", {"parts": []}, "slot"),
    ],
)
def test_what_cannot_be_read(kind: str, entry: dict[str, Any], told: str) -> None:
    with pytest.raises(ContentError, match=told):
        library_of(kind, **entry)


@pytest.mark.rule("tc.damage.types")
def test_energetic_is_another_name_of_electric() -> None:
    entry = {"free": True, "parts": [{**WEAPON[0], "type": "energetic"}, *WEAPON[1:]]}
    assert library_of("weapon", **entry).shelves["weapon"].entries["own"].parts[0].type == "electric"
    plain = library_of("weapon", free=True, parts=WEAPON).shelves["weapon"].entries["own"].parts[0]
    assert plain.type == "kinetic"
    tables: dict[str, Any] = {"game": "crawl", "beings": {"ann": {"dr": [["electric", 2]]}}}
    script = [
        {"do": "damage", "with": {"target": "ann", "amount": 3, "type": "electric"}, "expect": {"ann": {"hp": 5}}}
    ]
    reports = run_script(scene_from({**tables, "script": script}, "test"))
    assert [fault for report in reports for fault in report.faults] == []
