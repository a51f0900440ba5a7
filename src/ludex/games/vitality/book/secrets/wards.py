"""Features that wait or burn: Hidden Trap and Glyph of Warding, Forbiddance, Self-Sacrifice.

vt.feature.hidden_trap: an hour sets a trap that makes one of the own special attacks on the first enemy who steps on
it. Its limits are tested and paid when it is set. It is noticed with an Awareness check, a Hidden Trap is avoided or
disarmed with a Mobility check, all against twice the owner's Tier; a Glyph can be neither avoided nor disarmed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ludex.core.board.cells import Cell
from ludex.core.kernel.action import Arg
from ludex.core.kernel.agenda import step
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.scene import Entry, Until
from ludex.core.kernel.timing import Event, Reaction
from ludex.games.vitality.book.abilities.skills import passed, skill_check
from ludex.games.vitality.book.action_types import COMBAT_MODE, PRIMARY, STORY_MODE, Free, action
from ludex.games.vitality.book.attacks.blow import Blow
from ludex.games.vitality.book.attacks.built import Built, attack_of
from ludex.games.vitality.book.attacks.declaring import declare
from ludex.games.vitality.book.attacks.limits import pay, sacrificed, unmet
from ludex.games.vitality.book.attacks.targets import area_of
from ludex.games.vitality.book.characters.features import knack, knacks, uses_left
from ludex.games.vitality.book.characters.scores import tier
from ludex.games.vitality.book.characters.space import beings_in, clear, spaces_beside
from ludex.games.vitality.book.conditions import HOUR, afflict
from ludex.games.vitality.book.dice import Throw
from ludex.games.vitality.book.effort.on_rolls import outcome
from ludex.games.vitality.book.health.damage import Harm, bear
from ludex.games.vitality.book.health.rest import interrupt_rest, pass_time
from ludex.games.vitality.book.health.survival import die
from ludex.games.vitality.book.secrets.traps import enemy_traps, find, remove, trap_number, trap_of
from ludex.games.vitality.records.boon_effects import SelfSacrifice
from ludex.games.vitality.records.boon_effects import Trap as TrapKnack
from ludex.games.vitality.records.boon_effects import Ward as WardKnack
from ludex.games.vitality.state import TRAP_USES, Being, Scene, Trap, Ward

TRAP, GLYPH = "trap", "glyph"
FOR_GOOD = 100  # days running

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
        raise BadInput(f"set_trap, kind: expected trap or glyph, not {kind!r}")
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


def an_hour_passes(scene: Scene) -> None:
    interrupt_rest(scene)
    pass_time(scene, HOUR)


# ---------------------------------------------------------------- what it does


def goes_off(scene: Scene, owner: Being, event: Event) -> tuple[Plain, ...]:
    there = event.by == owner.id and trap_of(scene, owner.id, event.get("at")) is not None
    return ("goes off",) if there else ()


def reacts(scene: Scene, owner: Being, event: Event, way: Plain) -> Entry:
    trap = trap_of(scene, owner.id, event.get("at"))
    assert trap is not None
    being = scene.beings[event.who]
    return sets_off(being, trap) if trap.glyph else avoid(being, trap)


TRAPS = Reaction("forced", "trap", "vt.feature.hidden_trap", goes_off, reacts)


@step("vt.feature.hidden_trap")
async def avoid(scene: Scene, being: Being, trap: Trap) -> None:
    """A Hidden Trap can be avoided at the last moment."""
    number = trap_number(scene, trap)
    skill_check(scene, being, "mobility", number, avoided(being, trap), rule="vt.feature.hidden_trap")


@outcome("vt.feature.hidden_trap")
async def avoided(scene: Scene, being: Being, trap: Trap, natural: int, throw: Throw) -> None:
    if passed(natural, throw):
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
    for trap in enemy_traps(scene, actor):
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
    if passed(natural, throw):
        remove(scene, trap)
        scene.record("disarms", "vt.feature.hidden_trap", who=actor.id, at=trap.at)


# ---------------------------------------------------------------- Forbiddance


def may_forbid(scene: Scene, actor: Being) -> Refusal | None:
    if knack(scene, actor, WardKnack) is None:
        return Refusal(f"{actor.name} lays no wards", "vt.feature.forbiddance")
    if actor.has_used("forbiddance"):
        return Refusal("Forbiddance is used up until a rest", "vt.feature.forbiddance")
    return None


def widest(scene: Scene, actor: Being, *chosen: Plain) -> int:
    """How many spaces around the middle: half of how wide a ward is at most."""
    power = knack(scene, actor, WardKnack)
    return power.spaces // 2 if power is not None else 0


def whom_to_forbid(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return list(dict.fromkeys([b.sheet.kind for b in scene.beings.values() if b.here and not b.is_wall]))


def fits_forbid(scene: Scene, actor: Being, against: str, radius: int) -> Refusal | None:
    if isinstance(radius, bool) or not isinstance(radius, int):
        raise BadInput(f"forbid, radius: expected a whole number, not {radius!r}")
    if against not in [b.sheet.kind for b in scene.beings.values()]:
        raise BadInput(f"forbid, against: nobody here is a {against!r}")
    if not 0 <= radius <= widest(scene, actor):
        return Refusal(f"a ward reaches {widest(scene, actor)} spaces at most", "vt.feature.forbiddance")
    return None


@action(
    "forbid", rule="vt.feature.forbiddance", modes=(STORY_MODE,), may=may_forbid, fits=fits_forbid,
    args=(
        Arg("against", whom_to_forbid),
        Arg("radius", lambda scene, actor, *chosen: (2, 5, widest(scene, actor)), default=widest),
    ),
    label="Lay a ward", tags=("task",),
)  # fmt: skip
async def forbid(scene: Scene, actor: Being, against: str, radius: int) -> None:
    """An hour's work for a day: whoever is of that kind is hurt in every turn inside. The same ward renewed day by day
    stays for good after a hundred days."""
    an_hour_passes(scene)
    actor.use("forbiddance", "rest")
    kind = tuple([being.id for being in scene.beings.values() if being.sheet.kind == against])
    cells = tuple([cell for cell in scene.board.within(actor.at, radius) if cell in scene.board.cells])
    before = next((ward for ward in scene.wards if ward.owner == actor.id and ward.cells == cells), None)
    days = 1 if before is None else before.days if before.fresh else before.days + 1
    others = tuple([ward for ward in scene.wards if ward is not before])
    scene.wards = (*others, Ward(actor.id, cells, kind, min(days, FOR_GOOD), fresh=True))
    scene.record("ward", "vt.feature.forbiddance", who=actor.id, against=against, days=days)


def a_day_passes(scene: Scene) -> None:
    """Wards that were not renewed end, but for those that stay for good."""
    kept = [ward for ward in scene.wards if ward.fresh or ward.days >= FOR_GOOD]
    scene.wards = tuple([replace(ward, fresh=False) for ward in kept])
    scene.record("day", "vt.feature.forbiddance", wards=len(kept))


def lies_in_ward(being: Being, ward: Ward) -> bool:
    return being.id in ward.against and being.at in ward.cells


@step("vt.feature.forbiddance")
async def burns(scene: Scene, being: Being, ward: Ward) -> None:
    """A turn ends inside: 10 + 3T of the owner less Durability."""
    owner = scene.beings[ward.owner]
    power = knack(scene, owner, WardKnack)
    if being.here and power is not None:
        amount = power.base + power.tiers * tier(scene, owner)
        bear(scene, being, amount, Harm(by=owner.id, source="Forbiddance", rule="vt.feature.forbiddance"))


def bars_teleport(scene: Scene, being: Being, *cells: Cell) -> Refusal | None:
    """Nobody but the owner's side teleports into a ward or out of it."""
    for ward in scene.wards:
        if scene.beings[ward.owner].side != being.side and any([cell in ward.cells for cell in cells]):
            return Refusal("a ward bars teleporting", "vt.feature.forbiddance")
    return None


