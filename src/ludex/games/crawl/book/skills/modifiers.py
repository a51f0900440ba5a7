"""Skill checks: what a skill costs, why somebody cannot use it now, and what is added to its roll."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from ludex.core.kernel.ruling import Modifier, Refusal
from ludex.games.crawl.book.characters.aspects import aspect, lacks
from ludex.games.crawl.book.characters.core_aspects import core_modifiers
from ludex.games.crawl.book.characters.skills import Skill, aspect_modifiers, purposes, skill_of
from ludex.games.crawl.book.conditions import counts
from ludex.games.crawl.book.dice import everywhere, on_rough, shifted, total_of
from ludex.games.crawl.book.energy import FIGHT, pay_ep, refuse_ep
from ludex.games.crawl.book.equipment.handling import free_hands
from ludex.games.crawl.records.ids import CHOSEN
from ludex.games.crawl.records.kinds import Aspect
from ludex.games.crawl.records.parts import On
from ludex.games.crawl.state import CORE, Being, Scene

EP = "tc.skill.ep_cost"

# ---------------------------------------------------------------- cost, and what forbids it


class SkillCost(NamedTuple):
    """tc.skill.ep_cost: what the skill that is named first says, in a fight; where it says nothing, what the table has
    agreed on. `rule`: by which it is refused."""

    rule: str = EP

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        """Before it is named: any costs at least 1, unless the table lets those go free that list no cost."""
        if not args:
            return refuse_ep(scene, actor, 1 if scene.options["opt_unlisted_skill_cost"] else 0, self.rule)
        return refuse_ep(scene, actor, skill_of(scene, actor, args[0]).ep, self.rule)

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        pay_ep(scene, actor, skill_of(scene, actor, args[0]).ep, EP)


def refuse_use(scene: Scene, actor: Being, skill: Skill) -> Refusal | None:
    """Why somebody cannot use this skill now, whoever it is meant for."""
    return out_of_question(scene, actor, skill) or hindrance(scene, actor, skill)


def out_of_question(scene: Scene, actor: Being, skill: Skill) -> Refusal | None:
    """Why somebody cannot use this skill in such a scene, in whatever state they are."""
    if not skill.learned and lacks(scene, actor, skill.aspect):
        missing = ", ".join([aspect(scene.library, name).name for name in lacks(scene, actor, skill.aspect)])
        return Refusal(f"{skill.name} requires {missing}", "tc.skill.unlearned")
    if not skill.learned and skill.use.against == "none":
        return Refusal(f"{skill.name} has no roll to be tried at -5: it must be learned first", "tc.skill.unlearned")
    if skill.use.when == "non_combat" and scene.mode == FIGHT:
        return Refusal(f"{skill.name} is nothing for a fight", EP)
    return None


def hindrance(scene: Scene, actor: Being, skill: Skill) -> Refusal | None:
    """What keeps somebody from a skill, also when it has been begun."""
    if "Grappled" in actor.states and not skill.use.mental:
        return Refusal(f"{actor.name} is grappled and cannot use their body", "tc.grappled")
    if skill.use.not_while and any([counts(actor, name) for name in skill.use.not_while]):
        return Refusal(f"{skill.name}: not while {', '.join(skill.use.not_while).lower()}", "tc.aspect.definition")
    if skill.use.needs == "free_hand" and not free_hands(scene, actor):
        return Refusal(f"{skill.name} needs a free hand", "tc.aspect.definition")
    if skill.use.needs == "crowd" and actor.at not in scene.crowd:
        return Refusal(f"{skill.name} needs a crowd around", "tc.aspect.definition")
    return None


def has(skill: Skill, *kinds: type) -> bool:
    return any([isinstance(effect, kinds) for effect in skill.effects])


# ---------------------------------------------------------------- modifiers


def skill_modifiers(scene: Scene, being: Being, skill: Skill, *on: On, types: Collection[str] = ()) -> list[Modifier]:
    """tc.skill.check: all that counts on a check with this skill. `on`: what it is rolled for besides; `types`: the
    types of damage that it is about."""
    scene.cite("tc.skill.check")
    found = [*aspect_modifiers(scene, being, skill.aspect), *everywhere(scene, being)]
    wanted = (*purposes(skill), *on)
    if wanted:
        found += shifted(scene, being, *wanted)
    about = types or [each.type for each in skill.dice]
    if about:
        found += shifted(scene, being, "check_with_chosen_type", chosen=about)
    if on_rough(scene, being) and core_of(scene, being, skill.entry) == "mobility":
        found.append(Modifier(-2, "rough terrain", "tc.terrain.rough_mobility"))
    return found


def core_of(scene: Scene, being: Being, entry: Aspect) -> str:
    """The core aspect that a skill comes down to: that of the highest of its parents (tc.ap.inherit)."""
    used_as = entry.use.as_aspect if entry.use is not None else ""
    if used_as and used_as != CHOSEN:
        return core_of(scene, being, aspect(scene.library, used_as))
    found = ("", -99)
    for parent in entry.inherits:
        if parent in CORE:
            core, worth = parent, total_of(core_modifiers(scene, being, parent))
        else:
            core = core_of(scene, being, aspect(scene.library, parent))
            worth = total_of(aspect_modifiers(scene, being, parent))
        if worth > found[1]:
            found = core, worth
    return found[0]


def practised(scene: Scene, being: Being, skill: Skill, seen_by: str = "") -> None:
    """tc.aspect.acquire: a success with a skill that one has not learned opens the way to learning it. `seen_by`: who
    is told, where not all are."""
    if not skill.learned and skill.aspect not in being.tried:
        being.tried = (*being.tried, skill.aspect)
        scene.record("practised", "tc.aspect.acquire", seen_by=seen_by, who=being.id, aspect=skill.aspect)
