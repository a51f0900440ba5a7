"""Who and what the fields of a scene file mention: it has to be there.

The type of a field says what is meant: the id of a being (`BeingId`), the id of an entry or one of some words (`names`
and `words` in `core/content/references.py`), a cell or a zone of the board. So what nobody has is found in one way for
all games, however deep it stands, and before a rule looks for it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET

from ludex.core.board.cells import Cell, CellBoard
from ludex.core.board.zone import ZoneBoard, ZoneId
from ludex.core.content.content import Fault
from ludex.core.content.references import Names, chosen_by, said_of, unknown
from ludex.core.kernel.english import there_are
from ludex.core.kernel.named import BeingId, SubjectId
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.scene import Scene

PLAIN = (int, str, bool, float)  # most fields; they mention nobody


def missing(
    scene: Scene[Any], beings: Collection[str], hint: Any, value: Any, path: str = "", holder: object = None
) -> Iterator[Fault]:
    """All that a value of this type mentions and that is not there, `beings` being all ids of somebody. The field of
    what stands in a list of names is that of the list."""
    if hint in PLAIN or value is None or value is UNSET or value == "":
        return
    origin = get_origin(hint)
    if hint in (BeingId, SubjectId):
        if value not in beings and value != GM:
            yield Fault(path, f"there is no being {value!r}; {there_are(value, beings)}")
    elif hint == ZoneId:
        board = getattr(scene, "board", None)
        if isinstance(board, ZoneBoard) and value not in board:
            yield Fault(path, f"there is no zone {value!r}; {there_are(value, board)}")
    elif origin is Annotated:
        yield from _named(scene, beings, said_of(hint), hint, value, path, holder)
    elif hint == Cell:
        board = getattr(scene, "board", None)
        if isinstance(board, CellBoard) and value not in board.cells:
            yield Fault(path, board.off(value))
    elif origin is tuple:
        yield from _in_list(scene, beings, get_args(hint), value, path)
    elif origin is dict:
        key_hint, part_hint = get_args(hint)
        for key, part in value.items():
            yield from missing(scene, beings, key_hint, key, path)
            yield from missing(scene, beings, part_hint, part, f"{path}.{key}")
    elif origin in (Union, UnionType):
        part = next((part for part in get_args(hint) if _fits(part, value)), None)
        yield from missing(scene, beings, part, value, path)
    elif _is_record(kind := _type_of(value)):
        for name, written, part_hint in _fields(kind):
            spot = f"{path}.{written}" if path else written
            yield from missing(scene, beings, part_hint, getattr(value, name), spot, value)


def _named(
    scene: Scene[Any], beings: Collection[str], to: Names | None, hint: Any, value: Any, path: str, holder: object
) -> Iterator[Fault]:
    if to is None:
        yield from missing(scene, beings, get_args(hint)[0], value, path, holder)
    elif problem := unknown(scene.library, chosen_by(holder, to), value):
        yield Fault(path, problem)


def _in_list(
    scene: Scene[Any], beings: Collection[str], inner: tuple[Any, ...], value: Any, path: str
) -> Iterator[Fault]:
    each = inner[:1] * len(value) if inner[1:] == (...,) else inner
    for number, (hint, part) in enumerate(zip(each, value, strict=False)):
        yield from missing(scene, beings, hint, part, f"{path}[{number}]" if _is_record(_type_of(part)) else path)


def _fits(hint: Any, value: object) -> bool:
    """Is a value meant for this of several types?"""
    base = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    kind = get_origin(base) or base
    return isinstance(kind, type) and isinstance(value, Mapping if kind is dict else kind)


def _type_of(value: object) -> Any:
    """To mypy: a type is hashable."""
    return type(value)


@cache
def _is_record(kind: type) -> bool:
    return is_dataclass(kind) or issubclass(kind, msgspec.Struct) or hasattr(kind, "_fields")


@cache
def _fields(kind: Any) -> tuple[tuple[str, str, Any], ...]:
    """The fields of a record, each as it is written in a file and with its type."""
    hints = get_type_hints(kind, include_extras=True)
    if issubclass(kind, msgspec.Struct):
        pairs = list(zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True))
    else:
        names = [field.name for field in fields(kind)] if is_dataclass(kind) else kind._fields
        pairs = [(name, name) for name in names]
    return tuple([(name, written, hints[name]) for name, written in pairs])
