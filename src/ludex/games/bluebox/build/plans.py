"""Boards of Blue Box as they are drawn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from ludex.core.content.content import Library
from ludex.core.plan.entries import runs_of
from ludex.core.plan.plan import Blank, Drawn, Paint, Palette, Plan
from ludex.core.plan.plans import (
    Fields,
    Plans,
    cells_of,
    choice,
    drawn_between,
    drawn_on,
    edges_of,
    heights_of,
    listed,
    number,
    palette,
    starts,
    starts_drawn,
    starts_fields,
    tables,
    values_of,
    whole_fields,
    whole_of,
)
from ludex.games.bluebox.build.from_content import hexes_of
from ludex.games.bluebox.records.effects import StatName, TypeName
from ludex.games.bluebox.records.kinds import Board, Danger, Hex

LAYERS = {
    "ground": "Ground",
    "water": "Water",
    "heights": "Heights and pits",
    "darkness": "Darkness",
    "walls": "Walls",
    "edges": "Walls and Cover on edges",
    "dangers": "Dangers",
    "starts": "Starts",
}
TERRAIN = ("difficult", "climb", "dig", "water", "swim", "dark", "supernatural_dark")
DANGER = ("save", "dc", "dice", "type")


def palette_of(library: Library) -> Palette:
    return palette(["hexes"], LAYERS, [*paints(), *starts("cells")], 1)


def paints() -> Iterator[Paint]:
    def cells(id: str, name: str, layer: str, look: str, text: str, *blanks: Blank) -> Paint:
        return Paint(id=id, name=name, layer=layer, on="cells", look=look, text=text, blanks=list(blanks))

    yield cells("difficult", "Difficult ground", "ground", "rough", "Each metre into it costs one more.")
    yield cells("climb", "To climb", "ground", "rough", "One climbs here: each metre costs one more.")
    yield cells("dig", "To dig", "ground", "soft", "One digs through it: each metre costs three more.")
    yield cells("water", "Water", "water", "water", "Shallow: who stands in it is in the water.")
    yield cells("swim", "Deep water", "water", "water", "One swims here: each metre costs one more.")
    yield cells(
        "height", "Height", "heights", "height", "Higher ground, to be climbed.", number("m", "Height", 3, unit="m")
    )
    yield cells("pit", "Pit", "heights", "pit", "Who is pushed in falls.", number("m", "Depth", 4, unit="m"))
    yield cells("dark", "Dark", "darkness", "hatch", "Nobody sees here but those who see in the dark.")
    yield cells(
        "supernatural_dark", "Supernatural dark", "darkness", "hatch",
        "Nobody sees into it or out of it but those who see in such darkness.",
    )  # fmt: skip
    yield cells("wall", "Wall", "walls", "wall", "Nobody enters it or sees through it.")
    yield Paint(
        id="wall_edge", name="Wall, on edges", layer="edges", on="edges", look="wall",
        text="A wall between two hexes: nobody passes it or sees through it.",
    )  # fmt: skip
    yield Paint(
        id="cover", name="Cover, on edges", layer="edges", on="edges", look="cover",
        text="Who is behind it has Cover against those on its other side.",
    )  # fmt: skip
    yield cells(
        "danger", "Danger", "dangers", "danger", "Who comes in makes a save or takes the damage.",
        choice("save", "Save", "DEX", {stat: stat for stat in get_args(StatName)}),
        number("dc", "DC", 8, 0, 100),
        number("dice", "Dice (d4)", 1, 0, 100),
        choice("type", "Damage", "plain", {kind: kind for kind in get_args(TypeName)}),
    )  # fmt: skip


# ---------------------------------------------------------------- there and back


def read(entry: Board) -> Plan:
    return Plan(kind="hexes", cells=hexes_of(entry), drawn=list(drawn(entry)), whole=whole_of(entry))


def drawn(entry: Board) -> Iterator[Drawn]:
    for word, hexes in entry.terrain.items():
        yield from drawn_on(word, hexes)
    for part in entry.heights:
        yield from drawn_on("pit" if part.m < 0 else "height", part.hexes, m=abs(part.m))
    yield from drawn_on("wall", entry.walls)
    yield from drawn_between("wall_edge", entry.wall_edges)
    yield from drawn_between("cover", entry.cover)
    for danger in entry.dangerous:
        yield from drawn_on("danger", danger.hexes, **values_of(danger, *DANGER))
    yield from starts_drawn(entry)


def written(plan: Plan) -> Fields:
    words = dict.fromkeys([each.paint for each in plan.drawn if each.paint in TERRAIN])
    return {
        **whole_fields(plan, Board),
        **shape(plan.cells),
        **listed({
            "heights": heights_of(plan, "hexes"),
            "walls": cells_of(plan, "wall"),
            "wall_edges": edges_of(plan, "wall_edge"),
            "cover": edges_of(plan, "cover"),
            "terrain": {word: cells_of(plan, word) for word in words},
            "dangerous": tables(plan, "danger", "hexes", Danger),
        }),
        **starts_fields(plan),
    }  # fmt: skip


def shape(hexes: list[Hex]) -> Fields:
    """All hexes between four bounds, or row by row."""
    there = set(hexes)
    qs, rs = [q for q, _ in there], [r for _, r in there]
    if there and len(there) == (max(qs) + 1 - min(qs)) * (max(rs) + 1 - min(rs)):
        return {"q": [min(qs), max(qs)], "r": [min(rs), max(rs)], "rows": None}
    return {"q": None, "r": None, "rows": runs_of(there)}


PLANS = Plans(palette=palette_of, read=read, written=written)
