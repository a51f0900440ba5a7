"""Damage: Rage, multipliers, Evade and morale boosts, the two pools, Resolve, and what comes of an empty one.

cb.damage.sequence: each part of the order is a step of its own, so that what is agreed is agreed.
"""

from __future__ import annotations

from typing import NamedTuple

from ludex.core.kernel.agenda import step
from ludex.core.kernel.domain import Amount, OneOf
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, ask
from ludex.core.kernel.scene import Until
from ludex.games.cloudbreaker.book.conditions import afflict, end
from ludex.games.cloudbreaker.book.morale import lose_morale, worth
from ludex.games.cloudbreaker.book.spirit import (
    EVADE,
    RAGE,
    can_hold,
    could_have,
    may_burst,
    spend,
    wants_burst,
)
from ludex.games.cloudbreaker.records.effects import Afflict, Reduce
from ludex.games.cloudbreaker.state import ENEMY, OBJECT, Being, Scene, in_situation

PER_RAGE = 2  # damage for each token
PER_TOKEN = 5  # resolve damage that a token takes off


class Harm(NamedTuple):
    """Damage on its way to somebody."""

    amount: int
    pool: str  # HP or MP
    type: str = ""
    critical: bool = False
    direct: bool = False  # of an epic trap: no Evade, no flat reduction
    source: str = ""  # the weapon, spell or hazard
    cause: str = ""  # who has brought somebody into it, where nobody deals it


def doer(by: Being | None, harm: Harm) -> str:
    """cb.spirit.gain.capture: whose attack, effect or push it comes from."""
    return by.id if by is not None else harm.cause


def spared(scene: Scene, target: Being, by: Being | None = None) -> bool:
    """cb.cond.knocked_out: no target any more; by option still of what nobody aims, hazards and epic traps."""
    if target.targetable:
        return False
    if "Knocked Out" in target.states:
        scene.cite("cb.cond.knocked_out")
    return by is not None or not target.here or not scene.options["opt_trap_hits_knocked_out"]


# ---------------------------------------------------------------- Rage


def deal(scene: Scene, by: Being | None, target: Being, part: str, harm: Harm) -> None:
    """The damage as rolled. It goes as far as nobody has anything to decide, and never past what waits already."""
    if scene.fresh or scene.maybe_over or may_rage(scene, by, harm):
        scene.next(hurt(by, target, part, harm))
    elif not spared(scene, target, by):
        multiplied(scene, by, target, part, harm)


def may_rage(scene: Scene, by: Being | None, harm: Harm) -> bool:
    return by is not None and not harm.direct and could_have(scene, by) >= RAGE and may_burst(scene, by)


@step("cb.damage.sequence")
async def hurt(scene: Scene, by: Being | None, target: Being, part: str, harm: Harm) -> None:
    """Whoever deals the damage may Rage; multipliers come after that."""
    if spared(scene, target, by):
        return
    if by is not None and may_rage(scene, by, harm):

        def rages() -> bool:
            return may_burst(scene, by) and not spared(scene, target, by)

        tokens: int = await ask(
            scene,
            by.id,
            lambda: OneOf((0, *range(RAGE, by.spirit + 1)) if rages() else (0,)),
            rule="cb.burst.rage",
            about=lambda: {"target": target.id, "part": part, "amount": harm.amount, "pool": harm.pool,
                           "type": harm.type, "critical": harm.critical, "spirit": by.spirit},
            default=0,
        )  # fmt: skip
        if tokens:
            spend(scene, by, tokens, "cb.burst.rage")
            harm = harm._replace(amount=harm.amount + PER_RAGE * tokens)
    multiplied(scene, by, target, part, harm)


def multiplied(scene: Scene, by: Being | None, target: Being, part: str, harm: Harm) -> None:
    scene.cite("cb.damage.sequence")
    lands(scene, by, target, part, harm._replace(amount=after_multipliers(scene, target, harm)))


