"""Somebody on the move, space after space: what they pay, what they enter, and who may strike at them first.

vt.move.speed, vt.move.board. Where somebody can go is in `footing.py`, the actions are in `actions.py`. `walk` goes
over spaces by whatever means the being has: on foot, on walls, through them, or in the air.
"""

from __future__ import annotations

from dataclasses import replace

from ludex.core.board.cells import Cell
from ludex.core.kernel.agenda import step
from ludex.core.kernel.ruling import Refusal
from ludex.core.kernel.scene import told
from ludex.core.kernel.timing import Event, can_react, happens, window
from ludex.games.vitality.book.action_types import COMBAT_MODE
from ludex.games.vitality.book.attacks.hazards import enter_hazards
from ludex.games.vitality.book.characters.features import knack, reach
from ludex.games.vitality.book.characters.scores import movement_left, tier
from ludex.games.vitality.book.characters.space import aloft, ground
from ludex.games.vitality.book.conditions import afflict, end, refuse_movement, reveal
from ludex.games.vitality.book.movement.footing import (
    BELOW,
    BURROW,
    LEAP,
    TUNNEL,
    Footing,
    Spot,
    apart,
    falls,
    flies,
    near_spot,
    room,
    spot_of,
    way_in,
)
from ludex.games.vitality.book.movement.grabbing import release_grabs
from ludex.games.vitality.records.boon_effects import Skirmish
from ludex.games.vitality.state import Being, Scene, Trap

NEAR = 20  # spaces in which room is looked for: more than any crowd fills
CARRY = "carry"  # what somebody has used who carries on in this turn
HASTE = 2  # times the Tier: vt.act.hasten
HASTEN = "hasten"  # what somebody has used who has hastened in this turn

# ---------------------------------------------------------------- whether and how far


def cannot_move(scene: Scene, being: Being) -> Refusal | None:
    """Why somebody cannot move at all now. Whoever falls has nothing to walk on (vt.fall.rate)."""
    if (refusal := held_fast(scene, being)) is None and falls(scene, being):
        return Refusal(f"{being.name} is falling", "vt.fall.rate")
    return refusal


def held_fast(scene: Scene, being: Being) -> Refusal | None:
    if (refusal := refuse_movement(being)) is not None:
        return refusal
    if being.carries and scene.mode == COMBAT_MODE and not being.has_used(CARRY):
        return Refusal("to carry on is a Primary Action of each turn", "vt.act.carry")
    return None


def budget(scene: Scene, being: Being) -> int | None:
    """The spaces somebody may still move; nothing where nobody counts them. On another's turn it is what an Effort has
    brought (vt.effort.move_again)."""
    if scene.mode != COMBAT_MODE:
        return None
    if scene.turns.current == being.id or being.id in scene.head_start:
        return movement_left(scene, being)
    return sum([c.value for c in being.conditions if c.name == "Pushing" and c.note == "move"])


def pay(scene: Scene, being: Being, spaces: int) -> None:
    """What somebody does not have on another's turn, the game master has let them move without."""
    if scene.mode != COMBAT_MODE or not spaces:
        return
    if scene.turns.current == being.id or being.id in scene.head_start:
        being.spent += spaces
        return
    for push in being.conditions:
        if push.name == "Pushing" and push.note == "move":
            left = replace(push, value=max(0, push.value - spaces))
            being.set_conditions(*[left if c is push else c for c in being.conditions if c is not push or left.value])
            scene.cite("vt.effort.move_again")


def hastened(scene: Scene, being: Being) -> int:
    """vt.act.hasten: the spaces that it adds; nothing more in the same turn (vt.stack.additive)."""
    return 0 if being.has_used(HASTEN) else HASTE * tier(scene, being)


def farthest(scene: Scene, being: Being, source: Being, spaces: int) -> tuple[Cell, ...]:
    """vt.cond.frighten: the way that ends as far from somebody as can be, by the fewest spaces."""
    footing = Footing(scene, being)
    found = footing.search(spaces)
    able = [(cell, spot) for cell, (_, spot, _) in found.items() if footing.room(spot) and footing.holds(spot)]
    away = max([apart(scene, source, spot) for _, spot in able], default=0)
    goal = next((cell for cell, spot in able if apart(scene, source, spot) == away), being.at)
    return way_in(found, goal)


# ---------------------------------------------------------------- going


@step("vt.move.speed")
async def walk(scene: Scene, being: Being, path: tuple[Cell, ...], how: str) -> None:
    """A way over these spaces. `how`: walk (also on walls and in the air), burrow, leap (which costs no movement)."""
    go(scene, being, Footing(scene, being, how).spots(path), how)


