"""Carrying: the slots and what lies in them, the hands, what is worn, what is let go, and how slots come and go."""

from __future__ import annotations

from dataclasses import replace

from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.scene import Condition
from ludex.games.navyblue.book.carrying.containers import change_pack, container, outer, set_down, to_front, without
from ludex.games.navyblue.book.conditions import RESIZING
from ludex.games.navyblue.book.damage import die_if_spent
from ludex.games.navyblue.book.features import BODY, item, max_vigor, passive, slot_count
from ludex.games.navyblue.records.conditions import CONDITIONS
from ludex.games.navyblue.records.effects import BodyReach
from ludex.games.navyblue.records.kinds import Armour, Container, Item, Shield
from ludex.games.navyblue.state import FAR, Being, Lying, Pack, Scene, Slot

HANDS = 2

# ---------------------------------------------------------------- hands and reach


def free_hands(scene: Scene, being: Being) -> int:
    """nb.carry.hands: two of them; a two-handed thing needs both."""
    return HANDS - sum([item(scene, thing).hands for thing in being.held])


def hands_full(scene: Scene, being: Being, entry: Item) -> Refusal | None:
    """nb.shield.hand, nb.carry.hands, nb.maneuver.clutch: why no hand is free for a thing."""
    free = free_hands(scene, being)
    if entry.hands <= free:
        return None
    shields = scene.library.shelves["shield"]
    if entry.hands > 1 and any(thing in shields for thing in being.held):
        return Refusal(f"{entry.name} takes both hands, and {being.name} has a shield in one", "nb.shield.hand")
    if entry.hands > 1:
        return Refusal(f"{entry.name} takes both hands, and {free} is free", "nb.carry.hands")
    return Refusal(f"{being.name} has no free hand", "nb.maneuver.clutch")


def arms_reach(scene: Scene, being: Being, maneuver: str) -> int:
    """nb.reach.body: as far as the own body reaches, which is no farther than the zone unless something says so."""
    scene.cite("nb.reach.body")
    farther = [effect.reach for effect in passive(scene, being, BodyReach) if maneuver not in effect.not_for]
    if farther:
        scene.cite("nb.item.gear")
    return max(being.sheet.body_reach, *farther, 0) if farther else being.sheet.body_reach


def in_arms_reach(scene: Scene, being: Being, zone: str, maneuver: str) -> bool:
    if zone == being.at:
        return True
    reach = arms_reach(scene, being, maneuver)
    return reach > 0 and scene.hops(being.at).get(zone, FAR) <= reach


def shield_burden(scene: Scene, being: Being) -> int:
    """nb.shield.heavy_motion: the Motion Points that a Heavy shield in hand costs at the start of the turn; so for stat
    blocks."""
    held = [item(scene, thing) for thing in being.held]
    weights = [entry.weight for entry in held if isinstance(entry, Shield)]
    if "Heavy" in weights or any(given.shield == "Heavy" for given in being.sheet.protection):
        scene.cite("nb.shield.heavy_motion")
        return 1
    return 0


# ---------------------------------------------------------------- slots


def empty_slots(being: Being) -> list[int]:
    """nb.injury.slot: the slots that can take something in, from 0 on."""
    return [number for number, slot in enumerate(being.slots) if not slot.thing and not slot.marked]


def free_slots(being: Being) -> int:
    return len(empty_slots(being))


def slots_of(scene: Scene, being: Being, thing: str, worn: bool = False) -> list[int]:
    """The slots that one thing of that name fills."""
    found = [number for number, slot in enumerate(being.slots) if slot.thing == thing and slot.worn == worn]
    return found if thing.startswith(BODY) else found[: item(scene, thing).slots]


def in_slots(being: Being, thing: str, worn: bool = False) -> bool:
    return any(slot.thing == thing and slot.worn == worn for slot in (*being.slots, *being.slotless))


def can_stow(
    scene: Scene, being: Being, thing: str, slots: tuple[int, ...] = (), besides: tuple[int, ...] = ()
) -> Refusal | None:
    """nb.carry.limit: as many free, unmarked slots as its size; they need not lie side by side. `slots` are numbers
    from 1 on; `besides` become free by the deed itself."""
    entry = item(scene, thing)
    if not being.pc:
        return Refusal(f"{being.name} has no item slots", "nb.carry.npc")
    free = [*empty_slots(being), *(number for number in besides if not being.slots[number].marked)]
    if not slots:
        if entry.slots <= len(free):
            return None
        return Refusal(f"{entry.name} takes {entry.slots} slots, and {len(free)} are free", "nb.carry.limit")
    for number in slots:
        if type(number) is not int or not 1 <= number <= len(being.slots):
            raise BadInput(f"slots: {being.name} has slots from 1 to {len(being.slots)}, not {number!r}")
        if being.slots[number - 1].marked:
            return Refusal(f"slot {number} is marked off by an Injury", "nb.injury.slot")
        if number - 1 not in free:
            return Refusal(f"slot {number} is filled", "nb.carry.limit")
    if len(set(slots)) != len(slots) or len(slots) != entry.slots:
        return Refusal(f"{entry.name} takes {entry.slots} slots, each of its own", "nb.carry.limit")
    return None


