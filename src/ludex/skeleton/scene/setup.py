"""Scene files: what they are made of, and what goes together in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludex.core.content.content import Fault, Library
from ludex.core.kernel.scene import Condition
from ludex.core.kernel.turns import Turns
from ludex.core.plan.entries import area_of
from ludex.core.scene import shape
from ludex.core.scene.shape import Shape
from ludex.skeleton.build.from_content import find_fighter, make_being, make_board
from ludex.skeleton.records.conditions import CONDITIONS
from ludex.skeleton.records.kinds import Board, Character, Fighter
from ludex.skeleton.state import FIGHT, FOES, PARTY, PEACE, Being, Scene, Sheet


def build(tables: Mapping[str, Any], where: str, library: Library) -> Scene:
    """A scene from the tables of a scene file."""
    entry: Board = shape.read_board(SHAPE, tables, where, library)
    board = make_board(entry)
    options = dict(tables["options"])
    scene = Scene(game="skeleton", mode=PEACE, beings={}, options=options, turns=Turns(), board=board)
    scene.library = library

    def make(name: str, raw: Mapping[str, Any], spot: str) -> Being:
        being = make_being(entry_for(library, name, raw, spot), name)
        side, ends = raw.get("side", being.side), list(board)
        area = [zone for zone in area_of(entry.starts, side) if zone in board]
        being.at = (*area, ends[0] if side == PARTY else ends[-1])[0]
        return being

    shape.fill(SHAPE, scene, tables, where, make)
    return scene


def entry_for(library: Library, name: str, raw: Mapping[str, Any], where: str) -> Fighter:
    """One of the content, by `from` or by their own name, or somebody plain."""
    if "from" in raw or name in library.shelves["character"] or name in library.shelves["enemy"]:
        return find_fighter(library, raw.get("from", name), f"{where}, field from")
    return Character(id=name, name=name.replace("_", " ").capitalize(), health=10, guard=8)


def settle(scene: Scene, being: Being, raw: Mapping[str, Any], where: str) -> None:
    """skeleton.down: who has no health left is Down, and nobody else."""
    if not being.health:
        being.afflict(Condition("Down"))
    elif "health" in raw:
        being.relieve("Down")
    if "Down" in being.states:
        being.health = 0


def misplaced(scene: Scene) -> list[Fault]:
    """Who stands where there is no zone."""
    return [
        Fault(f"beings.{being.id}.at", f"there is no zone {being.at!r}", "skeleton.move")
        for being in scene.beings.values()
        if being.at not in scene.board
    ]


SHAPE = Shape(
    scene=Scene,
    being=Being,
    sheet=Sheet,
    board=Board,
    conditions=CONDITIONS,
    sides=(PARTY, FOES),
    modes=(FIGHT, PEACE),
    fighting=FIGHT,
    otherwise=PEACE,
    scene_fields=frozenset({"clock"}),
    maxima={"health_max": "health"},
    pools=frozenset({"health"}),
    settle=settle,
)
