"""How a fault is mended, where that is plain: the deed in words, and the edits that do it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any, Literal, NamedTuple, get_args, get_origin

import msgspec

from ludex.core.content.content import Library
from ludex.core.content.forms import Forms
from ludex.core.content.references import said_of
from ludex.core.content.said import BLANK, Words, hints_of, record_for, within_lists
from ludex.workshop.editing import Edit

Way = list[str | int]


class Mend(msgspec.Struct, frozen=True, kw_only=True):
    """What would mend a fault, in words and as edits."""

    words: str
    edits: list[Edit]


class Spot(NamedTuple):
    """Where a fault is: the way there, what stands there, its type, and the record whose field it is."""

    way: Way
    value: Any
    hint: Any
    record: type[Any]
    field: str


class Mender:
    """What mends faults of one entry."""

    def __init__(self, forms: Forms, library: Library, record: type[Any], raw: Mapping[str, Any]) -> None:
        self.forms = forms
        self.words = Words(forms, library)
        self.library = library
        self.record = record
        self.raw = raw

    def mend(self, way: Way, problem: str) -> Mend | None:
        spot = self.spot(way)
        for pattern, mending in MENDS:
            if (found := re.search(pattern, problem)) and (mend := mending(self, spot, found)) is not None:
                return mend
        return None

    def spot(self, way: Way) -> Spot:
        """As far as types and values lead."""
        record, field = self.record, ""
        hint: Any = self.record
        value: Any = self.raw
        for step in way:
            if isinstance(step, str):
                inner = record_for(hint, value) if isinstance(value, Mapping) else None
                record, field = inner or record, step
                hint = hints_of(inner).get(step) if inner is not None else None
                value = value.get(step) if isinstance(value, Mapping) else None
            else:
                inside = within_lists(hint)
                hint = (
                    inside[step] if len(inside) > step and len(set(map(repr, inside))) > 1 else next(iter(inside), None)
                )
                value = value[step] if isinstance(value, list) and step < len(value) else None
        return Spot(way, value, hint, record, field)

    def title(self, spot: Spot, field: str) -> str:
        inner = record_for(spot.hint, spot.value) if isinstance(spot.value, Mapping) else None
        return self.forms.field_title(inner or spot.record, field)

    # -- what is missing --------------------------------------------------------------------------------------

    def missing(self, spot: Spot, found: re.Match[str]) -> Mend | None:
        inner = record_for(spot.hint, spot.value) if isinstance(spot.value, Mapping) else None
        if inner is None:
            return None
        value = self.beginning(hints_of(inner).get(found[1]), found[1])
        if value is None:
            return None
        return self.begin(Spot([*spot.way, found[1]], None, None, inner, found[1]), value)

    def missing_here(self, spot: Spot, found: re.Match[str]) -> Mend | None:
        value = self.beginning(spot.hint, spot.field) if spot.value is None else None
        return self.begin(spot, value) if value is not None else None

    def begin(self, spot: Spot, value: Any) -> Mend:
        said = self.words.value(spot.record, {spot.field: value}, spot.field)
        title = self.forms.field_title(spot.record, spot.field)
        words = f"Begin with {title}" + ("" if BLANK in said else f": {said}")
        return Mend(words=words, edits=[Edit(path=spot.way, value=value)])

    def beginning(self, hint: Any, field: str = "") -> Any:
        """Something that may stand in a field; nothing where nobody could guess it."""
        names = said_of(hint)
        if names is not None:
            known = [
                id for kind in names.kinds if kind in self.library.shelves for id in self.library.shelves[kind].entries
            ]
            return next(iter([*known, *names.also]), None)
        plain = get_args(hint)[0] if hasattr(hint, "__metadata__") else hint
        if get_origin(plain) is Literal:
            return next((value for value in get_args(plain) if value != ""), "")
        if plain is int or plain is float:
            return max(
                1, *[meta.ge for meta in getattr(hint, "__metadata__", ()) if getattr(meta, "ge", None) is not None]
            )
        if plain is str:
            return "new" if field == "id" else "New"
        if plain is bool:
            return False
        if get_origin(plain) in (tuple, list):
            return []
        if get_origin(plain) is dict:
            return dict.fromkeys(get_args(get_args(plain)[0]), 0)
        if isinstance(plain, type) and issubclass(plain, msgspec.Struct):
            return self.begun(plain)
        return next((begun for part in get_args(plain) if (begun := self.beginning(part)) is not None), None)

    def begun(self, record: type[Any]) -> dict[str, Any]:
        """A part with no more than it must have."""
        config = record.__struct_config__
        found: dict[str, Any] = {config.tag_field: config.tag} if config.tag_field else {}
        narrow, hints = record.narrowed(), hints_of(record)
        for field in msgspec.structs.fields(record):
            if field.required:
                allowed = narrow.get(field.encode_name, {})
                own = self.beginning(hints[field.encode_name], field.encode_name)
                found[field.encode_name] = next(iter(allowed.get("enum", ())), own)
        return found

    def missing_part(self, spot: Spot, found: re.Match[str]) -> Mend | None:
        """A part by its name, at the end of a list of them."""
        wanted = [each for part in within_lists(spot.hint) for each in get_args(part) or (part,)]
        records = [each for each in wanted if _tag(each) == found[1]]
        if not records or not isinstance(spot.value, list | None):
            return None
        begun = self.begun(records[0])
        said = self.words.sentence(records[0], begun) or self.forms.title(records[0])
        at = len(spot.value or [])
        return Mend(words=f"Add {said}", edits=[Edit(path=[*spot.way, at], value=begun)])

    # -- what is called wrong ---------------------------------------------------------------------------------

    def renamed(self, spot: Spot, found: re.Match[str]) -> Mend:
        title = self.forms.field_title(spot.record, found[1])
        edits = [Edit(path=spot.way), Edit(path=[*spot.way[:-1], found[1]], value=spot.value)]
        return Mend(words=f"Call it {title}", edits=edits)

    def meant(self, spot: Spot, found: re.Match[str]) -> Mend | None:
        """Another word in place of one that nobody knows: here, or in the list that stands here."""
        wrong = re.search(r"'([^']+)'", found.string)
        way, value = spot.way, spot.value
        if isinstance(value, list):
            if wrong is None or wrong[1] not in value:
                return None
            way = [*way, value.index(wrong[1])]
        elif not isinstance(value, str):
            return None
        return self.put(spot, found[1], way)

    # -- what is too much, or of another type -----------------------------------------------------------------

    def bound(self, spot: Spot, found: re.Match[str]) -> Mend | None:
        return self.put(spot, int(found[1])) if isinstance(spot.value, int) else None

    def above(self, spot: Spot, found: re.Match[str]) -> Mend | None:
        return self.put(spot, int(found[1]) + 1) if isinstance(spot.value, int) else None

    def below(self, spot: Spot, found: re.Match[str]) -> Mend | None:
        return self.put(spot, int(found[1]) - 1) if isinstance(spot.value, int) else None

    def between(self, spot: Spot, found: re.Match[str]) -> Mend | None:
        """`value: expected 1 to 5, not 9`, which is told of the whole part."""
        field, least, most, value = found[1], int(found[2]), int(found[3]), int(found[4])
        if not isinstance(spot.value, Mapping) or spot.value.get(field) != value:
            return None
        inner = record_for(spot.hint, spot.value) or spot.record
        return self.put(Spot([*spot.way, field], value, None, inner, field), most if value > most else least)

    def one_of(self, spot: Spot, found: re.Match[str]) -> Mend | None:
        """`option: expected one of a, b`, which is told of the whole part."""
        if not isinstance(spot.value, Mapping) or found[1] not in spot.value:
            return None
        inner = record_for(spot.hint, spot.value) or spot.record
        known = found[2].split(", ")
        near = get_close_matches(str(spot.value[found[1]]), known, 1) or known
        return self.put(Spot([*spot.way, found[1]], None, None, inner, found[1]), near[0])

    def as_number(self, spot: Spot, found: re.Match[str]) -> Mend | None:
        return self.put(spot, int(spot.value)) if re.fullmatch(r"-?\d{1,6}", str(spot.value)) else None

    def as_text(self, spot: Spot, found: re.Match[str]) -> Mend | None:
        return self.put(spot, str(spot.value)) if isinstance(spot.value, int | float) else None

    def as_list(self, spot: Spot, found: re.Match[str]) -> Mend:
        return Mend(words="Make a list of it", edits=[Edit(path=spot.way, value=[spot.value])])

    def put(self, spot: Spot, value: Any, way: Way | None = None) -> Mend:
        said = self.words.value(spot.record, {spot.field: value}, spot.field)
        return Mend(words=f"Make it {said}", edits=[Edit(path=way or spot.way, value=value)])

    def take_away(self, spot: Spot, found: re.Match[str]) -> Mend | None:
        there = spot.way and spot.value is not None
        return Mend(words="Take it away", edits=[Edit(path=spot.way)]) if there else None


def _tag(kind: Any) -> object:
    config = getattr(kind, "__struct_config__", None)
    return config.tag if config is not None else None


Mending = Callable[[Mender, Spot, "re.Match[str]"], Mend | None]

# What faults say, and what mends them; the first that does
MENDS: list[tuple[str, Mending]] = [
    (r"^the field (\S+) is missing", Mender.missing),
    (r"^there is no field .*; did you mean (\S+)\?", Mender.renamed),
    (r"^there is no field ", Mender.take_away),
    (r"did you mean (\S+?)(?: or .*)?\?", Mender.meant),
    (r"^expected an? (\w+)(?:,|$)", Mender.missing_part),
    (r"^an aspect of the type \S+ needs an? (\w+)", Mender.missing_part),
    (r"^expected (damage)$", Mender.missing_part),
    (r"^expected a (?:whole )?number (?:or nothing )?of at (?:least|most) (-?\d+)", Mender.bound),
    (r"^expected a (?:whole )?number above (-?\d+)", Mender.above),
    (r"^expected a (?:whole )?number below (-?\d+)", Mender.below),
    (r"^expected less than (-?\d+)", Mender.below),
    (r"^expected (-?\d+) (?:\w+ )?or more", Mender.bound),
    (r"^(\w+): expected (-?\d+) to (-?\d+), not (-?\d+)", Mender.between),
    (r"^(\w+): expected one of (.*), not ", Mender.one_of),
    (r"^expected, since", Mender.missing_here),
    (r"come to (-?\d+)$", Mender.bound),
    (r"by the rules it is (-?\d+)$", Mender.bound),
    (r"; a character has (\d+)$", Mender.bound),
    (r"^expected a whole number(?: or nothing)?, not the text", Mender.as_number),
    (r"^expected text, not the number", Mender.as_text),
    (r"^expected a list, not the (?:text|number)", Mender.as_list),
    (r"expected \"(\w+)\"$", Mender.meant),
    (r"never carried out|does nothing on|^of no use|, and only then$|^expected together with", Mender.take_away),
]
