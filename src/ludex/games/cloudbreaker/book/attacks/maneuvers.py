"""Maneuvers: the maneuver attack roll, and those that trip, disarm and impair.

Holding, latching on and pushing stand in `grappling.py` and `pushing.py`.
"""

from __future__ import annotations

from collections.abc import Iterable

from ludex.core.kernel.action import Arg
from ludex.core.kernel.agenda import step
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import ask
from ludex.core.kernel.ruling import Modifier, Refusal
from ludex.core.kernel.scene import Until, until_end_of_next
from ludex.core.kernel.timing import Event, happens
from ludex.games.cloudbreaker.book.actions import MAJOR, action
from ludex.games.cloudbreaker.book.attacks.damage import inflict
from ludex.games.cloudbreaker.book.attacks.features import edges
from ludex.games.cloudbreaker.book.attacks.rolls import by_conditions
from ludex.games.cloudbreaker.book.attacks.targets import NOBODY, around
from ludex.games.cloudbreaker.book.attacks.weapons import weapon
from ludex.games.cloudbreaker.book.conditions import captives, unlatch
from ludex.games.cloudbreaker.book.dice import BONUS, EDGE, FAILURE, mastery, roll_against
from ludex.games.cloudbreaker.book.handling import put_down
from ludex.games.cloudbreaker.records.conditions import CONDITIONS
from ludex.games.cloudbreaker.state import OUT_OF_REACH, Being, Scene, larger

SCUFFLE, CHEAP_SHOT = "scuffle", "cheap_shot"
KINDS = {
    "grapple": (SCUFFLE,),
    "push": (SCUFFLE,),
    "trip": (SCUFFLE, CHEAP_SHOT),
    "disarm": (SCUFFLE, CHEAP_SHOT),
    "impair": (CHEAP_SHOT,),
    "latch": (CHEAP_SHOT,),
}  # cb.man.kind
IMPAIRS = {"eyes": "Blinded", "ears": "Deafened", "mouth": "Silenced"}
AIMED_AT = {"trip": ("legs",), "impair": tuple(IMPAIRS)}  # cb.man.whole_unit: what of a unit they go for

# ---------------------------------------------------------------- the roll


def maneuver_modifiers(scene: Scene, actor: Being, target: Being, maneuver: str, how: str) -> list[Modifier]:
    """All that modifies a maneuver attack roll made as a scuffle or as a cheap shot."""
    found = bonus_of(scene, actor, maneuver, how)
    found += by_conditions(actor, target, melee=True)
    difference = larger(actor, target)
    if how == SCUFFLE and difference > 0:
        found.append(Modifier(1, "larger", "cb.size.edge.scuffle", EDGE))
    elif how == CHEAP_SHOT and difference < 0:
        found.append(Modifier(1, "smaller", "cb.size.edge.cheap_shot", EDGE))
    return found + edges(scene, actor, "maneuver", target) if actor.sheet.features else found


def bonus_of(scene: Scene, actor: Being, maneuver: str, how: str) -> list[Modifier]:
    """cb.man.kind: what the stat block states, else by mastery in a kind that this maneuver takes."""
    for name, bonus in actor.sheet.maneuvers:
        if name == maneuver:
            return [Modifier(bonus, maneuver, "cb.man.roll", BONUS)] if bonus else []
    declared = scene.options["opt_maneuver_declared_mastery"]
    return mastery(scene, actor, *((how,) if declared else KINDS[maneuver]))


async def succeeds(scene: Scene, actor: Being, target: Being, part: str, maneuver: str, how: str) -> bool:
    """cb.man.roll: two dice and the bonus against the defense; a melee attack roll in all but the damage."""
    part = aim(target, part, maneuver)
    scene.cite("cb.man.roll", "cb.man.kind")
    modifiers = maneuver_modifiers(scene, actor, target, maneuver, how)
    defense = target.sheet.parts[target.part(part)].defense
    result = await roll_against(
        scene, actor, modifiers, "cb.man.roll", defense, target=target.id, part=part, maneuver=maneuver, how=how
    )
    return result != FAILURE


# ---------------------------------------------------------------- what it goes for


def fitting(target: Being, maneuver: str) -> list[str]:
    """The targets of a unit that a maneuver can go for: broken ones are none any more, and some must be of a kind."""
    wanted: tuple[str, ...] = AIMED_AT.get(maneuver, ())
    if maneuver == "disarm" and any("hands" in part.tags for part in target.sheet.parts):
        wanted = ("hands",)
    return [
        part.id
        for part, hp in zip(target.sheet.parts, target.parts, strict=True)
        if (hp or part.vital) and (not wanted or any(tag in part.tags for tag in wanted))
    ]


