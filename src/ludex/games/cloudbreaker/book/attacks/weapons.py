"""What is in hand: weapons, spells and natural attacks, who can use them, and how well."""

from __future__ import annotations

from ludex.core.kernel.derived import Basis, derived
from ludex.core.kernel.ruling import Modifier, Refusal
from ludex.games.cloudbreaker.book.conditions import captives
from ludex.games.cloudbreaker.book.dice import BONUS
from ludex.games.cloudbreaker.records.kinds import Item, Spell, Use, Weapon
from ludex.games.cloudbreaker.state import Being, Scene

UNARMED = "unarmed"


def use_of(scene: Scene, name: str) -> Use:
    """The weapon, spell or item of that name."""
    shelves = scene.library.shelves
    for kind in ("weapon", "spell", "item"):
        found: Use | None = shelves[kind].entries.get(name)
        if found is not None:
            return found
    raise KeyError(name)


def weapon(scene: Scene, name: str) -> Weapon:
    found: Weapon = scene.library.shelves["weapon"].get(name)
    return found


@derived(Basis("weapons wielded"))
def at_hand(scene: Scene, being: Being) -> tuple[str, ...]:
    """The weapons that they can strike with now: what is in hand, what is grown on, and bare fists."""
    own = [name for name in being.weapons if name not in being.wielded and weapon(scene, name).natural]
    bare = [UNARMED] if UNARMED in scene.library.shelves["weapon"] and UNARMED not in own else []
    return (*being.wielded, *own, *bare)


def free_hands(scene: Scene, being: Being) -> int:
    """cb.item.wield: hands less what they hold: weapons, captives, and whatever one is latched onto."""
    scene.cite("cb.item.wield")
    held = sum(weapon(scene, name).hands for name in being.wielded if not weapon(scene, name).natural)
    return being.sheet.hands - held - len(captives(scene, being)) - (being.latched is not None)


def to_hit(scene: Scene, being: Being, use: Use) -> Modifier | None:
    """cb.roll.attack: by the stat block, or by mastery in the weapon type or the school."""
    for name, bonus in being.sheet.to_hit:
        if name == use.id:
            return Modifier(bonus, use.name, "cb.roll.attack", BONUS) if bonus else None
    kind = use.weapon_type if isinstance(use, Weapon) else use.school if isinstance(use, Spell) else ""
    if being.has_mastery(kind):
        return Modifier(being.sheet.mastery_bonus, "mastery", "cb.roll.mastery_bonus", BONUS)
    return None


def lost_uses(being: Being) -> set[str]:
    """Attacks that are gone with a broken target."""
    if 0 not in being.parts:
        return set()
    return {name for part, hp in zip(being.sheet.parts, being.parts, strict=True) if not hp for name in part.loses}


def cannot_use(scene: Scene, being: Being, use: Use) -> Refusal | None:
    """Why this one cannot use it now, whoever it is aimed at."""
    refusal = has_lost(scene, being, use)
    if refusal is not None:
        return refusal
    if isinstance(use, Item) and use.id not in being.items:
        return Refusal(f"{being.name} does not carry {use.name}", "cb.item.recovery")
    if being.mp < use.mp_cost and not (scene.rush and being.pc):
        return Refusal(f"{use.name} costs {use.mp_cost} MP, with {being.mp} left", "cb.spell.cast")
    return None


def has_lost(scene: Scene, being: Being, use: Use) -> Refusal | None:
    """Why they cannot go on with it either, when all is paid and an item used up."""
    if use.verbal and "Silenced" in being.states:
        return Refusal(f"{use.name} is spoken, and {being.name} is Silenced", "cb.cond.silenced")
    if use.id in lost_uses(being):
        return Refusal(f"{use.name} is gone with the broken target", "cb.unit.multi_target")
    if isinstance(use, Weapon) and use.id not in at_hand(scene, being):
        return Refusal(f"{use.name} is not in hand", "cb.item.wield")
    if isinstance(use, Spell) and use.id not in being.spells:
        return Refusal(f"{being.name} does not know {use.name}", "cb.spell.cast")
    return None
