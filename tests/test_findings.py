"""All that is wrong is told at once, with its line, on the command line and at a table alike; and nothing that only
follows from it."""

from __future__ import annotations

import io
import tomllib
from pathlib import Path
from typing import Any

import pytest

from ludex.cli.check import check
from ludex.core.content.references import references
from ludex.core.files.findings import scene_findings
from ludex.core.files.run_script import run_script
from ludex.core.files.scenefile import scene_from
from ludex.core.game import GAMES
from ludex.core.kernel.ruling import BadInput
from ludex.table.campaign.characters import Bring, CharacterFile
from ludex.table.campaign.scenes import Prepare
from ludex.table.campaign.settings import AddContent
from ludex.text.terminal import Console
from tests.scene_files import scene_files
from tests.table.tables import Kept
from tests.test_check_command import UNSPENT, checked, written

BOARDS: dict[str, tuple[str, list[str]]] = {  # a board with three faults, and the fields that they are in
    "bluebox": (
        "q = [0, 3]\nr = [0, 3]\nwalls = [[9, 0], [8, 1]]\ncover = [[[0, 0], [2, 0]]]",
        ["walls", "walls", "cover"],
    ),
    "cloudbreaker": (
        'width = 2\nclosed = [["z0_0", "z9_0"]]\ncover = ["z0_8", "z1_7"]',
        ["cover", "cover", "closed"],
    ),
    "navyblue": (
        'width = 2\nclosed = [["z0_0", "z9_0"]]\nlinks = [["z0_0", "z0_0"], ["z1_0", "z7_7"]]',
        ["closed", "links", "links"],
    ),
    "crawl": (
        "width = 4\nheight = 4\nwalls = [[40, 0]]\nrough = [[41, 0]]\nexits = [[42, 0]]",
        ["walls", "rough", "exits"],
    ),
    "vitality": (
        "width = 4\nheight = 4\n"
        'terrain = [{ kind = "wall", start = [9, 1], end = [9, 1] }, { kind = "wall", start = [1, 1], end = [0, 2] }]',
        ["terrain[0]", "terrain[0]", "terrain[1]"],
    ),
}


def as_table(game: str, board: str) -> str:
    return f'game = "{game}"\n\n[board]\n{board}\n\n[beings.somebody]\n'


@pytest.mark.parametrize("game", GAMES)
def test_all_faults_of_a_board_are_told(game: str, tmp_path: Path) -> None:
    board, fields = BOARDS[game]
    done, findings = checked(written(tmp_path, as_table(game, board)))
    assert done == 2
    assert [found["field"] for found in findings] == [f"board.{field}" for field in fields]
    lines = as_table(game, board).splitlines()
    for found in findings:
        assert lines[found["line"] - 1].startswith(found["field"].removeprefix("board.").partition("[")[0])
    written(tmp_path / "scenes", f'game = "{game}"\n[beings.somebody]\n', "scene.toml")
    written(tmp_path, f'[[board]]\nid = "b"\nname = "B"\n{board}\n')
    _, findings = checked(tmp_path)
    assert [found["field"] for found in findings] == fields


@pytest.mark.parametrize("game", GAMES)
def test_a_table_tells_all_faults_of_a_board(game: str) -> None:
    board, fields = BOARDS[game]
    with pytest.raises(BadInput) as fault:
        Kept(game).do(Prepare(tables=tomllib.loads(as_table(game, board))))
    told = str(fault.value).splitlines()
    assert [f"field board.{field}:" in line for field, line in zip(fields, told, strict=True)] == [True] * 3
    with pytest.raises(BadInput) as fault:
        Kept(game).do(AddContent(name="mine", tables={"board": [{"id": "b", "name": "B", **tomllib.loads(board)}]}))
    told = str(fault.value).splitlines()
    assert [f", board 'b', field {field}: " in line for field, line in zip(fields, told, strict=True)] == [True] * 3


