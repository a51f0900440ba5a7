"""Navy Blue. Importing the package registers the game with all its actions and reactions."""

from ludex.games.navyblue import (
    activities,
    adventure,
    combat,
    consuming,
    creation,
    encounters,
    gm,
    handling,
    leaping,
    level,
    moving,
    opening,
    packing,
    powers,
    rest,
    unblocking,
    weapons,
)
from ludex.games.navyblue.game import NAVYBLUE

__all__ = [
    "NAVYBLUE",
    "activities",
    "adventure",
    "combat",
    "consuming",
    "creation",
    "encounters",
    "gm",
    "handling",
    "leaping",
    "level",
    "moving",
    "opening",
    "packing",
    "powers",
    "rest",
    "unblocking",
    "weapons",
]
