"""What changes between two documents, as small as it can be told without knowing what is in them.

A change is a path and what stands there now, `[["beings", "tahra", "left"], "2 AP"]`; a path alone says that nothing
stands there any more. Lists are told whole, but for those of as many records as before.
"""

from __future__ import annotations

from typing import Any

import msgspec

GONE = object()

_write = msgspec.json.Encoder().encode

PLAIN = frozenset({str, int, float, bool, type(None)})  # what has no parts

Change = list[Any]  # [path, value], or [path] where something is gone


def changed(before: Any, after: Any, compared: Compared | None = None) -> list[Change]:
    """How to come from one document to the other. What is one and the same object is not looked into, and no part of
    theirs again that was compared with this other before."""
    found: list[Change] = []
    if before is not after:
        _compare(before, after, [], found, compared)
    return found


class Compared(dict[tuple[Any, int, int], tuple[Any, Any, list[Change]]]):
    """The parts of documents that were compared, and how they differ: those who know the same are shown the same."""

    def part(self, before: Any, after: Any, path: list[Any]) -> list[Change]:
        known = self.get((path[-1], id(before), id(after)))
        if known is None:
            found: list[Change] = []
            _compare(before, after, path, found)
            known = before, after, found  # as long as they are kept nothing else has their ids
            self[path[-1], id(before), id(after)] = known
        return known[2]


def _compare(before: Any, after: Any, path: list[Any], found: list[Change], compared: Compared | None = None) -> None:
    kind = type(after)
    if kind is not type(before):
        found.append([path, after])
    elif kind is dict:
        for key, value in after.items():
            old = before.get(key, GONE)
            if old is value:
                continue
            if old is GONE:
                found.append([[*path, key], value])
            elif (kind := type(value)) in PLAIN and kind is type(old):
                if old != value:
                    found.append([[*path, key], value])
            elif compared is not None:
                found += compared.part(old, value, [*path, key])
            else:
                _compare(old, value, [*path, key], found)
        if not before.keys() <= after.keys():
            found.extend([[[*path, key]] for key in before if key not in after])
    elif kind is not list:
        if before != after:
            found.append([path, after])
    elif _same(before, after):
        return
    elif len(before) == len(after) and _are_records(before) and _are_records(after):
        for number, (old, new) in enumerate(zip(before, after, strict=True)):
            if old is not new:
                _compare(old, new, [*path, number], found)
    else:
        found.append([path, after])


def _same(before: Any, after: Any) -> bool:
    """Equal, and the same as bytes: neither 1 and true nor 1 and 1.0 are."""
    return bool(before == after) and _write(before) == _write(after)


def _are_records(parts: list[Any]) -> bool:
    return all([type(part) is dict for part in parts])


class Steady:
    """What is made again and again and is mostly the same: then the same object is given as before, which `changed`
    passes over."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, ...], tuple[bytes, Any]] = {}
        self._rows: dict[tuple[str, ...], tuple[list[bytes], list[Any]]] = {}

    def same(self, made: Any, *name: str) -> Any:
        """This, or what was made by that name before if it is the same as bytes."""
        kept = self._kept.get(name)
        if kept is not None and kept[1] is made:
            return made
        written = _write(made)
        if kept is not None and kept[0] == written:
            return kept[1]
        self._kept[name] = written, made
        return made

    def each(self, made: dict[str, Any], *name: str) -> dict[str, Any]:
        """A record of things that are each mostly the same."""
        steady = {key: self.same(part, *name, key) for key, part in made.items()}
        kept = self._kept.get(name)
        if kept is not None and kept[1].keys() == steady.keys():
            old = kept[1]
            if all([old[key] is part for key, part in steady.items()]):
                return old  # type: ignore[no-any-return]  # what was kept is of its kind
        self._kept[name] = b"", steady
        return steady

    def parts(self, made: dict[str, Any], *name: str) -> dict[str, Any]:
        """A record of small things, which are looked at one by one only where it is not the same as a whole."""
        written, kept = _write(made), self._kept.get(name)
        if kept is not None and kept[0] == written:
            return kept[1]  # type: ignore[no-any-return]  # what was kept is of its kind
        steady = {key: self.same(part, *name, key) for key, part in made.items()}
        self._kept[name] = written, steady
        return steady

    def row(self, made: list[Any], *name: str) -> list[Any]:
        """A list of things that are each mostly the same as what stood at their place before."""
        written, kept = self._rows.get(name, ([], []))
        if len(made) != len(kept):
            self._rows[name] = [*map(_write, made)], made
            return made
        row = kept  # while nothing is different
        for at, (one, old) in enumerate(zip(made, kept, strict=True)):
            if one is not old and (now := _write(one)) != written[at]:
                written[at], row = now, made
            else:
                made[at] = old
        self._rows[name] = written, row
        return row


def apply(document: Any, changes: list[Change]) -> Any:
    """The document after these changes. The one that is given stays as it is."""
    for change in changes:
        document = _with(document, change[0], change)
    return document


def _with(document: Any, path: list[Any], change: Change) -> Any:
    if not path:
        return change[1]
    new = list(document) if type(document) is list else dict(document)
    key = path[0]
    if len(path) == 1 and len(change) == 1:
        del new[key]
    else:
        new[key] = _with(new[key] if len(path) > 1 else None, path[1:], change)
    return new
