"""`ludex run` and `ludex odds`: what they print and how they exit."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

import ludex.games.bluebox  # noqa: F401  # registers the game
from ludex.core.kernel.ruling import BadInput
from ludex.text.odds import show_odds
from ludex.text.picture import picture
from ludex.text.run import run_scene
from ludex.text.run_many import EACH, outcome, run_scenes
from ludex.text.terminal import Console

SCENE = """
game = "bluebox"
title = "A blow"
turn = "tahra"
[beings.tahra]
at = [0, 0]
[beings.vahki]
from = "vahki_patroller"
at = [1, 0]
"""
SCRIPT = """
[[script]]
actor = "tahra"
do = "attack"
with = { weapon = "cinder_hook", target = "vahki" }
dice = [5]
note = "too low"
expect = { vahki.hp = HP }
"""


@pytest.fixture
def console() -> Console:
    return Console(file=io.StringIO(), width=100)


def text(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def scene(tmp_path: Path, more: str = "") -> Path:
    path = tmp_path / "scene.toml"
    path.write_text(SCENE + more)
    return path


def test_a_script_that_holds(tmp_path: Path, console: Console) -> None:
    path = scene(tmp_path, SCRIPT.replace("HP", "14"))
    assert run_scene(path, (), False, console, None) == 0
    assert "Tahra attacks Vahki Patroller with Cinder Hook: d12 5 + 2 FOR = 7 against AC 8, a miss" in text(console)
    assert "1 step holds" in text(console)


def test_a_script_that_does_not_hold(tmp_path: Path, console: Console) -> None:
    assert run_scene(scene(tmp_path, SCRIPT.replace("HP", "3")), (), False, console, None) == 1
    assert "vahki.hp is 14, expected 3" in text(console)


def test_a_script_for_machines(tmp_path: Path, console: Console) -> None:
    assert run_scene(scene(tmp_path, SCRIPT.replace("HP", "14")), (), True, console, None) == 0
    told = json.loads(text(console))
    assert told["holds"] is True
    assert told["steps"][0]["rulings"][0]["rule"] == "bb.roll.attack"


def test_a_scene_without_a_script_plays_itself(tmp_path: Path, console: Console) -> None:
    path = scene(tmp_path)
    assert run_scene(path, (), False, console, 2) == 0
    assert "How everybody stands" in text(console)
    again = Console(file=io.StringIO(), width=100)
    run_scene(path, (), False, again, 2)
    assert text(again) == text(console)


def test_bad_input_is_told_apart(tmp_path: Path, console: Console) -> None:
    assert run_scene(tmp_path / "none.toml", (), False, console, None) == 2
    assert show_odds(scene(tmp_path), (), "nobody", "attack", "vahki", (), False, console) == 2
    assert show_odds(scene(tmp_path), (), "tahra", "dance", "vahki", (), False, console) == 2


def test_odds_for_people_and_for_machines(tmp_path: Path, console: Console) -> None:
    path = scene(tmp_path)
    assert show_odds(path, (), "tahra", "attack", "vahki", ("weapon=cinder_hook",), False, console) == 0
    assert "hit 63.6 %  decisive 9.1 %" in text(console)
    machine = Console(file=io.StringIO(), width=100)
    assert show_odds(path, (), "Tahra", "Flame Lash".lower().replace(" ", "_"), "vahki", (), True, machine) == 0
    assert json.loads(text(machine))["total"] == "1"


def test_odds_of_what_the_rules_refuse(tmp_path: Path, console: Console) -> None:
    assert show_odds(scene(tmp_path), (), "vahki", "attack", "tahra", (), False, console) == 1


def test_the_picture_of_a_fight_is_always_the_same(tmp_path: Path) -> None:
    picture(tmp_path / "one.svg")
    picture(tmp_path / "two.svg")
    drawn = (tmp_path / "one.svg").read_text(encoding="utf-8")
    assert drawn == (tmp_path / "two.svg").read_text(encoding="utf-8")
    assert "decisive" in drawn


@pytest.mark.parametrize(
    ("args", "code", "says"),
    [
        (("pip", "neutralise", "Balewolf 1", ("method=intimidate",)), 0, "Pip Underlark: neutralise on Balewolf 1"),
        (("ione", "Lance of Dawn", "Balewolf 1", ()), 0, "hit 72.2 %"),
        (("marrow", "attack", "Balewolf 1", ("weapon=gate hammer",)), 1, "is not in the same zone"),
        (("tal", "Lance of Dawn", "Balewolf 1", ()), 1, "Tal Verrin knows no spell"),
        (("gm", "damage", "Balewolf 1", ()), 2, "the game master's commands have no odds here: --actor names a being"),
        (("marrow", "attack", "Balewolf 1", ()), 2, "attack needs --with weapon=…; one of: gate_hammer, unarmed"),
        (("marrow", "gate_hamer", "Balewolf 1", ()), 2, "there is no action 'gate_hamer'; did you mean gate_hammer"),
        (("marrow", "gate_hammer", "", ("targt=Balewolf 1",)), 2, "takes no 'targt'; did you mean target"),
    ],
)
def test_odds_take_the_names_that_stand_on_the_screen(
    args: tuple[str, str, str, tuple[str, ...]],
    code: int,
    says: str,
    console: Console,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert show_odds(Path("wolves_on_the_causeway"), (), *args, False, console) == code
    assert says in text(console) + capsys.readouterr().err


# ---------------------------------------------------------------- folders


def folder_of_scenes(tmp_path: Path) -> Path:
    """One that holds, one that does not, one that cannot be read, one without a script, and content."""
    folder = tmp_path / "mine"
    (folder / "deep").mkdir(parents=True)
    (folder / "a.toml").write_text(SCENE + SCRIPT.replace("HP", "14"))
    (folder / "deep" / "b.toml").write_text(SCENE + SCRIPT.replace("HP", "3"))
    (folder / "c.toml").write_text("not toml")
    (folder / "d.toml").write_text(SCENE)
    (folder / "weapons.toml").write_text('[[weapon]]\nid = "pike"')
    return folder


def test_a_folder_is_played_and_what_fails_is_named(tmp_path: Path, console: Console) -> None:
    folder = folder_of_scenes(tmp_path)
    assert run_scenes([folder], (), False, console) == 2
    told = text(console)
    assert "passed 1 of 3" in told
    assert "2 files have nothing to play" in told
    assert "step 1 (tahra: attack): vahki.hp is 14, expected 3" in told
    assert [name in told for name in ("a.toml", "b.toml", "c.toml", "d.toml")] == [False, True, True, False]


def test_several_files_for_machines(tmp_path: Path, console: Console) -> None:
    folder = folder_of_scenes(tmp_path)
    assert run_scenes([folder / "a.toml", folder / "deep"], (), True, console) == 1
    told = json.loads(text(console))
    assert (told["passed"], told["of"]) == (1, 2)
    assert [scene["holds"] for scene in told["scenes"]] == [True, False]


def test_many_files_are_played_by_several_processes_with_the_same_outcome(tmp_path: Path, console: Console) -> None:
    for number in range(2 * EACH):
        hp = "3" if number == EACH else "14"
        (tmp_path / f"{number:02}.toml").write_text(SCENE + SCRIPT.replace("HP", hp))
    assert run_scenes([tmp_path], (), False, console) == 1
    assert f"passed {2 * EACH - 1} of {2 * EACH}" in text(console)
    assert outcome(tmp_path / f"{EACH:02}.toml", (), False).faults[0] in " ".join(text(console).split())


def test_a_folder_without_scripts_is_told(tmp_path: Path, console: Console) -> None:
    (tmp_path / "a.toml").write_text(SCENE)
    with pytest.raises(BadInput, match=r"there is no script in .*: 1 file has none"):
        run_scenes([tmp_path], (), False, console)


def test_an_empty_folder_is_told(tmp_path: Path, console: Console) -> None:
    with pytest.raises(BadInput, match="there are no scene files in"):
        run_scenes([tmp_path], (), False, console)


WOLVES = """
game = "cloudbreaker"
turn = "marrow"
board = "causeway"
beings.marrow.at = "landing"
beings.balewolf = { at = "landing", hp = 60, name = "Balewolf" }
"""


def test_an_id_names_one_of_two_who_are_called_the_same(tmp_path: Path) -> None:
    told = []
    for mate in ("", 'beings.mate = { from = "balewolf", at = "landing", hp = 1, name = "Balewolf" }\n'):
        console, path = Console(file=io.StringIO(), width=100), tmp_path / "wolves.toml"
        path.write_text(WOLVES + mate)
        assert show_odds(path, (), "marrow", "gate_hammer", "balewolf", (), False, console) == 0
        told.append(text(console))
    assert told[0] == told[1]


# ---------------------------------------------------------------- answers that odds are told


def odds_with(tmp_path: Path, console: Console, *answers: str, actor: str = "tahra") -> int:
    path = scene(tmp_path)
    return show_odds(path, (), actor, "attack", "vahki", (), False, console, answers)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("bb.decisive.hit=shater", '--answer bb.decisive.hit: "shater" was not offered; expected one of'),
        ("bb.decisive.hit@nobody=shatter", "--answer bb.decisive.hit@nobody: there is nobody 'nobody'"),
        ("bb.decisiv.hit=shatter", "no rule 'bb.decisiv.hit'"),
    ],
)
def test_an_answer_that_cannot_be_given_is_told(
    answer: str, told: str, tmp_path: Path, console: Console, capsys: pytest.CaptureFixture[str]
) -> None:
    assert odds_with(tmp_path, console, answer) == 2
    assert told in capsys.readouterr().err.replace("\n", " ")


def test_an_answer_that_is_given_says_what_the_first_line_is_about(tmp_path: Path, console: Console) -> None:
    assert odds_with(tmp_path, console, "bb.decisive.hit=shatter", "bb.action.shove=0") == 0
    assert "are of the first roll" in text(console)
    assert "--answer bb.action.shove: nobody is asked that on the way." in text(console)


def test_who_is_not_there_is_told_with_those_who_are_and_their_ids(
    tmp_path: Path, console: Console, capsys: pytest.CaptureFixture[str]
) -> None:
    assert odds_with(tmp_path, console, actor="tara") == 2
    told = capsys.readouterr().err
    assert "nobody called 'tara'; did you mean tahra? there are: Tahra (tahra), Vahki Patroller (vahki)" in told
