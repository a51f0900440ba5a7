"""What the Director calls for: fights, checks, harm and help, doors and zones, and anything settled by hand."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from ludex.core.game import game_of
from ludex.core.kernel.action import BETWEEN
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.english import there_are
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, ask
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.scene import Condition
from ludex.core.master.calls import add_modify, add_set, being, free, lasting, somebody, whether, whole, word
from ludex.core.master.giving import add_giving
from ludex.core.master.table_calls import newcomer, who_there_is
from ludex.games.navyblue.book.carrying.containers import container
from ludex.games.navyblue.book.carrying.slots import can_stow, hands_full, lay_down, leave_bodies, stow, take_in_hand
from ludex.games.navyblue.book.conditions import NOTED, afflict, end
from ludex.games.navyblue.book.damage import deal, deal_direct, die, falls, heal, remove_injuries
from ludex.games.navyblue.book.dice import BONUS, CHECKS, check
from ludex.games.navyblue.book.features import BODY, has_attribute, item
from ludex.games.navyblue.book.fighting import AS_THEY_ARE, CLOSED, begin_fight, end_fight
from ludex.games.navyblue.book.morale import roll_morale
from ludex.games.navyblue.book.motion import REGISTRY, gm
from ludex.games.navyblue.book.movement.obstacles import add_zone, dig, known_zone, obstruct, remove_zone, set_door
from ludex.games.navyblue.book.movement.sight import dangers, in_view, meet, where_the_party_is
from ludex.games.navyblue.book.movement.steps import arrive
from ludex.games.navyblue.records.conditions import CONDITIONS
from ludex.games.navyblue.records.ids import ITEMS
from ludex.games.navyblue.state import ARCHETYPES, CORE, FOES, PARTY, Being, Door, Obstruction, Pit, Scene

# ---------------------------------------------------------------- fights


def fits_fight(scene: Scene, *more: Any) -> Refusal | None:
    return Refusal("a fight is under way", "nb.fight.start") if scene.mode == "fight" else None


@gm(
    "fight", "nb.fight.start", word("surprised", ("", PARTY, FOES), ""), word("packs", (CLOSED, AS_THEY_ARE), CLOSED),
    fits=fits_fight, tags=(BETWEEN,), label="Start a fight",
)  # fmt: skip
async def start_fight(scene: Scene, surprised: str, packs: str) -> None:
    """A fight breaks out; a side that is surprised does not go first, whatever the die would say. Where the party has
    met nobody who could fight, all of them come. Packs are closed, unless a scene begins so."""
    foes = dangers(scene)
    if not any(foe.threat for foe in foes):
        meet(scene, [foe.id for foe in foes])
    begin_fight(scene, surprised, packs)


@gm(
    "end_fight", "nb.fight.end", word("how", ("cleared", "talked", "escaped", "lost", "stopped"), "stopped"),
    modes=("fight",),
)  # fmt: skip
async def stop_fight(scene: Scene, how: str) -> None:
    """The Director ends the fight: it is won, talked away, escaped from, lost, or just over."""
    scene.next(end_fight(how))


@gm("morale", "nb.morale.when", modes=("fight",), label="Morale roll")
async def call_morale(scene: Scene) -> None:
    """A Morale roll that the Director adds."""
    scene.next(roll_morale(()))


def zones(scene: Scene, *chosen: Plain) -> Iterable[Plain]:
    return scene.board


@gm(
    "join", "nb.init.alternate", free("who", values=who_there_is), free("at", values=zones), free("name", ""),
    label="Join the scene",
)  # fmt: skip
async def join(scene: Scene, who: str, at: str, name: str) -> None:
    """Somebody of the content comes in; in a fight they may be chosen from their side's next choice on."""
    if at not in scene.board:
        raise BadInput(f"at: there is no zone {at!r}; {there_are(at, scene.board)}")
    id_ = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_") or who
    if id_ in scene.beings:
        raise BadInput(f"name: there is a being {id_!r} already")
    arrived: Being = newcomer(scene, who, id_, "", "join")
    arrived.name = name or arrived.name
    arrived.at = at
    scene.beings = {**scene.beings, id_: arrived}
    game_of(scene).arrives(scene, arrived)
    scene.record("joins", "nb.init.alternate", who=id_, at=at)


