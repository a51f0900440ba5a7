"""Rooms and the ways between them, laid on the grid of spots that boards of zones have. Rooms side by side are joined
there; so those that are joined lie side by side as far as it can be, and walls stand where they are not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from ludex.core.kernel.english import count
from ludex.core.kernel.ruling import BadInput
from ludex.core.plan.plan import Cell, Drawn, Room, Way
from ludex.workshop.maps.found import LeftOut, MapFound, RoomFound, WayFound, WayKind
from ludex.workshop.maps.proposed import MapAnswer, MapQuestion, Paints, Proposed

MOST_ROOMS = 200
SIDES = ((1, 0), (0, 1), (-1, 0), (0, -1))
FAR = 4  # spots from a room at which the next may be put

# What doors are called, and how they stand: only where the game has doors
DOORS: Mapping[WayKind, tuple[str, str]] = {
    "door": ("door", "shut"),
    "double": ("double door", "shut"),
    "portcullis": ("portcullis", "locked"),
    "secret": ("secret door", "shut"),
    "barred": ("barred door", "barred"),
}
HINDERS: Sequence[WayKind] = ("portcullis", "secret", "barred")
COLUMNS = 4  # so many are something to hide behind


def roomed(found: MapFound, paints: Paints) -> Proposed:
    if len(found.rooms) > MOST_ROOMS:
        raise BadInput(f"this dungeon is too large: {len(found.rooms)} rooms, and at most {MOST_ROOMS} are laid out")
    spots = laid(found.rooms, found.ways)
    left = min(x for x, _ in spots)
    top = min(y for _, y in spots)
    ids = _ids(found.rooms)
    rooms = [
        Room(id=ids[at], name=room.name, at=(spots[at][0] - left, spots[at][1] - top))
        for at, room in enumerate(found.rooms)
    ]
    joined = {(way.a, way.b) for way in found.ways}
    beside = set(_beside(spots))
    far = [way for way in found.ways if (way.a, way.b) not in beside]
    link, door = paints.get("ways", "link"), paints.get("ways", "door")
    kept = list(found.ways) if link is not None else [way for way in found.ways if (way.a, way.b) in beside]
    drawn = [
        *_ways("closed", [(ids[a], ids[b]) for a, b in sorted(beside - joined)]),
        *_ways("link", [(ids[way.a], ids[way.b]) for way in far] if link is not None else []),
        *_rooms(paints, found.rooms, ids),
    ]
    if door is not None:
        for way in kept:
            if way.kind in DOORS:
                name, state = DOORS[way.kind]
                from_ = {"barred_from": ids[way.b]} if state == "barred" else {}
                said = paints.usual(door, name=name, state=state, **from_)
                drawn.append(Drawn(paint=door.id, ways=[(ids[way.a], ids[way.b])], values=said))
    questions = [] if door is not None else list(_hindered(kept, rooms, beside))
    return Proposed(
        rooms=rooms,
        drawn=drawn,
        questions=questions,
        left_out=list(_lost(found, far, link is not None, door is not None)),
    )


def _ids(rooms: Sequence[RoomFound]) -> list[str]:
    found: list[str] = []
    for room in rooms:
        id = re.sub(r"[^a-z0-9]+", "_", room.name.lower()).strip("_") or "room"
        found.append(id if id not in found else next(f"{id}_{at}" for at in range(2, 999) if f"{id}_{at}" not in found))
    return found


def _ways(paint: str, ways: Sequence[Way]) -> Iterator[Drawn]:
    if ways:
        yield Drawn(paint=paint, ways=list(ways))


def _rooms(paints: Paints, rooms: Sequence[RoomFound], ids: Sequence[str]) -> Iterator[Drawn]:
    """What fills rooms, what hides somebody in them, and the ways out."""
    wanted = {
        "water": [id for id, room in zip(ids, rooms, strict=True) if room.water],
        "cover": [id for id, room in zip(ids, rooms, strict=True) if room.columns >= COLUMNS],
        "exit": [id for id, room in zip(ids, rooms, strict=True) if room.out],
    }
    for word, there in wanted.items():
        paint = paints.get("rooms", word)
        if there and paint is not None:
            yield Drawn(paint=paint.id, rooms=there, values=paints.usual(paint))


# ---------------------------------------------------------------- where they lie


def laid(rooms: Sequence[RoomFound], ways: Sequence[WayFound]) -> list[Cell]:
    """A spot for each room: the first in the middle, then each beside the one from which a way leads to it, in the
    direction of the way where that spot is free."""
    leads: dict[int, list[tuple[int, Cell]]] = {at: [] for at in range(len(rooms))}
    for way in ways:
        leads[way.a].append((way.b, way.step))
        leads[way.b].append((way.a, (-way.step[0], -way.step[1])))
    spots: dict[int, Cell] = {}
    taken: dict[Cell, int] = {}

    def put(room: int, spot: Cell) -> None:
        spots[room] = spot
        taken[spot] = room

    while len(spots) < len(rooms):
        free = [at for at in range(len(rooms)) if at not in spots]
        start = min(free, key=lambda at: (rooms[at].passage, -len(leads[at]), at))
        if spots:  # what no way leads to lies apart
            put(start, (max(x for x, _ in taken) + 2, min(y for _, y in taken)))
        else:
            put(start, (0, 0))
        waiting = [start]
        while waiting:
            here = waiting.pop(0)
            for room, step in sorted(leads[here], key=lambda one: (rooms[one[0]].passage, one[0])):
                if room not in spots:
                    put(room, _best(room, here, step, leads, spots, taken))
                    waiting.append(room)
    return [spots[at] for at in range(len(rooms))]


def _best(
    room: int, here: int, step: Cell, leads: Mapping[int, Sequence[tuple[int, Cell]]], spots: Mapping[int, Cell],
    taken: Mapping[Cell, int],
) -> Cell:  # fmt: skip
    """The free spot that is best for a room: beside all to which ways lead, if that can be; near where the way points;
    and beside no others."""
    x, y = spots[here]
    wanted = (x + step[0], y + step[1])
    near = {other for other, _ in leads[room]}

    def loss(spot: Cell) -> tuple[float, Cell]:
        found = 0.0
        for other in near:
            if other in spots:
                away = abs(spot[0] - spots[other][0]) + abs(spot[1] - spots[other][1])
                found += 0 if away == 1 else 10 + away
        found += sum(
            1 for dx, dy in SIDES
            if (other_room := taken.get((spot[0] + dx, spot[1] + dy))) is not None and other_room not in near
        )  # fmt: skip
        return found + abs(spot[0] - wanted[0]) + abs(spot[1] - wanted[1]), spot

    reach = FAR
    while True:
        free = [
            (x + dx, y + dy)
            for dx in range(-reach, reach + 1)
            for dy in range(-reach, reach + 1)
            if (x + dx, y + dy) not in taken
        ]
        if free:
            return min(free, key=loss)
        reach *= 2


def _beside(spots: Sequence[Cell]) -> Iterator[tuple[int, int]]:
    at = {spot: room for room, spot in enumerate(spots)}
    for (x, y), room in at.items():
        for dx, dy in SIDES:
            other = at.get((x + dx, y + dy))
            if other is not None and room < other:
                yield room, other


# ---------------------------------------------------------------- what is asked, and what is lost


def _hindered(ways: Sequence[WayFound], rooms: Sequence[Room], beside: set[tuple[int, int]]) -> Iterator[MapQuestion]:
    """Doors that not everybody passes, in a game that has no doors."""
    for kind in HINDERS:
        there = [way for way in ways if way.kind == kind and (way.a, way.b) in beside]
        if not there:
            continue
        name = DOORS[kind][0]
        between = [(rooms[way.a].id, rooms[way.b].id) for way in there]
        yield MapQuestion(
            id=kind, letter="", title=name.capitalize() if len(there) == 1 else count(len(there), name),
            text="Boards of this game have no doors. Can one go through?",
            lines=[[rooms[way.a].at, rooms[way.b].at] for way in there], proposed=0,
            answers=[
                MapAnswer(title="A way like any other", text="Everybody passes."),
                MapAnswer(title="A wall", text="Nobody passes.", drawn=list(_ways("closed", between))),
            ],
        )  # fmt: skip


def _lost(found: MapFound, far: Sequence[WayFound], links: bool, doors: bool) -> Iterator[LeftOut]:
    names = [room.name for room in found.rooms]
    if far and links:
        yield LeftOut(
            what=f"{count(len(far), 'pair')} of rooms that lie side by side", why="they are joined by far ways now"
        )
    for way in [] if links else far[:20]:
        yield LeftOut(
            what=f"The way between {names[way.a]} and {names[way.b]}", why="they do not lie side by side here: no way"
        )
    kinds = [way.kind for way in found.ways]
    if not doors and (plain := sum(kind in DOORS and kind not in HINDERS for kind in kinds)):
        yield LeftOut(what=count(plain, "door"), why="boards of this game have none: they are plain ways")
    if doors and (secret := kinds.count("secret")):
        yield LeftOut(what=f"That {count(secret, 'door')} {'are' if secret > 1 else 'is'} secret", why="shut doors now")
    if steep := kinds.count("stairs"):
        yield LeftOut(what=count(steep, "stair"), why="ways like any other: zones have no height")
    if narrow := kinds.count("narrow"):
        yield LeftOut(what=count(narrow, "narrow way"), why="a way like any other")
    if found.rooms and (columns := sum(room.columns for room in found.rooms if room.columns < COLUMNS)):
        yield LeftOut(what=count(columns, "column"), why="too few to hide behind")
