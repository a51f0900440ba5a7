"""What of a sheet is laid out, and the checks that it has numbers for."""

from __future__ import annotations

from ludex.core.kernel.agenda import Command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM
from ludex.core.show.face import Check, Lay, Tray
from ludex.core.show.face import Slot as Place
from ludex.games.navyblue.book.carrying.containers import CHEST, PACK, all_packs
from ludex.games.navyblue.book.carrying.packing import WITH_TIME
from ludex.games.navyblue.book.carrying.slots import empty_slots, free_hands, in_slots, slots_of
from ludex.games.navyblue.book.carrying.spots import GROUND, HAND, SLOTS, on_ground, open_containers
from ludex.games.navyblue.book.features import item
from ludex.games.navyblue.show.names import thing_name
from ludex.games.navyblue.state import ARCHETYPES, CORE, Being, Pack, Scene, Slot


def trays(scene: Scene, being: Being) -> list[Tray]:
    """nb.carry.slots, nb.carry.hands: hands first, which are no part of the inventory, then the slots, then what is
    carried in containers; at last what is in reach besides."""
    if not being.pc:
        return []
    hands = [Place(thing_name(scene, name), "", "held", item(scene, name).hands) for name in being.held]
    hands += [Place("", "", "free")] * free_hands(scene, being)
    marked = f"{being.injuries} of {len(being.slots)} injured"
    core = Tray("slots", "Core slots", tuple([_slot(scene, slot) for slot in being.slots]), marked, ("Slots",))
    return [
        Tray("hands", "In hand", tuple(hands), draws=("In hand", "Free hands")),
        core,
        *(_pack(scene, pack) for pack in being.packs),
        *(_beside(scene, spot, things) for spot, things in _in_reach(scene, being)),
    ]


def _slot(scene: Scene, slot: Slot) -> Place:
    held = "worn" if slot.worn else "held" if slot.thing else "free"
    return Place(thing_name(scene, slot.thing) if slot.thing else "", "", "hurt" if slot.marked else held)


def _pack(scene: Scene, pack: Pack) -> Tray:
    inside = tuple([Place(thing_name(scene, thing), "", "held") for thing in pack.contents])
    note = ", ".join([*(["worn"] if pack.worn else []), "open" if pack.open else "closed"])
    return Tray("pack", thing_name(scene, pack.container), inside, note, (thing_name(scene, pack.container),))


def _in_reach(scene: Scene, being: Being) -> list[tuple[str, tuple[str, ...]]]:
    """nb.reach.body: what is no part of what they carry, but could be: open chests, and what lies on the ground."""
    if not being.here:
        return []
    chests = [(name, found.contents) for name, found in open_containers(scene, being, "Clutch").items()]
    return [*(each for each in chests if each[0].startswith(CHEST)), (GROUND, on_ground(scene, being, "Clutch"))]


def _beside(scene: Scene, spot: str, things: tuple[str, ...]) -> Tray:
    places = tuple([Place(thing_name(scene, thing), "", "held") for thing in things])
    if spot == GROUND:
        return Tray("ground", "On the ground", places)
    return Tray("pack", thing_name(scene, spot), places, "open")


# ---------------------------------------------------------------- from one place to another


def lays(scene: Scene, being: Being, tray: int, slot: int) -> list[Lay]:
    """nb.maneuver.clutch, nb.maneuver.stow, nb.container.order: where a thing of a tray could be laid. In a fight that
    is one maneuver: into the hand, or out of it; with time at hand it is from anywhere to anywhere."""
    spots = _spots(scene, being)
    if not being.pc or not 0 <= tray < len(spots):
        return []
    start, things = spots[tray]
    thing = things[slot] if 0 <= slot < len(things) else ""
    if not thing:
        return []
    if start == SLOTS and being.slots[slot].worn:
        return [Lay(0, (), _command(being, "clutch", thing=thing, source=SLOTS))]  # refused, and told why
    found = []
    for number, (goal, there) in enumerate(spots):
        for places in _places(scene, being, thing, start, goal, there):
            moved = _in_peace if scene.mode in WITH_TIME else _in_fight
            command = moved(being, thing, start, slot, goal, places)
            if command is not None:
                found.append(Lay(number, places, command))
    return found


def _spots(scene: Scene, being: Being) -> list[tuple[str, tuple[str, ...]]]:
    """The trays as the spots that they are, in the same order, with what lies in each of their places."""
    carried = [(name, pack.contents) for name, pack in all_packs(being).items()]
    slots = tuple([slot.thing for slot in being.slots])
    return [(HAND, being.held), (SLOTS, slots), *carried, *_in_reach(scene, being)]


def _places(
    scene: Scene, being: Being, thing: str, start: str, goal: str, there: tuple[str, ...]
) -> list[tuple[int, ...]]:
    """The places of a spot that a thing would fill, for each that somebody may point at."""
    if goal == HAND:
        free = range(len(there), len(there) + free_hands(scene, being))
        return [(place,) for place in free] or [()] if start != HAND else []
    if goal == SLOTS:
        return _slots_from(scene, being, thing, start)
    if goal.startswith((PACK, CHEST)) and scene.mode in WITH_TIME:
        return [(), *((depth,) for depth in range(len(there) + (start != goal)))]
    return [()] if goal != start else []


def _slots_from(scene: Scene, being: Being, thing: str, start: str) -> list[tuple[int, ...]]:
    """For each slot: that one, and for a larger thing the free ones after it."""
    own = slots_of(scene, being, thing) if start == SLOTS and in_slots(being, thing) else []
    free = sorted({*empty_slots(being), *(number for number in own if not being.slots[number].marked)})
    size = item(scene, thing).slots
    found = []
    for first in range(len(being.slots)):
        after = [number for number in free if number > first] + [number for number in free if number < first]
        places = (first, *after[: max(0, size - 1)])
        if size and sorted(places) != own:
            found.append(tuple(sorted(places)))
    return list(dict.fromkeys(found)) if size == 1 else found


def _in_fight(being: Being, thing: str, start: str, slot: int, goal: str, places: tuple[int, ...]) -> Command | None:
    if goal == HAND:
        if start.startswith((PACK, CHEST)) and slot:
            return _command(being, "rummage", container=start, things=(thing,))
        return _command(being, "clutch", thing=thing, source=start)
    if goal == GROUND:
        return _command(being, "drop", thing=thing)
    return _command(being, "stow", thing=thing, into=goal, slots=_numbers(places) if goal == SLOTS else ())


def _in_peace(being: Being, thing: str, start: str, slot: int, goal: str, places: tuple[int, ...]) -> Command | None:
    if start == goal and places == (slot,):
        return None
    place = _numbers(places) if goal == SLOTS or goal.startswith((PACK, CHEST)) else ()
    return _command(being, "pack", thing=thing, source=start, into=goal, place=place)


def _numbers(places: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([place + 1 for place in places])


def _command(being: Being, action: str, **args: Plain) -> Command:
    return Command(being.id, action, tuple(args.items()))


def checks(scene: Scene, being: Being) -> list[Check]:
    own = ARCHETYPES.get(being.sheet.archetype)
    names = (*CORE, *((own,) if own else ()))
    return [Check(name, Command(GM, "check", (("being", being.id), ("attribute", name)))) for name in names]
