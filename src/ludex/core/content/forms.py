"""How entries are asked for: what each field means in words, which ones matter first, how parts read as sentences.

`forms.toml` of a game has it, by the names of the records under `records/`:

    [Weapon]
    text = "What one strikes or shoots with."       # what it is
    first = ["name", "damage", "effects"]           # the fields that matter, in this order
    folded = { "Price" = ["cost", "slots"] }        # others, under a heading
    advanced = ["source"]                           # and those that few ever need
    sentence = "{dice} damage[, {bonus} more]"      # of a part: how it reads, with its fields as blanks; what stands
                                                    # in brackets only where one of its blanks was filled in, else
                                                    # what comes behind a bar: "against [the DC of {stat}|{dc}]"

    [Weapon.fields]
    damage = "The dice of a hit."                   # each field, in a sentence

Whatever is said of a record holds for those that are made of it. The JSON Schema, the editor, the pages under
`docs/games` and `ludex check` all read it here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec

from ludex.core.content.content import Record, convert, read_toml

FORMS = "forms.toml"

# What a name ends with, where that says in what it is counted
UNITS = {"kg": "kg", "m": "m", "hours": "hours", "minutes": "minutes", "turns": "turns", "days": "days"}
SHORT = frozenset({"hp", "ep", "ap", "mp", "kp", "dr", "dc", "ac", "gm", "npc"})  # words that are written in capitals


class Form(Record, frozen=True, eq=False, kw_only=True):
    """What is said of a record."""

    title: str = ""
    text: str = ""
    sentence: str = ""
    first: tuple[str, ...] = ()
    folded: dict[str, tuple[str, ...]] = {}
    advanced: tuple[str, ...] = ()
    long: tuple[str, ...] = ()  # texts of several lines
    signed: tuple[str, ...] = ()  # numbers that are told with their sign
    grouped: str = ""  # the field by which entries are grouped where one is chosen
    fields: dict[str, str] = {}
    titles: dict[str, str] = {}
    units: dict[str, str] = {}
    names: dict[str, dict[str, str]] = {}  # what values are called, by field and value


OF_ENTRY = Form(
    fields={
        "id": "The word by which files and commands name it.",
        "name": "What people call it.",
        "text": "What is told of it, in a sentence or two.",
        "look": "The drawing that stands for it, where its name does not tell.",
        "colour": "Of the plate on which it is drawn, in place of that of its side.",
        "picture": "On its token in place of a drawing: a file among the pictures of its pack.",
        "style": "How they fight where the computer plays them.",
    },
    titles={"id": "Word in files", "look": "Drawing", "text": "Words"},
    advanced=("id", "look", "colour", "picture", "style"),
    long=("text",),
    names={
        "colour": {"": "that of its side"},
        "style": {
            "": "plainly",
            "aggressive": "aggressive: strikes and presses on",
            "cautious": "cautious: takes care, and stays back when badly hurt",
            "cowardly": "cowardly: gets away when half their health is gone",
            "protective": "protective: looks after its own, and goes for who struck them",
            "beast": "like a beast: goes for the weakest, and runs when badly hurt",
            "disciplined": "disciplined: finishes what is begun, and never gives up",
            "vengeful": "vengeful: strikes back at who struck them last",
        },
    },
)
OF_BOARD = Form(
    fields={"map": "A picture that lies under it."},
    titles={"map": "Map under it"},
    advanced=("map",),
)
OF_CELLS = Form(
    fields={
        "rows": "In place of a rectangle: runs of cells, each as its row, its first cell and its last.",
        "starts": "Where each side begins.",
    },
    titles={"starts": "Start areas"},
    folded={"On it": ("starts",)},
    advanced=("rows",),
)
OF_ZONES = Form(
    fields={"starts": "Where each side begins."}, titles={"starts": "Start areas"}, folded={"On it": ("starts",)}
)
OF_MAP = Form(
    title="Map",
    text="A picture under the board. Two of its spots lie on two spots of the board: that places, sizes and turns it.",
    fields={
        "picture": "A file among the pictures of the pack.",
        "spots": "Two spots of the picture, each as how far across and how far down, counted in its width.",
        "onto": "The two spots of the board on which they lie, counted in cells.",
        "strength": "How strongly it is drawn.",
        "seen": "Who sees it.",
    },
    units={"strength": "%"},
    names={"seen": {"gm": "the game master", "everybody": "everybody"}},
)
COMMON = {"Entry": OF_ENTRY, "BoardEntry": OF_BOARD, "CellsEntry": OF_CELLS, "ZonesEntry": OF_ZONES, "MapUnder": OF_MAP}


class Forms:
    """What is said of all records of a game."""

    def __init__(self, forms: Mapping[str, Form]) -> None:
        self.own = forms
        self.by_name = {**forms, **COMMON}

    @classmethod
    def of(cls, home: Path) -> Forms:
        path = home / FORMS
        tables = read_toml(path) if path.exists() else {}
        return cls({name: convert(table, Form, f"{path}: {name}") for name, table in tables.items()})

    def on(self, record: type[Any]) -> Iterator[Form]:
        """What is said of a record, and of those that it is made of."""
        return (self.by_name[each.__name__] for each in record.__mro__ if each.__name__ in self.by_name)

    # -- of a record ------------------------------------------------------------------------------------------

    def title(self, record: type[Any]) -> str:
        own = self.by_name.get(record.__name__)
        tag = record.__struct_config__.tag
        return (own.title if own else "") or titled(tag if isinstance(tag, str) else _apart(record.__name__))

    def text(self, record: type[Any]) -> str:
        own = self.by_name.get(record.__name__)
        return own.text if own else ""

    def sentence(self, record: type[Any]) -> str:
        return next((form.sentence for form in self.on(record) if form.sentence), "")

    def grouped(self, record: type[Any]) -> str:
        return next((form.grouped for form in self.on(record) if form.grouped), "")

    def placed(self, record: type[Any]) -> dict[str, tuple[str, bool]]:
        """All its fields as they are to be asked for, each with the heading under which it is folded, empty for what
        comes first, and whether it is advanced. Of a record that says nothing of it, all come first."""
        fields = list(record.__struct_encode_fields__)
        advanced = {field for form in self.on(record) for field in form.advanced}
        first = next((form.first for form in self.on(record) if form.first), ())
        folded: dict[str, str] = {}
        for form in self.on(record):
            folded |= {field: head for head, group in form.folded.items() for field in group if field not in folded}
        first = first or tuple([field for field in fields if field not in folded and field not in advanced])
        order = [*first, *[field for field in folded if field not in first], *fields]
        return {
            field: ("" if field in first else folded.get(field, "More"), field in advanced and field not in first)
            for field in dict.fromkeys(order)
            if field in fields
        }

    # -- of a field -------------------------------------------------------------------------------------------

    def field(self, record: type[Any], field: str) -> str:
        """What it means; empty where nobody has said."""
        return next((form.fields[field] for form in self.on(record) if field in form.fields), "")

    def field_title(self, record: type[Any], field: str) -> str:
        said = next((form.titles[field] for form in self.on(record) if field in form.titles), "")
        return said or titled(re.sub(rf"_({'|'.join(UNITS)})$", "", field))

    def unit(self, record: type[Any], field: str) -> str:
        said = next((form.units[field] for form in self.on(record) if field in form.units), None)
        return said if said is not None else UNITS.get(field.rpartition("_")[2], "") if "_" in field else ""

    def names(self, record: type[Any], field: str) -> Mapping[str, str]:
        return next((form.names[field] for form in self.on(record) if field in form.names), {})

    def is_long(self, record: type[Any], field: str) -> bool:
        return any(field in form.long for form in self.on(record))

    def is_signed(self, record: type[Any], field: str) -> bool:
        return any(field in form.signed for form in self.on(record))

    def called(self, record: type[Any], field: str, value: object) -> str:
        """A value of a field that is one of a few, in words."""
        key = str(value).lower() if isinstance(value, bool) else str(value)
        said = self.names(record, field).get(key)
        return said if said is not None else key.replace("_", " ") or "none"

    # -- what is missing --------------------------------------------------------------------------------------

    def missing(self, kinds: Iterable[type[Any]]) -> list[str]:
        """Fields of which nobody has said what they mean, and what is said of nothing."""
        records = all_records(kinds)
        found = [
            f"{record.__name__}.{field}: nobody says what it means"
            for record in records
            for field in record.__struct_encode_fields__
            if not self.field(record, field)
        ]
        bases: list[type[Any]] = [base for record in records for base in record.__mro__]
        known = {base.__name__: base for base in bases if hasattr(base, "__struct_fields__")}
        for name, form in self.own.items():
            if name not in known:
                found.append(f"{name}: there is no such record")
                continue
            there = {
                field
                for each in known.values()
                if issubclass(each, known[name])
                for field in each.__struct_encode_fields__
            }
            found += [f"{name}.{field}: there is no such field" for field in _named(form) if field not in there]
            if wrong := set(blanks(form.sentence)) - there:
                found.append(f"{name}: its sentence has blanks that are no fields: {', '.join(sorted(wrong))}")
        return found


def blanks(sentence: str) -> list[str]:
    return re.findall(r"\{(\w+)\}", sentence)


def _named(form: Form) -> Iterator[str]:
    lists = (form.first, form.advanced, form.long, form.signed, *form.folded.values())
    yield from (field for group in lists for field in group)
    yield from (field for table in (form.fields, form.titles, form.units, form.names) for field in table)
    yield from [form.grouped] if form.grouped else []


def titled(name: str) -> str:
    """`hp_pool_modifier` as a title: HP pool modifier."""
    words = [word.upper() if word.lower() in SHORT else word for word in name.replace("-", " ").split("_")]
    said = " ".join(words)
    return said[:1].upper() + said[1:]


def _apart(name: str) -> str:
    """`CoverEntry` as `cover`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name.removesuffix("Entry") or name).lower()


def all_records(kinds: Iterable[type[Any]]) -> list[type[Any]]:
    """The records of these kinds, and all that they are made of."""
    found: dict[type[Any], None] = {}
    waiting: list[Any] = list(kinds)[::-1]
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            if kind in found:
                continue
            found[kind] = None
            waiting += list(get_type_hints(kind, include_extras=True).values())[::-1]
        waiting += get_args(kind)[::-1]
    return list(found)
