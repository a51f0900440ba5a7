"""Using things: Consume and Administer what is used up by it; and gear that is put to use, such as a rope."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from ludex.core.kernel.action import Arg, first
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.games.navyblue.book.attacks.effects import happen
from ludex.games.navyblue.book.attacks.reach import cannot_reach, enemies_in, no_target, out_of_reach
from ludex.games.navyblue.book.attacks.sequence import strike_with
from ludex.games.navyblue.book.carrying.containers import without
from ludex.games.navyblue.book.carrying.slots import in_arms_reach, resize
from ludex.games.navyblue.book.carrying.spots import known_thing
from ludex.games.navyblue.book.features import forbidden, item, usable_by
from ludex.games.navyblue.book.motion import ACTION, Motion, action
from ludex.games.navyblue.book.movement.obstacles import fix_rope
from ludex.games.navyblue.book.movement.sight import no_such_zone
from ludex.games.navyblue.records.effects import RopeEdge
from ludex.games.navyblue.records.kinds import Consumable, Gear, Strike
from ludex.games.navyblue.state import Being, Scene


def cannot_use(scene: Scene, actor: Being, thing: str, way: str, rule: str) -> Refusal | None:
    """nb.item.consumable: why a held thing cannot be used in this way."""
    entry = item(scene, known_thing(scene, thing))
    if not isinstance(entry, Consumable):
        return Refusal(f"{entry.name} is nothing that is used up", "nb.item.consumable")
    if thing not in actor.held:
        return Refusal(f"{entry.name} is not in {actor.name}'s hand", rule)
    if not usable_by(scene, actor, entry):
        return Refusal(f"{entry.name} is of no use to {actor.name}", "nb.arch.tag_gate")
    if forbidden(scene, actor, entry.traits):
        return Refusal(f"{actor.name} is cut off from {entry.name}", "nb.arch.counterplay")
    if entry.attack is not None and scene.mode != "fight":
        return Refusal(f"{entry.name} is for fights", rule)
    if way in entry.ways or (scene.mode != "fight" and "out_of_fight" in entry.ways):
        return None
    return Refusal(f"{entry.name} cannot be used so{' in a fight' if scene.mode == 'fight' else ''}", rule)


def usable(scene: Scene, actor: Being, way: str, rule: str) -> list[str]:
    return [thing for thing in dict.fromkeys(actor.held) if cannot_use(scene, actor, thing, way, rule) is None]


def spend(scene: Scene, actor: Being, thing: str) -> Consumable:
    """Use the thing up, whatever comes of it."""
    actor.held = without(actor.held, thing)
    scene.record("used_up", "nb.item.consumable", who=actor.id, thing=thing)
    resize(scene, actor)
    return cast(Consumable, item(scene, thing))


def take_effect(scene: Scene, actor: Being, entry: Consumable, target: Being | None, zone: str = "") -> None:
    for effect in entry.effects:
        if effect.on == "use":
            happen(scene, actor, effect, target, zone=zone, source=f"consumable:{entry.id}")


async def attack_with(
    scene: Scene, actor: Being, entry: Consumable, strike: Strike, targets: tuple[str, ...], by_action: bool
) -> None:
    """What it brings as an attack: Consume is a maneuver, Administer an Action."""
    source = f"consumable:{entry.id}"
    await strike_with(scene, actor, strike, entry.effects, source, entry.traits, targets, by_action=by_action)


# ---------------------------------------------------------------- Consume


def to_consume(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return usable(scene, actor, "consume", "nb.maneuver.consume")


def aims_at_zone(entry: Consumable) -> bool:
    return entry.target.who == "zone" or (entry.attack is not None and entry.attack.area == "zone_enemies")


def consume_targets(scene: Scene, actor: Being, thing: Plain, *chosen: Plain) -> list[str]:
    """A zone for what is poured out, an enemy for what is thrown, and oneself for all else."""
    entry = item(scene, known_thing(scene, thing))
    if not isinstance(entry, Consumable):
        return []
    if aims_at_zone(entry):
        among = list(scene.board)
    elif entry.attack is not None or entry.target.who == "enemy":
        among = [enemy.id for enemy in scene.enemies(actor)]
    else:
        return [actor.id]
    return [name for name in among if misses(scene, actor, entry, name) is None]


def only_target(scene: Scene, actor: Being, thing: Plain, *chosen: Plain) -> Plain:
    found = consume_targets(scene, actor, thing)
    if len(found) > 1:
        raise BadInput(f"consume needs 'target'; there are: {', '.join(found)}")
    return found[0] if found else actor.id


def misses(scene: Scene, actor: Being, entry: Consumable, target: str) -> Refusal | None:
    """Why it does not reach a zone or an enemy."""
    reach = entry.attack.reach if entry.attack is not None else entry.target.reach
    if aims_at_zone(entry):
        if target not in scene.board:
            raise no_such_zone(scene, target, "target")
        return out_of_reach(scene, actor, target, reach)
    being = scene.being(target)
    if being.side == actor.side:
        return Refusal(f"{being.name} is no enemy", "nb.maneuver.consume")
    return no_target(scene, actor, being) or cannot_reach(scene, actor, being, reach)


def may_consume(scene: Scene, actor: Being) -> Refusal | None:
    if any(isinstance(item(scene, thing), Consumable) for thing in actor.held):
        return None
    return Refusal(f"{actor.name} has nothing in hand to Consume", "nb.maneuver.consume")


def fits_consume(scene: Scene, actor: Being, thing: str, target: str) -> Refusal | None:
    refusal = cannot_use(scene, actor, thing, "consume", "nb.maneuver.consume")
    if refusal is not None:
        return refusal
    entry = cast(Consumable, item(scene, thing))
    if aims_at_zone(entry) or entry.attack is not None or entry.target.who == "enemy":
        return misses(scene, actor, entry, target)
    if scene.being(target) is not actor:
        return Refusal("Consume is for oneself; Administer is for others", "nb.maneuver.consume")
    return None


@action(
    "consume", rule="nb.maneuver.consume", cost=Motion("Consume", 2),
    args=(Arg("thing", to_consume), Arg("target", consume_targets, default=only_target)), may=may_consume,
    fits=fits_consume, tags=("skill",),
)  # fmt: skip
async def consume(scene: Scene, actor: Being, thing: str, target: str) -> None:
    """Use what is in hand: drink it, read it, pour it out. It is used up."""
    scene.record("consumes", "nb.maneuver.consume", who=actor.id, thing=thing, target=target)
    entry = spend(scene, actor, thing)
    zone = target if aims_at_zone(entry) else ""
    if entry.attack is not None:
        targets = tuple(enemy.id for enemy in enemies_in(scene, actor, zone)) if zone else (target,)
        await attack_with(scene, actor, entry, entry.attack, targets, by_action=False)
    take_effect(scene, actor, entry, None if zone else scene.beings[target], zone)


# ---------------------------------------------------------------- Administer


def to_administer(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return usable(scene, actor, "administer", "nb.action.administer")


def patients(scene: Scene, actor: Being, thing: Plain, *chosen: Plain) -> Iterable[Plain]:
    return [b.id for b in scene.beings.values() if cannot_get(scene, actor, str(thing), b) is None]


def cannot_get(scene: Scene, actor: Being, thing: str, target: Being) -> Refusal | None:
    """nb.action.administer: somebody else, within arm's reach."""
    entry = cast(Consumable, item(scene, thing))
    if target is actor:
        return Refusal("Administer is for others; Consume is for oneself", "nb.action.administer")
    refusal = no_target(scene, actor, target)
    if refusal is not None:
        return refusal
    if not in_arms_reach(scene, actor, target.at, "Administer"):
        return Refusal(f"{target.name} is out of arm's reach", "nb.action.administer")
    wanted = {"ally": True, "ally_or_self": True, "enemy": False}.get(entry.target.who)
    wanted = False if entry.attack is not None else wanted
    if wanted is not None and wanted != (target.side == actor.side):
        return Refusal(f"{entry.name} is not for {target.name}", "nb.action.administer")
    return None


