"""Two games at one command line: which one is played, run, checked and drawn."""

from __future__ import annotations

import os
import re
import sys
from io import StringIO
from pathlib import Path
from subprocess import CompletedProcess

import pexpect  # type: ignore[import-untyped]  # it has no types
import pytest

from ludex.cli.check import check, write_schema
from ludex.cli.create import create
from ludex.core.files.scenefile import load_scene
from ludex.text.picture import picture
from ludex.text.terminal import Console
from tests.text.skirmish import SKIRMISH
from tests.typed import leave, typed

ROOT = Path(__file__).parents[2]
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
WEAPON = """
[[weapon]]
id = "spoon"
name = "Spoon"
"""


def ludex(*args: str) -> CompletedProcess[str]:
    return typed(args, ROOT)


def test_in_a_terminal_the_game_is_asked_for_first(tmp_path: Path) -> None:
    child = pexpect.spawn(
        sys.executable,
        ["-m", "tests.text.skirmish", "play", "--text", "--seed", "1"],
        env={**os.environ, "LUDEX_HOME": str(tmp_path), "TERM": "xterm-256color", "NO_COLOR": "1"},
        encoding="utf-8",
        dimensions=(40, 80),
        timeout=60,
        echo=False,
        cwd=str(ROOT),
    )
    child.expect("game> ")
    shown = ESCAPES.sub("", child.before)
    child.sendline(next(line for line in shown.splitlines() if "Skirmish" in line).split()[0])
    child.expect("scene> ")
    assert "Skirmish: choose a scene" in child.before
    child.sendline("1")
    child.expect("side> ")
    child.sendline("1")
    child.expect(r"\n> $")
    assert "»MA TO" in ESCAPES.sub("", child.before)
    leave(child)


@pytest.mark.slow
def test_every_command_knows_every_game() -> None:
    assert "skirmish: Skirmish" in ludex("games").stdout
    assert "Zones, blows and tokens." in ludex("games").stdout
    assert "│ Fish Market │" in ludex("play", "--text", "docks", "--seed", "1").stdout
    assert "Blue Box" in ludex("play", "--text", "--demo", "--seed", "1").stdout
    assert '"ended": true' in ludex("run", "docks", "--json", "--seed", "2").stdout
    told = ludex("odds", "docks", "--actor", "marla", "--action", "strike", "--target", "goblin 1").stdout
    assert "Goblin 1 −1 health; +1 alarm" in told


def test_a_game_that_makes_no_characters_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert create("skirmish", tmp_path, Console(file=StringIO()), True, None) == 2
    assert "Skirmish has no rules here for making characters" in capsys.readouterr().err


def test_a_folder_of_one_game_is_not_read_by_another(tmp_path: Path) -> None:
    (tmp_path / "scenes").mkdir()
    (tmp_path / "more.toml").write_text(WEAPON)  # a kind of content that Skirmish does not have
    (tmp_path / "scenes" / "mine.toml").write_text('game = "bluebox"\n[board]\nq = [0, 1]\nr = [0, 1]\n[beings]\n')
    assert load_scene(Path("docks")).game is SKIRMISH
    out = StringIO()
    check([tmp_path], Console(file=out, width=200), as_json=False)
    assert "no kind of content" not in out.getvalue()
    assert "weapon" in out.getvalue()


def test_scenes_of_several_games_are_checked_together(tmp_path: Path) -> None:
    path = tmp_path / "docks.toml"
    path.write_text('game = "skirmish"\n')
    other = tmp_path / "chess.toml"
    other.write_text('game = "chess"\n')
    out = StringIO()
    assert check([path, ROOT / "src/ludex/games/bluebox/content/scenes"], Console(file=out, width=200), False) == 0
    assert check([path, other], Console(file=out, width=200), False) == 2
    assert "there is no game 'chess'" in out.getvalue()


def test_the_schema_of_scenes_takes_what_any_game_takes() -> None:
    content = write_schema()["scene.schema.json"]["properties"]["content"]
    assert len(content["anyOf"]) >= 2


def test_a_picture_can_be_drawn_of_either(tmp_path: Path) -> None:
    picture(tmp_path / "zones.svg", "docks", "marla")
    drawn = re.sub(r"<[^>]+>", "", (tmp_path / "zones.svg").read_text(encoding="utf-8"))
    assert "Fish&#160;Market" in drawn
    assert "»MA" in drawn