def aim(target: Being, part: str, maneuver: str) -> str:
    """Which of their targets is meant: the named one, else the vital one where that fits."""
    if part:
        return part
    found = fitting(target, maneuver)
    vital = target.sheet.parts[target.sheet.vital].id
    return vital if vital in found or not found else found[0]


def can_be_seized(actor: Being, target: Being) -> bool:
    """cb.cond.knocked_out: out of reach of enemies; a friend may still take hold of who is knocked out."""
    return target.targetable or (target.here and target.side == actor.side)


def cannot_seize(scene: Scene, actor: Being, target: Being, part: str, maneuver: str) -> Refusal | None:
    """Why this unit cannot try this maneuver on that target."""
    if target is actor:
        return Refusal(f"{actor.name} is no target of their own maneuvers", "cb.man.roll")
    if not can_be_seized(actor, target):
        state = next(name for name in CONDITIONS if name in target.states and name in OUT_OF_REACH)
        return Refusal(f"{target.name} is {state} and no target any more", CONDITIONS[state].rule)
    if not scene.together(actor, target):
        return Refusal(f"{target.name} is not in the same zone", "cb.man.roll")
    if part and part not in [each.id for each in target.sheet.parts]:
        return Refusal(f"{target.name} has no target {part!r}", "cb.unit.terms")
    found = fitting(target, maneuver)
    if found and (not part or part in found):
        return None
    number = target.part(part) if part else target.sheet.vital
    if not target.parts[number] and not target.sheet.parts[number].vital:
        return Refusal("that target is broken already", "cb.unit.multi_target")
    rule = "cb.man.trip" if maneuver == "trip" and found else "cb.man.whole_unit"
    return Refusal(f"{maneuver} does not work on {target.sheet.parts[number].name} of {target.name}", rule)


def gets_hold(scene: Scene, actor: Being, target: Being) -> bool:
    """Can a maneuver that has been rolled still be carried out, or has one of the two gone or fallen since?"""
    return not actor.helpless and can_be_seized(actor, target) and scene.together(actor, target)


