"""Hidden Trap and Glyph of Warding.

vt.feature.hidden_trap: an hour sets a trap that makes one of the own special attacks on the first enemy who steps on
it. Its limits are tested and paid when it is set. It is noticed with an Awareness check, a Hidden Trap is avoided or
disarmed with a Mobility check, all against twice the owner's Tier; a Glyph can be neither avoided nor disarmed.
Whoever enters a space springs the traps there (`movement/steps.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ludex.core.board.cells import Cell
from ludex.core.kernel.action import Arg
from ludex.core.kernel.agenda import step
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.scene import Entry
from ludex.core.kernel.timing import Event, Reaction, by_whom
from ludex.core.kernel.toml import spelled
from ludex.games.vitality.book.abilities.skills import passed, skill_check
from ludex.games.vitality.book.action_types import PRIMARY, STORY_MODE, action
from ludex.games.vitality.book.attacks.blow import Blow
from ludex.games.vitality.book.attacks.built import Built, attack_of
from ludex.games.vitality.book.attacks.declaring import declare
from ludex.games.vitality.book.attacks.limits import pay, sacrificed, unmet
from ludex.games.vitality.book.attacks.targets import area_of
from ludex.games.vitality.book.characters.features import knack, knacks, uses_left
from ludex.games.vitality.book.characters.scores import tier
from ludex.games.vitality.book.characters.space import beings_in, clear, spaces_beside
from ludex.games.vitality.book.dice import Throw
from ludex.games.vitality.book.effort.on_rolls import outcome
from ludex.games.vitality.book.health.rest import an_hour_passes
from ludex.games.vitality.book.movement.steps import enemy_traps
from ludex.games.vitality.records.boon_effects import Trap as TrapKnack
from ludex.games.vitality.state import TRAP_USES, Being, Scene, Trap

TRAP, GLYPH = "trap", "glyph"


def trap_of(scene: Scene, owner: str, at: object) -> Trap | None:
    return next((trap for trap in scene.traps if trap.owner == owner and trap.at == at), None)


def trap_number(scene: Scene, trap: Trap) -> int:
    """What a check to notice, avoid or disarm it must reach: twice the owner's Tier."""
    return 2 * tier(scene, scene.beings[trap.owner])


def find(scene: Scene, trap: Trap) -> None:
    """From now on the owner's enemies know of it."""
    scene.traps = tuple([replace(other, found=True) if other == trap else other for other in scene.traps])


def remove(scene: Scene, trap: Trap) -> None:
    scene.traps = tuple([other for other in scene.traps if other != trap])


# ---------------------------------------------------------------- setting a trap


