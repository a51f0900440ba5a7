"""What entries name. The type of a field says on which shelf that stands:

    AspectId = Annotated[str, names("aspect")]

    class Aspect(Entry):
        requires: tuple[AspectId, ...] = ()

Then `ludex check` and tables find what nobody has, and the JSON Schema tells an editor what belongs there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, NamedTuple, get_args, get_type_hints

import msgspec

from ludex.core.content.content import Entry, Fault, Library
from ludex.core.kernel.english import a, listed, meant, no_such


class Names(NamedTuple):
    """What the ids in a field stand for."""

    kinds: tuple[str, ...]  # the shelves where one of them has it
    what: str  # in words
    also: tuple[str, ...] = ()  # ids that stand on no shelf
    by: str = ""  # the field beside it that says which shelf it is
    verb: str = ""  # "needs": what no entry may do to itself, however far round
    open: bool = False  # other words may stand there too, of which the game itself knows


def names(
    *kinds: str, what: str = "", also: Collection[str] = (), by: str = "", verb: str = "", open: bool = False
) -> msgspec.Meta:
    """Put on `str`: the id of an entry of one of these kinds; empty: of none. `open`: or any word that the game knows
    otherwise, so that one may be typed."""
    what = what or listed(kinds, "or")
    told = f"The id of {a(what)}" if what else f"An id of the kind in `{by}`"
    told = "; or ".join([told, *([", ".join(also)] if also else [])])
    shown: dict[str, Any] = {"x-ref": kinds[0] if len(kinds) == 1 else list(kinds)} if kinds else {"x-ref-by": by}
    shown |= {"x-also": list(also)} if also else {}
    names = Names(kinds, what, tuple(also), by, verb, open)
    return msgspec.Meta(description=told, extra={"names": names}, extra_json_schema={} if open else shown)


def words(what: str, known: Collection[str]) -> msgspec.Meta:
    """Put on `str`: one of these words and no other; empty: none of them. For state, whose fields rules fill with any
    text and only files must be told what there is; a record of content says it with a `Literal`."""
    return msgspec.Meta(description=f"One of: {', '.join(known)}", extra={"names": Names((), what, tuple(known))})


RuleId = Annotated[str, names("rule")]


OWN_ID = ("id", "id", None)  # the field of a part that is named, and names nothing


class Reference(NamedTuple):
    field: str
    id: str
    to: Names


def references(value: object, path: str = "", to: Names | None = None) -> Iterator[Reference]:
    """All that a record, or any part of one, names. The field of an id in a list is that of the list."""
    if isinstance(value, msgspec.Struct):
        for field, written, names in fields_of(type(value)):
            spot = f"{path}.{written}" if path else written
            yield from references(getattr(value, field), spot, names and chosen_by(value, names))
    elif isinstance(value, str):
        if value and to is not None:
            yield Reference(path, value, to)
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from references(key, path, to)
            yield from references(part, f"{path}.{key}", to)
    elif isinstance(value, tuple):
        for number, part in enumerate(value):
            yield from references(part, f"{path}[{number}]" if isinstance(part, msgspec.Struct) else path, to)


def chosen_by(record: object, to: Names) -> Names:
    """With the shelf that the field beside it names, where it does."""
    if not to.by:
        return to
    kind = getattr(record, to.by)
    return to._replace(kinds=(kind,), what=kind)


@cache
def fields_of(record: type[msgspec.Struct]) -> tuple[tuple[str, str, Names | None], ...]:
    """Its fields, each as it is written in a file and with what the ids in it stand for."""
    hints = get_type_hints(record, include_extras=True)
    pairs = zip(record.__struct_fields__, record.__struct_encode_fields__, strict=True)
    return tuple([(field, written, _names(hints[field])) for field, written in pairs])


def _names(kind: Any) -> Names | None:
    """What a type says of the ids in it, wherever in it they are."""
    return next(filter(None, [said_of(kind), *map(_names, get_args(kind))]), None)


def said_of(kind: Any) -> Names | None:
    """What a type says of itself."""
    told = [meta.extra or {} for meta in getattr(kind, "__metadata__", ()) if isinstance(meta, msgspec.Meta)]
    return next((extra["names"] for extra in told if "names" in extra), None)


# ---------------------------------------------------------------- what is wrong with them


def misnamed(library: Library, value: object, path: str = "") -> Iterator[Fault]:
    """What is named and nobody has, and what leads round in a circle."""
    for field, name, to in references(value, path):
        if (problem := unknown(library, to, name)) != "":
            yield Fault(field, problem)
        elif to.verb and (loop := _loop(library, to, name)):
            own = getattr(value, "id", "")
            way = f", by way of {name}" if name != own else ""
            yield Fault(field, f"it {to.verb} itself{way}" if own in loop else f"{loop[0]} {to.verb} itself")


def unchosen(value: object, path: str = "", to: Names | None = None, needed: bool = True) -> Iterator[Fault]:
    """Where an id is wanted and nothing stands: in a list, and in a field that may not be left out."""
    if isinstance(value, msgspec.Struct):
        required = {field.name for field in msgspec.structs.fields(type(value)) if field.required}
        for field, written, names in fields_of(type(value)):
            spot = f"{path}.{written}" if path else written
            yield from unchosen(getattr(value, field), spot, names, field in required)
    elif isinstance(value, tuple):
        for number, part in enumerate(value):
            yield from unchosen(part, f"{path}[{number}]" if isinstance(part, msgspec.Struct) else path, to)
    elif value == "" and needed and to is not None and "" not in to.also:
        yield Fault(path, f"no {to.what or 'entry'} is chosen")


def unknown(library: Library, to: Names, name: str) -> str:
    """What is wrong with an id or a word that nobody has; empty where somebody has it, and for ids of no content."""
    shelves = [library.shelves[kind] for kind in to.kinds if kind in library.shelves]
    if to.open or name in to.also or any([name in shelf for shelf in shelves]) or (to.kinds and not shelves):
        return ""
    known = [*to.also, *[known for shelf in shelves for known in shelf.entries]]
    return f"there is no {to.what} {name!r}; {meant(name, known)}"


def _loop(library: Library, to: Names, name: str) -> list[str]:
    """Whoever comes back to itself on the way from here."""
    return [one for one in (name, *_ahead(library, to, name)) if one in _ahead(library, to, one)]


def _ahead(library: Library, to: Names, name: str) -> list[str]:
    """All that an entry needs, or whatever else the verb says, however far round; itself only in a circle."""
    found: list[str] = []
    left = [name]
    while left:
        entry = library.shelves[to.kinds[0]].entries.get(left.pop())
        more = [other.id for other in references(entry) if other.to.verb == to.verb and other.id not in found]
        found += more
        left += more
    return found


def unknown_rules(rules: Collection[str], entry: Entry) -> Iterator[Fault]:
    for field, name, to in references(entry):
        if to.kinds == ("rule",) and name not in rules:
            yield Fault(field, no_such("rule", name, rules))


def doubles(library: Library, apart: Iterable[Collection[str]], kind: str, entry: Entry) -> Iterator[Fault]:
    """Entries with the same id, of kinds that are looked up together with this one's."""
    for other in [other for kinds in apart if kind in kinds for other in kinds if other != kind]:
        if entry.id in library.shelves[other]:
            yield Fault("id", f"the {other} {entry.id!r} has the same id; nobody could tell which is meant")


def twins(value: object, path: str = "") -> Iterator[Fault]:
    """Two parts in a list that have ids of their own have the same."""
    if isinstance(value, msgspec.Struct):
        for field, written, _ in fields_of(type(value)):
            yield from twins(getattr(value, field), f"{path}.{written}" if path else written)
    elif isinstance(value, tuple):
        own: list[Any] = [
            part for part in value if isinstance(part, msgspec.Struct) and OWN_ID in fields_of(type(part))
        ]
        ids = [part.id for part in own]
        for name in dict.fromkeys(ids):
            if ids.count(name) > 1:
                yield Fault(path, f"two of them have the id {name!r}")
        for number, part in enumerate(value):
            yield from twins(part, f"{path}[{number}]")
