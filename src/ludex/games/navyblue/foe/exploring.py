"""The simple policy outside fights: days of travel with their watches, places that are searched, and who is met there.

Everybody follows the first of the party, so that it stays together.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludex.core.foe.deciding import Idea
from ludex.core.kernel.agenda import Command, command
from ludex.games.navyblue.book.adventure.activities import ADVANCE, SEARCH
from ludex.games.navyblue.book.adventure.downtime import ENOUGH_SLEEP, PAUSE_DUE, worth_a_respite
from ludex.games.navyblue.book.adventure.encounters import DEFENSIVE, PARLEY, SNEAK_PAST, able_to_fight
from ludex.games.navyblue.book.adventure.intervals import BLOCKS, DUNGEON, PAUSE, SLEEP, TRAVERSAL, WATCH, members
from ludex.games.navyblue.book.carrying.containers import all_chests
from ludex.games.navyblue.book.dice import tiers_of
from ludex.games.navyblue.book.features import max_vigor
from ludex.games.navyblue.book.movement.obstacles import looks
from ludex.games.navyblue.book.movement.sight import ways_on
from ludex.games.navyblue.foe.places import LEAP, OPEN, UNBLOCK, WALK, Terrain, clearing
from ludex.games.navyblue.foe.tending import chests, tending
from ludex.games.navyblue.foe.worth import check_chance, life, whole_life
from ludex.games.navyblue.state import Being, Scene

CAMPING = ("make_camp", "eat", "look_around", "eat")  # what is done in each interval of the camping block
HURT = 0.5  # with less of the party's life left it leaves
FAR_OFF = 25.0  # what a zone may cost to get to and still be searched
HOPELESS = 0.15  # a lock that nobody works on


def in_peace(scene: Scene, being: Being) -> Iterator[Idea]:
    """What somebody would do in this interval, the best first."""
    if scene.meeting:
        yield from meeting(scene, being)
        return
    if worth_a_respite(scene) and scene.mode == "adventure":
        yield Idea(3.0, Command(being.id, "respite"), "There is time to recover.")
        return
    yield from tending(scene, being)
    if scene.mode == TRAVERSAL:
        yield from day(scene, being)
    elif scene.mode == DUNGEON:
        yield from chests(scene, being)
        yield from place(scene, being)


# ---------------------------------------------------------------- who is met


def meeting(scene: Scene, being: Being) -> Iterator[Idea]:
    """The wary are talked out of it, or sneaked past; from all others one parts."""
    if able_to_fight(scene) and scene.reaction == DEFENSIVE:
        tiers = tiers_of(scene)
        talks = check_chance(scene, being, "Vibe", "Normal", tiers, skill="persuasion")
        sneaks = check_chance(scene, being, "Finesse", "Normal", tiers, skill="stealth")
        if PARLEY not in scene.tried and (talks >= sneaks or SNEAK_PAST in scene.tried):
            yield Idea(3.0, Command(being.id, PARLEY), "Words may do.", chance=talks)
        elif SNEAK_PAST not in scene.tried:
            yield Idea(3.0, Command(being.id, SNEAK_PAST), "Past them.", chance=sneaks)
    yield Idea(1.0, Command(being.id, "part_ways"), "Nothing to quarrel about.")


# ---------------------------------------------------------------- days of travel


def day(scene: Scene, being: Being) -> Iterator[Idea]:
    block = BLOCKS[scene.watch.block - 1]
    if block == "travel":
        yield together(being, "travel", "On.")
    elif block == "camping":
        yield together(being, CAMPING[(scene.watch.interval - 1) % len(CAMPING)], "Camp.")
    elif watcher(scene) == being.id:
        yield Idea(2.0, Command(being.id, WATCH), "Somebody has to stay awake.")
    else:
        yield Idea(2.0, Command(being.id, SLEEP), "Sleep.")


def together(being: Being, activity: str, why: str) -> Idea:
    return Idea(2.0, command(being.id, activity, together=True), why)


def watcher(scene: Scene) -> str:
    """Whose watch it is: each has one, so that all sleep through three of four; further ones fall to the unhurt."""
    if scene.place.safe:
        return ""
    present = members(scene)
    slept, left = dict(scene.watch.asleep), 4 - scene.watch.interval
    for member in present:
        if member.activity == WATCH:
            return member.id
    for member in present:
        if slept.get(member.id, 0) + left >= ENOUGH_SLEEP and not member.activity:
            return member.id
    awake = [member for member in present if not member.activity]
    for member in awake:
        if member.vigor == max_vigor(scene, member):
            return member.id
    return awake[-1].id if awake and not scene.options["opt_unwatched"] else ""


# ---------------------------------------------------------------- places


def hurt(scene: Scene) -> bool:
    """Is too little left of the party to go on? The dead count."""
    party = scene.party()
    return sum(life(being) for being in party if being.here) < HURT * sum(whole_life(scene, b) for b in party)


def unsearched(scene: Scene) -> list[str]:
    """Zones that are still to be searched, and that nobody is at already."""
    taken = [member.activity.partition(":")[2] for member in members(scene) if member.activity.startswith(SEARCH)]
    return [zone for zone in scene.place.searchable if zone not in scene.place.searched and zone not in taken]


def place(scene: Scene, being: Being) -> Iterator[Idea]:
    """Search what can be searched, then leave; before that if too much has happened."""
    if being.since_pause >= PAUSE_DUE - 1:
        yield together(being, PAUSE, "A pause is due.")
    terrain = Terrain(scene, being)
    leaves = hurt(scene)
    if not leaves:
        if being.at in unsearched(scene):
            yield Idea(3.0, Command(being.id, SEARCH), "What is here?")
        yield from locked_chests(scene, being)
    ahead = where_the_others_go(scene, being)
    if ahead:
        if ahead == being.at:
            return
        yield from toward(terrain, ahead, False)
    goals = [] if leaves else unsearched(scene)
    routes = terrain.routes(being.at)
    near = [zone for zone in goals if zone in routes and routes[zone].cost <= FAR_OFF]
    if not near and not leaves:
        near = [zone for zone in ways_on(scene) if zone in routes and routes[zone].cost <= FAR_OFF]
    if near:
        yield from toward(terrain, min(near, key=lambda zone: routes[zone].cost), True)
    yield Idea(2.0, Command(being.id, "leave_dungeon"), "Out, and the door behind us.")
    out = min([zone for zone in scene.exits if zone in routes], key=lambda zone: routes[zone].cost, default="")
    if out and out != being.at:
        yield from toward(terrain, out, True)


def where_the_others_go(scene: Scene, being: Being) -> str:
    """The zone that the first of the party is in, or is about to go to; nothing for the first."""
    first = members(scene)[0]
    if first is being:
        return ""
    name, _, zone = first.activity.partition(":")
    return zone if name == ADVANCE else first.at


def locked_chests(scene: Scene, being: Being) -> Iterator[Idea]:
    for name, chest in all_chests(scene).items():
        if chest.at == being.at and looks(being, chest) == "locked":
            likely = check_chance(
                scene, being, chest.attribute, chest.difficulty, tiers_of(scene), skill="locks_and_traps",
                maneuver="Unblock",
            )  # fmt: skip
            if likely > HOPELESS:
                yield Idea(3.0, command(being.id, "pick_lock", what=name), "What is in the {}?", (chest.name,), likely)


def toward(terrain: Terrain, goal: str, all_come: bool) -> Iterator[Idea]:
    """As far on the way as it is open, or through what bars it."""
    scene, being = terrain.scene, terrain.being
    route = terrain.routes(being.at).get(goal)
    if route is None or not route.steps:
        return
    first = route.steps[0]
    if first.how == OPEN:
        yield Idea(2.0, command(being.id, "open", what=first.to), "What is behind it?")
    elif first.how == UNBLOCK:
        door = scene.door(being.at, first.to)
        likely = clearing(scene, being, door) if door is not None else 0.0
        yield Idea(2.0, command(being.id, "pick_lock", what=first.to), "It bars the way.", chance=likely)
    elif first.how == LEAP:
        yield Idea(2.0, command(being.id, "leap", to=first.to, over=(first.over,)), "Over {}", (first.over,))
    else:
        far = being.at
        for step in route.steps:
            if step.how != WALK or (terrain.pit(step.to) and far != being.at):
                break
            far = step.to
            if terrain.pit(far) or far in scene.unseen:
                break
        yield Idea(2.0, command(being.id, ADVANCE, zone=far, together=all_come), "On to {}", (far,))
