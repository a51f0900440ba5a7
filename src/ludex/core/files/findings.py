"""All that is wrong with content and with a scene, not only the first: for `ludex check`, and for tables that are given
either."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import tomli

from ludex.core.content.content import ContentError, Fault, Library, convert
from ludex.core.content.expected import problems
from ludex.core.content.said import record_at, steps
from ludex.core.files.lines import line_of
from ludex.core.files.parties import BESIDE_PLAY, each_party
from ludex.core.files.scenefile import Header, SceneFile, scene_from
from ludex.core.files.script import EMPTY_CASE, ScriptStep, Unlisted
from ludex.core.files.script_names import Cast, step_faults, unknown_rules
from ludex.core.files.script_paths import expect_faults
from ludex.core.game import GAMES, Game
from ludex.core.kernel.english import there_are
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.scene import Scene
from ludex.core.scene.shape import read_condition

NOBODY = "nobody is in this scene; expected a table [beings.NAME] for each"
KEPT = ("from", "name", "side")  # of a being whose place is not known


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong, where. What names a rule or is usable can be played, although no rule allows it. A warning tells
    of what is legal and may have been forgotten."""

    file: str
    entry: str
    field: str
    problem: str
    rule: str = ""
    usable: bool = False
    line: int = 0  # where it is known
    warning: bool = False

    def __str__(self) -> str:
        file = f"{self.file}:{self.line}" if self.line else self.file
        place = ", ".join(part for part in (file, self.entry, self.field and f"field {self.field}") if part)
        problem = f"warning: {self.problem}" if self.warning else self.problem
        return f"{place}: {problem}" + (f" [{self.rule}]" if self.rule else "")

    @property
    def illegal(self) -> bool:
        return self.usable or bool(self.rule)


def at_its_line(finding: Finding, text: str) -> Finding:
    """With its line in the text of its file, where there is one."""
    return replace(finding, line=finding.line or line_of(text, finding.entry, finding.field))


def fault_at_its_line(fault: BadInput, file: str, text: str) -> str:
    """A complaint about a scene, with the line of what it is about where that can be told."""
    if not str(fault).startswith(file):
        return str(fault)
    told = _in_scene(fault, file)
    if place := _in_script(told.entry, text):
        return str(replace(told, line=line_of(text, "", f"{place}.{told.field}".rstrip("."))))
    return str(at_its_line(told, text))


def _in_script(entry: str, text: str) -> str:
    """Where `case 'At night', step 2` stands in a file: `case[0].script[1]`; empty where it is no such thing."""
    found = re.fullmatch(r"(?:case (.+?))?(?:(?:, |\A)step (\d+))?", entry)
    if not entry or found is None:
        return ""
    case, step = found.groups()
    titles = [one.get("title") for one in tomli.loads(text)["case"]] if case else []
    cases = [f"case[{n}]" for n, title in enumerate(titles) if case == (repr(title) if title else str(n + 1))][:1]
    return ".".join([*cases, *([f"script[{int(step) - 1}]"] if step else [])])


# ---------------------------------------------------------------- content


def content_findings(
    game: Game[Any], library: Library, files: Iterable[tuple[str, Mapping[str, Any]]], in_scene: bool = False
) -> Iterator[Finding]:
    """First the fields of every entry of every file, then, with all of them in the library, what they name and what is
    legal. What names an entry that cannot be read is no fault of its own."""
    added: list[tuple[str, str, str]] = []
    spoilt: set[str] = set()
    for file, tables in files:
        for kind, entries in tables.items():
            if kind not in library.shelves:
                known = there_are(kind, library.shelves)
                beside = "" if in_scene else "; or game, in a scene file"
                yield Finding(file, "", kind, f"no kind of content; {known}{beside}")
            elif not isinstance(entries, list):
                yield Finding(file, "", kind, f"expected a list of tables, [[{kind}]]")
            else:
                yield from _add(game, library, file, kind, entries, added, spoilt)
    for file, kind, name in added:
        yield from (found for found in _judge(game, library, file, kind, name) if not names(found, spoilt))


def names(finding: Finding, spoilt: Iterable[str]) -> bool:
    """Does it follow from what is told already: is it about something that cannot be read?"""
    return any(f"{name!r}" in finding.problem.partition(";")[0] for name in spoilt)


def _judge(game: Game[Any], library: Library, file: str, kind: str, name: str) -> Iterator[Finding]:
    """What is wrong with an entry that can be read; where nothing is, what may have been forgotten."""
    entry, where = library.shelves[kind].entries[name], f"{kind} {name!r}"
    faults = game.content_faults(library, kind, entry)
    yield from (Finding(file, where, *fault) for fault in faults)
    if not faults:
        yield from (Finding(file, where, *fault, warning=True) for fault in game.content_warnings(library, kind, entry))
        if not entry.name.strip():
            yield Finding(file, where, "name", "it has no name", warning=True)


