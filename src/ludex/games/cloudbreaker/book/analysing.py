"""Analysing enemies: what a skill, a toolkit or a Soul Arm finds out about a kind of monster."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ludex.core.kernel.action import Arg
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Modifier, Refusal
from ludex.core.scene.namesakes import come_to_light
from ludex.games.cloudbreaker.book.actions import action
from ludex.games.cloudbreaker.book.attacks.features import edges
from ludex.games.cloudbreaker.book.attacks.rolls import by_conditions
from ludex.games.cloudbreaker.book.attacks.weapons import weapon
from ludex.games.cloudbreaker.book.dice import FAILURE, mastery, roll_against, task_modifiers
from ludex.games.cloudbreaker.book.neutralising import (
    IMPOSSIBLE,
    cannot_try,
    concealed,
    is_mute,
    methods,
    no_opponent,
    only_pcs,
    opponents,
)
from ludex.games.cloudbreaker.records.ids import SOUL_ARM
from ludex.games.cloudbreaker.state import Being, Scene

RUIN_ARMS = "Ruin Arms"
UNSTATED = 10  # the difficulty where a stat block says nothing about analysis
TRIED = "analyse"


class OnceInOwnTurn:
    """cb.analyse.roll: free, one try in each own turn, unless the table plays without that limit."""

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        if actor.has_used(TRIED) and not scene.options["opt_analyse_unlimited"]:
            return Refusal(f"{actor.name} has tried to analyse in this turn already", "cb.analyse.roll")
        return None

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        if not scene.options["opt_analyse_unlimited"]:
            actor.use(TRIED, "turn")
        scene.cite("cb.action.free")


# ---------------------------------------------------------------- what fits


def number_for(scene: Scene, enemy: Being, method: str) -> int:
    """The difficulty with this method by the stat block, or by the tables where it has none; else impossible."""
    listed = enemy.sheet.analyse
    for clue in listed:
        if clue.method == method:
            return clue.difficulty
    if method == SOUL_ARM:
        if enemy.sheet.creature_type != RUIN_ARMS:
            return IMPOSSIBLE
        return min((clue.difficulty for clue in listed), default=UNSTATED)
    return UNSTATED if not listed and generally_fits(scene, enemy, method) else IMPOSSIBLE


def generally_fits(scene: Scene, enemy: Being, method: str) -> bool:
    """cb.analyse.skills, cb.analyse.toolkits: Detect and Information, Psychology for the sentient, kits by type."""
    toolkit = scene.library.shelves["toolkit"].entries.get(method)
    if toolkit is not None:
        return enemy.sheet.creature_type in toolkit.analyses
    return method in ("detect", "information") or (method == "psychology" and enemy.sheet.sentient)


def soul_arm(scene: Scene, actor: Being) -> str:
    """The weapon in hand that serves: one of a mastered type, if there is one."""
    for name in actor.wielded:
        if actor.has_mastery(weapon(scene, name).weapon_type):
            return name
    return actor.wielded[0] if actor.wielded else ""


def analysis_modifiers(scene: Scene, actor: Being, enemy: Being, method: str) -> list[Modifier]:
    """cb.analyse.soul_arm: a combat roll is modified like an attack roll; all others are task rolls."""
    found = edges(scene, actor, "analyse", enemy)
    if method != SOUL_ARM:
        return task_modifiers(scene, actor, method, [*found, *edges(scene, actor, "task", enemy)])
    arm = soul_arm(scene, actor)
    if arm:
        entry = weapon(scene, arm)
        found = [*mastery(scene, actor, entry.weapon_type), *found]
        found += by_conditions(actor, enemy, entry.reach == "melee")
    return found


# ---------------------------------------------------------------- analyse


def unknown_ones(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [name for name in opponents(scene, actor) if scene.being(name).sheet.kind not in scene.analysed]


def ways_to_analyse(scene: Scene, actor: Being, enemy: Plain, *chosen: Plain) -> Iterable[Plain]:
    unit = scene.being(enemy)
    armed = bool(actor.wielded) and (concealed(scene, unit) or unit.sheet.creature_type == RUIN_ARMS)
    return [*methods(scene, actor), *((SOUL_ARM,) if armed else ())]


def may_analyse(scene: Scene, actor: Being) -> Refusal | None:
    refusal = only_pcs(scene, actor)
    if refusal is None and not list(unknown_ones(scene, actor)):
        return Refusal("there is nobody left to analyse", "cb.analyse.roll")
    return refusal


def fits_analyse(scene: Scene, actor: Being, enemy: Being, method: str) -> Refusal | None:
    refusal = no_opponent(enemy, "cb.analyse.roll")
    if refusal is not None:
        return refusal
    if enemy.sheet.kind in scene.analysed:
        return Refusal(f"{enemy.name} has been analysed already", "cb.analyse.roll")
    if method == SOUL_ARM:
        if not actor.wielded:
            return Refusal(f"{actor.name} has no weapon in hand", "cb.analyse.soul_arm")
        return None
    return cannot_try(scene, actor, method, "cb.analyse.roll") or is_mute(scene, actor, method)


@action(
    "analyse", rule="cb.analyse.roll", cost=OnceInOwnTurn(),
    args=(Arg("enemy", unknown_ones), Arg("method", ways_to_analyse)), may=may_analyse, fits=fits_analyse,
    modes=("situation",), tags=("task",),
)  # fmt: skip
async def analyse(scene: Scene, actor: Being, enemy: Being, method: str) -> None:
    """A free task roll: with a fitting method all is told about this kind of monster; a wrong one yields nothing."""
    number = number_for(scene, enemy, method)
    if method == SOUL_ARM:
        scene.cite("cb.analyse.soul_arm")
    else:
        kit = method in scene.library.shelves["toolkit"]
        scene.cite("cb.roll.task", "cb.analyse.toolkits" if kit else "cb.analyse.skills")
    modifiers = analysis_modifiers(scene, actor, enemy, method)
    hidden = concealed(scene, enemy) or number == IMPOSSIBLE
    result = await roll_against(
        scene, actor, modifiers, "cb.analyse.roll", number, hidden=hidden, target=enemy.id, method=method
    )
    if result == FAILURE or number == IMPOSSIBLE:
        scene.record("learns_nothing", "cb.analyse.roll", who=actor.id, target=enemy.id, method=method)
    else:
        uncover(scene, actor, enemy)


def uncover(scene: Scene, actor: Being, enemy: Being) -> None:
    """Everything is told about this kind of monster, and all of them are seen for what they are."""
    kind = enemy.sheet.kind
    scene.analysed = tuple(dict.fromkeys((*scene.analysed, kind)))
    for other in scene.beings.values():
        if other.sheet.kind == kind:
            other.disguised = False
            come_to_light(scene, other)
    scene.record("analysed", "cb.analyse.roll", who=actor.id, target=enemy.id, kind=kind)
