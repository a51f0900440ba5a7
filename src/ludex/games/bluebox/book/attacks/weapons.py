"""Weapons in somebody's hands: what a weapon, its core and its Modules come to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from ludex.core.content.content import Library
from ludex.core.kernel.derived import Basis, derived
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.games.bluebox.records.effects import DamageType, Effect
from ludex.games.bluebox.records.ids import UNARMED
from ludex.games.bluebox.records.kinds import Power, Weapon
from ludex.games.bluebox.state import Attack, Being, Scene, without

E = TypeVar("E")

ARMS = Basis("sheet side fitted damaged")  # what its attacks follow from
UNARMED_STATS = ("FOR", "DEX")


def veiled(scene: Scene) -> tuple[str, ...]:
    """bb.crit.show: the sides whose Critical Areas this view does not show."""
    sides: tuple[str, ...] = scene.library.veiled
    return sides


def weapon_entry(scene: Scene, name: str) -> Weapon:
    entry: Weapon = scene.library.shelves["weapon"].get(name)
    return entry


def modules_of(scene: Scene, being: Being, name: str) -> tuple[str, ...]:
    for weapon, modules in being.fitted:
        if weapon == name:
            return modules
    return weapon_entry(scene, name).modules


def hexes(level: int) -> int:
    """bb.tool.hex_points: 4 ⬡ for each Tool at level 1; bb.gap.tools: one more at levels 4 and 7."""
    return 4 + (level >= 4) + (level >= 7)


def module_points(library: Library, modules: Iterable[str]) -> int:
    shelf = library.shelves["module"]
    return sum(shelf.entries[name].cost for name in modules if name in shelf)


def about_modules(library: Library, modules: Sequence[str], level: int = 1) -> Iterator[Refusal]:
    points = module_points(library, modules)
    if points > hexes(level):
        reason = f"Modules of {points} ⬡ on one Tool; at level {level} it has {hexes(level)}"
        yield Refusal(reason, "bb.tool.hex_points")
    if len(set(modules)) != len(modules):
        yield Refusal("the same Module stands twice on one Tool", "bb.creation.steps")


class Wear(NamedTuple):
    """What was done to a weapon since it was made; it goes with the weapon into other hands."""

    damaged: bool = False
    fitted: tuple[str, ...] | None = None


def part_with(being: Being, name: str) -> Wear:
    """A weapon leaves these hands."""
    wear = Wear(name in being.damaged, dict(being.fitted).get(name))
    being.weapons = without(being.weapons, name)
    being.ready = without(being.ready, name)
    being.damaged = without(being.damaged, name)
    if name not in being.weapons:
        being.fitted = tuple(pair for pair in being.fitted if pair[0] != name)
    return wear


def come_by(being: Being, name: str, wear: Wear) -> None:
    """A weapon comes into these hands; of two that bear one name, both have the Modules of the first."""
    if wear.fitted is not None and name not in being.weapons:
        being.fitted = (*being.fitted, (name, wear.fitted))
    being.weapons = (*being.weapons, name)
    if wear.damaged:
        being.damaged = (*being.damaged, name)


@derived(ARMS)
def attack_with(scene: Scene, being: Being, name: str) -> Attack:
    """The attack that a being makes with a weapon (or `unarmed:FOR`, `unarmed:DEX`, or a power that is an attack)."""
    if name.startswith(UNARMED):
        return _unarmed(being, name)
    if name in being.sheet.powers and name not in scene.library.shelves["weapon"]:
        return power_attack(scene, being, scene.library.shelves["power"].get(name))
    return _armed(scene, being, name)


def _unarmed(being: Being, name: str) -> Attack:
    """bb.action.unarmed: DEX or FOR for both rolls, ✦ + that stat, 1 m, no Critical Area."""
    stat = name.partition(":")[2]
    if stat not in UNARMED_STATS:
        raise BadInput(f"an unarmed attack uses FOR or DEX, not {stat!r}")
    bonus = being.sheet.stats[stat]
    practiced = UNARMED in being.sheet.practiced_weapons
    return Attack(
        name, "Unarmed", "melee", stat, bonus, 1, 1, (), 1, bonus, "plain", practiced, reactions=False, wielded=False
    )


def _armed(scene: Scene, being: Being, name: str) -> Attack:
    shelves = scene.library.shelves
    weapon = weapon_entry(scene, name)
    core = shelves["core"].get(weapon.core, weapon.id) if weapon.core else None

    def stated(field: str, otherwise: Any) -> Any:
        own = getattr(weapon, field)
        return own if own is not None else getattr(core, field) if core is not None else otherwise

    # bb.decisive.destroy: a damaged weapon has no use of its Modules and deals its base type again
    modules = () if name in being.damaged else modules_of(scene, being, name)
    effects = [*weapon.effects, *(effect for m in modules for effect in shelves["module"].get(m, name).effects)]
    type_: str = weapon.type
    for effect in effects:
        if isinstance(effect, DamageType):
            type_ = (being.sheet.element or "plain") if effect.type == "element" else effect.type
    least, most = stated("distance", (1, 1))
    stat = being.sheet.stats[weapon.stat]
    return Attack(
        id=name,
        name=weapon.name,
        type_of=stated("type_of", "melee"),
        stat=weapon.stat,
        to_hit=stat,
        least=least,
        most=most,
        critical=() if being.side in veiled(scene) else stated("critical", ()),
        dice=stated("dice", 1),
        bonus=stat + stated("bonus", 0),
        type=type_,
        practiced=name in being.sheet.practiced_weapons,
        reactions=stated("reactions", True),
        thrown=stated("thrown", False),
        wielded=not weapon.natural,
        modules=modules,
        effects=tuple(effects),
    )


@derived(ARMS)
def power_attack(scene: Scene, being: Being, power: Power) -> Attack:
    """The attack roll that a power makes."""
    strike = power.attack
    assert strike is not None
    stat = being.sheet.stats[strike.stat]
    least, most = strike.distance
    critical = () if being.side in veiled(scene) else strike.critical
    practiced = power.id in being.sheet.practiced_weapons
    return Attack(
        power.id, power.name, strike.type_of, strike.stat, stat, least, most, critical, strike.dice,
        stat + strike.bonus, strike.type, practiced, wielded=False, effects=power.effects, power=True,
    )  # fmt: skip


def module_effect(attack: Attack, kind: type[E]) -> E | None:
    """The effect of that kind that the weapon has, its own or by a Module."""
    for effect in attack.effects:
        if isinstance(effect, kind):
            return effect
    return None


def module_with(scene: Scene, attack: Attack, wanted: Effect) -> str:
    """Which Module of the weapon brings this effect; empty when it is the weapon's own."""
    for name in attack.modules:
        if any(effect is wanted for effect in scene.library.shelves["module"].get(name).effects):
            return name
    return ""


@derived()
def items_with(library: Library, kind: type[E]) -> dict[str, E]:
    """Every item with an effect of this kind, by its id."""
    return {item.id: effect for item in library.all("item") for effect in item.effects if isinstance(effect, kind)}


def carried_with(scene: Scene, being: Being, kind: type[E]) -> tuple[str, E] | None:
    """The first thing they carry that has an effect of this kind, with the effect."""
    if not being.items:
        return None
    having = items_with(scene.library, kind)
    for item in being.items:
        if item.count > 0 and item.id in having:
            return item.id, having[item.id]
    return None
