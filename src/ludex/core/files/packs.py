"""All that is wrong with a pack as a whole: what it says of itself, all its entries together with what it needs, its
scenes, its pictures. And what it holds, for those who look for one."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple

from ludex.core.book.rulebook import BadOption
from ludex.core.content.content import Library, parse_toml, read_toml
from ludex.core.content.expected import problems
from ludex.core.files.adventurefile import Adventure, Around, adventure_findings, adventure_of
from ludex.core.files.breakdown import broke_down
from ludex.core.files.dayfile import day_findings
from ludex.core.files.findings import Finding, content_findings, scene_findings
from ludex.core.files.lines import line_of
from ludex.core.game import GAMES, Game
from ludex.core.kernel.english import there_are
from ludex.core.kernel.reading import read
from ludex.core.kernel.ruling import BadInput
from ludex.core.pack.manifest import Manifest, lacking, manifest_faults, manifest_of, needed_first
from ludex.core.pack.parts import (
    ADVENTURE,
    MANIFEST,
    PICTURES,
    SCENES,
    Parts,
    is_content,
    is_day,
    is_picture,
    is_scene,
    is_text,
)
from ludex.core.pack.pictures import kind_of, token_kind

KINDS = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".webp": "image/webp"}
NO_MANIFEST = 'there is no pack.toml; it begins with id = "…", title = "…", game = "…" and version = "1.0"'


@dataclass(frozen=True)
class Pack:
    """A pack that was read. What is in it need not be right; only `manifest` asks for that."""

    parts: Parts
    where: str = ""  # before the names of its files, in what is told of them

    @cached_property
    def manifest(self) -> Manifest:
        if MANIFEST not in self.parts:
            raise BadInput(f"{self.name_of(MANIFEST)}: {NO_MANIFEST}")
        return manifest_of(self.parts[MANIFEST], self.name_of(MANIFEST))

    @cached_property
    def read(self) -> Read:
        return _read(self)

    @property
    def tables(self) -> dict[str, dict[str, Any]]:
        """The tables of each file that can be read, by its name."""
        return self.read.tables

    def content(self) -> dict[str, Any]:
        """All its content as the tables of one file."""
        whole: dict[str, list[Any]] = {}
        for name, tables in self.tables.items():
            if is_content(name):
                for kind, entries in tables.items():
                    whole.setdefault(kind, []).extend(entries if isinstance(entries, list) else [entries])
        return whole

    def scenes(self) -> dict[str, dict[str, Any]]:
        """The tables of its scenes, by name."""
        return {Path(name).stem: tables for name, tables in self.tables.items() if is_scene(name)}

    def days(self) -> dict[str, dict[str, Any]]:
        """The tables of its days, by name."""
        return {Path(name).stem: tables for name, tables in self.tables.items() if is_day(name)}

    @cached_property
    def adventure(self) -> Adventure | None:
        """What is led chapter after chapter, where it is one."""
        if ADVENTURE not in self.parts:
            return None
        if ADVENTURE not in self.tables:
            raise BadInput("\n".join(str(one) for one in self.read.findings if one.file == self.name_of(ADVENTURE)))
        return adventure_of(self.tables[ADVENTURE], self.name_of(ADVENTURE))

    def name_of(self, part: str) -> str:
        return f"{self.where}/{part}" if self.where else part


class Read(NamedTuple):
    tables: dict[str, dict[str, Any]]
    findings: list[Finding]  # of those that cannot be read


def _read(pack: Pack) -> Read:
    found = Read({}, [])
    for name, data in pack.parts.items():
        if is_text(name):
            try:
                found.tables[name] = parse_toml(data.decode())
            except UnicodeDecodeError as fault:
                words = f"not UTF-8 text: {fault.reason} at byte {fault.start}"
                found.findings.append(Finding(pack.name_of(name), "", "", words))
            except BadInput as fault:
                line = re.search(r"at line (\d+)", str(fault))
                found.findings.append(Finding(pack.name_of(name), "", "", str(fault), line=int(line[1]) if line else 0))
    return found


# ---------------------------------------------------------------- what is wrong


def pack_findings(pack: Pack, others: Iterable[Pack] = ()) -> list[Finding]:
    """Everything, each with its file, line and field. What it needs is looked up among the others."""
    found = [*pack.read.findings, *_of_manifest(pack), *_of_pictures(pack), *_of_tokens(pack)]
    given = {one.manifest.id: one for one in others if _is_sound(one)}
    manifest = _manifest(pack)
    if manifest is not None:
        known = {id: one.manifest for id, one in given.items()}
        for number, problem in lacking(manifest, {manifest.id: manifest, **known}):
            found.append(Finding(pack.name_of(MANIFEST), "", f"needs[{number}]", problem))
        if manifest.game in list(GAMES):
            found += _inside(pack, GAMES[manifest.game], needed(manifest, given))
    return [_with_line(pack, one) for one in found]


def faults_of(findings: Iterable[Finding]) -> list[Finding]:
    """Those of the findings with which a pack cannot be used."""
    return [one for one in findings if not one.illegal and not one.warning]


def needed(manifest: Manifest, given: Mapping[str, Pack]) -> list[Pack]:
    """The packs that one needs, and those that these need, as far as they are there; what is needed comes before."""
    manifests = {**{id: one.manifest for id, one in given.items()}, manifest.id: manifest}
    ids = needed_first([manifest.id], manifests)
    return [given[id] for id in ids if id != manifest.id and id in given]


def library_of(pack: Pack, below: Sequence[Pack] = ()) -> Library:
    """The content of its game, of what it needs and its own, as far as that can be read."""
    library = GAMES[pack.manifest.game].library()
    for one in (*below, pack):
        library.add_readable(one.content(), one.manifest.id)
    return library


def _is_sound(pack: Pack) -> bool:
    try:
        return bool(pack.manifest)
    except BadInput:
        return False


def _manifest(pack: Pack) -> Manifest | None:
    """What it says of itself, where that can be read at all."""
    try:
        return read(pack.tables[MANIFEST], Manifest)
    except Exception:  # it is told what is wrong with it
        return None


def _of_manifest(pack: Pack) -> Iterator[Finding]:
    file = pack.name_of(MANIFEST)
    if MANIFEST not in pack.parts:
        yield Finding(file, "", "", NO_MANIFEST)
    if MANIFEST not in pack.tables:
        return
    wrong = list(problems(Manifest, pack.tables[MANIFEST]))
    yield from (Finding(file, "", field, problem) for field, problem in wrong)
    game = pack.tables[MANIFEST].get("game")
    if isinstance(game, str) and game not in list(GAMES):
        yield Finding(file, "", "game", f"there is no game {game!r}; {there_are(game, GAMES)}")
    if not wrong:
        yield from (
            Finding(file, "", field, problem)
            for field, problem in manifest_faults(read(pack.tables[MANIFEST], Manifest))
        )
        yield from _of_presets(pack, read(pack.tables[MANIFEST], Manifest))


def _of_presets(pack: Pack, manifest: Manifest) -> Iterator[Finding]:
    """House rules that the game has not."""
    for number, preset in enumerate(manifest.presets if manifest.game in list(GAMES) else ()):
        try:
            GAMES[manifest.game].rulebook.check_options(preset.options)
        except BadOption as fault:
            yield Finding(pack.name_of(MANIFEST), "", f"presets[{number}].options", str(fault))


def _of_pictures(pack: Pack) -> Iterator[Finding]:
    for name, data in pack.parts.items():
        if is_picture(name):
            try:
                kind, expected = kind_of(data), KINDS[Path(name).suffix]
            except BadInput as fault:
                yield Finding(pack.name_of(name), "", "", str(fault))
                continue
            if kind != expected:
                yield Finding(pack.name_of(name), "", "", f"its name says {expected}, and it is {kind}")


def _of_tokens(pack: Pack) -> Iterator[Finding]:
    """Pictures by which beings are drawn and that lie under boards, as their entries name them."""
    there = _pictures(pack)
    for name in filter(is_content, pack.tables):
        for kind, raw in drawn_by_pictures(pack.tables[name]):
            data = pack.parts.get(f"{PICTURES}{raw['picture']}")
            if data is None:
                problem = f"there is no {PICTURES}{raw['picture']}; {there_are(raw['picture'], there)}"
            else:
                try:
                    token_kind(data)
                    continue
                except BadInput as fault:
                    problem = str(fault)
            yield Finding(pack.name_of(name), f"{kind} {raw.get('id')!r}", "picture", problem)
    for name, tables in pack.tables.items():
        for entry, picture in maps_under(tables):
            if f"{PICTURES}{picture}" not in pack.parts:
                problem = f"there is no {PICTURES}{picture}; {there_are(picture, there)}"
                yield Finding(pack.name_of(name), entry, "map.picture", problem)


def drawn_by_pictures(tables: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The entries of a file that name a picture, each with its kind."""
    for kind, entries in tables.items():
        for raw in entries if isinstance(entries, list) else ():
            if isinstance(raw, Mapping) and isinstance(raw.get("picture"), str) and raw["picture"]:
                yield kind, raw


