"""Level-up: what a new level brings, decided step by step by the character's player when the game master grants it.

The book leaves the procedure to another document; this is the proposal of bb.gap.level_up.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from ludex.core.kernel.agenda import step
from ludex.core.kernel.dice import Total, dice
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import ask, roll
from ludex.core.kernel.ruling import Modifier, Refusal, cite
from ludex.core.kernel.timing import DECLINE
from ludex.core.master.calls import being
from ludex.games.bluebox.book.action_economy import gm
from ludex.games.bluebox.book.attacks.weapons import hexes, module_points, modules_of, weapon_entry
from ludex.games.bluebox.book.conditions import set_plating
from ludex.games.bluebox.state import ABILITIES, STATS, Being, Scene, power_die, with_sheet

RULE = "bb.level.rules"
HOW = "bb.gap.level_up"
STAT_MOST = 4
ABILITY_POINTS = 2  # at each level after the first


def stat_raises(level: int) -> int:
    """bb.gap.level_up: +1 to one stat at levels 4 and 7."""
    return (level >= 4) + (level >= 7)


def fits_level(scene: Scene, who: Being) -> Refusal | None:
    if scene.mode == "combat":
        return Refusal("a level is gained after a chapter, not in combat", HOW)
    return None


@gm("level_up", RULE, being(), fits=fits_level)
async def level_up(scene: Scene, who: Being) -> None:
    """A new level: HP, Plating, ability bonuses, a power or a Module, and at levels 4 and 7 a stat."""
    level = who.sheet.level + 1
    with_sheet(who, level=level, plating=who.sheet.plating + 1)
    if who.plating:
        set_plating(scene, who, who.plating + 1)
    cite("bb.power_die.size", "bb.plating.value")
    scene.record("level", RULE, who=who.id, level=level, die=f"d{power_die(who)}", plating=who.sheet.plating)
    scene.next(gain_hp(who), *[raise_ability(who)] * ABILITY_POINTS, learn(who))
    if stat_raises(level) > stat_raises(level - 1):
        scene.next(raise_stat(who))


@step(HOW)
async def gain_hp(scene: Scene, who: Being) -> None:
    """✦ of the new level, 1s re-rolled, + FOR; at least 1."""
    strong = who.sheet.stats["FOR"]
    modifiers = (Modifier(strong, "FOR", HOW),)
    pool = dice(1, power_die(who), (1,), bool(scene.options["opt_reroll_once"]))
    gain = await roll(pool, Total(strong, least=1), by=who.id, rule=HOW, modifiers=modifiers)
    with_sheet(who, hp=who.sheet.hp + gain)
    if who.hp:
        who.hp += gain
    scene.record("gains_hp", HOW, who=who.id, gain=gain, hp=who.sheet.hp)


@step("bb.ability.bonus_cap")
async def raise_ability(scene: Scene, who: Being) -> None:
    """One point on an ability whose bonus is below the level."""
    bonuses = who.sheet.abilities
    below = tuple(name for name in ABILITIES if bonuses.get(name, 0) < who.sheet.level)
    if not below:
        return
    about: dict[str, Plain] = {"level": who.sheet.level}
    chosen = await ask(scene, who.id, OneOf(below), rule="bb.ability.bonus_cap", about=about, default=below[0])
    bonus = bonuses.get(chosen, 0) + 1
    with_sheet(who, abilities={**bonuses, chosen: bonus})
    scene.record("raises", "bb.ability.bonus_cap", who=who.id, what=chosen, to=bonus)


@step(HOW)
async def learn(scene: Scene, who: Being) -> None:
    """A new power, or one more Module on a Tool within its ⬡. An answer is ["power", id] or ["module", Tool, id]."""
    ways = (*_powers_open_to(scene, who), *_modules_open_to(scene, who))
    if not ways:
        return
    way = await ask(scene, who.id, OneOf((*ways, DECLINE)), rule=HOW, about={"level": who.sheet.level}, default=ways[0])
    if way == DECLINE:
        return
    if way[0] == "power":
        with_sheet(who, powers=(*who.sheet.powers, way[1]))
    else:
        _, tool, module = cast(tuple[str, str, str], way)
        fitted = (*modules_of(scene, who, tool), module)
        who.fitted = (*(part for part in who.fitted if part[0] != tool), (tool, fitted))
        cite("bb.tool.hex_points")
    scene.record("learns", HOW, who=who.id, kind=way[0], what=way[-1])


def _powers_open_to(scene: Scene, who: Being) -> Iterator[Plain]:
    """bb.creation.steps: those of the own element, and those of none that cost EP."""
    for power in scene.library.offered("power"):
        own = power.element == who.sheet.element if power.element else power.ep
        if own and power.id not in who.sheet.powers:
            yield "power", power.id


def _modules_open_to(scene: Scene, who: Being) -> Iterator[Plain]:
    for tool in who.weapons:
        if weapon_entry(scene, tool).core:
            fitted = modules_of(scene, who, tool)
            for module in scene.library.offered("module"):
                points = module_points(scene.library, (*fitted, module.id))
                if module.id not in fitted and points <= hexes(who.sheet.level):
                    yield "module", tool, module.id


@step(HOW)
async def raise_stat(scene: Scene, who: Being) -> None:
    """+1 to one stat, up to +4; AC, BAC and EP follow it."""
    below = tuple(stat for stat in STATS if who.sheet.stats[stat] < STAT_MOST)
    if not below:
        return
    chosen = await ask(scene, who.id, OneOf(below), rule=RULE, about={"level": who.sheet.level}, default=below[0])
    before, sheet = who.sheet.stats[chosen], who.sheet
    with_sheet(
        who,
        stats={**sheet.stats, chosen: before + 1},
        ac=sheet.ac + (chosen == "DEX"),
        bac=sheet.bac + (chosen == "KNO"),
    )
    if chosen == "SPI" and before + 1 > -2:  # bb.gap.ep_pool: 3 + SPI, at least 1
        with_sheet(who, ep=sheet.ep + 1)
        who.ep += 1
    scene.record("raises", RULE, who=who.id, what=chosen, to=before + 1)
