"""Doors: opening and closing them."""

from __future__ import annotations

from dataclasses import replace

from ludex.core.board.cells import Cell
from ludex.core.kernel.action import Arg
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.toml import spelled
from ludex.games.crawl.book.energy import SMALL, action
from ludex.games.crawl.book.equipment.handling import bound, reaches
from ludex.games.crawl.book.map.sight import unknown_to
from ludex.games.crawl.book.skills.perception import come_upon
from ludex.games.crawl.book.turns.ready_actions import announce
from ludex.games.crawl.state import Being, Door, Scene

RULE = "tc.turn.duration"  # a door fits into a turn beside an attack


def doors_in_reach(scene: Scene, actor: Being, shut: bool) -> list[Door]:
    return [door for door in scene.doors if door.open is not shut and reaches(scene, actor, door.at)]


def swing(scene: Scene, actor: Being, door: Door, rule: str, *, open: bool, lock: int = 0) -> None:
    """A door is opened, unlocked, or shut."""
    now = replace(door, open=open, lock=lock)
    scene.doors = tuple([now if each.at == door.at else each for each in scene.doors])
    scene.record("door", rule, who=actor.id, at=door.at, name=door.name, open=now.open, lock=now.lock)
    if now.open and not door.open:
        announce(scene, "opens", actor, cell=door.at)


def refuse_door(scene: Scene, actor: Being, cell: Plain, shut: bool) -> Refusal | None:
    found = scene.door_at(cell) if isinstance(cell, tuple) else None  # type: ignore[arg-type]  # a tuple is a cell
    if found is None:
        raise BadInput(f"cell: there is no door at {spelled(cell)}")
    if found.open is shut:
        return Refusal(f"the {found.name} is {'open' if shut else 'shut'} already", RULE)
    if not reaches(scene, actor, found.at):
        return Refusal(f"the {found.name} is out of reach", "tc.range.classes")
    return None


# ---------------------------------------------------------------- opening


def to_open(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    return [door.at for door in doors_in_reach(scene, actor, shut=True)]


def may_open(scene: Scene, actor: Being) -> Refusal | None:
    return bound(scene, actor) or (None if to_open(scene, actor) else Refusal("no shut door is in reach", RULE))


def fits_open(scene: Scene, actor: Being, cell: Cell) -> Refusal | None:
    refusal = refuse_door(scene, actor, cell, shut=True)
    door = scene.door_at(cell)
    if refusal is None and door is not None and door.lock:
        return Refusal(f"the {door.name} is locked, difficulty {door.lock}", "tc.skill.check")
    return refusal


@action("open_door", rule=RULE, cost=SMALL, args=(Arg("cell", to_open),), may=may_open, fits=fits_open, tags=("idle",))
async def open_door(scene: Scene, actor: Being, cell: Cell) -> None:
    """Open a door in reach that is not locked."""
    door = scene.door_at(cell)
    if door is not None and not door.open:
        swing(scene, actor, door, RULE, open=True)


# ---------------------------------------------------------------- closing


def to_close(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    return [door.at for door in doors_in_reach(scene, actor, shut=False) if not filled(scene, door.at, actor.side)]


def filled(scene: Scene, cell: Cell, known_to: str = "") -> bool:
    """Somebody is in the doorway, as far as that side knows."""
    there = [other for other in scene.beings.values() if other.here and cell in scene.cells(other)]
    return any([not known_to or not unknown_to(scene, other, known_to) for other in there])


def may_close(scene: Scene, actor: Being) -> Refusal | None:
    return bound(scene, actor) or (None if to_close(scene, actor) else Refusal("no door in reach can be shut", RULE))


def fits_close(scene: Scene, actor: Being, cell: Cell) -> Refusal | None:
    refusal = refuse_door(scene, actor, cell, shut=False)
    if refusal is None and filled(scene, cell, actor.side):
        return Refusal("somebody stands in the doorway", RULE)
    return refusal


@action(
    "close_door", rule=RULE, cost=SMALL, args=(Arg("cell", to_close),), may=may_close, fits=fits_close, tags=("idle",)
)
async def close_door(scene: Scene, actor: Being, cell: Cell) -> None:
    """Shut a door in reach, where nobody stands in it; somebody unseen may."""
    door = scene.door_at(cell)
    if door is None or not door.open:
        return
    if filled(scene, cell):
        scene.record("halts", RULE, who=actor.id, at=cell)
        come_upon(scene, actor, cell)
    else:
        swing(scene, actor, door, RULE, open=False)
