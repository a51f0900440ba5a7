"""Where a thing is, and getting at it: in a slot, in hand, on the ground, in a pack or chest, on a body.

A spot is a word: `slots`, `hand`, `ground`, `pack:backpack`, `chest:sea_chest`, `body:marlow`; a second one of the same
name is `pack:satchel#2`. People may leave out what stands before the colon.
"""

from __future__ import annotations

from ludex.core.kernel.english import there_are
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.games.navyblue.book.carrying.containers import (
    CHEST,
    PACK,
    all_chests,
    all_packs,
    container,
    give_up,
    known_chests,
    lift,
    outer,
    packs_at_hand,
    packs_within,
    put_inside,
    put_inside_chest,
    receive,
    take_out_of,
    take_out_of_chest,
    without,
)
from ludex.games.navyblue.book.carrying.slots import (
    has,
    in_arms_reach,
    in_slots,
    lay_down,
    let_go_unready,
    packs_named,
    stow,
    take_in_hand,
    take_out,
    take_unready,
)
from ludex.games.navyblue.book.features import BODY, item
from ludex.games.navyblue.state import PARTY, Being, Chest, Pack, Scene

SLOTS = "slots"
HAND = "hand"
GROUND = "ground"


def known_thing(scene: Scene, thing: object) -> str:
    """The name of a thing that there can be."""
    if isinstance(thing, str):
        try:
            item(scene, thing)
            return thing
        except KeyError:
            pass
    raise BadInput(f"there is no item {thing!r}")


def spot_named(scene: Scene, being: Being, name: object) -> str:
    """The spot that somebody means by a word."""
    dead = [other for other in scene.beings.values() if "Dead" in other.states and "Unmet" not in other.states]
    lie = [BODY + other.id for other in dead if being.side != PARTY or other.at not in scene.unseen]
    known = {SLOTS, HAND, GROUND, *all_packs(being), *known_chests(scene, being), *lie}
    for meant in (name, f"{PACK}{name}", f"{CHEST}{name}", f"{BODY}{name}"):
        if isinstance(meant, str) and meant in known:
            return meant
    raise BadInput(f"there is no {name!r}; {there_are(name, sorted(known))}")


# ---------------------------------------------------------------- what there is


def bodies(scene: Scene, being: Being, maneuver: str) -> list[Being]:
    """The dead who lie in reach and are not carried by anybody, nor put away."""
    dead = [other for other in scene.beings.values() if "Dead" in other.states and other is not being]
    if not dead:
        return dead
    away = [thing for other in scene.beings.values() for thing in (*other.held, *(slot.thing for slot in other.slots))]
    away += [thing for other in scene.beings.values() for pack in other.packs for thing in pack.contents]
    away += [thing for chest in scene.chests for thing in chest.contents]
    return [o for o in dead if BODY + o.id not in away and in_arms_reach(scene, being, o.at, maneuver)]


def liftable(scene: Scene, chest: Chest) -> bool:
    """A container that can be carried off: not locked, and somebody has had it open."""
    return container(scene, chest.name) is not None and (
        chest.state == "open" or (chest.known and chest.state == "shut")
    )


def on_ground(scene: Scene, being: Being, maneuver: str) -> tuple[str, ...]:
    things = [lying.thing for lying in scene.lying if in_arms_reach(scene, being, lying.at, maneuver)]
    things += [
        chest.name
        for chest in all_chests(scene).values()
        if liftable(scene, chest) and in_arms_reach(scene, being, chest.at, maneuver)
    ]
    return tuple(dict.fromkeys([*things, *(BODY + dead.id for dead in bodies(scene, being, maneuver))]))


def on_body(dead: Being, worn: bool) -> tuple[str, ...]:
    """What a dead one has on them; what is worn takes time to get off."""
    stowed = [slot.thing for slot in (*dead.slots, *dead.slotless) if slot.thing and (worn or not slot.worn)]
    return tuple(dict.fromkeys([*dead.held, *stowed, *(pack.container for pack in dead.packs if pack.worn)]))


def loose_in_slots(being: Being) -> tuple[str, ...]:
    return tuple(dict.fromkeys([s.thing for s in (*being.slots, *being.slotless) if s.thing and not s.worn]))


def to_grab(scene: Scene, being: Being) -> dict[str, tuple[str, ...]]:
    """nb.maneuver.clutch, nb.container.order: what can be Clutched, by where it is; of a container only the top."""
    found = {SLOTS: loose_in_slots(being)}
    found |= {name: pack.contents[:1] for name, pack in packs_at_hand(being).items() if pack.open}
    found[GROUND] = on_ground(scene, being, "Clutch")
    for name, chest in all_chests(scene).items():
        if chest.state == "open" and in_arms_reach(scene, being, chest.at, "Clutch"):
            found[name] = chest.contents[:1]
    return found | {BODY + dead.id: on_body(dead, worn=False) for dead in bodies(scene, being, "Clutch")}


def to_pack(scene: Scene, being: Being) -> dict[str, tuple[str, ...]]:
    """In peace: everything in reach, at any depth; of chests, those that stand open."""
    found = {HAND: being.held, SLOTS: loose_in_slots(being)}
    found |= {name: pack.contents for name, pack in all_packs(being).items()}
    found[GROUND] = on_ground(scene, being, "Clutch")
    for name, chest in all_chests(scene).items():
        if chest.state == "open" and in_arms_reach(scene, being, chest.at, "Clutch"):
            found[name] = chest.contents
    return found | {BODY + dead.id: on_body(dead, worn=True) for dead in bodies(scene, being, "Clutch")}


