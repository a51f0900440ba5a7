"""Every scene file under tests/games is tested: it is run strictly, and the rules it names are those it shows."""

from __future__ import annotations

from pathlib import Path

import ludex.games.known
from ludex.core.files.run_script import StepReport, run_script
from ludex.core.files.scenefile import SceneFile

TESTS = Path(__file__).parent / "games"

__all__ = ["TESTS", "faults_of", "ludex", "scene_files", "unmet"]


def scene_files() -> list[Path]:
    return sorted(TESTS.rglob("*.toml"))


def unmet(file: SceneFile) -> list[str]:
    """What in this scene file does not go as listed."""
    return faults_of(run_script(file))


def faults_of(reports: list[StepReport]) -> list[str]:
    return [f"{report.place}: {fault}" for report in reports for fault in report.faults]
