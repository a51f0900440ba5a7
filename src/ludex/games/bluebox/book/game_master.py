"""What the game master calls for: checks and saves, the start and end of combat, and anything settled by hand."""

from __future__ import annotations

from typing import Any, cast

from ludex.core.kernel.action import AT_BOUNDARY, BETWEEN
from ludex.core.kernel.domain import YES_NO, OneOf
from ludex.core.kernel.english import there_are
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, ask
from ludex.core.kernel.ruling import BadInput, Refusal, cite
from ludex.core.kernel.timing import Event, window
from ludex.core.kernel.toml import spelled
from ludex.core.master.calls import (
    Parts,
    add_modify,
    add_set,
    being,
    free,
    names,
    number,
    somebody,
    whether,
    whole,
    word,
)
from ludex.core.master.giving import add_giving
from ludex.core.master.table_calls import sides
from ludex.games.bluebox.book.action_economy import REGISTRY, gm
from ludex.games.bluebox.book.adventure.handling import THINGS, receive
from ludex.games.bluebox.book.adventure.rest import interrupt
from ludex.games.bluebox.book.conditions import (
    afflict,
    end,
    exhaust,
    rest_off,
    set_plating,
)
from ludex.games.bluebox.book.damage import TYPES, Part, falls, harm, in_water, regain, shield, suffer
from ludex.games.bluebox.book.dice import (
    FAILURE,
    ability_and_stat,
    check,
    contest,
    extra_edges,
    power_dice,
    save,
    total_of,
    watches,
)
from ludex.games.bluebox.book.movement.ground import Ground
from ludex.games.bluebox.book.movement.steps import enter, push, shift
from ludex.games.bluebox.book.powers.powers import pay_ep
from ludex.games.bluebox.book.turns.combat import end_combat, enter_combat, gather, roll_initiative
from ludex.games.bluebox.state import ABILITIES, PARTY, STATS, Being, Scene

# ---------------------------------------------------------------- checks and saves


def fits_check(scene: Scene, who: Being, ability: str, stat: str, *more: Any) -> Refusal | None:
    ability_and_stat(ability, stat)
    *_, ep = more
    if ep > max(who.ep, 1):  # at 0 EP, 1 EP can be paid with Exhaustion
        return Refusal(f"{who.name} has {who.ep} EP, and {ep} are asked for", "bb.ep.resource")
    if ability == "Intimidation" and stat not in ("", "FOR", "CHA"):
        return Refusal("Intimidation uses FOR or CHA", "bb.ability.intimidation")
    return None


@gm(
    "check", "bb.roll.ability_check", being(), word("ability", ("", *ABILITIES), ""), word("stat", ("", *STATS), ""),
    whole("dc", 8), whole("edge", 0), whether("sight", False), free("against", ""), free("context", ""),
    whole("ep", 0, least=0), fits=fits_check,
)  # fmt: skip
async def call_check(
    scene: Scene,
    who: Being,
    ability: str,
    stat: str,
    dc: int,
    edge: int,
    sight: bool,
    against: str,
    context: str,
    ep: int,
) -> None:
    """An ability check against a DC, or with a stat alone; `sight` for what eyes are needed for."""
    by = ability_and_stat(ability, stat)
    if ep and not who.ep and not await ask(scene, who.id, YES_NO, rule="bb.ep.exhaustion", default=False):
        return
    if ep:
        pay_ep(scene, who, ep, "ep" if who.ep else "exhaustion")
        cite("bb.adventure.power_use")
    if sight and "Blinded" in who.states:
        scene.record("check_failed", "bb.cond.blinded", who=who.id, ability=ability or stat, because="Blinded")
        cite("bb.decisive.impossible")
        return
    rule = (
        "bb.ability.intimidation"
        if ability == "Intimidation"
        else "bb.roll.ability_check"
        if ability
        else "bb.ability.flat_stat"
    )
    if not ability and scene.mode == "adventure":
        cite("bb.adventure.power_use")
    extra = extra_edges(scene, who, ability, edge, against, context)
    result = await check(scene, who, ability, dc, rule=rule, stat=by, extra=extra)
    scene.record("check", rule, who=who.id, ability=ability or by, success=result != FAILURE)


def fits_save(scene: Scene, who: Being, stat: str, *more: Any) -> Refusal | None:
    if stat not in STATS:
        raise BadInput(f"there is no stat {stat!r}; {there_are(stat, STATS)}")
    return None


@gm(
    "save", "bb.roll.save", being(), free("stat", values=STATS), whole("dc", 8), whole("edge", 0), free("against", ""),
    fits=fits_save,
)  # fmt: skip
async def call_save(scene: Scene, who: Being, stat: str, dc: int, edge: int, against: str) -> None:
    """A save with a stat against a DC."""
    extra = extra_edges(scene, who, "", edge, against, "")
    result = await save(scene, who, stat, dc, extra=extra)
    scene.record("save", "bb.roll.save", who=who.id, stat=stat, success=result != FAILURE)


