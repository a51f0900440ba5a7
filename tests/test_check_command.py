"""`ludex check`: what is wrong with content and scenes is told with file, entry, field and what was expected."""

from __future__ import annotations

import io
import json
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from ludex.cli.check import check, schema_text, write_schema
from ludex.core.files.lines import entry_text, line_of
from ludex.core.game import GAMES
from ludex.text.terminal import Console
from tests.scene_files import scene_files

SCHEMAS = Path(__file__).parents[1] / "docs" / "schema"

CHARACTER = """
[[character]]
id = "takua"
name = "Takua"
species = "toa"
element = "Fire"
stats = { FOR = 2, DEX = 1, SPI = 2, CHA = 0, KNO = -1 }
armor = "medium"
hp_rolls = [4, 3, 3, 2, 4, 3, 2]
abilities = { Strength = 1, Intimidation = 1, Focus = 1, Perception = 1 }
practiced = { abilities = ["Focus", "Intimidation"], saves = ["SPI"], weapons = ["cinder_hook"] }
mask = "hau"
weapons = ["cinder_hook"]
powers = ["flame_lash", "fire_zone", "fire_armor"]
background = "forge_warden"
calling = "cinder_duelist"
"""


def checked(*paths: Path) -> tuple[int, list[dict[str, Any]]]:
    told = io.StringIO()
    done = check(paths, Console(file=told), as_json=True)
    findings: list[dict[str, Any]] = json.loads(told.getvalue())["findings"]
    return done, findings


def written(folder: Path, text: str, name: str = "mine.toml") -> Path:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def one(path: Path) -> tuple[int, dict[str, Any]]:
    done, findings = checked(path)
    assert len(findings) == 1, findings
    return done, findings[0]


# ---------------------------------------------------------------- content


def test_all_faults_of_an_entry_are_told_in_plain_words(tmp_path: Path) -> None:
    text = """
[[weapon]]
id = "spoon"
name = 3
stat = "FRO"
flavour = "red"
effects = [{ do = "damage", dice = "two" }, { do = "damge" }, { do = "condition", condition = "Bleding", foo = 1 }]
"""
    done, findings = checked(written(tmp_path, text))
    told = {(finding["field"], finding["problem"].partition(";")[0]) for finding in findings}
    assert done == 2
    assert told >= {
        ("name", "expected text, not the number 3"),
        ("stat", "'FRO' is not known here"),
        ("flavour", "there is no field 'flavour'"),
        ("effects[1].do", "'damge' is not known here"),
        ("effects[2].condition", "'Bleding' is not known here"),
        ("effects[2].foo", "there is no field 'foo'"),
    }
    assert not any("`" in finding["problem"] for finding in findings)


def test_a_key_that_is_not_known_is_told_with_those_that_are(tmp_path: Path) -> None:
    written(tmp_path / "scenes", 'game = "vitality"\n[beings.kestrel]\n', "scene.toml")
    enemy = '[[enemy]]\nid = "x"\nname = "X"\nattributes = { strength = 2, power = "much" }\n'
    written(tmp_path, enemy)
    done, findings = checked(tmp_path)
    told = {(finding["field"], finding["problem"].partition(";")[0]) for finding in findings}
    assert done == 2
    assert ("attributes", "'strength' is not known here") in told
    assert ("attributes.power", "expected a whole number, not the text 'much'") in told


def summed_up(*paths: Path) -> str:
    told = io.StringIO()
    check(paths, Console(file=told, width=200), as_json=False)
    return next(line for line in told.getvalue().splitlines() if "checked" in line)


def test_files_and_faults_are_counted_apart(tmp_path: Path) -> None:
    scenes = tmp_path / "scenes"
    one = written(scenes, 'game = "bluebox"\n[beings.tahra]\nhpp = 1\napp = 1\n', "one.toml")
    two = written(scenes, 'game = "bluebox"\n[beings.tahra]\nap = 9\n[beings.onuri]\nap = 8\nat = [3, 3]\n', "two.toml")
    fine = written(scenes, 'game = "bluebox"\n[beings.tahra]\n', "fine.toml")
    no_toml = written(scenes, "[[", "no.toml")
    assert summed_up(one) == "1 file checked: 2 faults to mend in 1 file."
    assert summed_up(two, fine) == "2 files checked: 2 things in 1 file that are not legal."
    assert summed_up(one, two, no_toml, fine) == (
        "4 files checked: 3 faults to mend in 2 files, 2 things in 1 file that are not legal."
    )
    assert summed_up(no_toml) == "1 file checked: 1 fault to mend in 1 file."
    (tmp_path / "empty").mkdir()
    assert summed_up(tmp_path / "empty") == "Nothing was checked."