def kinds_of_trap(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    """Which of the two somebody can still set: T traps between rests, T glyphs at a time."""
    now = tier(scene, actor)
    active = len([t for t in scene.traps if t.owner == actor.id and t.glyph])
    found: list[Plain] = []
    for effect in knacks(scene, actor):
        if isinstance(effect, TrapKnack):
            if effect.placed and active < now:
                found.append(GLYPH)
            elif not effect.placed and uses_left(actor, TRAP_USES, now) > 0:
                found.append(TRAP)
    return found


def may_set_trap(scene: Scene, actor: Being) -> Refusal | None:
    if knack(scene, actor, TrapKnack) is None:
        return Refusal(f"{actor.name} sets no traps", "vt.feature.hidden_trap")
    if not kinds_of_trap(scene, actor):
        return Refusal("no trap is left", "vt.feature.hidden_trap")
    return None


def special_attacks(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [attack.id for attack in actor.sheet.attacks]


def fits_set_trap(scene: Scene, actor: Being, kind: str, attack: str, at: Cell) -> Refusal | None:
    if kind not in (TRAP, GLYPH):
        raise BadInput(f"set_trap, kind: expected trap or glyph, not {spelled(kind)}")
    rule = "vt.feature.hidden_trap"
    if kind not in kinds_of_trap(scene, actor):
        return Refusal(f"{actor.name} can set no {kind} now", rule)
    if attack not in special_attacks(scene, actor):
        return Refusal("a trap holds one of the own special attacks", rule)
    if at not in spaces_beside(scene, actor):
        return Refusal("that space is not beside", rule)
    if any([trap.at == at and trap.owner == actor.id for trap in scene.traps]):
        return Refusal("there is a trap of one's own already", rule)
    return unmet(scene, actor, attack_of(scene, actor, attack), ())


@action(
    "set_trap", rule="vt.feature.hidden_trap", modes=(STORY_MODE,), may=may_set_trap, fits=fits_set_trap,
    args=(Arg("kind", kinds_of_trap), Arg("attack", special_attacks), Arg("at", spaces_beside)),
    label="Set a trap", tags=("task",),
)  # fmt: skip
async def set_trap(scene: Scene, actor: Being, kind: str, attack: str, at: Cell) -> None:
    """An hour of work."""
    an_hour_passes(scene)
    built = attack_of(scene, actor, attack)
    companion = sacrificed(scene, actor, built, ())
    pay(scene, actor, built, companion.id if companion is not None else "")
    if kind == TRAP:
        actor.use(TRAP_USES, "rest")
    scene.traps = (*scene.traps, Trap(actor.id, attack, at, glyph=kind == GLYPH))
    scene.record("sets_trap", "vt.feature.hidden_trap", seen_by=actor.side, who=actor.id, attack=attack, at=at)


# ---------------------------------------------------------------- what it does


def goes_off(scene: Scene, owner: Being, event: Event) -> tuple[Plain, ...]:
    there = event.by == owner.id and trap_of(scene, owner.id, event.get("at")) is not None
    return ("goes off",) if there else ()


def reacts(scene: Scene, owner: Being, event: Event, way: Plain) -> Entry:
    trap = trap_of(scene, owner.id, event.get("at"))
    assert trap is not None
    being = scene.beings[event.who]
    return sets_off(being, trap) if trap.glyph else avoid(being, trap)


TRAPS = Reaction("forced", "trap", "vt.feature.hidden_trap", goes_off, reacts, by_whom)


@step("vt.feature.hidden_trap")
async def avoid(scene: Scene, being: Being, trap: Trap) -> None:
    """A Hidden Trap can be avoided at the last moment, by whoever has their senses."""
    if being.senseless:
        scene.next(sets_off(being, trap))
        return
    number = trap_number(scene, trap)
    skill_check(scene, being, "mobility", number, avoided(being, trap), rule="vt.feature.hidden_trap")


@outcome("vt.feature.hidden_trap")
async def avoided(scene: Scene, being: Being, trap: Trap, natural: int, throw: Throw) -> None:
    if passed(scene, natural, throw):
        find(scene, trap)
        scene.record("avoids_trap", "vt.feature.hidden_trap", who=being.id, owner=trap.owner, at=trap.at)
    else:
        scene.next(sets_off(being, trap))


@step("vt.feature.hidden_trap")
async def sets_off(scene: Scene, being: Being, trap: Trap) -> None:
    """The attack is made from the space of the trap, on who is there or on all in its area; then the trap is gone."""
    remove(scene, trap)
    owner = scene.beings[trap.owner]
    attack = attack_of(scene, owner, trap.attack)
    scene.record("trap", "vt.feature.hidden_trap", who=being.id, owner=owner.id, attack=attack.id, at=trap.at)
    targets = caught(scene, owner, attack, being)
    declare(scene, Blow(owner.id, attack.id, targets, how="trap", origin=trap.at))


def caught(scene: Scene, owner: Being, attack: Built, being: Being) -> tuple[str, ...]:
    """Who steps on it, and with an area all in it but the owner; a cone or line goes in the first direction."""
    if not attack.kind.area:
        return (being.id,)
    others = beings_in(scene, area_of(scene, being, attack, 0), being, attack.shape, attack.size)
    return tuple(dict.fromkeys((being.id, *[other.id for other in others if other is not owner])))


# ---------------------------------------------------------------- noticing and disarming it


@action("notice", rule="vt.feature.hidden_trap", cost=PRIMARY, label="Look for traps", tags=("check",))
async def notice(scene: Scene, actor: Being) -> None:
    """An Awareness check, for all traps of enemies in sight."""
    skill_check(scene, actor, "awareness", None, noticed(actor), rule="vt.feature.hidden_trap")


@outcome("vt.feature.hidden_trap")
async def noticed(scene: Scene, actor: Being, natural: int, throw: Throw) -> None:
    for trap in enemy_traps(scene, actor) if not actor.senseless else ():
        if not trap.found and natural + throw.bonus >= trap_number(scene, trap) and clear(scene, actor.at, trap.at):
            find(scene, trap)
            scene.record("finds_trap", "vt.feature.hidden_trap", who=actor.id, owner=trap.owner, at=trap.at)


def to_disarm(scene: Scene, actor: Being) -> list[Trap]:
    """The traps beside somebody that were found; a Glyph cannot be disarmed."""
    known = [trap for trap in enemy_traps(scene, actor) if trap.found and not trap.glyph]
    return [trap for trap in known if scene.board.distance(actor.at, trap.at) <= 1]


def traps_beside(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    return [trap.at for trap in to_disarm(scene, actor)]


def may_disarm(scene: Scene, actor: Being) -> Refusal | None:
    if not traps_beside(scene, actor):
        return Refusal("there is no trap beside that was found and can be disarmed", "vt.feature.hidden_trap")
    return None


def fits_disarm(scene: Scene, actor: Being, at: Cell) -> Refusal | None:
    return None if at in traps_beside(scene, actor) else Refusal("there is no such trap", "vt.feature.hidden_trap")


@action(
    "disarm", rule="vt.feature.hidden_trap", cost=PRIMARY, may=may_disarm, fits=fits_disarm, label="Disarm a trap",
    args=(Arg("at", traps_beside),), tags=("check",),
)  # fmt: skip
async def disarm(scene: Scene, actor: Being, at: Cell) -> None:
    """A Mobility check; whoever fails may try again."""
    trap = next(trap for trap in to_disarm(scene, actor) if trap.at == at)
    number = trap_number(scene, trap)
    skill_check(scene, actor, "mobility", number, disarmed(actor, trap), rule="vt.feature.hidden_trap")


@outcome("vt.feature.hidden_trap")
async def disarmed(scene: Scene, actor: Being, trap: Trap, natural: int, throw: Throw) -> None:
    if passed(scene, natural, throw) and not actor.senseless:
        remove(scene, trap)
        scene.record("disarms", "vt.feature.hidden_trap", who=actor.id, at=trap.at)
