"""An adventure at a table: brought with its scenes and handouts, led chapter after chapter. Where a machine answers for
the game master nobody leads: then the players are told what is read aloud, and have all handouts at once."""

from __future__ import annotations

from functools import partial
from typing import Any

from ludex.core.files.adventurefile import Adventure, Chapter, adventure_of
from ludex.core.kernel.english import there_are
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import BadInput
from ludex.table.campaign import pictures
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.doing import Doing, does, folds
from ludex.table.campaign.notes import MOST_NOTES, MOST_WRITTEN, written
from ludex.table.campaign.scenes import MOST_SCENES, Prepare, prepared_from
from ludex.table.campaign.state import Led, paper_key
from ludex.table.know.seen import Seen
from ludex.table.records.entry import AdventureBrought, AdventureGone, ChapterBegun, Entry, Handout, HandoutShown
from ludex.table.records.seat import Role, Seat, refuse


class BringAdventure(Doing, frozen=True, tag="adventure"):
    """An adventure, as the tables of its file; its scenes by name, as tables of scene files; and its pictures, by their
    names the hashes under which they are kept. One that is there gives way; what both have of the same name is
    replaced."""

    adventure: dict[str, Any]
    scenes: dict[str, dict[str, Any]]
    pictures: dict[str, str] = {}


class DropAdventure(Doing, frozen=True, tag="drop_adventure"):
    """No adventure is led any more; its scenes and handouts stay."""


class BeginChapter(Doing, frozen=True, tag="chapter"):
    """A chapter of the adventure begins; the scene on the table stays there. `tell`: what is read aloud is put before
    the players, too."""

    chapter: str
    tell: bool = False


# ---------------------------------------------------------------- brought


@does(BringAdventure, Role.GM, tried=True)
def bring_adventure(table: Campaign, seat: Seat, what: BringAdventure) -> dict[str, Any]:
    adventure = adventure_of(what.adventure, "adventure")
    before = table.adventure
    had = before.scenes if before is not None else {}
    for name in adventure.scenes:
        if name not in what.scenes:
            raise BadInput(f"scenes: there is no scene {name!r}; {there_are(name, what.scenes)}")
    kept = {name: had[name] for name in adventure.scenes if had.get(name) in table.scenes}
    if len(table.scenes) + len(adventure.scenes) - len(kept) > MOST_SCENES:
        raise refuse(f"the table would have more than {MOST_SCENES} scenes with these")
    scenes = [
        prepared_from(table, Prepare(tables=what.scenes[name], id=kept.get(name, ""))) for name in adventure.scenes
    ]
    papers = handouts_for(table, adventure, what.pictures)
    for scene in scenes:
        table.add(scene)
    for paper in papers.values():
        table.add(paper)
    table.add(
        AdventureBrought(
            adventure=adventure,
            scenes={name: scene.id for name, scene in zip(adventure.scenes, scenes, strict=True)},
            papers={key: paper.id for key, paper in papers.items()},
        )
    )
    return {"scenes": [scene.id for scene in scenes]}


def handouts_for(table: Campaign, adventure: Adventure, named: dict[str, str]) -> dict[str, Handout]:
    """Its handouts as the table keeps them, by chapter and number. Is there room for them?"""
    had = table.adventure.papers if table.adventure is not None else {}
    found: dict[str, Handout] = {}
    for chapter, number, paper in adventure.papers:
        key = paper_key(chapter, number)
        picture = named.get(paper.picture, "") if paper.picture else ""
        if paper.picture and not pictures.NAME.fullmatch(picture):
            raise BadInput(f"pictures: expected the name under which {paper.picture!r} is kept")
        id = had[key] if had.get(key) in table.handouts else table.outside.fresh()
        found[key] = Handout(
            id=id, title=paper.title, text=paper.text.strip(), picture=picture, description=paper.description.strip(),
            needed=picture, replaces=table.words_at("handout", id),
        )  # fmt: skip
    fresh = [one for one in found.values() if one.id not in table.handouts]
    if written(table) + sum(len(one.text) for one in found.values()) > MOST_WRITTEN:
        raise refuse(f"the notes and handouts of the table would have more than {MOST_WRITTEN:,} characters with these")
    if len(table.handouts) + len(fresh) > MOST_NOTES:
        raise refuse(f"the table has {len(table.handouts)} handouts already, and has room for {MOST_NOTES}")
    return found


@folds(AdventureBrought)
def adventure_brought(table: Campaign, entry: Entry, body: AdventureBrought) -> None:
    led = table.adventure or Led(body.adventure, {}, {})
    begun = tuple(id for id in led.begun if id in body.adventure.chapters)
    table.adventure = Led(body.adventure, body.scenes, body.papers, begun, led.told)


@does(DropAdventure, Role.GM)
def drop_adventure(table: Campaign, seat: Seat, what: DropAdventure) -> None:
    led_at(table)
    table.add(AdventureGone())


@folds(AdventureGone)
def adventure_gone(table: Campaign, entry: Entry, body: AdventureGone) -> None:
    table.adventure = None


# ---------------------------------------------------------------- led


def led_at(table: Campaign) -> Led:
    if table.adventure is None:
        raise refuse("no adventure is led at this table")
    return table.adventure


def leads_itself(table: Campaign) -> bool:
    """Is there nobody who leads it? A machine answers what the game master is asked."""
    return bool(table.policies.get(GM))


@does(BeginChapter, Role.GM)
def begin_chapter(table: Campaign, seat: Seat, what: BeginChapter) -> None:
    led, alone = led_at(table), leads_itself(table)
    if what.chapter not in led.adventure.chapters:
        raise BadInput(f"there is no chapter {what.chapter!r}; {there_are(what.chapter, led.adventure.chapters)}")
    chapter = led.adventure.chapters[what.chapter]
    begins = led.now is not chapter
    told = (what.tell or alone) and bool(chapter.say.strip())
    table.add(ChapterBegun(id=chapter.id, told=told or (led.told and not begins)))
    if begins:
        show_at_once(table, led, chapter, all=alone)


def show_at_once(table: Campaign, led: Led, chapter: Chapter, all: bool) -> None:
    """Handouts that everybody has as the chapter begins."""
    seats = tuple(seat.id for seat in table.seats.values() if not seat.removed)
    for number, paper in enumerate(chapter.handouts):
        id = led.papers.get(paper_key(chapter.id, number), "")
        if (paper.shown or all) and id in table.handouts:
            table.add(HandoutShown(id=id, seats=seats))


@folds(ChapterBegun)
def chapter_begun(table: Campaign, entry: Entry, body: ChapterBegun) -> None:
    led = table.adventure
    if led is None:
        return
    begins = led.begun[-1:] != (body.id,)
    table.adventure = led._replace(begun=(*led.begun, body.id) if begins else led.begun, told=body.told)
    chapter = led.adventure.chapters.get(body.id)
    if chapter is not None and table.playing is not None and begins:
        table.playing.say(entry, partial(_line, chapter))


def _line(chapter: Chapter, seen: Seen) -> str:
    return f"{chapter.title}: the next chapter begins."