def may_administer(scene: Scene, actor: Being) -> Refusal | None:
    if any(isinstance(item(scene, thing), Consumable) for thing in actor.held):
        return None
    return Refusal(f"{actor.name} has nothing in hand to Administer", "nb.action.administer")


def fits_administer(scene: Scene, actor: Being, thing: str, target: Being) -> Refusal | None:
    refusal = cannot_use(scene, actor, thing, "administer", "nb.action.administer")
    return cannot_get(scene, actor, thing, target) if refusal is None else refusal


@action(
    "administer", rule="nb.action.administer", cost=ACTION, args=(Arg("thing", to_administer), Arg("target", patients)),
    may=may_administer, fits=fits_administer, tags=("skill",),
)  # fmt: skip
async def administer(scene: Scene, actor: Being, thing: str, target: Being) -> None:
    """Use what is in hand on somebody else within arm's reach. It is used up."""
    scene.record("administers", "nb.action.administer", who=actor.id, thing=thing, target=target.id)
    entry = spend(scene, actor, thing)
    if entry.attack is not None:
        zone = target.at if aims_at_zone(entry) else ""
        targets = tuple(enemy.id for enemy in enemies_in(scene, actor, zone)) if zone else (target.id,)
        await attack_with(scene, actor, entry, entry.attack, targets, by_action=True)
    take_effect(scene, actor, entry, target)


