"""What attacks, upgrades, boons and features do, in words: the effect vocabulary, and an attack in somebody's hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ludex.core.kernel.english import count, listed
from ludex.core.kernel.ruling import Modifier
from ludex.core.show.lasting import HOUR, minutes_words
from ludex.core.show.sentences import with_sign
from ludex.games.vitality.book.attacks.built import Built, attack_parts
from ludex.games.vitality.book.characters.features import improved, reach
from ludex.games.vitality.book.characters.needs import all_met
from ludex.games.vitality.book.characters.scores import needs_of, roll_parts, tier, total_of
from ludex.games.vitality.records import attack_effects as fx
from ludex.games.vitality.records import boon_effects as bx
from ludex.games.vitality.records.kinds import Ability, Boon, Feature
from ludex.games.vitality.show.names import (
    condition_name,
    effect_name,
    spaces,
    stat_name,
    thing_name,
)
from ludex.games.vitality.show.needs import all_needs
from ludex.games.vitality.state import Being, Scene

ROLLS = {"accuracy": "Accuracy", "damage": "damage", "condition": "Condition Checks"}


def tiers(number: int) -> str:
    """`+ Tier`, `− 2 × Tier`"""
    sign = "−" if number < 0 else "+"
    return f"{sign} Tier" if abs(number) == 1 else f"{sign} {abs(number)} × Tier"


def both(effect: fx.Bonus) -> str:
    parts = [tiers(effect.tiers)] if effect.tiers else []
    parts += [with_sign(effect.flat)] if effect.flat else []
    rolls = listed([ROLLS[roll] for roll in effect.rolls])
    only = f" against whoever has {effect.against_max_hp} HP at most" if effect.against_max_hp else ""
    return f"{' '.join(parts)} {rolls}{only}"


# ---------------------------------------------------------------- what upgrades do


SAID: dict[type, Callable[[Any], str]] = {
    fx.Bonus: both,
    fx.BestOf: lambda e: f"the best of {e.dice} d20 for {ROLLS[e.roll]}",
    fx.Critical: lambda e: f"critical from {e.least} on" + (f", {tiers(e.tiers)} more" if e.tiers else ""),
    fx.Excess: lambda e: f"{e.tiers} × Tier above Avoidance: 1 more for every {e.per} points",
    fx.FixedDice: lambda e: f"{e.amount} in place of the damage dice",
    fx.ExplodeFrom: lambda e: f"damage dice explode from {e.face} on",
    fx.Channel: lambda e: f"{tiers(e.first)} at first, {tiers(e.step)} with every turn in a row",
    fx.Range: lambda e: "as far as one sees" if e.sight else f"range {e.spaces}",
    fx.Scale: lambda e: f"a larger area: burst +{e.burst}, cone +{e.cone}, line +{e.line}",
    fx.Origin: lambda e: f"the area starts up to {spaces(e.spaces)} away",
    fx.ChooseTargets: lambda e: "spares whom one likes",
    fx.Leap: lambda e: f"leaps up to {spaces(e.spaces)} at the target",
    fx.Pierce: lambda e: "the target's Endurance does not count",
    fx.Brutal: lambda e: f"half as much again from {e.tiers} × Tier on",
    fx.Finish: lambda e: f"defeats whom it leaves {f'below 1/{e.share} of their HP' if e.share else f'at {e.hp} HP'}",
    fx.Bleed: lambda e: "the wound bleeds once more",
    fx.Leech: lambda e: f"heals 1/{e.share} of the damage",
    fx.Shatter: lambda e: f"{e.times} times the damage on walls",
    fx.Bully: lambda e: "moves weaker targets about",
    fx.Hazard: lambda e: "leaves a hazard behind",
    fx.Ricochet: lambda e: f"a critical hit glances off to {e.targets} others",
    fx.StrikeAgain: lambda e: "a critical hit strikes again",
    fx.Blast: lambda e: f"a critical hit bursts over {spaces(e.radius)}",
    fx.Manhandle: lambda e: f"a critical hit grabs, trips or moves {spaces(e.spaces)}",
    fx.Repeat: lambda e: f"made {e.times} times",
    fx.FollowUp: lambda e: "once a turn again on whom it has an effect",
    fx.Splinter: lambda e: "goes on to another when an enemy falls",
    fx.Panic: lambda e: f"when an enemy falls, {effect_name(e.condition)} on all within {spaces(e.radius)}",
    fx.Lasting: lambda e: f"by a margin of Tier {count(e.turns, 'turn')} longer",
    fx.Spread: lambda e: "a condition that takes hold spreads",
    fx.Permanent: lambda e: (
        f"permanent by a margin of {e.tiers} × Tier"
        if e.tiers
        else f"permanent where {e.times} × the margin is the target's HP"
    ),
    fx.Concentrate: lambda e: "may be kept up as a Free Action",
    fx.Disengage: lambda e: "whom it hits cannot punish in this turn",
    fx.Mark: lambda e: "marks whom it hits for the others",
    # drawbacks and traits
    bx.NoArchetype: lambda e: f"no {e.part} archetype",
    bx.NoUtility: lambda e: "no utility points",
    bx.MaxHp: lambda e: f"{with_sign(e.amount)} HP at most",
    bx.NoEffort: lambda e: "no Efforts",
    bx.PowerLoss: lambda e: "the powers may fail",
    bx.StunDie: lambda e: f"Stunned on a d20 of {e.most} or less, every turn",
    bx.Fragile: lambda e: f"− Tier {listed(map(stat_name, e.stats), 'or')}",
    bx.OneLimit: lambda e: "one limit on every attack",
    bx.ImmuneVersus: lambda e: (
        f"immune to conditions against {listed(map(stat_name, e.resistances)) or 'one Resistance'}"
    ),
    bx.ExtraEffort: lambda e: f"{count(e.amount, 'Effort')} more",
    bx.Lucky: lambda e: f"{e.uses} rerolls between rests, the higher counts",
    bx.Retry: lambda e: f"a roll of {e.most} or less may be made again once",
    bx.Mechanical: lambda e: "a machine: repaired, not healed",
    # abilities
    bx.AttackAura: lambda e: (
        f"{e.base} {tiers(1 + e.tiers)} + Focus + Power damage within {spaces(e.radius)}"
        f"{', sparing whom one likes' if e.selective else ''}"
    ),
    bx.SupportAura: lambda e: f"friends within {spaces(e.radius)} have {tiers(e.tiers)}",
    bx.CreateWall: lambda e: (
        f"walls of {e.length_tiers} × Tier spaces, {e.hp} HP and Durability {e.durability} "
        f"{tiers(e.durability_tiers)}, {e.uses} between rests"
    ),
    bx.Summon: lambda e: f"companions for {minutes_words(HOUR * e.hours)}, {count(e.uses, 'time')} between rests",
    bx.Invisibility: lambda e: "may Hide in plain sight",
    bx.Regeneration: lambda e: f"{e.hp} HP at the start of each turn",
    bx.Heal: lambda e: (
        f"{e.hp} HP within {spaces(e.range)}{f', all within {spaces(e.radius)} of the target' if e.radius else ''}"
        f"{', conditions end' if e.ends_conditions else ''}, {e.uses} between rests"
    ),
    # archetypes and features
    bx.Defends: lambda e: f"{tiers(e.tiers)} {stat_name(e.score)}",
    bx.Swift: lambda e: "movement and half the Tier",
    bx.Skirmish: lambda e: f"moving provokes nobody; melee reaches {spaces(e.reach)} farther",
    bx.Immovable: lambda e: f"never {listed(map(condition_name, e.to), 'or')}",
    bx.HeadStart: lambda e: "a move and a Free Action before the first turn",
    bx.Flies: lambda e: "flies",
    bx.Burrows: lambda e: "goes through the ground",
    bx.Teleports: lambda e: f"teleports, {spaces(e.less)} short of the movement" if e.less else "teleports",
    bx.Portals: lambda e: "opens portals",
    bx.WalksWalls: lambda e: "walks on walls",
    bx.Phases: lambda e: "goes through walls",
    bx.Strong: lambda e: f"Capacity {tiers(e.tiers)}",
    bx.FallProof: lambda e: "falls do no harm",
    bx.SelfSacrifice: lambda e: f"Tier +{e.tier} for {e.rounds} rounds, and then death",
    bx.Trap: lambda e: "sets traps with own attacks",
    bx.Ward: lambda e: f"wards of {e.base} {tiers(e.tiers)} damage",
    bx.Familiar: lambda e: "a familiar",
    bx.HelpsChecks: lambda e: (
        f"{tiers(e.tiers)} on a check" + (f", after {minutes_words(e.minutes)}" * bool(e.minutes))
    ),
    bx.FeatureCheck: lambda e: "a feature check",
    bx.Percent: lambda e: "a d100",
    bx.OncePerEvening: lambda e: "once per evening of play",
    bx.Returns: lambda e: f"back to life after {minutes_words(HOUR * e.hours)}",
    bx.Sense: lambda e: f"{e.per_tier} × Tier spaces" if e.per_tier else f"{e.doubling} spaces, doubled with each Tier",
}


def effect_words(effect: Any) -> str:
    return SAID[type(effect)](effect)


def all_effects(effects: Iterable[Any]) -> str:
    return ", ".join(effect_words(effect) for effect in effects)


# ---------------------------------------------------------------- an attack in somebody's hands


def bonus(scene: Scene, being: Being, attack: Built, roll: str) -> int:
    parts: list[Modifier] = [*roll_parts(scene, being, roll), *attack_parts(scene, being, attack, roll, None)]
    return total_of(parts)


def reach_words(scene: Scene, being: Being, attack: Built) -> str:
    """`melee`, `range 30`, `cone of 8 spaces`"""
    if attack.kind.area:
        start = f", up to {spaces(attack.origin)} away" if attack.origin else ""
        return f"{attack.shape} of {spaces(attack.size)}{start}"
    if attack.sight:
        return "as far as one sees"
    if attack.melee:
        far = reach(scene, being)
        return "melee" if far == 1 else f"melee within {spaces(far)}"
    return f"range {attack.range}"


def to_hit(scene: Scene, being: Being, attack: Built) -> str:
    if attack.kind.direct:
        return "no roll to hit"
    dice = "d20" if attack.accuracy_dice == 1 else f"best of {attack.accuracy_dice} d20"
    critical = f", critical from {attack.critical_from}" if attack.critical_from < 20 else ""
    return f"{dice} {with_sign(bonus(scene, being, attack, 'accuracy'))} to hit{critical}"


def in_effect(scene: Scene, being: Being, attack: Built) -> str:
    """`3d6 +8 damage`, `Stun with d20 +9 against Vitality`"""
    if attack.damages:
        amount = bonus(scene, being, attack, "damage")
        if attack.flat:
            return f"{attack.flat + amount} damage"
        explodes = f", exploding from {attack.explodes}" if attack.explodes < 6 else ""
        return f"3d6 {with_sign(amount)} damage{explodes}"
    return f"{condition_roll(scene, being, attack)} against {stat_name(attack.versus)}"


def condition_roll(scene: Scene, being: Being, attack: Built) -> str:
    """`Weaken (Durability) with d20 +9`"""
    dice = "d20" if attack.condition_dice == 1 else f"best of {attack.condition_dice} d20"
    stat = f" ({stat_name(attack.stat)})" if attack.stat else ""
    return f"{effect_name(attack.effect)}{stat} with {dice} {with_sign(bonus(scene, being, attack, 'condition'))}"


def attack_words(scene: Scene, being: Being, attack: Built) -> str:
    """`melee, d20 +9 to hit, 3d6 +8 damage, Double Tap; only with Revenge: damaged since the last turn`"""
    found = [reach_words(scene, being, attack), to_hit(scene, being, attack), in_effect(scene, being, attack)]
    found += [thing_name(scene, name) for name in dict.fromkeys(attack.upgrades)]
    limits = [f"{limit.name} ({all_needs(limit.needs)})" for limit in attack.limits]
    return ", ".join(found) + (f"; only with {listed(limits)}" if limits else "")


# ---------------------------------------------------------------- boons and features


def boon_words(scene: Scene, being: Being, boon: Boon) -> str:
    """What a boon of somebody gives, in the numbers of now."""
    now = tier(scene, being)
    gains = listed([f"{with_sign(2 * now if stat == 'speed' else now)} {stat_name(stat)}" for stat in boon.stats])
    match boon.kind:
        case "conditional" | "custom":
            needs = needs_of(scene, boon)
            holds = " (it holds now)" if all_met(scene, being, needs, boon.id) else ""
            return f"{gains} while {all_needs(needs)}{holds}" if needs else gains
        case "ability":
            entry: Ability = scene.library.shelves["ability"].entries[boon.id]
            own = f" on {listed(map(stat_name, boon.stats))}" if boon.stats else ""
            whom = f" ({thing_name(scene, boon.companion)}, {boon.size} HP)" if boon.companion else ""
            return f"{effect_words(improved(entry, boon.upgrades))}{own}{whom}"
    entry_of = scene.library.shelves[boon.kind].entries[boon.id]
    chosen = [stat_name(word) for word in (boon.loses, boon.versus) if word]
    chosen += [thing_name(scene, boon.limit)] if boon.limit else []
    drawback = all_effects(entry_of.effects) + (f" ({listed(chosen)})" if chosen else "")
    return f"{gains}; {drawback}" if gains else drawback


def feature_words(feature: Feature) -> str:
    return feature.text.rstrip(".") or all_effects(feature.effects) or feature.kind