def stow(scene: Scene, being: Being, thing: str, slots: tuple[int, ...] = (), worn: bool = False) -> None:
    """nb.carry.slots: into these slots, or the first that are free. It was nowhere else on them before."""
    entry = item(scene, thing)
    scene.cite("nb.carry.slots", "nb.carry.limit", "nb.carry.sizes", "nb.item.schema", *storing(entry))
    if not entry.slots:
        being.slotless = (*being.slotless, Slot(thing, worn))
        scene.cite("nb.tenet.specific_beats_general")
    for number in [n - 1 for n in slots] or empty_slots(being)[: entry.slots]:
        being.set_slot(number, Slot(thing, worn))
    own_pack(scene, being, thing)


def storing(entry: Item) -> tuple[str, ...]:
    """The rules by which its size is stated."""
    if isinstance(entry, Shield):
        return ("nb.shield.slots",)
    return ("nb.container.slots",) if isinstance(entry, Container) else ()


def take_out(scene: Scene, being: Being, thing: str, worn: bool = False) -> None:
    """nb.injury.slot: out of its slots, also where they are marked; they stay marked."""
    filled = slots_of(scene, being, thing, worn)
    if not filled:
        light = list(being.slotless)
        light.remove(Slot(thing, worn))
        being.slotless = tuple(light)
    for number in filled:
        being.set_slot(number, Slot(marked=being.slots[number].marked))


def own_pack(scene: Scene, being: Being, thing: str) -> None:
    """A container that has come to somebody from nowhere is an empty pack of theirs."""
    if container(scene, thing) is not None and has(scene, being, thing) > packs_named(being, thing):
        being.packs = (Pack(thing), *being.packs)


def packs_named(being: Being, name: str) -> int:
    return sum([pack.container == name for pack in being.packs])


def has(scene: Scene, being: Being, thing: str) -> int:
    """How many things of that name somebody carries; a worn backpack is one."""
    stowed = sum([slot.thing == thing for slot in being.slots]) // max(1, item(scene, thing).slots)
    light = sum([slot.thing == thing for slot in being.slotless])
    packed = sum([pack.contents.count(thing) + (pack.worn and pack.container == thing) for pack in being.packs])
    return being.held.count(thing) + stowed + light + packed


# ---------------------------------------------------------------- letting go


def take_in_hand(scene: Scene, being: Being, thing: str) -> None:
    """nb.carry.hands: in hand it is no part of the inventory."""
    being.held = (*being.held, thing)
    own_pack(scene, being, thing)
    scene.cite("nb.carry.hands")


def drop(scene: Scene, being: Being, thing: str) -> None:
    """nb.maneuver.drop: out of the hand, or else out of the slots, and onto the ground of the zone."""
    unready = 0
    if thing in being.held:
        being.held = without(being.held, thing)
        unready = let_go_unready(being, thing)
    else:
        take_out(scene, being, thing, worn=not in_slots(being, thing))
    lay_down(scene, being, thing, unready)
    scene.record("let_go", "nb.maneuver.drop", who=being.id, thing=thing, zone=ground_of(scene, being.at))
    resize(scene, being)


def let_go_unready(being: Being, thing: str) -> int:
    """nb.item.weapon: a thing leaves the hand, of several alike first what is not ready. Gives the points it needs."""
    for number, (name, points) in enumerate(being.unloaded):
        if name == thing:
            being.unloaded = being.unloaded[:number] + being.unloaded[number + 1 :]
            return points
    return 0


def take_unready(being: Being, thing: str, points: int) -> None:
    """nb.item.weapon: what was not ready when it was let go is not ready for whoever takes it."""
    if points:
        being.unloaded = (*being.unloaded, (thing, points))


def lay_down(scene: Scene, being: Being, thing: str, unready: int = 0) -> None:
    """It lies in the zone: a body as whoever it was, a container with what is in it."""
    zone = ground_of(scene, being.at)
    if thing.startswith(BODY):
        scene.beings[thing.removeprefix(BODY)].at = zone
    elif container(scene, thing) is not None:
        set_down(scene, being, outer(being, thing), zone)
    else:
        scene.lying = (*scene.lying, Lying(thing, zone, unready))


def ground_of(scene: Scene, zone: str) -> str:
    """What is let go in the air lies on the ground beside it."""
    if zone not in scene.air:
        return zone
    return next((beside for beside in scene.board.neighbours(zone) if beside not in scene.air), zone)


def bring_along(scene: Scene, being: Being) -> None:
    """The bodies that somebody carries are where their bearer is."""
    for thing in (*being.held, *(slot.thing for slot in being.slots), *(t for p in being.packs for t in p.contents)):
        if thing.startswith(BODY):
            scene.beings[thing.removeprefix(BODY)].at = being.at


