"""The scene files of all games, each run as `ludex run` runs it; those of a folder are one test."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest

from ludex.core.files.run_script import StepReport, run_script
from ludex.core.files.scenefile import SceneFile, load_scene
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.plain import plain
from ludex.core.kernel.ruling import listening
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


def not_as_listed(path: Path) -> Iterator[object]:
    """All that goes otherwise than a file says, and the rules that it names and does not show."""
    with listening() as heard:
        file = load_scene(path)
        reports = run_script(file)
        yield from faults_of(reports)
        yield from not_as_stated(file, reports)
    assert file.header.rules == named_in(path)
    yield from [f"named as shown here, but not cited: {id}" for id in file.header.rules if id not in heard]


def _folder(folder: Path, paths: list[Path]) -> object:
    """One test for a folder: two thousand, one for each file, would take a third longer."""
    rules = dict.fromkeys(id for path in paths for id in named_in(path))
    return pytest.param(paths, id=str(folder.relative_to(TESTS)), marks=pytest.mark.rule(*rules) if rules else ())


@pytest.mark.parametrize(
    "paths", [_folder(folder, list(paths)) for folder, paths in groupby(scene_files(), lambda path: path.parent)]
)
def test_scene_files_go_as_listed(paths: list[Path]) -> None:
    found = {str(path.relative_to(TESTS)): list(not_as_listed(path)) for path in paths}
    assert {path: faults for path, faults in found.items() if faults} == {}
