"""Boards of Navy Blue as they are drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_args

from ludex.core.content.content import Library
from ludex.core.plan.plan import Blank, Drawn, Paint, Palette, Plan, Room
from ludex.core.plan.plans import (
    Fields,
    Plans,
    by_room,
    choice,
    drawn_in,
    drawn_ways,
    entry,
    flag,
    grid_of,
    listed,
    number,
    palette,
    said,
    starts,
    starts_drawn,
    starts_fields,
    text,
    values_of,
    ways_of,
    whole_fields,
    whole_of,
)
from ludex.games.navyblue.build.from_content import zones_of
from ludex.games.navyblue.records.effects import Core, Difficulty, Light
from ludex.games.navyblue.records.ids import ITEMS
from ludex.games.navyblue.records.kinds import Board, DoorEntry, DoorState, Gear, Obstructs, PitEntry, Weapon, ZoneEntry

LAYERS = {
    "filling": "What fills rooms",
    "pits": "Pits",
    "air": "The air",
    "light": "Light",
    "search": "To be searched",
    "key": "The key item",
    "exits": "Ways out",
    "ways": "Walls and far ways",
    "doors": "Doors",
    "starts": "Starts",
}
METRES = 5  # nb.zone.ground: 15 feet
FILLINGS = {
    "water": "Water", "mud": "Mud", "ice": "Ice", "oil": "Oil", "tar": "Tar", "rubble": "Rubble",
}  # fmt: skip
LOOKS = {"mud": "silt", "water": "silt", "ice": "oil", "oil": "oil", "tar": "oil", "rubble": "rubble"}
CLEARED = ("unblock", "attribute", "difficulty")
DOOR = ("name", "state", "barred_from", "attribute", "difficulty", "known")
FLAGS = {"search": "searchable", "key": "key_item", "exit": "exit", "air": "air"}  # paints, and fields of a zone


def palette_of(library: Library) -> Palette:
    underground = flag("underground", "It lies underground")
    return palette(["zones"], LAYERS, [*paints(library), *starts("rooms")], METRES, underground)


def paints(library: Library) -> Iterator[Paint]:
    attributes = {"": "as usual", **{name: name for name in get_args(Core)}}
    check = [
        choice("attribute", "Check", "", attributes),
        choice("difficulty", "Difficulty", "Normal", {word: word for word in get_args(Difficulty)}),
    ]
    cleared = [flag("unblock", "It can be cleared away"), *check]
    for material, name in FILLINGS.items():
        yield Paint(
            id=material, name=name, layer="filling", on="rooms", look=LOOKS[material], blanks=cleared,
            text=f"{name} fills the room.",
        )  # fmt: skip
    yield Paint(
        id="filled", name="Something else", layer="filling", on="rooms", look="rubble",
        text="Something else fills the room.", blanks=[text("material", "What", "crates"), *cleared],
    )  # fmt: skip
    yield Paint(
        id="pit", name="Pit", layer="pits", on="rooms", look="pit", text="Who enters without flying falls.",
        blanks=[number("depth", "Zones deep", 1, 1, 20), flag("spikes", "There are spikes in it")],
    )  # fmt: skip
    yield Paint(id="air", name="Air", layer="air", on="rooms", look="air", text="Only for those who fly.")
    yield Paint(
        id="light", name="Light", layer="light", on="rooms", look="lamp", text="It lies there and gives light.",
        blanks=[entry("light", "What", shining(library))],
    )  # fmt: skip
    yield Paint(
        id="search", name="To be searched", layer="search", on="rooms", look="search", text="It can be searched."
    )  # fmt: skip
    yield Paint(
        id="key", name="Key item", layer="key", on="rooms", look="key", text="The key item is here; one room has it."
    )  # fmt: skip
    yield Paint(
        id="exit", name="Way in and out", layer="exits", on="rooms", look="exit",
        text="Here one leaves the board, and others come from.",
    )  # fmt: skip
    yield Paint(
        id="closed", name="Wall", layer="ways", on="ways", look="wall",
        text="Two rooms side by side between which nobody passes.",
    )  # fmt: skip
    yield Paint(
        id="link", name="Far way", layer="ways", on="ways", look="way",
        text="A way between two rooms that do not lie side by side.",
    )  # fmt: skip
    yield Paint(
        id="door", name="Door", layer="doors", on="ways", look="doorShut", apart=True,
        text="Between two rooms. Players learn that it is locked or barred when somebody tries it.",
        blanks=[
            text("name", "Called", "door"),
            choice("state", "It is", "shut", {state: state for state in get_args(DoorState)}),
            Blank(id="barred_from", name="The bar lies in", type="choice", usual="", unset=True),  # one of its rooms
            *check,
            flag("known", "Somebody of the party has tried it"),
        ],
    )  # fmt: skip


def shining(library: Library) -> list[Any]:
    """Things that give light."""
    things = [thing for kind in ITEMS for thing in library.offered(kind)]
    return [
        thing
        for thing in things
        if isinstance(thing, Gear | Weapon) and any(isinstance(effect, Light) for effect in thing.effects)
    ]


# ---------------------------------------------------------------- there and back


def read(entry: Board) -> Plan:
    rooms = [Room(id=zone.id, name=zone.name or zone.id, at=zone.at) for zone in zones_of(entry)]
    return Plan(kind="zones", rooms=rooms, drawn=list(drawn(entry)), whole=whole_of(entry, "underground"))


def drawn(entry: Board) -> Iterator[Drawn]:
    zones = zones_of(entry)
    for zone in zones:
        yield from filled(zone)
    for paint, field in FLAGS.items():
        yield from drawn_in(paint, [zone.id for zone in zones if getattr(zone, field)])
    yield from drawn_ways("closed", entry.closed)
    yield from drawn_ways("link", entry.links)
    for door in entry.doors:
        yield from drawn_ways("door", [door.zones], **values_of(door, *DOOR))
    yield from starts_drawn(entry)


def filled(zone: ZoneEntry) -> Iterator[Drawn]:
    """What is in a zone and says more of itself."""
    made = zone.obstruction
    if made is not None and made.material in FILLINGS:
        yield from drawn_in(made.material, [zone.id], **values_of(made, *CLEARED))
    elif made is not None:
        yield from drawn_in("filled", [zone.id], **values_of(made, "material", *CLEARED))
    if zone.pit is not None:
        yield from drawn_in("pit", [zone.id], **values_of(zone.pit, "depth", "spikes"))
    if zone.light:
        yield from drawn_in("light", [zone.id], light=zone.light)


def written(plan: Plan) -> Fields:
    zones = list(zones_written(plan))
    return {
        **whole_fields(plan, Board, "underground"),
        **(grid_of(zones) or {"width": None, "height": None, "zones": zones}),
        **listed({
            "closed": ways_of(plan, "closed"),
            "links": ways_of(plan, "link"),
            "doors": [
                {"zones": list(way), **said(each.values, DoorEntry)}
                for each in plan.drawn
                if each.paint == "door"
                for way in each.ways
            ],
        }),
        **starts_fields(plan),
    }  # fmt: skip


def zones_written(plan: Plan) -> Iterator[Fields]:
    fillings: dict[str, Mapping[str, Any]] = by_room(plan, "filled")
    for material in FILLINGS:
        fillings |= {room: {"material": material, **values} for room, values in by_room(plan, material).items()}
    pits, lights = by_room(plan, "pit"), by_room(plan, "light")
    flags = {field: by_room(plan, paint) for paint, field in FLAGS.items()}
    for room in plan.rooms:
        found: Fields = {
            "id": room.id,
            "name": room.name if room.name != room.id else None,
            "at": room.at,
            "obstruction": said(fillings[room.id], Obstructs) if room.id in fillings else None,
            "pit": said(pits[room.id], PitEntry) if room.id in pits else None,
            "light": lights[room.id].get("light") if room.id in lights else None,
            **{field: True if room.id in there else None for field, there in flags.items()},
        }
        yield {key: value for key, value in found.items() if value is not None}


PLANS = Plans(palette=palette_of, read=read, written=written)
