"""What each effect of the vocabulary does to whom it reaches, and the limits of its use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, cast

from ludex.core.board.hex import Cell, Edge, within
from ludex.core.kernel.agenda import step
from ludex.core.kernel.dice import Total, dice
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import roll
from ludex.core.kernel.ruling import Modifier, cite
from ludex.core.kernel.scene import Until, until_end_of_next, until_start_of
from ludex.games.bluebox.book.conditions import afflict, until_end_of_turn
from ludex.games.bluebox.book.damage import Part, harm, healer_die, in_water, most_that_matters, regain, shield
from ludex.games.bluebox.book.dice import BONUS, FAILURE, power_dice, save
from ludex.games.bluebox.book.movement.steps import brave, push
from ludex.games.bluebox.records import effects as vocabulary
from ludex.games.bluebox.records.effects import Effect, Save
from ludex.games.bluebox.records.kinds import Target
from ludex.games.bluebox.state import Area, Being, Built, Scene, power_die, save_dc

# ---------------------------------------------------------------- limits


RESETS = {"1/turn": "turn", "1/round": "round", "1/combat": "combat", "1/rest": "rest"}


def limit_used(being: Being, name: str, limits: tuple[str, ...], target: Being | None) -> str:
    """bb.limit.frequency: which limit is used up; 1/ally and 1/self count by whom it was used on."""
    for limit in limits:
        if limit in RESETS:
            if being.has_used(name):
                return limit
        elif target is not None and (target is being) == (limit == "1/self") and being.has_used(f"{name}>{target.id}"):
            return limit
    return ""


def note_use(being: Being, name: str, limits: tuple[str, ...], target: Being | None) -> None:
    for limit in limits:
        if limit in RESETS:
            being.use(name, RESETS[limit])
        elif target is not None and (target is being) == (limit == "1/self"):
            being.use(f"{name}>{target.id}", "rest")
    if limits:
        cite("bb.limit.frequency")


class Use(NamedTuple):
    """A power, mask or item in use."""

    name: str
    effects: tuple[Effect, ...]
    save: Save | None
    target: Target | None
    rule: str
    crafter_kno: int = 0
    more_dice: int = 0
    flaw: int = 0


def dc_of(user: Being, wanted: Save) -> int:
    return save_dc(user, wanted.dc_stat) if wanted.dc_stat else wanted.dc


# ---------------------------------------------------------------- effects


@step()
async def on_target(scene: Scene, user: Being, target: Being, effect: Effect, use: Use | None = None) -> None:
    """One effect on one target, or on the user themselves; a save of its own may ward it off."""
    if not target.here:
        return
    ward = getattr(effect, "save", None)
    if ward is not None:
        if await save(scene, target, ward.stat, dc_of(user, ward), rule="bb.skill.forced_save") != FAILURE:
            return
        target = scene.beings[target.id]
    if getattr(effect, "to", "") == "user":
        target = user
    await EFFECTS[type(effect)](scene, user, target, effect, use)


def lasting(scene: Scene, user: Being, target: Being, until: str) -> Until | None:
    if until == "focus":
        return Until("focus", user.id)
    if until in ("combat", "rest"):
        return Until(until)
    if until == "end_of_own_turn":
        return until_end_of_turn(scene, target)
    if until == "start_of_source_next_turn":
        return until_start_of(user)
    if until == "end_of_source_next_turn":
        return until_end_of_next(scene, user)
    return None


def sides_of(die: str, being: Being) -> int:
    return power_die(being) if die == "power" else int(die[1:])


def named(use: Use | None) -> dict[str, Plain]:
    """For whoever reads of the dice: what they are thrown for."""
    return {"use": use.name} if use is not None else {}


async def roll_damage(
    scene: Scene, user: Being, target: Being | None, wanted: vocabulary.DamageDice, use: Use | None
) -> int:
    count = wanted.dice + (use.more_dice if use is not None else 0)
    if wanted.type == "Lightning" and target is not None and in_water(scene, target):
        count += 1
        cite("bb.damage.lightning_water")
    bonus = wanted.bonus + (user.sheet.stats[wanted.stat] if wanted.stat else 0)
    cite("bb.roll.damage_source_dice", "bb.power_die.whose")
    alike = most_that_matters(target) if target is not None else None
    pool = dice(count, sides_of(wanted.die, user))
    about = {"type": wanted.type, **({"target": target.id} if target is not None else {}), **named(use)}
    added = bonuses(wanted.stat, bonus - wanted.bonus, wanted.bonus, "bb.damage.order")
    return await roll(
        pool, Total(bonus, 1), by=user.id, rule="bb.damage.order", modifiers=added, about=about, alike=alike
    )


def bonuses(stat: str, by_stat: int, fixed: int, rule: str) -> list[Modifier]:
    """What is added to the dice of a skill, each number with its source."""
    listed = ((by_stat, stat.replace("crafter_", "crafter's ")), (fixed, "the skill"))
    return [Modifier(amount, source, rule, BONUS) for amount, source in listed if amount]


def follow_up(
    scene: Scene, user: Being, target: Being, effects: Sequence[Effect], use: Use | None = None, shared: int = 0
) -> None:
    """All that happens to a target at one moment: damage first, whatever its types as one instance, then the rest.
    `shared` is what was rolled once for all targets."""
    damages = tuple([effect for effect in effects if isinstance(effect, vocabulary.Damage)])
    if damages:
        scene.next(hurt(user, target, damages, use, shared))
    for effect in effects:
        if not isinstance(effect, vocabulary.Damage):
            scene.next(on_target(user, target, effect, use))


@step()
async def hurt(
    scene: Scene,
    user: Being,
    target: Being,
    effects: tuple[vocabulary.Damage, ...],
    use: Use | None,
    shared: int = 0,
) -> None:
    """Damage of one moment: each type is rolled and reduced by itself, and all of it is one instance."""
    if not target.here:
        return
    parts = []
    for effect in effects:
        amount = shared
        if not shared or not effect.shared:
            amount = await roll_damage(scene, user, target, effect.damage, use)
        elif effect.damage.type == "Lightning" and in_water(scene, target):
            cite("bb.damage.lightning_water")
            amount += await power_dice(scene, user, 1, rule="bb.damage.lightning_water")
        parts.append(Part((amount + 1) // 2 if effect.half else amount, effect.damage.type, effect.damage.pure))
    rule, means = (use.rule, use.name) if use is not None else ("bb.damage.order", "")
    harm(scene, target, tuple(parts), user.id, rule, means)


async def roll_amount(
    scene: Scene, roller: Being, user: Being, wanted: vocabulary.Amount, use: Use | None, rule: str
) -> int:
    bonus = wanted.bonus
    if wanted.stat == "crafter_KNO":
        bonus += use.crafter_kno if use is not None else 0
    elif wanted.stat:
        bonus += user.sheet.stats[wanted.stat]
    pool = dice(wanted.dice, sides_of(wanted.die, roller))
    by_rule = use.rule if use is not None else rule
    added = bonuses(wanted.stat, bonus - wanted.bonus, wanted.bonus, by_rule)
    return await roll(pool, Total(bonus, wanted.least), by=user.id, rule=by_rule, modifiers=added, about=named(use))


async def do_heal(scene: Scene, user: Being, target: Being, effect: vocabulary.Heal, use: Use | None) -> None:
    rule = "bb.hp.healing_counts"
    amount = await roll_amount(scene, healer_die(scene, user, target), user, effect.amount, use, rule)
    scene.next(regain(target, amount, user, use.rule if use is not None else rule))


async def do_thp(scene: Scene, user: Being, target: Being, effect: vocabulary.Shield, use: Use | None) -> None:
    shield(scene, target, await roll_amount(scene, user, user, effect.amount, use, "bb.hp.thp"))


async def do_condition(scene: Scene, user: Being, target: Being, effect: vocabulary.Afflict, use: Use | None) -> None:
    until = lasting(scene, user, target, effect.until)
    dc = save_dc(user, effect.dc_stat) if effect.dc_stat else effect.dc
    afflict(scene, target, effect.condition, source=user.id, until=until, value=dc)


async def do_push(scene: Scene, user: Being, target: Being, effect: vocabulary.Push, use: Use | None) -> None:
    scene.next(push(user, target, effect.m, "away"))


async def do_pull(scene: Scene, user: Being, target: Being, effect: vocabulary.Pull, use: Use | None) -> None:
    scene.next(push(user, target, effect.m, "toward"))


async def do_resist(scene: Scene, user: Being, target: Being, effect: vocabulary.Resist, use: Use | None) -> None:
    until = lasting(scene, user, target, effect.until)
    afflict(scene, target, "Resistance", source=user.id, until=until, note=effect.type)


async def do_scorch(
    scene: Scene, user: Being, target: Being, effect: vocabulary.ScorchGrappled, use: Use | None
) -> None:
    note = f"{effect.damage.dice} {sides_of(effect.damage.die, user)} {effect.damage.type}"
    afflict(scene, target, "Scorching", source=user.id, until=lasting(scene, user, target, effect.until), note=note)


async def do_add_dice(scene: Scene, user: Being, target: Being, effect: vocabulary.AddDice, use: Use | None) -> None:
    afflict(
        scene, target, "Mighty", source=user.id, until=lasting(scene, user, target, effect.until), value=effect.dice
    )


async def do_edge(scene: Scene, user: Being, target: Being, effect: vocabulary.CheckEdge, use: Use | None) -> None:
    until = lasting(scene, user, target, effect.until)
    afflict(scene, target, "Edge", source=user.id, until=until, value=effect.amount, note="|".join(effect.on))


async def do_fly(scene: Scene, user: Being, target: Being, effect: vocabulary.Fly, use: Use | None) -> None:
    afflict(scene, target, "Flying", source=user.id, until=lasting(scene, user, target, effect.until))


async def do_catch(scene: Scene, user: Being, target: Being, effect: vocabulary.NoFallDamage, use: Use | None) -> None:
    afflict(scene, target, "Caught", source=user.id)


async def do_lose_movement(
    scene: Scene, user: Being, target: Being, effect: vocabulary.LoseMovement, use: Use | None
) -> None:
    afflict(scene, target, "Slowed", source=user.id, value=effect.m)


EFFECTS: dict[type[Any], Callable[..., Any]] = {
    vocabulary.Heal: do_heal,
    vocabulary.Shield: do_thp,
    vocabulary.Afflict: do_condition,
    vocabulary.Push: do_push,
    vocabulary.Pull: do_pull,
    vocabulary.Resist: do_resist,
    vocabulary.ScorchGrappled: do_scorch,
    vocabulary.AddDice: do_add_dice,
    vocabulary.CheckEdge: do_edge,
    vocabulary.Fly: do_fly,
    vocabulary.NoFallDamage: do_catch,
    vocabulary.LoseMovement: do_lose_movement,
}


@step("bb.terrain.dangerous")
async def make_zone(scene: Scene, user: Being, use: Use, effect: vocabulary.Zone, target: Plain) -> None:
    """Hexes become Dangerous (or Difficult) Terrain; who stands there saves at once."""
    radius = use.target.radius if use.target is not None else 0
    cells = tuple(cell for cell in within(cast(Cell, target), radius) if scene.board.open(cell))
    if effect.terrain == "difficult":
        already = scene.board.terrain.get("difficult", frozenset())
        laid = {cell for area in scene.areas if not area.dice for cell in area.cells}
        fresh = tuple(cell for cell in cells if cell not in already or cell in laid)
        scene.board = scene.board.with_terrain("difficult", already.union(fresh))
        scene.areas = (*scene.areas, Area(fresh, dice=0, source=user.id, until=effect.until))
        scene.record("zone", "bb.terrain.difficult", who=user.id, cells=cells)
        return
    wanted = effect.damage or vocabulary.GroundDice(die="d4")
    dc = dc_of(user, use.save) if use.save is not None else 8
    stat = use.save.stat if use.save is not None else "DEX"
    area = Area(cells, stat, dc, wanted.dice, sides_of(wanted.die, user), wanted.type, user.id, effect.until)
    scene.areas = (*scene.areas, area)
    scene.record("zone", "bb.terrain.dangerous", who=user.id, cells=cells)
    if effect.save_at_once:
        for being in scene.beings.values():
            if being.here and "Flying" not in being.states and any(cell in cells for cell in being.cells):
                scene.next(brave(being, area))


@step("bb.cover.place")
async def raise_cover(scene: Scene, user: Being, effect: vocabulary.RaiseCover, target: Plain) -> None:
    edges = cast(tuple[Edge, ...], target)
    fresh = tuple(edge for edge in edges if edge not in scene.board.cover)
    scene.board = scene.board.with_cover(fresh)
    scene.built = (*scene.built, Built(fresh, user.id, effect.until))
    scene.record("cover", "bb.cover.place", who=user.id, edges=edges)
