"""Checking what a table has written: content files, content folders, packs and scene files; and their JSON Schema."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import msgspec
from rich.text import Text

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.content.content import ContentError, Library, convert, read_toml
from ludex.core.content.schema import DRAFT, for_others, schema
from ludex.core.files.adventure_forms import adventure_schema
from ludex.core.files.breakdown import broke_down
from ludex.core.files.findings import Finding, at_its_line, content_findings, scene_findings
from ludex.core.files.packs import Pack, pack_findings
from ludex.core.files.scenefile import Header
from ludex.core.game import GAMES, Game
from ludex.core.kernel.english import count
from ludex.core.pack.reading import is_pack, parts_at
from ludex.text.terminal import Console

FINE, ILLEGAL, UNUSABLE = 0, 1, 2


@dataclass(slots=True)
class Source:
    """A file that is to be checked."""

    path: Path
    tables: dict[str, Any]

    @property
    def is_scene(self) -> bool:
        return "game" in self.tables


def check(paths: Iterable[Path], console: Console, as_json: bool) -> int:
    """Check files, folders and packs; everything that is wrong is told, not only the first. What a pack needs is looked
    up among the others."""
    findings: list[Finding] = []
    sources: dict[Path, Source] = {}
    packs = [Pack(parts_at(path), str(path)) for path in paths if is_pack(path)]
    for pack in packs:
        findings += pack_findings(pack, [other for other in packs if other is not pack])
    for path in paths:
        for found in _sources(path, findings) if not is_pack(path) else ():
            sources[found.path.resolve()] = found
    content = [source for source in sources.values() if not source.is_scene]
    scenes = [source for source in sources.values() if source.is_scene]
    folders = dict.fromkeys(source.path.resolve().parent for source in content)
    game_of = {folder: _game_of(folder, content, scenes) for folder in folders}
    for name in GAMES:
        own = [source for source in scenes if source.tables["game"] == name]
        files = [source for source in content if game_of[source.path.resolve().parent].name == name]
        if not own and not files:
            continue  # and need not be imported
        game = GAMES[name]
        library = game.library()
        for shelf in library.shelves.values():
            shelf.places.clear()  # a file of the starter content that is checked is not there twice
        _add_neighbours(library, own, sources)
        findings += [Finding(str(source.path), "", "", _expected(library)) for source in files if not source.tables]
        findings += _in_content(game, library, files)
        for source in own:
            findings += _in_scene(source, library)
    for source in scenes:
        if source.tables["game"] not in list(GAMES):
            findings += _in_scene(source)
    texts = {str(source.path): source.path.read_text(encoding="utf-8") for source in sources.values()}
    findings = [at_its_line(found, texts.get(found.file, "")) for found in findings]
    of_packs = [Path(pack.name_of(name)) for pack in packs for name in pack.parts]
    _tell(console, findings, [*of_packs, *(source.path for source in sources.values())], as_json)
    if not as_json:
        _tell_guesses(console, game_of, scenes)
    wrong = [finding for finding in findings if not finding.warning]
    if not all(finding.illegal for finding in wrong):
        return UNUSABLE
    return ILLEGAL if wrong else FINE


def _in_content(game: Game[Any], library: Library, files: list[Source]) -> list[Finding]:
    """What is wrong with content files; where we break down over one of them, each is looked at by itself."""
    try:
        return list(content_findings(game, library, [(str(source.path), source.tables) for source in files]))
    except Exception as fault:  # whatever it is, the other files are not to suffer from it
        if len(files) == 1:
            return [Finding(str(files[0].path), "", "", broke_down(fault))]
    found = []
    for source in files:
        beside = game.library()
        for other in files:
            if other is not source:
                beside.add_readable({k: v for k, v in other.tables.items() if isinstance(v, list)}, str(other.path))
        found += _in_content(game, beside, [source])
    return found


def _in_scene(source: Source, library: Library | None = None) -> list[Finding]:
    try:
        return list(scene_findings(source.tables, str(source.path), library))
    except Exception as fault:  # likewise
        return [Finding(str(source.path), "", "", broke_down(fault))]


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
            words = str(fault).removeprefix(f"{file}: ")
            line = re.search(r"at line (\d+)", words)
            findings.append(Finding(str(file), "", "", words, line=int(line[1]) if line else 0))
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


def _expected(library: Library) -> str:
    kinds = ", ".join(f"[[{kind}]]" for kind in library.shelves)
    games = " or ".join(f'game = "{name}"' for name in GAMES)
    return f"the file is empty; expected content ({kinds}), or a scene: {games}, and a table [beings.NAME] for each"


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
    console.print(_summed_up(findings, checked), highlight=False, soft_wrap=True)
    broken = [finding for finding in findings if finding.rule and not finding.warning]
    if any(finding.entry.startswith("character ") for finding in broken):
        hint = "What the table allows all the same: name the rule in `allowed` of the character."
        console.print(hint, style="dim", highlight=False, soft_wrap=True)


def _summed_up(findings: list[Finding], checked: list[Path]) -> str:
    """`3 files checked: 2 faults to mend in 1 file, 5 things in 2 files that are not legal, 1 warning.` A file that
    cannot be read is one of them."""
    warnings = [finding for finding in findings if finding.warning]
    illegal = [finding for finding in findings if finding.illegal and not finding.warning]
    wrong = [finding for finding in findings if not finding.illegal and not finding.warning]
    parts = [f"{count(len(wrong), 'fault')} to mend in {_files(wrong)}"] if wrong else []
    if illegal:
        things, verb = count(len(illegal), "thing"), "is" if len(illegal) == 1 else "are"
        parts.append(f"{things} in {_files(illegal)} that {verb} not legal")
    parts = parts or ["all good"]
    parts += [count(len(warnings), "warning")] if warnings else []
    looked_at = {*map(str, checked), *[finding.file for finding in findings if not Path(finding.file).is_dir()]}
    if not looked_at:
        return "Nothing was checked."
    return f"{count(len(looked_at), 'file')} checked: {', '.join(parts)}."


def _files(findings: list[Finding]) -> str:
    return count(len({finding.file for finding in findings}), "file")


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
        content = schema(kinds, game.forms)
        made[f"{game.name}-content.schema.json"] = {"title": f"{game.title}: content", **content}
        own, needed = game.scene_schema()
        inline = _renamed(for_others(content), f"{game.name}.content.")
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
    general["ForParty"]["properties"]["beings"] = {"$ref": "#/properties/beings"}
    made["scene.schema.json"] = {
        "title": "A scene file",
        "$schema": DRAFT,
        "type": "object",
        "required": ["game"],
        "additionalProperties": False,
        "properties": {**base["properties"], **shared},
        "$defs": {**general, **parts},
    }
    parts = for_others(adventure_schema()["$defs"])
    made["adventure.schema.json"] = {
        **parts.pop("Adventure"),
        "title": "An adventure",
        "$schema": DRAFT,
        "$defs": parts,
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
