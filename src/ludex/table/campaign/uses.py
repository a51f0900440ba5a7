"""Who names which entries of the content: beings of the scene on the table, scenes that are prepared or were left,
characters, and other entries.

What is kept of a scene is plain data in which ids stand as words, so whoever has a word that is somebody's id counts as
one who uses it. To keep an entry that nobody needs costs little; one that is missing costs a scene.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from ludex.core.content.content import ContentError, Entry, Library, convert
from ludex.core.content.references import Names, chosen_by, fields_of, references
from ludex.core.files.codec import as_plain
from ludex.table.campaign.campaign import Campaign

Named = tuple[str, str]  # the kind of an entry and its id
SAID = frozenset({"title", "text", "name", "look", "colour", "picture", "description"})  # fields that name nobody
PARTS = re.compile(r"[^:> ]+")  # of words that are made of several: `treat:sefa:arm`


class User(NamedTuple):
    """Somebody or something that names an entry."""

    what: str  # being, scene, prepared, left, character or entry
    id: str  # of an entry with its kind before it
    name: str


class Place(NamedTuple):
    """Where entries are named: by their ids alone, or by kind and id."""

    user: User
    words: frozenset[str]
    entries: frozenset[Named] = frozenset()

    def names(self, entry: Named) -> bool:
        return entry in self.entries or entry[1] in self.words


def users_of(places: list[Place], entry: Named) -> list[User]:
    """Who names an entry, each once: a character who is on the table is told of there, and itself it does not use."""
    found = dict.fromkeys([place.user for place in places if place.names(entry)])
    beings = [("character", user.id) for user in found if user.what == "being"]
    aside = {*beings, ("entry", f"{entry[0]} {entry[1]}"), ("character", entry[1])}
    return [user for user in found if (user.what, user.id) not in aside]


def places_of(table: Campaign) -> list[Place]:
    """Everybody at a table who may name an entry, but for other entries."""
    return [*_on_table(table), *_prepared(table), *_left(table), *_characters(table)]


def _on_table(table: Campaign) -> Iterator[Place]:
    playing = table.playing
    if playing is None:
        return
    state = as_plain(playing.live.scene)
    yield from _of_beings(state)
    rest = {key: part for key, part in state.items() if key != "beings"}
    yield Place(User("scene", playing.id, playing.opened.title), words_in(rest) - state["beings"].keys())


def _of_beings(state: Mapping[str, Any]) -> Iterator[Place]:
    """Each being of a scene. That others are named there by their ids says nothing of what these were made of."""
    ids = state["beings"].keys()
    for id, being in state["beings"].items():
        made_of = {str(being.get("sheet", {}).get("kind", ""))}
        own = {key: part for key, part in being.items() if key not in ("id", "side")}
        yield Place(User("being", id, str(being.get("name", id))), (words_in(own) - ids) | made_of)


def _prepared(table: Campaign) -> Iterator[Place]:
    for scene in table.scenes.values():
        beings = scene.tables.get("beings", {})
        tables = beings.values() if isinstance(beings, Mapping) else ()
        made_of = {id for id, raw in beings.items() if isinstance(raw, Mapping) and "from" not in raw} if tables else ()
        rest = {key: part for key, part in scene.tables.items() if key not in ("beings", "content", "script", "case")}
        own = scene.tables.get("content", {})
        named = words_in(rest) | words_in(list(tables)) | words_in(own) | {*made_of}
        yield Place(User("prepared", scene.id, scene.title), named - own_ids(own))


def own_ids(content: Any) -> set[str]:
    """What a scene brings along itself."""
    lists = content.values() if isinstance(content, Mapping) else ()
    return {str(raw.get("id", "")) for one in lists if isinstance(one, list) for raw in one if isinstance(raw, Mapping)}


def _left(table: Campaign) -> Iterator[Place]:
    for id, left in table.left.items():
        if table.playing is not None and table.playing.id == id:
            continue
        title = table.scenes[id].title if id in table.scenes else "a scene that was left"
        yield Place(User("left", id, title), _words_of_state(msgspec.json.decode(left.state)))


def _words_of_state(state: Mapping[str, Any]) -> frozenset[str]:
    rest = {key: part for key, part in state.items() if key != "beings"}
    named = [place.words for place in _of_beings(state)] if "beings" in state else []
    return frozenset().union(words_in(rest) - state.get("beings", {}).keys(), *named)


def _characters(table: Campaign) -> Iterator[Place]:
    shelf = table.library.shelves["character"].entries
    for character in table.characters.values():
        entry = shelf.get(character.id)
        named = entries_named(entry) if entry is not None else frozenset()
        state = _words_of_state(character.state) if character.state else frozenset()
        yield Place(User("character", character.id, str(character.entry.get("name", character.id))), state, named)


def places_in(library: Library, content: Mapping[str, Mapping[str, Any]]) -> Iterator[Place]:
    """Entries of files, as the library has them. Those of the game name nothing of a table."""
    for tables in content.values():
        for kind, listed in tables.items():
            shelf = library.shelves.get(kind)
            for raw in listed if shelf is not None and isinstance(listed, list) else ():
                id = str(raw.get("id")) if isinstance(raw, Mapping) else ""
                entry = shelf.entries.get(id) if shelf is not None else None
                if entry is not None:
                    yield place_of(kind, entry)


def place_of(kind: str, entry: Any) -> Place:
    return Place(User("entry", f"{kind} {entry.id}", entry.name), frozenset(), entries_named(entry))


def entries_named(entry: object) -> frozenset[Named]:
    """What an entry names, by what the types of its fields say."""
    return frozenset([(kind, one.id) for one in references(entry) for kind in one.to.kinds])


def words_in(value: Any) -> frozenset[str]:
    """All words in plain data that could be ids."""
    found: set[str] = set()
    _gather(value, found)
    return frozenset(found)


def _gather(value: Any, found: set[str]) -> None:
    if isinstance(value, str):
        found.add(value)
        found.update(PARTS.findall(value))
    elif isinstance(value, Mapping):
        for key, part in value.items():
            found.add(str(key))
            if key not in SAID:
                _gather(part, found)
    elif isinstance(value, list | tuple):
        for part in value:
            _gather(part, found)


# ---------------------------------------------------------------- other ids

Ids = Mapping[Named, str]  # what entries are called from now on
Calling = Callable[[str], str]  # what a word in a field is from now on


def renamed_entry(raw: dict[str, Any], record: type[Entry], ids: Ids) -> dict[str, Any]:
    """An entry as it is written, which names these others by other ids. A field whose type says of which kind that is
    names none of another kind that has the same id; where its type says nothing, any word may be one of these ids."""
    try:
        entry = convert(raw, record, "")
    except ContentError:
        return raw  # what is wrong with it is told by whoever judges it
    found: dict[str, Any] = _rewritten(raw, entry, ids, _as_it_is)
    return found


def _rewritten(raw: Any, value: object, ids: Ids, called: Calling) -> Any:
    """What is written of a value, or of any part of one."""
    if isinstance(value, msgspec.Struct) and isinstance(raw, Mapping):
        parts = {written: (getattr(value, field), _calling(value, written, names, ids))
                 for field, written, names in fields_of(type(value))}  # fmt: skip
        return {key: _rewritten(part, parts[key][0], ids, parts[key][1]) if key in parts else part
                for key, part in raw.items()}  # fmt: skip
    if isinstance(value, str) and isinstance(raw, str):
        return called(raw)
    if isinstance(value, Mapping) and isinstance(raw, Mapping):
        pairs = zip(raw.items(), value.values(), strict=False)
        return {called(key): _rewritten(part, read, ids, called) for (key, part), read in pairs}
    if isinstance(value, tuple) and isinstance(raw, list | tuple):
        return [_rewritten(part, read, ids, called) for part, read in zip(raw, value, strict=False)]
    return raw


def _calling(holder: msgspec.Struct, written: str, names: Names | None, ids: Ids) -> Calling:
    """What the words in a field are from now on."""
    if names is not None:
        kinds = chosen_by(holder, names).kinds
        return lambda word: next((ids[kind, word] for kind in kinds if (kind, word) in ids), word)
    if written in SAID or written in _with_words_of_their_own(type(holder)):
        return _as_it_is
    return lambda word: str(renamed(word, by_id(ids)))


def _as_it_is(word: str) -> str:
    return word


@cache
def _with_words_of_their_own(record: type[msgspec.Struct]) -> frozenset[str]:
    """The fields of a record whose types list the words that may stand there."""
    hints = get_type_hints(record)
    return frozenset([written for field, written, _ in fields_of(record) if _lists_words(hints[field])])


def _lists_words(hint: Any) -> bool:
    return get_origin(hint) is Literal or any(map(_lists_words, get_args(hint)))


def by_id(ids: Ids) -> dict[str, str]:
    """For plain data, in which nothing says of which kind an id is."""
    return {id: new for (_, id), new in ids.items()}


def renamed(value: Any, ids: Mapping[str, str]) -> Any:
    """Plain data in which these ids are others, also within words that are made of several."""
    if not ids:
        return value
    if isinstance(value, str):
        return ids[value] if value in ids else PARTS.sub(lambda part: ids.get(part[0], part[0]), value)
    if isinstance(value, Mapping):
        return {ids.get(key, key): part if key in SAID else renamed(part, ids) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [renamed(part, ids) for part in value]
    return value


def renamed_state(state: dict[str, Any], named: Ids) -> dict[str, Any]:
    """The state of a scene in which these entries are others; those in it keep their own ids."""
    beings, ids = state.get("beings", {}), by_id(named)
    own = {old: new for old, new in ids.items() if old not in beings}
    found: dict[str, Any] = renamed(state, own)
    for name, being in found.get("beings", {}).items():
        sheet = being.get("sheet")
        if isinstance(sheet, dict) and sheet.get("kind") in ids:
            found["beings"][name] = {**being, "sheet": {**sheet, "kind": ids[sheet["kind"]]}}
    return found


def renamed_tables(tables: dict[str, Any], named: Ids) -> dict[str, Any]:
    """The same of the tables of a scene file: whoever was made of an entry by their own id says so from now on."""
    beings, ids = tables.get("beings", {}), by_id(named)
    own = {old: new for old, new in ids.items() if old not in beings}
    found: dict[str, Any] = renamed(tables, own)
    for name, raw in beings.items():
        made_of = raw.get("from", name)
        if made_of in ids:
            found["beings"][name] = {**found["beings"][name], "from": ids[made_of]}
    for one in found.get("parties", {}).values():
        more = {name: raw for name, raw in one.get("beings", {}).items() if raw.get("from") in ids}
        one.setdefault("beings", {}).update({name: {**raw, "from": ids[raw["from"]]} for name, raw in more.items()})
    return found
