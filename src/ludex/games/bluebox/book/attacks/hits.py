"""The damage of a hit: its Power Dice, those that are sacrificed to destroy Plating, and what the rest deals."""

from __future__ import annotations

from typing import NamedTuple

from ludex.core.kernel.agenda import step
from ludex.core.kernel.dice import Total, dice
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
from ludex.games.bluebox.book.powers.effects import limit_used, note_use, on_target
from ludex.games.bluebox.records.effects import MakePure
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


# ---------------------------------------------------------------- sacrificing dice, and damage


def damage_dice(scene: Scene, attacker: Being, target: Being, blow: Blow, was_hidden: bool) -> int:
    """How many ✦ this hit has: bb.crit.area, bb.cond.hidden, bb.damage.lightning_water."""
    attack = blow.attack
    count = attack.dice
    if not blow.beyond and attack.critical and max(1, scene.distance(attacker, target)) in attack.critical:
        count += 1
        scene.record("crit", "bb.crit.area", who=attacker.id, target=target.id)
    if was_hidden and not scene.options["opt_hidden_no_die"]:
        count += 1
        cite("bb.cond.hidden")
    if attack.type == "Lightning" and in_water(scene, target):
        count += 1
        scene.record("water", "bb.damage.lightning_water", target=target.id)
    mighty = attacker.condition("Mighty") if attack.type_of == "melee" else None
    if mighty is not None:
        count += mighty.value
    return count


@step("bb.plating.sacrifice")
async def sacrifice(scene: Scene, attacker: Being, target: Being, blow: Blow, choice: str, was_hidden: bool) -> None:
    """Before damage is rolled, the attacker gives up ✦ to destroy Plating."""
    if not target.here:
        return
    attack = blow.attack
    count = damage_dice(scene, attacker, target, blow, was_hidden)
    if attack.type_of == "melee":
        attacker.relieve("Mighty")
    pure = False
    tip = module_effect(attack, MakePure)
    if tip is not None:
        module = module_with(scene, attack, tip)
        limits = scene.library.shelves["module"].get(module).limits if module else ()
        if not limit_used(attacker, module, limits, target):
            pure = True is await ask(
                scene, attacker.id, YES_NO, rule="bb.damage.pure", default=False,
                about={"target": target.id, "dice": count},
            )  # fmt: skip
            if pure:
                note_use(attacker, module, limits, target)
    given_up = 0
    may = target.back_footed or not scene.options["opt_plating_only_backfooted"]
    if target.plating and may:
        given_up = await ask(
            scene, attacker.id, Amount(0, count), rule="bb.plating.sacrifice",
            about={
                "target": target.id, "dice": count, "plating": target.plating, "type": attack.type, "pure": pure,
                "each": power_die(attacker) // 2, "bonus": attack.bonus, "heavy": choice == "heavy_strike",
            },
            default=0,
        )  # fmt: skip
        if given_up:
            destroyed = destroyed_by(scene, attacker, target, given_up, attack.type, pure)
            scene.record("sacrifices", "bb.plating.sacrifice", who=attacker.id, dice=given_up, destroys=destroyed)
            cite("bb.plating.only_power_dice")
            destroy_plating(scene, target, destroyed, "bb.plating.sacrifice")
    for effect in attack.effects:
        if getattr(effect, "when", "") == "hit":
            scene.next(on_target(attacker, target, effect, attack))
    scene.next(deal(attacker, target, blow, choice, count - given_up, given_up, pure))


@step("bb.damage.order")
async def deal(
    scene: Scene, attacker: Being, target: Being, blow: Blow, choice: str, count: int, given_up: int, pure: bool
) -> None:
    """Roll the dice that are left and apply the damage."""
    attack = blow.attack
    amount = 0
    if count == 0:
        scene.record("no_dice", "bb.plating.sacrifice_all", who=attacker.id)
        if scene.options["opt_flat_damage_remains"]:
            amount = max(0, attack.bonus)
    elif choice == "heavy_strike":
        amount = max(1, count * power_die(attacker) + attack.bonus)
        scene.record("heavy_strike", "bb.decisive.heavy_strike", who=attacker.id, amount=amount)
    else:
        amount = await damage_roll(scene, attacker, target, attack, count)
    if amount:
        before = target.hp
        part = Part(amount, attack.type, pure)
        dealt = harm(scene, target, (part,), attacker.id, "bb.action.attack", attack.name)
        for effect in attack.effects:
            when = getattr(effect, "when", "")
            if (when == "damage" and dealt) or (when == "hp_lost" and target.hp < before):
                scene.next(on_target(attacker, target, effect, attack))
    if choice == "shatter" and scene.options["opt_shatter_after_damage"]:
        set_plating(scene, target, 0)
    if given_up and attack.type_of == "melee":
        on_sacrifice(scene, attacker, target)


async def damage_roll(scene: Scene, attacker: Being, target: Being, attack: Attack, count: int) -> int:
    """bb.damage.floor: at least one die left deals at least 1."""
    bonus = attack.bonus
    modifiers = [Modifier(bonus, f"{attack.stat} and weapon", "bb.reach.range", BONUS)] if bonus else []
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
    about = {"target": target.id, "weapon": attack.name, "type": attack.type}
    amount: int = await roll(
        dice(count, power_die(attacker)),
        Total(bonus, least=1),
        by=attacker.id,
        rule="bb.damage.order",
        modifiers=modifiers,
        about=about,
        alike=most_that_matters(target),
    )
    return amount
