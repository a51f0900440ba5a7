"""What a seat may ask about moments that are over: which there were, and how one of them looked."""

from __future__ import annotations

from typing import Any, ClassVar

from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import BadInput
from ludex.core.referee.live import Live, TypedDice
from ludex.table.document.looking import Look, answers
from ludex.table.document.show import Documents
from ludex.table.past.chapters import Chapter, Chapters, LedChapter
from ludex.table.past.moments import Moment, Moments, is_exact, rows
from ludex.table.past.played import Played
from ludex.table.past.then import document_then, known_of_both, seat_then, stand
from ludex.table.records.journal import Journal
from ludex.table.records.seat import Role, Seat, refuse

MOST_CHAPTERS = 500  # that are listed, the last ones
MOST_MOMENTS = 3_000  # of a chapter that are listed, the last ones
MOST_READ = 12  # doings that are told with a moment: the last of them is its own
CHAPTERS_KEPT = 2  # that stay played again
NOT_SHOWN = "What the scene needs is not there any more. What was told of it is here; its board is not."


class ListMoments(Look, frozen=True, tag="moments"):
    """The moments of a chapter as this seat knew them: of the time that a scene was on the table. Without its number
    those of the last one. With `since`, the last one that was listed, only those from it on, or from the first one
    before it on that may be told otherwise by now."""

    without_scene: ClassVar[bool] = True
    chapter: int | None = None
    since: int | None = None


class ShowMoment(Look, frozen=True, tag="moment"):
    """How one of the moments of a chapter looked to this seat; without its number the last one."""

    without_scene: ClassVar[bool] = True
    chapter: int | None = None
    moment: int | None = None


