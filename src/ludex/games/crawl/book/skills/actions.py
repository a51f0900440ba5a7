"""Using skills that are no attack, defence, movement or stealth: which, on whom, and whether they can be. The check is
in `sequence.py`, what comes of it in `success.py`; magic that is ended in `ending_magic.py`; tasks in `tasks.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

from ludex.core.board.cells import Cell
from ludex.core.content.content import Library
from ludex.core.kernel.action import NO_VALUE, Arg, first
from ludex.core.kernel.agenda import step
from ludex.core.kernel.derived import derived
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.toml import spelled
from ludex.games.crawl.book.characters.aspects import EQUIPMENT
from ludex.games.crawl.book.characters.skills import Skill, grants, own_skills, skill_of
from ludex.games.crawl.book.conditions import counts
from ludex.games.crawl.book.energy import action
from ludex.games.crawl.book.equipment.handling import at_hand
from ludex.games.crawl.book.health.disease import refuse_cure
from ludex.games.crawl.book.health.healing import refuse_tending
from ludex.games.crawl.book.map.ranges import FURTHEST, distance_modifier, in_reach, refuse_distance
from ludex.games.crawl.book.map.sight import clear, knows, sees
from ludex.games.crawl.book.movement.jumping import to_dive
from ludex.games.crawl.book.skills.ending_magic import at_cell, on_being
from ludex.games.crawl.book.skills.modifiers import EP, SkillCost, has, hindrance, out_of_question, refuse_use
from ludex.games.crawl.book.skills.perception import can_make_out
from ludex.games.crawl.book.skills.sequence import carry_out
from ludex.games.crawl.book.turns.openings import casting
from ludex.games.crawl.records.effects import EndMagic, Hide, MoveToCover, TakeObject
from ludex.games.crawl.records.kinds import DAMAGE_TYPES
from ludex.games.crawl.records.price_list import AnyPart, DamageResistance
from ludex.games.crawl.state import Being, Scene

NOBODY = ""
FAR, TRIES = 14, 6  # of a cell by luck: how far away at most, and how often one is looked for
ON_TURN = ("action", "non_combat")  # when a skill is used that is used by itself
AFFLICTIONS = {"diseased": "Diseased", "poisoned": "Poisoned", "sickened": "Sickened"}  # by what cures them
ENERGIES = tuple([kind for kind in DAMAGE_TYPES if kind != "kinetic"])  # that a ward may be chosen for


# ---------------------------------------------------------------- which skills


@lru_cache(maxsize=1 << 12)
def by_itself(skill: Skill) -> bool:
    """Is it used by itself, on the own turn? Attacks, stealth, grapples, tasks and medical checks have actions of their
    own."""
    use = skill.use
    return (
        use.when in ON_TURN
        and use.against != "defense"
        and use.target not in ("task", "grabbed_enemy")
        and not (use.against == "affliction" and not skill.cures)
        and not skill.stealth
        and not has(skill, Hide)
    )


def usable(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    """What somebody has learned, and what they could try without (tc.skill.unlearned)."""
    return ready(scene, actor, unlearned=True)


def ready(scene: Scene, actor: Being, *, unlearned: bool = False) -> list[Plain]:
    every = own_ready(scene, actor, unlearned)
    return [skill.id for skill in every if hindrance(scene, actor, skill) is None]


@derived(EQUIPMENT, also="scene.mode")
def own_ready(scene: Scene, actor: Being, unlearned: bool) -> list[Skill]:
    """What somebody could use by itself in such a scene, unless something keeps them from it."""
    every = own_skills(scene, actor, *ON_TURN, unlearned=unlearned)
    return [skill for skill in every if by_itself(skill) and out_of_question(scene, actor, skill) is None]


# ---------------------------------------------------------------- on whom, where, and what


def for_whom(scene: Scene, actor: Being, skill: Skill) -> list[Being]:
    """Whom a skill can be meant for, in reach or not."""
    match skill.use.target:
        case "self":
            return [actor]
        case "enemy":
            return [o for o in scene.enemies(actor) if skill.only != "allies only"]
        case "ally" | "willing_mind":
            return [o for o in scene.allies(actor) if skill.only != "enemies only"]
        case "any":
            others = [*scene.allies(actor), *scene.enemies(actor)]
            return [o for o in (actor, *others) if allowed(actor, o, skill)]
        case "magic":
            return [o for o in scene.beings.values() if o.here and on_being(scene, o)]
    return []


def allowed(actor: Being, other: Being, skill: Skill) -> bool:
    """Target Restriction: allies, or enemies, only. Everybody is their own ally."""
    if skill.only:
        return (other.side == actor.side) is (skill.only == "allies only")
    return True


def targets(scene: Scene, actor: Being, name: Plain, *chosen: Plain) -> list[Plain]:
    skill = skill_of(scene, actor, str(name))
    meant = [other for other in for_whom(scene, actor, skill) if other.here]
    found: list[Plain] = [other.id for other in meant if refuse_meant(scene, actor, skill, other) is None]
    return found or [NOBODY]


def refuse_target(scene: Scene, actor: Being, skill: Skill, target: Being) -> Refusal | None:
    """Why the skill cannot be used on this one."""
    if not target.here:
        return Refusal(f"{target.name} is not here", "tc.aspect.definition")
    if target not in for_whom(scene, actor, skill):
        return Refusal(f"{skill.name} is not for {target.name}", "tc.aspect.definition")
    return refuse_meant(scene, actor, skill, target)


def refuse_meant(scene: Scene, actor: Being, skill: Skill, target: Being) -> Refusal | None:
    """Why it cannot be used on somebody whom it is meant for."""
    if target is actor:
        return refuse_tending(scene, target, skill.aspect)
    if skill.use.range == "unlimited":
        return None
    if skill.use.against == "stealth" and "Hidden" in target.states:
        if not can_make_out(scene, actor, target):
            return Refusal(f"{actor.name} has no line of sight to where {target.name} is", "tc.perception.stealth")
    elif not sees(scene, actor, target) and not touches(scene, actor, skill, target):
        return Refusal(f"{actor.name} has no line of sight to {target.name}", "tc.los")
    return in_reach(scene, actor, target, skill) or refuse_tending(scene, target, skill.aspect)


def touches(scene: Scene, actor: Being, skill: Skill, target: Being) -> bool:
    """Who is blind still finds whoever stands beside them and does not hide."""
    return skill.melee and at_hand(scene, actor, target) and knows(scene, actor, target)


def needs_cell(skill: Skill) -> bool:
    return skill.use.target == "cell" or has(skill, MoveToCover) or (skill.area != "" and skill.range != "personal")


def cells(scene: Scene, actor: Being, name: Plain, target: Plain, *chosen: Plain) -> list[Plain]:
    skill = skill_of(scene, actor, str(name))
    if has(skill, MoveToCover):
        return list(to_dive(scene, actor)) or [None]
    if skill.use.target == "magic" and target == NOBODY:
        return [cell for area in scene.areas for cell in area.cells[:1] if at_cell(scene, cell)] or [None]
    if not needs_cell(skill):
        return [None]
    return [cell for cell in sorted(scene.board.cells) if refuse_cell(scene, actor, skill, cell) is None] or [None]


def any_cell(scene: Scene, actor: Being, pick: Callable[[int], int], name: Plain, target: Plain) -> Any:
    """A cell by luck, without looking at all of them."""
    skill = skill_of(scene, actor, str(name))
    if not needs_cell(skill) or has(skill, MoveToCover):
        found = cells(scene, actor, name, target)
        return found[pick(len(found))]
    reach = min(FURTHEST.get(skill.range, 0), FAR)
    near = [cell for cell in scene.board.within(actor.at, reach) if cell in scene.board.cells]
    for _ in range(TRIES):
        cell = near[pick(len(near))]
        if refuse_cell(scene, actor, skill, cell) is None:
            return cell
    return NO_VALUE


def refuse_cell(scene: Scene, actor: Being, skill: Skill, cell: Cell) -> Refusal | None:
    """Why the skill cannot be used on that cell."""
    if cell not in scene.board.cells:
        raise BadInput(f"cell: {spelled(cell)} is not on the board")
    if has(skill, MoveToCover):
        if cell not in to_dive(scene, actor):
            return Refusal("that is no cell in cover within reach of a jump", "tc.jump.forward")
        return None
    if not scene.board.open(cell):
        return Refusal("a wall is there", "tc.aspect.definition")
    if not skill.use.mental and counts(actor, "Blind"):
        return Refusal(f"{actor.name} is blind", "tc.blind")
    if not clear(scene, actor.at, cell):
        return Refusal(f"{actor.name} has no line of sight to that cell", "tc.los")
    apart = scene.board.distance(actor.at, cell)
    return refuse_distance(scene, apart, skill) or (too_far(skill) if distance_modifier(scene, apart, skill) else None)


def too_far(skill: Skill) -> Refusal:
    return Refusal(f"that is beyond {skill.range} range", "tc.range.classes")


def choices(scene: Scene, actor: Being, name: Plain, target: Plain, cell: Plain, *chosen: Plain) -> list[Plain]:
    """What has to be chosen beside the target: a type of energy, an affliction, an effect, a thing."""
    skill = skill_of(scene, actor, str(name))
    first = scene.beings.get(str(target[0] if isinstance(target, tuple) and target else target))
    found: list[str] = []
    if wards(skill):
        found = list(ENERGIES)
    elif skill.use.against == "affliction" and first is not None:
        found = afflictions(scene, first, skill)
    elif has(skill, EndMagic):
        found = on_being(scene, first) if first is not None else at_cell(scene, cell)
    elif has(skill, TakeObject) and first is not None:
        found = [carried.id for carried in first.pack]
    return [*found] or [""]


def wards(skill: Skill) -> bool:
    """Does it resist a type of damage that is chosen when it is used?"""
    return resists_chosen(skill.granted)


def resists_chosen(granted: Iterable[AnyPart]) -> bool:
    return any([isinstance(part, DamageResistance) and part.type == "chosen" for part in granted])


def put_on_others(library: Library) -> Iterator[str]:
    """The skills that somebody can be under, as a condition notes them: with the energy that one is chosen for."""
    for entry in library.all("aspect"):
        granted = [part for part in entry.parts if entry.use is not None and grants(entry.use, part)]
        if resists_chosen(granted):
            yield from [f"{entry.id}:{kind}" for kind in ENERGIES]
        elif granted:
            yield entry.id


def afflictions(scene: Scene, target: Being, skill: Skill) -> list[str]:
    """The afflictions of somebody that this skill can cure."""
    kinds = [AFFLICTIONS[cure] for cure in skill.cures]
    return list(dict.fromkeys([c.note for c in target.conditions if c.name in kinds and c.note]))


# ---------------------------------------------------------------- the action


def fits_use(scene: Scene, actor: Being, name: str, target: Plain, cell: Plain, choice: str) -> Refusal | None:
    skill = skill_of(scene, actor, name)
    if not by_itself(skill):
        return Refusal(f"{skill.name} is not used by itself", "tc.aspect.definition")
    refusal = refuse_use(scene, actor, skill)
    if refusal is not None:
        return refusal
    named = named_targets(scene, target)
    if len(named) > skill.targets:
        return Refusal(f"{skill.name} has {skill.targets} target{'s' if skill.targets > 1 else ''}", "tc.ap.schema")
    for each in named:
        refusal = refuse_target(scene, actor, skill, each)
        if refusal is not None:
            return refusal
    if isinstance(cell, tuple) and (needs_cell(skill) or skill.use.target == "magic"):
        refusal = refuse_cell(scene, actor, skill, cell)  # type: ignore[arg-type]  # a tuple is a cell
        if refusal is not None:
            return refusal
    elif cell is not None:
        raise BadInput(f"cell: {skill.name} is not used on a cell")
    elif needs_cell(skill):
        return Refusal(f"{skill.name} needs a cell that it can be used on", "tc.range.classes")
    if not named and not needs_cell(skill) and not skill.area and not isinstance(cell, tuple):
        return Refusal(f"{skill.name} needs somebody that it can be used on", "tc.aspect.definition")
    return refuse_choice(scene, actor, skill, named, target, cell, choice)


def named_targets(scene: Scene, target: Plain) -> list[Being]:
    names = target if isinstance(target, tuple) else (target,) if target else ()
    beings = [scene.being(name) for name in names]
    if len(set(names)) != len(beings):
        raise BadInput("target: the same one is named twice")
    return beings


def refuse_choice(
    scene: Scene, actor: Being, skill: Skill, named: list[Being], target: Plain, cell: Plain, choice: str
) -> Refusal | None:
    if skill.use.against == "affliction" and "diseased" in skill.cures and named:
        refusal = refuse_cure(scene, named[0])
        if refusal is not None:
            return refusal
    open_to = choices(scene, actor, skill.id, target, cell)
    if choice in open_to:
        if choice or (open_to == [""] and not chooses(skill)):
            return None
        return Refusal(f"there is nothing for {skill.name} here", "tc.aspect.definition")
    if not chooses(skill):
        raise BadInput(f"choice: {skill.name} leaves nothing to choose")
    there = ", ".join(map(str, filter(None, open_to))) or "nothing"
    return Refusal(f"{skill.name}: expected {there}, not {spelled(choice)}", "tc.aspect.definition")


def chooses(skill: Skill) -> bool:
    """Is there something to choose beside the target?"""
    return wards(skill) or skill.use.against == "affliction" or has(skill, EndMagic, TakeObject)


@action(
    "use", rule=EP, cost=SkillCost(),
    args=(
        Arg("skill", usable),
        Arg("target", targets, default=first(targets)),
        Arg("cell", cells, default=first(cells), sample=any_cell),
        Arg("choice", choices, default=first(choices)),
    ),
    fits=fits_use, label="Use a skill", tags=("skill",),
)  # fmt: skip
async def use(scene: Scene, actor: Being, name: str, target: Plain, cell: Cell | None, choice: str) -> None:
    """Declared and paid for. Whoever can act on magic does so before the roll."""
    named = tuple([each.id for each in named_targets(scene, target)])
    scene.record("uses", EP, who=actor.id, skill=name, targets=named, cell=cell, choice=choice)
    forced = fits_use(scene, actor, name, target, cell, choice) is not None  # the game master lets it happen
    if skill_of(scene, actor, name).magic:
        casting(scene, actor, name)
    if forced or not scene.fresh:
        scene.next(carry_out(actor, name, named, cell, choice))
    else:
        scene.next(go_on_with(actor, name, target, cell, choice))


@step(EP)
async def go_on_with(scene: Scene, actor: Being, name: str, target: Plain, cell: Cell | None, choice: str) -> None:
    """What others have done about it may have made it impossible; what it has cost is lost."""
    refusal = fits_use(scene, actor, name, target, cell, choice)
    if refusal is not None and "Countered" not in actor.states and not actor.senseless:
        scene.record("comes_to_nothing", refusal.rule, who=actor.id, skill=name, reason=refusal.reason)
        return
    named = tuple([each.id for each in named_targets(scene, target)])
    scene.next(carry_out(actor, name, named, cell, choice))
