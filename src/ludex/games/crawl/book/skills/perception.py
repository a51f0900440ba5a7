"""Perception: looking around, finding whoever hides, and coming upon somebody unseen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ludex.core.board.cells import Cell
from ludex.core.kernel.action import Arg
from ludex.core.kernel.agenda import step
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import roll
from ludex.core.kernel.ruling import BadInput, Modifier, Refusal
from ludex.core.scene.namesakes import come_to_light
from ludex.games.crawl.book.characters.aspects import learned
from ludex.games.crawl.book.characters.skills import PERCEPTION, Skill, critical_from, skill_of, skills
from ludex.games.crawl.book.conditions import counts
from ludex.games.crawl.book.dice import D20, Looked, by_the_gm, total_of
from ludex.games.crawl.book.energy import MOVEMENT, Ep, action, lost_its_turn
from ludex.games.crawl.book.health.wounds import senses_modifiers
from ludex.games.crawl.book.map.ranges import HEARING
from ludex.games.crawl.book.map.sight import clear, knows, line, unknown_to
from ludex.games.crawl.book.skills.modifiers import practised, skill_modifiers
from ludex.games.crawl.records.effects import Perceive
from ludex.games.crawl.records.parts import On
from ludex.games.crawl.state import FOES, PARTY, Being, Scene

WHEN = "movement_action"  # how its aspect is used


# ---------------------------------------------------------------- finding


def find(scene: Scene, finder: Being, hidden: Being, rule: str = "tc.perception.stealth") -> None:
    """Somebody in stealth is found: the finder knows where they are, and so do the friends whom the finder can tell."""
    if "Hidden" not in hidden.states or knows(scene, finder, hidden):
        return
    told = [ally for ally in scene.allies(finder) if not ally.senseless and scene.distance(finder, ally) <= HEARING]
    found = [finder.id, *[ally.id for ally in told]]
    hidden.found_by = tuple([name for name in scene.beings if name in found or name in hidden.found_by])
    come_to_light(scene, hidden)
    scene.record("finds", rule, who=finder.id, target=hidden.id)


def come_upon(scene: Scene, being: Being, cell: Cell) -> None:
    """Who stood unseen where somebody wanted to go stays in stealth, but their place is known now."""
    body = scene.body(being, cell)
    for other in scene.enemies(being):
        if unknown_to(scene, other, being.side) and any([part in body for part in scene.cells(other)]):
            find(scene, being, other)


def audience(scene: Scene, being: Being) -> str:
    """Who may be told what somebody does: their own side, where they are in stealth and nobody else has found them."""
    if "Hidden" not in being.states:
        return ""
    return being.side if unknown_to(scene, being, FOES if being.side == PARTY else PARTY) else ""


def can_make_out(scene: Scene, being: Being, hidden: Being, eye: Cell | None = None) -> bool:
    """tc.perception.stealth: line of sight on somebody that hides, from the own cell or from `eye`, where one sees."""
    if "Hidden" not in hidden.states or counts(being, "Blind") or not hidden.here:
        return False
    if eye is not None:
        return clear(scene, eye, hidden.at)
    return clear(scene, *line(scene, being, hidden))


def notice(scene: Scene, being: Being, total: int, sure: bool, eye: Cell | None = None) -> None:
    """A perception check of this total finds every enemy in sight whose stealth value it reaches, a critical one
    (`sure`) everybody; only for who has acquired an aspect for it."""
    if learned(scene, being, PERCEPTION) is None:
        return
    for other in scene.enemies(being):
        if makes_out(other, total, sure) and can_make_out(scene, being, other, eye):
            find(scene, being, other)


def makes_out(other: Being, total: int, sure: bool) -> bool:
    """tc.perception.stealth, tc.crit.skill: the stealth value is reached, or it is a critical success."""
    hidden = other.condition("Hidden")
    return hidden is not None and (sure or total >= hidden.value)


# ---------------------------------------------------------------- the check


def perception_modifiers(scene: Scene, being: Being, skill: Skill, *on: On) -> list[Modifier]:
    """`on`: what is looked for, where that has modifiers of its own (perception_for_traps)."""
    return [*skill_modifiers(scene, being, skill, *on), *senses_modifiers(being)]


async def perceive(scene: Scene, being: Being, skill: Skill, rule: str) -> tuple[int, bool]:
    """A perception check: its total, and whether it is a critical success (tc.crit.skill)."""
    modifiers = perception_modifiers(scene, being, skill)
    by_the_gm(scene, being, rule, modifiers)
    scene.cite("tc.crit.skill")
    reading = Looked(total_of(modifiers), critical_from(scene, being, skill))
    return await roll(D20, reading, by=being.id, rule=rule, modifiers=modifiers, about={"what": PERCEPTION})


class LookCost:
    """tc.perception: in a fight a movement action; with the other reading 1 EP and no movement."""

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        if scene.options["opt_perception_ep"]:
            return Ep(1).refusal(scene, actor, args)
        refusal = MOVEMENT.refusal(scene, actor, args)
        return Refusal(refusal.reason, "tc.perception") if refusal is not None else None

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        (Ep(1) if scene.options["opt_perception_ep"] else MOVEMENT).pay(scene, actor, args)


def ways_to_look(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    """Perception, learned or not, and what else is used like it."""
    return [skill.id for skill in skills(scene, actor, WHEN, unlearned=True) if looks(skill)]


def looks(skill: Skill) -> bool:
    return skill.use.when == WHEN and any([isinstance(effect, Perceive) for effect in skill.effects])


def fits_look(scene: Scene, actor: Being, name: str) -> Refusal | None:
    if not looks(skill_of(scene, actor, name)):
        raise BadInput(f"{name} is no way to look around")
    return None


def may_look(scene: Scene, actor: Being) -> Refusal | None:
    if "Grappled" in actor.states:
        return Refusal(f"{actor.name} is grappled", "tc.grappled")
    return None


@action(
    "look", rule="tc.perception", cost=LookCost(),
    args=(Arg("skill", ways_to_look, default=PERCEPTION, sure=True),),
    may=may_look, fits=fits_look, label="Look around",
)  # fmt: skip
async def look(scene: Scene, actor: Being, name: str) -> None:
    """A perception check; in a fight it takes a movement action."""
    skill = skill_of(scene, actor, name)
    total, sure = await perceive(scene, actor, skill, "tc.perception")
    scene.record("looks", "tc.perception", who=actor.id, total=total)
    if sure or total >= skill.difficulty:
        practised(scene, actor, skill)
    notice(scene, actor, total, sure)


# ---------------------------------------------------------------- searching for somebody


def hiding(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    """The beings of whom somebody knows that they hide, without knowing where."""
    return [other.id for other in scene.enemies(actor) if "Hidden" in other.states and not knows(scene, actor, other)]


def may_search(scene: Scene, actor: Being) -> Refusal | None:
    if learned(scene, actor, PERCEPTION) is None:
        return Refusal(f"{actor.name} has no aspect to reveal who hides", "tc.perception.stealth")
    if counts(actor, "Blind"):
        return Refusal(f"{actor.name} is blind", "tc.blind")
    return may_look(scene, actor)


def fits_search(scene: Scene, actor: Being, target: Being) -> Refusal | None:
    if "Hidden" not in target.states or knows(scene, actor, target):
        return Refusal(f"{target.name} does not hide from {actor.name}", "tc.perception.stealth")
    if not can_make_out(scene, actor, target):
        return Refusal(f"{actor.name} has no line of sight to where {target.name} is", "tc.perception.stealth")
    return None


@action(
    "search", rule="tc.perception.stealth", cost=LookCost(), args=(Arg("target", hiding),),
    may=may_search, fits=fits_search, label="Search for somebody",
)  # fmt: skip
async def search(scene: Scene, actor: Being, target: Being) -> None:
    """A perception check against the stealth value of somebody that hides."""
    scene.next(spot(actor, target, PERCEPTION))


@step("tc.perception.stealth")
async def spot(scene: Scene, being: Being, hidden: Being, name: str) -> None:
    """At or above the stealth value, or a critical success: found. Forced by the game master it needs no line of
    sight."""
    if being.senseless or not being.here or lost_its_turn(scene, being):
        return
    total, sure = await perceive(scene, being, skill_of(scene, being, name), "tc.perception.stealth")
    found = makes_out(hidden, total, sure)
    scene.record("searches", "tc.perception.stealth", who=being.id, target=hidden.id, total=total, found=found)
    if found:
        find(scene, being, hidden)
