"""Parts of content of which nothing ever comes, for the warnings of `ludex check`: attacks that nobody can be the
target of, effects that no rule carries out where they are, features that their owner cannot pay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import get_args

from ludex.core.content.content import Check, Fault, Library
from ludex.core.content.dead import Alive, dead_effects
from ludex.games.navyblue.book.attacks.effects import CARRIED_OUT
from ludex.games.navyblue.records.effects import (
    AddDefence,
    Base,
    DamageBonus,
    DropHeld,
    Effect,
    EndConditionOnRoll,
    GrantMotion,
    IgnoreObstruction,
    ManeuverCost,
    MoveTarget,
    PreventInjury,
    RopeEdge,
)
from ludex.games.navyblue.records.ids import ITEMS
from ludex.games.navyblue.records.kinds import Character, Consumable, Feature, Gear, Item, Npc, Strike, Weapon

HAPPEN = tuple(CARRIED_OUT)  # at a moment
OTHERS = (DamageBonus, EndConditionOnRoll, PreventInjury, RopeEdge)  # at moments of their own
BY_THEMSELVES = (
    *[kind for kind in get_args(Effect) if kind not in CARRIED_OUT and kind not in OTHERS], AddDefence,
    IgnoreObstruction,
)  # fmt: skip
ALONE = tuple([kind for kind in HAPPEN if kind not in (MoveTarget, DropHeld)])  # there is no target
ATTACKS: Alive = {"result": (*HAPPEN, DamageBonus), "double_ones": ALONE, "after_attack": ALONE}
# What is carried out where, by the `on` of an effect
PLACES: dict[str, Alive] = {
    "a passive feature": {
        "passive": BY_THEMSELVES,
        "result": (*HAPPEN, DamageBonus),
        "attacked_result": HAPPEN,
        "own_turn_start": (*HAPPEN, EndConditionOnRoll),
    },
    "a feature that is used": {"use": HAPPEN, "attacked_result": HAPPEN},
    "a feature with an attack": {"use": HAPPEN, "attacked_result": HAPPEN, **ATTACKS},
    "a replacement": {"injury": (PreventInjury,)},
    "a weapon": {"passive": BY_THEMSELVES, **ATTACKS},
    "an attack of an NPC": ATTACKS,
    "what is used up": {"use": HAPPEN},
    "what is used up in an attack": {"use": HAPPEN, **ATTACKS},
    "gear": {"passive": (*BY_THEMSELVES, RopeEdge), "use": (RopeEdge,)},
}
SPRINT, SURGE = 2, 3  # nb.action.sprint: what it gives; nb.maneuver.surge: what an Action more costs


def place_of(entry: Feature | Item) -> str:
    """As what the effects of an entry are carried out."""
    if isinstance(entry, Feature):
        if entry.timing in ("action", "maneuver"):
            return "a feature with an attack" if entry.attack is not None else "a feature that is used"
        return "a replacement" if entry.timing == "replacement" else "a passive feature"
    if isinstance(entry, Consumable):
        return "what is used up in an attack" if entry.attack is not None else "what is used up"
    return "a weapon" if isinstance(entry, Weapon) else "gear"


# ---------------------------------------------------------------- effects


def _effects(effects: tuple[Base, ...], place: str, field: str) -> Iterator[Fault]:
    yield from dead_effects(effects, PLACES[place], place, field, "on")
    for number, effect in enumerate(effects):
        to = getattr(effect, "to", "")
        if effect.on in ("double_ones", "after_attack") and to in ("target", "attacker"):
            words = f'never carried out: with on = "{effect.on}" there is no {to}; expected "self"'
            yield Fault(f"{field}[{number}].to", words)
        if effect.when == "held" and place not in ("a weapon", "gear"):
            yield Fault(f"{field}[{number}].when", f"never carried out: {place} is not held in a hand")


# ---------------------------------------------------------------- attacks


def _strike(strike: Strike | None, field: str) -> Iterator[Fault]:
    """nb.reach.values: Self is for nobody else, and nobody attacks themselves."""
    if strike is not None and strike.reach == "Self" and strike.area == "single":
        yield Fault(f"{field}.reach", "the attack is made against nobody: Self reaches no enemy", "nb.reach.values")


def _feature(library: Library, entry: Feature) -> Iterator[Fault]:
    yield from _effects(entry.effects, place_of(entry), "effects")
    yield from _strike(entry.attack, "attack")
    if entry.attack is not None and entry.timing not in ("action", "maneuver"):
        words = f'the attack is never made: timing is "{entry.timing}"; expected "action" or "maneuver"'
        yield Fault("attack", words, "nb.feature.tags")


def _item(library: Library, entry: Item) -> Iterator[Fault]:
    if isinstance(entry, Weapon | Consumable | Gear):
        yield from _effects(entry.effects, place_of(entry), "effects")
    if isinstance(entry, Weapon | Consumable):
        yield from _strike(entry.attack, "attack")
    if isinstance(entry, Consumable) and entry.attack is not None and set(entry.ways) <= {"out_of_fight"}:
        yield Fault("ways", "the attack is never made: it is for fights; expected consume or administer")


# ---------------------------------------------------------------- what is paid


def _costs(library: Library, names: Iterable[str], speed: int, field: str) -> Iterator[Fault]:
    """nb.action.one, nb.motion.points: all that a feature costs is paid in one turn. A Sprint gives points for the
    Action, a Surge an Action for points, and others may have given some before."""
    owned: list[Feature] = [library.shelves["feature"].get(name) for name in dict.fromkeys(names)]
    given = [*library.all("feature"), *library.all("consumable")]
    most = speed + 1 + max([e.amount for one in given for e in one.effects if isinstance(e, GrantMotion)], default=0)
    cheaper = [e.cost for one in owned for e in one.effects if isinstance(e, ManeuverCost) and e.maneuver == "Surge"]
    surge = min([SURGE, *cheaper])
    turns = [(1, most), (0, most + SPRINT)]
    turns += [(2, most - surge), (1, most + SPRINT - surge), (0, most + 2 * SPRINT - surge)] if most >= surge else []
    for feature in owned:
        cost = feature.cost
        there = {"Fight", "Traversal", "Dungeoneering"} & set(feature.traits)
        if feature.timing not in ("action", "maneuver") or (there and "Fight" not in there):
            continue
        if not any(cost.actions <= actions and cost.motion <= motion for actions, motion in turns):
            actions, motion = max(turns)[0], max(motion for _, motion in turns)
            best = f"{actions} Actions and {motion} MP"
            words = f"{feature.name} costs {cost}; in one turn they never have more than {best}"
            yield Fault(field, words, "nb.motion.points" if cost.actions < 2 else "nb.action.one")


def _character(library: Library, entry: Character) -> Iterator[Fault]:
    yield from _costs(library, entry.features, entry.speed, "features")
    packed = [thing for pack in entry.packs for thing in (pack.container, *pack.contents)]
    for field, things in (("held", entry.held), ("worn", entry.worn), ("carried", entry.carried), ("packs", packed)):
        shelves = [(library.shelves[kind].entries, name) for name in things for kind in ITEMS]
        items = [entries[name] for entries, name in shelves if name in entries]
        yield from _costs(library, [name for item in items for name in item.features], entry.speed, field)


def _npc(library: Library, entry: Npc) -> Iterator[Fault]:
    for number, attack in enumerate(entry.attacks):
        yield from _strike(attack.attack, f"attacks[{number}].attack")
        yield from _effects(attack.effects, "an attack of an NPC", f"attacks[{number}].effects")
    yield from _costs(library, entry.features, entry.speed, "features")


WARNINGS: dict[str, Check] = {
    "feature": _feature,
    **dict.fromkeys(ITEMS, _item),
    "character": _character,
    "npc": _npc,
}
