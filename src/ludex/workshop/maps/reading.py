"""The file of another program, read and proposed as a board of a game, with what somebody has answered so far."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any

import msgspec

from ludex.core.kernel.bounds import CELLS
from ludex.core.kernel.ruling import BadInput
from ludex.core.plan.plan import BoardKind, MapUnder, Palette, Plan, Room
from ludex.workshop.boards import palette_of
from ludex.workshop.ground import Ground
from ludex.workshop.maps.bounded import MOST_FILE, check_cells
from ludex.workshop.maps.formats import found_in
from ludex.workshop.maps.found import LeftOut, Line, MapFound, Point
from ludex.workshop.maps.lattice import Lattice
from ludex.workshop.maps.lined import lined
from ludex.workshop.maps.mapped import comments, mapped, meanings, onto_hexes, said_in
from ludex.workshop.maps.proposed import (
    MapPicture,
    MapQuestion,
    MapRead,
    Paints,
    Proposed,
    drawn_together,
    lettered,
)
from ludex.workshop.maps.roomed import roomed

SCALES = (0.5, 1.0, 2.0)  # cells across one of the file's
SQUARES_OF_A_ZONE = 6
Letters = Annotated[str, msgspec.Meta(max_length=200)]


class MapGiven(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What somebody has said of a map: on which cells it is to be drawn, how many of them lie across one of the file's,
    the answers to questions by their ids, and what tiles mean."""

    kind: BoardKind | None = None
    across: float = 1.0
    answers: Annotated[dict[Letters, int], msgspec.Meta(max_length=1_000)] = {}
    tiles: Annotated[dict[Letters, Letters], msgspec.Meta(max_length=1_000)] = {}
    pack: Letters = ""


def map_of_file(ground: Ground, path: Path, name: str, given: MapGiven) -> MapRead:
    """In a helper: no more of the file is read than may be."""
    with path.open("rb") as file:
        return map_read(ground, file.read(MOST_FILE + 1), name, given)


def map_read(ground: Ground, data: bytes, name: str, given: MapGiven) -> MapRead:
    found, palette = found_in(data, name), palette_of(ground)
    paints = Paints(palette)
    kinds = _kinds(found, palette, ground.game.title)
    kind = given.kind if given.kind in kinds else kinds[0]
    if given.across not in SCALES:
        raise BadInput("expected half a cell, one or two across one of the map's")
    picture = None
    if found.picture is not None:
        picture = MapPicture(name=_picture_name(found), width=found.picture.width, height=found.picture.height)
    found, proposed = _proposed(ground, found, kind, paints, given)
    questions = lettered(proposed.questions, given.answers)
    under = _under(found, kind, picture)
    drawn = drawn_together(paints, proposed, questions)
    whole: dict[str, Any] = {"name": found.title}
    whole |= {"text": found.text} if found.text else {}
    whole |= {"map": msgspec.to_builtins(under)} if under is not None else {}
    _check_board(len(proposed.cells))
    return MapRead(
        format=found.format,
        title=found.title,
        about=_about(found, kind),
        kinds=kinds,
        kind=kind,
        across=given.across,
        plan=Plan(kind=kind, cells=list(proposed.cells), rooms=list(proposed.rooms), drawn=drawn, whole=whole),
        fitting=drawn_together(paints, proposed, []),
        questions=_on_spots(questions, kind, proposed),
        left_out=[*found.left_out, *proposed.left_out],
        picture=picture,
        map=under,
        mapping=list(proposed.mapping),
        means=meanings(paints) if proposed.mapping else [],
        above=comments(proposed.mapping),
    )


def _check_board(cells: int) -> None:
    if cells > CELLS:
        raise BadInput(f"this board would be too large: {cells:,} cells, and at most {CELLS:,} fit")


def _kinds(found: MapFound, palette: Palette, title: str) -> list[BoardKind]:
    """On what it may be drawn in this game, the likeliest first."""
    shape, kinds = found.grid.shape, list(palette.kinds)
    if shape == "rooms":
        if "zones" not in kinds:
            raise BadInput(f"a dungeon of rooms can be read for games that are played in zones, and not for {title}")
        return ["zones"]
    if found.tiles and "zones" in kinds:
        raise BadInput(f"a map of tiles can be read for games that are played on cells, and not for {title}")
    if found.tiles:
        return ["squares"] if shape == "squares" and "squares" in kinds else ["hexes"]
    return sorted(kinds, key=lambda kind: kind != "squares")


