"""Where all entries of a table are had, from its first one on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ludex.table.records.entry import PLAY, Entry

Fetch = Callable[[int, int], list[Entry]]  # those after a number, up to another


class Journal(NamedTuple):
    entries: Fetch
    besides: Fetch  # those that are not of play: few, beside the others


def journal_of(kept: Sequence[Entry]) -> Journal:
    """Of entries that are at hand, from the first one on."""

    def entries(after: int, until: int) -> list[Entry]:
        return list(kept[after:until])

    return Journal(entries, lambda after, until: [entry for entry in entries(after, until) if entry.kind != PLAY])


def _none(after: int, until: int) -> list[Entry]:
    return []


NO_JOURNAL = Journal(_none, _none)
