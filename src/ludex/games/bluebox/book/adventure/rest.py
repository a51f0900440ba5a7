"""Rest & Repair: Short and Long Rests, what they end and give back, and the Rest Activities.

A rest is a mode: the game master begins and ends it, and meanwhile each being spends their activities in any order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Concatenate, NamedTuple, ParamSpec

from ludex.core.kernel.action import AT_BOUNDARY, BETWEEN, RESTFUL, Arg, oneself
from ludex.core.kernel.agenda import Procedure, step
from ludex.core.kernel.dice import AsThrown, Faces, Pool, Total, dice
from ludex.core.kernel.domain import YES_NO, Several
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, ask, roll
from ludex.core.kernel.ruling import Modifier, Refusal, cite
from ludex.core.kernel.scene import Entry
from ludex.core.master.calls import free, number, whether, word
from ludex.games.bluebox.book.action_economy import action, gm
from ludex.games.bluebox.book.adventure.camps import COMFORT, make_camp, resting
from ludex.games.bluebox.book.adventure.time import pass_time
from ludex.games.bluebox.book.attacks.weapons import weapon_entry
from ludex.games.bluebox.book.conditions import afflict, end, rest_off, set_plating
from ludex.games.bluebox.book.damage import regain
from ludex.games.bluebox.book.dice import BONUS
from ludex.games.bluebox.book.turns.combat import gather
from ludex.games.bluebox.state import PARTY, Being, Rest, Scene, power_die, with_sheet, without

P = ParamSpec("P")


class Kind(NamedTuple):
    """bb.rest.kinds, and with them bb.exhaustion.rest."""

    least: int  # hours
    most: int
    activities: int
    exhaustion: int  # levels lost


KINDS = {"short": Kind(2, 5, 3, 2), "long": Kind(6, 12, 5, 4)}

# ---------------------------------------------------------------- the rest


def fits_rest(scene: Scene, kind: str, wilderness: bool, hours: int, context: str) -> Refusal | None:
    if scene.mode == "combat":
        return Refusal("nobody rests in combat", "bb.mode.play")
    if scene.rest is not None:
        return Refusal("a rest is under way", "bb.rest.kinds")
    least, most = KINDS[kind].least, KINDS[kind].most
    if number(hours, "hours") and (hours < least or (hours > most and kind == "short")):
        return Refusal(f"a {kind} rest takes {least} to {most} hours", "bb.rest.kinds")
    return None


@gm(
    "rest", "bb.rest.kinds", word("kind", KINDS), whether("wilderness", True), free("hours", 0), free("context", ""),
    fits=fits_rest, tags=(AT_BOUNDARY, BETWEEN, RESTFUL),
)  # fmt: skip
async def begin_rest(scene: Scene, kind: str, wilderness: bool, hours: int, context: str) -> None:
    """The party begins a rest: as short as its kind allows, or of some `hours`; more than 12 are downtime.
    `context`: the place, where a Background may know it."""
    gather(scene)
    members = [member for member in scene.side_of(PARTY) if member.here]
    left = tuple((member.id, KINDS[kind].activities) for member in members)
    scene.mode = "rest"
    scene.rest = Rest(kind, hours or KINDS[kind].least, left)
    scene.record("rest_begins", "bb.rest.kinds", rest=kind, hours=scene.rest.hours)
    for member in members:
        if member.thp:
            member.thp = 0
            scene.record("thp", "bb.hp.thp", who=member.id, thp=0)
        end(scene, member, "Meditated")
        end(scene, member, "Studied maps")
    if wilderness and scene.options["opt_camps"]:
        scene.next(make_camp(tuple(member.id for member in members if not member.senseless), 0, context))


def interrupt(scene: Scene) -> None:
    """bb.rest.interrupted: a Long Rest in which initiative is rolled becomes a Short one; a Short one stays."""
    rest = scene.rest
    if rest is None:
        return
    if rest.kind == "long":
        lost = KINDS["long"].activities - KINDS["short"].activities
        left = tuple((name, max(0, count - lost)) for name, count in rest.left)
        scene.rest = replace(rest, kind="short", hours=min(rest.hours, KINDS["short"].most), left=left)
    scene.record("rest_interrupted", "bb.rest.interrupted", was=rest.kind, rest="short")


def fits_under_way(scene: Scene, *more: Any) -> Refusal | None:
    if scene.rest is None:
        return Refusal("no rest is under way", "bb.rest.kinds")
    if scene.mode == "combat":
        return Refusal("combat is under way", "bb.mode.play")
    return None


@gm("resume_rest", "bb.rest.interrupted", fits=fits_under_way, tags=(AT_BOUNDARY, BETWEEN))
async def resume_rest(scene: Scene) -> None:
    """After the fight, what is left of the rest goes on."""
    scene.mode = "rest"
    for member in resting(scene):
        rouse(member)


@gm("end_rest", "bb.rest.kinds", whether("counts", True), fits=fits_under_way, tags=(AT_BOUNDARY, BETWEEN))
async def end_rest(scene: Scene, counts: bool) -> None:
    """The rest is over. `counts`: the game master may say that an interrupted rest was none."""
    assert scene.rest is not None
    scene.next(pass_time(scene.rest.hours, 0, 0), rise(counts))


@step("bb.rest.kinds")
async def rise(scene: Scene, counts: bool) -> None:
    assert scene.rest is not None
    kind = scene.rest.kind
    for member in resting(scene):
        rouse(member)
        end(scene, member, "Watching")
        if counts:
            recover(scene, member, KINDS[kind])
    scene.record("rest_ends", "bb.rest.kinds", rest=kind, counts=counts)
    scene.mode = "adventure"
    scene.rest = None
    scene.bonuses = ()


def rouse(being: Being) -> None:
    """bb.rest.sleep: nobody sleeps through all of a rest."""
    being.keep(lambda c: not (c.name == "Unconscious" and c.note == "asleep"))


def recover(scene: Scene, being: Being, kind: Kind) -> None:
    """What a completed rest gives by itself: no HP, no EP, no Plating."""
    if not scene.options["opt_no_auto_exhaustion"]:
        rest_off(scene, being, kind.exhaustion, "bb.exhaustion.rest")
    end(scene, being, "Hamstrung")
    ended = [c for c in being.conditions if c.until is not None and c.until.when == "rest"]
    being.keep(lambda c: c not in ended)
    for condition in ended:
        scene.record("condition_ends", "bb.cond.general", who=being.id, condition=condition.name)
    if being.used:
        being.refresh("rest")
        cite("bb.limit.frequency")


# ---------------------------------------------------------------- Rest Activities


def left_for(scene: Scene, being: Being) -> int:
    """How many activities a being has left."""
    return dict(scene.rest.left).get(being.id, 0) if scene.rest is not None else 0


def change_left(scene: Scene, being: Being, by: int) -> None:
    assert scene.rest is not None
    left = tuple((name, count + by if name == being.id else count) for name, count in scene.rest.left)
    scene.rest = replace(scene.rest, left=left)


class Spend:
    """bb.rest.kinds: one of the activities left; some are done once in a rest."""

    def __init__(self, name: str, rule: str, once: bool) -> None:
        self.name = name
        self.rule = rule
        self.once = once

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...] = ()) -> Refusal | None:
        if not left_for(scene, actor):
            return Refusal(f"{actor.name} has no Rest Activity left", "bb.rest.kinds")
        if self.once and scene.rest is not None and (actor.id, self.name) in scene.rest.once:
            return Refusal("that is done once in a rest", self.rule)
        return None

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...] = ()) -> None:
        change_left(scene, actor, -1)
        if self.once and scene.rest is not None:
            scene.rest = replace(scene.rest, once=(*scene.rest.once, (actor.id, self.name)))
        scene.record("activity", self.rule, who=actor.id, what=self.name, left=left_for(scene, actor))


def activity(
    name: str,
    rule: str,
    label: str,
    *args: Arg,
    once: bool = False,
    may: Callable[[Scene, Being], Refusal | None] | None = None,
    fits: Callable[..., Refusal | None] | None = None,
) -> Callable[[Callable[Concatenate[Scene, P], Procedure]], Callable[P, Entry]]:
    """Register a Rest Activity."""
    cost = Spend(name, rule, once)

    def may_now(scene: Scene, actor: Being) -> Refusal | None:
        return cost.refusal(scene, actor) or (may(scene, actor) if may is not None else None)

    return action(
        name, rule=rule, cost=cost, args=args, may=may_now, fits=fits, modes=("rest",), label=label, tags=("rest",)
    )


def companions(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [actor.id, *(ally.id for ally in scene.allies(actor))]


OWN_OR_ALLY = Arg("target", companions, default=oneself)


def no_companion(actor: Being, target: Being, rule: str) -> Refusal | None:
    if target.side != actor.side or not target.here:
        return Refusal(f"{target.name} is no ally who is here", rule)
    return None


# ---------------------------------------------------------------- regeneration and repair


def rest_dice(scene: Scene, being: Being, count: int) -> Pool:
    """Power Dice of which 1s are thrown again."""
    cite("bb.power_die.size", "bb.power_die.whose")
    return dice(count, power_die(being), (1,), bool(scene.options["opt_reroll_once"]))


def rest_bonus(being: Being, stat: str, rule: str) -> tuple[Modifier, ...]:
    """A stat, which is not counted below 0, and the level."""
    counted = max(0, being.sheet.stats[stat])
    return Modifier(counted, stat, rule, BONUS), Modifier(being.sheet.level, "level", rule, BONUS)


def summed(modifiers: tuple[Modifier, ...]) -> int:
    return sum(modifier.amount for modifier in modifiers)


@activity("rest_hp", "bb.rest.hp", "Regain HP")
async def rest_hp(scene: Scene, actor: Being) -> None:
    """2✦ + FOR + level HP."""
    pool = rest_dice(scene, actor, 2)
    bonus = rest_bonus(actor, "FOR", "bb.rest.hp")
    again = scene.bonuses.count(COMFORT)
    if again:
        faces = await roll(pool, AsThrown(summed(bonus)), by=actor.id, rule="bb.rest.hp", modifiers=bonus)
        scene.next(rest_in_comfort(actor, faces, again))
    else:
        amount = await roll(pool, Total(summed(bonus)), by=actor.id, rule="bb.rest.hp", modifiers=bonus)
        scene.next(regain(actor, amount, actor, "bb.rest.hp"))


@step("bb.camp.comfort")
async def rest_in_comfort(scene: Scene, being: Being, faces: Faces, again: int) -> None:
    """Any of the dice, the first or the second or both, may be thrown again once; the new faces stand."""
    places = tuple(range(1, len(faces) + 1))
    poor = tuple(place for place in places if 2 * faces[place - 1] < power_die(being) + 2)
    chosen: tuple[int, ...] = await ask(
        scene, being.id, Several(places), rule="bb.camp.comfort", about={"faces": faces}, default=poor
    )
    if chosen:
        pool = rest_dice(scene, being, len(chosen))
        fresh = await roll(pool, AsThrown(), by=being.id, rule="bb.camp.comfort")
        thrown = dict(zip(chosen, fresh, strict=True))
        faces = tuple(thrown.get(place, face) for place, face in zip(places, faces, strict=True))
    if chosen and again > 1:
        scene.next(rest_in_comfort(being, faces, again - 1))
    else:
        amount = sum(faces) + summed(rest_bonus(being, "FOR", "bb.rest.hp"))
        scene.next(regain(being, amount, being, "bb.rest.hp"))


@activity("rest_ep", "bb.rest.ep", "Regain EP")
async def rest_ep(scene: Scene, actor: Being) -> None:
    """✦ + SPI + level EP, up to the maximum."""
    bonus = rest_bonus(actor, "SPI", "bb.rest.ep")
    pool = rest_dice(scene, actor, 1)
    amount = await roll(pool, Total(summed(bonus)), by=actor.id, rule="bb.rest.ep", modifiers=bonus)
    actor.ep = min(actor.sheet.ep, actor.ep + amount)
    scene.record("regains_ep", "bb.rest.ep", who=actor.id, ep=actor.ep)


def fits_plating(scene: Scene, actor: Being, target: Being) -> Refusal | None:
    return no_companion(actor, target, "bb.rest.plating")


@activity("rest_plating", "bb.rest.plating", "Repair Plating", OWN_OR_ALLY, fits=fits_plating)
async def rest_plating(scene: Scene, actor: Being, target: Being) -> None:
    """The own or an ally's Plating, to its maximum."""
    set_plating(scene, target, target.sheet.plating)
    scene.record("plating", "bb.rest.plating", who=target.id, lost=0, left=target.plating)


