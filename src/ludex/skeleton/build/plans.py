"""Boards as they are drawn."""

from __future__ import annotations

from ludex.core.content.content import Library
from ludex.core.plan.plan import Palette, Plan, Room
from ludex.core.plan.plans import (
    Fields,
    Plans,
    palette,
    starts,
    starts_drawn,
    starts_fields,
    whole_fields,
    whole_of,
)
from ludex.skeleton.records.kinds import Board


def palette_of(library: Library) -> Palette:
    return palette(["zones"], {"starts": "Starts"}, starts("rooms"), 10)


def read(entry: Board) -> Plan:
    rooms = [Room(id=zone.id, name=zone.name, at=zone.at) for zone in entry.zones]
    return Plan(kind="zones", rooms=rooms, drawn=list(starts_drawn(entry)), whole=whole_of(entry))


def written(plan: Plan) -> Fields:
    zones = [{"id": room.id, "name": room.name, "at": room.at} for room in plan.rooms]
    return {**whole_fields(plan, Board), "zones": zones, **starts_fields(plan)}


PLANS = Plans(palette=palette_of, read=read, written=written)
