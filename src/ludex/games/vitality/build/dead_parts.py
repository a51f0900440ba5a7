"""Parts of content of which nothing ever comes, for the warnings of `ludex check`: effects of upgrades that no rule
carries out with an attack, limits that cannot be met, attacks that their owner cannot pay."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ludex.core.content.content import Check, Fault, Library
from ludex.core.game import GAMES
from ludex.games.vitality.book.attacks.built import TYPES
from ludex.games.vitality.book.attacks.limits import heals_left
from ludex.games.vitality.book.characters.features import ability
from ludex.games.vitality.book.effort.effort import refuse_effort
from ludex.games.vitality.records.attack_effects import (
    BestOf,
    Blast,
    Bleed,
    Bonus,
    Brutal,
    Bully,
    Channel,
    ChooseTargets,
    Concentrate,
    Critical,
    Disengage,
    Effect,
    Excess,
    ExplodeFrom,
    Finish,
    FixedDice,
    FollowUp,
    Hazard,
    Lasting,
    Leap,
    Leech,
    Manhandle,
    Mark,
    Need,
    Origin,
    Panic,
    Permanent,
    Pierce,
    Range,
    Repeat,
    Ricochet,
    Scale,
    Shatter,
    Splinter,
    Spread,
    StrikeAgain,
)
from ludex.games.vitality.records.boon_effects import AttackAura, CreateWall, Summon, SupportAura
from ludex.games.vitality.records.kinds import Attack, Limit, Person, Upgrade
from ludex.games.vitality.state import Being, Scene

# What an attack must have for an effect to be carried out with it; in words, for whoever has put it on another
HIT_ROLL = "an Accuracy Check"
DAMAGE = "damage"
DAMAGE_DICE = "damage dice"
CONDITION = "a condition"
AREA = "an area"
ANYTHING = ""
NEEDS: dict[type, str] = {
    Excess: HIT_ROLL,
    **dict.fromkeys((Pierce, Brutal, Finish, Bleed, Leech, Shatter, Bully, Splinter, Panic), DAMAGE),
    **dict.fromkeys((ExplodeFrom, FixedDice), DAMAGE_DICE),
    **dict.fromkeys((Lasting, Spread, Permanent, Concentrate), CONDITION),
    **dict.fromkeys((Scale, Origin, ChooseTargets), AREA),
    **dict.fromkeys((Channel, Range, Leap, Hazard, Repeat, FollowUp, Disengage, Mark), ANYTHING),
    **dict.fromkeys((Ricochet, StrikeAgain, Blast, Manhandle), ANYTHING),  # any hit on the Stunned is critical
}
ROLLS = {"accuracy": HIT_ROLL, "damage": DAMAGE, "condition": CONDITION}  # of those that name the roll


def needed(effect: Effect) -> tuple[str, ...]:
    """One of these an attack must have for the effect to be carried out."""
    if isinstance(effect, Bonus):
        return tuple([ROLLS[roll] for roll in effect.rolls])
    if isinstance(effect, Critical) and effect.roll == "accuracy" and effect.tiers:
        return (ANYTHING,)
    return (ROLLS[effect.roll],) if isinstance(effect, BestOf | Critical) else (NEEDS[type(effect)],)


def has(type_of: str, damages: bool) -> frozenset[str]:
    """What an attack of this type has, with damage or with a condition."""
    kind = TYPES[type_of]
    found = [ANYTHING, DAMAGE if damages else CONDITION]
    found += [HIT_ROLL] if not kind.direct else []
    found += [DAMAGE_DICE] if damages and not kind.flat else []
    found += [AREA] if kind.area else []
    return frozenset(found)


# ---------------------------------------------------------------- upgrades and limits


def forms(upgrade: Upgrade) -> list[tuple[str, bool]]:
    """The types of attack that it may stand on, each with damage or with a condition."""
    types = upgrade.types or [name for name in TYPES if not name.startswith("basic")]
    both = [(name, damages) for name in types for damages in (True, False)]
    both = [(name, damages) for name, damages in both if TYPES[name].only in ("", "damage" if damages else "condition")]
    return [(name, damages) for name, damages in both if upgrade.on in ("any", "damage" if damages else "condition")]


def _upgrade(library: Library, upgrade: Upgrade) -> Iterator[Fault]:
    if not forms(upgrade):
        yield Fault("on", f"never carried out: no attack of these types has {upgrade.on} as its effect", "vt.up.list")
        return
    for number, effect in enumerate(upgrade.effects):
        if not any(has(*form) & set(needed(effect)) for form in forms(upgrade)):
            tag, words = effect.__struct_config__.tag, " or ".join(needed(effect)) or "a roll"
            problem = f"{tag} is never carried out: it needs {words}, and no attack on which it may stand has that"
            yield Fault(f"effects[{number}]", problem, "vt.up.list")


IMPOSSIBLE: dict[str, Callable[[int], bool]] = {
    "d20_at_least": lambda n: n > 20,
    "turn_at_most": lambda n: n < 1,
    "uses_per_minute_rest": lambda n: n < 1,
}


def _limit(library: Library, limit: Limit) -> Iterator[Fault]:
    for number, need in enumerate(limit.needs):
        if need.test in IMPOSSIBLE and IMPOSSIBLE[need.test](need.n):
            problem = f"{need.test} is never met with n = {need.n}: no attack with this limit can be made"
            yield Fault(f"needs[{number}].n", problem, "vt.limit.gate")


# ---------------------------------------------------------------- attacks of somebody


def _person(library: Library, entry: Person) -> Iterator[Fault]:
    for number, attack in enumerate(entry.attacks):
        yield from _idle(library, attack, f"attacks[{number}]")
    if not any(attack.limits for attack in entry.attacks):
        return
    game = GAMES["vitality"]
    options = game.rulebook.check_options({})
    with_them = library.copy()  # a draft is in no library yet
    for shelf in with_them.shelves.values():
        if shelf.record is type(entry):
            shelf.entries[entry.id] = entry
    scene = game.set_up({"options": options, "beings": {"somebody": {"from": entry.id}}}, "scene", with_them)
    for number, attack in enumerate(entry.attacks):
        for name in attack.limits:
            limit: Limit = library.shelves["limit"].get(name)
            for words in _never(scene, scene.beings["somebody"], limit.needs):
                problem = f"{attack.name} can never be made: {limit.name} asks for {words}"
                yield Fault(f"attacks[{number}].limits", problem, f"vt.limit.{limit.group}")


def _idle(library: Library, attack: Attack, field: str) -> Iterator[Fault]:
    """Upgrades all of whose effects come to nothing with this attack."""
    there = has(attack.type, attack.effect == "damage")
    for name in dict.fromkeys(attack.upgrades):
        upgrade: Upgrade = library.shelves["upgrade"].get(name)
        wanted = dict.fromkeys([what for effect in upgrade.effects for what in needed(effect)])
        if not there & set(wanted):
            words = f"it needs {' or '.join(wanted) or 'a roll'}, which {attack.name} has not"
            yield Fault(f"{field}.upgrades", f"{upgrade.name} is never carried out: {words}", "vt.up.list")


def _never(scene: Scene, being: Being, needs: Sequence[Need]) -> Iterator[str]:
    """What somebody can never give for an attack, since they never have it."""
    for need in needs:
        if need.test == "pay_effort" and refuse_effort(scene, being) is not None:
            yield "an Effort, and they have none"
        elif need.test == "pay_heal_use" and heals_left(scene, being) < need.n:
            yield f"{need.n} uses of Heal, and they have {heals_left(scene, being)}"
        elif need.test == "pay_own_aura" and not any(ability(scene, being, kind) for kind in (AttackAura, SupportAura)):
            yield "an aura, and they have none"
        elif need.test == "pay_summon" and not _summons(scene, being, need.n):
            yield f"a companion of {need.n} HP, and they summon none"
        elif need.test == "target_adjacent_to_own_wall" and ability(scene, being, CreateWall) is None:
            yield "a wall, and they raise none"
        elif need.test == "target_in_own_barrier":
            yield "a barrier, and nothing makes one"


def _summons(scene: Scene, being: Being, hp: int) -> bool:
    found = ability(scene, being, Summon)
    return found is not None and found[0].size == hp


WARNINGS: dict[str, Check] = {"upgrade": _upgrade, "limit": _limit, "character": _person, "enemy": _person}
