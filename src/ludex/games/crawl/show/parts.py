"""The priced parts of aspects and items in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ludex.core.show.sentences import with_sign
from ludex.games.crawl.records import price_list as parts
from ludex.games.crawl.records.parts import Part, Shifts

ON = {
    "own": "on its roll",
    "skill": "on {of}",
    "attack": "on attacks",
    "melee_attack": "on melee attacks",
    "ranged_attack": "on ranged attacks",
    "attack_with_chosen_weapon": "on attacks with {choice}",
    "attack_with_chosen_type": "on attacks with {choice}",
    "check_with_chosen_type": "on checks with {choice}",
    "check_vs_chosen_type": "on checks against {choice}",
    "next_ranged_attack": "on the next ranged attack",
    "ranged_attack_through_area": "on ranged attacks into it or within it",
    "defense": "on defences",
    "dodge": "on dodges",
    "perception": "on perception",
    "perception_for_traps": "on perception of traps",
    "stealth": "on stealth",
    "presence": "on presence",
    "intuition": "on intuition",
    "initiative": "on initiative",
    "physical_strength": "on checks of physical strength",
}
SEES = {"low light": "sees in low light", "infrared": "sees warmth in the dark", "echo": "finds the way by echo"}


def part_name(part: Part) -> str:
    """As the price list calls it: `Failure Chance`."""
    tag = part.__struct_config__.tag
    return " ".join(word.upper() if word in ("hp", "ep", "npc") else word.capitalize() for word in str(tag).split("_"))


def shift_words(part: Shifts, choice: str = "", of: str = "") -> str:
    on = ON[part.on].format(choice=choice or "what was chosen", of=of or part.of.replace("_", " "))
    if isinstance(part, parts.CritSuccessModifier):
        return f"critical range {part.value} wider {on}"
    return f"{with_sign(part.value)} {on}"


def dice_words(part: Any) -> str:
    bonus = getattr(part, "bonus", 0)
    return f"{part.dice}d{part.sides}" + (f" {with_sign(bonus)}" if bonus else "")


SAID: dict[type, Callable[[Any], str]] = {
    parts.CoreAspectModifier: lambda p: f"{with_sign(p.value)} {p.aspect}",
    parts.HpPoolModifier: lambda p: f"{with_sign(p.value)} HP",
    parts.EnergyPointPoolModifier: lambda p: f"{with_sign(p.value)} EP at most",
    parts.EnergyPointRefreshModifier: lambda p: f"{with_sign(p.value)} EP back each turn",
    parts.BasicMoveModifier: lambda p: f"{with_sign(p.value)} cells of movement",
    parts.ActorSizeModifier: lambda p: f"size {with_sign(p.value)}",
    parts.DamageResistance: lambda p: f"DR {p.value} against {'a chosen type' if p.type == 'chosen' else p.type}",
    parts.StartingWealthModifier: lambda p: f"{p.value} money more at the start",
    parts.AfflictionImmunity: lambda p: f"never {p.option}",
    parts.CombatExpertise: lambda p: "cannot be flanked",
    parts.EnvironmentMitigation: lambda p: SEES[p.option],
    parts.SimpleFeature: lambda p: "a feature",
    parts.NpcCohort: lambda p: "a cohort",
    parts.DefenseMalus: lambda p: f"{with_sign(p.value)} on the target's defence",
    parts.PresenceModifier: lambda p: f"{with_sign(p.value)} on presence",
    parts.EnergyPointCost: lambda p: f"{p.value} EP",
    parts.ReloadEpCost: lambda p: f"{p.value} EP to make it ready again",
    parts.FailureChance: lambda p: f"difficulty {p.value}",
    parts.Range: lambda p: f"{p.option} range",
    parts.EffectDuration: lambda p: f"for {p.option}",
    parts.DelayedEffectDuration: lambda p: f"after {p.option}",
    parts.EffectTrigger: lambda p: str(p.option),
    parts.AreaEffect: lambda p: f"in a {p.option}",
    parts.Length: lambda p: f"{p.value} cells long",
    parts.DomeRadius: lambda p: f"{p.value} cells around its centre",
    parts.ExtraAttack: lambda p: "a free attack more" if p.value == 1 else f"{p.value} free attacks more",
    parts.ExtraTarget: lambda p: "a target more" if p.value == 1 else f"{p.value} targets more",
    parts.OpportunisticAction: lambda p: f"as {'an' if p.option[0] == 'o' else 'a'} {p.option} action",
    parts.MeleeReach: lambda p: f"reaches {p.value} cell{'s' if p.value > 1 else ''} further",
    parts.Damage: lambda p: f"{dice_words(p)} {p.type} damage",
    parts.ArmorPenetration: lambda p: f"{dice_words(p)} off resistance",
    parts.DamageHealed: lambda p: f"heals {dice_words(p)}",
    parts.HealsAffliction: lambda p: f"cures who is {p.option}",
    parts.ExoticDamage: lambda p: f"exotic {p.option}",
    parts.KineticDamage: lambda p: "kinetic",
    parts.KineticPotential: lambda p: "pushes by 5 KP for each damage die" + (f" and {p.kp} more" if p.kp else ""),
    parts.CarefulBlow: lambda p: "no penalty through occupied cells",
    parts.MayEnterStealth: lambda p: "may enter stealth",
    parts.Grapple: lambda p: "may grapple",
    parts.Teleportation: lambda p: "teleports",
    parts.TargetRestriction: lambda p: str(p.option),
    parts.PersistentEffect: lambda p: "goes on where it was put",
    parts.Magic: lambda p: "magic",
    parts.Technological: lambda p: "technology",
    parts.UnstableMagic: lambda p: "unstable magic",
    parts.ExperimentalTechnology: lambda p: "experimental technology",
    parts.AttackMethod: lambda p: str(p.option),
    parts.NumberOfHands: lambda p: f"{p.option} hand{'s' if p.option == 'two' else ''}",
    parts.NumberOfUses: lambda p: f"{p.value} use{'s' if p.value > 1 else ''}",
    parts.GrantsAspect: lambda p: f"gives the aspect {p.aspect.replace('_', ' ').title()}",
}


def part_words(part: Any, choice: str = "", of: str = "") -> str:
    if isinstance(part, Shifts):
        return shift_words(part, choice, of)
    return SAID[type(part)](part)


def all_parts(given: Iterable[Any], choice: str = "") -> str:
    return ", ".join(part_words(part, choice) for part in given)
