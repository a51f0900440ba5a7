"""Parts of content of which nothing ever comes, for the warnings of `ludex check`: damage of a skill that attacks
nobody, effects that no rule carries out where they are, skills that their owner cannot pay."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.core.content.content import Check, Fault, Library
from ludex.core.content.dead import Alive, dead_effects
from ludex.core.game import GAMES
from ludex.games.crawl.book.characters.aspects import max_ep, owned
from ludex.games.crawl.book.characters.skills import Skill, own_skill
from ludex.games.crawl.book.skills.effects import AT_ONCE
from ludex.games.crawl.records.effects import (
    ActCost,
    Afflict,
    Disable,
    EndMagic,
    Hide,
    LiftsStop,
    MaxEffort,
    MinorMagic,
    MoveToCover,
    Perceive,
    Reveal,
    Sense,
    TakeObject,
)
from ludex.games.crawl.records.kinds import Aspect, Character, Consumable, Use
from ludex.games.crawl.records.price_list import (
    AreaEffect,
    Damage,
    EnergyPointPoolModifier,
    Grapple,
    MayEnterStealth,
    Teleportation,
)

HAPPEN = (Afflict, *AT_ONCE)  # what nobody has to choose anything for
USED_UP = tuple([kind for kind in HAPPEN if kind not in (Sense, Reveal)])  # those two are of a skill and its range
# What is carried out where, by the `on` of an effect
PLACES: dict[str, Alive] = {
    "an aspect without a `use`": {"success": (ActCost, MaxEffort, MinorMagic)},
    "an attack": {"success": (*HAPPEN, LiftsStop), "failure": HAPPEN, "hp_damage": HAPPEN},
    "a defence": {},
    "a grapple": {},
    "a teleportation": {"failure": HAPPEN},
    "a skill that is put on cells": {"failure": HAPPEN},
    "a look from a cell": {"success": (Perceive,)},
    "a way to hide": {"success": (Hide,)},
    "a look around": {"success": (Perceive,)},
    "a look at who passes": {"success": (Reveal,)},
    "a skill against magic that is cast": {"success": (EndMagic,)},
    "a task": {"success": (*HAPPEN, Disable, TakeObject), "failure": HAPPEN},
    "a skill without a check": {"success": (*HAPPEN, EndMagic, TakeObject, MoveToCover)},
    "a skill": {"success": (*HAPPEN, EndMagic, TakeObject, MoveToCover), "failure": HAPPEN},
    "what is used up": {"success": USED_UP},
}

SET_OFF_BY = {"trigger": "deals_hp_damage", "reactionary": "magic_used", "opportunistic": "passes_or_appears"}


def place_of(entry: Aspect) -> str:
    """As what the effects of an aspect are carried out."""
    use = entry.use
    kinds = {type(part) for part in entry.parts}
    effects = {type(effect) for effect in entry.effects}
    if use is None:
        return "an aspect without a `use`"
    if use.when == "defense":
        return "a defence"
    if Grapple in kinds or use.target == "grabbed_enemy":
        return "a grapple"
    if use.against == "defense":
        return "an attack"
    if MayEnterStealth in kinds or Hide in effects:
        return "a way to hide"
    if use.when == "movement_action":
        return "a look around"
    if use.when == "opportunistic":
        return "a look at who passes"
    if use.when == "reactionary":
        return "a skill against magic that is cast"
    return _used_by_itself(use, kinds, effects)


def _used_by_itself(use: Use, kinds: set[type], effects: set[type]) -> str:
    if use.target == "task":
        return "a task"
    if use.target == "cell" and Perceive in effects:
        return "a look from a cell"
    if Teleportation in kinds:
        return "a teleportation"
    if use.target == "cell" and AreaEffect in kinds:
        return "a skill that is put on cells"
    return "a skill" if use.against != "none" else "a skill without a check"


# ---------------------------------------------------------------- warnings


def _aspect(library: Library, entry: Aspect) -> Iterator[Fault]:
    place = place_of(entry)
    yield from dead_effects(entry.effects, PLACES[place], place, "effects", "on")
    yield from _harmless(entry)
    if entry.use is not None:
        yield from _never(entry, entry.use)


def _never(entry: Aspect, use: Use) -> Iterator[Fault]:
    """What is used at a moment of its own has to say which."""
    wanted = SET_OFF_BY.get(use.when, "")
    if wanted and use.trigger != wanted and place_of(entry) != "an attack":
        yield Fault("use.trigger", f'never used: when = "{use.when}" is set off by trigger = "{wanted}" only')


def _harmless(entry: Aspect) -> Iterator[Fault]:
    """tc.attack.roll: damage is dealt by attacks, which are made against a defence, on the own turn or when somebody
    leaves."""
    use = entry.use
    spot = next((f"parts[{n}]" for n, part in enumerate(entry.parts) if isinstance(part, Damage)), "")
    if use is None:
        if spot:
            yield Fault(spot, "its damage is never dealt: without a `use` nobody attacks with it")
        return
    with_weapon = entry.skill == "attack" and use.range == "weapon"
    if use.when == "defense" or not (spot or with_weapon):
        return
    if use.against != "defense":
        words = f'its damage is never dealt: use.against is "{use.against}", and an attack is made against "defense"'
        yield Fault(spot or "use.against", words)
    elif use.when not in ("action", "opportunistic"):
        words = f'its damage is never dealt: use.when is "{use.when}"; an attack is an "action", or "opportunistic"'
        yield Fault(spot or "use.when", words)


def _used_up(library: Library, entry: Consumable) -> Iterator[Fault]:
    yield from dead_effects(entry.effects, PLACES["what is used up"], "what is used up", "effects", "on")


def _owner(library: Library, entry: Character) -> Iterator[Fault]:
    """tc.ep.pool: the pool is the most that somebody can hold. Attacks and defences can be paid in health, and outside
    fights nothing is counted (tc.maxeffort.attack, tc.maxeffort.defense, tc.skill.ep_cost)."""
    game = GAMES["crawl"]
    options = game.rulebook.check_options({})
    scene = game.set_up({"options": options, "beings": {"somebody": {"from": entry.id}}}, "scene", library)
    being = scene.beings["somebody"]
    with_use = [one.aspect for one in owned(scene, being) if library.shelves["aspect"].get(one.aspect).use is not None]
    known = [own_skill(scene, being, name) for name in dict.fromkeys(with_use)]
    lent = [part.value for skill in known for part in skill.granted if isinstance(part, EnergyPointPoolModifier)]
    most = max_ep(scene, being) + sum([value for value in lent if value > 0])
    numbers = {owns.aspect: number for number, owns in enumerate(entry.aspects)}
    for skill in known:
        if skill.ep > most and not _paid_otherwise(skill):
            field = f"aspects[{numbers[skill.aspect]}]" if skill.aspect in numbers else "items"
            words = f"{skill.name} costs {skill.ep} EP, and they never have more than {most}: of no use in a fight"
            yield Fault(field, words, "tc.ep.pool")


def _paid_otherwise(skill: Skill) -> bool:
    attack = skill.use.against == "defense" and skill.use.when == "action"
    return attack or skill.use.when in ("defense", "non_combat")


WARNINGS: dict[str, Check] = {
    "aspect": _aspect,
    "consumable": _used_up,
    "addictive": _used_up,
    "character": _owner,
    "enemy": _owner,
}
