"""Plays the script of a scene file strictly: the listed dice, the listed answers, and all that is expected holds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ludex.core.content.content import ContentError
from ludex.core.files.codec import encode
from ludex.core.files.scenefile import SceneFile, known_rule
from ludex.core.files.script import ScriptStep
from ludex.core.game import Game
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.english import meant
from ludex.core.kernel.plain import Plain, plain, same
from ludex.core.kernel.ruling import BadInput, Refused, Ruling
from ludex.core.kernel.scene import Scene
from ludex.core.referee.scripted import Answer, Scripted, Throw, Unscripted


@dataclass(slots=True)
class StepReport:
    number: int
    what: str
    faults: list[str]
    rulings: list[Ruling] = field(default_factory=list)
    refusal: str = ""
    scene: Scene[Any] | None = None


def run_script(file: SceneFile) -> list[StepReport]:
    """Play the script strictly. Every step that does not go as listed has faults; the first of them ends the run."""
    scene = file.scene
    reports = []
    if file.header.expect:
        reports.append(
            StepReport(0, "as set up", _unmet(file.game, scene, file.header.expect, file.where), scene=scene)
        )
    for number, listed in enumerate(file.header.script, 1):
        if reports and reports[-1].faults:
            break
        report = _run_step(file, scene, listed, number)
        reports.append(report)
        if report.scene is not None:
            scene = report.scene
    return reports


def _run_step(file: SceneFile, scene: Scene[Any], listed: ScriptStep, number: int) -> StepReport:
    game = file.game
    where = f"{file.where}, step {number}"
    what = f"{listed.actor}: {listed.do}" if listed.do else "look"
    report = StepReport(number, what, [], scene=scene)
    if not listed.do:
        if listed.args or listed.dice or listed.answers or listed.rulings or listed.asked or listed.refused:
            raise ContentError(f"{where}: a step without `do` takes expect and note only")
        report.faults = _unmet(game, scene, listed.expect, where)
        return report
    if listed.refused:
        known_rule(game, listed.refused, f"{where}, field refused")
    for want in (*listed.rulings, *listed.not_rulings):
        if "rule" in want:
            known_rule(game, str(want["rule"]), f"{where}, field rulings")
        if "kind" in want and game.rulings and want["kind"] not in game.rulings:
            instead = meant(str(want["kind"]), game.rulings)
            raise ContentError(f"{where}, field rulings: there is no kind {want['kind']!r}; {instead}")
    command = _command(listed.actor, listed.do, listed.args, where)
    referee = Scripted(_dice(listed), _answers(game, listed, where), file.header.unlisted == "decline")
    before = encode(scene)
    try:
        report.scene = referee.perform(scene, command, force=listed.force, waive=listed.waive)
    except Refused as fault:
        report.refusal = str(fault)
        if encode(scene) != before:
            report.faults.append("the refusal changed the scene")
        if not listed.refused:
            report.faults.append(f"refused: {fault}")
        elif listed.refused != fault.refusal.rule:
            report.faults.append(f"refused by {fault.refusal.rule} ({fault.refusal.reason}), expected {listed.refused}")
        if listed.dice or listed.answers or listed.rulings or listed.not_rulings or listed.asked:
            report.faults.append("what is refused rolls no dice, asks nothing and makes no rulings; some are listed")
        report.faults += _unmet(game, scene, listed.expect, where)
        return report
    except BadInput as fault:
        raise ContentError(f"{where}: {fault}") from None
    except Unscripted as fault:
        report.faults.append(str(fault))
        report.rulings = referee.rulings
        return report
    report.rulings = referee.rulings
    if listed.refused:
        report.faults.append(f"expected to be refused by {listed.refused}, but it was allowed")
    if encode(scene) != before:
        report.faults.append("the scene before the command was changed")
    report.faults += _unmet(game, report.scene, listed.expect, where)
    report.faults += _missing(referee.rulings, listed.rulings)
    report.faults += [
        f"a ruling like {dict(r)} was made" for r in listed.not_rulings if _find(referee.rulings, r, 0) >= 0
    ]
    if listed.asked is not None:
        asked = [f"{q.rule}@{q.who}" for q in referee.asked]
        wanted = list(listed.asked)
        if len(asked) != len(wanted) or any(
            w not in (a, a.partition("@")[0]) for a, w in zip(asked, wanted, strict=False)
        ):
            report.faults.append(f"asked were {asked}, expected {wanted}")
    return report


def _command(actor: str, name: str, args: Mapping[str, Any], where: str) -> Command:
    return Command(actor, name, tuple(sorted((key, _plain(value, where)) for key, value in args.items())))


def _plain(value: object, where: str) -> Plain:
    try:
        return plain(value)
    except TypeError as fault:
        raise ContentError(f"{where}, field with: {fault}") from None


def _dice(listed: ScriptStep) -> list[Throw]:
    throws = [Throw((die,)) if isinstance(die, int) else Throw(die.faces, die.rule) for die in listed.dice]
    return [throw for throw in throws if throw.faces]


def _answers(game: Game[Any], listed: ScriptStep, where: str) -> list[Answer]:
    found = []
    if isinstance(listed.answers, dict):
        for key, value in listed.answers.items():
            rule, _, who = key.partition("@")
            found.append(Answer(rule, who, _plain(value, where)))
    else:
        for given in listed.answers:
            first = tuple(_command(each.actor, each.do, each.args, where) for each in given.first)
            found.append(Answer(given.rule, given.who, _plain(given.answer, where), first))
    for answer in found:
        known_rule(game, answer.rule, f"{where}, field answers")
    return found


def _unmet(game: Game[Any], scene: Scene[Any], expected: Mapping[str, Any], where: str) -> list[str]:
    """Which expectations on fields do not hold."""
    faults = []
    for path, wanted in _flat(expected):
        try:
            found = game.look_up(scene, path)
        except BadInput as fault:
            raise ContentError(f"{where}, field expect: {fault}") from None
        if not _alike(found, wanted):
            faults.append(f"{path} is {_show(found)}, expected {_show(wanted)}")
    return faults


def _flat(tables: Mapping[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for key, value in tables.items():
        path = f"{prefix}.{key}" if prefix else key
        found += _flat(value, path) if isinstance(value, Mapping) else [(path, value)]
    return found


def _alike(found: object, wanted: object) -> bool:
    if isinstance(wanted, list) and not isinstance(found, str):
        wanted = tuple(wanted)
    try:
        return same(plain(found), plain(wanted))
    except TypeError:
        return bool(found == wanted)


def _show(value: object) -> str:
    if isinstance(value, tuple):
        value = [list(v) if isinstance(v, tuple) else v for v in value]
    return re.sub(r"\s+", " ", repr(value))


def _missing(made: list[Ruling], wanted: tuple[Mapping[str, Any], ...]) -> list[str]:
    """Rulings that were expected, in order, and were not made."""
    faults = []
    start = 0
    for want in wanted:
        place = _find(made, want, start)
        if place < 0:
            kinds = [r for r in made if _kind_fits(r, want)]
            near = (
                f"; of that kind: {[_values(r) for r in kinds][:4]}"
                if kinds
                else f"; made were: {[r.kind for r in made]}"
            )
            faults.append(f"no ruling like {dict(want)}{near}")
        else:
            start = place + 1
    return faults


def _values(ruling: Ruling) -> dict[str, object]:
    return {"kind": ruling.kind, "rule": ruling.rule, **{k: v for k, v in ruling.values.items() if k != "modifiers"}}


def _kind_fits(ruling: Ruling, want: Mapping[str, Any]) -> bool:
    return bool(want.get("kind", ruling.kind) == ruling.kind and want.get("rule", ruling.rule) == ruling.rule)


def _find(made: list[Ruling], want: Mapping[str, Any], start: int) -> int:
    for number in range(start, len(made)):
        ruling = made[number]
        values = {**_modified(ruling), **ruling.values}
        rest = {k: v for k, v in want.items() if k not in ("kind", "rule")}
        if _kind_fits(ruling, want) and all(k in values and _alike(values[k], v) for k, v in rest.items()):
            return number
    return -1


def _modified(ruling: Ruling) -> dict[str, int]:
    """What the modifiers of a roll come to, by their kind."""
    sums: dict[str, int] = dict.fromkeys(("edge", "bonus"), 0)
    modifiers: Any = ruling.values.get("modifiers", ())
    for modifier in modifiers:
        kind = modifier.kind or "bonus"  # a roll with one thing to modify names none
        sums[kind] = sums.get(kind, 0) + modifier.amount
    return sums
