"""What effects do when their moment comes: when something is used, when an attack has its result, when one is attacked.

Effects that hold by themselves are looked up where they matter (`features.passive`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ludex.core.kernel.agenda import step
from ludex.core.kernel.domain import OneOf, Several
from ludex.core.kernel.procedure import ask
from ludex.games.navyblue.book.carrying.slots import drop
from ludex.games.navyblue.book.conditions import afflict, lacking, until_of
from ludex.games.navyblue.book.damage import deal, deal_direct, heal, remove_injuries
from ludex.games.navyblue.book.features import attribute, has_attribute, holds, passive
from ludex.games.navyblue.book.movement.obstacles import obstruct
from ludex.games.navyblue.book.movement.sight import charted
from ludex.games.navyblue.book.movement.steps import can_fly, shove
from ludex.games.navyblue.records.effects import (
    AddDefence,
    Afflict,
    Base,
    CreateObstruction,
    Damage,
    DirectInjuries,
    DropHeld,
    GrantMotion,
    HealVigor,
    IgnoreObstruction,
    ImmuneCondition,
    ImmuneForcedMove,
    LoseItem,
    MoveTarget,
    NeedsReload,
    RemoveInjuries,
    RollModifier,
)
from ludex.games.navyblue.state import PARTY, Being, Obstruction, Scene, half_level

STAY = ""  # the answer of an attacker who does not move the target
ALWAYS = 4  # immune to results up to a Critical Hit: to anything
FILLED_UNTIL = {"end_of_turn": "end of turn", "start_of_own_next_turn": "start of turn", "end_of_fight": "fight"}
TAKES_HOLD = {"CutOff": ("Devout",), "Suppressed": ("Mage", "other")}  # nb.arch.counterplay


class Moment(NamedTuple):
    """How an effect came about: the result of the attack, the zone aimed at, what it belongs to, the kind of damage."""

    result: int = 0
    zone: str = ""
    source: str = ""  # weapon:cutlass, feature:sever, npc:tide_ghoul.drowning_grip, consumable:slick_oil
    type: str = "physical"

    @property
    def thing(self) -> str:
        """The weapon or attack, by the name that its owner knows it by."""
        return self.source.partition(":")[2].rpartition(".")[2]


def happen(
    scene: Scene,
    owner: Being,
    effect: Base,
    target: Being | None,
    result: int = 0,
    zone: str = "",
    source: str = "",
    type: str = "physical",
) -> None:
    """Carry out an effect, after all that waits already."""
    moment = Moment(result, zone, source, type)
    if scene.fresh:
        scene.next(comes_about(owner, effect, target, moment))
    else:
        carry_out(scene, owner, effect, target, moment)


@step("nb.tenet.specific_beats_general")
async def comes_about(scene: Scene, owner: Being, effect: Base, target: Being | None, moment: Moment) -> None:
    carry_out(scene, owner, effect, target, moment)


def carry_out(scene: Scene, owner: Being, effect: Base, target: Being | None, moment: Moment) -> None:
    scene.cite("nb.tenet.specific_beats_general")
    if fits(scene, owner, effect, target, moment) and type(effect) in CARRIED_OUT:
        CARRIED_OUT[type(effect)](scene, owner, effect, target, moment)


def fits(scene: Scene, owner: Being, effect: Base, target: Being | None, moment: Moment) -> bool:
    """Do the terms of an effect hold now?"""
    if effect.when == "target_in_adjacent_zone":
        return target is not None and scene.distance(owner, target) == 1
    return holds(scene, owner, effect, moment.thing)


def whom(owner: Being, to: str, target: Being | None) -> list[Being]:
    """Whom an effect reaches: the dead and gone are past it."""
    found = owner if to == "self" or (to == "user_or_target" and target is None) else target
    return [found] if found is not None and found.here else []


# ---------------------------------------------------------------- harm and help


def _heal(scene: Scene, owner: Being, effect: HealVigor, target: Being | None, moment: Moment) -> None:
    amount = effect.amount + (half_level(scene, owner) if effect.add_hl else 0)
    if effect.add_attribute and has_attribute(owner, effect.add_attribute):
        amount += attribute(scene, owner, effect.add_attribute)
    for being in whom(owner, effect.to, target):
        heal(scene, being, amount, "nb.vigor.max")


def _mend(scene: Scene, owner: Being, effect: RemoveInjuries, target: Being | None, moment: Moment) -> None:
    for being in whom(owner, effect.to, target):
        scene.next(remove_injuries(being, effect.amount))


def _damage(scene: Scene, owner: Being, effect: Damage, target: Being | None, moment: Moment) -> None:
    amount = effect.amount + (half_level(scene, owner) if effect.add_hl else 0)
    for being in whom(owner, effect.to, target):
        deal(scene, being, amount, moment.type, owner.id, moment.source)


def _direct(scene: Scene, owner: Being, effect: DirectInjuries, target: Being | None, moment: Moment) -> None:
    for being in whom(owner, effect.to, target):
        deal_direct(scene, being, effect.amount, owner.id, "nb.direct.pc", moment.type, moment.source)


# ---------------------------------------------------------------- conditions


def resists(scene: Scene, being: Being, effect: Afflict, result: int) -> str:
    """The rule by which a condition does not take hold; empty when it does."""
    if effect.condition in TAKES_HOLD or effect.only_magic_kind:
        kind = being.sheet.magic_kind
        if kind not in TAKES_HOLD.get(effect.condition, (kind,)) or kind not in (effect.only_magic_kind or (kind,)):
            return "nb.arch.counterplay"
    for immune in passive(scene, being, ImmuneCondition):
        if effect.condition in immune.conditions and immune_up_to(effect, immune, result):
            return "nb.feature.tags"
    return ""


def immune_to_all(immune: ImmuneCondition | ImmuneForcedMove) -> bool:
    """An immunity to all results is against anything, whether or not it is an attack."""
    return immune.max_result >= ALWAYS


def immune_up_to(effect: Base, immune: ImmuneCondition | ImmuneForcedMove, result: int) -> bool:
    """An immunity to results up to one is against attacks."""
    return immune_to_all(immune) or (effect.on == "result" and result <= immune.max_result)


def _afflict(scene: Scene, owner: Being, effect: Afflict, target: Being | None, moment: Moment) -> None:
    for being in whom(owner, effect.to, target):
        rule = resists(scene, being, effect, moment.result)
        if rule:
            scene.record("resists", rule, who=being.id, condition=effect.condition)
        else:
            until = until_of(scene, effect.until, owner, being)
            afflict(scene, being, effect.condition, source=owner.id, until=until)


def _hinder(scene: Scene, owner: Being, effect: RollModifier, target: Being | None, moment: Moment) -> None:
    for being in whom(owner, effect.to, target):
        until = until_of(scene, effect.until, owner, being)
        afflict(scene, being, "Hindered", source=owner.id, until=until, value=effect.amount, note=effect.roll)


def _guard(scene: Scene, owner: Being, effect: AddDefence, target: Being | None, moment: Moment) -> None:
    note = f"{','.join(effect.attrs)}|{effect.against_trait}"
    afflict(scene, owner, "Guarded", source=owner.id, until=until_of(scene, effect.until, owner, owner), note=note)


def _unhinder(scene: Scene, owner: Being, effect: IgnoreObstruction, target: Being | None, moment: Moment) -> None:
    until = until_of(scene, effect.until, owner, owner)
    afflict(scene, owner, "Unhindered", source=owner.id, until=until, note=",".join(effect.materials))


# ---------------------------------------------------------------- the zone, points, things


def _obstruct(scene: Scene, owner: Being, effect: CreateObstruction, target: Being | None, moment: Moment) -> None:
    zone = moment.zone or (target.at if target is not None else owner.at)
    until = FILLED_UNTIL[effect.until]
    obstruct(
        scene,
        Obstruction(zone, effect.material, effect.unblock, effect.attribute, effect.difficulty, owner.id, until),
    )


def _motion(scene: Scene, owner: Being, effect: GrantMotion, target: Being | None, moment: Moment) -> None:
    for being in whom(owner, effect.to, target):
        being.promised += effect.amount
        scene.record("promised", "nb.motion.points", who=being.id, amount=effect.amount)


def _lose(scene: Scene, owner: Being, effect: LoseItem, target: Being | None, moment: Moment) -> None:
    until = until_of(scene, effect.until, owner, owner)
    afflict(scene, owner, "Lacking", source=owner.id, until=until, note=moment.thing)


def _unload(scene: Scene, owner: Being, effect: NeedsReload, target: Being | None, moment: Moment) -> None:
    """Of several alike in hand, one more is not ready."""
    others = [unready for unready in owner.unloaded if unready[0] != moment.thing]
    alike = [unready for unready in owner.unloaded if unready[0] == moment.thing]
    more = alike[: max(0, owner.held.count(moment.thing) - 1)]
    owner.unloaded = (*others, *more, (moment.thing, effect.motion))


def _move(scene: Scene, owner: Being, effect: MoveTarget, target: Being | None, moment: Moment) -> None:
    if target is None or not target.here:
        return
    if any(immune_up_to(effect, immune, moment.result) for immune in passive(scene, target, ImmuneForcedMove)):
        scene.record("unmoved", "nb.feature.tags", who=target.id)
        return
    scene.next(moves(owner, target, effect, effect.zones, moment.result))


def where_to(scene: Scene, owner: Being, target: Being, direction: str) -> list[str]:
    """The zones that a target can be moved into. Who cannot fly is not moved into the air."""
    board = charted(scene) if owner.side == PARTY else scene.board
    found = [
        zone
        for zone in board.neighbours(target.at)
        if scene.passes(target.at, zone) and (zone not in scene.air or can_fly(scene, target))
    ]
    if direction == "to_attacker":
        return [zone for zone in found if zone == owner.at]
    if direction == "away":
        off = scene.hops(owner.at)
        return [zone for zone in found if off.get(zone, 0) > off.get(target.at, 0)]
    return found


@step("nb.action.attack")
async def moves(scene: Scene, owner: Being, target: Being, effect: MoveTarget, zones: int, result: int) -> None:
    """The target is moved, zone by zone; the attacker picks where there is more than one way, or may let it be."""
    if not target.here:
        return

    def among() -> tuple[str, ...]:
        left = tuple(where_to(scene, owner, target, effect.direction))
        return (*left, STAY) if effect.optional or not left else left

    def to_be_picked() -> bool:
        return target.here and len(among()) > 1

    zone = among()[0]
    if to_be_picked():
        zone = await ask(
            scene, owner.id, lambda: OneOf(among()), rule="nb.action.attack",
            about={"choice": "move", "target": target.id, "direction": effect.direction},
            default=lambda: among()[0], matters=to_be_picked,
        )  # fmt: skip
    if among() == (STAY,):
        if effect.else_condition and zones == effect.zones:
            carry_out(scene, owner, Afflict(condition=effect.else_condition, on=effect.on), target, Moment(result))
    elif zone != STAY:
        scene.next(shove(target, zone, owner.id))
        if zones > 1:
            scene.next(moves(owner, target, effect, zones - 1, result))


def in_hand(being: Being) -> tuple[str, ...]:
    """What somebody can be made to let go of: things, and for an NPC what they attack with."""
    gone = [thing for thing, _ in lacking(being)]
    return (*being.held, *(a.id for a in being.sheet.attacks if a.held and a.id not in gone))


def _drop(scene: Scene, owner: Being, effect: DropHeld, target: Being | None, moment: Moment) -> None:
    if target is None or not target.here or not in_hand(target):
        return
    chooser = owner if effect.chooser == "attacker" else target
    scene.next(lets_go(target, chooser, effect.amount))


@step("nb.maneuver.drop")
async def lets_go(scene: Scene, being: Being, chooser: Being, amount: int) -> None:
    """Somebody is made to let go of what is in hand. An NPC's weapon lies in the zone until it is taken up again."""
    chosen = in_hand(being)
    if amount < len(chosen):

        def distinct() -> tuple[str, ...]:
            return tuple(dict.fromkeys(in_hand(being)))

        chosen = await ask(
            scene, chooser.id, lambda: Several(distinct(), min(amount, len(distinct())), amount),
            rule="nb.maneuver.drop", about={"choice": "drop", "target": being.id},
            default=lambda: distinct()[:amount], matters=lambda: being.here and amount < len(in_hand(being)),
        )  # fmt: skip
    for thing in chosen if being.here else ():
        if thing in being.held:
            drop(scene, being, thing)
        else:
            afflict(scene, being, "Lacking", note=f"{thing}|{being.at}")


CARRIED_OUT: dict[type, Callable[[Scene, Being, Any, Being | None, Moment], None]] = {
    HealVigor: _heal,
    RemoveInjuries: _mend,
    Damage: _damage,
    DirectInjuries: _direct,
    Afflict: _afflict,
    RollModifier: _hinder,
    AddDefence: _guard,
    IgnoreObstruction: _unhinder,
    CreateObstruction: _obstruct,
    GrantMotion: _motion,
    LoseItem: _lose,
    NeedsReload: _unload,
    MoveTarget: _move,
    DropHeld: _drop,
}