@step("vt.move.speed")
async def travel(scene: Scene, being: Being, way: tuple[Spot, ...], how: str) -> None:
    """A way whose heights are known."""
    go(scene, being, way, how)


@step("vt.move.speed")
async def go_on(scene: Scene, being: Being, way: tuple[Spot, ...], how: str, back: Spot | None, warned: bool) -> None:
    """The rest of a way, after what has come between."""
    go(scene, being, way, how, back, warned)


def go(
    scene: Scene, being: Being, way: tuple[Spot, ...], how: str, back: Spot | None = None, warned: bool = False
) -> None:
    """Space after space, until the way ends, somebody can react, or something stops the mover. `back` is the last spot
    on the way that had room; `warned`: whoever may Punish the next step has been asked."""
    if not being.here:
        return
    footing = Footing(scene, being, how)
    left = None if how == LEAP else budget(scene, being)
    watchers = watchers_of(scene, being)
    awaited = any([other.prepared is not None for other in scene.beings.values()])
    gone: list[Cell] = []
    left_behind: list[Spot] = []
    here, spent = footing.start, 0
    states, able = being.states, held_fast(scene, being) is None
    for number, spot in enumerate(way):
        if being.states is not states:
            states, able = being.states, held_fast(scene, being) is None
        price = footing.cost(here, spot) if able and (how == LEAP or footing.holds(here)) else None
        if price is not None and left is not None and spent + price > left:
            price = footing.paid(price, left - spent)
        if price is None or (number == len(way) - 1 and not footing.room(spot)):
            if not being.senseless:
                scene.record("halts", "vt.move.board", who=being.id, at=being.at)
            break
        if not warned and watchers and leaves_reach(scene, watchers, here, spot):
            event = Event("leaves_reach", being.id, being.id, (("to", spot[0]), ("height", spot[1])))
            if can_react(scene, event) is not None:
                tell(scene, being, footing.start[0], gone, spent, how)
                back = footing.last_room(left_behind, back)
                scene.next(window(event), go_on(being, way[number:], how, back, True))
                return
        warned = False
        left_behind.append(here)
        spent += price
        gone.append(spot[0])
        before = len(scene.fresh)
        enter(scene, being, spot, how, footing)
        if how != LEAP:
            pay(scene, being, price)
        if awaited:
            happens(scene, Event("moves", being.id, being.id, (("to", spot[0]),)))
        if len(scene.fresh) > before:
            tell(scene, being, footing.start[0], gone, spent, how)
            back = footing.last_room(left_behind, back)
            scene.next(go_on(being, way[number + 1 :], how, back, False))
            return
        here = spot
    else:
        if gone and not footing.burrowing:  # that there is room has just been looked at
            tell(scene, being, footing.start[0], gone, spent, how)
            let_go_and_be_seen(scene)
            return
    tell(scene, being, footing.start[0], gone, spent, how)
    come_to_rest(scene, being, footing.last_room(left_behind, back))


def enter(scene: Scene, being: Being, spot: Spot, how: str, footing: Footing) -> None:
    """One step: straight ways are remembered (vt.limit.position), walls that let somebody through do so once."""
    (q, r), (to_q, to_r) = being.at, spot[0]
    if scene.turns.current == being.id:
        being.note("moved")
        dq, dr, count = being.run
        ahead = (to_q - q, to_r - r)
        beside = ahead in scene.board.directions
        being.run = (*ahead, count + 1 if ahead == (dq, dr) else 1) if beside else (0, 0, 0)
    wall = footing.wall_at(spot)
    if wall is not None and not footing.phasing and scene.mode == COMBAT_MODE:
        being.use(f"through {wall.id}", "turn")
    if how in BELOW or "Underground" in being.states:
        dive(scene, being, spot)
    if how == TUNNEL:
        leave_tunnel(scene, being.at, spot[0])
    arrive(scene, being, *spot)


def dive(scene: Scene, being: Being, spot: Spot) -> None:
    """vt.arch.move.mole: under the ground nobody is seen, and comes out into the open again."""
    if spot[1] >= ground(scene, spot[0]):
        end(scene, being, "Underground")
    elif "Underground" not in being.states:
        afflict(scene, being, "Underground")


def leave_tunnel(scene: Scene, *cells: Cell) -> None:
    """vt.arch.move.mole: a tunnel stays open behind whoever has dug it."""
    scene.tunnels = tuple(sorted({*scene.tunnels, *cells}))