def maps_under(tables: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The pictures that lie under boards of a file, each with the entry that names it: of the content, or the board of
    a scene that has its own."""
    entries = [("board", tables.get("board"))]
    entries += [(f"{kind} {raw.get('id')!r}", raw) for kind, listed in tables.items() for raw in _records(listed)]
    for entry, raw in entries:
        under = raw.get("map") if isinstance(raw, Mapping) else None
        if isinstance(under, Mapping) and isinstance(under.get("picture"), str) and under["picture"]:
            yield entry, under["picture"]


def _records(listed: Any) -> list[Mapping[str, Any]]:
    return [raw for raw in listed if isinstance(raw, Mapping)] if isinstance(listed, list) else []


def _inside(pack: Pack, game: Game[Any], below: Sequence[Pack]) -> Iterator[Finding]:
    """What is wrong with content and scenes, with all of it together on top of what the pack needs."""
    library = game.library()
    for one in below:
        library.add_readable(one.content(), one.manifest.id)
    for shelf in library.shelves.values():
        shelf.places.clear()
    files = [(pack.name_of(name), tables) for name, tables in pack.tables.items() if is_content(name)]
    yield from _twice(files)
    yield from _or_broken(pack.where or MANIFEST, lambda: content_findings(game, library, files))
    for name, tables in pack.tables.items():
        file = pack.name_of(name)
        if is_content(name) and "game" in tables:
            yield Finding(file, "", "", f"a scene file belongs into {SCENES}")
        if name == ADVENTURE:
            around = Around(game, library, _scenes_known(pack, game, below), _pictures(pack))
            yield from _or_broken(file, partial(adventure_findings, tables, file, around))
        if is_day(name):
            known = {scene for one in (*below, pack) for scene in one.scenes()} | set(game.starter.scenes)
            yield from _day(tables, file, game, known)
        if not is_scene(name):
            continue
        if tables.get("game") != game.name:
            yield Finding(file, "", "game", f'expected game = "{game.name}", as the pack has it')
            continue
        yield from _or_broken(file, lambda tables=tables, file=file: scene_findings(tables, file, library))  # type: ignore[misc]  # each its own


def _scenes_known(pack: Pack, game: Game[Any], below: Sequence[Pack]) -> dict[str, Mapping[str, Any]]:
    """The tables of all scenes that a pack may name, by name: those of the game, of what it needs, and its own."""
    found: dict[str, Mapping[str, Any]] = {name: read_toml(path) for name, path in game.starter.scenes.items()}
    for one in (*below, pack):
        found |= one.scenes()
    return found


def _pictures(pack: Pack) -> list[str]:
    return [name.removeprefix(PICTURES) for name in pack.parts if is_picture(name)]


def _day(tables: Mapping[str, Any], file: str, game: Game[Any], scenes: Collection[str]) -> Iterator[Finding]:
    if tables.get("game") != game.name:
        yield Finding(file, "", "game", f'expected game = "{game.name}", as the pack has it')
    yield from day_findings(tables, file, game, scenes)


def _twice(files: Iterable[tuple[str, Mapping[str, Any]]]) -> Iterator[Finding]:
    """An id that stands in two files of a pack; one that stands twice in a file is found there."""
    first: dict[tuple[str, str], str] = {}
    for file, tables in files:
        for kind, entries in tables.items():
            for raw in entries if isinstance(entries, list) else ():
                id = raw.get("id") if isinstance(raw, Mapping) else None
                if isinstance(id, str) and first.setdefault((kind, id), file) != file:
                    there = first[kind, id].rpartition("/")[2]
                    yield Finding(file, f"{kind} {id!r}", "id", f"this id stands in {there} as well")


def _or_broken(file: str, look: Callable[[], Iterable[Finding]]) -> Iterator[Finding]:
    try:
        yield from list(look())
    except Exception as fault:  # whatever it is, the rest is still looked at
        yield Finding(file, "", "", broke_down(fault))


def _with_line(pack: Pack, finding: Finding) -> Finding:
    name = finding.file.removeprefix(f"{pack.where}/" if pack.where else "")
    if finding.line or not is_text(name) or name not in pack.tables:
        return finding
    return replace(finding, line=line_of(pack.parts[name].decode(), finding.entry, finding.field))


# ---------------------------------------------------------------- what it holds


class Holds(NamedTuple):
    """How many there are of each kind, and the names of those that people look for."""

    counts: dict[str, int]
    names: list[str]  # of scenes first


MOST_NAMES = 200


def holds(pack: Pack) -> Holds:
    counts: dict[str, int] = {}
    names = [str(tables.get("title") or name.replace("_", " ")) for name, tables in pack.scenes().items()]
    counts |= {"scene": len(names)} if names else {}
    if ADVENTURE in pack.tables:
        counts["adventure"] = 1
        names.insert(0, str(pack.tables[ADVENTURE].get("title", "")))
    counts |= {"day": len(pack.days())} if pack.days() else {}
    for kind, entries in pack.content().items():
        counts[kind] = len(entries)
        names += [str(raw.get("name", "")) for raw in entries if isinstance(raw, Mapping)]
    if pictures := sum(map(is_picture, pack.parts)):
        counts["picture"] = pictures
    return Holds(counts, [name[:120] for name in names if name][:MOST_NAMES])
