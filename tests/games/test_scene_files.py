"""The scene files of all games, each run as `ludex run` runs it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from ludex.core.files.run_script import run_script
from ludex.core.files.scenefile import load_scene
from tests.ruling_types import untypical
from tests.scene_files import TESTS, faults_of, scene_files


def named_in(path: Path) -> tuple[str, ...]:
    """The rules that a file names, found without reading all of it."""
    found = re.search(r"^rules = (\[[^]]*\])", path.read_text(encoding="utf-8"), re.MULTILINE)
    return tuple(json.loads(found[1])) if found else ()


def _case(path: Path) -> object:
    return pytest.param(path, id=str(path.relative_to(TESTS).with_suffix("")), marks=pytest.mark.rule(*named_in(path)))


@pytest.mark.parametrize("path", [_case(path) for path in scene_files()])
def test_scene_file_goes_as_listed(path: Path) -> None:
    file = load_scene(path)
    assert file.header.rules == named_in(path)
    reports = run_script(file)
    assert faults_of(reports) == []
    scenes = [file.scene, *[report.scene for report in reports if report.scene is not None]]
    assert untypical(file.game.name, [ruling for report in reports for ruling in report.rulings], *scenes) == []