def after_multipliers(scene: Scene, target: Being, harm: Harm) -> int:
    """cb.damage.multipliers: doubled on a critical hit, halved or doubled by the type, then less flat reductions."""
    amount = harm.amount
    trace: list[tuple[str, int]] = []
    if harm.critical:
        amount *= 2
        trace.append(("critical hit", amount))
    if harm.type and harm.type in target.sheet.resist:
        amount //= 2
        trace.append(("resistance", amount))
    if harm.type and harm.type in target.sheet.vulnerable:
        amount *= 2
        trace.append(("vulnerability", amount))
    flat = 0 if harm.direct else target.sheet.reduction + by_features(scene, target, harm.type)
    if flat and amount:
        amount = max(0, amount - flat)
        trace.append(("reduction", amount))
    scene.record(
        "damage", "cb.damage.multipliers", who=target.id, rolled=harm.amount, amount=amount, pool=harm.pool,
        type=harm.type, trace=tuple(trace),
    )  # fmt: skip
    return amount


def by_features(scene: Scene, target: Being, type_: str) -> int:
    """Flat reductions that a unit's features give."""
    found = 0
    for name in target.sheet.features:
        for effect in scene.library.shelves["feature"].entries[name].effects:
            if isinstance(effect, Reduce) and (not effect.types or type_ in effect.types):
                found += effect.amount
    return found


# ---------------------------------------------------------------- Evade and boosts


def lands(scene: Scene, by: Being | None, target: Being, part: str, harm: Harm) -> None:
    """The damage as it lands, once all multipliers are in."""
    evades = target.pc and not harm.direct and could_have(scene, target) >= EVADE
    if scene.fresh or scene.maybe_over or evades:
        scene.next(land(by, target, part, harm))
    else:
        settle(scene, by, target, part, harm)


@step("cb.damage.sequence")
async def land(scene: Scene, by: Being | None, target: Being, part: str, harm: Harm) -> None:
    """A player character may Evade the damage, but not that of an epic trap."""
    if not harm.amount or spared(scene, target, by):
        return
    if (
        target.pc
        and not harm.direct
        and await wants_burst(scene, target, EVADE, "cb.burst.evade", amount=harm.amount, pool=harm.pool)
    ):
        scene.record("evades", "cb.burst.evade", who=target.id)
        return
    settle(scene, by, target, part, harm)


def settle(scene: Scene, by: Being | None, target: Being, part: str, harm: Harm) -> None:
    """Nothing wards it off any more, but for the boosts that the game master may give an enemy."""
    if not harm.amount or spared(scene, target, by):
        return
    if target.pc and harm.direct:
        scene.cite("cb.escape.no_evade", "cb.escape.damage_kind")
    if target.sheet.sort == ENEMY and scene.morale and not scene.rush and fatal(target, part, harm.pool, harm.amount):
        scene.next(boosted(by, target, part, harm, 0))
    else:
        lose(scene, by, target, part, harm.amount, harm)


def fatal(target: Being, part: str, pool: str, amount: int) -> bool:
    """Does this much bring them to 0? MP may be there already, paid away; but what has none at all loses none."""
    if pool == "MP":
        return bool(target.sheet.mp) and target.mp <= amount
    return 0 < target.parts[target.part(part)] <= amount


