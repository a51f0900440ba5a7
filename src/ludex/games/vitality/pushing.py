"""Push, Prone and Grab. A placeholder with the agreed names, so that the package runs: V5 writes this file anew."""

from __future__ import annotations

from ludex.games.vitality.being import Being, Scene
from ludex.games.vitality.conditions import afflict


def push(scene: Scene, target: Being, source: Being, spaces: int, rule: str, *, collides: bool) -> None:
    scene.record("pushed", rule, who=target.id, by=source.id, spaces=spaces)


def grab(scene: Scene, grabber: Being, target: Being, melee: bool) -> None:
    afflict(scene, target, "Grabbed", source=grabber.id, note="melee" if melee else "")


def knock_prone(scene: Scene, target: Being, source: Being) -> None:
    afflict(scene, target, "Prone", source=source.id)


def release_grabs(scene: Scene) -> None: ...
