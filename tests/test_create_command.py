"""`ludex create`: a walk through the steps with what a player would type."""

from __future__ import annotations

import io
import sys
import tomllib
from pathlib import Path

import pexpect  # type: ignore[import-untyped]  # it has no types
import pytest

from ludex.cli.check import check
from ludex.cli.create import create
from ludex.core.files.scenefile import load_scene
from ludex.core.kernel.agenda import Command
from ludex.core.referee.scripted import Answer, Scripted, Throw
from ludex.games.bluebox import BLUEBOX
from ludex.table.campaign.characters import Bring, character_file
from ludex.table.campaign.scenes import OpenScene, Prepare
from ludex.table.desk.portable import character_from, character_toml
from ludex.text.terminal import Console
from tests.table.tables import Kept

TAKUA = [
    "toa", "fire", "2 1 2 0 -1", "medium", "1 2 8 10", "focus, intimidation", "SPI", "4 3 3 2 4 3 2",
    "hook", "FOR", "elemental, serrated", "Ash Hook", "", "hau", "1 2", "1", "1", "rope, sana, sana", "Takua", "",
]  # fmt: skip


def walk(monkeypatch: pytest.MonkeyPatch, out: Path, lines: list[str], *, plain: bool = True) -> tuple[int, str]:
    told = io.StringIO()
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    done = create("bluebox", out, Console(file=told, width=200, no_color=True), plain, seed=1)
    return done, told.getvalue()


def with_line(number: int, *lines: str) -> list[str]:
    return [*TAKUA[:number], *lines, *TAKUA[number + 1 :]]


