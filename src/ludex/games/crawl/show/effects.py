"""What skills and things do, in words: the effect vocabulary, and the numbers of a skill in somebody's hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ludex.core.kernel.english import count
from ludex.core.show.sentences import with_sign
from ludex.games.crawl.book.attacks.modifiers import own_modifiers
from ludex.games.crawl.book.characters.core_aspects import core
from ludex.games.crawl.book.characters.skills import DamageDice, Skill, aspect_modifiers, critical_from
from ludex.games.crawl.book.dice import total_of
from ludex.games.crawl.records import effects as fx
from ludex.games.crawl.records.kinds import Armor, Aspect, Consumable, Item, Weapon
from ludex.games.crawl.records.price_list import AnyPart
from ludex.games.crawl.show.names import condition_name, minutes_words, thing_name
from ludex.games.crawl.show.parts import all_parts
from ludex.games.crawl.state import Being, Scene

WHEN = {"success": "", "failure": "on a failure ", "hp_damage": "when it draws blood "}
ACTS = {"rise": "rising", "drop": "dropping prone"}


# ---------------------------------------------------------------- effects


def afflicts(effect: fx.Afflict) -> str:
    long = f" for {count(effect.turns, 'turn')}" if effect.turns else ""
    check = f"{'an' if effect.save == 'intelligence' else 'a'} {effect.save} check against {effect.difficulty}"
    ward = f", unless {check} wards it off" if effect.save else ""
    return f"{condition_name(effect.condition)}{long}{ward}"


SAID: dict[type, Callable[[Scene, Any], str]] = {
    fx.Afflict: lambda s, e: afflicts(e),
    fx.RemoveCondition: lambda s, e: f"no longer {condition_name(e.condition)}",
    fx.Expose: lambda s, e: f"exposes to {thing_name(s, e.affliction)}",
    fx.CounterAgent: lambda s, e: f"ends {thing_name(s, e.disease)} at full health",
    fx.HealOverTime: lambda s, e: f"heals {e.hp} HP over {count(e.hours, 'hour')}",
    fx.Energy: lambda s, e: f"{with_sign(e.value)} EP at once",
    fx.Suppress: lambda s, e: f"feels nothing of being {condition_name(e.condition)} for {count(e.turns, 'turn')}",
    fx.Sense: lambda s, e: "sees magic",
    fx.MinorMagic: lambda s, e: "small, harmless wonders",
    fx.Knowledge: lambda s, e: f"knows of things {e.field}",
    fx.Disable: lambda s, e: "opens locks" if e.what == "lock" else "opens locks and disarms traps",
    fx.TakeObject: lambda s, e: "takes something small unnoticed",
    fx.Message: lambda s, e: "a message",
    fx.Perceive: lambda s, e: "a look around from another cell" if e.remote else "a look around",
    fx.Reveal: lambda s, e: "finds who is in stealth",
    fx.Hide: lambda s, e: "enters stealth",
    fx.Sustenance: lambda s, e: f"feeds {count(e.persons, 'person')} for {count(e.days, 'day')}",
    fx.MoveToCover: lambda s, e: "jumps into cover",
    fx.EndMagic: lambda s, e: "ends magic, or stops it as it is cast",
    fx.ActCost: lambda s, e: f"{ACTS[e.act]} costs {e.ep} EP",
    fx.LiftsStop: lambda s, e: "whom it throws goes on through those who give way",
    fx.MaxEffort: lambda s, e: f"maximum effort costs {e.hp} HP",
}


def effect_words(scene: Scene, effect: fx.Effect) -> str:
    return WHEN[effect.on] + SAID[type(effect)](scene, effect)


def all_effects(scene: Scene, effects: Iterable[fx.Effect]) -> str:
    return ", ".join(effect_words(scene, effect) for effect in effects)


# ---------------------------------------------------------------- a skill in somebody's hands


def dice_words(each: DamageDice) -> str:
    bonus = f" {with_sign(each.bonus)}" if each.bonus else ""
    return f"{each.count}d{each.sides}{bonus}{f' {each.type}' if each.type else ''}"


def roll_words(scene: Scene, being: Being, made: Skill) -> str:
    """`d20 +3 against 8`; where the number is another's, only the bonus."""
    modifiers = (
        own_modifiers(scene, being, made)
        if made.use.against == "defense"
        else aspect_modifiers(scene, being, made.aspect)
    )
    if made.use.against == "none":
        return "no roll"
    bonus = total_of(modifiers)
    against = f" against {made.difficulty}" if made.difficulty else ""
    return f"d20 {with_sign(bonus)}{against}"


