"""The JSON Schema of a content file: what types say, with what the game's forms say in words. Beside what JSON Schema
knows, a field has

    x-ref       the kind of entry whose id stands here, or several; x-also: ids that stand on no shelf;
                x-ref-by: the field beside it that says the kind
    x-unit      in what it is counted; x-signed: it is told with its sign
    x-names     what each of its values is called
    x-group     the heading under which it is folded; empty for what matters first
    x-advanced  few ever need it
    x-long      a text of several lines

and a record that is one of a vocabulary has `x-sentence`, in which its fields are blanks, with brackets
as in the forms: `{value} HP[ and {more} more]`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from ludex.core.content.content import Record
from ludex.core.content.forms import Forms, all_records

DRAFT = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]


def schema(kinds: Mapping[str, type[Any]], forms: Forms | None = None) -> Schema:
    """For editors: those of others know the types and the words, ours knows all of it."""
    refs, parts = msgspec.json.schema_components(list(kinds.values()), ref_template="#/$defs/{name}")
    if forms is not None:
        for record in all_records(kinds.values()):
            parts[record.__name__] = _said(forms, record, parts[record.__name__])
    return {
        "$schema": DRAFT,
        "type": "object",
        "additionalProperties": False,
        "properties": {kind: {"type": "array", "items": ref} for kind, ref in zip(kinds, refs, strict=True)},
        "$defs": parts,
    }


def _said(forms: Forms, record: type[Any], part: Schema) -> Schema:
    hints = get_type_hints(record, include_extras=True)
    types = {written: hints[field] for field, written in _names(record)}
    properties: Schema = {}
    tag = record.__struct_config__.tag_field
    if tag is not None:
        properties[tag] = {
            **part["properties"][tag],
            "x-names": {str(record.__struct_config__.tag): forms.title(record)},
        }
    narrow = record.narrowed() if issubclass(record, Record) else {}
    for field, (group, advanced) in forms.placed(record).items():
        own = {**part["properties"][field], **narrow.get(field, {})}
        properties[field] = {
            "title": forms.field_title(record, field),
            **_with_names(own, forms, record, field, types[field]),
            **_referring(own),
            **({"description": text} if (text := forms.field(record, field)) else {}),
            **({"x-unit": unit} if (unit := forms.unit(record, field)) else {}),
            **({"x-signed": True} if forms.is_signed(record, field) else {}),
            **({"x-long": True} if forms.is_long(record, field) else {}),
            "x-group": group,
            **({"x-advanced": True} if advanced else {}),
        }
    sentence = forms.sentence(record)
    words = {"title": forms.title(record), "description": forms.text(record), "x-sentence": sentence}
    rest = {key: value for key, value in part.items() if key not in words}  # docstrings are for those who write rules
    return {**{key: value for key, value in words.items() if value}, **rest, "properties": properties}


def for_others(schema: Any) -> Any:
    """Without what only our own editor knows."""
    if isinstance(schema, dict):
        return {key: for_others(part) for key, part in schema.items() if not key.startswith("x-")}
    return [for_others(part) for part in schema] if isinstance(schema, list) else schema


def _names(record: type[Any]) -> Iterator[tuple[str, str]]:
    return zip(record.__struct_fields__, record.__struct_encode_fields__, strict=True)


def _referring(part: Schema) -> Schema:
    """What the ids in a field stand for, wherever in it they are."""
    for inner in _inside(part):
        if "x-ref" in inner or "x-ref-by" in inner:
            return {key: inner[key] for key in ("x-ref", "x-also", "x-ref-by") if key in inner}
    return {}


def _inside(part: Schema) -> Iterator[Schema]:
    yield part
    for key in ("items", "propertyNames", "additionalProperties"):
        if isinstance(part.get(key), dict):
            yield from _inside(part[key])
    for key in ("anyOf", "prefixItems"):
        for inner in part.get(key, ()):
            yield from _inside(inner)


def _with_names(part: Schema, forms: Forms, record: type[Any], field: str, kind: Any) -> Schema:
    """Each list of values in the order in which the type has it, with what they are called."""
    found = dict(part)
    for key in ("items", "propertyNames", "additionalProperties"):
        if isinstance(found.get(key), dict):
            found[key] = _with_names(found[key], forms, record, field, kind)
    for key in ("anyOf", "prefixItems"):
        if key in found:
            found[key] = [_with_names(inner, forms, record, field, kind) for inner in found[key]]
    if "enum" in found:
        order = list(dict.fromkeys(_literals(kind)))
        if set(order) >= set(found["enum"]):
            found["enum"] = [value for value in order if value in found["enum"]]
        found["x-names"] = {str(value): forms.called(record, field, value) for value in found["enum"]}
    elif names := forms.names(record, field):
        found["x-names"] = dict(names)
    return found


def _literals(kind: Any) -> Iterator[object]:
    if get_origin(kind) is Literal:
        yield from get_args(kind)
    else:
        for inner in get_args(kind):
            yield from _literals(inner)
