"""Checking what a table has written: content files, content folders and scene files; and their JSON Schema."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.text import Text

import ludex.games.known  # noqa: F401  # registers the games
from ludex.cli.lines import line_of
from ludex.core.content.content import ContentError, Fault, Library, convert, read_toml, schema
from ludex.core.content.expected import problems
from ludex.core.files.scenefile import Header, SceneFile, scene_from
from ludex.core.files.script import ScriptStep
from ludex.core.game import GAMES, Game
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.english import count, meant
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import BadInput

FINE, ILLEGAL, UNUSABLE = 0, 1, 2
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


@dataclass(slots=True)
class Source:
    """A file that is to be checked."""

    path: Path
    tables: dict[str, Any]

    @property
    def is_scene(self) -> bool:
        return "game" in self.tables


def check(paths: Iterable[Path], console: Console, as_json: bool) -> int:
    """Check files and folders; everything that is wrong is told, not only the first."""
    findings: list[Finding] = []
    sources: dict[Path, Source] = {}
    for path in paths:
        for found in _sources(path, findings):
            sources[found.path.resolve()] = found
    content = [source for source in sources.values() if not source.is_scene]
    scenes = [source for source in sources.values() if source.is_scene]
    folders = dict.fromkeys(source.path.resolve().parent for source in content)
    game_of = {folder: _game_of(folder, content, scenes) for folder in folders}
    for game in GAMES.values():
        own = [source for source in scenes if source.tables["game"] == game.name]
        files = [source for source in content if game_of[source.path.resolve().parent] is game]
        if not own and not files:
            continue
        library = game.library()
        for shelf in library.shelves.values():
            shelf.places.clear()  # a file of the starter content that is checked is not there twice
        _add_neighbours(library, own, sources)
        findings += _check_content(game, library, files)
        for source in own:
            findings += _check_scene(library, source)
    for source in scenes:
        if source.tables["game"] not in list(GAMES):
            findings += _check_scene(None, source)
    texts = {str(source.path): source.path.read_text(encoding="utf-8") for source in sources.values()}
    findings = [replace(f, line=line_of(texts.get(f.file, ""), f.entry, f.field)) for f in findings]
    _tell(console, findings, [source.path for source in sources.values()], as_json)
    if not as_json:
        _tell_guesses(console, game_of, scenes)
    wrong = [finding for finding in findings if not finding.warning]
    if not all(finding.illegal for finding in wrong):
        return UNUSABLE
    return ILLEGAL if wrong else FINE


def _sources(path: Path, findings: list[Finding]) -> Iterator[Source]:
    """The files of a path: itself, or all of a folder and of its `scenes`."""
    files = [path]
    if path.is_dir():
        files = sorted(path.glob("*.toml")) + sorted((path / "scenes").glob("*.toml"))
        if not files:
            findings.append(Finding(str(path), "", "", "the folder has no *.toml files"))
    found = []
    for file in files:
        try:
            found.append(Source(file, read_toml(file)))
        except ContentError as fault:
            findings.append(Finding(str(file), "", "", str(fault).removeprefix(f"{file}: ")))
    if path.is_dir() and any(not source.is_scene for source in found):
        for source in found:
            if source.is_scene and source.path.parent == path:
                findings.append(Finding(str(source.path), "", "", f"a scene file belongs into {path / 'scenes'}"))
    yield from found


def _game_of(folder: Path, content: list[Source], scenes: list[Source]) -> Game[Any]:
    """Content does not name its game: it is that of the folder's scenes, or the one that understands most of it."""
    for scene in scenes:
        if scene.path.resolve().parent == folder / "scenes" and scene.tables["game"] in list(GAMES):
            return GAMES[scene.tables["game"]]
    beside = [other for other in content if other.path.resolve().parent == folder]
    return max(GAMES.values(), key=lambda game: _understood(game, beside))


def _understood(game: Game[Any], content: list[Source]) -> tuple[int, int]:
    """How many kinds of content are the game's, and how many of the entries can be read."""
    library = game.library()
    tables = [(kind, entries) for source in content for kind, entries in source.tables.items()]
    known = [(kind, entries) for kind, entries in tables if kind in library.shelves]
    raw = [(kind, entry) for kind, entries in known if isinstance(entries, list) for entry in entries]
    return len(known), sum(_readable(library.shelves[kind].record, entry) for kind, entry in raw)


