"""How a game has its boards drawn: its palette, its entry read as a plan, and a plan written as the fields of an entry.

What all games share is here too: which cells have a paint, start areas, names and the map under a board. A plan is
written in the shortest way that means the same, and in the order in which it was read, so that what nobody has changed
is written as it stood.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from ludex.core.content.content import Library
from ludex.core.content.said import default_of
from ludex.core.plan.entries import BoardEntry, CellsEntry, ZonesEntry, runs_of
from ludex.core.plan.plan import Blank, Cell, Drawn, Edge, Layer, On, Paint, PaintChoice, Palette, Plan, Way

E = TypeVar("E", bound=BoardEntry)
Fields = dict[str, Any]  # of an entry, as a file has them; None: it has this one not

SIDES = {"party": "start_party", "foes": "start_foes"}  # the paints of start areas
WHOLE = ("name", "text", "map")


def stands_at(scene: Any, being: Any, place: Any) -> None:
    being.at = place


@dataclass(frozen=True, kw_only=True)
class Plans(Generic[E]):
    palette: Callable[[Library], Palette]
    read: Callable[[E], Plan]
    written: Callable[[Plan], Fields]
    stands: Callable[[Any, Any, Any], None] = stands_at  # of a scene: somebody stands there now, to be looked at


# ---------------------------------------------------------------- what is drawn


def cells_of(plan: Plan, *paints: str) -> list[Cell]:
    """All cells that have one of these paints, each once."""
    return list(dict.fromkeys([cell for drawn in plan.drawn if drawn.paint in paints for cell in drawn.cells]))


def edges_of(plan: Plan, paint: str) -> list[Edge]:
    return list(dict.fromkeys([edge for drawn in plan.drawn if drawn.paint == paint for edge in drawn.edges]))


def rooms_of(plan: Plan, paint: str) -> list[str]:
    return list(dict.fromkeys([room for drawn in plan.drawn if drawn.paint == paint for room in drawn.rooms]))


def ways_of(plan: Plan, paint: str) -> list[Way]:
    return list(dict.fromkeys([way for drawn in plan.drawn if drawn.paint == paint for way in drawn.ways]))


def tables(plan: Plan, paint: str, field: str, record: type[Any]) -> list[Fields]:
    """What was drawn with a paint as tables of a list, each with all its cells."""
    found = [drawn for drawn in plan.drawn if drawn.paint == paint and drawn.cells]
    return [{field: list(drawn.cells), **said(drawn.values, record)} for drawn in found]


def tables_apart(plan: Plan, paint: str, record: type[Any]) -> list[Fields]:
    """The same of a paint of which each place is one of its own."""
    found = [(drawn, cell) for drawn in plan.drawn if drawn.paint == paint for cell in drawn.cells]
    return [{"at": cell, **said(drawn.values, record)} for drawn, cell in found]


def by_room(plan: Plan, paint: str) -> dict[str, Mapping[str, Any]]:
    """The rooms that have a paint, each with what it says of them."""
    return {room: drawn.values for drawn in plan.drawn if drawn.paint == paint for room in drawn.rooms}


def said(values: Mapping[str, Any], record: type[Any]) -> Fields:
    """Of values those that are not so of themselves."""
    return {key: value for key, value in values.items() if value is not None and value != default_of(record, key)}


def values_of(part: Any, *fields: str) -> dict[str, Any]:
    """What a table says, also where it says nothing."""
    return {field: msgspec.to_builtins(getattr(part, field)) for field in fields}


def drawn_on(paint: str, cells: Iterable[Cell], **values: Any) -> Iterator[Drawn]:
    """Cells with a paint, where there are any."""
    if listed := list(cells):
        yield Drawn(paint=paint, cells=listed, values=values)


def drawn_between(paint: str, edges: Iterable[Edge]) -> Iterator[Drawn]:
    if listed := list(edges):
        yield Drawn(paint=paint, edges=listed)


def drawn_in(paint: str, rooms: Iterable[str], **values: Any) -> Iterator[Drawn]:
    if listed := list(rooms):
        yield Drawn(paint=paint, rooms=listed, values=values)


def drawn_ways(paint: str, ways: Iterable[Way], **values: Any) -> Iterator[Drawn]:
    if listed := list(ways):
        yield Drawn(paint=paint, ways=listed, values=values)


def heights_of(plan: Plan, field: str) -> list[Fields]:
    """Heights and pits as tables with metres, each with all its cells."""
    found = [drawn for drawn in plan.drawn if drawn.paint in ("height", "pit") and drawn.cells]
    return [
        {field: list(drawn.cells), "m": signed(drawn.values.get("m"), drawn.paint == "pit")} for drawn in found
    ]  # fmt: skip


def signed(height: Any, down: bool) -> Any:
    """How high something is, as files count; what is no number is refused when the file is read."""
    return -height if down and isinstance(height, int) else height


def rectangle(cells: Iterable[Cell], laid: Callable[[Cell], Cell]) -> Fields:
    """The shape of a board: so many rows with so many cells each, or which there are. `laid`: where a cell lies if all
    rows began at 0."""
    there = set(cells)
    spots = set(map(laid, there))
    width, height = max([x + 1 for x, _ in spots], default=0), max([y + 1 for _, y in spots], default=0)
    if spots and len(spots) == width * height and min(x for spot in spots for x in spot) == 0:
        return {"width": width, "height": height, "rows": None}
    return {"width": None, "height": None, "rows": runs_of(there)}


def in_runs(cells: list[Cell]) -> list[tuple[Cell, Cell]]:
    """Cells as runs of a row, each with its first and its last: in the order given, unless fewer would do."""
    runs: list[tuple[Cell, Cell]] = []
    for q, r in cells:
        if runs and runs[-1][1] == (q - 1, r):
            runs[-1] = (runs[-1][0], (q, r))
        else:
            runs.append(((q, r), (q, r)))
    fewest = runs_of(cells)
    return runs if len(runs) <= len(fewest) else [((first, r), (last, r)) for r, first, last in fewest]


# ---------------------------------------------------------------- what all boards have


def whole_of(entry: BoardEntry, *fields: str) -> dict[str, Any]:
    """What holds for all of a board: its name, its text, the map under it, and what a game adds."""
    found = values_of(entry, *WHOLE, *fields)
    return {key: value for key, value in found.items() if value is not None}


def whole_fields(plan: Plan, record: type[Any], *fields: str) -> Fields:
    """The same as fields of an entry."""
    given = {key: plan.whole.get(key) for key in (*WHOLE, *fields)}
    return {key: None if value == default_of(record, key) else value for key, value in given.items()}


def starts_drawn(entry: CellsEntry | ZonesEntry) -> Iterator[Drawn]:
    for side, area in entry.starts.items():
        places: list[Any] = list(area)
        if places and isinstance(entry, CellsEntry):
            yield Drawn(paint=SIDES[side], cells=places)
        elif places:
            yield Drawn(paint=SIDES[side], rooms=places)


def starts_fields(plan: Plan) -> Fields:
    areas = {side: [*cells_of(plan, paint), *rooms_of(plan, paint)] for side, paint in SIDES.items()}
    return {"starts": {side: area for side, area in areas.items() if area} or None}


def listed(fields: Fields) -> Fields:
    """Fields of which empty ones do not stand there."""
    return {key: value or None for key, value in fields.items()}


def grid_of(zones: list[Fields]) -> Fields | None:
    """Zones that are all there is of a grid, with nothing in them and no names: how many across and down."""
    spots = {zone["at"] for zone in zones}
    width, height = max([x + 1 for x, _ in spots], default=0), max([y + 1 for _, y in spots], default=0)
    if not zones or len(zones) != width * height:
        return None
    grid = [{"id": f"z{x}_{y}", "at": (x, y)} for y in range(height) for x in range(width)]
    return {"width": width, "height": height, "zones": None} if zones == grid else None


# ---------------------------------------------------------------- palettes


def palette(
    kinds: list[Any], layers: Mapping[str, str], paints: Iterable[Paint], metres: int, *whole: Blank
) -> Palette:
    """A palette of these paints, its layers with the names that they have."""
    found = list(paints)
    return Palette(
        kinds=kinds,
        layers=[
            Layer(id=id, name=name, paints=[paint.id for paint in found if paint.layer == id])
            for id, name in layers.items()
        ],
        paints=found,
        whole=[text("name", "Name"), text("text", "Words", unset=True), *whole],
        metres=metres,
    )


def starts(on: On) -> list[Paint]:
    return [
        Paint(
            id="start_party", name="Start, the party", layer="starts", on=on, look="start_party",
            text="Here those of the party begin of whom the scene does not say where.",
        ),
        Paint(
            id="start_foes", name="Start, enemies", layer="starts", on=on, look="start_foes",
            text="Here enemies begin of whom the scene does not say where.",
        ),
    ]  # fmt: skip


def number(id: str, name: str, usual: int | None, least: int = 1, most: int = 1000, unit: str = "") -> Blank:
    return Blank(
        id=id, name=name, type="number", usual=usual, least=least, most=most, unit=unit, unset=usual is None
    )  # fmt: skip


def text(id: str, name: str, usual: str = "", unset: bool = False) -> Blank:
    return Blank(id=id, name=name, type="text", usual=usual, unset=unset)


def flag(id: str, name: str) -> Blank:
    return Blank(id=id, name=name, type="flag", usual=False)


def choice(id: str, name: str, usual: str, choices: Mapping[str, str]) -> Blank:
    """One of some words, each with its name."""
    return Blank(
        id=id, name=name, type="choice", usual=usual, unset="" in choices,
        choices=[PaintChoice(id=word, name=named) for word, named in choices.items()],
    )  # fmt: skip


def entry(id: str, name: str, entries: Iterable[Any]) -> Blank:
    """An entry of the content."""
    known = [PaintChoice(id=each.id, name=each.name) for each in entries]
    return Blank(id=id, name=name, type="entry", usual=known[0].id if known else None, choices=known)
