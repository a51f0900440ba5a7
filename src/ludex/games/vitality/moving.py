"""Moving. A placeholder with the agreed names, so that the package runs: V5 writes this file anew."""

from __future__ import annotations

from ludex.games.vitality.being import Being, Scene


def start_of_turn(scene: Scene, being: Being) -> None:
    being.spent = being.bonus_move = 0
    being.run = (0, 0, 0)
