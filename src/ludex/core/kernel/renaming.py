"""Beings under other ids: every field that holds one says so by its type (`named.py`), and is followed by it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass, replace
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from ludex.core.kernel.agenda import Command
from ludex.core.kernel.named import BeingId, Noted, SubjectId
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.scene import Scene

Ids = Mapping[str, str]
Renaming = Callable[[Any, Ids], Any]


def rename(scene: Scene[Any], ids: Ids) -> None:
    """Those of the old ids have the new ones, wherever they are named. Between two commands: what is under way has ids
    of its own."""
    for being in scene.beings.values():
        being.id = ids.get(being.id, being.id)
    scene.beings = {being.id: being for being in scene.beings.values()}
    for holder in (scene, *scene.beings.values()):
        kind: Any = type(holder)
        for field, renamed in _fields(kind):
            setattr(holder, field, renamed(getattr(holder, field), ids))


@cache
def _fields(kind: Any) -> tuple[tuple[str, Renaming], ...]:
    hints = get_type_hints(kind, include_extras=True).items()
    return tuple([(field, renamed) for field, hint in hints if (renamed := _renaming(hint)) is not None])


def _renaming(hint: Any) -> Renaming | None:
    """How a value of this type follows new ids; nothing where it can name nobody."""
    if hint in (BeingId, SubjectId):
        return lambda value, ids: ids.get(value, value)
    if hint == Noted:
        return _in_words
    if hint is Command:
        return lambda value, ids: Command(_in_plain(value.actor, ids), value.name, _in_plain(value.args, ids))
    if get_origin(hint) is tuple:
        return _of_tuple(get_args(hint))
    if get_origin(hint) in (Union, UnionType):
        return _of_what_may_be_missing(get_args(hint))
    if is_dataclass(hint) or hasattr(hint, "_fields"):
        return _of_record(hint)
    return None


def _in_words(words: str, ids: Ids) -> str:
    named = [re.escape(old) for old in sorted(ids, key=len, reverse=True) if old in words]
    if not named:
        return words
    return re.sub(rf"(?:(?<=[:> ])|^)(?:{'|'.join(named)})(?=$|[:>])", lambda found: ids[found[0]], words)


def _in_plain(value: Plain, ids: Ids) -> Any:
    if isinstance(value, tuple):
        return tuple([_in_plain(part, ids) for part in value])
    return ids.get(value, value) if isinstance(value, str) else value


def _of_tuple(hints: tuple[Any, ...]) -> Renaming | None:
    if hints[1:] == (...,):
        part = _renaming(hints[0])
        return part and (lambda values, ids: tuple([part(value, ids) for value in values]))
    parts = [_renaming(hint) for hint in hints]
    if not any(parts):
        return None
    return lambda values, ids: tuple(
        [part(value, ids) if part is not None else value for part, value in zip(parts, values, strict=True)]
    )


def _of_what_may_be_missing(hints: tuple[Any, ...]) -> Renaming | None:
    for part in filter(None, map(_renaming, hints)):
        return lambda value, ids: None if value is None else part(value, ids)
    return None


def _of_record(kind: Any) -> Renaming | None:
    parts = _fields(kind)
    if not parts:
        return None
    changed: Callable[..., Any] = getattr(kind, "_replace", replace)
    return lambda value, ids: changed(value, **{field: part(getattr(value, field), ids) for field, part in parts})
