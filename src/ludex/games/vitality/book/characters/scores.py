"""Combat formulas: Tier as built and as it is now, attributes, scores and bonuses, each number with where it is from.

vt.stack.additive: whatever raises a number is added to whatever else raises it. Multiples of Tier follow the current
Tier (vt.tier.effective), unless the table takes a flat 1 off each stat for an Effort (opt_effort_flat_minus_one).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import itemgetter
from typing import TypeVar

from ludex.core.kernel.derived import Basis, derived
from ludex.core.kernel.ruling import Modifier
from ludex.core.kernel.scene import told
from ludex.games.vitality.book.characters.features import (
    SHEET,
    ability,
    boon_effects,
    knacks,
    own_abilities,
    powerless,
)
from ludex.games.vitality.book.characters.needs import all_met
from ludex.games.vitality.book.characters.space import distance
from ludex.games.vitality.records.attack_effects import Need
from ludex.games.vitality.records.boon_effects import Defends, Fragile, Regeneration, Strong, SupportAura, Swift
from ludex.games.vitality.records.conditions import CONDITIONS
from ludex.games.vitality.records.kinds import Ability, Boon
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
BY_HP = ("control", "stun")  # conditions that are the easier resisted the more HP are left
FAMILIAR_TIERS = 3  # on each of its skill checks: vt.feature.familiar
STANCE_RULES = {stance: CONDITIONS[stance].rule for stance in STANCES.values()}
AS_BUILT = Basis("sheet lost")  # what formulas follow from while no condition changes them
CHANGING = frozenset({"Powerless", "Sacrificing", "Weakened", *STANCES.values()})  # conditions that do

AMOUNT: Callable[[Modifier], int] = itemgetter(0)

T = TypeVar("T")
W = TypeVar("W")
Parts = tuple[Modifier, ...]
Moment = tuple[tuple[int, ...], Parts]  # what else changes them: boons that count just now, and what auras add
Moments = tuple[tuple[str, Moment], ...]  # by stat
NOTHING_MORE: Moment = ((), ())
AT_TIMES = ("conditional", "custom")  # the kinds of boons that count only while what they ask for is met
Formula = Callable[[Scene, Being, W, Moment], T]  # of somebody, in one of several ways


def total_of(modifiers: Iterable[Modifier]) -> int:
    return sum(map(AMOUNT, modifiers))


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


# ---------------------------------------------------------------- formulas, kept while nothing changes them


def formula_of(formula: Formula[W, T], scene: Scene, being: Being, stat: str, way: W, target: Being | None = None) -> T:
    """What a formula with a stat in it comes to; `target` is whom the stat is used on. It is kept for as long as it
    follows from how somebody is built and from the moment, and no condition changes it."""
    moment = of_the_moment(scene, being, stat, target)
    if being.states.isdisjoint(CHANGING):
        return as_built(scene, being, formula, way, moment)
    return formula(scene, being, way, moment)


@derived(AS_BUILT)
def as_built(scene: Scene, being: Being, formula: Formula[W, T], way: W, moment: Moment) -> T:
    """Asked for only while no condition changes it, and so it follows from its basis and from what it is given."""
    return formula(scene, being, way, moment)


def of_the_moment(scene: Scene, being: Being, stat: str, target: Being | None) -> Moment:
    """What is not in the sheet: which boons that count only at times do now, and friends' auras."""
    return _moment(scene, being, stat, target, scene.beings.values())


def moments_of(scene: Scene, being: Being, stats: tuple[str, ...]) -> Moments:
    """The same for several stats at once, whomever they are used on: of those that it could change."""
    changed = changed_at_times(scene, being, stats)
    lending = []
    for ally in scene.beings.values():
        if "Aura" in ally.states and ally is not being and ally.side == being.side:
            raised = raised_for_others(scene, ally, stats)
            if raised:
                lending.append(ally)
                changed += raised
    if not changed:
        return ()
    return tuple([(stat, _moment(scene, being, stat, None, lending)) for stat in dict.fromkeys(changed)])