@gm("pacify", "nb.fight.end", being())
async def pacify(scene: Scene, who: Being) -> None:
    """Somebody is no threat any more: talked out of it, bound, asleep."""
    afflict(scene, who, "Pacified")


# ---------------------------------------------------------------- checks


def fits_check(scene: Scene, who: Being, attribute: str, difficulty: str, skill: str, *more: Any) -> Refusal | None:
    if not has_attribute(who, attribute):
        raise BadInput(f"attribute: {who.name} has no {attribute!r}; {there_are(attribute, CORE)}, or its archetype's")
    if skill and skill not in scene.library.shelves["skill"]:
        raise BadInput(f"skill: there is no {skill!r}; {there_are(skill, scene.library.shelves['skill'].entries)}")
    return None


@gm(
    "check", "nb.check.scope", being(), free("attribute", values=(*CORE, *ARCHETYPES.values())),
    word("difficulty", CHECKS, "Normal"),
    free("skill", "", values=lambda scene, *a: tuple(scene.library.shelves["skill"].entries)),
    whether("risk", True), fits=fits_check,
)  # fmt: skip
async def call_check(scene: Scene, who: Being, attr: str, difficulty: str, skill: str, risk: bool) -> None:
    """A Check; without risk there is no roll, and it succeeds after the time it takes (nb.roll.risk)."""
    if not risk:
        scene.record("no_risk", "nb.roll.risk", who=who.id)
        return
    await check(scene, who, attr, difficulty, skill=skill)


# ---------------------------------------------------------------- harm and help


@gm(
    "damage", "nb.damage.vigor", being("target"), whole("amount", least=0),
    word("kind", ("physical", "mental"), "physical"), somebody("by"),
)  # fmt: skip
async def deal_damage(scene: Scene, target: Being, amount: int, kind: str, by: str) -> None:
    """Damage of a stated amount: Vigor first, then Injuries."""
    if by:
        scene.being(by)
    deal(scene, target, amount, kind, by)


@gm("injure", "nb.direct.pc", being("target"), whole("amount", least=0), label="Injuries")
async def injure(scene: Scene, target: Being, amount: int) -> None:
    """Direct Injuries, past Vigor."""
    deal_direct(scene, target, amount, "", "nb.direct.pc" if target.pc else "nb.direct.npc")


@gm("fall", "nb.direct.falling", being(), whole("zones", 1, least=0), whether("spikes", False))
async def make_fall(scene: Scene, who: Being, zones: int, spikes: bool) -> None:
    """Somebody falls through so many zones, onto spikes or not: the damage of it."""
    scene.next(falls(who, zones, bool(spikes)))


@gm("heal", "nb.heal.vigor", being("target"), whole("amount", least=0))
async def give_vigor(scene: Scene, target: Being, amount: int) -> None:
    """Vigor comes back, up to the most that somebody can have."""
    heal(scene, target, amount, "nb.heal.vigor")


@gm("mend", "nb.heal.injuries", being("target"), whole("amount", 1, least=1), label="Remove Injuries")
async def mend(scene: Scene, target: Being, amount: int) -> None:
    """Injuries are removed; the injured picks which."""
    scene.next(remove_injuries(target, amount))


def fits_boost(scene: Scene, who: Being, attribute: str, *more: Any) -> Refusal | None:
    if not has_attribute(who, attribute):
        raise BadInput(f"attribute: {who.name} has no {attribute!r}; {there_are(attribute, CORE)}, or its archetype's")
    return None


@gm(
    "boost",
    "nb.attr.boosts",
    being(),
    free("attribute", values=(*CORE, *ARCHETYPES.values())),
    whole("amount"),
    free("until", ""),
    fits=fits_boost,
    label="Boost an attribute",
)
async def boost(scene: Scene, who: Being, attr: str, amount: int, until: str) -> None:
    """Magic changes an attribute for a time: slots, Vigor and thresholds follow."""
    ends = lasting(scene, until, "boost")
    source, number = "", 1
    while not afflict(scene, who, "Boosted", source=source, until=ends, value=amount, note=attr):
        number += 1  # those that are alike add up too
        source = f"boost {number}"


