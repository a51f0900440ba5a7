"""Entries of content and scenes as the text of the files that would have them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ludex.core.kernel.toml import toml_key, toml_lines


def content_file(title: str, made: Mapping[str, list[Any]]) -> str:
    """Entries by kind, under a line that says where they come from."""
    return f"# {title}\n\n" + "\n".join(toml_entry(kind, entry) for kind, entries in made.items() for entry in entries)


def toml_entry(kind: str, entry: Any) -> str:
    return f"[[{kind}]]\n" + toml_lines(msgspec.to_builtins(entry))


def toml_scene(tables: Mapping[str, Any]) -> str:
    """The fields of a scene file, then each of its beings."""
    found = toml_lines({key: value for key, value in tables.items() if key != "beings"})
    for name, being in tables.get("beings", {}).items():
        found += f"\n[beings.{toml_key(name)}]\n" + toml_lines(being)
    return found
