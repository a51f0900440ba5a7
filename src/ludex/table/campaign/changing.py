"""The content of a table is changed: files come, are replaced and go, while people refer to what is in them.

First a rehearsal: what is new, changed and taken away, and who uses it. Whatever is in use and would be gone needs an
answer. It is kept for those who have it, and offered to nobody else; or another entry takes its place. So no scene, no
character and no other entry ever names what is nowhere.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple

import msgspec

from ludex.core.content.content import Library
from ludex.core.content.references import misnamed, references, unknown
from ludex.core.content.said import Words
from ludex.core.files.codec import as_plain, restore
from ludex.core.kernel.english import listed
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.toml import spelled
from ludex.table.campaign.campaign import Campaign, Shelves
from ludex.table.campaign.characters import plain_entry
from ludex.table.campaign.doing import does
from ludex.table.campaign.likenesses import lose_pictures, pictures_had
from ludex.table.campaign.names import MOST_TITLE
from ludex.table.campaign.reopening import OTHER_CONTENT, go_on_from_here, library_for
from ludex.table.campaign.scenes import built
from ludex.table.campaign.settings import MOST_CONTENT, AddContent, Answer, Wrong, entries_by_id, judged, put_by
from ludex.table.campaign.standing import in_words, why_not_shown
from ludex.table.campaign.uses import (
    Ids,
    Named,
    User,
    by_id,
    own_ids,
    place_of,
    places_in,
    places_of,
    renamed_entry,
    renamed_state,
    renamed_tables,
    users_of,
)
from ludex.table.records.entry import Content, LeftChanged, Prepared
from ludex.table.records.seat import Role, Seat, refuse

What = Literal["new", "changed", "taken away"]
KEPT = "kept"  # how the id of a copy ends that is kept beside its successor
MOST_NAMED = 8  # of those who use something, in a refusal
ASIDE = ("id", "look", "colour", "picture")  # fields whose change is nothing to tell
ON_TABLE = ("being", "scene")  # who uses something there
USES = {
    "being": "{name}", "scene": "the scene {name}", "prepared": "the prepared scene {name}",
    "left": "the scene {name}, which was left", "character": "the character {name}", "entry": "{name}",
}  # fmt: skip


class FieldChange(NamedTuple):
    field: str
    before: str
    after: str


class Change(NamedTuple):
    """What becomes of an entry, and who uses it."""

    kind: str
    id: str
    name: str
    what: What
    fields: tuple[FieldChange, ...]
    users: tuple[User, ...]
    why: str  # it needs an answer; empty: it needs none

    @property
    def named(self) -> Named:
        return self.kind, self.id


class Rehearsed(NamedTuple):
    """What a change of the content comes to, before anything has happened."""

    changes: list[Change]
    untouched: int  # entries
    told: dict[str, Any]  # what is not by the rules, and what may have been forgotten
    kept: dict[Named, dict[str, Any]]  # entries that stay for those who have them
    renamed: dict[Named, str]  # ids by which those who have them name them from now on
    after: Shelves
    offered: Library  # what there is then, for those who have nothing of it

    @property
    def touches(self) -> bool:
        """Is anything otherwise for anybody who has something already?"""
        return bool(self.kept) or any(change.what != "new" for change in self.changes)

    @property
    def unanswered(self) -> list[Change]:
        return [change for change in self.changes if change.why]


# ---------------------------------------------------------------- the rehearsal


def rehearse(table: Campaign, what: AddContent) -> Rehearsed:
    """What giving these files with these answers comes to. `BadInput` where something in them is wrong."""
    _check_names(table, what)
    told = _judged(table, what.given)
    answers = {(answer.kind, answer.id): answer for answer in what.answers}
    after, touched = _after(table, what.given), _touched(table, what.given)
    bare = table.library_with(after)
    kept, ids = _kept(table, bare, touched, answers)
    found = _changes(table, bare, after, touched)
    in_use = {
        change.named: plain_entry(table.library.shelves[change.kind].get(change.id))
        for change in found
        if _needs(change)
    }
    broken = _broken(table, with_kept(bare, {**in_use, **kept}), found, ids)
    changes = [
        change._replace(why="" if change.named in answers else _needs(change) or broken.get(change.named, ""))
        for change in found
    ]
    after = after._replace(retired=put_by(after.retired, kept, ()))
    return Rehearsed(changes, len(touched) - len(found), told, kept, ids, after, bare)


def _kept(
    table: Campaign, bare: Library, touched: Collection[Named], answers: Mapping[Named, Answer]
) -> tuple[dict[Named, dict[str, Any]], dict[Named, str]]:
    """The entries that stay by these answers; and the ids of those that have others than they had, since something else
    is called so from now on."""
    beside = [(kind, id) for kind, id in answers if (kind, id) in touched and id in bare.shelves[kind]]
    ids = {(kind, id): _copy_id(table.library, bare, kind, id) for kind, id in beside}
    answered = {named: _answered(table, bare, answer) for named, answer in answers.items()}
    called = {named: ids.get(named, named[1]) for named in answered}
    return {(named[0], called[named]): {**raw, "id": called[named]} for named, raw in answered.items()}, ids


def with_kept(library: Library, kept: Mapping[Named, dict[str, Any]]) -> Library:
    """A library in which these stay for those who have them."""
    found = library.copy()
    for (kind, id), raw in kept.items():
        shelf = found.shelves[kind]
        if id in shelf.retired:
            del shelf.entries[id], shelf.places[id]
        found.add_retired({kind: [raw]}, "put by")
    return found


def _changes(table: Campaign, bare: Library, after: Shelves, touched: Iterable[Named]) -> list[Change]:
    """What becomes of the entries of some files. One that goes and is in use needs what it names itself."""
    compared = [(named, _change(table, bare, named)) for named in touched]
    changes = [change for _, change in compared if change is not None]
    places = [*places_of(table), *places_in(bare, after.content)]
    needed: set[Named] = set()
    while True:
        used = [change._replace(users=tuple(users_of(places, change.named))) for change in changes]
        more = [one for one in used if one.what == "taken away" and one.users and one.named not in needed]
        if not more:
            return [one if one.what != "new" else one._replace(users=()) for one in used]
        for one in more:
            needed.add(one.named)
            places.append(place_of(one.kind, table.library.shelves[one.kind].get(one.id)))


def _judged(table: Campaign, files: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """What is to be told of files that can be used. Where all that is wrong is that entries are nowhere, they may stand
    in another file."""
    library = _without(table, files)
    try:
        return judged(table, library, files)
    except Wrong as fault:
        nowhere = [f"{id!r}" for id in _nowhere(library, files)]
        if not all(any(id in one.problem.partition(";")[0] for id in nowhere) for one in fault.found):
            raise
        raise BadInput(f"{fault}\nWhat is missing may stand in another file: give the files together.") from None


def _nowhere(library: Library, files: Mapping[str, dict[str, Any]]) -> Iterator[str]:
    """The ids that these files name and no entry has."""
    for tables in files.values():
        for kind, id in entries_by_id(tables):
            entry = library.shelves[kind].entries.get(id) if kind in library.shelves else None
            yield from (one.id for one in references(entry) if one.to.kinds and unknown(library, one.to, one.id))


def _check_names(table: Campaign, what: AddContent) -> None:
    if not what.given and not what.answers:
        raise BadInput("expected the name of a file, or files")
    if any(len(name) > MOST_TITLE for name in what.given):
        raise BadInput(f"name: expected at most {MOST_TITLE} characters")
    if len({*table.content, *what.given}) > MOST_CONTENT:
        raise refuse(f"the table has {MOST_CONTENT} files of content already")


def _without(table: Campaign, files: Mapping[str, Any]) -> Library:
    """The content of the table without these files: what they are judged with."""
    if not any(name in table.content for name in files):
        return table.library.copy()
    others = {name: tables for name, tables in table.content.items() if name not in files}
    found = table.library_with(table.shelves._replace(content=others))
    return found if found is not table.game.starter else found.copy()


def _after(table: Campaign, files: Mapping[str, dict[str, Any]]) -> Shelves:
    """What the table adds to the content of the game then; what comes back is put by no longer."""
    others = {name: tables for name, tables in table.content.items() if name not in files}
    content = {**others, **{name: tables for name, tables in files.items() if tables}}
    back = [named for tables in files.values() for named in entries_by_id(tables)]
    return table.shelves._replace(content=content, retired=put_by(table.retired, {}, back))


def _touched(table: Campaign, files: Mapping[str, dict[str, Any]]) -> list[Named]:
    """All entries of which these files say something, or said."""
    found: dict[Named, None] = {}
    for name, tables in files.items():
        found |= dict.fromkeys(entries_by_id(table.content.get(name, {})))
        found |= dict.fromkeys(entries_by_id(tables))
    return [(kind, id) for kind, id in found if kind in table.library.shelves]


def _change(table: Campaign, after: Library, named: Named) -> Change | None:
    """What becomes of an entry; nothing where it stays as it is."""
    (kind, id), before = named, table.library
    old, new = before.shelves[kind].entries.get(id), after.shelves[kind].entries.get(id)
    if id in before.shelves[kind].retired:
        old = None  # it was there for those who have it, and now it is for all
    words = Words(table.game.forms, before), Words(table.game.forms, after)
    fields = tuple(differing(*words, old, new)) if old is not None and new is not None else ()
    if (old is None and new is None) or (old is not None and new is not None and not fields):
        return None
    what: What = "new" if old is None else "taken away" if new is None else "changed"
    return Change(kind, id, str(getattr(new if new is not None else old, "name", id)), what, fields, (), "")


def differing(before: Words, after: Words, old: Any, new: Any) -> Iterable[FieldChange]:
    """Field by field, by the words of the form in which an entry is written."""
    record, was, now = type(new), plain_entry(old), plain_entry(new)
    for field in dict.fromkeys((*was, *now)):
        if field in ASIDE or was.get(field) == now.get(field):
            continue
        told = said(before, record, was, field), said(after, record, now, field)
        if told[0] == told[1]:  # some things are only counted, such as the cells of a board
            told = plainly(was.get(field)), plainly(now.get(field))
        yield FieldChange(after.forms.field_title(record, field), *told)


def said(words: Words, record: type[Any], raw: Mapping[str, Any], field: str) -> str:
    return "nothing" if raw.get(field) in (None, "", [], {}) else words.with_unit(record, raw, field)


def plainly(value: Any) -> str:
    """A value as a file has it."""
    return "nothing" if value in (None, "", [], {}) else spelled(value)


def _needs(change: Change) -> str:
    return "it is in use" if change.what == "taken away" and change.users else ""


def _answered(table: Campaign, after: Library, answer: Answer) -> dict[str, Any]:
    """The entry that stays, or that takes the place of another, as it would be written."""
    shelf = table.library.shelves.get(answer.kind)
    if shelf is None:
        raise BadInput(f"answers: {answer.kind!r} is no kind of content")
    if answer.answer == "keep":
        if answer.id not in shelf:
            raise BadInput(f"answers: there is no {answer.kind} {answer.id!r} to keep")
        return plain_entry(shelf.get(answer.id))
    other = after.shelves[answer.kind]
    if answer.instead == answer.id or answer.instead not in other or answer.instead in other.retired:
        raise BadInput(f"answers: expected another {answer.kind} instead of {answer.id!r}, not {answer.instead!r}")
    return {**plain_entry(other.get(answer.instead)), "id": answer.id}


def _copy_id(before: Library, after: Library, kind: str, id: str) -> str:
    """The id of a copy that is kept beside what has its id now."""
    taken = {*before.shelves[kind].entries, *after.shelves[kind].entries}
    numbered = (f"{id}_{KEPT}_{number}" for number in range(2, len(taken) + 3))
    return next(one for one in (f"{id}_{KEPT}", *numbered) if one not in taken)


def _broken(table: Campaign, library: Library, changes: list[Change], ids: Ids) -> dict[Named, str]:
    """Of entries that are changed and in use, those with which what uses them can no longer be."""
    changed = [change for change in changes if change.what == "changed"]
    users = dict.fromkeys([user for change in changed for user in change.users])
    on_table = _why_not_on_table(table, library, ids) if any(user.what in ON_TABLE for user in users) else ""
    why = {user: on_table if user.what in ON_TABLE else _why_broken(table, library, user, ids) for user in users}
    return {
        change.named: f"{called(user)} cannot have it so: {why[user]}"
        for change in changed
        for user in change.users
        if why[user]
    }


def _why_not_on_table(table: Campaign, library: Library, ids: Ids) -> str:
    """What is in the way of the scene on the table going on with other content, if it can with what there is."""
    assert table.playing is not None
    why = why_not_shown(table.game, _on_table(table, library, ids))
    return why if why and not why_not_shown(table.game, table.playing.live.scene) else ""


def _why_broken(table: Campaign, library: Library, user: User, ids: Ids) -> str:
    """The same of a scene that is prepared, of a character and of an entry."""
    if user.what == "prepared":
        prepared = table.scenes[user.id]
        why = why_not_built(table, renamed_tables(prepared.tables, ids), prepared.title, library)
        return why if why and not why_not_built(table, prepared.tables, prepared.title, table.library) else ""
    if user.what in ("entry", "character"):
        kind, _, id = user.id.rpartition(" ")
        faults = list(misnamed(library, library.shelves[kind or "character"].entries.get(id)))
        return faults[0].problem.partition(";")[0] if faults else ""
    return ""


def why_not_built(table: Campaign, tables: dict[str, Any], title: str, library: Library) -> str:
    try:
        built(table, tables, title, library)
    except BadInput as fault:
        return in_words(fault)
    return ""


def _on_table(table: Campaign, library: Library, ids: Ids) -> Any:
    """The scene on the table with other content."""
    assert table.playing is not None
    playing = table.playing
    state = renamed_state(as_plain(playing.live.scene), ids)
    return restore(state, len(table.game.migrations), table.game, library_for(library, playing.opened.content))


# ---------------------------------------------------------------- doing it


@does(AddContent, Role.GM, tried=True)
def add_content(table: Campaign, seat: Seat, what: AddContent) -> dict[str, Any]:
    """Homebrew. What is on the table goes on with it from the boundary where it stands."""
    found = rehearse(table, what)
    if table.playing is not None and table.playing.live.open is not None:
        raise refuse("a question is open: content can be changed when the command is over")
    if found.unanswered:
        raise refuse("\n".join([*map(_refusal, found.unanswered[:MOST_NAMED]), ANSWER]))
    scene = None
    if table.playing is not None and found.touches:
        library = with_kept(found.offered, found.kept)
        scene = _on_table(table, library, found.renamed) if found.renamed else None
        if why := _why_not_on_table(table, library, found.renamed):
            raise refuse(f"the scene on the table could not go on with that: {why}")
    kept: dict[str, list[dict[str, Any]]] = {}
    for (kind, _), raw in found.kept.items():
        kept.setdefault(kind, []).append(raw)
    files, before = list(what.given.items()) or [("", {})], pictures_had(table)
    for number, (name, tables) in enumerate(files):
        table.add(Content(name=name, tables=tables, pack=what.pack, kept=kept if number == len(files) - 1 else {}))
    if found.renamed:
        rename_uses(table, found.renamed)
    if table.playing is not None:
        go_on_from_here(table, OTHER_CONTENT, scene)
    lose_pictures(table, before)
    return found.told


ANSWER = "Say for each whether it is kept for those who have it, or what takes its place."


def _refusal(change: Change) -> str:
    who = [called(user) for user in change.users]
    more = len(who) - MOST_NAMED
    told = listed([*who[:MOST_NAMED], *([f"{more} more"] if more > 0 else [])], "and")
    if change.what == "taken away":
        return f"{change.name} is used by {told}."
    return f"{change.name} is changed, and {change.why}."


def called(user: User) -> str:
    return USES[user.what].format(name=user.name)


def rename_uses(table: Campaign, ids: Ids) -> None:
    """Whoever has an entry that was changed has the copy of what it was from now on. The scene on the table is opened
    afresh for it."""
    words, record = by_id(ids), table.library.shelves["character"].record
    users = {(place.user.what, place.user.id) for place in places_of(table) if not place.words.isdisjoint(words)}
    for id, scene in table.scenes.items():
        if ("prepared", id) in users:
            tables = renamed_tables(scene.tables, ids)
            table.add(Prepared(id=id, title=scene.title, tables=tables, replaces=table.words_at("prepared", id)))
    for id, left in table.left.items():
        if ("left", id) in users:
            state = renamed_state(msgspec.json.decode(left.state), ids)
            table.add(LeftChanged(id=id, shape=left.shape, state=state))
    for character in table.characters.values():
        entry = {**renamed_entry(character.entry, record, ids), "id": character.id}
        state = renamed_state(character.state, ids) if character.state else {}
        if entry != character.entry or state != character.state:
            table.add(msgspec.structs.replace(character, entry=entry, state=state))


# ---------------------------------------------------------------- what is missing


class Missing(NamedTuple):
    """What a table names and has not, or has only for those who name it; without an id where that is not known."""

    kind: str
    id: str
    words: str


def missing(table: Campaign) -> list[Missing]:
    """What went while it was in use and nobody was asked, what cannot be read any more, and who needs it."""
    return list(dict.fromkeys([*_set_aside(table), *_gone(table), *_of_characters(table), *_of_prepared(table)]))


def _set_aside(table: Campaign) -> Iterator[Missing]:
    for id, why in table.set_aside.items():
        yield Missing("", "", f"{_title(table, id)} could not stay on the table: {why}")


def _gone(table: Campaign) -> Iterator[Missing]:
    library = table.library
    asked = bool(table.lost or library.unread)
    places = [*places_of(table), *places_in(library, table.content)] if asked else []
    for named in sorted({*table.lost, *library.unread}):
        if is_offered(library, named):
            continue  # by the game itself, or another file
        users = [called(user) for user in users_of(places, named)[:MOST_NAMED]]
        if users:
            who = listed(users, "and")
            yield Missing(*named, f"{_name(library, named)} is gone from the content, and is used by {who}")


def is_offered(library: Library, named: Named) -> bool:
    shelf = library.shelves.get(named[0])
    return shelf is not None and named[1] in shelf and named[1] not in shelf.retired


def _of_characters(table: Campaign) -> Iterator[Missing]:
    for character in table.characters.values():
        entry = table.library.shelves["character"].entries.get(character.id)
        for fault in misnamed(table.library, entry):
            yield Missing("", "", f"the character {character.entry.get('name')}: {fault.problem.partition(';')[0]}")


def _of_prepared(table: Campaign) -> Iterator[Missing]:
    """Of whom and on which board a scene is made; all else is told when it is put on the table."""
    known = {id for shelf in table.library.shelves.values() for id in shelf.entries} if table.scenes else set()
    for scene in table.scenes.values():
        there = known | own_ids(scene.tables.get("content", {}))
        beings = scene.tables.get("beings", {})
        named = [raw.get("from") for raw in beings.values() if isinstance(raw, Mapping)]
        for id in [scene.tables.get("board"), *named]:
            if isinstance(id, str) and id not in there:
                yield Missing("", "", f"the prepared scene {scene.title}: there is no {id!r} in the content")


def _title(table: Campaign, id: str) -> str:
    return table.scenes[id].title if id in table.scenes else "A scene"


def _name(library: Library, named: Named) -> str:
    entry = library.shelves[named[0]].entries.get(named[1]) if named[0] in library.shelves else None
    return str(entry.name) if entry is not None else named[1].replace("_", " ")
