"""What is written: notes, handouts that are shown to some seats, and chat. Plain text, never interpreted."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import BadInput
from ludex.table.campaign import pictures
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.doing import EVERYBODY, Doing, does, folds
from ludex.table.campaign.likenesses import pictures_had
from ludex.table.campaign.state import Kept, Said, Shown, paper_key
from ludex.table.records.entry import Chat, Entry, Handout, HandoutGone, HandoutShown, Note, NoteGone
from ludex.table.records.seat import Role, Seat, refuse

MOST_WORDS = 4_000  # characters of a line that somebody says
MOST_TEXT = 100_000  # of a note or handout
MOST_NOTES = 500
MOST_OF_ONE = 150  # notes, or flags, of a seat that is no game master's
# Characters of all notes and handouts of a table, and of the notes of a seat that is no game master's: all who come are
# told them at once
MOST_WRITTEN, MOST_WRITTEN_BY_ONE = 4_000_000, 1_000_000


def words_of(words: str, field: str, most: int = MOST_WORDS) -> str:
    found = words.strip()
    if not found or len(found) > most:
        raise BadInput(f"{field}: expected 1 to {most} characters, not {len(found)}")
    return found


def not_too_many(most: int, whose: Collection[str], seat: Seat, what: str) -> None:
    """Nobody but a game master can fill the table with what they write."""
    if len(whose) >= most:
        raise refuse(f"the table has {most} {what} already")
    if seat.role is not Role.GM and sum(one == seat.id for one in whose) >= MOST_OF_ONE:
        raise refuse(f"this seat has {MOST_OF_ONE} {what} already")


def written(table: Campaign, but: str = "", by: str = "") -> int:
    """Characters of all notes and handouts but one, or of the notes of a seat."""
    notes: list[Note | Handout] = [kept.note for kept in table.notes.values() if not by or kept.owner == by]
    handouts = [shown.handout for shown in table.handouts.values() if not by]
    return sum([len(one.text) for one in [*notes, *handouts] if one.id != but])


def check_written(table: Campaign, seat: Seat, text: str, instead: str) -> None:
    """Is there room for this text, in place of what had this id?"""
    if len(text) > MOST_TEXT:
        raise BadInput(f"text: expected at most {MOST_TEXT} characters")
    if text and written(table, instead) + len(text) > MOST_WRITTEN:
        raise refuse(f"the notes and handouts of the table have {MOST_WRITTEN:,} characters already, with this one")
    if text and seat.role is not Role.GM and written(table, instead, seat.id) + len(text) > MOST_WRITTEN_BY_ONE:
        raise refuse(f"the notes of this seat have {MOST_WRITTEN_BY_ONE:,} characters already, with this one")


# ---------------------------------------------------------------- notes


class WriteNote(Doing, frozen=True, tag="note"):
    """A note of one's own, shared with all, or of the game masters; with an id, one that is there is changed."""

    title: str
    text: str
    whose: Literal["own", "shared", "gm"] = "own"
    id: str = ""


class TearNote(Doing, frozen=True, tag="tear_note"):
    """A note is thrown away."""

    id: str


def may_read(kept: Kept, seat: Seat) -> bool:
    if kept.note.whose == "own":
        return kept.owner == seat.id
    return kept.note.whose == "shared" or seat.role is Role.GM


def note_of(table: Campaign, seat: Seat, id: str) -> Kept:
    """A note that this seat may change: its own, or for a game master any that is not somebody's own."""
    kept = table.notes.get(id)
    if kept is None or not may_read(kept, seat):
        raise BadInput(f"there is no note {id!r}")
    if kept.owner != seat.id and seat.role is not Role.GM:
        raise refuse("this note is not yours to change")
    return kept


@does(WriteNote, *EVERYBODY)
def write_note(table: Campaign, seat: Seat, what: WriteNote) -> dict[str, str]:
    if what.whose == "gm" and seat.role is not Role.GM:
        raise refuse("only the game master has such notes")
    if what.whose == "shared" and (seat.muted or seat.role is Role.SPECTATOR):
        raise refuse("this seat cannot share notes")
    if what.id:
        note_of(table, seat, what.id)
    else:
        not_too_many(MOST_NOTES, [kept.owner for kept in table.notes.values()], seat, "notes")
    found = what.id or table.outside.fresh()
    title = words_of(what.title, "title", 200)
    check_written(table, seat, what.text, what.id)
    replaces = table.words_at("note", found)
    table.add(Note(id=found, whose=what.whose, title=title, text=what.text, replaces=replaces))
    return {"note": found}


@folds(Note)
def note(table: Campaign, entry: Entry, body: Note) -> None:
    owner = table.notes[body.id].owner if body.id in table.notes else entry.by
    table.notes = {**table.notes, body.id: Kept(body, owner)}
    table.wrote(entry)


@does(TearNote, *EVERYBODY)
def tear_note(table: Campaign, seat: Seat, what: TearNote) -> None:
    note_of(table, seat, what.id)
    table.add(NoteGone(id=what.id, replaces=table.words_at("note", what.id)))


@folds(NoteGone)
def note_gone(table: Campaign, entry: Entry, body: NoteGone) -> None:
    table.notes = {id: kept for id, kept in table.notes.items() if id != body.id}
    table.pins = {id: pin for id, pin in table.pins.items() if id != body.id}
    table.unwrote("note", body.id)


