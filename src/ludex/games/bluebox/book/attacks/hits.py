"""The damage of a hit: its Power Dice, those that are sacrificed to destroy Plating, and what the rest deals."""

from __future__ import annotations

from typing import NamedTuple

from ludex.core.kernel.agenda import step
from ludex.core.kernel.dice import Die, Total, dice
from ludex.core.kernel.domain import YES_NO, Amount
from ludex.core.kernel.procedure import ask, roll
from ludex.core.kernel.ruling import Modifier, cite
from ludex.games.bluebox.book.attacks.weapons import module_effect, module_with
from ludex.games.bluebox.book.conditions import set_plating
from ludex.games.bluebox.book.damage import (
    Part,
    destroy_plating,
    destroyed_by,
    harm,
    in_water,
    most_that_matters,
)
from ludex.games.bluebox.book.dice import BONUS
from ludex.games.bluebox.book.powers.callings import on_sacrifice
from ludex.games.bluebox.book.powers.effects import bonuses, follow_up, limit_used, note_use, on_target, sides_of
from ludex.games.bluebox.records.effects import Damage, Effect, MakePure
from ludex.games.bluebox.state import Attack, Being, Scene, power_die


class Blow(NamedTuple):
    """One attack roll: with what, of which action, and how it came about."""

    attack: Attack
    kind: str = "attack"  # attack, shove, trip, flash_shot, cable
    reaction: bool = False
    beyond: bool = False  # beyond range
    stops: bool = False  # an Opportunity Attack: a hit ends the movement

    @property
    def damages(self) -> bool:
        return self.kind == "attack"


# ---------------------------------------------------------------- what a hit deals


class Share(NamedTuple):
    """What a hit deals of one type: the weapon's own, and what effects on a hit add to it."""

    stars: int  # ✦: they can be sacrificed
    added: tuple[Modifier, ...]
    type: str
    pure: bool = False
    fixed: tuple[int, ...] = ()  # the sides of dice that are no ✦
    half: bool = False  # only half of it is dealt

    @property
    def bonus(self) -> int:
        return sum([modifier.amount for modifier in self.added])

    @property
    def has_dice(self) -> bool:
        return bool(self.stars or self.fixed)


def damage_dice(scene: Scene, attacker: Being, target: Being, blow: Blow, was_hidden: bool) -> int:
    """How many ✦ the weapon itself has in this hit: bb.crit.area, bb.cond.hidden."""
    attack = blow.attack
    count = attack.dice
    if not blow.beyond and attack.critical and max(1, scene.distance(attacker, target)) in attack.critical:
        count += 1
        scene.record("crit", "bb.crit.area", who=attacker.id, target=target.id)
    if was_hidden and not scene.options["opt_hidden_no_die"]:
        count += 1
        cite("bb.cond.hidden")
    mighty = attacker.condition("Mighty") if attack.type_of == "melee" else None
    if mighty is not None:
        count += mighty.value
    return count


def own_share(attack: Attack, count: int) -> Share:
    source = f"{attack.stat} and weapon"
    added = (Modifier(attack.bonus, source, "bb.reach.range", BONUS),) if attack.bonus else ()
    return Share(count, added, attack.type)


def added_share(attacker: Being, effect: Damage) -> Share:
    """What an effect adds to a hit."""
    wanted = effect.damage
    by_stat = attacker.sheet.stats[wanted.stat] if wanted.stat else 0
    added = tuple(bonuses(wanted.stat, by_stat, wanted.bonus, "bb.damage.order"))
    if wanted.die == "power":
        return Share(wanted.dice, added, wanted.type, wanted.pure, (), effect.half)
    fixed = (sides_of(wanted.die, attacker),) * wanted.dice
    return Share(0, added, wanted.type, wanted.pure, fixed, effect.half)


def by_type(shares: list[Share]) -> list[Share]:
    """bb.damage.separate_types: one share for each type."""
    found: dict[tuple[str, bool, bool], Share] = {}
    for share in shares:
        kind = (share.type, share.pure, share.half)
        one = found.get(kind)
        if one is not None:
            stars, added, fixed = one.stars + share.stars, one.added + share.added, one.fixed + share.fixed
            share = one._replace(stars=stars, added=added, fixed=fixed)
        found[kind] = share
    return list(found.values())


def conducted(scene: Scene, target: Being, shares: list[Share]) -> list[Share]:
    """bb.damage.lightning_water: one ✦ more for the Lightning of the hit."""
    for number, share in enumerate(shares):
        if share.type == "Lightning" and in_water(scene, target):
            scene.record("water", "bb.damage.lightning_water", target=target.id)
            return [*shares[:number], share._replace(stars=share.stars + 1), *shares[number + 1 :]]
    return shares


def brought(
    scene: Scene, attacker: Being, target: Being, attack: Attack, moments: tuple[str, ...], at_work: tuple[str, ...]
) -> tuple[list[Effect], tuple[str, ...]]:
    """The effects of these moments, and the Modules that are at work in this hit. bb.limit.frequency: a Module brings
    all it has to one hit, and nothing to another once its limit is used up."""
    effects = []
    for effect in attack.effects:
        if getattr(effect, "when", "") not in moments:
            continue
        module = module_with(scene, attack, effect)
        if module and module not in at_work:
            limits = scene.library.shelves["module"].get(module).limits
            if limit_used(attacker, module, limits, target):
                continue
            note_use(attacker, module, limits, target)
            at_work = (*at_work, module)
        effects.append(effect)
    return effects, at_work


# ---------------------------------------------------------------- sacrificing dice, and damage


