"""Tiled (.tmj, .json): layers of tiles by their numbers, and objects with names and classes.

A board has no pictures of tiles. What each tile means is said by whoever brings the map; names, classes and properties
of tiles, and the layers on which they lie, tell what it probably is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import floor
from struct import unpack
from typing import Annotated, Any, NamedTuple

import msgspec

from ludex.core.kernel.bounds import CELLS
from ludex.core.kernel.english import count, listed
from ludex.core.kernel.ruling import BadInput
from ludex.core.plan.plan import Cell
from ludex.workshop.maps.bounded import (
    MOST_UNPACKED,
    Count,
    Number,
    Told,
    Words,
    check_cells,
    from_base64,
    read_map,
    said,
    unpacked,
)
from ludex.workshop.maps.found import GridFound, LeftOut, MapFound, ObjectFound, Point, TileFound

FORMAT = "Tiled"
NUMBER = 0x0FFFFFFF  # of a tile; the four bits above it say how it is turned
MOST_LAYERS, MOST_OBJECTS, MOST_TILES = 60, 1_000, 400
MOST_LOOKED_AT = 1_000_000  # corners of objects, each with each cell that is near them
NOT_READ = {"isometric": "isometric", "staggered": "isometric and staggered", "oblique": "oblique"}

Gid = Annotated[int, msgspec.Meta(ge=0, lt=1 << 32)]
Side = Annotated[int, msgspec.Meta(ge=1, le=4_096)]  # pixels
Place = Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)]
Data = list[Gid] | str


class Property(Told, frozen=True, kw_only=True):
    name: Words = ""
    value: Any = None


class Tile(Told, frozen=True, kw_only=True):
    id: Count = 0
    type: Words = ""
    kind: Words = msgspec.field(name="class", default="")
    properties: list[Property] = []
    image: str = ""


class Tileset(Told, frozen=True, kw_only=True):
    firstgid: Gid
    source: Words = ""
    name: Words = ""
    tiles: list[Tile] | dict[str, Any] = []


class Chunk(Told, frozen=True, kw_only=True):
    x: Place
    y: Place
    width: Side
    height: Side
    data: Data


class Object(Told, frozen=True, kw_only=True):
    x: Number = 0.0
    y: Number = 0.0
    width: Number = 0.0
    height: Number = 0.0
    name: Words = ""
    type: Words = ""
    kind: Words = msgspec.field(name="class", default="")
    gid: Gid = 0
    visible: bool = True
    properties: list[Property] = []
    polygon: list[dict[str, Number]] = []
    polyline: list[dict[str, Number]] = []


class Layer(Told, frozen=True, kw_only=True):
    type: Words
    name: Words = ""
    kind: Words = msgspec.field(name="class", default="")
    visible: bool = True
    width: Count = 0
    height: Count = 0
    offsetx: Number = 0.0
    offsety: Number = 0.0
    data: Data = []
    encoding: Words = ""
    compression: Words = ""
    chunks: list[Chunk] = []
    objects: list[Object] = []
    layers: list[Layer] = []


class File(Told, frozen=True, kw_only=True):
    orientation: Words
    width: Count
    height: Count
    tilewidth: Side
    tileheight: Side
    hexsidelength: Annotated[int, msgspec.Meta(ge=0, le=4_096)] = 0
    staggeraxis: Words = "y"
    staggerindex: Words = "odd"
    infinite: bool = False
    layers: list[Layer] = []
    tilesets: list[Tileset] = []


class Laid(NamedTuple):
    """A layer of tiles: the number of the tile at each place, by column and row."""

    layer: Layer
    tiles: dict[Cell, int]


def read_tiled(data: bytes, title: str) -> MapFound:
    file = read_map(data, File, FORMAT)
    _check(file)
    layers = list(_flat(file.layers))
    if len(layers) > MOST_LAYERS:
        raise BadInput(f"this map has too many layers: {len(layers)}, and at most {MOST_LAYERS} are read")
    laid = [Laid(layer, dict(_tiles(file, layer))) for layer in layers if layer.type == "tilelayer" and layer.visible]
    grid = _Grid(file, [place for one in laid for place in one.tiles])
    tiles = list(_used(file, grid, laid))
    return MapFound(
        format=FORMAT,
        title=title,
        grid=GridFound(grid.shape, grid.wide, grid.high),
        cells=sorted({cell for tile in tiles for cell in tile.cells}, key=lambda cell: (cell[1], cell[0])),
        tiles=tiles,
        objects=list(_objects(file, grid, layers)),
        left_out=list(_left_out(file, grid, layers)),
    )


def _check(file: File) -> None:
    if file.orientation in NOT_READ:
        raise BadInput(
            f"this map is {file.orientation}, and {NOT_READ[file.orientation]} maps are not read:"
            " in Tiled choose orthogonal or hexagonal under Map, Map Properties"
        )
    if file.orientation not in ("orthogonal", "hexagonal"):
        raise BadInput(f"this map is {said(file.orientation)!r}; orthogonal and hexagonal maps are read")
    if file.staggeraxis not in ("x", "y") or file.staggerindex not in ("odd", "even"):
        raise BadInput("this map does not say which of its hexes are shifted: expected x or y, and odd or even")
    if not file.infinite:
        check_cells(file.width, file.height)


def _flat(layers: Sequence[Layer], shown: bool = True) -> Iterator[Layer]:
    """Those of groups too. What lies in a group that is not shown is not shown."""
    for layer in layers:
        if layer.type == "group":
            yield from _flat(layer.layers, shown and layer.visible)
        else:
            yield layer if shown else msgspec.structs.replace(layer, visible=False)


# ---------------------------------------------------------------- tiles by their numbers


def _tiles(file: File, layer: Layer) -> Iterator[tuple[Cell, int]]:
    """Column, row and number of each tile that there is."""
    if file.infinite or layer.chunks:
        parts = [((one.x, one.y), one.width, one.height, one.data) for one in layer.chunks]
    else:
        parts = [((0, 0), layer.width or file.width, layer.height or file.height, layer.data)]
    if sum(wide * high for _, wide, high, _ in parts) > MOST_UNPACKED // 4:
        raise BadInput(f"the layer {said(layer.name)!r} is too large: at most {MOST_UNPACKED // 4:,} tiles are read")
    for (left, top), wide, high, data in parts:
        numbers = _numbers(layer, data)
        if len(numbers) != wide * high:
            raise BadInput(
                f"the layer {said(layer.name)!r} has {len(numbers):,} tiles, and {wide * high:,} were expected"
            )
        for at, number in enumerate(numbers):
            if number & NUMBER:
                yield (left + at % wide, top + at // wide), number & NUMBER


def _numbers(layer: Layer, data: Data) -> Sequence[int]:
    if isinstance(data, list):
        return data
    if layer.encoding == "csv":
        words = data.replace("\n", "").split(",")
        if not all(word.strip().isdecimal() and len(word) < 20 for word in words):
            raise BadInput(f"the layer {said(layer.name)!r} has tiles that are no numbers")
        return [int(word) for word in words]
    if layer.compression == "zstd":
        raise BadInput(
            f"the layer {said(layer.name)!r} is packed by Zstandard, which is not read:"
            " in Tiled choose CSV, zlib or gzip under Map, Map Properties, Tile Layer Format"
        )
    if layer.compression not in ("", "zlib", "gzip"):
        raise BadInput(f"the layer {said(layer.name)!r} is packed in a way that is not read: {said(layer.compression)}")
    try:
        found = from_base64(data, MOST_UNPACKED)
        found = unpacked(found, layer.compression) if layer.compression else found
    except ValueError as wrong:
        raise BadInput(f"the layer {said(layer.name)!r} cannot be unpacked: {wrong}") from None
    return unpack(f"<{len(found) // 4}I", found[: len(found) // 4 * 4])


def _used(file: File, grid: _Grid, laid: Sequence[Laid]) -> Iterator[TileFound]:
    """Each tile that the map uses, once, whatever layer it lies on; those of the ground first."""
    lowest: set[Cell] = set()
    places: dict[int, list[Cell]] = {}
    layers: dict[int, list[str]] = {}
    low: dict[int, int] = {}
    for layer, tiles in laid:
        for place, number in tiles.items():
            places.setdefault(number, []).append(grid.cell(place))
            layers.setdefault(number, []).append(f"{layer.name} {layer.kind}")
            low[number] = low.get(number, 0) + (place not in lowest)
        lowest.update(tiles)
    if len(places) > MOST_TILES:
        raise BadInput(f"this map uses {len(places):,} tiles, and what at most {MOST_TILES} mean can be said")
    for number in sorted(places, key=lambda one: (-low[one], -len(places[one]), one)):
        key, name, hints = _told(file, number)
        cells = list(dict.fromkeys(places[number]))
        on = " ".join(dict.fromkeys(layers[number]))
        yield TileFound(key, name, (hints, on), 2 * low[number] > len(places[number]), cells)


def _told(file: File, number: int) -> tuple[str, str, str]:
    """How a tile is known again, what it is called, and words that tell what it may be."""
    tileset = max((one for one in file.tilesets if one.firstgid <= number), key=lambda one: one.firstgid, default=None)
    if tileset is None:
        return f"map {number}", f"tile {number}", ""
    local = number - tileset.firstgid
    stem = tileset.source.replace("\\", "/").rpartition("/")[2].rpartition(".")[0]
    of = said(tileset.name or stem or "tiles", 40).replace(":", " ")
    tiles = tileset.tiles if isinstance(tileset.tiles, list) else []
    tile = next((one for one in tiles if one.id == local), None)
    hints = "" if tile is None else _hints(tile.type, tile.kind, tile.image, tile.properties)
    name = said(tile.kind or tile.type, 40) if tile is not None else ""
    return f"{of} {local}", name or f"{of} {local}", hints


def _hints(*words: str | Iterable[Property]) -> str:
    found: list[str] = []
    for word in words:
        if isinstance(word, str):
            found.append(word)
            continue
        for one in word:  # `wall = true`, or `terrain = "water"`
            found += [one.name] if one.value is True else [one.value] if isinstance(one.value, str) else []
    return said(" ".join(filter(None, found)), 300)


# ---------------------------------------------------------------- where things lie


class _Grid:
    """Where the places of the file lie: by column and row, and by pixels. Hexes of ours stand on a point, and each row
    is shifted by half a hex from the one above; a map whose columns are shifted is turned by a quarter."""

    def __init__(self, file: File, places: Sequence[Cell]) -> None:
        if not places:
            raise BadInput("this map has no tiles on layers that are shown: there is nothing to make a board of")
        columns, rows = {x for x, _ in places}, {y for _, y in places}
        even = file.orientation == "hexagonal"  # which rows are shifted stays the same
        self.left = min(columns) // 2 * 2 if even else min(columns)
        self.top = min(rows) // 2 * 2 if even else min(rows)
        self.columns, self.rows = max(columns) - self.left + 1, max(rows) - self.top + 1
        if len(set(places)) > CELLS or max(self.columns, self.rows) > 500:
            check_cells(self.columns, self.rows)
        self.file = file
        self.shape: Any = "hexes" if even else "squares"
        self.turned = even and file.staggeraxis == "x"
        self.looked_at = 0
        self.wide, self.high = (self.rows, self.columns) if self.turned else (self.columns, self.rows)

    def cell(self, place: Cell) -> Cell:
        x, y = place[0] - self.left, place[1] - self.top
        if self.shape == "squares":
            return x, y
        odd = self.file.staggerindex == "odd"
        if not self.turned:
            return x - (y if odd else y + 1) // 2, y
        # Turned by a quarter to the right: columns become rows, and what was below stands left
        return self.rows - 1 - y - ((x + 1) // 2 if odd else x // 2), x

    def at(self, point: Point) -> Cell:
        """The column and row in which a pixel lies."""
        x, y = point
        wide, high = self.file.tilewidth, self.file.tileheight
        if self.shape == "squares":
            return floor(x / wide), floor(y / high)
        along, down = self._steps()
        near = [(floor(x / along) + dx, floor(y / down) + dy) for dx in (-2, -1, 0, 1) for dy in (-2, -1, 0, 1)]

        def away(place: Cell) -> float:
            mx, my = self.middle(place)
            return (mx - x) ** 2 + (my - y) ** 2 * (wide / high) ** 2

        return min(near, key=away)

    def _steps(self) -> tuple[float, float]:
        """How many pixels lie between one column and the next, and between rows."""
        file = self.file
        if self.shape == "squares":
            return file.tilewidth, file.tileheight
        if file.staggeraxis == "y":
            return file.tilewidth, (file.tileheight + file.hexsidelength) / 2
        return (file.tilewidth + file.hexsidelength) / 2, file.tileheight

    def middle(self, place: Cell) -> Point:
        file, (x, y), (along, down) = self.file, place, self._steps()
        mx, my = x * along + file.tilewidth / 2, y * down + file.tileheight / 2
        if self.shape == "hexes":
            line = y if file.staggeraxis == "y" else x
            if line % 2 == (file.staggerindex == "odd"):
                return (mx + along / 2, my) if file.staggeraxis == "y" else (mx, my + down / 2)
        return mx, my

    def has(self, place: Cell) -> bool:
        return 0 <= place[0] - self.left < self.columns and 0 <= place[1] - self.top < self.rows

    def inside(self, outline: Sequence[Point]) -> list[Cell]:
        """The places whose middles lie in an outline; where there is none, that in which its own middle lies."""
        xs, ys = [x for x, _ in outline], [y for _, y in outline]
        along, down = self._steps()
        near = (2 + (max(xs) - min(xs)) / along) * (2 + (max(ys) - min(ys)) / down)
        self._look(int(min(near, self.columns * self.rows)) * len(outline))
        found = [
            (x, y)
            for y in range(
                max(self.top, floor(min(ys) / down) - 1), min(self.top + self.rows, floor(max(ys) / down) + 2)
            )
            for x in range(
                max(self.left, floor(min(xs) / along) - 1), min(self.left + self.columns, floor(max(xs) / along) + 2)
            )
            if within(self.middle((x, y)), outline)
        ]
        return found or [self.at(((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2))]

    def _look(self, times: int) -> None:
        self.looked_at += times
        if self.looked_at > MOST_LOOKED_AT:
            raise BadInput("the objects of this map are too large, or have too many corners, to be read")

    def crossed(self, line: Sequence[Point]) -> list[Cell]:
        """The places through which a line goes, from pixel to pixel."""
        step = min(self._steps()) / 4
        found: dict[Cell, None] = {}
        for (ax, ay), (bx, by) in pairwise(line):
            parts = max(1, int(max(abs(bx - ax), abs(by - ay)) / step))
            self._look(16 * parts)
            for at in range(parts + 1):
                found[self.at((ax + (bx - ax) * at / parts, ay + (by - ay) * at / parts))] = None
        return list(found)


def within(point: Point, outline: Sequence[Point]) -> bool:
    """Does a point lie in an outline? By how often a line from it to the east crosses it."""
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in zip(outline, [*outline[1:], *outline[:1]], strict=True):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            inside = not inside
    return inside


# ---------------------------------------------------------------- objects


def _objects(file: File, grid: _Grid, layers: Sequence[Layer]) -> Iterator[ObjectFound]:
    found = [(layer, one) for layer in layers if layer.visible for one in layer.objects if one.visible]
    if len(found) > MOST_OBJECTS:
        raise BadInput(f"this map has too many objects: {len(found):,}, and at most {MOST_OBJECTS:,} are read")
    for layer, one in found:
        places = [place for place in _filled(grid, layer, one) if grid.has(place)]
        _, tile, of_tile = _told(file, one.gid & NUMBER) if one.gid & NUMBER else ("", "", "")
        hints = (_hints(one.kind, one.type, one.properties), one.name, of_tile, layer.name)
        name = said(one.name or one.kind or one.type or tile or layer.name, 60)
        yield ObjectFound(name, hints, list(dict.fromkeys(grid.cell(place) for place in places)))


def _filled(grid: _Grid, layer: Layer, one: Object) -> list[Cell]:
    x, y = one.x + layer.offsetx, one.y + layer.offsety
    if one.polyline or one.polygon:
        points = [(x + at.get("x", 0.0), y + at.get("y", 0.0)) for at in one.polyline or one.polygon]
        return grid.crossed(points) if one.polyline else grid.inside(points)
    if one.gid & NUMBER:  # a tile stands on its lower left corner
        y -= one.height
    if not one.width and not one.height:
        return [grid.at((x, y))]
    return grid.inside([(x, y), (x + one.width, y), (x + one.width, y + one.height), (x, y + one.height)])


# ---------------------------------------------------------------- what was not carried over


def _left_out(file: File, grid: _Grid, layers: Sequence[Layer]) -> Iterator[LeftOut]:
    yield LeftOut(what="The pictures of the tiles", why="boards are drawn by what the ground is")
    if grid.turned:
        yield LeftOut(what="Which way is up", why="hexes stand on a point here: the map was turned by a quarter")
    hidden = [said(layer.name, 30) for layer in layers if not layer.visible]
    if hidden:
        yield LeftOut(
            what=f"{count(len(hidden), 'hidden layer')}: {listed(hidden[:6])}", why="what is not shown is not read"
        )
    if pictures := [said(layer.name, 30) for layer in layers if layer.type == "imagelayer"]:
        yield LeftOut(what=listed(pictures[:6]), why="a picture in a file of its own: put it under the board as a map")
    if any(layer.offsetx or layer.offsety for layer in layers if layer.type == "tilelayer"):
        yield LeftOut(what="How far layers are shifted", why="their tiles lie where their numbers say")
    if apart := [said(one.source, 40) for one in file.tilesets if one.source]:
        why = "tilesets in files of their own: their tiles are known by numbers; choose them together with the map"
        yield LeftOut(what=listed(apart[:6]), why=why)
