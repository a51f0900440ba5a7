"""What weapons, spells, items, features and hazards do: each effect of the vocabulary, carried out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludex.core.kernel.agenda import step
from ludex.core.kernel.dice import Total, dice
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import roll
from ludex.core.kernel.ruling import Modifier
from ludex.core.kernel.scene import Until, until_end_of_next, until_start_of
from ludex.games.cloudbreaker.book.attacks.damage import Harm, deal, gains_nothing, inflict, recover, spared
from ludex.games.cloudbreaker.book.conditions import end
from ludex.games.cloudbreaker.book.dice import BONUS, effect_roll
from ludex.games.cloudbreaker.book.spirit import can_hold, gain
from ludex.games.cloudbreaker.records.effects import (
    AddCover,
    Afflict,
    Construct,
    Cure,
    Damage,
    Effect,
    GainSpirit,
    LoseSpirit,
    Recover,
    Revive,
)
from ludex.games.cloudbreaker.state import Being, Hit, Raised, Scene


def effects_of(scene: Scene, source: str) -> tuple[Effect, ...]:
    """The effects of a thing of the content, named by its kind and id: `weapon:bite`."""
    kind, _, name = source.partition(":")
    effects: tuple[Effect, ...] = scene.library.shelves[kind].entries[name].effects
    return effects


@step("cb.roll.effect")
async def happen(
    scene: Scene, by: Being | None, source: str, number: int, hits: tuple[Hit, ...], zone: str, moved_by: str = ""
) -> None:
    """One effect, for all whom it reaches; what is rolled is rolled once for all of them."""
    effect = effects_of(scene, source)[number]
    if isinstance(effect, Damage):
        hits = tuple([hit for hit in hits if not spared(scene, scene.beings[hit.target], by)])
        amount = await amount_of(scene, by, effect, source) if hits else 0
        for hit in hits:
            target = scene.beings[hit.target]
            extra = effect.per_spirit * target.spirit
            cause = moved_by if moved_by != hit.target else ""
            harm = Harm(amount + extra, effect.pool, effect.type, hit.critical, source=source, cause=cause)
            deal(scene, by, target, hit.part, harm)
    elif isinstance(effect, Recover):
        await give_back(scene, by, effect, source, whom(scene, by, effect.to, hits))
    elif type(effect) in CARRIED_OUT:  # all others hold by themselves, for as long as they are owned
        CARRIED_OUT[type(effect)](scene, by, effect, hits, zone)


def whom(scene: Scene, by: Being | None, to: str, hits: tuple[Hit, ...]) -> list[Being]:
    if to == "self":
        return [by] if by is not None else []
    return [scene.beings[hit.target] for hit in hits]


async def amount_of(scene: Scene, by: Being | None, effect: Damage | Recover, source: str) -> int:
    """The effect roll; hazards roll as well, and nobody can throw that again."""
    least = effect.minimum if isinstance(effect, Damage) else 0
    about: dict[str, Plain] = {"source": source, "pool": effect.pool, "type": getattr(effect, "type", "")}
    about["recovers"] = isinstance(effect, Recover)
    if not effect.dice:
        return max(effect.bonus, least)
    if by is not None:
        return await effect_roll(scene, by, effect.dice, effect.bonus, least, "cb.roll.effect", **about)
    scene.cite("cb.roll.types")
    modifiers = [Modifier(effect.bonus, "effect bonus", "cb.roll.effect", BONUS)] if effect.bonus else []
    name = source.partition(":")[2]
    reading = Total(effect.bonus, least=least)
    return await roll(dice(effect.dice, 6), reading, by=name, rule="cb.roll.effect", modifiers=modifiers, about=about)


async def give_back(scene: Scene, by: Being | None, effect: Recover, source: str, whom_to: list[Being]) -> None:
    """cb.item.recovery: what an item restores does nothing for the Medicated. No roll for who gains nothing."""
    barred = source.startswith("item:")
    helped = []
    for being in whom_to:
        if barred and "Medicated" in being.states:
            scene.record("medicated", "cb.cond.medicated", who=being.id)
        elif not gains_nothing(scene, being):
            helped.append(being)
    if not helped:
        return
    amount = await amount_of(scene, by, effect, source)
    rule = "cb.item.recovery" if barred else "cb.roll.effect"
    for being in helped:
        recover(scene, being, effect.pool, amount, rule)


def _afflict(scene: Scene, by: Being | None, effect: Afflict, hits: tuple[Hit, ...], zone: str) -> None:
    until: Until | None = None
    if effect.until == "situation":
        until = Until("situation")
    elif effect.until == "end_of_source_next_turn" and by is not None:
        until = until_end_of_next(scene, by)
    elif effect.until == "start_of_source_next_turn" and by is not None:
        until = until_start_of(by)
    for being in whom(scene, by, effect.to, hits):
        if effect.condition == "Medicated" and "Medicated" in being.states:
            continue
        scene.next(inflict(by, being, effect.condition, until, effect.distance))


def _cure(scene: Scene, by: Being | None, effect: Cure, hits: tuple[Hit, ...], zone: str) -> None:
    for being in whom(scene, by, effect.to, hits):
        for name in effect.conditions:
            end(scene, being, name)


def _revive(scene: Scene, by: Being | None, effect: Revive, hits: tuple[Hit, ...], zone: str) -> None:
    """cb.cond.knocked_out: spells and items made for it bring somebody round, with 1 in a pool that was empty."""
    for being in whom(scene, by, "target", hits):
        if scene.rush:
            scene.record("no_gain", "cb.finale.rush", who=being.id)
        elif "Knocked Out" in being.states:
            being.mp = max(1, being.mp)
            if not being.hp:
                being.lose_hp(being.sheet.vital, -1)
            end(scene, being, "Knocked Out")


def _gain_spirit(scene: Scene, by: Being | None, effect: GainSpirit, hits: tuple[Hit, ...], zone: str) -> None:
    for being in whom(scene, by, effect.to, hits):
        gain(scene, being, effect.amount, "cb.spirit.gain.feature")


def _lose_spirit(scene: Scene, by: Being | None, effect: LoseSpirit, hits: tuple[Hit, ...], zone: str) -> None:
    for being in whom(scene, by, "target", hits):
        if can_hold(being) and being.spirit:
            lost = min(being.spirit, effect.amount)
            being.spirit -= lost
            scene.record("loses_spirit", "cb.spirit.refuse", who=being.id, amount=lost)


def zone_of(by: Being | None, where: str, zone: str) -> str:
    return by.at if where == "self" and by is not None else zone


def _add_cover(scene: Scene, by: Being | None, effect: AddCover, hits: tuple[Hit, ...], zone: str) -> None:
    there = zone_of(by, effect.zone, zone)
    if there and there not in scene.board.cover:
        scene.board = scene.board.with_cover(there)
        scene.covered = (*scene.covered, there)
        scene.record("covers", "cb.cover.setback", zone=there)


def _construct(scene: Scene, by: Being | None, effect: Construct, hits: tuple[Hit, ...], zone: str) -> None:
    there = zone_of(by, effect.zone, zone)
    if there:
        scene.raised = (*scene.raised, Raised(there, effect.reduction))
        scene.record("construct", "cb.escape.construct", zone=there, reduction=effect.reduction)


def clear_ground(scene: Scene) -> None:
    """Covers and constructs that somebody has raised are gone."""
    for zone in scene.covered:
        scene.board = scene.board.without_cover(zone)
    scene.covered = scene.raised = ()


CARRIED_OUT: dict[type, Callable[[Scene, Being | None, Any, tuple[Hit, ...], str], None]] = {
    Afflict: _afflict,
    Cure: _cure,
    Revive: _revive,
    GainSpirit: _gain_spirit,
    LoseSpirit: _lose_spirit,
    AddCover: _add_cover,
    Construct: _construct,
}
