"""Boards of The Crawl as they are drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import get_args

from ludex.core.board.cells import Cell
from ludex.core.content.content import Library
from ludex.core.plan.plan import Blank, Drawn, Paint, Palette, Plan
from ludex.core.plan.plans import (
    Fields,
    Plans,
    cells_of,
    choice,
    drawn_between,
    drawn_on,
    edges_of,
    flag,
    heights_of,
    listed,
    number,
    palette,
    rectangle,
    starts,
    starts_drawn,
    starts_fields,
    tables,
    tables_apart,
    text,
    values_of,
    whole_fields,
    whole_of,
)
from ludex.games.crawl.build import from_content
from ludex.games.crawl.records.kinds import Board, CoverEntry, CrusherEntry, DoorEntry, Material
from ludex.games.crawl.state import METRES

LAYERS = {
    "ground": "Ground",
    "heights": "Heights and pits",
    "walls": "Walls, objects and doors",
    "edges": "Walls on edges",
    "people": "People about",
    "above": "What hangs above",
    "exits": "Exits",
    "starts": "Starts",
}
COVER = ("percent", "material", "hp", "name")
DOOR = ("name", "open", "lock")
WEIGHT = ("kg", "name")


def palette_of(library: Library) -> Palette:
    return palette(["hexes", "squares"], LAYERS, [*paints(), *starts("cells")], METRES)


def paints() -> Iterator[Paint]:
    def cells(
        id: str, name: str, layer: str, look: str, says: str, *blanks: Blank, apart: bool = False
    ) -> Paint:  # fmt: skip
        return Paint(
            id=id, name=name, layer=layer, on="cells", look=look, text=says, blanks=list(blanks), apart=apart
        )  # fmt: skip

    yield cells("rough", "Rough ground", "ground", "rough", "A step into it or out of it costs 2, and nobody charges.")
    yield cells(
        "height", "Height", "heights", "height", "A ledge, to be climbed or jumped.", number("m", "Height", 2, unit="m")
    )  # fmt: skip
    yield cells(
        "pit", "Pit", "heights", "pit", "Who goes or is thrown more than a metre down falls.",
        number("m", "Depth", 3, unit="m"),
    )  # fmt: skip
    yield cells("wall", "Wall", "walls", "wall", "Nobody enters it or sees through it.")
    yield cells(
        "cover", "Object", "walls", "crate", "It fills its cells and hides whoever is behind it, until it breaks.",
        number("percent", "Hides", 50, 1, 100, "%"),
        choice("material", "Made of", "wood", {made: made for made in get_args(Material)}),
        number("hp", "HP", None, 1, 1000),
        text("name", "Called", "cover"),
    )  # fmt: skip
    yield cells(
        "door", "Door", "walls", "door", "It fills its cell; shut, it blocks the way and the view.",
        text("name", "Called", "door"), flag("open", "It stands open"), number("lock", "Lock", 0, 0, 100),
        apart=True,
    )  # fmt: skip
    yield Paint(
        id="wall_edge", name="Wall, on edges", layer="edges", on="edges", look="wall",
        text="A wall between two cells: nobody passes it or sees through it.",
    )  # fmt: skip
    yield cells("crowd", "Crowd", "people", "crowd", "A thick crowd to blend into.")
    yield cells(
        "weight", "Weight", "above", "chandelier", "Something heavy, which the game master can let fall.",
        number("kg", "Weight", 500, 0, 100_000, "kg"), text("name", "Called", "weight"), apart=True,
    )  # fmt: skip
    yield cells("exit", "Exit", "exits", "exit", "From here one may leave a fight.")


# ---------------------------------------------------------------- there and back


def read(entry: Board) -> Plan:
    return Plan(
        kind="squares" if entry.shape == "square" else "hexes",
        cells=from_content.cells_of(entry),
        drawn=list(drawn(entry)),
        whole=whole_of(entry),
    )


def drawn(entry: Board) -> Iterator[Drawn]:
    yield from drawn_on("rough", entry.rough)
    for part in entry.heights:
        yield from drawn_on("pit" if part.m < 0 else "height", part.cells, m=abs(part.m))
    yield from drawn_on("wall", entry.walls)
    for cover in entry.cover:
        yield from drawn_on("cover", cover.cells, **values_of(cover, *COVER))
    for door in entry.doors:
        yield from drawn_on("door", [door.at], **values_of(door, *DOOR))
    yield from drawn_between("wall_edge", entry.wall_edges)
    yield from drawn_on("crowd", entry.crowd)
    for weight in entry.crushers:
        yield from drawn_on("weight", [weight.at], **values_of(weight, *WEIGHT))
    yield from drawn_on("exit", entry.exits)
    yield from starts_drawn(entry)


def written(plan: Plan) -> Fields:
    return {
        **whole_fields(plan, Board),
        "shape": "square" if plan.kind == "squares" else None,
        **rectangle(plan.cells, lying(plan)),
        **listed({
            "walls": cells_of(plan, "wall"),
            "wall_edges": edges_of(plan, "wall_edge"),
            "rough": cells_of(plan, "rough"),
            "exits": cells_of(plan, "exit"),
            "crowd": cells_of(plan, "crowd"),
            "heights": heights_of(plan, "cells"),
            "cover": tables(plan, "cover", "cells", CoverEntry),
            "doors": tables_apart(plan, "door", DoorEntry),
            "crushers": tables_apart(plan, "weight", CrusherEntry),
        }),
        **starts_fields(plan),
    }  # fmt: skip


def lying(plan: Plan) -> Callable[[Cell], Cell]:
    """tc.map.grid: odd rows of hexes are half a cell to the right."""
    return (lambda cell: cell) if plan.kind == "squares" else (lambda cell: (cell[0] + cell[1] // 2, cell[1]))


PLANS = Plans(palette=palette_of, read=read, written=written)
