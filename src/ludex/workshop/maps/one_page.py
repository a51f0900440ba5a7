"""One Page Dungeon (JSON): rooms and passages as rectangles of squares, doors between them, and notes.

A door has a square of its own, which lies between the two rooms that it joins; it looks from one to the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import floor
from string import ascii_uppercase
from typing import Annotated, NamedTuple

import msgspec

from ludex.core.kernel.english import count
from ludex.core.kernel.ruling import BadInput
from ludex.core.plan.plan import Cell
from ludex.workshop.maps.bounded import Number, Told, Words, read_map, said
from ludex.workshop.maps.found import GridFound, LeftOut, MapFound, Point, RoomFound, WayFound, WayKind

FORMAT = "One Page Dungeon"
MOST_RECTS, MOST_SQUARES = 600, 40_000
Length = Annotated[int, msgspec.Meta(ge=1, le=200)]
Place = Annotated[int, msgspec.Meta(ge=-5_000, le=5_000)]


class At(Told, frozen=True, kw_only=True):
    x: Number
    y: Number


class Rect(Told, frozen=True, kw_only=True):
    x: Place
    y: Place
    w: Length
    h: Length
    rotunda: bool = False
    ending: bool = False


class Door(Told, frozen=True, kw_only=True):
    x: Place
    y: Place
    dir: At
    type: int = 0


class Note(Told, frozen=True, kw_only=True):
    text: Words = ""
    ref: Words | int = ""
    pos: At | None = None


class File(Told, frozen=True, kw_only=True):
    rects: list[Rect]
    doors: list[Door] = []
    notes: list[Note] = []
    columns: list[At] = []
    water: list[At] = []
    title: Words = ""
    story: Words = ""
    version: Words | float = ""


# By number. Before barred doors came, the two kinds of stairs had the numbers below theirs: those lead down and out, so
# that nothing is beyond them, or from room to room
KINDS: Sequence[WayKind] = (
    "open", "door", "narrow", "open", "portcullis", "double", "secret", "barred", "stairs", "stairs",
)  # fmt: skip
WAY_OUT = 3


class Joined(NamedTuple):
    """Rectangles that are one room."""

    rects: list[Rect]
    passage: bool


def read_one_page(data: bytes, title: str) -> MapFound:
    file = read_map(data, File, FORMAT)
    if not file.rects:
        raise BadInput("this dungeon has no rooms")
    if len(file.rects) > MOST_RECTS:
        raise BadInput(f"this dungeon is too large: {len(file.rects):,} rooms, and at most {MOST_RECTS} are read")
    if sum(one.w * one.h for one in file.rects) > MOST_SQUARES:
        raise BadInput(f"this dungeon is too large: at most {MOST_SQUARES:,} squares are read")
    doors = {(one.x, one.y): one for one in file.doors}
    rects = [one for one in file.rects if (one.w, one.h) != (1, 1) or (one.x, one.y) not in doors]
    if not rects:
        raise BadInput("this dungeon has doors, and no rooms")
    squares = _squares(rects)
    rooms, number_of = _joined(rects, squares, doors)
    inside = {square: number_of[at] for square, at in squares.items()}
    ways, out = _ways(inside, doors)
    found = _told(file, rooms, inside, out)
    left, top = min(one.x for one in file.rects), min(one.y for one in file.rects)
    wide = max(one.x + one.w for one in file.rects) - left
    high = max(one.y + one.h for one in file.rects) - top
    return MapFound(
        format=FORMAT,
        title=said(file.title) or title,
        grid=GridFound("rooms", wide, high),
        rooms=found,
        ways=ways,
        text=_text(file, inside, found),
        left_out=list(_left_out(file, rooms, inside, found)),
    )


def _squares(rects: Sequence[Rect]) -> dict[Cell, int]:
    """In which rectangle each square lies; where two overlap, in the first."""
    found: dict[Cell, int] = {}
    for at, one in enumerate(rects):
        for y in range(one.y, one.y + one.h):
            for x in range(one.x, one.x + one.w):
                found.setdefault((x, y), at)
    return found


# ---------------------------------------------------------------- passages that are one


def _joined(
    rects: Sequence[Rect], squares: Mapping[Cell, int], doors: Mapping[Cell, Door]
) -> tuple[list[Joined], list[int]]:
    """Passages that run into each other without a door are one. Gives the rooms, and of each rectangle the number of
    its room."""
    one_with = list(range(len(rects)))

    def first(at: int) -> int:
        while one_with[at] != at:
            at = one_with[at]
        return at

    for a, b, kind, _ in _meetings(squares, doors):
        if kind == "open" and _is_passage(rects[a]) and _is_passage(rects[b]):
            low, high = sorted((first(a), first(b)))
            one_with[high] = low
    heads = sorted({first(at) for at in range(len(rects))})
    number = {head: at for at, head in enumerate(heads)}
    number_of = [number[first(at)] for at in range(len(rects))]
    rooms = [Joined([], _is_passage(rects[head])) for head in heads]
    for at, room in enumerate(number_of):
        rooms[room].rects.append(rects[at])
    return rooms, number_of


def _is_passage(rect: Rect) -> bool:
    return min(rect.w, rect.h) == 1


def _meetings(inside: Mapping[Cell, int], doors: Mapping[Cell, Door]) -> Iterator[tuple[int, int, WayKind, Cell]]:
    """Which meet: side by side, or on both sides of a door."""
    for (x, y), a in inside.items():
        for step in ((1, 0), (0, 1)):
            b = inside.get((x + step[0], y + step[1]))
            if b is not None and a != b:
                yield a, b, "open", step
    for (x, y), door in doors.items():
        step = _step(door)
        one, other = inside.get((x - step[0], y - step[1])), inside.get((x + step[0], y + step[1]))
        if one is not None and other is not None and one != other:
            yield one, other, _kind(door), step


def _step(door: Door) -> Cell:
    x, y = round(door.dir.x), round(door.dir.y)
    return ((x > 0) - (x < 0), 0) if x else (0, (y > 0) - (y < 0))


def _kind(door: Door) -> WayKind:
    return KINDS[door.type] if 0 <= door.type < len(KINDS) else "door"


def _ways(inside: Mapping[Cell, int], doors: Mapping[Cell, Door]) -> tuple[list[WayFound], set[int]]:
    """One between each two rooms that meet, that with a door where there are several; and the rooms with a way out."""
    found: dict[tuple[int, int], WayFound] = {}
    for a, b, kind, (dx, dy) in _meetings(inside, doors):
        way = WayFound(a, b, kind, (dx, dy)) if a < b else WayFound(b, a, kind, (-dx, -dy))
        before = found.get((way.a, way.b))
        if before is None or before.kind == "open":
            found[way.a, way.b] = way
    out: set[int] = set()
    for (x, y), door in doors.items():
        step = _step(door)
        sides = [inside.get((x - step[0], y - step[1])), inside.get((x + step[0], y + step[1]))]
        if None in sides or door.type == WAY_OUT:
            out.update(room for room in sides if room is not None)
    return [found[pair] for pair in sorted(found)], out


# ---------------------------------------------------------------- what they are called, and what is written


def _told(file: File, rooms: Sequence[Joined], inside: Mapping[Cell, int], out: set[int]) -> list[RoomFound]:
    notes: dict[int, list[Note]] = {}
    for note in file.notes:
        if (room := _room_at(note.pos, inside)) is not None:
            notes.setdefault(room, []).append(note)
    water, columns = _counted(file.water, inside), _counted(file.columns, inside)
    names = _names(rooms, notes)
    return [
        RoomFound(
            name=names[at],
            at=_middle(room.rects),
            passage=room.passage,
            notes=[said(note.text, 600) for note in notes.get(at, [])],
            water=3 * water.get(at, 0) > sum(one.w * one.h for one in room.rects),
            columns=columns.get(at, 0),
            out=at in out,
        )
        for at, room in enumerate(rooms)
    ]


def _names(rooms: Sequence[Joined], notes: Mapping[int, Sequence[Note]]) -> list[str]:
    """By the number of the note; those without one by letters."""
    found: list[str] = []
    unnumbered: dict[str, int] = {}
    for at, room in enumerate(rooms):
        kind = "Passage" if room.passage else "Round room" if room.rects[0].rotunda else "Room"
        number = next((said(note.ref, 4) for note in notes.get(at, []) if said(note.ref, 4)), "")
        name = f"{kind} {number}"
        if not number or name in found:
            nth = unnumbered[kind] = unnumbered.get(kind, -1) + 1
            name = f"{kind} {_letters(nth)}"
        found.append(name)
    return found


def _letters(nth: int) -> str:
    more, last = divmod(nth, len(ascii_uppercase))
    return (_letters(more - 1) if more else "") + ascii_uppercase[last]


def _middle(rects: Sequence[Rect]) -> Point:
    """Of the largest of them, so that it lies within."""
    one = max(rects, key=lambda rect: rect.w * rect.h)
    return one.x + one.w / 2, one.y + one.h / 2


def _room_at(at: At | None, inside: Mapping[Cell, int]) -> int | None:
    return inside.get((floor(at.x), floor(at.y))) if at is not None else None


def _counted(places: Sequence[At], inside: Mapping[Cell, int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for at in places:
        if (room := _room_at(at, inside)) is not None:
            found[room] = found.get(room, 0) + 1
    return found


def _text(file: File, inside: Mapping[Cell, int], rooms: Sequence[RoomFound]) -> str:
    """The story, then what is written of each room."""
    loose = [said(note.text, 600) for note in file.notes if _room_at(note.pos, inside) is None]
    of_rooms = [f"{room.name}: {' '.join(room.notes)}" for room in rooms if room.notes]
    return said(" ".join(filter(None, [said(file.story, 2_000), *of_rooms, *loose])), 8_000)


def _left_out(
    file: File, rooms: Sequence[Joined], inside: Mapping[Cell, int], found: Sequence[RoomFound]
) -> Iterator[LeftOut]:
    yield LeftOut(what="How large rooms are", why="a zone is a zone; they lie as they are joined")
    pieces = sum(len(room.rects) - 1 for room in rooms)
    if pieces:
        joined = sum(len(room.rects) > 1 for room in rooms)
        why = f"those that run into each other without a door are {count(joined, 'zone')} now"
        yield LeftOut(what=f"{count(pieces, 'bend')} of passages", why=why)
    wet = _counted(file.water, inside)
    puddles = [room.name for at, room in enumerate(found) if not room.water and at in wet]
    if puddles:
        yield LeftOut(what=f"Some water in {', '.join(puddles[:6])}", why="most of each is dry")
