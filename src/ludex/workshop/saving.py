"""Saving a pack: judged with what it needs, and kept. What may take long is done here, beside the tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from ludex.core.files.adventures import adventure_called
from ludex.core.files.lines import Place, entry_place, entry_places
from ludex.core.files.packs import Pack
from ludex.core.game import GAMES
from ludex.core.kernel.english import there_are
from ludex.core.kernel.ruling import BadInput
from ludex.core.pack.manifest import ID, MOST_TITLE, Manifest, Preset, manifest_of, manifest_text
from ludex.core.pack.parts import DAYS, MANIFEST, PICTURES, SCENES, Parts, checked, is_content, is_picture, left_over
from ludex.core.pack.pictures import kind_of
from ludex.table.desk.quota import Quota
from ludex.table.desk.store_rows import Missing
from ludex.workshop.characters import as_parts, is_character
from ludex.workshop.editing import SCENE, Edit, all_edited, raw_entry, raw_scene
from ludex.workshop.held import held_in
from ludex.workshop.judged import check, judged
from ludex.workshop.workshop import Forked, Saved, Workshop

FILE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,79}")


class Keeping(NamedTuple):
    """Who saves, when, and what they have of the world."""

    maker: str
    quota: Quota
    now: float
    fresh: str


def save(
    workshop: Workshop, keeping: Keeping, id: str, parts: Parts, note: str = "", sound: bool = False,
    forked: Forked | None = None, onto: int = 0, goes_on: bool = False,
) -> Saved:  # fmt: skip
    """`sound`: it is kept only if it can be used; else it is a draft, whatever is wrong with it. `onto`: the revision
    that it was made of, where a later one is not to be written over. `goes_on`: it may take the place of the last."""
    pack = Pack(checked(parts))
    others = [other for _, other in workshop.needed(keeping.maker, pack.manifest)]
    told = judged(pack, others)
    if sound:
        check(told)
    return workshop.save(
        keeping.maker, id, pack.parts, told, keeping.quota, note=note, now=keeping.now, fresh=keeping.fresh,
        forked=forked, onto=onto, goes_on=goes_on, held=held_in(pack, others),
    )  # fmt: skip


def save_text(workshop: Workshop, keeping: Keeping, id: str, text: dict[str, str | None], note: str = "") -> Saved:
    """Files of a pack that have changed, by name, those that are gone as nothing; all others stay as they are. Of a
    character's file comes what it has for the pack."""
    parts = workshop.parts(keeping.maker, id) if id else {}
    for name, words in text.items():
        if words is None:
            parts.pop(name, None)
        elif is_picture(name):
            raise BadInput(f"{name}: expected text")
        else:
            parts[name] = words.encode()
    for name, words in text.items():
        if words is not None and is_content(name) and is_character(words):
            parts |= as_parts(name, words, Pack(parts).manifest.game, parts)
    return save(workshop, keeping, id, parts, note)


def save_entry(
    workshop: Workshop, keeping: Keeping, id: str, kind: str, name: str, text: str, onto: int, note: str = ""
) -> Saved:
    """One entry as a text: where the one of this name stands, or at the end of a file of its kind. Whoever writes on at
    it makes one revision of it, not one with each word."""
    parts = workshop.parts(keeping.maker, id)
    raw_entry(kind, text)
    _check_kind(Pack(parts), kind)
    file, place = _place(parts, kind, name)
    text = with_comments_above(text)
    before = parts[file].decode() if file in parts else ""
    if place is not None:
        after = place.replaced(before, text)
    else:
        after = f"{before.rstrip()}\n\n{text}" if before.strip() else text
    return save(workshop, keeping, id, tidied(parts, {**parts, file: after.encode()}), note, onto=onto, goes_on=True)


def tidied(before: Parts, after: Parts) -> dict[str, bytes]:
    """Without pictures that nothing named before and nothing names now. Whoever undoes what they did last names theirs
    again, and finds it."""
    lost = left_over(before) & left_over(after)
    return {name: data for name, data in after.items() if name not in lost}


