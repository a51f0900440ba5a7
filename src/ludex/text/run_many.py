"""`ludex run` with folders or several files: all scripts on all cores, and which of them do not hold."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from ludex.core.content.content import ContentError, read_toml
from ludex.core.files.breakdown import broke_down
from ludex.core.files.findings import fault_at_its_line
from ludex.core.files.run_script import run_script
from ludex.core.files.scenefile import found_scene, scene_from
from ludex.core.kernel.ruling import BadInput
from ludex.core.pack.reading import is_pack, scenes_in
from ludex.text.run import BAD_INPUT, FAILS, HOLDS, found_amiss, plain_reports, text_of
from ludex.text.screen import Screen
from ludex.text.style import EMBER, MOSS, QUIET, count
from ludex.text.terminal import Console

EACH = 12  # files that are sent to a process together


class Outcome(NamedTuple):
    scene: str
    code: int  # as `ludex run` with this file alone would exit
    faults: tuple[str, ...]
    told: dict[str, Any]  # for machines
    amiss: bool = False  # it is played, and `ludex check` finds something in it


def run_scenes(paths: Sequence[Path], folders: tuple[Path, ...], as_json: bool, console: Console) -> int:
    """Exit codes: 0 everything holds, 1 an expectation failed, 2 something cannot be used; the others are still run."""
    files, others = scripts(paths)
    if not files:
        where = ", ".join(map(str, paths))
        raise BadInput(f"there is no script in {where}: {count(others, 'file has', 'files have')} none")
    outcomes = list(played(files, folders, as_json))
    passed = sum(outcome.code == HOLDS for outcome in outcomes)
    if as_json:
        told = {"passed": passed, "of": len(outcomes), "scenes": [outcome.told for outcome in outcomes]}
        console.out(json.dumps(told, ensure_ascii=False, indent=2), highlight=False)
    else:
        _print(Screen(console), outcomes, passed, others)
    return max((outcome.code for outcome in outcomes), default=HOLDS)


def scripts(paths: Iterable[Path]) -> tuple[list[Path], int]:
    """The files that are named and those in the folders and packs that are, and how many of the latter have nothing to
    play."""
    found: dict[Path, None] = {}
    others = 0
    for path in paths:
        if not path.is_dir() and not is_pack(path):
            found[path] = None
            continue
        inside = list(scenes_in(path).values()) if is_pack(path) else sorted(path.rglob("*.toml"))
        if not inside:
            raise BadInput(f"there are no scene files in {path}")
        for file in inside:
            if _has_script(file):
                found[file] = None
            else:
                others += 1
    return list(found), others


def _has_script(path: Path) -> bool:
    """What cannot be read is not passed over."""
    try:
        tables = read_toml(path)
    except ContentError:
        return True
    return "game" in tables and any(tables.get(key) for key in ("script", "case", "expect"))


def played(files: Sequence[Path], folders: tuple[Path, ...], in_full: bool = False) -> Iterator[Outcome]:
    """What comes of each, in order."""
    play = partial(outcome, folders=folders, in_full=in_full)
    workers = min(os.cpu_count() or 1, len(files) // EACH)
    if workers < 2:
        yield from map(play, files)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(play, files, chunksize=EACH)


def outcome(path: Path, folders: tuple[Path, ...], in_full: bool) -> Outcome:
    found = path
    try:
        found = found_scene(path, folders)
        tables = read_toml(found)
        file = scene_from(tables, str(found), folders=folders)
        reports = run_script(file)
        amiss = found_amiss(file, tables, folders)
    except (ContentError, BadInput) as fault:
        return _unplayed(path, fault_at_its_line(fault, str(found), text_of(str(found))))
    except Exception as fault:  # whatever it is, the other files are not to suffer from it
        return _unplayed(path, f"{path}: {broke_down(fault)}")
    faults = tuple(f"{report.place}: {fault}" for report in reports for fault in report.faults)
    told = plain_reports(file, reports, amiss) if in_full else {}
    return Outcome(str(path), FAILS if faults else HOLDS, faults, told, bool(amiss))


def _unplayed(path: Path, why: str) -> Outcome:
    return Outcome(str(path), BAD_INPUT, (why,), {"scene": str(path), "holds": False, "error": why})


def _print(screen: Screen, outcomes: Sequence[Outcome], passed: int, others: int) -> None:
    for one in outcomes:
        if one.code != HOLDS:
            screen.say(one.scene, "bold")
            for fault in one.faults:
                screen.under(f"✗ {fault}", EMBER, indent=3)
            screen.say()
    if others:
        screen.say(f"{count(others, 'file has', 'files have')} nothing to play.", QUIET)
    if amiss := sum(one.amiss for one in outcomes):
        what = count(amiss, "file has something in it", "files have something in them")
        screen.say(f"{what} that no rule allows, or that is amiss; `ludex check` tells what.", QUIET)
    screen.say(f"passed {passed} of {len(outcomes)}", MOSS if passed == len(outcomes) else EMBER)
