"""Powers, masks and items in use: the EP they cost, whom they reach, and the saves against them."""

from __future__ import annotations

from typing import cast

from ludex.core.board.hex import Cell, within
from ludex.core.kernel.agenda import step
from ludex.core.kernel.domain import YES_NO, OneOf
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import ask
from ludex.core.kernel.ruling import Modifier, Refusal, cite
from ludex.core.kernel.timing import DECLINE
from ludex.games.bluebox.book.attacks.hits import Blow
from ludex.games.bluebox.book.attacks.sequence import announce, strike
from ludex.games.bluebox.book.attacks.weapons import carried_with, power_attack
from ludex.games.bluebox.book.conditions import (
    cannot_act,
    comes_to_nothing,
    exhaust,
    reveal,
    take_focus,
)
from ludex.games.bluebox.book.dice import EDGE, FAILURE, save
from ludex.games.bluebox.book.movement.sight import hidden_from, unblocked
from ludex.games.bluebox.book.powers.callings import on_failed_save
from ludex.games.bluebox.book.powers.effects import (
    Use,
    dc_of,
    follow_up,
    make_zone,
    note_use,
    on_target,
    raise_cover,
    roll_damage,
)
from ludex.games.bluebox.book.turns.escalation import tick
from ludex.games.bluebox.records import effects as vocabulary
from ludex.games.bluebox.records.effects import ON_SOMEBODY, Effect
from ludex.games.bluebox.records.kinds import Item, Mode, Power, Target
from ludex.games.bluebox.state import Being, Carried, Scene

# ---------------------------------------------------------------- paying


def pay_ep(scene: Scene, being: Being, ep: int, pay: str) -> None:
    """bb.ep.resource; bb.ep.exhaustion: at 0 EP a level of Exhaustion in its place."""
    if not ep:
        return
    if pay == "exhaustion":
        scene.record("pays", "bb.ep.exhaustion", who=being.id, exhaustion=1)
        exhaust(scene, being)
    else:
        being.ep -= ep
        scene.record("pays", "bb.ep.resource", who=being.id, ep=ep, left=being.ep)
    tick(scene, being)


# ---------------------------------------------------------------- using them


def using(entry: Power | Mode | Item, **more: int) -> Use:
    rule = {Power: "bb.gap.elements", Mode: "bb.gap.kanohi"}.get(type(entry), "bb.craft.check")
    if isinstance(entry, Item):
        rule = "bb.item.sana_sphere" if entry.id == "sana_sphere" else "bb.def.grenade" if entry.grenade else rule
    return Use(entry.name, entry.effects, entry.save, entry.target, rule, **more)


@step()
async def use_mask_mode(scene: Scene, being: Being, mode: Mode, target: Plain = None) -> None:
    """One way of the worn mask."""
    if comes_to_nothing(scene, being, cannot_act(scene, being) or mask_lost(scene, being, mode)):
        return
    scene.record("uses", "bb.kanohi.known", who=being.id, what=mode.name)
    note_use(being, mode.id, mode.limits, aimed_at(scene, being, mode, target))
    if mode.focus:
        take_focus(scene, being, mode.id, mode.max_rounds)
    apply(scene, being, using(mode), target, mode.id)
    announce(scene, "uses_power", being)


def mask_lost(scene: Scene, being: Being, mode: Mode) -> Refusal | None:
    mask = scene.library.shelves["mask"].entries.get(being.mask)
    if mask is not None and mode in mask.modes:
        return None
    return Refusal(f"{being.name} no longer wears the mask", "bb.kanohi.known")


def aimed_at(scene: Scene, being: Being, mode: Mode, target: Plain) -> Being:
    """Whose limit a use counts against: the one it is aimed at, else the user, whatever else is named."""
    aims = mode.target.who in ("being", "ally_or_self")
    return scene.being(target) if aims and target is not None else being


