"""Unique abilities: auras, Heal, Invisibility, Regeneration. Walls and companions have files of their own."""

from __future__ import annotations

from collections.abc import Iterable

from ludex.core.kernel.action import Arg
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Refusal
from ludex.core.kernel.scene import until_start_of
from ludex.core.master.calls import names
from ludex.games.vitality.book.action_types import COMBAT_MODE, PRIMARY, Free, action
from ludex.games.vitality.book.attacks.limits import HEAL
from ludex.games.vitality.book.characters.features import ability, boon_effect, uses_left, with_ability
from ludex.games.vitality.book.characters.scores import attribute, tier
from ludex.games.vitality.book.characters.space import distance, sees
from ludex.games.vitality.book.conditions import afflict, end_all
from ludex.games.vitality.book.health.damage import Harm, bear, heal
from ludex.games.vitality.book.health.survival import wake_if_able
from ludex.games.vitality.records.attack_effects import Base
from ludex.games.vitality.records.boon_effects import (
    AttackAura,
    Heal,
    Invisibility,
    Mechanical,
    Regeneration,
    SupportAura,
)
from ludex.games.vitality.state import OUT, Being, Scene

FIGHT = (COMBAT_MODE,)


def lacks(scene: Scene, actor: Being, kind: type[Base], rule: str) -> Refusal | None:
    if ability(scene, actor, kind) is None:
        return Refusal(f"{actor.name} does not have this ability", rule)
    return None


# ---------------------------------------------------------------- auras


def refuse_aura(scene: Scene, actor: Being, kind: type[Base], rule: str) -> Refusal | None:
    """An aura that was given up for an attack is off until the own next turn starts."""
    found = ability(scene, actor, kind)
    if found is None:
        return lacks(scene, actor, kind, rule)
    if any([c.name == "AuraSpent" and c.note == found[1].id for c in actor.conditions]):
        return Refusal("the aura was given up for an attack", "vt.limit.special")
    return None


def switch_on(scene: Scene, actor: Being, name: str, rule: str) -> None:
    afflict(scene, actor, "Aura", source=actor.id, note=name, until=until_start_of(actor), rule=rule)


def in_aura(scene: Scene, actor: Being, radius: int) -> list[Being]:
    """Everything else inside, friends and walls too."""
    return [
        other
        for other in scene.beings.values()
        if other is not actor
        and other.here
        and "Underground" not in other.states
        and distance(scene, actor, other) <= radius
    ]


def may_attack_aura(scene: Scene, actor: Being) -> Refusal | None:
    return refuse_aura(scene, actor, AttackAura, "vt.ability.attack_aura")


