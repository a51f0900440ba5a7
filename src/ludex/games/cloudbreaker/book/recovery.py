"""What happens at the end of a rest: first what is reconfigured, then new maxima, then the recovery."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

import msgspec

from ludex.core.kernel.scene import Until
from ludex.games.cloudbreaker.book.attacks.damage import get_up
from ludex.games.cloudbreaker.book.classes import with_class
from ludex.games.cloudbreaker.book.conditions import end
from ludex.games.cloudbreaker.book.handling import without
from ludex.games.cloudbreaker.records.effects import Meal, Shelter
from ludex.games.cloudbreaker.state import PARTY, Being, Rest, Scene

HOUR, DAY = 3_600, 86_400
NIGHT = "full"
ABSENT = ("Dead", "Left Behind")  # who does not rest with the party


class Kind(NamedTuple):
    rule: str
    lasts: int  # seconds
    worth: int  # HP or MP for one Resolve
    changes: bool  # is there time to reconfigure?


KINDS = {
    "short": Kind("cb.rest.short", 300, 1, False),
    "long": Kind("cb.rest.long", 1_800, 2, True),
    NIGHT: Kind("cb.rest.full", 8 * HOUR, 0, True),
}


def resting(scene: Scene) -> list[Being]:
    """The player characters who are alive and there: the downed and the knocked out rest as well."""
    return [member for member in scene.party() if member.states.isdisjoint(ABSENT)]


# ---------------------------------------------------------------- what is changed


def words(joined: str) -> tuple[str, ...]:
    """What stands with commas between, as a rest keeps it."""
    return tuple(joined.split(",")) if joined else ()


def still_owned(who: Being, chosen: tuple[str, ...]) -> tuple[str, ...]:
    """Of the weapons that were chosen, each that is there at the end of the rest."""
    own, found = list(who.weapons), []
    for name in chosen:
        if name in own:
            own.remove(name)
            found.append(name)
    return tuple(found)


def reconfigure(scene: Scene, who: Being, rest: Rest) -> None:
    """cb.rest.timing: before the recovery. cb.rest.max_change: a lower maximum takes the current value with it."""
    changed = {what: to for name, what, to in rest.changes if name == who.id}
    if "class" in changed:
        primary, _, secondary = changed["class"].partition(",")
        with_class(scene, who, primary, secondary)
    if "weapons" in changed:
        who.wielded = still_owned(who, words(changed["weapons"]))
        scene.record("wields", KINDS[rest.kind].rule, who=who.id, weapons=who.wielded)
    if "attunements" in changed:
        who.attunements = words(changed["attunements"])
        scene.record("attuned", KINDS[rest.kind].rule, who=who.id, attunements=who.attunements)
    vital = who.sheet.vital
    if "hp_max" in changed:
        part = msgspec.structs.replace(who.sheet.parts[vital], hp=int(changed["hp_max"]))
        who.sheet = replace(who.sheet, parts=(*who.sheet.parts[:vital], part, *who.sheet.parts[vital + 1 :]))
        who.lose_hp(vital, max(0, who.hp - part.hp))
        scene.record("maximum", "cb.rest.max_change", who=who.id, pool="HP", to=part.hp, now=who.hp)
    if "mp_max" in changed:
        who.sheet = replace(who.sheet, mp=int(changed["mp_max"]))
        who.mp = min(who.mp, who.sheet.mp)
        scene.record("maximum", "cb.rest.max_change", who=who.id, pool="MP", to=who.sheet.mp, now=who.mp)


# ---------------------------------------------------------------- recovery


def spent_by(rest: Rest, who: Being) -> tuple[int, int]:
    """Resolve into HP, and into MP."""
    return next(((hp, mp) for name, hp, mp in rest.spent if name == who.id), (0, 0))


def recover_by(scene: Scene, who: Being, rest: Rest) -> None:
    """A full rest gives everything back; a break what Resolve is spent for, of which 1 has to be left."""
    kind = KINDS[rest.kind]
    if rest.kind == NIGHT:
        restore(scene, who, "HP", who.sheet.parts[who.sheet.vital].hp, kind.rule)
        restore(scene, who, "MP", who.sheet.mp, kind.rule)
        restore(scene, who, "Resolve", who.sheet.resolve, kind.rule)
        end(scene, who, "Medicated", rule=kind.rule)
        for condition in [c for c in who.conditions if c.until == Until("full rest")]:
            end(scene, who, condition.name, source=condition.source)
        who.rest_due = scene.clock + DAY
    elif not _asleep(who, rest):
        for_hp, for_mp = spent_by(rest, who)
        left = max(0, who.resolve - 1)
        for_hp = min(for_hp, left)
        for_mp = min(for_mp, left - for_hp)
        if for_hp or for_mp:
            who.resolve -= for_hp + for_mp
            scene.record("spends_resolve", kind.rule, who=who.id, amount=for_hp + for_mp, left=who.resolve)
            restore(scene, who, "HP", kind.worth * for_hp, kind.rule)
            restore(scene, who, "MP", kind.worth * for_mp, kind.rule)
    if who.hp and who.mp:
        get_up(scene, who)
        if not _asleep(who, rest):
            end(scene, who, "Knocked Out", rule=kind.rule)


def _asleep(who: Being, rest: Rest) -> bool:
    """A short break does nothing for the knocked out."""
    return rest.kind == "short" and "Knocked Out" in who.states


def restore(scene: Scene, who: Being, pool: str, amount: int, rule: str) -> None:
    """Up to the maximum. Unlike other help, rest reaches the knocked out as well."""
    if pool == "HP":
        before = who.hp
        who.lose_hp(who.sheet.vital, -min(amount, who.sheet.parts[who.sheet.vital].hp - before))
        gained = who.hp - before
    elif pool == "MP":
        gained = min(amount, who.sheet.mp - who.mp)
        who.mp += gained
    else:
        gained = min(amount, who.sheet.resolve - who.resolve)
        who.resolve += gained
    if gained:
        scene.record("recovers", rule, who=who.id, pool=pool, amount=gained)


# ---------------------------------------------------------------- meal and shelter


def fully_rested(scene: Scene, members: list[Being], gathered: bool, lodging: bool) -> list[Being]:
    """cb.rest.full: those for whom it was a full rest: with a shelter, which one carries for all, and a meal each.
    Whoever has no meal of their own eats what the others have left. Nothing is eaten where there is no shelter."""
    if not (lodging or any(_gives(scene, name, Shelter) for other in _companions(scene) for name in other.items)):
        for member in members:
            scene.record("no_full_rest", "cb.rest.full", who=member.id, lacks="shelter")
        return []
    if gathered:
        return members
    hungry = [member for member in members if not eat(scene, member, [member])]
    starving = [member for member in hungry if not eat(scene, member, _companions(scene))]
    for member in starving:
        scene.record("no_full_rest", "cb.rest.full", who=member.id, lacks="meal")
    return [member for member in members if member not in starving]


def _companions(scene: Scene) -> list[Being]:
    """Who is there with what they carry: not the dead, and not who was left behind."""
    return [other for other in scene.side_of(PARTY) if other.states.isdisjoint(ABSENT)]


def _gives(scene: Scene, item: str, effect: type[Meal | Shelter]) -> bool:
    return any(isinstance(found, effect) for found in scene.library.shelves["item"].get(item).effects)


def eat(scene: Scene, who: Being, among: Iterable[Being]) -> bool:
    """A meal out of somebody's pack, if there is one."""
    for owner in among:
        for name in owner.items:
            if _gives(scene, name, Meal):
                if scene.library.shelves["item"].get(name).consumed:
                    owner.items = without(owner.items, name)
                scene.record("eats", "cb.rest.full", who=who.id, item=name, owner=owner.id)
                return True
    return False
