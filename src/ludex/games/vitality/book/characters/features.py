"""What somebody has: knacks of archetypes and features, effects of boons, abilities with their improvements.

All of it stands in the sheet.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from ludex.core.kernel.derived import derived
from ludex.games.vitality.records.attack_effects import Base
from ludex.games.vitality.records.boon_effects import (
    BoonEffect,
    Immovable,
    ImmuneVersus,
    Knack,
    Power,
    PowerLoss,
    Skirmish,
)
from ludex.games.vitality.records.kinds import Ability, Boon, Feature
from ludex.games.vitality.state import Being, Scene

E = TypeVar("E", bound=Base)

SHEET = "being.sheet"

Owned = tuple[tuple[Boon, BoonEffect], ...]
Able = tuple[tuple[Boon, Ability, Power], ...]


# ---------------------------------------------------------------- archetypes and features


@derived(SHEET)
def knacks(scene: Scene, being: Being) -> tuple[Knack, ...]:
    """What the archetypes and the utility features of somebody do."""
    shelves, sheet = scene.library.shelves, being.sheet
    entries = [shelves["archetype"].entries[n] for n in (sheet.movement, sheet.defensive, sheet.attack) if n]
    entries += [shelves["feature"].entries[name] for name in sheet.utility]
    return tuple([effect for entry in entries for effect in entry.effects])


@derived(SHEET)
def knack(scene: Scene, being: Being, kind: type[E]) -> E | None:
    """The first knack of a kind; nothing when somebody has none."""
    return next((effect for effect in knacks(scene, being) if isinstance(effect, kind)), None)


def with_knack(kind: type[Base]) -> Callable[[Scene, Being], bool]:
    """Has somebody a knack of this kind?"""
    return lambda scene, being: knack(scene, being, kind) is not None


def feature(scene: Scene, name: str) -> Feature:
    found: Feature = scene.library.shelves["feature"].entries[name]
    return found


# ---------------------------------------------------------------- boons


@derived(SHEET)
def boon_effects(scene: Scene, being: Being) -> Owned:
    """The effects of passive bonuses and traits, each with the boon that has it."""
    boons = [boon for boon in being.sheet.boons if boon.kind in ("passive", "trait")]
    return tuple([(boon, e) for boon in boons for e in scene.library.shelves[boon.kind].entries[boon.id].effects])


def boon_effect(scene: Scene, being: Being, kind: type[E]) -> tuple[Boon, E] | None:
    """The first effect of a kind that a boon brings, with that boon. Drawbacks stay while the powers are lost."""
    return first_effect(scene, being, kind, powerless(being)) if being.sheet.boons else None


@derived(SHEET)
def first_effect(scene: Scene, being: Being, kind: type[E], powerless: bool) -> tuple[Boon, E] | None:
    for boon, effect in boon_effects(scene, being):
        if isinstance(effect, kind) and (boon.kind == "passive" or not powerless):
            return boon, effect
    return None


def powerless(being: Being) -> bool:
    """vt.boon.passive: has somebody with Power Loss lost what is special?"""
    return "Powerless" in being.states


def can_lose_powers(scene: Scene, being: Being) -> bool:
    return boon_effect(scene, being, PowerLoss) is not None


# ---------------------------------------------------------------- abilities


def abilities(scene: Scene, being: Being) -> Able:
    """The abilities of somebody, each with its boon and as it is with its improvements."""
    return own_abilities(scene, being) if being.sheet.boons and not powerless(being) else ()


@derived(SHEET)
def own_abilities(scene: Scene, being: Being) -> Able:
    found = []
    for boon in being.sheet.boons:
        if boon.kind == "ability":
            entry: Ability = scene.library.shelves["ability"].entries[boon.id]
            found.append((boon, entry, improved(entry, boon.upgrades)))
    return tuple(found)


def improved(entry: Ability, upgrades: tuple[str, ...]) -> Power:
    """An ability with improvements, as often as each was bought."""
    power = entry.power
    known = {improvement.id: improvement for improvement in entry.improvements}
    for name in upgrades:
        better = known[name]
        changes: dict[str, bool | int] = dict(better.sets)
        changes |= {field: getattr(power, field) + by for field, by in better.adds.items()}
        changes |= {field: getattr(power, field) * by for field, by in better.times.items()}
        power = msgspec.structs.replace(power, **changes)
    return power


def ability(scene: Scene, being: Being, kind: type[E]) -> tuple[Boon, Ability, E] | None:
    """The first ability of a kind; nothing when somebody has none."""
    for boon, entry, power in abilities(scene, being):
        if isinstance(power, kind):
            return boon, entry, power
    return None


def with_ability(kind: type[Base]) -> Callable[[Scene, Being], bool]:
    """Has somebody an ability of this kind, even while their powers are lost?"""
    return lambda scene, being: any([isinstance(power, kind) for _, _, power in own_abilities(scene, being)])


def uses_left(being: Being, what: str, uses: int) -> int:
    """How often something limited can still be used before what gives it back."""
    return uses - [name for name, _ in being.used].count(what)


# ---------------------------------------------------------------- what follows from them


def reach(scene: Scene, being: Being) -> int:
    """vt.arch.move.skirmisher: melee reaches 1 space, a Skirmisher's 1 more."""
    longer = knack(scene, being, Skirmish)
    if longer is None:
        return 1
    scene.cite("vt.arch.move.skirmisher")
    return 1 + longer.reach


def immune(scene: Scene, being: Being, name: str, versus: str = "") -> str:
    """The rule by which a condition does not take hold, whatever was rolled (vt.stack.specific); empty when it may."""
    if being.is_wall:
        return "vt.ability.wall"
    steady = knack(scene, being, Immovable)
    if steady is not None and name in steady.to:
        return "vt.arch.move.behemoth"
    if versus and being.sheet.boons and not powerless(being):
        for boon, effect in boon_effects(scene, being):
            if isinstance(effect, ImmuneVersus) and versus in (*effect.resistances, boon.versus):
                rule: str = scene.library.shelves["trait"].entries[boon.id].rule
                return rule
    return ""