# ---------------------------------------------------------------- gear


class RopeCost(Motion):
    """As many points as the rope itself says."""

    listed = False

    def needed(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> int:
        found = [effect.motion for thing in args[:1] or actor.held for effect in edges(scene, thing)]
        return min(found, default=self.points)


def edges(scene: Scene, thing: str) -> list[RopeEdge]:
    entry = item(scene, thing)
    return [effect for effect in entry.effects if isinstance(effect, RopeEdge)] if isinstance(entry, Gear) else []


def ropes(scene: Scene, actor: Being, *chosen: Plain) -> list[str]:
    return [thing for thing in dict.fromkeys(actor.held) if edges(scene, thing)]


def pits_beside(scene: Scene, actor: Being, *chosen: Plain) -> list[str]:
    """Pits without a rope that one stands beside, or in."""
    beside = (actor.at, *scene.board.neighbours(actor.at))
    return [pit.zone for pit in scene.pits if not pit.roped and pit.zone in beside]


def may_fix_rope(scene: Scene, actor: Being) -> Refusal | None:
    if not ropes(scene, actor):
        return Refusal(f"{actor.name} has no rope in hand", "nb.item.gear")
    return None if pits_beside(scene, actor) else Refusal("no pit without a rope is beside", "nb.zone.pit")


def fits_fix_rope(scene: Scene, actor: Being, thing: str, pit: str) -> Refusal | None:
    if known_thing(scene, thing) not in ropes(scene, actor):
        return Refusal(f"{actor.name} has no {item(scene, thing).name} in hand that could be fixed", "nb.item.gear")
    if pit not in scene.board:
        raise no_such_zone(scene, pit, "pit")
    return (
        None if pit in pits_beside(scene, actor) else Refusal(f"{pit} is no pit without a rope beside", "nb.zone.pit")
    )


@action(
    "fix_rope", rule="nb.item.gear", cost=RopeCost("Rope", 2),
    args=(Arg("thing", ropes, default=first(ropes, "rope")), Arg("pit", pits_beside)),
    may=may_fix_rope, fits=fits_fix_rope, label="Fix a rope", tags=("idle",),
)  # fmt: skip
async def fix(scene: Scene, actor: Being, thing: str, pit: str) -> None:
    """The rope stays at the edge of the pit, which is no obstruction any more."""
    actor.held = without(actor.held, thing)
    scene.record("ropes", "nb.item.gear", who=actor.id, thing=thing, zone=pit)
    fix_rope(scene, pit)
    resize(scene, actor)