@step()
async def unleash(scene: Scene, being: Being, power: Power, target: Plain, reaction: bool = False) -> None:
    """A power takes effect: its attack, its save, or what it does at once."""
    if comes_to_nothing(scene, being, cannot_act(scene, being)):
        return
    scene.record("uses", "bb.gap.elements", who=being.id, what=power.name)
    if power.id == "fire_armor":
        cite("bb.skill.fire_armor")
    on = scene.beings.get(target) if isinstance(target, str) else None
    note_use(being, power.id, power.limits, on)
    if power.focus:
        take_focus(scene, being, power.id)
    if power.attack is not None:
        assert on is not None
        on_user(scene, being, using(power))
        scene.next(strike(being, on, Blow(power_attack(scene, being, power), reaction=reaction)))
    else:
        apply(scene, being, using(power), target, power.id)
    announce(scene, "uses_power", being)


@step()
async def use_up(scene: Scene, being: Being, item: Item, target: Plain) -> None:
    """An item is used; with a Grenade, a Payload Canister may go along."""
    carried = being.item(item.id)
    if comes_to_nothing(scene, being, cannot_act(scene, being) or item_lost(being, item)):
        return
    assert carried is not None
    if item.uses:
        spend_item(being, item.id)
    use = using(item, crafter_kno=carried.crafter_kno)
    scene.record("uses", use.rule, who=being.id, what=item.name)
    if item.grenade:
        cite("bb.def.grenade")
        canister = carried_with(scene, being, vocabulary.Payload)
        if canister is not None:
            name, payload = canister
            about = {"grenade": item.id, "payload": name}
            way: str = await ask(
                scene,
                being.id,
                OneOf((DECLINE, "power", "flaw")),
                rule="bb.item.payload_canister",
                about=about,
                default=DECLINE,
            )
            if way != DECLINE and being.item(name) is not None:
                spend_item(being, name)
                scene.record("payload", "bb.item.payload_canister", who=being.id, way=way)
                use = using(item, crafter_kno=carried.crafter_kno, **payload_of(payload, way))
    apply(scene, being, use, target, "")


def item_lost(being: Being, item: Item) -> Refusal | None:
    lost = being.item(item.id) is None
    return Refusal(f"{being.name} carries no {item.name}", "bb.craft.check") if lost else None


def payload_of(payload: vocabulary.Payload, way: str) -> dict[str, int]:
    return {"more_dice": payload.dice} if way == "power" else {"flaw": payload.flaw}


def spend_item(being: Being, name: str) -> None:
    items = []
    spent = False
    for item in being.items:
        if item.id == name and not spent:
            spent = True
            if item.count > 1:
                items.append(Carried(item.id, item.count - 1, item.crafter_kno))
        else:
            items.append(item)
    being.items = tuple(items)


def add_item(being: Being, name: str, crafter_kno: int = 0) -> None:
    for number, item in enumerate(being.items):
        if item.id == name and item.crafter_kno == crafter_kno:
            more = Carried(name, item.count + 1, crafter_kno)
            being.items = (*being.items[:number], more, *being.items[number + 1 :])
            return
    being.items = (*being.items, Carried(name, 1, crafter_kno))


def apply(scene: Scene, being: Being, use: Use, target: Plain, power: str) -> None:
    """Whom or what it reaches, and what happens to them."""
    reach = use.target
    if reach is not None and reach.who in ("hex", "edges"):
        for effect in use.effects:
            if isinstance(effect, vocabulary.Zone):
                scene.next(make_zone(being, use, effect, target))
            elif isinstance(effect, vocabulary.RaiseCover):
                scene.next(raise_cover(being, effect, target))
    on_user(scene, being, use)
    targets = reached(scene, being, reach, target)
    if use.save is not None and targets:
        cite("bb.skill.forced_save")
        reveal(scene, being, "forced a save")
    if use.save is None or any(isinstance(effect, vocabulary.Zone) for effect in use.effects):
        if any(isinstance(effect, vocabulary.Damage) and effect.shared for effect in use.effects):
            scene.next(burst(being, use, tuple((each.id, "use") for each in targets)))
            return
        for each in targets:
            bring(scene, being, each, use, "use")
    elif targets:
        scene.next(resist(being, use, tuple(t.id for t in targets), (), power))


