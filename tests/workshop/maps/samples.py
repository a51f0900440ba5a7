"""Maps of other programs for tests, written from descriptions of their formats and not from what reads them here.

Universal VTT: as Arkenforge's article about the format and the Universal Battlemap importer of Foundry read it.
Tiled: as the JSON map format and global tile ids of Tiled's manual, and the Haskell library aeson-tiled, have them.
One Page Dungeon: as the One Page Parser of Foundry and One Page Dungeon Navigator read it.
"""

from __future__ import annotations

import gzip
import json
import zlib
from base64 import b64encode
from collections.abc import Sequence
from struct import pack
from typing import Any

from tests.pictures import png


def written(file: Any) -> bytes:
    return json.dumps(file).encode()


def at(x: float, y: float) -> dict[str, float]:
    return {"x": x, "y": y}


def line(*points: tuple[float, float]) -> list[dict[str, float]]:
    return [at(x, y) for x, y in points]


# ---------------------------------------------------------------- Universal VTT


def portal(a: tuple[float, float], b: tuple[float, float], closed: bool = True) -> dict[str, Any]:
    middle = at((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    return {"position": middle, "bounds": line(a, b), "rotation": 0, "closed": closed, "freestanding": False}


def uvtt(origin: tuple[float, float] = (0, 0), size: tuple[float, float] = (12, 8), **more: Any) -> dict[str, Any]:
    """A store with one room: walls around the squares 2 to 7 across and 1 to 5 down, a door in the south, a slanting
    wall outside. The lines wobble a little, as those of real files do."""
    x, y = origin

    def here(*points: tuple[float, float]) -> list[dict[str, float]]:
        return line(*((px + x, py + y) for px, py in points))

    def gate(a: tuple[float, float], b: tuple[float, float], closed: bool = True) -> dict[str, Any]:
        return portal((a[0] + x, a[1] + y), (b[0] + x, b[1] + y), closed)

    return {
        "format": 0.3,
        "resolution": {"map_origin": at(*origin), "map_size": at(*size), "pixels_per_grid": 4},
        "line_of_sight": [
            here((4, 6), (2.1, 6.05), (1.95, 1), (8, 0.9), (8, 6), (5, 6)),
            here((9, 1), (11, 4)),
        ],
        "objects_line_of_sight": [here((3.2, 2.2), (3.8, 2.2), (3.8, 2.8), (3.2, 2.8), (3.2, 2.2))],
        "portals": [gate((4, 6), (5, 6))],
        "environment": {"baked_lighting": False, "ambient_light": "ffffffff"},
        "lights": [{"position": at(4 + x, 3 + y), "range": 4, "intensity": 1, "color": "ffeccd8b", "shadows": True}],
        "image": b64encode(png(int(size[0] * 4), int(size[1] * 4))).decode(),
        **more,
    }


# ---------------------------------------------------------------- Tiled

GROUND = [
    [3, 3, 3, 3, 3, 3],
    [3, 1, 1, 2, 1, 3],
    [3, 1, 1, 2, 1, 3],
    [3, 3, 1, 3, 3, 0],
]  # fmt: skip


def tileset(**more: Any) -> dict[str, Any]:
    """Floor, water and wall by what their tiles say of themselves, in the three ways that versions have for it."""
    tiles = [
        {"id": 0, "type": "floor"},
        {"id": 1, "class": "River"},
        {"id": 2, "properties": [{"name": "terrain", "type": "string", "value": "stone wall"}]},
    ]
    return {"firstgid": 1, "name": "cellar", "tilecount": 3, "columns": 3, "tiles": tiles, **more}


def tiled(rows: Sequence[Sequence[int]] = GROUND, how: str = "", **more: Any) -> dict[str, Any]:
    """`how` the numbers are written: as a list, or in base64 and packed in one of the ways there are."""
    numbers = [number for row in rows for number in row]
    packed = pack(f"<{len(numbers)}I", *numbers)
    ways = {"base64": packed, "zlib": zlib.compress(packed), "gzip": gzip.compress(packed), "zstd": b"\x28\xb5\x2f\xfd"}
    data: dict[str, Any] = {"data": numbers}
    if how:
        data = {"data": b64encode(ways[how]).decode(), "encoding": "base64"}
        data |= {"compression": "" if how == "base64" else how}
    wide, high = len(rows[0]), len(rows)
    layer = {"type": "tilelayer", "name": "Ground", "id": 1, "visible": True, "opacity": 1, "x": 0, "y": 0}
    return {
        "type": "map", "version": "1.10", "tiledversion": "1.10.2", "orientation": "orthogonal",
        "renderorder": "right-down", "width": wide, "height": high, "tilewidth": 32, "tileheight": 32,
        "infinite": False, "nextlayerid": 3, "nextobjectid": 9, "compressionlevel": -1,
        "layers": [{**layer, "width": wide, "height": high, **data}],
        "tilesets": [tileset()],
        **more,
    }  # fmt: skip


def hexagonal(axis: str, index: str, rows: Sequence[Sequence[int]] = GROUND, **more: Any) -> dict[str, Any]:
    size: dict[str, Any] = {"tilewidth": 28, "tileheight": 32} if axis == "y" else {"tilewidth": 32, "tileheight": 28}
    stagger: dict[str, Any] = {"staggeraxis": axis, "staggerindex": index, "hexsidelength": 16}
    return tiled(rows, orientation="hexagonal", **size, **stagger, **more)


def objects(*given: dict[str, Any], name: str = "Things") -> dict[str, Any]:
    usual = {"id": 1, "name": "", "type": "", "width": 0, "height": 0, "rotation": 0, "visible": True}
    listed = [{**usual, **one} for one in given]
    return {"type": "objectgroup", "name": name, "id": 2, "visible": True, "opacity": 1, "objects": listed}


# ---------------------------------------------------------------- One Page Dungeon


def rect(x: int, y: int, w: int, h: int, **more: Any) -> dict[str, Any]:
    return {"x": x, "y": y, "w": w, "h": h, **more}


def door(x: int, y: int, dx: int, dy: int, type: int) -> dict[str, Any]:
    return {"x": x, "y": y, "dir": at(dx, dy), "type": type}


def one_page(**more: Any) -> dict[str, Any]:
    """Stairs in from the west to a hall; a door north to a round room, a secret door south; east along a passage with a
    bend, and a portcullis, to a flooded crypt, from which stairs lead down. Each door has a square of its own."""
    doors = [
        door(0, 3, 1, 0, 3),
        door(3, 0, 0, -1, 1),
        door(3, 6, 0, 1, 6),
        door(6, 3, 1, 0, 0),
        door(9, 4, 0, 1, 0),
        door(9, 8, 0, 1, 4),
        door(12, 10, 1, 0, 8),
    ]
    rooms = [
        rect(1, 1, 5, 5),
        rect(2, -3, 3, 3, rotunda=True),
        rect(2, 7, 3, 2),
        rect(7, 3, 3, 1),
        rect(9, 5, 1, 3),
        rect(8, 9, 4, 3, ending=True),
    ]
    return {
        "version": "1.2.4",
        "title": "Vault of the Drowned Bell",
        "story": "The bell rings under water.",
        "rects": [*rooms, *(rect(one["x"], one["y"], 1, 1) for one in doors)],
        "doors": doors,
        "notes": [
            {"text": "A bell rope, still wet.", "ref": "1", "pos": at(3.5, 3.5)},
            {"text": "Bones under the silt.", "ref": "2", "pos": at(10, 10.5)},
        ],
        "columns": [at(2, 2), at(4, 2), at(2, 4), at(4, 4)],
        "water": [at(x, y) for x in range(8, 12) for y in range(9, 12)],
        **more,
    }
