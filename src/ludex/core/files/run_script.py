"""Plays the script of a scene file strictly: the listed dice, the listed answers, and all that is expected holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from ludex.core.content.content import ContentError, Library
from ludex.core.files.codec import encode
from ludex.core.files.odds_listed import chance, check_chance, fraction
from ludex.core.files.offered import refusals
from ludex.core.files.ruling_values import unknown_values
from ludex.core.files.scenefile import SceneFile
from ludex.core.files.script import EMPTY_CASE, NotOffered, Offered, ScriptStep, Unlisted, rules_of
from ludex.core.files.script_names import misfits, unknown_rules, unknown_who
from ludex.core.files.script_paths import flat, forgotten_actor
from ludex.core.game import Game
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.english import meant
from ludex.core.kernel.plain import Plain, plain, same
from ludex.core.kernel.procedure import GM, Question
from ludex.core.kernel.ruling import BadInput, Refusal, Refused, Ruling
from ludex.core.kernel.scene import Scene
from ludex.core.kernel.toml import listing, spelled
from ludex.core.referee.scripted import Answer, Interjection, Scripted, Throw, Unscripted
from ludex.core.show.odds import Told, odds

MOST_ALIKE = 4  # rulings that are told where one is missing
Said = Unlisted | dict[str, Unlisted]  # of questions that a script does not list: of all, or by their rules


@dataclass(slots=True)
class StepReport:
    number: int
    what: str
    faults: list[str]
    rulings: list[Ruling] = field(default_factory=list)
    refusal: str = ""
    scene: Scene[Any] | None = None
    case: str = ""  # the title of the case it belongs to
    note: str = ""

    @property
    def place(self) -> str:
        """Where in the file it stands, and what it does."""
        return f"{f'{self.case}, ' if self.case else ''}step {self.number} ({self.what})"


def run_script(file: SceneFile) -> list[StepReport]:
    """Play the script strictly, and every case from where it has ended. A step that does not go as listed has faults,
    and is the last of its script."""
    header, scene = file.header, file.scene
    reports = list(_run(file, scene, file.where, header.expect, header.script, (header.unlisted,)))
    if any(report.faults for report in reports):
        return reports
    scene = reports[-1].scene or scene if reports else scene
    for number, case in enumerate(header.case, 1):
        where = f"{file.where}, case {repr(case.title) if case.title else number}"
        if not case.script and not case.expect:
            raise ContentError(f"{where}: {EMPTY_CASE}")
        for report in _run(file, scene, where, case.expect, case.script, (case.unlisted, header.unlisted)):
            report.case = case.title or f"case {number}"
            reports.append(report)
    return reports


def _run(
    file: SceneFile,
    scene: Scene[Any],
    where: str,
    expect: Mapping[str, Any],
    script: Sequence[ScriptStep],
    unlisted: tuple[Said, ...],
) -> Iterator[StepReport]:
    if expect:
        faults = _unmet(file.game, scene, expect, where)
        yield StepReport(0, "as set up", faults, scene=scene)
        if faults:
            return
    for number, listed in enumerate(script, 1):
        report = _run_step(file.game, scene, listed, number, f"{where}, step {number}", (listed.unlisted, *unlisted))
        yield report
        if report.faults:
            return
        scene = report.scene or scene


def _run_step(
    game: Game[Any], scene: Scene[Any], listed: ScriptStep, number: int, where: str, unlisted: tuple[Said, ...]
) -> StepReport:
    report = StepReport(number, _what(listed), [], scene=scene, note=listed.note)
    _understood(game, scene, listed, where, unlisted)
    if listed.entry:
        report.faults = _legality(game, scene.library, listed, where)
    elif listed.chances is not None:
        report.faults = _odds_faults(game, scene, listed, where)
    elif listed.do and not _do(game, scene, listed, where, unlisted, report):
        return report
    _all_known(game, scene, report.scene or scene, listed, where)
    scene = report.scene or scene
    report.faults += _unmet(game, scene, listed.expect, where)
    report.faults += _offers(game, scene, listed, where)
    return report


def _what(listed: ScriptStep) -> str:
    if listed.entry:
        return f"look at {listed.entry}"
    command = f"{listed.actor}: {listed.do}"
    return f"odds of {command}" if listed.chances is not None else command if listed.do else "look"


def _understood(game: Game[Any], scene: Scene[Any], listed: ScriptStep, where: str, unlisted: tuple[Said, ...]) -> None:
    """Raise where a step names what there is not, or what does not go together."""
    if forgotten := forgotten_actor(game, scene, listed.actor, listed.do):
        raise ContentError(f"{where}, field actor: {forgotten}")
    for fault in (*misfits(listed), *unknown_rules(game, listed, unlisted), *unknown_values(game, listed)):
        raise ContentError(f"{where}{f', field {fault.field}' if fault.field else ''}: {fault.problem}")


def _all_known(game: Game[Any], before: Scene[Any], after: Scene[Any], listed: ScriptStep, where: str) -> None:
    """Raise where a question is said of somebody who was not there, neither before the step nor after it."""
    for fault in unknown_who(game, listed, (GM, *{**before.beings, **after.beings})):
        raise ContentError(f"{where}, field {fault.field}: {fault.problem}")


def _do(
    game: Game[Any], scene: Scene[Any], listed: ScriptStep, where: str, unlisted: tuple[Said, ...], report: StepReport
) -> bool:
    """Carry out the command of a step, or be refused; did it come to the end that the script lists, so that it can be
    looked at what is so then?"""
    command = _command(listed.actor, listed.do, listed.args, where)
    referee = Scripted(_dice(listed), _answers(listed, where), lambda question: _declines(unlisted, question))
    before = encode(scene)
    try:
        report.scene = referee.perform(scene, command, force=listed.force, waive=listed.waive)
    except Refused as fault:
        report.refusal = str(fault)
        report.faults = _refusal_faults(listed, fault)
        if report.faults:
            return False
    except BadInput as fault:
        raise ContentError(f"{where}: {fault}") from None
    except Unscripted as fault:
        report.faults.append(_allowed(listed) if listed.refused else str(fault))
        report.rulings = referee.rulings
        return False
    else:
        report.rulings = referee.rulings
        if listed.refused:
            report.faults.append(_allowed(listed))
            return False
        report.faults += _happened(listed, referee)
    if encode(scene) != before:
        report.faults.append("the scene before the command was changed")
    return True


def _refusal_faults(listed: ScriptStep, fault: Refused) -> list[str]:
    if not listed.refused:
        return [f"refused: {fault}"]
    if fault.refusal.rule not in listed.refused_by:
        return [f"refused by {fault.refusal.rule} ({fault.refusal.reason}), expected {_either(listed)}"]
    return []


def _allowed(listed: ScriptStep) -> str:
    return f"expected to be refused by {_either(listed)}, but it was allowed"


def _either(listed: ScriptStep) -> str:
    return " or ".join(listed.refused_by)


def _happened(listed: ScriptStep, referee: Scripted) -> list[str]:
    """What was expected of the rulings and questions of a step, and did not come about."""
    faults = _missing(referee.rulings, listed.rulings)
    faults += [f"a ruling like {spelled(r)} was made" for r in listed.not_rulings if _find(referee.rulings, r, 0) >= 0]
    asked = [(f"{q.rule}@{q.who}", q.rule) for q in referee.asked]
    if listed.asked is not None and not (
        len(asked) == len(listed.asked) and all(w in a for a, w in zip(asked, listed.asked, strict=True))
    ):
        was, wanted = (", ".join(names) or "nothing" for names in ([name for name, _ in asked], listed.asked))
        faults.append(f"asked was {was}, expected {wanted}")
    faults += [f"{one} was asked" for one in listed.not_asked if any(one in a for a in asked)]
    return faults


def _declines(unlisted: tuple[Said, ...], question: Question) -> bool:
    """Is a question that is not listed answered with its default? The nearest that says something of it decides."""
    for said in unlisted:
        word = said if isinstance(said, str) else said.get(f"{question.rule}@{question.who}", said.get(question.rule))
        if word is not None:
            return word == "decline"
    return False


def _offers(game: Game[Any], scene: Scene[Any], listed: ScriptStep, where: str) -> list[str]:
    """What is offered and was not to be, and the other way round."""
    faults = []
    for one in (*listed.offered, *listed.not_offered):
        command = _command(one.actor or listed.actor, one.do, one.args, where)
        try:
            against = refusals(game, scene, command, partial(_wanted, one))
        except BadInput as fault:
            raise ContentError(f"{where}: {fault}") from None
        what = f"{command.actor}: {one.do}" + (f" with {spelled(one.args)}" if one.args else "")
        why = "; ".join(f"{each.reason} [{each.rule}]" for each in against or ()) or "nothing comes into question"
        if not isinstance(one, NotOffered):
            faults += [] if against is None else [f"{what} is not offered: {why}"]
        elif against is None:
            faults.append(f"{what} is offered")
        elif not any(_wanted(one, refusal) for refusal in against):
            faults.append(f"{what} is not offered: {why}; expected {' '.join(filter(None, (one.reason, one.rule)))}")
    return faults


def _wanted(one: Offered, refusal: Refusal) -> bool:
    """Is it a reason that is listed? Any is, where none is listed."""
    return not isinstance(one, NotOffered) or (one.rule in ("", refusal.rule) and one.reason in refusal.reason)


def _legality(game: Game[Any], library: Library, listed: ScriptStep, where: str) -> list[str]:
    kinds = [kind for kind, shelf in library.shelves.items() if listed.entry in shelf.entries]
    if not kinds:
        known = [name for shelf in library.shelves.values() for name in shelf.entries]
        raise ContentError(f"{where}, field entry: there is no {listed.entry!r}; {meant(listed.entry, known)}")
    found = [
        fault
        for kind in kinds
        for fault in game.content_faults(library, kind, library.shelves[kind].entries[listed.entry])
    ]
    if listed.illegal in [fault.rule for fault in found] or not (listed.illegal or found):
        return []
    told = "; ".join(f"{fault.problem} [{fault.rule}]" if fault.rule else fault.problem for fault in found)
    wanted = f"; expected {listed.illegal}" if listed.illegal else ""
    return [f"{listed.entry}: {told or 'nothing is wrong with it'}{wanted}"]


def _odds_faults(game: Game[Any], scene: Scene[Any], listed: ScriptStep, where: str) -> list[str]:
    """Which of the listed chances and means are others."""
    command = _command(listed.actor, listed.do, listed.args, where)
    answers = _answers(listed, where)
    told = Told(game.policy("simple"), {f"{one.rule}{'@' if one.who else ''}{one.who}": one.value for one in answers})
    try:
        found = odds(scene, command, told)
    except Refused as fault:
        return [f"refused: {fault}"]
    except BadInput as fault:
        raise ContentError(f"{where}: {fault}") from None
    faults = [f"answers: {key}: {why}" for key, why in told.unfit.items() if key not in told.given]
    assumed = "; ".join(f"{key}: {listing(given)}" for key, given in found.assumed.items())
    for path, value in flat(listed.chances or {}):
        try:
            check_chance(path, fraction(value))
            wanted, is_so = fraction(value), chance(game, scene, found, path)
        except BadInput as fault:
            raise ContentError(f"{where}, field odds.{path}: {fault}") from None
        if wanted != is_so:
            faults.append(f"odds: {path} is {is_so}, expected {wanted}{f' (assumed: {assumed})' if assumed else ''}")
            assumed = ""  # once is enough
    return faults


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


def _answers(listed: ScriptStep, where: str) -> list[Answer]:
    found = []
    if isinstance(listed.answers, dict):
        for key, value in listed.answers.items():
            rule, _, who = key.partition("@")
            found.append(Answer(rule, who, _plain(value, where)))
    else:
        for given in listed.answers:
            first = tuple(
                Interjection(
                    _command(each.actor, each.do, each.args, where), bool(each.refused), rules_of(each.refused)
                )
                for each in given.first
            )
            value = None if given.withdrawn else _plain(given.answer, where)
            may = None if given.may is None else tuple([_plain(one, where) for one in given.may])
            found.append(Answer(given.rule, given.who, value, first, given.refused, may, given.withdrawn))
    return found


def _unmet(game: Game[Any], scene: Scene[Any], expected: Mapping[str, Any], where: str) -> list[str]:
    """Which expectations on fields do not hold."""
    faults = []
    for path, wanted in flat(expected):
        try:
            found = game.look_up(scene, path)
        except BadInput as fault:
            raise ContentError(f"{where}, field expect: {fault}") from None
        if not _alike(found, wanted):
            faults.append(f"{path} is {spelled(found)}, expected {spelled(wanted)}")
    return faults


def _alike(found: object, wanted: object) -> bool:
    if isinstance(wanted, list) and not isinstance(found, str):
        wanted = tuple(wanted)
    try:
        return same(plain(found), plain(wanted))
    except TypeError:
        return bool(found == wanted)


def _missing(made: list[Ruling], wanted: tuple[Mapping[str, Any], ...]) -> list[str]:
    """Rulings that were expected, in order, and were not made."""
    faults = []
    start, last = 0, -1  # after the last that was found, and which of those wanted it is
    for number, want in enumerate(wanted):
        place = _find(made, want, start)
        if place >= 0:
            start, last = place + 1, number
        elif last >= 0 and _find(made, want, 0) >= 0:
            faults.append(f"a ruling like {spelled(want)} was found, but before {spelled(wanted[last])}")
        else:
            kinds = [r for r in made if _kind_fits(r, want)]
            alike = listing([_values(ruling) for ruling in kinds[:MOST_ALIKE]])
            others = ", ".join(dict.fromkeys(ruling.kind for ruling in made)) or "none"
            near = f"of that kind: {alike}" if kinds else f"made were: {others}"
            slips = "".join([f"{slip}; " for slip in _slips(kinds, want)])
            faults.append(f"no ruling like {spelled(want)}; {slips}{near}")
    return faults


def _slips(kinds: list[Ruling], want: Mapping[str, Any]) -> Iterator[str]:
    """What of a ruling that was not found none of its kind has: values that there are not, or of another kind."""
    told = [{**_modified(ruling), **ruling.values} for ruling in kinds]
    for key, value in want.items():
        having = [values[key] for values in told if key in values]
        if told and not having and key not in ("kind", "rule"):
            yield f"a {kinds[0].kind} has no {key!r}, {meant(key, told[0])}"
        elif having and all(isinstance(one, int) for one in having) and isinstance(value, str):
            yield f"{key} is a number, and {spelled(value)} is text"


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