@step("bb.plating.sacrifice")
async def sacrifice(scene: Scene, attacker: Being, target: Being, blow: Blow, choice: str, was_hidden: bool) -> None:
    """Before damage is rolled, the attacker gives up ✦ to destroy Plating."""
    if not target.here:
        return
    attack = blow.attack
    shares = [own_share(attack, damage_dice(scene, attacker, target, blow, was_hidden))]
    if attack.type_of == "melee":
        attacker.relieve("Mighty")
    effects, at_work = brought(scene, attacker, target, attack, ("hit",), ()) if attack.effects else ([], ())
    shares += [added_share(attacker, effect) for effect in effects if isinstance(effect, Damage)]
    shares = conducted(scene, target, by_type(shares))
    tip = module_effect(attack, MakePure)
    if tip is not None:
        module = module_with(scene, attack, tip)
        limits = scene.library.shelves["module"].get(module).limits if module else ()
        may = module in at_work or not limit_used(attacker, module, limits, target)
        if may and await ask(
            scene, attacker.id, YES_NO, rule="bb.damage.pure", default=False,
            about={"target": target.id, "dice": sum([share.stars for share in shares])},
        ):  # fmt: skip
            note_use(attacker, module, limits, target)
            at_work = (*at_work, module)
            shares = by_type([share._replace(pure=True) for share in shares])
    kept = []
    given_up = 0
    for share in shares:
        given = await give_up(scene, attacker, target, share, choice == "heavy_strike")
        left = share._replace(stars=share.stars - given)
        if left.has_dice or not given or scene.options["opt_flat_damage_remains"]:
            kept.append(left)
        given_up += given
    for effect in effects:
        if not isinstance(effect, Damage):
            scene.next(on_target(attacker, target, effect))
    scene.next(deal(attacker, target, blow, choice, tuple(kept), given_up, at_work))


async def give_up(scene: Scene, attacker: Being, target: Being, share: Share, heavy: bool) -> int:
    """How many ✦ of one type the attacker sacrifices."""
    may = target.back_footed or not scene.options["opt_plating_only_backfooted"]
    if not share.stars or not target.plating or not may:
        return 0
    given: int = await ask(
        scene, attacker.id, lambda: Amount(0, share.stars if target.plating else 0), rule="bb.plating.sacrifice",
        about=lambda: {
            "target": target.id, "dice": share.stars, "plating": target.plating, "type": share.type,
            "pure": share.pure, "each": power_die(attacker) // 2, "bonus": share.bonus, "heavy": heavy,
        },
        default=0,
    )  # fmt: skip
    if given:
        destroyed = destroyed_by(scene, attacker, target, given, share.type, share.pure)
        scene.record("sacrifices", "bb.plating.sacrifice", who=attacker.id, dice=given, destroys=destroyed)
        cite("bb.plating.only_power_dice")
        destroy_plating(scene, target, destroyed, "bb.plating.sacrifice")
    return given


@step("bb.damage.order")
async def deal(
    scene: Scene,
    attacker: Being,
    target: Being,
    blow: Blow,
    choice: str,
    shares: tuple[Share, ...],
    given_up: int,
    at_work: tuple[str, ...],
) -> None:
    """Roll the dice that are left, and apply the damage: each type by itself, and all of it as one instance."""
    if not target.here:
        return
    attack = blow.attack
    parts = []
    rolled = any([share.has_dice for share in shares])
    if not rolled:
        scene.record("no_dice", "bb.plating.sacrifice_all", who=attacker.id)
    if rolled or scene.options["opt_flat_damage_remains"]:
        for share in shares:
            if not share.has_dice:
                amount = max(0, share.bonus)
            elif choice == "heavy_strike":
                amount = max(1, share.stars * power_die(attacker) + sum(share.fixed) + share.bonus)
            else:
                amount = await damage_roll(scene, attacker, target, attack, share)
            amount = (amount + 1) // 2 if share.half else amount
            if amount:
                parts.append(Part(amount, share.type, share.pure))
    if rolled and choice == "heavy_strike":
        most = sum(part.amount for part in parts)
        scene.record("heavy_strike", "bb.decisive.heavy_strike", who=attacker.id, amount=most)
    if parts:
        before = target.hp
        dealt = harm(scene, target, tuple(parts), attacker.id, "bb.action.attack", attack.name)
        if attack.effects and dealt:
            moments = ("damage", "hp_lost") if target.hp < before else ("damage",)
            follow_up(scene, attacker, target, brought(scene, attacker, target, attack, moments, at_work)[0])
    if choice == "shatter" and scene.options["opt_shatter_after_damage"]:
        set_plating(scene, target, 0)
    if given_up and attack.type_of == "melee":
        on_sacrifice(scene, attacker, target)


async def damage_roll(scene: Scene, attacker: Being, target: Being, attack: Attack, share: Share) -> int:
    """bb.damage.floor: at least one die left deals at least 1."""
    modifiers, bonus = list(share.added), share.bonus
    if scene.adjustments:
        for given in scene.take_adjustments(attacker.id, "bb.damage.order"):
            modifiers.append(Modifier(given.amount, given.name, "bb.game.table_may_change", BONUS))
            bonus += given.amount
    scene.cite(
        "bb.roll.damage_source_dice",
        "bb.power_die.size",
        "bb.power_die.whose",
        "bb.damage.floor",
        "bb.damage.no_edge",
    )
    about = {"target": target.id, "weapon": attack.name, "type": share.type}
    pool = dice(share.stars, power_die(attacker)) + tuple([Die(sides) for sides in share.fixed])
    amount: int = await roll(
        pool,
        Total(bonus, least=1),
        by=attacker.id,
        rule="bb.damage.order",
        modifiers=modifiers,
        about=about,
        alike=most_that_matters(target),
    )
    return amount
