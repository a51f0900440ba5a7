"""Healing: health points and what comes back with them, ability damage, and how often the same hands can help."""

from __future__ import annotations

from ludex.core.kernel.agenda import step
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.procedure import ask
from ludex.core.kernel.ruling import Modifier, Refusal
from ludex.games.crawl.book.characters.aspects import aspect, max_hp
from ludex.games.crawl.book.characters.core_aspects import core
from ludex.games.crawl.book.characters.skills import aspect_modifiers
from ludex.games.crawl.book.conditions import end
from ludex.games.crawl.book.dice import everywhere
from ludex.games.crawl.book.health.damage import wake
from ludex.games.crawl.book.health.wounds import restore_limbs
from ludex.games.crawl.state import CORE, Being, Scene

MEDICINE = "medicine"
FOR_A_POINT = 10  # tc.ability.heal: HP healed for each point of ability damage
WORST = 30  # ability damage beyond this changes nothing
LIMBS_AT_FULL = ("full_hp_or_medical", "full_hp")  # opt_limb_recovery

# ---------------------------------------------------------------- health points


def heal(scene: Scene, being: Being, amount: int, *, rule: str) -> int:
    """tc.heal: not above the maximum. Wakes whoever is above 0 again, ends sickness, at full health the limbs are sound
    again; ability damage heals with it. Gives by how much HP rose."""
    if amount <= 0 or "Dead" in being.states:
        return 0
    most = max_hp(scene, being)
    whole = being.hp >= most
    gained = max(0, min(amount, most - being.hp))
    being.hp += gained
    scene.cite("tc.heal")
    scene.record("heals", rule, who=being.id, amount=gained, left=being.hp)
    if gained:
        end(scene, being, "Sickened", rule="tc.sickened")
        if being.hp > 0:
            wake(scene, being, "tc.hp.unconscious")
    if being.hp >= most and scene.options["opt_limb_recovery"] in LIMBS_AT_FULL:
        restore_limbs(scene, being)
    if being.ability:
        heal_ability(scene, being, amount, 2 if whole else 1)
    return gained


# ---------------------------------------------------------------- ability damage


def damage_ability(scene: Scene, being: Being, name: str, amount: int, rule: str) -> None:
    """tc.ability.damage: a core modifier is lowered point by point. Where it is negative then, it has to be treated
    anew before it heals (tc.ability.medical)."""
    if amount <= 0 or "Dead" in being.states:
        return
    set_damage(being, name, min(WORST, being.damaged(name) + amount))
    scene.cite("tc.ability.damage")
    scene.record("ability_damage", rule, who=being.id, core=name, amount=amount, left=core(scene, being, name))
    if name in being.treated and core(scene, being, name) < 0:
        being.treated = tuple([other for other in being.treated if other != name])


def set_damage(being: Being, name: str, points: int) -> None:
    damage = {**dict(being.ability), name: points}
    being.ability = tuple([(one, damage[one]) for one in CORE if damage.get(one)])
    if not points:
        being.treated = tuple([other for other in being.treated if other != name])
    if not being.ability:
        being.overflow = 0


def can_heal(scene: Scene, being: Being) -> tuple[str, ...]:
    """The damaged core aspects that healing can reach: those that are not negative, or have been treated."""
    return tuple([name for name, _ in being.ability if name in being.treated or core(scene, being, name) >= 0])


def heal_ability(scene: Scene, being: Being, amount: int, rate: int) -> None:
    """tc.ability.heal: 1 point for every 10 HP healed, 2 where no health point was missing; what is left below 10
    counts the next time."""
    if not can_heal(scene, being):
        scene.cite("tc.ability.medical")
        return
    healed = being.overflow + amount
    being.overflow = healed % FOR_A_POINT
    points = min(rate * (healed // FOR_A_POINT), sum([damage for _, damage in being.ability]))
    if points:
        scene.next(mend(being, points))


@step("tc.ability.heal")
async def mend(scene: Scene, being: Being, points: int) -> None:
    """Points of ability damage heal; of several damaged aspects the healed one says which, point by point."""
    names = can_heal(scene, being)
    if not names:
        return
    name = names[0]
    if len(names) > 1:
        name = await ask(
            scene, being.id, lambda: OneOf(can_heal(scene, being) or names), rule="tc.ability.heal",
            about=lambda: {"points": points, "damage": being.ability},
            default=lambda: max(can_heal(scene, being) or names, key=being.damaged),
        )  # fmt: skip
    if not being.damaged(name):  # healed by other means while they were asked
        return
    mended = min(1 if len(names) > 1 else points, being.damaged(name))
    set_damage(being, name, being.damaged(name) - mended)
    left = core(scene, being, name)
    scene.record("ability_heals", "tc.ability.heal", who=being.id, core=name, amount=mended, left=left)
    if points > mended:
        scene.next(mend(being, points - mended))


# ---------------------------------------------------------------- medicine


def medical_modifiers(scene: Scene, being: Being, name: str = MEDICINE) -> list[Modifier]:
    """tc.medicine: a medical check is one with Medicine, or with the aspect that cures the affliction; unlearned at
    -5."""
    scene.cite("tc.medicine")
    return [*aspect_modifiers(scene, being, name), *everywhere(scene, being)]


def refuse_tending(scene: Scene, target: Being, name: str) -> Refusal | None:
    """tc.medicine: the same one cannot be helped again by the same aspect for some hours."""
    left = dict(target.tended).get(name, 0)
    if not left:
        return None
    helped = aspect(scene.library, name).name
    return Refusal(f"{helped} cannot help {target.name} again for {left // 60} h {left % 60} min", "tc.medicine")


def tend(scene: Scene, target: Being, name: str) -> None:
    """Helped by this aspect: not again by it for as long as it says."""
    use = aspect(scene.library, name).use
    if use is not None and use.limit_hours:
        others = [each for each in target.tended if each[0] != name]
        target.tended = tuple(sorted((*others, (name, 60 * use.limit_hours))))
        scene.cite("tc.medicine")