@activity("rest_exhaustion", "bb.rest.exhaustion", "Lose Exhaustion")
async def rest_exhaustion(scene: Scene, actor: Being) -> None:
    """2 levels of Exhaustion."""
    rest_off(scene, actor, 2, "bb.rest.exhaustion")


def damaged_weapons(scene: Scene, actor: Being, target: Plain, *chosen: Plain) -> Iterable[Plain]:
    return scene.beings[str(target)].damaged


def may_repair(scene: Scene, actor: Being) -> Refusal | None:
    if not any(being.damaged for being in (actor, *scene.allies(actor))):
        return Refusal("no weapon is damaged", "bb.rest.repair_tool")
    return None


def fits_repair(scene: Scene, actor: Being, target: Being, weapon: str) -> Refusal | None:
    if weapon not in target.damaged:
        return Refusal(f"{target.name} has no damaged {weapon!r}", "bb.rest.repair_tool")
    return no_companion(actor, target, "bb.rest.repair_tool")


@activity(
    "rest_repair", "bb.rest.repair_tool", "Repair a weapon or Tool", OWN_OR_ALLY, Arg("weapon", damaged_weapons),
    may=may_repair, fits=fits_repair,
)  # fmt: skip
async def rest_repair(scene: Scene, actor: Being, target: Being, weapon: str) -> None:
    """A damaged weapon, the own or an ally's: no Flaw any more, and its Modules work."""
    target.damaged = without(target.damaged, weapon)
    scene.record("repaired", "bb.rest.repair_tool", who=target.id, weapon=weapon)


