"""The text of an entry or of a scene file, changed field by field: comments, the order of fields and whatever nobody
here knows stay as they are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec

from ludex.core.content.content import parse_toml
from ludex.core.files.lines import room_in_table, room_under, table_place
from ludex.core.kernel.bounds import check_nesting
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.toml import toml_key, toml_value

MOST_ENTRY = 64 * 1024  # characters of one entry
MOST_SCENE = 128 * 1024  # and of the file of a scene, a day or an adventure
MOST_DEEP = 12  # lists and tables within each other in it
MOST_EDITS = 200  # at once
MOST_GROWN = 1_000  # things in a list
MOST_READ = 600_000  # characters for all edits together: the text is read again for each, and takes long to read

TEXT_ALONE = "this is written in a way that can be changed in the text alone"
TOO_MUCH = "too much is changed at once: change less of it, or the text itself"


class Edit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A field, by the way to it, and what it is now; without a value it is taken away. A list grows at its length."""

    path: list[str | int]
    value: Any = msgspec.UNSET


# ---------------------------------------------------------------- one entry as a text


def raw_entry(kind: str, text: str) -> dict[str, Any]:
    """The one entry that a text has, as it can be read; `BadInput` in words where it has none, or more than one."""
    check_entry(text)
    tables = parse_toml(text)
    entries = tables.get(kind)
    if list(tables) != [kind] or not isinstance(entries, list) or len(entries) != 1 or not isinstance(entries[0], dict):
        raise BadInput(f"expected one entry and nothing else, under [[{kind}]]")
    return entries[0]


def check_entry(text: str) -> None:
    """Is it small enough to be read?"""
    if len(text) > MOST_ENTRY:
        raise BadInput(f"it is too long: {len(text):,} characters, and an entry has at most {MOST_ENTRY:,}")
    check_nesting(text, MOST_DEEP)


def raw_scene(text: str) -> dict[str, Any]:
    """The tables of a file of a scene, a day or an adventure, as they can be read."""
    if len(text) > MOST_SCENE:
        raise BadInput(f"it is too long: {len(text):,} characters, and at most {MOST_SCENE:,} are read")
    check_nesting(text, MOST_DEEP)
    return parse_toml(text)


def check_deep(value: object, deep: int = MOST_DEEP) -> None:
    """Is plain data not too deep to be written?"""
    if deep < 0:
        raise BadInput(f"lists and tables are too deep within each other: at most {MOST_DEEP} are read")
    inside = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ()
    for part in inside:
        check_deep(part, deep - 1)


def entry_written(kind: str, entry: Mapping[str, Any]) -> str:
    """An entry that was never a text as one."""
    check_deep(entry)
    return f"[[{kind}]]\n" + "".join(_line(key, value) for key, value in entry.items() if value is not None)


def _line(key: str, value: object) -> str:
    return f"{toml_key(key)} = {_written(value)}\n"


def _written(value: object) -> str:
    """A value of a field; of a list of tables each has a line of its own, and so has each line of a text."""
    if isinstance(value, list | tuple) and len(value) > 1 and _are_tables(value):
        return "[\n" + "".join(f"  {toml_value(part)},\n" for part in value) + "]"
    return _long(value) if isinstance(value, str) and "\n" in value else toml_value(value)


def _long(text: str) -> str:
    """A text of several lines. A quote needs no stroke before it, but where another one or the end follows."""
    said = "\n".join(toml_value(line)[1:-1] for line in text.split("\n"))
    return '"""\n' + re.sub(r"\\\\|\\\"(?!\\\"|\Z)", lambda found: found[0].removeprefix('\\"') or '"', said) + '"""'


def _are_tables(value: object) -> bool:
    return isinstance(value, list | tuple) and bool(value) and all(isinstance(part, Mapping) for part in value)


# ---------------------------------------------------------------- edits


class Whole(NamedTuple):
    """What a text is as a whole: the way to what paths begin in, and how that is read."""

    way: list[str | int]
    read: Callable[[str], dict[str, Any]]
    headed: frozenset[str] = frozenset()  # lists of tables that are begun with heads of their own: `[[chapter.coach]]`


SCENE = Whole([], raw_scene)


def edited(kind: str, text: str, edits: Iterable[Edit]) -> str:
    """The text of an entry after all edits."""
    return all_edited(Whole([kind, 0], partial(raw_entry, kind)), text, edits)


def all_edited(whole: Whole, text: str, edits: Iterable[Edit]) -> str:
    """The text after all edits, one after the other. What comes of them must be what they say, or nothing is done: TOML
    can be written in more ways than are known here."""
    wanted: Any = whole.read(text)
    edits = list(edits)
    for edit in edits:
        if not 0 < len(edit.path) <= MOST_DEEP or not isinstance(edit.path[0], str):
            raise BadInput(f"path: expected names of fields, and numbers in lists, at most {MOST_DEEP}")
        check_deep(edit.value)
        wanted = _after(wanted, edit.path, edit.value)
    waiting, left = edits[::-1], MOST_READ
    while waiting:
        left -= len(text)
        if left < 0:
            raise BadInput(TOO_MUCH)
        found = _edited(whole, text, waiting.pop())
        if isinstance(found, list):
            waiting += found[::-1]
        else:
            text = found
    if not _same(whole.read(text), wanted):
        raise BadInput(TEXT_ALONE)
    return text


