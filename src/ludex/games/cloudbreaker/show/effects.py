"""The effect vocabulary in words, and what weapons, spells, items and hazards do by it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ludex.core.kernel.english import count, listed
from ludex.core.show.sentences import apart
from ludex.games.cloudbreaker.records.effects import (
    AddCover,
    Afflict,
    Construct,
    Cure,
    Damage,
    Edge,
    Effect,
    GainSpirit,
    GenerateMorale,
    LoseSpirit,
    Meal,
    NeutraliseRange,
    Recover,
    RedirectAttack,
    Reduce,
    Revive,
    Shelter,
)
from ludex.games.cloudbreaker.records.kinds import Clue, Hazard, Use
from ludex.games.cloudbreaker.show.names import thing_name, to_pool, tokens, typed
from ludex.games.cloudbreaker.state import Scene

TO = {"target": "", "self": ", oneself", "recipient": ", the recipient"}
UNTIL = {
    "own_terms": "",
    "situation": " until the situation ends",
    "end_of_source_next_turn": " until the end of the user's next turn",
    "start_of_source_next_turn": " until the start of the user's next turn",
}


def dice(number: int, bonus: int) -> str:
    if not number:
        return str(bonus)
    return f"{number}d6" + (f" {apart(bonus)}" if bonus else "")


def _damage(scene: Scene, effect: Damage) -> str:
    least = f", at least {effect.minimum}" if effect.minimum else ""
    tokens_ = f", {effect.per_spirit} more for each spirit token of the victim" if effect.per_spirit else ""
    amount = dice(effect.dice, effect.bonus)
    return f"{amount}{typed(effect.type)} damage{to_pool(effect.pool)}{least}{tokens_}"


def _recover(scene: Scene, effect: Recover) -> str:
    return f"recovers {dice(effect.dice, effect.bonus)} {effect.pool}{TO[effect.to]}"


def _afflict(scene: Scene, effect: Afflict) -> str:
    until = f" until {effect.distance} zones away" if effect.until == "distance" else UNTIL[effect.until]
    return f"{thing_name(scene, effect.condition)}{until}{TO[effect.to]}"


def _reduce(scene: Scene, effect: Reduce) -> str:
    types = f"{listed(effect.types)} " if effect.types else ""
    return f"{effect.amount} less {types}damage"


def _reaches(scene: Scene, effect: NeutraliseRange) -> str:
    whom = f" against {effect.creature_type}s" if effect.creature_type else ""
    by = f" by {effect.channel}" if effect.channel != "none" else ""
    return f"{thing_name(scene, effect.toolkit)}{by} reaches {count(effect.range, 'zone')}{whom}"


SAID: dict[type, Callable[[Scene, Any], str]] = {
    Damage: _damage,
    Recover: _recover,
    Afflict: _afflict,
    Cure: lambda scene, effect: f"ends {listed(effect.conditions)}{TO[effect.to]}",
    Revive: lambda scene, effect: "brings round a knocked-out character",
    GainSpirit: lambda scene, effect: f"{tokens(effect.amount)}{TO[effect.to] or ', the target'}",
    LoseSpirit: lambda scene, effect: f"the victim loses {tokens(effect.amount)}",
    Edge: lambda scene, effect: f"edge on {effect.roll} rolls",
    RedirectAttack: lambda scene, effect: "the attack hits its owner instead",
    Reduce: _reduce,
    GenerateMorale: lambda scene, effect: f"{tokens(effect.amount, 'morale')} at the end of each round",
    AddCover: lambda scene, effect: "covers in the zone",
    Construct: lambda scene, effect: f"a magical construct: {effect.reduction} less damage from an epic trap",
    NeutraliseRange: _reaches,
    Meal: lambda scene, effect: "a meal",
    Shelter: lambda scene, effect: "shelter for the party",
}


def effect_words(scene: Scene, effect: Effect) -> str:
    return SAID[type(effect)](scene, effect)


def all_effects(scene: Scene, effects: Iterable[Effect]) -> str:
    return "; ".join(effect_words(scene, effect) for effect in effects)


# ---------------------------------------------------------------- weapons, spells, items


TARGETS = {
    "one": "",
    "every_enemy_in_zone": "every enemy in the zone",
    "ally_or_self": "a friend or oneself",
    "any_unit": "anybody",
    "zone": "aimed at a zone",
    "self": "oneself",
    "none": "",
}


def use_words(scene: Scene, use: Use) -> str:
    """`ranged, 3 zones, 3 MP, spoken: 2d6 + 3 radiant damage`"""
    kind = "" if use.action == "major" else "free" if use.action == "free" else "minor action"
    reach = "melee" if use.reach == "melee" else f"up to {count(use.range, 'zone')}"
    cost = f"{use.mp_cost} MP" if use.mp_cost else ""
    tags = [tag for tag in ("curvable", "sound") if tag in use.tags]
    sure = "" if use.attack_roll or not TARGETS[use.targets] else "no attack roll"
    parts = (kind, reach, TARGETS[use.targets], cost, "spoken" if use.verbal else "", sure, *tags)
    return f"{', '.join(filter(None, parts))}: {all_effects(scene, use.effects)}"


# ---------------------------------------------------------------- hazards


TRIGGERS = {
    "cross": "whoever crosses",
    "enter": "whoever enters",
    "stay": "whoever ends a turn there",
    "leave": "whoever leaves",
    "turn_starts": "whoever begins a turn there",
    "round_ends": "whoever is there when a round ends",
}


def clues(scene: Scene, ways: Iterable[Clue]) -> str:
    return " or ".join(f"{thing_name(scene, way.method)} {way.difficulty}" for way in ways)


def hazard_words(scene: Scene, hazard: Hazard) -> str:
    """`2d6 + 1 sharp damage`, `bars the way: Athletics 10`"""
    barred = f"bars the way: {clues(scene, hazard.cross)}" if hazard.cross else "bars the way"
    parts = [barred] if hazard.blocks else []
    return "; ".join([*parts, *([all_effects(scene, hazard.effects)] if hazard.effects else [])])
