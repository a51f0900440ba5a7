"""A scene with a party of another size: those who are in it as far as they are wanted, and else ready characters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle, islice
from typing import Any, NamedTuple

from ludex.core.content.content import Library
from ludex.core.files.findings import faults_in
from ludex.core.files.heroes import heroes
from ludex.core.files.parties import MOST_PARTY, fitted
from ludex.core.files.placing import free_place
from ludex.core.game import Game
from ludex.core.kernel.ruling import BadInput


class OfSize(NamedTuple):
    tables: dict[str, Any]
    made_for: int  # so many of the party: what is said of them in the file, or the nearest to it


def of_size(game: Game[Any], library: Library, tables: Mapping[str, Any], size: int) -> OfSize:
    """Those of the party in the order of the file, then others, where there is room; and those who stand against so
    many."""
    if not 1 <= size <= MOST_PARTY:
        raise BadInput(f"a party of {size}: expected 1 to {MOST_PARTY} characters")
    if "state" in tables:
        raise BadInput(f"a party of {size}: who is in this scene is kept as they stood, and stays so")
    made, made_for = fitted(game, library, tables, size)
    for hero in reversed(heroes(game, library, made)):
        if len(heroes(game, library, made)) > size:
            made = _without(made, hero.id, library)
    for entry in who_comes(game, library, made, size):
        name = next(each for each in numbered(entry.id) if each not in made["beings"])
        raw: dict[str, Any] = {"from": entry.id, "side": game.sides[0]}
        made = {**made, "beings": {**made["beings"], name: raw}}
        if (at := free_place(game, library, made, name)) is not None:
            made["beings"][name] = {**raw, "at": at}
    return OfSize(made, made_for)


def _without(tables: dict[str, Any], name: str, library: Library) -> dict[str, Any]:
    """Somebody stays away; but not who is named elsewhere in the scene, which could not be set up without them."""
    fewer = {**tables, "beings": {one: raw for one, raw in tables["beings"].items() if one != name}}
    return tables if faults_in(fewer, library) else fewer


def who_comes(game: Game[Any], library: Library, tables: Mapping[str, Any], size: int) -> list[Any]:
    """Characters who fill a party up to so many: first those who are not there, and whose level is nearest to that of
    those who are."""
    there = [hero.character for hero in heroes(game, library, tables)]
    level = max((level_of(library.shelves["character"].get(id)) for id in there), default=0)
    ready = library.offered("character")
    ready = sorted(ready, key=lambda entry: (entry.id in there, abs(level_of(entry) - level)))
    return list(islice(cycle(ready), max(0, size - len(there))))


def of_level(known: Sequence[Any], level: int) -> list[Any]:
    """Those whose level is nearest from below; where there are none, the lowest."""
    low = [entry for entry in known if level_of(entry) <= level]
    best = max(map(level_of, low)) if low else min(map(level_of, known), default=0)
    return [entry for entry in low or known if level_of(entry) == best]


def level_of(entry: Any) -> int:
    found = getattr(entry, "level", 0)
    return found if isinstance(found, int) else 0


def numbered(id: str) -> list[str]:
    """Names for somebody in a scene, the plainest first."""
    return [id, *(f"{id}_{number}" for number in range(2, 1_000))]