# ---------------------------------------------------------------- practice and preparation


def unknown_weapons(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    """Weapons at hand in which one is not Practiced."""
    at_hand = dict.fromkeys(weapon for being in (actor, *scene.allies(actor)) for weapon in being.weapons)
    return [w for w in at_hand if w not in actor.sheet.practiced_weapons and not weapon_entry(scene, w).natural]


def fits_learn(scene: Scene, actor: Being, weapon: str) -> Refusal | None:
    if weapon in actor.sheet.practiced_weapons:
        return Refusal(f"{actor.name} is Practiced with {weapon!r}", "bb.rest.learn")
    if weapon not in unknown_weapons(scene, actor):
        return Refusal(f"there is no {weapon!r} at hand to train with", "bb.rest.learn")
    return None


@activity("rest_learn", "bb.rest.learn", "Learn a weapon", Arg("weapon", unknown_weapons), fits=fits_learn)
async def rest_learn(scene: Scene, actor: Being, weapon: str) -> None:
    """Train with a weapon; the second training, in this rest or a later one, makes one Practiced."""
    trained = dict(actor.trained)
    times = trained.pop(weapon, 0) + 1
    if times < 2:
        trained[weapon] = times
    else:
        with_sheet(actor, practiced_weapons=(*actor.sheet.practiced_weapons, weapon))
    actor.trained = tuple(trained.items())
    scene.record("trained", "bb.rest.learn", who=actor.id, weapon=weapon, practiced=times == 2)


@activity("rest_meditate", "bb.rest.meditate", "Meditate", once=True)
async def rest_meditate(scene: Scene, actor: Being) -> None:
    """+1 Edge on Focus checks until one rests again."""
    afflict(scene, actor, "Meditated")


@activity("rest_maps", "bb.rest.maps", "Study maps", once=True)
async def rest_maps(scene: Scene, actor: Being) -> None:
    """+1 Edge on Navigation checks until one rests again."""
    afflict(scene, actor, "Studied maps")


@activity("rest_watch", "bb.rest.watch", "Keep watch", once=True)
async def rest_watch(scene: Scene, actor: Being) -> None:
    """While the rest lasts: +1 Edge to notice who approaches, and on initiative against those one has noticed."""
    afflict(scene, actor, "Watching")


# ---------------------------------------------------------------- extra


def others_resting(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [member.id for member in resting(scene) if member is not actor]


def fits_gift(scene: Scene, actor: Being, to: Being) -> Refusal | None:
    if to.id not in others_resting(scene, actor):
        return Refusal(f"{to.name} is no ally who rests", "bb.rest.gift")
    return None


@activity("rest_gift", "bb.rest.gift", "Gift an activity", Arg("to", others_resting), fits=fits_gift)
async def rest_gift(scene: Scene, actor: Being, to: Being) -> None:
    """An ally has one activity more."""
    change_left(scene, to, 1)
    scene.record("gift", "bb.rest.gift", who=to.id, by=actor.id, left=left_for(scene, to))


OTHER = Spend("rest_other", "bb.rest.other", once=False)


@action(
    "rest_other", rule="bb.rest.other", args=(Arg("what", ("something else",)),), may=OTHER.refusal,
    modes=("rest",), label="Something else", tags=("rest", "idle"),
)  # fmt: skip
async def rest_other(scene: Scene, actor: Being, what: str) -> None:
    """Anything that takes a while; it costs an activity once the game master agrees."""
    about = {"who": actor.id, "what": what}
    if await ask(scene, GM, YES_NO, rule="bb.rest.other", about=about, default=True):
        OTHER.pay(scene, scene.beings[actor.id])