def foes_around(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [enemy.id for enemy in around(scene, actor)]


def parts_for(scene: Scene, target: Plain, maneuver: str) -> Iterable[Plain]:
    being = scene.beings.get(str(target))
    if being is None or len(being.sheet.parts) == 1:
        return (NOBODY,)
    return fitting(being, maneuver)


def part_for(maneuver: str) -> Arg:
    """The target of the unit that is gone for; left out, the fitting one."""

    def values(scene: Scene, actor: Being, target: Plain, *chosen: Plain) -> Iterable[Plain]:
        return parts_for(scene, target, maneuver)

    return Arg("part", values, default=NOBODY)


def better_kind(scene: Scene, actor: Being, target: Plain, *chosen: Plain) -> Plain:
    """The kind whose size edge applies; where only declared mastery counts, the mastered kind comes first."""
    smaller = larger(actor, scene.being(target)) < 0
    ordered = (CHEAP_SHOT, SCUFFLE) if smaller else (SCUFFLE, CHEAP_SHOT)
    if scene.options["opt_maneuver_declared_mastery"] and not actor.has_mastery(ordered[0]):
        return ordered[1] if actor.has_mastery(ordered[1]) else ordered[0]
    return ordered[0]


FOE = Arg("target", foes_around)
HOW = Arg("how", (SCUFFLE, CHEAP_SHOT), default=better_kind, closed=True)


def may_seize(scene: Scene, actor: Being) -> Refusal | None:
    return None if around(scene, actor) else Refusal("no enemy is in the same zone", "cb.man.roll")


# ---------------------------------------------------------------- conditions


def give(scene: Scene, actor: Being, target: Being, condition: str, until: Until | None = None, note: str = "") -> None:
    """A maneuver gives a condition to the whole unit, unless that is evaded; never a second time."""
    new = condition not in target.states
    scene.next(inflict(actor, target, condition, until, 0, note))
    if new:
        scene.next(announce_condition(actor, target, condition))


@step("cb.man.whole_unit")
async def announce_condition(scene: Scene, actor: Being, target: Being, condition: str) -> None:
    """Now they have the condition, and features may answer to that."""
    if condition in target.states:
        happens(scene, Event("maneuver_gives_condition", actor.id, target.id, (("condition", condition),)))


# ---------------------------------------------------------------- trip


def fits_trip(scene: Scene, actor: Being, target: Being, part: str, how: str) -> Refusal | None:
    return cannot_seize(scene, actor, target, part, "trip")


@action(
    "trip", rule="cb.man.trip", cost=MAJOR, args=(FOE, part_for("trip"), HOW), fits=fits_trip, modes=("situation",),
    may=may_seize, tags=("attack",),
)  # fmt: skip
async def trip(scene: Scene, actor: Being, target: Being, part: str, how: str) -> None:
    """On a success the unit falls prone. It must be aimed at what the unit stands on."""
    if await succeeds(scene, actor, target, part, "trip", how):
        give(scene, actor, target, "Prone")


# ---------------------------------------------------------------- disarm


def grip(scene: Scene, being: Being) -> list[str]:
    """What a unit has in hand and can be made to drop; natural weapons cannot."""
    return [f"weapon:{name}" for name in dict.fromkeys(being.wielded) if not weapon(scene, name).natural]


def holds(scene: Scene, being: Being) -> list[str]:
    """Whom a unit has hold of: each captive with the target that is held, and what the unit is latched onto."""
    found = [f"captive:{other.id}:{hold.note}" for other, hold in captives(scene, being)]
    return [*found, f"latch:{being.latched[0]}"] if being.latched is not None else found


def end_hold(scene: Scene, being: Being, hold: str) -> None:
    """One hold of this unit ends."""
    kind, _, whom = hold.partition(":")
    if kind == "latch":
        unlatch(scene, being)
        return
    name, _, part = whom.partition(":")
    other = scene.beings[name]
    other.keep(lambda c: not (c.name == "Grappled" and c.source == being.id and c.note == part))
    scene.record("released", "cb.man.grapple", who=name, by=being.id, part=part)


def fits_disarm(scene: Scene, actor: Being, target: Being, part: str, how: str) -> Refusal | None:
    refusal = cannot_seize(scene, actor, target, part, "disarm")
    if refusal is None and not grip(scene, target) and not holds(scene, target):
        return Refusal(f"{target.name} holds nothing and nobody", "cb.man.disarm")
    return refusal


@action(
    "disarm", rule="cb.man.disarm", cost=MAJOR, args=(FOE, part_for("disarm"), HOW), fits=fits_disarm,
    modes=("situation",), may=may_seize, tags=("attack",),
)  # fmt: skip
async def disarm(scene: Scene, actor: Being, target: Being, part: str, how: str) -> None:
    """On a success the target drops an object or lets go of whom they grapple or are latched onto."""
    if await succeeds(scene, actor, target, part, "disarm", how):
        scene.next(disarmed(actor, target))


@step("cb.man.disarm")
async def disarmed(scene: Scene, actor: Being, target: Being) -> None:
    """One object or one hold, as the attacker chooses. From a unit of several zones it falls where the attacker is."""

    def losable() -> tuple[str, ...]:
        """They may let go by themselves while the attacker is asked."""
        found = (*grip(scene, target), *holds(scene, target)) if gets_hold(scene, actor, target) else ()
        return found or (NOBODY,)

    chosen = losable()[0]
    if len(losable()) > 1:
        chosen = await ask(
            scene,
            actor.id,
            lambda: OneOf(losable()),
            rule="cb.man.disarm",
            about={"target": target.id},
            default=lambda: losable()[0],
        )
    if not chosen:
        return
    scene.record("disarmed", "cb.man.disarm", who=target.id, by=actor.id, what=chosen)
    kind, _, thing = chosen.partition(":")
    if kind == "weapon":
        there = scene.zones(target)
        put_down(scene, target, thing, next((zone for zone in scene.zones(actor) if zone in there), target.at))
    else:
        end_hold(scene, target, chosen)


# ---------------------------------------------------------------- impair


def fits_impair(scene: Scene, actor: Being, target: Being, part: str) -> Refusal | None:
    return cannot_seize(scene, actor, target, part, "impair")


@action(
    "impair", rule="cb.man.impair", cost=MAJOR, args=(FOE, part_for("impair")), fits=fits_impair, modes=("situation",),
    may=may_seize, tags=("attack",),
)  # fmt: skip
async def impair(scene: Scene, actor: Being, target: Being, part: str) -> None:
    """On a success the unit is Blinded, Deafened or Silenced, through a target with eyes, ears or a mouth."""
    if await succeeds(scene, actor, target, part, "impair", CHEAP_SHOT):
        scene.next(impaired(actor, target, aim(target, part, "impair")))


@step("cb.man.impair")
async def impaired(scene: Scene, actor: Being, target: Being, part: str) -> None:
    """The attacker chooses what fits the target; it lasts until the end of the attacker's next turn."""
    tags = target.sheet.parts[target.part(part)].tags

    def among() -> tuple[str, ...]:
        """Nothing, where the attacker or the target has gone, or that part of it is broken."""
        open_to = gets_hold(scene, actor, target) and part in fitting(target, "impair")
        found = [condition for tag, condition in IMPAIRS.items() if tag in tags] if open_to else []
        return tuple(found) or (NOBODY,)

    chosen = among()[0]
    if len(among()) > 1:
        chosen = await ask(
            scene,
            actor.id,
            lambda: OneOf(among()),
            rule="cb.man.impair",
            about={"target": target.id, "part": part},
            default=lambda: among()[0],
        )
    if chosen:
        give(scene, actor, target, chosen, until_end_of_next(scene, actor))
