"""Boards of Cloudbreaker Alliance as they are drawn."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.core.content.content import Library
from ludex.core.plan.plan import Drawn, Paint, Palette, Plan, Room
from ludex.core.plan.plans import (
    Fields,
    Plans,
    by_room,
    drawn_in,
    drawn_ways,
    entry,
    grid_of,
    listed,
    number,
    palette,
    rooms_of,
    starts,
    starts_drawn,
    starts_fields,
    ways_of,
    whole_fields,
    whole_of,
)
from ludex.games.cloudbreaker.build.from_content import zones_of
from ludex.games.cloudbreaker.records.kinds import Board

LAYERS = {
    "cover": "Covers",
    "safe": "Safe zones",
    "shelter": "Shelter",
    "hazards": "Hazards",
    "between": "Hazards between zones",
    "walls": "Closed sides",
    "starts": "Starts",
}
METRES = 10  # cb.zone.size


def palette_of(library: Library) -> Palette:
    return palette(["zones"], LAYERS, [*paints(library), *starts("rooms")], METRES)


def paints(library: Library) -> Iterator[Paint]:
    fills = [hazard for hazard in library.offered("hazard") if hazard.hazard_type == "zone"]
    between = [hazard for hazard in library.offered("hazard") if hazard.hazard_type == "traversal"]
    yield Paint(id="cover", name="Covers", layer="cover", on="rooms", look="cover", text="Something to hide behind.")
    yield Paint(
        id="safe", name="Safe zone", layer="safe", on="rooms", look="safe",
        text="Here those are safe who flee from an epic trap.",
    )  # fmt: skip
    yield Paint(
        id="shelter", name="Shelter", layer="shelter", on="rooms", look="shelter",
        text="It takes something off the damage of an epic trap.", blanks=[number("shelter", "Takes off", 10)],
    )  # fmt: skip
    yield Paint(
        id="hazard_in", name="Hazard", layer="hazards", on="rooms", look="ember", apart=True,
        text="A danger that fills a zone.", blanks=[entry("hazard", "Hazard", fills)],
    )  # fmt: skip
    yield Paint(
        id="hazard", name="Hazard between", layer="between", on="ways", look="ember", apart=True,
        text="A danger for whoever goes from one zone to the other.", blanks=[entry("hazard", "Hazard", between)],
    )  # fmt: skip
    yield Paint(
        id="closed", name="Closed side", layer="walls", on="ways", look="wall",
        text="Nobody passes between these two zones.",
    )  # fmt: skip


# ---------------------------------------------------------------- there and back


def read(entry: Board) -> Plan:
    zones = zones_of(entry)
    rooms = [Room(id=zone.id, name=zone.name or zone.id, at=zone.at) for zone in zones]
    return Plan(kind="zones", rooms=rooms, drawn=list(drawn(entry)), whole=whole_of(entry))


def drawn(entry: Board) -> Iterator[Drawn]:
    zones = zones_of(entry)
    yield from drawn_in("cover", dict.fromkeys([*entry.cover, *[zone.id for zone in zones if zone.cover]]))
    yield from drawn_in("safe", [zone.id for zone in zones if zone.safe])
    for zone in zones:
        if zone.shelter:
            yield from drawn_in("shelter", [zone.id], shelter=zone.shelter)
    for lies in entry.hazards:
        if len(lies.zones) == 2:
            yield from drawn_ways("hazard", [(lies.zones[0], lies.zones[1])], hazard=lies.hazard)
        else:
            yield from drawn_in("hazard_in", lies.zones, hazard=lies.hazard)
    yield from drawn_ways("closed", entry.closed)
    yield from starts_drawn(entry)


def written(plan: Plan) -> Fields:
    safe, shelter = by_room(plan, "safe"), by_room(plan, "shelter")
    zones = [
        {
            "id": room.id,
            **({"name": room.name} if room.name != room.id else {}),
            "at": room.at,
            **({"safe": True} if room.id in safe else {}),
            **({"shelter": shelter[room.id].get("shelter")} if room.id in shelter else {}),
        }
        for room in plan.rooms
    ]
    return {
        **whole_fields(plan, Board),
        **(grid_of(zones) or {"width": None, "height": None, "zones": zones}),
        **listed({
            "closed": ways_of(plan, "closed"),
            "cover": rooms_of(plan, "cover"),
            "hazards": list(hazards(plan)),
        }),
        **starts_fields(plan),
    }  # fmt: skip


def hazards(plan: Plan) -> Iterator[Fields]:
    for each in plan.drawn:
        if each.paint in ("hazard", "hazard_in"):
            for zones in (*each.ways, *[(room,) for room in each.rooms]):
                yield {"hazard": each.values.get("hazard"), "zones": list(zones)}


PLANS = Plans(palette=palette_of, read=read, written=written)
