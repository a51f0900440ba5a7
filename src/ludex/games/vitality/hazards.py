"""Hazards. A placeholder with the agreed names, so that the package runs: V3 writes this file anew."""

from __future__ import annotations

from ludex.games.vitality.being import Being, Scene


def enter_hazards(scene: Scene, being: Being) -> None: ...


def clear_hazards(scene: Scene, owner: Being) -> None: ...


def bleed(scene: Scene, attacker: Being) -> None: ...
