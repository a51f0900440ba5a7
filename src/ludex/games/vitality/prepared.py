"""Prepared actions. A placeholder with the agreed names, so that the package runs: V5 writes this file anew."""

from __future__ import annotations

from ludex.games.vitality.being import Being, Scene


def lapse(scene: Scene, being: Being) -> None:
    being.prepared = None
