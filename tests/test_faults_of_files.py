"""Whatever a file says that cannot be is told in words, with its place and what was expected: by `ludex check` and by
`ludex run` alike, and never at the cost of other files."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from ludex.core.game import GAMES
from ludex.text import run_many
from ludex.text.run import run_scene
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