def _after(place: Any, path: Way, value: Any) -> Any:
    """Plain data after an edit."""
    if not path:
        return value
    key, rest = path[0], path[1:]
    gone = not rest and (value is msgspec.UNSET or value is None)
    if isinstance(key, int):
        inside = list(place) if isinstance(place, list) else []
        return inside[:key] + ([] if gone else [_after(_at(place, key), rest, value)]) + inside[key + 1 :]
    table = dict(place) if isinstance(place, Mapping) else {}
    if gone:
        table.pop(key, None)
        return table
    return {**table, key: _after(table.get(key), rest, value)}


def _same(one: Any, other: Any) -> bool:
    """An empty list or table is as good as none."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return all(_same(one.get(key), other.get(key)) for key in {*one, *other})
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return one == other or (
        not one and not other and isinstance(one or [], list | dict) and isinstance(other or [], list | dict)
    )


def _edited(whole: Whole, text: str, edit: Edit) -> str | list[Edit]:
    """The text after an edit; or smaller edits that come to the same and leave more of it as it is."""
    import tomlkit  # slow to import, and needed nowhere else
    from tomlkit.exceptions import TOMLKitError
    from tomlkit.items import AoT, InlineTable, Table

    gone = edit.value is msgspec.UNSET or edit.value is None
    try:
        document = tomlkit.parse(text)
        way, place, rest = _led(whole.way, _inside(whole.way, document), edit.path)
        if gone and rest:
            return text
        if gone and isinstance(place, AoT):
            return [Edit(path=[*edit.path, number]) for number in reversed(range(len(place)))]
        if gone and isinstance(place, Table) and (stands := table_place(text, _spot(way))) is not None:
            return stands.replaced(text, "")
        if gone:
            del _holder(way, document)[way[-1]]
            return tomlkit.dumps(document)
        if not rest and place == edit.value:
            return text
        if not rest and isinstance(place, AoT) and (order := _in_order(place.unwrap(), edit.value)) is not None:
            return _moved(text, _spot(way), order)
        if not rest and isinstance(place, AoT | Table):
            return list(_smaller(edit.path, place, edit.value))
        if not rest:
            _replace(way, document, edit.value)
            return tomlkit.dumps(document)
        value = _nested(rest[1:], edit.value)
        if isinstance(rest[0], str) and not isinstance(place, InlineTable | list):
            headed = rest[0] in whole.headed and _are_tables(value)
            return (_with_tables if headed else _with_field)(text, way, rest[0], value)
        _grow(way, document, place, rest[0], value)
        return tomlkit.dumps(document)
    except (TOMLKitError, ValueError, TypeError, LookupError, AttributeError) as fault:
        raise BadInput(f"{'.'.join(map(str, edit.path))}: that cannot be written: {fault}") from None


Way = list[str | int]


def _led(way: Way, place: Any, path: Way) -> tuple[Way, Any, Way]:
    """As far along a path as there is anything: the way there, what is there, and the rest of the path."""
    for number, key in enumerate(path):
        inside = _at(place, key)
        if inside is None:
            return way, place, path[number:]
        way, place = [*way, key], inside
    return way, place, []


def _at(place: Any, key: str | int) -> Any:
    if isinstance(place, Mapping) and isinstance(key, str):
        return place.get(key)
    if isinstance(place, list) and isinstance(key, int) and 0 <= key < len(place):
        return place[key]
    return None


def _inside(way: Way, document: Any) -> Any:
    for key in way:
        document = document[key]
    return document


def _holder(way: Way, document: Any) -> Any:
    return _inside(way[:-1], document)


def _nested(path: Way, value: Any) -> Any:
    """A value with the tables around it that are not there yet."""
    for key in reversed(path):
        if isinstance(key, int) and key != 0:
            raise BadInput(f"{key}: a list grows at its length")
        value = [value] if isinstance(key, int) else {key: value}
    return value


def _spot(way: Way) -> str:
    """`enemy[0].attacks[1]`"""
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in way).removeprefix(".")


def _with_field(text: str, way: Way, key: str, value: Any) -> str:
    """One more field of a table. Where others like it have heads of their own, so has this one: `[beings.bear]` below
    `[beings.tahra]`; and so has every table at the top of a file."""
    lines, spot = text.split("\n"), _spot(way)
    under = room_under(text, spot) if isinstance(value, Mapping) else None
    if under is None and not way and isinstance(value, Mapping):
        under = room_in_table(text, "")
    if under is None:
        at = room_in_table(text, spot)
        return "\n".join([*lines[:at], _line(key, value).rstrip("\n"), *lines[at:]])
    tables = value if not way and value and all(isinstance(part, Mapping) for part in value.values()) else None
    heads = [((key, name), part) for name, part in tables.items()] if tables is not None else [((*way, key), value)]
    return "\n".join([*lines[:under], *_headed(heads), *(lines[under:] or [""])])


def _with_tables(text: str, way: Way, key: str, value: Any) -> str:
    """A list of tables, each with a head of its own, after all that the table above has."""
    lines, above = text.split("\n"), table_place(text, _spot(way))
    at = above.end if above is not None else room_in_table(text, _spot(way))
    head = ".".join(toml_key(part) for part in (*way, key) if isinstance(part, str))
    tables = [line for part in value for line in ("", f"[[{head}]]", *_fields(part))]
    return "\n".join([*lines[:at], *tables, *(lines[at:] or [""])])


def _fields(table: Mapping[str, Any]) -> list[str]:
    return [_line(name, part).rstrip("\n") for name, part in table.items() if part is not None]


def _headed(heads: Iterable[tuple[tuple[str | int, ...], Mapping[str, Any]]]) -> Iterator[str]:
    """Tables with their heads, and a line before each."""
    for way, table in heads:
        yield from ("", f"[{'.'.join(toml_key(str(part)) for part in way)}]")
        yield from _fields(table)


def _in_order(tables: list[Any], wanted: Any) -> list[int] | None:
    """Where each of the tables that are wanted stands by now; nothing where they are others."""
    if not isinstance(wanted, list) or len(wanted) != len(tables) or len(tables) > MOST_GROWN:
        return None
    left = list(range(len(tables)))
    found = []
    for table in wanted:
        number = next((number for number in left if tables[number] == table), None)
        if number is None:
            return None
        left.remove(number)
        found.append(number)
    return found


def _moved(text: str, spot: str, order: Sequence[int]) -> str:
    """Tables with heads of their own in another order, each with all that is under it and the comments above it."""
    places = [table_place(text, f"{spot}[{number}]") for number in range(len(order))]
    lines = text.split("\n")
    moved, end = list[str](), 0
    for place, number in zip(places, order, strict=True):
        other = places[number]
        if place is None or other is None or place.first < end:
            raise BadInput(TEXT_ALONE)
        moved += [*lines[end : place.first], *lines[other.first : other.end]]
        end = place.end
    return "\n".join([*moved, *lines[end:]])


def _smaller(path: Way, place: Any, value: Any) -> Iterator[Edit]:
    """A table with a head of its own, or a list of such, becomes another one field by field."""
    if isinstance(place, Mapping) and isinstance(value, Mapping):
        yield from (Edit(path=[*path, key]) for key in place if key not in value)
        yield from (Edit(path=[*path, key], value=part) for key, part in value.items())
    elif isinstance(place, list) and isinstance(value, list):
        yield from (Edit(path=[*path, number]) for number in reversed(range(len(value), len(place))))
        yield from (Edit(path=[*path, number], value=part) for number, part in enumerate(value))
    else:
        yield Edit(path=path)
        yield Edit(path=path, value=value)


def _replace(way: Way, document: Any, value: Any) -> None:
    """What stands there, by something else that is written as it was."""
    import tomlkit
    from tomlkit.items import Table

    holder, key = _holder(way, document), way[-1]
    own_line = len(way) <= 3 or (isinstance(holder, Table) and isinstance(value, str))
    was_long = isinstance(value, str) and holder[key].as_string().startswith(('"""', "'''"))
    written = _long(value) if was_long else _written(value) if own_line else toml_value(value)
    holder[key] = tomlkit.value(written)


def _grow(way: Way, document: Any, place: Any, key: str | int, value: Any) -> None:
    """One more in a list, or in a table that is written in braces."""
    import tomlkit
    from tomlkit.items import AoT, InlineTable

    if isinstance(place, list) and isinstance(key, int):
        if key != len(place) or key >= MOST_GROWN:
            raise BadInput(f"{key}: a list grows at its length")
        place.append(_table(value, "\n") if isinstance(place, AoT) else tomlkit.value(toml_value(value)))
    elif isinstance(place, InlineTable) and isinstance(key, str):
        inside = place.as_string().strip()[1:-1].strip()
        whole = ", ".join([*([inside] if inside else []), f"{toml_key(key)} = {toml_value(value)}"])
        _holder(way, document)[way[-1]] = tomlkit.value("{ " + whole + " }")
    else:
        raise BadInput(f"{key}: {TEXT_ALONE}")


def _table(value: Any, indent: str) -> Any:
    """A table with a head of its own, and a line between it and the one before."""
    import tomlkit

    if not isinstance(value, Mapping):
        raise BadInput("expected a table")
    table = tomlkit.table()
    for key, part in value.items():
        table.append(key, tomlkit.value(_written(part)))
    table.trivia.indent = indent
    return table