def _add(
    game: Game[Any],
    library: Library,
    file: str,
    kind: str,
    entries: list[Any],
    added: list[tuple[str, str, str]],
    spoilt: set[str],
) -> Iterator[Finding]:
    shelf = library.shelves[kind]
    for number, raw in enumerate(entries):
        name = raw.get("id", "") if isinstance(raw, Mapping) else ""
        entry = f"{kind} {name!r}" if name else f"{kind} number {number + 1}"
        wrong = [
            Finding(file, entry, *_with_meaning(game, shelf.record, raw, *one)) for one in problems(shelf.record, raw)
        ]
        yield from wrong
        if wrong:
            spoilt.add(str(name))
            yield from _rest_of(game, library, file, entry, kind, raw, wrong)
            continue
        try:
            shelf.add(raw, file)
        except ContentError as fault:
            yield Finding(file, f"{kind} number {number + 1}", *_split(str(fault).removeprefix(f"{file}: {entry}")))
        else:
            added.append((file, kind, name))


def _with_meaning(game: Game[Any], record: type[Any], raw: Any, field: str, problem: str) -> tuple[str, str]:
    """What is missing, with what it would mean."""
    missing = re.fullmatch(r"the field (\S+) is missing", problem)
    inner = record_at(record, raw, steps(field)) if missing else None
    meaning = game.forms.field(inner, missing[1]).rstrip(".?") if missing and inner is not None else ""
    return field, f"{problem}: {meaning[:1].lower()}{meaning[1:]}" if meaning else problem


def _rest_of(
    game: Game[Any], library: Library, file: str, entry: str, kind: str, raw: Any, wrong: list[Finding]
) -> Iterator[Finding]:
    """What else is wrong with an entry: the names in those of its fields that can be read. What is legal is not judged
    of a part."""
    if not isinstance(raw, Mapping):
        return
    record = library.shelves[kind].record
    spoilt = {_first_part(finding.field) for finding in wrong}
    sound = {key: value for key, value in raw.items() if key in record.__struct_encode_fields__ and key not in spoilt}
    try:
        made = convert(sound, record, "")
        with suppress(ContentError):  # of a table with something wrong in it, the rest
            partly = {key: _less(raw[key], key, wrong) for key in spoilt if key in raw}
            made = convert({**sound, **{key: rest for key, rest in partly.items() if rest is not None}}, record, "")
            sound |= {key: rest for key, rest in partly.items() if rest is not None}
    except ContentError:
        return
    for fault in game.content_faults(library, kind, made):
        if not fault.rule and _first_part(fault.field) in sound:
            yield Finding(file, entry, *fault)


def _less(table: object, key: str, wrong: Iterable[Finding]) -> dict[str, Any] | None:
    """A table of an entry without what is wrong in it; nothing where it is none, or is wrong as a whole."""
    parts = [finding.field.removeprefix(f"{key}.") for finding in wrong if _first_part(finding.field) == key]
    if not isinstance(table, Mapping) or key in parts:
        return None
    return {name: part for name, part in table.items() if name not in map(_first_part, parts)}


def _first_part(field: str) -> str:
    """`parts` of `parts[2].value`."""
    return field.partition(".")[0].partition("[")[0]


def _split(words: str) -> tuple[str, str]:
    """`, field a.b: problem` as its two parts."""
    if words.startswith(", field "):
        field, _, problem = words.removeprefix(", field ").partition(": ")
        return field.replace(", field ", "."), problem
    return "", words.removeprefix(": ")


# ---------------------------------------------------------------- scenes


class SceneLooked(NamedTuple):
    """All that is wrong with a scene, and the scene without what was in the way; nothing where it cannot be made."""

    findings: list[Finding]
    made: SceneFile | None


def scene_looked(tables: Mapping[str, Any], file: str, library: Library | None = None) -> SceneLooked:
    looking, findings = _looked(tables, file, library), []
    while True:
        try:
            findings.append(next(looking))
        except StopIteration as end:
            return SceneLooked(findings, end.value)


def scene_findings(tables: Mapping[str, Any], file: str, library: Library | None = None) -> Iterator[Finding]:
    yield from _looked(tables, file, library)


def faults_in(tables: Mapping[str, Any], library: Library) -> list[Finding]:
    """All with which a scene cannot be played. That nobody is in it yet is none."""
    wrong = [one for one in scene_findings(tables, "", library) if not one.illegal and not one.warning]
    return [one for one in wrong if one.problem != NOBODY]


