"""Characters as files: brought to a table, where they are checked and what is not by the rules is listed, and taken
home as they stand."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import fields
from typing import Any

import msgspec

from ludex.core.content.content import ContentError, Library, convert
from ludex.core.files.codec import as_plain, restore
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.doing import PLAYERS, Doing, does, folds
from ludex.table.campaign.likenesses import Drawn, lose_pictures, picture_in, pictures_had
from ludex.table.campaign.seating import give, is_taken
from ludex.table.campaign.settings import entries_by_id, judged
from ludex.table.campaign.standing import why_not_shown
from ludex.table.campaign.uses import Named, entries_named, renamed_entry, renamed_state, words_in
from ludex.table.campaign.wishes import end_waivers
from ludex.table.know.fogged import fogged
from ludex.table.records.entry import Character, CharacterGone, Entry, Likeness
from ludex.table.records.fog import Fog
from ludex.table.records.seat import Role, Seat, refuse

FORM = 1  # of the files
MOST_CHARACTERS = 100
MOST_ALONG = 200  # entries that come along with one
OF = "-of-"  # between the id of such an entry and whose it is


class CharacterFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A character alone: their entry of the content and, where they have been played, how they stand."""

    ludex_character: int = FORM
    game: str
    character: dict[str, Any]
    shape: int = 0
    state: str = ""  # a scene in which they are alone, as JSON
    content: dict[str, list[dict[str, Any]]] = {}  # what they were made with and the game itself has not, by kind
    picture: str = ""  # by which they are drawn, in base64; without one they are drawn as a figure


class Bring(Doing, frozen=True, tag="bring"):
    """A character from a file, or from the content by its id; in place of one's own of the same id."""

    file: CharacterFile | None = None
    ready: str = ""


class SendHome(Doing, frozen=True, tag="send_home"):
    """A character of one's own leaves the table."""

    id: str


@does(Bring, *PLAYERS, tried=True)
def bring(table: Campaign, seat: Seat, what: Bring) -> dict[str, Any]:
    """A player's character is played by the player."""
    if (what.file is None) == (not what.ready):
        raise BadInput("expected a file, or the id of a character of the content")
    file = what.file if what.file is not None else ready(table, seat, what.ready)
    if file.game not in ("", table.game.name):  # a file that was made for creation does not say
        raise BadInput(f"game: this table plays {table.game.name}, not {file.game!r}")
    name = file.character.get("id")
    if not isinstance(name, str):
        raise BadInput("character: expected an id")
    there = table.characters.get(name)
    if there is not None and there.owner != seat.id and seat.role is not Role.GM:
        raise refuse(f"the table has a character {name!r} already, who is not yours")
    if seat.role is not Role.GM and name not in seat.beings and is_taken(table, seat, name):
        raise refuse(f"{name!r} is at the table already, and not yours: rename your character")
    if there is None and len(table.characters) >= MOST_CHARACTERS:
        raise refuse(f"the table has {MOST_CHARACTERS} characters already")
    file = with_own_ids(table, name, file)
    comes_drawn = bool(file.picture) or any(file.character.get(field) for field in ("look", "colour"))
    file, brought = with_own_picture(file, there, bool(what.ready))
    state = read_state(file.state) if file.state else {}
    if seat.role is not Role.GM:  # what is wrong is told without the content of the table's own
        looked_over(table, known_shelves(table, seat, name), file, state)
    try:
        found = looked_over(table, table.library, file, state)
    except BadInput:
        if seat.role is not Role.GM:
            raise BadInput("character: they do not fit the content of this table; ask the game master") from None
        raise
    overrides = found["overrides"]
    owner = there.owner if there is not None else seat.id if seat.role is Role.PLAYER else ""
    before = pictures_had(table)
    table.add(
        Character(
            id=name, entry=file.character, shape=file.shape, state=state, overrides=tuple(overrides), owner=owner,
            content=file.content, brought=brought,
        )
    )  # fmt: skip
    if comes_drawn and name in table.likenesses:
        table.add(Likeness(entry=name))  # as the file has it, not as they were drawn here before
    lose_pictures(table, before)
    if seat.role is Role.PLAYER and name not in seat.beings:
        give(table, seat.id, (*seat.beings, name))
    return {"character": name, "overrides": overrides, "warnings": found["warnings"]}