def with_comments_above(text: str) -> str:
    """The text of one entry with all its comments directly above it. In a file, one that stands apart from it would be
    said of another, and stay there each time the entry is saved anew."""
    place, lines = next(iter(entry_places(text).values()), None), text.split("\n")
    if place is None:
        return text
    loose = [line.strip() for line in (*lines[: place.head], *lines[place.end :]) if line.strip()]
    return "\n".join([*loose, *lines[place.head : place.end], ""])


def take_entry_away(workshop: Workshop, keeping: Keeping, id: str, kind: str, name: str, onto: int) -> Saved:
    """An entry is gone, with the comments directly above it; so is a file that has nothing else."""
    parts = workshop.parts(keeping.maker, id)
    file, place = _place(parts, kind, name)
    if place is None:
        raise Missing(f"there is no {kind} {name!r} in this pack")
    left = place.replaced(parts[file].decode(), "")
    kept = {**parts, file: left.encode()} if left.strip() else {each: parts[each] for each in parts if each != file}
    return save(workshop, keeping, id, tidied(parts, kept), onto=onto)


def save_file(workshop: Workshop, keeping: Keeping, id: str, file: str, text: str, onto: int, note: str = "") -> Saved:
    """A scene, a day or the adventure of a pack, in place of the one of this name or beside the others."""
    raw_scene(text)
    parts = workshop.parts(keeping.maker, id)
    after = {**parts, file: text.encode()}
    return save(workshop, keeping, id, tidied(parts, after), note, onto=onto, goes_on=True)


def take_file_away(workshop: Workshop, keeping: Keeping, id: str, file: str, onto: int) -> Saved:
    parts = workshop.parts(keeping.maker, id)
    if file not in parts:
        raise Missing(f"there is no {file} in this pack")
    kept = {each: parts[each] for each in parts if each != file}
    return save(workshop, keeping, id, tidied(parts, kept), onto=onto)


def copy_adventure(workshop: Workshop, keeping: Keeping, id: str, name: str, onto: int) -> Saved:
    """An adventure that comes with the game, with its scenes, boards, pictures and all else of its pack, beside what is
    there."""
    parts = workshop.parts(keeping.maker, id)
    own = Pack(parts)
    led = adventure_called(own.manifest.game, name)
    come = {file: data for file, data in led.pack.parts.items() if file != MANIFEST}
    come = {f"{name}_{file}" if is_content(file) and file in parts else file: data for file, data in come.items()}
    if parts.keys() & come.keys() or set(_ids(own)) & set(_ids(led.pack)):
        raise BadInput(f"this pack has some of {led.adventure.title} already: begin a new pack for the copy")
    return save(workshop, keeping, id, {**parts, **come}, f"A copy of {led.adventure.title}", onto=onto)


def _ids(pack: Pack) -> Iterator[tuple[str, str]]:
    """All its entries, by kind and id."""
    for kind, entries in pack.content().items():
        yield from ((kind, str(raw.get("id"))) for raw in entries if isinstance(raw, Mapping))


def scene_file(name: str) -> str:
    return f"{SCENES}{_named(name, 'scene')}.toml"


def day_file(name: str) -> str:
    return f"{DAYS}{_named(name, 'day')}.toml"


def _named(name: str, what: str) -> str:
    if not FILE_NAME.fullmatch(name):
        raise BadInput(f"a {what} is called by letters, digits, _ and -, not {name!r}")
    return name


def _check_kind(pack: Pack, kind: str) -> None:
    kinds = GAMES[pack.manifest.game].kinds
    if kind not in kinds:
        raise Missing(f"there is no kind {kind!r}; {there_are(kind, kinds)}")