def _looked(
    tables: Mapping[str, Any], file: str, library: Library | None
) -> Generator[Finding, None, SceneFile | None]:
    """A scene is made of its tables; what is in the way is told and left out, and it is made anew."""
    tables = dict(tables)
    found: list[Finding] = []
    spoilt: set[str] = set()
    game = GAMES[tables["game"]] if tables.get("game") in list(GAMES) else None
    if game is not None and isinstance(tables.get("content"), Mapping):
        library = (library or game.library()).copy()
        own = list(_own_content(game, library, tables, file))
        yield from own
        found += [one for one in own if not one.illegal and not one.warning]
        spoilt |= {one.entry.partition(" ")[2].strip("'") for one in found if one.entry}
        tables.pop("content")
    if game is not None and isinstance(tables.get("board"), Mapping):
        wrong = list(_board_findings(game, library or game.starter, tables["board"], file))
        yield from wrong
        found += wrong
        tables = (_without(tables, "", "board", spoilt) or tables) if wrong else tables
    made: SceneFile | None = None
    afflicted: dict[str, Any] = {}  # whose conditions are wrong: they are told one by one when all beings are there
    while made is None:
        try:
            made = scene_from(tables, file, library)
        except (ContentError, BadInput) as fault:
            told = _in_scene(fault, file)
            if told in found:
                return None
            found.append(told)
            if told.field.startswith("conditions["):
                afflicted[told.entry] = _conditions_of(tables, told.entry)
            elif not names(told, spoilt):
                yield told
            less = _without(tables, told.entry, told.field, spoilt)
            if less is None:
                return None
            tables = less
    for entry, conditions in afflicted.items():
        yield from (one for one in _condition_findings(made, file, entry, conditions) if not names(one, spoilt))
    if not made.scene.beings and not spoilt:
        yield Finding(file, "", "beings", NOBODY)
    if not found:
        yield from _party_findings(made, tables, file, library)
        broken = made.game.faults(made.scene)
        yield from (_as_set_up(made, file, fault) for fault in broken)
        yield from (Finding(file, "", *fault, warning=True) for fault in made.game.doubtful(made.scene))
    yield from (one for one in _script_findings(made, file) if not names(one, spoilt))
    return made


def _party_findings(
    made: SceneFile, tables: Mapping[str, Any], file: str, library: Library | None
) -> Iterator[Finding]:
    """What is wrong with the scene for parties of another number and not with the scene itself."""
    if not made.header.parties:
        return
    as_it_is = list(_looked({key: part for key, part in tables.items() if key not in BESIDE_PLAY}, file, library))
    for size, one in each_party(tables):
        said = tables["parties"][size].get("beings", {})
        for wrong in _looked(one, file, library):
            if wrong in as_it_is:
                continue
            if wrong.entry.removeprefix("beings.") in said:
                yield replace(wrong, entry=f"parties.{size}.{wrong.entry}")
            else:  # it is right without what is changed for this party
                place = ", ".join(part for part in (wrong.entry, wrong.field and f"field {wrong.field}") if part)
                problem = f"{place}: {wrong.problem}" if place else wrong.problem
                yield replace(wrong, entry=f"parties.{size}", field="", problem=problem)


def _as_set_up(made: SceneFile, file: str, fault: str) -> Finding:
    """What no rule allows, at the being that it is about, and at their field where it says one: `tahra.ap is 9`."""
    who, _, field = fault.split()[0].partition(".")
    if who not in made.scene.beings:
        return Finding(file, "", "", f"as set up: {fault}", usable=True)
    given = field if field in made.game.shape.hints else ""
    return Finding(file, f"beings.{who}", given, f"as set up: {fault}", usable=True)


def _script_findings(made: SceneFile, file: str) -> Iterator[Finding]:
    game, scene, header = made.game, made.scene, made.header
    if not header.plays:
        return
    for wrong in _said_of_all(game, scene, Cast(scene), header.expect, header.unlisted):
        yield Finding(file, "", wrong.field, wrong.problem)
    cast = Cast(scene, header.script)
    for number, case in enumerate(header.case):
        if not case.script and not case.expect:
            yield Finding(file, "", f"case[{number}]", EMPTY_CASE)
        for wrong in _said_of_all(game, scene, cast, case.expect, case.unlisted):
            yield Finding(file, "", f"case[{number}].{wrong.field}", wrong.problem)
    before: list[ScriptStep] = []
    known = Cast(scene)
    for place, step in made.header.steps():
        before.append(step)
        after = Cast(scene, before)
        for wrong in step_faults(game, scene, step, known, after):
            yield Finding(file, "", f"{place}.{wrong.field}" if wrong.field else place, wrong.problem)
        known = after


