"""Tasks: skills that are tried on something, against a difficulty that the game master sets or that a lock has."""

from __future__ import annotations

from ludex.core.kernel.action import Arg, first
from ludex.core.kernel.agenda import step
from ludex.core.kernel.domain import Amount
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, ask
from ludex.core.kernel.ruling import Modifier, Refusal
from ludex.games.crawl.book.characters.skills import Skill, critical_from, skill_of, skills
from ludex.games.crawl.book.dice import FAILED, FAILURE, SUCCESS, against, throw
from ludex.games.crawl.book.energy import FIGHT, action, lost_its_turn
from ludex.games.crawl.book.equipment.handling import carry, lies_at, must_reload, reaches, take_up
from ludex.games.crawl.book.health.time import pass_time
from ludex.games.crawl.book.map.doors import swing
from ludex.games.crawl.book.map.sight import sees
from ludex.games.crawl.book.skills.effects import happen
from ludex.games.crawl.book.skills.modifiers import SkillCost, has, hindrance, practised, refuse_use, skill_modifiers
from ludex.games.crawl.records.effects import Disable, Hide, TakeObject
from ludex.games.crawl.state import Being, Door, Scene

RETRY = "tc.skill.retry"
WHEN = ("action", "non_combat")
MOST_MINUTES = 7 * 24 * 60  # no try takes longer
USUAL = 10  # the difficulty that is proposed where a skill has none
HARDEST = 60
WATCHES = "keen_senses"  # who has it notices what others do not

# ---------------------------------------------------------------- the time that tries take


def tries_of(actor: Being, task: str) -> str:
    return f"{actor.id}:{task}"


def time_of_try(scene: Scene, actor: Being, task: str, first: int) -> None:
    """tc.skill.retry: each attempt takes time, and each further one twice as long as the one before."""
    minutes = dict(scene.tries).get(tries_of(actor, task), first)
    scene.record("try", RETRY, who=actor.id, task=task, minutes=minutes)
    pass_time(scene, minutes)


def tried_again(scene: Scene, actor: Being, task: str, first: int, done: bool) -> None:
    """What the next attempt will take; what is done needs none."""
    name = tries_of(actor, task)
    tries = dict(scene.tries)
    last = tries.pop(name, first)
    if not done:
        tries[name] = min(MOST_MINUTES, 2 * last)
    scene.tries = tuple(sorted(tries.items()))


# ---------------------------------------------------------------- what is tried


def is_task(skill: Skill) -> bool:
    return skill.use.when in WHEN and skill.use.target == "task" and not has(skill, Hide) and not skill.stealth


