"""Entries in words, by the forms of their game: what a field says, and what the parts of an entry say as sentences.

An entry comes as plain data, as it stands in a file, and need not be right: whatever is missing or wrong in it is left
blank.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec

from ludex.core.content.content import Library
from ludex.core.content.forms import Forms, blanks
from ludex.core.content.references import Names, fields_of
from ludex.core.kernel.english import listed

BLANK = "…"
BETWEEN = "on|of|in|for|to|at|and|or|with|than|more|less"  # words after a number that is not theirs
Way = tuple[str | int, ...]


class Words:
    """All that can be said of entries of a game, with some content."""

    def __init__(self, forms: Forms, library: Library) -> None:
        self.forms = forms
        self.library = library

    # -- sentences --------------------------------------------------------------------------------------------

    def sentences(self, record: type[Any], raw: Mapping[str, Any], way: Way = ()) -> dict[Way, str]:
        """What each part of an entry says that reads as a sentence, by the way to it."""
        found: dict[Way, str] = {}
        if way and self.forms.sentence(record):
            found[way] = self.sentence(record, raw)
        for field, hint in hints_of(record).items():
            for inner, part, spot in _records(hint, raw.get(field), (*way, field)):
                found |= self.sentences(inner, part, spot)
        return found

    def sentence(self, record: type[Any], raw: Mapping[str, Any]) -> str:
        """One part, its blanks filled in. Where nobody has filled in anything of what stands in brackets, it is left
        out, or said as it stands behind the bar."""

        def kept(found: re.Match[str]) -> str:
            part, _, otherwise = found[1].partition("|")
            return part if any(self._is_own(record, raw, field) for field in blanks(part)) else otherwise

        text = re.sub(r"\[([^\]]*)\]", kept, self.forms.sentence(record))
        filled = re.sub(r"\{(\w+)\}", lambda blank: self.value(record, raw, blank[1]), text)
        return re.sub(r" +", " ", _of_one(filled)).strip(" ,:")

    def _is_own(self, record: type[Any], raw: Mapping[str, Any], field: str) -> bool:
        value = raw.get(field)
        return value is not None and value != default_of(record, field)

    # -- values -----------------------------------------------------------------------------------------------

    def value(self, record: type[Any], raw: Mapping[str, Any], field: str) -> str:
        """What a field says, or would where nothing stands there; without its unit."""
        value = raw[field] if field in raw else default_of(record, field)
        kind: Any = record
        names = next((names for _, written, names in fields_of(kind) if written == field), None)
        if names is not None and names.by:
            shelf = raw.get(names.by, default_of(record, names.by))
            names = names._replace(kinds=(shelf,) if isinstance(shelf, str) else ())
        return self._said(record, field, value, hints_of(record).get(field), names)

    def _said(self, record: type[Any], field: str, value: Any, hint: Any, names: Names | None) -> str:
        if value is None:
            return BLANK
        if isinstance(value, Mapping):
            inner = record_for(hint, value)
            if inner is not None:
                return self.sentence(inner, value) or BLANK
            pairs = [(key, len(part) if isinstance(part, list) else part) for key, part in value.items()]
            return ", ".join(f"{self._called(record, field, key, names)} {part}" for key, part in pairs)
        if isinstance(value, list | tuple):
            return self._listed(record, field, value, hint, names)
        return self._called(record, field, value, names)

    def _listed(self, record: type[Any], field: str, value: Sequence[Any], hint: Any, names: Names | None) -> str:
        """Places on a board are counted: nobody reads coordinates."""
        if any(isinstance(part, list | tuple) for part in value):
            return str(len(value))
        inner = next(iter(within_lists(hint)), None)
        parts = [self._said(record, field, part, inner, names) for part in value]
        if parts and all(isinstance(part, int) for part in value):
            return " to ".join(dict.fromkeys(parts)) if len(parts) == 2 else "/".join(parts)
        return listed(parts) or "none"

    def _called(self, record: type[Any], field: str, value: object, names: Names | None) -> str:
        said = self.forms.names(record, field)
        key = str(value).lower() if isinstance(value, bool) else str(value)
        if key in said:
            return said[key]
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, int | float):
            signed = f"{value:+}" if self.forms.is_signed(record, field) else str(value)
            return signed.replace("-", "−")
        if names is not None:
            for kind in names.kinds:
                shelf = self.library.shelves.get(kind)
                if shelf is not None and key in shelf:
                    return str(shelf.entries[key].name)
        return key.replace("_", " ") or BLANK

    def with_unit(self, record: type[Any], raw: Mapping[str, Any], field: str) -> str:
        unit = self.forms.unit(record, field)
        told = self.value(record, raw, field)
        return _of_one(f"{told} {unit}") if unit and told != BLANK and unit not in told else told


def _of_one(text: str) -> str:
    """`1 turns` as `1 turn`, and `2 + −1` as `2 − 1`."""
    text = text.replace("+ −", "− ").replace("1 Injuries", "1 Injury")
    return re.sub(rf"(?<![\d.+−-])1 ((?:(?!(?:{BETWEEN}) )\w+ )?\w+[^\W\ds])s\b", r"1 \1", text)


# ---------------------------------------------------------------- what types say


def default_of(record: type[Any], field: str) -> Any:
    """What a field is where nothing stands there, as plain data; nothing where it must be given."""
    found = next((each for each in msgspec.structs.fields(record) if each.encode_name == field), None)
    if found is None:
        return None
    if found.default is not msgspec.NODEFAULT:
        return msgspec.to_builtins(found.default)
    return msgspec.to_builtins(found.default_factory()) if found.default_factory is not msgspec.NODEFAULT else None


def record_at(record: type[Any], raw: Any, way: Iterable[str | int]) -> type[Any] | None:
    """The record of the table to which a way leads, as far as types and values tell."""
    hint: Any = record
    for step in way:
        inner = record_for(hint, raw) if isinstance(raw, Mapping) else None
        if isinstance(step, str):
            hint = hints_of(inner).get(step) if inner is not None else None
            raw = raw.get(step) if isinstance(raw, Mapping) else None
        else:
            hint = next(iter(within_lists(hint)), None)
            raw = raw[step] if isinstance(raw, list) and step < len(raw) else None
    return record_for(hint, raw) if isinstance(raw, Mapping) else None


def steps(field: str) -> list[str | int]:
    """`parts[2].value` step by step."""
    return [name or int(number) for name, number in re.findall(r"([^.\[\]]+)|\[(\d+)\]", field)]


def hints_of(record: type[Any]) -> dict[str, Any]:
    hints = get_type_hints(record, include_extras=True)
    pairs = zip(record.__struct_fields__, record.__struct_encode_fields__, strict=True)
    return {written: hints[field] for field, written in pairs}


def _plain(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def record_for(hint: Any, raw: Mapping[str, Any]) -> type[Any] | None:
    """Of the records that a field may have, the one that a table is meant for."""
    hint = _plain(hint)
    parts = (hint,) if isinstance(hint, type) else get_args(hint) if get_origin(hint) not in (tuple, list, dict) else ()
    records = [part for part in parts if isinstance(part, type) and issubclass(part, msgspec.Struct)]
    tagged = [each for each in records if raw.get(each.__struct_config__.tag_field or "") == each.__struct_config__.tag]
    plain = [each for each in records if each.__struct_config__.tag_field is None]
    return next(iter([*tagged, *plain]), None)


def _records(hint: Any, value: Any, way: Way) -> Iterator[tuple[type[Any], Mapping[str, Any], Way]]:
    """The tables in a field that are records, each with the way to it."""
    if isinstance(value, Mapping):
        record = record_for(hint, value)
        if record is not None:
            yield record, value, way
    elif isinstance(value, list | tuple):
        inner = within_lists(hint)
        for number, part in enumerate(value):
            for each in inner:
                yield from _records(each, part, (*way, number))


def within_lists(hint: Any) -> list[Any]:
    """What may stand in a list that a field may have."""
    hint = _plain(hint)
    if get_origin(hint) in (tuple, list):
        return [part for part in get_args(hint) if part is not ...]
    return [inner for part in get_args(hint) for inner in within_lists(part)]
