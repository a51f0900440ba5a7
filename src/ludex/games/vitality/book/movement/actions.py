"""Moving about: the movement of a turn, teleporting, standing up, Hasten.

vt.move.speed: M + 2T spaces, before and after actions. Everything here carries the tag `move`, so that a Vanguard may
do it before the first turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ludex.core.board.cells import Cell, off_board
from ludex.core.kernel.action import NO_VALUE, Arg
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.toml import spelled
from ludex.games.vitality.book.action_types import COMBAT_MODE, PRIMARY, THIS_TURN, action
from ludex.games.vitality.book.characters.features import knacks, with_knack
from ludex.games.vitality.book.characters.scores import half, speed
from ludex.games.vitality.book.characters.space import clear, ground, read_space, read_spaces
from ludex.games.vitality.book.conditions import end
from ludex.games.vitality.book.movement.carrying import let_go
from ludex.games.vitality.book.movement.footing import FAR, Footing, Gait, Spot, flies, way_in
from ludex.games.vitality.book.movement.steps import (
    HASTEN,
    arrive,
    budget,
    cannot_move,
    come_to_rest,
    hastened,
    held_fast,
    pay,
    travel,
)
from ludex.games.vitality.book.secrets.wards import bars_teleport
from ludex.games.vitality.records.boon_effects import Teleports
from ludex.games.vitality.state import Being, Scene

FIGHT = (COMBAT_MODE,)
CEILING = 30  # spaces above the board, twice as far as most attacks reach: higher nobody flies


def start_of_turn(scene: Scene, being: Being) -> None:
    """The movement of the turn is there again; whoever was carried by somebody who has gone down is on their own."""
    being.spent = being.bonus_move = 0
    being.run = (0, 0, 0)
    let_go(scene)


# ---------------------------------------------------------------- the movement of the turn


def read_height(value: Plain) -> Plain:
    if value is not None and type(value) is not int:
        raise BadInput(f"height: expected a whole number of spaces, not {spelled(value)}")
    return value


def may_move(scene: Scene, actor: Being) -> Refusal | None:
    refusal = cannot_move(scene, actor)
    if refusal is not None:
        return refusal
    if "Underground" in actor.states:
        return Refusal(f"{actor.name} is underground, and burrows", "vt.arch.move.mole")
    return None if budget(scene, actor) != 0 else Refusal("the movement is used up", "vt.move.speed")


def way_to(gait: Gait, to: tuple[Cell, ...], height: int | None) -> tuple[Spot, ...] | None:
    """A path with its heights; a single space that is not beside stands for the cheapest way to it."""
    here = gait.start[0]
    path: tuple[Cell, ...] | None = to
    if to == (here,):
        path = ()
    elif len(to) == 1 and gait.board.distance(here, to[0]) != 1 and not gait.linked(gait.start, to[0]):
        path = Footing(gait.scene, gait.being).path(to[0])
    return None if path is None else gait.spots(path, height)


def too_high(scene: Scene, actor: Being, to: Cell, height: int | None) -> Refusal | None:
    """vt.arch.move.flight: up to the ceiling; whoever is above it already may go anywhere but higher."""
    if height is None or height <= max(actor.height, ceiling(scene, to)):
        return None
    return Refusal(f"nobody flies higher than {ceiling(scene, to)} spaces here", "vt.arch.move.flight")


def ceiling(scene: Scene, cell: Cell) -> int:
    return CEILING + max(0, ground(scene, cell))


def no_way(scene: Scene, to: tuple[Cell, ...]) -> str:
    """Why nobody gets there: it is not on the board, or there is no way."""
    off = [cell for cell in to if cell not in scene.board.cells]
    return off_board(scene, off[0]) if off else "there is no way there"


def fits_move(scene: Scene, actor: Being, to: tuple[Cell, ...], height: int | None) -> Refusal | None:
    if (refusal := too_high(scene, actor, to[-1], height)) is not None:
        return refusal
    footing = Footing(scene, actor)
    if height is not None and not (footing.flying or footing.climbing) and height != ground(scene, to[-1]):
        return Refusal(f"{actor.name} does not fly", "vt.arch.move.flight")
    way = way_to(footing, to, height)
    if way is None or not scene.board.cells.issuperset(to):
        return Refusal(no_way(scene, to), "vt.move.board")
    if not way:
        return Refusal(f"{actor.name} is there already", "vt.move.speed")
    if footing.climbing and not footing.flying and height is not None and not footing.clings((to[-1], height)):
        return Refusal("there is nothing to cling to", "vt.moveability.list")
    price = footing.price(way, budget(scene, actor))
    return price if isinstance(price, Refusal) else None


def destinations(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    """Every space in which somebody could end, as the cheapest path to it."""
    footing = Footing(scene, actor)
    left = budget(scene, actor)
    found = footing.search(FAR if left is None else left)
    able = [c for c, (_, spot, _) in found.items() if c != actor.at and footing.room(spot) and footing.holds(spot)]
    return [way_in(found, cell) for cell in able]


def heights(scene: Scene, actor: Being, to: tuple[Cell, ...], *chosen: Plain) -> Iterable[Plain]:
    """The height that comes by itself; for fliers also the ground, or so much higher."""
    if not flies(scene, actor):
        return (None,)
    wanted = (None, ground(scene, to[-1]), actor.height + 1, actor.height + 3)
    return [height for height in dict.fromkeys(wanted) if too_high(scene, actor, to[-1], height) is None]


def no_height(to: Plain, height: Plain) -> bool:
    """Is no height wanted? Then a stroll can be gone as it was found."""
    return height is None


def stroll(scene: Scene, actor: Being, pick: Callable[[int], int], *chosen: Plain) -> Plain:
    """Some way within the movement that is left, a space after the other by luck."""
    footing = Footing(scene, actor)
    left = budget(scene, actor)
    left = 12 if left is None else min(left, 12)
    here, path = footing.start, []
    for _ in range(1 + pick(max(1, left))):
        around = footing.beside(here)
        step = footing.step(here, around[pick(len(around))])
        if step is not None and step[1] <= left:
            here, price = step
            left -= price
            path.append(here)
    while path and not footing.room(path[-1]):
        path.pop()
    return tuple([cell for cell, _ in path]) if path else NO_VALUE


@action(
    "move", rule="vt.move.speed", may=may_move, fits=fits_move, label="Move", tags=("move",), args=(
        Arg("to", destinations, sample=stroll, read=read_spaces),
        Arg("height", heights, default=None, read=read_height, sure=no_height),
    ),
)  # fmt: skip
async def move(scene: Scene, actor: Being, to: tuple[Cell, ...], height: int | None) -> None:
    """The movement of the turn, or a part of it: `to` is a space, or the path to it space by space; `height` is where
    a flier wants to be at its end. On another's turn it is what an Effort has brought."""
    way = way_to(Gait(scene, actor), to, height)
    assert way is not None
    scene.next(travel(actor, way, "walk"))