def looked_over(table: Campaign, shelves: Library, file: CharacterFile, state: dict[str, Any]) -> dict[str, list[str]]:
    """What is to be told of a character with this content, as they stand; `BadInput` where they cannot be played."""
    library, found = checked(table, shelves, file)
    name = file.character["id"]
    if state:
        found["overrides"] += differences(table, library, name, file.shape, state)
    elif why := why_not_shown(table.game, alone(table, library, name)):
        raise BadInput(f"character: {why}")
    return found


def checked(table: Campaign, shelves: Library, file: CharacterFile) -> tuple[Library, dict[str, list[str]]]:
    """The content with a character in it, and what is to be told of it."""
    library = shelves.copy()
    found = judged(table, library, {"the file": {**file.content, "character": [file.character]}})
    for kind, entries in file.content.items():
        library.shelves[kind].retired |= {raw["id"] for raw in entries}
    return library, found


def open_to_players(table: Campaign) -> Library:
    """Of what players make characters: what comes with the game, and where the game master has opened it what the table
    has added."""
    return table.library.without_retired() if table.settings.making == "table" else table.game.starter


def known_shelves(table: Campaign, seat: Seat, name: str) -> Library:
    """The content that a player may name in a character of this id: what is open to players, and what the character has
    had here already. Whoever guesses what else there is finds out nothing, and has nothing of it."""
    own, library = own_entries(table), table.library.copy()
    opened = open_to_players(table)
    for kind, id in own.keys() - with_all_named(own, had_already(table, seat, name)):
        shelf = library.shelves[kind]
        if id not in table.game.starter.shelves[kind] and id not in opened.shelves[kind]:
            del shelf.entries[id], shelf.places[id]
            shelf.retired.discard(id)
    return library


def had_already(table: Campaign, seat: Seat, name: str) -> AbstractSet[str]:
    """The ids of what a character has here: what their entry names by its fields, and what they have as they stand.
    What they are called themself is no word for anything that they have."""
    try:
        before = character_file(table, seat, name)
    except (BadInput, Refused):  # they are new here
        return frozenset()
    entry = entry_of(table, name)
    stands = words_in(read_state(before.state)) if before.state else frozenset()
    return {id for _, id in entries_named(entry)} | (stands - {name, entry.id})


def own_entries(table: Campaign) -> dict[Named, Any]:
    """All entries but characters that the game itself has not, or not so."""
    library, starter = table.library, table.game.starter
    there = {(kind, id): entry for kind, shelf in library.shelves.items() for id, entry in shelf.entries.items()}
    return {
        (kind, id): entry
        for (kind, id), entry in there.items()
        if kind != "character" and starter.shelves[kind].entries.get(id) is not entry
    }


def with_all_named(own: Mapping[Named, Any], words: AbstractSet[str]) -> set[Named]:
    """Those of which the id is among these words, and all that they name themselves."""
    found: set[Named] = set()
    left = [named for named in own if named[1] in words]
    while left:
        named = left.pop()
        if named not in found:
            found.add(named)
            left += [other for other in entries_named(own[named]) if other in own]
    return found


def with_own_ids(table: Campaign, name: str, file: CharacterFile) -> CharacterFile:
    """What comes along has ids that say whose it is: so whatever else is called so at the table, nobody is told of it.
    What the game itself has need not come."""
    entries = entries_by_id(dict(file.content))
    if len(entries) != sum(map(len, file.content.values())):
        raise BadInput("content: expected entries by kind, each with an id of its own")
    if len(entries) > MOST_ALONG:
        raise BadInput(f"content: expected at most {MOST_ALONG} entries, not {len(entries)}")
    if not entries:
        return file
    if any(kind == "character" for kind, _ in entries):
        raise BadInput("content: expected no other characters")
    starter = table.game.starter
    kept = {named: raw for named, raw in entries.items() if not is_in(starter, *named, raw)}
    ids = {(kind, id): f"{id}{OF}{name}" for kind, id in kept if not id.endswith(f"{OF}{name}")}
    records = {kind: shelf.record for kind, shelf in starter.shelves.items()}
    along: dict[str, list[dict[str, Any]]] = {}
    for (kind, id), raw in kept.items():
        own = renamed_entry(raw, records[kind], ids) if kind in records else raw
        along.setdefault(kind, []).append({**own, "id": ids.get((kind, id), id)})
    character = {**renamed_entry(file.character, records["character"], ids), "id": name}
    state = msgspec.json.encode(renamed_state(read_state(file.state), ids)).decode() if file.state else ""
    return msgspec.structs.replace(file, character=character, state=state, content=along)


