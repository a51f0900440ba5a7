"""Damage and healing: types, Plating, the order of damage, Down and Out, Focus checks, falling."""

from __future__ import annotations

from typing import NamedTuple

from ludex.core.kernel.agenda import step
from ludex.core.kernel.dice import NoMoreThan, Total, dice
from ludex.core.kernel.domain import YES_NO
from ludex.core.kernel.procedure import ask, roll
from ludex.core.kernel.ruling import cite
from ludex.core.kernel.timing import Event, happens
from ludex.games.bluebox.book.conditions import (
    afflict,
    drop_focus,
    end,
    exhaust,
    set_plating,
    wake,
)
from ludex.games.bluebox.book.dice import FAILURE, Against, check, d12_pool, power_dice
from ludex.games.bluebox.state import Being, Scene, power_die

# bb.damage.types: the closed list
TYPES = (
    "Fire", "Ice", "Water", "Air", "Stone", "Earth", "Iron", "Magnetism", "Gravity", "Psychic", "Lightning", "Plasma",
    "Sonic", "Plant-life", "Acid", "Light", "Shadow",
)  # fmt: skip


class Part(NamedTuple):
    """Rolled damage of one type, modifiers included."""

    amount: int
    type: str = "plain"
    pure: bool = False


def resists(being: Being, type_: str) -> bool:
    if type_ in being.sheet.resist:
        return True
    return "Resistance" in being.states and any(c.name == "Resistance" and c.note == type_ for c in being.conditions)


def in_water(scene: Scene, being: Being) -> bool:
    terrain = scene.board.terrain
    if "water" not in terrain and "swim" not in terrain:
        return False
    return not being.altitude and any(
        cell in terrain.get("water", ()) or cell in terrain.get("swim", ()) for cell in being.cells
    )


# ---------------------------------------------------------------- destroying Plating


