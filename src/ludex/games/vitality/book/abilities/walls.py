"""Create Wall: raising a wall, keeping it, moving it.

vt.ability.wall: a wall is a being of its own, `OWNER_wall_1` with the smallest free number; its spaces are its `body`.
It bars the way and the sight, has HP and Durability, and is gone at 0 HP, or when a later turn of its owner ends in
which it was not kept.
"""

from __future__ import annotations

from itertools import pairwise

from ludex.core.board.cells import Cell
from ludex.core.kernel.action import Arg, first
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.scene import until_start_of
from ludex.core.master.calls import whole
from ludex.games.vitality.book.action_types import COMBAT_MODE, PRIMARY, Free, action
from ludex.games.vitality.book.characters.features import ability, uses_left, with_ability
from ludex.games.vitality.book.characters.scores import tier
from ludex.games.vitality.book.characters.space import (
    cells_of,
    clear,
    directions_around,
    ground,
    raised_walls,
    read_spaces,
    top_of,
)
from ludex.games.vitality.book.conditions import afflict, reveal
from ludex.games.vitality.book.health.damage import dismiss
from ludex.games.vitality.records.boon_effects import CreateWall
from ludex.games.vitality.state import WALL, Being, Scene, Sheet

RULE = "vt.ability.wall"
USES = "create_wall"
FIGHT = (COMBAT_MODE,)


def power_of(scene: Scene, being: Being) -> CreateWall | None:
    found = ability(scene, being, CreateWall)
    return found[2] if found is not None else None


def walls_of(scene: Scene, owner: Being) -> list[Being]:
    return [wall for wall in raised_walls(scene) if wall.sheet.summoner == owner.id]


# ---------------------------------------------------------------- raising one


def may_raise(scene: Scene, actor: Being) -> Refusal | None:
    power = power_of(scene, actor)
    if power is None:
        return Refusal(f"{actor.name} raises no walls", RULE)
    if "Underground" in actor.states:
        return Refusal(f"{actor.name} is underground", RULE)
    return None if uses_left(actor, USES, power.uses) > 0 else Refusal("no wall is left until a rest", RULE)


def length_of(scene: Scene, actor: Being, power: CreateWall) -> int:
    return max(1, power.length_tiers * tier(scene, actor))


def height_of(scene: Scene, actor: Being, power: CreateWall) -> int:
    return max(1, power.height_tiers * tier(scene, actor))


def bare(scene: Scene, cell: Cell, base: int, high: int, wall: Being | None = None) -> bool:
    """Is a space on this level free of everybody, as high as a wall is to be? A wall is not in its own way."""
    if not scene.board.open(cell) or ground(scene, cell) != base:
        return False
    for other in scene.beings.values():
        if other is wall or not other.here or not other.states.isdisjoint(("Carried", "Underground")):
            continue
        if other.height < base + high and top_of(other) >= base and cell in cells_of(other):
            return False
    return True


def straight_from(scene: Scene, actor: Being, start: Cell, direction: int, power: CreateWall) -> tuple[Cell, ...]:
    """The spaces of a straight wall that begins here, as long as it can be."""
    dq, dr = scene.board.directions[direction]
    base, high = ground(scene, start), height_of(scene, actor, power)
    found: list[Cell] = []
    for n in range(length_of(scene, actor, power)):
        cell = (start[0] + n * dq, start[1] + n * dr)
        if not bare(scene, cell, base, high):
            break
        found.append(cell)
    return tuple(found)


def walls_to_raise(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    """From every space beside one, in every direction, as long as can be; what can be shaped also all around one."""
    power = power_of(scene, actor)
    if power is None:
        return []
    around = scene.board.neighbours(actor.at)
    found = [straight_from(scene, actor, c, way, power) for c in around for way in directions_around(scene)]
    if power.shapeable:
        found.append(tuple(around[: length_of(scene, actor, power)]))
    return [cells for cells in dict.fromkeys(found) if cells and fits_raise(scene, actor, cells) is None]


def hidden_by(scene: Scene, actor: Being, cells: tuple[Cell, ...], enemies: list[Being]) -> list[Being]:
    """The enemies who would no longer see somebody, nor be seen, if a wall stood there."""
    seen = [enemy for enemy in enemies if clear(scene, actor.at, enemy.at)]
    return [enemy for enemy in seen if not scene.board.sight(actor.at, enemy.at, frozenset(cells))]


def is_straight(scene: Scene, cells: tuple[Cell, ...]) -> bool:
    steps = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(cells)}
    return len(steps) <= 1 and steps <= set(scene.board.directions)


def fits_raise(scene: Scene, actor: Being, cells: tuple[Cell, ...]) -> Refusal | None:
    power = power_of(scene, actor)
    if power is None:
        return may_raise(scene, actor)
    if len(cells) > length_of(scene, actor, power) or len(set(cells)) != len(cells):
        return Refusal(f"the wall is at most {length_of(scene, actor, power)} different spaces long", RULE)
    if scene.board.distance(actor.at, cells[0]) != 1:
        return Refusal("a wall starts beside whoever raises it", RULE)
    if not power.shapeable and not is_straight(scene, cells):
        return Refusal("the wall is straight", RULE)
    if any([scene.board.distance(a, b) != 1 for a, b in pairwise(cells)]):
        return Refusal("the wall hangs together", RULE)
    base, high = ground(scene, cells[0]), height_of(scene, actor, power)
    if not base - 1 <= actor.height <= base + high:
        return Refusal("the ground is too far away", RULE)
    for cell in cells:
        if not bare(scene, cell, base, high):
            return Refusal("a space of it is not free, or not on the same level", RULE)
    return None


