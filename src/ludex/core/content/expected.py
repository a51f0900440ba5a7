"""What was expected where a value does not fit its type, in words; and all that does not fit, not only the first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect

from ludex.core.kernel.reading import read

Structs = inspect.StructType | inspect.DataclassType
Problem = tuple[str, str]  # the path, such as `effects[0].type`, and what is wrong there

KINDS = {
    "int": "a whole number", "float": "a number", "str": "text", "bool": "true or false", "array": "a list",
    "object": "a table", "null": "nothing",
}  # fmt: skip


def problem(kind: Any, value: object, fault: msgspec.ValidationError) -> Problem:
    """Where the first misfit is, and what is wrong there in words."""
    words, _, place = str(fault).partition(" - at ")
    path = place.rpartition("`$")[2].strip(".`")
    tokens = re.findall(r"[^.\[\]]+|\[[^\]]*\]", path)
    of_key = "`key`" in place
    unknown = re.fullmatch(r"Object contains unknown field `(.*)`", words)
    spot = _under(path, unknown[1]) if unknown else path
    return spot, _said(words, _at(value, tokens), of_key) + _instead(kind, value, words, tokens, of_key)


def problems(kind: Any, value: object, path: str = "") -> Iterator[Problem]:
    """Everything that does not fit, field by field."""
    fault = _misfit(kind, value)
    if fault is None:
        return
    first = problem(kind, value, fault)
    found = list(_within(kind, value, path))
    spot = f"{path}{'.' if path and first[0] and not first[0].startswith('[') else ''}{first[0]}"
    yield from found or [(spot, first[1])]


def _within(kind: Any, value: object, path: str) -> Iterator[Problem]:
    """The misfits of the parts of a value; nothing where it has none, and is a misfit itself."""
    kind = _meant(kind, value)
    if isinstance(value, Mapping) and isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield from _of_table(kind, value, path)
    elif isinstance(value, Mapping) and get_origin(kind) is dict:
        for key, part in value.items():
            if fault := _misfit(dict[get_args(kind)[0], Any], {key: part}):  # type: ignore[misc]  # the key type is known only now
                yield path, problem(kind, {key: part}, fault)[1]
            else:
                yield from problems(get_args(kind)[1], part, _under(path, key))
    elif isinstance(value, list | tuple) and get_origin(kind) in (tuple, list):
        inner = get_args(kind)
        each = inner[:1] * len(value) if get_origin(kind) is list or inner[1:] == (...,) else inner
        if len(each) == len(value):
            for number, part in enumerate(value):
                yield from problems(each[number], part, f"{path}[{number}]")


def _of_table(kind: type[msgspec.Struct], value: Mapping[str, Any], path: str) -> Iterator[Problem]:
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    hints = get_type_hints(kind, include_extras=True)
    tag = kind.__struct_config__.tag_field
    for name, field in fields.items():
        if field.required and name not in value:
            yield path, f"the field {name} is missing"
    for name, part in value.items():
        if name == tag:
            continue
        if name not in fields:
            yield _under(path, name), f"there is no field {name!r}{_one_of(list(fields), name)}"
        else:
            yield from problems(hints[fields[name].name], part, _under(path, name))


def _under(path: str, name: object) -> str:
    return f"{path}.{name}" if path else str(name)


def _misfit(kind: Any, value: object) -> msgspec.ValidationError | None:
    try:
        read(value, kind)
    except msgspec.ValidationError as fault:
        return fault
    return None


def _meant(kind: Any, value: object) -> Any:
    """Of several types the one that a table or a list is meant for."""
    kind = get_args(kind)[0] if get_origin(kind) is Annotated else kind
    parts = get_args(kind) if get_origin(kind) not in (tuple, list, dict, None) else (kind,)
    if isinstance(value, Mapping):
        tables = [p for p in parts if isinstance(p, type) and issubclass(p, msgspec.Struct)]
        tagged = [p for p in tables if value.get(p.__struct_config__.tag_field or "") == p.__struct_config__.tag]
        whole = tagged or [p for p in tables if p.__struct_config__.tag_field is None]
        return next(iter([*whole, *(p for p in parts if get_origin(p) is dict)]), None)
    return next((p for p in parts if get_origin(p) in (tuple, list)), None)


# ---------------------------------------------------------------- in words


def _said(words: str, value: object, of_key: bool) -> str:
    """A complaint of msgspec's, without programmers' words."""
    if found := re.fullmatch(r"Object missing required field `(.*)`", words):
        return f"the field {found[1]} is missing"
    if found := re.fullmatch(r"Object contains unknown field `(.*)`", words):
        return f"there is no field {found[1]!r}"
    if found := re.fullmatch(r"Invalid (?:enum )?value (.*)", words):
        return f"{found[1]} is not known here"
    if found := re.fullmatch(r"Expected `array` of length ([\d ]+), got (\d+)", words):
        return f"expected a list of {found[1]}, not of {found[2]}"
    if found := re.fullmatch(r"Expected `(str|array|object)` of length ([<>]=) (\d+)", words):
        bound = f"{'at most' if found[2] == '<=' else 'at least'} {int(found[3]):,}"
        size = len(value) if isinstance(value, str | Mapping | list | tuple) else 0
        if found[1] == "str":
            return f"expected {bound} characters, not {size:,}" if size else "expected some text, not nothing"
        return f"expected {KINDS[found[1]]} of {bound}, not of {size:,}"
    if found := re.fullmatch(r"Expected `(int|float)` ([<>]=?) (-?[\d.]+)", words):
        sign = {">=": "of at least", "<=": "of at most", ">": "above", "<": "below"}[found[2]]
        return f"expected {KINDS[found[1]]} {sign} {found[3]}" + ("" if of_key else f", not {_called(value)}")
    if found := re.fullmatch(r"Expected `(.*)`, got `(.*)`", words):
        kinds = [KINDS.get(part, part) for part in found[1].split(" | ")]
        return f"expected {' or '.join(kinds)}, not {_called(value)}"
    return words


def _called(value: object) -> str:
    """What somebody has written."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return f"the text {value!r}"
        case int() | float():
            return f"the number {value}"
        case Mapping():
            return "a table"
        case list() | tuple():
            return "a list"
    return str(value)