# ---------------------------------------------------------------- teleporting


def jump_cost(scene: Scene, actor: Being) -> int | None:
    """vt.arch.move.teleport: the spaces that a jump costs beside its length; nothing when somebody cannot teleport."""
    found = [effect.less for effect in knacks(scene, actor) if isinstance(effect, Teleports)]
    return min(found, default=None)


def may_teleport(scene: Scene, actor: Being) -> Refusal | None:
    more = jump_cost(scene, actor)
    if more is None:
        return Refusal(f"{actor.name} does not teleport", "vt.arch.move.teleport")
    if (refusal := held_fast(scene, actor)) is not None:
        return refusal
    left = budget(scene, actor)
    return None if left is None or left > more else Refusal("too little movement is left", "vt.arch.move.teleport")


def landing(scene: Scene, actor: Being, to: Cell, height: int | None) -> Spot:
    return to, ground(scene, to) if height is None else height


def length_of(scene: Scene, actor: Being, spot: Spot) -> int:
    return max(scene.board.distance(actor.at, spot[0]), abs(spot[1] - actor.height))


def fits_teleport(scene: Scene, actor: Being, to: Cell, height: int | None) -> Refusal | None:
    rule = "vt.arch.move.teleport"
    footing = Footing(scene, actor)
    if to not in scene.board.cells:
        return Refusal(off_board(scene, to), "vt.move.board")
    if height is not None and height != ground(scene, to) and not footing.flying:
        return Refusal(f"{actor.name} does not fly", "vt.arch.move.flight")
    if (refusal := too_high(scene, actor, to, height)) is not None:
        return refusal
    spot = landing(scene, actor, to, height)
    if spot == footing.start:
        return Refusal(f"{actor.name} is there already", rule)
    left, more = budget(scene, actor), jump_cost(scene, actor) or 0
    if left is not None and length_of(scene, actor, spot) + more > left:
        return Refusal(f"a jump reaches {max(0, left - more)} spaces now", rule)
    if not footing.room(spot):
        return Refusal("there is no room there", "vt.move.board")
    if not clear(scene, actor.at, to, min(actor.height, spot[1])) or "Underground" in actor.states:
        return Refusal("that place is not in sight", rule)
    return bars_teleport(scene, actor, actor.at, to)


