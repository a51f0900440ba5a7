"""What somebody draws on the board for the evening: lines of a pen, arrows, words. No rule knows of it, and it is gone
with a click, or when another scene comes onto the table."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from ludex.core.kernel.ruling import BadInput
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.doing import PLAYERS, Doing, does, folds
from ludex.table.campaign.notes import words_of
from ludex.table.campaign.running import on_table
from ludex.table.campaign.state import Sketch
from ludex.table.records.entry import Drawn, Entry, Wiped
from ludex.table.records.seat import Role, Seat, refuse

MOST_DRAWN, MOST_DRAWN_BY_ONE = 400, 100  # drawings on a board, and of a seat that is no game master's
MOST_POINTS = 300  # of a line
MOST_WORDS = 120  # characters
FAR = 1_000_000  # hundredths of a cell
LEAST: dict[str, int] = {"pen": 2, "arrow": 2, "text": 1}  # points
MOST: dict[str, int] = {"pen": MOST_POINTS, "arrow": 2, "text": 1}

Hundredths = Annotated[int, msgspec.Meta(ge=-FAR, le=FAR)]


class Draw(Doing, frozen=True, tag="draw"):
    """Draw on the board, for all or for the game master alone: a line through points, an arrow from one to another, or
    words at one. Points are in hundredths of a cell; the middle of the hex q, r is at q + r/2, r·√3/2, of the square
    or zone x, y at x, y."""

    kind: Literal["pen", "arrow", "text"]
    points: tuple[tuple[Hundredths, Hundredths], ...]
    text: str = ""
    seen: Literal["all", "gm"] = "all"


class Wipe(Doing, frozen=True, tag="wipe"):
    """Wipe drawings off the board: all, for a player all of theirs, or with `last` one's own last one."""

    last: bool = False


@does(Draw, *PLAYERS)
def draw(table: Campaign, seat: Seat, what: Draw) -> dict[str, str]:
    on_table(table)
    check_may_draw(table, seat)
    if not LEAST[what.kind] <= len(what.points) <= MOST[what.kind]:
        raise BadInput(f"points: expected {LEAST[what.kind]} to {MOST[what.kind]}, not {len(what.points)}")
    text = words_of(what.text, "text", MOST_WORDS) if what.kind == "text" else ""
    id = table.outside.fresh()
    table.add(Drawn(id=id, kind=what.kind, points=what.points, text=text, seen=what.seen))
    return {"drawing": id}


def check_may_draw(table: Campaign, seat: Seat) -> None:
    if seat.role is not Role.GM:
        if seat.muted:
            raise refuse("this seat is muted")
        if not table.settings.drawing:
            raise refuse("at this table only the game master draws")
        if len(drawn_by(table, seat)) >= MOST_DRAWN_BY_ONE:
            raise refuse(f"this seat has {MOST_DRAWN_BY_ONE} drawings on the board already")
    if len(table.drawings) >= MOST_DRAWN:
        raise refuse(f"the board has {MOST_DRAWN} drawings already")


@folds(Drawn)
def drawn(table: Campaign, entry: Entry, body: Drawn) -> None:
    table.drawings = {**table.drawings, body.id: Sketch(body, entry.by)}
    table.wrote(entry)


@does(Wipe, *PLAYERS)
def wipe(table: Campaign, seat: Seat, what: Wipe) -> None:
    own = drawn_by(table, seat)
    found = own[-1:] if what.last else list(table.drawings) if seat.role is Role.GM else own
    if not found:
        raise refuse("there is no drawing of yours")
    wipe_off(table, found)


def drawn_by(table: Campaign, seat: Seat) -> list[str]:
    return [id for id, sketch in table.drawings.items() if sketch.owner == seat.id]


def wipe_off(table: Campaign, drawings: list[str]) -> None:
    if drawings:
        table.add(Wiped(ids=tuple(drawings), replaces_all=tuple([table.words_at("drawn", id) for id in drawings])))


@folds(Wiped)
def wiped(table: Campaign, entry: Entry, body: Wiped) -> None:
    table.drawings = {id: sketch for id, sketch in table.drawings.items() if id not in body.ids}
    for id in body.ids:
        table.unwrote("drawn", id)


def may_see(sketch: Sketch, seat: Seat) -> bool:
    return sketch.drawn.seen == "all" or seat.role is Role.GM or sketch.owner == seat.id