def _at(value: Any, tokens: list[str]) -> object:
    """What stands at the end of a path."""
    for token in tokens:
        if isinstance(value, Mapping):
            value = value.get(token)
        elif isinstance(value, list | tuple) and token[1:-1].isdigit():
            value = value[int(token[1:-1])]
        else:
            return None
    return value


def _instead(kind: Any, value: object, words: str, tokens: list[str], of_key: bool) -> str:
    """What could stand there."""
    given = re.search(r"['`]([^'`]*)['`]", words)
    wrote = given[1] if given else ""
    if words.startswith("Object contains unknown field"):
        place, _ = _walk(inspect.type_info(kind), value, tokens)
        return _one_of([field.encode_name for field in place.fields] if isinstance(place, Structs) else [], wrote)
    if words.startswith("Invalid value") and tokens:
        place, _ = _walk(inspect.type_info(kind), value, tokens[:-1], choose=False)
        return _one_of([str(part.tag) for part in _parts(place) if isinstance(part, inspect.StructType)], wrote)
    if words.startswith("Invalid enum value"):
        place, _ = _walk(inspect.type_info(kind), value, tokens)
        if of_key and isinstance(place, inspect.DictType):
            place = place.key_type
        listed = [v for part in _parts(place) if isinstance(part, inspect.LiteralType) for v in part.values]
        return _one_of([str(value) or "nothing" for value in listed], wrote)
    return ""


def _one_of(known: list[str], wrote: str) -> str:
    if not known:
        return ""
    near = get_close_matches(wrote, known, n=1)
    meant = f"; did you mean {near[0]}?" if near else ""
    return f"; expected one of: {', '.join(known)}{meant}"


def _parts(info: inspect.Type | None) -> tuple[inspect.Type, ...]:
    if info is None:
        return ()
    return info.types if isinstance(info, inspect.UnionType) else (info,)


def _walk(
    info: inspect.Type | None, value: Any, tokens: list[str], choose: bool = True
) -> tuple[inspect.Type | None, Any]:
    """The type at the end of a path, choosing among alternatives by the value that stands there."""
    for token in tokens:
        info = _fitting(info, value)
        if isinstance(info, Structs):
            info = next((field.type for field in info.fields if field.encode_name == token), None)
            value = value.get(token) if isinstance(value, Mapping) else None
        elif isinstance(info, inspect.DictType):
            info, value = info.value_type, None
        elif isinstance(info, inspect.TupleType):
            number = int(token[1:-1])
            info, value = info.item_types[number], value[number]
        elif isinstance(info, inspect.VarTupleType | inspect.ListType):
            info, value = info.item_type, value[int(token[1:-1])]
        else:
            return None, None
    return (_fitting(info, value) if choose else info), value


def _fitting(info: inspect.Type | None, value: Any) -> inspect.Type | None:
    """Of several types the one that this value is meant for."""
    if not isinstance(info, inspect.UnionType):
        return info
    parts = [part for part in info.types if not isinstance(part, inspect.NoneType)]
    if isinstance(value, Mapping):
        tables = [part for part in parts if isinstance(part, Structs | inspect.DictType)]
        tagged = [part for part in tables if isinstance(part, inspect.StructType)]
        named = [part for part in tagged if part.tag_field and value.get(part.tag_field) == part.tag]
        return next(iter(named or tables), None)
    if isinstance(value, list | tuple):
        lists = inspect.TupleType | inspect.VarTupleType | inspect.ListType
        return next((part for part in parts if isinstance(part, lists)), None)
    return parts[0] if len(parts) == 1 else info
