"""Likenesses: how somebody is drawn at a table, as one of the drawn figures or by a picture of their own.

What the content says of an entry holds for all who are made from it; a likeness takes its place at one table. Whoever
may see a being is told its picture by name, and nobody else: the name is the hash of what is in it.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from binascii import Error as NoBase64
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from ludex.core.content.content import Colour
from ludex.core.kernel.derived import derived
from ludex.core.kernel.ruling import BadInput
from ludex.core.pack.pictures import MOST_TOKEN, token_kind
from ludex.core.show.looks import being_look, look_by_content
from ludex.table.campaign import pictures
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.doing import PLAYERS, Doing, does, folds
from ludex.table.campaign.pictures import picture_under
from ludex.table.campaign.settings import entries_by_id
from ludex.table.records.entry import Character, Entry, Likeness, PictureGone
from ludex.table.records.seat import Role, Seat, refuse

LOOK = re.compile(r"[A-Za-z0-9_-]{0,40}")
MOST_LIKENESSES = 500


class Depict(Doing, frozen=True, tag="likeness"):
    """How somebody is drawn from now on, and all who were made from the same entry of the content: one of the drawn
    figures by its name, on a plate of a colour, or a picture in base64: PNG, JPEG or WebP, small enough for a token.
    With nothing they are drawn as the content says. Players have that right for their own characters."""

    who: str
    look: str = ""
    colour: Colour = ""
    picture: str = ""


@does(Depict, *PLAYERS)
def depict(table: Campaign, seat: Seat, what: Depict) -> None:
    entry = depicted(table, seat, what.who)
    if not LOOK.fullmatch(what.look):
        raise BadInput("look: expected the name of a figure")
    if what.picture and (what.look or what.colour):
        raise BadInput("expected a figure and its colour, or a picture")
    if entry not in table.likenesses and len(table.likenesses) >= MOST_LIKENESSES:
        raise refuse(f"the table has {MOST_LIKENESSES} likenesses of its own already")
    name, brought = picture_in(what.picture) if what.picture else ("", "")
    before = pictures_had(table)
    table.add(Likeness(entry=entry, look=what.look, colour=what.colour, picture=name, brought=brought))
    lose_pictures(table, before)


def depicted(table: Campaign, seat: Seat, who: str) -> str:
    """The entry from which somebody was made whom this seat may depict. Of others a player is told nothing."""
    scene = table.scene
    known = scene.beings if scene is not None else {}
    entry = kind_of_being(known[who]) if who in known else who
    if seat.role is Role.GM:
        if not any(entry in shelf for shelf in table.library.shelves.values()):
            raise BadInput(f"nobody here is called {who!r}, and nothing in the content")
        return entry
    brought = table.characters.get(who)
    own = table.plays(seat, who) or (brought is not None and brought.owner == seat.id)
    elsewhere = entry != who and is_of_others(table, seat, entry)
    if not own or elsewhere or entry not in table.library.shelves["character"]:
        raise refuse("this is no character of yours")
    return entry


def is_of_others(table: Campaign, seat: Seat, entry: str) -> bool:
    """Does another seat play or own the character of this entry? What somebody says they were made from may be anybody
    in the file that they have brought."""
    brought = table.characters.get(entry)
    owned = brought is not None and brought.owner not in ("", seat.id)
    others = [other for other in table.seats.values() if other.id != seat.id and not other.removed]
    return owned or any(entry in other.beings for other in others)


def kind_of_being(being: Any) -> str:
    """The entry that a being was made from; nothing for things that were made without one."""
    return being.sheet.kind if hasattr(being, "sheet") else ""


@folds(Likeness)
def likeness(table: Campaign, entry: Entry, body: Likeness) -> None:
    others = {id: one for id, one in table.likenesses.items() if id != body.entry}
    drawn = body.look or body.colour or body.picture
    table.likenesses = {**others, body.entry: msgspec.structs.replace(body, brought="")} if drawn else others


# ---------------------------------------------------------------- as they are drawn


class Drawn(NamedTuple):
    look: str  # a figure by its name, or a number that chooses one
    colour: str
    picture: str  # the hash of one, or nothing


def drawn(likenesses: Mapping[str, Likeness], scene: Any, being: Any, ally: bool) -> Drawn:
    """How a being is drawn for those who see this scene."""
    own = likenesses.get(kind_of_being(being))
    if own is not None:
        return Drawn(own.look or being_look(scene, being, ally), own.colour, own_name(own.picture))
    if scene.library is None:
        return Drawn(being_look(scene, being, ally), "", "")
    return drawn_by_content(scene.library, kind_of_being(being), being.id, being.name, ally)


@derived()
def drawn_by_content(library: Any, kind: str, who: str, name: str, ally: bool) -> Drawn:
    """A being as it is drawn where the table says nothing else."""
    look, entry = look_by_content(library, kind, who, name, ally), said_of(library, kind) if kind else None
    return Drawn(look, entry.colour, own_name(entry.picture)) if entry is not None else Drawn(look, "", "")


def drawn_character(table: Campaign, character: Character) -> Drawn:
    """How a character is drawn who was brought; without a look of their own it is chosen by whoever draws them."""
    own = table.likenesses.get(character.id)
    if own is not None:
        return Drawn(own.look, own.colour, own_name(own.picture))
    look, colour, picture = (str(character.entry.get(field, "")) for field in Drawn._fields)
    return Drawn(look, colour, own_name(picture))


@derived()
def said_of(library: Any, id: str) -> Any:
    """The entry of an id that says how it is drawn."""
    found = (shelf.entries[id] for shelf in library.shelves.values() if id in shelf.entries)
    return next((entry for entry in found if entry.colour or entry.picture), None)


def own_name(picture: str) -> str:
    """Pictures of a table are called by their hashes; what else stands in a file is not here."""
    return picture if pictures.NAME.fullmatch(picture) else ""


# ---------------------------------------------------------------- pictures that come and go


def picture_in(words: str) -> tuple[str, str]:
    """The name of a picture for a token that comes as words, and those words again, as plainly as can be."""
    if len(words) > MOST_TOKEN * 4 // 3 + 4:
        raise BadInput(f"picture: for a token expected at most {MOST_TOKEN:,} bytes")
    try:
        data = b64decode(words, validate=True)
    except (NoBase64, ValueError):
        raise BadInput("picture: expected base64") from None
    token_kind(data)
    return sha256(data).hexdigest(), b64encode(data).decode()


def pictures_had(table: Campaign, but: str = "") -> set[str]:
    """All pictures that are named at a table, by likenesses, content, characters, and handouts but one."""
    files = [*table.content.values(), *table.opened_with.content.values()]
    files += [{kind: list(entries.values())} for kind, entries in table.retired.items()]
    files += [scene.tables for scene in table.scenes.values()]
    brought = [one.entry for one in (*table.characters.values(), *table.opened_with.characters.values())]
    return {
        *(shown.handout.picture for id, shown in table.handouts.items() if id != but),
        *(one.picture for one in table.likenesses.values()),
        *(own_name(str(raw.get("picture", ""))) for tables in files for raw in entries_by_id(tables).values()),
        *(own_name(str(raw.get("picture", ""))) for raw in brought),
        *(own_name(picture_under(raw)) for tables in files for raw in entries_by_id(tables).values()),
        *(own_name(picture_under(scene.tables.get("board"))) for scene in table.scenes.values()),
        *(laid.picture for laid in table.maps.values()),
    } - {""}


def lose_pictures(table: Campaign, before: set[str]) -> None:
    """Pictures that were named before and are not any more are lost, but for those that were uploaded for handouts."""
    for name in sorted(before - pictures_had(table)):
        table.add(PictureGone(unused=name, of_token=True))


def who_has(table: Campaign) -> Iterator[tuple[str, str]]:
    """Names of those who are drawn by a picture, each with that picture."""
    for shelf in table.library.shelves.values():
        for id, entry in shelf.entries.items():
            own = table.likenesses.get(id)
            if found := own.picture if own is not None else own_name(entry.picture):
                yield found, entry.name
