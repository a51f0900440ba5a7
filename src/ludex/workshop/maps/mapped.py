"""Tiles as the ground of a board: what each means is proposed by words that are known of it, and said by whoever brings
the map. What was said is kept as a comment above the board, and read again when another map has the same tiles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ludex.core.kernel.english import count, listed
from ludex.core.plan.plan import Cell, Drawn, Paint, PaintChoice
from ludex.workshop.maps.found import LeftOut, MapFound, ObjectFound, TileFound
from ludex.workshop.maps.lattice import Lattice
from ludex.workshop.maps.proposed import MOST_QUESTIONS, MapAnswer, MapQuestion, Paints, Proposed, TileMapped

FLOOR, HOLE, NOTHING = "floor", "hole", ""
OF_ALL = {FLOOR: "Plain floor", HOLE: "Not on the board", NOTHING: "Only decoration"}

# Words of tiles, and the paints of our games that may be meant by them, the nearest first
MEANT: Sequence[tuple[str, Sequence[str]]] = (
    ("door doors gate gates portal", ("door",)),
    ("exit exits leave", ("exit",)),
    ("start spawn player party hero", ("start_party",)),
    ("enemy enemies monster foe foes", ("start_foes",)),
    ("wall walls brick bricks rock rocks cliff cliffs solid block blocked collision obstacle", ("wall",)),
    ("deep swim", ("swim", "water", "rough", "difficult")),
    ("water river lake sea pond stream", ("water", "rough", "difficult")),
    ("lava fire ember embers acid spikes trap", ("danger", "rough", "difficult")),
    ("pit pits hole chasm abyss drop", ("pit", "drop")),
    ("ledge hill hills platform raised height high roof", ("height", "raised")),
    ("dark darkness shadow", ("dark",)),
    ("crowd", ("crowd",)),
    ("soft earth", ("soft_ground", "dig")),
    ("mud swamp marsh rubble rough difficult bush bushes bramble thorns sand snow forest", ("rough", "difficult")),
    ("crate crates barrel barrels table pillar pillars column statue tree trees boulder cover", ("cover", "wall")),
    ("void empty nothing space outside", (HOLE,)),
    ("floor ground grass dirt path road tile tiles stone wood planks carpet", (FLOOR,)),
)
Placed = tuple[ObjectFound, list[Cell]]  # an object, and those of its cells that are on the board
ABOVE = "# tiles of "
_KEPT = re.compile(rf"^{ABOVE}(?P<of>[^:\n]+): (?P<said>[^\n]*)$", re.MULTILINE)


def mapped(found: MapFound, paints: Paints, said: Mapping[str, str], kept: Mapping[str, str]) -> Proposed:
    """`said`: what tiles mean, by their keys, as somebody says now; `kept`: as was said before."""
    means = {tile.key: _means(tile, paints, said, kept) for tile in found.tiles}
    holes = {cell for tile in found.tiles if means[tile.key] == HOLE for cell in tile.cells}
    ground = {cell for tile in found.tiles if means[tile.key] != NOTHING for cell in tile.cells}
    cells = [cell for cell in found.cells if cell in ground and cell not in holes]
    there = set(cells)
    drawn = [
        each
        for tile in found.tiles
        if (paint := paints.get("cells", means[tile.key])) is not None
        for each in _drawn(paints, paint, [cell for cell in tile.cells if cell in there], "")
    ]
    objects = [(one, [cell for cell in one.cells if cell in there]) for one in found.objects]
    known = [(one, on, paint) for one, on in objects if on and (paint := _meant(paints, one.hints)) is not None]
    unknown = [(one, on) for one, on in objects if on and _meant(paints, one.hints) is None]
    drawn += [each for one, on, paint in known for each in _drawn(paints, paint, on, one.name)]
    asked = list(_by_name(unknown).items())
    return Proposed(
        cells=cells,
        drawn=drawn,
        opens=[cell for each in drawn if each.paint == "door" for cell in each.cells],
        questions=[_object(paints, at, name, on) for at, (name, on) in enumerate(asked[:MOST_QUESTIONS])],
        left_out=list(_lost(objects, asked)),
        mapping=[
            TileMapped(
                tile=tile.key, name=tile.name, places=len(tile.cells), means=means[tile.key],
                kept=tile.key not in said and tile.key in kept,
            )
            for tile in found.tiles
        ],
    )  # fmt: skip


def meanings(paints: Paints) -> list[PaintChoice]:
    """All that a tile can mean in this game."""
    cells = [paint for paint in paints.palette.paints if paint.on == "cells"]
    every = {**OF_ALL, **{paint.id: paint.name for paint in cells}}
    return [PaintChoice(id=id, name=name) for id, name in every.items()]


def _means(tile: TileFound, paints: Paints, said: Mapping[str, str], kept: Mapping[str, str]) -> str:
    for given in (said.get(tile.key), kept.get(tile.key)):
        if given is not None and (given in OF_ALL or paints.get("cells", given) is not None):
            return given
    for id in _may_be(tile.hints):
        if id in OF_ALL or paints.get("cells", id) is not None:
            return id
    return FLOOR if tile.low else NOTHING


def _meant(paints: Paints, hints: Sequence[str]) -> Paint | None:
    return next((paint for id in _may_be(hints) if (paint := paints.get("cells", id)) is not None), None)


def _words(hints: str) -> list[str]:
    """`stone_wall.png` and `StoneWall` both have the word wall."""
    return re.findall(r"[a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", hints).lower())


def _may_be(hints: Sequence[str]) -> Iterator[str]:
    """What something may be, by the nearest words; of several words, such as stone and wall, by what matters more."""
    for each in hints:
        words = set(_words(each))
        for known, ids in MEANT:
            if words & set(known.split()):
                yield from ids


def _drawn(paints: Paints, paint: Paint, cells: Sequence[Cell], name: str) -> Iterator[Drawn]:
    values = paints.usual(paint, **({"name": name} if name else {}))
    if paint.apart:
        yield from [Drawn(paint=paint.id, cells=[cell], values=values) for cell in cells]
    elif cells:
        yield Drawn(paint=paint.id, cells=list(cells), values=values)


# ---------------------------------------------------------------- objects


def _by_name(objects: Iterable[Placed]) -> dict[str, list[Cell]]:
    found: dict[str, list[Cell]] = {}
    for one, cells in objects:
        found[one.name] = list(dict.fromkeys([*found.get(one.name, []), *cells]))
    return found


def _object(paints: Paints, at: int, name: str, cells: Sequence[Cell]) -> MapQuestion:
    ways = [paint for id in ("door", "cover", "exit", "wall") if (paint := paints.get("cells", id)) is not None]
    return MapQuestion(
        id=f"object {at}", letter="", title=f"“{name or 'without a name'}”", proposed=len(ways[:2]),
        text=f"An object on {count(len(cells), 'cell')}. What is it here?",
        lines=[[(float(x), float(y))] for x, y in cells],
        answers=[
            *(
                MapAnswer(title=paint.name, text=paint.text, drawn=list(_drawn(paints, paint, cells, name)))
                for paint in ways[:2]
            ),
            MapAnswer(title="Leave it out", text="Nothing stands there; you can draw it later."),
        ],
    )  # fmt: skip


def _lost(
    objects: Sequence[tuple[ObjectFound, list[Cell]]], asked: Sequence[tuple[str, list[Cell]]]
) -> Iterator[LeftOut]:
    if off := [one.name for one, on in objects if not on]:
        yield LeftOut(what=f"{count(len(off), 'object')}: {listed(off[:6])}", why="no cell of the board is there")
    if more := [name for name, _ in asked[MOST_QUESTIONS:]]:
        yield LeftOut(what=f"{count(len(more), 'object')}: {listed(more[:6])}", why="too many to ask of each")


# ---------------------------------------------------------------- squares onto hexes


def onto_hexes(found: MapFound) -> tuple[MapFound, LeftOut]:
    """Squares for a game that has hexes alone: each hex is as the square under its middle."""
    lattice = Lattice("hexes", found.grid.wide, found.grid.high)
    under: dict[Cell, list[Cell]] = {}
    for cell in lattice.cells:
        x, y = lattice.middle(cell)
        square = int(min(x + 0.5, found.grid.wide - 1)), int(min(y + 0.5, found.grid.high - 1))
        under.setdefault(square, []).append(cell)

    def laid(cells: Sequence[Cell]) -> list[Cell]:
        return [hexed for cell in cells for hexed in under.get(cell, [])]

    return found._replace(
        cells=laid(found.cells),
        tiles=[tile._replace(cells=laid(tile.cells)) for tile in found.tiles],
        objects=[one._replace(cells=laid(one.cells)) for one in found.objects],
    ), LeftOut(what="Squares", why="this game has hexes: each is as the square under its middle")


# ---------------------------------------------------------------- what was said before


def comments(mapping: Sequence[TileMapped]) -> str:
    """What tiles mean, a line for each tileset, to stand above the entry of the board."""
    by_set: dict[str, list[str]] = {}
    for tile in mapping:
        of, _, number = tile.tile.rpartition(" ")
        by_set.setdefault(of, []).append(f"{number} {tile.means or 'decoration'}")
    return "".join(f"{ABOVE}{of}: {', '.join(said)}\n" for of, said in by_set.items())


def said_in(texts: Iterable[str]) -> dict[str, str]:
    """What tiles mean by such comments, by their keys."""
    found: dict[str, str] = {}
    for text in texts:
        for line in _KEPT.finditer(text):
            for part in line["said"].split(", "):
                number, _, means = part.partition(" ")
                if number.isdecimal() and means:
                    found[f"{line['of']} {number}"] = NOTHING if means == "decoration" else means
    return found