def task_skills(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    every = skills(scene, actor, *WHEN, unlearned=True)
    return [skill.id for skill in every if is_task(skill) and refuse_use(scene, actor, skill) is None]


def tasks(scene: Scene, actor: Being, name: Plain, *chosen: Plain) -> list[Plain]:
    """What is there to try it on: locks, things; anything else is said in words."""
    skill = skill_of(scene, actor, str(name))
    if has(skill, Disable):
        return [door.at for door in scene.doors if door.lock and reaches(scene, actor, door.at)] or [""]
    if has(skill, TakeObject):
        return list(dict.fromkeys([t.item for t in scene.lying if reaches(scene, actor, t.at)])) or [""]
    return [""]


def lock_at(scene: Scene, task: Plain) -> Door | None:
    return scene.door_at(task) if isinstance(task, tuple) else None  # type: ignore[arg-type]  # a tuple is a cell


def fits_task(scene: Scene, actor: Being, name: str, task: Plain) -> Refusal | None:
    skill = skill_of(scene, actor, name)
    if not is_task(skill):
        return Refusal(f"{skill.name} is not tried on a task", "tc.skill.check")
    refusal = refuse_use(scene, actor, skill)
    if refusal is not None:
        return refusal
    if isinstance(task, tuple):
        door = lock_at(scene, task)
        if door is None or not door.lock or not has(skill, Disable):
            return Refusal("there is no lock to be picked", "tc.skill.check")
        if not reaches(scene, actor, door.at):
            return Refusal(f"the {door.name} is out of reach", "tc.range.classes")
    if not task and any([isinstance(effect, Disable) and effect.what == "lock" for effect in skill.effects]):
        return Refusal("no lock is in reach", "tc.skill.check")
    if has(skill, TakeObject) and (not task or lies_at(scene, actor, str(task)) is None):
        return Refusal("no such thing lies in reach", "tc.skill.check")
    return None


@action(
    "try_task", rule="tc.skill.check", cost=SkillCost(),
    args=(Arg("skill", task_skills), Arg("task", tasks, default=first(tasks))),
    fits=fits_task, label="Try a task", tags=("task",),
)  # fmt: skip
async def try_task(scene: Scene, actor: Being, name: str, task: Plain) -> None:
    """A skill against the difficulty of what it is tried on. The game master says how hard it is, unless a lock does,
    and out of a fight how long the first attempt takes."""
    skill = skill_of(scene, actor, name)
    about: dict[str, Plain] = {"who": actor.id, "skill": name, "task": task}
    door = lock_at(scene, task)
    difficulty = door.lock if door is not None else 0
    if not difficulty:
        proposed = skill.difficulty or USUAL
        difficulty = await ask(scene, GM, Amount(1, HARDEST), rule="tc.skill.check", about=about, default=proposed)
    first = 0
    if scene.mode != FIGHT:
        first = dict(scene.tries).get(tries_of(actor, titled(name, task)), 0)
        if not first:
            span = Amount(0, MOST_MINUTES)
            first = await ask(scene, GM, span, rule=RETRY, about=about, default=max(1, skill.ep))
    scene.next(attempt_task(actor, name, task, difficulty, first))


def titled(name: str, task: Plain) -> str:
    return f"{name}:{','.join(map(str, task)) if isinstance(task, tuple) else task}"


@step("tc.skill.check")
async def attempt_task(scene: Scene, actor: Being, name: str, task: Plain, difficulty: int, first: int) -> None:
    """The attempt itself. It may be repeated."""
    if actor.senseless or not actor.here or lost_its_turn(scene, actor):
        return
    skill = skill_of(scene, actor, name)
    refusal = hindrance(scene, actor, skill)
    if refusal is not None:
        scene.record("comes_to_nothing", refusal.rule, who=actor.id, skill=name, reason=refusal.reason)
        return
    if scene.mode != FIGHT:
        time_of_try(scene, actor, titled(name, task), first)
    modifiers = skill_modifiers(scene, actor, skill)
    watchers = who_watches(scene, actor, skill)
    if watchers:
        result = await unnoticed(scene, actor, skill, modifiers, difficulty, watchers)
    else:
        result = await against(
            scene, actor, modifiers, difficulty, rule="tc.skill.check", what=name, about={"task": task},
            critical=critical_from(scene, actor, skill),
        )  # fmt: skip
    if scene.mode != FIGHT:
        tried_again(scene, actor, titled(name, task), first, result != FAILURE)
    scene.record("task", "tc.skill.check", who=actor.id, skill=name, task=task, result=result)
    if result != FAILURE:
        if task or not has(skill, Disable):  # with nothing there to be opened, nothing is learned
            practised(scene, actor, skill)
        achieve(scene, actor, skill, task)
    elif any([effect.on == "failure" for effect in skill.effects]):
        scene.next(*[happen(actor, name, effect, actor, "failure") for effect in skill.effects])


def achieve(scene: Scene, actor: Being, skill: Skill, task: Plain) -> None:
    """What a success brings: a lock opens, a thing is in the pocket, something is known."""
    door = lock_at(scene, task)
    for effect in skill.effects:
        if isinstance(effect, Disable):
            if door is not None:
                swing(scene, actor, door, "tc.skill.check", open=True)
        elif isinstance(effect, TakeObject):
            at = lies_at(scene, actor, str(task))
            if at is not None:
                if take_up(scene, str(task), at):
                    must_reload(actor, str(task))
                carry(scene, actor, str(task))
                scene.record("pockets", "tc.skill.check", seen_by=actor.side, who=actor.id, target="", thing=task)
        else:
            scene.next(happen(actor, skill.id, effect, actor, "success"))


# ---------------------------------------------------------------- under somebody's eyes


def who_watches(scene: Scene, actor: Being, skill: Skill) -> tuple[str, ...]:
    """The enemies who see it done and have keen senses."""
    if skill.use.opposed_if != "watcher_has_keen_senses":
        return ()
    others = [other for other in scene.enemies(actor) if not other.senseless and sees(scene, other, actor)]
    return tuple([o.id for o in others if any([one.aspect == WATCHES for one in o.sheet.aspects])])


async def unnoticed(
    scene: Scene, actor: Being, skill: Skill, modifiers: list[Modifier], difficulty: int, watchers: tuple[str, ...]
) -> str:
    """tc.opposed: first the difficulty, then each watcher's own check has to be beaten."""
    critical = critical_from(scene, actor, skill)
    total = await throw(scene, actor, modifiers, rule="tc.opposed", difficulty=difficulty, critical=critical)
    if total == FAILED:
        return FAILURE
    for name in watchers:
        other = scene.beings[name]
        eyes = skill_modifiers(scene, other, skill_of(scene, other, skill.use.opposed_by))
        seen = await throw(scene, other, eyes, rule="tc.opposed", about={"target": actor.id})
        scene.record("opposed", "tc.opposed", who=actor.id, target=name, total=total, won=total > seen)
        if seen >= total:
            return FAILURE
    return SUCCESS
