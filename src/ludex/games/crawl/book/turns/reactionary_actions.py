"""Reactionary actions: magic that stops other magic, and skills that answer when their owner draws blood."""

from __future__ import annotations

from collections.abc import Sequence

from ludex.core.kernel.agenda import step
from ludex.core.kernel.derived import derived
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.scene import Entry
from ludex.core.kernel.timing import Event, Reaction, by_whom, opponents
from ludex.games.crawl.book.characters.aspects import EQUIPMENT, LENT, max_hp
from ludex.games.crawl.book.characters.skills import Skill, critical_from, skill_of, skills
from ludex.games.crawl.book.conditions import afflict, end
from ludex.games.crawl.book.dice import SUCCESS, check_modifiers, opposed
from ludex.games.crawl.book.energy import FIGHT, REGISTRY, pay_ep, refuse_ep
from ludex.games.crawl.book.map.ranges import FURTHEST
from ludex.games.crawl.book.map.sight import sees
from ludex.games.crawl.book.skills.ending_magic import dismissal_modifiers
from ludex.games.crawl.book.skills.modifiers import hindrance, practised, skill_modifiers
from ludex.games.crawl.book.skills.sequence import carry_out
from ludex.games.crawl.book.turns.openings import CASTING, HARMING, casting
from ludex.games.crawl.state import Being, Scene

WHEN = "reactionary"  # how such aspects are used
MAGIC, BLOOD = "magic_used", "deals_hp_damage"  # what sets them off

# ---------------------------------------------------------------- countering magic


def can_react_with(scene: Scene, being: Being, skill: Skill) -> bool:
    """tc.reactionary, tc.surprise: awake, aware that there is a fight, master of the body, with the energy for it."""
    if scene.mode != FIGHT or being.senseless or not being.here or "Surprised" in being.states:
        return False
    if "Grappled" in being.states and not skill.use.mental:
        return False
    return refuse_ep(scene, being, skill.ep) is None


def counter_ways(scene: Scene, being: Being, event: Event) -> tuple[Plain, ...]:
    """An enemy in sight uses magic within range: what somebody has learned against that, and what they could try
    without (tc.skill.unlearned)."""
    caster = scene.beings[event.who]
    if being.side == caster.side:
        return ()
    made = [one for one in counters(scene, being) if can_react_with(scene, being, one)]
    if not made or not sees(scene, being, caster):
        return ()
    away = scene.distance(being, caster)
    return tuple([one.id for one in made if away <= FURTHEST[one.range] + one.reach])


@derived(EQUIPMENT, under=LENT)
def counters(scene: Scene, being: Being) -> Sequence[Skill]:
    """What somebody could raise against magic."""
    return [one for one in skills(scene, being, WHEN, unlearned=True) if one.use.trigger == MAGIC]


def counter_entry(scene: Scene, being: Being, event: Event, way: Plain) -> Entry:
    pay_ep(scene, being, skill_of(scene, being, str(way)).ep, "tc.reactionary")
    return raise_counter(being, scene.beings[event.who], str(way), str(event.get("skill")))


@step("tc.reactionary")
async def raise_counter(scene: Scene, being: Being, caster: Being, skill_id: str, against: str) -> None:
    """Declared and paid for. It is magic itself, and may be countered: what is declared last is resolved first."""
    if being.senseless or not being.here:
        return
    scene.record("counters", "tc.reactionary", who=being.id, caster=caster.id, skill=skill_id)
    if skill_of(scene, being, skill_id).magic:
        casting(scene, being, skill_id)
    scene.next(counter(being, caster, skill_id, against))


@step("tc.reactionary")
async def counter(scene: Scene, being: Being, caster: Being, skill_id: str, against: str) -> None:
    """tc.opposed: its own check, opposed by the caster's intelligence; harder where what is cast is not understood.
    What is countered comes to nothing."""
    if end(scene, being, "Countered") or being.senseless or not being.here:
        return
    skill = skill_of(scene, being, skill_id)
    if hindrance(scene, being, skill) is not None:
        return
    mine = [*skill_modifiers(scene, being, skill), *dismissal_modifiers(scene, being, skill, against)]
    theirs = check_modifiers(scene, caster, skill.use.opposed_by or "intelligence")
    result = await opposed(
        scene, being, caster, mine, theirs, rule="tc.reactionary", ties=skill.entry.skill == "attack",
        difficulty=skill.difficulty, critical=critical_from(scene, being, skill),
    )  # fmt: skip
    if result == SUCCESS:
        practised(scene, being, skill)
        afflict(scene, caster, "Countered", source=being.id)


# ---------------------------------------------------------------- when its owner draws blood


def blood_ways(scene: Scene, being: Being, event: Event) -> tuple[Plain, ...]:
    """What somebody may use on themselves when their attack has cost health points; only what is learned, since it is
    an effect that its moment sets off."""
    if being.id != event.by:
        return ()
    made = [
        one for one in skills(scene, being, "trigger") if one.use.trigger == BLOOD and can_react_with(scene, being, one)
    ]
    return tuple([one.id for one in made if one.heals is None or being.hp < max_hp(scene, being)])


def blood_entry(scene: Scene, being: Being, event: Event, way: Plain) -> Entry:
    pay_ep(scene, being, skill_of(scene, being, str(way)).ep, "tc.reactionary")
    return use_at_once(being, str(way))


@step("tc.reactionary")
async def use_at_once(scene: Scene, being: Being, skill_id: str) -> None:
    """A skill that its own criterion sets off, with the check of any other use."""
    if being.senseless or not being.here:
        return
    scene.record("uses", "tc.reactionary", who=being.id, skill=skill_id, targets=(being.id,), cell=None, choice="")
    if skill_of(scene, being, skill_id).magic:
        casting(scene, being, skill_id)
    scene.next(carry_out(being, skill_id, (being.id,), None, ""))


REGISTRY.reaction(
    Reaction("interrupt", CASTING, "tc.reactionary", counter_ways, counter_entry, opponents),
    Reaction("reaction", HARMING, "tc.reactionary", blood_ways, blood_entry, by_whom),
)
