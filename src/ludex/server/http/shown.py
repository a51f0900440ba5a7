"""What shows a rule: the scene files among the tests of this checkout, each a sentence, and played again step by step.
Where Ludex was installed without its tests there are none."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import tomli

import ludex
from ludex.core.content.content import ContentError
from ludex.core.files.run_script import StepReport, run_script
from ludex.core.files.scenefile import SceneFile, load_scene
from ludex.core.kernel.english import no_such
from ludex.core.kernel.ruling import BadInput
from ludex.core.show.face import Face
from ludex.server.http.asking import Made
from ludex.server.once import once
from ludex.table.document.show_beings import beings, short_marks
from ludex.table.document.show_board import board

MOST_KEPT = 128  # examples that have been played
TESTS = Path(ludex.__file__).parents[2] / "tests" / "games"


class ShownBy(Made, frozen=True, kw_only=True):
    """A test that shows a rule: its name, and what it says."""

    name: str
    title: str


class StepTold(Made, frozen=True, kw_only=True):
    """A step of an example: what is done, why it is there, what the log says, and how everybody stands then."""

    words: str
    note: str
    lines: list[str]
    refused: str
    board: dict[str, Any] | None
    beings: dict[str, dict[str, Any]]


class ExampleTold(Made, frozen=True, kw_only=True):
    name: str
    title: str
    rules: list[str]
    holds: bool
    steps: list[StepTold]


class Found(NamedTuple):
    path: Path
    title: str
    rules: tuple[str, ...]
    other: bool  # it plays with another reading than the usual one


@once
def examples(game: str) -> dict[str, Found]:
    """All scene files with a script, by their names under the game."""
    there = TESTS / game
    found = {}
    for path in sorted(there.rglob("*.toml")):
        tables = tomli.loads(path.read_text(encoding="utf-8"))
        if tables.get("script") or tables.get("case"):
            name = str(path.relative_to(there).with_suffix(""))
            found[name] = Found(
                path, str(tables.get("title", name)), tuple(tables.get("rules", ())), "options" in tables
            )
    return found


def shown_by(game: str, rule: str) -> list[ShownBy]:
    """The tests of a rule, those with its usual reading and about nothing else first."""
    there = [(each.other, len(each.rules), name, each) for name, each in examples(game).items() if rule in each.rules]
    return [ShownBy(name=name, title=each.title) for _, _, name, each in sorted(there, key=lambda one: one[:3])]


@lru_cache(MOST_KEPT)
def played(game: str, name: str) -> ExampleTold:
    """An example, played to its end; it is always the same, and anybody may ask for it."""
    found = examples(game).get(name)
    if found is None:
        raise BadInput(no_such("example", name, examples(game)))
    try:
        file = load_scene(found.path)
        reports = run_script(file)
    except ContentError as fault:
        raise BadInput(str(fault)) from None
    begins = StepReport(0, "", [], scene=file.scene)
    steps = [begins, *(report for report in reports if report.number)]
    return ExampleTold(
        name=name,
        title=found.title,
        rules=list(found.rules),
        holds=not any(report.faults for report in reports),
        steps=[step_told(file, report) for report in steps],
    )


def step_told(file: SceneFile, report: StepReport) -> StepTold:
    game, face, scene = file.game, file.game.face(), report.scene if report.scene is not None else file.scene
    plan = face.whole_plan(scene)
    marks = short_marks([(being.id, being.name, being.side) for being in scene.beings.values()])
    exact = dict.fromkeys(scene.beings, "exact")
    return StepTold(
        words=": ".join(filter(None, (report.case, said(face, file, report)))),
        note=report.note,
        lines=[line.words for line in face.lines(scene, report.rulings)],
        refused=report.refusal,
        board=board(plan) if plan is not None else None,
        beings=beings(game, scene, plan, game.to_act(scene), exact, marks),  # type: ignore[arg-type]  # all are exact
    )


def said(face: Face, file: SceneFile, report: StepReport) -> str:
    """`Onuri: attack` as people say it; of a look at odds or at an entry, that it is one."""
    if report.what.startswith("look at "):
        return f"Is {report.what.removeprefix('look at ')} legal?"
    odds = "The odds of " if report.what.startswith("odds of ") else ""
    who, _, what = report.what.removeprefix("odds of ").partition(": ")
    being = file.scene.beings.get(who)
    action = face.game.actions.get(what) or face.game.gm_actions.get(what)
    label = action.label if action is not None else what.replace("_", " ")
    return odds + (f"{being.name}: {label}" if being is not None else label)
