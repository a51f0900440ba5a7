"""Who plays the other side: policies that know no game, and the way to all of them by name."""

from __future__ import annotations

from typing import Any

from ludex.core.game import Game, Policy
from ludex.opponents.random import RandomPolicy


def policy(game: Game[Any], name: str, seed: int = 0) -> Policy:
    """A policy by its name: `random`, or one that the game brings itself."""
    return RandomPolicy(seed) if name == "random" else game.policy(name)
