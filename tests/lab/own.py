"""Policies of somebody's own, as a researcher brings them: `tests.lab.own:Slow`. Each is made with the seed of its
luck, which is that of the fight and the side: `1000003|party`."""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

from ludex.core.kernel.agenda import Command
from ludex.games.bluebox.foe.policy import SimplePolicy

DUEL: dict[str, Any] = {
    "game": "bluebox",
    "title": "A duel",
    "turn": "onuri",
    "board": {"q": [0, 5], "r": [0, 3]},
    "beings": {"onuri": {"at": [1, 1]}, "vahki": {"from": "vahki_patroller", "at": [2, 1]}},
}


class Own(SimplePolicy):
    """Plays as the simple policy does."""

    made: Counter[str] = Counter()  # how often with each seed

    def __init__(self, seed: int | str) -> None:
        super().__init__()
        self.seed = str(seed)
        self.made[self.seed] += 1


class Slow(Own):
    """Thinks for ten minutes."""

    def choose(self, scene: Any, being: Any) -> Command:
        time.sleep(600)
        return super().choose(scene, being)


class FailsInTheFourth(Own):
    def choose(self, scene: Any, being: Any) -> Command:
        if self.seed.startswith("1000003|"):
            raise ValueError("no idea")
        return super().choose(scene, being)


class InterruptedWhenRepeated(Own):
    made: Counter[str] = Counter()

    def choose(self, scene: Any, being: Any) -> Command:
        if self.made[self.seed] > 1:
            raise KeyboardInterrupt
        return super().choose(scene, being)


class Forgetful(Own):
    """Does nothing when it fights a fight again: its luck is not that of its seed."""

    made: Counter[str] = Counter()

    def choose(self, scene: Any, being: Any) -> Command:
        if self.made[self.seed] > 1:
            return Command(being.id, "end_turn", ())
        return super().choose(scene, being)


class SaysItIsChecked(Own):
    """Chooses what is not allowed, and says that it never does."""

    checked = True

    def choose(self, scene: Any, being: Any) -> Command:
        return Command(being.id, "attack", (("target", being.id), ("weapon", being.weapons[0])))


class NoSeed(SimplePolicy):
    """Cannot be told its luck."""