class PastOf:
    """What was found out about the past of a table, and is gone on with when somebody asks again."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._chapters = Chapters(journal)
        self._played: dict[int, Played] = {}  # by chapter
        self._moments: dict[tuple[int, str], Moments] = {}  # by chapter and knowledge

    def chapters(self, until: int) -> list[Chapter]:
        self._chapters.follow(until)
        return self._chapters.all

    def led(self, chapter: Chapter) -> list[LedChapter]:
        return self._chapters.led(chapter)

    def played(self, chapter: Chapter, until: int) -> Played:
        """A chapter up to an entry, if it goes on so far."""
        found = self._played.pop(chapter.number, None) or Played(chapter)
        last = chapter.last or until
        if found.until < last:
            found.follow(self._journal.entries(found.until, last))
        self._played[chapter.number] = found
        while len(self._played) > CHAPTERS_KEPT:
            gone = next(iter(self._played))
            del self._played[gone]
            self._moments = {key: each for key, each in self._moments.items() if key[0] != gone}
        return found

    def moments(self, played: Played, knowledge: str) -> Moments:
        key = played.chapter.number, knowledge
        if key not in self._moments:
            self._moments[key] = Moments(played, knowledge)
        return self._moments[key]


def past_of(documents: Documents) -> PastOf:
    if PastOf not in documents.aside:
        documents.aside[PastOf] = PastOf(documents.journal)
    found: PastOf = documents.aside[PastOf]
    return found


def looked_up(documents: Documents, seat: Seat, number: int | None) -> tuple[list[Chapter], Moments]:
    """All chapters, and the moments of one as the seat knew them: as those who knew what it did, with whom it played
    when the chapter was over, or plays now."""
    past, until = past_of(documents), documents.table.number
    chapters = past.chapters(until)
    if not chapters:
        raise refuse("nothing was played at this table yet")
    at = len(chapters) - 1 if number is None else number
    if not 0 <= at < len(chapters):
        raise BadInput(f"chapter: expected a number from 0 to {len(chapters) - 1}")
    played = past.played(chapters[at], until)
    return chapters, past.moments(played, knowledge_then(played, seat))


def knowledge_then(played: Played, seat: Seat) -> str:
    """What those knew of the chapter among whom a seat sat at its end, or sits now."""
    table = played.table(played.until)
    sitting = seat_then(table, seat)
    scene = played.last_scene()
    if scene is None:
        return GM if seat.role is Role.GM else played.side_told(sitting.beings)
    stand(table, played, played.until, Live(table.game, scene, TypedDice()))
    return table.knowledge(sitting)


def moment_of(all: list[Moment], number: int | None) -> int:
    """Which of them is meant; without a number the last one."""
    at = len(all) - 1 if number is None else number
    if not 0 <= at < len(all):
        raise BadInput(f"moment: expected a number from 0 to {len(all) - 1}")
    return at


@answers(ListMoments)
def list_moments(documents: Documents, seat: Seat, seen: None, what: ListMoments) -> Any:
    chapters, moments = looked_up(documents, seat, what.chapter)
    all, chapter = moments.all(), moments.played.chapter
    listed = list(rows(moments, all, max(0, len(all) - MOST_MOMENTS), documents.table.settings))
    if what.since is not None:
        listed = anew(listed, all, moment_of(all, what.since))
    return {
        "chapters": [
            {"chapter": one.number, "title": one.title, "evening": one.evening, "at": one.at}
            for one in chapters[-MOST_CHAPTERS:]
        ],
        "chapter": chapter.number,
        "over": bool(chapter.last),
        "beings": moments.beings(all),
        "moments": listed,
    }


def anew(listed: list[dict[str, Any]], all: list[Moment], last: int) -> list[dict[str, Any]]:
    """Those that may be told otherwise than when one of them was the last: those from it on, those before it that were
    perhaps shown as it was, and all from the first on that was taken back since, or had again."""
    at = max(0, last - listed[0]["moment"])
    while at and _stand_alike(listed[at - 1], listed[at]):
        at -= 1
    since = [moment.told for moment in all[last + 1 :] if moment.told is not None]
    turned = {entry for told in since for entry in (*told.undoes, *told.redoes)}
    return listed[next((row for row, one in enumerate(listed[:at]) if all[one["moment"]].entry in turned), at) :]


def _stand_alike(before: dict[str, Any], row: dict[str, Any]) -> bool:
    """Did nothing change with a moment but what was read?"""
    return not row["pools"] and not row["gone"] and (before["round"], before["of"]) == (row["round"], row["of"])


@answers(ShowMoment)
def show_moment(documents: Documents, seat: Seat, seen: None, what: ShowMoment) -> Any:
    _, moments = looked_up(documents, seat, what.chapter)
    all, played = moments.all(), moments.played
    moment, known = moments.shown(all, moment_of(all, what.moment))
    now, number = documents.table.settings, known.number if known is not None else moment.instants[-1].number
    why = played.why_not(number)
    document = None if why else document_then(played, number, seat, moments.knowledge, now, moment.order)
    read = [one for one in all[: moment.number + 1] if one.told is not None][-MOST_READ:]
    return {
        "chapter": played.chapter.number,
        "moment": moment.number,
        "read": [told_then(all, one, is_exact(known_of_both(moments.settings(one), now))) for one in read],
        "document": document,
        "why": why or ("" if document is not None else NOT_SHOWN),
    }


def told_then(all: list[Moment], moment: Moment, exact: bool) -> dict[str, Any]:
    """What was read with a moment, by the number of which it goes; what it takes back goes by theirs."""
    what = moment.told
    assert what is not None
    back = what.undoes or what.redoes
    places = {one.told.entry: one.number for one in all[: moment.number] if one.told is not None} if back else {}
    began = next((one.number for one in all if one.told is not None and one.told.deed == what.deed), moment.number)
    return {
        "told": moment.number,
        "at": what.at,
        "by": what.by,
        "lines": [line.shown() for line in (what.lines if exact else what.rough)],
        "rolls": what.rolls,
        "undoes": [places[entry] for entry in what.undoes if entry in places],
        "redoes": [places[entry] for entry in what.redoes if entry in places],
        "deed": began if what.deed else None,
        "by_hand": what.by_hand,
    }
