"""Values as TOML spells them: what is written to files, and what messages say of values, so that both read alike."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping


def toml_key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else toml_value(key)


def toml_value(value: object) -> str:
    """On one line, since the standard library only reads TOML. It has no word for nothing: what is None is left out of
    tables."""
    if isinstance(value, Mapping):
        parts = (f"{toml_key(key)} = {toml_value(part)}" for key, part in value.items() if part is not None)
        return "{ " + ", ".join(parts) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def toml_lines(table: Mapping[str, object]) -> str:
    """The fields of a table, each on a line of its own."""
    return "".join(f"{toml_key(key)} = {toml_value(value)}\n" for key, value in table.items() if value is not None)


def spelled(value: object) -> str:
    """Any value as a file would have it, for messages: also one that no file can have, in its own words."""
    if value is None:
        return "nothing"
    if isinstance(value, Mapping):
        parts = (f"{toml_key(str(key))} = {spelled(part)}" for key, part in value.items())
        return "{ " + ", ".join(parts) + " }" if value else "{}"
    if isinstance(value, list | tuple | range):
        return f"[{listing(value)}]"
    if isinstance(value, set | frozenset):
        return f"[{listing(sorted(value, key=str))}]"
    return toml_value(value) if isinstance(value, bool | int | str | float) else str(value)


def listing(values: Iterable[object]) -> str:
    """`"no", "claws"`"""
    return ", ".join(map(spelled, values))