def test_a_table_tells_all_faults_of_content() -> None:
    kept = Kept("bluebox")
    spoon = {"id": "spoon", "name": "Spoon", "stat": "FRO", "flavour": "red"}
    fork = {"id": "fork", "name": "Fork", "stat": "FOR", "core": "blad"}
    with pytest.raises(BadInput) as fault:
        kept.do(AddContent(name="mine", tables={"weapon": [spoon, fork]}))
    told = str(fault.value).splitlines()
    assert ["weapon 'spoon', field stat" in told[0], "weapon 'spoon', field flavour" in told[1]] == [True, True]
    assert "weapon 'fork', field core: there is no core 'blad'; did you mean blade?" in told[2]
    assert len(told) == 3
    with pytest.raises(BadInput) as fault:
        kept.do(Bring(file=CharacterFile(game="bluebox", character={"id": "x", "name": 3, "armour": "none"})))
    assert len(str(fault.value).splitlines()) > 2


def test_uploads_tell_what_may_have_been_forgotten() -> None:
    kept = Kept("vitality")
    tables = tomllib.loads(UNSPENT)
    told = ["character 'mote', field attributes: 3 of 4 combat attribute points are spent [vt.attr.combat_points]"]
    assert kept.do(AddContent(name="mine", tables=tables)) == {"overrides": [], "warnings": told}
    brought = kept.do(Bring(file=CharacterFile(game="vitality", character=tables["character"][0])))
    assert brought["warnings"] == told


def test_a_table_with_content_that_can_no_longer_be_read_still_opens() -> None:
    kept = Kept("bluebox")
    kept.do(AddContent(name="mine", tables={"armor": [{"id": "mail", "name": "Mail", "plating": 2}]}))
    spoilt = {"armor": [{"id": "mail", "name": "Mail", "plating": -2}, {"id": "coat", "name": "Coat"}]}
    for entry in kept.entries:
        if "tables" in entry.body:
            entry.body["tables"] = spoilt
    shelf = kept.folded().library.shelves["armor"]
    assert "coat" in shelf
    assert "mail" not in shelf


# ---------------------------------------------------------------- what follows from the first fault


FOLLOWS = """game = "bluebox"
turn = "x"

[[content.enemy]]
id = "brute"
name = "Brute"
hp = -5
weapons = ["clb"]
stats = { FOR = 1, DEX = 0, SPI = 0, CHA = 0, KNO = 0 }

[beings.x]
from = "brute"

[[script]]
actor = "x"
do = "end_turn"
"""


def test_what_follows_from_a_fault_is_not_told_beside_it(tmp_path: Path) -> None:
    done, findings = checked(written(tmp_path, FOLLOWS))
    assert done == 2
    assert [(found["entry"], found["field"], found["line"]) for found in findings] == [
        ("enemy 'brute'", "hp", 7),
        ("enemy 'brute'", "weapons", 8),
    ]


def test_every_fault_of_a_script_has_its_line(tmp_path: Path) -> None:
    text = """game = "bluebox"
[beings.tahra]
[beings.onuri]

[[script]]
actor = "tahra"
note = "Here"
offered = [{ do = "atack" }]
not_offered = [
  { do = "attack", with = { target = "onri" } },
  { actor = "onrui", do = "dash" },
  { do = "dash", rule = "bb.nonsense" },
]

[[script]]
entry = "tahara"
illegal = "bb.nonsense"

[[script]]
actor = "tahra"
do = "attack"
with = { targt = "onuri" }
rulings = [{ kind = "rol" }]
not_asked = ["bb.reaction.opportunity@onry"]
dice = [{ rule = "bb.nonsense", faces = [1] }]
"""
    done, findings = checked(written(tmp_path, text))
    assert done == 2
    told = {(found["field"], found["line"]) for found in findings}
    assert told == {
        ("script[0].offered[0].do", 8),
        ("script[0].not_offered[0].with.target", 10),
        ("script[0].not_offered[1].actor", 11),
        ("script[0].not_offered[2]", 12),
        ("script[1].entry", 16),
        ("script[1].illegal", 17),
        ("script[2].with.targt", 22),
        ("script[2].rulings[0]", 23),
        ("script[2].not_asked", 24),
        ("script[2].dice", 25),
    }
    by_field = {found["field"]: found["problem"] for found in findings}
    for field, meant in {
        "script[2].not_asked": "onuri",
        "script[0].offered[0].do": "attack",
        "script[0].not_offered[0].with.target": "onuri",
        "script[0].not_offered[1].actor": "onuri",
        "script[1].entry": "tahra",
        "script[2].with.targt": "target",
        "script[2].rulings[0]": "roll",
    }.items():
        assert f"did you mean {meant}" in by_field[field], field


