"""The starter content: all of it legal, everything used by somebody; and mistakes in content and scenes are told."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from ludex.core.content.content import ContentError
from ludex.core.files.scenefile import load_scene
from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.ruling import BadInput
from ludex.games.vitality.game import VITALITY
from ludex.games.vitality.records.kinds import Boon
from ludex.games.vitality.state import Scene

PAGE = Path(__file__).parents[3] / "docs/games/vitality.md"
LIBRARY = VITALITY.library()
PEOPLE = [*LIBRARY.all("character"), *LIBRARY.all("enemy")]


def test_all_content_is_sound_and_legal() -> None:
    for kind, shelf in LIBRARY.shelves.items():
        for entry in shelf.entries.values():
            assert VITALITY.content_faults(LIBRARY, kind, entry) == [], (kind, entry.id)
            assert entry.text, (kind, entry.id)


def test_every_archetype_ability_and_kind_of_boon_is_used_by_somebody() -> None:
    parts = {getattr(entry.archetypes, part) for entry in PEOPLE for part in ("movement", "defensive", "attack")}
    assert {a.id for a in LIBRARY.all("archetype") if a.part != "utility"} <= parts
    boons: list[Boon] = [boon for entry in PEOPLE for boon in entry.boons]
    assert {boon.id for boon in boons if boon.kind == "ability"} == set(LIBRARY.shelves["ability"].entries)
    assert {boon.kind for boon in boons} == {"passive", "conditional", "custom", "trait", "ability"}
    assert {entry.level for entry in LIBRARY.all("character")} == {0, 1, 2, 3, 5}
    assert {entry.hp_class for entry in LIBRARY.all("enemy")} == {"minion", "captain", "vanguard", "boss", "ally"}


@pytest.mark.parametrize("name", LIBRARY.scenes)
def test_every_scene_can_be_set_up(name: str) -> None:
    scene = cast(Scene, load_scene(LIBRARY.scenes[name], LIBRARY).scene)
    assert VITALITY.faults(scene) == []
    sides = {"party"} if name == "the_morning_after" else {"party", "foes"}
    assert {being.side for being in scene.beings.values()} == sides


def test_every_setting_has_a_scene() -> None:
    scenes = [cast(Scene, load_scene(path, LIBRARY).scene) for path in LIBRARY.scenes.values()]
    assert {scene.setting for scene in scenes} == {"gritty", "grounded", "heroic"}


def test_the_page_tells_what_attacks_and_boons_of_the_starter_content_are_made_of() -> None:
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    for entry in PEOPLE:
        told = max([row for row in rows if row.startswith(f"| `{entry.id}` |")], key=len)
        for attack in entry.attacks:
            parts = told.partition(f"`{attack.id}` (")[2].partition(")")[0]
            assert set(re.findall(r"\w+", parts)) >= {attack.type, attack.effect, *attack.upgrades, *attack.limits}
        for boon in entry.boons:
            chosen = told.partition(f"{boon.id} (")[2].partition(")")[0]
            assert set(re.findall(r"\w+", chosen)) >= {*boon.stats, *boon.upgrades, *boon.pieces}, boon.id


# ---------------------------------------------------------------- mistakes in content


@pytest.mark.parametrize(("kind", "name", "changes", "field"), [
    ("upgrade", "precise", {"not_with": ("nothing",)}, "not_with"),
    ("upgrade", "long_range", {"needs_upgrade": "far"}, "needs_upgrade"),
    ("upgrade", "precise", {"effects": ()}, "effects"),
    ("upgrade", "precise", {"rule": "vt.nowhere"}, "rule"),
    ("limit", "careful", {"needs": ()}, "needs"),
    ("limit", "careful", {"cost": -1}, "cost"),
    ("piece", "rooted", {"grade": 4}, "grade"),
    ("trait", "lucky", {"cost": 0}, "cost"),
    ("feature", "lock", {"cost": -1}, "cost"),
    ("feature", "lock", {"not_with": ("nothing",)}, "not_with"),
    ("archetype", "swift", {"attacks": 2}, "attacks"),
    ("enemy", "hunter_drone", {"flying": -1}, "flying"),
    ("enemy", "hunter_drone", {"level": 9}, "level"),
    ("character", "kestrel", {"utility": ("x_ray",)}, "utility"),
    ("character", "kestrel", {"allowed": ("vt.nowhere",)}, "allowed"),
])  # fmt: skip
def test_a_mistake_in_an_entry_is_told(kind: str, name: str, changes: dict[str, Any], field: str) -> None:
    library = VITALITY.library()
    entry = msgspec.structs.replace(library.shelves[kind].entries[name], **changes)
    library.shelves[kind].entries[name] = entry
    assert field in [fault.field for fault in VITALITY.content_faults(library, kind, entry)]


def test_a_bonus_cannot_ask_for_what_only_an_attack_has() -> None:
    library = VITALITY.library()
    limit = library.shelves["limit"].entries["attrition"]
    entry = msgspec.structs.replace(library.shelves["conditional"].entries["patient"], needs=limit.needs)
    assert [fault.rule for fault in VITALITY.content_faults(library, "conditional", entry)] == ["vt.enh.needs"]


# ---------------------------------------------------------------- mistakes in scene files


@pytest.mark.parametrize(("text", "told"), [
    ('[beings.kestrel]\nboons = [{ kind = "trait", id = "lucki" }]', "did you mean lucky?"),
    ('[beings.kestrel]\nboons = [{ kind = "ability", id = "summon" }]', "whose build the companions have"),
    ('[beings.kestrel]\nattacks = [{ id = "x", name = "X", type = "ranged", upgrades = ["pounc"] }]', "mean pounce?"),
    ('[beings.kestrel]\nmovement = "focused"', "there is no movement archetype"),
    ('[beings.kestrel]\nutility = ["phasng"]', "did you mean phasing?"),
    ('[beings.kestrel]\nskill_attributes = ["luck"]', "there is no attribute"),
    ('[beings.kestrel]\nconditions = ["Grabbed"]', "Grabbed needs a source"),
    ('[beings.kestrel]\nconditions = [{ name = "Grabbed", source = "x" }]', "there is no being 'x'"),
    ('[beings.kestrel]\nconditions = [{ name = "Weakened", note = "power" }]', "Weakened needs a note, one"),
    ('[beings.kestrel]\nconditions = ["Aura"]', "Aura needs a note"),
    ('[beings.kestrel]\nconditions = [{ name = "Bolstered", note = "willpower" }]', "Bolstered needs a note, one of: "),
    ('[beings.kestrel]\nconditions = ["Proned"]', "there is no condition 'Proned'; did you mean Prone or Protected?"),
    ("[beings.kestrel]\nhpp = 3", "field hpp: there is no such field; did you mean hp?"),
    ('[beings.kestrel]\nused = [["heeal", "rest"]]', "used: nothing is remembered as 'heeal'; did you mean heal?"),
    ('[beings.kestrel]\nused = [["heal", "tomorrow"]]', "field used: nothing is remembered as 'tomorrow'"),
    ('[beings.kestrel]\nsince = ["hitt"]', "field since: nothing is remembered as 'hitt'; did you mean hit?"),
    ('[beings.kestrel]\ndeeds = ["move"]', "field deeds: nothing is remembered as 'move'; did you mean moved?"),
    ('[beings.kestrel]\nattacks = [{ id = "x", name = "X", type = "ranged", effect = "taunt" }]', "versus: taunt is"),
    (
        '[[beings.kestrel.attacks]]\nid = "x"\nname = "X"\ntype = "ranged"\neffect = "weaken"\nversus = "resolve"',
        "attacks[0].stat: weaken lowers a stat; expected one of: accuracy",
    ),
    ('[beings.kestrel]\nattacks = [{ id = "x", name = "X", type = "area" }]', "attacks[0].shape: an area has a shape"),
    ("[beings.kestrel]\nlevel = 6", "[vt.tier.table]"),
    ("[beings.kestrel]\nat = [99, 9]", "is not on the board"),
    ("[beings.kestrel]\nheight = -1", "the ground lies at 0"),
    ("[beings.kestrel]\nat = [0, 0]\n[beings.tomas_okafor]\nat = [0, 0]", "kestrel stands there"),
    ('[beings.kestrel]\nhp_class = "giant"', "expected one of: ally, boss, captain"),
    ('[beings.kestrel]\nhp_class = "wall"', "[vt.ability.wall]"),
    ('[beings.kestrel]\nasks = "often"', "all, never, telling"),
    ('[beings.kestrel]\nside = "town"', "expected party or foes"),
    ("[beings.kestrel]\nefforts = -1", "at least 0"),
    ('[scene]\nsetting = "noir"', "gritty, grounded, heroic"),
    ("[scene]\ncivilians = [[99, 0]]", "is not on the board"),
    ('[[things]]\nname = "crate"\nat = [99, 0]', "is not on the board"),
    ('[[things]]\nname = "crate"\nat = [0, 0]\nlbs = -3', "expected 0 or more"),
    ('[beings.kestrel]\n[[things]]\nname = "kestrel"\nat = [0, 0]', "with the name 'kestrel'"),
    ('[[traps]]\nowner = "x"\nattack = "y"\nat = [0, 0]', "there is no being 'x'"),
    ('[beings.kestrel]\n[[traps]]\nowner = "kestrel"\nattack = "y"\nat = [0, 0]', "has no attack 'y'"),
    ('[beings.kestrel]\n[[wards]]\nowner = "kestrel"\nagainst = ["x"]\ncells = [[0, 0]]', "no being 'x'"),
    ('[beings.kestrel]\n[[portals]]\nowner = "kestrel"\none = [0, 0]\nother = [0, 99]', "is not on the board"),
    ('[beings.kestrel]\n[[hazards]]\nowner = "kestrel"\nattack = "y"\ncells = [[0, 0]]', "has no attack 'y'"),
    ('[beings.kestrel]\ncarries = ["crate"]', "there is no being 'crate'"),
])  # fmt: skip
def test_a_mistake_in_a_scene_is_told(text: str, told: str) -> None:
    tables = {"board": "test_range", "options": VITALITY.rulebook.check_options({}), **tomllib.loads(text)}
    with pytest.raises(ContentError) as fault:
        VITALITY.build(tables, "scene", LIBRARY)
    assert told in str(fault.value)


def test_what_is_remembered_of_every_kind_can_be_set() -> None:
    text = """
        [beings.kestrel]
        since = ["attacked", "hit"]
        deeds = ["hit tomas_okafor", "charge rail_lance", "concentrated"]
        used = [
            ["heal", "rest"], ["create_wall", "rest"], ["attack x", "minute"], ["activate y", "minute"],
            ["attack_aura", "turn"], ["extra_attack x", "this turn"],
        ]
    """
    tables = {"board": "test_range", "options": VITALITY.rulebook.check_options({}), **tomllib.loads(text)}
    assert len(VITALITY.build(tables, "scene", LIBRARY).beings["kestrel"].used) == 6


# ---------------------------------------------------------------- mistakes in scripts


@pytest.mark.parametrize(("given", "told"), [
    (command("kestrel", "basic_mele", target="tough"), "did you mean basic_melee?"),
    (command("kestrel", "dodg"), "did you mean dodge?"),
    (command("gm", "condition", being="kestrel", condition="Grabbed"), "Grabbed needs a source"),
    (command("gm", "condition", being="kestrel", condition="Weakened", note="power"), "Weakened needs a note, one"),
    (command("gm", "condition", being="kestrel", condition="Proned"), "did you mean Prone or Protected?"),
])  # fmt: skip
def test_a_mistake_in_a_command_is_told(given: Command, told: str) -> None:
    text = '[beings.kestrel]\n[beings.tough]\nfrom = "alley_tough"'
    options = VITALITY.rulebook.check_options({})
    tables = {"board": "test_range", "turn": "kestrel", "options": options, **tomllib.loads(text)}
    scene = VITALITY.build(tables, "scene", LIBRARY)
    with pytest.raises(BadInput) as fault:
        VITALITY.refusal(scene, given)
    assert told in str(fault.value)


def test_a_mistake_in_what_is_expected_is_told() -> None:
    tables = {"board": "test_range", "options": VITALITY.rulebook.check_options({}), "beings": {"kestrel": {}}}
    scene = VITALITY.build(tables, "scene", LIBRARY)
    with pytest.raises(BadInput, match="a being has no field 'avoidence'; did you mean avoidance"):
        VITALITY.look_up(scene, "kestrel.avoidence")
