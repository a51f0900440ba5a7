"""Scenes by luck, and worlds that differ only in a secret: what the games share that draw some. `pick(n)` is a whole
number from 0 to below n."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from ludex.core.book.rulebook import Rulebook, Value
from ludex.core.content.conditions import Conditions
from ludex.core.kernel.scene import Scene

S = TypeVar("S", bound=Scene[Any])
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


def draw_condition(conditions: Conditions, name: str, words: Mapping[str, Iterable[str]], pick: Pick) -> dict[str, Any]:
    """A condition as a scene file may have it: as in its example, with a note of one of the words there are for it."""
    given = {"name": name, **conditions[name].example}
    word = re.match("<(.*?)>", conditions[name].note)
    if word is not None and "note" not in given:
        given["note"] = one_of(words[word[1]], pick)
    return given


# ---------------------------------------------------------------- worlds that differ only in a secret


def elsewhere(scene: S, names: Iterable[str], room_for: Callable[[S, Any], Sequence[object]], pick: Pick) -> S:
    """The same scene, in which these are somewhere else where there is room for them."""
    other = scene.fork()
    for being in [other.beings[name] for name in names]:
        places = room_for(other, being)
        being.at = one_of(places, pick) if places else being.at
    return other


def others(scene: S, names: Iterable[str], stranger: Callable[[S, Any, Pick], None], pick: Pick) -> S:
    """The same scene, in which these are somebody else: each becomes a stranger."""
    other = scene.fork()
    for name in names:
        stranger(other, other.beings[name], pick)
    return other


def without(scene: S, names: Iterable[str]) -> S:
    """The same scene, in which these are not there at all."""
    other = scene.fork()
    other.leave_out(frozenset(names))
    return other
