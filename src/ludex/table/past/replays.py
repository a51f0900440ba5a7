"""Replays out of a table: the moments that are wanted, as a seat knew them."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from ludex.core.kernel.reading import read
from ludex.table.document.answered import KnownThen, MomentListed, ToldLines
from ludex.table.document.changes import changed
from ludex.table.document.show import Documents
from ludex.table.past.chosen import Part, Wanted, parts
from ludex.table.past.looks import NOT_SHOWN, past_of, told_then
from ludex.table.past.moments import Moment, is_exact, rows
from ludex.table.past.replay_file import (
    FORM,
    MOST_CHAPTERS,
    MOST_MOMENTS,
    MOST_PICTURES,
    LedThen,
    Replay,
    ReplayChapter,
    ReplayMoment,
)
from ludex.table.past.statistics import Counting
from ludex.table.past.then import document_then, known_of_both
from ludex.table.records.seat import Seat, refuse

Picture = Callable[[str], bytes | None]  # the bytes of a picture, where they are still there

SHOWN = ("board", "beings", "turn", "map", "fog")  # of a document, as they stand in it
TOO_LONG = f"that is more than {MOST_MOMENTS:,} moments, too many for one replay: share one scene of it"


def replay_of(
    documents: Documents, seat: Seat, wanted: Wanted, picture: Picture | None = None, boards: bool = True
) -> Replay:
    """What a seat knew of the moments that are wanted; without boards where nobody is to see them."""
    table = documents.table
    counting, chapters, left = Counting(table.game, table.settings), list[ReplayChapter](), MOST_MOMENTS
    named: dict[str, None] = {}  # pictures, in the order in which they are seen
    for part in parts(documents, seat, wanted):
        left -= len(part.wanted)
        if left < 0 or len(chapters) == MOST_CHAPTERS:
            raise refuse(TOO_LONG)
        counting.read(part)
        chapters.append(_chapter(documents, seat, part, wanted, boards, named))
    return Replay(
        ludex_replay=FORM, game=table.game.name, game_title=table.game.title, title=table.title, seen_by=seat.name,
        chapters=chapters, statistics=counting.told(), pictures=_pictures(named, picture),
    )  # fmt: skip


def _chapter(
    documents: Documents, seat: Seat, part: Part, wanted: Wanted, boards: bool, named: dict[str, None]
) -> ReplayChapter:  # fmt: skip
    moments, chapter, now = part.moments, part.chapter, documents.table.settings
    first = part.wanted[0].number
    listed = islice(rows(moments, part.all, first, now), len(part.wanted))
    seen = _seen(documents, seat, part, named) if boards else iter([(one.number, None, "") for one in part.wanted])
    both = zip(part.wanted, listed, seen, strict=True)
    return ReplayChapter(
        title=chapter.title,
        text=moments.played.text,
        evening=moments.played.evening(part.wanted[0].entry or chapter.first),
        at=part.wanted[0].told.at if part.wanted[0].told is not None else chapter.at,
        beings={who: KnownThen(**being) for who, being in moments.beings(part.all).items()},
        moments=[
            ReplayMoment(
                listed=read(row, MomentListed), told=_told(part, one, documents), shown_as=shown_as,
                changes=changes, why=why,
            )
            for one, row, (shown_as, changes, why) in both
        ],
        led=list(_led(documents, part, wanted)),
    )  # fmt: skip


def _led(documents: Documents, part: Part, wanted: Wanted) -> Iterator[LedThen]:
    """The chapters of the adventure that belong to a scene and to the evening that is wanted."""
    chapter, played = part.chapter, part.moments.played
    for entry, title in past_of(documents).led(chapter):
        if wanted.evening in (None, played.evening(entry)):
            later = (one.number for one in part.all if one.entry > entry)
            yield LedThen(title=title, before=0 if entry < chapter.first else next(later, len(part.all)))


def _told(part: Part, one: Moment, documents: Documents) -> ToldLines | None:
    if one.told is None:
        return None
    settings = known_of_both(part.moments.settings(one), documents.table.settings)
    told = told_then(part.all, one, is_exact(settings))
    return read({**told, "by": ""}, ToldLines)


def _seen(
    documents: Documents, seat: Seat, part: Part, named: dict[str, None]
) -> Iterator[tuple[int, list[list[Any]] | None, str]]:
    """As which moment each is shown, what has changed on the board since the one before, or why that is not known."""
    moments, played, now = part.moments, part.moments.played, documents.table.settings
    last: dict[str, Any] = {}
    for one in part.wanted:
        moment, known = moments.shown(part.all, one.number)
        number = known.number if known is not None else moment.instants[-1].number
        why = played.why_not(number)
        document = None if why else document_then(played, number, seat, moments.knowledge, now, moment.order)
        if document is None:
            yield moment.number, None, why or NOT_SHOWN
            continue
        seen = _seen_in(document)
        named |= dict.fromkeys(_pictures_in(seen))
        yield moment.number, changed(last, seen), ""
        last = seen


def _seen_in(document: dict[str, Any]) -> dict[str, Any]:
    """What of a document is part of a replay: nothing of who else sits at the table, and how."""
    you, question = document["you"], document["question"]
    return {
        "you": {"role": you["role"], "beings": you["beings"]},
        "scene": document["scene"],
        **{name: document[name] for name in SHOWN},
        "asked": question["words"] if question is not None else [],
    }


def _pictures_in(seen: dict[str, Any]) -> Iterator[str]:
    names = [being["picture"] for being in seen["beings"].values()]
    names += [seen["map"]["picture"]] if seen["map"] is not None else []
    return (name for name in names if name)


def _pictures(named: dict[str, None], picture: Picture | None) -> dict[str, str]:
    """As many as there is room for, the smallest first; whoever has none is drawn as a figure."""
    if picture is None:
        return {}
    there = {name: data for name in named if (data := picture(name)) is not None}
    found, left = dict[str, str](), MOST_PICTURES
    for name in sorted(there, key=lambda name: (len(there[name]), name)):
        left -= len(there[name])
        if left < 0:
            break
        found[name] = b64encode(there[name]).decode()
    return found
