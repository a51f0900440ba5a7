"""Resting. A placeholder with the agreed names, so that the package runs: V4 writes this file anew."""

from __future__ import annotations

from ludex.games.vitality.being import Scene


def interrupt_rest(scene: Scene) -> None:
    scene.rested = 0
