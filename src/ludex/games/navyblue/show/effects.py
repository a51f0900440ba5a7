"""The effect vocabulary in words, and what weapons, features and things do by it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ludex.core.kernel.english import count, listed
from ludex.core.show.sentences import with_sign
from ludex.games.navyblue.book.dice import CRITICAL, RESULTS
from ludex.games.navyblue.records import effects as fx
from ludex.games.navyblue.records.kinds import (
    Armour,
    Consumable,
    Container,
    Gear,
    Item,
    NpcAttack,
    Protects,
    Shield,
    Strike,
    Weapon,
)
from ludex.games.navyblue.show.names import condition_name, points, thing_name
from ludex.games.navyblue.state import Scene

WHEN = {
    "always": "", "held": "in hand", "in_air_zone": "in the air", "underground": "underground",
    "target_in_adjacent_zone": "if the target is next door", "entered_from_air_this_turn": "coming out of the air",
    "attack_reach_0": "against attacks of reach 0",
}  # fmt: skip
UNTIL = {
    "instant": "", "end_of_turn": " until the end of the turn", "start_of_own_next_turn": " until their next turn",
    "end_of_target_next_turn": " until the end of the target's next turn", "end_of_fight": " until the fight ends",
    "next_move": " for the next Move", "next_attack_roll": " for the next attack roll",
}  # fmt: skip
TO = {"target": "", "self": " (oneself)", "attacker": " (the attacker)", "user_or_target": ""}
ANY = {"any": "any obstruction", "hostile": "enemies in the way"}


def amount(effect: fx.HealVigor | fx.Damage) -> str:
    parts = [str(effect.amount)] if effect.amount or not effect.add_hl else []
    parts += [effect.add_attribute] if isinstance(effect, fx.HealVigor) and effect.add_attribute else []
    return " + ".join([*parts, *(["half level"] if effect.add_hl else [])])


def shift_words(shift: fx.Shift) -> str:
    return "/".join(with_sign(number) for number in shift)


def materials(names: Iterable[str]) -> str:
    return listed([ANY.get(name, name) for name in names])


def moved(scene: Scene, effect: fx.MoveTarget) -> str:
    where = {"to_attacker": "towards the attacker", "away": "away", "any": "into any zone beside"}[effect.direction]
    may = "may move" if effect.optional else "moves"
    other = f", or else {condition_name(effect.else_condition)}" if effect.else_condition else ""
    return f"{may} the target {count(effect.zones, 'zone')} {where}{other}"


def afflicts(scene: Scene, effect: fx.Afflict) -> str:
    only = f" (of {listed(effect.only_magic_kind)} magic)" if effect.only_magic_kind else ""
    return f"{condition_name(effect.condition)}{UNTIL[effect.until]}{TO[effect.to]}{only}"


def also_defends(scene: Scene, effect: fx.AddDefence) -> str:
    against = f" against {effect.against_trait}" if effect.against_trait else ""
    return f"may also defend with {listed(effect.attrs)}{against}{UNTIL[effect.until]}"


def up_to(effect: fx.ImmuneCondition | fx.ImmuneForcedMove) -> str:
    return f" by attacks up to a {RESULTS[effect.max_result]}" if effect.max_result < CRITICAL else ""


def helps(scene: Scene, effect: fx.CheckBonus) -> str:
    by = f" with {effect.attribute}" if effect.attribute else ""
    return f"{with_sign(effect.amount)} on {effect.maneuver or 'all'} Checks{by}"


SAID: dict[type, Callable[[Scene, Any], str]] = {
    fx.HealVigor: lambda s, e: f"{amount(e)} Vigor back{TO[e.to]}",
    fx.RemoveInjuries: lambda s, e: f"removes {count(e.amount, 'Injury')}{TO[e.to]}",
    fx.HealsInjuriesBy: lambda s, e: f"Injuries heal by {e.attribute} in place of Mettle",
    fx.Damage: lambda s, e: f"{amount(e)} damage{TO[e.to]}",
    fx.DirectInjuries: lambda s, e: (
        f"{count(e.amount, 'Direct Injury')}{' in place of damage' if e.replaces_damage else ''}{TO[e.to]}"
    ),
    fx.Afflict: afflicts,
    fx.ImmuneCondition: lambda s, e: f"immune to {listed([condition_name(name) for name in e.conditions])}{up_to(e)}",
    fx.ImmuneForcedMove: lambda s, e: f"cannot be moved against their will{up_to(e)}",
    fx.EndConditionOnRoll: lambda s, e: f"{condition_name(e.condition)} ends on a d{e.die} of {e.min_face} or more",
    fx.PreventInjury: lambda s, e: f"ignores {count(e.amount, 'Injury')}",
    fx.GrantSkill: lambda s, e: f"the skill {thing_name(s, e.skill)}",
    fx.GrantLanguage: lambda s, e: f"the language {thing_name(s, e.language)}",
    fx.AddSlots: lambda s, e: f"{with_sign(e.amount)} slots",
    fx.AddMaxVigor: lambda s, e: f"{with_sign(e.amount)} Vigor at most",
    fx.ThresholdShift: lambda s, e: f"defending with {listed(e.attrs)}: {shift_words(e.shift)}",
    fx.ManeuverCost: lambda s, e: f"{e.maneuver} costs {points(e.cost)}",
    fx.RunningLimit: lambda s, e: f"{points(e.amount)} more on Move before that is running",
    fx.IgnoreObstruction: lambda s, e: f"loses no points to {materials(e.materials)}{UNTIL[e.until]}",
    fx.ObstructionLoss: lambda s, e: f"enemies that start a Move in the same zone lose {points(e.amount)}",
    fx.CreateObstruction: lambda s, e: f"fills a zone with {e.material}{UNTIL[e.until]}",
    fx.GrantMotion: lambda s, e: f"{points(e.amount)} more at the start of the next turn",
    fx.Fly: lambda s, e: f"flies{', and lands at the end of the turn' if e.land_at_end_of_turn else ''}",
    fx.ImmuneFalling: lambda s, e: "falls do no harm",
    fx.ReachBonus: lambda s, e: f"{with_sign(e.amount)} reach",
    fx.BodyReach: lambda s, e: f"the body reaches {e.reach}",
    fx.RevealHidden: lambda s, e: f"finds the Hidden within reach {e.reach}",
    fx.Light: lambda s, e: f"light within {e.reach}",
    fx.DamageBonus: lambda s, e: (
        f"{with_sign(e.amount)} damage{f' with {thing_name(s, e.weapon)}' if e.weapon else ''}"
    ),
    fx.AddDefence: also_defends,
    fx.MoveTarget: moved,
    fx.DropHeld: lambda s, e: f"the target lets go of {count(e.amount, 'thing')}, as the {e.chooser} picks",
    fx.LoseItem: lambda s, e: f"it is lost{UNTIL[e.until]}",
    fx.NeedsReload: lambda s, e: f"takes {points(e.motion)} to be ready again",
    fx.RollModifier: lambda s, e: f"{with_sign(e.amount)} on {e.roll} rolls{UNTIL[e.until]}{TO[e.to]}",
    fx.CheckBonus: helps,
    fx.RopeEdge: lambda s, e: f"fixed at the edge of a pit for {points(e.motion)}",
    fx.Untargetable: lambda s, e: "cannot be targeted",
    fx.ForbidFeatures: lambda s, e: f"no use of {e.trait}",
    fx.LowerResult: lambda s, e: f"{e.trait} hits {count(e.amount, 'result')} lower",
}


def effect_words(scene: Scene, effect: fx.Effect) -> str:
    said = SAID[type(effect)](scene, effect)
    terms = ", ".join(filter(None, (moment(effect), WHEN[effect.when])))
    return f"{terms}: {said}" if terms else said


def moment(effect: fx.Effect) -> str:
    """From which result to which, and when else."""
    if effect.on == "double_ones":
        return "on two 1s"
    if effect.on == "after_attack":
        return "after the attack"
    if effect.on == "injury":
        return "when injured"
    if effect.on not in ("result", "attacked_result"):
        return ""
    attacked = "attacked with a " if effect.on == "attacked_result" else ""
    least, most = effect.min_result, effect.max_result
    if least == 0 and most == 4:
        return "when attacked" if attacked else ""
    if least == most:
        return f"{attacked}{RESULTS[least]}"
    return f"{attacked}{RESULTS[least]} or better" if most == 4 else f"{attacked}{RESULTS[least]} to {RESULTS[most]}"


def all_effects(scene: Scene, effects: Iterable[fx.Effect]) -> str:
    return "; ".join(effect_words(scene, effect) for effect in effects)


# ---------------------------------------------------------------- attacks, features, things


def strike_words(strike: Strike) -> str:
    """`Brawn or Finesse against Finesse or Brawn, reach 0, 1/2/3, critical 5`"""
    damage = strike.damage
    mental = "mental " if strike.damage_type == "mental" else ""
    area = ", all enemies in a zone" if strike.area == "zone_enemies" else ""
    return (
        f"{' or '.join(strike.attack_attr)} against {' or '.join(strike.defend_with)}, reach {strike.reach}{area}, "
        f"{mental}damage {damage.tier1}/{damage.tier2}/{damage.tier3}, critical {damage.crit}"
    )


def attack_words(scene: Scene, entry: Weapon | NpcAttack) -> str:
    """A weapon or an attack of a stat block, with its own effects."""
    more = all_effects(scene, entry.effects)
    return strike_words(entry.attack) + (f"; {more}" if more else "")


def protects_words(protects: Iterable[Protects]) -> str:
    return "; ".join(f"{listed(given.attrs)} {shift_words(given.shift)}" for given in protects)


def item_words(scene: Scene, entry: Item) -> str:
    """What a thing is good for."""
    if isinstance(entry, Armour):
        return protects_words(entry.protects)
    if isinstance(entry, Shield):
        return f"{entry.weight} shield, {listed(entry.attrs)} {shift_words(entry.shift)}"
    if isinstance(entry, Weapon):
        return entry.text or attack_words(scene, entry)
    if isinstance(entry, Container):
        return entry.text or f"holds {count(entry.holds, 'slot')}"
    if entry.text:
        return entry.text
    effects = all_effects(scene, entry.effects) if isinstance(entry, Consumable | Gear) else ""
    given = f"gives {listed([thing_name(scene, name) for name in entry.features])}" if entry.features else ""
    return "; ".join(filter(None, (effects, given)))