def _readable(record: type[Any], entry: object) -> bool:
    try:
        convert(entry, record, "")
    except ContentError:
        return False
    return True


def _add_neighbours(library: Library, scenes: list[Source], sources: Mapping[Path, Source]) -> None:
    """A scene in the `scenes` of a content folder can use what is in that folder."""
    for folder in dict.fromkeys(source.path.resolve().parent.parent for source in scenes if _in_scenes(source.path)):
        for path in sorted(folder.glob("*.toml")):
            if path not in sources:
                try:
                    library.add(read_toml(path), str(path))
                except ContentError:
                    continue  # what is wrong with it is told when it is checked itself


def _in_scenes(path: Path) -> bool:
    return path.resolve().parent.name == "scenes"


# ---------------------------------------------------------------- content


def _check_content(game: Game[Any], library: Library, content: list[Source]) -> Iterator[Finding]:
    """First the fields of every entry, then, with all of them in the library, what they name and what is legal."""
    added: list[tuple[str, str, str]] = []
    for source in content:
        file = str(source.path)
        if not source.tables:
            yield Finding(file, "", "", _expected(library))
        for kind, entries in source.tables.items():
            if kind not in library.shelves:
                known = ", ".join(library.shelves)
                yield Finding(file, "", kind, f"no kind of content; expected one of: {known}; or game, in a scene file")
            elif not isinstance(entries, list):
                yield Finding(file, "", kind, f"expected a list of tables, [[{kind}]]")
            else:
                yield from _add(game, library, file, kind, entries, added)
    for file, kind, name in added:
        yield from _judge(game, library, file, kind, name)


def _judge(game: Game[Any], library: Library, file: str, kind: str, name: str) -> Iterator[Finding]:
    """What is wrong with an entry that can be read; where nothing is, what may have been forgotten."""
    entry, where = library.shelves[kind].entries[name], f"{kind} {name!r}"
    faults = game.content_faults(library, kind, entry)
    yield from (Finding(file, where, *fault) for fault in faults)
    if not faults:
        yield from (Finding(file, where, *fault, warning=True) for fault in game.content_warnings(library, kind, entry))


def _expected(library: Library) -> str:
    kinds = ", ".join(f"[[{kind}]]" for kind in library.shelves)
    games = " or ".join(f'game = "{name}"' for name in GAMES)
    return f"the file is empty; expected content ({kinds}), or a scene: {games}, and a table [beings.NAME] for each"


def _add(
    game: Game[Any], library: Library, file: str, kind: str, entries: list[Any], added: list[tuple[str, str, str]]
) -> Iterator[Finding]:
    for number, raw in enumerate(entries):
        name = raw.get("id", "") if isinstance(raw, Mapping) else ""
        shelf = library.shelves[kind]
        entry = f"{kind} {name!r}" if name else f"{kind} number {number + 1}"
        wrong = [Finding(file, entry, *found) for found in problems(shelf.record, raw)]
        yield from wrong
        if wrong:
            yield from _rest_of(game, library, file, entry, kind, raw, wrong)
            continue
        try:
            shelf.add(raw, file)
        except ContentError as fault:
            yield Finding(file, entry, *_split(str(fault).removeprefix(f"{file}: {kind} {name!r}")))
        else:
            added.append((file, kind, name))


def _rest_of(
    game: Game[Any], library: Library, file: str, entry: str, kind: str, raw: Any, wrong: list[Finding]
) -> Iterator[Finding]:
    """What else is wrong with an entry: the names in those of its fields that can be read. What is legal is not judged
    of a part."""
    if not isinstance(raw, Mapping):
        return
    spoilt = {_first_part(finding.field) for finding in wrong}
    known = library.shelves[kind].record.__struct_encode_fields__
    sound = {key: value for key, value in raw.items() if key in known and key not in spoilt}
    try:
        made = convert(sound, library.shelves[kind].record, "")
    except ContentError:
        return
    for fault in game.content_faults(library, kind, made):
        if not fault.rule and _first_part(fault.field) in sound:
            yield Finding(file, entry, *fault)


def _first_part(field: str) -> str:
    """`parts` of `parts[2].value`."""
    return field.partition(".")[0].partition("[")[0]


def _split(words: str) -> tuple[str, str]:
    """`, field a.b: problem` as its two parts."""
    if words.startswith(", field "):
        field, _, problem = words.removeprefix(", field ").partition(": ")
        return field, problem
    return "", words.removeprefix(": ")


