"""What is meant by words that somebody types: whatever is called so, begins so, or has words that begin so."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeVar

from ludex.core.kernel.ruling import BadInput

T = TypeVar("T")
OFF_THE_MAP = "that is off the map"


class NoSuchPlace(BadInput):
    """What was typed is a way or a place, and there is none like that: it is nothing else either."""


def instead(words: str, *ways: str) -> str:
    """That words mean nothing here, and what can be typed: `'dance' is not understood. Type a number or `help`.`"""
    *others, last = [way for way in ways if way]
    said = f"{words!r} is not understood. " if words else ""
    return f"{said}Type {', '.join(others)}{' or ' if others else ''}{last}."


def named(words: str, among: Iterable[tuple[str, T]]) -> list[T]:
    """All that may be meant, of pairs of a name and what has it: the best matches only, and each once."""
    wanted = words.strip().lower()
    names = [(name.lower(), value) for name, value in among] if wanted else []
    exact = [value for name, value in names if name == wanted]
    begins = [value for name, value in names if name.startswith(wanted)]
    found: list[T] = []
    for value in exact or begins or [value for name, value in names if begins_words(name, wanted)]:
        if value not in found:
            found.append(value)
    return found


def begins_words(name: str, wanted: str) -> bool:
    """Does every word that was typed begin a word of the name? So `vahki 3` finds Vahki Patroller 3."""
    parts = re.split(r"[\s'_-]+", name.lower())
    return all(any(part.startswith(word) for part in parts) for word in wanted.lower().split())
