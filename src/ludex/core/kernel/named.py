"""Who is named where: fields that hold the id of a being say so by their type, and somebody is left out by the types.

Whoever is not seen, is gone or has stayed behind is cleared from every such field, however deep, and from no other. An
id becomes empty, which is nobody; a list loses what names them; a pair, and a record that is about them, goes as a
whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import is_dataclass, replace
from functools import cache
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")

# Plain text to rules and in files; only what follows here tells them apart
BeingId = Annotated[str, "the id of a being, or empty"]
SubjectId = Annotated[str, "the id of the being that a record is about: without them there is none"]
Noted = Annotated[str, "words with the id of a being at their end or between colons: `rope of sefa`, `treat:sefa:arm`"]

Gone = frozenset[str]
Clearing = Callable[[Any, Gone], Any]  # gives the same object where nobody is named who is gone
NOTHING: Any = object()  # what is left of a record that is about somebody who is gone


def clear(holder: Any, gone: Gone, theirs: bool = False) -> None:
    """Name these nowhere in a being or a scene any more. With `theirs`, what is listed there and comes from them, such
    as a cloud on the board, goes too; otherwise it comes from nobody."""
    kind: Any = type(holder)
    for field, cleared in _fields(kind, theirs):
        value = getattr(holder, field)
        if value and (left := cleared(value, gone)) is not value:
            setattr(holder, field, left)


def nameless(record: T, gone: Gone) -> T:
    """A record that is about nobody, such as a condition, in which these are named no more."""
    kind: Any = type(record)
    cleared = _of_record(kind, whole=False)
    return record if cleared is None else cleared(record, gone)


@cache
def _fields(kind: Any, theirs: bool) -> tuple[tuple[str, Clearing], ...]:
    hints = get_type_hints(kind, include_extras=True).items()
    found = [(field, clearing(hint, whole=theirs and _is_list(hint))) for field, hint in hints]
    return tuple([(field, cleared) for field, cleared in found if cleared is not None])


@cache
def clearing(hint: Any, whole: bool = False) -> Clearing | None:
    """How a value of this type is cleared; nothing where it can name nobody. `whole`: every record is about whomever it
    names."""
    if hint == BeingId:
        empty = NOTHING if whole else ""
        return lambda value, gone: empty if value in gone else value
    if hint == SubjectId:
        return lambda value, gone: NOTHING if value in gone else value
    if hint == Noted:
        return _of_words
    if get_origin(hint) is tuple:
        return _of_list(get_args(hint)[0], whole) if _is_list(hint) else _of_pair(get_args(hint))
    if get_origin(hint) in (Union, UnionType):
        return _of_what_may_be_missing(get_args(hint), whole)
    if hasattr(hint, "mentions"):
        return lambda value, gone: NOTHING if value.mentions(gone) else value
    if is_dataclass(hint) or hasattr(hint, "_fields"):
        return _of_record(hint, whole)
    if any([part in (BeingId, SubjectId, Noted) for part in get_args(hint)]):
        raise TypeError(f"{hint}: beings can be cleared from tuples and records, and from nothing else")
    return None


def _is_list(hint: Any) -> bool:
    return get_origin(hint) is tuple and get_args(hint)[1:] == (...,)


def _of_words(words: str, gone: Gone) -> str:
    for name in gone:
        if name in words and re.search(rf"(?:^|[:> ]){re.escape(name)}(?:$|[:>])", words):
            return ""
    return words


def _of_list(hint: Any, whole: bool) -> Clearing | None:
    part = clearing(hint, whole)
    if part is None:
        return None
    if hint in (BeingId, SubjectId):
        return lambda ids, gone: ids if gone.isdisjoint(ids) else tuple([one for one in ids if one not in gone])
    emptied: Any = "" if hint == Noted else NOTHING

    def cleared(value: Any, gone: Gone) -> Any:
        left = [part(one, gone) for one in value]
        if left == [*value]:  # they are the same objects
            return value
        return tuple([one for one in left if one != emptied])

    return cleared


def _of_pair(hints: tuple[Any, ...]) -> Clearing | None:
    parts = [(number, part) for number, hint in enumerate(hints) if (part := clearing(hint)) is not None]
    if not parts:
        return None

    def cleared(value: Any, gone: Gone) -> Any:
        return value if all([part(value[number], gone) is value[number] for number, part in parts]) else NOTHING

    return cleared


def _of_what_may_be_missing(hints: tuple[Any, ...], whole: bool) -> Clearing | None:
    parts = [part for hint in hints if (part := clearing(hint, whole)) is not None]
    if not parts:
        return None
    (part,) = parts
    if whole:
        return part

    def cleared(value: Any, gone: Gone) -> Any:
        left = part(value, gone)
        return None if left is NOTHING else left

    return cleared


@cache
def _of_record(kind: Any, whole: bool) -> Clearing | None:
    hints = get_type_hints(kind, include_extras=True).items()
    parts = [(field, part) for field, hint in hints if (part := clearing(hint, whole)) is not None]
    if not parts:
        return None
    changed: Callable[..., Any] = getattr(kind, "_replace", replace)

    def cleared(value: Any, gone: Gone) -> Any:
        changes = {}
        for field, part in parts:
            old = getattr(value, field)
            if old and (new := part(old, gone)) is not old:
                if new is NOTHING:
                    return NOTHING
                changes[field] = new
        return changed(value, **changes) if changes else value

    return cleared