def open_containers(scene: Scene, being: Being, maneuver: str) -> dict[str, Pack | Chest]:
    """The open packs that can be got at, and the open chests in reach."""
    found: dict[str, Pack | Chest] = {name: pack for name, pack in packs_at_hand(being).items() if pack.open}
    for name, chest in all_chests(scene).items():
        if chest.state == "open" and in_arms_reach(scene, being, chest.at, maneuver):
            found[name] = chest
    return found


def cannot_reach_into(scene: Scene, being: Being, spot: str, maneuver: str, rule: str) -> Refusal | None:
    """Why a container cannot be got at: too far away, inside another, or closed."""
    pack = all_packs(being).get(spot)
    if pack is not None:
        if spot not in packs_at_hand(being):
            return Refusal(f"{item(scene, pack.container).name} lies inside another container", "nb.container.order")
        return None if pack.open else Refusal(f"{item(scene, pack.container).name} is closed", rule)
    chest = all_chests(scene).get(spot)
    if chest is None:
        raise BadInput(f"{spot!r} is no container")
    if not in_arms_reach(scene, being, chest.at, maneuver):
        return Refusal(f"{chest.name} is out of arm's reach", "nb.reach.body")
    return None if chest.state == "open" else Refusal(f"{chest.name} is closed", rule)


# ---------------------------------------------------------------- from one spot to another


def take_from(scene: Scene, being: Being, thing: str, spot: str) -> str:
    """Take a thing from where it is; it is nowhere until it is put somewhere. Gives the spot as it is called then: a
    container that comes out of another of the same name goes before it."""
    left: Pack | None = None
    if spot == SLOTS:
        take_out(scene, being, thing)
    elif spot == HAND:
        being.held = without(being.held, thing)
    elif spot == GROUND:
        take_up(scene, being, thing)
    elif spot.startswith(PACK):
        left = take_out_of(being, all_packs(being)[spot], thing)
    elif spot.startswith(CHEST):
        take_out_of_chest(scene, being, all_chests(scene)[spot], thing)
    else:
        take_off_body(scene, being, thing, scene.beings[spot.removeprefix(BODY)])
    if container(scene, thing) is not None and packs_named(being, thing) <= has(scene, being, thing):
        being.packs = (Pack(thing), *being.packs)
    return next((name for name, pack in all_packs(being).items() if pack is left), spot)


def take_up(scene: Scene, being: Being, thing: str) -> None:
    if thing.startswith(BODY):
        scene.beings[thing.removeprefix(BODY)].at = being.at
        return
    chest = to_lift(scene, being, thing)
    if chest is not None:
        lift(scene, being, chest)
        return
    alike = [n for n, found in enumerate(scene.lying) if found.thing == thing and near(scene, being, found.at)]
    place = min(alike, key=lambda n: scene.lying[n].unready)
    take_unready(being, thing, scene.lying[place].unready)
    scene.lying = scene.lying[:place] + scene.lying[place + 1 :]


def to_lift(scene: Scene, being: Being, thing: str) -> Chest | None:
    """The container of that name that is taken up from the ground."""
    for chest in all_chests(scene).values():
        if chest.name == thing and liftable(scene, chest) and near(scene, being, chest.at):
            return chest
    return None


def near(scene: Scene, being: Being, zone: str) -> bool:
    return in_arms_reach(scene, being, zone, "Clutch")


def take_off_body(scene: Scene, being: Being, thing: str, dead: Being) -> None:
    if thing in dead.held:
        dead.held = without(dead.held, thing)
        take_unready(being, thing, let_go_unready(dead, thing))
    elif in_slots(dead, thing) or in_slots(dead, thing, worn=True):
        take_out(scene, dead, thing, worn=not in_slots(dead, thing))
    if container(scene, thing) is not None:
        receive(being, give_up(dead, outer(dead, thing)))


def put_into(scene: Scene, being: Being, thing: str, spot: str, place: tuple[int, ...] = ()) -> None:
    """Put a thing that is nowhere into a spot: slots by their numbers, a container by the depth, or onto its top."""
    if spot == SLOTS:
        stow(scene, being, thing, place)
    elif spot == HAND:
        take_in_hand(scene, being, thing)
    elif spot == GROUND:
        lay_down(scene, being, thing)
    elif spot.startswith(PACK):
        put_inside(being, all_packs(being)[spot], thing, depth_of(place), pack_of(scene, being, thing))
    else:
        chest = all_chests(scene)[spot]
        put_inside_chest(scene, being, chest, thing, depth_of(place), pack_of(scene, being, thing))
        if thing.startswith(BODY):
            scene.beings[thing.removeprefix(BODY)].at = chest.at


def pack_of(scene: Scene, being: Being, thing: str) -> Pack | None:
    """The pack that a thing is, if it is a container."""
    return outer(being, thing) if container(scene, thing) is not None else None


def is_within(being: Being, pack: Pack, moved: Pack) -> bool:
    """Is a pack the one that is moved, or does it lie in it?"""
    return any(pack is inner for inner in packs_within(being, moved))


def depth_of(place: tuple[int, ...]) -> int:
    """nb.container.order: on the top, or below as many others as its owner wants."""
    return place[0] - 1 if place else 0
