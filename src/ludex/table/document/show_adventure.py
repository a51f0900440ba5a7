"""The adventure that is led at a table: of its chapter now what players may know, and all of it for the game master."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec

from ludex.core.book.coach import Note
from ludex.core.files.adventurefile import Chapter
from ludex.core.files.dayfile import Break, break_called
from ludex.table.campaign.adventures import leads_itself
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.state import Led
from ludex.table.records.seat import Role, Seat

Document = dict[str, Any]


def adventure_shown(table: Campaign, seat: Seat) -> Document | None:
    """What everybody may know: where they are in it, what was read aloud to them, and what was shown of it."""
    led = table.adventure
    chapter = led.now if led is not None else None
    if led is None or chapter is None:
        return None
    papers = [id for id in led.papers_of(chapter) if id in table.handouts]
    master = seat.role is Role.GM
    return {
        "title": led.adventure.title,
        "chapter": chapter.title,
        "number": len(led.begun),
        "told": chapter.say.strip() if led.told else "",
        "papers": [id for id in papers if master or seat.id in table.handouts[id].seats],
        "coach": [msgspec.to_builtins(note) for note in notes_of(led, chapter)],
    }


def notes_of(led: Led, chapter: Chapter) -> list[Note]:
    """Its notes of the coach. Their ids tell them apart from those of other chapters and adventures, and tell nothing
    else: a browser remembers which have been read."""
    called = sha256(f"{led.adventure.title}/{chapter.id}".encode()).hexdigest()[:12]
    return [
        Note(id=f"{called}-{number}", title=note.title, words=note.words, rule=note.rule, when=note.when)
        for number, note in enumerate(chapter.coach)
    ]


def adventure_led(table: Campaign) -> Document | None:
    """What is for the game master alone."""
    led = table.adventure
    if led is None:
        return None
    chapters = led.adventure.chapters
    return {
        "title": led.adventure.title,
        "text": led.adventure.text.strip(),
        "alone": leads_itself(table),
        "chapters": [{"id": one.id, "title": one.title, "begun": one.id in led.begun} for one in led.adventure.chapter],
        "before": led.begun[-2] if len(led.begun) > 1 and led.begun[-2] in chapters else "",
        "now": _chapter(table, led, led.now) if led.now is not None else None,
    }


def _break(what: Break) -> Document:
    return {"rest": what.rest, "travel": what.travel, "words": break_called(what)}


def _chapter(table: Campaign, led: Led, chapter: Chapter) -> Document:
    chapters, scene = led.adventure.chapters, led.scenes.get(chapter.scene, "")
    ways = [(way, chapters[way.to]) for way in chapter.next if way.to in chapters]
    return {
        "id": chapter.id,
        "title": chapter.title,
        "scene": scene if scene in table.scenes else "",
        "difficulty": chapter.difficulty,
        "say": chapter.say.strip(),
        "know": chapter.know.strip(),
        "told": led.told,
        "papers": [id for id in led.papers_of(chapter) if id in table.handouts],
        "before": [_break(one) for one in chapter.before],
        "after": [_break(one) for one in chapter.after],
        "next": [{"to": way.to, "title": to.title, "text": way.text, "when": way.when} for way, to in ways],
    }