def test_the_game_that_content_is_taken_for_is_told(tmp_path: Path) -> None:
    told = io.StringIO()
    mine = written(tmp_path, CHARACTER)
    check([mine], Console(file=told, width=200), as_json=False)
    assert "Taken for content of Blue Box: no scene beside it says for which game it is." in told.getvalue()


@pytest.mark.parametrize("game", GAMES)
def test_the_starter_content_is_all_good(game: str) -> None:
    assert checked(GAMES[game].home / "content") == (0, [])


def test_a_folder_is_checked_by_the_game_of_its_scenes_or_the_one_that_understands_it(tmp_path: Path) -> None:
    pike = '[[weapon]]\nid = "pike"\nname = "Pike"\n'
    written(tmp_path, pike + 'weapon_type = "pikes"\n')
    assert checked(tmp_path) == (0, [])
    written(tmp_path / "scenes", SCENE, "scene.toml")
    assert checked(tmp_path)[0] == 2


UNSPENT = """
[[character]]
id = "mote"
name = "Mote"
archetypes = { movement = "swift", defensive = "iron_will", attack = "dual" }
skill_attributes = ["focus", "awareness"]
attributes = { focus = 2, power = 1, awareness = 2 }
utility = ["flight"]
"""


@pytest.mark.rule("vt.attr.combat_points")
def test_what_may_have_been_forgotten_is_a_warning_and_no_fault(tmp_path: Path) -> None:
    mine = written(tmp_path, UNSPENT)
    done, findings = checked(mine)
    assert done == 0
    assert [(found["field"], found["rule"], found["warning"], found["line"]) for found in findings] == [
        ("attributes", "vt.attr.combat_points", True, 7)
    ]
    told = io.StringIO()
    assert check([mine], Console(file=told, width=200), as_json=False) == 0
    lines = told.getvalue().splitlines()
    assert lines[0].endswith("warning: 3 of 4 combat attribute points are spent [vt.attr.combat_points]")
    assert lines[1] == "1 file checked: all good, 1 warning."


def test_a_legal_character_is_all_good(tmp_path: Path) -> None:
    assert checked(written(tmp_path, CHARACTER)) == (0, [])
    assert checked(tmp_path) == (0, [])


@pytest.mark.parametrize(
    ("here", "instead", "field", "words"),
    [
        ('species = "toa"', 'species = "toaa"', "species", "there is no species 'toaa'; did you mean toa or turaga?"),
        ('armor = "medium"', 'armor = "gold"', "armor", "expected one of: heavy, light, medium, none"),
        ('mask = "hau"', 'mask = "olmak"', "mask", "there is no mask 'olmak'"),
        ('weapons = ["cinder_hook"]\np', 'weapons = ["hook"]\np', "weapons", "there is no weapon 'hook'"),
        ('weapons = ["cinder_hook"] }', 'weapons = ["axe"] }', "practiced.weapons", "there is no weapon 'axe'"),
        ('"fire_zone"', '"fire_zon"', "powers", "did you mean fire_zone or fire_armor?"),
        ('background = "f', 'items = [{ id = "pie" }]\nbackground = "f', "items[0].id", "there is no item 'pie'"),
        ('"forge_warden"', '"smith"', "background", "there is no background 'smith'"),
        ('"cinder_duelist"', '"duelist"', "calling", "there is no calling 'duelist'"),
        (", KNO = -1", "", "stats", "KNO is missing"),
        ('"Takua"', '"Takua"\nallowed = ["bb.nonsense"]', "allowed", "there is no rule 'bb.nonsense'"),
        ('"Takua"', '"Takua"\nready = ["claws"]', "ready", "none of their weapons; there are: cinder_hook"),
        ("hp_rolls = [4, 3, 3, 2, 4, 3, 2]", "", "hp", "expected hp, or the dice in hp_rolls"),
        ('id = "takua"', 'id = "ta kua"', "id", "expected letters, digits"),
    ],
)
def test_a_name_that_nobody_has_is_told(here: str, instead: str, field: str, words: str, tmp_path: Path) -> None:
    assert here in CHARACTER
    done, finding = one(written(tmp_path, CHARACTER.replace(here, instead)))
    assert (done, finding["field"]) == (2, field)
    assert finding["entry"].startswith("character 'ta")
    assert finding["file"] == str(tmp_path / "mine.toml")
    assert words in finding["problem"]


