"""Survival: damage to Vigor, Injuries slot by slot, Direct Injuries, falls, death, and what heals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import cast

from ludex.core.kernel.agenda import step
from ludex.core.kernel.domain import YES_NO, Amount, Several
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, ask
from ludex.core.kernel.scene import Condition, told
from ludex.games.navyblue.book.attacks.defence import intact
from ludex.games.navyblue.book.conditions import GONE, afflict, drops_out
from ludex.games.navyblue.book.features import (
    forbidden,
    holds,
    item,
    max_vigor,
    owned,
    passive,
    usable_by,
    use_up,
    uses_left,
)
from ludex.games.navyblue.records.effects import ImmuneFalling, PreventInjury
from ludex.games.navyblue.records.kinds import Armour, Feature
from ludex.games.navyblue.state import Being, Scene

NPC_FACTOR = 3  # nb.direct.npc
SPIKES = 2  # Direct Injuries beside those of the fall
DEEPEST = 20  # Injuries that the Director can give a fall

# ---------------------------------------------------------------- Vigor


def deal(scene: Scene, target: Being, amount: int, kind: str, by: str, source: str = "") -> None:
    """nb.damage.vigor: damage lowers Vigor; what Vigor does not take becomes Injuries. NPCs die at 0. `source` is what
    it comes from: weapon:cutlass."""
    if amount <= 0 or "Dead" in target.states:
        return
    before = target.vigor
    lose_vigor(scene, target, amount, kind, by, "nb.damage.vigor", source)
    beyond = overflow(scene, target, before, amount) if target.pc else 0
    if beyond:
        scene.next(injured(target, beyond, kind, by, "nb.injury.overflow", source))
    else:
        die_if_spent(scene, target)


def lose_vigor(scene: Scene, target: Being, amount: int, kind: str, by: str, rule: str, source: str) -> None:
    before, target.vigor = target.vigor, max(0, target.vigor - amount)
    scene.harmed(target.id, "Vigor", before - target.vigor, by, source or rule)
    scene.record("damage", rule, who=target.id, amount=amount, type=kind, by=by, left=target.vigor)


def overflow(scene: Scene, target: Being, before: int, amount: int) -> int:
    """nb.injury.overflow: how many Injuries a hit brings that finds so much Vigor."""
    if target.vigor:
        return 0
    how = scene.options["opt_injury_overflow"]
    if how == "whole_hit":
        return amount
    return amount - before if how == "spill" or not before else 0


def heal(scene: Scene, being: Being, amount: int, rule: str) -> None:
    """Vigor comes back, not above its maximum; Injuries stay."""
    if "Dead" in being.states:
        return
    gained = max(0, min(amount, max_vigor(scene, being) - being.vigor))
    being.vigor += gained
    scene.record("heals", rule, who=being.id, amount=gained, left=being.vigor)


# ---------------------------------------------------------------- Injuries


def unmarked(being: Being) -> tuple[int, ...]:
    """The numbers of the slots that can still be marked."""
    return tuple([number for number, slot in enumerate(being.slots, 1) if not slot.marked])


def least_missed(being: Being) -> tuple[int, ...]:
    """nb.injury.choice: the slots that can still be marked, empty ones first, then filled ones; the last of armour at
    the end."""
    left: dict[str, int] = {}
    for slot in being.slots:
        if slot.worn and not slot.marked:
            left[slot.thing] = left.get(slot.thing, 0) + 1
    worth: dict[int, int] = {}
    for number in unmarked(being):
        slot = being.slots[number - 1]
        if slot.worn:
            left[slot.thing] -= 1
            worth[number] = 2 if left[slot.thing] else 3
        else:
            worth[number] = 1 if slot.thing else 0
    return tuple(sorted(worth, key=worth.__getitem__))


def same_slot(being: Being) -> Callable[[Plain], str]:
    """Slots with the same in them are alike."""

    def what_is_in(number: Plain) -> str:
        slot = being.slots[cast(int, number) - 1]
        return f"{slot.thing}, worn" if slot.worn else slot.thing

    return what_is_in


def so_many(being: Being, numbers: tuple[int, ...], amount: int) -> Several:
    """So many of these slots, or all of them where there are no more."""
    least = min(amount, len(numbers))
    return Several(numbers, least, least, alike=same_slot(being))


def preventing(scene: Scene, being: Being) -> list[tuple[Feature, int]]:
    """The features with which somebody can ignore Injuries now, and how many each."""
    found = []
    for entry in owned(scene, being):
        if entry.timing == "replacement" and usable_by(scene, being, entry) and uses_left(being, entry):
            warding = [e for e in entry.effects if isinstance(e, PreventInjury) and e.on == "injury"]
            amount = sum([e.amount for e in warding if holds(scene, being, e)])
            if amount and not forbidden(scene, being, entry.traits):
                found.append((entry, amount))
    return found


@step("nb.injury.choice")
async def injured(scene: Scene, target: Being, amount: int, kind: str, by: str, rule: str, source: str = "") -> None:
    """Injuries as they are dealt: a feature may ward some off, the rest are marked in slots that the injured picks."""
    if "Dead" in target.states:
        return
    for entry, most in preventing(scene, target):

        def able(ward: tuple[Feature, int] = (entry, most)) -> bool:
            return "Dead" not in target.states and ward in preventing(scene, target)

        wanted = amount and able() and await ask(
            scene, target.id, YES_NO, rule="nb.feature.tags",
            about={"feature": entry.id, "amount": amount, "prevents": most, "by": by}, default=False, matters=able,
        )  # fmt: skip
        if "Dead" in target.states:
            return
        if wanted:
            use_up(target, entry)
            scene.record("feature", "nb.feature.tags", who=target.id, feature=entry.id, target=target.id)
            amount = max(0, amount - most)
    if not amount:
        die_if_spent(scene, target)  # the Vigor may have gone with the same blow
        return
    chosen = least_missed(target)
    if amount < len(chosen):
        chosen = await ask(
            scene, target.id, lambda: so_many(target, least_missed(target), amount), rule="nb.injury.choice",
            about=lambda: {"amount": min(amount, len(unmarked(target))), "type": kind, "by": by},
            default=lambda: tuple(sorted(least_missed(target)[:amount])),
            matters=lambda: "Dead" not in target.states and amount < len(unmarked(target)),
        )  # fmt: skip
    if "Dead" in target.states:
        return
    mark(scene, target, chosen, kind, by, rule)
    scene.harmed(target.id, "Slots", len(chosen), by, source or rule)
    beyond = amount - len(chosen)
    if beyond and target.vigor and scene.options["opt_direct_excess"] == "vigor":
        lose_vigor(scene, target, beyond, kind, by, "nb.direct.no_slots", source)
    die_if_spent(scene, target)


def mark(scene: Scene, target: Being, numbers: tuple[int, ...], kind: str, by: str, rule: str) -> None:
    """nb.injury.slot: the slots are marked off; body armour fails with the last of its own."""
    worked = working_armour(scene, target)
    for number in sorted(numbers):
        target.mark(number - 1)
    if numbers:
        left = len(unmarked(target))
        scene.record("injuries", rule, who=target.id, slots=tuple(sorted(numbers)), type=kind, by=by, left=left)
        scene.cite("nb.injury.slot", *(("nb.container.no_injury",) if target.packs else ()))
    tell_failing(scene, target, worked)


@told
def tell_failing(scene: Scene, target: Being, worked: list[str]) -> None:
    works = working_armour(scene, target)
    for name in worked:
        if name not in works:
            scene.record("armour_fails", "nb.armour.disabled", who=target.id, armour=name)


def working_armour(scene: Scene, being: Being) -> list[str]:
    """The armour that is worn and has not failed."""
    pieces = [(name, item(scene, name)) for name in being.worn]
    return [name for name, piece in pieces if isinstance(piece, Armour) and intact(scene, being, name, piece.helmet)]


@step("nb.heal.injuries")
async def remove_injuries(scene: Scene, being: Being, amount: int) -> None:
    """Injuries heal; the injured picks which. The slots can be used again, and so can armour that had failed."""
    chosen = usual_to_heal(scene, being)
    if "Dead" in being.states or not chosen or amount <= 0:
        return
    if amount < len(chosen):
        chosen = await ask(
            scene, being.id, lambda: so_many(being, usual_to_heal(scene, being), amount), rule="nb.heal.injuries",
            about=lambda: {"amount": min(amount, being.injuries)}, default=lambda: usual_to_heal(scene, being)[:amount],
            matters=lambda: "Dead" not in being.states and amount < being.injuries,
        )  # fmt: skip
    if "Dead" in being.states or not chosen:
        return
    worked = working_armour(scene, being)
    for number in sorted(chosen):
        being.set_slot(number - 1, replace(being.slots[number - 1], marked=False))
    scene.record("mends", "nb.heal.injuries", who=being.id, slots=tuple(sorted(chosen)))
    for name in working_armour(scene, being):
        if name not in worked:
            scene.record("armour_works", "nb.armour.disabled", who=being.id, armour=name)


def usual_to_heal(scene: Scene, being: Being) -> tuple[int, ...]:
    """The injured slots: one of armour that has failed first, then empty ones, then the others."""
    working = working_armour(scene, being)
    worth: dict[int, int] = {}
    failed: list[str] = []
    for number, slot in enumerate(being.slots, 1):
        if not slot.marked:
            continue
        if slot.worn and slot.thing not in working and slot.thing not in failed:
            failed.append(slot.thing)
            worth[number] = 0
        else:
            worth[number] = 2 if slot.thing else 1
    return tuple(sorted(worth, key=worth.__getitem__))


# ---------------------------------------------------------------- Direct Injuries


def deal_direct(
    scene: Scene, target: Being, amount: int, by: str, rule: str, kind: str = "physical", source: str = ""
) -> None:
    """nb.direct.pc: Direct Injuries pass Vigor by; an NPC loses three times as much Vigor (nb.direct.npc)."""
    if amount <= 0 or "Dead" in target.states:
        return
    if target.pc:
        scene.next(injured(target, amount, kind, by, rule, source))
        return
    lose_vigor(scene, target, NPC_FACTOR * amount, kind, by, "nb.direct.npc", source)
    die_if_spent(scene, target)


@step("nb.direct.falling")
async def falls(scene: Scene, being: Being, depth: int, spikes: bool) -> None:
    """A Direct Injury for each zone fallen and two more for spikes, or what the Director says; then Prone."""
    amount = depth + SPIKES * spikes
    scene.cite("nb.gap.falling")
    if passive(scene, being, ImmuneFalling):
        amount = 0
        scene.record("unharmed", "nb.feature.tags", who=being.id)
    elif scene.options["opt_fall_injuries"] == "director":
        amount = await ask(
            scene, GM, Amount(0, DEEPEST), rule="nb.direct.falling",
            about={"who": being.id, "depth": depth, "spikes": spikes}, default=min(amount, DEEPEST),
            matters=lambda: being.states.isdisjoint(GONE),
        )  # fmt: skip
    if not being.states.isdisjoint(GONE):
        return
    scene.record("falls", "nb.direct.falling", who=being.id, depth=depth, spikes=spikes, amount=amount)
    if "Prone" not in being.states:
        afflict(scene, being, "Prone")
    deal_direct(scene, being, amount, "", "nb.direct.falling")


# ---------------------------------------------------------------- death


def die_if_spent(scene: Scene, being: Being) -> None:
    """nb.death.pc, nb.death.npc: no Vigor, and for a player character no unmarked slot either."""
    if being.vigor:
        return
    if not being.pc:
        die(scene, being, "nb.death.npc")
    elif all([slot.marked for slot in being.slots]):
        die(scene, being, "nb.death.pc")


def die(scene: Scene, being: Being, rule: str) -> None:
    if "Dead" in being.states:
        return
    being.vigor = 0
    dead = Condition("Dead")
    being.afflict(dead)
    drops_out(scene, being, dead)
    scene.cite("nb.char.kinds")
    scene.record("dies", rule, who=being.id)
