"""Plain data is read as a type of ours.

What a type is made of, msgspec works out when it is read for the first time; and where two threads do so at once, one
of them may find it half worked out, which ends the whole process. Therefore all that is read as a type is read here,
where one thread works it out and the others wait.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from typing import Any, TypeVar, overload

import msgspec

T = TypeVar("T")
Hook = Callable[[type, Any], Any]

_known: set[Any] = set()
_working = RLock()


def know(kind: Any) -> None:
    """Work out what a type is made of, with all types in it: before a library reads it by itself."""
    if kind not in _known:
        with _working:
            msgspec.msgpack.Decoder(kind)
            _known.add(kind)


@overload
def read(value: object, kind: type[T]) -> T: ...
@overload
def read(value: object, kind: Any) -> Any: ...
def read(value: object, kind: Any) -> Any:
    """Plain data as a value of this type; `msgspec.ValidationError` where it is none."""
    know(kind)
    return msgspec.convert(value, kind)


@overload
def read_json(data: bytes | str, kind: type[T], hook: Hook | None = None) -> T: ...
@overload
def read_json(data: bytes | str, kind: Any, hook: Hook | None = None) -> Any: ...
def read_json(data: bytes | str, kind: Any, hook: Hook | None = None) -> Any:
    """The same from JSON; `msgspec.DecodeError` where it is no JSON at all. The hook reads what is no record."""
    know(kind)
    return msgspec.json.decode(data, type=kind, dec_hook=hook)
