"""What skills and things do, in words: the effect vocabulary, and the numbers of a skill in somebody's hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ludex.core.board.cells import Cell
from ludex.core.kernel.english import count
from ludex.core.show.lasting import minutes_words
from ludex.core.show.sentences import with_sign
from ludex.games.crawl.book.attacks.modifiers import own_modifiers
from ludex.games.crawl.book.characters.core_aspects import core
from ludex.games.crawl.book.characters.skills import DamageDice, Skill, aspect_modifiers, critical_from
from ludex.games.crawl.book.dice import total_of
from ludex.games.crawl.book.skills.sequence import difficulty_of
from ludex.games.crawl.records import effects as fx
from ludex.games.crawl.records.kinds import Armor, Aspect, Consumable, Item, Weapon
from ludex.games.crawl.records.price_list import AnyPart
from ludex.games.crawl.show.names import condition_name, thing_name
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


OR_MORE = {  # where the number is another one, if that is higher
    "stealth": "for somebody who hides well",
    "affliction": "for a hard affliction",
    "jump_forward": "for a far jump",
}


def roll_words(scene: Scene, being: Being, skill: Skill) -> str:
    """`d20 +3 against 8`; where the number is another's, only the bonus."""
    modifiers = (
        own_modifiers(scene, being, skill)
        if skill.use.against == "defense"
        else aspect_modifiers(scene, being, skill.aspect)
    )
    if skill.use.against == "none":
        return "no roll"
    bonus = total_of(modifiers)
    against = f" against {skill.difficulty}" if skill.difficulty else ""
    against += f" (more {OR_MORE[skill.use.against]})" if against and skill.use.against in OR_MORE else ""
    return f"d20 {with_sign(bonus)}{against}"


def to_reach(scene: Scene, being: Being, skill: Skill, cell: Cell) -> str:
    """`against 11`: the number of a cell, for skills that have one for each."""
    if skill.use.against != "jump_forward":
        return ""
    return f"against {difficulty_of(scene, being, skill, None, cell, '')}"


def skill_words(scene: Scene, being: Being, skill: Skill) -> str:
    """`d20 +3 against 8, 1 EP, melee range, 1d6 kinetic damage, pushes by 15 KP`"""
    found = [] if skill.learned else ["not learned"]
    found += [roll_words(scene, being, skill), f"{skill.ep} EP" if skill.ep else "free"]
    return ", ".join(part for part in (*found, *_qualities(scene, being, skill)) if part)


def words_beside_price(scene: Scene, being: Being, skill: Skill) -> str:
    """The same where it stands beside its price, which says whether it is learned, too."""
    return ", ".join(part for part in (roll_words(scene, being, skill), *_qualities(scene, being, skill)) if part)


def _qualities(scene: Scene, being: Being, skill: Skill) -> list[str]:
    found = []
    if skill.range:
        reach = f" and {count(skill.reach, 'cell')} more" if skill.reach else ""
        found.append(
            f"{skill.range.replace('_', ' ')}{'' if skill.range in ('unlimited', 'line_of_sight') else ' range'}{reach}"
        )
    if skill.area:
        found.append(f"in a {skill.area}" + (f" of {count(skill.length, 'cell')}" if skill.length else ""))
    found += [harm_words(scene, being, skill)] if skill.dice else []
    found += [f"pushes by {skill.kp} KP"] if skill.push is not None else []
    found += [f"exotic {kind}" for kind in skill.exotic]
    critical = critical_from(scene, being, skill)
    found += [f"critical from {critical}"] if skill.use.against == "defense" and critical < 20 else []
    found += [f"up to {skill.targets} targets"] if skill.targets > 1 else []
    found += [f"{with_sign(skill.malus)} on the target's defence"] if skill.malus else []
    found += [f"{count(skill.extra_attacks, 'free attack')} with it"] if skill.extra_attacks else []
    found += [f"heals {dice_words(skill.heals)}"] if skill.heals is not None else []
    found += [f"cures who is {cured}" for cured in skill.cures]
    found += (
        [all_parts(skill.granted, thing_name(scene, skill.choice) if skill.choice else "")] if skill.granted else []
    )
    found += [f"for {count(skill.turns, 'turn')}"] if skill.turns else []
    found += [f"for {minutes_words(skill.minutes)}"] if skill.minutes else []
    found += [f"after {count(skill.delay, 'turn')}"] if skill.delay else []
    found += [f"{skill.reload} EP to make it ready again"] if skill.reload else []
    found += [all_effects(scene, skill.effects)] if skill.effects else []
    found += ["a dodge"] if skill.use.dodge else []
    found += ["enters stealth"] if skill.stealth else []
    found += ["grapples who is grabbed"] if skill.grapple else []
    found += ["teleports"] if skill.teleport else []
    found += [skill.only] if skill.only else []
    found += ["magic"] if skill.magic else []
    found += ["technology"] if skill.technology else []
    found += ["unstable"] if skill.unstable else []
    found += [f"not while {condition_name(name)}" for name in skill.use.not_while]
    return found


def harm_words(scene: Scene, being: Being, skill: Skill) -> str:
    strength = core(scene, being, "strength") if skill.strong else 0
    more = f" {with_sign(strength)} for strength" if strength else ""
    return f"{' and '.join(map(dice_words, skill.dice))} damage{more}"


def aspect_words(scene: Scene, entry: Aspect, own: tuple[AnyPart, ...], choice: str = "") -> str:
    """What holds by itself, with these parts; of what is used, what it is about."""
    if entry.use is not None:
        return entry.text
    holds = all_parts(own, thing_name(scene, choice) if choice else "")
    return ", ".join(part for part in (holds, all_effects(scene, entry.effects)) if part) or entry.text


# ---------------------------------------------------------------- things


def item_words(scene: Scene, item: Item) -> str:
    """What a thing is good for."""
    found = [all_parts(item.parts)] if item.parts else []
    if isinstance(item, Armor):
        found.insert(0, "in hand" if item.slot == "hand" else f"worn on the {item.slot}")
        found += ["lightweight"] if item.lightweight else []
        found += [f"needs strength {with_sign(item.requires_strength)}"] if item.requires_strength is not None else []
    elif isinstance(item, Consumable):
        found += [f"{item.use_ep} EP to use", all_effects(scene, item.effects)]
    elif isinstance(item, Weapon) and not found:
        found.append("a weapon")
    found += [f"{item.weight_kg:g} kg"] if item.weight_kg else []
    return ", ".join(part for part in found if part) or item.text