@gm("unboost", "nb.attr.boosts", being(), label="End a boost")
async def unboost(scene: Scene, who: Being) -> None:
    """A boost of attributes ends, and with it the slots that it brought."""
    end(scene, who, "Boosted")


def known_condition(condition: str) -> None:
    if condition not in CONDITIONS:
        raise BadInput(f"there is no condition {condition!r}; {there_are(condition, CONDITIONS)}")


def fits_inflict(scene: Scene, who: Being, condition: str, source: str, *more: Any) -> Refusal | None:
    known_condition(condition)
    if source:
        scene.being(source)
    return cannot_befall(scene, who, condition)


def cannot_befall(scene: Scene, who: Being, condition: str) -> Refusal | None:
    """Why a condition is nothing to be brought about here and now."""
    fight = scene.mode == "fight"
    if condition == "Asleep" and fight:
        return Refusal("nobody sleeps in a fight: pacify takes somebody out of it", "nb.fight.start")
    if condition == "Fleeing" and not fight:
        return Refusal("nobody flees where there is no fight", "nb.morale.break")
    if condition == "Unmet" and (fight or who.side != FOES or seen(scene, who)):
        return Refusal("only an enemy out of sight can be Unmet, and not in a fight", "nb.gap.sight")
    return None


def seen(scene: Scene, who: Being) -> bool:
    return who.at in in_view(scene, where_the_party_is(scene))


@gm(
    "inflict", "nb.trait.def", being(), free("condition"), somebody("source"), free("until", ""), whole("value", 0),
    free("note", ""), fits=fits_inflict, label="Add condition",
)  # fmt: skip
async def inflict(scene: Scene, who: Being, condition: str, source: str, until: str, value: int, note: str) -> None:
    """A condition, with its source and its end; Dead takes all Vigor with it."""
    ends = lasting(scene, until, "inflict")
    needed = CONDITIONS.lacking(Condition(condition, source, ends, value, note), NOTED)
    if needed:
        raise BadInput(f"{condition} needs {needed}")
    if condition == "Dead" and condition not in who.states:
        die(scene, who, "nb.death.pc" if who.pc else "nb.death.npc")
    elif not afflict(scene, who, condition, source=source, until=ends, value=value, note=note):
        scene.record("afflicted_already", CONDITIONS[condition].rule, who=who.id, condition=condition)


def fits_relieve(scene: Scene, who: Being, condition: str) -> Refusal | None:
    known_condition(condition)
    return None


@gm("relieve", "nb.trait.def", being(), free("condition"), fits=fits_relieve, label="End condition")
async def relieve(scene: Scene, who: Being, condition: str) -> None:
    """A condition ends; who was Unmet is met by it, and who was Dead lives again, with 1 Vigor."""
    if condition == "Unmet" and condition in who.states:
        meet(scene, (who.id,))
        if scene.mode != "fight":  # there it is told that somebody comes in
            scene.record("condition_ends", CONDITIONS[condition].rule, who=who.id, condition=condition)
        return
    end(scene, who, condition)
    if condition == "Dead":
        who.vigor = max(1, who.vigor)
        get_up_from_the_dead(scene)


def get_up_from_the_dead(scene: Scene) -> None:
    """Nobody carries the body of somebody who lives."""
    for bearer in scene.beings.values():
        leave_bodies(scene, bearer)
    dead = [BODY + other.id for other in scene.beings.values() if "Dead" in other.states]
    scene.chests = tuple(
        replace(chest, contents=tuple([t for t in chest.contents if not t.startswith(BODY) or t in dead]))
        for chest in scene.chests
    )


@gm("place", "nb.zone.def", being(), free("at"), label="Put at a place")
async def place(scene: Scene, who: Being, at: str) -> None:
    """Put somebody into a zone; what a fall or a landing brings comes with it."""
    if at not in scene.board:
        raise BadInput(f"at: there is no zone {at!r}; {there_are(at, scene.board)}")
    arrive(scene, who, at)


# ---------------------------------------------------------------- the ground