# ---------------------------------------------------------------- handouts


class WriteHandout(Doing, frozen=True, tag="handout"):
    """Text, or a picture with a description; nobody but the game master sees it before it is shown."""

    title: str
    text: str = ""
    picture: str = ""  # the hash of a picture that was uploaded
    description: str = ""
    id: str = ""


class ShowHandout(Doing, frozen=True, tag="show_handout"):
    """All seats that may see it from now on."""

    id: str
    seats: tuple[str, ...]


class TakeHandout(Doing, frozen=True, tag="take_handout"):
    """A handout is taken away for good."""

    id: str


@does(WriteHandout, Role.GM)
def write_handout(table: Campaign, seat: Seat, what: WriteHandout) -> dict[str, str]:
    before = handout_of(table, what.id).handout if what.id else None
    if before is None and len(table.handouts) >= MOST_NOTES:
        raise refuse(f"the table has {MOST_NOTES} handouts already")
    if what.picture and not pictures.NAME.fullmatch(what.picture):
        raise BadInput("picture: expected the name that it was given when it was brought")
    if what.picture and not what.description.strip():
        raise BadInput("description: expected what is to be seen on the picture")
    check_written(table, seat, what.text, what.id)
    found = what.id or table.outside.fresh()
    title = words_of(what.title, "title", 200)
    description = words_of(what.description, "description") if what.description else ""
    same = before is not None and before.picture == what.picture
    table.add(
        Handout(
            id=found, title=title, text=what.text, picture=what.picture, description=description,
            unused="" if same or before is None else unused_without(table, before),
            needed="" if same else what.picture,
            replaces=table.words_at("handout", found),
        )
    )  # fmt: skip
    return {"handout": found}


def unused_without(table: Campaign, gone: Handout) -> str:
    """The picture of a handout, where nobody else has it."""
    return gone.picture if gone.picture and gone.picture not in pictures_had(table, but=gone.id) else ""


def handout_of(table: Campaign, id: str) -> Shown:
    if id not in table.handouts:
        raise BadInput(f"there is no handout {id!r}")
    return table.handouts[id]


@folds(Handout)
def handout(table: Campaign, entry: Entry, body: Handout) -> None:
    seats = table.handouts[body.id].seats if body.id in table.handouts else ()
    table.handouts = {**table.handouts, body.id: Shown(body, seats)}
    table.wrote(entry)


@does(ShowHandout, Role.GM)
def show_handout(table: Campaign, seat: Seat, what: ShowHandout) -> None:
    handout_of(table, what.id)
    for name in what.seats:
        table.sitting(name)
    table.add(HandoutShown(id=what.id, seats=tuple(dict.fromkeys(what.seats))))


@folds(HandoutShown)
def handout_shown(table: Campaign, entry: Entry, body: HandoutShown) -> None:
    table.handouts = {**table.handouts, body.id: table.handouts[body.id]._replace(seats=body.seats)}


def show_to_newcomer(table: Campaign, seat: str) -> None:
    """Who comes late is shown what everybody was as a chapter or a scene began, as far as all of them have it still."""
    others = {one.id for one in table.seats.values() if not one.removed and one.id != seat}
    for id in [*meant_by_chapters(table), *meant_by_scenes(table)]:
        if id in table.handouts and others <= set(table.handouts[id].seats):
            table.add(HandoutShown(id=id, seats=(*table.handouts[id].seats, seat)))


def meant_by_chapters(table: Campaign) -> list[str]:
    """Handouts that everybody had as a chapter began: where nobody leads, all of them."""
    led, alone = table.adventure, bool(table.policies.get(GM))
    if led is None:
        return []
    named = [
        paper_key(chapter, number)
        for chapter in dict.fromkeys(led.begun)
        for number, paper in enumerate(led.adventure.chapters[chapter].handouts)
        if paper.shown or alone
    ]
    return [led.papers[name] for name in named if name in led.papers]


def meant_by_scenes(table: Campaign) -> list[str]:
    """Handouts that everybody had as a scene began, as far as it is still prepared."""
    been = {*table.left, *([table.playing.id] if table.playing is not None else [])}
    return [
        f"{id}-{number}"
        for id, scene in table.scenes.items()
        if id in been
        for number, one in enumerate(scene.tables.get("handouts", []), 1)
        if one.get("shown", True)
    ]


@does(TakeHandout, Role.GM)
def take_handout(table: Campaign, seat: Seat, what: TakeHandout) -> None:
    unused = unused_without(table, handout_of(table, what.id).handout)
    table.add(HandoutGone(id=what.id, unused=unused, replaces=table.words_at("handout", what.id)))


@folds(HandoutGone)
def handout_gone(table: Campaign, entry: Entry, body: HandoutGone) -> None:
    table.handouts = {id: shown for id, shown in table.handouts.items() if id != body.id}
    table.unwrote("handout", body.id)


# ---------------------------------------------------------------- chat


class Say(Doing, frozen=True, tag="chat"):
    """Say something to all."""

    words: str


@does(Say, *EVERYBODY)
def say(table: Campaign, seat: Seat, what: Say) -> None:
    if seat.muted:
        raise refuse("this seat is muted")
    table.add(Chat(words=words_of(what.words, "words")))


@folds(Chat)
def chat(table: Campaign, entry: Entry, body: Chat) -> None:
    table.chat.append(Said(entry.at, entry.by, body.words))
