"""Survival. A placeholder with the agreed names, so that the package runs: V4 writes this file anew."""

from __future__ import annotations

from ludex.games.vitality.being import Being, Scene
from ludex.games.vitality.conditions import afflict, end


def wake(scene: Scene, being: Being, rule: str) -> None:
    end(scene, being, "Unconscious", rule=rule)


def die(scene: Scene, being: Being, rule: str) -> None:
    end(scene, being, "Unconscious", rule=rule)
    afflict(scene, being, "Dead")
    scene.maybe_over = True


def knock_out(scene: Scene, being: Being, rule: str, note: str = "") -> None:
    afflict(scene, being, "Unconscious", note=note)
    scene.maybe_over = True