def whom_to_spare(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    """Nobody, or with Selective all friends."""
    found = ability(scene, actor, AttackAura)
    if found is None or not found[2].selective:
        return ((),)
    friends = tuple([other.id for other in in_aura(scene, actor, found[2].radius) if other.side == actor.side])
    return ((), friends) if friends else ((),)


def fits_attack_aura(scene: Scene, actor: Being, spare: Plain) -> Refusal | None:
    found = ability(scene, actor, AttackAura)
    if names(scene, spare) and found is not None and not found[2].selective:
        return Refusal("only a Selective aura spares somebody", "vt.ability.attack_aura")
    return None


@action(
    "attack_aura", rule="vt.ability.attack_aura", cost=Free("attack_aura"), modes=FIGHT, label="Attack Aura",
    args=(Arg("spare", whom_to_spare, default=()),), able=with_ability(AttackAura), may=may_attack_aura,
    fits=fits_attack_aura,
    tags=("aura", "harm"),
)  # fmt: skip
async def attack_aura(scene: Scene, actor: Being, spare: Plain) -> None:
    """Everything else inside takes 10 + T + F + P less Durability; nobody rolls."""
    found = ability(scene, actor, AttackAura)
    if found is None:
        return
    _, entry, aura = found
    switch_on(scene, actor, entry.id, "vt.ability.attack_aura")
    amount = aura.base + (1 + aura.tiers) * tier(scene, actor) + attribute(actor, "focus") + attribute(actor, "power")
    spared = names(scene, spare)
    for target in in_aura(scene, actor, aura.radius):
        if target.id not in spared:
            bear(scene, target, amount, Harm(by=actor.id, source=entry.name, rule="vt.ability.attack_aura"))


def may_support_aura(scene: Scene, actor: Being) -> Refusal | None:
    return refuse_aura(scene, actor, SupportAura, "vt.ability.support_aura")


@action(
    "support_aura", rule="vt.ability.support_aura", cost=Free("support_aura"), modes=FIGHT, label="Support Aura",
    able=with_ability(SupportAura), may=may_support_aura, tags=("aura", "support"),
)  # fmt: skip
async def support_aura(scene: Scene, actor: Being) -> None:
    """Allies inside, not the owner, add T to one stat until the owner's next turn starts."""
    found = ability(scene, actor, SupportAura)
    if found is not None:
        switch_on(scene, actor, found[1].id, "vt.ability.support_aura")


# ---------------------------------------------------------------- Heal


def may_heal(scene: Scene, actor: Being) -> Refusal | None:
    found = ability(scene, actor, Heal)
    if found is None:
        return lacks(scene, actor, Heal, "vt.ability.heal")
    if uses_left(actor, HEAL, found[2].uses) <= 0:
        return Refusal("Heal is used up until a rest", "vt.ability.heal")
    return None


def within_heal(scene: Scene, actor: Being, target: Being, spaces: int) -> bool:
    return target is actor or (distance(scene, actor, target) <= spaces and sees(scene, actor, target))


def refuse_healing(scene: Scene, target: Being) -> Refusal | None:
    if not target.states.isdisjoint(OUT) or target.is_wall:
        return Refusal(f"{target.name} cannot be healed", "vt.ability.heal")
    if boon_effect(scene, target, Mechanical) is not None:
        return Refusal(f"{target.name} is a machine and has to be repaired", "vt.trait.robot")
    return None


def whom_to_heal(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    found = ability(scene, actor, Heal)
    if found is None:
        return ()
    near = [b for b in (actor, *scene.friends(actor)) if within_heal(scene, actor, b, found[2].range)]
    return [b.id for b in near if refuse_healing(scene, b) is None]


def whom_beside(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    """With Area all friends near the first one, or nobody else."""
    found = ability(scene, actor, Heal)
    if found is None or not found[2].radius:
        return ((),)
    first = scene.being(chosen[0])
    near = [b for b in (actor, *scene.friends(actor)) if b is not first and refuse_healing(scene, b) is None]
    also = tuple([b.id for b in near if distance(scene, first, b) <= found[2].radius])
    return (also, ()) if also else ((),)


def fits_heal(scene: Scene, actor: Being, target: Being, also: Plain) -> Refusal | None:
    found = ability(scene, actor, Heal)
    if found is None:
        return lacks(scene, actor, Heal, "vt.ability.heal")
    power = found[2]
    if not within_heal(scene, actor, target, power.range):
        return Refusal(f"{target.name} is not within {power.range}", "vt.ability.heal")
    others = [scene.beings[name] for name in names(scene, also)]
    for other in others:
        if not power.radius or distance(scene, target, other) > power.radius:
            return Refusal(f"{other.name} is not in the area", "vt.ability.heal")
    return next((refusal for one in (target, *others) if (refusal := refuse_healing(scene, one)) is not None), None)


@action(
    "heal", rule="vt.ability.heal", cost=PRIMARY, label="Heal", tags=("heal", "support"), able=with_ability(Heal),
    may=may_heal, fits=fits_heal,
    args=(Arg("target", whom_to_heal), Arg("also", whom_beside, default=())),
)  # fmt: skip
async def give_healing(scene: Scene, actor: Being, target: Being, also: Plain) -> None:
    """25 HP for oneself or somebody adjacent; with Area for several, as one use; Restorative ends conditions too."""
    found = ability(scene, actor, Heal)
    if found is None:
        return
    power = found[2]
    actor.use(HEAL, "rest")
    for name in dict.fromkeys((target.id, *names(scene, also))):
        one = scene.beings[name]
        heal(scene, one, power.hp, "vt.ability.heal")
        if power.ends_conditions:
            end_all(scene, one, "vt.ability.heal")


# ---------------------------------------------------------------- Invisibility


def may_vanish(scene: Scene, actor: Being) -> Refusal | None:
    if "Invisible" in actor.states:
        return Refusal(f"{actor.name} is invisible already", "vt.ability.invisibility")
    return lacks(scene, actor, Invisibility, "vt.ability.invisibility")


@action(
    "vanish", rule="vt.ability.invisibility", cost=PRIMARY, able=with_ability(Invisibility), may=may_vanish,
    label="Become invisible", tags=("stealth",),
)  # fmt: skip
async def vanish(scene: Scene, actor: Being) -> None:
    """May Hide in plain sight; conditions.py ends it when somebody is incapacitated."""
    afflict(scene, actor, "Invisible", source=actor.id)


# ---------------------------------------------------------------- Regeneration


def regenerate(scene: Scene, being: Being) -> None:
    """HP at the start of each own turn, always; whoever is unconscious wakes at full HP only."""
    found = ability(scene, being, Regeneration)
    if found is None or not being.here:
        return
    heal(scene, being, found[2].hp, "vt.ability.regeneration", outside=False)
    if being.hp >= being.sheet.hp:
        wake_if_able(scene, being, "vt.ability.regeneration")