def arrive(scene: Scene, being: Being, cell: Cell, height: int) -> None:
    """Somebody is in another space now, with all that they carry; what lies there for them goes off. Whoever is moved
    in the air falls on (vt.fall.damage: the damage is for the whole fall)."""
    being.at, being.height = cell, height
    if being.fallen and not falls(scene, being):
        being.fallen = 0
    bring_along(scene, being)
    spring_traps(scene, being)
    enter_hazards(scene, being)


def bring_along(scene: Scene, being: Being) -> None:
    """vt.act.carry: all that is carried is where the carrier is."""
    for name in being.carries:
        if name in scene.beings:
            load = scene.beings[name]
            load.at, load.height, load.fallen = being.at, being.height, 0
        else:
            scene.things = tuple([replace(t, at=being.at) if t.name == name else t for t in scene.things])


@told
def tell(scene: Scene, being: Being, origin: Cell, gone: list[Cell], spent: int, how: str) -> None:
    if not gone:
        return
    way, height = tuple(gone), being.height
    scene.record(
        "moves", "vt.move.speed", who=being.id, origin=origin, way=way, height=height, spaces=spent, how=how
    )  # fmt: skip
    scene.cite("vt.move.board")
    if flies(scene, being) and being.sheet.movement == "flight":
        scene.cite("vt.arch.move.flight")
        return
    if any([scene.board.is_terrain("difficult", cell) for cell in gone]):
        scene.cite("vt.move.difficult")
    if how in BELOW:
        scene.cite("vt.arch.move.mole" if being.sheet.movement == "mole" else "vt.moveability.list")
    elif aloft(scene, being) or any([not scene.board.open(cell) for cell in gone]):
        scene.cite("vt.moveability.list")  # on walls, or through them


def come_to_rest(scene: Scene, being: Being, back: Spot | None = None) -> None:
    """vt.move.board: nobody stays where there is no room; holds that are out of reach end, and who is seen is seen."""
    if being.here and "Carried" not in being.states and not can_stay(scene, being):
        footing = Footing(scene, being)
        near = [near_spot(scene, cell, being.height) for cell in scene.board.within(being.at, NEAR)]
        spots = [spot for spot in (back, *near) if spot is not None and footing.room(spot)]
        if footing.grounded:
            spots.sort(key=lambda spot: not footing.holds(spot))
        if spots:
            end(scene, being, "Underground")
            being.at, being.height = spots[0]
            scene.record("set_back", "vt.move.board", who=being.id, to=being.at)
    let_go_and_be_seen(scene)


def let_go_and_be_seen(scene: Scene) -> None:
    """Somebody is somewhere else: holds that are out of reach end, and who is seen is seen."""
    release_grabs(scene)
    reveal(scene)


def can_stay(scene: Scene, being: Being) -> bool:
    """Is there room where somebody is? vt.arch.move.mole: under the ground only in a tunnel."""
    if "Underground" in being.states:
        return being.at in scene.tunnels and Footing(scene, being, BURROW).room(spot_of(scene, being))
    return room(scene, being, being.at, being.height)


# ---------------------------------------------------------------- who may strike at them


def watchers_of(scene: Scene, being: Being) -> list[tuple[Being, int]]:
    """vt.react.punish: the enemies out of whose reach somebody may move, each with their reach; nobody's with a
    Skirmisher (vt.arch.move.skirmisher)."""
    if scene.mode != COMBAT_MODE:
        return []
    awake = [(enemy, reach(scene, enemy)) for enemy in scene.opponents(being) if not enemy.senseless]
    if awake and knack(scene, being, Skirmish) is not None:
        scene.cite("vt.arch.move.skirmisher")
        return []
    if awake:
        scene.cite("vt.react.punish")
    return awake


def leaves_reach(scene: Scene, watchers: list[tuple[Being, int]], here: Spot, there: Spot) -> bool:
    return any([apart(scene, enemy, here) <= spaces < apart(scene, enemy, there) for enemy, spaces in watchers])


# ---------------------------------------------------------------- traps in their way


def spring_traps(scene: Scene, being: Being) -> None:
    """Somebody enters a space on the ground: traps of their enemies there go off."""
    if not scene.traps or being.height > ground(scene, being.at) or "Underground" in being.states:
        return
    for trap in enemy_traps(scene, being):
        if trap.at == being.at:
            happens(scene, Event("trap", being.id, trap.owner, (("at", trap.at),)))


def enemy_traps(scene: Scene, being: Being) -> list[Trap]:
    return [trap for trap in scene.traps if scene.beings[trap.owner].own_side != being.own_side]
