"""What has changed from one version of a pack to another: entry by entry and field by field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from ludex.core.files.packs import Pack
from ludex.core.kernel.toml import spelled
from ludex.core.pack.parts import ADVENTURE, MANIFEST, Parts, is_content, is_day, is_picture, is_scene

MOST_SPELLED = 400  # characters of a value


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """A field before and after, as a file would have it; empty where it was not there, or is not any more."""

    field: str
    before: str
    after: str


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of content, a scene, a picture or what the pack says of itself."""

    what: Literal["new", "changed", "gone"]
    kind: str
    id: str
    name: str
    fields: list[Field] = []


class Differences(msgspec.Struct, frozen=True, kw_only=True):
    differences: list[Difference]
    same: int  # so many things have not changed


Thing = tuple[str, Mapping[str, Any]]  # its name, and its fields


def differences(before: Parts, after: Parts) -> Differences:
    old, new = _things(Pack(before)), _things(Pack(after))
    found = []
    for kind, id in dict.fromkeys((*new, *old)):
        was, now = old.get((kind, id)), new.get((kind, id))
        if was is None and now is not None:
            found.append(Difference(what="new", kind=kind, id=id, name=now[0]))
        elif now is None and was is not None:
            found.append(Difference(what="gone", kind=kind, id=id, name=was[0]))
        elif was is not None and now is not None and (fields := list(changed(was[1], now[1]))):
            found.append(Difference(what="changed", kind=kind, id=id, name=now[0], fields=fields))
    return Differences(differences=found, same=len(new) - sum(one.what != "gone" for one in found))


def changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Field]:
    """Field by field; of a table that both have, its own fields."""
    for field in dict.fromkeys((*before, *after)):
        was, now = before.get(field), after.get(field)
        if isinstance(was, Mapping) and isinstance(now, Mapping):
            for inner in changed(was, now):
                yield Field(field=f"{field}.{inner.field}", before=inner.before, after=inner.after)
        elif was != now:
            yield Field(field=field, before=_spelled(was), after=_spelled(now))


def _spelled(value: object) -> str:
    told = "" if value is None else spelled(value)
    return told if len(told) <= MOST_SPELLED else f"{told[:MOST_SPELLED]} …"


def _things(pack: Pack) -> dict[tuple[str, str], Thing]:
    found: dict[tuple[str, str], Thing] = {}
    for name, tables in pack.tables.items():
        if name == MANIFEST:
            found["pack", ""] = str(tables.get("title", "")), tables
        elif name == ADVENTURE:
            found["adventure", ""] = str(tables.get("title", "")), tables
        elif is_scene(name):
            id = Path(name).stem
            found["scene", id] = str(tables.get("title") or id.replace("_", " ")), tables
        elif is_day(name):
            id = Path(name).stem
            found["day", id] = str(tables.get("title") or id.replace("_", " ")), tables
        elif is_content(name):
            for kind, entries in tables.items():
                for number, raw in enumerate(entries if isinstance(entries, list) else ()):
                    entry = raw if isinstance(raw, Mapping) else {"": raw}
                    id = str(entry.get("id", f"{name} {number + 1}"))
                    found[kind, id] = str(entry.get("name", id)), entry
    for name in pack.parts:
        if is_picture(name):
            found["picture", name] = Path(name).stem, {"picture": pack.parts[name].hex()}
    return found
