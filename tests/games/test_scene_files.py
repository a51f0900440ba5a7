"""The scene files of all games, each run as `ludex run` runs it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.scene_files import TESTS, scene_files, unmet


def _case(path: Path) -> object:
    rules = tomllib.loads(path.read_text(encoding="utf-8")).get("rules", [])
    return pytest.param(path, id=str(path.relative_to(TESTS).with_suffix("")), marks=pytest.mark.rule(*rules))


@pytest.mark.parametrize("path", [_case(path) for path in scene_files()])
def test_scene_file_goes_as_listed(path: Path) -> None:
    assert unmet(path) == []
