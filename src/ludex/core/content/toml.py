"""Plain data as TOML: the standard library reads it, and does not write it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping


def toml_key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else toml_value(key)


def toml_value(value: object) -> str:
    """On one line. There is no word for nothing in TOML: what is None is left out of tables."""
    if isinstance(value, Mapping):
        parts = (f"{toml_key(key)} = {toml_value(part)}" for key, part in value.items() if part is not None)
        return "{ " + ", ".join(parts) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def toml_lines(table: Mapping[str, object]) -> str:
    """The fields of a table, each on a line of its own."""
    return "".join(f"{toml_key(key)} = {toml_value(value)}\n" for key, value in table.items() if value is not None)
