"""Grappling and latching on: taking hold, letting go, and who comes along when somebody moves."""

from __future__ import annotations

from collections.abc import Iterable

from ludex.core.kernel.action import Arg
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.master.calls import yes_or_no
from ludex.games.cloudbreaker.book.actions import MAJOR, MINOR, action
from ludex.games.cloudbreaker.book.attacks.maneuvers import (
    CHEAP_SHOT,
    SCUFFLE,
    aim,
    announce_condition,
    can_be_seized,
    cannot_seize,
    end_hold,
    fitting,
    gets_hold,
    give,
    holds,
    part_for,
    succeeds,
)
from ludex.games.cloudbreaker.book.attacks.weapons import free_hands
from ludex.games.cloudbreaker.book.conditions import afflict, captives
from ludex.games.cloudbreaker.state import WIDE, Being, Scene, larger

# ---------------------------------------------------------------- willing or not


def all_around(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    """Friend or foe in the same zone."""
    return [
        other.id
        for other in scene.beings.values()
        if other is not actor and can_be_seized(actor, other) and scene.together(actor, other)
    ]


def friend_or_foe(scene: Scene, actor: Being, target: Plain, *chosen: Plain) -> Iterable[Plain]:
    return (is_friend(scene, actor, target),)


def is_friend(scene: Scene, actor: Being, target: Plain, *chosen: Plain) -> bool:
    return scene.being(target).side == actor.side


ANYONE = Arg("target", all_around)
WILLING = Arg("willing", friend_or_foe, default=is_friend)


def cannot_consent(actor: Being, target: Being, willing: object) -> Refusal | None:
    """cb.man.willing: friends may let it happen without a roll, the downed too; an enemy never does."""
    if yes_or_no(willing, "willing") and target.side != actor.side:
        return Refusal(f"{target.name} is an enemy and not willing", "cb.man.willing")
    return None


def too_large(actor: Being, target: Being, rule: str) -> Refusal | None:
    """Grapple and Push: at most one size category larger."""
    if larger(target, actor) > 1:
        return Refusal(f"{target.name} is more than one size category larger", rule)
    return None


# ---------------------------------------------------------------- grapple


def may_grapple(scene: Scene, actor: Being) -> Refusal | None:
    if len(captives(scene, actor)) >= actor.sheet.max_held:
        return Refusal(f"{actor.name} holds as many as they can", "cb.man.grapple")
    if free_hands(scene, actor) < 1:
        return Refusal(f"{actor.name} has no free hand", "cb.man.grapple")
    if not list(all_around(scene, actor)):
        return Refusal("nobody else is in the same zone", "cb.man.roll")
    return None


def fits_grapple(scene: Scene, actor: Being, target: Being, part: str, willing: bool) -> Refusal | None:
    refusal = (
        cannot_seize(scene, actor, target, part, "grapple")
        or too_large(actor, target, "cb.man.grapple")
        or cannot_consent(actor, target, willing)
    )
    if refusal is None and f"captive:{target.id}:{aim(target, part, 'grapple')}" in holds(scene, actor):
        return Refusal(f"{actor.name} holds {target.name} already", "cb.man.grapple")
    return refusal


@action(
    "grapple", rule="cb.man.grapple", cost=MAJOR, args=(ANYONE, part_for("grapple"), WILLING), may=may_grapple,
    fits=fits_grapple, modes=("situation",), tags=("attack",),
)  # fmt: skip
async def grapple(scene: Scene, actor: Being, target: Being, part: str, willing: bool) -> None:
    """On a success, or without a roll if they are willing, the unit is Grappled; each target held takes a hand."""
    part = aim(target, part, "grapple")
    if willing:
        scene.record("willing", "cb.man.willing", who=target.id, by=actor.id, maneuver="grapple")
        if afflict(scene, target, "Grappled", source=actor.id, value=1, note=part):
            scene.next(announce_condition(actor, target, "Grappled"))
    elif await succeeds(scene, actor, target, part, "grapple", SCUFFLE):
        give(scene, actor, target, "Grappled", note=part)


# ---------------------------------------------------------------- latch


def larger_around(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [name for name in all_around(scene, actor) if larger(scene.being(name), actor) >= 1]


def latched_at(scene: Scene, unit: str, part: str) -> Being | None:
    """Who is latched onto this target of a unit."""
    for other in scene.beings.values():
        if other.latched == (unit, part):
            return other
    return None


def may_latch(scene: Scene, actor: Being) -> Refusal | None:
    if actor.latched is not None:
        return Refusal(f"{actor.name} is latched on already", "cb.man.latch")
    if free_hands(scene, actor) < 1:
        return Refusal(f"{actor.name} has no free hand", "cb.man.latch")
    if not list(larger_around(scene, actor)):
        return Refusal("nobody larger is in the same zone", "cb.man.latch")
    return None


def fits_latch(scene: Scene, actor: Being, target: Being, part: str, willing: bool) -> Refusal | None:
    refusal = cannot_seize(scene, actor, target, part, "latch") or cannot_consent(actor, target, willing)
    if refusal is not None:
        return refusal
    if larger(target, actor) < 1:
        return Refusal(f"{target.name} is not larger", "cb.man.latch")
    other = latched_at(scene, target.id, aim(target, part, "latch"))
    return Refusal(f"{other.name} is latched on there already", "cb.man.latch") if other is not None else None


@action(
    "latch", rule="cb.man.latch", cost=MAJOR, args=(Arg("target", larger_around), part_for("latch"), WILLING),
    may=may_latch, fits=fits_latch, modes=("situation",), label="Latch on", tags=("attack",),
)  # fmt: skip
async def latch(scene: Scene, actor: Being, target: Being, part: str, willing: bool) -> None:
    """On a success, or without a roll if they are willing: latched onto one target of a larger unit."""
    part = aim(target, part, "latch")
    if willing:
        scene.record("willing", "cb.man.willing", who=target.id, by=actor.id, maneuver="latch")
    elif not await succeeds(scene, actor, target, part, "latch", CHEAP_SHOT):
        return
    if not gets_hold(scene, actor, target):
        return
    actor.latched = (target.id, part)
    scene.record("latched", "cb.man.latch", who=actor.id, whom=target.id, part=part)


def other_parts(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    if actor.latched is None:
        return ()
    unit = scene.beings[actor.latched[0]]
    return [part for part in fitting(unit, "latch") if latched_at(scene, unit.id, part) is None]


def may_shift(scene: Scene, actor: Being) -> Refusal | None:
    if actor.latched is None:
        return Refusal(f"{actor.name} is not latched on", "cb.man.latch.shift")
    if not list(other_parts(scene, actor)):
        return Refusal("no other target of the unit is free", "cb.man.latch.shift")
    across = WIDE.get(scene.beings[actor.latched[0]].sheet.size, 1) - 1
    if across > actor.sheet.move:
        return Refusal("the unit's targets lie farther apart than the movement range", "cb.man.latch.shift")
    return None


def fits_shift(scene: Scene, actor: Being, part: str) -> Refusal | None:
    if part in other_parts(scene, actor):
        return None
    return Refusal(f"{part!r} is no target there that is free", "cb.man.latch.shift")


@action(
    "shift_latch", rule="cb.man.latch.shift", cost=MINOR, args=(Arg("part", other_parts),), may=may_shift,
    fits=fits_shift, modes=("situation",), label="Change the latched target",
)  # fmt: skip
async def shift_latch(scene: Scene, actor: Being, part: str) -> None:
    """A minor action: to another target of the same unit, without a roll."""
    assert actor.latched is not None
    unit = actor.latched[0]
    actor.latched = (unit, part)
    scene.record("latched", "cb.man.latch.shift", who=actor.id, whom=unit, part=part)


# ---------------------------------------------------------------- letting go


def own_holds(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return holds(scene, actor)


def only_hold(scene: Scene, actor: Being, *chosen: Plain) -> Plain:
    """What is meant when no hold is named: the only one."""
    found = holds(scene, actor)
    if len(found) > 1:
        raise BadInput(f"let_go needs 'hold', one of: {', '.join(found)}")
    return found[0] if found else ""


def may_let_go(scene: Scene, actor: Being) -> Refusal | None:
    if not holds(scene, actor):
        return Refusal(f"{actor.name} holds nobody", "cb.man.grapple")
    return None


def fits_let_go(scene: Scene, actor: Being, hold: str) -> Refusal | None:
    if hold not in holds(scene, actor):
        return Refusal(f"{actor.name} has no hold {hold!r}", "cb.man.grapple")
    return None


@action(
    "let_go", rule="cb.man.grapple", args=(Arg("hold", own_holds, default=only_hold),), may=may_let_go,
    fits=fits_let_go, modes=("situation",), label="Let go", tags=("anytime", "idle"),
)  # fmt: skip
async def let_go(scene: Scene, actor: Being, hold: str) -> None:
    """Free and at any time: a captive is free, or one is latched on no longer."""
    end_hold(scene, actor, hold)


def letting_go(scene: Scene) -> Iterable[Command]:
    """Every hold that could be let go now."""
    for being in scene.beings.values():
        if not being.helpless:
            for hold in holds(scene, being):
                yield Command(being.id, "let_go", (("hold", hold),))


# ---------------------------------------------------------------- who comes along


def dragged(scene: Scene, being: Being) -> list[Being]:
    """cb.man.grapple.move: the reluctant ones among their captives, for whom moving costs more."""
    beings = [other for other, hold in captives(scene, being) if not hold.value]
    return list(dict.fromkeys(beings)) if len(beings) > 1 else beings


def carried_by(scene: Scene, unit: Being, forced: bool = False) -> list[Being]:
    """Who moves along with a unit: their captives, unless they are pushed, and whoever is latched onto one that moves.

    cb.man.latch.carried: what a latcher holds comes along if it is smaller than the unit that carries them.
    """
    along = [unit]
    if not forced:
        along += dict.fromkeys(other for other, _ in captives(scene, unit))
    for mover in along:  # it grows meanwhile: who comes along brings whoever clings to them
        for other in scene.beings.values():
            if other.latched is not None and other.latched[0] == mover.id and other not in along:
                along.append(other)
                held = [captive for captive, _ in captives(scene, other) if larger(mover, captive) >= 1]
                along += [captive for captive in dict.fromkeys(held) if captive not in along]
                scene.cite("cb.man.latch.carried")
    return along[1:]
