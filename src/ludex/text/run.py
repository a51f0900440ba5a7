"""`ludex run`: play the script of a scene file strictly, step by step; a file without a script plays itself."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.text import Text

from ludex.core.content.content import ContentError
from ludex.core.files.breakdown import broke_down
from ludex.core.files.findings import at_its_line, fault_at_its_line, scene_findings
from ludex.core.files.run_script import StepReport, run_script
from ludex.core.files.scenefile import SceneFile, scene_from
from ludex.core.kernel.plain import plain
from ludex.core.kernel.ruling import BadInput, Modifier, Refused, Ruling
from ludex.core.show.face import Line
from ludex.lab.trial import LabError
from ludex.lab.variants import put_all, read_tables
from ludex.text.play.demo import demo, tell_quietly, told_by
from ludex.text.screen import Screen
from ludex.text.style import EMBER, MOSS, QUIET, count
from ludex.text.terminal import Console

HOLDS, FAILS, BAD_INPUT = 0, 1, 2


def run_scene(
    path: Path,
    folders: tuple[Path, ...],
    as_json: bool,
    console: Console,
    seed: int | None,
    policies: Mapping[str, str] | str = "",
    settings: Mapping[str, Any] | None = None,
) -> int:
    """With a seed the scene plays itself, even where it has a script. Exit codes: 0 everything holds, 1 an expectation
    failed, 2 bad input."""
    where = str(path)
    try:
        tables, where = read_tables(path, folders)
        tables = put_all(tables, settings or {}, where, folders)
        file = scene_from(tables, where, folders=folders)
        if seed is not None or not file.header.plays:
            return _play_itself(file, as_json, console, seed, policies)
        reports = run_script(file)
        amiss = found_amiss(file, tables, folders)
    except (ContentError, BadInput) as fault:
        words = fault_at_its_line(fault, where, text_of(where))
        Console(stderr=True).print(f"ludex: {words}", markup=False, highlight=False, soft_wrap=True)
        return BAD_INPUT
    except (Refused, LabError):
        raise  # they are told in words by whoever asked
    except Exception as fault:  # told in words, as it is where many files are played
        Console(stderr=True).print(f"ludex: {path}: {broke_down(fault)}", markup=False, highlight=False, soft_wrap=True)
        return BAD_INPUT
    faults = sum(len(report.faults) for report in reports)
    if as_json:
        told = plain_reports(file, reports, amiss)
        console.out(json.dumps(told, ensure_ascii=False, indent=2), highlight=False)
    else:
        _print(Screen(console), file, reports)
        for found in amiss:
            Screen(console).say(f"Played all the same: {found}", QUIET)
    return FAILS if faults else HOLDS


def found_amiss(file: SceneFile, tables: Mapping[str, Any], folders: tuple[Path, ...]) -> list[str]:
    """What `ludex check` finds in a file that can be played: what no rule allows, or is not as content should be."""
    library, text = file.game.library(*folders), text_of(file.where)
    found = scene_findings(tables, file.where, library)
    return [str(at_its_line(one, text)) for one in found if not one.warning]


def text_of(where: str) -> str:
    """A scene file as it is written; empty where there is none."""
    path = Path(where)
    return path.read_text(encoding="utf-8") if path.is_file() else ""


# ---------------------------------------------------------------- for people


def _print(screen: Screen, file: SceneFile, reports: list[StepReport]) -> None:
    screen.say(file.header.title or file.where, "bold")
    case = ""
    for report in reports:
        screen.say()
        if report.case != case:
            case = report.case
            screen.say(case, "bold underline")
        screen.say(Text.assemble((f"{report.number:>2} ", QUIET), (report.what, "bold")))
        if report.note:
            screen.under(report.note, f"italic {QUIET}", indent=3)
        screen.lines(_told(file, report))
        if report.refusal:
            screen.under(f"refused: {report.refusal}", QUIET, indent=2)
        for fault in report.faults:
            screen.under(f"✗ {fault}", EMBER, indent=3)
        if not report.faults:
            screen.under("✓ holds", MOSS, indent=3)
    faults = sum(len(report.faults) for report in reports)
    screen.say()
    if faults:
        screen.say(f"{count(faults, 'expectation')} did not hold.", EMBER)
    else:
        screen.say(f"{count(len(reports), 'step holds', 'steps hold')}.", MOSS)


def _told(file: SceneFile, report: StepReport) -> list[Line]:
    scene = report.scene if report.scene is not None else file.scene
    return file.game.face().lines(scene, report.rulings)


# ---------------------------------------------------------------- for machines


def plain_reports(file: SceneFile, reports: list[StepReport], amiss: list[str]) -> dict[str, Any]:
    return {
        "scene": file.where,
        "title": file.header.title,
        "holds": not any(report.faults for report in reports),
        **({"amiss": amiss} if amiss else {}),
        "steps": [
            {
                **({"case": report.case} if report.case else {}),
                "number": report.number,
                "what": report.what,
                "holds": not report.faults,
                "faults": report.faults,
                "refused": report.refusal,
                "rulings": [_plain_ruling(file, report, ruling) for ruling in report.rulings],
            }
            for report in reports
        ],
    }


def _plain_ruling(file: SceneFile, report: StepReport, ruling: Ruling) -> dict[str, Any]:
    scene = report.scene if report.scene is not None else file.scene
    values = {key: _plain_value(value) for key, value in ruling.values.items()}
    return {"kind": ruling.kind, "rule": ruling.rule, "text": file.game.sentence(scene, ruling), "values": values}


def _plain_value(value: object) -> object:
    if isinstance(value, tuple) and value and isinstance(value[0], Modifier):
        return [modifier._asdict() for modifier in value]
    try:
        return plain(value)
    except TypeError:
        return str(value)


# ---------------------------------------------------------------- without a script


def _play_itself(
    file: SceneFile, as_json: bool, console: Console, seed: int | None, policies: Mapping[str, str] | str
) -> int:
    if not as_json:
        return demo(file.game, file, Screen(console), policies, seed)
    table = told_by(file.game, file, Screen(Console(quiet=True)), policies, seed or 0)
    ended = tell_quietly(table)
    scene = table.live.shown
    told = {
        "scene": file.where,
        "title": file.header.title,
        "seed": seed or 0,
        "ended": ended,
        "winner": table.game.winner(scene) if ended else "",
        "rounds": scene.turns.round,
        "log": [{"text": line.words, "rule": line.rule} for line in table.log],
        "beings": {
            being.id: {"side": being.side, **dict(table.game.summary(scene, being)), "conditions": sorted(being.states)}
            for being in scene.beings.values()
        },
    }
    console.out(json.dumps(told, ensure_ascii=False, indent=2), highlight=False)
    return HOLDS
