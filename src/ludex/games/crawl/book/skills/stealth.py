"""Stealth: entering it, keeping it, and what reveals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ludex.core.kernel.action import Arg, first
from ludex.core.kernel.agenda import step
from ludex.core.kernel.derived import derived
from ludex.core.kernel.english import who_sees
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.scene import Condition
from ludex.core.scene.namesakes import come_to_light
from ludex.games.crawl.book.characters.aspects import EQUIPMENT
from ludex.games.crawl.book.characters.skills import Skill, critical_from, own_skills, skill_of
from ludex.games.crawl.book.conditions import end
from ludex.games.crawl.book.dice import FAILED, throw
from ludex.games.crawl.book.energy import FIGHT, PLAYED, action, pay_ep, refuse_ep
from ludex.games.crawl.book.map.sight import knows, sees
from ludex.games.crawl.book.skills.modifiers import practised, refuse_use, skill_modifiers
from ludex.games.crawl.records.conditions import CONDITIONS
from ludex.games.crawl.records.effects import Hide
from ludex.games.crawl.state import Being, Scene

UNROLLED = 10  # the stealth value of somebody who has not rolled for it: the middle of a d20

# ---------------------------------------------------------------- the state


def hide(scene: Scene, being: Being, value: int, aspect: str) -> None:
    """In stealth from now on, with this value as the difficulty of finding them. Whoever sees them go there knows."""
    being.found_by = tuple([other.id for other in scene.enemies(being) if sees(scene, other, being)])
    being.relieve("Hidden")
    being.afflict(Condition("Hidden", value=value, note=aspect))
    scene.record("hidden", "tc.stealth.enter", seen_by=being.side, who=being.id, value=value)


def lie_in_wait(scene: Scene, being: Being) -> None:
    """Somebody whom the game master brings in unseen; in their turns they roll for it, with an aspect for that."""
    own = [skill.aspect for skill in stealth_skills(scene, being) if skill.learned]
    being.afflict(Condition("Hidden", value=UNROLLED, note=own[0] if own else ""))


def reveal(scene: Scene, being: Being, how: str) -> None:
    """tc.stealth.maintain: no longer in stealth; `how`: attack, defence, check, …"""
    if end(scene, being, "Hidden", rule="tc.stealth.maintain"):
        scene.record("revealed", "tc.stealth.maintain", who=being.id, how=how)


@CONDITIONS.brings("Hidden")
def stay_in_sight(scene: Scene, being: Being, condition: Condition) -> None:
    """tc.hp.unconscious: who is senseless does not hide."""
    if being.senseless:
        end(scene, being, "Hidden")


@CONDITIONS.leaves("Hidden")
def be_seen(scene: Scene, being: Being, condition: Condition) -> None:
    """Who does not hide is found by nobody in particular, and known to all."""
    being.found_by = ()
    come_to_light(scene, being)


@step("tc.stealth.maintain")
async def keep_hidden(scene: Scene, being: Being) -> None:
    """At the start of the own turn the stealth check is rolled again; the new value replaces the old."""
    state = being.condition("Hidden")
    if state is None or not state.note or being.senseless or not being.here:
        return
    total = await stealth_check(scene, being, skill_of(scene, being, state.note), "tc.stealth.maintain")
    if total == FAILED:
        reveal(scene, being, "check")
        return
    being.set_conditions(*[replace(c, value=total) if c is state else c for c in being.conditions])
    scene.record("hidden", "tc.stealth.maintain", seen_by=being.side, who=being.id, value=total)


async def stealth_check(scene: Scene, being: Being, skill: Skill, rule: str) -> int:
    """The total, which is what a perception check must reach; FAILED below the difficulty of the aspect."""
    modifiers = skill_modifiers(scene, being, skill)
    total = await throw(
        scene, being, modifiers, rule=rule, difficulty=skill.difficulty, about={"what": "stealth"}, seen_by=being.side,
        critical=critical_from(scene, being, skill), own=True,
    )  # fmt: skip
    if total != FAILED:
        practised(scene, being, skill, seen_by=being.side)
    return total


# ---------------------------------------------------------------- entering


def can_hide_with(skill: Skill) -> bool:
    return skill.stealth or any([isinstance(effect, Hide) for effect in skill.effects])


def moments(scene: Scene) -> tuple[str, ...]:
    """When stealth aspects are used: some are of no use in a fight."""
    return ("action",) if scene.mode == FIGHT else ("action", "non_combat")


@derived(EQUIPMENT, "scene.mode")
def stealth_skills(scene: Scene, being: Being) -> list[Skill]:
    """The stealth aspects that somebody has, and those they could try without (tc.skill.unlearned)."""
    return [skill for skill in own_skills(scene, being, *moments(scene), unlearned=True) if can_hide_with(skill)]


def ways_to_hide(scene: Scene, actor: Being, *chosen: Plain) -> list[str]:
    """The skills with which somebody could try to hide here."""
    return [*_ways_to_hide(scene, actor)]


def _ways_to_hide(scene: Scene, actor: Being) -> Iterator[str]:
    return (skill.id for skill in stealth_skills(scene, actor) if refuse_use(scene, actor, skill) is None)


def has_learned_to_hide(scene: Scene, being: Being) -> bool:
    return any([skill.learned for skill in stealth_skills(scene, being)])


def dearest_way(scene: Scene, being: Being) -> int:
    return max([skill.ep for skill in stealth_skills(scene, being)], default=0)


class HideCost:
    """What the stealth aspect costs."""

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        if not args and refuse_ep(scene, actor, dearest_way(scene, actor)) is None:
            return None  # whichever it will be
        return refuse_ep(scene, actor, self.points(scene, actor, args))

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        pay_ep(scene, actor, self.points(scene, actor, args))

    def points(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> int:
        names = args[:1] or ways_to_hide(scene, actor)
        return min([skill_of(scene, actor, name).ep for name in names], default=0)


def may_hide(scene: Scene, actor: Being) -> Refusal | None:
    """tc.stealth.enter: with an aspect for it, and out of sight of all known enemies."""
    if "Grappled" in actor.states:
        return Refusal(f"{actor.name} is grappled", "tc.grappled")
    if next(_ways_to_hide(scene, actor), None) is None:
        return Refusal(f"{actor.name} has no stealth aspect to try here", "tc.stealth.enter")
    if "Hidden" in actor.states and not actor.found_by:
        return Refusal(f"{actor.name} is in stealth already", "tc.stealth.enter")
    seen_by = [other.name for other in scene.enemies(actor) if knows(scene, actor, other) and sees(scene, other, actor)]
    return Refusal(who_sees(seen_by, actor.name), "tc.stealth.enter") if seen_by else None


def fits_hide(scene: Scene, actor: Being, name: str) -> Refusal | None:
    skill = skill_of(scene, actor, name)
    if not can_hide_with(skill):
        raise BadInput(f"{name} is no stealth aspect")
    if skill.use.when not in moments(scene):
        return Refusal(f"{skill.name} is of no use now", "tc.stealth.enter")
    if skill.use.needs == "crowd" and actor.at not in scene.crowd:
        return Refusal(f"{skill.name} needs a thick crowd", "tc.stealth.enter")
    return refuse_use(scene, actor, skill)


@action(
    "hide", rule="tc.stealth.enter", cost=HideCost(),
    args=(Arg("skill", ways_to_hide, default=first(ways_to_hide, "quiet_steps")),),
    may=may_hide, fits=fits_hide, modes=PLAYED, tags=("stealth",),
)  # fmt: skip
async def enter_stealth(scene: Scene, actor: Being, name: str) -> None:
    """A check with a stealth aspect, at -5 where it is not learned; its total is what a perception check must reach to
    find this one."""
    skill = skill_of(scene, actor, name)
    total = await stealth_check(scene, actor, skill, "tc.stealth.enter")
    if total == FAILED:
        scene.record("seen", "tc.stealth.enter", seen_by=actor.side, who=actor.id)
    else:
        hide(scene, actor, total, skill.aspect)