def _moment(scene: Scene, being: Being, stat: str, target: Being | None, lending: Iterable[Being]) -> Moment:
    at_times = boons_at_times(scene, being, stat)
    auras = _by_auras(scene, being, stat, lending)
    if not at_times or powerless(being):
        return ((), auras) if auras else NOTHING_MORE
    return tuple([place for place, boon, needs in at_times if all_met(scene, being, needs, boon, target)]), auras


# ---------------------------------------------------------------- bonuses on a stat


def bonuses(scene: Scene, being: Being, stat: str, moment: Moment) -> list[Modifier]:
    """All that boons, conditions and friends' auras do to a stat."""
    now = tier(scene, being)
    counting, auras = moment
    found = _by_boons(scene, being, stat, now, counting)
    if being.states:
        if STANCES.get(stat, "") in being.states:
            stance = STANCES[stat]
            found.append(Modifier(now, stance, STANCE_RULES[stance]))
        for condition in being.conditions:
            if condition.name == "Weakened" and condition.note == stat:
                found.append(Modifier(-condition.value, "Weakened", "vt.cond.weaken"))
    found += auras
    if len(found) > 1:
        scene.cite("vt.stack.additive")
    return found


def _bolstered(being: Being, score: str, parts: Parts) -> Parts:
    """vt.effort.add_tier_score: a score with what Efforts have raised it by; also one that was fixed, or that counts as
    0 as of the Stunned and the Weakened."""
    if "Bolstered" not in being.states:
        return parts
    raised = [c.value for c in being.conditions if c.name == "Bolstered" and c.note == score]
    return (*parts, *[Modifier(value, "Effort", "vt.effort.add_tier_score") for value in raised])


def _by_boons(scene: Scene, being: Being, stat: str, now: int, counting: tuple[int, ...]) -> list[Modifier]:
    lowering, raising = boons_on(scene, being, stat)
    modifiers = [Modifier(-now, boon_name(scene, boon), "vt.boon.passive") for boon in lowering]
    if not raising or powerless(being) or (stat in FIXED and ability(scene, being, Regeneration) is not None):
        return modifiers  # vt.ability.regeneration: neither of the two can be raised by what one has oneself
    times = 2 if stat == "speed" else 1
    for place, boon in enumerate(raising):
        if boon.kind == "passive":
            modifiers.append(Modifier(times * now, boon_name(scene, boon), "vt.boon.passive"))
        elif boon.kind in AT_TIMES and place in counting:
            rule = "vt.boon.conditional" if boon.kind == "conditional" else "vt.boon.custom"
            modifiers.append(Modifier(times * now, boon_name(scene, boon), rule))
    return modifiers


@derived(SHEET)
def boons_on(scene: Scene, being: Being, stat: str) -> tuple[list[Boon], list[Boon]]:
    """The boons that lower a stat, and those that may raise it."""
    fragile = [boon for boon, effect in boon_effects(scene, being) if isinstance(effect, Fragile)]
    lowering = [boon for boon in fragile if boon.loses == stat]
    return lowering, [boon for boon in being.sheet.boons if stat in boon.stats]


@derived(SHEET)
def changed_at_times(scene: Scene, being: Being, stats: tuple[str, ...]) -> tuple[str, ...]:
    """Which of these have boons that count only at times."""
    return tuple([stat for stat in stats if boons_at_times(scene, being, stat)])


@derived(SHEET)
def boons_at_times(scene: Scene, being: Being, stat: str) -> tuple[tuple[int, str, tuple[Need, ...]], ...]:
    """The boons that raise a stat only while what they ask for is met: the place of each among all that raise it, its
    name, and what it asks for."""
    if stat in FIXED and any([isinstance(power, Regeneration) for _, _, power in own_abilities(scene, being)]):
        return ()
    raising = enumerate(boons_on(scene, being, stat)[1])
    return tuple([(place, boon.id, needs_of(scene, boon)) for place, boon in raising if boon.kind in AT_TIMES])


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


