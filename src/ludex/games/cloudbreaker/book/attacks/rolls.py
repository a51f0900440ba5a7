"""Attacks: the attack roll with all that modifies it, several targets, and what follows a hit."""

from __future__ import annotations

from ludex.core.kernel.agenda import step
from ludex.core.kernel.ruling import Modifier
from ludex.core.kernel.timing import Event, happens
from ludex.games.cloudbreaker.book.attacks.damage import drained
from ludex.games.cloudbreaker.book.attacks.effects import happen
from ludex.games.cloudbreaker.book.attacks.features import edges
from ludex.games.cloudbreaker.book.attacks.targets import out_of_range
from ludex.games.cloudbreaker.book.attacks.weapons import has_lost, to_hit, use_of
from ludex.games.cloudbreaker.book.dice import CRITICAL, EDGE, FAILURE, roll_against
from ludex.games.cloudbreaker.records.conditions import rules_of
from ludex.games.cloudbreaker.records.kinds import Item, Spell, Use
from ludex.games.cloudbreaker.state import Being, Hit, Scene

SETBACKS = rules_of("setback")
EDGES_AGAINST = rules_of("edge")


def source_of(use: Use) -> str:
    return f"{'spell' if isinstance(use, Spell) else 'item' if isinstance(use, Item) else 'weapon'}:{use.id}"


# ---------------------------------------------------------------- the attack roll


def by_conditions(attacker: Being, target: Being, melee: bool) -> list[Modifier]:
    """Edge and setback that conditions of either bring to an attack roll."""
    found = []
    if attacker.states:
        found += [Modifier(-1, n, r, EDGE) for n, r in SETBACKS.items() if n in attacker.states]
        if melee and "Prone" in attacker.states:
            found.append(Modifier(-1, "Prone", "cb.cond.prone", EDGE))
    if target.states:
        found += [Modifier(1, f"target {n}", r, EDGE) for n, r in EDGES_AGAINST.items() if n in target.states]
        if melee and "Prone" in target.states:
            found.append(Modifier(1, "target Prone", "cb.cond.prone", EDGE))
    return found


def attack_modifiers(scene: Scene, attacker: Being, target: Being, use: Use) -> list[Modifier]:
    """Everything that modifies this attack roll, with its source and rule."""
    bonus = to_hit(scene, attacker, use)
    found = [bonus] if bonus is not None else []
    found += by_conditions(attacker, target, use.reach == "melee")
    if use.reach == "ranged" and in_cover(scene, target):
        if "curvable" in use.tags:
            scene.cite("cb.cover.setback")
        else:
            found.append(Modifier(-1, "cover", "cb.cover.setback", EDGE))
    return found + edges(scene, attacker, "attack", target) if attacker.sheet.features else found


def in_cover(scene: Scene, target: Being) -> bool:
    """cb.cover.setback: every zone that they occupy has covers."""
    cover = scene.board.cover
    return bool(cover) and all(zone in cover for zone in scene.zones(target))


def is_struck(scene: Scene, attacker: Being, target: Being, use: Use) -> bool:
    return target.targetable and out_of_range(scene, attacker, target, use) is None


@step("cb.roll.attack")
async def strike(
    scene: Scene, attacker: Being, use_id: str, targets: tuple[tuple[str, str], ...], zone: str = ""
) -> None:
    """One attack roll for each target in turn; what has no attack roll hits at once. Whoever is gone or out of reach
    since is left out, and all are if the attacker cannot act any more or has lost the weapon; what has been hit is
    hit."""
    use = use_of(scene, use_id)
    goes_on = not attacker.helpless and has_lost(scene, attacker, use) is None
    targets = tuple([each for each in targets if is_struck(scene, attacker, scene.beings[each[0]], use)])
    if not targets or not goes_on:
        take_effect(scene, attacker, use_id, zone)
        return
    (name, part), *others = targets
    target = scene.beings[name]
    result = await attack_roll(scene, attacker, target, part, use)
    if result != FAILURE:
        scene.hits = (*scene.hits, Hit(name, part, result == CRITICAL))
        about = (("part", part), ("use", use_id), ("critical", result == CRITICAL))
        happens(scene, Event("attack_hits", name, attacker.id, about))
    if others:
        scene.cite("cb.roll.area")
        scene.next(strike(attacker, use_id, tuple(others), zone))
    else:  # somebody may answer to the hit first
        await scene.then(takes_effect(attacker, use_id, zone))


async def attack_roll(scene: Scene, attacker: Being, target: Being, part: str, use: Use) -> str:
    defense = target.sheet.parts[target.part(part)].defense
    return await roll_against(
        scene, attacker, attack_modifiers(scene, attacker, target, use), "cb.roll.attack", defense,
        target=target.id, part=part, use=use.id,
    )  # fmt: skip


@step("cb.roll.effect")
async def takes_effect(scene: Scene, actor: Being, use_id: str, zone: str) -> None:
    take_effect(scene, actor, use_id, zone)


def take_effect(scene: Scene, actor: Being, use_id: str, zone: str) -> None:
    """All that a weapon, spell or item does to those who are hit."""
    use = use_of(scene, use_id)
    hits, scene.hits = scene.hits, ()
    if hits or zone:
        source = source_of(use)
        scene.next(*[happen(actor, source, number, hits, zone) for number in range(len(use.effects))])
    if use.mp_cost:
        scene.next(drained(actor))


def set_off(scene: Scene, actor: Being, use: Use, targets: tuple[tuple[str, str], ...], zone: str) -> None:
    """Use something on its targets, with or without an attack roll."""
    if use.attack_roll and targets:
        scene.next(strike(actor, use.id, targets, zone))
        return
    scene.hits = tuple(Hit(name, part) for name, part in targets)
    take_effect(scene, actor, use.id, zone)
