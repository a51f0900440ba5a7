"""Scenes by luck: what the games share that draw some. `pick(n)` is a whole number from 0 to below n."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from ludex.core.book.rulebook import Rulebook, Value

T = TypeVar("T")
Pick = Callable[[int], int]

SWITCHED = 4  # one option in so many is not as it is by default


def one_of(things: Iterable[T], pick: Pick) -> T:
    """One of these, each as likely as the other."""
    found = tuple(things)
    return found[pick(len(found))]


def some_of(things: Iterable[T], most: int, pick: Pick) -> list[T]:
    """Up to so many different ones of these, in any order."""
    left = list(things)
    return [left.pop(pick(len(left))) for _ in range(min(pick(most + 1), len(left)))]


def shuffled(things: Iterable[T], pick: Pick) -> list[T]:
    left = list(things)
    return [left.pop(pick(len(left))) for _ in range(len(left))]


def draw_options(rulebook: Rulebook, pick: Pick) -> dict[str, Value]:
    """Most of them as they are by default, the others with any of their values."""
    return {
        option.name: one_of(option.values, pick) if not pick(SWITCHED) else option.default
        for option in rulebook.options.values()
    }
