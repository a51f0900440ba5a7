"""Handling things and helping others: swapping, picking up, Medicine, waking."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ludex.core.board.hex import neighbours
from ludex.core.kernel.action import Arg
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.toml import spelled
from ludex.games.bluebox.book.action_economy import Ap, action
from ludex.games.bluebox.book.attacks.weapons import Wear, come_by, part_with, weapon_entry
from ludex.games.bluebox.book.conditions import (
    afflict,
    end,
    wake,
)
from ludex.games.bluebox.book.damage import healer_die, regain
from ludex.games.bluebox.book.dice import FAILURE, check, power_dice
from ludex.games.bluebox.book.powers.powers import add_item
from ludex.games.bluebox.state import Being, Lying, Scene, without


def away(actor: Being, weapon: Plain) -> bool:
    """Is one of this name put away? Another of the same name may be in hand."""
    return actor.weapons.count(weapon) > actor.ready.count(weapon)


def swappable(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    put_away = [w for w in actor.weapons if away(actor, w)]
    in_hand = [w for w in actor.ready if not weapon_entry(scene, w).natural]
    return (*dict.fromkeys((*put_away, *in_hand)), *actor.masks, *((actor.mask,) if actor.mask else ()))


def receivers(scene: Scene, actor: Being, thing: Plain, *chosen: Plain) -> Iterable[Plain]:
    return ("", *(ally.id for ally in scene.allies(actor) if scene.adjacent(actor, ally)))


def hands_full(scene: Scene, actor: Being, thing: Plain, to: Plain, *chosen: Plain) -> Iterable[Plain]:
    """What is put away for the weapon that is taken out; its own name: nothing is taken out."""
    if to or not away(actor, thing):
        return ("",)
    return ("", *dict.fromkeys(actor.ready))


def fits_swap(scene: Scene, actor: Being, thing: str, to: str, stow: str) -> Refusal | None:
    if thing not in actor.weapons and thing not in actor.masks and thing != actor.mask:
        return Refusal(f"{actor.name} does not have {thing!r}", "bb.action.swap")
    if any(w in actor.weapons and weapon_entry(scene, w).natural for w in (thing, stow)):
        return Refusal("a natural weapon cannot be put away", "bb.action.swap")
    if stow and stow not in actor.ready:
        return Refusal(f"{stow!r} is not in hand", "bb.action.swap")
    if to:
        other = scene.being(to)
        if not scene.adjacent(actor, other):
            return Refusal(f"{other.name} is not adjacent", "bb.action.swap")
    return None


@action(
    "swap", rule="bb.action.swap", cost=Ap(1),
    args=(Arg("thing", swappable), Arg("to", receivers, default=""), Arg("stow", hands_full, default="")),
    fits=fits_swap, label="Swap weapon or mask",
)  # fmt: skip
async def swap(scene: Scene, actor: Being, thing: str, to: str, stow: str) -> None:
    """1 AP: take a weapon or mask out or put it away (putting another away with it), or hand it to somebody."""
    scene.record("swaps", "bb.action.swap", who=actor.id, thing=thing, to=to)
    receiver = scene.beings[to] if to else None
    if thing in actor.weapons:
        if receiver is not None:
            come_by(receiver, thing, part_with(actor, thing))
        elif stow == thing or not away(actor, thing):
            actor.ready = without(actor.ready, thing)
        else:
            actor.ready = (*without(actor.ready, stow), thing)
        return
    if thing == actor.mask:
        actor.mask = ""
    else:
        actor.masks = tuple(m for m in actor.masks if m != thing)
        if receiver is None:
            if actor.mask:
                actor.masks = (*actor.masks, actor.mask)
            put_on(scene, actor, thing)
            return
    if receiver is None:
        actor.masks = (*actor.masks, thing)
    elif receiver.mask:
        receiver.masks = (*receiver.masks, thing)
    else:
        put_on(scene, receiver, thing)
    if not actor.mask and actor.sheet.needs_mask:
        afflict(scene, actor, "Unmasked", value=scene.clock)


def put_on(scene: Scene, being: Being, mask: str) -> None:
    """bb.cond.unmasked ends when any Kanohi, powered or not, is on the face; so does the faint it brought."""
    being.mask = mask
    end(scene, being, "Unmasked")
    if being.keep(lambda c: not (c.name == "Unconscious" and c.note == "unmasked")):
        scene.record("wakes", "bb.cond.unconscious", who=being.id)


def within_reach(scene: Scene, actor: Being) -> list[Lying]:
    near = {cell for own in actor.cells for cell in (own, *neighbours(own))}
    return [thing for thing in scene.lying if thing.at in near]


def in_hand_reach(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [thing.id for thing in within_reach(scene, actor)]


def may_pick_up(scene: Scene, actor: Being) -> Refusal | None:
    if not list(in_hand_reach(scene, actor)):
        return Refusal("nothing lies within 1 m", "bb.action.object")
    return None


def fits_pick_up(scene: Scene, actor: Being, thing: str) -> Refusal | None:
    if thing not in in_hand_reach(scene, actor):
        return Refusal(f"{thing!r} does not lie within 1 m", "bb.action.object")
    return None


@action(
    "pick_up", rule="bb.action.object", cost=Ap(1), args=(Arg("thing", in_hand_reach),), may=may_pick_up,
    fits=fits_pick_up,
)  # fmt: skip
async def pick_up(scene: Scene, actor: Being, thing: str) -> None:
    """1 AP: take something that lies within 1 m. A mask goes on a bare face."""
    found = next(lying for lying in within_reach(scene, actor) if lying.id == thing)
    scene.lying = tuple(lying for lying in scene.lying if lying is not found)
    scene.record("picks_up", "bb.action.object", who=actor.id, thing=thing)
    take_thing(scene, actor, found)


def take_thing(scene: Scene, actor: Being, found: Lying) -> None:
    if found.kind == "mask":
        if actor.mask or not actor.sheet.needs_mask:
            actor.masks = (*actor.masks, found.id)
        else:
            put_on(scene, actor, found.id)
    elif found.kind == "weapon":
        come_by(actor, found.id, Wear(found.damaged, found.fitted))
        actor.ready = (*actor.ready, found.id)
    else:
        add_item(actor, found.id)


THINGS = ("mask", "weapon", "item")  # kinds of them


def receive(scene: Scene, being: Being, thing: str) -> None:
    """Somebody gets hold of a mask, a weapon or an item as new."""
    kind = next(kind for kind in THINGS if thing in scene.library.shelves[kind])
    take_thing(scene, being, Lying(kind, thing, being.at))


class ObjectCost:
    """bb.action.object: 1 AP, or more where the game master says so."""

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        return Ap(args[1] if len(args) > 1 else 1).refusal(scene, actor, args)

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        Ap(args[1]).pay(scene, actor, args)


def fits_object(scene: Scene, actor: Being, what: str, ap: object) -> Refusal | None:
    if isinstance(ap, bool) or not isinstance(ap, int) or ap < 1:
        raise BadInput(f"object, ap: expected a whole number from 1 on, not {spelled(ap)}")
    return None


@action(
    "object", rule="bb.action.object", cost=ObjectCost(),
    args=(Arg("what", ("an object",), default="an object"), Arg("ap", (1,), default=1)),
    fits=fits_object, label="Handle an object", tags=("idle",),
)  # fmt: skip
async def handle(scene: Scene, actor: Being, what: str, ap: int) -> None:
    """1 AP or more: anything done with an object; the game master tells what comes of it."""
    scene.record("handles", "bb.action.object", who=actor.id, what=what)


def patients(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [b.id for b in (actor, *scene.allies(actor)) if not b.states.isdisjoint(("Bleeding", "Down", "Out"))]


def may_treat(scene: Scene, actor: Being) -> Refusal | None:
    if not list(patients(scene, actor)):
        return Refusal("nobody Bleeds or has fallen", "bb.down.medicine")
    return None


def fits_treat(scene: Scene, actor: Being, target: Being) -> Refusal | None:
    if target is not actor and not scene.adjacent(actor, target):
        return Refusal(f"{target.name} is not adjacent", "bb.down.medicine")
    if target is actor and "Bleeding" not in actor.states:
        return Refusal("nobody treats their own fall", "bb.down.medicine")
    if target.states.isdisjoint(("Bleeding", "Down", "Out")):
        return Refusal(f"{target.name} neither Bleeds nor has fallen", "bb.down.medicine")
    return None


@action(
    "medicine", rule="bb.down.medicine", cost=Ap(1), args=(Arg("target", patients),), may=may_treat, fits=fits_treat,
)  # fmt: skip
async def medicine(scene: Scene, actor: Being, target: Being) -> None:
    """1 AP: a Medicine check DC 6 stops Bleeding, or heals who has fallen for ✦."""
    fallen = target is not actor and not target.states.isdisjoint(("Down", "Out"))
    rule = "bb.down.medicine" if fallen else "bb.cond.bleeding"
    if await check(scene, actor, "Medicine", 6, rule=rule) == FAILURE:
        return
    if fallen:
        amount = await power_dice(scene, healer_die(scene, actor, target), 1, rule="bb.down.medicine")
        scene.next(regain(target, amount, actor, "bb.down.medicine"))
    else:
        end(scene, target, "Bleeding")


def sleepers(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [
        ally.id
        for ally in scene.allies(actor)
        if any(c.name == "Unconscious" and c.note in ("", "asleep") for c in ally.conditions)
    ]


def may_wake(scene: Scene, actor: Being) -> Refusal | None:
    if not list(sleepers(scene, actor)):
        return Refusal("no ally can be woken", "bb.cond.unconscious")
    return None


def fits_wake(scene: Scene, actor: Being, target: Being) -> Refusal | None:
    if not scene.adjacent(actor, target):
        return Refusal(f"{target.name} is not adjacent", "bb.cond.unconscious")
    if target.id not in sleepers(scene, actor):
        return Refusal(f"{target.name} cannot be woken so", "bb.cond.unconscious")
    return None


@action(
    "wake", rule="bb.cond.unconscious", cost=Ap(1), args=(Arg("target", sleepers),), may=may_wake, fits=fits_wake,
    label="Wake an ally",
)  # fmt: skip
async def wake_(scene: Scene, actor: Being, target: Being) -> None:
    """1 AP: wake an adjacent ally."""
    wake(scene, target)