def boosted_to(now: int, top: int, amount: int, boosts: int) -> int:
    """What this damage leaves of so much, with so many boosts."""
    return min(now - amount + boosts * (top // 2), max(now, top // 2)) if boosts else now - amount


@step("cb.morale.boost.half")
async def boosted(scene: Scene, by: Being | None, target: Being, part: str, harm: Harm, boosts: int) -> None:
    """Emergency Half Recovery: for each token half of the maximum comes off; nobody rises above half by it."""
    number = target.part(part)
    top = target.sheet.mp if harm.pool == "MP" else target.sheet.parts[number].hp

    def had() -> int:
        return target.mp if harm.pool == "MP" else target.parts[number]

    def helps() -> bool:
        """Would another boost leave them more? Not without a token, nor where they have gone meanwhile."""
        now = had()
        left = boosted_to(now, top, harm.amount, boosts)
        return bool(scene.morale) and left < max(now, top // 2) and not spared(scene, target, by)

    def about() -> dict[str, Plain]:
        left = max(0, boosted_to(had(), top, harm.amount, boosts))
        return {"target": target.id, "part": part, "amount": harm.amount, "pool": harm.pool, "left": left,
                "now": had(), "half": top // 2, "boosts": boosts, "morale": scene.morale}  # fmt: skip

    if helps():
        again = await ask(
            scene,
            GM,
            lambda: OneOf((False, True) if helps() else (False,)),
            rule="cb.morale.boost.half",
            about=about,
            default=False,
        )
        if again:
            lose_morale(scene, target, doer(by, harm), "cb.morale.boost.half")
            if scene.morale:
                scene.next(boosted(by, target, part, harm, boosts + 1))
                return
            boosts += 1  # with the last token the group is routed, but what it was spent on is done
    if spared(scene, target, by):
        return
    now = had()
    after = boosted_to(now, top, harm.amount, boosts)
    if boosts:
        scene.record(
            "boosted", "cb.morale.boost.half", who=target.id, boosts=boosts, off=boosts * (top // 2), left=max(0, after)
        )
    lose(scene, by, target, part, now - after, harm)


# ---------------------------------------------------------------- the pools


def lose(scene: Scene, by: Being | None, target: Being, part: str, amount: int, harm: Harm) -> None:
    """HP or MP are lost (or, after a boost, gained). What goes beyond 0 is resolve damage for a player character."""
    pool, author = harm.pool, scene.beings.get(doer(by, harm))
    if author is not None and author.pc and not target.pc:
        target.hurt_by = author.id
    number = target.part(part)
    left = target.mp if pool == "MP" else target.parts[number]
    taken = min(left, amount)
    breaks = fatal(target, part, pool, amount)
    if pool == "MP":
        target.mp -= taken
    else:
        target.lose_hp(number, taken)
    source = by.id if by is not None else ""
    scene.record(
        "loses", "cb.down.hp_mp", who=target.id, part=part, pool=pool, amount=taken, left=left - taken, by=source
    )
    scene.harmed(target.id, pool, taken, source, harm.source)
    if target.pc:
        beyond = amount - taken
        if beyond and in_situation(scene) and can_hold(target) and could_have(scene, target):
            scene.next(resolve_damage(target, beyond), falls(target))
            return
        if beyond:
            scene.record("beyond", "cb.down.excess", who=target.id, amount=beyond)
            lose_resolve(scene, target, beyond, "cb.down.excess")
        if left == taken:
            fall(scene, target)
    elif breaks:
        broken(scene, target, number, pool, doer(by, harm))


@step("cb.down.excess")
async def resolve_damage(scene: Scene, target: Being, amount: int) -> None:
    """Damage beyond 0. Tokens, also those that friends give now, take 5 off each."""
    scene.record("beyond", "cb.down.excess", who=target.id, amount=amount)
    tokens = 0
    if can_hold(target):
        tokens = await ask(
            scene,
            target.id,
            lambda: Amount(0, min(target.spirit, -(-amount // PER_TOKEN)) if can_hold(target) else 0),
            rule="cb.resolve.reduce",
            about=lambda: {"amount": amount, "resolve": target.resolve, "spirit": target.spirit},
            default=0,
        )
    if not target.here:
        return
    if tokens:
        spend(scene, target, tokens, "cb.resolve.reduce")
        amount = max(0, amount - PER_TOKEN * tokens)
    lose_resolve(scene, target, amount, "cb.down.excess")


def lose_resolve(scene: Scene, being: Being, amount: int, rule: str) -> None:
    """cb.death: at 0 Resolve a player character dies."""
    before, being.resolve = being.resolve, max(0, being.resolve - amount)
    scene.harmed(being.id, "Resolve", before - being.resolve, "", rule)
    scene.record("resolve", rule, who=being.id, amount=amount, left=being.resolve)
    if not being.resolve:
        die(scene, being)


def die(scene: Scene, being: Being) -> None:
    being.relieve("Downed", "Knocked Out", "Yielding")
    afflict(scene, being, "Dead")
    being.spirit = 0


@step("cb.cond.downed")
async def falls(scene: Scene, being: Being) -> None:
    fall(scene, being)


def fall(scene: Scene, being: Being) -> None:
    """cb.cond.downed: with HP or MP at 0, awake and prone."""
    if not being.empty or not being.states.isdisjoint(("Downed", "Knocked Out", "Dead")):
        return
    afflict(scene, being, "Downed")
    if "Prone" not in being.states:
        afflict(scene, being, "Prone")


@step("cb.down.cost")
async def drained(scene: Scene, being: Being) -> None:
    """Paying the last MP downs a player character and defeats anybody else, once what was paid for is resolved."""
    if being.mp or scene.options["opt_cost_never_downs"] or not being.active:
        return
    if being.pc:
        fall(scene, being)
    elif being.sheet.mp:
        defeat(scene, being, "")


# ---------------------------------------------------------------- enemies


def broken(scene: Scene, unit: Being, number: int, pool: str, by: str) -> None:
    """cb.unit.multi_target: the vital target, or the unit's MP, at 0 defeats them; another target is broken."""
    part = unit.sheet.parts[number]
    if pool == "MP" or part.vital:
        defeat(scene, unit, by)
        return
    scene.record("broken", "cb.unit.multi_target", who=unit.id, part=part.id)
    for effect in part.when_broken:
        if isinstance(effect, Afflict):
            afflict(scene, unit, effect.condition, source=unit.id)


def defeat(scene: Scene, unit: Being, by: str) -> None:
    """cb.defeat.enemy: out of the situation; the enemy group loses a token. cb.defeat.fate: knocked out by default."""
    if not unit.here:
        return
    unit.fate = "knocked out"
    afflict(scene, unit, "Defeated")
    scene.cite("cb.defeat.fate")
    if unit.sheet.sort == ENEMY:
        lose_morale(scene, unit, by, "cb.defeat.enemy", worth(scene, unit))
    elif unit.sheet.sort == OBJECT:
        unit.fate = "destroyed"


# ---------------------------------------------------------------- conditions that can be evaded


@step("cb.cond.stacking")
async def inflict(
    scene: Scene,
    by: Being | None,
    target: Being,
    condition: str,
    until: Until | None = None,
    value: int = 0,
    note: str = "",
) -> None:
    """A condition that somebody brings; a player character may Evade it, unless it comes from a friend."""
    if not target.targetable:
        return
    friendly = by is not None and by.side == target.side
    if target.pc and not friendly and await wants_burst(scene, target, EVADE, "cb.burst.evade", condition=condition):
        scene.record("evades", "cb.burst.evade", who=target.id)
        return
    if not target.targetable:
        return
    if condition == "Grappled" and (by is None or by.helpless or not scene.together(by, target)):
        return  # nobody is there any more to hold them
    afflict(scene, target, condition, source=by.id if by is not None else "", until=until, value=value, note=note)


# ---------------------------------------------------------------- recovery


def gains_nothing(scene: Scene, being: Being) -> bool:
    """cb.finale.rush: no player character recovers anything in it."""
    if scene.rush and being.pc:
        scene.record("no_gain", "cb.finale.rush", who=being.id)
        return True
    return False


def recover(scene: Scene, being: Being, pool: str, amount: int, rule: str) -> None:
    """Up to the maximum. No help for the knocked out."""
    if not being.targetable:
        scene.record("no_help", "cb.cond.knocked_out", who=being.id)
        return
    if gains_nothing(scene, being):
        return
    if pool == "MP":
        before, being.mp = being.mp, min(being.sheet.mp, being.mp + amount)
        gained = being.mp - before
    elif pool == "Resolve":
        before, being.resolve = being.resolve, min(being.sheet.resolve, being.resolve + amount)
        gained = being.resolve - before
    else:
        number = being.sheet.vital
        gained = min(amount, being.sheet.parts[number].hp - being.parts[number])
        being.lose_hp(number, -gained)
    scene.record("recovers", rule, who=being.id, pool=pool, amount=gained)
    get_up(scene, being)


def get_up(scene: Scene, being: Being) -> None:
    """cb.cond.downed ends with both pools above 0; Prone stays."""
    if "Downed" in being.states and being.hp and being.mp:
        end(scene, being, "Downed")
