"""Universal VTT (.uvtt, .dd2vtt, .df2vtt): a picture with its grid, lines that stop the view, doors and lights.

All places are in squares, counted from where the file's grid begins; the picture begins at `map_origin`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil, floor
from typing import Annotated

import msgspec

from ludex.core.kernel.english import count
from ludex.core.kernel.ruling import BadInput
from ludex.core.pack.pictures import SIZES, kind_of
from ludex.workshop.maps.bounded import Number, Told, Words, check_cells, from_base64, read_map
from ludex.workshop.maps.found import DoorFound, GridFound, LeftOut, Line, MapFound, PictureFound, Point

FORMAT = "Universal VTT"
A_THIRD = 1 / 3  # of a square: what is nearer than that is taken for the same place
HEAD = 512 * 1024  # bytes of a picture in which its size is looked for
MOST_SIDE, MOST_PIXELS = 16_384, 150_000_000  # of a picture


class At(Told, frozen=True, kw_only=True):
    x: Number = 0.0
    y: Number = 0.0


class Resolution(Told, frozen=True, kw_only=True):
    map_size: At
    map_origin: At = At()
    pixels_per_grid: Annotated[float, msgspec.Meta(gt=0, le=2_000)]


class Portal(Told, frozen=True, kw_only=True):
    position: At | None = None
    bounds: list[At] = []
    closed: bool = True


class Light(Told, frozen=True, kw_only=True):
    position: At | None = None
    color: Words = ""


class Environment(Told, frozen=True, kw_only=True):
    baked_lighting: bool = False


class File(Told, frozen=True, kw_only=True):
    resolution: Resolution
    line_of_sight: list[list[At]] = []
    objects_line_of_sight: list[list[At]] = []
    portals: list[Portal] = []
    lights: list[Light] = []
    environment: Environment | None = None
    image: str | None = None


def read_uvtt(data: bytes, title: str) -> MapFound:
    file = read_map(data, File, FORMAT)
    size, origin = file.resolution.map_size, file.resolution.map_origin
    wide, high = _whole(size.x), _whole(size.y)
    if wide < 1 or high < 1:
        raise BadInput("this map has no squares: its size across and down should be 1 or more")
    check_cells(wide, high)
    picture, lost = _picture(file.image or "", size.x)

    def here(at: At) -> Point:
        return at.x - origin.x, at.y - origin.y

    return MapFound(
        format=FORMAT,
        title=title,
        grid=GridFound("squares", wide, high),
        walls=list(_lines(file.line_of_sight, here)),
        things=list(_lines(file.objects_line_of_sight, here)),
        doors=[
            DoorFound(here(one.bounds[0]), here(one.bounds[-1]), one.closed)
            for one in file.portals
            if len(one.bounds) > 1
        ],
        lights=len(file.lights),
        tinted=sum(bool(one.color) and one.color[-6:].lower() != "ffffff" for one in file.lights),
        picture=picture,
        left_out=[*lost, *_rim(size), *_no_place(file.portals)],
    )


def _whole(length: float) -> int:
    """As many squares as there are, one that is there by more than a third among them."""
    return ceil(length) if length - floor(length) > A_THIRD else floor(length)


def _lines(lines: Sequence[Sequence[At]], here: Callable[[At], Point]) -> Iterator[Line]:
    for line in lines:
        points: list[Point] = []
        for at in line:
            if (point := here(at)) not in points[-1:]:
                points.append(point)
        if len(points) > 1:
            yield tuple(points)


def _rim(size: At) -> Iterator[LeftOut]:
    if any(length != floor(length) for length in (size.x, size.y)):
        yield LeftOut(what="Squares that the rim cuts", why="those of which more than a third is there are whole now")


def _no_place(portals: Sequence[Portal]) -> Iterator[LeftOut]:
    if lost := sum(len(one.bounds) < 2 for one in portals):
        yield LeftOut(what=count(lost, "door"), why="the file does not say from where to where")


# ---------------------------------------------------------------- the picture


def _picture(image: str, across: float) -> tuple[PictureFound | None, list[LeftOut]]:
    """By its head alone: the rest of it is for the browser that shows it."""
    if not image.strip():
        return None, [LeftOut(what="The picture", why="this file has none; the board is drawn without")]
    kind, size = "", None
    try:
        head = from_base64(image.partition("base64,")[2] or image, HEAD)
        kind = kind_of(head)
        size = SIZES[kind](head) if kind in SIZES else None
    except (ValueError, BadInput):
        pass
    if size is None:
        return None, [LeftOut(what="The picture", why="it is no PNG, JPEG or WebP that can be read")]
    width, height = size
    if not (0 < width <= MOST_SIDE and 0 < height <= MOST_SIDE and width * height <= MOST_PIXELS):
        most = f"{MOST_SIDE:,} on a side and {MOST_PIXELS:,} in all"
        why = f"it has {width:,} × {height:,} pixels, and at most {most} are shown"
        return None, [LeftOut(what="The picture", why=why)]
    return PictureFound(kind, len(image) * 3 // 4, width, height, across), []
