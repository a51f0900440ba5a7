"""Whatever a file says that cannot be is told in words, with its place and what was expected: by `ludex check` and by
`ludex run` alike, and never at the cost of other files."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin

import pytest

from ludex.core.files.findings import scene_findings
from ludex.core.game import GAMES
from ludex.text import run_many
from ludex.text.run import run_scene
from ludex.text.terminal import Console
from tests.test_check_command import checked, written

GOOD = 'game = "bluebox"\nexpect = { tahra.has.Prone = false }\n[beings.tahra]\n'


# ---------------------------------------------------------------- breakdowns of our own


def breaks_down(*given: Any, **more: Any) -> Any:
    raise KeyError("Bos")


def test_one_file_over_which_check_breaks_down_costs_no_other_its_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GAMES["crawl"], "faults", breaks_down)
    first = written(tmp_path, 'game = "crawl"\n[beings.ann]\n', "a.toml")
    second = written(tmp_path, GOOD.replace("tahra.has", "tahra.hass"), "b.toml")
    done, found = checked(tmp_path)
    assert done == 2
    assert [one["file"] for one in found] == [str(second), str(first)]
    assert found[1]["problem"].startswith("Ludex broke down over this file: that is a bug of ours; please report it")
    assert "KeyError: 'Bos'" in found[1]["problem"]


def test_content_over_which_check_breaks_down_costs_no_other_file_its_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged = GAMES["bluebox"].content_faults

    def some_faults(library: Any, kind: str, entry: Any) -> Any:
        return breaks_down() if entry.id == "spoilt" else judged(library, kind, entry)

    monkeypatch.setattr(GAMES["bluebox"], "content_faults", some_faults)
    entry = '[[item]]\nid = "{}"\nname = "Thing"\nprize = 3\n'
    written(tmp_path, entry.format("lamp"), "a.toml")
    written(tmp_path, '[[item]]\nid = "spoilt"\nname = "Thing"\n', "b.toml")
    _, found = checked(tmp_path)
    assert [(Path(one["file"]).name, one["field"]) for one in found] == [("a.toml", "prize"), ("b.toml", "")]
    assert "broke down" in found[1]["problem"]


def test_one_file_over_which_run_breaks_down_costs_no_other_its_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path, 'game = "crawl"\nexpect = { ann.has.Prone = true }\n[beings.ann]\n', "a.toml")
    written(tmp_path, GOOD, "b.toml")
    monkeypatch.setattr(GAMES["crawl"], "look_up", breaks_down)
    told = io.StringIO()
    assert run_many.run_scenes([tmp_path], (), True, Console(file=told)) == 2
    first, second = json.loads(told.getvalue())["scenes"]
    assert "a.toml: Ludex broke down over this file" in first["error"]
    assert second["holds"]


def test_a_file_that_is_run_alone_and_breaks_down_is_told_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, GOOD)
    monkeypatch.setattr(GAMES["bluebox"], "look_up", breaks_down)
    assert run_scene(path, (), False, Console(file=io.StringIO()), None) == 2
    assert "that is a bug of ours" in capsys.readouterr().err


# ---------------------------------------------------------------- what a scene mentions


BLUE = 'game = "bluebox"\nboard = { q = [0, 3], r = [0, 3] }\n[beings.ann]\nat = [0, 0]\n'
NAVY = 'game = "navyblue"\n[beings.ann]\n[beings.foe]\nside = "foes"\n'
CRAWL = 'game = "crawl"\n[beings.ann]\n[beings.foe]\nside = "foes"\n'
CLOUD = 'game = "cloudbreaker"\n[beings.ann]\n[beings.foe]\nside = "foes"\n'
VITAL = 'game = "vitality"\n[beings.ann]\n[beings.foe]\nside = "foes"\n'
AREA = "[[areas]]\ncells = [[1, 0]]\n"


@pytest.mark.parametrize(
    ("text", "field", "problem"),
    [
        (BLUE + AREA + 'save = "LUK"', "areas[0].save", "there is no stat 'LUK'; expected one of: CHA, DEX"),
        (BLUE + AREA + 'type = "Fier"', "areas[0].type", "did you mean Fire?"),
        (BLUE + AREA.replace("1, 0", "9, 0"), "areas[0].cells", "[9, 0] is not on the board"),
        (BLUE + AREA + "sides = 5", "areas[0].sides", "expected 4, 6, 8 or 12, not 5"),
        (BLUE + AREA + "dice = -1", "areas[0].dice", "expected a whole number of at least 0"),
        (BLUE + AREA + 'source = "an"', "areas[0].source", "there is no being 'an'; did you mean ann?"),
        (BLUE + '[[lying]]\nkind = "masque"\nid = "hau"\nat = [1, 0]', "lying[0].kind", "did you mean mask?"),
        (BLUE + '[[lying]]\nkind = "mask"\nid = "hauu"\nat = [1, 0]', "lying[0].id", "is no mask of the content"),
        (BLUE + '[[lying]]\nkind = "weapon"\nid = "hau"\nat = [1, 0]', "lying[0].id", "there is no weapon 'hau'"),
        (BLUE + '[[lying]]\nkind = "mask"\nid = "hau"\nat = [9, 0]', "lying[0].at", "is not on the board"),
        (BLUE + 'used = [["pakari_might", "trun"]]', "used", "there is no moment 'trun'; did you mean turn"),
        (BLUE + 'conditions = [{ name = "Frightened", source = "annn" }]', "conditions[0].source", "did you mean ann?"),
        (BLUE + 'conditions = [{ name = "Prone", until = "comat" }]', "conditions[0].until", "did you mean combat?"),
        (NAVY + '[scene]\nmeeting = ["foo"]', "scene.meeting", "there is no being 'foo'; did you mean foe?"),
        (NAVY + '[scene]\nfirst = "partie"', "scene.first", "there is no side 'partie'; did you mean party?"),
        (NAVY + '[scene]\nresumes = "dungon"', "scene.resumes", "did you mean dungeon?"),
        (NAVY + '[scene]\nreaction = "Angry"', "scene.reaction", "expected one of: Defensive"),
        (NAVY + '[scene]\nmorale_rolled = ["halff"]', "scene.morale_rolled", "did you mean half?"),
        (NAVY + "morale = 15", "morale", "expected a whole number of at most 12, not the number 15"),
        (NAVY + 'magic_kind = "Wizard"', "magic_kind", "there is no kind of magic 'Wizard'"),
        (NAVY + 'languages = [["skirll", true, true]]', "languages", "did you mean skirl?"),
        (NAVY + 'used = [["second_wind", "rest"]]', "used", "did you mean Rest?"),
        (NAVY + '[[pits]]\nzone = "z0_0"\ndepth = 0', "pits[0].depth", "expected a whole number of at least 1"),
        (
            NAVY + '[[obstructions]]\nzone = "z0_0"\nmaterial = "ice"\ndifficulty = "Medium"',
            "obstructions[0].difficulty",
            "there is no difficulty 'Medium'; expected one of: Easy, Hard, Normal",
        ),
        (NAVY + '[scene]\nunseen = ["z0_9"]', "scene.unseen", "there is no zone 'z0_9'; did you mean"),
        (CLOUD + '[scene]\ncovered = ["z0_9"]', "scene.covered", "there is no zone 'z0_9'; did you mean"),
        (VITAL + 'wealth = "rich"', "wealth", "expected one of: comfortable, poor, wealthy, well_off"),
        (BLUE + 'tags = ["Rahhi"]', "tags", "there is no tag 'Rahhi'; did you mean Rahi?"),
        (CRAWL + 'dr = [["kinetik", 2]]', "dr", "there is no type of damage 'kinetik'; did you mean kinetic?"),
        (CRAWL + 'immune = ["stuned"]', "immune", "did you mean stunned?"),
        (CRAWL + "size = 9", "size", "expected a whole number of at most 4, not the number 9"),
        (CRAWL + 'ability = [["strenght", 2]]', "ability", "did you mean strength?"),
        (CLOUD + 'rank = "Bos"', "rank", "there is no rank 'Bos'; did you mean Boss?"),
        (CLOUD.replace("foes", "fose"), "side", 'expected party or foes, not "fose"'),
        (CLOUD + 'fate = "eaten"', "fate", "expected one of: destroyed, killed, knocked out"),
        (CLOUD + 'class = "lampwrigth"', "class", "there is no class 'lampwrigth'; did you mean lampwright?"),
        (CLOUD + "maneuvers = { trpi = 2 }", "maneuvers", "there is no maneuver 'trpi'; did you mean trip?"),
        (
            CLOUD + 'conditions = [{ name = "Grappled", source = "ann", part = "tail" }]',
            "conditions",
            "there is no target 'tail'; there are: body",
        ),
        (VITAL + 'conditions = [{ name = "Taunted", source = "an" }]', "conditions[0].source", "did you mean ann?"),
        (VITAL + 'carries = ["crate"]', "carries", "there is no being 'crate'"),
        (BLUE + 'focus = "fire_zon"', "focus", "there is no power or use of a mask 'fire_zon'; did you mean fire_zone"),
        (BLUE + 'mask = "hauu"', "mask", "there is no mask 'hauu'; did you mean hau"),
        (BLUE + 'vulnerable = ["Fier"]', "vulnerable", "there is no type of damage 'Fier'; did you mean Fire?"),
        (BLUE + 'size = ""', "size", "expected one of: Giant, Large, Medium, Small, Tiny"),
        (
            BLUE + '[[lying]]\nkind = "weapon"\nid = "cinder_hook"\nat = [1, 0]\nfitted = ["hooked_cabel"]',
            "lying[0].fitted",
            "there is no module 'hooked_cabel'; did you mean",
        ),
        (NAVY.replace("[beings.foe]", 'sub_lineages = ["Kwayborn"]\n[beings.foe]'), "sub_lineages", "mean Quayborn"),
        (NAVY.replace("[beings.foe]", 'slots = [{ thing = "roap" }]\n[beings.foe]'), "slots", "did you mean rope"),
        (NAVY + 'used = [["Surrge", "turn"]]', "used", "there is no feature 'Surrge'; did you mean Surge?"),
        (NAVY + '[place]\nencounters = "inns"', "place.encounters", "there is no table of encounters 'inns'"),
        (NAVY + '[scene]\npits = [{ zone = "z0_9" }]', "scene.pits[0].zone", "there is no zone 'z0_9'"),
        (NAVY + '[scene]\nlying = [{ thing = "roap", at = "z0_0" }]', "scene.lying[0].thing", "did you mean rope"),
        (
            NAVY + '[scene]\ndoors = [{ zones = ["z0_0", "z1_0"], state = "lockd" }]',
            "scene.doors[0].state",
            "there is no state of a door 'lockd'; did you mean locked",
        ),
        (
            NAVY + '[scene]\nchests = [{ name = "box", at = "z0_0", contents = ["roap"] }]',
            "scene.chests[0].contents",
            "did you mean rope",
        ),
        (NAVY + '[scene]\nchests = [{ name = "box", at = "z9_0/chest" }]', "scene.chests[0].at", "no zone 'z9_0'"),
        (CLOUD + 'masteries = ["bladess"]', "masteries", "there is no mastery 'bladess'; did you mean blades?"),
        (CLOUD + '[scene]\ngoals = [["routt"]]', "scene.goals[0].kind", "did you mean rout?"),
        (
            CLOUD + '[scene]\nhazards = [{ hazard = "gale", zones = ["z0_0"] }]',
            "scene.hazards[0].hazard",
            "there is no hazard 'gale'; did you mean gale_gap?",
        ),
        (
            VITAL + 'channel = ["basic_meele", 1]',
            "channel",
            "foe has no attack 'basic_meele'; did you mean basic_melee",
        ),
        (VITAL + 'idle = [["basic_meele", 1]]', "idle", "foe has no attack 'basic_meele'; did you mean basic_melee"),
        (VITAL + 'asks = "nevr"', "asks", "did you mean never?"),
        (VITAL + '[scene]\nsetting = "griity"', "scene.setting", "did you mean gritty?"),
    ],
)
def test_what_a_scene_mentions_and_nobody_has_is_told(text: str, field: str, problem: str, tmp_path: Path) -> None:
    path = written(tmp_path, f"{text}\n[[script]]\nexpect = {{ turn.round = 0 }}\n")
    done, found = checked(path)
    assert (done, [one["field"] for one in found]) == (2, [field])
    assert problem in found[0]["problem"]
    assert found[0]["line"]
    played = run_many.outcome(path, (), in_full=False)
    assert played.code == 2
    assert problem in played.faults[0]


def test_things_are_carried_as_beings_are(tmp_path: Path) -> None:
    thing = '[[things]]\nname = "crate"\nat = [0, 0]\n'
    assert checked(written(tmp_path, f'{VITAL}carries = ["crate"]\n{thing}')) == (0, [])


FREE = {  # fields that take any text, or of which rules alone know what stands in them
    "bluebox": {"known"},
    "cloudbreaker": {"attunements", "looks_like", "kind"},
    "crawl": {"tries"},
    "navyblue": set(),
    "vitality": set(),
}


def nonsense(hint: Any) -> Any:
    """A value of a type that holds text, with a word in it that nobody knows; nothing where it holds none."""
    kind, inner = get_origin(hint), get_args(hint)
    if hint is str or (kind is Annotated and inner[0] is str):
        return "zzz"
    if kind is tuple and inner[1:] == (...,):
        return None if (part := nonsense(inner[0])) is None else [part]
    if kind is tuple:
        parts = [{int: 1, bool: True}.get(part, nonsense(part)) for part in inner]
        return parts if "zzz" in parts and None not in parts else None
    return {"zzz": 1} if kind is dict and nonsense(inner[0]) else None


@pytest.mark.parametrize("name", list(GAMES))
def test_every_field_of_text_is_looked_at_where_a_file_is_read(name: str) -> None:
    """A field that is new is typed by what it names, or stands above."""
    shape, silent = GAMES[name].shape, set()
    beings: dict[str, Any] = {"ann": {}, "foe": {"side": "foes"}}
    given = [(field, "beings", hint) for field, hint in shape.hints.items()]
    for field, table, hint in [*given, *[(field, "scene", hint) for field, hint in shape.scene_hints.items()]]:
        value = nonsense(hint)
        if value is None:
            continue
        own = {"ann": {field: value}, "foe": beings["foe"]} if table == "beings" else {field: value}
        tables = {"game": name, "turn": "ann", "beings": beings, table: own}
        if not list(scene_findings(tables, "a file")):
            silent.add(field)
    assert silent == FREE[name]


# ---------------------------------------------------------------- turns, time and tables


@pytest.mark.parametrize(
    ("given", "field", "problem"),
    [
        ('{ of = "ann", order = ["foe"] }', "turn.order", "'ann', whose turn it is, is missing in it"),
        (
            '{ of = "ann", order = ["ann", "foe", "foe"] }',
            "turn.order",
            "'foe' stands in it too often; expected it once",
        ),
        ('{ of = "ann", round = 0 }', "turn.round", "expected a whole number of at least 1, not 0"),
        ('{ of = "ann", round = -3 }', "turn.round", "at least 0, not the number -3"),
        ('{ of = "anne" }', "turn.of", "there is no being 'anne'; did you mean ann?"),
    ],
)
@pytest.mark.parametrize("scene", [NAVY, CRAWL, CLOUD, VITAL])
def test_a_turn_that_cannot_be_is_told(scene: str, given: str, field: str, problem: str, tmp_path: Path) -> None:
    game, rest = scene.split("\n", 1)
    done, found = checked(written(tmp_path, f"{game}\nturn = {given}\n{rest}"))
    assert (done, [(one["field"], one["line"]) for one in found]) == (2, [(field, 2)])
    assert problem in found[0]["problem"]


def test_a_boss_may_stand_twice_in_the_order_of_turns(tmp_path: Path) -> None:
    game, rest = CLOUD.split("\n", 1)
    turn = 'turn = { of = "ann", order = ["foe", "ann", "foe"], acted = ["foe", "ann"] }\n'
    done, found = checked(written(tmp_path, f'{game}\n{turn}{rest}rank = "Boss"\n'))
    assert (done, found) == (0, [])


def test_all_that_is_wrong_with_a_table_is_told_at_once(tmp_path: Path) -> None:
    game, rest = NAVY.split("\n", 1)
    turn = '[turn]\nof = "ann"\nacted = ["annn"]\nrond = 2\n'
    more = '[scene]\nfirst = "partie"\nreaction = "Angry"\n'
    _, found = checked(written(tmp_path, f"{game}\n{turn}{rest}{more}"))
    assert [(one["field"], one["line"]) for one in found] == [
        ("turn.rond", 5),
        ("turn.acted", 4),
        ("scene.first", 10),
        ("scene.reaction", 11),
    ]


@pytest.mark.parametrize(("mode", "most"), [("traversal", 3), ("dungeon", 24), ("fight", 24)])
def test_the_watch_is_one_of_the_day(mode: str, most: int, tmp_path: Path) -> None:
    game, rest = NAVY.split("\n", 1)
    watch = f"[scene]\nwatch = {{ block = {most + 1}, interval = 2 }}\n"
    done, found = checked(written(tmp_path, f'{game}\nmode = "{mode}"\n{rest}{watch}'))
    assert (done, found[0]["field"]) == (2, "scene.watch.block")
    assert found[0]["problem"] == f"expected 1 to {most}, not {most + 1}"


def test_a_table_that_only_has_tables_in_it_has_a_line(tmp_path: Path) -> None:
    _, found = checked(written(tmp_path, f'{CLOUD}[situation.trap]\nepicenter = "z0_0"\ngrade = "Bronze"\nround = 1\n'))
    assert [(one["field"], one["line"]) for one in found] == [("situation.trap.grade", 7)]


# ---------------------------------------------------------------- what a script expects, asks and calls for


STEPS = [
    ("bluebox", "expect = { gm.hp = 1 }", "expect.gm.hp", "there is no being 'gm'"),
    ("bluebox", "expect = { ann.distance.gm = 1 }", "expect.ann.distance.gm", "there is no being 'gm'"),
    ("bluebox", "expect = { ann.hp.max = 1 }", "expect.ann.hp.max", "there is nothing named 'max'"),
    ("bluebox", "expect = { ann.save_dc.STR = 1 }", "expect.ann.save_dc.STR", "there are: FOR, DEX"),
    ("bluebox", "expect = { ann.item.roope = 1 }", "expect.ann.item.roope", "did you mean rope?"),
    ("bluebox", "expect = { ann = 1 }", "expect.ann", "expected a field of theirs, such as ann.conditions"),
    ("navyblue", "expect = { ann.thresholds.Braun = [1] }", "expect.ann.thresholds.Braun", "did you mean Brawn?"),
    ("navyblue", "expect = { ann.attribute.Grit = 1 }", "expect.ann.attribute.Grit", "there is no attribute 'Grit'"),
    ("navyblue", 'expect = { ann.slot.0 = "" }', "expect.ann.slot.0", "expected the number of a slot, from 1 on"),
    ("navyblue", 'expect = { foe.slot.1 = "" }', "expect.foe.slot.1", "Foe is an NPC and has no slots"),
    ("navyblue", "expect = { ann.pack.bagg = [] }", "expect.ann.pack.bagg", "there is no container 'bagg'"),
    ("navyblue", "expect = { scene.place.saef = true }", "expect.scene.place.saef", "there is nothing named 'saef'"),
    (
        "vitality",
        "expect = { ann.resistance.stabilty = 1 }",
        "expect.ann.resistance.stabilty",
        "did you mean stability",
    ),
    ("vitality", "expect = { ann.resistance = 1 }", "expect.ann.resistance", "expected a name after it"),
    ("vitality", "expect = { ann.accuracy.shield_rum = 1 }", "expect.ann.accuracy.shield_rum", "has no attack"),
    ("crawl", "expect = { ann.dr.kinetik = 0 }", "expect.ann.dr.kinetik", "did you mean kinetic?"),
    ("crawl", "expect = { ann.dr = 0 }", "expect.ann.dr", "expected a name after it, ann.dr.NAME"),
    ("crawl", "expect = { ann.skill.nope = 0 }", "expect.ann.skill.nope", "there is no aspect 'nope'"),
    ("crawl", "expect = { ann.value.Bleding = 0 }", "expect.ann.value.Bleding", "did you mean Bleeding"),
    ("cloudbreaker", "expect = { ann.parts.tail = 1 }", "expect.ann.parts.tail", "there is no target 'tail'"),
    (
        "cloudbreaker",
        "expect = { ann.to_hit.nope = 1 }",
        "expect.ann.to_hit.nope",
        "no weapon or spell 'nope'",
    ),
    ("cloudbreaker", "expect = { ann.maneuvers.nope = 1 }", "expect.ann.maneuvers.nope", "there is no maneuver 'nope'"),
    ("bluebox", "", "", "nothing is in it; expected do, entry, expect, offered or not_offered"),
    ("bluebox", 'actor = "ann"\ndo = "dash"\nodds = {}', "odds", "nothing is in it; expected a chance"),
    ("bluebox", 'actor = "ann"\nodds = { total = 1 }', "do", "a step with `odds` says of what: `do` is missing"),
    (
        "bluebox",
        'actor = "ann"\ndo = "dash"\ndice = [3]\nodds = { total = 1 }',
        "dice",
        "nothing happens in a step with `odds`: `dice` cannot stand beside it",
    ),
    ("bluebox", 'actor = "ann"\ndo = "dash"\nodds = { total = 2 }', "odds.total", "a chance is from 0 to 1, not 2"),
    (
        "bluebox",
        'actor = "ann"\ndo = "dash"\nodds = { readings.success = "-1/2" }',
        "odds.readings.success",
        "a chance is from 0 to 1, not -1/2",
    ),
    ("bluebox", 'actor = "ann"\ndo = "dash"\nodds = { falls.gm = 0 }', "odds.falls.gm", "expected one of: ann, foe"),
    ("bluebox", 'actor = "ann"\ndo = "dash"\nodds = { falls.scene = 0 }', "odds.falls.scene", "there is no being"),
    ("bluebox", 'actor = "ann"\ndo = "dash"\ndice = [0]', "dice[0]", "no die shows 0; expected 1 or more"),
    (
        "bluebox",
        'actor = "ann"\ndo = "dash"\nrefused = "bb.ap.points"\ndice = [3]',
        "dice",
        "what is refused rolls no dice",
    ),
    ("bluebox", 'actor = "ann"\ndo = "shove"\nwith = { target = 3 }', "with.target", "there is no being 3"),
    (
        "bluebox",
        'do = "check"\nwith = { being = "ann", ability = "Medicin" }',
        "with.ability",
        'Hacking, not "Medicin"',
    ),
    (
        "bluebox",
        'do = "set"\nwith = { what = "ann", field = "hpp", value = 1 }',
        "with.field",
        "did you mean hp or thp?",
    ),
    (
        "bluebox",
        'do = "inflict"\nwith = { being = "ann", condition = "Pronne" }',
        "with.condition",
        "did you mean Prone",
    ),
    ("bluebox", 'actor = "ann"\ndo = "check"', "do", "check is one of the game master: leave `actor` out"),
    ("navyblue", 'actor = "ann"\ndo = "cutlas"', "do", "there is no command 'cutlas'; did you mean cutlass?"),
    ("bluebox", 'actor = "ann"\ndo = "fire_zon"', "do", "there is no command 'fire_zon'; did you mean fire_zone"),
]


@pytest.mark.parametrize(("game", "step", "field", "problem"), STEPS)
def test_what_a_step_says_and_nobody_has_is_told_before_it_is_played(
    game: str, step: str, field: str, problem: str, tmp_path: Path
) -> None:
    scene = f'game = "{game}"\nturn = "ann"\n[beings.ann]\n[beings.foe]\nside = "foes"\n'
    path = written(tmp_path, f"{scene}[[script]]\n{step}\n")
    done, found = checked(path)
    place = f"script[0].{field}" if field else "script[0]"
    assert (done, [one["field"] for one in found]) == (2, [place])
    assert problem in found[0]["problem"]
    assert run_many.outcome(path, (), in_full=False).code == 2


@pytest.mark.parametrize(
    ("expected", "problem"),
    [('ann.hp = "11"', 'expected a number, not "11"'), ('turn.of = "anne"', "there is no being 'anne'; did you mean")],
)
def test_a_value_that_a_field_never_has_is_told(expected: str, problem: str, tmp_path: Path) -> None:
    scene = 'game = "bluebox"\nturn = "ann"\n[beings.ann]\n[[script]]\n'
    _, found = checked(written(tmp_path, f"{scene}expect = {{ {expected} }}\n"))
    assert len(found) == 1
    assert problem in found[0]["problem"]


RULINGS = [
    ("navyblue", 'kind = "attack", result = "Fumbled Atack"', "result", "there is no reading 'Fumbled Atack'; did you"),
    (
        "navyblue",
        'kind = "attack", targett = "foe"',
        "targett",
        "rulings of the kind 'attack' have no 'targett'; did you mean target",
    ),
    ("navyblue", 'kind = "damage", who = "fo"', "who", "there is no being 'fo'; did you mean foe"),
    (
        "navyblue",
        'kind = "condition", condition = "Pron"',
        "condition",
        "there is no condition 'Pron'; did you mean Prone",
    ),
    ("navyblue", 'kind = "roll", total = "8"', "total", ""),
    ("bluebox", 'kind = "damage", rolled = "9"', "rolled", 'expected number, not "9"'),
    ("bluebox", 'kind = "falls", who = ["foe"]', "who", 'expected being, not ["foe"]'),
    ("bluebox", 'kind = "roll", reading = "sucess"', "reading", "there is no reading 'sucess'; did you mean success"),
    ("vitality", 'kind = "damage", of = 2', "of", "rulings of the kind 'damage' have no 'of'; did you mean off"),
    ("vitality", 'kind = "moves", way = [[1, 0, 3]]', "way", "expected list of cell, not [[1, 0, 3]]"),
    ("crawl", 'kind = "hits", wat = "wall"', "wat", "rulings of the kind 'hits' have no 'wat'; did you mean what"),
    (
        "cloudbreaker",
        'kind = "damage", pol = "HP"',
        "pol",
        "rulings of the kind 'damage' have no 'pol'; did you mean pool",
    ),
]


@pytest.mark.parametrize(("game", "ruling", "key", "problem"), RULINGS)
@pytest.mark.parametrize("listed", ["rulings", "not_rulings"])
def test_a_value_that_no_ruling_tells_is_told_before_it_is_played(
    game: str, ruling: str, key: str, problem: str, listed: str, tmp_path: Path
) -> None:
    scene = f'game = "{game}"\nturn = "ann"\n[beings.ann]\n[beings.foe]\nside = "foes"\n'
    step = f'[[script]]\nactor = "ann"\ndo = "end_turn"\n{listed} = [{{ {ruling} }}]\n'
    done, found = checked(written(tmp_path, scene + step))
    if not problem:  # the total of a roll may be a word
        assert done == 0
        return
    assert (done, [one["field"] for one in found]) == (2, [f"script[0].{listed}[0].{key}"])
    assert problem in found[0]["problem"]
    assert found[0]["line"] == scene.count("\n") + 4


def test_a_ruling_that_is_not_to_be_made_names_only_what_one_of_its_kind_tells(tmp_path: Path) -> None:
    """Otherwise it would never be found, and the step hold for nothing."""
    scene = 'game = "bluebox"\nturn = "ann"\n[beings.ann]\n[beings.foe]\nside = "foes"\n'
    step = '[[script]]\nactor = "ann"\ndo = "end_turn"\nnot_rulings = [{ kind = "turn", whoo = "foe" }]\n'
    played = run_many.outcome(written(tmp_path, scene + step), (), in_full=False)
    assert played.code == 2
    assert "rulings of the kind 'turn' have no 'whoo'; did you mean who?" in played.faults[0]


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ('what = "ann", field = "at", value = [99, 99]', "[99, 99] is not on the board"),
        ('what = "ann", field = "name", value = 3', "expected text, not the number 3"),
        ('what = "ann", field = "conditions", value = ["Pronne"]', "did you mean Prone?"),
        ('what = "ann", field = "conditions", value = [{ nam = "Prone" }]', "did you mean name?"),
        ('what = "scene", field = "setting", value = "heroical"', "did you mean heroic?"),
        ('what = "ann", field = "hp", value = "ten"', "expected a whole number, not the text 'ten'"),
        ('what = "ann", field = "wealth", value = "rich"', "there is no wealth 'rich'"),
    ],
)
def test_what_the_game_master_sets_is_what_the_field_can_be(given: str, problem: str, tmp_path: Path) -> None:
    path = written(tmp_path, f'{VITAL}[[script]]\ndo = "set"\nwith = {{ {given} }}\n')
    done, found = checked(path)
    assert (done, [one["field"] for one in found]) == (2, ["script[0].with.value"])
    assert problem in found[0]["problem"]
    assert run_many.outcome(path, (), in_full=False).code == 2


@pytest.mark.parametrize(
    ("given", "field", "problem"),
    [
        ('what = "anne", field = "hp"', "what", "there is no being 'anne'; did you mean ann?"),
        ('what = 3, field = "hp"', "what", "there is no being 3"),
        ('what = "gm", field = "hp"', "what", "there is no being 'gm'"),
        ('what = "ann", field = "from"', "field", "what somebody was made of is not set"),
        ('what = "ann", field = 3', "field", "there is no field 3"),
    ],
)
def test_the_game_master_sets_a_field_of_somebody_who_is_there(
    given: str, field: str, problem: str, tmp_path: Path
) -> None:
    path = written(tmp_path, f'{VITAL}[[script]]\ndo = "set"\nwith = {{ {given}, value = 1 }}\n')
    done, found = checked(path)
    assert (done, [one["field"] for one in found]) == (2, [f"script[0].with.{field}"])
    assert problem in found[0]["problem"]
    assert run_many.outcome(path, (), in_full=False).code == 2


@pytest.mark.parametrize(
    ("expected", "problem"),
    [("nobody.hp = 3", "there is no being 'nobody'"), ('ann.hp = "three"', 'expected a number, not "three"')],
)
def test_what_is_expected_of_a_field_that_was_set_is_judged_like_any_other(
    expected: str, problem: str, tmp_path: Path
) -> None:
    step = '[[script]]\ndo = "set"\nwith = { what = "ann", field = "hp", value = 3 }\n'
    done, found = checked(written(tmp_path, f"{VITAL}{step}expect = {{ {expected} }}\n"))
    assert (done, [one["field"] for one in found]) == (2, [f"script[0].expect.{expected.partition(' ')[0]}"])
    assert problem in found[0]["problem"]


def test_a_side_that_no_game_has_is_told_where_there_are_only_two(tmp_path: Path) -> None:
    scene = 'game = "crawl"\nturn = "ann"\n[beings.ann]\n[beings.foe]\nside = "foes"\n'
    step = '[[script]]\ndo = "set"\nwith = { what = "ann", field = "side", value = "enemies" }\n'
    done, found = checked(written(tmp_path, scene + step))
    assert (done, [one["field"] for one in found]) == (2, ["script[0].with.value"])
    assert 'expected party or foes, not "enemies"' in found[0]["problem"]


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("totall = 8", "a roll has no 'totall', did you mean total?"),
        ('total = "8"', 'total is a number, and "8" is text'),
    ],
)
def test_a_slip_in_a_ruling_is_told_where_none_is_found(value: str, told: str, tmp_path: Path) -> None:
    scene = 'game = "bluebox"\nturn = "ann"\n[beings.ann]\nat = [0, 0]\n[beings.foe]\nside = "foes"\nat = [1, 0]\n'
    step = (
        f'[[script]]\nactor = "ann"\ndo = "shove"\nwith = {{ target = "foe" }}\ndice = [1]\nrulings = [{{ {value} }}]\n'
    )
    played = run_many.outcome(
        written(tmp_path, scene + step.replace("{ tot", '{ kind = "roll", tot')), (), in_full=False
    )
    assert played.code == 1
    assert told in played.faults[0]


# ---------------------------------------------------------------- what is played although it should not be


ILLEGAL = 'game = "bluebox"\nturn = "ann"\nexpect = { ann.ap = 9 }\n[beings.ann]\nap = 9\n'


def test_run_says_beside_its_result_what_no_rule_allows(tmp_path: Path) -> None:
    told = io.StringIO()
    path = written(tmp_path, ILLEGAL)
    assert run_scene(path, (), False, Console(file=told, width=200), None) == 0
    assert f"Played all the same: {path}:5, beings.ann, field ap: as set up: ann.ap is 9" in told.getvalue()
    told = io.StringIO()
    assert run_scene(path, (), True, Console(file=told, width=200), None) == 0
    (amiss,) = json.loads(told.getvalue())["amiss"]
    assert "ann.ap is 9" in amiss


TWO_CASES = """game = "bluebox"
turn = "ann"
[beings.ann]
[[case]]
title = "Prone"
[[case.script]]
expect = { ann.has.Prone = false }
[[case]]
[[case.script]]
expect = { ann.has.Prone = false }
[[case.script]]
expect = { ann.ap = 2 }
"""


@pytest.mark.parametrize(
    ("was", "now", "place"),
    [
        ("[beings.ann]", "[beings.ann]\nhpp = 3", ":4, beings.ann, field hpp: there is no such field"),
        (
            "ann.has.Prone",
            "ann.has.Pron",
            ":7, case 'Prone', step 1, field expect: ann.has.Pron: there is no condition",
        ),
        ("ann.ap = 2", "anna.ap = 2", ":12, case 2, step 2, field expect: anna.ap: there is no being 'anna'"),
        ("[[case]]", '[[script]]\nactor = "ann"\ndo = "jmup"\n[[case]]', ":4, step 1: there is no action 'jmup'"),
    ],
)
def test_run_tells_on_which_line_something_stands_that_cannot_be_used(
    was: str, now: str, place: str, tmp_path: Path
) -> None:
    path = written(tmp_path, TWO_CASES.replace(was, now, 1))
    played = run_many.outcome(path, (), in_full=False)
    assert played.faults[0].startswith(f"{path}{place}")


def test_with_many_files_run_says_how_many_have_something_amiss(tmp_path: Path) -> None:
    written(tmp_path, ILLEGAL, "a.toml")
    written(tmp_path, GOOD, "b.toml")
    told = io.StringIO()
    assert run_many.run_scenes([tmp_path], (), False, Console(file=told, width=200)) == 0
    assert "1 file has something in it that no rule allows" in told.getvalue()


def test_what_no_rule_allows_is_told_with_its_line_and_what_was_expected(tmp_path: Path) -> None:
    done, found = checked(written(tmp_path, f'{CRAWL}disposition = [["ann", 99]]\n'))
    assert done == 1
    (one,) = found
    assert (one["entry"], one["field"], one["line"]) == ("beings.foe", "disposition", 5)
    assert one["problem"] == "as set up: foe.disposition towards ann is 99; expected 0 to 50"


# ---------------------------------------------------------------- in plain words, and at its place


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ('game = "bluebox"\ntitle = "A\n', 2, "a text is not closed: its second quote is missing"),
        ('game = "bluebox"\ntitle = "A"\ntitle = "B"\n', 3, "this key stands here for the second time"),
        ('game = "bluebox"\n[beings.ann]\n[beings.ann]\n', 3, "this table stands here for the second time"),
        ('game = "bluebox"\ntitle "A"\n', 2, "expected = after a key"),
        ("game = bluebox\n", 1, "expected a value: a number, true, false, a list, a table, or text in quotes"),
    ],
)
def test_what_is_no_toml_is_told_in_plain_words(text: str, line: int, words: str, tmp_path: Path) -> None:
    _, found = checked(written(tmp_path, text))
    assert [one["line"] for one in found] == [line]
    assert found[0]["problem"].startswith(f"not valid TOML: {words}")


def test_a_kind_of_content_that_there_is_not_has_its_line(tmp_path: Path) -> None:
    _, found = checked(written(tmp_path, f'{GOOD}[[content.wepon]]\nid = "x"\n'))
    assert [(one["field"], one["line"]) for one in found] == [("content.wepon", 4)]
    assert "scene file" not in found[0]["problem"]


def test_run_tells_of_a_board_what_check_tells(tmp_path: Path) -> None:
    path = written(tmp_path, GOOD.replace("[beings", "board = { q = [5, 0], r = [0, 3] }\n[beings"))
    (told,) = run_many.outcome(path, (), in_full=False).faults
    assert "field board.q: [5, 0]: expected the first to be at most the second" in told


def test_slots_of_an_npc_are_told_at_their_field(tmp_path: Path) -> None:
    _, found = checked(written(tmp_path, f'{NAVY}carried = ["rope"]\n'))
    assert [(one["field"], one["line"]) for one in found] == [("carried", 5)]


def test_what_is_wrong_in_one_part_of_a_table_hides_no_other_part(tmp_path: Path) -> None:
    entry = '[[character]]\nid = "gus"\nname = "Gus"\narchetypes = { movement = "flyer", legs = "two" }\n'
    scene = 'game = "vitality"\n[beings.ann]\n'
    written(tmp_path, entry)
    written(tmp_path / "scenes", scene, "a.toml")
    _, found = checked(tmp_path)
    assert [one["field"] for one in found] == ["archetypes.legs", "archetypes.movement"]


@pytest.mark.parametrize(
    ("text", "field", "problem"),
    [
        (
            CLOUD + 'creature_type = "Animall"',
            "beings.foe.creature_type",
            "nothing knows the type 'Animall'; did you mean",
        ),
        (
            NAVY.replace("[beings.foe]", "attributes = { Brawn = 99 }\n[beings.foe]"),
            "beings.ann.attributes",
            "above the 5",
        ),
    ],
)
def test_what_is_legal_and_hardly_meant_is_warned_of(text: str, field: str, problem: str, tmp_path: Path) -> None:
    done, found = checked(written(tmp_path, f"{text}\n"))
    assert (done, [(one["field"], one["warning"]) for one in found]) == (0, [(field, True)])
    assert problem in found[0]["problem"]
    assert found[0]["line"]


def test_a_rule_that_is_like_no_other_is_told_with_where_to_look(tmp_path: Path) -> None:
    _, found = checked(written(tmp_path, f'rules = ["xyzzy"]\n{GOOD}'))
    assert found[0]["problem"] == "no rule 'xyzzy'; `ludex rules bluebox WORDS` looks for one by its words"


def test_one_broken_rule_hides_no_other(tmp_path: Path) -> None:
    two_coats = 'worn = ["padded_coat", "chain_hauberk"]\nsize_inches = 200\nlineages = ["harborfolk", "harborfolk"]\n'
    entry = f'[[content.character]]\nid = "nell"\nname = "Nell"\narchetype = "Warrior"\n{two_coats}'
    _, found = checked(written(tmp_path, f"{NAVY}{entry}"))
    rules = [one["rule"] for one in found]
    assert rules[0] == "nb.item.armour_slots"
    assert "nb.attr.start_array" in rules
