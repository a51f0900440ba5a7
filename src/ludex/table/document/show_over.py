"""What lies under, on and beside the board besides what rules know of, as a document: the map, the fog, what was drawn,
the clocks of the table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ludex.core.kernel.procedure import GM
from ludex.core.show.face import Plan
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.drawings import may_see
from ludex.table.campaign.notes import may_read
from ludex.table.know.fogged import places_of, spots_of
from ludex.table.know.seen import Seen
from ludex.table.records.entry import MapLaid
from ludex.table.records.seat import Seat

Document = dict[str, Any]


def map_seen(table: Campaign, knowledge: str) -> MapLaid | None:
    """What lies under the board, for those who may see it."""
    laid = table.maps.get(table.playing.id) if table.playing is not None else None
    return laid if laid is not None and (knowledge == GM or laid.seen == "everybody") else None


def map_shown(table: Campaign, knowledge: str) -> Document | None:
    laid = map_seen(table, knowledge)
    if laid is None:
        return None
    return {
        "picture": laid.picture,
        "spots": [list(spot) for spot in laid.spots],
        "onto": [list(spot) for spot in laid.onto],
        "strength": laid.strength,
        "seen": laid.seen,
    }


def fog_shown(seen: Seen) -> Document:
    """Places that are covered, as runs of each row: of cells, or of the spots where zones lie. For the game master all
    that are covered, for others those that they would know of."""
    fog = seen.fogs.now
    if not fog:
        return {}
    if seen.seat == GM:
        plan = seen.whole_plan
        places = (
            frozenset([place for place in places_of(plan) if fog.covers(place)]) if plan is not None else frozenset()
        )
    else:
        plan = seen.face.plan(seen.game.view(seen.live.shown, seen.seat))
        places = seen.covered.places
    return rows_of(spots_of(plan, places))


def rows_of(spots: Iterable[tuple[int, int]]) -> Document:
    """Runs of each row, by its number."""
    rows: dict[str, list[list[int]]] = {}
    for row, at in sorted([(spot[1], spot[0]) for spot in spots]):
        runs = rows.setdefault(str(row), [])
        if runs and runs[-1][1] == at - 1:
            runs[-1][1] = at
        else:
            runs.append([at, at])
    return rows


def drawings(table: Campaign, seat: Seat) -> Document:
    """What this seat may see of what was drawn."""
    return {
        id: {
            "kind": sketch.drawn.kind,
            "points": [list(point) for point in sketch.drawn.points],
            "text": sketch.drawn.text,
            "seen": sketch.drawn.seen,
            "owner": sketch.owner,
        }
        for id, sketch in table.drawings.items()
        if may_see(sketch, seat)
    }


def clocks_shown(table: Campaign, master: bool) -> Document:
    """The clocks of the table that somebody may see."""
    return {
        id: {"name": one.name, "of": one.of, "now": one.now, "down": one.down, "seen": one.seen}
        for id, one in table.clocks.now.items()
        if master or one.seen == "all"
    }


def pins_shown(table: Campaign, seat: Seat, plan: Plan | None) -> Document:
    """Where this seat sees a sign, by note: of notes that it may read, at places of the plan that it knows."""
    here = table.playing.id if table.playing is not None else ""
    mine = {id: pin.at for id, pin in table.pins.items() if pin.scene == here and may_read(table.notes[id], seat)}
    known = places_of(plan) if mine and plan is not None else frozenset()
    return {id: at if isinstance(at, str) else list(at) for id, at in mine.items() if at is not None and at in known}