# ---------------------------------------------------------------- Self-Sacrifice


def may_sacrifice(scene: Scene, actor: Being) -> Refusal | None:
    if knack(scene, actor, SelfSacrifice) is None:
        return Refusal(f"{actor.name} does not have this feature", "vt.feature.self_sacrifice")
    if "Sacrificing" in actor.states:
        return Refusal(f"{actor.name} burns already", "vt.feature.self_sacrifice")
    return None


@action(
    "sacrifice", rule="vt.feature.self_sacrifice", cost=Free("sacrifice"), modes=(COMBAT_MODE,), may=may_sacrifice,
    label="Sacrifice oneself", tags=("gives_up",),
)  # fmt: skip
async def sacrifice(scene: Scene, actor: Being) -> None:
    """Tier + 4 for six whole rounds, this one among them; then the character dies."""
    power = knack(scene, actor, SelfSacrifice)
    if power is not None:
        afflict(scene, actor, "Sacrificing", value=power.tier, until=burning(actor, power))


def burning(being: Being, power: SelfSacrifice) -> Until:
    """vt.feature.self_sacrifice: whole rounds, so that the last ends as the own next turn begins."""
    return Until("start of turn", being.id, power.rounds)


def burn_out(scene: Scene, being: Being) -> None:
    """What was given is used up, and nothing prevents this death."""
    if being.here:
        die(scene, being, "vt.feature.self_sacrifice", for_good=True)