def one_door(scene: Scene, one: str, other: str) -> Door:
    found = scene.door(one, other)
    if found is None:
        there = ", ".join(f"{a} and {b}" for a, b in (door.zones for door in scene.doors)) or "none"
        raise BadInput(f"there is no door between {one!r} and {other!r}; there are doors between: {there}")
    return found


def fits_door(scene: Scene, one: str, other: str, *more: Any) -> Refusal | None:
    one_door(scene, one, other)
    return None


@gm(
    "door", "nb.maneuver.open", free("one", values=zones), free("other", values=zones),
    word("state", ("open", "shut", "locked", "blocked")),
    whether("known", True), fits=fits_door, label="Open or shut a door",
)  # fmt: skip
async def change_door(scene: Scene, one: str, other: str, state: str, known: bool) -> None:
    """A door is opened, shut, locked or blocked by the Director."""
    set_door(scene, one_door(scene, one, other), state, bool(known))


def fits_zone(scene: Scene, zone: str, *more: Any) -> Refusal | None:
    known_zone(scene, zone)
    return None


@gm(
    "obstruct",
    "nb.obstruct.zone",
    free("zone"),
    free("material"),
    whether("unblock", False),
    fits=fits_zone,
    label="Obstruct a zone",
)
async def fill(scene: Scene, zone: str, material: str, unblock: bool) -> None:
    """Something fills a zone."""
    obstruct(scene, Obstruction(zone, material, bool(unblock)))


@gm(
    "pit",
    "nb.zone.pit",
    free("zone"),
    whole("depth", 1, least=1),
    whether("spikes", False),
    fits=fits_zone,
    label="Make a pit",
)
async def make_pit(scene: Scene, zone: str, depth: int, spikes: bool) -> None:
    """A zone becomes a pit of some depth, with spikes or without."""
    dig(scene, Pit(zone, depth, bool(spikes)))


@gm(
    "add_zone",
    "nb.zone.def",
    free("zone"),
    free("joined", values=zones),
    free("name", ""),
    whether("air", False),
    label="Add a zone",
)
async def new_zone(scene: Scene, new: str, joined: Plain, name: str, air: bool) -> None:
    """The Director draws a zone: somebody climbs a tree, a wall falls."""
    beside = tuple(str(each) for each in joined) if isinstance(joined, tuple) else (str(joined),)
    if not beside:
        raise BadInput("joined: expected at least one zone, from which one comes there")
    add_zone(scene, new, beside, name, air=bool(air))


@gm("remove_zone", "nb.zone.def", free("zone"), fits=fits_zone, label="Remove a zone")
async def drop_zone(scene: Scene, zone: str) -> None:
    """A zone is no more; nobody may be in it."""
    remove_zone(scene, zone)


@gm("contradiction", "nb.tenet.specific_beats_general", free("what"), free("elements"), label="Settle a contradiction")
async def contradiction(scene: Scene, what: str, elements: Plain) -> None:
    """Two elements of the game contradict each other, and neither is narrower: the Director picks."""
    among = elements if isinstance(elements, tuple) else (elements,)
    chosen = await ask(
        scene, GM, OneOf(among), rule="nb.tenet.specific_beats_general", about={"what": what}, default=among[0]
    )
    scene.record("settled", "nb.tenet.specific_beats_general", what=what, chosen=str(chosen))


add_modify(REGISTRY, "nb.tenet.adapt", (BONUS,))
add_set(REGISTRY, "nb.tenet.adapt")


# ---------------------------------------------------------------- things


def receive(scene: Scene, target: Being, thing: str) -> None:
    """Into the slots, else into a free hand, else at their feet."""
    if can_stow(scene, target, thing) is None:
        stow(scene, target, thing)
    elif hands_full(scene, target, item(scene, thing)) is None:
        take_in_hand(scene, target, thing)
    else:
        lay_down(scene, target, thing)


def fits_receive(scene: Scene, target: Being, thing: str) -> Refusal | None:
    """A container lies nowhere before somebody had it."""
    if container(scene, thing) is None or hands_full(scene, target, item(scene, thing)) is None:
        return None
    return can_stow(scene, target, thing)


add_giving(REGISTRY, ITEMS, receive, fits_receive)
