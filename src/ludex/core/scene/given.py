"""What somebody gives as plain data, as a scene file would have it."""

from __future__ import annotations

from dataclasses import is_dataclass
from itertools import zip_longest
from types import UnionType
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

from msgspec.inspect import is_struct_type

from ludex.core.kernel.plain import Plain, are_pairs
from ludex.core.kernel.scene import Condition
from ludex.core.scene.shape import SCENE, Shape


def field_value(shape: Shape, what: str, field: str, value: Plain) -> Any:
    """The value of a field of the scene, or else of a being."""
    if what == SCENE:
        return unplain(value, shape.scene_hints.get(field))
    return unplain(value, tuple[Condition, ...] if field == "conditions" else shape.hints.get(field))


def unplain(value: Plain, hint: Any) -> Any:
    """Plain data as a file would have it: where the type wants a table, pairs of a name and a value were one."""
    if not isinstance(value, tuple):
        return value
    kinds = [kind for kind in get_args(hint) if kind is not type(None)] if is_union(hint) else [hint]
    for kind in kinds:
        origin, inner = get_origin(kind), get_args(kind)
        if (is_dataclass(kind) or is_struct_type(kind)) and are_pairs(value):
            hints = get_type_hints(kind)
            return {name: unplain(part, hints.get(name)) for name, part in cast(tuple[tuple[str, Plain], ...], value)}
        if origin is dict and are_pairs(value):
            return {name: unplain(part, inner[1]) for name, part in cast(tuple[tuple[str, Plain], ...], value)}
        if origin is tuple:
            each = inner[:1] * len(value) if inner[1:] == (...,) else inner
            return [unplain(part, own) for part, own in zip_longest(value, each[: len(value)])]
    return [unplain(part, None) for part in value]


def is_union(hint: Any) -> bool:
    return get_origin(hint) in (Union, UnionType)
