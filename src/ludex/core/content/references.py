"""What entries of content name: whether somebody has it, and what was meant if nobody has."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ludex.core.content.content import Fault, Library
from ludex.core.kernel.english import meant

Check = Callable[[Library, Any], Iterable[Fault]]  # what is wrong with an entry of a kind


def sound_id(name: str) -> Iterator[Fault]:
    if not re.fullmatch(r"[A-Za-z0-9_-]+", name):
        yield Fault("id", f"{name!r}: expected letters, digits, _ and - only, so that scenes and commands can name it")


def among(names: Iterable[str], known: Iterable[str], what: str, field: str) -> Iterator[Fault]:
    """Those of the names that are not known."""
    there = sorted(known)
    for name in names:
        if name not in there:
            yield Fault(field, f"there is no {what} {name!r}; {meant(name, there)}")


def known(library: Library, kind: str, names: Iterable[str], field: str, also: Iterable[str] = ()) -> Iterator[Fault]:
    """Those of the names, the empty one aside, that no entry of the kind has."""
    return among([name for name in names if name], (*library.shelves[kind].entries, *also), kind, field)