def _conditions_of(tables: Mapping[str, Any], entry: str) -> Any:
    return tables["beings"][entry.removeprefix("beings.")]["conditions"]


def _condition_findings(made: SceneFile, file: str, entry: str, conditions: Any) -> Iterator[Finding]:
    """Every condition of a being that cannot be read."""
    for number, one in enumerate(conditions if isinstance(conditions, list) else (conditions,)):
        try:
            read_condition(made.game.shape, made.scene, one, f"{file}, {entry}, field conditions[{number}]")
        except ContentError as fault:
            yield _in_scene(fault, file)


def _said_of_all(
    game: Game[Any], scene: Scene[Any], cast: Cast, expect: Mapping[str, Any], unlisted: Unlisted | dict[str, Unlisted]
) -> Iterator[Fault]:
    """What is wrong with an `expect` and an `unlisted` of no step: of the file, or of a case."""
    yield from expect_faults(game, scene, expect, cast)
    yield from unknown_rules(game, ScriptStep(), (unlisted,))


def _own_content(game: Game[Any], library: Library, tables: Mapping[str, Any], file: str) -> Iterator[Finding]:
    """What is wrong with content that stands in the scene; not what a step says is illegal."""
    try:
        header = convert({key: tables[key] for key in ("game", "script", "case") if key in tables}, Header, file)
        meant_so = {(f"{step.entry!r}", step.illegal) for _, step in header.steps() if step.illegal}
    except ContentError:
        meant_so = set()  # it is told with the scene
    for found in content_findings(game, library, [(file, tables["content"])], in_scene=True):
        if (found.entry.partition(" ")[2], found.rule) not in meant_so:
            yield found if found.entry else replace(found, field=f"content.{found.field}")


def _board_findings(game: Game[Any], library: Library, raw: Mapping[str, Any], file: str) -> Iterator[Finding]:
    """All that is wrong with a board that stands in the scene."""
    entry = {"id": "board", "name": "Board", **raw}
    wrong = [Fault(*one) for one in problems(game.shape.board, entry)]
    if not wrong:
        wrong = game.content_faults(library, "board", convert(entry, game.shape.board, file))
    for fault in wrong:
        field = ".".join(filter(None, ("board", fault.field)))
        yield Finding(file, "", field, f"{fault.problem} [{fault.rule}]" if fault.rule else fault.problem)


def _in_scene(fault: BadInput, file: str) -> Finding:
    """A complaint about a scene as a finding: `FILE, beings.tahra, field hp: problem`."""
    words = str(fault).removeprefix(file)
    entry, field = "", ""
    if words.startswith(", ") and not words.startswith(", field "):
        entry, mark, rest = words[2:].partition(", field ")
        words = f", field {rest}" if mark else words
        if not mark:
            entry, _, words = words[2:].partition(": ")
    elif not words.startswith(", field "):
        words = words.removeprefix(": ")
    if words.startswith(", field "):
        field, words = _split(words)
    if entry.startswith("scene."):
        entry, field = "", entry
    return Finding(file, entry, field, words)


def _without(tables: dict[str, Any], entry: str, field: str, spoilt: set[str]) -> dict[str, Any] | None:
    """The tables without what is wrong; nothing where it cannot be left out. Without its board a scene has nothing that
    stands on one."""
    beings = tables.get("beings")
    name = entry.removeprefix("beings.")
    field, key = _first_part(field), _first_part(field.partition(".")[2])
    if isinstance(beings, Mapping) and name in beings:
        raw = beings[name]
        if isinstance(raw, Mapping) and field in raw and not (field == "from" and raw["from"] in spoilt):
            return {**tables, "beings": {**beings, name: {k: v for k, v in raw.items() if k != field}}}
        spoilt.add(name)
        return {**tables, "beings": {other: one for other, one in beings.items() if other != name}}
    field = field or entry
    if field not in tables or field == "game":
        return None
    table = tables[field]
    if field != "board" and isinstance(table, Mapping) and key in table:
        return {**tables, field: {k: v for k, v in table.items() if k != key}}
    if field != "board" or not isinstance(beings, Mapping):
        return {key: table for key, table in tables.items() if key != field}
    kept = {
        key: tables[key] for key in tables if key in ("game", "title", "text", "options", "content", "script", "case")
    }
    who = {one: {k: v for k, v in raw.items() if k in KEPT} for one, raw in beings.items() if isinstance(raw, Mapping)}
    return {**kept, "beings": who}