def places_to_jump(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    left, more = budget(scene, actor), jump_cost(scene, actor) or 0
    spaces = FAR if left is None else max(0, left - more)
    near = scene.board.within(actor.at, spaces)
    return [cell for cell in near if cell in scene.board.cells and fits_teleport(scene, actor, cell, None) is None]


def some_place(scene: Scene, actor: Being, pick: Callable[[int], int], *chosen: Plain) -> Plain:
    near = [cell for cell in scene.board.within(actor.at, 1 + pick(9)) if scene.board.open(cell)]
    return near[pick(len(near))] if near else NO_VALUE


@action(
    "teleport", rule="vt.arch.move.teleport", able=with_knack(Teleports), may=may_teleport, fits=fits_teleport,
    label="Teleport", tags=("move",),
    args=(
        Arg("to", places_to_jump, sample=some_place, read=read_space),
        Arg("height", (None,), default=None, read=read_height),
    ),
)  # fmt: skip
async def teleport(scene: Scene, actor: Being, to: Cell, height: int | None) -> None:
    """A jump to a visible place, as part of the movement: its length and what it costs beside are spent. Nothing lies
    between, and nobody can Punish it."""
    spot = landing(scene, actor, to, height)
    more = jump_cost(scene, actor) or 0
    pay(scene, actor, length_of(scene, actor, spot) + more)
    if scene.turns.current == actor.id:
        actor.note("moved")
        actor.run = (0, 0, 0)
    if not more:
        scene.cite("vt.moveability.list")
    scene.record("teleports", "vt.arch.move.teleport", who=actor.id, to=to, height=spot[1])
    actor.fallen = 0  # a new fall, if any
    arrive(scene, actor, *spot)
    come_to_rest(scene, actor)


# ---------------------------------------------------------------- standing up, Hasten


def to_stand(scene: Scene, being: Being) -> int:
    """vt.cond.prone: half of the full movement."""
    return half(scene, speed(scene, being))


def may_stand(scene: Scene, actor: Being) -> Refusal | None:
    if "Prone" not in actor.states:
        return Refusal(f"{actor.name} is not Prone", "vt.cond.prone")
    if (refusal := cannot_move(scene, actor)) is not None:
        return refusal
    left = budget(scene, actor)
    if left is not None and left < to_stand(scene, actor):
        return Refusal(f"standing up costs {to_stand(scene, actor)} spaces of movement", "vt.cond.prone")
    return None


@action("stand", rule="vt.cond.prone", may=may_stand, label="Stand up", tags=("move",))
async def stand(scene: Scene, actor: Being) -> None:
    """No longer Prone, for half of the movement; on another's turn, of what an Effort has brought."""
    pay(scene, actor, to_stand(scene, actor))
    end(scene, actor, "Prone")


@action(HASTEN, rule="vt.act.hasten", cost=PRIMARY, modes=FIGHT, label="Hasten", tags=("move",))
async def hasten(scene: Scene, actor: Being) -> None:
    """2T more spaces of movement in this turn. Twice adds nothing."""
    spaces = hastened(scene, actor)
    actor.bonus_move += spaces
    if actor.has_used(HASTEN):
        scene.cite("vt.stack.additive")
    actor.use(HASTEN, THIS_TURN)
    scene.record("hastens", "vt.act.hasten", who=actor.id, spaces=spaces)