# ---------------------------------------------------------------- scenes


def _check_scene(library: Library | None, source: Source) -> Iterator[Finding]:
    """A scene is made of its tables; what is in the way is told and left out, and it is made anew."""
    file, tables = str(source.path), source.tables
    found: list[Finding] = []
    made: SceneFile | None = None
    while made is None:
        try:
            made = scene_from(tables, file, library)
        except (ContentError, BadInput) as fault:
            entry, words = _entry_of(str(fault).removeprefix(file))
            finding = Finding(file, entry, *_split(words))
            if finding in found:
                return
            found.append(finding)
            yield finding
            less = _without(tables, entry, _first_part(finding.field))
            if less is None:
                return
            tables = less
    if not made.scene.beings:
        yield Finding(file, "", "beings", "nobody is in this scene; expected a table [beings.NAME] for each")
    if not found:
        broken = made.game.faults(made.scene)
        yield from (Finding(file, "", "", f"as set up: {fault}", usable=True) for fault in broken)
    yield from _inline_faults(made, file)
    yield from (Finding(file, "", *fault) for fault in _script_faults(made))


def _without(tables: dict[str, Any], entry: str, field: str) -> dict[str, Any] | None:
    """The tables without the field that is wrong; nothing where it cannot be left out. Without its board a scene has
    nothing that stands on one."""
    beings = tables.get("beings")
    name = entry.removeprefix("beings.")
    if isinstance(beings, Mapping) and name in beings and field in beings[name]:
        return {**tables, "beings": {**beings, name: {k: v for k, v in beings[name].items() if k != field}}}
    if entry or field not in tables or field == "game":
        return None
    if field != "board" or not isinstance(beings, Mapping):
        return {key: table for key, table in tables.items() if key != field}
    kept = {
        key: tables[key] for key in tables if key in ("game", "title", "text", "options", "content", "script", "case")
    }
    who = {one: {k: v for k, v in raw.items() if k in KEPT} for one, raw in beings.items() if isinstance(raw, Mapping)}
    return {**kept, "beings": who}


def _inline_faults(made: SceneFile, file: str) -> Iterator[Finding]:
    """What its own content names and nobody has, and characters that break a rule of creation; not where a step says
    that they do."""
    library = made.scene.library
    meant_so = {(step.entry, step.illegal) for _, step in made.header.steps()}
    for kind, entries in made.header.content.items():
        for raw in entries:
            found = _judge(made.game, library, file, kind, raw["id"])
            yield from (one for one in found if (raw["id"], one.rule) not in meant_so)


def _entry_of(words: str) -> tuple[str, str]:
    """`, beings.tahra, field hp: problem`: the table that it is about, and the rest."""
    if words.startswith(", ") and not words.startswith(", field "):
        entry, mark, rest = words[2:].partition(", field ")
        if mark:
            return entry, f", field {rest}"
        entry, _, rest = words[2:].partition(": ")
        return entry, f": {rest}"
    return "", words


def _script_faults(made: SceneFile) -> Iterator[Fault]:
    known = (GM, *made.scene.beings)
    for place, step in made.header.steps():
        if step.actor not in known:
            yield Fault(f"{place}.actor", _no_being(step.actor, known))
        elif step.do:
            yield from _command_faults(made, step, place)


def _command_faults(made: SceneFile, step: ScriptStep, place: str) -> Iterator[Fault]:
    """Names that nobody knows. Values are not judged: what they mean may come about only as the script runs."""
    register = made.game.gm_actions if step.actor == GM else made.game.actions
    command = Command(step.actor, step.do)
    if step.do not in register:
        try:
            command = made.game.expand(made.scene, command)
        except BadInput as fault:
            yield Fault(f"{place}.do", str(fault))
            return
    action = register.get(command.name)
    if action is None:
        whose = "the game master has" if step.actor == GM else "there is"
        yield Fault(f"{place}.do", f"{whose} no command {step.do!r}; {meant(step.do, register)}")
        return
    names = [arg.name for arg in action.args]
    listed = ", ".join(names) or "nothing"
    for name in step.args:
        if name not in names:
            yield Fault(f"{place}.with.{name}", f"{step.do} takes no {name!r}; it takes: {listed}")
    for taken in action.step.beings:
        name = names[taken if action.by_gm else taken - 1] if taken or action.by_gm else ""
        value = step.args.get(name)
        if isinstance(value, str) and value not in made.scene.beings:
            yield Fault(f"{place}.with.{name}", _no_being(value, made.scene.beings))