def _by_auras(scene: Scene, being: Being, stat: str, lending: Iterable[Being]) -> Parts:
    """vt.ability.support_aura: allies inside, not the owner, add the owner's Tier."""
    modifiers: list[Modifier] = []
    for ally in lending:
        if "Aura" not in ally.states or ally is being or ally.side != being.side or not ally.here:
            continue
        for entry, aura in own_auras(scene, ally, stat):
            if aura_is_on(ally, entry.id) and not powerless(ally) and distance(scene, ally, being) <= aura.radius:
                modifiers.append(Modifier(aura.tiers * tier(scene, ally), entry.name, "vt.ability.support_aura"))
    return tuple(modifiers)


@derived(SHEET)
def raised_for_others(scene: Scene, being: Being, stats: tuple[str, ...]) -> tuple[str, ...]:
    """Which of these the auras of somebody raise for others."""
    return tuple([stat for stat in stats if own_auras(scene, being, stat)])


@derived(SHEET)
def own_auras(scene: Scene, being: Being, stat: str) -> tuple[tuple[Ability, SupportAura], ...]:
    """The auras of somebody that raise a stat of others."""
    able = own_abilities(scene, being)
    return tuple([(entry, aura) for boon, entry, aura in able if isinstance(aura, SupportAura) and stat in boon.stats])


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


def avoidance(scene: Scene, being: Being, *, hidden: bool = False) -> Parts:
    """5 + T + M. `hidden`: the attacker is Hidden from them, and the Tier in it does not count (vt.act.hide)."""
    fixed = fixed_score(being, "avoidance")
    if fixed is not None:
        return _bolstered(being, "avoidance", (fixed,))
    if "Stunned" in being.states:
        return _bolstered(being, "avoidance", (Modifier(0, "Stunned", "vt.cond.stun"),))
    if "Unconscious" in being.states and not scene.options["opt_unconscious_normal_av"]:
        return (Modifier(0, "Unconscious", "vt.survival.unconscious"),)
    return _bolstered(being, "avoidance", formula_of(_avoidance, scene, being, "avoidance", hidden))


def _avoidance(scene: Scene, being: Being, hidden: bool, moment: Moment) -> Parts:
    base = 10 if scene.options["opt_av10_dr5"] else 5
    parts = [Modifier(base, "base", "vt.formula.avoidance"), _attribute(being, "mobility")]
    if hidden:
        parts.append(Modifier(0, "attacker Hidden", "vt.act.hide"))
    else:
        parts.append(Modifier(tier(scene, being), "Tier", "vt.formula.avoidance"))
    return _score(scene, [*parts, *bonuses(scene, being, "avoidance", moment), *tired(scene, being)])


def durability(scene: Scene, being: Being, *, pierced: bool = False) -> Parts:
    """T + E. `pierced`: without the Endurance (vt.up.armor_piercing)."""
    fixed = fixed_score(being, "durability")
    if fixed is not None:
        return _bolstered(being, "durability", (fixed,))
    return _bolstered(being, "durability", formula_of(_durability, scene, being, "durability", pierced))


def _durability(scene: Scene, being: Being, pierced: bool, moment: Moment) -> Parts:
    parts = [Modifier(tier(scene, being), "Tier", "vt.formula.durability")]
    if scene.options["opt_av10_dr5"]:
        parts.append(Modifier(5, "base", "vt.formula.durability"))
    if not pierced:
        parts.append(_attribute(being, "endurance"))
    return _score(scene, [*parts, *bonuses(scene, being, "durability", moment), *tired(scene, being)])


def resistance(scene: Scene, being: Being, name: str, condition: str = "") -> Parts:
    """10 + T + its attribute, and against some conditions a fifth of the HP left."""
    fixed = fixed_score(being, name)
    if fixed is not None and not being.is_wall:
        return _bolstered(being, name, (fixed,))
    parts = _bolstered(being, name, formula_of(_resistance, scene, being, "all_resistances", name))
    return (*parts, *fifth_of_hp(scene, being, name, condition))


