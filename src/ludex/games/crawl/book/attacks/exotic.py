"""Exotic damage: cold that slows, fire that goes on burning, surges of energy, and meta that eats resistance."""

from __future__ import annotations

from dataclasses import replace

from ludex.core.kernel.agenda import step
from ludex.core.kernel.domain import YES_NO
from ludex.core.kernel.procedure import ask, roll
from ludex.core.kernel.ruling import Modifier
from ludex.games.crawl.book.characters.aspects import item_of
from ludex.games.crawl.book.characters.skills import Skill
from ludex.games.crawl.book.conditions import afflict, end
from ludex.games.crawl.book.dice import FATE, PLUS, Fate, check, shifted
from ludex.games.crawl.book.health.damage import amount, lose_hp, most_that_matters
from ludex.games.crawl.records.kinds import Armor
from ludex.games.crawl.records.price_list import DamageResistance
from ludex.games.crawl.state import Being, Scene

CHILL, THAW = 10, 8  # tc.exotic.cold: not to be slowed; to be rid of it
IGNITE, PUT_OUT = 11, 8  # tc.exotic.fire: not to burn; to be rid of it
BURNS_FOR = 4  # the sides of the die of its rounds


def warded(scene: Scene, being: Being, kind: str) -> list[Modifier]:
    """What helps on checks against effects of a type of damage."""
    return shifted(scene, being, "check_vs_chosen_type", chosen=(kind,))


def smallest(skill: Skill, kind: str = "") -> int:
    """The sides of the smallest damage die of an attack, of one type where it has dice of it."""
    sides = [each.sides for each in skill.dice if each.type == kind] or [each.sides for each in skill.dice]
    return min(sides, default=0)


# ---------------------------------------------------------------- with the damage


async def surge(scene: Scene, attacker: Being, target: Being, skill: Skill) -> int:
    """tc.exotic.energetic: the attacker may roll a fate die; on a plus one more of the smallest damage die."""
    about = {"target": target.id, "skill": skill.id}
    if not await ask(scene, attacker.id, YES_NO, rule="tc.exotic.energetic", about=about, default=True):
        return 0
    face = await roll(FATE, Fate(), by=attacker.id, rule="tc.fate_die", about=about)
    scene.record("fate", "tc.exotic.energetic", who=attacker.id, face=face)
    if face != PLUS:
        return 0
    return await amount(scene, attacker, 1, smallest(skill), rule="tc.exotic.energetic", target=target.id)


async def eaten(scene: Scene, attacker: Being, target: Being, skill: Skill) -> int:
    """tc.exotic.meta: one more of the smallest meta die is taken off the target's resistance."""
    less = await amount(scene, attacker, 1, smallest(skill, "meta"), rule="tc.exotic.meta", target=target.id)
    scene.record("less_resistance", "tc.exotic.meta", who=target.id, amount=less)
    return less


# ---------------------------------------------------------------- after it


@step("tc.exotic.cold")
async def chill(scene: Scene, attacker: Being, target: Being) -> None:
    """A strength check against 10, or slowed."""
    if target.here and not await check(
        scene, target, "strength", CHILL, rule="tc.exotic.cold", extra=warded(scene, target, "cold")
    ):
        afflict(scene, target, "Slowed", source="cold", rule="tc.exotic.cold")


@step("tc.exotic.cold")
async def thaw(scene: Scene, being: Being) -> None:
    """At the start of their turn who was slowed by cold may be rid of it by a strength check against 8."""
    slowed = [c for c in being.conditions if c.name == "Slowed" and c.source == "cold"]
    if slowed and await check(
        scene, being, "strength", THAW, rule="tc.exotic.cold", extra=warded(scene, being, "cold")
    ):
        end(scene, being, "Slowed", source="cold", rule="tc.exotic.cold")


@step("tc.exotic.fire")
async def ignite(scene: Scene, attacker: Being, target: Being, sides: int) -> None:
    """A mobility check against 11, or the target burns for 1d4 rounds. Burning does not stack."""
    if not target.here or "Burning" in target.states:
        return
    if not target.senseless and await check(
        scene, target, "mobility", IGNITE, rule="tc.exotic.fire", extra=warded(scene, target, "fire")
    ):
        return
    rounds = await amount(scene, attacker, 1, BURNS_FOR, rule="tc.exotic.fire", target=target.id)
    afflict(scene, target, "Burning", source=attacker.id, value=rounds, note=str(sides), rule="tc.exotic.fire")


def burning_by(scene: Scene, attacker: Being) -> list[Being]:
    """Whom somebody has set alight: each burns on at the start of their turns (`burn`)."""
    return [
        being
        for being in scene.beings.values()
        if "Burning" in being.states
        and being.here
        and any([c.name == "Burning" and c.source == attacker.id for c in being.conditions])
    ]


@step("tc.exotic.fire")
async def burn(scene: Scene, being: Being) -> None:
    """One die, against the lowest resistance to fire that the armour has anywhere; a round of burning is over."""
    fire = being.condition("Burning")
    if fire is None or not being.here:
        return
    sides = int(fire.note or BURNS_FOR)
    most = most_that_matters(scene, being)
    by = scene.beings.get(fire.source, being)
    burnt = await amount(scene, by, 1, sides, rule="tc.exotic.fire", most=most, target=being.id)
    left = replace(fire, value=fire.value - 1)
    being.set_conditions(*[left if c is fire else c for c in being.conditions if c is not fire or left.value > 0])
    taken = min(burnt, lowest_fire_resistance(scene, being))
    scene.record("burns", "tc.exotic.fire", who=being.id, rolled=burnt, resisted=taken, left=left.value)
    lose_hp(scene, being, burnt - taken, by=fire.source, rule="tc.exotic.fire")


def lowest_fire_resistance(scene: Scene, being: Being) -> int:
    """Of all armour that is worn, what the weakest piece has against fire."""
    worn = [item for item in [item_of(scene.library, name) for name in being.worn] if isinstance(item, Armor)]
    against = [
        sum([part.value for part in armor.parts if isinstance(part, DamageResistance) and part.type == "fire"])
        for armor in worn
    ]
    return min(against, default=0)


@step("tc.exotic.fire")
async def put_out(scene: Scene, being: Being) -> None:
    """At the start of their turn who burns may put the fire out by a mobility check against 8."""
    if "Burning" in being.states and await check(
        scene, being, "mobility", PUT_OUT, rule="tc.exotic.fire", extra=warded(scene, being, "fire")
    ):
        end(scene, being, "Burning", rule="tc.exotic.fire")
