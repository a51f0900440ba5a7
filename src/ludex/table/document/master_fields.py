"""The fields of somebody or of the scene that the game master can set by hand: in the words of the game, each with what
it holds and with what it can be, so that nobody has to know how it is kept."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin

import msgspec

from ludex.core.board.cells import Cell
from ludex.core.board.zone import ZoneId
from ludex.core.content.references import Names, said_of
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.english import listed, there_are
from ludex.core.kernel.named import BeingId, SubjectId
from ludex.core.kernel.reading import read
from ludex.core.kernel.ruling import BadInput
from ludex.core.scene.by_hand import FieldByHand, settable
from ludex.core.scene.given import is_union
from ludex.core.scene.shape import SCENE
from ludex.core.show.marks import capital
from ludex.core.show.sentences import THING
from ludex.table.document.looking import Look, answers
from ludex.table.document.master_looks import kind_of, zones
from ludex.table.document.show import Documents
from ludex.table.know.seen import Seen
from ludex.table.records.seat import Seat, master_only

NONE = "none"
NUMBERED = frozenset("123")  # the parts of what is kept without names
EMPTY: tuple[object, ...] = ("", None, 0, (), [], {})  # what goes without saying


class Fields(Look, frozen=True, tag="fields"):
    """Every field of a being, or of the `scene`, that the game master can set, and what it holds."""

    what: str


@answers(Fields)
def look_at_fields(documents: Documents, seat: Seat, seen: Seen, what: Fields) -> Any:
    master_only(seat)
    if what.what != SCENE and what.what not in seen.scene.beings:
        raise BadInput(f"there is no being {what.what!r}; {there_are(what.what, seen.scene.beings)}, or {SCENE}")
    return list(_fields(seen, what.what))


class Field(NamedTuple):
    """One of them: what is said of it, its type, and what it holds, as it is kept and as it would be given."""

    name: str
    said: FieldByHand
    hint: Any
    kept: Any
    value: Any


def _fields(seen: Seen, what: str) -> Iterator[dict[str, Any]]:
    known = settable(seen.game.shape, what)
    for heading, name, said in seen.game.by_hand.asked(what, known):
        holder = _holder(seen, what, name)
        if holder is None:
            continue  # a file can set it, but it is not kept under this name
        kept = seen.game.shape.maxima.get(name, name) if what != SCENE else name
        field = Field(name, said, known[name], getattr(holder, kept), msgspec.to_builtins(getattr(holder, kept)))
        if not _is_of(field.value, field.hint):
            continue  # nor in this form
        asked = _asked(seen, what, field, _unset(holder, kept))
        if asked["kind"] == "told" and not asked["lines"] and not asked["can_unset"]:
            continue  # there is nothing to tell or to take away
        yield {
            "name": name,
            "words": capital(said.called),
            "text": said.text,
            "unit": said.unit,
            "heading": heading,
            "usual": not heading,
            "value": field.value,
            **asked,
        }


def _holder(seen: Seen, what: str, name: str) -> Any:
    """Who keeps it: the scene, a being, or their sheet, where the most of each pool stands."""
    shape, scene = seen.game.shape, seen.scene
    kept = name if what == SCENE else shape.maxima.get(name, name)
    among = (scene,) if what == SCENE else (scene.beings[what], scene.beings[what].sheet)[kept != name :]
    found = next((each for each in among if hasattr(each, kept)), None)
    return None if found is None or callable(getattr(found, kept)) else found


def _unset(holder: Any, kept: str) -> Any:
    """What it is where nobody has set it; missing where it always is something."""
    found = next((field for field in fields(holder) if field.name == kept), None)
    return MISSING if found is None or found.default is MISSING else msgspec.to_builtins(found.default)


def _is_of(value: Any, hint: Any) -> bool:
    try:
        read(value, hint)
    except msgspec.ValidationError:
        return False
    return True


# ---------------------------------------------------------------- how it is asked for


def _asked(seen: Seen, what: str, field: Field, unset: Any) -> dict[str, Any]:
    """As a number, yes or no, one of a few, a list of things, numbers by name, a place or places of the board, or free
    words. Anything else is told, and can be taken away."""
    told: dict[str, Any] = {"values": [], "things": None, "lines": [], "unset": None, "can_unset": False}
    inner, hint = get_args(field.hint), field.hint
    each = inner[0] if get_origin(hint) is tuple and inner[1:] == (...,) else None
    plain = kind_of(hint)
    if field.name == "at" or hint == Cell | None:
        return told | {"kind": "place", "can_unset": field.name != "at"}
    if plain in ("number", "yes"):
        return told | {"kind": plain}
    if isinstance(field.value, str):
        found = _choices(seen, field, hint)
        return told | ({"kind": "one", "values": _with(seen, field, found)} if found else {"kind": "words"})
    if what != SCENE and field.name in seen.game.shape.things:
        return told | {"kind": "things", "things": _things(seen, field)}
    if isinstance(field.value, dict) and all(isinstance(number, int) for number in field.value.values()):
        names = seen.game.shape.merged.get(field.name, field.value) if what != SCENE else field.value
        return told | {"kind": "numbers", "values": [_part(seen, field, name) for name in names]}
    if each == Cell:
        return told | {"kind": "places"}
    if each is not None and _is_text(each) and (found := _choices(seen, field, each)):
        values = [{"value": value, "words": words} for value, words in found.items() if value]
        return told | {"kind": "things", "things": {"key": "", "stays": False, "values": values, "columns": []}}
    can = unset is not MISSING and unset != field.value
    rows = field.kept if each is not None else () if field.value in (None, unset) else (field.kept,)
    lines = [capital(_line(seen, field, row)) for row in rows]
    return told | {"kind": "told", "lines": lines, "unset": unset if can else None, "can_unset": can}


def _choices(seen: Seen, field: Field, hint: Any) -> dict[str, str]:
    """What a word can be, as its type or what is said of it tells; nothing where it can be anything."""
    scene, said = seen.scene, field.said
    empty = field.name != "side"
    if hint in (BeingId, SubjectId):
        found = {who: being.name for who, being in scene.beings.items()}
    elif hint == ZoneId:
        found = {zone: _zone(seen, zone) for zone in zones(seen)}
    else:
        to = said_of(hint) or Names((), "")
        literals = [one for part in (get_args(hint) if is_union(hint) else [hint]) for one in _literals(part)]
        empty = empty and not literals
        words = [*literals, *to.also] or [*said.names]
        found = {value: capital(_word(seen, field, value)) for value in words if value}
        found |= dict(sorted(_called(seen, said.kinds or to.kinds, said.where).items(), key=lambda one: one[1]))
    if found and empty and NONE not in found:
        found = {"": said.names.get("", NONE), **found}
    return found


def _called(seen: Seen, kinds: Iterable[str], where: Mapping[str, object]) -> dict[str, str]:
    """The names of all entries of these kinds that can be chosen, or of the parts of them that are meant, by id."""
    library = seen.scene.library
    found: dict[str, str] = {}
    for kind, _, parts in [kind.partition(".") for kind in kinds]:
        entries: Iterable[Any] = library.offered(kind) if kind in library.shelves else ()
        if parts:
            entries = [part for entry in entries for part in getattr(entry, parts)]
        fit = [entry for entry in entries if all(getattr(entry, name) == value for name, value in where.items())]
        found |= {entry.id: entry.name for entry in fit}
    return found


def _is_text(hint: Any) -> bool:
    return kind_of(hint) == "words" or bool(_literals(hint))


def _literals(hint: Any) -> tuple[str, ...]:
    inner = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    return get_args(inner) if get_origin(inner) is Literal else ()


def _with(seen: Seen, field: Field, found: Mapping[str, str]) -> list[dict[str, Any]]:
    """What it can be, and what it is though nobody would choose that."""
    known = found if field.value in found else {**found, field.value: _word(seen, field, field.value)}
    return [{"value": value, "words": words} for value, words in known.items()]


def _things(seen: Seen, field: Field) -> dict[str, Any]:
    """What a field lists, each with what is said of it."""
    there = _called(seen, seen.game.shape.things[field.name], {})
    inner = get_args(field.hint)[0]
    parts = [part for part in get_args(inner) or (inner,) if is_dataclass(part)]
    columns = fields(parts[0]) if parts else ()
    key = next((column.name for column in columns if column.name in THING), "")
    return {
        "key": key,
        "stays": any(column.name == key and column.default == "" for column in columns),
        "values": [{"value": id, "words": words} for id, words in sorted(there.items(), key=lambda one: one[1])],
        "columns": [_column(field, column) for column in columns if column.name != key],
    }


def _column(field: Field, column: Any) -> dict[str, Any]:
    kind = "yes" if isinstance(column.default, bool) else "number" if isinstance(column.default, int) else "words"
    words = field.said.parts.get(column.name, column.name.replace("_", " "))
    return {"name": column.name, "words": words, "kind": kind, "value": column.default}


# ---------------------------------------------------------------- in words


def _part(seen: Seen, field: Field, value: str) -> dict[str, Any]:
    return {"value": value, "words": capital(_word(seen, field, value))}


def _word(seen: Seen, field: Field, value: str) -> str:
    """A word that stands in a field, as people say it."""
    scene, said = seen.scene, field.said
    if value in said.names:
        return said.names[value]
    if value in scene.beings:
        return str(scene.beings[value].name)
    if value in zones(seen):
        return _zone(seen, value)
    shelves = [shelf for kind, shelf in scene.library.shelves.items() if not said.kinds or kind in said.kinds]
    named = next((shelf.entries[value].name for shelf in shelves if value in shelf.entries), "")
    named = named or _called(seen, said.kinds, {}).get(value, "")
    if not named and value in seen.game.rulebook.rules:
        named = seen.game.rulebook.rules[value].title
    return named or re.sub(r"\w+", lambda found: _somebody(scene, found[0]), value.replace(":", ", ")) or NONE


def _somebody(scene: Any, word: str) -> str:
    """A word of what was noted, which may be the id of somebody."""
    return str(scene.beings[word].name) if word in scene.beings else word.replace("_", " ")


def _line(seen: Seen, field: Field, kept: Any) -> str:
    """A part of a field that is kept in a form of its own: what it says, without what it leaves open."""
    parts = field.said.parts
    if isinstance(kept, Command):
        return seen.face.command(seen.scene, kept)
    if isinstance(kept, str):
        return _word(seen, field, kept)
    if isinstance(kept, tuple) and NUMBERED & parts.keys():
        told = {str(number): part for number, part in enumerate(kept, 1)}
    elif is_dataclass(kept):
        told = {one.name: getattr(kept, one.name) for one in fields(kept)}
    elif isinstance(kept, msgspec.Struct):
        told = msgspec.structs.asdict(kept)
    elif isinstance(kept, tuple):
        return listed([_line(seen, field, part) for part in kept if part not in EMPTY]) or NONE
    else:
        return str(kept)
    names = [key for key in ("name", *THING) if key in told][:1]
    wanted = dict.fromkeys((*names, *parts)) or told
    said = [(parts.get(key, ""), told[key]) for key in wanted if key in told and told[key] not in EMPTY]
    return ", ".join([_said(word, part, _line(seen, field, part)) for word, part in said]) or NONE


def _said(word: str, part: Any, line: str) -> str:
    """`takes off 5`, `5 minutes`, or of what is so the word alone."""
    return word if part is True else word.format(line) if "{}" in word else f"{word} {line}".strip()


def _zone(seen: Seen, zone: str) -> str:
    return str(seen.scene.board.zones[zone].name)