def skill_words(scene: Scene, being: Being, made: Skill) -> str:
    """`d20 +3 against 8, 1 EP, melee range, 1d6 kinetic damage, pushes by 15 KP`"""
    found = [] if made.learned else ["not learned"]
    found += [roll_words(scene, being, made), f"{made.ep} EP" if made.ep else "free"]
    if made.range:
        reach = f" and {count(made.reach, 'cell')} more" if made.reach else ""
        found.append(
            f"{made.range.replace('_', ' ')}{'' if made.range in ('unlimited', 'line_of_sight') else ' range'}{reach}"
        )
    if made.area:
        found.append(f"in a {made.area}" + (f" of {count(made.length, 'cell')}" if made.length else ""))
    found += [harm_words(scene, being, made)] if made.dice else []
    found += [f"pushes by {made.kp} KP"] if made.push is not None else []
    found += [f"exotic {kind}" for kind in made.exotic]
    critical = critical_from(scene, being, made)
    found += [f"critical from {critical}"] if made.use.against == "defense" and critical < 20 else []
    found += [f"up to {made.targets} targets"] if made.targets > 1 else []
    found += [f"{with_sign(made.malus)} on the target's defence"] if made.malus else []
    found += [f"{count(made.extra_attacks, 'free attack')} with it"] if made.extra_attacks else []
    found += [f"heals {dice_words(made.heals)}"] if made.heals is not None else []
    found += [f"cures who is {cured}" for cured in made.cures]
    found += [all_parts(made.granted, thing_name(scene, made.choice) if made.choice else "")] if made.granted else []
    found += [f"for {count(made.turns, 'turn')}"] if made.turns else []
    found += [f"for {minutes_words(made.minutes)}"] if made.minutes else []
    found += [f"after {count(made.delay, 'turn')}"] if made.delay else []
    found += [f"{made.reload} EP to make it ready again"] if made.reload else []
    found += [all_effects(scene, made.effects)] if made.effects else []
    found += ["a dodge"] if made.use.dodge else []
    found += ["enters stealth"] if made.stealth else []
    found += ["grapples who is grabbed"] if made.grapple else []
    found += ["teleports"] if made.teleport else []
    found += [made.only] if made.only else []
    found += ["magic"] if made.magic else []
    found += ["technology"] if made.technology else []
    found += ["unstable"] if made.unstable else []
    found += [f"not while {condition_name(name)}" for name in made.use.not_while]
    return ", ".join(part for part in found if part)


def harm_words(scene: Scene, being: Being, made: Skill) -> str:
    strength = core(scene, being, "strength") if made.strong else 0
    more = f" {with_sign(strength)} for strength" if strength else ""
    return f"{' and '.join(map(dice_words, made.dice))} damage{more}"


def aspect_words(scene: Scene, made: Aspect, own: tuple[AnyPart, ...], choice: str = "") -> str:
    """What holds by itself, with these parts; of what is used, what it is about."""
    if made.use is not None:
        return made.text
    holds = all_parts(own, thing_name(scene, choice) if choice else "")
    return ", ".join(part for part in (holds, all_effects(scene, made.effects)) if part) or made.text


# ---------------------------------------------------------------- things


def item_words(scene: Scene, made: Item) -> str:
    """What a thing is good for."""
    found = [all_parts(made.parts)] if made.parts else []
    if isinstance(made, Armor):
        found.insert(0, "in hand" if made.slot == "hand" else f"worn on the {made.slot}")
        found += ["lightweight"] if made.lightweight else []
        found += [f"needs strength {with_sign(made.requires_strength)}"] if made.requires_strength is not None else []
    elif isinstance(made, Consumable):
        found += [f"{made.use_ep} EP to use", all_effects(scene, made.effects)]
    elif isinstance(made, Weapon) and not found:
        found.append("a weapon")
    found += [f"{made.weight_kg:g} kg"] if made.weight_kg else []
    return ", ".join(part for part in found if part) or made.text