def with_own_picture(file: CharacterFile, there: Character | None, ready: bool) -> tuple[CharacterFile, str]:
    """With the picture that comes in the file, by the name that it has at a table, and in words; or else with the one
    that they had here. What a file only names is not in it: to look it up would tell what else the table has."""
    character = {field: value for field, value in file.character.items() if field != "picture" or ready}
    brought = ""
    if file.picture:
        character["picture"], brought = picture_in(file.picture)
    elif there is not None and not any(character.get(field) for field in Drawn._fields):
        character |= {field: there.entry[field] for field in Drawn._fields if there.entry.get(field)}
    along = {
        kind: [{field: value for field, value in raw.items() if field != "picture"} for raw in entries]
        for kind, entries in file.content.items()
    }
    return msgspec.structs.replace(file, character=character, content=along, picture=""), brought


def is_in(library: Library, kind: str, id: str, raw: dict[str, Any]) -> bool:
    """Does a library have just this entry?"""
    shelf = library.shelves.get(kind)
    if shelf is None or id not in shelf:
        return False
    try:
        return plain_entry(convert(raw, shelf.record, "")) == plain_entry(shelf.get(id))
    except ContentError:
        return False


def ready(table: Campaign, seat: Seat, name: str) -> CharacterFile:
    """Of the content that the table has added only the game master knows."""
    library = table.library if seat.role is Role.GM else table.game.starter
    if seat.role is not Role.GM and name not in library.shelves["character"]:
        raise refuse(f"the game has no character {name!r}")
    entry = library.shelves["character"].get(name)
    return CharacterFile(game=table.game.name, character=plain_entry(entry))


def plain_entry(entry: Any) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(entry))
    return found


def read_state(words: str) -> dict[str, Any]:
    try:
        return msgspec.json.decode(words, type=dict[str, Any])
    except msgspec.DecodeError as fault:
        raise BadInput(f"state: {fault}") from None


def differences(table: Campaign, library: Library, name: str, shape: int, state: dict[str, Any]) -> list[str]:
    """Where a character does not stand as their entry makes them."""
    try:
        scene = restore(state, shape, table.game, library)
        faults = table.game.faults(scene)
    except BadInput:
        raise
    except Exception as fault:  # whatever rules make of a state that nobody has played to
        raise BadInput(f"state: nobody can stand so ({type(fault).__name__})") from None
    own = [(key, being.id, being.side) for key, being in scene.beings.items()]
    if own != [(name, name, table.game.sides[0])]:
        raise BadInput(f"state: expected {name} alone, on the side of the {table.game.sides[0]}")
    if table.game.commanded_by(scene, scene.beings[name]):
        raise BadInput("state: expected a character whom nobody commands")
    if faults:
        raise BadInput(f"state: {faults[0]}")
    if why := why_not_shown(table.game, scene):
        raise BadInput(f"state: {why}")
    fresh, stands = alone(table, library, name).beings[name], scene.beings[name]
    found = []
    for part, by_entry in ((stands, fresh), (stands.sheet, fresh.sheet)):
        for field in fields(part):
            now, was = getattr(part, field.name), getattr(by_entry, field.name)
            if field.name not in ("sheet", *table.game.placing) and now != was:
                found.append(f"{field.name}: {shown(now)}, by the entry {shown(was)}")
    return found


def shown(value: object) -> str:
    return msgspec.json.encode(value).decode()[:200]


def alone(table: Campaign, library: Library, name: str, entry: str = "") -> Any:
    """A scene with nobody but a character as their entry makes them."""
    options = table.game.rulebook.check_options({})
    tables = {"beings": {name: {"from": entry or name, "side": table.game.sides[0]}}, "options": options}
    return table.game.set_up(tables, f"character {name}", library)


@folds(Character)
def character(table: Campaign, entry: Entry, body: Character) -> None:
    table.characters = {**table.characters, body.id: msgspec.structs.replace(body, brought="")}
    end_waivers(table, entry.by)
    table.shelve()


@does(SendHome, *PLAYERS)
def send_home(table: Campaign, seat: Seat, what: SendHome) -> None:
    found = table.characters.get(what.id)
    if found is None:
        raise BadInput(f"the table has no character {what.id!r}")
    if found.owner != seat.id and seat.role is not Role.GM:
        raise refuse("this character is not yours")
    if table.scene is not None and what.id in table.scene.beings:
        raise refuse("this character is in the scene on the table")
    before = pictures_had(table)
    table.add(CharacterGone(id=what.id))
    lose_pictures(table, before)


