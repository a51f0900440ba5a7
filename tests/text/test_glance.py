"""Everybody at a glance, however narrow the terminal is; and lines as they are read aloud."""

from __future__ import annotations

import io
import re
from fractions import Fraction
from pathlib import Path

import pytest

import ludex.games.bluebox  # noqa: F401  # registers the game
from ludex.core.files.scenefile import SceneFile, load_scene
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.ruling import Modifier
from ludex.core.show.odds import Odds
from ludex.games.bluebox import BLUEBOX
from ludex.table.document.show_beings import short_marks
from ludex.table.know import oddsline
from ludex.text.maps import places
from ludex.text.screen import in_words
from ludex.text.table import glance
from ludex.text.terminal import Console

SCENE = """
game = "bluebox"
turn = "tahra"
[board]
q = [0, 8]
r = [0, 3]
walls = [[4, 0]]
cover = [[[1, 1], [2, 1]]]
terrain = { water = [[5, 1], [5, 2]] }
heights = [{ hexes = [[6, 3]], m = -3 }]
[beings.tahra]
at = [0, 0]
exhaustion = 2
conditions = ["Prone"]
[beings.vahki_1]
from = "vahki_patroller"
name = "Vahki Patroller Commander 1"
at = [2, 0]
[beings.vahki_2]
from = "vahki_patroller"
name = "Vahki Patroller Commander 12"
at = [8, 3]
"""


@pytest.fixture
def scene_file(tmp_path: Path) -> SceneFile:
    path = tmp_path / "narrow.toml"
    path.write_text(SCENE)
    return load_scene(path)


def shown(file: SceneFile, width: int) -> str:
    marks = short_marks((being.id, being.name, being.side) for being in file.scene.beings.values())
    out = io.StringIO()
    Console(file=out, width=width, color_system=None).print(glance.glance(file.game, file.scene, marks, "tahra", False))
    return out.getvalue()


@pytest.mark.parametrize("width", [120, 80, 60, 45])
def test_no_number_is_cut_however_narrow_it_is(scene_file: SceneFile, width: int) -> None:
    told = shown(scene_file, width)
    assert max(map(len, told.splitlines())) <= width
    lines = [line for line in told.splitlines() if "/" in line]
    assert len(lines) == 3
    assert "23/23" in lines[0]
    assert re.search(r" 1 .*14/14", lines[1])
    assert re.search(r" 12 .*14/14", lines[2])
    assert "Prone" in told


def test_exhaustion_stands_among_the_conditions_where_there_is_no_column_for_it(scene_file: SceneFile) -> None:
    for width in (120, 80, 60):
        assert "TA Exhaustion 2, Prone" in shown(scene_file, width)


GATE = """
game = "cloudbreaker"
board = "gate"
turn = "marrow"
[beings.marrow]
at = "market"
spirit = 3
[beings.pip]
at = "market"
conditions = ["rust_oath"]
[beings.colossus]
from = "ironroot_colossus"
at = "gateway"
"""


@pytest.mark.parametrize("width", [120, 100, 80, 60])
def test_what_the_whole_party_has_keeps_its_column_and_what_one_has_stands_below(tmp_path: Path, width: int) -> None:
    path = tmp_path / "gate.toml"
    path.write_text(GATE)
    head, *lines = shown(load_scene(path), width).splitlines()
    assert head.split()[:5] == ["HP", "MP", "Resolve", "Spirit", "Defense"]
    assert any(re.search(r"Marrow.* 3 +12", line) for line in lines)
    assert any("Left leg 16/16, Right leg 16/16" in line for line in lines)
    assert any("PI Rust Oath" in line for line in lines)


def test_the_map_in_words_tells_the_ground(scene_file: SceneFile) -> None:
    plan = scene_file.game.face().plan(scene_file.scene)
    assert plan is not None
    assert places.map_words(plan) == [
        "Walls: 4,0.",
        "A pit of 3 m: 6,3.",
        "Water: 5,1; 5,2.",
        "Cover between hexes: 1,1 and 2,1.",
    ]


def test_lines_read_aloud_have_no_columns() -> None:
    assert in_words("hit 58.3 %  decisive 8.3 %") == "hit 58.3 %, decisive 8.3 %"
    assert in_words("   72.2 %  (13/18)  Gull ends at Pier") == "72.2 %, Gull ends at Pier"
    assert in_words("   100 %  (1)  nothing") == "100 %, nothing"


def test_what_is_nearly_nothing_or_nearly_sure_is_said() -> None:
    assert in_words("brought down <0.1 %, >99.9 % hit") == "brought down less than 0.1 %, more than 99.9 % hit"


def test_a_sign_of_a_game_is_read_by_its_name_where_that_game_is_played() -> None:
    aloud = BLUEBOX.face().aloud
    assert aloud("give up 1 ✦ or 2 ✦; keep all ✦") == "give up 1 power die or 2 power dice; keep all power dice"
    assert (
        aloud("save or take 2✦ damage, 12✦ + 21✦") == "save or take 2 power dice damage, 12 power dice + 21 power dice"
    )
    assert aloud("Regain ✦ + SPI, and one more ✦") == "Regain a power die + SPI, and one more power die"
    assert aloud("Power Die: ✦ is a d4.") == "The power die is a d4."


def test_dice_of_flaw_are_subtracted() -> None:
    flawed = Odds(Command("tahra", "attack"), rolled="d12+d4", against=8)
    flawed.modifiers = (Modifier(2, "FOR", "bb.x"), Modifier(-1, "Cover", "bb.x", "edge"))
    assert oddsline.modifiers(BLUEBOX, flawed) == "d12−d4 against 8: +2 FOR, −1 Flaw Cover"
    edged = Odds(Command("tahra", "attack"), rolled="d12+d4", readings={"success": Fraction(1)})
    edged.modifiers = (Modifier(1, "height", "bb.x", "edge"),)
    assert oddsline.modifiers(BLUEBOX, edged) == "d12+d4: +1 Edge height"
