"""An entry that is being made, tried in the place of another: whoever has that one has it instead, in every scene."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from ludex.core.content.content import Library
from ludex.core.content.references import references
from ludex.core.game import Game
from ludex.core.kernel.derived import derived
from ludex.core.scene.shape import PEOPLE

UNREAD = {"id": "", "name": "", "text": "", "look": ""}  # fields that no rule reads
MOST_PLACES = 4  # that an entry is tried in


class Named(NamedTuple):
    """An entry, by its kind and id."""

    kind: str
    id: str


@dataclass(frozen=True)
class Tried:
    """An entry that is being made, the one it was begun from, and all else that there is."""

    game: Game[Any]
    library: Library
    kind: str
    entry: Any
    origin: Any = None
    elsewhere: str = ""  # the id under which it is tried; empty: the first of `places`

    @cached_property
    def places(self) -> list[str]:
        """The ids under which it can be tried: of the entry it was begun from where somebody has that, then of others
        that somebody has, the most alike first."""
        wanted = msgspec.to_builtins(self.entry)
        had = [other for other in self.library.offered(self.kind) if self._owners(other.id)]
        had.sort(key=lambda other: (not self.is_own(other.id), -likeness(wanted, other)))
        return [str(other.id) for other in had[:MOST_PLACES]]

    def is_own(self, place: str) -> bool:
        """Is it the place of the entry it was begun from, or its own?"""
        return place in [known.id for known in (self.origin, self.entry) if known is not None]

    @property
    def place(self) -> str:
        """The id under which it is tried; empty where nobody has any of its kind."""
        return self.elsewhere or next(iter(self.places), "")

    def everywhere(self) -> list[Tried]:
        """The same, once for each of its places."""
        return [replace(self, elsewhere=place) for place in self.places]

    @property
    def changes(self) -> bool:
        """Is anything that rules read another than in the entry it was begun from?"""
        if self.origin is None:
            return False
        one, other = ({**msgspec.to_builtins(entry), **UNREAD} for entry in (self.entry, self.origin))
        return bool(one != other)

    @property
    def owners(self) -> list[Named]:
        """Who is it or has it, those who have it of themselves first, then those who have it by way of something."""
        return self._owners(self.place)

    def _owners(self, id: str) -> list[Named]:
        if self.kind in PEOPLE:
            return [Named(self.kind, id)] if id in self.library.shelves[self.kind] else []
        return had(self.library).get(Named(self.kind, id), [])

    def _library_with(self, entry: Any) -> Library:
        found = self.library.copy()
        if self.place:
            found.shelves[self.kind].entries[self.place] = msgspec.structs.replace(entry, id=self.place)
        return found

    @cached_property
    def with_it(self) -> Library:
        """All there is, with the entry in its place."""
        return self._library_with(self.entry)

    @cached_property
    def with_origin(self) -> Library | None:
        """The same with the entry it was begun from."""
        return self._library_with(self.origin) if self.origin is not None else None


def people(library: Library) -> list[Named]:
    """Everybody whom a scene can be made with."""
    return [Named(kind, entry.id) for kind in PEOPLE if kind in library.shelves for entry in library.offered(kind)]


@derived()
def had(library: Library) -> dict[Named, list[Named]]:
    """For all that anybody has, who has it: those who have it of themselves first."""
    found: dict[Named, list[tuple[int, Named]]] = {}
    for person in people(library):
        for named, far in belongings(library, person):
            found.setdefault(named, []).append((far, person))
    return {named: [who for _, who in sorted(by, key=lambda one: one[0])] for named, by in found.items()}


def belongings(library: Library, owner: Named) -> Iterator[tuple[Named, int]]:
    """All that somebody has, or that belongs to something, by way of whatever; and how many steps it is to there. What
    other people have is not theirs."""
    seen = {owner}
    step, far = [owner], 0
    while step:
        far += 1
        ahead = []
        for kind, id in step:
            for named in named_by(library, library.shelves[kind].entries[id]):
                if named not in seen and named.kind not in PEOPLE:
                    seen.add(named)
                    ahead.append(named)
                    yield named, far
        step = ahead


def named_by(library: Library, record: object) -> Iterator[Named]:
    """The entries that a record, or any part of one, names."""
    for _, id, to in references(record):
        for kind in to.kinds:
            if kind in library.shelves and id in library.shelves[kind]:
                yield Named(kind, id)


def likeness(wanted: dict[str, Any], other: Any) -> int:
    """How many fields two entries have alike, less those that only the other has."""
    has: dict[str, Any] = msgspec.to_builtins(other)
    alike = [key for key, value in wanted.items() if key in has and has[key] == value]
    return len(alike) - len(has.keys() - wanted.keys())