@action(
    "raise_wall", rule=RULE, cost=PRIMARY, able=with_ability(CreateWall), may=may_raise, fits=fits_raise,
    label="Raise a wall", tags=("terrain", "varies"),
    args=(Arg("cells", walls_to_raise, read=read_spaces),),
)  # fmt: skip
async def raise_wall(scene: Scene, actor: Being, cells: tuple[Cell, ...]) -> None:
    """A wall in these spaces, the first of which is adjacent: straight, unless it can be shaped."""
    power = power_of(scene, actor)
    if power is None:
        return
    actor.use(USES, "rest")
    durability = power.durability + power.durability_tiers * tier(scene, actor)
    sheet = Sheet(
        kind=WALL, pc=False, hp_class=WALL, level=actor.sheet.level, tier=actor.sheet.tier, hp=power.hp, attributes={},
        summoner=actor.id, permeable=power.permeable,
        fixed={"avoidance": 0, "durability": durability, "height": height_of(scene, actor, power)},
    )  # fmt: skip
    name = free_name(scene, actor)
    wall = Being(id=name, name="Wall", side=actor.own_side, sheet=sheet, hp=power.hp)
    wall.at, wall.height, wall.body = cells[0], ground(scene, cells[0]), cells
    scene.beings[name] = wall
    scene.record("raises_wall", RULE, who=actor.id, wall=name, cells=cells)
    if scene.mode == COMBAT_MODE:
        afflict(scene, wall, "Kept", source=actor.id, until=until_start_of(actor))


def free_name(scene: Scene, owner: Being) -> str:
    """The smallest number that no standing wall has."""
    count = 1
    while f"{owner.id}_wall_{count}" in scene.beings and scene.beings[f"{owner.id}_wall_{count}"].here:
        count += 1
    return f"{owner.id}_wall_{count}"


# ---------------------------------------------------------------- keeping it


def unkept(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    return [wall.id for wall in walls_of(scene, actor) if "Kept" not in wall.states]


def may_keep(scene: Scene, actor: Being) -> Refusal | None:
    return None if unkept(scene, actor) else Refusal("there is no wall to keep in this turn", RULE)


def fits_keep(scene: Scene, actor: Being, wall: Being) -> Refusal | None:
    return None if wall.id in unkept(scene, actor) else Refusal(f"{wall.name} need not be kept by {actor.name}", RULE)


@action(
    "keep_wall", rule=RULE, modes=FIGHT, may=may_keep, fits=fits_keep, label="Keep a wall", tags=("free", "terrain"),
    args=(Arg("wall", unkept, default=first(unkept)),),
)  # fmt: skip
async def keep_wall(scene: Scene, actor: Being, wall: Being) -> None:
    """A Free Action of each own turn for each wall: it stands until the next one ends."""
    afflict(scene, wall, "Kept", source=actor.id, until=until_start_of(actor))


def walls_fall(scene: Scene, owner: Being) -> None:
    """A turn of the owner ends: what was not kept in it vanishes."""
    for wall in walls_of(scene, owner):
        if "Kept" not in wall.states:
            dismiss(scene, wall, RULE)


# ---------------------------------------------------------------- moving it


def own_walls(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    return [wall.id for wall in walls_of(scene, actor)]


def may_move_wall(scene: Scene, actor: Being) -> Refusal | None:
    power = power_of(scene, actor)
    if power is None or not power.move_tiers:
        return Refusal(f"{actor.name} moves no walls", RULE)
    return None if own_walls(scene, actor) else Refusal("there is no wall to move", RULE)


def shifted(scene: Scene, wall: Being, direction: int, spaces: int) -> tuple[Cell, ...]:
    dq, dr = scene.board.directions[direction]
    return tuple([(q + spaces * dq, r + spaces * dr) for q, r in wall.body])


def fits_move_wall(scene: Scene, actor: Being, wall: Being, direction: int, spaces: int) -> Refusal | None:
    power = power_of(scene, actor)
    if power is None or wall not in walls_of(scene, actor):
        return Refusal(f"{wall.name} is no wall of {actor.name}", RULE)
    if direction not in directions_around(scene):
        raise BadInput(f"direction: expected a number from 0 to {len(directions_around(scene)) - 1}")
    most = power.move_tiers * tier(scene, actor)
    if spaces > most:
        return Refusal(f"a wall moves at most {most} spaces", RULE)
    high = top_of(wall) - wall.height + 1
    for n in range(1, spaces + 1):
        if not all([bare(scene, cell, wall.height, high, wall) for cell in shifted(scene, wall, direction, n)]):
            return Refusal("something is in the way of the wall", RULE)
    return None


@action(
    "move_wall", rule=RULE, cost=Free("move_wall", each=1), able=with_ability(CreateWall), may=may_move_wall,
    fits=fits_move_wall, label="Move a wall", tags=("terrain",), args=(
        Arg("wall", own_walls),
        whole("direction", values=lambda scene, *given: directions_around(scene)),
        whole("spaces", 1, least=1, values=(1, 2, 4)),
    ),
)  # fmt: skip
async def move_wall(scene: Scene, actor: Being, wall: Being, direction: int, spaces: int) -> None:
    """The whole wall, up to 2T spaces in one of the straight directions, where nobody is in its way."""
    wall.body = shifted(scene, wall, direction, spaces)
    wall.at = wall.body[0]
    scene.record("moves_wall", RULE, who=actor.id, wall=wall.id, cells=wall.body)
    reveal(scene)
