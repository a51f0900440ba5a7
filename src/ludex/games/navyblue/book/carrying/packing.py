"""With time at hand: packing and ordering what one carries, and putting on or taking off what is worn."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import cast

from ludex.core.kernel.action import Arg, first
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, ask
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.toml import spelled
from ludex.games.navyblue.book.carrying.containers import (
    CHEST,
    PACK,
    all_chests,
    all_packs,
    cannot_hold,
    container,
    holder_name,
    inner_pack,
)
from ludex.games.navyblue.book.carrying.handling import FIRST_FREE, goes_into_itself, one_named
from ludex.games.navyblue.book.carrying.slots import (
    can_stow,
    hands_full,
    in_slots,
    resize,
    slots_of,
    take_off,
    wear,
    wears_one,
)
from ludex.games.navyblue.book.carrying.spots import (
    GROUND,
    HAND,
    SLOTS,
    cannot_reach_into,
    is_within,
    known_thing,
    put_into,
    spot_named,
    take_from,
    to_lift,
    to_pack,
)
from ludex.games.navyblue.book.conditions import stops, unable
from ludex.games.navyblue.book.features import BODY, item
from ludex.games.navyblue.book.motion import ACTION, action
from ludex.games.navyblue.records.kinds import Armour
from ludex.games.navyblue.state import PEACE, Being, Scene

WITH_TIME = (*PEACE, "respite")  # to pack, in any order
DON = "don_armour"  # the Dungeoneering Activity
PRICES = ("Action", 3, 2, 1, 0)  # what the Director may ask for it in a fight; numbers are Motion Points

# ---------------------------------------------------------------- packing


def to_arrange(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return list(dict.fromkeys([thing for things in to_pack(scene, actor).values() for thing in things]))


def where_it_is(scene: Scene, actor: Being, thing: Plain, *chosen: Plain) -> list[str]:
    return [spot for spot, things in to_pack(scene, actor).items() if thing in things]


def where_to_pack(scene: Scene, actor: Being, thing: Plain, source: Plain, *chosen: Plain) -> Iterable[Plain]:
    spots = [spot for spot in to_pack(scene, actor) if not spot.startswith(BODY) and spot != source]
    return [spot for spot in spots if fits_pack(scene, actor, str(thing), str(source), spot, ()) is None]


def fits_pack(scene: Scene, actor: Being, thing: str, source: str, into: str, place: Plain) -> Refusal | None:
    known_thing(scene, thing)
    start, goal = spot_named(scene, actor, source), spot_named(scene, actor, into)
    wanted = numbers(place)
    if thing not in to_pack(scene, actor).get(start, ()):
        return Refusal(f"{item(scene, thing).name} is not there, or not in reach", "nb.container.order")
    if goal == HAND:
        return hands_full(scene, actor, item(scene, thing)) if start != HAND else None
    if goal == SLOTS:
        besides = tuple(slots_of(scene, actor, thing)) if start == SLOTS else ()
        return can_stow(scene, actor, thing, wanted, besides)
    if goal == GROUND:
        return None
    return no_room_inside(scene, actor, thing, start, goal, wanted)


def numbers(place: Plain) -> tuple[int, ...]:
    if not isinstance(place, tuple) or not all([type(number) is int for number in place]):
        raise BadInput(
            f"place: expected the numbers of slots, or the depth in a container from 1 on, not {spelled(place)}"
        )
    return cast(tuple[int, ...], place)


def no_room_inside(
    scene: Scene, actor: Being, thing: str, start: str, goal: str, wanted: tuple[int, ...]
) -> Refusal | None:
    """Why a container does not take a thing in, at that depth."""
    if not goal.startswith((PACK, CHEST)):
        raise BadInput(f"into: nothing can be packed onto {goal!r}")
    holder = all_packs(actor).get(goal) or all_chests(scene)[goal]
    refusal = cannot_reach_into(scene, actor, goal, "Clutch", "nb.container.order") if goal.startswith(CHEST) else None
    if refusal is not None:
        return refusal
    if own_container(scene, actor, thing, start, goal):
        return Refusal("nothing goes into itself", "nb.container.slots")
    depth = len(holder.contents) + (start != goal)
    if len(wanted) > 1 or not all(1 <= number <= depth for number in wanted):
        raise BadInput(f"place: expected a depth from 1 to {depth}, not {spelled(wanted)}")
    return cannot_hold(scene, holder_name(holder), holder.contents, thing) if start != goal else None


def own_container(scene: Scene, actor: Being, thing: str, start: str, goal: str) -> bool:
    """Is the goal the very container that is moved, or does it lie in it?"""
    if start == GROUND:
        return goal.startswith(CHEST) and to_lift(scene, actor, thing) is all_chests(scene)[goal]
    if start in (HAND, SLOTS):
        return goes_into_itself(scene, actor, thing, goal)
    if container(scene, thing) is None or not (start.startswith(PACK) and goal.startswith(PACK)):
        return False
    moved = inner_pack(actor, all_packs(actor)[start], thing)
    return moved is not None and is_within(actor, all_packs(actor)[goal], moved)


@action(
    "pack", rule="nb.container.order",
    args=(
        Arg("thing", to_arrange), Arg("source", where_it_is, default=first(where_it_is, GROUND)),
        Arg("into", where_to_pack), Arg("place", FIRST_FREE, default=(), read=one_named),
    ),
    fits=fits_pack, modes=WITH_TIME, tags=("idle",),
)  # fmt: skip
async def pack(scene: Scene, actor: Being, thing: str, source: str, into: str, place: tuple[int, ...]) -> None:
    """In peace, from anywhere in reach to anywhere: into chosen slots, or to a chosen depth of a container."""
    start, goal = spot_named(scene, actor, source), spot_named(scene, actor, into)
    holder = all_packs(actor).get(goal) or all_chests(scene).get(goal)
    left = take_from(scene, actor, thing, start)
    if goal == start:
        goal = left
    elif holder is not None:  # it may be called otherwise when another is gone
        goal = next(name for name, found in {**all_packs(actor), **all_chests(scene)}.items() if found is holder)
    put_into(scene, actor, thing, goal, place)
    scene.record("packs", "nb.container.order", who=actor.id, thing=thing, source=start, into=goal)
    if goal.startswith((PACK, CHEST)):
        scene.cite("nb.container.slots", "nb.container.no_injury")
    resize(scene, actor)


# ---------------------------------------------------------------- wearing


def to_be_worn(scene: Scene, actor: Being) -> list[str]:
    """What could be put on if it were something to wear: in a fight only what is in hand or in a slot."""
    spots = to_pack(scene, actor)
    return [thing for spot in (spots if scene.mode != "fight" else (HAND, SLOTS)) for thing in spots[spot]]


def wearable(scene: Scene, actor: Being, *chosen: Plain) -> list[str]:
    return [thing for thing in dict.fromkeys(to_be_worn(scene, actor)) if wears_one(scene, actor, thing) is None]


def not_now(scene: Scene, actor: Being, thing: str) -> Refusal | None:
    """nb.gap.stow_and_don: not in a fight, nor before those who were met, and one interval of Dungeoneering; a backpack
    takes no time in peace."""
    if scene.mode == "fight" and not scene.options["opt_don_in_fight"]:
        return Refusal("there is no time for it in a fight", "nb.item.armour_slots")
    if not isinstance(item(scene, thing), Armour):
        return None
    if scene.meeting:
        return Refusal("somebody has been met, and waits", "nb.item.armour_slots")
    if scene.mode == "dungeon" and actor.activity:
        return Refusal(f"{actor.name} does something else in this interval", "nb.dungeon.activity")
    return None


def may_wear(scene: Scene, actor: Being) -> Refusal | None:
    if not actor.pc:
        return Refusal(f"{actor.name} has no item slots", "nb.carry.npc")
    if scene.mode == "fight" and not scene.options["opt_don_in_fight"]:
        return Refusal("there is no time for it in a fight", "nb.item.armour_slots")
    return None


def fits_wear(scene: Scene, actor: Being, thing: str, slots: Plain) -> Refusal | None:
    known_thing(scene, thing)
    refusal = not_now(scene, actor, thing) or wears_one(scene, actor, thing)
    if refusal is not None:
        return refusal
    if thing not in to_be_worn(scene, actor):
        return Refusal(f"{item(scene, thing).name} is not at hand", "nb.item.armour_slots")
    wanted = numbers(slots)
    if not isinstance(item(scene, thing), Armour) or (in_slots(actor, thing) and not wanted):
        return None
    return can_stow(scene, actor, thing, wanted, tuple(slots_of(scene, actor, thing)))


@action(
    "wear", rule="nb.item.armour_slots",
    args=(Arg("thing", wearable), Arg("slots", FIRST_FREE, default=(), read=one_named)), may=may_wear,
    fits=fits_wear, label="Put on", tags=("idle",),
)  # fmt: skip
async def put_on(scene: Scene, actor: Being, thing: str, slots: tuple[int, ...]) -> None:
    """Armour, a helmet or a backpack."""

    def unfit() -> Refusal | None:
        return fits_wear(scene, actor, thing, slots)

    if unfit() is not None or (scene.mode == "fight" and not await granted(scene, actor, thing, unfit)):
        return
    spot = SLOTS if in_slots(actor, thing) else where_it_is(scene, actor, thing)[0]
    lies = tuple(slots_of(scene, actor, thing)) if spot == SLOTS and isinstance(item(scene, thing), Armour) else ()
    if lies and not slots:
        for number in lies:
            actor.set_slot(number, replace(actor.slots[number], worn=True))
        scene.record("wears", "nb.item.armour_slots", who=actor.id, thing=thing)
    else:
        take_from(scene, actor, thing, spot)
        wear(scene, actor, thing, slots)
    takes_time(scene, actor, thing)
    resize(scene, actor)


def takes_time(scene: Scene, actor: Being, thing: str) -> None:
    scene.cite("nb.gap.stow_and_don")
    if scene.mode == "dungeon" and isinstance(item(scene, thing), Armour):
        actor.activity = DON


async def granted(scene: Scene, actor: Being, thing: str, unfit: Callable[[], Refusal | None]) -> bool:
    """In a fight the Director says what it costs; then it is paid, or nothing comes of it. `unfit`: why it cannot be
    done any more."""
    price = await ask(
        scene, GM, OneOf(PRICES), rule="nb.item.armour_slots", about={"who": actor.id, "thing": thing},
        default="Action", matters=lambda: unable(actor) is None and unfit() is None,
    )  # fmt: skip
    if stops(scene, actor, unable(actor) or unfit()):
        return False
    actor.run_up = False
    if price == "Action":
        if ACTION.refusal(scene, actor, ()) is None:
            ACTION.pay(scene, actor, ())
            return True
    elif actor.motion >= price:
        actor.motion -= price
        return True
    scene.record("cannot_pay", "nb.item.armour_slots", who=actor.id, thing=thing, price=price)
    return False


def worn_things(scene: Scene, actor: Being, *chosen: Plain) -> list[str]:
    return [*actor.worn, *(carried.container for carried in actor.packs if carried.worn)]


def may_take_off(scene: Scene, actor: Being) -> Refusal | None:
    if worn_things(scene, actor):
        return None
    return Refusal(f"{actor.name} wears nothing", "nb.item.armour_slots")


def fits_take_off(scene: Scene, actor: Being, thing: str) -> Refusal | None:
    known_thing(scene, thing)
    if thing not in worn_things(scene, actor):
        return Refusal(f"{actor.name} does not wear {item(scene, thing).name}", "nb.item.armour_slots")
    return not_now(scene, actor, thing)


@action(
    "take_off", rule="nb.item.armour_slots", args=(Arg("thing", worn_things),), may=may_take_off, fits=fits_take_off,
    tags=("idle",),
)  # fmt: skip
async def doff(scene: Scene, actor: Being, thing: str) -> None:
    """Armour stays in its slots as something carried; a backpack comes into a hand, or onto the ground."""

    def unfit() -> Refusal | None:
        return fits_take_off(scene, actor, thing)

    if unfit() is not None or (scene.mode == "fight" and not await granted(scene, actor, thing, unfit)):
        return
    take_off(scene, actor, thing)
    takes_time(scene, actor, thing)
    resize(scene, actor)