@pytest.mark.parametrize(
    ("game", "name", "field", "instead", "rule"),
    [
        ("bluebox", "tahra", "stats", "stats = { FOR = 9, DEX = 1, SPI = 2, CHA = 0, KNO = -1 }", "bb.creation.steps"),
        ("bluebox", "tahra", "hp_rolls", "hp_rolls = [9]", "bb.hp.creation"),
        ("bluebox", "tahra", "background", 'background = ""', "bb.background.choose"),
        ("cloudbreaker", "marrow", "hp", "hp = 99", "cb.creation.starter"),
        ("cloudbreaker", "marrow", "masteries", "masteries = []", "cb.creation.starter"),
        ("navyblue", "marlow", "age", "age = 900", "nb.ancestry.size_age"),
        ("navyblue", "marlow", "size_inches", "size_inches = 1", "nb.ancestry.size_age"),
        ("navyblue", "marlow", "skills", "skills = []", "nb.gap.skills"),
        ("crawl", "brannoc_ironway", "aspects", "aspects = []", "tc.ap.start_pool"),
        ("vitality", "kestrel", "attributes", "attributes = { focus = 9 }", "vt.attr.combat_points"),
    ],
)
def test_a_rule_of_creation_is_told_at_the_field_that_breaks_it(
    game: str, name: str, field: str, instead: str, rule: str, tmp_path: Path
) -> None:
    files = [path.read_text(encoding="utf-8") for path in (GAMES[game].home / "content").glob("*.toml")]
    text = next(filter(None, [entry_text(text, "character", name) for text in files if "[[character]]" in text]))
    lines = re.sub(rf"^{field} = (?:\[$.*?^\]|.*?)$", instead, text, flags=re.DOTALL | re.MULTILINE).split("\n")
    written(tmp_path / "scenes", f'game = "{game}"\n[beings.{name}]\n', "scene.toml")
    done, findings = checked(written(tmp_path, "\n".join(lines)))
    assert done == 1
    assert (findings[0]["rule"], findings[0]["field"]) == (rule, field)
    assert findings[0]["line"] == lines.index(instead) + 1