EXPECTS = """game = "bluebox"
turn = "tahra"
expect = { tahra.hpp = 3, onuri.has.Pron = true, nobody.hp = 1, turn.off = "tahra", scene.clok = 1 }
unlisted = { "bb.nonsense" = "decline" }

[beings.tahra]
conditions = ["Prone", "Pron", { name = "Slowed", until = "soon" }, "Blind"]

[beings.onuri]

[[script]]
do = "attack"
with = { target = "onuri" }

[[script]]
do = "quake_maul"
with = { target = "onuri" }

[[script]]
actor = "tahra"
do = "attack"
expect = { onuri.hpp = 3 }

[[script]]
actor = "tahra"
do = "attack"
with = { target = "onuri" }
answers = [{ rule = "bb.plating.sacrifice", may = [0], answer = 0 }]
odds = { reading.success = 1, total = "1e999999999", falls.onuri = "half", gained.onuri.Pron = 0, expected.onri.hp = 0 }

[[script]]
actor = "tahra"
do = "attack"
with = { target = "onuri", weapon = 1.5 }
answers = [{ rule = "bb.plating.sacrifice", first = [{ actor = "gm", do = "damge" }], answer = 0 }]

[[case]]
title = "Empty"

[[case]]
expect = { tahra.hpp = 3 }
"""


def test_all_that_can_be_found_without_playing_is_found(tmp_path: Path) -> None:
    done, findings = checked(written(tmp_path, EXPECTS))
    assert done == 2
    assert {(found["entry"], found["field"]): found["line"] for found in findings} == {
        ("beings.tahra", "conditions[1]"): 7,
        ("beings.tahra", "conditions[2].until"): 7,
        ("beings.tahra", "conditions[3]"): 7,
        ("", "expect.tahra.hpp"): 3,
        ("", "expect.onuri.has.Pron"): 3,
        ("", "expect.nobody.hp"): 3,
        ("", "expect.turn.off"): 3,
        ("", "expect.scene.clok"): 3,
        ("", "unlisted"): 4,
        ("", "script[0].actor"): 11,
        ("", "script[1].actor"): 15,
        ("", "script[2].with"): 19,
        ("", "script[2].expect.onuri.hpp"): 22,
        ("", "script[3].answers[0]"): 28,
        ("", "script[3].odds.reading.success"): 29,
        ("", "script[3].odds.total"): 29,
        ("", "script[3].odds.falls.onuri"): 29,
        ("", "script[3].odds.gained.onuri.Pron"): 29,
        ("", "script[3].odds.expected.onri.hp"): 29,
        ("", "script[4].with.weapon"): 34,
        ("", "script[4].answers[0].first[0].do"): 35,
        ("", "case[0]"): 37,
        ("", "case[1].expect.tahra.hpp"): 41,
    }
    by_field = {found["field"]: found["problem"] for found in findings}
    assert by_field["expect.tahra.hpp"] == "a being has no field 'hpp'; did you mean hp or thp?"
    assert by_field["script[0].actor"].startswith("attack is done by a being, not by the game master: name one")
    assert by_field["script[1].actor"].startswith("quake_maul is done by a being")
    assert by_field["script[2].with"] == "attack needs 'target': `with = { target = … }`"
    assert by_field["script[3].odds.falls.onuri"] == 'expected a fraction such as "7/12", or a number, not "half"'
    assert by_field["case[0]"] == "nothing is in it; expected a script or an expect"


