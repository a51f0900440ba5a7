"""On which line of a TOML file something stands; the standard library does not tell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple

import tomli

from ludex.core.kernel import bounds

SAID = re.compile(bounds.SAID, re.DOTALL)
FILES = 4  # of one file several entries are looked for, one after the other
HEADER = re.compile(r"\s*\[\[?\s*([\w.\"' -]+?)\s*\]\]?\s*(?:#.*)?$")


def line_of(text: str, entry: str, field: str) -> int:
    """The line of a field, such as `parts[2].value`, or of what it is in where it is not there itself. The entry is
    `weapon 'pike'`, `weapon number 2`, `beings.ann`; without one the field is of the file. 0: nobody can tell."""
    lines, heads = _headed(text)
    head, end = _table(lines, heads, entry) if entry else (-1, len(lines))
    if not end:
        return 0
    path = heads.get(head, "")
    for key, index in re.findall(r"([\w-]+)(?:\[(\d+)\])?", field):
        under = [number for number in heads if head < number < end]
        if own := _line_setting(key, lines[head + 1 : min(under, default=end)]):
            return _line_of_item(lines, head + own, int(index)) if index else head + 1 + own
        path = f"{path}.{key}" if path else key
        tables = [number for number in under if heads[number] == path]
        if not tables and any(heads[number].startswith(f"{path}.") for number in under):
            continue  # it has no line of its own, only the tables in it
        if not tables:
            break
        head = tables[min(int(index or 0), len(tables) - 1)]
        end = min([number for number in under if number > head and not heads[number].startswith(f"{path}.")] or [end])
    return head + 1


def entry_text(text: str, kind: str, name: str) -> str:
    """An entry of a content file as it is written there; empty where its lines by themselves would not be the entry."""
    place = entry_place(text, kind, name)
    return _joined(text, place.head, place.end) if place is not None else ""


def room_in_table(text: str, field: str) -> int:
    """How many lines stand before the place where one more field of a table would: after all that it has by now."""
    lines, heads = _headed(text)
    head = line_of(text, "", field)
    end = min([number for number in heads if number >= head], default=len(lines))
    while end > head and (not lines[end - 1].strip() or lines[end - 1].startswith("#")):
        end -= 1
    return end


def room_under(text: str, field: str) -> int | None:
    """How many lines stand before the place where one more table under this one would, after the last of them; nothing
    where none of them has a head of its own, or it has fields of its own."""
    lines, heads = _headed(text)
    under = [number for number, head in heads.items() if head.startswith(f"{field}.")] if field else []
    if not under or field in heads.values():
        return None
    end = min([number for number in heads if number > under[-1]], default=len(lines))
    while not lines[end - 1].strip() or lines[end - 1].startswith("#"):
        end -= 1
    return end


def table_place(text: str, field: str) -> Place | None:
    """Where a table with a head of its own stands, such as `enemy[0].attacks[1]`, with all tables under it; nothing
    where it has none."""
    lines, heads = _headed(text)
    head = line_of(text, "", field) - 1
    path = re.sub(r"\[\d+\]", "", field)
    if heads.get(head) != path:
        return None
    after = [number for number in heads if number > head and not heads[number].startswith(f"{path}.")]
    return _place(lines, head, min(after, default=len(lines)))


class Place(NamedTuple):
    """Lines of an entry, from 0 on: where what is said of it begins, its first line and the one after its last."""

    first: int
    head: int
    end: int

    def taken(self, text: str) -> str:
        """The entry with the comments directly above it."""
        return _joined(text, self.first, self.end)

    def replaced(self, text: str, entry: str) -> str:
        """The file with another entry in place of this one; with nothing, it is gone and so is the space below it."""
        lines, end = text.split("\n"), self.end
        while not entry and end < len(lines) and not lines[end].strip():
            end += 1
        before, after = lines[: self.first], lines[end:]
        return "\n".join([*before, *(entry.rstrip("\n").split("\n") if entry else []), *after])


def entry_place(text: str, kind: str, name: str) -> Place | None:
    """Where an entry stands in a content file; nowhere where its lines by themselves would not be the entry."""
    return next((place for *_, place in _placed(text, (kind, name))), None)


def entry_places(text: str) -> dict[tuple[str, str], Place]:
    """All entries of a content file that can be told apart, by kind and id."""
    found: dict[tuple[str, str], Place] = {}
    for kind, name, place in _placed(text):
        found.setdefault((kind, name), place)
    return found


def _placed(text: str, only: tuple[str, str] | None = None) -> Iterator[tuple[str, str, Place]]:
    """The entries whose lines by themselves are the entry; or only those of one kind and id."""
    lines, heads = _headed(text)
    for kind, entries in _read(text).items():
        tables = _tables(lines, heads, kind)
        if not isinstance(entries, list) or len(tables) != len(entries):
            continue
        for (head, end), entry in zip(tables, entries, strict=True):
            name = entry.get("id") if isinstance(entry, dict) else None
            if not isinstance(name, str) or only not in (None, (kind, name)):
                continue
            place = _place(lines, head, end)
            with suppress(tomli.TOMLDecodeError):
                if tomli.loads(place.taken(text)) == {kind: [entry]}:
                    yield kind, name, place


@lru_cache(maxsize=FILES)
def _read(text: str) -> Mapping[str, Any]:
    return tomli.loads(text)


def _place(lines: list[str], head: int, end: int) -> Place:
    """With the comments directly above it, and without what is said of the next one."""
    first = head
    while first and lines[first - 1].startswith("#"):
        first -= 1
    while not lines[end - 1].strip() or lines[end - 1].startswith("#"):
        end -= 1
    return Place(first, head, end)


def _joined(text: str, first: int, end: int) -> str:
    return "\n".join([*text.split("\n")[first:end], ""])


@lru_cache(maxsize=FILES)
def _headed(text: str) -> tuple[list[str], dict[int, str]]:
    """The lines, without what stands in long texts, and where among them tables begin."""
    lines = SAID.sub(_without_long, text).split("\n")  # not splitlines: in a text there may be other ends of lines
    heads = {}
    still_open = 0  # brackets: a line within an array may look like the head of a table
    for number, line in enumerate(lines):
        if not still_open and (found := HEADER.match(line)):
            heads[number] = found[1]
        bare = SAID.sub("", line)
        still_open += len(re.findall(r"[\[{]", bare)) - len(re.findall(r"[\]}]", bare))
    return lines, heads


def _without_long(said: re.Match[str]) -> str:
    """Each line of a long text as an empty text, so that none is taken for a blank line or a comment."""
    return re.sub(r"[^\n]+", '""', said[0]) if re.match(r"\"{3}|'{3}", said[0]) else said[0]


def _tables(lines: list[str], heads: dict[int, str], kind: str) -> list[tuple[int, int]]:
    """Where each table of a kind begins, and the line after it and all tables under it."""
    found = []
    for first, head in heads.items():
        if head in (kind, f"content.{kind}"):
            after = [number for number in heads if number > first and not heads[number].startswith(f"{head}.")]
            found.append((first, min(after, default=len(lines))))
    return found


def _table(lines: list[str], heads: dict[int, str], entry: str) -> tuple[int, int]:
    """The line where the table of an entry begins, and that after it and all tables under it; (0, 0): nowhere."""
    kind, _, which = entry.partition(" ")
    found = _tables(lines, heads, kind)
    if which.startswith("'"):
        found = [(first, end) for first, end in found if f"id = {which}" in _ids(lines[first:end])]
    number = int(which.removeprefix("number ")) if which.startswith("number ") else 1
    return found[number - 1] if len(found) >= number else (0, 0)


def _ids(lines: list[str]) -> list[str]:
    return [re.sub(r"\s*id\s*=\s*[\"'](.*?)[\"'].*", r"id = '\1'", line) for line in lines]


def _line_of_item(lines: list[str], first: int, index: int) -> int:
    """The number of the line, from 1 on, on which the thing of this number stands in the list that begins on a line."""
    depth, passed, begun = 0, 0, False
    for number in range(first, len(lines)):
        line = lines[number].partition("=")[2] if number == first else lines[number]
        for token in re.findall(r"[\[{]|[\]}]|,|[^\s,\[\]{}]", SAID.sub(_short, line)):
            if depth == 1 and passed == index and token not in "],":
                return number + 1
            depth += (token in "[{") - (token in "]}")
            passed += depth == 1 and token == ","
            begun = begun or depth > 0
        if not begun or depth <= 0:
            break
    return first + 1


def _short(said: re.Match[str]) -> str:
    """A text as a letter, and a comment as nothing."""
    return "" if said[0].startswith("#") else "x"


def _line_setting(key: str, lines: list[str]) -> int:
    """The number of the line, from 1 on, on which a key is set."""
    return next((n for n, line in enumerate(lines, 1) if key and re.match(rf"\s*[\"']?{key}[\"']?\s*[.=]", line)), 0)