@pytest.mark.parametrize(
    ("text", "entry", "field", "words"),
    [
        ('[[weapon]]\nid = "w"\nname = "W"\nstat = "FOR"\ncore = "axe"\n', "weapon 'w'", "core", "no core 'axe'"),
        (
            '[[weapon]]\nid = "w"\nname = "W"\nstat = "FOR"\ncore = "blade"\nmodules = ["x"]\n',
            "weapon 'w'", "modules", "no module 'x'",
        ),
        ('[[weapon]]\nid = "w"\nname = "W"\nstat = "FOR"\nclass = "melee"\n', "weapon 'w'", "distance", "no core"),
        ('[[weapon]]\nid = "w"\nname = "W"\nstat = "STR"\n', "weapon 'w'", "stat", "CHA, DEX, FOR, KNO, SPI"),
        ('[[weapon]]\nname = "W"\nstat = "FOR"\n', "weapon number 1", "", "the field id is missing"),
        ('[[species]]\nid = "s"\nname = "S"\nsped = 3\n', "species 's'", "sped", "did you mean speed?"),
        ('[[species]]\nid = "s"\nname = "S"\nspeed = "fast"\n', "species 's'", "speed", "a whole number, not"),
        ('[[item]]\nid = "i"\nname = "I"\nweapon = "x"\n', "item 'i'", "weapon", "no weapon 'x'"),
        (
            '[[calling]]\nid = "c"\nname = "C"\ntrigger = "while_plated"\npowers = ["x"]\n',
            "calling 'c'", "powers", "no power 'x'",
        ),
        (
            '[[power]]\nid = "p"\nname = "P"\ntarget = { who = "self" }\neffects = [{ do = "edge", on = ["Luck"] }]\n',
            "power 'p'", "effects[0].on[0]", "'Luck' is not known here; expected one of: Acrobatics, Crafting",
        ),
        (
            '[[power]]\nid = "p"\nname = "P"\ntarget = { who = "self" }\neffects = [{ do = "heel" }]\n',
            "power 'p'", "effects[0].do", "did you mean heal?",
        ),
        (
            '[[mask]]\nid = "m"\nname = "M"\nmodes = [{ id = "hau_shield", name = "H" }]\n',
            "mask 'm'", "modes[0].id", "a mode of the mask 'hau'",
        ),
        ('[[board]]\nid = "b"\nname = "B"\nq = [3, 0]\n', "board 'b'", "q", "at most the second"),
        (
            '[[board]]\nid = "b"\nname = "B"\ndangerous = [{ hexes = [[99, 0]] }]\n',
            "board 'b'", "dangerous[0].hexes", "[99, 0] is not on the board",
        ),
        ('[[wand]]\nid = "s"\n', "", "wand", "no kind of content; did you mean weapon? there are: armor, species"),
        ('[[spell]]\nid = "s"\nname = "S"\n', "spell 's'", "", "the field school is missing"),
        (
            '[[hazard]]\nid = "h"\nname = "H"\nhazard_type = "zone"\ncross = [{ method = "fly", difficulty = 9 }]\n',
            "hazard 'h'", "cross[0].method", "no skill 'fly'",
        ),
        (
            '[[npc]]\nid = "n"\nname = "N"\ntargets = [{ defense = 9, hp = 5 }, { id = "x", defense = 9, hp = 5 }]\n',
            "npc 'n'", "targets", "exactly one vital target",
        ),
        (
            '[[class]]\nid = "c"\nname = "C"\nturn_speed = 4\nfeatures = [{ rank = 1, feature = "spit" }]\n',
            "class 'c'", "features[0].feature", "did you mean spite?",
        ),
        ('[[toolkit]]\nid = "t"\nname = "T"\ngear = ["anvil"]\n', "toolkit 't'", "gear", "no item 'anvil'"),
        ('[weapon]\nid = "s"\n', "", "weapon", "[[weapon]]"),
        ('[[armor]]\nid = "a"\nname = "A"\n[[armor]]\nid = "a"\nname = "A"\n', "armor number 2", "", "twice"),
        ("[[weapon]\n", "", "", "not valid TOML"),
        ('stats = { FOR = 1 }\nstats.DEX = 2\n', "", "", "`stats` was already written in braces"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_told(text: str, entry: str, field: str, words: str, tmp_path: Path) -> None:
    done, finding = one(written(tmp_path, text))
    assert done == 2
    assert (finding["entry"], finding["field"]) == (entry, field)
    assert words in finding["problem"]


@pytest.mark.rule("bb.damage.types")
def test_a_damage_type_that_is_not_on_the_list_is_told(tmp_path: Path) -> None:
    text = '[[weapon]]\nid = "w"\nname = "W"\ncore = "blade"\nstat = "FOR"\ntype = "Frost"\n'
    done, finding = one(written(tmp_path, text))
    assert (done, finding["field"]) == (2, "type")
    assert "Lightning" in finding["problem"]


def test_every_fault_is_told_not_only_the_first(tmp_path: Path) -> None:
    written(tmp_path, CHARACTER.replace('"hau"', '"olmak"').replace('"toa"', '"toaa"'))
    written(tmp_path, '[[species]]\nid = "s"\nname = "S"\nspeed = "fast"\n', "species.toml")
    done, findings = checked(tmp_path)
    assert done == 2
    assert [finding["field"] for finding in findings] == ["speed", "species", "mask"]


def test_names_that_nobody_has_are_told_beside_fields_that_cannot_be_read(tmp_path: Path) -> None:
    text = """
[[aspect]]
id = "crab_walk"
name = "Crab Walk"
flavour = "red"
ap = "two"
requires = ["hooked_clw"]
parts = [{ part = "hp_pool_modifier", value = 1 }]
"""
    done, findings = checked(written(tmp_path, text))
    assert done == 2
    assert {finding["field"].partition("[")[0] for finding in findings} == {"flavour", "ap", "requires"}


def test_every_fault_of_a_scene_is_told(tmp_path: Path) -> None:
    text = """
game = "crawl"
turn = "ann"
{board}
[beings.ann]
at = [99, 2]

[beings.crab]
from = "pit_crb"
side = "foes"

[[script]]
actor = "ann"
do = "atack"
"""
    _, findings = checked(written(tmp_path, text.replace("{board}", "")))
    assert [finding["field"] for finding in findings] == ["from", "at", "script[0].do"]
    _, findings = checked(written(tmp_path, text.replace("{board}", 'board = "the_mon"')))
    assert [finding["field"] for finding in findings] == ["board", "from", "script[0].do"]


@pytest.mark.rule("bb.creation.steps", "bb.background.choose")
def test_a_character_that_is_not_legal_is_told_with_the_rules(tmp_path: Path) -> None:
    text = CHARACTER.replace("DEX = 1", "DEX = 2").replace('background = "forge_warden"', "")
    done, findings = checked(written(tmp_path, text))
    assert done == 1
    assert [finding["rule"] for finding in findings] == ["bb.creation.steps", "bb.background.choose"]


def test_what_the_table_allows_is_no_fault(tmp_path: Path) -> None:
    text = CHARACTER.replace("DEX = 1", "DEX = 2") + 'allowed = ["bb.creation.steps"]\n'
    assert checked(written(tmp_path, text)) == (0, [])


def test_enemies_need_not_be_legal_characters(tmp_path: Path) -> None:
    text = '[[enemy]]\nid = "e"\nname = "E"\nhp = 99\nstats = { FOR = 4, DEX = 4, SPI = 4, CHA = 4, KNO = 4 }\n'
    assert checked(written(tmp_path, text)) == (0, [])


def test_entries_may_name_those_of_another_file(tmp_path: Path) -> None:
    weapons = written(tmp_path, '[[weapon]]\nid = "axe"\nname = "Axe"\ncore = "blade"\nstat = "FOR"\n', "weapons.toml")
    people = written(tmp_path, CHARACTER.replace("cinder_hook", "axe"), "people.toml")
    assert checked(people, weapons) == (0, [])
    assert checked(people)[0] == 2


# ---------------------------------------------------------------- scenes

SCENE = 'game = "bluebox"\nboard = "broken_causeway"\n'
ZONES = 'game = "cloudbreaker"\nboard = "causeway"\n'


@pytest.mark.parametrize(
    ("text", "done", "entry", "field", "words"),
    [
        ('game = "chess"\n', 2, "", "game", "there is no game 'chess'"),
        ('game = "bluebox"\nboard = "moon"\n', 2, "", "board", "there is no board 'moon'"),
        ('game = "bluebox"\nbord = "moon"\n', 2, "", "bord", "there is no field 'bord'; did you mean board?"),
        ('game = "bluebox"\ntitel = "moon"\n', 2, "", "titel", "'titel'; did you mean title or state?"),
        ('game = "bluebox"\noptions = { opt_luck = true }\n', 2, "", "options", "no option 'opt_luck'"),
        (SCENE + "[beings.tahra]\nat = [99, 0]\n", 2, "beings.tahra", "at", "[99, 0] is not on the board"),
        (SCENE + '[beings.x]\nfrom = "tahro"\n', 2, "beings.x", "from", "no character or enemy 'tahro'"),
        (SCENE + "[beings.tahra]\nhpp = 3\n", 2, "beings.tahra", "hpp", "there is no such field"),
        (SCENE + '[beings.tahra]\nhp = "many"\n', 2, "beings.tahra", "hp", "a whole number, not the text 'many'"),
        (SCENE + '[beings.tahra]\n[[script]]\nactor = "x"\ndo = "dash"\n', 2, "", "script[0].actor", "no being 'x'"),
        (
            SCENE + "[beings.tahra]\nat = [0, 0]\n[beings.onuri]\nat = [0, 0]\n",
            2, "beings.onuri", "at", "no room beside tahra",
        ),
        (SCENE + "[beings.tahra]\nat = [5, 0]\n", 2, "beings.tahra", "at", "[5, 0] is a wall"),
        (SCENE + '[beings.bear]\nfrom = "ash_bear"\nat = [11, 7]\n', 2, "beings.bear", "at", "not on the board"),
        (SCENE + 'turn = "tahra"\n[beings.tahra]\nap = 9\n[beings.onuri]\n', 1, "beings.tahra", "ap", "tahra.ap is 9"),
        (ZONES + '[beings.pip]\nat = "moon"\n', 2, "beings.pip", "at", "there is no zone 'moon'; there are: landing"),
        (ZONES + '[beings.pip]\nsecondary_class = "fox"\n', 2, "beings.pip", "secondary_class", "no class 'fox'"),
        (ZONES + "[beings.pip]\nparts = { tail = 3 }\n", 2, "beings.pip", "parts", "no target 'tail'"),
        (ZONES + '[beings.giant]\nfrom = "ironroot_colossus"\n', 2, "beings.giant", "at", "X Large size has no room"),
        (ZONES + '[situation]\ngoals = ["safe"]\n[beings.pip]\n', 2, "", "situation.goals[0]", "no safe zone"),
        (ZONES + '[situation]\nsurprised = ["us"]\n[beings.pip]\n', 2, "", "situation.surprised", "no side 'us'"),
        (ZONES + 'lying = [{ thing = "axe", at = "span" }]\n', 2, "", "lying[0].thing", "no weapon or item 'axe'"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_scene_is_told(
    text: str, done: int, entry: str, field: str, words: str, tmp_path: Path
) -> None:
    code, findings = checked(written(tmp_path, text))
    assert code == done
    assert (findings[0]["entry"], findings[0]["field"]) == (entry, field)
    assert words in findings[0]["problem"]


SCRIPT = """
game = "bluebox"
[board]
[beings.tahra]
at = [0, 0]
"""


@pytest.mark.parametrize(
    ("step", "field", "words"),
    [
        ('do = "heel"', "script[0].do", "the game master has no command 'heel'; did you mean heal?"),
        ('actor = "tahra"\ndo = "danse"', "script[0].do", "there is no command 'danse'"),
        ('do = "heal"\nwith = { target = "tahra", amont = 3 }', "script[0].with.amont", "it takes: target, amount"),
        ('do = "heal"\nwith = { target = "zork", amount = 3 }', "script[0].with.target", "there is no being 'zork'"),
        ('actor = "tahra"\ndo = "trip"\nwith = { target = "zork" }', "script[0].with.target", "no being 'zork'"),
    ],
)
def test_names_in_a_script_that_nobody_knows_are_told(step: str, field: str, words: str, tmp_path: Path) -> None:
    done, finding = one(written(tmp_path, f"{SCRIPT}[[script]]\n{step}\n"))
    assert done == 2
    assert finding["field"] == field
    assert words in finding["problem"]


def test_powers_and_items_may_be_named_in_a_script(tmp_path: Path) -> None:
    step = '[[script]]\nactor = "tahra"\ndo = "flame_lash"\nwith = { target = "tahra" }\n'
    assert checked(written(tmp_path, SCRIPT + step)) == (0, [])


def test_content_in_a_scene_is_checked_as_in_a_file_of_its_own(tmp_path: Path) -> None:
    content = '[[content.character]]\nid = "x"\nname = "X"\nattributes = { focus = 9 }\n'
    done, findings = checked(written(tmp_path, f'game = "vitality"\n{content}[beings.x]\nat = [1, 1]\n'))
    assert done == 1
    assert {finding["entry"] for finding in findings} == {"character 'x'"}
    assert "vt.attr.combat_points" in [finding["rule"] for finding in findings]


def test_the_name_of_an_attack_that_is_misspelt_is_told(tmp_path: Path) -> None:
    step = '[[script]]\nactor = "x"\ndo = "basic_mele"\n'
    done, finding = one(written(tmp_path, f'game = "vitality"\n[beings.x]\nat = [1, 1]\n{step}'))
    assert (done, finding["field"]) == (2, "script[0].do")
    assert "did you mean basic_melee?" in finding["problem"]


def test_a_scene_with_nobody_in_it_and_an_empty_file_are_told(tmp_path: Path) -> None:
    assert "expected a table [beings.NAME]" in one(written(tmp_path, 'game = "bluebox"\n'))[1]["problem"]
    assert "the file is empty; expected content ([[armor]]" in one(written(tmp_path, "", "empty.toml"))[1]["problem"]


def test_a_scene_may_use_the_content_beside_it(tmp_path: Path) -> None:
    written(tmp_path, CHARACTER)
    scene = written(tmp_path / "scenes", SCENE + "[beings.takua]\nhp = 3\n[beings.two]\nfrom = 'takua'\n", "s.toml")
    assert checked(scene) == (0, [])
    assert checked(tmp_path) == (0, [])


def test_a_scene_file_among_content_is_told(tmp_path: Path) -> None:
    written(tmp_path, CHARACTER)
    written(tmp_path, SCENE, "scene.toml")
    done, findings = checked(tmp_path)
    assert done == 2
    assert "belongs into" in findings[0]["problem"]


def test_what_is_not_there_is_told(tmp_path: Path) -> None:
    assert one(tmp_path / "nowhere.toml")[0] == 2
    assert one(tmp_path)[0] == 2


def test_findings_are_sentences_for_people(tmp_path: Path) -> None:
    told = io.StringIO()
    path = written(tmp_path, CHARACTER.replace('background = "forge_warden"', ""))
    assert check([path], Console(file=told, width=40), as_json=False) == 1
    assert told.getvalue().splitlines() == [
        f"{path}:2, character 'takua', field background: every character takes one Background [bb.background.choose]",
        "1 file checked: 1 thing in 1 file that is not legal.",
        "What the table allows all the same: name the rule in `allowed` of the character.",
        "Taken for content of Blue Box: no scene beside it says for which game it is.",
    ]


LINES = """game = "bluebox"
board = "moon"
text = '''
[[content.weapon]]
id = "pike"
'''

[beings.tahra]
hpp = 3

[[content.weapon]]
id = "pike"
core = "long"
[content.weapon.practiced]
core = "short"
[[content.weapon.effects]]
do = "push"
[[content.weapon.effects]]
do = "pul"
[[content.weapon]]
id = 'axe'
[[script]]
do = "start"
[[script]]
actor = "tahra"
[[case]]
title = "Again"
[[case.script]]
do = "end_turn"
[[case]]
title = "Once more"
[[case.script]]
note = "look"
[[case.script]]
do = "dance"
"""


@pytest.mark.parametrize(
    ("entry", "field", "line"),
    [
        ("", "board", 2),
        ("", "core", 0),
        ("beings.tahra", "hpp", 9),
        ("weapon 'pike'", "core", 13),
        ("weapon 'pike'", "practiced.core", 15),
        ("weapon 'pike'", "practiced.save", 14),
        ("weapon 'pike'", "effects[1].do", 19),
        ("weapon 'pike'", "modules", 11),
        ("weapon number 2", "", 20),
        ("weapon 'axe'", "id", 21),
        ("weapon 'spear'", "id", 0),
        ("", "script[1].actor", 25),
        ("", "script[0].actor", 22),
        ("", "case[1].script[1].do", 35),
    ],
)
def test_the_line_is_that_of_the_field_or_of_its_entry(entry: str, field: str, line: int) -> None:
    assert line_of(LINES, entry, field) == line


# ---------------------------------------------------------------- schema


@cache
def schemas() -> dict[str, Any]:
    return write_schema()


def test_the_schemas_in_the_docs_are_those_of_the_code() -> None:
    for name, schema in schemas().items():
        assert (SCHEMAS / name).read_text(encoding="utf-8") == schema_text(schema), f"{name}: run `make schema`"


def test_schemas_are_written_to_a_folder(tmp_path: Path) -> None:
    assert sorted(path.name for path in tmp_path.iterdir()) == []
    assert sorted(write_schema(tmp_path)) == sorted(path.name for path in tmp_path.iterdir())


@cache
def validator(name: str) -> jsonschema_rs.Draft202012Validator:
    schema = schemas()[name]
    jsonschema_rs.meta.validate(schema)
    return jsonschema_rs.Draft202012Validator(schema)


@pytest.mark.parametrize("game", GAMES)
def test_every_starter_file_is_valid_by_the_schema(game: str) -> None:
    content, scene = validator(f"{game}-content.schema.json"), validator("scene.schema.json")
    home = GAMES[game].home / "content"
    for path in home.glob("*.toml"):
        content.validate(tomllib.loads(path.read_text(encoding="utf-8")))
    for path in (home / "scenes").glob("*.toml"):
        scene.validate(tomllib.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("each", [6, pytest.param(1, marks=pytest.mark.long)], ids=["some", "all"])
def test_every_scene_file_of_the_tests_is_valid_by_the_schema(each: int) -> None:
    """One in six; with `--long` all of them. The schema is made of the types by which all of them are read."""
    scene = validator("scene.schema.json")
    games = set()
    for path in list(scene_files())[::each]:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
        assert not [fault.message for fault in scene.iter_errors(tables)], path
        games.add(tables["game"])
    assert games == set(GAMES)


def test_the_schema_says_an_npc() -> None:
    assert "The id of a npc" not in "".join(path.read_text(encoding="utf-8") for path in SCHEMAS.glob("*.json"))


def test_the_schema_knows_the_closed_lists() -> None:
    frost = {"weapon": [{"id": "w", "name": "W", "stat": "FOR", "type": "Frost"}]}
    assert not validator("bluebox-content.schema.json").is_valid(frost)
    scene = validator("scene.schema.json")
    assert not scene.is_valid({"game": "bluebox", "content": frost})
    assert not scene.is_valid({"game": "bluebox", "beings": {"tahra": {"hpp": 3}}})
    assert scene.is_valid({"game": "bluebox", "beings": {"tahra": {"hp": 3, "conditions": ["Prone"]}}})
    assert not validator("cloudbreaker-content.schema.json").is_valid(
        {"skill": [{"id": "s", "name": "S", "channel": "x"}]}
    )
    assert not scene.is_valid({"game": "cloudbreaker", "situation": {"goals": ["route"]}})
    given = {"rule": "cb.burst.evade", "first": [{"actor": "ione", "do": "share", "with": {}}], "answer": True}
    assert scene.is_valid({"game": "cloudbreaker", "script": [{"do": "start", "answers": [given]}]})


def test_what_a_script_says_is_illegal_is_no_finding(tmp_path: Path) -> None:
    character = CHARACTER.replace("DEX = 1", "DEX = 2").replace("[[character]]", "[[content.character]]")
    step = '\n[[script]]\nentry = "takua"\nillegal = "bb.creation.steps"\n'
    scene = 'game = "bluebox"\n[beings.onuri]\nat = [0, 0]\n' + character
    done, findings = checked(written(tmp_path / "scenes", scene, "scene.toml"))
    assert (done, [finding["rule"] for finding in findings]) == (1, ["bb.creation.steps"])
    assert checked(written(tmp_path / "scenes", scene + step, "scene.toml")) == (0, [])


STANDING = {
    "bluebox": "beings.onuri.at = [0, 0]\nbeings.foe = { from = 'vahki_patroller', at = [3, 0] }",
    "cloudbreaker": "board = 'causeway'\nbeings.pip.at = 'span'\nbeings.foe = { from = 'balewolf', at = 'far_bank' }",
    "crawl": "beings.brannoc = { from = 'brannoc_ironway', at = [1, 1] }\n"
    "beings.foe = { from = 'crawl_scavenger', at = [4, 1] }",
    "navyblue": "board = 'ropewalk'\nbeings.marlow.at = 'vat'\nbeings.foe = { from = 'wrecker', at = 'street' }",
    "vitality": "beings.vesper.at = [2, 3]\nbeings.foe = { from = 'alley_tough', at = [4, 1] }",
}


@pytest.mark.parametrize("game", GAMES)
def test_a_scene_before_its_first_turn_is_sound(game: str, tmp_path: Path) -> None:
    text = f'game = "{game}"\nturn = {{ round = 1 }}\n{STANDING[game]}\n[[script]]\ndo = "go_on"\n'
    assert checked(written(tmp_path, text)) == (0, [])
