"""What a hit does: the critical table, damage by type, and what comes with it; to somebody, or to cover."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from ludex.core.board.cells import Cell
from ludex.core.kernel.agenda import step
from ludex.core.kernel.dice import Total, dice
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import roll
from ludex.core.kernel.ruling import Modifier
from ludex.games.crawl.book.attacks.criticals import HIT_TABLE, roll_table
from ludex.games.crawl.book.attacks.exotic import chill, eaten, ignite, smallest, surge
from ludex.games.crawl.book.attacks.modifiers import Blow
from ludex.games.crawl.book.characters.aspects import item_of
from ludex.games.crawl.book.characters.core_aspects import core
from ludex.games.crawl.book.characters.skills import Skill, methods_of, skill_of
from ludex.games.crawl.book.dice import on_damage, total_of
from ludex.games.crawl.book.health.damage import AsMuch, Harms, amount, lose_hp, most_that_matters, resist, resistance
from ludex.games.crawl.book.health.kinetic import push
from ludex.games.crawl.book.skills.effects import happen, put_under
from ludex.games.crawl.book.turns.openings import draws_blood
from ludex.games.crawl.records.effects import LiftsStop
from ludex.games.crawl.records.parts import type_named
from ludex.games.crawl.state import Being, Scene

# ---------------------------------------------------------------- damage


@step("tc.crit.hit_table")
async def roll_critical_tables(
    scene: Scene, attacker: Being, target: Being, blow: Blow, tables: int, half: bool
) -> None:
    """A critical hit: the table befalls the target, then the damage."""
    if not target.here:
        return
    times, bled = await roll_table(scene, attacker, target, HIT_TABLE, "tc.crit.hit_table")
    if tables > 1:
        more, also = await roll_table(scene, attacker, target, HIT_TABLE, "tc.crit.hit_table")
        times, bled = times * more, bled + also
    scene.next(deal_damage(attacker, target, blow, times, bled, half))


@step("tc.attack.success")
async def deal_damage(
    scene: Scene, attacker: Being, target: Being, blow: Blow, times: int, bled: int, half: bool
) -> None:
    """Roll the damage, multiply it, subtract the resistance; then what a hit and a wound bring with them."""
    if not target.here:
        return
    skill = skill_of(scene, attacker, blow.skill)
    rolled: list[tuple[str, int]] = []
    less = 0
    if skill.dice:
        rolled = await damage_roll(
            scene, attacker, skill, as_much(scene, target, skill, blow.aim, times, half), target=target.id
        )
        if "energetic" in skill.exotic:
            rolled.append(("electric", await surge(scene, attacker, target, skill)))
        less = await lowered(scene, attacker, target, skill)
    harms = made_of(rolled, times, half)
    scene.cite("tc.targeted" if blow.aim else "tc.attack.location")
    through = resist(scene, target, harms, aim=blow.aim, less=less) if harms else 0
    lost = through + bled  # tc.poison.vector: what the critical table adds is damage of the attack too
    lose_hp(scene, target, lost, by=attacker.id, rule="tc.attack.success", source=skill.name, bled=bled)
    if lost:
        draws_blood(scene, attacker, target)
    bring(scene, attacker, target, skill, lost > 0)


def made_of(rolled: list[tuple[str, int]], times: int, half: bool) -> Harms:
    """What becomes of rolled damage: the sum of each type, multiplied, and halved where a check has mitigated it."""
    sums: dict[str, int] = {}
    for kind, much in rolled:
        sums[type_named(kind)] = sums.get(type_named(kind), 0) + much * times
    return tuple([(kind, much // 2 if half else much) for kind, much in sums.items()])


async def lowered(scene: Scene, attacker: Being, target: Being, skill: Skill) -> int:
    """What is taken off the target's resistance: tc.exotic.meta, tc.armor_penetration."""
    less = await eaten(scene, attacker, target, skill) if "meta" in skill.exotic else 0
    if skill.penetration:
        scene.cite("tc.armor_penetration")
    if scene.options["opt_armor_penetration"]:
        for each in skill.penetration:
            less += await amount(scene, attacker, each.count, each.sides, rule="tc.armor_penetration", target=target.id)
    return less