def test_a_walk_ends_with_a_legal_character(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    out = tmp_path / "mine"
    done, told = walk(monkeypatch, out, TAKUA)
    assert done == 0
    written = tomllib.loads((out / "takua.toml").read_text(encoding="utf-8"))
    assert [weapon["id"] for weapon in written["weapon"]] == ["ash_hook"]
    assert written["character"][0]["items"] == [
        {"id": "rope"},
        {"id": "sana_sphere", "count": 2, "crafter_kno": -1},
    ]
    assert "Sheet: FOR +2, DEX +1, SPI +2, CHA 0, KNO -1, AC 8, BAC 3, Plating 5, HP 23, EP 5, Speed 6 m, ✦ d4" in told
    assert f"ludex play --text takua_first_fight --content {out}" in told
    assert check([out], Console(file=io.StringIO()), as_json=False) == 0


def test_the_character_plays(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    walk(monkeypatch, tmp_path, TAKUA)
    library = BLUEBOX.library(tmp_path)
    scene = load_scene(library.scenes["takua_first_fight"], library).scene
    scene.beings["spider_1"].at = (2, 3)
    strike = Command("takua", "attack", (("target", "spider_1"), ("weapon", "ash_hook")))
    after = Scripted([Throw((9, 2))], [Answer("bb.plating.sacrifice", "", 0)], declines=lambda question: True).perform(
        scene, strike
    )
    assert after.beings["spider_1"].hp < scene.beings["spider_1"].hp


def test_the_file_is_brought_to_a_table_with_what_was_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    walk(monkeypatch, tmp_path, TAKUA)
    kept = Kept("bluebox")
    ann = kept.seat("Ann")
    file = character_from((tmp_path / "takua.toml").read_text(encoding="utf-8"))
    assert kept.do(Bring(file=file), ann) == {"character": "takua", "overrides": [], "warnings": []}
    kept.do(OpenScene(scene=kept.do(Prepare(title="A yard"))["scene"]))
    assert kept.live.scene.beings["takua"].weapons == ("ash_hook-of-takua",)
    taken_home = character_file(kept.table, kept.table.seats[ann], "takua")
    assert [weapon["name"] for weapon in taken_home.content["weapon"]] == ["Ash Hook"]
    elsewhere = Kept("bluebox")
    elsewhere.do(Bring(file=character_from(character_toml(taken_home))))
    assert elsewhere.table.characters["takua"].entry == kept.table.characters["takua"].entry


def test_boxes_and_plain_come_to_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    walk(monkeypatch, tmp_path / "a", TAKUA, plain=True)
    _, told = walk(monkeypatch, tmp_path / "b", TAKUA, plain=False)
    assert (tmp_path / "a" / "takua.toml").read_text() == (tmp_path / "b" / "takua.toml").read_text()
    assert "─" in told


def test_plain_has_no_boxes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    _, told = walk(monkeypatch, tmp_path, TAKUA)
    assert not set("─│╭╮╰╯━") & set(told)


def test_what_is_not_legal_is_refused_with_its_rule(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    _, told = walk(monkeypatch, tmp_path, with_line(2, "2 2 2 0 -1", "2 1 2 0 -1"))
    assert "Not legal: the stats +2, +2, +2, 0, -1 are not +2, +2, +1, 0, -1 in some order [bb.creation.steps]" in told
    assert "allowed" not in tomllib.loads((tmp_path / "takua.toml").read_text(encoding="utf-8"))["character"][0]


def test_allow_anyway_marks_the_rule(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    done, _ = walk(monkeypatch, tmp_path, with_line(10, "a elemental, serrated, protosteel"))
    character = tomllib.loads((tmp_path / "takua.toml").read_text(encoding="utf-8"))["character"][0]
    assert done == 0
    assert character["allowed"] == ["bb.tool.hex_points"]
    assert check([tmp_path], Console(file=io.StringIO()), as_json=False) == 0


def test_allow_anyway_lists_the_rest(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    _, told = walk(monkeypatch, tmp_path, with_line(14, "a", "fire zone, gust"))
    assert "Gust: Air, 1 EP." in told
    assert "Not legal: Gust is a power of Air, not of Fire [bb.creation.steps]" in told
    powers = tomllib.loads((tmp_path / "takua.toml").read_text(encoding="utf-8"))["character"][0]["powers"]
    assert powers == ["flame_lash", "fire_zone", "gust"]


def test_only_legal_choices_are_listed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    _, told = walk(monkeypatch, tmp_path, TAKUA)
    assert "Gust: Air" not in told


def test_back_goes_back_and_dice_stay_fallen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    roll = ["", "n"]  # with this seed the dice show a 1, which is kept
    done, told = walk(monkeypatch, tmp_path, with_line(7, *roll, "b", ""))
    assert done == 0
    assert told.count("The dice show") == 1
    assert "These dice have fallen already." in told


def test_a_seed_gives_the_same_dice(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    made = []
    for name in ("a", "b"):
        walk(monkeypatch, tmp_path / name, with_line(7, "", "y"))
        made.append((tmp_path / name / "takua.toml").read_text(encoding="utf-8"))
    assert made[0] == made[1]


@pytest.mark.parametrize("typed", [["99"], ["nonsense"], [""], ["1 2"]])
def test_what_is_not_understood_is_asked_again(
    typed: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    done, _ = walk(monkeypatch, tmp_path, [*typed, *TAKUA])
    assert done == 0


@pytest.mark.parametrize("number", range(len(TAKUA)))
def test_the_end_of_the_input_leaves_nothing_behind(
    number: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    done, told = walk(monkeypatch, tmp_path / "mine", TAKUA[:number])
    assert done == 1
    assert "othing was written." in told
    assert list(tmp_path.iterdir()) == []


def test_quitting_says_what_was_not_saved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    done, told = walk(monkeypatch, tmp_path / "mine", [*TAKUA[:2], "q"])
    assert done == 0
    assert "Not saved: Species: Toa; Element: Fire. Nothing was written." in told


def test_a_second_character_stands_beside_the_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    walk(monkeypatch, tmp_path, TAKUA)
    walk(monkeypatch, tmp_path, TAKUA)
    written = tomllib.loads((tmp_path / "takua_2.toml").read_text(encoding="utf-8"))
    assert (written["character"][0]["id"], written["weapon"][0]["id"]) == ("takua_2", "ash_hook_2")
    assert check([tmp_path], Console(file=io.StringIO()), as_json=False) == 0


def test_a_folder_that_cannot_be_written_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    done, _ = walk(monkeypatch, tmp_path / "file", TAKUA)
    assert done == 2
    done, _ = walk(monkeypatch, tmp_path / "file" / "below", TAKUA)
    assert done == 2
    assert "cannot be written" in capsys.readouterr().err


def test_an_unknown_game_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert create("blue-box", Path("nowhere"), Console(file=io.StringIO()), True, None) == 2
    assert "did you mean bluebox?" in capsys.readouterr().err


def test_ctrl_c_in_a_terminal_leaves_nothing_behind(tmp_path: Path) -> None:
    walking = (
        "from pathlib import Path; from ludex.text.terminal import Console; from ludex.cli.create import create; "
        f"raise SystemExit(create('bluebox', Path({str(tmp_path / 'mine')!r}), Console(), False, 1))"
    )
    child = pexpect.spawn(sys.executable, ["-c", walking], encoding="utf-8", timeout=60)
    child.expect("Species")
    child.expect("> ")
    child.sendline("1")
    child.expect("Element")
    child.expect("> ")
    child.sendintr()
    child.expect("Not saved: Species: Toa. Nothing was written.")
    child.expect(pexpect.EOF)
    assert child.wait() == 1
    assert list(tmp_path.iterdir()) == []


def test_left_before_anything_that_has_a_name_was_decided(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    told = walk(monkeypatch, tmp_path, ["q"])[1]
    assert "Nothing was decided yet, and nothing was written." in told


def test_content_of_other_folders_can_be_chosen_and_is_named_for_play(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    other, out = tmp_path / "other", tmp_path / "mine"
    other.mkdir()
    (other / "masks.toml").write_text("", encoding="utf-8")
    told = io.StringIO()
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in TAKUA)))
    assert create("bluebox", out, Console(file=told, width=400), True, 1, (other,)) == 0
    assert f"ludex play --text takua_first_fight --content {other} --content {out}" in told.getvalue()
