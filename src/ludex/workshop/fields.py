"""Fields of an entry written anew as wholes, into its text. It does what `editing.py` does for values as large as those
of boards, of which many change at once: the text is gone through once, and not read and written for each of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from ludex.core.files.lines import room_in_table
from ludex.core.kernel import bounds
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.toml import toml_key, toml_value
from ludex.workshop.editing import Edit, check_deep, check_entry, edited, raw_entry

WIDE = 118  # characters of a line

_SET = re.compile(r"^([A-Za-z0-9_-]+)[ \t]*=[ \t]*", re.MULTILINE)
_TOKENS = re.compile(rf"(?P<said>{bounds.SAID})|(?P<opens>[\[{{])|(?P<closes>[\]}}])|(?P<ends>\n)", re.DOTALL)


class Stands(NamedTuple):
    """Where a field stands in a text: its line, and its value from and to."""

    line: int
    value: int
    end: int


Read = tuple[str, dict[str, Any]]  # a text, and the entry that it is


def written_anew(kind: str, text: str, raw: Mapping[str, Any], fields: Mapping[str, Any]) -> Read:
    """The text of an entry with these fields; those that are None are taken out. All else stays as it is."""
    plain = msgspec.json.decode(msgspec.json.encode(fields))  # lists, and no tuples
    check_deep(plain)
    wanted = {key: value for key, value in {**raw, **plain}.items() if value is not None}
    found = _spliced(kind, text, raw, plain)
    if found is not None:
        check_entry(found)
        with suppress(BadInput):  # it is written in a way that is not understood here
            if (read := raw_entry(kind, found)) == wanted:
                return found, read
    edits = [Edit(path=[key], value=msgspec.UNSET if value is None else value) for key, value in plain.items()]
    text = edited(kind, text, edits)
    return text, raw_entry(kind, text)


def _spliced(kind: str, text: str, raw: Mapping[str, Any], fields: Mapping[str, Any]) -> str | None:
    """Nothing where a field is not written on lines of its own."""
    places = _places(text)
    if any(key in raw and key not in places for key in fields):
        return None
    new = [
        f"{toml_key(key)} = {folded(value)}" for key, value in fields.items() if key not in raw and value is not None
    ]
    if new:
        lines = text.split("\n")
        at = room_in_table(text, f"{kind}[0]")
        text = "\n".join([*lines[:at], *new, *lines[at:]])
    for key, stands in sorted(_places(text).items(), key=lambda pair: -pair[1].line):
        if key not in fields or key not in raw:
            continue
        if fields[key] is None:
            end = text.find("\n", stands.end)
            text = text[: stands.line] + (text[end + 1 :] if end >= 0 else "")
        else:
            old = text[stands.value : stands.end]
            text = text[: stands.value] + _again(old, raw[key], fields[key]) + text[stands.end :]
    return text


def _places(text: str) -> dict[str, Stands]:
    """The fields at the head of an entry, before any table under it."""
    found: dict[str, Stands] = {}
    line = text.find("[[")
    while line >= 0:
        line = text.find("\n", line) + 1
        if not line or text.startswith("[", line):
            break
        if (named := _SET.match(text, line)) is not None:
            end = _end(text, named.end())
            found[named[1]] = Stands(line, named.end(), end)
            line = end
    return found


def _end(text: str, start: int) -> int:
    """Where a value ends."""
    depth = 0
    for token in _TOKENS.finditer(text, start):
        comment = token["said"] is not None and token["said"].startswith("#")
        if depth == 0 and (comment or token["ends"] is not None):
            return len(text[: token.start()].rstrip(" \t"))
        depth += (token["opens"] is not None) - (token["closes"] is not None)
    return len(text.rstrip())


# ---------------------------------------------------------------- values


def _again(old: str, was: Any, now: Any) -> str:
    """A value in place of another. Of a list with a table on each line, those that are still there keep their lines."""
    lines = old.split("\n")
    if not (isinstance(was, list) and isinstance(now, list) and len(lines) > 2 and lines[0].strip() == "["):
        return folded(now)
    kept: dict[str, str] = {}
    above: list[str] = []
    for line in lines[1:-1]:
        above.append(line)
        if line.strip().startswith("{"):
            kept[toml_value(was[len(kept)]) if len(kept) < len(was) else ""] = "\n".join(above)
            above = []
    if len(kept) != len(was) or lines[-1].strip() != "]":
        return folded(now)
    inside = [_with_comma(kept.get(toml_value(part), f"  {toml_value(part)},")) for part in now]
    return "\n".join(["[", *inside, *above, lines[-1]]) if inside else "[]"


def _with_comma(line: str) -> str:
    return line if re.search(r",\s*(#[^\n]*)?$", line) else f"{line},"


def folded(value: Any) -> str:
    """A value as it is written: tables of a list each on a line, and long lists on several."""
    one = toml_value(value)
    if not isinstance(value, list | tuple) or not value or (len(one) < WIDE and not _tables(value)):
        return one
    if _tables(value):
        return "[\n" + "".join(f"  {toml_value(part)},\n" for part in value) + "]"
    return "[\n" + "".join(f"  {line}\n" for line in _filled([toml_value(part) for part in value])) + "]"


def _tables(value: Any) -> bool:
    return len(value) > 1 and all(isinstance(part, Mapping) for part in value)


def _filled(parts: list[str]) -> Iterator[str]:
    line = ""
    for part in parts:
        if line and len(line) + len(part) + 2 > WIDE - 2:
            yield line
            line = ""
        line = f"{line} {part}," if line else f"{part},"
    yield line
