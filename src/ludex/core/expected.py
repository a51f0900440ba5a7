"""What was expected where a value does not fit its type, in words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from msgspec import inspect

Structs = inspect.StructType | inspect.DataclassType


def expected(kind: Any, value: object, words: str, path: str, of_key: bool) -> str:
    """What to add to the complaint `words` about the value at `path` (such as `effects[0].type`) of a `kind`."""
    tokens = re.findall(r"[^.\[\]]+|\[[^\]]*\]", path)
    if words.startswith("Object contains unknown field"):
        place, _ = _walk(inspect.type_info(kind), value, tokens)
        known = [field.encode_name for field in place.fields] if isinstance(place, Structs) else []
        return _one_of(known, words)
    if words.startswith("Invalid value") and tokens:
        place, _ = _walk(inspect.type_info(kind), value, tokens[:-1], choose=False)
        return _one_of([str(part.tag) for part in _parts(place) if isinstance(part, inspect.StructType)], words)
    if words.startswith("Invalid enum value"):
        place, _ = _walk(inspect.type_info(kind), value, tokens)
        if of_key and isinstance(place, inspect.DictType):
            place = place.key_type
        listed = [v for part in _parts(place) if isinstance(part, inspect.LiteralType) for v in part.values]
        return _one_of([str(value) or "nothing" for value in listed], words)
    return ""


def _one_of(known: list[str], words: str) -> str:
    if not known:
        return ""
    given = re.search(r"['`]([^'`]*)['`]", words)
    near = get_close_matches(given[1], known, n=1) if given else []
    meant = f"; did you mean {near[0]}?" if near else ""
    return f"; expected one of: {', '.join(known)}{meant}"


def _parts(info: inspect.Type | None) -> tuple[inspect.Type, ...]:
    if info is None:
        return ()
    return info.types if isinstance(info, inspect.UnionType) else (info,)


def _walk(
    info: inspect.Type | None, value: Any, tokens: list[str], choose: bool = True
) -> tuple[inspect.Type | None, Any]:
    """The type at the end of a path, choosing among alternatives by the value that stands there."""
    for token in tokens:
        info = _fitting(info, value)
        if isinstance(info, Structs):
            info = next((field.type for field in info.fields if field.encode_name == token), None)
            value = value.get(token) if isinstance(value, Mapping) else None
        elif isinstance(info, inspect.DictType):
            info, value = info.value_type, None
        elif isinstance(info, inspect.TupleType):
            number = int(token[1:-1])
            info, value = info.item_types[number], value[number]
        elif isinstance(info, inspect.VarTupleType | inspect.ListType):
            info, value = info.item_type, value[int(token[1:-1])]
        else:
            return None, None
    return (_fitting(info, value) if choose else info), value


def _fitting(info: inspect.Type | None, value: Any) -> inspect.Type | None:
    """Of several types the one that this value is meant for."""
    if not isinstance(info, inspect.UnionType):
        return info
    parts = [part for part in info.types if not isinstance(part, inspect.NoneType)]
    if isinstance(value, Mapping):
        tables = [part for part in parts if isinstance(part, Structs | inspect.DictType)]
        tagged = [part for part in tables if isinstance(part, inspect.StructType)]
        named = [part for part in tagged if part.tag_field and value.get(part.tag_field) == part.tag]
        return next(iter(named or tables), None)
    if isinstance(value, list | tuple):
        lists = inspect.TupleType | inspect.VarTupleType | inspect.ListType
        return next((part for part in parts if isinstance(part, lists)), None)
    return parts[0] if len(parts) == 1 else info