def on_user(scene: Scene, being: Being, use: Use) -> None:
    """What a use brings to the user themselves, once, whatever comes of it for others."""
    for effect in use.effects:
        if for_user(effect):
            scene.next(on_target(being, being, effect, use))


def for_user(effect: Effect) -> bool:
    return getattr(effect, "when", "") == "use" and getattr(effect, "to", "") == "user"


def bring(scene: Scene, user: Being, target: Being, use: Use, when: str, shared: int = 0) -> None:
    """All that a use brings to a target at one moment."""
    now = [e for e in use.effects if getattr(e, "when", "") == when and isinstance(e, ON_SOMEBODY) and not for_user(e)]
    follow_up(scene, user, target, now, use, shared)


def reached(scene: Scene, being: Being, reach: Target | None, target: Plain) -> list[Being]:
    if reach is None or reach.who == "self":
        return [being]
    if reach.who in ("being", "ally_or_self"):
        return [scene.beings[str(target)]]
    if reach.who == "edges":
        return []
    inside = [other for other in scene.beings.values() if other.here and taken_in(scene, being, reach, other)]
    if reach.who == "hex":
        cells = set(within(cast(Cell, target), reach.radius))
        return [other for other in inside if not cells.isdisjoint(other.cells)]
    return [
        other
        for other in inside
        if (other is not being or reach.who == "everyone")
        and scene.distance(being, other) <= reach.radius
        and (not reach.los or unblocked(scene, being, other))
    ]


def taken_in(scene: Scene, being: Being, reach: Target, other: Being) -> bool:
    """Whether an area can have an effect on somebody at all."""
    if reach.side != "any" and (other.side == being.side) != (reach.side == "allies"):
        return False
    if reach.ground_only and (other.altitude or "Flying" in other.states):
        return False
    if hidden_from(other, being):  # bb.cond.hidden: only while their general location is known
        cite("bb.cond.hidden")
        return other.seen
    return True


@step("bb.skill.forced_save")
async def resist(
    scene: Scene, user: Being, use: Use, waiting: tuple[str, ...], results: tuple[tuple[str, str], ...], power: str
) -> None:
    """Each target saves, one after the other. Damage that is shared is rolled once, when all have saved."""
    target = scene.beings[waiting[0]]
    assert use.save is not None
    shared = any(isinstance(e, vocabulary.Damage) and e.shared for e in use.effects)
    if target.here:
        flaw = [Modifier(-use.flaw, "Payload Canister", "bb.item.payload_canister", EDGE)] if use.flaw else []
        dc = dc_of(user, use.save)
        result = await save(scene, target, use.save.stat, dc, rule="bb.skill.forced_save", extra=flaw)
        failed = result == FAILURE
        if not shared:
            bring(scene, user, target, use, "fail" if failed else "success")
        if failed and power:
            on_failed_save(scene, user, target, power)
        results = (*results, (target.id, "fail" if failed else "success"))
    if len(waiting) > 1:
        scene.next(resist(user, use, waiting[1:], results, power))
    elif shared:
        scene.next(burst(user, use, results))


@step()
async def burst(scene: Scene, user: Being, use: Use, results: tuple[tuple[str, str], ...]) -> None:
    """One damage roll for all; each takes what their save left them."""
    first = next(e for e in use.effects if isinstance(e, vocabulary.Damage) and e.shared)
    amount = await roll_damage(scene, user, None, first.damage, use)
    for name, result in results:
        bring(scene, user, scene.beings[name], use, result, amount)


async def confirm_focus(scene: Scene, being: Being, name: str) -> bool:
    """bb.focus.one: starting a new Focus skill ends the old one, after confirmation."""
    about = {"focus": being.focus, "new": name}
    answer: bool = await ask(scene, being.id, YES_NO, rule="bb.focus.one", about=about, default=False)
    return answer
