"""Summon and Familiar: beings that belong to somebody, and have their turns right after them.

vt.ability.summon: companions have the summoner's level and the build that the boon names, without its boons and utility
features; how many there are depends on their HP. They are beings `OWNER_companion_1`, the smallest free number first;
who is gone stays among the beings and is used again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ludex.core.board.cells import Cell
from ludex.core.kernel.action import Arg, first
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Refusal
from ludex.core.kernel.scene import Condition, Until
from ludex.games.vitality.book.action_types import COMBAT_MODE, PRIMARY, Free, Primary, action
from ludex.games.vitality.book.characters.features import ability, knack, uses_left, with_ability, with_knack
from ludex.games.vitality.book.characters.sheet import boons_for, find_entry, make_sheet
from ludex.games.vitality.book.characters.space import ground
from ludex.games.vitality.book.conditions import hours
from ludex.games.vitality.book.health.damage import dismiss
from ludex.games.vitality.book.movement.footing import room
from ludex.games.vitality.book.turns.initiative import joins
from ludex.games.vitality.records.boon_effects import Familiar, Summon
from ludex.games.vitality.records.kinds import Boon
from ludex.games.vitality.state import FAMILIAR, Being, Scene, Sheet

COUNTS = {100: 1, 50: 2, 25: 4, 10: 10}  # of a set, by the HP of each
CLASSES = {100: "boss", 50: "ally", 25: "captain", 10: "minion"}
NEAR = 6  # spaces around the summoner
PAID, FOR_NOTHING = "primary", "free"  # ways to summon

# ---------------------------------------------------------------- companions


def companions(scene: Scene, owner: Being) -> list[Being]:
    return [b for b in scene.beings.values() if b.sheet.summoner == owner.id and b.here and "Summoned" in b.states]


def companion_sheet(scene: Scene, owner: Being, boon: Boon, power: Summon) -> Sheet:
    """As somebody of the content is built, at the level of the summoner, with the boons that Special pays for."""
    entry = find_entry(scene.library, boon.companion, "summon")
    sheet = make_sheet(scene.library, entry, hp_class=CLASSES[boon.size], summoner=owner.id)
    return replace(
        sheet, level=owner.sheet.level, tier=owner.sheet.tier, hp=boon.size,
        boons=boons_for(scene.library, entry, power.boons), utility=(), wealth="",
    )  # fmt: skip


def places_near(scene: Scene, owner: Being, newcomer: Being) -> Iterator[Cell]:
    """The spaces around somebody, the nearest first, in which there is room."""
    for cell in scene.board.within(owner.at, NEAR)[1:]:
        if scene.board.open(cell) and room(scene, newcomer, cell, ground(scene, cell)):
            yield cell


def appear(scene: Scene, owner: Being, name: str, title: str, sheet: Sheet, until: Until | None) -> Being | None:
    """Somebody comes out of nowhere beside their owner; nobody where there is no room."""
    being = Being(id=name, name=title, side=owner.own_side, sheet=sheet, hp=sheet.hp, reaction=1)
    place = next(places_near(scene, owner, being), None)
    if place is None:
        return None
    being.at, being.height = place, ground(scene, place)
    being.afflict(Condition("Summoned", owner.id, until))
    scene.beings[name] = being
    if scene.mode == COMBAT_MODE:
        joins(scene, being)
    scene.record("appears", "vt.ability.summon", who=name, by=owner.id, at=place)
    return being


RE_SUMMON = Free("summon for nothing")


class SummonCost(Primary):
    """A Primary Action; with Re-Summon a Free Action, so often."""

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        if not args:
            return None
        if args[0] == FOR_NOTHING:
            return RE_SUMMON.refusal(scene, actor, args)
        return super().refusal(scene, actor, args)

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        if args[0] == FOR_NOTHING:
            RE_SUMMON.pay(scene, actor, args)
        else:
            super().pay(scene, actor, args)


def ways_to_summon(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    found = ability(scene, actor, Summon)
    if found is None:
        return []
    power = found[2]
    ways: list[Plain] = [PAID] if uses_left(actor, "summon", power.uses) > 0 else []
    return [*ways, FOR_NOTHING] if uses_left(actor, "re-summon", power.free) > 0 else ways


def may_summon(scene: Scene, actor: Being) -> Refusal | None:
    if ability(scene, actor, Summon) is None:
        return Refusal(f"{actor.name} does not have this ability", "vt.ability.summon")
    if not ways_to_summon(scene, actor):
        return Refusal("Summon is used up until a rest", "vt.ability.summon")
    return None


def fits_summon(scene: Scene, actor: Being, how: str) -> Refusal | None:
    if how not in ways_to_summon(scene, actor):
        return Refusal("that way of summoning is used up until a rest", "vt.ability.summon")
    return None


@action(
    "summon", rule="vt.ability.summon", cost=SummonCost(), able=with_ability(Summon), may=may_summon, fits=fits_summon,
    args=(Arg("how", ways_to_summon, default=first(ways_to_summon, PAID)),),
    label="Summon", tags=("summon",),
)  # fmt: skip
async def summon(scene: Scene, actor: Being, how: str) -> None:
    """Companions for two hours; those that are still there go first. As many come as there is room for."""
    found = ability(scene, actor, Summon)
    if found is None:
        return
    boon, _, power = found
    actor.use("re-summon" if how == FOR_NOTHING else "summon", "rest")
    for one in companions(scene, actor):
        dismiss(scene, one, "vt.ability.summon")
    sheet = companion_sheet(scene, actor, boon, power)
    title = find_entry(scene.library, boon.companion, "summon").name
    until = hours(power.hours)
    ids = [f"{actor.id}_companion_{number}" for number in range(1, COUNTS[boon.size] * power.sets + 1)]
    for one_id, called in zip(ids, names_for(scene, title, ids), strict=True):
        if appear(scene, actor, one_id, called, sheet, until) is None:
            return


def names_for(scene: Scene, title: str, ids: list[str]) -> list[str]:
    """What companions are called: with the smallest numbers that tell them apart from everybody else of that name."""
    taken = [being.name for being in scene.beings.values() if being.id not in ids]
    if len(ids) == 1 and title not in taken:
        return [title]
    numbered = [f"{title} {number}" for number in range(1, len(taken) + len(ids) + 1)]
    return [name for name in numbered if name not in taken][: len(ids)]


# ---------------------------------------------------------------- the familiar


def may_call(scene: Scene, actor: Being) -> Refusal | None:
    if knack(scene, actor, Familiar) is None:
        return Refusal(f"{actor.name} has no familiar", "vt.feature.familiar")
    if actor.has_used(FAMILIAR):
        return Refusal("the familiar has been called, and comes back with a rest", "vt.feature.familiar")
    return None


@action(
    "call_familiar", rule="vt.feature.familiar", cost=PRIMARY, able=with_knack(Familiar), may=may_call,
    label="Call the familiar", tags=("summon",),
)  # fmt: skip
async def call_familiar(scene: Scene, actor: Being) -> None:
    """A small creature with 0 in combat attributes; any damage destroys it, and then it is gone until a rest."""
    owner = actor.sheet
    sheet = Sheet(
        kind=FAMILIAR, pc=False, hp_class="minion", level=owner.level, tier=owner.tier, hp=1, attributes={},
        summoner=actor.id,
    )  # fmt: skip
    if appear(scene, actor, f"{actor.id}_familiar", f"{actor.name}'s familiar", sheet, None) is not None:
        actor.use(FAMILIAR, "rest")
