"""Grappling: taking hold, breaking free, letting go."""

from __future__ import annotations

from ludex.core.kernel.action import Arg
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Refusal
from ludex.games.bluebox.book.action_economy import Ap, Free, action
from ludex.games.bluebox.book.attacks.actions import FOE
from ludex.games.bluebox.book.attacks.weapons import attack_with, module_effect
from ludex.games.bluebox.book.conditions import (
    end,
    grapple,
    held_by,
    holder_of,
    let_go,
    reveal,
)
from ludex.games.bluebox.book.dice import FAILURE, check
from ludex.games.bluebox.book.movement.sight import cannot_aim
from ludex.games.bluebox.records.effects import GrappleFarther
from ludex.games.bluebox.state import Being, Scene, armor_class, save_dc


def grapple_reach(scene: Scene, actor: Being) -> int:
    """1 m, or what a Module such as Integrated Cord allows."""
    reach = 1
    for name in actor.ready:
        cord = module_effect(attack_with(scene, actor, name), GrappleFarther)
        if cord is not None:
            reach = max(reach, cord.m)
    return reach


def may_grapple(scene: Scene, actor: Being) -> Refusal | None:
    if "Grappler" in actor.states:
        return Refusal(f"{actor.name} holds somebody already", "bb.action.grapple")
    return None


def fits_grapple(scene: Scene, actor: Being, target: Being) -> Refusal | None:
    refusal = cannot_aim(scene, actor, target)
    reach = grapple_reach(scene, actor)
    if refusal is None and scene.distance(actor, target) > reach:
        rule = "bb.tool.known_modules" if reach > 1 else "bb.action.grapple"
        refusal = Refusal(f"{target.name} is not within {reach} m", rule)
    return refusal


@action("grapple", rule="bb.action.grapple", cost=Ap(1), args=(FOE,), may=may_grapple, fits=fits_grapple)
async def grapple_(scene: Scene, actor: Being, target: Being) -> None:
    """1 AP: a Grapple check against AC (or BAC). An ability check, not an attack roll."""
    result = await check(scene, actor, "Grapple", armor_class(target), rule="bb.action.grapple")
    if result != FAILURE:
        reach = grapple_reach(scene, actor)
        if reach > 1:
            scene.record("cord", "bb.tool.known_modules", who=actor.id)
        grapple(scene, actor, target, reach)
        reveal(scene, actor, "grapples")


def may_escape(scene: Scene, actor: Being) -> Refusal | None:
    if "Grappled" not in actor.states:
        return Refusal(f"{actor.name} is not Grappled", "bb.grapple.escape")
    return None


def better_escape(scene: Scene, actor: Being, *chosen: Plain) -> Plain:
    sheet = actor.sheet
    strength = sheet.stats["FOR"] + sheet.abilities.get("Strength", 0)
    return "Strength" if strength >= sheet.stats["DEX"] + sheet.abilities.get("Acrobatics", 0) else "Acrobatics"


@action(
    "escape", rule="bb.grapple.escape", cost=Ap(1),
    args=(Arg("ability", ("Strength", "Acrobatics"), default=better_escape, closed=True),),
    may=may_escape, label="Escape grapple",
)  # fmt: skip
async def escape(scene: Scene, actor: Being, ability: str) -> None:
    """1 AP: Strength or Acrobatics against the Grappler's Save DC."""
    holder = holder_of(scene, actor)
    if holder is None:
        end(scene, actor, "Grappled")
        return
    if await check(scene, actor, ability, save_dc(holder, "FOR"), rule="bb.grapple.escape") != FAILURE:
        let_go(scene, holder, actor)


def may_release(scene: Scene, actor: Being) -> Refusal | None:
    if "Grappler" not in actor.states:
        return Refusal(f"{actor.name} holds nobody", "bb.grappler.ends")
    return None


@action("let_go", rule="bb.grappler.ends", cost=Free("let_go"), may=may_release)
async def let_go_(scene: Scene, actor: Being) -> None:
    """Free Action: end the grapple."""
    victim = held_by(scene, actor)
    if victim is not None:
        let_go(scene, actor, victim)
