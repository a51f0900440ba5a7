"""A board that is being drawn, as the text of its entry: the plan of it, a plan written into it, how it is shown, all
that is wrong with it, and whether one can play on it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from ludex.core.content.content import ContentError, Library, convert
from ludex.core.files.scenefile import scene_from
from ludex.core.kernel.bounds import CELLS
from ludex.core.kernel.english import count, there_are
from ludex.core.kernel.reading import read
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.scene import Scene
from ludex.core.plan.plan import Cell, Paint, Palette, Plan
from ludex.core.plan.plans import SIDES, Fields, Plans
from ludex.core.show.face import CellPlan, ZonePlan
from ludex.core.show.face import Plan as Shown
from ludex.table.document.document_board import Hexes, Squares, Zones
from ludex.table.document.show_board import board as shown_board
from ludex.workshop.drafted import FaultTold, faults_of, unread
from ludex.workshop.editing import check_deep, raw_entry
from ludex.workshop.fields import Read, folded, written_anew
from ludex.workshop.ground import Ground

BOARD = "board"
NEW = "A new board"
MOST_LETTERS = 4_000  # of what is said of a board or a thing on it
MOST_NAMED = 3  # rooms that are told of one by one
MOST_SIDES = 3 * CELLS  # a cell has no more edges than three of its own
MOST_VALUES = 20  # that one thing on a board has


class BoardFault(FaultTold, frozen=True, kw_only=True):
    """What is wrong with a board, and where on it."""

    cells: list[Cell]
    rooms: list[str]


class BoardCheck(msgspec.Struct, frozen=True, kw_only=True):
    """Whether one can play on a board, in a sentence. `cells` and `rooms`: where that is not so."""

    text: str
    good: bool
    cells: list[Cell]
    rooms: list[str]


class BoardDrafted(msgspec.Struct, frozen=True, kw_only=True):
    """A board that is being drawn. `plan`: nothing where the text cannot be read as one. `shown`: as documents have it;
    nothing where there can be no such board."""

    text: str
    plan: Plan | None
    shown: Hexes | Squares | Zones | None
    faults: list[BoardFault]
    checks: list[BoardCheck]


class BoardDraft(NamedTuple):
    """What comes in: a text, a plan or both; of which board it is a copy; and its new id."""

    text: str | None = None
    plan: Plan | None = None
    origin: str = ""
    called: str = ""


def palette_of(ground: Ground) -> Palette:
    return plans_of(ground).palette(ground.library)


def plans_of(ground: Ground) -> Plans[Any]:
    if ground.game.plans is None:
        raise BadInput(f"boards of {ground.game.title} cannot be drawn")
    return ground.game.plans


def board_drafted(ground: Ground, draft: BoardDraft) -> BoardDrafted:
    plans = plans_of(ground)
    if draft.plan is not None:
        check_plan(draft.plan, plans.palette(ground.library))
    try:
        text, raw = text_of(ground, plans, draft)
    except BadInput as fault:
        return BoardDrafted(
            text=draft.text or "", plan=None, shown=None, faults=[_placed(unread(fault), "", ())], checks=[]
        )
    library = ground.library.copy()
    faults = list(faults_of(ground, library, BOARD, text, raw))
    plan = read_plan(plans, library, raw)
    rooms = [room.id for room in plan.rooms] if plan is not None else []
    scene = scene_on(ground, library, raw) if plan is not None else None
    shown = ground.game.face().whole_plan(scene) if scene is not None else None
    return BoardDrafted(
        text=text,
        plan=plan,
        shown=read_as_board(shown) if shown is not None else None,
        faults=[_placed(fault, fault.text, rooms) for fault in faults],
        checks=list(checks(plan, shown)) if plan is not None and shown is not None else [],
    )


def _placed(fault: FaultTold, problem: str, rooms: Iterable[str]) -> BoardFault:
    """A fault and where it is, as far as its words tell; people are told no coordinates."""
    cells = [(int(q), int(r)) for q, r in re.findall(r"\[(-?\d+), (-?\d+)\]", problem)]
    told = without_coordinates(problem) if cells else fault.text
    named = [room for room in rooms if room in problem and re.search(rf"(?<!\w){re.escape(room)}(?!\w)", problem)]
    fields = {name: getattr(fault, name) for name in FaultTold.__struct_fields__}
    return BoardFault(**{**fields, "text": told}, cells=cells, rooms=named)


def read_as_board(shown: Shown) -> Hexes | Squares | Zones:
    """A map as documents have it."""
    found: Hexes | Squares | Zones = read(shown_board(shown), Hexes | Squares | Zones)
    return found


def without_coordinates(problem: str) -> str:
    words = re.sub(r"\[-?\d+, -?\d+\]", "this space", problem)
    words = re.sub(r"; rows? .*", "", words)  # which there are
    return words[:1].upper() + words[1:]


# ---------------------------------------------------------------- a plan and a text


def text_of(ground: Ground, plans: Plans[Any], draft: BoardDraft) -> Read:
    """The text of a board with the plan in it: of what nobody has changed it stays as it is."""
    text = draft.text
    if text is None and draft.plan is None:
        text = ground.text(BOARD, draft.origin)
    if text is None and draft.plan is not None:
        fields = {"id": draft.called or "board", **plans.written(draft.plan)}
        fields["name"] = fields.get("name") or NEW
        text = "".join(["[[board]]\n", *[f"{key} = {folded(value)}\n" for key, value in plain(fields).items()]])
        return text, raw_entry(BOARD, text)
    assert text is not None
    raw = raw_entry(BOARD, text)
    if draft.called and raw.get("id") != draft.called:
        text, raw = written_anew(BOARD, text, raw, {"id": draft.called})
    return with_plan(ground, plans, text, raw, draft.plan) if draft.plan is not None else (text, raw)


def plain(fields: Fields) -> dict[str, Any]:
    """Those that there are, as lists and tables."""
    found = {key: value for key, value in fields.items() if value is not None}
    return dict(msgspec.json.decode(msgspec.json.encode(found)))


def with_plan(ground: Ground, plans: Plans[Any], text: str, raw: dict[str, Any], plan: Plan) -> Read:
    """Only the fields that differ are written anew; all that a plan knows of, where that is not enough: a board can say
    the same in more than one way."""
    before, now = read_plan(plans, ground.library, raw), plans.written(plan)
    was = plans.written(before) if before is not None else {}
    differ = {key: value for key, value in now.items() if before is None or not alike(was.get(key), value)}
    if not differ:
        return text, raw
    found = written_anew(BOARD, text, raw, differ)
    after = read_plan(plans, ground.library, found[1])
    if after is not None and after != plan and not alike(plans.written(after), now):
        return written_anew(BOARD, text, raw, now)
    return found


def alike(one: Any, other: Any) -> bool:
    """Do two fields say the same, in whichever order?"""
    return one == other or bool(_ordered(msgspec.to_builtins(one)) == _ordered(msgspec.to_builtins(other)))


def _ordered(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _ordered(part) for key, part in value.items()}
    if not isinstance(value, list | tuple):
        return value
    parts = [_ordered(part) for part in value]
    return sorted(parts, key=repr) if any(isinstance(part, list | dict) for part in parts) else parts


def read_plan(plans: Plans[Any], library: Library, raw: dict[str, Any]) -> Plan | None:
    """Nothing where it can be no board at all."""
    with suppress(ContentError):
        return plans.read(convert({"id": "", "name": "", **raw}, library.shelves[BOARD].record, BOARD))
    return None


def scene_on(ground: Ground, library: Library, raw: dict[str, Any], **more: Any) -> Scene[Any] | None:
    """A scene on a board; nothing where there can be none."""
    known = library.shelves[BOARD].entries.get(raw.get("id", ""))
    named = known is not None and known is not ground.library.shelves[BOARD].entries.get(raw["id"])
    with suppress(BadInput):
        board = raw["id"] if named else raw
        return scene_from({"game": ground.game.name, "board": board, **more}, BOARD, library).scene
    return None


# ---------------------------------------------------------------- bounds


def check_plan(plan: Plan, palette: Palette) -> None:
    """Is a plan small enough that something is made of it, and of paints that the game knows?"""
    if plan.kind not in palette.kinds:
        raise BadInput(f"kind: this game has boards of {' or '.join(palette.kinds)}, not of {plan.kind}")
    paints = {paint.id: paint for paint in palette.paints}
    places: Counter[str] = Counter()  # by layer
    for drawn in plan.drawn:
        if drawn.paint not in paints:
            raise BadInput(f"there is no paint {drawn.paint!r}; {there_are(drawn.paint, paints)}")
        paint = paints[drawn.paint]
        there: dict[str, list[Any]] = {
            "cells": drawn.cells,
            "edges": drawn.edges,
            "rooms": drawn.rooms,
            "ways": drawn.ways,
        }
        if any(listed and on != paint.on for on, listed in there.items()):
            raise BadInput(f"{paint.name} is drawn on {paint.on} alone")
        places[paint.layer] += sum(map(len, there.values()))
        check_values(paint, drawn.values)
        most = CELLS if paint.on in ("cells", "rooms") else MOST_SIDES
        if places[paint.layer] > most:
            there_is = f"{places[paint.layer]:,} places, and a board has at most {most:,}"
            raise BadInput(f"too much is drawn: {there_is} of a kind")
    known = [*[blank.id for blank in palette.whole], "map"]
    for key, value in plan.whole.items():
        if key not in known:
            raise BadInput(f"a board says nothing of {key!r}; {there_are(key, known)}")
        check_value(value)


def check_values(paint: Paint, values: dict[str, Any]) -> None:
    known = [blank.id for blank in paint.blanks]
    for key, value in values.items():
        if key not in known:
            raise BadInput(f"{paint.name} says nothing of {key!r}; {there_are(key, known)}")
        if isinstance(value, list | dict):
            raise BadInput(f"{paint.name}, {key}: expected a number, a text, or yes or no")
        check_value(value)


def check_value(value: object) -> None:
    check_deep(value, 4)
    if isinstance(value, str) and len(value) > MOST_LETTERS:
        raise BadInput(f"a text is too long: {len(value):,} characters, and at most {MOST_LETTERS:,} are read")
    if isinstance(value, list | dict) and len(value) > MOST_VALUES:
        raise BadInput(f"too many values: at most {MOST_VALUES} are read")


# ---------------------------------------------------------------- whether one can play on it


def checks(plan: Plan, shown: Shown) -> Iterator[BoardCheck]:
    if isinstance(shown, ZonePlan):
        yield from _checks_of_zones(plan, shown)
    else:
        yield from _checks_of_cells(plan, shown)


def check(good: bool, text: str, cells: Iterable[Cell] = (), rooms: Iterable[str] = ()) -> BoardCheck:
    return BoardCheck(text=text, good=good, cells=sorted(cells), rooms=list(rooms))


def starting(plan: Plan, side: str) -> list[Any]:
    found = [drawn for drawn in plan.drawn if drawn.paint == SIDES[side]]
    return [place for drawn in found for place in (*drawn.cells, *drawn.rooms)]


def _checks_of_cells(plan: Plan, shown: CellPlan) -> Iterator[BoardCheck]:
    """Is all that is open one ground, and do both sides begin on it? Objects that fill a cell are in the way, doors can
    be opened."""
    board = shown.board
    filled = {each.at for each in shown.features if each.kind == "cover"}
    free = [cell for cell in sorted(board.cells) if board.open(cell) and cell not in filled]
    if not free:
        yield check(False, "It has no open places yet.")
        return
    parts = _parts(
        free, lambda cell: [n for n in board.neighbours(cell) if n not in filled and board.passable(cell, n)]
    )
    apart = {cell for part in parts[1:] for cell in part}
    party, foes = set(starting(plan, "party")), set(starting(plan, "foes"))
    walled = [cell for cell in (*party, *foes) if cell in board.cells and (not board.open(cell) or cell in filled)]
    met = any(part & party and part & foes for part in map(set, parts))
    if party and foes and not met:
        yield check(False, "The party and its enemies cannot reach each other.", party | foes)
    elif apart:
        yield check(False, f"{count(len(apart), 'place')} cannot be reached from the rest.", apart)
    else:
        yield check(True, "Everybody can reach everybody.")
    if walled:
        yield check(False, "A start area lies in a wall, or in something that fills its place.", walled)
    elif party or foes:
        yield check(True, "Nobody starts in a wall.")


def _checks_of_zones(plan: Plan, shown: ZonePlan) -> Iterator[BoardCheck]:
    """Does a way lead into every room, and from each to all others?"""
    board = shown.board
    lonely = [room for room in plan.rooms if room.id in board and not board.neighbours(room.id)]
    for room in lonely[:MOST_NAMED] if len(plan.rooms) > 1 else ():
        yield check(False, f"{room.name} has no way in.", rooms=[room.id])
    if more := lonely[MOST_NAMED:]:
        yield check(False, f"{count(len(more), 'more room')} without a way in.", rooms=[room.id for room in more])
    alone = {room.id for room in lonely}
    parts = _parts([zone for zone in board if zone not in alone], lambda zone: list(board.neighbours(zone)))
    if not plan.rooms:
        yield check(False, "It has no rooms yet.")
    elif len(parts) > 1:
        names = [board.zones[zone].name for zone in parts[1]]
        told = names[0] if len(names) == 1 else f"{names[0]} and what lies about it"
        yield check(False, f"No way leads to {told}.", rooms=parts[1])
    elif not lonely or len(plan.rooms) == 1:
        yield check(True, "Everybody can reach everybody.")
    begun = [zone for side in SIDES for zone in starting(plan, side)]
    off_ground = {drawn.paint: drawn.rooms for drawn in plan.drawn if drawn.paint in ("pit", "air")}
    falling = [zone for zone in begun if any(zone in rooms for rooms in off_ground.values())]
    if falling:
        yield check(False, "A start area lies in a pit or in the air.", rooms=falling)


def _parts(places: list[Any], beside: Any) -> list[list[Any]]:
    """Places that hang together, the most first."""
    left = dict.fromkeys(places)
    found: list[list[Any]] = []
    while left:
        part = [next(iter(left))]
        del left[part[0]]
        for here in part:
            for there in beside(here):
                if there in left:
                    del left[there]
                    part.append(there)
        found.append(part)
    return sorted(found, key=len, reverse=True)
