"""Handling things: items, weapons in hand, what lies on the ground, and whatever else somebody thinks of."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import cast

from ludex.core.kernel.action import Arg
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.english import no_such
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, ask
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.toml import spelled
from ludex.games.cloudbreaker.book.actions import MAJOR, MINOR, action
from ludex.games.cloudbreaker.book.attacks.actions import ABOUT, UseCost, begin_use
from ludex.games.cloudbreaker.book.attacks.targets import PART, TARGET, refuse_target
from ludex.games.cloudbreaker.book.attacks.weapons import cannot_use, free_hands, weapon
from ludex.games.cloudbreaker.records.effects import Passive, Revive
from ludex.games.cloudbreaker.records.kinds import Item
from ludex.games.cloudbreaker.state import Being, Lying, Scene, in_situation


def without(things: tuple[str, ...], thing: str) -> tuple[str, ...]:
    """A list with one of these things taken away."""
    place = things.index(thing)
    return things[:place] + things[place + 1 :]


def one_named(value: Plain) -> Plain:
    """A single name stands for a list of one."""
    return (value,) if isinstance(value, str) else value


# ---------------------------------------------------------------- items


def usable(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    """The items that do something when they are used, and not merely by being carried."""
    items = scene.library.shelves["item"].entries
    return [name for name in dict.fromkeys(actor.items) if name in items and works_when_used(items[name])]


def works_when_used(item: Item) -> bool:
    return item.targets != "none" and any(not isinstance(effect, Passive) for effect in item.effects)


def may_use(scene: Scene, actor: Being) -> Refusal | None:
    return None if list(usable(scene, actor)) else Refusal(f"{actor.name} has no item to use", "cb.item.recovery")


def fits_item(scene: Scene, actor: Being, item: str, target: str, part: str) -> Refusal | None:
    if item not in scene.library.shelves["item"]:
        raise BadInput(f"{no_such('item', item, actor.items)}; {actor.name} has: {', '.join(actor.items) or 'none'}")
    entry = cast(Item, scene.library.shelves["item"].get(item))
    refusal = cannot_use(scene, actor, entry)
    if refusal is not None:
        return refusal
    if not works_when_used(entry):
        return Refusal(f"{entry.name} is only carried, not used", "cb.item.recovery")
    being = scene.beings.get(target)
    if being is not None and "Knocked Out" in being.states and not revives(entry):
        return Refusal(f"{being.name} is knocked out, beyond the help of items", "cb.item.recovery")
    return refuse_target(scene, actor, entry, target, part)


def revives(item: Item) -> bool:
    """Made for the knocked out (cb.cond.knocked_out)."""
    return any(isinstance(effect, Revive) for effect in item.effects)


@action(
    "item", rule="cb.item.recovery", cost=UseCost(), args=(Arg("item", usable), TARGET, PART), may=may_use,
    fits=fits_item, modes=ABOUT, label="Use an item", tags=("skill",),
)  # fmt: skip
async def item_(scene: Scene, actor: Being, item: str, target: str, part: str) -> None:
    """On a unit in reach, an enemy too, without a roll. It is used up, even if it was in vain."""
    entry = cast(Item, scene.library.shelves["item"].get(item))
    scene.record("uses", "cb.item.recovery", who=actor.id, item=item, target=target)
    if entry.consumed:
        if scene.rush and actor.pc:
            scene.cite("cb.finale.rush")
        else:
            actor.items = without(actor.items, item)
    begin_use(scene, actor, entry, target, part)


# ---------------------------------------------------------------- weapons in hand


def hands_for_weapons(scene: Scene, actor: Being) -> int:
    """The hands that hold neither a captive nor what one is latched onto."""
    return free_hands(scene, actor) + sum(weapon(scene, name).hands for name in in_hand(scene, actor))


def in_hand(scene: Scene, actor: Being) -> list[str]:
    return [name for name in actor.wielded if not weapon(scene, name).natural]


def carried(scene: Scene, actor: Being) -> list[str]:
    """Their weapons, in hand or away, but for those that are grown on."""
    return [name for name in actor.weapons if not weapon(scene, name).natural]


def hands_full(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    """Every other choice of weapons that fits the hands; the least first."""
    own = carried(scene, actor)
    hands = hands_for_weapons(scene, actor)
    now = sorted(in_hand(scene, actor))
    found: dict[tuple[str, ...], None] = {}
    for count in range(min(len(own), hands) + 1):
        for some in combinations(own, count):
            if sorted(some) != now and sum(weapon(scene, name).hands for name in some) <= hands:
                found[some] = None
    return list(found)


def may_wield(scene: Scene, actor: Being) -> Refusal | None:
    return None if carried(scene, actor) else Refusal(f"{actor.name} has no weapon to take in hand", "cb.item.wield")


def fits_wield(scene: Scene, actor: Being, weapons: tuple[str, ...]) -> Refusal | None:
    if not isinstance(weapons, tuple):
        raise BadInput(f"wield, weapons: expected a list of weapons, not {spelled(weapons)}")
    own = carried(scene, actor)
    for name in weapons:
        if name not in own:
            if name in actor.weapons and name not in weapons[: weapons.index(name)]:
                return Refusal(f"{name} is grown on and never taken in hand", "cb.item.wield")
            return Refusal(f"{actor.name} does not have {name!r} at hand", "cb.item.wield")
        own.remove(name)
    needed = sum(weapon(scene, name).hands for name in weapons)
    hands = hands_for_weapons(scene, actor)
    if needed > hands:
        return Refusal(f"that takes {needed} hands, and {actor.name} has {hands} for it", "cb.item.wield")
    return None


@action(
    "wield", rule="cb.item.wield", cost=MINOR, args=(Arg("weapons", hands_full, read=one_named),), may=may_wield,
    fits=fits_wield, modes=ABOUT, label="Swap weapons",
)  # fmt: skip
async def wield(scene: Scene, actor: Being, weapons: tuple[str, ...]) -> None:
    """One minor action puts any weapons away and draws any that fit the hands: these are in hand afterwards."""
    actor.wielded = (*(name for name in actor.wielded if weapon(scene, name).natural), *weapons)
    scene.record("wields", "cb.item.wield", who=actor.id, weapons=weapons)


# ---------------------------------------------------------------- what lies on the ground


def put_down(scene: Scene, being: Being, thing: str, zone: str) -> None:
    """A thing of this unit lies in a zone from now on."""
    if thing in being.weapons or thing in being.wielded:
        if thing in being.wielded:
            being.wielded = without(being.wielded, thing)
        if thing in being.weapons:
            being.weapons = without(being.weapons, thing)
    else:
        being.items = without(being.items, thing)
    scene.lying = (*scene.lying, Lying(thing, zone))
    scene.record("dropped", "cb.item.wield", who=being.id, thing=thing, zone=zone)


def droppable(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return in_hand(scene, actor)


def may_drop(scene: Scene, actor: Being) -> Refusal | None:
    if not carried(scene, actor) and not actor.items:
        return Refusal(f"{actor.name} has nothing to drop", "cb.item.wield")
    return None


def fits_drop(scene: Scene, actor: Being, thing: str) -> Refusal | None:
    if thing in carried(scene, actor) or thing in actor.items:
        return None
    if thing in actor.weapons or thing in actor.wielded:
        return Refusal(f"{thing} is grown on and cannot be dropped", "cb.man.disarm")
    return Refusal(f"{actor.name} does not have {thing!r}", "cb.item.wield")


@action(
    "drop", rule="cb.item.wield", args=(Arg("thing", droppable),), may=may_drop, fits=fits_drop, modes=ABOUT,
    tags=("idle",),
)  # fmt: skip
async def drop(scene: Scene, actor: Being, thing: str) -> None:
    """Free: it lies in the own zone."""
    scene.cite("cb.action.free")
    put_down(scene, actor, thing, actor.at)


def underfoot(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    """What lies in a zone that this unit occupies."""
    zones = scene.zones(actor)
    return list(dict.fromkeys(lying.thing for lying in scene.lying if lying.at in zones))


def lying_here(scene: Scene, actor: Being, thing: str) -> Lying:
    zones = scene.zones(actor)
    return next(lying for lying in scene.lying if lying.thing == thing and lying.at in zones)


def take_away(scene: Scene, found: Lying) -> None:
    place = scene.lying.index(found)
    scene.lying = scene.lying[:place] + scene.lying[place + 1 :]


def may_kick(scene: Scene, actor: Being) -> Refusal | None:
    if not scene.lying or not list(underfoot(scene, actor)):
        return Refusal("nothing lies in the zone", "cb.man.disarm")
    return None


def may_grab(scene: Scene, actor: Being) -> Refusal | None:
    refusal = may_kick(scene, actor)
    if refusal is None and free_hands(scene, actor) < 1:
        return Refusal(f"{actor.name} has no free hand", "cb.man.disarm")
    return refusal


def fits_grab(scene: Scene, actor: Being, thing: str) -> Refusal | None:
    if thing in underfoot(scene, actor):
        return None
    return Refusal(f"{thing!r} does not lie in the zone", "cb.man.disarm")


@action(
    "grab", rule="cb.man.disarm", cost=MINOR, args=(Arg("thing", underfoot),), may=may_grab, fits=fits_grab,
    modes=ABOUT, label="Grab something",
)  # fmt: skip
async def grab(scene: Scene, actor: Being, thing: str) -> None:
    """A minor action and a free hand. A weapon is in hand if the free hands are enough for it, else put away."""
    take_away(scene, lying_here(scene, actor, thing))
    come_by(scene, actor, thing)
    scene.record("grabs", "cb.man.disarm", who=actor.id, thing=thing, in_hand=thing in actor.wielded)


def come_by(scene: Scene, actor: Being, thing: str) -> None:
    """Somebody gets hold of a weapon or an item."""
    if thing in scene.library.shelves["weapon"]:
        if weapon(scene, thing).hands <= free_hands(scene, actor):
            actor.wielded = (*actor.wielded, thing)
        actor.weapons = (*actor.weapons, thing)
    else:
        actor.items = (*actor.items, thing)


def zones_beside(scene: Scene, actor: Being, thing: Plain, *chosen: Plain) -> Iterable[Plain]:
    if thing not in underfoot(scene, actor):
        return ()
    return scene.board.neighbours(lying_here(scene, actor, str(thing)).at)


def fits_kick(scene: Scene, actor: Being, thing: str, to: str) -> Refusal | None:
    refusal = fits_grab(scene, actor, thing)
    if refusal is None and to not in zones_beside(scene, actor, thing):
        return Refusal(f"{to!r} is no zone beside it that is open", "cb.man.disarm")
    return refusal


@action(
    "kick", rule="cb.man.disarm", cost=MINOR, args=(Arg("thing", underfoot), Arg("to", zones_beside)), may=may_kick,
    fits=fits_kick, modes=ABOUT, label="Kick something away", tags=("idle",),
)  # fmt: skip
async def kick(scene: Scene, actor: Being, thing: str, to: str) -> None:
    """A minor action: what lies in the own zone goes one zone in a chosen direction."""
    take_away(scene, lying_here(scene, actor, thing))
    scene.lying = (*scene.lying, Lying(thing, to))
    scene.record("kicks", "cb.man.disarm", who=actor.id, thing=thing, zone=to)


# ---------------------------------------------------------------- anything else


def fits_words(scene: Scene, actor: Being, what: object) -> Refusal | None:
    if not isinstance(what, str) or not what:
        raise BadInput(f"what: expected a few words, not {spelled(what)}")
    return None


@action(
    "interact", rule="cb.action.minor", cost=MINOR, args=(Arg("what", ("an object",)),), fits=fits_words, modes=ABOUT,
    label="Interact with an object", tags=("idle",),
)  # fmt: skip
async def interact(scene: Scene, actor: Being, what: str) -> None:
    """A minor action with something in the environment; the game master tells what comes of it."""
    scene.record("interacts", "cb.action.minor", who=actor.id, what=what)


@action(
    "improvise", rule="cb.action.improvised", args=(Arg("what", ("something else",)),), fits=fits_words, modes=ABOUT,
    tags=("idle",),
)  # fmt: skip
async def improvise(scene: Scene, actor: Being, what: str) -> None:
    """Anything else: the game master rates it, then it is paid for; what comes of it the game master tells."""
    rated = "free"
    if in_situation(scene):
        rated = await ask(
            scene,
            GM,
            OneOf(("major", "minor", "free")),
            rule="cb.action.improvised",
            about=lambda: {"who": actor.id, "what": what, "major": actor.major, "minor": actor.minor},
            default="minor",
        )
        if actor.helpless:
            return
    cost = MAJOR if rated == "major" else MINOR if rated == "minor" else None
    if cost is not None:
        if cost.refusal(scene, actor, ()) is not None:
            scene.record("cannot_pay", "cb.action.improvised", who=actor.id, what=what, rated=rated)
            return
        cost.pay(scene, actor, ())
    scene.record("improvises", "cb.action.improvised", who=actor.id, what=what, rated=rated)
