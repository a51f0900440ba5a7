"""Whom weapons, spells and items can be used on, and from how far."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ludex.core.kernel.action import Arg, only
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Refusal
from ludex.games.cloudbreaker.book.attacks.weapons import use_of
from ludex.games.cloudbreaker.records.kinds import Item, Spell, Use
from ludex.games.cloudbreaker.state import Being, Scene, in_situation

NOBODY = ""


def out_of_range(scene: Scene, actor: Being, target: Being, use: Use) -> Refusal | None:
    if use.reach == "melee":
        if not scene.together(actor, target):
            return Refusal(f"{target.name} is not in the same zone", "cb.move.melee_same_zone")
        scene.cite("cb.move.melee_same_zone")
        return None
    rule = "cb.spell.cast" if isinstance(use, Spell) else "cb.roll.attack"
    if scene.distance(actor, target) > use.range:
        return Refusal(f"{target.name} is farther than {use.range} zones away", rule)
    if scene.board.closed and not open_way(scene, actor, target, use.range):
        return Refusal(f"closed sides lie between {actor.name} and {target.name}", rule)
    return None


def open_way(scene: Scene, actor: Being, target: Being, most: int) -> bool:
    """cb.roll.attack: walls do not hinder, unless the game master has closed the sides of zones between them."""
    near = dict.fromkeys(scene.zones(actor))
    for _ in range(most):
        near |= dict.fromkeys(zone for here in near for zone in steps_on(scene, here))
    return any(zone in near for zone in scene.zones(target))


def steps_on(scene: Scene, zone: str) -> list[str]:
    """cb.zone.distance: where one step of distance leads; by option around a corner as well."""
    board, beside = scene.board, list(scene.board.neighbours(zone))
    if not scene.options["opt_diagonal_distance"]:
        return beside
    return beside + [far for near in beside for far in board.neighbours(near) if board.distance(zone, far, True) == 1]


def candidates(scene: Scene, actor: Being, use: Use) -> Iterable[Plain]:
    """All that comes into question as the target of this use, in reach or not."""
    if use.targets == "one":
        return [being.id for being in scene.enemies(actor) if being.targetable]
    if use.targets == "ally_or_self":
        return [being.id for being in scene.beings.values() if being.side == actor.side and being.here]
    if use.targets == "any_unit":
        return [being.id for being in scene.beings.values() if being.here]
    if use.targets == "zone":
        return list(scene.board)
    return (actor.id,) if use.targets == "self" else (NOBODY,)


def parts_of(scene: Scene, use: Use, target: Plain) -> Iterable[Plain]:
    """The targets of a unit that can still be attacked."""
    being = scene.beings.get(str(target))
    if being is None or use.targets != "one" or len(being.sheet.parts) == 1:
        return (NOBODY,)
    return [part.id for part, hp in zip(being.sheet.parts, being.parts, strict=True) if hp]


def refuse_target(scene: Scene, actor: Being, use: Use, target: Any, part: str) -> Refusal | None:
    """Why this may not be used on that."""
    rule = use_rule(use)
    if use.attack_roll and not in_situation(scene):
        return Refusal("nobody is attacked outside a critical situation", "cb.situation.flow")
    if target not in tuple(candidates(scene, actor, use)):
        if use.targets in ("one", "ally_or_self", "any_unit"):
            scene.being(target)  # or what names there are
        knocked = scene.beings.get(target)
        if knocked is not None and "Knocked Out" in knocked.states:
            return Refusal(f"{knocked.name} is knocked out and no target any more", "cb.cond.knocked_out")
        return Refusal(f"{use.name} cannot be used on {target!r}", rule)
    if use.targets == "zone":
        if scene.away(actor, target) > use.range:
            return Refusal(f"it is farther than {use.range} zones away", rule)
        return None
    if use.targets == "every_enemy_in_zone":
        if not around(scene, actor):
            return Refusal("nobody to attack is in the zone", "cb.move.melee_same_zone")
        return None
    being = scene.beings.get(target)
    if being is None:
        return None
    if "Left Behind" in being.states:
        return Refusal(f"{being.name} was left behind and is out of reach", "cb.retreat.suspend")
    if part and part not in tuple(parts_of(scene, use, target)) and part not in [p.id for p in being.sheet.parts]:
        return Refusal(f"{being.name} has no target {part!r}", "cb.unit.terms")
    if being.sheet.parts and use.targets == "one" and not being.pc and not being.parts[aimed(being, part)]:
        return Refusal("that target is broken already", "cb.unit.multi_target")
    return out_of_range(scene, actor, being, use)


def aimed(being: Being, part: str) -> int:
    return being.part(part) if part else being.sheet.vital


def around(scene: Scene, actor: Being) -> list[Being]:
    """The enemies that share a zone with a unit."""
    return [other for other in scene.enemies(actor) if other.targetable and scene.together(actor, other)]


def struck(scene: Scene, actor: Being, use: Use, target: str, part: str) -> tuple[tuple[str, str], ...]:
    """The units that a use is aimed at, each with the target that is meant."""
    if use.targets == "every_enemy_in_zone":
        beings = around(scene, actor)
        scene.cite("cb.roll.area")
        return tuple((being.id, being.sheet.parts[being.sheet.vital].id) for being in beings)
    if target not in scene.beings:
        return ()
    being = scene.beings[target]
    return ((target, part or being.sheet.parts[being.sheet.vital].id),)


def use_rule(use: Use) -> str:
    return (
        "cb.spell.cast" if isinstance(use, Spell) else "cb.item.recovery" if isinstance(use, Item) else "cb.roll.attack"
    )


# ---------------------------------------------------------------- arguments of actions


def targets(scene: Scene, actor: Being, use: Plain, *chosen: Plain) -> Iterable[Plain]:
    return candidates(scene, actor, use_of(scene, str(use)))


def parts(scene: Scene, actor: Being, use: Plain, target: Plain, *chosen: Plain) -> Iterable[Plain]:
    return parts_of(scene, use_of(scene, str(use)), target)


TARGET = Arg("target", targets, default=only(targets, NOBODY))
PART = Arg("part", parts, default=NOBODY)
