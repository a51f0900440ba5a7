"""Limits. A placeholder with the agreed names, so that the package runs: V2 writes this file anew."""

from __future__ import annotations

from ludex.core.ruling import Refusal
from ludex.games.vitality.arsenal import Built
from ludex.games.vitality.being import Being, Scene


def unmet(scene: Scene, attacker: Being, attack: Built, targets: tuple[Being, ...]) -> Refusal | None:
    return None


def pay(scene: Scene, attacker: Being, attack: Built, targets: tuple[Being, ...]) -> None: ...
