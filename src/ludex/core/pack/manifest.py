"""What a pack says of itself, in its pack.toml; and which packs it needs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import tomli

from ludex.core.kernel.bounds import TEXT, check_text
from ludex.core.kernel.letters import unseen
from ludex.core.kernel.reading import read
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.toml import toml_lines
from ludex.core.pack.parts import MANIFEST
from ludex.core.pack.reading import first_bytes, is_pack

ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")
VERSION = re.compile(r"\d{1,6}(?:\.\d{1,6}){0,3}")
MOST_NEEDS = 20
MOST_TITLE, MOST_WORDS = 120, 4_000  # characters
MOST_TAGS, MOST_TAG = 12, 30  # tags, and characters of one
MOST_PRESETS = 20


class Need(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Another pack, in this version or a later one."""

    id: str
    version: str = "0"


class Preset(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """House rules under a name: options of the game that are otherwise than in the book."""

    name: str
    options: dict[str, bool | int | str]
    text: str = ""


class Manifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    id: str
    title: str
    game: str
    version: str
    author: str = ""
    licence: str = ""
    text: str = ""
    needs: tuple[Need, ...] = ()
    tags: tuple[str, ...] = ()
    presets: tuple[Preset, ...] = ()


def numbers(version: str) -> tuple[int, ...]:
    """A version to be compared: 1.10 is later than 1.9, and 1.0 is 1."""
    found = [int(part) for part in re.findall(r"\d+", version)[:4]]
    while found and not found[-1]:
        found.pop()
    return tuple(found)


def manifest_faults(manifest: Manifest) -> Iterator[tuple[str, str]]:
    """What is wrong with it besides its types: the field, and what was expected."""
    if not ID.fullmatch(manifest.id):
        yield "id", f"{manifest.id!r}: expected small letters, digits, _ and - only, up to 60"
    if not VERSION.fullmatch(manifest.version):
        yield "version", f"{manifest.version!r}: expected numbers with dots between them, such as 1.2"
    if not manifest.title.strip() or len(manifest.title) > MOST_TITLE:
        yield "title", f"expected a title of up to {MOST_TITLE} characters"
    for field in ("author", "licence"):
        if len(getattr(manifest, field)) > MOST_TITLE:
            yield field, f"expected at most {MOST_TITLE} characters"
    for field in ("title", "author", "licence"):
        if wrong := unseen(getattr(manifest, field)):
            yield field, f"expected letters that can be seen, not {wrong!r}"
    if len(manifest.text) > MOST_WORDS:
        yield "text", f"expected at most {MOST_WORDS:,} characters"
    yield from _labels(manifest)
    if len(manifest.needs) > MOST_NEEDS:
        yield "needs", f"expected at most {MOST_NEEDS} packs"
    for number, need in enumerate(manifest.needs):
        if not VERSION.fullmatch(need.version):
            yield f"needs[{number}].version", f"{need.version!r}: expected numbers with dots, such as 1.2"


def _labels(manifest: Manifest) -> Iterator[tuple[str, str]]:
    """What is wrong with tags, and with what presets are called; what they choose is the game's to judge."""
    if len(manifest.tags) > MOST_TAGS:
        yield "tags", f"expected at most {MOST_TAGS}"
    for number, tag in enumerate(manifest.tags):
        if not tag.strip() or len(tag) > MOST_TAG or unseen(tag):
            yield f"tags[{number}]", f"expected a word or a few of up to {MOST_TAG} characters"
    if len(manifest.presets) > MOST_PRESETS:
        yield "presets", f"expected at most {MOST_PRESETS}"
    for number, preset in enumerate(manifest.presets):
        if not preset.name.strip() or len(preset.name) > MOST_TITLE or unseen(preset.name):
            yield f"presets[{number}].name", f"expected a name of up to {MOST_TITLE} characters"
        if len(preset.text) > MOST_WORDS:
            yield f"presets[{number}].text", f"expected at most {MOST_WORDS:,} characters"


def manifest_of(data: bytes, where: str) -> Manifest:
    """What a pack says of itself, or in words what is wrong with it first."""
    tables = manifest_tables(data, where)
    try:
        found = read(tables, Manifest)
    except msgspec.ValidationError as fault:
        raise BadInput(f"{where}: {fault}") from None
    for field, problem in manifest_faults(found):
        raise BadInput(f"{where}, field {field}: {problem}")
    return found


def manifest_tables(data: bytes, where: str) -> dict[str, Any]:
    try:
        text = data[: 4 * TEXT + 1].decode()
        check_text(text)
        return tomli.loads(text)
    except (UnicodeDecodeError, ValueError, BadInput) as fault:
        raise BadInput(f"{where}: {fault}") from None


def manifest_at(path: Path) -> Manifest | None:
    """That of a pack; nothing where a folder is none."""
    if not is_pack(path):
        return None
    return manifest_of(first_bytes(path / MANIFEST, 4 * TEXT + 1), str(path / MANIFEST))


def manifest_text(manifest: Manifest) -> str:
    """As it is written to a file."""
    return toml_lines(msgspec.to_builtins(manifest))


# ---------------------------------------------------------------- packs that need each other


class Lacks(NamedTuple):
    """What is wrong with one of the packs that another needs: its place among them, and why."""

    number: int
    problem: str


def lacking(manifest: Manifest, known: Mapping[str, Manifest]) -> Iterator[Lacks]:
    """The packs that one needs and that are not among those known, are too old or for another game, or need it
    themselves."""
    for number, need in enumerate(manifest.needs):
        there = known.get(need.id) if need.id != manifest.id else manifest
        if there is manifest:
            yield Lacks(number, "a pack cannot need itself")
        elif there is None:
            yield Lacks(number, f"the pack {need.id!r} is not there; give it as well")
        elif there.game != manifest.game:
            yield Lacks(number, f"the pack {need.id!r} is for another game, {there.game}")
        elif numbers(there.version) < numbers(need.version):
            yield Lacks(number, f"the pack {need.id!r} is there in version {there.version}: {need.version} is needed")
        elif circle := _circle(need.id, manifest.id, known):
            yield Lacks(number, f"packs cannot need each other: {' needs '.join((manifest.id, *circle))}")


def _circle(first: str, last: str, known: Mapping[str, Manifest]) -> tuple[str, ...]:
    """The way from one pack to another by what they need; none where it does not lead there."""
    ways: list[tuple[str, ...]] = [(first,)]
    seen = {first}
    while ways:
        way = ways.pop()
        for need in known[way[-1]].needs if way[-1] in known else ():
            if need.id == last:
                return (*way, last)
            if need.id not in seen:
                seen.add(need.id)
                ways.append((*way, need.id))
    return ()


def needed_first(ids: Iterable[str], known: Mapping[str, Manifest]) -> list[str]:
    """These packs and all that they need, in the order in which they are brought: what is needed comes before."""
    found: list[str] = []
    under_way: list[str] = []

    def bring(id: str) -> None:
        if id in found or id in under_way or id not in known:
            return
        under_way.append(id)
        for need in known[id].needs:
            bring(need.id)
        under_way.remove(id)
        found.append(id)

    for id in ids:
        bring(id)
    return found


def in_order(folders: Iterable[Path], game: str) -> list[Path]:
    """Folders of content for a game, of which some are packs: a pack comes after those that it needs. `BadInput` where
    one is missing or for another game."""
    folders = list(dict.fromkeys(folders))
    manifests = {folder: found for folder in folders if (found := manifest_at(folder)) is not None}
    known = {manifest.id: manifest for manifest in manifests.values()}
    for folder, manifest in manifests.items():
        if manifest.game != game:
            raise BadInput(f"{folder}: this pack is for {manifest.game}, not for {game}")
        for number, problem in lacking(manifest, known):
            raise BadInput(f"{folder / MANIFEST}, field needs[{number}]: {problem}")
    place = {id: number for number, id in enumerate(needed_first(known, known))}
    ranked = iter(sorted(manifests, key=lambda folder: place[manifests[folder].id]))
    return [next(ranked) if folder in manifests else folder for folder in folders]
