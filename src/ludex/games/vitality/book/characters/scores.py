"""Combat formulas: Tier as built and as it is now, attributes, scores and bonuses, each number with where it is from.

vt.stack.additive: whatever raises a number is added to whatever else raises it. Multiples of Tier follow the current
Tier (vt.tier.effective), unless the table takes a flat 1 off each stat for an Effort (opt_effort_flat_minus_one).
"""

from __future__ import annotations

from collections.abc import Iterable

from ludex.core.kernel.derived import derived
from ludex.core.kernel.ruling import Modifier
from ludex.core.kernel.scene import told
from ludex.games.vitality.book.characters.features import SHEET, abilities, ability, boon_effects, knacks, powerless
from ludex.games.vitality.book.characters.needs import all_met
from ludex.games.vitality.book.characters.space import distance
from ludex.games.vitality.records.attack_effects import Need
from ludex.games.vitality.records.boon_effects import Defends, Fragile, Regeneration, Strong, SupportAura, Swift
from ludex.games.vitality.records.conditions import CONDITIONS
from ludex.games.vitality.records.kinds import Boon
from ludex.games.vitality.state import Being, Scene

FIXED = {"avoidance": "vt.formula.avoidance", "durability": "vt.formula.durability"}
RESISTS = {"resolve": "focus", "stability": "power", "vitality": "endurance"}
ADDS = {"accuracy": "focus", "damage": "power", "condition": "power"}
FORMULAS = {"accuracy": "vt.formula.accuracy", "damage": "vt.formula.damage", "condition": "vt.formula.condition"}
ATTRIBUTE_RULES = {
    "focus": "vt.attr.focus", "power": "vt.attr.power", "mobility": "vt.attr.mobility",
    "endurance": "vt.attr.endurance", "awareness": "vt.attr.awareness", "communication": "vt.attr.communication",
    "intelligence": "vt.attr.intelligence",
}  # fmt: skip
STANCES = {"avoidance": "Dodging", "durability": "Bracing", "all_resistances": "Fortified"}
FAMILIAR_TIERS = 3  # on each of its skill checks: vt.feature.familiar
STANCE_RULES = {stance: CONDITIONS[stance].rule for stance in STANCES.values()}


def total_of(modifiers: Iterable[Modifier]) -> int:
    return sum([m.amount for m in modifiers])


# ---------------------------------------------------------------- Tier and rounding


def tier(scene: Scene, being: Being) -> int:
    """vt.tier.effective: as built, less what Efforts have cost, with what Self-Sacrifice adds; never below 0."""
    now = being.sheet.tier
    if being.lost and not scene.options["opt_effort_flat_minus_one"]:
        now -= being.lost
    if "Sacrificing" in being.states:
        now += sum([c.value for c in being.conditions if c.name == "Sacrificing"])
    scene.cite("vt.tier.meaning", "vt.tier.effective")
    return now if now > 0 else 0


def half(scene: Scene, number: int) -> int:
    """vt.round.up: half of something where the text does not say how it is rounded."""
    return share(scene, number, 2)


def share(scene: Scene, number: int, parts: int) -> int:
    """vt.round.up: one of so many parts."""
    scene.cite("vt.round.up")
    return number // parts if scene.options["opt_round_down"] else -(-number // parts)