def destroyed_by(scene: Scene, attacker: Being, target: Being, sacrificed: int, type_: str, pure: bool) -> int:
    """bb.plating.sacrifice: half the highest face of the ✦ for each die, with what resistances make of it."""
    total = sacrificed * power_die(attacker) // 2
    if pure or not total:
        return total
    sheet = target.sheet
    if type_ in sheet.immune:
        cite("bb.damage.immunity")
        return 0
    if target.back_footed or scene.options["opt_resist_plating_always"]:
        resistant, vulnerable = resists(target, type_), type_ in sheet.vulnerable
        if resistant and not vulnerable:
            cite("bb.damage.resistance")
            return max(1, total // 2)
        if vulnerable and not resistant:
            cite("bb.damage.vulnerability")
            return total * 2
    return total


def destroy_plating(scene: Scene, target: Being, amount: int, rule: str) -> None:
    lost = min(amount, target.plating)
    if lost:
        scene.record("plating", rule, who=target.id, lost=lost, left=target.plating - lost)
        set_plating(scene, target, target.plating - lost)


# ---------------------------------------------------------------- taking damage


def reduced(scene: Scene, target: Being, part: Part) -> tuple[int, tuple[tuple[str, int, str], ...]]:
    """bb.damage.order, steps 4 and 5: what gets through, and each step on the way with its rule."""
    amount, type_, pure = part
    trace = []
    sheet = target.sheet
    resistant, vulnerable = resists(target, type_), type_ in sheet.vulnerable
    if pure:
        trace.append(("Pure", amount, "bb.damage.pure"))
        if vulnerable and scene.options["opt_pure_can_be_vulnerable"]:
            amount *= 2
            trace.append((f"vulnerable to {type_}", amount, "bb.damage.vulnerability"))
        return amount, tuple(trace)
    if type_ in sheet.immune:
        return 0, ((f"immune to {type_}", 0, "bb.damage.immunity"),)
    if resistant and not vulnerable:
        amount = (amount + 1) // 2
        trace.append((f"resists {type_}", amount, "bb.damage.resistance"))
    elif vulnerable and not resistant:
        amount *= 2
        trace.append((f"vulnerable to {type_}", amount, "bb.damage.vulnerability"))
    if target.plating > 0 and amount > 0:
        up = 1 if scene.options["opt_plating_round_up"] else 0
        amount = max(1, (amount + up) // 2)
        trace.append(("Plating", amount, "bb.plating.halves"))
    return amount, tuple(trace)


def most_that_matters(target: Being) -> NoMoreThan:
    """Rolled damage beyond this is the same outcome: it takes all the target has, whatever reduces it; but not where
    the damage is a DC."""
    if target.focus:
        return NoMoreThan(10**9)
    return NoMoreThan(8 * (target.hp + target.thp + 1))  # halved three times: by a save, Resistance and Plating


def of_one_type(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """bb.damage.separate_types: different types are computed separately; damage of one type is one."""
    sums: dict[tuple[str, bool], int] = {}
    for part in parts:
        kind = (part.type, part.pure)
        sums[kind] = sums.get(kind, 0) + part.amount
    return tuple([Part(amount, type_, pure) for (type_, pure), amount in sums.items()])


def harm(scene: Scene, target: Being, parts: tuple[Part, ...], source: str, rule: str, means: str = "") -> int:
    """Apply rolled damage: reductions part by part, then THP, then HP. Gives what was applied, all told. `means` is the
    name of what it was done with."""
    before = target.hp + target.thp
    applied = 0
    raw = 0
    if len(parts) > 1:
        parts = of_one_type(parts)
    for part in parts:
        amount, trace = reduced(scene, target, part)
        scene.cite("bb.damage.types" if part.type != "plain" else "bb.damage.plain", "bb.damage.order", "bb.hp.points")
        scene.cite(*[by for _, _, by in trace], *(("bb.damage.separate_types",) if len(parts) > 1 else ()))
        scene.record(
            "damage", rule, who=target.id, source=source, rolled=part.amount, type=part.type, trace=trace,
            applied=amount,
        )  # fmt: skip
        if amount > 0 and scene.options["opt_types_are_instances"]:
            take(scene, target, amount, part.amount, source)
        applied += amount
        raw += part.amount
    if applied > 0 and not scene.options["opt_types_are_instances"]:
        take(scene, target, applied, raw, source)
    scene.harmed(target.id, "HP", before - target.hp - target.thp, source, means or rule)
    return applied


def take(scene: Scene, target: Being, amount: int, raw: int, source: str) -> None:
    """One instance of damage reaches THP and HP."""
    from_thp = min(target.thp, amount)
    if from_thp:
        target.thp -= from_thp
        scene.cite("bb.hp.thp")
    before = target.hp
    target.hp = max(0, before - (amount - from_thp))
    lost = before - target.hp
    scene.record(
        "takes", "bb.hp.points", who=target.id, amount=amount, thp=from_thp, hp_lost=lost, hp=target.hp, source=source
    )
    if target.focus:
        scene.next(keep_focus(target, max(6, raw if scene.options["opt_focus_dc_raw"] else amount)))
    wake(scene, target)
    if "Out" in target.states or "Dead" in target.states:
        return
    if "Down" in target.states:
        hurt_while_down(scene, target)
    elif before > 0 and target.hp == 0:
        go_down(scene, target)


@step("bb.focus.check")
async def keep_focus(scene: Scene, being: Being, dc: int) -> None:
    """Taking damage while Focusing: a Focus check, or the skill ends."""
    if being.focus and await check(scene, being, "Focus", dc, rule="bb.focus.check") == FAILURE:
        scene.record("focus_lost", "bb.focus.check", who=being.id, skill=being.focus)
        drop_focus(scene, being)


# ---------------------------------------------------------------- Down and Out


def go_down(scene: Scene, being: Being) -> None:
    """bb.down.state"""
    being.hp = 0
    being.marks = being.saved = being.failed = 0
    if being.sheet.minion and scene.options["opt_minions_out_at_zero"]:
        afflict(scene, being, "Out")
        return
    afflict(scene, being, "Down")
    exhaust(scene, being)
    happens(scene, Event("goes_down", being.id))


def hurt_while_down(scene: Scene, being: Being) -> None:
    """bb.down.three_marks, or with Death Saves a failure."""
    if scene.options["opt_death_saves"]:
        fail_death_save(scene, being, 0)
        return
    being.marks += 1
    scene.record("mark", "bb.down.three_marks", who=being.id, marks=being.marks)
    if being.marks >= 3:
        end(scene, being, "Down")
        afflict(scene, being, "Out")


def die(scene: Scene, being: Being, rule: str) -> None:
    end(scene, being, "Down", "Out")
    being.hp = 0
    scene.record("dies", rule, who=being.id)
    afflict(scene, being, "Dead")


@step("bb.death.saves")
async def death_save(scene: Scene, being: Being) -> None:
    """d12 without any bonus against 6."""
    if "Down" not in being.states:
        return
    result = await roll(d12_pool(0, False, False), Against(0, 0, 6), by=being.id, rule="bb.death.saves")
    if result == FAILURE:
        fail_death_save(scene, being, 1)
        return
    pass_death_save(scene, being)


def pass_death_save(scene: Scene, being: Being) -> None:
    being.saved += 1
    scene.record("death_save", "bb.death.saves", who=being.id, saved=being.saved, failed=being.failed)
    if being.saved >= 3:
        end(scene, being, "Down", rule="bb.death.saves")
        being.saved = being.failed = 0
        afflict(scene, being, "Unconscious", note="death saves")


def fail_death_save(scene: Scene, being: Being, rolled: int) -> None:
    being.failed += 1
    scene.record("death_save", "bb.death.saves", who=being.id, saved=being.saved, failed=being.failed)
    if being.failed >= 3:
        die(scene, being, "bb.death.saves")


# ---------------------------------------------------------------- healing


def healer_die(scene: Scene, healer: Being, healed: Being) -> Being:
    """bb.power_die.whose: the die of the one who acts."""
    cite("bb.power_die.whose")
    return healed if scene.options["opt_power_die_of_target"] else healer


@step()
async def regain(
    scene: Scene,
    being: Being,
    amount: int,
    by: Being | None,
    rule: str,
    overflow: bool = False,
) -> None:
    """Healing is received: HP up to the maximum, and the conditions end that healing ends."""
    if "Stasis" in being.states and "Dead" not in being.states:
        more = await ask(scene, being.id, YES_NO, rule="bb.cond.stasis", about={"amount": amount}, default=True)
        if more and "Stasis" in being.states and "Dead" not in being.states:
            amount += await power_dice(scene, being, 1, rule="bb.cond.stasis")
    if "Dead" in being.states:
        return
    if "Down" in being.states and scene.options["opt_death_saves"] and scene.options["opt_healing_only_counts"]:
        pass_death_save(scene, being)
        end(scene, being, "Bleeding", "Poisoned", rule="bb.hp.healing_counts")
        return
    before = being.hp
    being.hp = min(being.sheet.hp, before + amount)
    over = before + amount - being.hp
    scene.record("heals", rule, who=being.id, amount=being.hp - before, hp=being.hp, by=by.id if by else "")
    cite("bb.hp.healing_counts", "bb.hp.points")
    if overflow and over > 0:
        shield(scene, being, over)
    end(scene, being, "Bleeding", "Poisoned", rule="bb.hp.healing_counts")
    if not being.states.isdisjoint(("Down", "Out")):
        was_down = end(scene, being, "Down", "Out", rule="bb.down.healing_ends")
        being.marks = being.saved = being.failed = 0
        if was_down and by is being and scene.turns.current == being.id:
            scene.turns = scene.turns.end()
    being.keep(lambda c: not (c.name == "Unconscious" and c.note == "death saves"))
    wake(scene, being)


def shield(scene: Scene, being: Being, amount: int) -> None:
    """bb.hp.thp: new THP does not add to old; the higher stays."""
    being.thp = max(being.thp, amount)
    scene.record("thp", "bb.hp.thp", who=being.id, thp=being.thp)


# ---------------------------------------------------------------- fixed damage and falling


@step()
async def suffer(
    scene: Scene, being: Being, count: int, sides: int, type_: str, pure: bool, source: str, rule: str
) -> None:
    """Damage of fixed dice that no attack roll brought: terrain, conditions, falls."""
    if not being.here:
        return
    scene.cite("bb.roll.damage_source_dice", *(("bb.damage.pure",) if pure else ()))
    if type_ == "Lightning" and in_water(scene, being):
        cite("bb.damage.lightning_water")
        roller = scene.beings.get(source, being)  # bb.power_die.whose
        bonus: int = await power_dice(scene, roller, 1, rule="bb.damage.lightning_water")
    else:
        bonus = 0
    alike = most_that_matters(being)
    amount = await roll(dice(count, sides), Total(bonus), by=being.id, rule=rule, alike=alike)
    harm(scene, being, (Part(amount, type_, pure),), source, rule)


@step("bb.unmasked.six_hours")
async def wither(scene: Scene, being: Being, times: int) -> None:
    """1d4 Pure damage every six seconds, as long as there is somebody to suffer it."""
    if times and being.here and "Out" not in being.states:
        scene.next(suffer(being, 1, 4, "plain", True, "", "bb.unmasked.six_hours"), wither(being, times - 1))


@step("bb.fall.damage")
async def falls(scene: Scene, being: Being, metres: int) -> None:
    scene.record("falls", "bb.fall.damage", who=being.id, metres=metres)
    count = max(0, metres - 2)
    if count:
        happens(scene, Event("falls", being.id, "", (("metres", metres),)))
        scene.next(land(being, count))


@step("bb.fall.damage")
async def land(scene: Scene, being: Being, count: int) -> None:
    if "Caught" in being.states:
        being.relieve("Caught")
        return
    scene.next(suffer(being, count, 4, "plain", True, "", "bb.fall.damage"))
