"""The scene files of all games, each run as `ludex run` runs it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludex.core.files.run_script import StepReport, run_script
from ludex.core.files.scenefile import SceneFile, load_scene
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.plain import plain
from tests.scene_files import TESTS, faults_of, scene_files

PAGES = Path(__file__).parents[2] / "docs" / "games"


def named_in(path: Path) -> tuple[str, ...]:
    """The rules that a file names, found without reading all of it."""
    found = re.search(r"^rules = (\[[^]]*\])", path.read_text(encoding="utf-8"), re.MULTILINE)
    return tuple(json.loads(found[1])) if found else ()


def not_as_stated(file: SceneFile, reports: list[StepReport]) -> Iterator[object]:
    """What is recorded and refused otherwise than the page of the game says; a game without a page states nothing."""
    if not (PAGES / f"{file.game.name}.md").exists():
        return
    from tests.refusal_stages import is_stated, stage_of  # the pages know all games, and a new one has none yet
    from tests.ruling_types import untypical

    scenes = [file.scene, *[report.scene for report in reports if report.scene is not None]]
    yield from untypical(file.game.name, [ruling for report in reports for ruling in report.rulings], *scenes)
    scripts = {"": file.header.script, **{case.title: case.script for case in file.header.case}}
    for report in reports:
        if report.refusal and report.scene is not None:
            listed = scripts[report.case][report.number - 1]
            args = sorted((name, plain(value)) for name, value in listed.args.items())
            found = stage_of(file.game, report.scene, Command(listed.actor, listed.do, args))
            if found is None or not is_stated(file.game.name, found):
                yield found


def _case(path: Path) -> object:
    return pytest.param(path, id=str(path.relative_to(TESTS).with_suffix("")), marks=pytest.mark.rule(*named_in(path)))


@pytest.mark.parametrize("path", [_case(path) for path in scene_files()])
def test_scene_file_goes_as_listed(path: Path) -> None:
    file = load_scene(path)
    assert file.header.rules == named_in(path)
    reports = run_script(file)
    assert faults_of(reports) == []
    assert list(not_as_stated(file, reports)) == []
