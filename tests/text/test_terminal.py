"""Whatever a file brings, it does not steer the terminal of who looks at it."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path

import pytest

from ludex.cli.check import check
from ludex.cli.verify import verify_file
from ludex.core.kernel.letters import STEERING, harmless
from ludex.text.run import run_scene
from ludex.text.screen import Screen
from ludex.text.terminal import Console

EVIL = "\x1b]0;mine\x07\x1b[2J\x9b31m\u202edlog\u2066\r"
COLOURS = re.compile(r"\x1b\[[0-9;]*m")  # which are our own
SCENE = f"""
game = "bluebox"
turn = "tahra"
[beings.tahra]
at = [0, 0]
name = {json.dumps("Tahra " + EVIL)}
[beings.vahki]
from = "vahki_patroller"
at = [1, 0]
"""


def steers(words: str) -> bool:
    return STEERING.search(COLOURS.sub("", words)) is not None


def test_what_would_steer_is_told_as_it_is_written_and_all_else_is_left() -> None:
    assert harmless("\x1b[1m \x9b \u202e \ud800") == r"\u001b[1m \u009b \u202e \ud800"
    assert json.loads(harmless(json.dumps(EVIL, ensure_ascii=False))) == EVIL
    plain = "Ärger\tund 水, 👩‍🚀 می‌خواهم\n"
    assert harmless(plain) == plain


def test_names_in_the_text_game_do_not_steer() -> None:
    out = StringIO()
    screen = Screen(Console(file=out, width=100, force_terminal=True))
    screen.heading(EVIL)
    screen.say(EVIL, "bold red")
    screen.under(EVIL)
    screen.fault(EVIL)
    assert out.getvalue().count(r"\u202edlog") == 4
    assert COLOURS.search(out.getvalue())
    assert not steers(out.getvalue())


def test_names_in_a_scene_that_is_run_or_checked_do_not_steer(tmp_path: Path) -> None:
    out, path = StringIO(), tmp_path / "scene.toml"
    path.write_text(SCENE, encoding="utf-8")
    (tmp_path / "more.toml").write_text(f"[[weapon]]\nid = {json.dumps(EVIL)}\nname = 1\n", encoding="utf-8")
    console = Console(file=out, width=100, force_terminal=True)
    run_scene(path, (), False, console, 1)
    assert r"Tahra \u001b" in COLOURS.sub("", out.getvalue())
    before = out.getvalue().count(r"\u202edlog")
    check([path, tmp_path / "more.toml"], console, as_json=False)
    check([path, tmp_path / "more.toml"], console, as_json=True)
    assert out.getvalue().count(r"\u202edlog") > before
    assert not steers(out.getvalue())


def test_the_dice_of_somebody_else_do_not_steer_nor_write_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "dice.json"
    path.write_text(json.dumps([{"evening": 1, "seal": f"{EVIL}\nEvening 1: right, 9 throws."}]))
    assert verify_file(path, "") == 0
    told = capsys.readouterr().out
    assert told.startswith("Evening 1: still open; its seal is ")
    assert told.count("\n") == 1
    assert not steers(told)
