"""Powers, masks and items: paying for them, their saves, and what each effect of the vocabulary does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, cast

from ludex.core.agenda import step
from ludex.core.board.hex import Cell, Edge, within
from ludex.core.dice import Total, dice
from ludex.core.domain import YES_NO, OneOf
from ludex.core.plain import Plain
from ludex.core.procedure import ask, roll
from ludex.core.rulebook import cite
from ludex.core.ruling import Modifier
from ludex.core.scene import Until
from ludex.core.timing import DECLINE
from ludex.games.bluebox import effects as vocabulary
from ludex.games.bluebox.armory import carried_with, module_with, power_attack
from ludex.games.bluebox.attacks import Blow, announce, strike
from ludex.games.bluebox.being import PARTY, Area, Attack, Being, Built, Carried, Scene, power_die, save_dc
from ludex.games.bluebox.conditions import (
    afflict,
    exhaust,
    reveal,
    take_focus,
    until_end_of_next,
    until_end_of_turn,
    until_start_of,
)
from ludex.games.bluebox.content_kinds import Item, Mode, Power, Target
from ludex.games.bluebox.damage import (
    Part,
    harm,
    healer_die,
    in_water,
    most_that_matters,
    regain,
    shield,
)
from ludex.games.bluebox.effects import Effect, Save
from ludex.games.bluebox.movement import brave, push
from ludex.games.bluebox.rolls import BONUS, EDGE, FAILURE, power_dice, save
from ludex.games.bluebox.sight import hidden_from, unblocked

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


def tick(scene: Scene, being: Being) -> None:
    """bb.escalation.tick: in combat, once a turn, when a player character spends EP."""
    if not scene.options["opt_escalation_counter"] or scene.mode != "combat" or being.side != PARTY:
        return
    if not being.sheet.pc or scene.ticked or "Escalated" in being.states:
        return
    scene.ticked = True
    if scene.counter < counter_most(scene):
        scene.counter += 1
        scene.record("counter", "bb.escalation.tick", counter=scene.counter)


def counter_most(scene: Scene) -> int:
    """bb.escalation.max: 2 for each player character, and 2 more."""
    cite("bb.escalation.max")
    return 2 * (scene.party_size or sum(being.sheet.pc for being in scene.side_of(PARTY))) + 2


RESETS = {"1/turn": "turn", "1/round": "round", "1/combat": "combat", "1/rest": "rest"}


def limit_used(being: Being, name: str, limits: tuple[str, ...], target: Being | None) -> str:
    """bb.limit.frequency: which limit is used up; 1/ally and 1/self count by whom it was used on."""
    for limit in limits:
        if limit in RESETS:
            if being.has_used(name):
                return limit
        elif target is not None and (target is being) == (limit == "1/self") and being.has_used(f"{name}>{target.id}"):
            return limit
    return ""


def note_use(being: Being, name: str, limits: tuple[str, ...], target: Being | None) -> None:
    for limit in limits:
        if limit in RESETS:
            being.use(name, RESETS[limit])
        elif target is not None and (target is being) == (limit == "1/self"):
            being.use(f"{name}>{target.id}", "rest")
    if limits:
        cite("bb.limit.frequency")


# ---------------------------------------------------------------- using them


class Use(NamedTuple):
    """A power, mask or item in use."""

    name: str
    effects: tuple[Effect, ...]
    save: Save | None
    target: Target | None
    rule: str
    crafter_kno: int = 0
    more_dice: int = 0
    flaw: int = 0


def using(entry: Power | Mode | Item, **more: int) -> Use:
    rule = {Power: "bb.gap.elements", Mode: "bb.gap.kanohi"}.get(type(entry), "bb.craft.check")
    if isinstance(entry, Item) and entry.id == "sana_sphere":
        rule = "bb.item.sana_sphere"
    return Use(entry.name, entry.effects, entry.save, entry.target, rule, **more)


@step("bb.focus.one")
async def start_focus(scene: Scene, being: Being, name: str, rounds: int) -> None:
    take_focus(scene, being, name, rounds)


@step()
async def use_mask_mode(scene: Scene, being: Being, mode: Mode, target: Plain = None) -> None:
    """One way of the worn mask."""
    scene.record("uses", "bb.kanohi.known", who=being.id, what=mode.name)
    note_use(being, mode.id, mode.limits, aimed_at(scene, being, target))
    if mode.focus:
        take_focus(scene, being, mode.id, mode.max_rounds)
    apply(scene, being, using(mode), target, mode.id)
    announce(scene, "uses_power", being)


def aimed_at(scene: Scene, being: Being, target: Plain) -> Being:
    """Whose limit a use counts against: the one it is aimed at, else the user."""
    return scene.beings[target] if isinstance(target, str) else being


@step()
async def unleash(scene: Scene, being: Being, power: Power, target: Plain, reaction: bool = False) -> None:
    """A power takes effect: its attack, its save, or what it does at once."""
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
    assert carried is not None
    if item.uses:
        spend_item(being, item.id)
    scene.record("uses", "bb.craft.check", who=being.id, what=item.name)
    use = using(item, crafter_kno=carried.crafter_kno)
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
            if way != DECLINE:
                spend_item(being, name)
                scene.record("payload", "bb.item.payload_canister", who=being.id, way=way)
                use = using(item, crafter_kno=carried.crafter_kno, **payload_of(payload, way))
    apply(scene, being, use, target, "")


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
    """What a use brings to the user itself, once, whatever comes of it for others."""
    for effect in use.effects:
        if for_user(effect):
            scene.next(on_target(being, being, effect, None, use))


def for_user(effect: Effect) -> bool:
    return getattr(effect, "when", "") == "use" and getattr(effect, "to", "") == "user"


def bring(scene: Scene, user: Being, target: Being, use: Use, when: str) -> None:
    """All that happens to a target at one moment. Damage of several types lands together."""
    now = [e for e in use.effects if getattr(e, "when", "") == when and type(e) in EFFECTS and not for_user(e)]
    damages = tuple(effect for effect in now if isinstance(effect, vocabulary.Damage))
    if damages:
        scene.next(hurt(user, target, damages, use))
    for effect in now:
        if not isinstance(effect, vocabulary.Damage):
            scene.next(on_target(user, target, effect, None, use))


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
    if hidden_from(other, being):  # bb.cond.hidden: only while its general location is known
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
    flaw = [Modifier(-use.flaw, "Payload Canister", "bb.item.payload_canister", EDGE)] if use.flaw else []
    result = await save(scene, target, use.save.stat, dc_of(user, use.save), rule="bb.skill.forced_save", extra=flaw)
    failed = result == FAILURE
    shared = any(isinstance(e, vocabulary.Damage) and e.shared for e in use.effects)
    if not shared:
        bring(scene, user, target, use, "fail" if failed else "success")
    if failed and power:
        from ludex.games.bluebox.callings import on_failed_save

        on_failed_save(scene, user, target, power)
    results = (*results, (target.id, "fail" if failed else "success"))
    if len(waiting) > 1:
        scene.next(resist(user, use, waiting[1:], results, power))
    elif shared:
        scene.next(burst(user, use, results))


def dc_of(user: Being, wanted: Save) -> int:
    return save_dc(user, wanted.dc_stat) if wanted.dc_stat else wanted.dc


@step()
async def burst(scene: Scene, user: Being, use: Use, results: tuple[tuple[str, str], ...]) -> None:
    """One damage roll for all; each takes what its save left it."""
    first = next(e for e in use.effects if isinstance(e, vocabulary.Damage) and e.shared)
    amount = await roll_damage(scene, user, None, first.damage, use)
    for name, result in results:
        for effect in use.effects:
            if isinstance(effect, vocabulary.Damage) and effect.shared and effect.when == result:
                scene.next(take_share(user, scene.beings[name], effect, amount, use.rule))
            elif getattr(effect, "when", "") == result and type(effect) in EFFECTS and not for_user(effect):
                scene.next(on_target(user, scene.beings[name], effect, None, use))


# ---------------------------------------------------------------- what each effect does


@step()
async def on_target(
    scene: Scene, user: Being, target: Being, effect: Effect, attack: Attack | None = None, use: Use | None = None
) -> None:
    """One effect on one target, or on the user itself; a save of its own may ward it off."""
    if not target.here:
        return
    if attack is not None and attack.modules:
        module = module_with(scene, attack, effect)
        limits = scene.library.shelves["module"].get(module).limits if module else ()
        if limit_used(user, module, limits, target):
            return
        note_use(user, module, limits, target)
    ward = getattr(effect, "save", None)
    if ward is not None:
        if await save(scene, target, ward.stat, dc_of(user, ward), rule="bb.skill.forced_save") != FAILURE:
            return
        target = scene.beings[target.id]
    if getattr(effect, "to", "") == "user":
        target = user
    await EFFECTS[type(effect)](scene, user, target, effect, use)


def lasting(scene: Scene, user: Being, target: Being, until: str) -> Until | None:
    if until == "focus":
        return Until("focus", user.id)
    if until in ("combat", "rest"):
        return Until(until)
    if until == "end_of_own_turn":
        return until_end_of_turn(scene, target)
    if until == "start_of_source_next_turn":
        return until_start_of(scene, user)
    if until == "end_of_source_next_turn":
        return until_end_of_next(scene, user)
    return None


def sides_of(die: str, being: Being) -> int:
    return power_die(being) if die == "power" else int(die[1:])


async def roll_damage(
    scene: Scene, user: Being, target: Being | None, wanted: vocabulary.DamageDice, use: Use | None
) -> int:
    count = wanted.dice + (use.more_dice if use is not None else 0)
    if wanted.type == "Lightning" and target is not None and in_water(scene, target):
        count += 1
        cite("bb.damage.lightning_water")
    bonus = wanted.bonus + (user.sheet.stats[wanted.stat] if wanted.stat else 0)
    cite("bb.roll.damage_source_dice", "bb.power_die.whose")
    most = most_that_matters(scene, target) if target is not None else 10**9
    pool = dice(count, sides_of(wanted.die, user))
    about = {"type": wanted.type, **({"target": target.id} if target is not None else {})}
    added = bonuses(wanted.stat, bonus - wanted.bonus, wanted.bonus, "bb.damage.order")
    return await roll(pool, Total(bonus, 1, most), by=user.id, rule="bb.damage.order", modifiers=added, about=about)


def bonuses(stat: str, by_stat: int, fixed: int, rule: str) -> list[Modifier]:
    """What is added to the dice of a skill, each number with its source."""
    listed = ((by_stat, stat.replace("crafter_", "crafter's ")), (fixed, "the skill"))
    return [Modifier(amount, source, rule, BONUS) for amount, source in listed if amount]


async def do_damage(scene: Scene, user: Being, target: Being, effect: vocabulary.Damage, use: Use | None) -> None:
    scene.next(hurt(user, target, (effect,), use))


@step()
async def hurt(
    scene: Scene, user: Being, target: Being, effects: tuple[vocabulary.Damage, ...], use: Use | None
) -> None:
    """Damage of one moment: each type is rolled and reduced by itself, and all of it is one instance."""
    if not target.here:
        return
    parts = []
    for effect in effects:
        amount = await roll_damage(scene, user, target, effect.damage, use)
        parts.append(Part(_halved(amount, effect), effect.damage.type, effect.damage.pure))
    harm(scene, target, tuple(parts), user.id, use.rule if use is not None else "bb.damage.order")


@step()
async def take_share(
    scene: Scene, user: Being, target: Being, effect: vocabulary.Damage, amount: int, rule: str
) -> None:
    if target.here:
        if effect.damage.type == "Lightning" and in_water(scene, target):
            cite("bb.damage.lightning_water")
            amount += await power_dice(scene, user, 1, rule="bb.damage.lightning_water")
        part = Part(_halved(amount, effect), effect.damage.type, effect.damage.pure)
        harm(scene, target, (part,), user.id, rule)


def _halved(amount: int, effect: vocabulary.Damage) -> int:
    return (amount + 1) // 2 if effect.half else amount


async def roll_amount(
    scene: Scene, roller: Being, user: Being, wanted: vocabulary.Amount, use: Use | None, rule: str
) -> int:
    bonus = wanted.bonus
    if wanted.stat == "crafter_KNO":
        bonus += use.crafter_kno if use is not None else 0
    elif wanted.stat:
        bonus += user.sheet.stats[wanted.stat]
    pool = dice(wanted.dice, sides_of(wanted.die, roller))
    by_rule = use.rule if use is not None else rule
    added = bonuses(wanted.stat, bonus - wanted.bonus, wanted.bonus, by_rule)
    return await roll(pool, Total(bonus, wanted.least), by=user.id, rule=by_rule, modifiers=added)


async def do_heal(scene: Scene, user: Being, target: Being, effect: vocabulary.Heal, use: Use | None) -> None:
    rule = "bb.hp.healing_counts"
    amount = await roll_amount(scene, healer_die(scene, user, target), user, effect.amount, use, rule)
    scene.next(regain(target, amount, user, use.rule if use is not None else rule))


async def do_thp(scene: Scene, user: Being, target: Being, effect: vocabulary.Shield, use: Use | None) -> None:
    shield(scene, target, await roll_amount(scene, user, user, effect.amount, use, "bb.hp.thp"))


async def do_condition(scene: Scene, user: Being, target: Being, effect: vocabulary.Afflict, use: Use | None) -> None:
    until = lasting(scene, user, target, effect.until)
    dc = save_dc(user, effect.dc_stat) if effect.dc_stat else effect.dc
    afflict(scene, target, effect.condition, source=user.id, until=until, value=dc)


async def do_push(scene: Scene, user: Being, target: Being, effect: vocabulary.Push, use: Use | None) -> None:
    scene.next(push(user, target, effect.m, "away"))


async def do_pull(scene: Scene, user: Being, target: Being, effect: vocabulary.Pull, use: Use | None) -> None:
    scene.next(push(user, target, effect.m, "toward"))


async def do_resist(scene: Scene, user: Being, target: Being, effect: vocabulary.Resist, use: Use | None) -> None:
    until = lasting(scene, user, target, effect.until)
    afflict(scene, target, "Resistance", source=user.id, until=until, note=effect.type)


async def do_scorch(
    scene: Scene, user: Being, target: Being, effect: vocabulary.ScorchGrappled, use: Use | None
) -> None:
    note = f"{effect.damage.dice} {sides_of(effect.damage.die, user)} {effect.damage.type}"
    afflict(scene, target, "Scorching", source=user.id, until=lasting(scene, user, target, effect.until), note=note)


async def do_add_dice(scene: Scene, user: Being, target: Being, effect: vocabulary.AddDice, use: Use | None) -> None:
    afflict(
        scene, target, "Mighty", source=user.id, until=lasting(scene, user, target, effect.until), value=effect.dice
    )


async def do_edge(scene: Scene, user: Being, target: Being, effect: vocabulary.CheckEdge, use: Use | None) -> None:
    until = lasting(scene, user, target, effect.until)
    afflict(scene, target, "Edge", source=user.id, until=until, value=effect.amount, note="|".join(effect.on))


async def do_fly(scene: Scene, user: Being, target: Being, effect: vocabulary.Fly, use: Use | None) -> None:
    afflict(scene, target, "Flying", source=user.id, until=lasting(scene, user, target, effect.until))


async def do_catch(scene: Scene, user: Being, target: Being, effect: vocabulary.NoFallDamage, use: Use | None) -> None:
    afflict(scene, target, "Caught", source=user.id)


async def do_lose_movement(
    scene: Scene, user: Being, target: Being, effect: vocabulary.LoseMovement, use: Use | None
) -> None:
    afflict(scene, target, "Slowed", source=user.id, value=effect.m)


EFFECTS: dict[type[Any], Callable[..., Any]] = {
    vocabulary.Damage: do_damage,
    vocabulary.Heal: do_heal,
    vocabulary.Shield: do_thp,
    vocabulary.Afflict: do_condition,
    vocabulary.Push: do_push,
    vocabulary.Pull: do_pull,
    vocabulary.Resist: do_resist,
    vocabulary.ScorchGrappled: do_scorch,
    vocabulary.AddDice: do_add_dice,
    vocabulary.CheckEdge: do_edge,
    vocabulary.Fly: do_fly,
    vocabulary.NoFallDamage: do_catch,
    vocabulary.LoseMovement: do_lose_movement,
}


@step("bb.terrain.dangerous")
async def make_zone(scene: Scene, user: Being, use: Use, effect: vocabulary.Zone, target: Plain) -> None:
    """Hexes become Dangerous (or Difficult) Terrain; who stands there saves at once."""
    radius = use.target.radius if use.target is not None else 0
    cells = tuple(cell for cell in within(cast(Cell, target), radius) if scene.board.open(cell))
    if effect.terrain == "difficult":
        already = scene.board.terrain.get("difficult", frozenset())
        laid = {cell for area in scene.areas if not area.dice for cell in area.cells}
        fresh = tuple(cell for cell in cells if cell not in already or cell in laid)
        scene.board = scene.board.with_terrain("difficult", already.union(fresh))
        scene.areas = (*scene.areas, Area(fresh, dice=0, source=user.id, until=effect.until))
        scene.record("zone", "bb.terrain.difficult", who=user.id, cells=cells)
        return
    wanted = effect.damage or vocabulary.GroundDice(die="d4")
    dc = dc_of(user, use.save) if use.save is not None else 8
    stat = use.save.stat if use.save is not None else "DEX"
    area = Area(cells, stat, dc, wanted.dice, sides_of(wanted.die, user), wanted.type, user.id, effect.until)
    scene.areas = (*scene.areas, area)
    scene.record("zone", "bb.terrain.dangerous", who=user.id, cells=cells)
    if effect.save_at_once:
        for being in scene.beings.values():
            if being.here and "Flying" not in being.states and any(cell in cells for cell in being.cells):
                scene.next(brave(being, area))


@step("bb.cover.place")
async def raise_cover(scene: Scene, user: Being, effect: vocabulary.RaiseCover, target: Plain) -> None:
    edges = cast(tuple[Edge, ...], target)
    fresh = tuple(edge for edge in edges if edge not in scene.board.cover)
    scene.board = scene.board.with_cover(fresh)
    scene.built = (*scene.built, Built(fresh, user.id, effect.until))
    scene.record("cover", "bb.cover.place", who=user.id, edges=edges)


async def confirm_focus(scene: Scene, being: Being, name: str) -> bool:
    """bb.focus.one: starting a new Focus skill ends the old one, after confirmation."""
    about = {"focus": being.focus, "new": name}
    answer: bool = await ask(scene, being.id, YES_NO, rule="bb.focus.one", about=about, default=False)
    return answer