@gm(
    "contest", "bb.roll.contested", being("one"), free("ability", values=ABILITIES), being("other"),
    free("other_ability", values=ABILITIES), free("stat", "", values=STATS), free("other_stat", "", values=STATS),
)  # fmt: skip
async def call_contest(
    scene: Scene, one: Being, ability: str, other: Being, other_ability: str, stat: str, other_stat: str
) -> None:
    """Two beings roll checks against each other."""
    first = await total_of(scene, one, ability, rule="bb.roll.contested", stat=ability_and_stat(ability, stat))
    second = await total_of(
        scene, other, other_ability, rule="bb.roll.contested", stat=ability_and_stat(other_ability, other_stat)
    )
    scene.next(contest(one, first, other, second))


# ---------------------------------------------------------------- combat


def fits_start(scene: Scene, *more: Any) -> Refusal | None:
    if scene.mode == "combat":
        return Refusal("combat is under way", "bb.mode.play")
    return None


@gm(
    "start_combat", "bb.init.roll", somebody("prepared", ()), somebody("asleep", ()), whether("detected", False),
    whether("alarm", False), fits=fits_start, tags=(AT_BOUNDARY, BETWEEN),
)  # fmt: skip
async def start_combat(scene: Scene, prepared: Plain, asleep: Plain, detected: bool, alarm: bool) -> None:
    """Initiative. `prepared`: who made ready to strike together; `asleep`: who sleeps; `detected`: a watcher saw
    them coming; `alarm`: the camp's alarm went off."""
    gather(scene)
    extra = []
    ready = set(names(scene, prepared))
    for side in dict.fromkeys(b.side for b in scene.beings.values()):
        members = [b for b in scene.side_of(side) if not b.beaten]
        if members and 2 * sum(b.id in ready for b in members) > len(members):
            extra += [(b.id, 1, "coordinated strike", "bb.init.coordinated") for b in members]
    party = scene.side_of(PARTY)
    if detected:
        extra += [(b.id, 1, "keeping watch", "bb.rest.watch") for b in party if watches(scene, b)]
    if alarm and "alarm" in scene.bonuses:
        extra += [(b.id, scene.bonuses.count("alarm"), "alarm", "bb.camp.alarm") for b in party]
    sleeping = set(names(scene, asleep))
    if scene.rest is not None:
        if scene.options["opt_all_asleep"]:
            sleeping |= {b.id for b in party if "Watching" not in b.states}
        interrupt(scene)
    for name in sorted(sleeping):
        afflict(scene, scene.beings[name], "Unconscious", note="asleep")
        cite("bb.rest.sleep")
    enter_combat(scene)
    scene.next(roll_initiative(tuple(extra)))


@gm("end_combat", "bb.combat.end", free("winner", "", values=sides), modes=("combat",))
async def stop_combat(scene: Scene, winner: str) -> None:
    """The game master ends the combat."""
    end_combat(scene, winner)


@gm("morale", "bb.npc.shattered_morale", being(), whole("dc", 6), label="Check morale")
async def morale(scene: Scene, who: Being, dc: int) -> None:
    """An SPI save of an NPC who has lost heart; on a failure the game master picks what they do."""
    if "construct" in who.sheet.tags:
        scene.record("no_morale", "bb.def.beings", who=who.id)
        return
    if await save(scene, who, "SPI", dc, rule="bb.npc.shattered_morale") == FAILURE:
        choices = ("Fleeing", "Surrendered")
        about = {"who": who.id}
        chosen = await ask(scene, GM, OneOf(choices), rule="bb.npc.shattered_morale", about=about, default=choices[0])
        afflict(scene, who, str(chosen))


def fits_trigger(scene: Scene, holder: Being, who: str) -> Refusal | None:
    if holder.held is None:
        return Refusal(f"{holder.name} holds no action", "bb.action.held")
    if who:
        scene.being(who)
    return None


@gm(
    "trigger",
    "bb.action.held",
    being(),
    somebody("who"),
    fits=fits_trigger,
    modes=("combat",),
    label="Trigger a Held Action",
)
async def trigger(scene: Scene, holder: Being, who: str) -> None:
    """The game master says that what a Held Action waits for has happened, through `who`."""
    scene.next(window(Event("gm", who, holder.id)))


# ---------------------------------------------------------------- harm and help

DICE = ("d4", "d6", "d8", "d12")


def fits_damage(scene: Scene, target: Being, amount: Plain, type_: str, pure: bool, *more: Any) -> Refusal | None:
    for part in read_parts(amount, type_, pure):
        if part.type != "plain" and part.type not in TYPES:
            raise BadInput(f"there is no damage type {part.type!r}; {there_are(part.type, ('plain', *TYPES))}")
    return None


def read_parts(amount: Plain, type_: str, pure: bool) -> tuple[Part, ...]:
    """A number, or several parts as [[amount, type], …]."""
    if isinstance(amount, tuple):
        if not all(isinstance(pair, tuple) and len(pair) == 2 for pair in amount):
            raise BadInput(f"amount: expected a whole number, or pairs of one and a damage type, not {spelled(amount)}")
        pairs = cast(tuple[tuple[int, str], ...], amount)
        return tuple(Part(number(each, "amount", 0), str(kind), pure) for each, kind in pairs)
    return (Part(number(amount, "amount", 0), type_, pure),)


