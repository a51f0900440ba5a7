"""What is wanted of the past of a table: one chapter, one evening, or all that was played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ludex.core.kernel.ruling import BadInput
from ludex.table.document.show import Documents
from ludex.table.past.chapters import Chapter
from ludex.table.past.looks import knowledge_then, past_of
from ludex.table.past.moments import Moment, Moments
from ludex.table.records.seat import Seat, master_only, refuse


class Wanted(NamedTuple):
    """Neither: all that was played."""

    chapter: int | None = None
    evening: int | None = None


class Part(NamedTuple):
    """A chapter as somebody knew it, and those of its moments that are wanted."""

    moments: Moments
    all: list[Moment]
    wanted: list[Moment]

    @property
    def chapter(self) -> Chapter:
        return self.moments.played.chapter


def parts(documents: Documents, seat: Seat, wanted: Wanted) -> Iterator[Part]:
    """The chapters that are wanted, one after another, without those of which nothing is."""
    past, until = past_of(documents), documents.table.number
    chapters = past.chapters(until)
    if not chapters:
        raise refuse("nothing was played at this table yet")
    found = 0
    for chapter in _chapters(chapters, wanted):
        played = past.played(chapter, until)
        moments = past.moments(played, knowledge_then(played, seat))
        all = moments.all()
        chosen = [one for one in all if wanted.evening in (None, played.evening(one.entry or chapter.first))]
        if chosen:
            found += 1
            yield Part(moments, all, chosen)
    if not found:
        raise refuse(f"nothing was played on evening {wanted.evening}")


def _chapters(chapters: Sequence[Chapter], wanted: Wanted) -> Sequence[Chapter]:
    """Those that may have something of it: a scene may stay on the table from one evening to the next."""
    if wanted.chapter is not None:
        if not 0 <= wanted.chapter < len(chapters):
            raise BadInput(f"chapter: expected a number from 0 to {len(chapters) - 1}")
        return chapters[wanted.chapter : wanted.chapter + 1]
    if wanted.evening is None:
        return chapters
    nexts = [*(chapter.evening for chapter in chapters[1:]), wanted.evening]
    both = zip(chapters, nexts, strict=True)
    return [chapter for chapter, until in both if chapter.evening <= wanted.evening <= until]


def seat_wanted(documents: Documents, asking: Seat, name: str) -> Seat:
    """As whom somebody looks: as themselves where they name nobody, and the game master as anybody they like."""
    if not name or name == asking.id:
        return asking
    master_only(asking)
    return documents.table.sitting(name)
