"""Odd jobs of the simple policy in a fight: what Motion Points are for beside moving and Surge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, cast

from ludex.core.foe.deciding import Idea
from ludex.core.kernel.agenda import Command, command
from ludex.games.navyblue.book.attacks.actions import dropped
from ludex.games.navyblue.book.attacks.reach import out_of_reach
from ludex.games.navyblue.book.attacks.using_features import active, not_usable, whom_to
from ludex.games.navyblue.book.carrying.consuming import usable
from ludex.games.navyblue.book.carrying.slots import free_hands
from ludex.games.navyblue.book.carrying.spots import to_grab
from ludex.games.navyblue.book.features import item, maneuver_cost, usable_by
from ludex.games.navyblue.foe.attacks import helped
from ludex.games.navyblue.foe.places import LATER, OPEN, UNBLOCK, Ground, clearing
from ludex.games.navyblue.foe.worth import aid_worth, life
from ludex.games.navyblue.records.effects import AddDefence, CreateObstruction, Damage, GrantMotion
from ludex.games.navyblue.records.kinds import Consumable, Feature, Shield, Weapon
from ludex.games.navyblue.state import Being, Scene

STANCE = 0.3  # for each enemy against whom one takes a stance
ORDERS = 0.5  # points for a friend
SLOWED = 0.3  # for each enemy on ground that takes points
ARMED = 2.5  # a weapon for empty hands
SHIELDED = 0.8
ONWARD = 0.8  # a door on the way
NEARLY_DEAD = 4  # what is left of somebody who lets go of a weapon to drink
LOADED = 1.2  # a weapon that can be used again


class Job(NamedTuple):
    """Something to do, what it costs in Motion Points, and what it is worth."""

    motion: int
    idea: Idea


def jobs(ground: Ground) -> Iterator[Job]:
    scene, being = ground.scene, ground.being
    yield from stances(ground)
    if being.unloaded:
        left = being.unloaded[0][1]
        worth = LOADED if left <= being.motion and being.actions else LATER * LOADED
        yield Job(1, Idea(worth, command(being.id, "reload", weapon=being.unloaded[0][0]), "Ready for the next shot."))
    if "Lacking" in being.states and dropped(scene, being):
        yield Job(1, Idea(ARMED, Command(being.id, "regain"), "What they have let go of."))
    if being.pc:
        yield from arming(scene, being)
        yield from drinking(scene, being)
    yield from onward(ground)


# ---------------------------------------------------------------- features for Motion Points


def stances(ground: Ground) -> Iterator[Job]:
    scene, being = ground.scene, ground.being
    for entry in active(scene, being):
        if entry.attack is not None or entry.cost.actions or not_usable(scene, being, entry) is not None:
            continue
        if entry.target.who == "zone":
            yield from ices(ground, entry)
            continue
        for friend, worth in helped(scene, being, entry):
            yield Job(entry.cost.motion, used(being, entry, friend.id, worth))
        for effect in entry.effects:
            if isinstance(effect, AddDefence) and "Guarded" not in being.states:
                near = sum(casts(enemy, effect.against_trait) for enemy in ground.outlook.enemies)
                if near:
                    yield Job(entry.cost.motion, used(being, entry, being.id, STANCE * near))
            elif isinstance(effect, Damage) and effect.on == "attacked_result" and not poised(being, entry.id):
                near = sum(ground.terrain.away(being.at, at) <= 1 for at in ground.threats)
                if near:
                    yield Job(entry.cost.motion, used(being, entry, being.id, STANCE * near))
            elif isinstance(effect, GrantMotion):
                for friend in [scene.beings[other] for other in whom_to(scene, being, entry)]:
                    if friend.here and out_of_reach(scene, being, friend.at, entry.target.reach) is None:
                        yield Job(entry.cost.motion, used(being, entry, friend.id, ORDERS))
                        break


def used(being: Being, entry: Feature, target: str, worth: float) -> Idea:
    return Idea(worth, command(being.id, "use", feature=entry.id, target=target), "{}", (entry.name,))


def casts(enemy: Being, trait: str) -> bool:
    """Do they have attacks of the kind that a stance is against?"""
    if not enemy.threat:
        return False
    return any(trait in attack.traits for attack in enemy.sheet.attacks) or (trait == "Magic" and enemy.pc)


def poised(being: Being, name: str) -> bool:
    return any(c.name == "Poised" and c.note == name for c in being.conditions)


def ices(ground: Ground, entry: Feature) -> Iterator[Job]:
    """Ground that takes points, under enemies who have nobody to fight where they are."""
    scene, being = ground.scene, ground.being
    if not any(isinstance(effect, CreateObstruction) for effect in entry.effects):
        return
    friends = [being.at, *(friend.at for friend in scene.allies(being))]
    filled = [made.zone for made in scene.obstructions]
    for zone in dict.fromkeys(ground.threats):
        if zone in friends or zone in filled or zone in scene.air:
            continue
        if out_of_reach(scene, being, zone, entry.target.reach) is None:
            worth = SLOWED * ground.threats.count(zone)
            given = command(being.id, "use", feature=entry.id, zone=zone)
            yield Job(entry.cost.motion, Idea(worth, given, "{}: it slows those in {}", (entry.name, zone)))


# ---------------------------------------------------------------- things


def arming(scene: Scene, being: Being) -> Iterator[Job]:
    """A weapon for who has none in hand, and a shield for a hand that is free."""
    hands = free_hands(scene, being)
    if not hands:
        return
    held = [item(scene, thing) for thing in being.held]
    for wanted, worth in ((Weapon, ARMED), (Shield, SHIELDED)):
        if any(isinstance(thing, wanted) for thing in held):
            continue
        for spot, things in to_grab(scene, being).items():
            for thing in things:
                entry = item(scene, thing)
                if isinstance(entry, wanted) and entry.hands <= hands and usable_by(scene, being, entry):
                    given = command(being.id, "clutch", thing=thing, source=spot)
                    cost = maneuver_cost(scene, being, "Clutch", 1)
                    yield Job(cost, Idea(worth, given, "{} in hand", (entry.name,)))
                    return


def drinking(scene: Scene, being: Being) -> Iterator[Job]:
    """What heals: from the hand, or out of a slot into a hand that is free if the points last."""
    cost = maneuver_cost(scene, being, "Consume", 2)
    for thing in usable(scene, being, "consume", "nb.maneuver.consume"):
        worth = aid_worth(scene, being, being, cast(Consumable, item(scene, thing)).effects)
        if worth > 0:
            given = command(being.id, "consume", thing=thing, target=being.id)
            yield Job(cost, Idea(worth, given, "{}", (thing,)))
            return
    grab = maneuver_cost(scene, being, "Clutch", 1)
    if being.motion < cost + grab:
        return
    free = free_hands(scene, being) >= 1
    for spot, things in to_grab(scene, being).items():
        for thing in things:
            entry = item(scene, thing)
            if isinstance(entry, Consumable) and "consume" in entry.ways and entry.hands == 1:
                worth = 0.9 * aid_worth(scene, being, being, entry.effects)
                if not free:
                    yield from making_room(scene, being, entry.name, cost + grab, worth)
                    return
                if worth > 0:
                    given = command(being.id, "clutch", thing=thing, source=spot)
                    yield Job(cost + grab, Idea(worth, given, "{}, to drink it", (entry.name,)))
                    return


def making_room(scene: Scene, being: Being, thing: str, motion: int, worth: float) -> Iterator[Job]:
    """nb.maneuver.drop: to let go costs no point. A shield, for who is hurt; for who is nearly dead, a weapon too."""
    dying = life(being) <= NEARLY_DEAD
    for held in being.held:
        entry = item(scene, held)
        price = SHIELDED if isinstance(entry, Shield) else ARMED if dying else worth
        if entry.hands == 1 and worth > 2 * price:
            given = command(being.id, "drop", thing=held)
            yield Job(motion, Idea(worth - price, given, "A hand for {}", (thing,)))


# ---------------------------------------------------------------- ways


def onward(ground: Ground) -> Iterator[Job]:
    """The door, or whatever bars the way to where one would go."""
    scene, being = ground.scene, ground.being
    goal = ground.later(being.at)[1]
    route = ground.terrain.route(being.at, goal)
    if route is None or not route.steps:
        return
    yield from clear_way(scene, being, route.steps[0].how, route.steps[0].to, ONWARD)


def clear_way(scene: Scene, being: Being, how: str, zone: str, worth: float) -> Iterator[Job]:
    door = scene.door(being.at, zone)
    if door is None:
        return
    if how == OPEN:
        yield Job(
            maneuver_cost(scene, being, "Open", 1),
            Idea(worth, command(being.id, "open", what=zone), "The {} is in the way", (door.name,)),
        )
    elif how == UNBLOCK:
        given = command(being.id, "unblock", what=zone)
        yield Job(
            maneuver_cost(scene, being, "Unblock", 2),
            Idea(worth, given, "The {} is in the way", (door.name,), clearing(scene, being, door)),
        )