# ---------------------------------------------------------------- slots come and go


def resize(scene: Scene, being: Being) -> None:
    """nb.attr.boosts: slots follow the attributes. Empty ones go first, then filled ones, whose things drop; marked
    ones last. Vigor comes down to a lower maximum."""
    if not being.pc:
        being.vigor = min(being.vigor, max_vigor(scene, being))
        return
    before = len(being.slots)
    wanted = slot_count(scene, being)
    while len(being.slots) > wanted:
        goes = min(range(len(being.slots)), key=lambda number: (*rank(being.slots[number]), -number))
        slot = being.slots[goes]
        if slot.thing:
            take_out(scene, being, slot.thing, slot.worn)
            lay_down(scene, being, slot.thing)
            scene.record("let_go", "nb.attr.boosts", who=being.id, thing=slot.thing, zone=ground_of(scene, being.at))
            wanted = slot_count(scene, being)
            continue
        being.slots = (*being.slots[:goes], *being.slots[goes + 1 :])
    being.slots = (*being.slots, *[Slot()] * (wanted - len(being.slots)))
    if len(being.slots) != before:
        scene.record("slots", "nb.attr.boosts", who=being.id, count=len(being.slots))
    being.vigor = min(being.vigor, max_vigor(scene, being))
    if len(being.slots) < before:
        die_if_spent(scene, being)


@CONDITIONS.brings(*RESIZING, again=True)
@CONDITIONS.leaves(*RESIZING, each=True)
def resized_by(scene: Scene, being: Being, condition: Condition) -> None:
    resize(scene, being)


def rank(slot: Slot) -> tuple[bool, bool, bool]:
    """Which slots vanish first: unmarked before marked, empty before filled, carried things before worn ones."""
    return slot.marked, slot.thing != "", slot.worn


def leave_bodies(scene: Scene, being: Being) -> None:
    """Into another scene nobody brings the bodies of those who do not lie dead there."""
    there = [BODY + other.id for other in scene.beings.values() if "Dead" in other.states]

    def stays(thing: str) -> bool:
        return not thing.startswith(BODY) or thing in there

    being.held = tuple([thing for thing in being.held if stays(thing)])
    being.slots = tuple([slot if stays(slot.thing) else replace(slot, thing="") for slot in being.slots])
    being.packs = tuple([replace(p, contents=tuple(filter(stays, p.contents))) for p in being.packs])
    bring_along(scene, being)


# ---------------------------------------------------------------- wearing


def wears_one(scene: Scene, being: Being, thing: str) -> Refusal | None:
    """nb.item.armour_slots, nb.item.helmet, nb.container.backpack: one body armour, one helmet, one backpack."""
    entry = item(scene, thing)
    if isinstance(entry, Container) and entry.backpack:
        if any(pack.worn for pack in being.packs):
            return Refusal(f"{being.name} wears a backpack", "nb.container.backpack")
        return None
    if not isinstance(entry, Armour):
        return Refusal(f"{entry.name} is nothing to wear", "nb.item.armour_slots")
    for other in being.worn:
        worn = item(scene, other)
        if isinstance(worn, Armour) and worn.helmet == entry.helmet:
            rule = "nb.item.helmet" if entry.helmet else "nb.item.armour_slots"
            return Refusal(f"{being.name} wears {worn.name}", rule)
    return None


def wear(scene: Scene, being: Being, thing: str, slots: tuple[int, ...] = ()) -> None:
    """Put on a thing that was nowhere else on them before; a backpack counts as one of their packs already."""
    entry = item(scene, thing)
    if isinstance(entry, Container):
        old = outer(being, thing)
        change_pack(being, old, replace(old, worn=True))
        scene.record("wears", "nb.container.backpack", who=being.id, thing=thing)
        return
    stow(scene, being, thing, slots, worn=True)
    helmet = isinstance(entry, Armour) and entry.helmet
    scene.record("wears", "nb.item.helmet" if helmet else "nb.item.armour_slots", who=being.id, thing=thing)


def take_off(scene: Scene, being: Being, thing: str) -> None:
    """Armour stays in its slots, as a thing that is carried; a backpack goes into a hand or onto the ground."""
    entry = item(scene, thing)
    rule = "nb.container.backpack" if isinstance(entry, Container) else "nb.item.armour_slots"
    scene.record("takes_off", rule, who=being.id, thing=thing)
    if isinstance(entry, Container):
        worn = next(pack for pack in being.packs if pack.worn)
        carried = replace(worn, worn=False)
        change_pack(being, worn, carried)
        to_front(being, carried)
        if hands_full(scene, being, entry) is None:
            take_in_hand(scene, being, thing)
        else:
            lay_down(scene, being, thing)
        return
    being.slots = tuple([replace(slot, worn=False) if slot.thing == thing else slot for slot in being.slots])
    being.slotless = tuple([replace(slot, worn=False) if slot.thing == thing else slot for slot in being.slotless])