@gm(
    "damage", "bb.damage.order", being("target"), free("amount", values=("plain", *TYPES)), free("type", "plain"),
    whether("pure", False), somebody("source"), fits=fits_damage,
)  # fmt: skip
async def deal_damage(scene: Scene, target: Being, amount: int | Parts, type_: str, pure: bool, source: str) -> None:
    """Damage of a stated amount, through resistances and Plating; what is of several types is one blow."""
    parts = read_parts(amount, type_, pure)
    if any(part.type == "Lightning" for part in parts) and in_water(scene, target):
        roller = scene.beings.get(source, target)
        more = await power_dice(scene, roller, 1, rule="bb.damage.lightning_water")
        parts = tuple(Part(p.amount + more, p.type, p.pure) if p.type == "Lightning" else p for p in parts)
    harm(scene, target, parts, source, "bb.damage.order")


def fits_hurt(scene: Scene, target: Being, count: int, die: str, type_: str, pure: bool) -> Refusal | None:
    if die not in DICE:
        return Refusal(f"there is no {die} in this game", "bb.game.dice")
    return fits_damage(scene, target, 0, type_, pure)


@gm(
    "hurt", "bb.roll.damage_source_dice", being("target"), whole("dice", 1, least=1),
    free("die", "d4", values=DICE), free("type", "plain", values=("plain", *TYPES)), whether("pure", False),
    fits=fits_hurt, label="Damage by dice",
)  # fmt: skip
async def roll_hurt(scene: Scene, target: Being, count: int, die: str, type_: str, pure: bool) -> None:
    """Damage of fixed dice from an object or a hazard."""
    scene.next(suffer(target, count, int(die[1:]), type_, pure, "", "bb.roll.damage_source_dice"))


@gm("heal", "bb.hp.healing_counts", being("target"), whole("amount", least=0), whether("overflow", False))
async def heal(scene: Scene, target: Being, amount: int, overflow: bool) -> None:
    """Healing of a stated amount."""
    scene.next(regain(target, amount, None, "bb.hp.healing_counts", overflow))


@gm("thp", "bb.hp.thp", being("target"), whole("amount", least=0), label="Temporary HP")
async def give_thp(scene: Scene, target: Being, amount: int) -> None:
    """Temporary HP, which are lost first."""
    shield(scene, target, amount)


@gm("plating", "bb.cond.shattered", being("target"), whole("amount"))
async def change_plating(scene: Scene, target: Being, amount: int) -> None:
    """Plating destroyed (below 0) or regained (above 0), up to the maximum."""
    set_plating(scene, target, min(target.sheet.plating, target.plating + amount))


@gm("exhaust", "bb.cond.exhaustion", being(), whole("levels", 1), label="Exhaustion")
async def give_exhaustion(scene: Scene, who: Being, levels: int) -> None:
    """Levels of Exhaustion for strenuous tasks; below 0 they are lost."""
    if levels < 0:
        rest_off(scene, who, -levels, "bb.cond.exhaustion")
    else:
        exhaust(scene, who, levels)


@gm("fall", "bb.fall.damage", being(), whole("metres", least=0))
async def make_fall(scene: Scene, who: Being, metres: int) -> None:
    """Somebody has fallen so many metres: the damage of it."""
    scene.next(falls(who, metres))


@gm("push", "bb.action.shove", being("source"), being("target"), whole("m", 1, least=0), whether("toward", False))
async def make_push(scene: Scene, source: Being, target: Being, metres: int, toward: bool) -> None:
    """Somebody is moved, like it or not."""
    scene.next(push(source, target, metres, "toward" if toward else "away"))


def fits_place(scene: Scene, who: Being, at: Any) -> Refusal | None:
    if at not in scene.board.cells:
        raise BadInput(f"{spelled(at)} is not on the map")
    return None if Ground(scene, who).room(at) else Refusal("there is no room there", "bb.size.hexes")


@gm("place", "bb.game.table_may_change", being(), free("at"), fits=fits_place, label="Put at a place")
async def place(scene: Scene, who: Being, at: Any) -> None:
    """Put a being somewhere; who fled off the map is back with that."""
    before = who.cells
    scene.record("placed", "bb.game.table_may_change", who=who.id, at=at)
    end(scene, who, "Fled")
    shift(scene, who, at)
    enter(scene, who, before)


# ---------------------------------------------------------------- above the rules


def fits_modify(scene: Scene, who: Being, name: str, amount: int, kind: str, rule: str) -> Refusal | None:
    if kind == "edge" and rule == "bb.damage.order":
        return Refusal("neither Edge nor Flaw touches damage", "bb.damage.no_edge")
    return None


add_modify(REGISTRY, "bb.game.table_may_change", ("bonus", "edge"), fits_modify)
add_set(REGISTRY, "bb.game.table_may_change")


# ---------------------------------------------------------------- things

add_giving(REGISTRY, THINGS, receive)