def _proposed(
    ground: Ground, found: MapFound, kind: BoardKind, paints: Paints, given: MapGiven
) -> tuple[MapFound, Proposed]:
    if found.grid.shape == "rooms":
        return found, roomed(found, paints)
    if kind == "zones":
        return found, _picture_alone(found)
    if found.tiles:
        lost: list[LeftOut] = []
        if kind == "hexes" and found.grid.shape == "squares":
            found, onto = onto_hexes(found)
            lost = [onto]
        proposed = mapped(found, paints, given.tiles, kept_tiles(ground))
        return found, proposed._replace(left_out=[*lost, *proposed.left_out])
    found = _scaled(found, given.across)
    check_cells(max(1, round(found.grid.wide)), max(1, round(found.grid.high)))
    lattice = Lattice("hexes" if kind == "hexes" else "squares", *found.grid[1:])
    _check_board(len(lattice.cells))
    return found, lined(found, lattice, paints)


def kept_tiles(ground: Ground) -> dict[str, str]:
    """What tiles mean, as it stands above boards of the pack."""
    own = [line.id for line in ground.lines("board") if line.of]
    return said_in(ground.text("board", id) for id in own)


def _picture_alone(found: MapFound) -> Proposed:
    """Which rooms there are cannot be told from lines: the picture is put under one room, to be drawn on."""
    lost = [LeftOut(what="Rooms", why="they cannot be told from walls alone: draw them over the picture")]
    if found.walls or found.doors:
        lost.append(LeftOut(what="Walls and doors", why="zones have none but those between rooms"))
    if found.lights:
        lost.append(LeftOut(what="Lights", why="put them into the rooms that you draw"))
    return Proposed(rooms=[Room(id="room_1", name="Room 1", at=(0, 0))], left_out=lost)


def _scaled(found: MapFound, across: float) -> MapFound:
    if across == 1:
        return found

    def point(at: Point) -> Point:
        return at[0] * across, at[1] * across

    def line(points: Line) -> Line:
        return tuple(map(point, points))

    return found._replace(
        grid=found.grid._replace(wide=found.grid.wide * across, high=found.grid.high * across),
        picture=None if found.picture is None else found.picture._replace(across=found.picture.across * across),
        walls=[line(one) for one in found.walls],
        things=[line(one) for one in found.things],
        doors=[door._replace(a=point(door.a), b=point(door.b)) for door in found.doors],
    )


def _on_spots(questions: list[MapQuestion], kind: BoardKind, proposed: Proposed) -> list[MapQuestion]:
    """Places that are cells or rooms as spots of the board."""
    if not proposed.mapping or kind != "hexes":
        return questions
    lattice = Lattice("hexes", 1, 1)
    return [
        msgspec.structs.replace(
            one, lines=[[lattice.middle((int(x), int(y))) for x, y in line] for line in one.lines]
        )
        for one in questions
    ]  # fmt: skip


# ---------------------------------------------------------------- the picture under it


def _under(found: MapFound, kind: BoardKind, picture: MapPicture | None) -> MapUnder | None:
    """From corner to corner: the picture begins where the grid begins, and is as wide as it says."""
    if picture is None or found.picture is None:
        return None
    wide = found.picture.across
    high = wide * picture.height / picture.width
    if kind == "zones":
        wide, high = (max(1.0, length / SQUARES_OF_A_ZONE) for length in (wide, high))
    return MapUnder(
        picture=picture.name,
        spots=((0.0, 0.0), (1.0, picture.height / picture.width)),
        onto=((-0.5, -0.5), (wide - 0.5, high - 0.5)),
    )


def _picture_name(found: MapFound) -> str:
    stem = re.sub(r"[^a-z0-9]+", "_", found.title.lower()).strip("_")[:60] or "map"
    return f"{stem}.webp"


def _about(found: MapFound, kind: BoardKind) -> str:
    """`Universal VTT, 30 by 18 squares, now hexes`."""
    wide, high = round(found.grid.wide), round(found.grid.high)
    if found.rooms:
        return f"{found.format}, {len(found.rooms)} rooms and {len(found.ways)} ways"
    now = "" if kind == found.grid.shape else f", now {kind}"
    return f"{found.format}, {wide} by {high} {found.grid.shape}{now}"