def as_much(scene: Scene, target: Being, skill: Skill, aim: str, times: int, half: bool) -> dict[str, AsMuch]:
    """Which sums of each type of damage are one outcome for whoever is struck: those that cost the same health. Where
    the resistance is not settled yet, or several dice meet it together, it is left out of account; so is the halving
    where several dice of a type are added up before it."""
    types = [type_named(each.type) for each in skill.dice]
    open_yet = skill.exotic or skill.penetration or len(types) > len(dict.fromkeys(types))
    most = most_that_matters(scene, target)
    surges = ["electric"] if "energetic" in skill.exotic else []
    found = {}
    for each in skill.dice:
        alone = [*types, *surges].count(type_named(each.type)) == 1
        less = 0 if open_yet else resistance(scene, target, each.type, aim=aim)
        found[each.type] = AsMuch(most, times, half and alone, less)
    return found


async def damage_roll(
    scene: Scene, attacker: Being, skill: Skill, alike: Mapping[str, AsMuch], **about: Plain
) -> list[tuple[str, int]]:
    """The dice of an attack by type of damage. The first of them take what is added to all."""
    rolled = []
    more = added(scene, attacker, skill)
    for each in skill.dice:
        modifiers = [*more, *([Modifier(each.bonus, skill.entry.name, "tc.ap.cost.dice")] if each.bonus else ())]
        much = await roll(
            dice(each.count, each.sides), Total(total_of(modifiers), 0), by=attacker.id, rule="tc.damage.types",
            modifiers=modifiers, about={"type": each.type, "skill": skill.id, **about}, alike=alike.get(each.type),
        )  # fmt: skip
        rolled.append((each.type, much))
        more = []
    return rolled


def added(scene: Scene, attacker: Being, skill: Skill) -> list[Modifier]:
    """tc.weapon.two_handed: the strength behind a weapon for two hands; and what lies on rolls of damage too."""
    modifiers = on_damage(scene, attacker)
    if skill.strong:
        scene.cite("tc.weapon.two_handed")
        bow = "drawn force" in methods_of(item_of(scene.library, skill.weapon))
        strength = core(scene, attacker, "strength")
        if strength and not (bow and scene.options["opt_bow_no_strength"]):
            modifiers.append(Modifier(strength, "strength", "tc.weapon.two_handed"))
    return modifiers


def bring(scene: Scene, attacker: Being, target: Being, skill: Skill, wounded: bool) -> None:
    """What a hit brings beside its damage: its effects, exotic damage, and the push that comes last."""
    for effect in skill.effects:
        if effect.on == "success" or (effect.on == "hp_damage" and wounded):
            scene.next(happen(attacker, skill.id, effect, target, effect.on))
    if "cold" in skill.exotic:
        scene.next(chill(attacker, target))
    if "fire" in skill.exotic:
        scene.next(ignite(attacker, target, smallest(skill, "fire")))
    if skill.lasts and skill.granted and not skill.area and target.here:
        put_under(scene, attacker, skill, target)
    if skill.push is not None:
        scene.next(push(target, attacker.at, skill.kp, attacker.id, lifted=lifts(skill.effects)))


def lifts(effects: Iterable[object]) -> bool:
    """tc.stack.second: does who is thrown go on through what gives way?"""
    return any([isinstance(effect, LiftsStop) for effect in effects])


# ---------------------------------------------------------------- cover


@step("tc.cover.hardness")
async def damage_cover(scene: Scene, attacker: Being, cell: Cell, blow: Blow) -> None:
    """Cover has no resistance and no defence; nothing passes on to who is behind it."""
    skill = skill_of(scene, attacker, blow.skill)
    cover = scene.cover_at(cell)
    if cover is None or not skill.dice:
        return
    harms = await damage_roll(scene, attacker, skill, {each.type: AsMuch(cover.hp) for each in skill.dice}, at=cell)
    left = max(0, cover.hp - sum([much for _, much in harms]))
    scene.record("cover_struck", "tc.cover.hardness", name=cover.name, at=cell, left=left)
    if left:
        worn = replace(cover, hp=left)
        scene.cover = tuple([worn if other is cover else other for other in scene.cover])
    else:
        scene.cover = tuple([other for other in scene.cover if other is not cover])
