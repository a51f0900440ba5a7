"""Rooms and the ways between them, laid on the grid of spots that boards of zones have. Rooms side by side are joined
there; so those that are joined lie side by side as far as it can be, and walls stand where they are not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from ludex.core.kernel.english import count
from ludex.core.kernel.ruling import BadInput
from ludex.core.plan.plan import Cell, Drawn, Paint, Room, Way
from ludex.workshop.maps.found import LeftOut, MapFound, RoomFound, WayFound, WayKind
from ludex.workshop.maps.proposed import MapAnswer, MapQuestion, Paints, Proposed

MOST_ROOMS = 200
SIDES = ((1, 0), (0, 1), (-1, 0), (0, -1))
FAR = 4  # spots from a room at which the next may be put
NARROW = 8  # what it counts that a side is taken which somebody needs
MOST_PASSAGE = 12  # zones between two rooms that do not lie side by side

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
    link, door = paints.get("ways", "link"), paints.get("ways", "door")
    lost: list[LeftOut] = []
    if link is None:
        found = _with_crossings(found, lost)
    spots = laid(found.rooms, found.ways)
    if link is None:
        found, spots = _with_passages(found, spots, lost)
    left, top = min(x for x, _ in spots), min(y for _, y in spots)
    ids = _ids(found.rooms)
    rooms = [
        Room(id=ids[at], name=room.name, at=(spots[at][0] - left, spots[at][1] - top))
        for at, room in enumerate(found.rooms)
    ]
    joined = {(way.a, way.b) for way in found.ways}
    beside = set(_beside(spots))
    far = [way for way in found.ways if (way.a, way.b) not in beside]
    drawn = [
        *_ways("closed", [(ids[a], ids[b]) for a, b in sorted(beside - joined)]),
        *_ways("link", [(ids[way.a], ids[way.b]) for way in far] if link is not None else []),
        *_rooms(paints, found.rooms, ids),
        *(_doors(paints, door, found.ways, ids) if door is not None else []),
    ]
    return Proposed(
        rooms=rooms,
        drawn=drawn,
        questions=[] if door is not None else list(_hindered(found.ways, rooms, beside)),
        left_out=[*lost, *_lost(found, far, link is not None, door is not None)],
    )


def _doors(paints: Paints, door: Paint, ways: Sequence[WayFound], ids: Sequence[str]) -> Iterator[Drawn]:
    for way in ways:
        if way.kind in DOORS:
            name, state = DOORS[way.kind]
            inside = {"barred_from": ids[way.b]} if state == "barred" else {}
            said = paints.usual(door, name=name, state=state, **inside)
            yield Drawn(paint=door.id, ways=[(ids[way.a], ids[way.b])], values=said)


def _with_crossings(found: MapFound, lost: list[LeftOut]) -> MapFound:
    """In a game without far ways a room has four sides: where more ways lead out, some of them part at crossings. Those
    have a side to spare, since they are laid where others lie already."""
    rooms, ways = list(found.rooms), list(found.ways)
    for room in range(2 * MOST_ROOMS):
        out = sorted([way for way in ways if room in (way.a, way.b)], key=lambda way: way.a + way.b)
        most = len(SIDES) if room < len(found.rooms) else len(SIDES) - 1
        if room >= len(rooms) or len(out) <= most:
            continue
        if room < len(found.rooms):
            what = f"That {len(out)} ways lead out of {rooms[room].name}"
            lost.append(LeftOut(what=what, why="some of them part at a crossing"))
        crossing = len(rooms)
        rooms.append(RoomFound(f"Crossing {crossing - len(found.rooms) + 1}", rooms[room].at, True))
        parted = out[most - 1 :]
        ways = [way for way in ways if way not in parted]
        for way in parted:
            step = way.step if way.b == room else _back(way.step)
            ways.append(WayFound(way.a + way.b - room, crossing, way.kind, step))
        first = parted[0]
        ways.append(WayFound(room, crossing, "open", first.step if first.a == room else _back(first.step)))
    return found._replace(rooms=rooms, ways=ways)


def _back(step: Cell) -> Cell:
    return -step[0], -step[1]


def _with_passages(
    found: MapFound, spots: Sequence[Cell], lost: list[LeftOut]
) -> tuple[MapFound, list[Cell]]:  # fmt: skip
    """Rooms that do not lie side by side there are joined by zones that are laid between them."""
    rooms, ways, every = list(found.rooms), list(found.ways), list(spots)
    for way in _needed_first([way for way in found.ways if apart(every[way.a], every[way.b]) > 1], ways):
        ways.remove(way)
        between = passage(every, way.a, way.b)
        names = f"{rooms[way.a].name} and {rooms[way.b].name}"
        if not between:
            lost.append(
                LeftOut(what=f"The way between {names}", why="there is no room for it: draw one where you like")
            )
            continue
        lost.append(
            LeftOut(what=f"{names} side by side", why=f"{count(len(between), 'zone')} of a passage between them")
        )
        stops = [way.a, *range(len(rooms), len(rooms) + len(between)), way.b]
        rooms += [RoomFound(f"Way {len(rooms) + at}", spot, True) for at, spot in enumerate(between, 1)]
        every += between
        for a, b in pairwise(stops):
            ways.append(WayFound(min(a, b), max(a, b), way.kind if a == way.a else "open", way.step))
    return found._replace(rooms=rooms, ways=ways), every


def _needed_first(far: Sequence[WayFound], ways: Sequence[WayFound]) -> list[WayFound]:
    """Ways without which somebody could not be reached, then the others."""
    one_with: dict[int, int] = {}

    def first(room: int) -> int:
        while room in one_with:
            room = one_with[room]
        return room

    needed: list[WayFound] = []
    for way in [*[way for way in ways if way not in far], *far]:
        a, b = first(way.a), first(way.b)
        if a != b:
            one_with[a] = b
            needed += [way] if way in far else []
    return [*needed, *[way for way in far if way not in needed]]


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


class _Layout:
    """Rooms on spots, each once. `leads`: to which rooms ways lead from each, and in which direction."""

    def __init__(self, rooms: Sequence[RoomFound], ways: Sequence[WayFound]) -> None:
        self.rooms = rooms
        self.leads: dict[int, list[tuple[int, Cell]]] = {at: [] for at in range(len(rooms))}
        for way in ways:
            self.leads[way.a].append((way.b, way.step))
            self.leads[way.b].append((way.a, _back(way.step)))
        self.near = {room: {other for other, _ in leads} for room, leads in self.leads.items()}
        self.spots: dict[int, Cell] = {}
        self.taken: dict[Cell, int] = {}

    def put(self, room: int, spot: Cell) -> None:
        self.taken.pop(self.spots.get(room, spot), None)
        self.spots[room] = spot
        self.taken[spot] = room

    def loss(self, room: int, spot: Cell) -> int:
        """How badly a room would lie there: away from rooms to which ways lead, beside others, or so that it or another
        has not enough free sides for those to come."""
        found = 0
        for other in self.near[room]:
            if other in self.spots:
                away = apart(spot, self.spots[other])
                found += 0 if away == 1 else 10 + away
        sides = [(spot[0] + dx, spot[1] + dy) for dx, dy in SIDES]
        beside = [self.taken[side] for side in sides if side in self.taken]
        found += NARROW * max(0, self._to_come(room) - len(SIDES) + len(beside))
        for other in beside:
            if other not in self.near[room]:
                found += 1 + NARROW * (self._free(other) <= self._to_come(other))
        return found

    def _to_come(self, room: int) -> int:
        """To how many rooms a way must still be found."""
        here = self.spots.get(room)
        found = [self.spots.get(other) for other in self.near[room]]
        return sum(spot is None or (here is not None and apart(here, spot) > 1) for spot in found)

    def _free(self, room: int) -> int:
        x, y = self.spots[room]
        return sum((x + dx, y + dy) not in self.taken for dx, dy in SIDES)

    def lay(self) -> None:
        """The first in the middle, then each beside the one from which a way leads to it, in the direction of the way
        where that spot is free. What no way leads to lies apart."""
        while len(self.spots) < len(self.rooms):
            free = [at for at in range(len(self.rooms)) if at not in self.spots]
            start = min(free, key=lambda at: (self.rooms[at].passage, -len(self.leads[at]), at))
            right = max((x for x, _ in self.taken), default=-2) + 2
            self.put(start, (right, min((y for _, y in self.taken), default=0)))
            waiting = [start]
            while waiting:
                here = waiting.pop(0)
                for room, step in sorted(self.leads[here], key=lambda one: (self.rooms[one[0]].passage, one[0])):
                    if room not in self.spots:
                        self.put(room, self._best(room, here, step))
                        waiting.append(room)

    def _best(self, room: int, here: int, step: Cell) -> Cell:
        """The free spot that is best for a room, near where the way points."""
        x, y = self.spots[here]
        reach = FAR
        while True:
            steps = range(-reach, reach + 1)
            free = [(x + dx, y + dy) for dx in steps for dy in steps if (x + dx, y + dy) not in self.taken]
            if free:
                return min(
                    free, key=lambda spot: (self.loss(room, spot) + apart(spot, (x + step[0], y + step[1])), spot)
                )
            reach *= 2


def apart(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def laid(rooms: Sequence[RoomFound], ways: Sequence[WayFound]) -> list[Cell]:
    """A spot for each room."""
    layout = _Layout(rooms, ways)
    layout.lay()
    return [layout.spots[at] for at in range(len(rooms))]


def passage(spots: Sequence[Cell], a: int, b: int) -> list[Cell]:
    """The shortest way over free spots from beside one room to beside another; nothing where it would be too long."""
    taken, goal = set(spots), spots[b]
    before: dict[Cell, Cell] = {}
    waiting = [(spots[a], 0)]
    for here, far in waiting:
        for dx, dy in SIDES:
            spot = (here[0] + dx, here[1] + dy)
            if spot == goal and far:
                way = [here]
                while before[way[-1]] != spots[a]:
                    way.append(before[way[-1]])
                return way[::-1]
            if spot not in taken and spot not in before and far < MOST_PASSAGE:
                before[spot] = here
                waiting.append((spot, far + 1))
    return []


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
    if far and links:
        yield LeftOut(
            what=f"{count(len(far), 'pair')} of rooms that lie side by side", why="they are joined by far ways now"
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
