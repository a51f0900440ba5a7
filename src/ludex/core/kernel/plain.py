"""Plain data: what commands, answers and journals are made of. Hashable, and the same after JSON and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

from ludex.core.kernel.toml import spelled

C = TypeVar("C")

Plain = None | bool | int | str | tuple["Plain", ...]


def plain(value: object) -> Plain:
    """Read a value out of JSON or TOML as plain data: lists become tuples, tables become tuples of pairs."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, list | tuple):
        return tuple(plain(part) for part in value)
    if isinstance(value, Mapping):
        return tuple((str(key), plain(part)) for key, part in value.items())
    raise TypeError(f"expected text, whole numbers, true or false, or lists of them, not {spelled(value)}")


def are_pairs(value: tuple[Plain, ...]) -> bool:
    """Pairs of a name and a value, as a table becomes them."""
    return all(isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[0], str) for pair in value)


def mentions(value: Plain, words: frozenset[str]) -> bool:
    """Is one of these words in it, however deep?"""
    if isinstance(value, tuple):
        return any([mentions(part, words) for part in value])
    return isinstance(value, str) and value in words


def same(one: object, other: object) -> bool:
    """Equal as data: True is not 1 here."""
    if isinstance(one, bool) is not isinstance(other, bool):
        return False
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other, strict=True))
    return one == other


@dataclass_transform(frozen_default=True)
def fixed(cls: type[C]) -> type[C]:
    """Make a class of values: a slotted dataclass that is replaced and never changed. That is held by the types and not
    when it runs, since a frozen dataclass takes four times as long to make; so it is for what is made again and again
    in a fight."""
    return dataclass(slots=True, unsafe_hash=True)(cls)
