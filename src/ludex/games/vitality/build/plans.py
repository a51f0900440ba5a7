"""Boards of Vitality as they are drawn: in hexes, also where a table lays them in squares."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from ludex.core.content.content import Library
from ludex.core.plan.plan import Blank, Drawn, Paint, Palette, Plan
from ludex.core.plan.plans import (
    Fields,
    Plans,
    drawn_between,
    drawn_on,
    edges_of,
    in_runs,
    listed,
    number,
    palette,
    rectangle,
    signed,
    starts,
    starts_drawn,
    starts_fields,
    whole_fields,
    whole_of,
)
from ludex.games.vitality.book.characters.space import ground
from ludex.games.vitality.build.from_content import cells_of, spaces, square
from ludex.games.vitality.records.kinds import Board, Cell
from ludex.games.vitality.state import Being, Scene

LAYERS = {
    "ground": "Ground",
    "heights": "Heights and drops",
    "walls": "Walls",
    "edges": "Walls on edges",
    "starts": "Starts",
}
METRES = 2  # vt.move.speed: across a space
TERRAIN = ("difficult", "soft_ground", "raised", "drop", "wall")


def palette_of(library: Library) -> Palette:
    return palette(["hexes"], LAYERS, [*paints(), *starts("cells")], METRES)


def paints() -> Iterator[Paint]:
    def cells(id: str, name: str, layer: str, look: str, text: str, *blanks: Blank) -> Paint:
        return Paint(id=id, name=name, layer=layer, on="cells", look=look, text=text, blanks=list(blanks))

    yield cells("difficult", "Difficult ground", "ground", "rough", "Each space into it costs one more.")
    yield cells("soft_ground", "Soft ground", "ground", "soft", "Who burrows can go through it.")
    yield cells(
        "raised", "Height", "heights", "height", "Raised ground, to be climbed.",
        number("height", "Height", 1, unit="spaces"),
    )  # fmt: skip
    yield cells(
        "drop", "Drop", "heights", "pit", "Who goes over the edge falls.",
        number("height", "Depth", 10, unit="spaces"),
    )  # fmt: skip
    yield cells("wall", "Wall", "walls", "wall", "Nobody enters it or sees through it.")
    yield Paint(
        id="wall_edge", name="Wall, on edges", layer="edges", on="edges", look="wall",
        text="A wall between two spaces: nobody passes it or sees through it.",
    )  # fmt: skip


# ---------------------------------------------------------------- there and back


def read(entry: Board) -> Plan:
    return Plan(kind="hexes", cells=spaces(entry), drawn=list(drawn(entry)), whole=whole_of(entry))


def drawn(entry: Board) -> Iterator[Drawn]:
    for (kind, height), patches in groupby(entry.terrain, key=lambda patch: (patch.kind, patch.height)):
        cells = [cell for patch in patches for cell in cells_of(entry, patch)]
        yield from drawn_on(kind, cells, **({"height": abs(height)} if height else {}))
    yield from drawn_between("wall_edge", entry.wall_edges)
    yield from starts_drawn(entry)


def written(plan: Plan) -> Fields:
    return {
        **whole_fields(plan, Board),
        **rectangle(plan.cells, square),
        **listed({"wall_edges": edges_of(plan, "wall_edge"), "terrain": list(patches_of(plan))}),
        **starts_fields(plan),
    }


def patches_of(plan: Plan) -> Iterator[Fields]:
    """Each paint as runs of rows."""
    for each in plan.drawn:
        height = signed(each.values.get("height"), each.paint == "drop")
        for start, end in in_runs(each.cells) if each.paint in TERRAIN else ():
            yield {"kind": each.paint, "start": start, "end": end, **({"height": height} if height else {})}


def stands(scene: Scene, being: Being, at: Cell) -> None:
    """On the ground, as high as that is."""
    being.at, being.height = at, ground(scene, at)


PLANS = Plans(palette=palette_of, read=read, written=written, stands=stands)
