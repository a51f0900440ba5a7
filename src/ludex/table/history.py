"""What was played before: the log of every scene that has been on the table, from its entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from ludex.core.ruling import BadInput
from ludex.table.entry import PLAY, Entry, Opened, body_of
from ludex.table.playing import Playing, Told
from ludex.table.scenes import library_for

if TYPE_CHECKING:
    from ludex.table.campaign import Campaign


class Chapter(NamedTuple):
    """A scene as long as it was on the table, and its log as those with one knowledge have read it."""

    title: str
    at: float
    log: list[Told]
    cut: str = ""  # why there is no more of it


def chapters(table: Campaign, entries: Iterable[Entry], knowledge: str) -> Iterator[Chapter]:
    """All scenes in the order in which they were played; each is played again with the content of today."""
    for playing in _played(table, entries):
        try:
            log = playing.watched(knowledge).log
        except BadInput as fault:
            yield Chapter(playing.opened.title, playing.at, [], str(fault))
        else:
            yield Chapter(playing.opened.title, playing.at, log, playing.cut)


def _played(table: Campaign, entries: Iterable[Entry]) -> Iterator[Playing]:
    found: Playing | None = None
    for entry in entries:
        if entry.kind == "opened":
            if found is not None:
                yield found
            body = body_of(entry)
            assert isinstance(body, Opened)
            found = Playing(table.game, library_for(table.library, body.content), body, entry.at, table.note)
        elif entry.kind == PLAY and found is not None:
            found.entries.append(entry)
    if found is not None:
        yield found
