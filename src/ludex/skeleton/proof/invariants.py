"""What must hold in every scene at a boundary, whatever has been played."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.skeleton.state import FIGHT, Being, Scene


def faults(scene: Scene) -> list[str]:
    """What in this scene no rule allows. Empty unless there is a mistake in the rules."""
    return [*of_turns(scene), *[fault for being in scene.beings.values() for fault in of_being(scene, being)]]


def of_being(scene: Scene, being: Being) -> Iterator[str]:
    if not 0 <= being.health <= being.sheet.health:
        yield f"{being.id}.health is {being.health}, outside 0 to {being.sheet.health}"
    if being.stands != bool(being.health):
        yield f"{being.id} has {being.health} health and is {'not ' if being.stands else ''}Down"
    if being.at not in scene.board:
        yield f"{being.id} is at {being.at!r}, where there is no zone"


def of_turns(scene: Scene) -> Iterator[str]:
    if scene.agenda or scene.fresh:
        yield f"the agenda is not empty: {scene.agenda} {scene.fresh}"
    current = scene.turns.current
    if scene.mode == FIGHT and not (current in scene.beings and scene.beings[current].stands):
        yield f"it is the turn of {current!r}, who does not stand"
    if scene.mode != FIGHT and current:
        yield f"it is the turn of {current}, and nobody fights"
