"""What of a sheet is laid out, and the checks that it has numbers for."""

from __future__ import annotations

from ludex.core.kernel.agenda import Command
from ludex.core.kernel.procedure import GM
from ludex.core.show.face import Check, Tray
from ludex.core.show.face import Slot as Place
from ludex.games.navyblue.book.carrying.slots import free_hands
from ludex.games.navyblue.book.features import item
from ludex.games.navyblue.show.names import thing_name
from ludex.games.navyblue.state import ARCHETYPES, CORE, Being, Pack, Scene, Slot


def trays(scene: Scene, being: Being) -> list[Tray]:
    """nb.carry.slots, nb.carry.hands: hands first, which are no part of the inventory, then the slots, then what is
    carried in containers."""
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
    ]


def _slot(scene: Scene, slot: Slot) -> Place:
    held = "worn" if slot.worn else "held" if slot.thing else "free"
    return Place(thing_name(scene, slot.thing) if slot.thing else "", "", "hurt" if slot.marked else held)


def _pack(scene: Scene, pack: Pack) -> Tray:
    inside = tuple([Place(thing_name(scene, thing), "", "held") for thing in pack.contents])
    note = ", ".join([*(["worn"] if pack.worn else []), "open" if pack.open else "closed"])
    return Tray("pack", thing_name(scene, pack.container), inside, note, (thing_name(scene, pack.container),))


def checks(scene: Scene, being: Being) -> list[Check]:
    own = ARCHETYPES.get(being.sheet.archetype)
    names = (*CORE, *((own,) if own else ()))
    return [Check(name, Command(GM, "check", (("being", being.id), ("attribute", name)))) for name in names]