def _place(parts: Parts, kind: str, name: str) -> tuple[str, Place | None]:
    """The file and the lines where an entry stands; where there is none, the file to which it is added."""
    pack = Pack(parts)
    for file, tables in pack.tables.items():
        ids = [raw.get("id") for raw in tables.get(kind, []) if isinstance(raw, Mapping)] if is_content(file) else []
        if name in ids:
            place = entry_place(parts[file].decode(), kind, name)
            if place is None:
                raise BadInput(f"{kind} {name!r} stands in {file} in a way that can be changed there alone")
            return file, place
    file = f"{kind}.toml"
    if file in parts and file not in pack.tables:
        raise BadInput(f"{file} cannot be read: mend it first")
    return file, None


def save_picture(workshop: Workshop, keeping: Keeping, id: str, name: str, data: bytes) -> Saved:
    """A picture that comes into a pack, or takes the place of the one of its name."""
    kind_of(data)  # says what was expected, where it is none
    return save(workshop, keeping, id, {**workshop.parts(keeping.maker, id), f"{PICTURES}{name}": data})


def restore(workshop: Workshop, keeping: Keeping, id: str, number: int) -> Saved:
    """A pack as it was, as a new revision; nothing that came after it is lost."""
    before = next((one for one in workshop.revisions(keeping.maker, id) if one.number == number), None)
    if before is None or workshop.pack(keeping.maker, id).maker != keeping.maker:
        raise BadInput(f"there is no revision {number} of this pack")
    parts = workshop.parts(keeping.maker, id, number)
    return save(workshop, keeping, id, parts, f"As it was in save {number}, version {before.told.manifest.version}")


def fork(workshop: Workshop, keeping: Keeping, id: str, name: str = "", title: str = "") -> Saved:
    """A copy of one's own, with another id, which says what it is a copy of."""
    head, parts = workshop.pack(keeping.maker, id), workshop.parts(keeping.maker, id)
    before = head.told.manifest
    taken = {one.name for one in workshop.packs(keeping.maker) if one.maker == keeping.maker} | {before.id}
    name = name or next(found for number in range(2, 1_000) if (found := f"{before.id[:50]}_{number}") not in taken)
    if not ID.fullmatch(name) or name in taken:
        raise BadInput(
            f"id: expected small letters, digits, _ and -, and one that no other pack of yours has: {name!r}"
        )
    manifest = msgspec.structs.replace(before, id=name, title=title[:MOST_TITLE] or before.title)
    forked = Forked(name=before.id, title=before.title, version=before.version, by=head.by)
    copied = {**parts, MANIFEST: manifest_text(manifest).encode()}
    return save(workshop, keeping, "", copied, f"A copy of {before.title} {before.version}", forked=forked)


def save_about(
    workshop: Workshop, keeping: Keeping, id: str, tags: Sequence[str], presets: Sequence[Preset], onto: int
) -> Saved:
    """What a pack says of itself besides what it is: its tags and its house rules. All else in its pack.toml stays as
    it is written."""
    parts = workshop.parts(keeping.maker, id)
    before = Pack(parts).manifest
    wanted = {"tags": list(tags), "presets": msgspec.to_builtins(list(presets))}
    had = {"tags": list(before.tags), "presets": msgspec.to_builtins(list(before.presets))}
    edits = [
        Edit(path=[field], value=value if value else msgspec.UNSET)
        for field, value in wanted.items()
        if value != had[field]
    ]
    text = all_edited(SCENE, parts[MANIFEST].decode(), edits)
    manifest_of(text.encode(), MANIFEST)  # says what is wrong with it
    return save(workshop, keeping, id, {**parts, MANIFEST: text.encode()}, onto=onto, goes_on=True)


def begin(workshop: Workshop, keeping: Keeping, manifest: Manifest) -> Saved:
    """A new pack with nothing in it yet."""
    own = [one.name for one in workshop.packs(keeping.maker) if one.maker == keeping.maker]
    if manifest.id in own:
        raise BadInput(f"id: you have a pack {manifest.id!r} already")
    return save(workshop, keeping, "", {MANIFEST: manifest_text(manifest).encode()})