@pytest.mark.parametrize("each", [6, pytest.param(1, marks=pytest.mark.long)], ids=["some", "all"])
def test_nothing_is_found_in_a_script_that_holds(each: int) -> None:
    """One in six; with `--long` all of them."""
    found = [
        finding
        for path in list(scene_files())[::each]
        for finding in scene_findings(tomllib.loads(path.read_text(encoding="utf-8")), path.name)
    ]
    assert [str(finding) for finding in found if not (finding.illegal or finding.warning)] == []


def test_what_check_finds_in_a_script_ends_a_run_as_well() -> None:
    for script in tomllib.loads(EXPECTS)["script"]:
        file = {"game": "bluebox", "turn": "tahra", "beings": {"tahra": {}, "onuri": {}}, "script": [script]}
        with pytest.raises(BadInput):
            run_script(scene_from(file, "a file"))


def test_what_is_no_toml_is_told_with_its_line(tmp_path: Path) -> None:
    told = io.StringIO()
    path = written(tmp_path, 'game = "bluebox"\n\n[beings.tahra\n')
    assert check([path], Console(file=told, width=200), as_json=False) == 2
    assert told.getvalue().startswith(f"{path}:3: not valid TOML")


def test_who_comes_into_a_scene_as_it_runs_is_no_fault(tmp_path: Path) -> None:
    text = 'game = "bluebox"\n[beings.tahra]\n[[script]]\ndo = "spawn"\nwith = { from = "vahki_patroller" }\n'
    late = '[[script]]\nactor = "vahki_patroller"\nexpect = { vahki_patroller.hp = 20 }\n'
    assert checked(written(tmp_path, text + late)) == (0, [])


# ---------------------------------------------------------------- as a script runs


def faults_of(**step: Any) -> list[str]:
    tables = {
        "game": "bluebox",
        "turn": "onuri",
        "beings": {"onuri": {"at": [0, 0]}, "vahki": {"from": "vahki_patroller", "at": [1, 0]}},
        "script": [{"actor": "onuri", "do": "shove", "with": {"target": "vahki"}, "dice": [8], **step}],
    }
    return run_script(scene_from(tables, "a file"))[-1].faults


def test_a_ruling_that_came_earlier_is_said_to_have_come() -> None:
    wanted = [{"kind": "condition", "condition": "Back-footed"}, {"kind": "roll", "rule": "bb.roll.attack"}]
    (fault,) = faults_of(rulings=wanted)
    assert fault == (
        'a ruling like { kind = "roll", rule = "bb.roll.attack" } was found, '
        'but before { kind = "condition", condition = "Back-footed" }'
    )
    assert faults_of(rulings=wanted[::-1]) == []


def test_who_is_refused_is_not_blamed_for_what_did_not_happen() -> None:
    faults = faults_of(
        actor="vahki", rulings=[{"kind": "roll"}], asked=["bb.plating.sacrifice"], expect={"vahki": {"hp": 1}}
    )
    assert len(faults) == 1
    assert faults[0].startswith("refused: ")
    assert faults_of(dice=[], refused="bb.reach.range", expect={"vahki": {"hp": 1}}) == [
        "expected to be refused by bb.reach.range, but it was allowed"
    ]


def test_nobody_unknown_is_not_asked() -> None:
    assert faults_of(not_asked=["bb.reaction.opportunity@vahki"]) == []
    with pytest.raises(BadInput, match=r"field not_asked: there is nobody 'vaki'; did you mean vahki\?"):
        faults_of(not_asked=["bb.reaction.opportunity@vaki"])


@pytest.mark.parametrize(
    ("game", "kind", "named"),
    [
        ("vitality", "character", "archetype"),
        ("cloudbreaker", "class", "mastery"),
        ("navyblue", "feature", "sub-lineage"),
    ],
)
def test_what_entries_name_is_known_by_their_types(game: str, kind: str, named: str) -> None:
    """So that whoever picks one is shown what there is, and whoever takes one away is told by whom it is used."""
    assert named in {one.to.what for entry in GAMES[game].starter.all(kind) for one in references(entry)}