def half_up(number: int) -> int:
    """Half, rounded up because the text says so."""
    return -(-number // 2)


def attribute(being: Being, name: str) -> int:
    return being.sheet.attributes.get(name, 0)


def _attribute(being: Being, name: str) -> Modifier:
    return Modifier(attribute(being, name), name.capitalize(), ATTRIBUTE_RULES[name])


def tired(scene: Scene, being: Being) -> list[Modifier]:
    """opt_effort_flat_minus_one: 1 off each stat for each Effort."""
    if being.lost and scene.options["opt_effort_flat_minus_one"]:
        return [Modifier(-being.lost, "Effort", "vt.effort.tier_loss")]
    return []


# ---------------------------------------------------------------- bonuses on a stat


def bonuses(scene: Scene, being: Being, stat: str, target: Being | None = None) -> list[Modifier]:
    """All that boons, conditions and friends' auras do to a stat; `target` is whom the stat is used on."""
    now = tier(scene, being)
    found = _by_boons(scene, being, stat, now, target)
    if being.states:
        if STANCES.get(stat, "") in being.states:
            stance = STANCES[stat]
            found.append(Modifier(now, stance, STANCE_RULES[stance]))
        for condition in being.conditions:
            if condition.name == "Weakened" and condition.note == stat:
                found.append(Modifier(-condition.value, "Weakened", "vt.cond.weaken"))
    found += _by_auras(scene, being, stat)
    if len(found) > 1:
        scene.cite("vt.stack.additive")
    return found


def _bolstered(being: Being, score: str) -> list[Modifier]:
    """vt.effort.add_tier_score: what Efforts have raised it by; also one that was fixed, or that counts as 0 as of the
    Stunned and the Weakened."""
    if "Bolstered" not in being.states:
        return []
    raised = [c.value for c in being.conditions if c.name == "Bolstered" and c.note == score]
    return [Modifier(value, "Effort", "vt.effort.add_tier_score") for value in raised]


def _by_boons(scene: Scene, being: Being, stat: str, now: int, target: Being | None) -> list[Modifier]:
    lowering, raising = boons_on(scene, being, stat)
    modifiers = [Modifier(-now, boon_name(scene, boon), "vt.boon.passive") for boon in lowering]
    if not raising or powerless(being) or (stat in FIXED and ability(scene, being, Regeneration) is not None):
        return modifiers  # vt.ability.regeneration: neither of the two can be raised by what one has oneself
    times = 2 if stat == "speed" else 1
    for boon in raising:
        if boon.kind == "passive":
            modifiers.append(Modifier(times * now, boon_name(scene, boon), "vt.boon.passive"))
        elif boon.kind in ("conditional", "custom") and all_met(scene, being, needs_of(scene, boon), boon.id, target):
            rule = "vt.boon.conditional" if boon.kind == "conditional" else "vt.boon.custom"
            modifiers.append(Modifier(times * now, boon_name(scene, boon), rule))
    return modifiers


@derived(SHEET)
def boons_on(scene: Scene, being: Being, stat: str) -> tuple[list[Boon], list[Boon]]:
    """The boons that lower a stat, and those that may raise it."""
    fragile = [boon for boon, effect in boon_effects(scene, being) if isinstance(effect, Fragile)]
    lowering = [boon for boon in fragile if boon.loses == stat]
    return lowering, [boon for boon in being.sheet.boons if stat in boon.stats]


def boon_name(scene: Scene, boon: Boon) -> str:
    """What people call a boon; one of the table's own has no entry."""
    if boon.kind == "custom":
        return boon.id.replace("_", " ")
    name: str = scene.library.shelves[boon.kind].entries[boon.id].name
    return name


def needs_of(scene: Scene, boon: Boon) -> tuple[Need, ...]:
    """What a conditional bonus asks for; one of the table's own all that its pieces do."""
    shelves = scene.library.shelves
    if boon.kind == "conditional":
        found: tuple[Need, ...] = shelves["conditional"].entries[boon.id].needs
        return found
    return tuple([need for piece in boon.pieces for need in shelves["piece"].entries[piece].needs])


def _by_auras(scene: Scene, being: Being, stat: str) -> list[Modifier]:
    """vt.ability.support_aura: allies inside, not the owner, add the owner's Tier."""
    modifiers = []
    for ally in [other for other in scene.beings.values() if "Aura" in other.states]:
        if ally is being or ally.side != being.side or not ally.here:
            continue
        for boon, entry, aura in abilities(scene, ally):
            if not isinstance(aura, SupportAura) or stat not in boon.stats or not aura_is_on(ally, entry.id):
                continue
            if distance(scene, ally, being) <= aura.radius:
                modifiers.append(Modifier(aura.tiers * tier(scene, ally), entry.name, "vt.ability.support_aura"))
    return modifiers


def aura_is_on(being: Being, name: str) -> bool:
    return any([c.name == "Aura" and c.note == name for c in being.conditions])


# ---------------------------------------------------------------- scores


def fixed_score(being: Being, name: str) -> Modifier | None:
    """A score that was set once for all: of a wall any, of others those that a file names."""
    fixed = being.sheet.fixed
    if fixed is None or (name not in fixed and not being.is_wall):
        return None
    rule = "vt.ability.wall" if being.is_wall else "vt.move.speed" if name == "speed" else f"vt.formula.{name}"
    return Modifier(fixed.get(name, 0), being.name, rule)


def avoidance(scene: Scene, being: Being, *, hidden: bool = False) -> list[Modifier]:
    """5 + T + M. `hidden`: the attacker is Hidden from them, and the Tier in it does not count (vt.act.hide)."""
    raised = _bolstered(being, "avoidance")
    fixed = fixed_score(being, "avoidance")
    if fixed is not None:
        return [fixed, *raised]
    if "Stunned" in being.states:
        return [Modifier(0, "Stunned", "vt.cond.stun"), *raised]
    if "Unconscious" in being.states and not scene.options["opt_unconscious_normal_av"]:
        return [Modifier(0, "Unconscious", "vt.survival.unconscious")]
    base = 10 if scene.options["opt_av10_dr5"] else 5
    parts = [Modifier(base, "base", "vt.formula.avoidance"), _attribute(being, "mobility")]
    if hidden:
        parts.append(Modifier(0, "attacker Hidden", "vt.act.hide"))
    else:
        parts.append(Modifier(tier(scene, being), "Tier", "vt.formula.avoidance"))
    return [*_score(scene, [*parts, *bonuses(scene, being, "avoidance"), *tired(scene, being)]), *raised]


def durability(scene: Scene, being: Being, *, pierced: bool = False) -> list[Modifier]:
    """T + E. `pierced`: without the Endurance (vt.up.armor_piercing)."""
    raised = _bolstered(being, "durability")
    fixed = fixed_score(being, "durability")
    if fixed is not None:
        return [fixed, *raised]
    parts = [Modifier(tier(scene, being), "Tier", "vt.formula.durability")]
    if scene.options["opt_av10_dr5"]:
        parts.append(Modifier(5, "base", "vt.formula.durability"))
    if not pierced:
        parts.append(_attribute(being, "endurance"))
    return [*_score(scene, [*parts, *bonuses(scene, being, "durability"), *tired(scene, being)]), *raised]


def resistance(scene: Scene, being: Being, name: str, condition: str = "") -> list[Modifier]:
    """10 + T + its attribute; against Control and Stun a fifth of the HP left is added (vt.cond.fifth_hp)."""
    rule = f"vt.formula.{name}"
    raised = _bolstered(being, name)
    fixed = fixed_score(being, name)
    if fixed is not None and not being.is_wall:
        return [fixed, *raised]
    parts = [Modifier(10, "base", rule), Modifier(tier(scene, being), "Tier", rule), _attribute(being, RESISTS[name])]
    for effect in knacks(scene, being):
        if isinstance(effect, Defends) and effect.score == name:
            parts.append(Modifier(effect.tiers * tier(scene, being), _defends_by(scene, being), "vt.arch.defence"))
    parts += [*bonuses(scene, being, "all_resistances"), *tired(scene, being)]
    parts = [*_score(scene, parts), *raised]
    if condition in ("control", "stun"):
        parts.append(Modifier(share(scene, max(0, being.hp), 5), "HP left", "vt.cond.fifth_hp"))
    scene.cite("vt.formula.resistance")
    return parts


def _defends_by(scene: Scene, being: Being) -> str:
    archetype = being.sheet.defensive
    return scene.library.shelves["archetype"].entries[archetype].name if archetype else "defence"


def _score(scene: Scene, parts: list[Modifier]) -> list[Modifier]:
    """vt.cond.weaken: a score does not go below 0."""
    total = total_of(parts)
    if total < 0 and not scene.options["opt_scores_below_zero"]:
        parts.append(Modifier(-total, "not below 0", "vt.cond.weaken"))
    return _cited(scene, parts)


def _cited(scene: Scene, parts: list[Modifier]) -> list[Modifier]:
    cite_parts(scene, parts)
    return parts


@told
def cite_parts(scene: Scene, parts: Iterable[Modifier]) -> None:
    """Every rule that one of these numbers comes from is applied."""
    scene.cite(*[part.rule for part in parts])


def speed(scene: Scene, being: Being) -> int:
    """vt.move.speed: M + 2T spaces, with half the Tier of the Swift; never below 0."""
    fixed = fixed_score(being, "speed")
    if fixed is not None:
        return fixed.amount
    now = tier(scene, being)
    scene.cite("vt.move.speed", "vt.attr.mobility")
    found = attribute(being, "mobility") + 2 * now
    for effect in knacks(scene, being):
        if isinstance(effect, Swift):
            scene.cite("vt.arch.move.swift")
            found += half_up(now)
    return max(0, found + total_of([*bonuses(scene, being, "speed"), *tired(scene, being)]))


def movement_left(scene: Scene, being: Being) -> int:
    """What is left of the movement of this turn."""
    return max(0, speed(scene, being) + being.bonus_move - being.spent)


def capacity(scene: Scene, being: Being) -> int:
    """vt.capacity.score: P, with Super Strength P + T; an Effort adds 2 (vt.effort.capacity)."""
    scene.cite("vt.capacity.score", "vt.attr.power")
    found = attribute(being, "power")
    tiers = sum([effect.tiers for effect in knacks(scene, being) if isinstance(effect, Strong)])
    if tiers:
        scene.cite("vt.feature.super_strength")
        found += tiers * tier(scene, being) + total_of(tired(scene, being))
    return found + sum([c.value for c in being.conditions if c.name == "Straining"])


# ---------------------------------------------------------------- rolls


def roll_parts(scene: Scene, being: Being, stat: str, target: Being | None = None) -> list[Modifier]:
    """vt.formula.accuracy, damage, condition: T and an attribute, and all that is added to that roll of its own accord;
    what the attack itself adds is not in it."""
    parts = [Modifier(tier(scene, being), "Tier", FORMULAS[stat]), _attribute(being, ADDS[stat])]
    return _cited(scene, [*parts, *bonuses(scene, being, stat, target), *tired(scene, being)])


def initiative_parts(scene: Scene, being: Being) -> list[Modifier]:
    """vt.turn.initiative: T + F + M + Awareness."""
    parts = [_attribute(being, name) for name in ("focus", "mobility", "awareness")]
    if not scene.options["opt_initiative_no_tier"]:
        parts.insert(0, Modifier(tier(scene, being), "Tier", "vt.turn.initiative"))
    return _cited(scene, [*parts, *tired(scene, being)])


def skill_parts(scene: Scene, being: Being, name: str) -> list[Modifier]:
    """vt.skill.check: the attribute, and twice the Tier with one of the two that were chosen."""
    now, sheet = tier(scene, being), being.sheet
    times = 2 if name in sheet.skill_attributes else 0
    if scene.options["opt_utility_archetypes"] and sheet.utility_archetype:
        archetype = scene.library.shelves["archetype"].entries[sheet.utility_archetype]
        times = archetype.tiers if not archetype.attributes or name in sheet.skill_attributes else 0
    if being.is_familiar:
        scene.cite("vt.feature.familiar")
        times = FAMILIAR_TIERS
    parts = [_attribute(being, name)]
    if times:
        parts.append(Modifier(times * now, "Tier", "vt.skill.check"))
    return _cited(scene, [*parts, *tired(scene, being)])