def fifth_of_hp(scene: Scene, being: Being, name: str, condition: str) -> Parts:
    """vt.cond.fifth_hp: what the HP left add to a resistance against Control and Stun."""
    if condition not in BY_HP or (fixed_score(being, name) is not None and not being.is_wall):
        return ()
    return (Modifier(share(scene, max(0, being.hp), 5), "HP left", "vt.cond.fifth_hp"),)


def _resistance(scene: Scene, being: Being, name: str, moment: Moment) -> Parts:
    rule = f"vt.formula.{name}"
    scene.cite("vt.formula.resistance")
    parts = [Modifier(10, "base", rule), Modifier(tier(scene, being), "Tier", rule), _attribute(being, RESISTS[name])]
    for effect in knacks(scene, being):
        if isinstance(effect, Defends) and effect.score == name:
            parts.append(Modifier(effect.tiers * tier(scene, being), _defends_by(scene, being), "vt.arch.defence"))
    return _score(scene, [*parts, *bonuses(scene, being, "all_resistances", moment), *tired(scene, being)])


def _defends_by(scene: Scene, being: Being) -> str:
    archetype = being.sheet.defensive
    return scene.library.shelves["archetype"].entries[archetype].name if archetype else "defence"


def _score(scene: Scene, parts: list[Modifier]) -> Parts:
    """vt.cond.weaken: a score does not go below 0."""
    total = total_of(parts)
    if total < 0 and not scene.options["opt_scores_below_zero"]:
        parts.append(Modifier(-total, "not below 0", "vt.cond.weaken"))
    return _cited(scene, parts)


def _cited(scene: Scene, parts: list[Modifier]) -> Parts:
    cite_parts(scene, parts)
    return tuple(parts)


@told
def cite_parts(scene: Scene, parts: Iterable[Modifier]) -> None:
    """Every rule that one of these numbers comes from is applied."""
    scene.cite(*[part.rule for part in parts])


def speed(scene: Scene, being: Being) -> int:
    """vt.move.speed: M + 2T spaces, with half the Tier of the Swift; never below 0."""
    fixed = fixed_score(being, "speed")
    if fixed is not None:
        return fixed.amount
    return formula_of(_speed, scene, being, "speed", "speed")


def _speed(scene: Scene, being: Being, stat: str, moment: Moment) -> int:
    now = tier(scene, being)
    scene.cite("vt.move.speed", "vt.attr.mobility")
    found = attribute(being, "mobility") + 2 * now
    for effect in knacks(scene, being):
        if isinstance(effect, Swift):
            scene.cite("vt.arch.move.swift")
            found += half_up(now)
    return max(0, found + total_of([*bonuses(scene, being, stat, moment), *tired(scene, being)]))


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


def roll_parts(scene: Scene, being: Being, stat: str, target: Being | None = None) -> Parts:
    """vt.formula.accuracy, damage, condition: T and an attribute, and all that is added to that roll of its own accord;
    what the attack itself adds is not in it. `target` is whom it is made against."""
    return formula_of(_roll_parts, scene, being, stat, stat, target)


def _roll_parts(scene: Scene, being: Being, stat: str, moment: Moment) -> Parts:
    parts = [Modifier(tier(scene, being), "Tier", FORMULAS[stat]), _attribute(being, ADDS[stat])]
    return _cited(scene, [*parts, *bonuses(scene, being, stat, moment), *tired(scene, being)])


def initiative_parts(scene: Scene, being: Being) -> Parts:
    """vt.turn.initiative: T + F + M + Awareness."""
    parts = [_attribute(being, name) for name in ("focus", "mobility", "awareness")]
    if not scene.options["opt_initiative_no_tier"]:
        parts.insert(0, Modifier(tier(scene, being), "Tier", "vt.turn.initiative"))
    return _cited(scene, [*parts, *tired(scene, being)])


def skill_parts(scene: Scene, being: Being, name: str) -> Parts:
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