@folds(CharacterGone)
def character_gone(table: Campaign, entry: Entry, body: CharacterGone) -> None:
    table.characters = {id: one for id, one in table.characters.items() if id != body.id}
    table.likenesses = {id: one for id, one in table.likenesses.items() if id != body.id}
    table.shelve()


# ---------------------------------------------------------------- taking it home


def character_file(table: Campaign, seat: Seat, name: str) -> CharacterFile:
    """The file of a character as they stand now, for whoever plays them, their owner or the game master. It names
    nobody of whom the seat does not know: what has befallen somebody says through whom."""
    brought = table.characters.get(name)
    if seat.role is not Role.GM and name not in seat.beings and (brought is None or brought.owner != seat.id):
        raise refuse("this character is not yours")
    entry = drawn_as_here(table, entry_of(table, name))
    before = party_before(table, "" if seat.role is Role.GM else table.knowledge(seat))
    if before is None or name not in before.beings or before.beings[name].side != table.game.sides[0]:
        file = CharacterFile(game=table.game.name, character=plain_entry(entry))
        return with_along(table, seat, file, brought)
    scene = alone(table, table.library, name, entry.id)
    stands = before.beings[name].fork()
    for field in table.game.placing:
        setattr(stands, field, getattr(scene.beings[name], field))
    scene.beings[name] = stands
    plain = {**plain_entry(entry), "id": name}
    state = msgspec.json.encode(as_plain(scene)).decode()
    file = CharacterFile(game=table.game.name, character=plain, shape=len(table.game.migrations), state=state)
    return with_along(table, seat, file, brought)


def drawn_as_here(table: Campaign, entry: Any) -> Any:
    """An entry with what it is drawn as at the table. Whoever writes the file puts the picture itself into it."""
    own = table.likenesses.get(entry.id)
    if own is None:
        return entry
    return msgspec.structs.replace(entry, look=own.look or entry.look, colour=own.colour, picture=own.picture)


def with_along(table: Campaign, seat: Seat, file: CharacterFile, brought: Character | None) -> CharacterFile:
    """With what the character was made with: what came along with them, and for the game master whatever else of the
    table's own they have. Of that nobody else may know more than they are shown."""
    found = entries_by_id(dict(brought.content)) if brought is not None else {}
    if seat.role is Role.GM:
        own = own_entries(table)
        words = words_in([file.character, msgspec.json.decode(file.state) if file.state else None])
        more = with_all_named(own, words) - found.keys()
        found |= {named: plain_entry(entry) for named, entry in own.items() if named in more}
    along: dict[str, list[dict[str, Any]]] = {}
    for (kind, _), raw in found.items():
        along.setdefault(kind, []).append(raw)
    return msgspec.structs.replace(file, content=along)


def party_before(table: Campaign, known_to: str = "") -> Any:
    """A scene with all of the party as they stood when they were last played, or as they were brought; or as much of it
    as a side knows."""
    played = [(id, left.scene(table.game, table.library)) for id, left in table.left.items()]
    if table.playing is not None:
        played.append((table.playing.id, table.playing.live.scene))
    scenes = [known_scene(table, id, scene, known_to) if known_to else scene for id, scene in played]
    brought = [(c.shape, c.state) for c in table.characters.values() if c.state]
    alone = [restore(state, shape, table.game, table.library) for shape, state in brought]
    if not scenes and not alone:
        return None
    found = (scenes or alone)[-1].fork()
    side = table.game.sides[0]
    for scene in (*reversed(scenes), *alone):
        for name, being in scene.beings.items():
            if being.side == side and name not in found.beings:
                found.beings[name] = being.fork()
    return found


def known_scene(table: Campaign, id: str, scene: Any, side: str) -> Any:
    """As much of a scene as a side knows."""
    return fogged(table.game, table.game.view(scene, side), side, table.fogs.get(id, Fog()))


def entry_of(table: Campaign, name: str) -> Any:
    """The entry of the content from which a being of the party was made."""
    shelf = table.library.shelves["character"]
    scenes = [table.playing.id] if table.playing is not None else []
    for id in (*scenes, *reversed(table.left)):
        raw = table.scenes[id].tables.get("beings", {}).get(name, {}) if id in table.scenes else {}
        if raw.get("from") in shelf:
            return shelf.get(raw["from"])
    if name not in shelf:
        raise BadInput(f"{name!r} is no character of the content or the table")
    return shelf.get(name)