def _no_being(name: str, known: Iterable[str]) -> str:
    listed = ", ".join(known)
    return f"there is no being {name!r}" + (f"; expected one of: {listed}" if listed else "")


# ---------------------------------------------------------------- telling


def _tell(console: Console, findings: list[Finding], checked: list[Path], as_json: bool) -> None:
    if as_json:
        listed = [{**asdict(finding), "usable": finding.illegal} for finding in findings]
        told = {"checked": [str(path) for path in checked], "findings": listed}
        console.out(json.dumps(told, ensure_ascii=False, indent=2), highlight=False)
        return
    for finding in findings:
        words = Text(str(finding))
        words.stylize("bold", 0, len(finding.file))
        console.print(words, soft_wrap=True)
    files = f"{len(checked)} file{'' if len(checked) == 1 else 's'} checked"
    warnings = sum(finding.warning for finding in findings)
    illegal = sum(finding.illegal and not finding.warning for finding in findings)
    wrong = len(findings) - illegal - warnings
    parts = [f"{wrong} to mend"] if wrong else []
    parts += [f"{illegal} not legal"] if illegal else []
    parts = parts or ["all good"]
    parts += [count(warnings, "warning")] if warnings else []
    console.print(f"{files}: {', '.join(parts)}.", highlight=False)
    if any(finding.rule and finding.entry.startswith("character ") for finding in findings):
        hint = "What the table allows all the same: name the rule in `allowed` of the character."
        console.print(hint, style="dim", highlight=False, soft_wrap=True)


def _tell_guesses(console: Console, game_of: Mapping[Path, Game[Any]], scenes: list[Source]) -> None:
    """Which game content was taken to be for, where no scene says it."""
    said = {source.path.resolve().parent.parent for source in scenes if _in_scenes(source.path)}
    guessed = {game.title: None for folder, game in game_of.items() if folder not in said}
    if guessed:
        words = f"Taken for content of {' and '.join(guessed)}: no scene beside it says for which game it is."
        console.print(words, style="dim", highlight=False, soft_wrap=True)


# ---------------------------------------------------------------- schema


def write_schema(folder: Path | None = None) -> dict[str, Any]:
    """The JSON Schemas by file name, for editors that check TOML as it is typed; with a folder they are written."""
    made: dict[str, Any] = {}
    tables: dict[str, list[Any]] = {}  # of scene files, as each game has them
    parts: dict[str, Any] = {}
    for game in GAMES.values():
        kinds = {kind: shelf.record for kind, shelf in game.library().shelves.items()}
        content = schema(kinds)
        made[f"{game.name}-content.schema.json"] = {"title": f"{game.title}: content", **content}
        own, needed = game.scene_schema()
        inline = _renamed(content, f"{game.name}.content.")
        own = _renamed(own, f"{game.name}.")
        own["content"] = {key: inline[key] for key in ("type", "additionalProperties", "properties")}
        for name, shape in own.items():
            tables.setdefault(name, []).append(shape)
        parts |= _prefixed(inline["$defs"], f"{game.name}.content.")
        parts |= _prefixed(_renamed(needed, f"{game.name}."), f"{game.name}.")
    shared = {name: shapes[0] if len(shapes) == 1 else {"anyOf": shapes} for name, shapes in tables.items()}
    shared = {"game": {"enum": list(GAMES)}, **shared}
    (header,), general = msgspec.json.schema_components([Header], ref_template="#/$defs/{name}")
    base = general.pop(header["$ref"].rpartition("/")[2])
    made["scene.schema.json"] = {
        "title": "A scene file",
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "required": ["game"],
        "additionalProperties": False,
        "properties": {**base["properties"], **shared},
        "$defs": {**general, **parts},
    }
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        for name, value in made.items():
            (folder / name).write_text(schema_text(value), encoding="utf-8")
    return made


def schema_text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def _renamed(part: dict[str, Any], prefix: str) -> dict[str, Any]:
    """The same schema, its references to definitions under names that are its own."""
    renamed: dict[str, Any] = json.loads(json.dumps(part).replace('"#/$defs/', f'"#/$defs/{prefix}'))
    return renamed


def _prefixed(parts: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    return {f"{prefix}{name}": part for name, part in parts.items()}
